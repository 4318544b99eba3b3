// Raising from C: the pending exception on the ec, worded as CRuby words it.
#include "vm/interior.h"

#include <stdio.h>

value_t exception_new(struct ec *ec, class_id_t class_id, value_t message)
{
    struct instance *const e = instance_new(ec->heap, class_id, 4);
    if (e == NULL) return VALUE_UNDEF;
    if (!ivar_set(ec->runtime, ec->heap, value_pointer(e), SYM_ivar_message, message)) return VALUE_UNDEF;
    return value_pointer(e);
}

static bool has_own_backtrace(struct ec *ec, value_t exception)
{
    value_t const b = ivar_get(ec->runtime, ec->heap, exception, SYM_ivar_backtrace);
    return b != VALUE_UNDEF && !value_is_nil(b);
}

// The exception that is being handled becomes the cause, unless one was given or it would be its own. False: no memory.
static bool set_cause(struct ec *ec, value_t exception)
{
    if (value_is_nil(ec->errinfo) || ec->errinfo == exception) return true;
    if (ivar_get(ec->runtime, ec->heap, exception, SYM_ivar_cause) != VALUE_UNDEF) return true;
    for (value_t c = ec->errinfo; value_is(c, TYPE_OBJECT);) { // never a circle
        if (c == exception) return true;
        c = ivar_get(ec->runtime, ec->heap, c, SYM_ivar_cause);
    }
    return ivar_set(ec->runtime, ec->heap, exception, SYM_ivar_cause, ec->errinfo);
}

value_t vm_raise_exception(struct ec *ec, value_t exception)
{
    if (value_is(exception, TYPE_OBJECT) && !object_frozen(value_to_pointer(exception))) {
        if (!set_cause(ec, exception)) return vm_raise_memory(ec);
        if (!has_own_backtrace(ec, exception) && !vm_set_backtrace(ec, exception)) return vm_raise_memory(ec);
    }
    ec->unwind_kind = UNWIND_RAISE;
    ec->exception = exception;
    ec->unwind_target = VALUE_NIL;
    return VALUE_UNDEF;
}

value_t vm_raise_incompatible(struct ec *ec, enum encoding a, enum encoding b)
{
    const char *const suffix_a = a == ENCODING_BINARY ? " (ASCII-8BIT)" : "";
    const char *const suffix_b = b == ENCODING_BINARY ? " (ASCII-8BIT)" : "";
    return vm_raise(ec, CLASS_COMPATIBILITY_ERROR, "incompatible character encodings: %s%s and %s%s", encoding_name(a),
                    suffix_a, encoding_name(b), suffix_b);
}

value_t vm_raise_memory(struct ec *ec)
{
    ec->unwind_kind = UNWIND_RAISE;
    ec->exception = ec_vm(ec)->no_memory_error; // shared and frozen: it takes no backtrace
    ec->unwind_target = VALUE_NIL;
    return VALUE_UNDEF;
}

value_t vm_raise_symbol(struct ec *ec)
{
    if (!symbols_at_limit(ec->heap)) return vm_raise_memory(ec);
    return vm_raise(ec, CLASS_NO_MEMORY_ERROR, "too many symbols: an actor may have %u that it made from strings",
                    SYMBOLS_OF_ACTOR_MAX);
}

static value_t raise_string(struct ec *ec, class_id_t class_id, struct string *message)
{
    if (message == NULL) return vm_raise_memory(ec);
    value_t const e = exception_new(ec, class_id, value_pointer(message));
    return e == VALUE_UNDEF ? vm_raise_memory(ec) : vm_raise_exception(ec, e);
}

// string_format with the arguments of a va_list.
static struct string *format_string(struct ec *ec, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int const size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    struct string *const s = size < 0 ? NULL : string_new_capacity(ec->heap, (size_t)size + 1, ENCODING_UTF8);
    if (s == NULL || !string_make_writable(ec->heap, s, (size_t)size + 1)) return NULL;
    vsnprintf(string_writable(s), (size_t)size + 1, format, arguments);
    string_set_size(s, (size_t)size);
    return s;
}

value_t vm_raise(struct ec *ec, class_id_t class_id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct string *const s = format_string(ec, format, arguments);
    va_end(arguments);
    return raise_string(ec, class_id, s);
}

value_t vm_raise_isolation(struct ec *ec, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct string *const s = format_string(ec, format, arguments);
    va_end(arguments);
    return raise_string(ec, CLASS_RACTOR_ISOLATION_ERROR, s);
}

static value_t raise_name(struct ec *ec, class_id_t class_id, symbol_t name, value_t receiver, struct string *message)
{
    if (message == NULL) return vm_raise_memory(ec);
    value_t const e = exception_new(ec, class_id, value_pointer(message));
    if (e == VALUE_UNDEF) return vm_raise_memory(ec);
    if (!ivar_set(ec->runtime, ec->heap, e, SYM_ivar_name, value_symbol(name)) ||
        !ivar_set(ec->runtime, ec->heap, e, SYM_ivar_receiver, receiver)) {
        return vm_raise_memory(ec);
    }
    return vm_raise_exception(ec, e);
}

