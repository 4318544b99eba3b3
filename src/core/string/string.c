// String: making, joining, comparing, and what concerns one string as a whole. The rest is in the files beside; text.h says
// how C and Ruby bodies share the work.
#include "core/string/text.h"

static value_t string_initialize(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (ec->call_keywords) return VALUE_FAIL;
    if (argc == 0) {
        string_set_encoding(to_text(self), ENCODING_BINARY);
        return self;
    }
    if (argc != 1 || !is_text(argv[0])) return VALUE_FAIL;
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    return string_replace(ec->heap, to_text(self), to_text(argv[0])) ? self : vm_raise_memory(ec);
}

static value_t string_replace_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!is_text(argv[0])) return VALUE_FAIL;
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    return string_replace(ec->heap, to_text(self), to_text(argv[0])) ? self : vm_raise_memory(ec);
}

// Room for that many bytes in all. Only a hint.
static value_t string_reserve(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    int64_t capacity;
    if (!text_integer(ec, argv[0], &capacity)) return VALUE_UNDEF;
    if (capacity <= 0) return self;
    if ((uint64_t)capacity > STRING_SIZE_MAX) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "string size too big");
    return string_make_writable(ec->heap, to_text(self), (size_t)capacity) ? self : vm_raise_memory(ec);
}

static value_t string_plus(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (TRP_UNLIKELY(!is_text(argv[0]))) return VALUE_FAIL;
    struct string *const a = to_text(self), *const b = to_text(argv[0]);
    enum encoding encoding;
    if (!text_join_encoding(ec, a, b, &encoding)) return VALUE_UNDEF;
    size_t const size = string_size(a) + string_size(b);
    if (size > STRING_SIZE_MAX) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "string sizes too big");
    struct string *const s = string_new_capacity(ec->heap, size, encoding);
    if (s == NULL || !string_append_string(ec->heap, s, a) || !string_append_string(ec->heap, s, b)) {
        return vm_raise_memory(ec);
    }
    return value_pointer(s);
}

// The bytes over and over: by doubling what is there, up to a piece at a time.
static void fill_repeated(struct ec *ec, char *out, size_t total, const char *bytes, size_t size)
{
    size_t done = size < total ? size : total;
    if (done > 0) memcpy(out, bytes, done);
    size_t copied = done; // a whole number of times
    while (done < total) {
        size_t const next = copied < total - done ? copied : total - done;
        memcpy(out + done, out, next);
        done += next;
        if (copied < TEXT_PIECE) copied = done;
        heap_pause(ec->heap, next / TEXT_FAST);
    }
}

static value_t string_times(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_integer(argv[0])) return VALUE_FAIL;
    const struct string *const from = to_text(self);
    size_t const size = string_size(from);
    int64_t count;
    if (!text_integer(ec, argv[0], &count)) return VALUE_UNDEF;
    if (count < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "negative argument");
    if (size == 0) return text_copy(ec, from);
    if ((uint64_t)count > STRING_SIZE_MAX / size)
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "argument too big");
    size_t const total = size * (size_t)count;
    VM_LONG(ec, total / TEXT_FAST, string_times, WORK_READS);
    struct string *const s = string_new_capacity(ec->heap, total, string_encoding(from));
    if (s == NULL || !string_make_writable(ec->heap, s, total)) return vm_raise_memory(ec);
    value_t root = value_pointer(s);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    fill_repeated(ec, string_writable(s), total, string_bytes(from), size);
    ec->roots = roots.next;
    string_set_size(s, total);
    return value_pointer(s);
}

static value_t string_equal_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    if (is_text(argv[0])) return value_bool(string_equal(to_text(self), to_text(argv[0])));
    return value_is_heap(argv[0]) ? VALUE_FAIL : VALUE_FALSE;
}

static value_t string_eql(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    return value_bool(is_text(argv[0]) && string_equal(to_text(self), to_text(argv[0])));
}

static value_t string_compare_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    if (!is_text(argv[0])) return VALUE_FAIL;
    return value_fixnum(string_compare(to_text(self), to_text(argv[0])));
}

static value_t string_hash_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return value_fixnum(
        (int64_t)hash_fold(hash_string_code(ec->runtime, to_text(self)))); // as a key's, see object/hash.h
}

