// Emission: words, labels, constants, call sites, catch ranges, the line table of one scope. Belongs to the compiler's
// thread.
#include "compile/interior.h"

// --- Registers -----------------------------------------------------------------------------------------------------
int new_temps(struct scope *s, int count)
{
    int const first = s->top;
    s->top += count;
    if (s->top > s->register_count) s->register_count = s->top;
    if (s->register_count > VM_REGISTERS_MAX) {
        compile_fail(s->c, COMPILE_LIMIT, NULL, "expression needs too many registers");
        s->register_count = s->local_count;
        s->top = s->local_count;
        return s->local_count;
    }
    return first;
}

int new_temp(struct scope *s) { return new_temps(s, 1); }

void emit_move(struct scope *s, int from, int dst)
{
    if (dst != DISCARD && dst != from) emit_ab(s, OP_MOVE, dst, from);
}

// --- Words ---------------------------------------------------------------------------------------------------------
void set_line_number(struct scope *s, uint32_t line)
{
    if (line != 0) s->line = line;
}

void set_line(struct scope *s, const pm_node_t *n)
{
    set_line_number(s, node_line(s->c, n));
    if (!(n->flags & PM_NODE_FLAG_NEWLINE) || s->c->prelude || s->statement_line == s->line) return;
    s->statement = true; // the first on its line is told
    s->statement_line = s->line;
}

static bool columns_of(struct compiler *c, pm_location_t where, uint32_t line, uint16_t *begin, uint16_t *end)
{
    const pm_line_offset_list_t *const list = pm_parser_line_offsets(c->parser);
    int32_t const first = pm_parser_start_line(c->parser);
    pm_line_column_t const from = pm_line_offset_list_line_column(list, where.start, first);
    pm_line_column_t const to = pm_line_offset_list_line_column(list, where.start + where.length, first);
    if (from.line != (int32_t)line || to.line != from.line || to.column > UINT16_MAX) return false;
    *begin = (uint16_t)from.column;
    *end = (uint16_t)to.column;
    return true;
}

void note_columns(struct scope *s, pm_location_t name, pm_location_t arguments)
{
    struct vm_column column = {.offset = s->words.count};
    if (s->c->prelude || s->c->status != COMPILE_OK) return;
    if (!columns_of(s->c, name, s->line, &column.begin, &column.end)) return;
    if (arguments.length > 0) {
        (void)columns_of(s->c, arguments, s->line, &column.arguments_begin, &column.arguments_end);
    }
    *(struct vm_column *)vector_push(s->c, &s->columns, sizeof column) = column;
}

static void note_line(struct scope *s)
{
    const struct vm_line *const last = s->lines.count ? (struct vm_line *)s->lines.items + s->lines.count - 1 : NULL;
    uint32_t const marked = s->line | (s->statement ? VM_LINE_STATEMENT : 0);
    if (last != NULL && !s->statement && (last->line & ~VM_LINE_STATEMENT) == s->line) return;
    struct vm_line *const line = vector_push(s->c, &s->lines, sizeof *line);
    line->offset = s->words.count;
    line->line = marked;
    s->statement = false;
}

uint32_t emit_word(struct scope *s, vm_word word)
{
    struct compiler *const c = s->c;
    if (c->status != COMPILE_OK) return 0;
    if (++c->words > c->words_max || s->words.count > (1u << 22)) {
        compile_fail(c, COMPILE_LIMIT, NULL, "too much code");
        return 0;
    }
    *(vm_word *)vector_push(c, &s->words, sizeof word) = word;
    return s->words.count - 1;
}

static uint32_t emit_first(struct scope *s, vm_word word)
{
    note_line(s);
    return emit_word(s, word);
}

static void note_transfer(struct scope *s, enum vm_op op)
{
    switch (op) {
    case OP_RET: case OP_RETNIL: case OP_RETSELF: case OP_BREAK: case OP_RETURNFROM: case OP_RETHROW: case OP_RAISE:
        s->transfer_at = s->words.count;
        break;
    default: break;
    }
}

void emit_n(struct scope *s, enum vm_op op)
{
    emit_first(s, op);
    note_transfer(s, op);
}

