// Pattern matching: case/in, => and in. A pattern is tests that jump to `fail`; names are bound as they match. All by
// sends to the value (deconstruct, deconstruct_keys, ===), so that nothing in the vm knows of patterns.
//
// A pattern that stands alone (=>, or the only `in` without else) says why it failed: each failing test leaves the
// reason in registers on its way to `fail`.
#include "compile/interior.h"

struct report { // registers
    int message, is_key_error, matchee, key;
};

struct pattern {
    int cache;            // of the value's deconstruct: nil not asked, false it does not respond, or the Array. 0: none
    struct report *report; // NULL: nobody asks why
};

static void match(struct scope *s, const pm_node_t *n, int value, struct label *fail, struct pattern p);

// --- Sends ---------------------------------------------------------------------------------------------------------
static void send_to(struct scope *s, int receiver, const char *name, int dst)
{
    int const top = s->top, base = window_base(s, dst);
    emit_move(s, receiver, base);
    emit_send(s, base, name, 0);
    emit_move(s, base, dst);
    s->top = top;
}

static void send_with(struct scope *s, int receiver, const char *name, int argument, int dst)
{
    int const top = s->top, base = window_base(s, dst);
    emit_ab(s, OP_MOVE, base, receiver);
    emit_ab(s, OP_MOVE, new_temp(s), argument);
    emit_send(s, base, name, 1);
    emit_move(s, base, dst);
    s->top = top;
}

// R[array][from, count] in dst
static void send_slice(struct scope *s, int array, int from, int count, int dst)
{
    int const top = s->top, base = new_temp(s); // dst may be one of the operands
    emit_ab(s, OP_MOVE, base, array);
    emit_ab(s, OP_MOVE, new_temp(s), from);
    emit_ab(s, OP_MOVE, new_temp(s), count);
    emit_send(s, base, "[]", 2);
    emit_move(s, base, dst);
    s->top = top;
}

static void raise_new(struct scope *s, enum core_class class, const char *message)
{
    int const top = s->top, base = new_temp(s), text = new_temp(s);
    load_class(s, base, class);
    emit_abx(s, OP_STRING, text, constant_string(s, (const uint8_t *)message, strlen(message), ENCODING_UTF8));
    emit_send(s, base, "new", 1);
    emit_a(s, OP_RAISE, base);
    s->top = top;
}

// --- Reasons -------------------------------------------------------------------------------------------------------
static void literal_piece(struct scope *s, const char *text, size_t size)
{
    emit_abx(s, OP_LOADK, new_temp(s), constant_string(s, (const uint8_t *)text, size, ENCODING_UTF8));
}

static void inspect_piece(struct scope *s, int reg)
{
    int const piece = new_temp(s);
    send_to(s, reg, "inspect", piece);
    emit_abcs(s, OP_TOS, piece, piece, 0, call_site(s, SYM_to_s, 0, CALL_FCALL));
}

// R[dst] = the text with each % replaced by a register's inspection, each $ by its text.
static void format_text(struct scope *s, int dst, const char *text, const int *registers)
{
    int const top = s->top;
    int count = 0;
    while (*text != 0) {
        size_t const plain = strcspn(text, "%$");
        if (plain > 0) {
            literal_piece(s, text, plain);
        } else if (*text == '%') {
            inspect_piece(s, *registers++);
        } else {
            int const piece = new_temp(s);
            emit_abcs(s, OP_TOS, piece, *registers++, 0, call_site(s, SYM_to_s, 0, CALL_FCALL));
        }
        text += plain > 0 ? plain : 1;
        count++;
    }
    emit_abc(s, OP_STRCAT, dst, top, count);
    s->top = top;
}

// Jumps to fail unless R[test] is truthy, with the reason if somebody asks.
static void require(struct scope *s, int test, struct label *fail, struct pattern p, const char *reason,
                    const int *regs)
{
    if (p.report == NULL) {
        emit_branch(s, OP_JF, test, fail);
        return;
    }
    struct label ok = LABEL;
    emit_branch(s, OP_JT, test, &ok);
    format_text(s, p.report->message, reason, regs);
    emit_a(s, OP_LOADFALSE, p.report->is_key_error);
    emit_jump(s, fail);
    label_bind(s, &ok);
}