static value_t string_size_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!string_range_known(to_text(self))) TEXT_LONG(ec, string_size_method, TEXT_SLOW);
    return value_fixnum((int64_t)string_length(to_text(self)));
}

static value_t string_bytesize(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_fixnum((int64_t)string_size(to_text(self)));
}

static value_t string_empty(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(string_size(to_text(self)) == 0);
}

static value_t string_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    struct class *const class = class_real(value_class(ec->runtime, self));
    return class->id == CLASS_STRING ? self : text_copy(ec, to_text(self));
}

static value_t string_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    TEXT_LONG(ec, string_inspect, TEXT_SLOW / 2);
    struct string *const s = string_new_capacity(ec->heap, string_size(to_text(self)) + 2, ENCODING_UTF8);
    if (s == NULL) return vm_raise_memory(ec);
    value_t root = value_pointer(s);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    bool const done = string_append_inspected(ec->heap, s, to_text(self));
    ec->roots = roots.next;
    return done ? root : vm_raise_memory(ec);
}

static value_t string_to_sym(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!string_range_known(to_text(self))) TEXT_LONG(ec, string_to_sym, TEXT_SLOW);
    struct string *const s = to_text(self);
    enum encoding const encoding = string_encoding(s);
    if (string_scan(s) == STRING_BROKEN) {
        struct string *const shown = vm_inspect_plain(ec, self);
        if (shown == NULL) return vm_raise_memory(ec);
        return vm_raise(ec, CLASS_ENCODING_ERROR, "invalid symbol in encoding %s :%.*s", encoding_name(encoding),
                        (int)string_size(shown), string_bytes(shown));
    }
    symbol_t const symbol = string_symbol(ec->runtime, ec->heap, s);
    return symbol != 0 ? value_symbol(symbol) : vm_raise_symbol(ec);
}

// --- Appending
// -----------------------------------------------------------------------------------------------------------

// False: exception set.
static bool append_text(struct ec *ec, struct string *s, struct string *other)
{
    enum encoding encoding;
    if (!text_join_encoding(ec, s, other, &encoding)) return false;
    if (string_size(s) + string_size(other) > STRING_SIZE_MAX) {
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "string sizes too big");
        return false;
    }
    if (encoding != string_encoding(s)) string_set_encoding(s, encoding);
    if (string_append_string(ec->heap, s, other)) return true;
    vm_raise_memory(ec);
    return false;
}

static bool append_codepoint(struct ec *ec, struct string *s, value_t v)
{
    int64_t code;
    if (value_is_bignum(v)) {
        vm_raise(ec, CLASS_RANGE_ERROR, "bignum out of char range");
        return false;
    }
    if (!text_integer(ec, v, &code)) return false;
    enum encoding encoding = string_encoding(s);
    char bytes[8];
    size_t size = 0;
    bool const binary = encoding == ENCODING_BINARY || encoding == ENCODING_ASCII;
    if (code < 0 || code > UINT32_MAX || (binary && code > 0xff)) {
        vm_raise(ec, CLASS_RANGE_ERROR, "%lld out of char range", (long long)code);
        return false;
    }
    if (encoding == ENCODING_ASCII && code > 0x7f) encoding = ENCODING_BINARY;
    size = encoding_encode(encoding, (uint32_t)code, bytes);
    if (size == 0) {
        if (encoding_unicode(encoding)) {
            vm_raise(ec, CLASS_RANGE_ERROR, "invalid codepoint 0x%llX in %s", (unsigned long long)code,
                     encoding_name(encoding));
        } else {
            vm_raise(ec, CLASS_RANGE_ERROR, "%lld out of char range", (long long)code);
        }
        return false;
    }
    if (encoding != string_encoding(s)) string_set_encoding(s, encoding);
    if (string_append(ec->heap, s, bytes, size)) return true;
    vm_raise_memory(ec);
    return false;
}

static value_t string_append_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    bool const text = is_text(argv[0]);
    if (TRP_UNLIKELY(!text && !value_is_integer(argv[0]))) return VALUE_FAIL;
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    bool const ok =
        text ? append_text(ec, to_text(self), to_text(argv[0])) : append_codepoint(ec, to_text(self), argv[0]);
    return ok ? self : VALUE_UNDEF;
}

