// Backtraces. Captured raw (code, offset, method of each frame), worded only when somebody looks. Frames of the prelude are
// shown as the method the user called, at the user's line; C functions likewise.
#include "vm/interior.h"
#include "vm/operands.h"

// One entry takes five items of the raw Array: code address, word offset, method or nil, kind, and what keeps the code.
#define RAW_ITEMS 5u
enum raw_kind { RAW_FRAME, RAW_BUILTIN };

static bool push_raw(struct ec *ec, struct array *raw, const struct vm_frame *f, const struct method *method,
                     enum raw_kind kind)
{
    int64_t const at = frame_offset(f) - 1;
    value_t const items[RAW_ITEMS] = {value_fixnum((int64_t)(uintptr_t)f->code), value_fixnum(at),
                                      method != NULL ? value_pointer(method) : VALUE_NIL, value_fixnum(kind),
                                      f->code->owner.handle};
    return array_append(ec->heap, raw, items, RAW_ITEMS);
}

// Conversions that instructions ask for: nobody called them.
static bool is_conversion(struct ec *ec, const struct method *m)
{
    return m->owner != NULL && m->owner->flags & CLASS_IS_METACLASS &&
           class_value(class_attached_class(m->owner)) == ec_vm(ec)->convert;
}

// NULL: no memory.
static struct array *capture_raw(struct ec *ec)
{
    struct array *const raw = array_new(ec->heap, 8 * RAW_ITEMS);
    if (raw == NULL) return NULL;
    const struct method *hidden = ec->builtin; // what the next user frame called
    for (struct vm_frame *f = ec->frame; f > ec->frames; f--) {
        if (f->flags & FRAME_AGAIN) hidden = ec->parked_in;
        if (f->code->flags & CODE_PRELUDE) {
            if (f->flags & FRAME_HANDLER) hidden = NULL;
            else if (f->flags & FRAME_METHOD && f->method->kind != METHOD_BODY && !is_conversion(ec, f->method)) {
                hidden = f->method;
            }
            continue;
        }
        if (hidden != NULL && !push_raw(ec, raw, f, hidden, RAW_BUILTIN)) return NULL;
        hidden = NULL;
        if (!push_raw(ec, raw, f, f->method, RAW_FRAME)) return NULL;
    }
    return raw;
}

bool vm_set_backtrace(struct ec *ec, value_t exception)
{
    struct array *const raw = capture_raw(ec);
    return raw != NULL && ivar_set(ec->runtime, ec->heap, exception, SYM_ivar_backtrace, value_pointer(raw));
}

static bool append_owner(struct ec *ec, struct string *s, const struct method *m)
{
    struct class *owner = m->owner;
    if (owner == NULL) return true;
    const char *separator = "#";
    if (owner->flags & CLASS_IS_SINGLETON) {
        if (!(owner->flags & CLASS_IS_METACLASS)) return true; // of an object that may be gone
        owner = class_attached_class(owner);
        separator = ".";
    }
    if (!value_is(owner->name, TYPE_STRING)) return true; // anonymous
    return string_append_string(ec->heap, s, value_to_pointer(owner->name)) && string_append_text(ec->heap, s, separator);
}

static bool append_method(struct ec *ec, struct string *s, const struct method *m)
{
    return append_owner(ec, s, m) && string_append_text(ec->heap, s, symbol_text(ec->runtime, m->original));
}

static bool append_scope(struct ec *ec, struct string *s, const struct vm_code *code, const struct method *m)
{
    const char *const name = code->name != 0 ? symbol_text(ec->runtime, code->name) : "<main>";
    switch ((enum vm_code_kind)code->kind) {
    case CODE_MAIN: return string_append_text(ec->heap, s, name);
    case CODE_CLASS:
        return string_append_text(ec->heap, s, "<class:") && string_append_text(ec->heap, s, name) &&
               string_append_text(ec->heap, s, ">");
    default: break;
    }
    if (m != NULL && m->kind != METHOD_BODY) return append_method(ec, s, m);
    return string_append_text(ec->heap, s, name);
}

bool vm_append_label(struct ec *ec, struct string *s, const struct vm_code *code, const struct method *m)
{
    unsigned levels = 0;
    while ((code->kind == CODE_BLOCK || code->kind == CODE_LAMBDA || code->kind == CODE_EVAL) && code->parent != NULL) {
        levels += code->kind != CODE_EVAL;
        code = code->parent;
    }
    if (levels == 1 && !string_append_text(ec->heap, s, "block in ")) return false;
    if (levels > 1) {
        struct string *const prefix = string_format(ec->heap, "block (%u levels) in ", levels);
        if (prefix == NULL || !string_append_string(ec->heap, s, prefix)) return false;
    }
    return append_scope(ec, s, code, m);
}

