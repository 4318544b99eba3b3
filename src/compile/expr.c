// The dispatcher over Prism's nodes, simple expressions, conditions, and which operands may stay where they are.
#include "compile/interior.h"

const pm_node_t *node_bare(const pm_node_t *n)
{
    while (n != NULL) {
        if (PM_NODE_TYPE_P(n, PM_PARENTHESES_NODE)) {
            const pm_node_t *const body = ((const pm_parentheses_node_t *)n)->body;
            if (body == NULL) return n;
            n = body;
        } else if (PM_NODE_TYPE_P(n, PM_STATEMENTS_NODE) && ((const pm_statements_node_t *)n)->body.size == 1) {
            n = ((const pm_statements_node_t *)n)->body.nodes[0];
        } else {
            return n;
        }
    }
    return n;
}

bool node_fixnum(const pm_node_t *n, int64_t min, int64_t max, int64_t *value)
{
    n = node_bare(n);
    if (n == NULL || !PM_NODE_TYPE_P(n, PM_INTEGER_NODE)) return false;
    const pm_integer_t *const i = &((const pm_integer_node_t *)n)->value;
    if (i->values != NULL) return false;
    *value = i->negative ? -(int64_t)i->value : (int64_t)i->value;
    return *value >= min && *value <= max;
}

// --- What an expression may change ---------------------------------------------------------------------------------
enum effects { EFFECT_WRITE = 1 /* of a local in this very code */, EFFECT_CALL = 2 };
struct effects_walk {
    unsigned found, depth;
};

static pm_visit_result_t visit_effects(const pm_node_t *n, void *context)
{
    struct effects_walk *const w = context;
    switch (PM_NODE_TYPE(n)) {
    case PM_LOCAL_VARIABLE_WRITE_NODE: case PM_LOCAL_VARIABLE_TARGET_NODE: case PM_LOCAL_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_LOCAL_VARIABLE_AND_WRITE_NODE: case PM_LOCAL_VARIABLE_OR_WRITE_NODE:
        w->found |= EFFECT_WRITE;
        break;
    case PM_CALL_NODE: case PM_SUPER_NODE: case PM_FORWARDING_SUPER_NODE: case PM_YIELD_NODE: case PM_CALL_TARGET_NODE:
    case PM_INDEX_TARGET_NODE: case PM_EMBEDDED_STATEMENTS_NODE: case PM_CONSTANT_READ_NODE:
    case PM_CONSTANT_PATH_NODE: case PM_FOR_NODE: case PM_CASE_NODE: case PM_CASE_MATCH_NODE: case PM_RANGE_NODE:
    case PM_CALL_OPERATOR_WRITE_NODE: case PM_CALL_OR_WRITE_NODE: case PM_CALL_AND_WRITE_NODE:
    case PM_INDEX_OPERATOR_WRITE_NODE: case PM_INDEX_OR_WRITE_NODE: case PM_INDEX_AND_WRITE_NODE:
    case PM_CLASS_NODE: case PM_MODULE_NODE: case PM_SINGLETON_CLASS_NODE: case PM_INTERPOLATED_STRING_NODE:
        w->found |= EFFECT_CALL;
        break;
    default: break;
    }
    if (w->found == (EFFECT_WRITE | EFFECT_CALL)) return PM_VISIT_STOP;
    if (w->depth > 1000) { // deep: assume the worst
        w->found = EFFECT_WRITE | EFFECT_CALL;
        return PM_VISIT_STOP;
    }
    w->depth++;
    pm_visit_child_nodes(n, visit_effects, w);
    w->depth--;
    return w->found == (EFFECT_WRITE | EFFECT_CALL) ? PM_VISIT_STOP : PM_VISIT_SKIP;
}

// Whether a call may change the local `name`: a block that was made before may assign it.
static bool written_inside(const struct scope *s, pm_constant_id_t name)
{
    const struct facts *const f = s->facts;
    if (f == NULL || f->written_anywhere) return true;
    size_t const index = pm_constant_id_index(name);
    return f->written_inside != NULL && (f->written_inside[index / 64] >> index % 64 & 1) != 0;
}

