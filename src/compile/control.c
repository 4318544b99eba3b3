// Control flow: branches, loops, case, begin/rescue/else/ensure, jumps out of them, flip-flops.
//
// A jump that leaves guarded ranges closes each of them, runs what it owes (`ensure` bodies inline, $! restored),
// jumps, and opens them again for the code behind it. So an ensure body is never covered by its own range.
#include "compile/interior.h"

// --- if ------------------------------------------------------------------------------------------------------------
struct choice { // if and unless alike
    const pm_node_t *predicate, *then, *otherwise;
    bool sense; // the truth of the predicate that leads to `then`
};

static struct choice choice_of(const pm_node_t *n)
{
    if (PM_NODE_TYPE_P(n, PM_IF_NODE)) {
        const pm_if_node_t *const i = (const void *)n;
        return (struct choice){i->predicate, i->statements ? &i->statements->base : NULL, i->subsequent, true};
    }
    const pm_unless_node_t *const u = (const void *)n;
    return (struct choice){u->predicate, u->statements ? &u->statements->base : NULL,
                           u->else_clause ? &u->else_clause->base : NULL, false};
}

// Where `then` goes when it is nothing but a `next` or `break` of the loop right around; else NULL.
static struct label *loop_exit(const struct scope *s, const pm_node_t *then)
{
    const struct context *const loop = s->context;
    const pm_node_t *const n = then ? node_bare(then) : NULL;
    if (n == NULL || loop == NULL || loop->kind != CONTEXT_LOOP) return NULL;
    if (PM_NODE_TYPE_P(n, PM_NEXT_NODE) && ((const pm_next_node_t *)n)->arguments == NULL) return loop->next;
    if (PM_NODE_TYPE_P(n, PM_BREAK_NODE) && ((const pm_break_node_t *)n)->arguments == NULL && loop->dst == DISCARD) {
        return loop->leave;
    }
    return NULL;
}

// A chain of elsif is a deep tree, but a loop here.
void compile_if(struct scope *s, const pm_node_t *n, int dst)
{
    struct label end = LABEL;
    for (;;) {
        struct label otherwise = LABEL;
        struct choice const c = choice_of(n);
        struct label *const out = dst == DISCARD && c.otherwise == NULL ? loop_exit(s, c.then) : NULL;
        if (out != NULL) {
            compile_branch(s, c.predicate, c.sense, out);
            break;
        }
        compile_branch(s, c.predicate, !c.sense, &otherwise);
        compile_or_nil(s, c.then, dst);
        if (c.otherwise == NULL && dst == DISCARD) {
            label_bind(s, &otherwise);
            break;
        }
        if (emit_reachable(s)) emit_jump(s, &end);
        label_bind(s, &otherwise);
        if (c.otherwise == NULL || !PM_NODE_TYPE_P(c.otherwise, PM_IF_NODE)) {
            compile_or_nil(s, c.otherwise, dst);
            break;
        }
        n = c.otherwise;
        set_line(s, n);
    }
    label_bind(s, &end);
}

void return_if(struct scope *s, const pm_node_t *n)
{
    for (;;) {
        struct label otherwise = LABEL;
        struct choice const c = choice_of(n);
        compile_branch(s, c.predicate, !c.sense, &otherwise);
        compile_return(s, c.then);
        label_bind(s, &otherwise);
        if (c.otherwise == NULL || !PM_NODE_TYPE_P(c.otherwise, PM_IF_NODE)) {
            compile_return(s, c.otherwise);
            return;
        }
        n = c.otherwise;
        set_line(s, n);
    }
}

// --- Jumps out -----------------------------------------------------------------------------------------------------
// Emits what leaving every context inside `target` owes, with s->context moving outwards. reopen() undoes the move.
static void leave_contexts(struct scope *s, const struct context *target)
{
    while (s->context != target && s->context != NULL) {
        struct context *const context = s->context;
        switch (context->kind) {
        case CONTEXT_LOOP: s->context = context->up; break;
        case CONTEXT_RESCUE: range_close(s, context); break;
        case CONTEXT_ENSURE:
            range_close(s, context);
            if (context->ensure->statements != NULL) compile_node(s, &context->ensure->statements->base, DISCARD);
            break;
        case CONTEXT_HANDLER:
            emit_a(s, OP_SETERROR, context->saved);
            s->context = context->up;
            break;
        }
    }
}