static struct string *entry_text(struct ec *ec, const value_t *raw)
{
    const struct vm_code *const code = (const struct vm_code *)(uintptr_t)value_to_fixnum(raw[0]);
    int64_t const at = value_to_fixnum(raw[1]); // -1: it has not begun
    uint32_t const line = vm_code_line(code, at < 0 ? 0 : (uint32_t)at);
    const struct method *const m = value_is_nil(raw[2]) ? NULL : value_to_pointer(raw[2]);
    const char *const file = code->file != 0 ? symbol_text(ec->runtime, code->file) : "-";
    struct string *const s = string_format(ec->heap, "%s:%u:in '", file, line);
    if (s == NULL) return NULL;
    bool const done = value_to_fixnum(raw[3]) == RAW_BUILTIN ? append_method(ec, s, m) : vm_append_label(ec, s, code, m);
    return done && string_append_text(ec->heap, s, "'") ? s : NULL;
}

value_t vm_backtrace_texts(struct ec *ec, value_t raw, unsigned skip, int limit)
{
    const struct array *const from = value_to_array(raw);
    size_t const entries = array_count(from) / RAW_ITEMS;
    struct array *const out = array_new(ec->heap, entries > skip ? entries - skip : 0);
    if (out == NULL) return VALUE_UNDEF;
    for (size_t i = skip; i < entries && (limit < 0 || i < skip + (unsigned)limit); i++) {
        struct string *const s = entry_text(ec, array_items(from) + i * RAW_ITEMS);
        if (s == NULL || !array_push(ec->heap, out, value_pointer(s))) return VALUE_UNDEF;
    }
    return value_pointer(out);
}

value_t vm_backtrace(struct ec *ec, unsigned skip, int limit)
{
    struct array *const raw = capture_raw(ec);
    return raw == NULL ? VALUE_UNDEF : vm_backtrace_texts(ec, value_pointer(raw), skip, limit);
}

// The backtrace of an exception as an Array of Strings, or nil; worded now if it was raw. VALUE_UNDEF: no memory.
value_t vm_exception_backtrace(struct ec *ec, value_t exception)
{
    value_t const b = ivar_get(ec->runtime, ec->heap, exception, SYM_ivar_backtrace);
    if (b == VALUE_UNDEF || value_is_nil(b)) return VALUE_NIL;
    if (!value_is(b, TYPE_ARRAY) || array_count(value_to_array(b)) == 0 || !value_is_fixnum(array_at(value_to_array(b), 0))) {
        return b;
    }
    value_t const texts = vm_backtrace_texts(ec, b, 0, -1);
    if (texts == VALUE_UNDEF || object_frozen(value_to_pointer(exception))) return texts;
    struct array *const place = array_from(ec->heap, array_items(value_to_array(b)), RAW_ITEMS); // for vm_exception_place
    if (place == NULL || !ivar_set(ec->runtime, ec->heap, exception, SYM_ivar_site, value_pointer(place))) return VALUE_UNDEF;
    if (!ivar_set(ec->runtime, ec->heap, exception, SYM_ivar_backtrace, texts)) return VALUE_UNDEF;
    return texts;
}

// The instruction of an entry is the one that `at` is a word of.
static const struct vm_column *column_at(const struct vm_code *code, uint32_t at)
{
    for (uint32_t i = code->column_count; i-- > 0;) {
        const struct vm_column *const c = &code->columns[i];
        if (c->offset > at) continue;
        return at < c->offset + vm_instruction_size(code->words[c->offset]) ? c : NULL;
    }
    return NULL;
}

const struct vm_column *vm_exception_place(struct ec *ec, value_t exception, const struct vm_code **code, uint32_t *line)
{
    value_t place = ivar_get(ec->runtime, ec->heap, exception, SYM_ivar_backtrace);
    bool const raw = value_is(place, TYPE_ARRAY) && array_count(value_to_array(place)) >= RAW_ITEMS &&
                     value_is_fixnum(array_at(value_to_array(place), 0));
    if (!raw) place = ivar_get(ec->runtime, ec->heap, exception, SYM_ivar_site);
    if (!value_is(place, TYPE_ARRAY)) return NULL;
    *code = (const struct vm_code *)(uintptr_t)value_to_fixnum(array_at(value_to_array(place), 0));
    int64_t const at = value_to_fixnum(array_at(value_to_array(place), 1));
    if (at < 0) return NULL;
    *line = vm_code_line(*code, (uint32_t)at);
    return column_at(*code, (uint32_t)at);
}