static value_t string_concat(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    bool repeated = false;
    for (int i = 0; i < argc; i++) {
        if (!is_text(argv[i]) && !value_is_integer(argv[i])) return VALUE_FAIL;
        repeated |= i > 0 && argv[i] == self;
    }
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    struct string *const before = repeated ? string_dup(ec->heap, to_text(self)) : NULL;
    if (repeated && before == NULL) return vm_raise_memory(ec);
    for (int i = 0; i < argc; i++) {
        bool const ok = !is_text(argv[i])             ? append_codepoint(ec, to_text(self), argv[i])
                        : repeated && argv[i] == self ? append_text(ec, to_text(self), before)
                                                      : append_text(ec, to_text(self), to_text(argv[i]));
        if (!ok) return VALUE_UNDEF;
    }
    return self;
}

static value_t string_append_as_bytes(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    for (int i = 0; i < argc; i++) {
        if (!is_text(argv[i]) && !value_is_integer(argv[i])) {
            return vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected String or Integer)",
                            vm_class_name(ec, argv[i]));
        }
    }
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    struct string *const s = to_text(self);
    for (int i = 0; i < argc; i++) {
        bool ok;
        if (is_text(argv[i])) {
            ok = string_append(ec->heap, s, string_bytes(to_text(argv[i])), string_size(to_text(argv[i])));
        } else {
            value_t const low = integer_and(ec->heap, argv[i], value_fixnum(0xff));
            char const byte = low == VALUE_UNDEF ? 0 : (char)value_to_fixnum(low);
            ok = low != VALUE_UNDEF && string_append(ec->heap, s, &byte, 1);
        }
        if (!ok) return vm_raise_memory(ec);
    }
    return self;
}

static bool splice(struct ec *ec, struct string *s, size_t offset, size_t size, struct string *with)
{
    enum encoding encoding;
    if (!text_join_encoding(ec, s, with, &encoding)) return false;
    if (string_size(s) - size + string_size(with) > STRING_SIZE_MAX) {
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "string sizes too big");
        return false;
    }
    if (encoding != string_encoding(s)) string_set_encoding(s, encoding);
    if (string_splice(ec->heap, s, offset, size, string_bytes(with), string_size(with))) return true;
    vm_raise_memory(ec);
    return false;
}

static value_t string_prepend(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    for (int i = 0; i < argc; i++) {
        if (!is_text(argv[i])) return VALUE_FAIL;
    }
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    struct string *const before = string_dup(ec->heap, to_text(self));
    if (before == NULL) return vm_raise_memory(ec);
    for (int i = argc - 1; i >= 0; i--) {
        if (!splice(ec, to_text(self), 0, 0, argv[i] == self ? before : to_text(argv[i]))) return VALUE_UNDEF;
    }
    return self;
}

static value_t string_insert(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!value_is_integer(argv[0]) || !is_text(argv[1])) return VALUE_FAIL;
    int64_t index;
    if (!text_integer(ec, argv[0], &index) || !core_check_frozen(ec, self)) return VALUE_UNDEF;
    struct string *const s = to_text(self);
    int64_t const at = index < 0 ? index + (int64_t)string_length(s) + 1 : index;
    size_t const offset = at < 0 ? SIZE_MAX : string_offset(s, (size_t)at);
    if (offset == SIZE_MAX) return vm_raise(ec, CLASS_INDEX_ERROR, "index %lld out of string", (long long)index);
    return splice(ec, s, offset, 0, to_text(argv[1])) ? self : VALUE_UNDEF;
}

static value_t string_clear(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    struct string *const empty = string_new(ec->heap, "", 0, string_encoding(to_text(self)));
    if (empty == NULL || !string_replace(ec->heap, to_text(self), empty)) return vm_raise_memory(ec);
    return self;
}

// --- Padding, turning round
// ---------------------------------------------------------------------------------------------