static void reopen(struct scope *s, struct context *innermost, const struct context *target)
{
    for (struct context *c = innermost; c != target && c != NULL; c = c->up) c->start = s->words.count;
    s->context = innermost;
}

static bool owes(const struct scope *s, const struct context *target)
{
    for (const struct context *c = s->context; c != target && c != NULL; c = c->up) {
        if (c->kind == CONTEXT_ENSURE || c->kind == CONTEXT_HANDLER) return true;
    }
    return false;
}

static struct context *find_context(const struct scope *s, enum context_kind kind, bool retry)
{
    for (struct context *c = s->context; c != NULL; c = c->up) {
        if (c->kind == kind && (!retry || c->retry != NULL)) return c;
    }
    return NULL;
}

// The value of break, next or return: nothing is nil, several are an array.
static void jump_value(struct scope *s, const pm_arguments_node_t *a, int dst)
{
    if (a == NULL || a->arguments.size == 0) {
        load_nil(s, dst);
    } else if (a->arguments.size == 1 && !PM_NODE_TYPE_P(a->arguments.nodes[0], PM_SPLAT_NODE)) {
        compile_node(s, a->arguments.nodes[0], dst);
    } else {
        compile_elements(s, &a->arguments, a->arguments.size, dst);
    }
}

// RET, behind what leaving the code owes. No ensure clause may change the register.
static void leave_with(struct scope *s, int value)
{
    struct context *const innermost = s->context;
    leave_contexts(s, NULL);
    emit_a(s, OP_RET, value);
    reopen(s, innermost, NULL);
}

// Leaves the code with RET and a value.
static void leave_code(struct scope *s, const pm_arguments_node_t *arguments)
{
    int const top = s->top;
    bool const one = arguments != NULL && arguments->arguments.size == 1 &&
                     !PM_NODE_TYPE_P(arguments->arguments.nodes[0], PM_SPLAT_NODE);
    if (s->context == NULL && (arguments == NULL || one)) {
        compile_return(s, one ? arguments->arguments.nodes[0] : NULL);
        return;
    }
    int value;
    if (one && !owes(s, NULL)) {
        value = compile_any(s, arguments->arguments.nodes[0]);
    } else { // an ensure body must not change it
        value = new_temp(s);
        jump_value(s, arguments, value);
    }
    leave_with(s, value);
    s->top = top;
}

static void jump_to(struct scope *s, const struct context *target, struct label *label)
{
    struct context *const innermost = s->context;
    leave_contexts(s, target);
    emit_jump(s, label);
    reopen(s, innermost, target);
}

// The same backwards, with a poll: what is run again may have none.
static void jump_back(struct scope *s, const struct context *target, struct label *label)
{
    struct context *const innermost = s->context;
    leave_contexts(s, target);
    emit_a(s, OP_LOOP, s->top);
    emit_jump(s, label);
    reopen(s, innermost, target);
}

static bool returns_directly(const struct scope *s)
{
    if (s->kind == CODE_CLASS) return false; // `class << x`: from what is around
    return s->method_level ? s->kind != CODE_EVAL : s->kind == CODE_LAMBDA;
}

// --- Jumps out of class bodies ---------------------------------------------------------------------------------------
// A class body in a loop or block may break out of it. The body then answers [value, kind, again] to its class instruction
// in the code around, which goes on with the jump. kind: nil for none, true for break, else next or, when again, redo.
enum escape { ESCAPE_BREAK = 1, ESCAPE_NEXT = 2, ESCAPE_REDO = 4 };

