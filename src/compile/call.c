// Calls: arguments into the outgoing window, operators, blocks, super and yield.
#include "compile/interior.h"

#include <stdio.h>

// --- Names with instructions of their own --------------------------------------------------------------------------
static const struct {
    symbol_t name;
    enum vm_op op, jump, jump_not, jump_int, jump_not_int; // NOP: none
} operators[] = {
    {SYM_OP_plus, OP_ADD, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_minus, OP_SUB, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_times, OP_MUL, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_divide, OP_DIV, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_modulo, OP_MOD, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_and, OP_AND, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_or, OP_OR, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_xor, OP_XOR, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_left, OP_SHL, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_right, OP_SHR, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_eqq, OP_EQQ, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_index, OP_INDEX, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_match, OP_MATCHOP, OP_NOP, OP_NOP, OP_NOP, OP_NOP},
    {SYM_OP_eq, OP_EQ, OP_JEQ, OP_JNE, OP_JEQI, OP_JNEI},
    {SYM_OP_neq, OP_NEQ, OP_JNE, OP_JEQ, OP_JNEI, OP_JEQI},
    {SYM_OP_lt, OP_LT, OP_JLT, OP_JNLT, OP_JLTI, OP_JNLTI},
    {SYM_OP_le, OP_LE, OP_JLE, OP_JNLE, OP_JLEI, OP_JNLEI},
    {SYM_OP_gt, OP_GT, OP_JGT, OP_JNGT, OP_JGTI, OP_JNGTI},
    {SYM_OP_ge, OP_GE, OP_JGE, OP_JNGE, OP_JGEI, OP_JNGEI},
};

static int operator_index(symbol_t name)
{
    for (unsigned i = 0; i < TRP_COUNT(operators); i++) {
        if (operators[i].name == name) return (int)i;
    }
    return -1;
}

enum vm_op operator_of(symbol_t name)
{
    int const index = operator_index(name);
    return index < 0 ? OP_NOP : operators[index].op;
}

// The one plain argument of a call that has nothing else, or NULL.
static const pm_node_t *only_argument(const pm_arguments_node_t *arguments, const pm_node_t *block)
{
    if (arguments == NULL || block != NULL || arguments->arguments.size != 1) return NULL;
    const pm_node_t *const n = arguments->arguments.nodes[0];
    switch (PM_NODE_TYPE(n)) {
    case PM_SPLAT_NODE: case PM_KEYWORD_HASH_NODE: case PM_FORWARDING_ARGUMENTS_NODE: case PM_BLOCK_ARGUMENT_NODE:
        return NULL;
    default: return n;
    }
}

static unsigned self_flags(const pm_call_node_t *n)
{
    return n->base.flags & PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY ? CALL_FCALL : 0;
}

// R[dst] = R[left] op right, right evaluated here; also for operators without an instruction of their own.
void emit_operator(struct scope *s, symbol_t name, int dst, int left, const pm_node_t *right)
{
    int const top = s->top;
    int64_t i;
    enum vm_op const op = operator_of(name);
    if ((op == OP_ADD || op == OP_SUB) && node_fixnum(right, INT8_MIN, INT8_MAX, &i)) {
        emit_abcs(s, op == OP_ADD ? OP_ADDI : OP_SUBI, dst, left, (int)(uint8_t)(int8_t)i, call_site(s, name, 1, 0));
    } else if (op != OP_NOP) {
        int const value = compile_operand(s, right, NULL, DISCARD);
        emit_abcs(s, op, dst, left, value, call_site(s, name, 1, 0));
    } else {
        int const base = new_temp(s);
        emit_ab(s, OP_MOVE, base, left);
        compile_temp(s, right);
        emit_abx(s, OP_SEND, base, call_site(s, name, 1, 0));
        emit_move(s, base, dst);
    }
    s->top = top;
}

static void at_message(struct scope *s, const pm_call_node_t *n)
{
    set_line_number(s, offset_line(s->c, n->message_loc.length ? n->message_loc.start : n->base.location.start));
    pm_location_t name = n->message_loc;
    if (n->call_operator_loc.length > 0) {
        name.length += name.start - n->call_operator_loc.start;
        name.start = n->call_operator_loc.start;
    }
    if (name.length > 0) note_columns(s, name, n->arguments ? n->arguments->base.location : (pm_location_t){0});
}