value_t vm_raise_name(struct ec *ec, class_id_t class_id, symbol_t name, value_t receiver, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct string *const s = format_string(ec, format, arguments);
    va_end(arguments);
    return raise_name(ec, class_id, name, receiver, s);
}

value_t vm_raise_stack(struct ec *ec) { return vm_raise(ec, CLASS_SYSTEM_STACK_ERROR, "stack level too deep"); }

value_t vm_raise_arity(struct ec *ec, int given, int min, int max)
{
    if (min == max) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "wrong number of arguments (given %d, expected %d)", given, min);
    }
    if (max < 0) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "wrong number of arguments (given %d, expected %d+)", given, min);
    }
    return vm_raise(ec, CLASS_ARGUMENT_ERROR, "wrong number of arguments (given %d, expected %d..%d)", given, min, max);
}

value_t vm_raise_type(struct ec *ec, value_t value, const char *wanted)
{
    const char *what = value == VALUE_NIL ? "nil" : value == VALUE_TRUE ? "true" : value == VALUE_FALSE ? "false" : NULL;
    if (what == NULL) what = vm_class_name(ec, value);
    return vm_raise(ec, CLASS_TYPE_ERROR, "no implicit conversion of %s into %s", what, wanted);
}

// The message shows the object as inspect does, which C cannot ask: `true` stands for a message that FrozenError#to_s
// makes.
static value_t raise_frozen_later(struct ec *ec, value_t object)
{
    value_t const e = exception_new(ec, CLASS_FROZEN_ERROR, VALUE_TRUE);
    if (e == VALUE_UNDEF || !ivar_set(ec->runtime, ec->heap, e, SYM_ivar_receiver, object)) return vm_raise_memory(ec);
    return vm_raise_exception(ec, e);
}

value_t vm_raise_frozen(struct ec *ec, value_t object)
{
    bool const plain = !value_is_heap(object) || value_is(object, TYPE_STRING) || value_is(object, TYPE_CLASS);
    if (!plain && ec_vm(ec)->boot_done) return raise_frozen_later(ec, object);
    struct string *const shown = vm_inspect_plain(ec, object);
    if (shown == NULL) return vm_raise_memory(ec);
    struct string *const message = string_format(ec->heap, "can't modify frozen %s: %.*s", vm_class_name(ec, object),
                                                 (int)string_size(shown), string_bytes(shown));
    return raise_name(ec, CLASS_FROZEN_ERROR, SYM_NONE, object, message);
}

// "nil", "an instance of Foo", "class Foo", "module Foo", "main": the receiver in messages.
static struct string *describe(struct ec *ec, value_t v)
{
    if (v == VALUE_NIL) return string_from_text(ec->heap, "nil");
    if (v == VALUE_TRUE) return string_from_text(ec->heap, "true");
    if (v == VALUE_FALSE) return string_from_text(ec->heap, "false");
    if (v == ec_vm(ec)->main_object) return string_from_text(ec->heap, "main:Object");
    struct class *const class = value_is(v, TYPE_CLASS) ? value_to_class(v) : class_real(value_class(ec->runtime, v));
    struct string *const name = class_name_string(ec->runtime, ec->heap, class);
    if (name == NULL) return NULL;
    const char *kind = "an instance of";
    if (value_is(v, TYPE_CLASS)) kind = class->flags & CLASS_IS_MODULE ? "module" : "class";
    return string_format(ec->heap, "%s %.*s", kind, (int)string_size(name), string_bytes(name));
}

value_t vm_raise_no_method(struct ec *ec, const struct vm_callsite *site, value_t receiver, enum method_visibility why)
{
    struct string *const on = describe(ec, receiver);
    if (on == NULL) return vm_raise_memory(ec);
    const char *const name = symbol_text(ec->runtime, site->name);
    int const size = (int)string_size(on);
    const char *const bytes = string_bytes(on);
    struct string *s;
    class_id_t class_id = CLASS_NO_METHOD_ERROR;
    if (site->flags & CALL_SUPER_IMPLICIT) {
        s = string_format(ec->heap, "super: no superclass method '%s' for %.*s", name, size, bytes);
    } else if (why == METHOD_PRIVATE) {
        s = string_format(ec->heap, "private method '%s' called for %.*s", name, size, bytes);
    } else if (why == METHOD_PROTECTED) {
        s = string_format(ec->heap, "protected method '%s' called for %.*s", name, size, bytes);
    } else if (site->flags & CALL_VCALL) {
        class_id = CLASS_NAME_ERROR;
        s = string_format(ec->heap, "undefined local variable or method '%s' for %.*s", name, size, bytes);
    } else {
        s = string_format(ec->heap, "undefined method '%s' for %.*s", name, size, bytes);
    }
    return raise_name(ec, class_id, site->name, receiver, s);
}