static pm_visit_result_t find_escape(const pm_node_t *n, void *found)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_BREAK_NODE: *(unsigned *)found |= ESCAPE_BREAK; return PM_VISIT_DESCEND;
    case PM_NEXT_NODE: *(unsigned *)found |= ESCAPE_NEXT; return PM_VISIT_DESCEND;
    case PM_REDO_NODE: *(unsigned *)found |= ESCAPE_REDO; return PM_VISIT_DESCEND;
    case PM_WHILE_NODE: case PM_UNTIL_NODE: case PM_FOR_NODE: case PM_BLOCK_NODE: case PM_LAMBDA_NODE: case PM_DEF_NODE:
        return PM_VISIT_SKIP;
    default: return PM_VISIT_DESCEND;
    }
}

unsigned escapes_of(struct scope *s, const pm_node_t *body)
{
    unsigned found = 0;
    bool const inside = find_context(s, CONTEXT_LOOP, false) != NULL || !s->method_level || s->escapes != 0;
    if (inside && body != NULL) pm_visit_node(body, find_escape, &found);
    return found;
}

// The body's answer when nothing jumps.
void compile_escaping_body(struct scope *s, const pm_node_t *body)
{
    int const value = new_temps(s, 3);
    compile_or_nil(s, body, value);
    if (!emit_reachable(s)) return;
    load_nil(s, value + 1);
    load_nil(s, value + 2);
    emit_abc(s, OP_ARRAY, value, value, 3);
    emit_a(s, OP_RET, value);
}

static void answer_escape(struct scope *s, enum escape kind, int value)
{
    int const top = s->top, answer = new_temps(s, 3);
    emit_move(s, value, answer);
    emit_a(s, kind == ESCAPE_BREAK ? OP_LOADTRUE : OP_LOADFALSE, answer + 1);
    emit_a(s, kind == ESCAPE_REDO ? OP_LOADTRUE : OP_LOADFALSE, answer + 2);
    emit_abc(s, OP_ARRAY, answer, answer, 3);
    leave_with(s, answer);
    s->top = top;
}

// Whether the jump leaves code that nothing around it would let it leave.
static bool stays(struct scope *s, const pm_node_t *n, const char *what)
{
    if (!s->method_level || s->escapes != 0) return false;
    compile_fail(s->c, COMPILE_SYNTAX_ERROR, n, "Can't escape from eval with %s", what);
    return true;
}

static void break_out(struct scope *s, int value)
{
    if (s->escapes != 0) answer_escape(s, ESCAPE_BREAK, value);
    else if (s->kind == CODE_LAMBDA) leave_with(s, value);
    else emit_a(s, OP_BREAK, value);
}

static void next_out(struct scope *s, int value)
{
    if (s->escapes != 0) answer_escape(s, ESCAPE_NEXT, value);
    else leave_with(s, value);
}

static void redo_out(struct scope *s)
{
    struct context *const loop = find_context(s, CONTEXT_LOOP, false);
    if (loop != NULL) jump_to(s, loop, loop->redo);
    else if (s->escapes != 0) answer_escape(s, ESCAPE_REDO, 0);
    else jump_back(s, NULL, &s->body);
}

// Behind the class instruction, whose answer is in R[base]: there the body's value is left.
void compile_escapes(struct scope *s, unsigned kinds, int base)
{
    struct label end = LABEL, next = LABEL, redo = LABEL;
    struct context *const loop = find_context(s, CONTEXT_LOOP, false);
    int const top = s->top, value = new_temps(s, 3), kind = value + 1, again = value + 2;
    emit_abcx(s, OP_EXPAND, value, base, 0, 3u << 16);
    emit_branch(s, OP_JNIL, kind, &end);
    if (kinds & ESCAPE_REDO) emit_branch(s, OP_JT, again, &redo);
    if (kinds & ESCAPE_NEXT) emit_branch(s, OP_JF, kind, &next);
    if (kinds & ESCAPE_BREAK) {
        if (loop != NULL) emit_move(s, value, loop->dst), jump_to(s, loop, loop->leave);
        else break_out(s, value);
    }
    label_bind(s, &next);
    if (kinds & ESCAPE_NEXT) {
        if (loop != NULL) jump_to(s, loop, loop->next);
        else next_out(s, value);
    }
    label_bind(s, &redo);
    if (kinds & ESCAPE_REDO) redo_out(s);
    label_bind(s, &end);
    emit_move(s, value, base);
    s->top = top;
}