static void require_key(struct scope *s, int test, int hash, int key, struct label *fail, struct pattern p)
{
    if (p.report == NULL) {
        emit_branch(s, OP_JF, test, fail);
        return;
    }
    struct label ok = LABEL;
    emit_branch(s, OP_JT, test, &ok);
    format_text(s, p.report->message, "key not found: %", &key);
    emit_a(s, OP_LOADTRUE, p.report->is_key_error);
    emit_ab(s, OP_MOVE, p.report->matchee, hash);
    emit_ab(s, OP_MOVE, p.report->key, key);
    emit_jump(s, fail);
    label_bind(s, &ok);
}

static void raise_key_error(struct scope *s, const struct report *r, int text)
{
    symbol_t *const names = arena_take(s->c, 2 * sizeof *names);
    if (names == NULL) return;
    names[0] = text_symbol(s->c, "matchee");
    names[1] = SYM_key;
    int const base = new_temps(s, 4);
    load_class(s, base, CLASS_NO_MATCHING_PATTERN_KEY_ERROR);
    emit_ab(s, OP_MOVE, base + 1, text);
    emit_ab(s, OP_MOVE, base + 2, r->matchee);
    emit_ab(s, OP_MOVE, base + 3, r->key);
    struct window const w = {.argc = 1, .flags = CALL_KEYWORDS, .keyword_count = 2, .keywords = names};
    emit_abx(s, OP_SEND, base, window_site(s, SYM_new, &w, 0));
    emit_a(s, OP_RAISE, base);
}

static void raise_mismatch(struct scope *s, int value, const struct report *r)
{
    int const top = s->top, text = new_temp(s);
    struct label plain = LABEL;
    if (r != NULL) {
        format_text(s, text, "%: $", (int[]){value, r->message});
        emit_branch(s, OP_JF, r->is_key_error, &plain);
        raise_key_error(s, r, text);
        label_bind(s, &plain);
    } else {
        format_text(s, text, "%", &value);
    }
    int const base = new_temp(s);
    load_class(s, base, CLASS_NO_MATCHING_PATTERN_ERROR);
    emit_ab(s, OP_MOVE, new_temp(s), text);
    emit_send(s, base, "new", 1);
    emit_a(s, OP_RAISE, base);
    s->top = top;
}

static void open_report(struct scope *s, struct report *r)
{
    *r = (struct report){new_temp(s), new_temp(s), new_temp(s), new_temp(s)};
    emit_a(s, OP_LOADFALSE, r->is_key_error);
    emit_ab(s, OP_LOADNIL, r->matchee, r->key);
}

// --- Values --------------------------------------------------------------------------------------------------------
static void match_value(struct scope *s, const pm_node_t *n, int value, struct label *fail, struct pattern p)
{
    int const top = s->top, pattern = compile_temp(s, n), test = p.report ? new_temp(s) : pattern;
    set_line(s, n);
    emit_abcs(s, OP_EQQ, test, pattern, value, call_site(s, SYM_OP_eqq, 1, CALL_FCALL));
    require(s, test, fail, p, "% === % does not return true", (int[]){pattern, value});
    s->top = top;
}

// R[dst] = value.respond_to?(name)
static void ask_respond(struct scope *s, int value, const char *name, int dst)
{
    int const top = s->top, base = window_base(s, dst);
    emit_ab(s, OP_MOVE, base, value);
    load_symbol(s, new_temp(s), text_symbol(s->c, name));
    emit_send(s, base, "respond_to?", 1);
    emit_move(s, base, dst);
    s->top = top;
}

static void check_class(struct scope *s, int reg, enum core_class class, const char *message)
{
    struct label ok = LABEL;
    int const top = s->top, test = new_temp(s);
    load_class(s, test, class);
    emit_abcs(s, OP_EQQ, test, test, reg, call_site(s, SYM_OP_eqq, 1, 0));
    emit_branch(s, OP_JT, test, &ok);
    raise_new(s, CLASS_TYPE_ERROR, message);
    label_bind(s, &ok);
    s->top = top;
}

