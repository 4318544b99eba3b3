// What builtins ask of the vm: who responds to what, plain descriptions, empty instances.
#include "vm/interior.h"

struct method *vm_find_method(struct ec *ec, value_t v, symbol_t name)
{
    bool const passes = symbol_passes(ec->runtime, name); // then nothing is to be remembered
    const struct resolution *const r = passes ? NULL : vm_resolve(ec, value_class_id(v), name);
    struct method *const m = r != NULL ? r->method : class_lookup(ec->runtime, value_class_id(v), name);
    return m == NULL || m->kind == METHOD_UNDEF ? NULL : m;
}

bool value_responds_builtin(struct ec *ec, value_t v, symbol_t name, bool include_private)
{
    const struct method *const m = vm_find_method(ec, v, name);
    return m != NULL && (include_private || m->visibility != METHOD_PRIVATE);
}

bool vm_method_is_boot(struct ec *ec, value_t v, symbol_t name)
{
    const struct method *const m = vm_find_method(ec, v, name);
    return m != NULL && m->flags & METHOD_BOOT;
}

const char *vm_class_text(struct ec *ec, struct class *class)
{
    size_t const size = class_name_text(ec->runtime, class, ec->name_buffer, sizeof ec->name_buffer - 1);
    ec->name_buffer[size] = 0;
    return ec->name_buffer;
}

const char *vm_class_name(struct ec *ec, value_t v)
{
    return vm_class_text(ec, class_real(value_class(ec->runtime, v)));
}

struct string *vm_any_to_s(struct ec *ec, value_t v)
{
    if (v == ec_vm(ec)->main_object) return string_from_text(ec->heap, "main");
    struct string *const name = class_name_string(ec->runtime, ec->heap, class_real(value_class(ec->runtime, v)));
    if (name == NULL) return NULL;
    return string_format(ec->heap, "#<%.*s:0x%016llx>", (int)string_size(name), string_bytes(name), (unsigned long long)v);
}

struct string *vm_inspect_plain(struct ec *ec, value_t v)
{
    if (v == VALUE_NIL) return string_from_text(ec->heap, "nil");
    if (v == VALUE_TRUE) return string_from_text(ec->heap, "true");
    if (v == VALUE_FALSE) return string_from_text(ec->heap, "false");
    if (value_is_integer(v)) return integer_to_string(ec->heap, v, 10);
    if (value_is_float(v)) return float_to_string(ec->heap, value_to_double(v));
    if (value_is(v, TYPE_CLASS)) return class_name_string(ec->runtime, ec->heap, value_to_class(v));
    if (!value_is_symbol(v) && !value_is(v, TYPE_STRING) && !value_is(v, TYPE_ARRAY)) return vm_any_to_s(ec, v);
    struct string *const out = string_new(ec->heap, "", 0, ENCODING_UTF8);
    if (out == NULL) return NULL;
    value_t roots_of[2] = {value_pointer(out), VALUE_NIL}; // on a coroutine what follows pauses
    struct vm_roots roots = {ec->roots, roots_of, TRP_COUNT(roots_of)};
    ec->roots = &roots;
    bool done = true;
    if (value_is_symbol(v)) {
        done = string_append_symbol_inspected(ec->runtime, ec->heap, out, value_to_symbol(v));
    } else if (value_is(v, TYPE_STRING)) {
        done = string_append_inspected(ec->heap, out, value_to_pointer(v));
    } else { // one level of an array: enough for messages
        const struct array *const a = value_to_array(v);
        done = string_append_text(ec->heap, out, "[");
        for (size_t i = 0; done && i < array_count(a); i++) {
            value_t const item = array_at(a, i);
            struct string *const s =
                value_is(item, TYPE_ARRAY) ? string_from_text(ec->heap, "[...]") : vm_inspect_plain(ec, item);
            if (s != NULL) roots_of[1] = value_pointer(s);
            done = s != NULL && (i == 0 || string_append_text(ec->heap, out, ", ")) && string_append_string(ec->heap, out, s);
        }
        done = done && string_append_text(ec->heap, out, "]");
    }
    ec->roots = roots.next;
    return done ? out : NULL;
}

bool value_responds_plainly(struct ec *ec, value_t v)
{
    bool const asks = vm_find_method(ec, v, SYM_respond_to_p) != NULL; // but for a BasicObject
    if (asks && !vm_method_is_boot(ec, v, SYM_respond_to_p)) return false;
    if (asks && !vm_method_is_boot(ec, v, SYM_respond_to_missing)) return false;
    return vm_method_is_boot(ec, v, SYM_method_missing);
}

// --- Empty instances, by the class's instance type ------------------------------------------------------------------------

static void *allocate_typed(struct ec *ec, struct class *class)
{
    struct heap *const heap = ec->heap;
    switch ((enum object_type)class->instance_type) {
    case TYPE_OBJECT: return instance_new(heap, class->id, class_instance_fields(class));
    case TYPE_STRING: return string_new(heap, "", 0, ENCODING_BINARY);
    case TYPE_ARRAY: return array_new(heap, 0);
    case TYPE_HASH: return hash_new(heap, 0);
    case TYPE_RANGE: return range_new(heap, VALUE_NIL, VALUE_NIL, false);
    default: return NULL;
    }
}

value_t vm_allocate(struct ec *ec, struct class *class)
{
    if (class->flags & CLASS_IS_SINGLETON) return vm_raise(ec, CLASS_TYPE_ERROR, "can't create instance of singleton class");
    switch (class->instance_type) {
    case TYPE_OBJECT:
    case TYPE_STRING:
    case TYPE_ARRAY:
    case TYPE_HASH:
    case TYPE_RANGE: break;
    default: return vm_raise(ec, CLASS_TYPE_ERROR, "allocator undefined for %s", vm_class_text(ec, class));
    }
    struct object *const o = allocate_typed(ec, class);
    if (o == NULL) return vm_raise_memory(ec);
    uint64_t const rest = ((uint64_t)1 << HEADER_CLASS_SHIFT) - 1;
    o->header = (o->header & rest & ~HEADER_FROZEN) | (uint64_t)class->id << HEADER_CLASS_SHIFT;
    return value_pointer(o);
}