// Of an operator. That of != is followed by one of ==, for the core's != asks ==.
static uint32_t operator_site(struct scope *s, symbol_t name, unsigned flags)
{
    uint32_t const site = call_site(s, name, 1, flags);
    if (name == SYM_OP_neq) call_site(s, SYM_OP_eq, 1, flags);
    return site;
}

static void compile_binary(struct scope *s, const pm_call_node_t *n, const pm_node_t *right, enum vm_op op, int dst)
{
    int const top = s->top, left = compile_operand(s, n->receiver, right, dst);
    int const result = dst == DISCARD ? (left >= s->local_count ? left : new_temp(s)) : dst;
    symbol_t const name = name_symbol(s->c, n->name);
    int64_t i;
    if ((op == OP_ADD || op == OP_SUB) && node_fixnum(right, INT8_MIN, INT8_MAX, &i)) {
        at_message(s, n);
        emit_abcs(s, op == OP_ADD ? OP_ADDI : OP_SUBI, result, left, (int)(uint8_t)(int8_t)i,
                  call_site(s, name, 1, self_flags(n)));
    } else {
        int const value = compile_operand(s, right, NULL, DISCARD);
        at_message(s, n);
        emit_abcs(s, op, result, left, value, operator_site(s, name, self_flags(n)));
    }
    s->top = top;
}

static void compile_unary(struct scope *s, const pm_call_node_t *n, enum vm_op op, int dst)
{
    int const top = s->top, value = compile_operand(s, n->receiver, NULL, dst);
    int const result = dst == DISCARD ? (value >= s->local_count ? value : new_temp(s)) : dst;
    at_message(s, n);
    emit_abcs(s, op, result, value, 0, call_site(s, name_symbol(s->c, n->name), 0, self_flags(n)));
    s->top = top;
}

// --- Arguments -----------------------------------------------------------------------------------------------------
static const pm_keyword_hash_node_t *keyword_hash(const pm_arguments_node_t *a)
{
    if (a == NULL || a->arguments.size == 0) return NULL;
    for (size_t i = a->arguments.size; i-- > 0;) {
        if (PM_NODE_TYPE_P(a->arguments.nodes[i], PM_KEYWORD_HASH_NODE)) return (const void *)a->arguments.nodes[i];
    }
    return NULL;
}

static bool forwards(const pm_arguments_node_t *a)
{
    return a != NULL && a->arguments.size > 0 &&
           PM_NODE_TYPE_P(a->arguments.nodes[a->arguments.size - 1], PM_FORWARDING_ARGUMENTS_NODE);
}

static size_t positional_count(const pm_arguments_node_t *a)
{
    size_t count = 0;
    while (a != NULL && count < a->arguments.size && !PM_NODE_TYPE_P(a->arguments.nodes[count], PM_KEYWORD_HASH_NODE) &&
           !PM_NODE_TYPE_P(a->arguments.nodes[count], PM_FORWARDING_ARGUMENTS_NODE)) {
        count++;
    }
    return count;
}

static void compile_positional(struct scope *s, const pm_arguments_node_t *a, struct window *w)
{
    size_t const count = positional_count(a);
    bool splat = forwards(a) || count > CHUNK_MAX * 2;
    for (size_t i = 0; i < count; i++) splat |= PM_NODE_TYPE_P(a->arguments.nodes[i], PM_SPLAT_NODE);
    if (!splat) {
        for (size_t i = 0; i < count; i++) compile_temp(s, a->arguments.nodes[i]);
        w->argc = (unsigned)count;
        return;
    }
    w->argc = 1;
    w->flags |= CALL_SPLAT;
    int const array = new_temp(s);
    compile_elements(s, &a->arguments, count, array);
    if (forwards(a)) {
        int const top = s->top, rest = new_temp(s);
        place_load(s, scope_anonymous(s, ANONYMOUS_REST), rest);
        emit_ab(s, OP_ARRAYCAT, array, rest);
        s->top = top;
    }
}

static bool distinct(struct compiler *c, const symbol_t *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (names[i] == names[k]) return false;
        }
    }
    return c->status == COMPILE_OK;
}