// The value's deconstruct in a new register.
static int deconstruct(struct scope *s, int value, struct label *fail, struct pattern p)
{
    int const array = new_temp(s);
    struct label have = LABEL, refused = LABEL, done = LABEL, ask = LABEL;
    if (p.cache != 0) {
        emit_ab(s, OP_MOVE, array, p.cache);
        emit_branch(s, OP_JT, array, &have);
        emit_branch(s, OP_JNNIL, array, &refused);
    }
    label_bind(s, &ask);
    ask_respond(s, value, "deconstruct", array);
    if (p.cache != 0) {
        label_bind(s, &refused);
        struct label responds = LABEL;
        emit_branch(s, OP_JT, array, &responds);
        emit_a(s, OP_LOADFALSE, p.cache);
        label_bind(s, &responds);
    }
    require(s, array, fail, p, "% does not respond to #deconstruct", &value);
    send_to(s, value, "deconstruct", array);
    check_class(s, array, CLASS_ARRAY, "deconstruct must return Array");
    if (p.cache != 0) emit_ab(s, OP_MOVE, p.cache, array);
    label_bind(s, &have);
    label_bind(s, &done);
    return array;
}

static void match_constant(struct scope *s, const pm_node_t *constant_node, int value, struct label *fail,
                           struct pattern p)
{
    if (constant_node != NULL) match_value(s, constant_node, value, fail, p);
}

static void length_of(struct scope *s, int array, int dst) { send_to(s, array, "size", dst); }

static const pm_node_t *splat_target(const pm_node_t *n)
{
    return n != NULL && PM_NODE_TYPE_P(n, PM_SPLAT_NODE) ? ((const pm_splat_node_t *)n)->expression : NULL;
}

// --- Arrays --------------------------------------------------------------------------------------------------------
static void check_length(struct scope *s, int array, int wanted, bool at_least, struct label *fail, struct pattern p)
{
    int const top = s->top, length = new_temp(s), count = new_temp(s), test = new_temp(s);
    length_of(s, array, length);
    load_int(s, count, wanted);
    emit_abcs(s, at_least ? OP_GE : OP_EQ, test, length, count,
              call_site(s, at_least ? SYM_OP_ge : SYM_OP_eq, 1, 0));
    require(s, test, fail, p,
            at_least ? "% length mismatch (given %, expected %+)" : "% length mismatch (given %, expected %)",
            (int[]){array, length, count});
    s->top = top;
}

static void match_element(struct scope *s, const pm_node_t *n, int array, int index, struct label *fail,
                          struct pattern p)
{
    int const top = s->top, element = new_temp(s), key = new_temp(s);
    load_int(s, key, index);
    emit_abcs(s, OP_INDEX, element, array, key, call_site(s, SYM_OP_index, 1, 0));
    match(s, n, element, fail, p);
    s->top = top;
}

static void match_array(struct scope *s, const pm_array_pattern_node_t *n, int value, struct label *fail,
                        struct pattern p)
{
    int const top = s->top, before = (int)n->requireds.size, behind = (int)n->posts.size;
    struct pattern const inner = {0, p.report};
    match_constant(s, n->constant, value, fail, p);
    int const array = deconstruct(s, value, fail, p);
    check_length(s, array, before + behind, n->rest != NULL, fail, p);
    for (int i = 0; i < before; i++) match_element(s, n->requireds.nodes[i], array, i, fail, inner);
    const pm_node_t *const rest = splat_target(n->rest);
    if (rest != NULL) {
        int const mark = s->top, from = new_temp(s), count = new_temp(s), part = new_temp(s);
        load_int(s, from, before);
        length_of(s, array, count);
        load_int(s, part, before + behind);
        emit_abcs(s, OP_SUB, count, count, part, call_site(s, SYM_OP_minus, 1, 0));
        send_slice(s, array, from, count, part);
        match(s, rest, part, fail, inner);
        s->top = mark;
    }
    for (int i = 0; i < behind; i++) match_element(s, n->posts.nodes[i], array, i - behind, fail, inner);
    s->top = top;
}