static void compile_break(struct scope *s, const pm_break_node_t *n)
{
    struct context *const loop = find_context(s, CONTEXT_LOOP, false);
    if (loop != NULL) {
        jump_value(s, n->arguments, loop->dst);
        jump_to(s, loop, loop->leave);
    } else if (!stays(s, &n->base, "break")) {
        int const top = s->top, value = new_temp(s);
        jump_value(s, n->arguments, value);
        break_out(s, value);
        s->top = top;
    }
}

static void compile_next(struct scope *s, const pm_next_node_t *n)
{
    struct context *const loop = find_context(s, CONTEXT_LOOP, false);
    if (loop != NULL) {
        jump_value(s, n->arguments, DISCARD);
        jump_to(s, loop, loop->next);
    } else if (s->escapes != 0) {
        int const top = s->top, value = new_temp(s);
        jump_value(s, n->arguments, value);
        next_out(s, value);
        s->top = top;
    } else if (!stays(s, &n->base, "next")) {
        leave_code(s, n->arguments);
    }
}

static void compile_redo(struct scope *s, const pm_node_t *n)
{
    if (find_context(s, CONTEXT_LOOP, false) != NULL || !stays(s, n, "redo")) redo_out(s);
}

// Out of frames around too: what stands between is the unwinder's, since the jump may turn out to be an exception.
static void return_out(struct scope *s, const pm_arguments_node_t *arguments)
{
    int const top = s->top, value = new_temp(s);
    jump_value(s, arguments, value);
    emit_a(s, OP_RETURNFROM, value);
    s->top = top;
}

void compile_jump(struct scope *s, const pm_node_t *n)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_BREAK_NODE: compile_break(s, (const pm_break_node_t *)n); break;
    case PM_NEXT_NODE: compile_next(s, (const pm_next_node_t *)n); break;
    case PM_REDO_NODE: compile_redo(s, n); break;
    case PM_RETRY_NODE: {
        struct context *const handler = find_context(s, CONTEXT_HANDLER, true);
        if (handler == NULL) compile_fail(s->c, COMPILE_SYNTAX_ERROR, n, "Invalid retry without rescue");
        else jump_back(s, handler->up, handler->retry);
        break;
    }
    default:
        if (returns_directly(s)) leave_code(s, ((const pm_return_node_t *)n)->arguments);
        else return_out(s, ((const pm_return_node_t *)n)->arguments);
    }
}

// --- Loops ---------------------------------------------------------------------------------------------------------
struct cost {
    unsigned nodes;
};

static pm_visit_result_t visit_cost(const pm_node_t *n, void *context)
{
    struct cost *const cost = context;
    switch (PM_NODE_TYPE(n)) {
    case PM_BLOCK_NODE: case PM_LAMBDA_NODE: case PM_WHILE_NODE: case PM_UNTIL_NODE: case PM_FOR_NODE:
    case PM_BEGIN_NODE: case PM_DEF_NODE: case PM_CLASS_NODE: case PM_CASE_NODE: case PM_CASE_MATCH_NODE:
    case PM_IF_NODE: case PM_FLIP_FLOP_NODE: case PM_INTERPOLATED_STRING_NODE: case PM_DEFINED_NODE:
        cost->nodes = 100;
        break;
    default: cost->nodes++;
    }
    return cost->nodes > 12 ? PM_VISIT_STOP : PM_VISIT_DESCEND;
}

static bool cheap(const pm_node_t *n)
{
    struct cost cost = {0};
    pm_visit_node(n, visit_cost, &cost);
    return cost.nodes <= 12;
}

struct loop_parts {
    const pm_node_t *predicate, *body;
    bool sense, body_first;
};