// Appends `count` characters of the pad, from its start.
static bool append_pad(struct ec *ec, struct string *out, struct string *pad, size_t pad_length, size_t count)
{
    if (string_size(pad) == 1) {
        char chunk[64];
        memset(chunk, string_bytes(pad)[0], sizeof chunk);
        for (; count > sizeof chunk; count -= sizeof chunk) {
            if (!string_append(ec->heap, out, chunk, sizeof chunk)) return false;
        }
        return string_append(ec->heap, out, chunk, count);
    }
    for (; count >= pad_length; count -= pad_length) {
        if (!string_append_string(ec->heap, out, pad)) return false;
    }
    size_t const part = string_offset(pad, count);
    return string_append(ec->heap, out, string_bytes(pad), part);
}

enum justify { JUSTIFY_LEFT, JUSTIFY_RIGHT, JUSTIFY_CENTER };

static value_t justify(struct ec *ec, value_t self, int argc, const value_t *argv, enum justify where)
{
    if (!value_is_integer(argv[0]) || (argc > 1 && !is_text(argv[1]))) return VALUE_FAIL;
    int64_t width;
    if (!text_integer(ec, argv[0], &width)) return VALUE_UNDEF;
    struct string *const s = to_text(self);
    struct string *const pad = argc > 1 ? to_text(argv[1]) : string_new(ec->heap, " ", 1, ENCODING_ASCII);
    if (pad == NULL) return vm_raise_memory(ec);
    enum encoding encoding = string_encoding(s);
    if (argc > 1 && !text_join_encoding(ec, s, pad, &encoding)) return VALUE_UNDEF;
    size_t const pad_length = string_length(pad);
    if (pad_length == 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "zero width padding");
    int64_t const length = (int64_t)string_length(s);
    if (width <= length) return text_copy(ec, s);
    uint64_t const missing = (uint64_t)(width - length);
    if (missing > STRING_SIZE_MAX / string_size(pad)) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "argument too big");
    size_t const left = where == JUSTIFY_LEFT ? 0 : where == JUSTIFY_RIGHT ? missing : missing / 2;
    struct string *const out =
        string_new_capacity(ec->heap, string_size(s) + missing / pad_length * string_size(pad), encoding);
    if (out == NULL || !append_pad(ec, out, pad, pad_length, left) || !string_append_string(ec->heap, out, s) ||
        !append_pad(ec, out, pad, pad_length, missing - left)) {
        return vm_raise_memory(ec);
    }
    return value_pointer(out);
}

static value_t string_ljust(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return justify(ec, self, argc, argv, JUSTIFY_LEFT);
}
static value_t string_rjust(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return justify(ec, self, argc, argv, JUSTIFY_RIGHT);
}
static value_t string_center(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return justify(ec, self, argc, argv, JUSTIFY_CENTER);
}

static struct string *reverse(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    (void)argc, (void)argv;
    size_t const size = string_size(s);
    enum encoding const encoding = string_encoding(s);
    bool const single = text_single(s);
    struct string *const out = string_new_capacity(ec->heap, size, encoding);
    if (out == NULL || !string_make_writable(ec->heap, out, size)) return vm_raise_memory(ec), NULL;
    const char *const from = string_bytes(s);
    char *const to = string_writable(out);
    value_t root = value_pointer(out);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    size_t stop = 0;
    if (single) {
        for (size_t i = 0; i < size; i++) {
            text_turn(ec, i, &stop, TEXT_SLOW);
            to[size - 1 - i] = from[i];
        }
    } else {
        for (size_t i = 0; i < size;) {
            text_turn(ec, i, &stop, TEXT_SLOW);
            size_t const character = string_character_size(s, i);
            memcpy(to + size - i - character, from + i, character);
            i += character;
        }
    }
    ec->roots = roots.next;
    string_set_size(out, size);
    *changed = true;
    return out;
}
TEXT_PAIR(string_reverse, reverse)

// --- Single characters and bytes
// ------------------------------------------------------------------------------------------

static value_t string_ord(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct string *const s = to_text(self);
    if (string_size(s) == 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "empty string");
    size_t size;
    int32_t const code = encoding_decode(string_encoding(s), string_bytes(s), string_size(s), &size);
    if (code >= 0) return value_fixnum(code);
    return vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid byte sequence in %s", encoding_name(string_encoding(s)));
}

static value_t string_chr(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct string *const s = to_text(self);
    return text_part(ec, s, 0, string_size(s) == 0 ? 0 : string_character_size(s, 0));
}