static symbol_t *keyword_names(struct compiler *c, const pm_node_list_t *elements)
{
    symbol_t *const names = arena_take(c, elements->size * sizeof *names);
    for (size_t i = 0; names != NULL && i < elements->size; i++) {
        const pm_node_t *const key = ((const pm_assoc_node_t *)elements->nodes[i])->key;
        const pm_string_t *const text = &((const pm_symbol_node_t *)key)->unescaped;
        names[i] = bytes_symbol(c, text->source, text->length);
    }
    return names;
}

static bool named_keywords(const pm_keyword_hash_node_t *hash)
{
    if ((hash->base.flags & PM_KEYWORD_HASH_NODE_FLAGS_SYMBOL_KEYS) == 0) return false;
    if (hash->elements.size == 0 || hash->elements.size > CHUNK_MAX) return false;
    for (size_t i = 0; i < hash->elements.size; i++) {
        if (!PM_NODE_TYPE_P(hash->elements.nodes[i], PM_ASSOC_NODE)) return false;
        if (!PM_NODE_TYPE_P(((const pm_assoc_node_t *)hash->elements.nodes[i])->key, PM_SYMBOL_NODE)) return false;
    }
    return true;
}

static void compile_keywords(struct scope *s, const pm_arguments_node_t *a, struct window *w)
{
    const pm_keyword_hash_node_t *const hash = keyword_hash(a);
    if (hash != NULL && !forwards(a) && named_keywords(hash)) {
        symbol_t *const names = keyword_names(s->c, &hash->elements);
        if (names != NULL && distinct(s->c, names, (unsigned)hash->elements.size)) {
            for (size_t i = 0; i < hash->elements.size; i++) {
                compile_temp(s, ((const pm_assoc_node_t *)hash->elements.nodes[i])->value);
            }
            w->flags |= CALL_KEYWORDS;
            w->keyword_count = (unsigned)hash->elements.size;
            w->keywords = names;
            return;
        }
    }
    if (hash == NULL && !forwards(a)) return;
    int const base = new_temp(s);
    if (hash != NULL) compile_hash(s, &hash->elements, base);
    else emit_abc(s, OP_HASH, base, 0, 0);
    if (forwards(a)) {
        int const top = s->top, more = new_temp(s);
        place_load(s, scope_anonymous(s, ANONYMOUS_KWREST), more);
        emit_abcs(s, OP_HASHMERGE, base, more, 1, call_site(s, SYM_to_hash, 0, 0));
        s->top = top;
    }
    w->flags |= CALL_KWSPLAT;
}

static void compile_block_argument(struct scope *s, const pm_node_t *block, int dst)
{
    if (PM_NODE_TYPE_P(block, PM_BLOCK_NODE)) {
        emit_abx(s, OP_BLOCK, dst, block_child(s, block));
        return;
    }
    const pm_node_t *const expression = ((const pm_block_argument_node_t *)block)->expression;
    if (expression == NULL) {
        place_load(s, scope_anonymous(s, ANONYMOUS_BLOCK), dst);
        return;
    }
    compile_node(s, expression, dst);
    set_line(s, block);
    emit_abcs(s, OP_TOPROC, dst, dst, 0, call_site(s, SYM_to_proc, 0, CALL_FCALL));
}

// Lays the arguments out from `top` on; block: BlockNode, BlockArgumentNode or NULL.
void compile_arguments(struct scope *s, const pm_arguments_node_t *arguments, const pm_node_t *block, struct window *w)
{
    *w = (struct window){0};
    compile_positional(s, arguments, w);
    compile_keywords(s, arguments, w);
    if (block == NULL && !forwards(arguments)) return;
    int const reg = new_temp(s);
    if (block != NULL) compile_block_argument(s, block, reg);
    else place_load(s, scope_anonymous(s, ANONYMOUS_BLOCK), reg);
    w->flags |= CALL_BLOCK;
}

uint32_t window_site(struct scope *s, symbol_t name, const struct window *w, unsigned flags)
{
    uint32_t const index = call_site(s, name, w->argc, w->flags | flags);
    if (s->c->status != COMPILE_OK) return index;
    struct vm_callsite *const site = (struct vm_callsite *)s->callsites.items + index;
    site->keyword_count = (uint8_t)w->keyword_count;
    site->keywords = w->keywords;
    return index;
}

