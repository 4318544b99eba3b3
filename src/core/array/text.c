// Array: inspect and join of built-in items.
#include "core/array/array.h"
#include "core/string/text.h"

#include <stdio.h>

static value_t array_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (array_count(self_array(self)) == 0) return CORE_NEW(ec, string_new(ec->heap, "[]", 2, ENCODING_ASCII));
    ITEMS_LONG(ec, self, array_inspect);
    struct items_writer w = {.out = string_new_capacity(ec->heap, 48, ENCODING_UTF8)};
    if (w.out == NULL) return vm_raise_memory(ec);
    int const result = items_inspect(ec, &w, self);
    return result == 1 ? value_pointer(w.out) : result == 0 ? VALUE_UNDEF : VALUE_FAIL;
}

// --- join ------------------------------------------------------------------------------------------------------------

struct joiner {
    struct ec *ec;
    struct string *out, *separator; // separator NULL: none
    enum encoding encoding;
    bool ascii, any;                // out is ASCII only; something was added
    unsigned depth;
    struct array_work work;
};
enum { JOIN_RAISED = 0, JOIN_DONE = 1, JOIN_DISPATCH = -1 };

static int join_string(struct joiner *j, struct string *s)
{
    enum encoding const encoding = string_encoding(s);
    bool const ascii = string_scan(s) == STRING_ASCII;
    if (!j->any) {
        j->encoding = encoding;
    } else if (encoding != j->encoding && !ascii) {
        if (!j->ascii) return vm_raise_incompatible(j->ec, j->encoding, encoding), JOIN_RAISED;
        j->encoding = encoding;
    }
    j->any = true;
    j->ascii = j->ascii && ascii;
    if (!string_append_string(j->ec->heap, j->out, s)) return vm_raise_memory(j->ec), JOIN_RAISED;
    return work_poll(j->ec, &j->work, string_size(s) + 8) ? JOIN_DONE : JOIN_RAISED;
}

static int join_array(struct joiner *j, const struct array *a);

static int join_item(struct joiner *j, value_t v)
{
    struct ec *const ec = j->ec;
    if (value_is(v, TYPE_STRING)) return join_string(j, value_to_pointer(v));
    if (is_array(v)) return join_array(j, value_to_array(v));
    struct string *text;
    if (runtime_redefined(ec->runtime, BASIC_TO_S)) return JOIN_DISPATCH;
    if (value_is_integer(v)) text = integer_to_string(ec->heap, v, 10);
    else if (value_is_symbol(v)) text = symbol_string(ec->runtime, ec->heap, value_to_symbol(v));
    else if (value_is_float(v)) text = float_to_string(ec->heap, value_to_double(v));
    else if (v == VALUE_NIL) text = string_new(ec->heap, "", 0, ENCODING_ASCII);
    else if (v == VALUE_TRUE || v == VALUE_FALSE) text = string_from_text(ec->heap, v == VALUE_TRUE ? "true" : "false");
    else return JOIN_DISPATCH;
    return text == NULL ? (vm_raise_memory(ec), JOIN_RAISED) : join_string(j, text);
}

static int join_array(struct joiner *j, const struct array *a)
{
    if (j->depth >= ITEMS_DEPTH_MAX) return JOIN_DISPATCH;
    j->depth++;
    struct items_hold hold;
    items_hold(j->ec, &hold, value_pointer(a), VALUE_NIL, VALUE_NIL);
    int result = JOIN_DONE;
    for (size_t i = 0; i < array_count(a) && result == JOIN_DONE; i++) {
        if (i > 0 && j->separator != NULL) result = join_string(j, j->separator);
        if (result == JOIN_DONE && i < array_count(a)) result = join_item(j, array_at(a, i));
    }
    items_release(j->ec, &hold);
    j->depth--;
    return result;
}

static value_t field_separator(struct ec *ec) // $,
{
    symbol_t const name = symbol_find(ec->runtime, "$,", 2);
    return name == 0 ? VALUE_NIL : vm_global_get(ec, name);
}

static value_t array_join(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    struct joiner j = {.ec = ec, .encoding = ENCODING_ASCII, .ascii = true};
    bool const given = argc > 0 && !value_is_nil(argv[0]);
    if (given ? !value_is(argv[0], TYPE_STRING) : !value_is_nil(field_separator(ec))) return VALUE_FAIL;
    VM_LONG(ec, items_cost(self), array_join, WORK_READS_ARGUMENTS);
    if (given) j.separator = value_to_pointer(argv[0]);
    j.out = string_new_capacity(ec->heap, 32, ENCODING_ASCII);
    if (j.out == NULL) return vm_raise_memory(ec);
    work_begin(ec, &j.work);
    j.work.values[0] = value_pointer(j.out);
    int const result = join_array(&j, self_array(self));
    work_end(ec, &j.work);
    string_set_encoding(j.out, j.encoding);
    return result == JOIN_DONE ? value_pointer(j.out) : result == JOIN_RAISED ? VALUE_UNDEF : VALUE_FAIL;
}

// text_shown(s): a part of an inspect text: what is neither UTF-8 nor ASCII only is escaped.
static value_t text_shown(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct string *const s = value_to_string(argv[0]);
    enum encoding const encoding = string_encoding(s);
    if (encoding == ENCODING_UTF8 || (encoding_ascii_compatible(encoding) && string_ascii_only(s))) return argv[0];
    bool const unicode = encoding >= ENCODING_UTF16LE && encoding <= ENCODING_UTF32BE;
    struct string *const out = string_new_capacity(ec->heap, 2 * string_size(s), ENCODING_UTF8);
    bool ok = out != NULL;
    for (size_t i = 0, size = 1; ok && i < string_size(s); i += size) {
        char text[16];
        int32_t const code = encoding_decode(encoding, string_bytes(s) + i, string_size(s) - i, &size);
        if (code >= 0 && code < 0x80) snprintf(text, sizeof text, "%c", (char)code);
        else if (code >= 0 && unicode) snprintf(text, sizeof text, code < 0x10000 ? "\\u%04X" : "\\u{%X}", (unsigned)code);
        else {
            size = 1;
            snprintf(text, sizeof text, "\\x%02X", (unsigned char)string_bytes(s)[i]);
        }
        ok = string_append_text(ec->heap, out, text);
    }
    return ok ? value_pointer(out) : vm_raise_memory(ec);
}

// How long each takes, see docs/builtins.md:
//   polls: array_inspect array_join
//   open: text_shown
static const struct vm_primitive primitives[] = {{"text_shown", text_shown}};

static const struct core_method methods[] = {
    {"inspect", array_inspect, 0, 0, CORE_TRY}, {"join", array_join, 0, 1, CORE_TRY},
};

bool core_array_text(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ARRAY, methods) && CORE_PRIMITIVES(boot, primitives);
}
