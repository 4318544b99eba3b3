// Literals: numbers, strings, symbols, regexps, ranges, arrays, hashes, and interpolation.
#include "compile/interior.h"

#include <stdio.h>

// --- Numbers -------------------------------------------------------------------------------------------------------
static value_t big_integer(struct compiler *c, const pm_integer_t *i)
{
    size_t const size = i->length * 8 + 2;
    char *const text = arena_take(c, size);
    if (text == NULL) return VALUE_NIL;
    size_t at = 0;
    if (i->negative) text[at++] = '-';
    for (size_t k = i->length; k-- > 0;) {
        for (int shift = 28; shift >= 0; shift -= 4) text[at++] = "0123456789abcdef"[i->values[k] >> shift & 15];
    }
    value_t const value = integer_parse(c->heap, text, at, 16, true);
    if (value == VALUE_UNDEF) compile_fail_memory(c);
    return share_value(c, value);
}

static value_t integer_value(struct compiler *c, const pm_integer_t *i)
{
    if (i->values != NULL) return big_integer(c, i);
    return value_fixnum(i->negative ? -(int64_t)i->value : (int64_t)i->value);
}

static value_t float_constant(struct compiler *c, double d)
{
    value_t const value = float_value(c->heap, d);
    if (value == VALUE_UNDEF || value == 0) {
        compile_fail_memory(c);
        return VALUE_NIL;
    }
    return share_value(c, value);
}

static void compile_integer(struct scope *s, const pm_integer_t *i, int dst)
{
    if (i->values == NULL) load_int(s, dst, i->negative ? -(int64_t)i->value : (int64_t)i->value);
    else load_constant(s, dst, big_integer(s->c, i));
}

// Kernel.Rational(n, d), Kernel.Complex(0, n)
static void compile_rational(struct scope *s, const pm_rational_node_t *n, int dst)
{
    int const top = s->top, base = window_base(s, dst);
    load_class(s, base, CLASS_KERNEL);
    compile_integer(s, &n->numerator, new_temp(s));
    compile_integer(s, &n->denominator, new_temp(s));
    emit_send(s, base, "Rational", 2);
    emit_move(s, base, dst);
    s->top = top;
}

static void compile_imaginary(struct scope *s, const pm_imaginary_node_t *n, int dst)
{
    int const top = s->top, base = window_base(s, dst);
    load_class(s, base, CLASS_KERNEL);
    load_int(s, new_temp(s), 0);
    compile_temp(s, n->numeric);
    emit_send(s, base, "Complex", 2);
    emit_move(s, base, dst);
    s->top = top;
}

// --- Strings -------------------------------------------------------------------------------------------------------
enum encoding string_encoding_of(struct compiler *c, pm_node_flags_t flags, const pm_string_t *text)
{
    (void)text;
    if (flags & PM_STRING_FLAGS_FORCED_UTF8_ENCODING) return ENCODING_UTF8;
    if (flags & PM_STRING_FLAGS_FORCED_BINARY_ENCODING) return ENCODING_BINARY;
    return c->encoding;
}

static uint32_t string_constant(struct scope *s, const pm_string_t *text, pm_node_flags_t flags)
{
    return constant_string(s, text->source, text->length, string_encoding_of(s->c, flags, text));
}

static void compile_string(struct scope *s, const pm_string_node_t *n, int dst)
{
    if (dst == DISCARD) return;
    bool const frozen = (n->base.flags & PM_STRING_FLAGS_FROZEN) != 0;
    emit_abx(s, frozen ? OP_LOADK : OP_STRING, dst, string_constant(s, &n->unescaped, n->base.flags));
}

static symbol_t symbol_of(struct compiler *c, const pm_symbol_node_t *n)
{
    return bytes_symbol(c, n->unescaped.source, n->unescaped.length);
}

// --- Interpolation -------------------------------------------------------------------------------------------------
struct pieces { // strings in consecutive registers, waiting to be concatenated
    int first, count, in_register; // count includes the concatenation so far, in_register 1 when there is one
    uint8_t *bytes;                // literal bytes not yet in a register
    size_t size, capacity;
    enum encoding encoding;
    bool pending;
};