static value_t string_getbyte(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!value_is_integer(argv[0])) return VALUE_FAIL;
    int64_t index;
    if (!text_integer(ec, argv[0], &index)) return VALUE_UNDEF;
    const struct string *const s = to_text(self);
    if (index < 0) index += (int64_t)string_size(s);
    if (index < 0 || index >= (int64_t)string_size(s)) return VALUE_NIL;
    return value_fixnum((unsigned char)string_bytes(s)[index]);
}

static value_t string_setbyte(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!value_is_integer(argv[0]) || !value_is_integer(argv[1])) return VALUE_FAIL;
    int64_t index;
    if (!text_integer(ec, argv[0], &index) || !core_check_frozen(ec, self)) return VALUE_UNDEF;
    struct string *const s = to_text(self);
    int64_t const size = (int64_t)string_size(s);
    if (index < -size || index >= size) {
        return vm_raise(ec, CLASS_INDEX_ERROR, "index %lld out of string", (long long)index);
    }
    value_t const low = integer_and(ec->heap, argv[1], value_fixnum(0xff));
    if (low == VALUE_UNDEF || !string_make_writable(ec->heap, s, (size_t)size)) return vm_raise_memory(ec);
    string_writable(s)[index < 0 ? index + size : index] = (char)value_to_fixnum(low);
    string_set_size(s, (size_t)size); // forgets what was known of the bytes
    return argv[1];
}

static value_t string_sum(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t bits = 16;
    if (argc > 0) {
        if (!value_is_integer(argv[0])) return VALUE_FAIL;
        if (!text_integer(ec, argv[0], &bits)) return VALUE_UNDEF;
    }
    TEXT_LONG(ec, string_sum, TEXT_FAST);
    const struct string *const s = to_text(self);
    const char *const bytes = string_bytes(s);
    uint64_t sum = 0;
    for (size_t from = 0, size = string_size(s); from < size; from += TEXT_PIECE) {
        size_t const end = size - from < TEXT_PIECE ? size : from + TEXT_PIECE;
        for (size_t i = from; i < end; i++)
            sum += (unsigned char)bytes[i];
        heap_pause(ec->heap, TEXT_PIECE / TEXT_FAST);
    }
    if (bits > 0 && bits < 64) sum &= ((uint64_t)1 << bits) - 1;
    return core_or_memory(ec, integer_from_uint64(ec->heap, sum));
}

static value_t string_uplus(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return object_frozen(to_text(self)) ? text_copy(ec, to_text(self)) : self;
}

static value_t string_uminus(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_or_memory(ec, string_interned(ec->runtime, ec->heap, to_text(self)));
}

// A String that a primitive builds on: empty, with the receiver's encoding.
static value_t string_buffer(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return text_new(ec, "", 0, string_encoding(to_text(self)));
}

static value_t string_copy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return text_copy(ec, to_text(argc > 0 ? argv[0] : self));
}

// Primitive.string_push(to, text): as <<, for prelude loops.
static value_t string_push(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return append_text(ec, to_text(argv[0]), to_text(argv[1])) ? argv[0] : VALUE_UNDEF;
}

// Primitive.string_push_bytes(to, text): whatever the encodings.
static value_t string_push_bytes(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct string *const from = to_text(argv[1]);
    bool const ok = string_append(ec->heap, to_text(argv[0]), string_bytes(from), string_size(from));
    return ok ? argv[0] : vm_raise_memory(ec);
}

// Primitive.responds_plainly(x): nobody defined respond_to?, respond_to_missing? or method_missing for it.
static value_t responds_plainly(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return value_bool(value_responds_plainly(ec, argv[0]));
}

// Primitive.string_unchanged(copy): self still has the bytes of a copy that was made of it.
static value_t string_unchanged(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    const struct string *const s = to_text(self), *const copy = to_text(argv[0]);
    size_t const size = string_size(s);
    if (size != string_size(copy)) return VALUE_FALSE;
    return value_bool(string_bytes(s) == string_bytes(copy) || memcmp(string_bytes(s), string_bytes(copy), size) == 0);
}

static value_t string_size_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return string_size_method(ec, argv[0], argc - 1, NULL);
}

static value_t string_compare_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return string_compare_method(ec, argv[0], argc - 1, argv + 1);
}