static struct loop_parts loop_parts(const pm_node_t *n)
{
    bool const body_first = (n->flags & PM_LOOP_FLAGS_BEGIN_MODIFIER) != 0;
    if (PM_NODE_TYPE_P(n, PM_WHILE_NODE)) {
        const pm_while_node_t *const w = (const void *)n;
        return (struct loop_parts){w->predicate, w->statements ? &w->statements->base : NULL, true, body_first};
    }
    const pm_until_node_t *const u = (const void *)n;
    return (struct loop_parts){u->predicate, u->statements ? &u->statements->base : NULL, false, body_first};
}

// Tested once, then: LOOP, body, condition with a branch back.
void compile_while(struct scope *s, const pm_node_t *n, int dst)
{
    struct loop_parts const parts = loop_parts(n);
    struct label head = LABEL, next = LABEL, done = LABEL, leave_label = LABEL;
    int const top = s->top,
              result = dst == DISCARD ? DISCARD : own_temp(s, dst); // C1: an ensure may run after `break x`
    struct context loop = {.kind = CONTEXT_LOOP, .up = s->context, .next = &next, .leave = &leave_label,
                           .redo = &head, .dst = result};
    s->context = &loop;
    if (!parts.body_first) {
        if (cheap(parts.predicate)) compile_branch(s, parts.predicate, !parts.sense, &done);
        else emit_jump(s, &next);
    }
    label_bind(s, &head);
    emit_a(s, OP_LOOP, s->top);
    if (parts.body != NULL) compile_node(s, parts.body, DISCARD);
    label_bind(s, &next);
    set_line(s, parts.predicate);
    compile_branch(s, parts.predicate, parts.sense, &head);
    label_bind(s, &done);
    s->context = loop.up;
    load_nil(s, result);
    label_bind(s, &leave_label);
    emit_move(s, result, dst);
    s->top = top;
}

void compile_each(struct scope *s, int array, void (*body)(struct scope *s, int element, void *context), void *context)
{
    struct label head = LABEL, test = LABEL;
    int const top = s->top, index = new_temp(s), count = new_temp(s), element = new_temp(s);
    load_int(s, index, 0);
    emit_ab(s, OP_MOVE, element, array);
    emit_abx(s, OP_SEND, element, call_site(s, SYM_size, 0, 0));
    emit_ab(s, OP_MOVE, count, element);
    emit_jump(s, &test);
    label_bind(s, &head);
    emit_a(s, OP_LOOP, element);
    emit_abcs(s, OP_INDEX, element, array, index, call_site(s, SYM_OP_index, 1, 0));
    body(s, element, context);
    emit_abcs(s, OP_ADDI, index, index, 1, call_site(s, SYM_OP_plus, 1, 0));
    label_bind(s, &test);
    emit_compare(s, OP_JLT, index, count, call_site(s, SYM_OP_lt, 1, 0), &head);
    s->top = top;
}

// --- case ----------------------------------------------------------------------------------------------------------
struct when {
    int value; // -1: case without a value
    struct label *body;
};

static void test_element(struct scope *s, int element, void *context)
{
    const struct when *const when = context;
    if (when->value >= 0) emit_abcs(s, OP_EQQ, element, element, when->value, call_site(s, SYM_OP_eqq, 1, CALL_FCALL));
    emit_branch(s, OP_JT, element, when->body);
}

static int splat_array(struct scope *s, const pm_splat_node_t *n)
{
    int const array = new_temp(s);
    if (n->expression != NULL) compile_node(s, n->expression, array);
    else place_load(s, scope_anonymous(s, ANONYMOUS_REST), array);
    emit_abcs(s, OP_SPLAT, array, array, 0, call_site(s, SYM_to_a, 0, CALL_FCALL));
    return array;
}