static void flush_registers(struct scope *s, struct pieces *p)
{
    if (p->count < CHUNK_MAX) return;
    emit_abc(s, OP_STRCAT, p->first, p->first, p->count);
    p->count = 1;
    s->top = p->first + 1;
}

static int next_piece(struct scope *s, struct pieces *p)
{
    flush_registers(s, p);
    int const reg = new_temp(s);
    if (p->count++ == 0) p->first = reg;
    return reg;
}

static void flush_literal(struct scope *s, struct pieces *p)
{
    if (!p->pending) return;
    p->pending = false;
    if (p->size == 0 && p->count > 0) return;
    emit_abx(s, OP_LOADK, next_piece(s, p), constant_string(s, p->bytes, p->size, p->encoding));
}

static void add_literal(struct scope *s, struct pieces *p, const pm_string_node_t *n)
{
    enum encoding const encoding = string_encoding_of(s->c, n->base.flags, &n->unescaped);
    size_t const more = n->unescaped.length;
    if (p->pending && p->encoding != encoding) flush_literal(s, p);
    if (!p->pending) p->size = 0;
    if (p->size + more > p->capacity) {
        size_t const capacity = (p->size + more) * 2 + 16;
        uint8_t *const bytes = arena_take(s->c, capacity);
        if (bytes == NULL) return;
        if (p->size != 0) memcpy(bytes, p->bytes, p->size);
        p->bytes = bytes;
        p->capacity = capacity;
    }
    if (more != 0) memcpy(p->bytes + p->size, n->unescaped.source, more);
    p->size += more;
    p->encoding = encoding;
    p->pending = true;
}

static void add_parts(struct scope *s, struct pieces *p, const pm_node_list_t *parts);

static void add_part(struct scope *s, struct pieces *p, const pm_node_t *n)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_STRING_NODE: add_literal(s, p, (const pm_string_node_t *)n); return;
    case PM_INTERPOLATED_STRING_NODE: add_parts(s, p, &((const pm_interpolated_string_node_t *)n)->parts); return;
    case PM_EMBEDDED_STATEMENTS_NODE:
        if (((const pm_embedded_statements_node_t *)n)->statements == NULL) return;
        break;
    default: break;
    }
    flush_literal(s, p);
    int const reg = next_piece(s, p);
    compile_node(s, n, reg);
    set_line(s, n);
    emit_abcs(s, OP_TOS, reg, reg, 0, call_site(s, SYM_to_s, 0, CALL_FCALL));
}

static void add_parts(struct scope *s, struct pieces *p, const pm_node_list_t *parts)
{
    for (size_t i = 0; i < parts->size; i++) add_part(s, p, parts->nodes[i]);
}

static bool all_literal(const pm_node_list_t *parts)
{
    for (size_t i = 0; i < parts->size; i++) {
        const pm_node_t *const n = parts->nodes[i];
        if (PM_NODE_TYPE_P(n, PM_STRING_NODE)) continue;
        if (!PM_NODE_TYPE_P(n, PM_INTERPOLATED_STRING_NODE)) return false;
        if (!all_literal(&((const pm_interpolated_string_node_t *)n)->parts)) return false;
    }
    return true;
}

static bool any_literal(const pm_node_list_t *parts)
{
    for (size_t i = 0; i < parts->size; i++) {
        const pm_node_t *const n = parts->nodes[i];
        if (PM_NODE_TYPE_P(n, PM_STRING_NODE)) return true;
        if (!PM_NODE_TYPE_P(n, PM_INTERPOLATED_STRING_NODE)) continue;
        if (any_literal(&((const pm_interpolated_string_node_t *)n)->parts)) return true;
    }
    return false;
}

static void merge_literals(struct scope *s, struct pieces *p, const pm_node_list_t *parts)
{
    for (size_t i = 0; i < parts->size; i++) {
        const pm_node_t *const n = parts->nodes[i];
        if (PM_NODE_TYPE_P(n, PM_STRING_NODE)) add_literal(s, p, (const pm_string_node_t *)n);
        else merge_literals(s, p, &((const pm_interpolated_string_node_t *)n)->parts);
    }
}