void emit_send(struct scope *s, int base, const char *name, unsigned argc)
{
    emit_abx(s, OP_SEND, base, call_site(s, text_symbol(s->c, name), argc, 0));
}

// --- Calls that are instructions -----------------------------------------------------------------------------------
void load_block(struct scope *s, int dst)
{
    if (dst == DISCARD) return;
    int hops;
    int const reg = scope_block(s, &hops);
    if (hops > 0 && reg != 0) place_load(s, (struct place){hops, reg, -1}, dst);
    else emit_a(s, OP_GETBLOCK, dst);
}

static bool in_method_code(struct scope *s) { return s->method_level; }

static void compile_block_given(struct scope *s, int dst)
{
    if (dst == DISCARD) return;
    if (in_method_code(s)) {
        emit_a(s, OP_BLOCKGIVEN, dst);
        return;
    }
    struct label none = LABEL, end = LABEL;
    int const top = s->top, block = new_temp(s);
    load_block(s, block);
    emit_branch(s, OP_JNIL, block, &none);
    emit_a(s, OP_LOADTRUE, dst);
    emit_jump(s, &end);
    label_bind(s, &none);
    emit_a(s, OP_LOADFALSE, dst);
    label_bind(s, &end);
    s->top = top;
}

// Primitive.name(…), in the prelude.
static void compile_primitive(struct scope *s, const pm_call_node_t *n, int dst)
{
    const pm_constant_t *const name = pm_parser_constant(s->c->parser, n->name);
    const char *const text = (const char *)pm_constant_start(name);
    int const index = vm_primitive_find(s->c->runtime, text, pm_constant_length(name));
    size_t const count = n->arguments ? n->arguments->arguments.size : 0;
    if (index < 0) {
        compile_fail(s->c, COMPILE_NOT_IMPLEMENTED, &n->base, "no primitive %.*s", (int)pm_constant_length(name), text);
        return;
    }
    int const top = s->top, base = dst >= s->local_count && dst == s->top - 1 ? dst : s->top;
    s->top = base;
    for (size_t i = 0; i < count; i++) compile_temp(s, n->arguments->arguments.nodes[i]);
    if (count == 0) new_temp(s);
    set_line(s, &n->base);
    emit_abcx(s, OP_PRIM, base, (int)count, 0, (uint32_t)index);
    emit_move(s, base, dst);
    s->top = top;
}

// The prelude's own operators are the built-in ones whatever a program defines. Where they are the program's affair,
// because the values are its own, the prelude calls them with a dot.
static bool dispatches(const struct compiler *c, const pm_call_node_t *n)
{
    return c->prelude && n->call_operator_loc.length > 0;
}

// Calls that are compiled to something else by their name. False: an ordinary call.
static bool compile_by_name(struct scope *s, const pm_call_node_t *n, int dst)
{
    struct compiler *const c = s->c;
    if (n->receiver == NULL) {
        if (n->arguments != NULL || n->block != NULL) return false;
        if (name_is(c, n->name, "block_given?")) {
            compile_block_given(s, dst);
            return true;
        }
        if (name_is(c, n->name, "__method__")) {
            if (dst != DISCARD) emit_a(s, OP_METHODNAME, dst);
            return true;
        }
        return false;
    }
    if (c->prelude && PM_NODE_TYPE_P(n->receiver, PM_CONSTANT_READ_NODE) &&
        name_is(c, ((const pm_constant_read_node_t *)n->receiver)->name, "Primitive")) {
        compile_primitive(s, n, dst);
        return true;
    }
    if (n->base.flags & PM_CALL_NODE_FLAGS_SAFE_NAVIGATION) return false;
    const pm_node_t *const argument = only_argument(n->arguments, n->block);
    if (argument != NULL) {
        enum vm_op const op = dispatches(c, n) ? OP_NOP : operator_of(name_symbol(c, n->name));
        if (op != OP_NOP) compile_binary(s, n, argument, op, dst);
        return op != OP_NOP;
    }
    if (n->arguments != NULL || n->block != NULL) return false;
    if (name_is(c, n->name, "!")) compile_unary(s, n, OP_NOT, dst);
    else if (name_is(c, n->name, "-@")) compile_unary(s, n, OP_NEG, dst);
    else return false;
    return true;
}