bool local_changes(struct scope *s, pm_constant_id_t name, const pm_node_t *later)
{
    if (later == NULL) return false;
    struct effects_walk w = {0, 0};
    visit_effects(later, &w);
    return (w.found & EFFECT_WRITE) != 0 || ((w.found & EFFECT_CALL) != 0 && written_inside(s, name));
}

// The register that n's value is in already, or -1; *name the local's.
static int standing(struct scope *s, const pm_node_t *n, pm_constant_id_t *name)
{
    *name = 0;
    switch (PM_NODE_TYPE(n)) {
    case PM_SELF_NODE: return 0;
    case PM_IT_LOCAL_VARIABLE_READ_NODE: return s->is_for ? -1 : 1;
    case PM_LOCAL_VARIABLE_READ_NODE: {
        const pm_local_variable_read_node_t *const read = (const void *)n;
        if (read->depth != 0 || s->is_for) return -1;
        struct place const place = scope_resolve(s, read->name, 0);
        *name = read->name;
        return place.spill < 0 && place.hops == 0 ? place.reg : -1;
    }
    default: return -1;
    }
}

// The register of the local that n assigns, when it is one of this very code that `later` does not change; else -1.
static int assigned(struct scope *s, const pm_node_t *n, const pm_node_t *later)
{
    pm_constant_id_t name;
    uint32_t depth;
    switch (PM_NODE_TYPE(n)) {
    case PM_LOCAL_VARIABLE_WRITE_NODE:
        name = ((const pm_local_variable_write_node_t *)n)->name;
        depth = ((const pm_local_variable_write_node_t *)n)->depth;
        break;
    case PM_LOCAL_VARIABLE_OPERATOR_WRITE_NODE:
        name = ((const pm_local_variable_operator_write_node_t *)n)->name;
        depth = ((const pm_local_variable_operator_write_node_t *)n)->depth;
        break;
    case PM_LOCAL_VARIABLE_OR_WRITE_NODE:
        name = ((const pm_local_variable_or_write_node_t *)n)->name;
        depth = ((const pm_local_variable_or_write_node_t *)n)->depth;
        break;
    case PM_LOCAL_VARIABLE_AND_WRITE_NODE:
        name = ((const pm_local_variable_and_write_node_t *)n)->name;
        depth = ((const pm_local_variable_and_write_node_t *)n)->depth;
        break;
    default: return -1;
    }
    struct place const place = scope_resolve(s, name, depth);
    return place.hops == 0 && place.spill < 0 && !local_changes(s, name, later) ? place.reg : -1;
}

int compile_operand(struct scope *s, const pm_node_t *n, const pm_node_t *later, int dst)
{
    n = node_bare(n);
    int const target = dst == DISCARD ? assigned(s, n, later) : -1;
    if (target >= 0) {
        compile_node(s, n, DISCARD);
        return target;
    }
    pm_constant_id_t name;
    int const reg = standing(s, n, &name);
    if (reg >= 0 && (name == 0 || !local_changes(s, name, later))) return reg;
    int const own_register = own_temp(s, dst);
    compile_node(s, n, own_register);
    return own_register;
}

int compile_any(struct scope *s, const pm_node_t *n) { return compile_operand(s, n, NULL, DISCARD); }

int compile_temp(struct scope *s, const pm_node_t *n)
{
    int const t = new_temp(s);
    compile_node(s, n, t);
    return t;
}

void compile_or_nil(struct scope *s, const pm_node_t *n, int dst)
{
    if (n == NULL) load_nil(s, dst);
    else compile_node(s, n, dst);
}

// --- Simple nodes --------------------------------------------------------------------------------------------------
static void compile_statements(struct scope *s, const pm_statements_node_t *n, int dst)
{
    if (n->body.size == 0) {
        load_nil(s, dst);
        return;
    }
    for (size_t i = 0; i + 1 < n->body.size; i++) compile_node(s, n->body.nodes[i], DISCARD);
    compile_node(s, n->body.nodes[n->body.size - 1], dst);
}

static void compile_local_read(struct scope *s, const pm_local_variable_read_node_t *n, int dst)
{
    if (dst != DISCARD) place_load(s, scope_resolve(s, n->name, n->depth), dst);
}