static bool same_encoding(struct compiler *c, const pm_node_list_t *parts)
{
    int encoding = -1;
    for (size_t i = 0; i < parts->size; i++) {
        const pm_node_t *const n = parts->nodes[i];
        if (!PM_NODE_TYPE_P(n, PM_STRING_NODE)) return false;
        int const one = (int)string_encoding_of(c, n->flags, &((const pm_string_node_t *)n)->unescaped);
        if (encoding >= 0 && one != encoding) return false;
        encoding = one;
    }
    return true;
}

// The constant that literal parts make together. False: they are not all literal.
static bool merged_constant(struct scope *s, const pm_node_list_t *parts, uint32_t *index)
{
    if (!all_literal(parts) || !same_encoding(s->c, parts)) return false;
    struct pieces p = {.encoding = s->c->encoding};
    merge_literals(s, &p, parts);
    *index = constant_string(s, p.bytes, p.size, p.encoding);
    return true;
}

void compile_interpolation(struct scope *s, const pm_node_list_t *parts, int dst)
{
    uint32_t index;
    if (merged_constant(s, parts, &index)) {
        if (dst != DISCARD) emit_abx(s, OP_STRING, dst, index);
        return;
    }
    int const top = s->top;
    struct pieces p = {.encoding = s->c->encoding};
    // Without a literal part the source's encoding has to come from somewhere.
    if (!any_literal(parts)) emit_abx(s, OP_LOADK, next_piece(s, &p), constant_string(s, NULL, 0, s->c->encoding));
    add_parts(s, &p, parts);
    flush_literal(s, &p);
    emit_abc(s, OP_STRCAT, dst == DISCARD ? p.first : dst, p.first, p.count);
    s->top = top;
}

static void compile_interpolated_string(struct scope *s, const pm_interpolated_string_node_t *n, int dst)
{
    uint32_t index;
    bool const frozen = (n->base.flags & PM_INTERPOLATED_STRING_NODE_FLAGS_FROZEN) != 0;
    if (frozen && dst != DISCARD && merged_constant(s, &n->parts, &index)) emit_abx(s, OP_LOADK, dst, index);
    else compile_interpolation(s, &n->parts, dst);
}

static void compile_interpolated_symbol(struct scope *s, const pm_interpolated_symbol_node_t *n, int dst)
{
    int const top = s->top, text = own_temp(s, dst);
    compile_interpolation(s, &n->parts, text);
    emit_ab(s, OP_INTERN, dst == DISCARD ? text : dst, text);
    s->top = top;
}

static void compile_x_string(struct scope *s, const pm_node_t *n, int dst)
{
    int const top = s->top, base = window_base(s, dst), text = new_temp(s);
    if (PM_NODE_TYPE_P(n, PM_X_STRING_NODE)) {
        emit_abx(s, OP_LOADK, text, string_constant(s, &((const pm_x_string_node_t *)n)->unescaped, n->flags));
    } else {
        compile_interpolation(s, &((const pm_interpolated_x_string_node_t *)n)->parts, text);
    }
    emit_abx(s, OP_SENDSELF, base, call_site(s, SYM_OP_backtick, 1, CALL_FCALL));
    emit_move(s, base, dst);
    s->top = top;
}

// --- Regexps -------------------------------------------------------------------------------------------------------
static unsigned regexp_options(pm_node_flags_t flags)
{
    unsigned options = 0;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_IGNORE_CASE) options |= REGEXP_IGNORECASE;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_EXTENDED) options |= REGEXP_EXTENDED;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_MULTI_LINE) options |= REGEXP_MULTILINE;
    if (flags & (PM_REGULAR_EXPRESSION_FLAGS_UTF_8 | PM_REGULAR_EXPRESSION_FLAGS_EUC_JP |
                 PM_REGULAR_EXPRESSION_FLAGS_WINDOWS_31J)) options |= REGEXP_FIXED;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_ASCII_8BIT) options |= REGEXP_NOENCODING;
    return options;
}