// --- Attribute and index assignment --------------------------------------------------------------------------------
static void compile_index_assignment(struct scope *s, const pm_call_node_t *n, int dst)
{
    const pm_node_t *const index = n->arguments->arguments.nodes[0], *const value = n->arguments->arguments.nodes[1];
    int const top = s->top;
    // What comes later may change a local that stands as receiver or index: both later parts count.
    int receiver = compile_operand(s, n->receiver, &n->arguments->base, DISCARD);
    int const key = compile_operand(s, index, value, DISCARD);
    int const from = compile_operand(s, value, NULL, dst);
    at_message(s, n);
    emit_abcs(s, OP_SETINDEX, receiver, key, from, call_site(s, SYM_OP_set_index, 2, self_flags(n)));
    emit_move(s, from, dst);
    s->top = top;
}

static bool plain_index_assignment(const pm_call_node_t *n)
{
    if (n->block != NULL || n->arguments == NULL || n->arguments->arguments.size != 2) return false;
    if (n->base.flags & PM_CALL_NODE_FLAGS_SAFE_NAVIGATION) return false;
    for (int i = 0; i < 2; i++) {
        switch (PM_NODE_TYPE(n->arguments->arguments.nodes[i])) {
        case PM_SPLAT_NODE: case PM_KEYWORD_HASH_NODE: case PM_FORWARDING_ARGUMENTS_NODE: return false;
        default: break;
        }
    }
    return true;
}

// receiver.name = value and receiver[…] = value: the value of the whole is what was assigned.
static void compile_assignment_call(struct scope *s, const pm_call_node_t *n, int dst)
{
    symbol_t const name = name_symbol(s->c, n->name);
    if (name == SYM_OP_set_index && plain_index_assignment(n)) {
        compile_index_assignment(s, n, dst);
        return;
    }
    struct label nothing = LABEL, end = LABEL;
    bool const safe = (n->base.flags & PM_CALL_NODE_FLAGS_SAFE_NAVIGATION) != 0;
    int const top = s->top, kept = dst == DISCARD ? DISCARD : own_temp(s, dst), base = new_temp(s);
    compile_node(s, n->receiver, base);
    if (safe) emit_branch(s, OP_JNIL, base, &nothing);
    struct window w;
    compile_arguments(s, n->arguments, n->block, &w);
    if (kept != DISCARD && (w.flags & CALL_SPLAT) != 0) { // the value is the array's last item
        int const mark = s->top, index = new_temp(s);
        load_int(s, index, -1);
        emit_abcs(s, OP_INDEX, kept, base + 1, index, call_site(s, SYM_OP_index, 1, 0));
        s->top = mark;
    } else if (kept != DISCARD) {
        emit_ab(s, OP_MOVE, kept, base + (int)w.argc + (int)w.keyword_count);
    }
    at_message(s, n);
    emit_abx(s, OP_SEND, base, window_site(s, name, &w, self_flags(n) | CALL_ASSIGN));
    if (safe && kept != DISCARD) {
        emit_jump(s, &end);
        label_bind(s, &nothing);
        load_nil(s, kept);
    }
    label_bind(s, &nothing);
    label_bind(s, &end);
    emit_move(s, kept, dst);
    s->top = top;
}

// --- Ordinary calls ------------------------------------------------------------------------------------------------
static void compile_send(struct scope *s, const pm_call_node_t *n, int dst)
{
    struct label end = LABEL;
    int const top = s->top, base = window_base(s, dst);
    if (n->receiver != NULL) compile_node(s, n->receiver, base);
    if (n->base.flags & PM_CALL_NODE_FLAGS_SAFE_NAVIGATION) emit_branch(s, OP_JNIL, base, &end);
    struct window w;
    compile_arguments(s, n->arguments, n->block, &w);
    unsigned flags = n->receiver == NULL ? CALL_FCALL : self_flags(n);
    if (n->base.flags & PM_CALL_NODE_FLAGS_VARIABLE_CALL) flags |= CALL_VCALL;
    at_message(s, n);
    uint32_t const site = window_site(s, name_symbol(s->c, n->name), &w, flags);
    emit_abx(s, n->receiver == NULL ? OP_SENDSELF : OP_SEND, base, site);
    label_bind(s, &end);
    emit_move(s, base, dst);
    s->top = top;
}