static void compile_condition(struct scope *s, const pm_node_t *n, struct when *when)
{
    int const top = s->top;
    set_line(s, n);
    if (PM_NODE_TYPE_P(n, PM_SPLAT_NODE)) {
        compile_each(s, splat_array(s, (const pm_splat_node_t *)n), test_element, when);
    } else if (when->value < 0) {
        compile_branch(s, n, true, when->body);
    } else {
        int const t = new_temp(s);
        if (PM_NODE_TYPE_P(n, PM_STRING_NODE)) { // compared only: no copy
            const pm_string_node_t *const text = (const pm_string_node_t *)n;
            emit_abx(s, OP_LOADK, t,
                     constant_string(s, text->unescaped.source, text->unescaped.length,
                                     string_encoding_of(s->c, n->flags, &text->unescaped)));
        } else {
            compile_node(s, n, t);
        }
        set_line(s, n);
        emit_abcs(s, OP_EQQ, t, t, when->value, call_site(s, SYM_OP_eqq, 1, CALL_FCALL));
        emit_branch(s, OP_JT, t, when->body);
    }
    s->top = top;
}

static void branch_value(struct scope *s, const pm_node_t *n, int dst, bool returns)
{
    if (returns) compile_return(s, n);
    else compile_or_nil(s, n, dst);
}

// Conditions in a row, each with a jump to its body; bodies follow their conditions.
void compile_case(struct scope *s, const pm_case_node_t *n, int dst, bool returns)
{
    struct label end = LABEL;
    int const top = s->top;
    struct when when = {.value = -1};
    if (n->predicate != NULL) when.value = compile_temp(s, n->predicate);
    for (size_t i = 0; i < n->conditions.size; i++) {
        const pm_when_node_t *const w = (const pm_when_node_t *)n->conditions.nodes[i];
        struct label body = LABEL, next = LABEL;
        when.body = &body;
        for (size_t k = 0; k < w->conditions.size; k++) compile_condition(s, w->conditions.nodes[k], &when);
        label_past(s, &body, &next);
        branch_value(s, w->statements ? &w->statements->base : NULL, dst, returns);
        if (!returns && emit_reachable(s)) emit_jump(s, &end);
        label_bind(s, &next);
    }
    branch_value(s, n->else_clause ? &n->else_clause->base : NULL, dst, returns);
    label_bind(s, &end);
    s->top = top;
}

// --- rescue --------------------------------------------------------------------------------------------------------
struct rescue {
    int exception, saved;
    struct label *body;
};

static void match_class(struct scope *s, int class, void *context)
{
    const struct rescue *const r = context;
    emit_abcs(s, OP_RESCUEMATCH, class, class, r->exception, call_site(s, SYM_OP_eqq, 1, CALL_FCALL));
    emit_branch(s, OP_JT, class, r->body);
}

static void match_exceptions(struct scope *s, const pm_node_list_t *list, struct rescue *r)
{
    for (size_t i = 0; i < list->size; i++) {
        int const top = s->top;
        const pm_node_t *const n = list->nodes[i];
        set_line(s, n);
        if (PM_NODE_TYPE_P(n, PM_SPLAT_NODE)) {
            compile_each(s, splat_array(s, (const pm_splat_node_t *)n), match_class, r);
        } else {
            match_class(s, compile_temp(s, n), r);
        }
        s->top = top;
    }
    if (list->size == 0) {
        int const class = new_temp(s);
        load_class(s, class, CLASS_STANDARD_ERROR);
        match_class(s, class, r);
        s->top--;
    }
}

// What leaves a handler by raising puts $! back as well: behind the handler, for the range that `escape` guards.
static void compile_escape(struct scope *s, struct context *escape, int saved)
{
    int const top = s->top, raised = new_temps(s, 2);
    add_catches(s, escape, CATCH_ENSURE, s->words.count, raised);
    s->label_at = s->words.count;
    emit_a(s, OP_SETERROR, saved);
    emit_a(s, OP_RETHROW, raised);
    s->top = top;
}