static enum encoding regexp_encoding(struct compiler *c, pm_node_flags_t flags)
{
    if (flags & (PM_REGULAR_EXPRESSION_FLAGS_UTF_8 | PM_REGULAR_EXPRESSION_FLAGS_FORCED_UTF8_ENCODING))
        return ENCODING_UTF8;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_EUC_JP) return ENCODING_EUC_JP;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_WINDOWS_31J) return ENCODING_WINDOWS_31J;
    if (flags & (PM_REGULAR_EXPRESSION_FLAGS_FORCED_BINARY_ENCODING | PM_REGULAR_EXPRESSION_FLAGS_ASCII_8BIT)) {
        return ENCODING_BINARY;
    }
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_FORCED_US_ASCII_ENCODING) return ENCODING_ASCII;
    return c->encoding;
}

// /…/u, /…/e and /…/s with interpolation.
static unsigned regexp_forced(pm_node_flags_t flags)
{
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_UTF_8) return VM_REGEXP_UTF8;
    if (flags & PM_REGULAR_EXPRESSION_FLAGS_EUC_JP) return VM_REGEXP_EUC_JP;
    return flags & PM_REGULAR_EXPRESSION_FLAGS_WINDOWS_31J ? VM_REGEXP_UTF8 | VM_REGEXP_EUC_JP : 0;
}

static value_t regexp_value(struct compiler *c, const pm_node_t *n, const uint8_t *bytes, size_t size)
{
    char buffer[128];
    const char *message = NULL;
    struct string *const source = string_new(c->heap, (const char *)bytes, size, regexp_encoding(c, n->flags));
    struct regexp *const re =
        source ? regexp_new(c->runtime, c->heap, source, regexp_options(n->flags), buffer, &message) : NULL;
    if (re != NULL) return share_value(c, value_pointer(re));
    if (message == NULL) compile_fail_memory(c);
    else
        compile_fail(c, COMPILE_SYNTAX_ERROR, n, "%s: /%.*s/", message, (int)(size < 200 ? size : 200),
                     (const char *)bytes);
    return VALUE_NIL;
}

static void compile_dynamic_regexp(struct scope *s, const pm_node_t *n, const pm_node_list_t *parts, int dst)
{
    int const top = s->top, text = own_temp(s, dst);
    bool const once = (n->flags & PM_REGULAR_EXPRESSION_FLAGS_ONCE) != 0;
    struct label compute = LABEL, end = LABEL;
    uint32_t const slot = s->once_count;
    if (once) { // ONCE skips the one-word jump when the slot is filled
        s->once_count++;
        emit_abcx(s, OP_ONCE, text, 1, 0, slot);
        emit_jump(s, &compute);
        emit_jump(s, &end);
        label_bind(s, &compute);
    }
    compile_interpolation(s, parts, text);
    set_line(s, n);
    emit_abc(s, OP_REGEXP, text, text, (int)(regexp_options(n->flags) | regexp_forced(n->flags)));
    if (once) emit_abcx(s, OP_ONCESET, text, 0, 0, slot);
    label_bind(s, &end);
    emit_move(s, text, dst);
    s->top = top;
}

static void compile_regexp_parts(struct scope *s, const pm_node_t *n, const pm_node_list_t *parts, int dst)
{
    if (!all_literal(parts)) {
        compile_dynamic_regexp(s, n, parts, dst);
        return;
    }
    struct pieces p = {.encoding = s->c->encoding};
    merge_literals(s, &p, parts);
    if (dst != DISCARD) load_constant(s, dst, regexp_value(s->c, n, p.bytes, p.size));
}

// --- Ranges --------------------------------------------------------------------------------------------------------
static bool range_end(struct compiler *c, const pm_node_t *n, value_t *value)
{
    n = n ? node_bare(n) : NULL;
    *value = VALUE_NIL;
    if (n == NULL || PM_NODE_TYPE_P(n, PM_NIL_NODE)) return true;
    if (!PM_NODE_TYPE_P(n, PM_INTEGER_NODE)) return false;
    *value = integer_value(c, &((const pm_integer_node_t *)n)->value);
    return true;
}

static bool range_value(struct compiler *c, const pm_range_node_t *n, value_t *value)
{
    value_t begin, end;
    if (!range_end(c, n->left, &begin) || !range_end(c, n->right, &end)) return false;
    struct range *const range = range_new(c->heap, begin, end, (n->base.flags & PM_RANGE_FLAGS_EXCLUDE_END) != 0);
    if (range == NULL) compile_fail_memory(c);
    *value = range ? share_value(c, value_pointer(range)) : VALUE_NIL;
    return true;
}