void compile_call(struct scope *s, const pm_call_node_t *n, int dst)
{
    if (n->base.flags & PM_CALL_NODE_FLAGS_ATTRIBUTE_WRITE) compile_assignment_call(s, n, dst);
    else if (!compile_by_name(s, n, dst)) compile_send(s, n, dst);
}

// Whether !n only turns the answer around: a comparison or another !.
static bool is_answer(struct compiler *c, const pm_node_t *n)
{
    if (!PM_NODE_TYPE_P(n, PM_CALL_NODE)) return false;
    const pm_call_node_t *const call = (const pm_call_node_t *)n;
    if (call->receiver == NULL || call->base.flags & PM_CALL_NODE_FLAGS_SAFE_NAVIGATION) return false;
    if (only_argument(call->arguments, call->block) == NULL) {
        return call->arguments == NULL && call->block == NULL && name_is(c, call->name, "!");
    }
    int const index = operator_index(name_symbol(c, call->name));
    return index >= 0 && operators[index].jump != OP_NOP;
}

static void branch_not(struct scope *s, const pm_call_node_t *n, const pm_node_t *operand, bool sense, struct label *label);

static void emit_branch_not(struct scope *s, const pm_call_node_t *n, int value, bool sense, struct label *label)
{
    at_message(s, n);
    emit_compare(s, sense ? OP_JNOT : OP_JNNOT, value, 0, call_site(s, SYM_OP_not, 0, self_flags(n)), label);
}

// !(a and b): where a is false nothing but true, else !b.
static void branch_not_and(struct scope *s, const pm_call_node_t *n, const pm_and_node_t *both, bool sense, struct label *label)
{
    struct label past = LABEL;
    compile_branch(s, both->left, false, sense ? label : &past);
    branch_not(s, n, both->right, sense, label);
    label_bind(s, &past);
}

// !(a or b): !a where a is true, else !b.
static void branch_not_or(struct scope *s, const pm_call_node_t *n, const pm_or_node_t *either, bool sense, struct label *label)
{
    struct label past = LABEL, test = LABEL;
    if (s->c->prelude || is_answer(s->c, node_bare(either->left))) {
        compile_branch(s, either->left, true, sense ? &past : label);
        branch_not(s, n, either->right, sense, label);
    } else {
        int const top = s->top, value = compile_temp(s, either->left);
        emit_branch(s, OP_JT, value, &test);
        compile_node(s, either->right, value);
        label_bind(s, &test);
        emit_branch_not(s, n, value, sense, label);
        s->top = top;
    }
    label_bind(s, &past);
}

// Jumps when !operand is `sense`. `!` may be the operand's own method.
static void branch_not(struct scope *s, const pm_call_node_t *n, const pm_node_t *operand, bool sense, struct label *label)
{
    operand = node_bare(operand);
    if (!compile_enter(s->c, operand)) {
        compile_leave(s->c);
        return;
    }
    if (PM_NODE_TYPE_P(operand, PM_AND_NODE)) {
        branch_not_and(s, n, (const pm_and_node_t *)operand, sense, label);
    } else if (PM_NODE_TYPE_P(operand, PM_OR_NODE)) {
        branch_not_or(s, n, (const pm_or_node_t *)operand, sense, label);
    } else if (s->c->prelude || is_answer(s->c, operand)) {
        compile_branch(s, operand, !sense, label);
    } else {
        int const top = s->top;
        emit_branch_not(s, n, compile_any(s, operand), sense, label);
        s->top = top;
    }
    compile_leave(s->c);
}