void emit_a(struct scope *s, enum vm_op op, int a)
{
    emit_first(s, VM_ABC(op, a & 0xff, 0, 0));
    note_transfer(s, op);
}

void emit_ab(struct scope *s, enum vm_op op, int a, int b) { emit_first(s, VM_ABC(op, a & 0xff, b & 0xff, 0)); }
void emit_abc(struct scope *s, enum vm_op op, int a, int b, int c)
{
    emit_first(s, VM_ABC(op, a & 0xff, b & 0xff, (vm_word)(c & 0xff)));
}

void emit_abx(struct scope *s, enum vm_op op, int a, uint32_t bx)
{
    if (bx > 0xffff) compile_fail(s->c, COMPILE_LIMIT, NULL, "too many constants or calls in one method");
    emit_first(s, VM_ABX(op, a & 0xff, bx));
}

void emit_abcs(struct scope *s, enum vm_op op, int a, int b, int c, uint32_t site)
{
    emit_abc(s, op, a, b, c);
    emit_word(s, site);
}

void emit_abcx(struct scope *s, enum vm_op op, int a, int b, int c, uint32_t x) { emit_abcs(s, op, a, b, c, x); }

// --- Labels --------------------------------------------------------------------------------------------------------
static vm_word *word_at(struct scope *s, uint32_t index) { return (vm_word *)s->words.items + index; }

// Words that the jump at `index` takes: its offset counts from behind them.
static uint32_t jump_size(vm_word word)
{
    switch (VM_OP(word)) {
    case OP_JMP: return 1;
    case OP_JT: case OP_JF: case OP_JNIL: case OP_JNNIL: case OP_JGIVEN: return 2;
    default: return 3;
    }
}

static void set_offset(struct scope *s, uint32_t index, int32_t offset)
{
    vm_word *const word = word_at(s, index);
    if (VM_OP(*word) == OP_JMP) *word = OP_JMP | (vm_word)offset << 8;
    else word[1] = (vm_word)offset;
}

static void await(struct scope *s, uint32_t index, struct label *label)
{
    if (s->c->status != COMPILE_OK) return;
    if (label->at >= 0) {
        set_offset(s, index, label->at - (int32_t)(index + jump_size(*word_at(s, index))));
        return;
    }
    set_offset(s, index, label->fixups);
    label->fixups = (int32_t)index;
}

void label_bind(struct scope *s, struct label *label)
{
    label->at = (int32_t)s->words.count;
    if (label->fixups >= 0) s->label_at = s->words.count;
    if (s->c->status != COMPILE_OK) return;
    for (int32_t index = label->fixups; index >= 0;) {
        vm_word const *const word = word_at(s, (uint32_t)index);
        int32_t const next = VM_OP(*word) == OP_JMP ? VM_SAX(*word) : (int32_t)word[1];
        set_offset(s, (uint32_t)index, label->at - (index + (int32_t)jump_size(*word)));
        index = next;
    }
    label->fixups = -1;
}

void emit_jump(struct scope *s, struct label *label)
{
    await(s, emit_first(s, OP_JMP), label);
    s->transfer_at = s->words.count;
}

void emit_branch(struct scope *s, enum vm_op op, int a, struct label *label)
{
    uint32_t const index = emit_first(s, VM_ABC(op, a & 0xff, 0, 0));
    emit_word(s, 0);
    await(s, index, label);
}

void emit_compare(struct scope *s, enum vm_op op, int a, int b, uint32_t site, struct label *label)
{
    uint32_t const index = emit_first(s, VM_ABC(op, a & 0xff, b & 0xff, 0));
    emit_word(s, 0);
    emit_word(s, site);
    await(s, index, label);
}

// Ends a row of tests that jump to `body`, which follows: a failed one goes to `next`. A last JT to body becomes JF.
void label_past(struct scope *s, struct label *body, struct label *next)
{
    int32_t const last = body->fixups;
    if (s->c->status == COMPILE_OK && last >= 0 && (uint32_t)last + 2 == s->words.count &&
        s->label_at != s->words.count && VM_OP(*word_at(s, (uint32_t)last)) == OP_JT) {
        vm_word *const word = word_at(s, (uint32_t)last);
        body->fixups = (int32_t)word[1];
        *word = (*word & ~(vm_word)0xff) | OP_JF;
        await(s, (uint32_t)last, next);
    } else {
        emit_jump(s, next);
    }
    label_bind(s, body);
}