static void compile_range(struct scope *s, const pm_range_node_t *n, int dst)
{
    value_t value;
    if (range_value(s->c, n, &value)) {
        load_constant(s, dst, value);
        return;
    }
    int const top = s->top, ends = new_temps(s, 2);
    s->top = ends + 1; // the right end is not live while the left one is evaluated
    compile_or_nil(s, n->left, ends);
    s->top = ends + 2;
    compile_or_nil(s, n->right, ends + 1);
    set_line(s, &n->base);
    emit_abc(s, OP_RANGE, dst == DISCARD ? ends : dst, ends, (n->base.flags & PM_RANGE_FLAGS_EXCLUDE_END) != 0);
    s->top = top;
}

// --- Arrays --------------------------------------------------------------------------------------------------------
static bool has_splat(const pm_node_list_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (PM_NODE_TYPE_P(list->nodes[i], PM_SPLAT_NODE)) return true;
    }
    return false;
}

// A long list of literals only: a shared array to copy from.
static bool literal_array(struct scope *s, const pm_node_list_t *list, size_t count, value_t *value)
{
    struct compiler *const c = s->c;
    struct array *const array = array_new(c->heap, count);
    if (array == NULL) {
        compile_fail_memory(c);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        value_t item;
        if (c->status != COMPILE_OK || !literal_value(c, list->nodes[i], &item)) return false;
        if (!array_push(c->heap, array, item)) compile_fail_memory(c);
    }
    *value = share_value(c, value_pointer(array));
    return true;
}

// Elements [from, to) into consecutive new registers.
static int gather(struct scope *s, const pm_node_list_t *list, size_t from, size_t to)
{
    int const first = s->top;
    for (size_t i = from; i < to; i++) compile_temp(s, list->nodes[i]);
    return first;
}

static size_t plain_run(const pm_node_list_t *list, size_t from, size_t count)
{
    size_t to = from;
    while (to < count && to - from < CHUNK_MAX && !PM_NODE_TYPE_P(list->nodes[to], PM_SPLAT_NODE)) to++;
    return to;
}

static void splat_value(struct scope *s, const pm_splat_node_t *n, int dst)
{
    if (n->expression != NULL) {
        compile_node(s, n->expression, dst);
    } else { // an anonymous * parameter
        place_load(s, scope_anonymous(s, ANONYMOUS_REST), dst);
    }
}

static void append_elements(struct scope *s, const pm_node_list_t *list, size_t count, int array)
{
    bool started = false;
    for (size_t i = 0; i < count;) {
        int const top = s->top;
        size_t const to = plain_run(list, i, count);
        if (to == i) {
            const pm_splat_node_t *const splat = (const pm_splat_node_t *)list->nodes[i++];
            int const value = started ? new_temp(s) : array;
            splat_value(s, splat, value);
            set_line(s, &splat->base);
            emit_abcs(s, OP_SPLAT, value, value, 0, call_site(s, SYM_to_a, 0, CALL_FCALL));
            if (started) emit_ab(s, OP_ARRAYCAT, array, value);
        } else if (started && to - i == 1) {
            emit_ab(s, OP_ARRAYPUSH, array, gather(s, list, i, to));
            i = to;
        } else {
            int const first = gather(s, list, i, to);
            int const part = started ? first : array;
            emit_abc(s, OP_ARRAY, part, first, (int)(to - i));
            if (started) emit_ab(s, OP_ARRAYCAT, array, part);
            i = to;
        }
        started = true;
        s->top = top;
    }
}

void compile_elements(struct scope *s, const pm_node_list_t *list, size_t count, int dst)
{
    int const top = s->top;
    value_t value;
    if (count <= CHUNK_MAX && !has_splat(list, count)) {
        if (dst >= s->local_count && dst == s->top - 1) s->top = dst; // nested literals take no register each
        int const first = gather(s, list, 0, count);
        if (dst != DISCARD) emit_abc(s, OP_ARRAY, dst, count ? first : 0, (int)count);
    } else if (!has_splat(list, count) && literal_array(s, list, count, &value)) {
        int const array = own_temp(s, dst), literal = new_temp(s);
        emit_abc(s, OP_ARRAY, array, 0, 0);
        load_constant(s, literal, value);
        emit_ab(s, OP_ARRAYCAT, array, literal);
        emit_move(s, array, dst);
    } else {
        int const array = own_temp(s, dst);
        append_elements(s, list, count, array);
        emit_move(s, array, dst);
    }
    s->top = top;
}