// A condition that is a comparison: one fused instruction. Also !x.
bool call_branch(struct scope *s, const pm_call_node_t *n, bool sense, struct label *label)
{
    struct compiler *const c = s->c;
    if (n->base.flags & (PM_CALL_NODE_FLAGS_SAFE_NAVIGATION | PM_CALL_NODE_FLAGS_ATTRIBUTE_WRITE)) return false;
    int const top = s->top;
    if (n->receiver == NULL) {
        if (n->arguments != NULL || n->block != NULL || !name_is(c, n->name, "block_given?")) return false;
        if (in_method_code(s)) return false;
        int const block = new_temp(s);
        load_block(s, block);
        emit_branch(s, sense ? OP_JNNIL : OP_JNIL, block, label);
        s->top = top;
        return true;
    }
    const pm_node_t *const right = only_argument(n->arguments, n->block);
    if (right == NULL) {
        if (n->arguments != NULL || n->block != NULL || !name_is(c, n->name, "!")) return false;
        branch_not(s, n, n->receiver, sense, label);
        return true;
    }
    symbol_t const name = name_symbol(c, n->name);
    int const index = operator_index(name);
    if (index < 0 || operators[index].jump == OP_NOP || dispatches(c, n)) return false;
    int const left = compile_operand(s, n->receiver, right, DISCARD);
    int64_t i;
    if (node_fixnum(right, INT8_MIN, INT8_MAX, &i)) {
        at_message(s, n);
        emit_compare(s, sense ? operators[index].jump_int : operators[index].jump_not_int, left,
                     (int)(uint8_t)(int8_t)i, operator_site(s, name, self_flags(n)), label);
    } else {
        int const value = compile_operand(s, right, NULL, DISCARD);
        at_message(s, n);
        emit_compare(s, sense ? operators[index].jump : operators[index].jump_not, left, value,
                     operator_site(s, name, self_flags(n)), label);
    }
    s->top = top;
    return true;
}

// --- super and yield -----------------------------------------------------------------------------------------------
// The block that super passes on when it is given none: the method's own.
static void pass_block(struct scope *s, struct window *w)
{
    if (w->flags & CALL_BLOCK) return;
    load_block(s, new_temp(s));
    w->flags |= CALL_BLOCK;
}

void compile_super(struct scope *s, const pm_super_node_t *n, int dst)
{
    int const top = s->top, base = window_base(s, dst);
    struct window w;
    compile_arguments(s, n->arguments, n->block, &w);
    pass_block(s, &w);
    set_line(s, &n->base);
    emit_abx(s, OP_SUPER, base, window_site(s, scope_method(s, &(int){0})->name, &w, CALL_FCALL));
    emit_move(s, base, dst);
    s->top = top;
}

// The parameters that a super without arguments passes on.
struct passed {
    const struct vm_params *params;
    int rest, kwrest; // registers
    int hops;         // to the method's environment
};

static bool is_inner(const struct vm_code *code)
{
    return code->kind == CODE_BLOCK || code->kind == CODE_LAMBDA || code->kind == CODE_EVAL;
}

static struct passed passed_parameters(struct scope *s)
{
    int hops;
    const struct scope *const method = scope_method(s, &hops);
    const struct compile_options *const o = s->c->options;
    if (method->kind != CODE_EVAL || o->scope_count == 0) {
        return (struct passed){&method->params, method->rest_register, method->kwrest_register, hops};
    }
    uint32_t i = 0;
    while (i + 1 < o->scope_count && is_inner(o->scopes[i])) i++;
    const struct vm_code *const code = o->scopes[i];
    return (struct passed){&code->params, code_parameter(code, ANONYMOUS_REST), code_parameter(code, ANONYMOUS_KWREST),
                           hops + 1 + (int)i};
}

static int load_up(struct scope *s, int hops, int reg)
{
    int const t = new_temp(s);
    place_load(s, (struct place){hops, reg, -1}, t);
    return t;
}

// The method's positional parameters as they are now: into registers, or one array when there is a rest.
static void pass_positional(struct scope *s, const struct passed *from, struct window *w)
{
    const struct vm_params *const p = from->params;
    int const before = p->required + p->optional, count = before + p->post;
    if ((p->flags & PARAM_REST) == 0) {
        for (int i = 1; i <= count; i++) load_up(s, from->hops, i);
        w->argc = (unsigned)count;
        return;
    }
    w->argc = 1;
    w->flags |= CALL_SPLAT;
    int const array = new_temp(s), top = s->top;
    for (int i = 1; i <= before; i++) load_up(s, from->hops, i);
    emit_abc(s, OP_ARRAY, array, before ? top : 0, before);
    s->top = top;
    int const rest = load_up(s, from->hops, from->rest); // may have been assigned something else
    emit_abcs(s, OP_SPLAT, rest, rest, 0, call_site(s, SYM_to_a, 0, CALL_FCALL));
    emit_ab(s, OP_ARRAYCAT, array, rest);
    s->top = top;
    for (int i = 0; i < p->post; i++) {
        emit_ab(s, OP_ARRAYPUSH, array, load_up(s, from->hops, from->rest + 1 + i));
        s->top = top;
    }
}