// `it` is R1 of the nearest block that is not the body of a `for`.
static void compile_it(struct scope *s, int dst)
{
    int hops = 0;
    for (struct scope *at = s; at->is_for; at = at->up) hops++;
    place_load(s, (struct place){hops, 1, -1}, dst);
}

static void compile_global_read(struct scope *s, pm_constant_id_t name, int dst)
{
    if (dst == DISCARD) return;
    struct compiler *const c = s->c;
    if (name_is(c, name, "$~")) emit_ab(s, OP_GETSPECIAL, dst, SPECIAL_MATCH);
    else if (name_is(c, name, "$_")) emit_ab(s, OP_GETSPECIAL, dst, SPECIAL_LAST_LINE);
    else if (name_is(c, name, "$!")) emit_a(s, OP_GETERROR, dst);
    else emit_abx(s, OP_GETGLOBAL, dst, constant_index(s, value_symbol(name_symbol(c, name))));
}

static void compile_back_reference(struct scope *s, const pm_back_reference_read_node_t *n, int dst)
{
    if (dst == DISCARD) return;
    const pm_constant_t *const name = pm_parser_constant(s->c->parser, n->name);
    static const char kinds[] = "&`'+";
    const char *const kind = memchr(kinds, pm_constant_start(name)[1], 4);
    emit_ab(s, OP_GETSPECIAL, dst, SPECIAL_WHOLE + (kind ? (int)(kind - kinds) : 0));
}

static void compile_numbered_reference(struct scope *s, const pm_numbered_reference_read_node_t *n, int dst)
{
    if (dst == DISCARD) return;
    if (n->number == 0 || n->number > 255 - SPECIAL_GROUP) load_nil(s, dst); // no regexp has that many groups
    else emit_ab(s, OP_GETSPECIAL, dst, SPECIAL_GROUP + (int)n->number);
}

static void compile_constant_path(struct scope *s, const pm_constant_path_node_t *n, int dst)
{
    int const top = s->top, base = own_temp(s, dst);
    if (n->parent == NULL) load_class(s, base, CLASS_OBJECT);
    else compile_node(s, n->parent, base);
    set_line(s, &n->base);
    uint32_t const end = n->name_loc.start + n->name_loc.length;
    note_columns(s, (pm_location_t){n->delimiter_loc.start, end - n->delimiter_loc.start}, (pm_location_t){0});
    emit_abcx(s, OP_GETCONSTFROM, dst == DISCARD ? base : dst, base, 0, const_site(s, name_symbol(s->c, n->name)));
    s->top = top;
}

static void compile_and_or(struct scope *s, const pm_node_t *left, const pm_node_t *right, bool is_and, int dst)
{
    struct label end = LABEL;
    int const top = s->top;
    if (dst == DISCARD) {
        compile_branch(s, left, !is_and, &end);
        compile_node(s, right, DISCARD);
    } else {
        int const t = own_temp(s, dst); // C1
        compile_node(s, left, t);
        emit_branch(s, is_and ? OP_JF : OP_JT, t, &end);
        compile_node(s, right, t);
        label_bind(s, &end);
        emit_move(s, t, dst);
        s->top = top;
        return;
    }
    label_bind(s, &end);
    s->top = top;
}

static void compile_match_last_line(struct scope *s, const pm_node_t *n, int dst)
{
    int const top = s->top, regexp = own_temp(s, dst), line = new_temp(s);
    compile_literal(s, n, regexp);
    emit_ab(s, OP_GETSPECIAL, line, SPECIAL_LAST_LINE);
    emit_abcs(s, OP_MATCHOP, dst == DISCARD ? regexp : dst, regexp, line, call_site(s, SYM_OP_match, 1, 0));
    s->top = top;
}