// False right behind a return or jump that nothing jumps over.
bool emit_reachable(const struct scope *s)
{
    if (s->words.count == 0 || s->label_at == s->words.count) return true;
    return s->transfer_at != s->words.count;
}

// --- Constants -----------------------------------------------------------------------------------------------------
value_t share_value(struct compiler *c, value_t value)
{
    if (!value_is_heap(value)) return value;
    void *const object = value_to_pointer(value);
    if (heap_is_shared(value)) return value;
    if (value_is(value, TYPE_STRING)) string_scan(object);
    if (!object_frozen(object)) object_freeze(object);
    heap_set_shared(c->heap, object);
    return value;
}

static bool grow_index(struct scope *s)
{
    uint32_t const size = s->constant_index_size ? s->constant_index_size * 2 : 32;
    uint64_t *const index = arena_take(s->c, size * sizeof *index);
    if (index == NULL) return false;
    for (uint32_t i = 0; i < s->constant_index_size; i++) {
        uint64_t const entry = s->constant_index[i];
        if (entry == 0) continue;
        uint32_t at = (uint32_t)entry & (size - 1);
        while (index[at] != 0) at = (at + 1) & (size - 1);
        index[at] = entry;
    }
    s->constant_index = index;
    s->constant_index_size = size;
    return true;
}

static bool same_string(value_t v, const uint8_t *bytes, size_t size, enum encoding encoding)
{
    if (!value_is(v, TYPE_STRING)) return false;
    const struct string *const string = value_to_string(v);
    return string_size(string) == size && string_encoding(string) == encoding &&
           (size == 0 || memcmp(string_bytes(string), bytes, size) == 0);
}

// Finds a constant (bytes NULL: `value` itself) or the slot where its index entry goes. False: no memory.
static bool find_constant(struct scope *s, uint32_t hash, value_t value, const uint8_t *bytes, size_t size,
                          enum encoding encoding, uint32_t *found)
{
    *found = UINT32_MAX;
    if (s->constants.count * 2 >= s->constant_index_size && !grow_index(s)) return false;
    uint32_t const mask = s->constant_index_size - 1;
    uint32_t at = hash & mask;
    for (; s->constant_index[at] != 0; at = (at + 1) & mask) {
        if ((uint32_t)s->constant_index[at] != hash) continue;
        uint32_t const position = (uint32_t)(s->constant_index[at] >> 32) - 1;
        value_t const other = ((value_t *)s->constants.items)[position];
        if (bytes ? same_string(other, bytes, size, encoding) : other == value) {
            *found = position;
            break;
        }
    }
    s->found_slot = at;
    return true;
}

static uint32_t add_constant(struct scope *s, uint32_t hash, value_t value)
{
    uint32_t const position = s->constants.count;
    *(value_t *)vector_push(s->c, &s->constants, sizeof value) = value;
    s->constant_index[s->found_slot] = (uint64_t)(position + 1) << 32 | hash;
    return position;
}

uint32_t constant_index(struct scope *s, value_t value)
{
    if (s->c->status != COMPILE_OK) return 0;
    uint64_t const mixed = value * 0x9e3779b97f4a7c15u;
    uint32_t const hash = (uint32_t)(mixed >> 32);
    uint32_t found;
    if (!find_constant(s, hash, value, NULL, 0, ENCODING_UTF8, &found)) return 0;
    return found != UINT32_MAX ? found : add_constant(s, hash, value);
}