// --- Hashes --------------------------------------------------------------------------------------------------------
// Keys whose hash the vm computes without dispatch.
static bool builtin_key(const pm_node_t *n)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_SYMBOL_NODE: case PM_STRING_NODE: case PM_INTEGER_NODE: case PM_FLOAT_NODE: case PM_NIL_NODE:
    case PM_TRUE_NODE: case PM_FALSE_NODE:
        return true;
    default: return false;
    }
}

static void compile_key(struct scope *s, const pm_node_t *n, int dst)
{
    if (PM_NODE_TYPE_P(n, PM_STRING_NODE)) { // the literal itself is frozen: no copy
        const pm_string_node_t *const text = (const pm_string_node_t *)n;
        emit_abx(s, OP_LOADK, dst, string_constant(s, &text->unescaped, n->flags));
    } else {
        compile_node(s, n, dst);
    }
}

static void add_pair(struct scope *s, int hash, const pm_assoc_node_t *n)
{
    int const top = s->top, key = new_temp(s);
    compile_key(s, n->key, key);
    int const value = compile_temp(s, n->value);
    set_line(s, &n->base);
    emit_abcs(s, OP_HASHSET, hash, key, value, call_site(s, SYM_OP_set_index, 2, 0));
    s->top = top;
}

static void add_splat(struct scope *s, int hash, const pm_assoc_splat_node_t *n)
{
    int const top = s->top, value = new_temp(s);
    if (n->value != NULL) {
        compile_node(s, n->value, value);
    } else { // an anonymous ** parameter
        place_load(s, scope_anonymous(s, ANONYMOUS_KWREST), value);
    }
    set_line(s, &n->base);
    emit_abcs(s, OP_HASHMERGE, hash, value, 1, call_site(s, SYM_to_hash, 0, CALL_FCALL));
    s->top = top;
}

void compile_hash(struct scope *s, const pm_node_list_t *elements, int dst)
{
    int const top = s->top;
    size_t leading = 0; // pairs that HASH takes from registers
    while (leading < elements->size && leading < CHUNK_MAX / 2) {
        const pm_node_t *const n = elements->nodes[leading];
        if (!PM_NODE_TYPE_P(n, PM_ASSOC_NODE) || !builtin_key(((const pm_assoc_node_t *)n)->key)) break;
        leading++;
    }
    bool const whole = leading == elements->size;
    int const hash = whole && dst != DISCARD ? dst : own_temp(s, dst), first = s->top;
    for (size_t i = 0; i < leading; i++) {
        const pm_assoc_node_t *const pair = (const pm_assoc_node_t *)elements->nodes[i];
        compile_key(s, pair->key, new_temp(s));
        compile_temp(s, pair->value);
    }
    emit_abc(s, OP_HASH, hash, leading ? first : 0, (int)leading);
    s->top = first;
    for (size_t i = leading; i < elements->size; i++) {
        const pm_node_t *const n = elements->nodes[i];
        if (PM_NODE_TYPE_P(n, PM_ASSOC_NODE)) add_pair(s, hash, (const pm_assoc_node_t *)n);
        else add_splat(s, hash, (const pm_assoc_splat_node_t *)n);
    }
    emit_move(s, hash, dst);
    s->top = top;
}

// --- All of them ---------------------------------------------------------------------------------------------------
bool literal_value(struct compiler *c, const pm_node_t *n, value_t *value)
{
    n = node_bare(n);
    switch (PM_NODE_TYPE(n)) {
    case PM_NIL_NODE: *value = VALUE_NIL; return true;
    case PM_TRUE_NODE: *value = VALUE_TRUE; return true;
    case PM_FALSE_NODE: *value = VALUE_FALSE; return true;
    case PM_INTEGER_NODE: *value = integer_value(c, &((const pm_integer_node_t *)n)->value); return true;
    case PM_FLOAT_NODE: *value = float_constant(c, ((const pm_float_node_t *)n)->value); return true;
    case PM_SYMBOL_NODE: *value = value_symbol(symbol_of(c, (const pm_symbol_node_t *)n)); return true;
    default: return false;
    }
}

