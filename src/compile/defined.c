// defined?: tests that jump to `undefined`, then a constant string. Receivers are evaluated; what they raise means nil.
#include "compile/interior.h"

// Tests n; returns what defined? says of it where control falls through.
static const char *check(struct scope *s, const pm_node_t *n, struct label *undefined);

static void test(struct scope *s, enum vm_defined kind, int reg, uint32_t x, struct label *undefined)
{
    emit_abcx(s, OP_DEFINED, reg, (int)kind, 0, x);
    emit_branch(s, OP_JNIL, reg, undefined);
}

static const char *test_name(struct scope *s, enum vm_defined kind, pm_constant_id_t name, const char *what,
                             struct label *undefined)
{
    int const top = s->top;
    test(s, kind, new_temp(s), constant_index(s, value_symbol(name_symbol(s->c, name))), undefined);
    s->top = top;
    return what;
}

static void check_list(struct scope *s, const pm_node_list_t *list, struct label *undefined)
{
    for (size_t i = 0; i < list->size; i++) check(s, list->nodes[i], undefined);
}

static const char *check_call(struct scope *s, const pm_call_node_t *n, struct label *undefined)
{
    struct compiler *const c = s->c;
    if (n->block != NULL && PM_NODE_TYPE_P(n->block, PM_BLOCK_NODE)) return "expression";
    if (n->base.flags & PM_CALL_NODE_FLAGS_SAFE_NAVIGATION) return "expression";
    if (n->receiver != NULL) check(s, n->receiver, undefined);
    if (n->arguments != NULL) check_list(s, &n->arguments->arguments, undefined);
    if (n->receiver == NULL) return test_name(s, DEFINED_FCALL, n->name, "method", undefined);
    int const top = s->top, receiver = compile_temp(s, n->receiver);
    // A private method of self, too, is only defined without the self.
    test(s, DEFINED_METHOD, receiver, constant_index(s, value_symbol(name_symbol(c, n->name))), undefined);
    s->top = top;
    return "method";
}

static const char *check_constant_path(struct scope *s, const pm_constant_path_node_t *n, struct label *undefined)
{
    int const top = s->top, base = new_temp(s);
    if (n->parent != NULL) {
        check(s, n->parent, undefined);
        compile_node(s, n->parent, base);
    } else {
        load_class(s, base, CLASS_OBJECT);
    }
    test(s, DEFINED_CONST_FROM, base, constant_index(s, value_symbol(name_symbol(s->c, n->name))), undefined);
    s->top = top;
    return "constant";
}

static const char *check_special(struct scope *s, unsigned special, struct label *undefined)
{
    int const top = s->top;
    test(s, DEFINED_SPECIAL, new_temp(s), constant_index(s, value_fixnum((int64_t)special)), undefined);
    s->top = top;
    return "global-variable";
}

static const char *check_global(struct scope *s, pm_constant_id_t name, struct label *undefined)
{
    if (name_is(s->c, name, "$~") || name_is(s->c, name, "$_")) return "global-variable";
    return test_name(s, DEFINED_GLOBAL, name, "global-variable", undefined);
}

static const char *check_yield(struct scope *s, struct label *undefined)
{
    int const top = s->top;
    if (s->method_level) {
        test(s, DEFINED_YIELD, new_temp(s), constant_index(s, VALUE_NIL), undefined);
    } else {
        int const block = new_temp(s);
        load_block(s, block);
        emit_branch(s, OP_JNIL, block, undefined);
    }
    s->top = top;
    return "yield";
}

static const char *check_super(struct scope *s, struct label *undefined)
{
    int const top = s->top;
    symbol_t const name = scope_method(s, &(int){0})->name;
    test(s, DEFINED_SUPER, new_temp(s), constant_index(s, name ? value_symbol(name) : VALUE_NIL), undefined);
    s->top = top;
    return "super";
}

static const char *check_back_reference(struct scope *s, const pm_back_reference_read_node_t *n,
                                        struct label *undefined)
{
    static const char kinds[] = "&`'+";
    const pm_constant_t *const name = pm_parser_constant(s->c->parser, n->name);
    const char *const kind = memchr(kinds, pm_constant_start(name)[1], 4);
    return check_special(s, SPECIAL_WHOLE + (kind ? (unsigned)(kind - kinds) : 0), undefined);
}