// How long each takes, see docs/builtins.md:
//   bounded: string_bytesize string_empty string_to_s string_ord string_chr string_getbyte string_uplus string_buffer
//     string_copy responds_plainly
//   moves: string_initialize string_replace_method string_plus string_equal_method string_eql string_compare_method
//     string_hash_method string_append_method string_concat string_append_as_bytes string_prepend string_insert
//     string_clear string_ljust string_rjust string_center string_setbyte string_reserve string_concat_of
//     string_prepend_of string_push string_push_bytes string_unchanged string_compare_of string_uminus
//   polls: string_times string_inspect string_reverse string_reverse_bang string_sum string_size_method string_size_of
//     string_to_sym
static const struct core_method methods[] = {
    {"initialize", string_initialize, 0, 2, CORE_TRY | CORE_PRIVATE},
    {"initialize_copy", string_replace_method, 1, 1, CORE_TRY},
    {"replace", string_replace_method, 1, 1, CORE_TRY},
    {"+", string_plus, 1, 1, CORE_TRY},
    {"*", string_times, 1, 1, CORE_TRY},
    {"==", string_equal_method, 1, 1, CORE_TRY},
    {"eql?", string_eql, 1, 1, 0},
    {"<=>", string_compare_method, 1, 1, CORE_TRY},
    {"hash", string_hash_method, 0, 0, 0},
    {"size", string_size_method, 0, 0, 0},
    {"length", string_size_method, 0, 0, 0},
    {"bytesize", string_bytesize, 0, 0, 0},
    {"empty?", string_empty, 0, 0, 0},
    {"to_s", string_to_s, 0, 0, 0},
    {"to_str", string_to_s, 0, 0, 0},
    {"inspect", string_inspect, 0, 0, 0},
    {"to_sym", string_to_sym, 0, 0, 0},
    {"intern", string_to_sym, 0, 0, 0},
    {"<<", string_append_method, 1, 1, CORE_TRY},
    {"concat", string_concat, 0, -1, CORE_TRY},
    {"append_as_bytes", string_append_as_bytes, 0, -1, 0},
    {"prepend", string_prepend, 0, -1, CORE_TRY},
    {"insert", string_insert, 2, 2, CORE_TRY},
    {"clear", string_clear, 0, 0, 0},
    {"ljust", string_ljust, 1, 2, CORE_TRY},
    {"rjust", string_rjust, 1, 2, CORE_TRY},
    {"center", string_center, 1, 2, CORE_TRY},
    {"reverse", string_reverse, 0, 0, 0},
    {"reverse!", string_reverse_bang, 0, 0, 0},
    {"ord", string_ord, 0, 0, 0},
    {"chr", string_chr, 0, 0, 0},
    {"getbyte", string_getbyte, 1, 1, CORE_TRY},
    {"setbyte", string_setbyte, 2, 2, CORE_TRY},
    {"sum", string_sum, 0, 1, CORE_TRY},
    {"+@", string_uplus, 0, 0, 0},
    {"-@", string_uminus, 0, 0, 0},
    {"dedup", string_uminus, 0, 0, 0},
};

TEXT_OF_ARRAY(string_concat)
TEXT_OF_ARRAY(string_prepend)

static const struct vm_primitive primitives[] = {
    {"string_replace", string_replace_method},
    {"string_reserve", string_reserve},
    {"string_plus", string_plus},
    {"string_times", string_times},
    {"string_concat", string_concat_of},
    {"string_append", string_append_method},
    {"string_prepend", string_prepend_of},
    {"string_insert", string_insert},
    {"string_ljust", string_ljust},
    {"string_rjust", string_rjust},
    {"string_center", string_center},
    {"string_getbyte", string_getbyte},
    {"string_setbyte", string_setbyte},
    {"string_sum", string_sum},
    {"string_size", string_size_method},
    {"string_bytesize", string_bytesize},
    {"string_buffer", string_buffer},
    {"string_copy", string_copy},
    {"string_push", string_push},
    {"string_push_bytes", string_push_bytes},
    {"responds_plainly", responds_plainly},
    {"string_unchanged", string_unchanged},
    {"string_size_of", string_size_of},
    {"string_compare_of", string_compare_of},
};

bool core_string(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