// /(?<name>…)/ =~ text: the groups go to locals, nil without a match.
static void compile_match_write(struct scope *s, const pm_match_write_node_t *n, int dst)
{
    int const top = s->top, result = own_temp(s, dst);
    compile_call(s, n->call, result);
    struct label none = LABEL, end = LABEL;
    int const match = new_temp(s);
    emit_ab(s, OP_GETSPECIAL, match, SPECIAL_MATCH);
    emit_branch(s, OP_JNIL, match, &none);
    for (size_t i = 0; i < n->targets.size; i++) {
        const pm_local_variable_target_node_t *const target = (const void *)n->targets.nodes[i];
        int const mark = s->top, name = new_temp(s), value = new_temp(s);
        load_symbol(s, name, name_symbol(s->c, target->name));
        emit_abcs(s, OP_INDEX, value, match, name, call_site(s, SYM_OP_index, 1, 0));
        place_store(s, scope_resolve(s, target->name, target->depth), value);
        s->top = mark;
    }
    emit_jump(s, &end);
    label_bind(s, &none);
    for (size_t i = 0; i < n->targets.size; i++) {
        const pm_local_variable_target_node_t *const target = (const void *)n->targets.nodes[i];
        place_store(s, scope_resolve(s, target->name, target->depth), match);
    }
    label_bind(s, &end);
    emit_move(s, result, dst);
    s->top = top;
}

// --- The dispatcher ------------------------------------------------------------------------------------------------
// One function a group of nodes; each hands on what is not its own.
static void dispatch_calls(struct scope *s, const pm_node_t *n, int dst)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_CALL_NODE: compile_call(s, (const pm_call_node_t *)n, dst); break;
    case PM_SUPER_NODE: compile_super(s, (const pm_super_node_t *)n, dst); break;
    case PM_FORWARDING_SUPER_NODE: compile_zsuper(s, (const pm_forwarding_super_node_t *)n, dst); break;
    case PM_YIELD_NODE: compile_yield(s, (const pm_yield_node_t *)n, dst); break;
    case PM_DEF_NODE: compile_def(s, (const pm_def_node_t *)n, dst); break;
    case PM_CLASS_NODE: case PM_MODULE_NODE: case PM_SINGLETON_CLASS_NODE: compile_class(s, n, dst); break;
    case PM_UNDEF_NODE: compile_undef(s, (const pm_undef_node_t *)n, dst); break;
    case PM_ALIAS_METHOD_NODE: case PM_ALIAS_GLOBAL_VARIABLE_NODE: compile_alias(s, n, dst); break;
    case PM_PRE_EXECUTION_NODE: load_nil(s, dst); break; // hoisted by compile_root
    case PM_POST_EXECUTION_NODE: compile_post_execution(s, (const pm_post_execution_node_t *)n, dst); break;
    default: compile_missing(s, n);
    }
}

static void dispatch_control(struct scope *s, const pm_node_t *n, int dst)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_AND_NODE: {
        const pm_and_node_t *const both = (const void *)n;
        compile_and_or(s, both->left, both->right, true, dst);
        break;
    }
    case PM_OR_NODE: {
        const pm_or_node_t *const either = (const void *)n;
        compile_and_or(s, either->left, either->right, false, dst);
        break;
    }
    case PM_IF_NODE: case PM_UNLESS_NODE: compile_if(s, n, dst); break;
    case PM_WHILE_NODE: case PM_UNTIL_NODE: compile_while(s, n, dst); break;
    case PM_FOR_NODE: compile_for(s, (const pm_for_node_t *)n, dst); break;
    case PM_CASE_NODE: compile_case(s, (const pm_case_node_t *)n, dst, false); break;
    case PM_CASE_MATCH_NODE: compile_case_match(s, (const pm_case_match_node_t *)n, dst); break;
    case PM_MATCH_REQUIRED_NODE: compile_match_required(s, (const pm_match_required_node_t *)n, dst); break;
    case PM_MATCH_PREDICATE_NODE: compile_match_predicate(s, (const pm_match_predicate_node_t *)n, dst); break;
    case PM_BEGIN_NODE: compile_begin(s, (const pm_begin_node_t *)n, dst); break;
    case PM_RESCUE_MODIFIER_NODE: compile_rescue_modifier(s, (const pm_rescue_modifier_node_t *)n, dst); break;
    case PM_BREAK_NODE: case PM_NEXT_NODE: case PM_REDO_NODE: case PM_RETRY_NODE: case PM_RETURN_NODE:
        compile_jump(s, n);
        break;
    case PM_FLIP_FLOP_NODE: compile_flip_flop(s, (const pm_flip_flop_node_t *)n, dst); break;
    case PM_DEFINED_NODE: compile_defined(s, (const pm_defined_node_t *)n, dst); break;
    default: dispatch_calls(s, n, dst);
    }
}