static const char *check_kind(struct scope *s, const pm_node_t *n, struct label *undefined)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_NIL_NODE: return "nil";
    case PM_SELF_NODE: return "self";
    case PM_TRUE_NODE: return "true";
    case PM_FALSE_NODE: return "false";
    case PM_LOCAL_VARIABLE_READ_NODE: case PM_IT_LOCAL_VARIABLE_READ_NODE: return "local-variable";
    case PM_INSTANCE_VARIABLE_READ_NODE:
        return test_name(s, DEFINED_IVAR, ((const pm_instance_variable_read_node_t *)n)->name, "instance-variable",
                         undefined);
    case PM_GLOBAL_VARIABLE_READ_NODE:
        return check_global(s, ((const pm_global_variable_read_node_t *)n)->name, undefined);
    case PM_CLASS_VARIABLE_READ_NODE:
        return test_name(s, DEFINED_CVAR, ((const pm_class_variable_read_node_t *)n)->name, "class variable",
                         undefined);
    case PM_CONSTANT_READ_NODE:
        return test_name(s, DEFINED_CONST, ((const pm_constant_read_node_t *)n)->name, "constant", undefined);
    case PM_CONSTANT_PATH_NODE: return check_constant_path(s, (const pm_constant_path_node_t *)n, undefined);
    case PM_BACK_REFERENCE_READ_NODE: return check_back_reference(s, (const void *)n, undefined);
    case PM_NUMBERED_REFERENCE_READ_NODE: {
        uint32_t const number = ((const pm_numbered_reference_read_node_t *)n)->number;
        return check_special(s, SPECIAL_GROUP + (number > 200 ? 200 : number), undefined);
    }
    case PM_CALL_NODE: return check_call(s, (const pm_call_node_t *)n, undefined);
    case PM_YIELD_NODE: return check_yield(s, undefined);
    case PM_SUPER_NODE: case PM_FORWARDING_SUPER_NODE: return check_super(s, undefined);
    case PM_ARRAY_NODE: check_list(s, &((const pm_array_node_t *)n)->elements, undefined); return "expression";
    case PM_SPLAT_NODE: {
        const pm_node_t *const inner = ((const pm_splat_node_t *)n)->expression;
        return inner ? check(s, inner, undefined) : "expression";
    }
    case PM_PARENTHESES_NODE: { // more than one statement, or none
        const pm_node_t *const body = ((const pm_parentheses_node_t *)n)->body;
        return body == NULL ? "nil" : "expression";
    }
    case PM_LOCAL_VARIABLE_WRITE_NODE: case PM_INSTANCE_VARIABLE_WRITE_NODE: case PM_GLOBAL_VARIABLE_WRITE_NODE:
    case PM_CLASS_VARIABLE_WRITE_NODE: case PM_CONSTANT_WRITE_NODE: case PM_CONSTANT_PATH_WRITE_NODE:
    case PM_LOCAL_VARIABLE_OPERATOR_WRITE_NODE: case PM_LOCAL_VARIABLE_OR_WRITE_NODE:
    case PM_LOCAL_VARIABLE_AND_WRITE_NODE: case PM_INSTANCE_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_INSTANCE_VARIABLE_OR_WRITE_NODE: case PM_INSTANCE_VARIABLE_AND_WRITE_NODE:
    case PM_GLOBAL_VARIABLE_OPERATOR_WRITE_NODE: case PM_GLOBAL_VARIABLE_OR_WRITE_NODE:
    case PM_GLOBAL_VARIABLE_AND_WRITE_NODE: case PM_CLASS_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_CLASS_VARIABLE_OR_WRITE_NODE: case PM_CLASS_VARIABLE_AND_WRITE_NODE: case PM_CONSTANT_OPERATOR_WRITE_NODE:
    case PM_CONSTANT_OR_WRITE_NODE: case PM_CONSTANT_AND_WRITE_NODE: case PM_CONSTANT_PATH_OPERATOR_WRITE_NODE:
    case PM_CONSTANT_PATH_OR_WRITE_NODE: case PM_CONSTANT_PATH_AND_WRITE_NODE: case PM_CALL_OPERATOR_WRITE_NODE:
    case PM_CALL_OR_WRITE_NODE: case PM_CALL_AND_WRITE_NODE: case PM_INDEX_OPERATOR_WRITE_NODE:
    case PM_INDEX_OR_WRITE_NODE: case PM_INDEX_AND_WRITE_NODE: case PM_MULTI_WRITE_NODE:
        return "assignment";
    default: return "expression";
    }
}

static const char *check(struct scope *s, const pm_node_t *n, struct label *undefined)
{
    const char *what = "expression";
    if (compile_enter(s->c, n)) {
        set_line(s, n);
        what = check_kind(s, node_bare(n), undefined);
    }
    compile_leave(s->c);
    return what;
}

void compile_defined(struct scope *s, const pm_defined_node_t *n, int dst)
{
    if (dst == DISCARD) return; // nothing is evaluated
    struct label undefined = LABEL, end = LABEL;
    struct context guard = {0};
    int const top = s->top, result = own_temp(s, dst);
    range_open(s, &guard, CONTEXT_RESCUE);
    const char *const what = check(s, n->value, &undefined);
    range_close(s, &guard);
    emit_abx(s, OP_LOADK, result, constant_string(s, (const uint8_t *)what, strlen(what), ENCODING_ASCII));
    if (guard.start == s->words.count - 1) { // nothing to test
        emit_move(s, result, dst);
        s->top = top;
        return;
    }
    emit_jump(s, &end);
    int const exception = new_temps(s, 2);
    add_catches(s, &guard, CATCH_DEFINED, s->words.count, exception);
    emit_a(s, OP_SETERROR, exception + 1);
    label_bind(s, &undefined);
    load_nil(s, result);
    label_bind(s, &end);
    emit_move(s, result, dst);
    s->top = top;
}