// The handler's registers are `top` and the next; then the clauses one after the other.
static void compile_clauses(struct scope *s, const pm_rescue_node_t *clause, int exception, struct label *end, int dst)
{
    struct context escape = {0};
    range_open(s, &escape, CONTEXT_RESCUE);
    struct rescue r = {exception, exception + 1, NULL};
    for (; clause != NULL; clause = clause->subsequent) {
        struct label body = LABEL, next = LABEL;
        r.body = &body;
        match_exceptions(s, &clause->exceptions, &r);
        label_past(s, &body, &next);
        if (clause->reference != NULL) compile_assign(s, clause->reference, exception);
        compile_or_nil(s, clause->statements ? &clause->statements->base : NULL, dst);
        if (emit_reachable(s)) {
            emit_a(s, OP_SETERROR, r.saved);
            emit_jump(s, end);
        }
        label_bind(s, &next);
    }
    range_close(s, &escape);
    emit_a(s, OP_SETERROR, r.saved);
    emit_a(s, OP_RETHROW, exception);
    compile_escape(s, &escape, r.saved);
}

static void compile_rescue(struct scope *s, const pm_begin_node_t *n, int dst)
{
    struct label start = LABEL, end = LABEL;
    const pm_node_t *const body = n->statements ? &n->statements->base : NULL;
    const pm_node_t *const otherwise = n->else_clause ? &n->else_clause->base : NULL;
    struct context guard = {0}, handler = {.kind = CONTEXT_HANDLER, .retry = &start};
    label_bind(s, &start);
    range_open(s, &guard, CONTEXT_RESCUE);
    compile_or_nil(s, body, otherwise ? DISCARD : dst);
    range_close(s, &guard);
    if (otherwise != NULL) compile_node(s, otherwise, dst);
    if (emit_reachable(s)) emit_jump(s, &end);

    int const top = s->top, exception = new_temps(s, 2);
    add_catches(s, &guard, CATCH_RESCUE, s->words.count, exception);
    handler.saved = exception + 1;
    handler.up = s->context;
    s->context = &handler;
    s->label_at = s->words.count;
    set_line(s, &n->rescue_clause->base);
    compile_clauses(s, n->rescue_clause, exception, &end, dst);
    s->context = handler.up;
    s->top = top;
    label_bind(s, &end);
}

static void compile_ensure(struct scope *s, const pm_begin_node_t *n, int dst)
{
    const pm_node_t *const statements =
        n->ensure_clause->statements ? &n->ensure_clause->statements->base : NULL;
    struct label end = LABEL;
    struct context guard = {.ensure = n->ensure_clause}, handler = {.kind = CONTEXT_HANDLER};
    range_open(s, &guard, CONTEXT_ENSURE);
    if (n->rescue_clause != NULL) {
        compile_rescue(s, n, dst);
    } else if (n->else_clause != NULL) {
        compile_or_nil(s, n->statements ? &n->statements->base : NULL, DISCARD);
        compile_node(s, &n->else_clause->base, dst);
    } else {
        compile_or_nil(s, n->statements ? &n->statements->base : NULL, dst);
    }
    range_close(s, &guard);
    if (emit_reachable(s)) {
        if (statements != NULL) compile_node(s, statements, DISCARD);
        emit_jump(s, &end);
    }

    int const top = s->top, exception = new_temps(s, 2);
    add_catches(s, &guard, CATCH_ENSURE, s->words.count, exception);
    handler.saved = exception + 1;
    handler.up = s->context;
    s->context = &handler;
    s->label_at = s->words.count;
    struct context escape = {0};
    range_open(s, &escape, CONTEXT_RESCUE);
    if (statements != NULL) compile_node(s, statements, DISCARD);
    range_close(s, &escape);
    s->context = handler.up;
    emit_a(s, OP_SETERROR, handler.saved);
    emit_a(s, OP_RETHROW, exception);
    compile_escape(s, &escape, handler.saved);
    s->top = top;
    label_bind(s, &end);
}

void compile_begin(struct scope *s, const pm_begin_node_t *n, int dst)
{
    const pm_node_t *const body = n->statements ? &n->statements->base : NULL;
    if (n->rescue_clause == NULL && n->ensure_clause == NULL) {
        if (n->else_clause == NULL) {
            compile_or_nil(s, body, dst);
        } else {
            compile_or_nil(s, body, DISCARD);
            compile_node(s, &n->else_clause->base, dst);
        }
        return;
    }
    int const top = s->top, result = dst == DISCARD ? DISCARD : own_temp(s, dst); // C1
    if (n->ensure_clause != NULL) compile_ensure(s, n, result);
    else compile_rescue(s, n, result);
    emit_move(s, result, dst);
    s->top = top;
}