static void dispatch_assignment(struct scope *s, const pm_node_t *n, int dst)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_LOCAL_VARIABLE_WRITE_NODE: case PM_INSTANCE_VARIABLE_WRITE_NODE: case PM_GLOBAL_VARIABLE_WRITE_NODE:
    case PM_CLASS_VARIABLE_WRITE_NODE: case PM_CONSTANT_WRITE_NODE: case PM_CONSTANT_PATH_WRITE_NODE:
        compile_write(s, n, dst);
        break;
    case PM_LOCAL_VARIABLE_OPERATOR_WRITE_NODE: case PM_LOCAL_VARIABLE_OR_WRITE_NODE:
    case PM_LOCAL_VARIABLE_AND_WRITE_NODE: case PM_INSTANCE_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_INSTANCE_VARIABLE_OR_WRITE_NODE: case PM_INSTANCE_VARIABLE_AND_WRITE_NODE:
    case PM_GLOBAL_VARIABLE_OPERATOR_WRITE_NODE: case PM_GLOBAL_VARIABLE_OR_WRITE_NODE:
    case PM_GLOBAL_VARIABLE_AND_WRITE_NODE: case PM_CLASS_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_CLASS_VARIABLE_OR_WRITE_NODE: case PM_CLASS_VARIABLE_AND_WRITE_NODE: case PM_CONSTANT_OPERATOR_WRITE_NODE:
    case PM_CONSTANT_OR_WRITE_NODE: case PM_CONSTANT_AND_WRITE_NODE: case PM_CONSTANT_PATH_OPERATOR_WRITE_NODE:
    case PM_CONSTANT_PATH_OR_WRITE_NODE: case PM_CONSTANT_PATH_AND_WRITE_NODE: case PM_CALL_OPERATOR_WRITE_NODE:
    case PM_CALL_OR_WRITE_NODE: case PM_CALL_AND_WRITE_NODE: case PM_INDEX_OPERATOR_WRITE_NODE:
    case PM_INDEX_OR_WRITE_NODE: case PM_INDEX_AND_WRITE_NODE:
        compile_op_write(s, n, dst);
        break;
    case PM_MULTI_WRITE_NODE: compile_multi_write(s, (const pm_multi_write_node_t *)n, dst); break;
    default: dispatch_control(s, n, dst);
    }
}

static void dispatch_variables(struct scope *s, const pm_node_t *n, int dst)
{
    struct compiler *const c = s->c;
    switch (PM_NODE_TYPE(n)) {
    case PM_LOCAL_VARIABLE_READ_NODE: compile_local_read(s, (const pm_local_variable_read_node_t *)n, dst); break;
    case PM_IT_LOCAL_VARIABLE_READ_NODE: compile_it(s, dst); break;
    case PM_INSTANCE_VARIABLE_READ_NODE:
        if (dst == DISCARD) break;
        emit_abx(s, OP_GETIV, dst,
                 ivar_site(s, name_symbol(c, ((const pm_instance_variable_read_node_t *)n)->name)));
        break;
    case PM_GLOBAL_VARIABLE_READ_NODE:
        compile_global_read(s, ((const pm_global_variable_read_node_t *)n)->name, dst);
        break;
    case PM_CLASS_VARIABLE_READ_NODE: {
        int const top = s->top;
        emit_abx(s, OP_GETCVAR, dst == DISCARD ? new_temp(s) : dst,
                 constant_index(s, value_symbol(name_symbol(c, ((const pm_class_variable_read_node_t *)n)->name))));
        s->top = top;
        break;
    }
    case PM_CONSTANT_READ_NODE: {
        int const top = s->top;
        note_columns(s, n->location, (pm_location_t){0});
        emit_abx(s, OP_GETCONST, dst == DISCARD ? new_temp(s) : dst,
                 const_site(s, name_symbol(c, ((const pm_constant_read_node_t *)n)->name)));
        s->top = top;
        break;
    }
    case PM_CONSTANT_PATH_NODE: compile_constant_path(s, (const pm_constant_path_node_t *)n, dst); break;
    case PM_BACK_REFERENCE_READ_NODE: compile_back_reference(s, (const void *)n, dst); break;
    case PM_NUMBERED_REFERENCE_READ_NODE: compile_numbered_reference(s, (const void *)n, dst); break;
    case PM_MATCH_LAST_LINE_NODE: case PM_INTERPOLATED_MATCH_LAST_LINE_NODE: compile_match_last_line(s, n, dst); break;
    case PM_MATCH_WRITE_NODE: compile_match_write(s, (const pm_match_write_node_t *)n, dst); break;
    default: dispatch_assignment(s, n, dst);
    }
}