// [*, x, y, *]: tries each position in turn.
static void match_find(struct scope *s, const pm_find_pattern_node_t *n, int value, struct label *fail,
                       struct pattern p)
{
    int const top = s->top, count = (int)n->requireds.size;
    struct label head = LABEL, next = LABEL, found = LABEL;
    match_constant(s, n->constant, value, fail, p);
    int const array = deconstruct(s, value, fail, p);
    check_length(s, array, count, true, fail, p);
    int const index = new_temp(s), limit = new_temp(s), at_index = new_temp(s), element = new_temp(s);
    load_int(s, index, 0);
    length_of(s, array, limit);
    load_int(s, at_index, count);
    emit_abcs(s, OP_SUB, limit, limit, at_index, call_site(s, SYM_OP_minus, 1, 0));
    label_bind(s, &head);
    emit_a(s, OP_LOOP, s->top);
    emit_ab(s, OP_MOVE, at_index, index);
    for (int i = 0; i < count; i++) {
        emit_abcs(s, OP_INDEX, element, array, at_index, call_site(s, SYM_OP_index, 1, 0));
        match(s, n->requireds.nodes[i], element, &next, (struct pattern){0, NULL});
        emit_abcs(s, OP_ADDI, at_index, at_index, 1, call_site(s, SYM_OP_plus, 1, 0));
    }
    emit_jump(s, &found);
    label_bind(s, &next);
    emit_abcs(s, OP_ADDI, index, index, 1, call_site(s, SYM_OP_plus, 1, 0));
    emit_compare(s, OP_JLE, index, limit, call_site(s, SYM_OP_le, 1, 0), &head);
    emit_a(s, OP_LOADFALSE, element);
    require(s, element, fail, p, "% does not match to find pattern", &array);
    label_bind(s, &found);
    const pm_node_t *const left = splat_target(n->left ? &n->left->base : NULL);
    const pm_node_t *const right = splat_target(n->right ? &n->right->base : NULL);
    if (left != NULL) {
        load_int(s, element, 0);
        send_slice(s, array, element, index, element);
        compile_assign(s, left, element);
    }
    if (right != NULL) {
        length_of(s, array, element);
        emit_abcs(s, OP_SUB, limit, element, at_index, call_site(s, SYM_OP_minus, 1, 0));
        send_slice(s, array, at_index, limit, element);
        compile_assign(s, right, element);
    }
    s->top = top;
}

// --- Hashes --------------------------------------------------------------------------------------------------------
static symbol_t key_of(struct scope *s, const pm_node_t *n)
{
    if (!PM_NODE_TYPE_P(n, PM_SYMBOL_NODE)) {
        compile_missing(s, n);
        return 0;
    }
    const pm_string_t *const text = &((const pm_symbol_node_t *)n)->unescaped;
    return bytes_symbol(s->c, text->source, text->length);
}

// The keys that deconstruct_keys is asked for: nil, all of them, where the rest matters.
static void load_keys(struct scope *s, const pm_hash_pattern_node_t *n, int dst)
{
    bool const unnamed = n->rest != NULL && PM_NODE_TYPE_P(n->rest, PM_ASSOC_SPLAT_NODE) &&
                         ((const pm_assoc_splat_node_t *)n->rest)->value == NULL;
    if ((n->rest != NULL && !unnamed) || n->elements.size == 0) {
        load_nil(s, dst);
        return;
    }
    struct array *const keys = array_new(s->c->heap, n->elements.size);
    for (size_t i = 0; keys != NULL && i < n->elements.size; i++) {
        symbol_t const key = key_of(s, ((const pm_assoc_node_t *)n->elements.nodes[i])->key);
        if (!array_push(s->c->heap, keys, value_symbol(key))) compile_fail_memory(s->c);
    }
    if (keys == NULL) {
        compile_fail_memory(s->c);
        return;
    }
    int const top = s->top, literal = new_temp(s);
    load_constant(s, literal, share_value(s->c, value_pointer(keys)));
    emit_abc(s, OP_ARRAY, dst, 0, 0);
    emit_ab(s, OP_ARRAYCAT, dst, literal);
    s->top = top;
}