uint32_t constant_string(struct scope *s, const uint8_t *bytes, size_t size, enum encoding encoding)
{
    struct compiler *const c = s->c;
    if (c->status != COMPILE_OK) return 0;
    uint32_t hash = 2166136261u + (uint32_t)encoding;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
    const uint8_t *const text = bytes ? bytes : (const uint8_t *)"";
    uint32_t found;
    if (!find_constant(s, hash, 0, text, size, encoding, &found)) return 0;
    if (found != UINT32_MAX) return found;
    struct string *const string = string_new(c->heap, (const char *)text, size, encoding);
    if (string == NULL) {
        compile_fail_memory(c);
        return 0;
    }
    return add_constant(s, hash, share_value(c, value_pointer(string)));
}

// --- Sites ---------------------------------------------------------------------------------------------------------
static uint32_t limited(struct scope *s, uint32_t index, const char *what)
{
    if (index > 0xffff) compile_fail(s->c, COMPILE_LIMIT, NULL, "too many %s in one method", what);
    return index;
}

uint32_t call_site(struct scope *s, symbol_t name, unsigned argc, unsigned flags)
{
    struct vm_callsite *const site = vector_push(s->c, &s->callsites, sizeof *site);
    site->name = name;
    site->argc = (uint16_t)argc;
    site->flags = (uint8_t)flags;
    return limited(s, s->callsites.count - 1, "calls");
}

uint32_t ivar_site(struct scope *s, symbol_t name)
{
    struct vm_ivar_site *const site = vector_push(s->c, &s->ivar_sites, sizeof *site);
    site->name = name;
    return limited(s, s->ivar_sites.count - 1, "instance variables");
}

uint32_t const_site(struct scope *s, symbol_t name)
{
    struct vm_const_site *const site = vector_push(s->c, &s->const_sites, sizeof *site);
    site->name = name;
    return limited(s, s->const_sites.count - 1, "constants");
}

uint32_t add_child(struct scope *s, struct vm_code *code)
{
    if (code == NULL) return 0;
    *(struct vm_code **)vector_push(s->c, &s->children, sizeof code) = code;
    if (s->c->status != COMPILE_OK) vm_code_free(s->c->runtime, code);
    return limited(s, s->children.count - 1, "blocks or definitions");
}

// --- Loading -------------------------------------------------------------------------------------------------------
void load_nil(struct scope *s, int dst)
{
    if (dst != DISCARD) emit_ab(s, OP_LOADNIL, dst, dst);
}

void load_constant(struct scope *s, int dst, value_t value)
{
    if (dst != DISCARD) emit_abx(s, OP_LOADK, dst, constant_index(s, value));
}

void load_int(struct scope *s, int dst, int64_t i)
{
    if (dst == DISCARD) return;
    if (i >= INT16_MIN && i <= INT16_MAX) emit_abx(s, OP_LOADI, dst, (uint16_t)(int16_t)i);
    else load_constant(s, dst, value_fixnum(i));
}

void load_symbol(struct scope *s, int dst, symbol_t symbol) { load_constant(s, dst, value_symbol(symbol)); }

void load_class(struct scope *s, int dst, enum core_class id)
{
    load_constant(s, dst, class_value(runtime_class(s->c->runtime, (class_id_t)id)));
}

// --- Catch ranges --------------------------------------------------------------------------------------------------
void range_open(struct scope *s, struct context *context, enum context_kind kind)
{
    context->kind = kind;
    context->start = s->words.count;
    context->up = s->context;
    s->context = context;
}

void range_close(struct scope *s, struct context *context)
{
    TRP_ASSERT(s->context == context || s->c->status != COMPILE_OK);
    struct piece *const piece = vector_push(s->c, &context->pieces, sizeof *piece);
    piece->start = context->start;
    piece->end = s->words.count;
    s->context = context->up;
}

void add_catches(struct scope *s, struct context *context, enum vm_catch_kind kind, uint32_t handler, int reg)
{
    const struct piece *const pieces = context->pieces.items;
    if (s->c->status != COMPILE_OK) return;
    for (uint32_t i = 0; i < context->pieces.count; i++) {
        if (pieces[i].start >= pieces[i].end) continue;
        struct vm_catch *const entry = vector_push(s->c, &s->catches, sizeof *entry);
        *entry = (struct vm_catch){pieces[i].start, pieces[i].end, handler, (uint8_t)kind, (uint8_t)reg};
    }
}