static void compile_source_encoding(struct scope *s, int dst)
{
    char name[64];
    size_t i = 0;
    for (const char *text = encoding_name(s->c->encoding); *text && i + 1 < sizeof name; text++) {
        name[i++] = *text == '-' ? '_' : *text;
    }
    name[i] = 0;
    int const top = s->top, base = own_temp(s, dst);
    load_class(s, base, CLASS_ENCODING);
    emit_abcx(s, OP_GETCONSTFROM, dst == DISCARD ? base : dst, base, 0, const_site(s, text_symbol(s->c, name)));
    s->top = top;
}

void compile_literal(struct scope *s, const pm_node_t *n, int dst)
{
    struct compiler *const c = s->c;
    switch (PM_NODE_TYPE(n)) {
    case PM_INTEGER_NODE: compile_integer(s, &((const pm_integer_node_t *)n)->value, dst); break;
    case PM_FLOAT_NODE: load_constant(s, dst, float_constant(c, ((const pm_float_node_t *)n)->value)); break;
    case PM_RATIONAL_NODE: compile_rational(s, (const pm_rational_node_t *)n, dst); break;
    case PM_IMAGINARY_NODE: compile_imaginary(s, (const pm_imaginary_node_t *)n, dst); break;
    case PM_STRING_NODE: compile_string(s, (const pm_string_node_t *)n, dst); break;
    case PM_SYMBOL_NODE: load_symbol(s, dst, symbol_of(c, (const pm_symbol_node_t *)n)); break;
    case PM_INTERPOLATED_STRING_NODE: compile_interpolated_string(s, (const void *)n, dst); break;
    case PM_INTERPOLATED_SYMBOL_NODE: compile_interpolated_symbol(s, (const void *)n, dst); break;
    case PM_X_STRING_NODE: case PM_INTERPOLATED_X_STRING_NODE: compile_x_string(s, n, dst); break;
    case PM_REGULAR_EXPRESSION_NODE: {
        const pm_string_t *const text = &((const pm_regular_expression_node_t *)n)->unescaped;
        load_constant(s, dst, regexp_value(c, n, text->source, text->length));
        break;
    }
    case PM_MATCH_LAST_LINE_NODE: {
        const pm_string_t *const text = &((const pm_match_last_line_node_t *)n)->unescaped;
        load_constant(s, dst, regexp_value(c, n, text->source, text->length));
        break;
    }
    case PM_INTERPOLATED_REGULAR_EXPRESSION_NODE:
        compile_regexp_parts(s, n, &((const pm_interpolated_regular_expression_node_t *)n)->parts, dst);
        break;
    case PM_INTERPOLATED_MATCH_LAST_LINE_NODE:
        compile_regexp_parts(s, n, &((const pm_interpolated_match_last_line_node_t *)n)->parts, dst);
        break;
    case PM_RANGE_NODE: compile_range(s, (const pm_range_node_t *)n, dst); break;
    case PM_ARRAY_NODE: {
        const pm_node_list_t *const list = &((const pm_array_node_t *)n)->elements;
        compile_elements(s, list, list->size, dst);
        break;
    }
    case PM_HASH_NODE: compile_hash(s, &((const pm_hash_node_t *)n)->elements, dst); break;
    case PM_KEYWORD_HASH_NODE: compile_hash(s, &((const pm_keyword_hash_node_t *)n)->elements, dst); break;
    case PM_SOURCE_FILE_NODE:
        if (dst == DISCARD) break;
        emit_abx(s, n->flags & PM_STRING_FLAGS_FROZEN ? OP_LOADK : OP_STRING, dst,
                 constant_string(s, (const uint8_t *)c->options->file, strlen(c->options->file), ENCODING_UTF8));
        break;
    case PM_SOURCE_LINE_NODE: load_int(s, dst, node_line(c, n)); break;
    case PM_SOURCE_ENCODING_NODE: compile_source_encoding(s, dst); break;
    default: compile_missing(s, n);
    }
}