static int deconstruct_keys(struct scope *s, const pm_hash_pattern_node_t *n, int value, struct label *fail,
                            struct pattern p)
{
    int const hash = new_temp(s), top = s->top, base = new_temp(s), keys = new_temp(s);
    ask_respond(s, value, "deconstruct_keys", hash);
    require(s, hash, fail, p, "% does not respond to #deconstruct_keys", &value);
    emit_ab(s, OP_MOVE, base, value);
    load_keys(s, n, keys);
    emit_send(s, base, "deconstruct_keys", 1);
    emit_ab(s, OP_MOVE, hash, base);
    s->top = top;
    check_class(s, hash, CLASS_HASH, "deconstruct_keys must return Hash");
    if (n->rest != NULL) send_to(s, hash, "dup", hash);
    return hash;
}

static void match_pair(struct scope *s, const pm_assoc_node_t *pair, int hash, bool remove, struct label *fail,
                       struct pattern p)
{
    int const top = s->top, key = new_temp(s), value = new_temp(s);
    load_symbol(s, key, key_of(s, pair->key));
    send_with(s, hash, "key?", key, value);
    require_key(s, value, hash, key, fail, p);
    if (remove) send_with(s, hash, "delete", key, value);
    else emit_abcs(s, OP_INDEX, value, hash, key, call_site(s, SYM_OP_index, 1, 0));
    if (pair->value != NULL) match(s, pair->value, value, fail, (struct pattern){0, p.report});
    s->top = top;
}

static void check_empty(struct scope *s, int hash, struct label *fail, struct pattern p, const char *reason)
{
    int const top = s->top, test = new_temp(s);
    send_to(s, hash, "empty?", test);
    require(s, test, fail, p, reason, &hash);
    s->top = top;
}

static void match_hash(struct scope *s, const pm_hash_pattern_node_t *n, int value, struct label *fail,
                       struct pattern p)
{
    int const top = s->top;
    match_constant(s, n->constant, value, fail, p);
    int const hash = deconstruct_keys(s, n, value, fail, p);
    for (size_t i = 0; i < n->elements.size; i++) {
        match_pair(s, (const pm_assoc_node_t *)n->elements.nodes[i], hash, n->rest != NULL, fail, p);
    }
    if (n->rest == NULL) {
        if (n->elements.size == 0) check_empty(s, hash, fail, p, "% is not empty");
    } else if (PM_NODE_TYPE_P(n->rest, PM_NO_KEYWORDS_PARAMETER_NODE)) {
        check_empty(s, hash, fail, p, "rest of % is not empty");
    } else if (((const pm_assoc_splat_node_t *)n->rest)->value != NULL) {
        match(s, ((const pm_assoc_splat_node_t *)n->rest)->value, hash, fail, (struct pattern){0, p.report});
    }
    s->top = top;
}

// --- All of them ---------------------------------------------------------------------------------------------------
static void match_either(struct scope *s, const pm_alternation_pattern_node_t *n, int value, struct label *fail,
                         struct pattern p)
{
    struct label other = LABEL, matched = LABEL;
    match(s, n->left, value, &other, p);
    emit_jump(s, &matched);
    label_bind(s, &other);
    match(s, n->right, value, fail, p);
    label_bind(s, &matched);
}

static void match_guard(struct scope *s, const pm_node_t *n, int value, struct label *fail, struct pattern p)
{
    bool const is_if = PM_NODE_TYPE_P(n, PM_IF_NODE);
    const pm_if_node_t *const i = (const void *)n;
    const pm_unless_node_t *const u = (const void *)n;
    const pm_statements_node_t *const pattern = is_if ? i->statements : u->statements;
    struct label failed = LABEL, ok = LABEL;
    match(s, &pattern->base, value, fail, p);
    compile_branch(s, is_if ? i->predicate : u->predicate, !is_if, p.report ? &failed : fail);
    if (p.report == NULL) return;
    emit_jump(s, &ok);
    label_bind(s, &failed);
    int const top = s->top, never = new_temp(s);
    emit_a(s, OP_LOADFALSE, never);
    require(s, never, fail, p, "guard clause does not return true", NULL);
    label_bind(s, &ok);
    s->top = top;
}