static void dispatch(struct scope *s, const pm_node_t *n, int dst)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_STATEMENTS_NODE: compile_statements(s, (const pm_statements_node_t *)n, dst); break;
    case PM_PARENTHESES_NODE: compile_or_nil(s, ((const pm_parentheses_node_t *)n)->body, dst); break;
    case PM_EMBEDDED_STATEMENTS_NODE: {
        const pm_statements_node_t *const body = ((const pm_embedded_statements_node_t *)n)->statements;
        compile_or_nil(s, body ? &body->base : NULL, dst);
        break;
    }
    case PM_EMBEDDED_VARIABLE_NODE: compile_node(s, ((const pm_embedded_variable_node_t *)n)->variable, dst); break;
    case PM_IMPLICIT_NODE: compile_node(s, ((const pm_implicit_node_t *)n)->value, dst); break;
    case PM_ELSE_NODE: {
        const pm_statements_node_t *const body = ((const pm_else_node_t *)n)->statements;
        compile_or_nil(s, body ? &body->base : NULL, dst);
        break;
    }
    case PM_SHAREABLE_CONSTANT_NODE: compile_shareable(s, (const pm_shareable_constant_node_t *)n, dst); break;
    case PM_NIL_NODE: load_nil(s, dst); break;
    case PM_TRUE_NODE: if (dst != DISCARD) emit_a(s, OP_LOADTRUE, dst); break;
    case PM_FALSE_NODE: if (dst != DISCARD) emit_a(s, OP_LOADFALSE, dst); break;
    case PM_SELF_NODE: emit_move(s, 0, dst); break;
    case PM_INTEGER_NODE: case PM_FLOAT_NODE: case PM_RATIONAL_NODE: case PM_IMAGINARY_NODE: case PM_STRING_NODE:
    case PM_SYMBOL_NODE: case PM_INTERPOLATED_STRING_NODE: case PM_INTERPOLATED_SYMBOL_NODE: case PM_X_STRING_NODE:
    case PM_INTERPOLATED_X_STRING_NODE: case PM_REGULAR_EXPRESSION_NODE: case PM_INTERPOLATED_REGULAR_EXPRESSION_NODE:
    case PM_ARRAY_NODE: case PM_HASH_NODE: case PM_KEYWORD_HASH_NODE: case PM_RANGE_NODE: case PM_SOURCE_FILE_NODE:
    case PM_SOURCE_LINE_NODE: case PM_SOURCE_ENCODING_NODE:
        compile_literal(s, n, dst);
        break;
    case PM_LAMBDA_NODE: compile_lambda(s, (const pm_lambda_node_t *)n, dst); break;
    default: dispatch_variables(s, n, dst);
    }
}

void compile_node(struct scope *s, const pm_node_t *n, int dst)
{
    if (compile_enter(s->c, n)) {
        int const top = s->top;
        set_line(s, n);
        dispatch(s, n, dst);
        TRP_ASSERT(s->top == top || s->c->status != COMPILE_OK);
        s->top = top;
    }
    compile_leave(s->c);
}