// The keyword parameters as they are now. CRuby's order: what the rest has, those required, those optional.
static void pass_keywords(struct scope *s, const struct passed *from, struct window *w)
{
    const struct vm_params *const p = from->params;
    int const rest = (p->flags & PARAM_REST) != 0;
    int const first = 1 + p->required + p->optional + rest + p->post;
    if (p->keyword_count == 0 && (p->flags & PARAM_KWREST) == 0) return;
    int const hash = new_temp(s), top = s->top;
    emit_abc(s, OP_HASH, hash, 0, 0);
    if (p->flags & PARAM_KWREST) {
        int const more = load_up(s, from->hops, from->kwrest);
        emit_abcs(s, OP_HASHMERGE, hash, more, 1, call_site(s, SYM_to_hash, 0, 0));
        s->top = top;
    }
    for (int i = 0; i < 2 * p->keyword_count; i++) {
        const struct vm_keyword *const k = &p->keywords[i % p->keyword_count];
        if (k->required != (i < p->keyword_count)) continue;
        int const key = new_temp(s);
        load_symbol(s, key, k->name);
        emit_abcs(s, OP_HASHSET, hash, key, load_up(s, from->hops, first + i % p->keyword_count),
                  call_site(s, SYM_OP_set_index, 2, 0));
        s->top = top;
    }
    w->flags |= CALL_KWSPLAT;
}

void compile_zsuper(struct scope *s, const pm_forwarding_super_node_t *n, int dst)
{
    struct passed const parameters = passed_parameters(s);
    int const top = s->top, base = window_base(s, dst);
    struct window w = {0};
    pass_positional(s, &parameters, &w);
    pass_keywords(s, &parameters, &w);
    if (n->block != NULL) {
        emit_abx(s, OP_BLOCK, new_temp(s), block_child(s, &n->block->base));
        w.flags |= CALL_BLOCK;
    }
    pass_block(s, &w);
    set_line(s, &n->base);
    emit_abx(s, OP_SUPER, base, window_site(s, scope_method(s, &(int){0})->name, &w, CALL_FCALL | CALL_SUPER_IMPLICIT));
    emit_move(s, base, dst);
    s->top = top;
}

// Prism leaves it open for an eval whether there is a method around.
static void check_yield(struct scope *s, const pm_yield_node_t *n)
{
    const struct compile_options *const o = s->c->options;
    const struct scope *const around = scope_method(s, &(int){0});
    if (around->kind == CODE_CLASS && o->kind == CODE_EVAL) {
        compile_fail(s->c, COMPILE_SYNTAX_ERROR, &n->base, "Invalid yield");
    }
    if (around->kind != CODE_EVAL || o->scope_count == 0) return;
    if (o->isolated != 0) compile_fail(s->c, COMPILE_SYNTAX_ERROR, &n->base, "can not yield from isolated Proc");
    enum vm_code_kind const kind = o->scopes[o->scope_count - 1]->kind;
    if (kind != CODE_METHOD) compile_fail(s->c, COMPILE_SYNTAX_ERROR, &n->base, "Invalid yield");
}

void compile_yield(struct scope *s, const pm_yield_node_t *n, int dst)
{
    check_yield(s, n);
    int const top = s->top, base = window_base(s, dst);
    int hops;
    bool const direct = s->kind != CODE_EVAL && (scope_block(s, &hops) == 0 || hops == 0);
    if (!direct) load_block(s, base);
    struct window w;
    compile_arguments(s, n->arguments, NULL, &w);
    set_line(s, &n->base);
    emit_abx(s, direct ? OP_YIELD : OP_CALLBLOCK, base, window_site(s, SYM_call, &w, 0));
    emit_move(s, base, dst);
    s->top = top;
}