static void match_any(struct scope *s, const pm_node_t *n, int value, struct label *fail, struct pattern p)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_ARRAY_PATTERN_NODE: match_array(s, (const pm_array_pattern_node_t *)n, value, fail, p); break;
    case PM_FIND_PATTERN_NODE: match_find(s, (const pm_find_pattern_node_t *)n, value, fail, p); break;
    case PM_HASH_PATTERN_NODE: match_hash(s, (const pm_hash_pattern_node_t *)n, value, fail, p); break;
    case PM_ALTERNATION_PATTERN_NODE: match_either(s, (const void *)n, value, fail, p); break;
    case PM_CAPTURE_PATTERN_NODE: {
        const pm_capture_pattern_node_t *const capture = (const void *)n;
        match(s, capture->value, value, fail, p);
        compile_assign(s, &capture->target->base, value);
        break;
    }
    case PM_LOCAL_VARIABLE_TARGET_NODE: compile_assign(s, n, value); break;
    case PM_IMPLICIT_NODE: match(s, ((const pm_implicit_node_t *)n)->value, value, fail, p); break;
    case PM_PINNED_VARIABLE_NODE:
        match_value(s, ((const pm_pinned_variable_node_t *)n)->variable, value, fail, p);
        break;
    case PM_PINNED_EXPRESSION_NODE:
        match_value(s, ((const pm_pinned_expression_node_t *)n)->expression, value, fail, p);
        break;
    case PM_IF_NODE: case PM_UNLESS_NODE: match_guard(s, n, value, fail, p); break;
    default: match_value(s, n, value, fail, p);
    }
}

static void match(struct scope *s, const pm_node_t *n, int value, struct label *fail, struct pattern p)
{
    if (compile_enter(s->c, n)) {
        set_line(s, n);
        match_any(s, node_bare(n), value, fail, p);
    }
    compile_leave(s->c);
}

void compile_case_match(struct scope *s, const pm_case_match_node_t *n, int dst)
{
    struct label end = LABEL;
    struct report report;
    int const top = s->top, result = dst == DISCARD ? DISCARD : own_temp(s, dst), value = new_temp(s),
              cache = new_temp(s);
    bool const alone = n->conditions.size == 1 && n->else_clause == NULL;
    compile_or_nil(s, n->predicate, value);
    load_nil(s, cache);
    if (alone) open_report(s, &report);
    for (size_t i = 0; i < n->conditions.size; i++) {
        const pm_in_node_t *const in = (const pm_in_node_t *)n->conditions.nodes[i];
        struct label next = LABEL;
        match(s, in->pattern, value, &next, (struct pattern){cache, alone ? &report : NULL});
        compile_or_nil(s, in->statements ? &in->statements->base : NULL, result);
        if (emit_reachable(s)) emit_jump(s, &end);
        label_bind(s, &next);
    }
    set_line(s, &n->base);
    if (n->else_clause != NULL) compile_node(s, &n->else_clause->base, result);
    else raise_mismatch(s, value, alone ? &report : NULL);
    label_bind(s, &end);
    emit_move(s, result, dst);
    s->top = top;
}

void compile_match_required(struct scope *s, const pm_match_required_node_t *n, int dst)
{
    struct label fail = LABEL, end = LABEL;
    struct report report;
    int const top = s->top, value = compile_temp(s, n->value);
    open_report(s, &report);
    match(s, n->pattern, value, &fail, (struct pattern){0, &report});
    emit_jump(s, &end);
    label_bind(s, &fail);
    set_line(s, &n->base);
    raise_mismatch(s, value, &report);
    label_bind(s, &end);
    load_nil(s, dst);
    s->top = top;
}

void compile_match_predicate(struct scope *s, const pm_match_predicate_node_t *n, int dst)
{
    struct label fail = LABEL, end = LABEL;
    int const top = s->top, value = compile_temp(s, n->value);
    match(s, n->pattern, value, &fail, (struct pattern){0, NULL});
    if (dst != DISCARD) emit_a(s, OP_LOADTRUE, dst);
    emit_jump(s, &end);
    label_bind(s, &fail);
    if (dst != DISCARD) emit_a(s, OP_LOADFALSE, dst);
    label_bind(s, &end);
    s->top = top;
}