// --- Conditions ----------------------------------------------------------------------------------------------------
// Whether the truth of n is known without running it: 1, 0, or -1.
static int known_truth(const pm_node_t *n)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_NIL_NODE: case PM_FALSE_NODE: return 0;
    case PM_TRUE_NODE: case PM_INTEGER_NODE: case PM_FLOAT_NODE: case PM_STRING_NODE: case PM_SYMBOL_NODE:
    case PM_SELF_NODE:
        return PM_NODE_TYPE_P(n, PM_SELF_NODE) ? -1 : 1;
    default: return -1;
    }
}

// `left` and `right` with `is_and`: jumps to label when the whole is `sense`.
static void branch_and_or(struct scope *s, const pm_node_t *left, const pm_node_t *right, bool is_and, bool sense,
                          struct label *label)
{
    if (is_and != sense) { // (a and b) is false as soon as a is; (a or b) is true as soon as a is
        compile_branch(s, left, sense, label);
        compile_branch(s, right, sense, label);
        return;
    }
    struct label past = LABEL;
    compile_branch(s, left, !sense, &past);
    compile_branch(s, right, sense, label);
    label_bind(s, &past);
}

static void branch(struct scope *s, const pm_node_t *n, bool sense, struct label *label)
{
    int const known = known_truth(n);
    if (known >= 0) {
        if ((known == 1) == sense) emit_jump(s, label);
        return;
    }
    switch (PM_NODE_TYPE(n)) {
    case PM_AND_NODE: {
        const pm_and_node_t *const both = (const void *)n;
        branch_and_or(s, both->left, both->right, true, sense, label);
        return;
    }
    case PM_OR_NODE: {
        const pm_or_node_t *const either = (const void *)n;
        branch_and_or(s, either->left, either->right, false, sense, label);
        return;
    }
    case PM_CALL_NODE:
        if (call_branch(s, (const pm_call_node_t *)n, sense, label)) return;
        break;
    default: break;
    }
    int const top = s->top;
    emit_branch(s, sense ? OP_JT : OP_JF, compile_any(s, n), label);
    s->top = top;
}

void compile_branch(struct scope *s, const pm_node_t *n, bool sense, struct label *label)
{
    n = node_bare(n);
    if (compile_enter(s->c, n)) {
        set_line(s, n);
        branch(s, n, sense, label);
    }
    compile_leave(s->c);
}

// --- Returning -----------------------------------------------------------------------------------------------------
static void return_statements(struct scope *s, const pm_statements_node_t *n)
{
    for (size_t i = 0; i + 1 < n->body.size; i++) compile_node(s, n->body.nodes[i], DISCARD);
    compile_return(s, n->body.size ? n->body.nodes[n->body.size - 1] : NULL);
}

static void return_value(struct scope *s, const pm_node_t *n)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_STATEMENTS_NODE: return_statements(s, (const pm_statements_node_t *)n); return;
    case PM_PARENTHESES_NODE: compile_return(s, ((const pm_parentheses_node_t *)n)->body); return;
    case PM_ELSE_NODE: {
        const pm_statements_node_t *const body = ((const pm_else_node_t *)n)->statements;
        compile_return(s, body ? &body->base : NULL);
        return;
    }
    case PM_IF_NODE: case PM_UNLESS_NODE: return_if(s, n); return;
    case PM_CASE_NODE: compile_case(s, (const pm_case_node_t *)n, DISCARD, true); return;
    case PM_NIL_NODE: emit_n(s, OP_RETNIL); return;
    case PM_SELF_NODE: emit_n(s, OP_RETSELF); return;
    case PM_RETURN_NODE: case PM_BREAK_NODE: case PM_NEXT_NODE: case PM_REDO_NODE: case PM_RETRY_NODE:
        compile_jump(s, n);
        return;
    default: break;
    }
    int const top = s->top;
    emit_a(s, OP_RET, compile_any(s, n));
    s->top = top;
}

// Only where no ensure and no handler is open.
void compile_return(struct scope *s, const pm_node_t *n)
{
    TRP_ASSERT(s->context == NULL || s->c->status != COMPILE_OK);
    if (n == NULL) {
        emit_n(s, OP_RETNIL);
        return;
    }
    if (compile_enter(s->c, n)) {
        set_line(s, n);
        return_value(s, n);
    }
    compile_leave(s->c);
}
