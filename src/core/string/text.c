// What the files on text share: encodings of two strings together, indexes and ranges in characters, ! methods.
#include "core/string/text.h"

value_t text_raise_broken(struct ec *ec, const struct string *s)
{
    return vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid byte sequence in %s", encoding_name(string_encoding(s)));
}

bool text_join_encoding(struct ec *ec, struct string *a, struct string *b, enum encoding *encoding)
{
    *encoding = string_encoding(a);
    if (TRP_LIKELY(*encoding == string_encoding(b))) return true;
    enum encoding const joined = string_compatible(a, b);
    if (TRP_UNLIKELY(joined == ENCODING_COUNT)) {
        vm_raise_incompatible(ec, string_encoding(a), string_encoding(b));
        return false;
    }
    *encoding = joined;
    return true;
}

size_t text_index_of(struct string *s, size_t offset)
{
    if (text_single(s)) return offset;
    enum encoding const encoding = string_encoding(s);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    size_t count = 0;
    if (encoding == ENCODING_UTF8 && string_scan(s) == STRING_VALID) return utf8_count(bytes, offset);
    for (size_t at = 0; at < offset; count++) {
        size_t character;
        encoding_decode(encoding, bytes + at, size - at, &character);
        at += character;
    }
    return count;
}

size_t text_previous(struct string *s, size_t offset)
{
    TRP_ASSERT(offset > 0 && offset <= string_size(s));
    if (text_single(s)) return offset - 1;
    enum encoding const encoding = string_encoding(s);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    size_t character;
    if (encoding == ENCODING_UTF8) {
        for (size_t back = 1; back <= 4 && back <= offset; back++) {
            if (((unsigned char)bytes[offset - back] & 0xc0) == 0x80) continue;
            bool const whole = encoding_decode(encoding, bytes + offset - back, size - offset + back, &character) >= 0;
            return whole && character == back ? offset - back : offset - 1;
        }
        return offset - 1;
    }
    size_t at = 0;
    for (;;) { // other encodings cannot be read backwards
        encoding_decode(encoding, bytes + at, size - at, &character);
        if (at + character >= offset) return at;
        at += character;
    }
}

bool text_integer(struct ec *ec, value_t v, int64_t *out)
{
    if (TRP_LIKELY(value_is_fixnum(v))) {
        *out = value_to_fixnum(v);
        return true;
    }
    if (value_is_bignum(v)) {
        if (integer_to_int64(v, out)) return true;
        vm_raise(ec, CLASS_RANGE_ERROR, "bignum too big to convert into 'long'");
    } else {
        vm_raise_type(ec, v, "Integer");
    }
    return false;
}

bool text_range(struct string *s, int64_t start, int64_t length, size_t *offset, size_t *size)
{
    if (length < 0) return false;
    if (text_single(s)) {
        int64_t const count = (int64_t)string_size(s);
        if (start < 0) start += count;
        if (start < 0 || start > count) return false;
        *offset = (size_t)start;
        *size = (size_t)(length < count - start ? length : count - start);
        return true;
    }
    if (start < 0) start += (int64_t)string_length(s);
    if (start < 0) return false;
    size_t const from = string_offset(s, (size_t)start);
    if (from == SIZE_MAX) return false;
    const char *const bytes = string_bytes(s);
    size_t const total = string_size(s);
    size_t to = from;
    enum encoding const encoding = string_encoding(s);
    for (int64_t i = 0; i < length && to < total; i++) {
        size_t character;
        encoding_decode(encoding, bytes + to, total - to, &character);
        to += character;
    }
    *offset = from;
    *size = to - from;
    return true;
}

int text_range_of(struct ec *ec, value_t range, int64_t count, int64_t *start, int64_t *length)
{
    const struct range *const r = value_to_range(range);
    int64_t from = 0, to = -1;
    if (!value_is_nil(r->begin) && !text_integer(ec, r->begin, &from)) return -1;
    if (!value_is_nil(r->end) && !text_integer(ec, r->end, &to)) return -1;
    if (from < 0) from += count;
    if (from < 0 || from > count) return 0;
    if (to < 0) to += count;
    if (!(r->header & RANGE_EXCLUSIVE) || value_is_nil(r->end)) to++;
    if (to > count) to = count;
    *start = from;
    *length = to > from ? to - from : 0;
    return 1;
}

void text_raise_range(struct ec *ec, value_t range)
{
    const struct range *const r = value_to_range(range);
    const char *const dots = r->header & RANGE_EXCLUSIVE ? "..." : "..";
    long long const from = value_is_fixnum(r->begin) ? (long long)value_to_fixnum(r->begin) : 0;
    long long const to = value_is_fixnum(r->end) ? (long long)value_to_fixnum(r->end) : 0;
    if (value_is_nil(r->end)) {
        vm_raise(ec, CLASS_RANGE_ERROR, "%lld%s out of range", from, dots);
    } else if (value_is_nil(r->begin)) {
        vm_raise(ec, CLASS_RANGE_ERROR, "%s%lld out of range", dots, to);
    } else {
        vm_raise(ec, CLASS_RANGE_ERROR, "%lld%s%lld out of range", from, dots, to);
    }
}

value_t text_changed(struct ec *ec, value_t self, int argc, const value_t *argv, text_change change)
{
    bool changed = false;
    struct string *const result = change(ec, to_text(self), argc, argv, &changed);
    return result != NULL ? value_pointer(result) : VALUE_UNDEF;
}