void compile_rescue_modifier(struct scope *s, const pm_rescue_modifier_node_t *n, int dst)
{
    int const top = s->top, result = dst == DISCARD ? DISCARD : own_temp(s, dst);
    struct label end = LABEL, matched = LABEL;
    struct context guard = {0}, handler = {.kind = CONTEXT_HANDLER};
    range_open(s, &guard, CONTEXT_RESCUE);
    compile_node(s, n->expression, result);
    range_close(s, &guard);
    emit_jump(s, &end);
    int const mark = s->top, exception = new_temps(s, 2);
    add_catches(s, &guard, CATCH_RESCUE, s->words.count, exception);
    handler.saved = exception + 1;
    handler.up = s->context;
    s->context = &handler;
    s->label_at = s->words.count;
    struct rescue r = {exception, exception + 1, &matched};
    struct context escape = {0};
    match_exceptions(s, &(pm_node_list_t){0}, &r);
    emit_a(s, OP_SETERROR, r.saved);
    emit_a(s, OP_RETHROW, exception);
    label_bind(s, &matched);
    range_open(s, &escape, CONTEXT_RESCUE);
    compile_node(s, n->rescue_expression, result);
    range_close(s, &escape);
    emit_a(s, OP_SETERROR, r.saved);
    emit_jump(s, &end);
    compile_escape(s, &escape, r.saved);
    s->context = handler.up;
    s->top = mark;
    label_bind(s, &end);
    emit_move(s, result, dst);
    s->top = top;
}

// --- Flip-flop -----------------------------------------------------------------------------------------------------
// A bound that is a literal Integer means the number of the line read last. Jumps to `label` if it does not hold.
static void flip_flop_bound(struct scope *s, const pm_node_t *n, struct label *label)
{
    if (!PM_NODE_TYPE_P(n, PM_INTEGER_NODE)) {
        compile_branch(s, n, false, label);
        return;
    }
    int const top = s->top, line = new_temp(s), wanted = new_temp(s);
    emit_abx(s, OP_GETGLOBAL, line, constant_index(s, value_symbol(text_symbol(s->c, "$."))));
    compile_node(s, n, wanted);
    emit_abcs(s, OP_EQ, line, line, wanted, call_site(s, SYM_OP_eq, 1, 0));
    emit_branch(s, OP_JF, line, label);
    s->top = top;
}

// A hidden local of the method holds the state. `..` tests the end in the same evaluation as the beginning, `...` not.
void compile_flip_flop(struct scope *s, const pm_flip_flop_node_t *n, int dst)
{
    int hops;
    int const reg = scope_flip_flop(s, &n->base, &hops);
    struct place const place = {hops, reg, -1};
    struct label on = LABEL, off = LABEL, test_end = LABEL, end = LABEL;
    bool const exclusive = (n->base.flags & PM_RANGE_FLAGS_EXCLUDE_END) != 0;
    int const top = s->top, state = new_temp(s), result = own_temp(s, dst);
    place_load(s, place, state);
    emit_branch(s, OP_JT, state, &test_end);
    if (n->left == NULL) emit_jump(s, &off);
    else flip_flop_bound(s, n->left, &off);
    emit_a(s, OP_LOADTRUE, state);
    place_store(s, place, state);
    if (exclusive) emit_jump(s, &on);
    label_bind(s, &test_end);
    if (n->right == NULL) emit_jump(s, &on);
    else flip_flop_bound(s, n->right, &on);
    emit_a(s, OP_LOADFALSE, state);
    place_store(s, place, state);
    label_bind(s, &on);
    emit_a(s, OP_LOADTRUE, result);
    emit_jump(s, &end);
    label_bind(s, &off);
    emit_a(s, OP_LOADFALSE, result);
    label_bind(s, &end);
    emit_move(s, result, dst);
    s->top = top;
}