value_t text_change_self(struct ec *ec, value_t self, int argc, const value_t *argv, text_change change)
{
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    bool changed = false;
    value_t subject = self;
    if (TRP_UNLIKELY(ec->heap->work != NULL)) { // others may change it meanwhile
        subject = text_copy(ec, to_text(self));
        if (subject == VALUE_UNDEF) return subject;
    }
    struct vm_roots roots = {ec->roots, &subject, 1};
    ec->roots = &roots;
    struct string *const result = change(ec, to_text(subject), argc, argv, &changed);
    ec->roots = roots.next;
    if (result == NULL) return VALUE_UNDEF;
    if (!changed) return VALUE_NIL;
    if (subject != self && !core_check_frozen(ec, self)) return VALUE_UNDEF;
    return string_replace(ec->heap, to_text(self), result) ? self : vm_raise_memory(ec);
}

// --- Finding
// --------------------------------------------------------------------------------------------------------------

bool text_boundary(struct string *s, size_t offset)
{
    size_t const size = string_size(s);
    if (offset >= size || offset == 0 || text_single(s)) return offset <= size;
    enum encoding const encoding = string_encoding(s);
    const char *const bytes = string_bytes(s);
    if (encoding == ENCODING_UTF8) {
        if (((unsigned char)bytes[offset] & 0xc0) != 0x80) return true;
        for (size_t back = 1; back <= 3 && back <= offset; back++) { // inside a well-formed character?
            if (((unsigned char)bytes[offset - back] & 0xc0) == 0x80) continue;
            size_t character;
            return encoding_decode(encoding, bytes + offset - back, size - offset + back, &character) < 0 ||
                   character <= back;
        }
        return true;
    }
    size_t at = 0;
    while (at < offset) {
        size_t character;
        encoding_decode(encoding, bytes + at, size - at, &character);
        at += character;
    }
    return at == offset;
}

size_t text_find(struct string *s, const struct string *needle, size_t from)
{
    const char *const bytes = string_bytes(needle);
    size_t const size = string_size(needle);
    size_t at = string_index(s, bytes, size, from);
    if (at == SIZE_MAX || text_single(s) || size == 0) return at;
    if (string_encoding(s) == ENCODING_UTF8 && string_scan(s) == STRING_VALID) {
        while (at != SIZE_MAX && !text_boundary(s, at))
            at = string_index(s, bytes, size, at + 1);
        return at;
    }
    size_t known = 0; // a boundary; only walked forwards
    while (at != SIZE_MAX) {
        while (known < at)
            known += string_character_size(s, known);
        if (known == at) return at;
        at = string_index(s, bytes, size, at + 1);
    }
    return SIZE_MAX;
}

size_t text_find_last(struct string *s, const struct string *needle, size_t from)
{
    const char *const bytes = string_bytes(s), *const wanted = string_bytes(needle);
    size_t const size = string_size(s), count = string_size(needle);
    if (count > size) return SIZE_MAX;
    size_t at = from < size - count ? from : size - count;
    if (count == 0) return at;
    for (;;) {
        const char *const found = memrchr(bytes, wanted[0], at + 1);
        if (found == NULL) return SIZE_MAX;
        at = (size_t)(found - bytes);
        if (memcmp(found, wanted, count) == 0 && text_boundary(s, at)) return at;
        if (at == 0) return SIZE_MAX;
        at--;
    }
}

// --- Strings under construction
// -------------------------------------------------------------------------------------------

void text_out_open(struct ec *ec, struct text_out *out, size_t capacity, enum encoding encoding)
{
    if (capacity < 16) capacity = 16;
    *out = (struct text_out){.ec = ec, .string = string_new_capacity(ec->heap, capacity, encoding)};
    if (out->string == NULL || !string_make_writable(ec->heap, out->string, capacity)) {
        static char nothing[1]; // memcpy wants a place for no bytes, too
        out->string = NULL;
        out->bytes = nothing;
        return;
    }
    out->bytes = string_writable(out->string);
    out->capacity = out->room = capacity;
    if (TRP_LIKELY(ec->heap->work == NULL)) return;
    out->root = value_pointer(out->string);
    out->roots = (struct vm_roots){.next = ec->roots, .values = &out->root, .count = 1};
    out->linked = true;
    ec->roots = &out->roots;
    if (capacity > TEXT_PIECE) out->capacity = TEXT_PIECE;
}

// False: there is no more room, or none is to be saved.
static bool next_piece(struct text_out *out, size_t more)
{
    if (more > out->room - out->size) return false;
    heap_pause(out->ec->heap, TEXT_PIECE / TEXT_SLOW);
    size_t const wanted = out->size + more + TEXT_PIECE;
    out->capacity = wanted < out->room ? wanted : out->room;
    return true;
}

bool text_out_grow(struct text_out *out, size_t more)
{
    if (out->string == NULL) {
        out->size = out->capacity = out->room = 0;
        return false;
    }
    if (out->linked && next_piece(out, more)) return true;
    size_t const wanted = out->size + more;
    size_t capacity = out->room + out->room / 2 + 32;
    if (capacity < wanted) capacity = wanted;
    if (capacity > STRING_SIZE_MAX) capacity = STRING_SIZE_MAX;
    string_set_size(out->string, out->size);
    if (wanted > STRING_SIZE_MAX || !string_make_writable(out->ec->heap, out->string, capacity)) {
        out->string = NULL;
        out->size = out->capacity = out->room = 0;
        return false;
    }
    out->bytes = string_writable(out->string);
    out->capacity = out->room = capacity;
    return true;
}

struct string *text_out_close(struct text_out *out)
{
    if (out->linked) out->ec->roots = out->roots.next;
    out->linked = false;
    if (out->string == NULL) {
        vm_raise_memory(out->ec);
        return NULL;
    }
    string_set_size(out->string, out->size);
    return out->string;
}
