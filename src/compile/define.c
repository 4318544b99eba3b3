// Definitions: methods, blocks, lambdas, classes, parameters' defaults, alias and undef, and the root of a program.
#include "compile/interior.h"

// --- Parameters ----------------------------------------------------------------------------------------------------
// What a frame needs before anything else: the block kept for blocks inside, the array of locals without a register.
static void emit_prologue(struct scope *s)
{
    if (s->block_register != 0) emit_a(s, OP_GETBLOCK, s->block_register);
    if (s->spill_register != 0) emit_abc(s, OP_ARRAY, s->spill_register, 0, 0);
}

struct mention {
    pm_constant_id_t name;
    bool found;
};

static pm_visit_result_t visit_mention(const pm_node_t *n, void *context)
{
    struct mention *const m = context;
    if (PM_NODE_TYPE_P(n, PM_LOCAL_VARIABLE_READ_NODE)) {
        m->found |= ((const pm_local_variable_read_node_t *)n)->name == m->name;
    }
    return m->found ? PM_VISIT_STOP : PM_VISIT_DESCEND;
}

// A default that reads its own parameter reads nil.
static void compile_default(struct scope *s, const pm_node_t *value, pm_constant_id_t name, int reg)
{
    struct mention m = {name, false};
    pm_visit_node(value, visit_mention, &m);
    if (m.found) load_nil(s, reg);
    compile_node(s, value, reg);
}

static void note_entry(struct scope *s)
{
    *(uint32_t *)vector_push(s->c, &s->optional_entry, sizeof(uint32_t)) = s->words.count;
    s->label_at = s->words.count;
}

static void compile_optionals(struct scope *s)
{
    const pm_node_list_t *const list = &s->parameters->optionals;
    bool const prologue = s->block_register != 0 || s->spill_register != 0;
    struct label *const defaults = arena_take(s->c, (list->size + 1) * sizeof *defaults);
    if (defaults == NULL) return;
    for (size_t i = 0; prologue && i <= list->size; i++) { // one way in for each count of arguments
        defaults[i] = (struct label)LABEL;
        note_entry(s);
        emit_prologue(s);
        emit_jump(s, &defaults[i]);
    }
    for (size_t i = 0; i < list->size; i++) {
        const pm_optional_parameter_node_t *const p = (const void *)list->nodes[i];
        if (prologue) label_bind(s, &defaults[i]);
        else note_entry(s);
        set_line(s, &p->base);
        compile_default(s, p->value, p->name, 1 + s->params.required + (int)i);
    }
    if (prologue) label_bind(s, &defaults[list->size]);
    else note_entry(s);
}

static void compile_keyword_defaults(struct scope *s, int first)
{
    const pm_node_list_t *const list = &s->parameters->keywords;
    for (size_t i = 0; i < list->size; i++) {
        if (!PM_NODE_TYPE_P(list->nodes[i], PM_OPTIONAL_KEYWORD_PARAMETER_NODE)) continue;
        const pm_optional_keyword_parameter_node_t *const p = (const void *)list->nodes[i];
        struct label given = LABEL;
        set_line(s, &p->base);
        emit_branch(s, OP_JGIVEN, first + (int)i, &given);
        compile_default(s, p->value, p->name, first + (int)i);
        label_bind(s, &given);
    }
}

static void destructure_list(struct scope *s, const pm_node_list_t *list, int first)
{
    for (size_t i = 0; i < list->size; i++) {
        if (!PM_NODE_TYPE_P(list->nodes[i], PM_MULTI_TARGET_NODE)) continue;
        set_line(s, list->nodes[i]);
        compile_destructure(s, (const pm_multi_target_node_t *)list->nodes[i], first + (int)i);
    }
}

// Defaults first, then what is to be unpacked.
static void compile_parameters(struct scope *s)
{
    if (s->parameters == NULL || s->parameters->optionals.size == 0) emit_prologue(s);
    else compile_optionals(s);
    if (s->parameters == NULL) return;
    int const rest = s->rest_register != 0 && (s->params.flags & PARAM_REST) != 0;
    int const post = 1 + s->params.required + s->params.optional + rest;
    compile_keyword_defaults(s, post + s->params.post);
    destructure_list(s, &s->parameters->requireds, 1);
    destructure_list(s, &s->parameters->posts, post);
}

static struct vm_code *compile_body(struct scope *s, const pm_node_t *body)
{
    compile_parameters(s);
    label_bind(s, &s->body);
    compile_return(s, body);
    if (emit_reachable(s)) emit_n(s, OP_RETNIL);
    return scope_close(s);
}

// --- Blocks and lambdas --------------------------------------------------------------------------------------------
uint32_t block_child(struct scope *s, const pm_node_t *n)
{
    struct scope inner = {0};
    const pm_node_t *body;
    if (!compile_enter(s->c, n)) {
        compile_leave(s->c);
        return 0;
    }
    if (PM_NODE_TYPE_P(n, PM_BLOCK_NODE)) {
        const pm_block_node_t *const block = (const void *)n;
        scope_open(&inner, s->c, s, CODE_BLOCK, n, &block->locals, block->parameters);
        body = block->body;
    } else {
        const pm_lambda_node_t *const lambda = (const void *)n;
        scope_open(&inner, s->c, s, CODE_LAMBDA, n, &lambda->locals, lambda->parameters);
        body = lambda->body;
    }
    uint32_t const index = add_child(s, compile_body(&inner, body));
    compile_leave(s->c);
    return index;
}

void compile_lambda(struct scope *s, const pm_lambda_node_t *n, int dst)
{
    int const top = s->top;
    uint32_t const index = block_child(s, &n->base);
    set_line(s, &n->base);
    emit_abx(s, OP_LAMBDA, dst == DISCARD ? new_temp(s) : dst, index);
    s->top = top;
}

// The body of a `for` is a block whose parameters are hidden; they are assigned to the targets outside.
static uint32_t for_child(struct scope *s, const pm_for_node_t *n)
{
    struct scope inner = {0};
    const pm_multi_target_node_t *const many =
        PM_NODE_TYPE_P(n->index, PM_MULTI_TARGET_NODE) ? (const void *)n->index : NULL;
    scope_open_for(&inner, s, &n->base, many ? many->lefts.size : 1, many ? many->rest : NULL,
                   many ? many->rights.size : 0);
    if (many == NULL) compile_assign(&inner, n->index, 1);
    else compile_assign_list(&inner, many, 1);
    label_bind(&inner, &inner.body);
    compile_return(&inner, n->statements ? &n->statements->base : NULL);
    if (emit_reachable(&inner)) emit_n(&inner, OP_RETNIL);
    return add_child(s, scope_close(&inner));
}

void compile_for(struct scope *s, const pm_for_node_t *n, int dst)
{
    int const top = s->top, base = window_base(s, dst);
    compile_node(s, n->collection, base);
    int const block = new_temp(s);
    emit_abx(s, OP_BLOCK, block, for_child(s, n));
    set_line(s, &n->base);
    emit_abx(s, OP_SEND, base, call_site(s, SYM_each, 0, CALL_BLOCK));
    emit_move(s, base, dst);
    s->top = top;
}

// END { … }: at_exit, once. Its body shares the locals around, like that of a `for`.
void compile_post_execution(struct scope *s, const pm_post_execution_node_t *n, int dst)
{
    struct label run = LABEL, end = LABEL;
    struct scope inner = {0};
    int const top = s->top, base = new_temp(s), block = new_temp(s);
    uint32_t const slot = s->once_count++;
    emit_abcx(s, OP_ONCE, base, 1, 0, slot);
    emit_jump(s, &run);
    emit_jump(s, &end);
    label_bind(s, &run);
    emit_a(s, OP_LOADTRUE, base);
    emit_abcx(s, OP_ONCESET, base, 0, 0, slot);
    scope_open_for(&inner, s, &n->base, 0, NULL, 0);
    label_bind(&inner, &inner.body);
    compile_return(&inner, n->statements ? &n->statements->base : NULL);
    if (emit_reachable(&inner)) emit_n(&inner, OP_RETNIL);
    emit_abx(s, OP_BLOCK, block, add_child(s, scope_close(&inner)));
    emit_abx(s, OP_SENDSELF, base, call_site(s, text_symbol(s->c, "at_exit"), 0, CALL_FCALL | CALL_BLOCK));
    label_bind(s, &end);
    load_nil(s, dst);
    s->top = top;
}

// --- Methods -------------------------------------------------------------------------------------------------------
void compile_def(struct scope *s, const pm_def_node_t *n, int dst)
{
    struct scope inner = {0};
    int const top = s->top, result = dst == DISCARD || n->receiver != NULL ? window_base(s, dst) : dst;
    if (n->receiver != NULL) compile_node(s, n->receiver, result);
    const pm_node_t *const parameters = n->parameters ? &n->parameters->base : NULL;
    inner.facts = scope_analyse(s->c, parameters, n->body);
    inner.name = name_symbol(s->c, n->name);
    scope_open(&inner, s->c, s, CODE_METHOD, &n->base, &n->locals, parameters);
    uint32_t const index = add_child(s, compile_body(&inner, n->body));
    set_line(s, &n->base);
    emit_abx(s, n->receiver ? OP_DEFS : OP_DEF, result, index);
    emit_move(s, result, dst);
    s->top = top;
}

// --- Classes and modules -------------------------------------------------------------------------------------------
static uint32_t class_child(struct scope *s, const pm_node_t *n, const pm_constant_id_list_t *locals,
                            const pm_node_t *body, symbol_t name, unsigned *escapes)
{
    struct scope inner = {0};
    *escapes = escapes_of(s, body);
    inner.facts = scope_analyse(s->c, NULL, body);
    inner.name = name;
    scope_open(&inner, s->c, s, CODE_CLASS, n, locals, NULL);
    inner.escapes = *escapes;
    if (*escapes == 0) return add_child(s, compile_body(&inner, body));
    compile_parameters(&inner);
    label_bind(&inner, &inner.body);
    compile_escaping_body(&inner, body);
    return add_child(s, scope_close(&inner));
}

static void compile_base(struct scope *s, const pm_node_t *path, int dst)
{
    if (PM_NODE_TYPE_P(path, PM_CONSTANT_PATH_NODE)) {
        const pm_node_t *const parent = ((const pm_constant_path_node_t *)path)->parent;
        if (parent != NULL) compile_node(s, parent, dst);
        else load_class(s, dst, CLASS_OBJECT);
    } else {
        emit_a(s, OP_LOADABSENT, dst);
    }
}

static void emit_class(struct scope *s, enum vm_op op, int base, symbol_t name, uint32_t child_index)
{
    emit_abcx(s, op, base, 0, 0, constant_index(s, value_symbol(name)));
    emit_word(s, VM_ABX(OP_NOP, 0, child_index));
}

void compile_class(struct scope *s, const pm_node_t *n, int dst)
{
    struct compiler *const c = s->c;
    int const top = s->top, base = window_base(s, dst);
    unsigned escapes = 0;
    switch (PM_NODE_TYPE(n)) {
    case PM_CLASS_NODE: {
        const pm_class_node_t *const k = (const void *)n;
        symbol_t const name = name_symbol(c, k->name);
        compile_base(s, k->constant_path, base);
        int const superclass = new_temp(s);
        if (k->superclass != NULL) compile_node(s, k->superclass, superclass);
        else emit_a(s, OP_LOADABSENT, superclass);
        uint32_t const index = class_child(s, n, &k->locals, k->body, name, &escapes);
        set_line(s, n);
        emit_class(s, OP_CLASS, base, name, index);
        break;
    }
    case PM_MODULE_NODE: {
        const pm_module_node_t *const m = (const void *)n;
        symbol_t const name = name_symbol(c, m->name);
        compile_base(s, m->constant_path, base);
        uint32_t const index = class_child(s, n, &m->locals, m->body, name, &escapes);
        set_line(s, n);
        emit_class(s, OP_MODULE, base, name, index);
        break;
    }
    default: {
        const pm_singleton_class_node_t *const k = (const void *)n;
        compile_node(s, k->expression, base);
        uint32_t const index = class_child(s, n, &k->locals, k->body, SYM_singleton_class_name, &escapes);
        set_line(s, n);
        emit_abx(s, OP_SCLASS, base, index);
    }
    }
    if (escapes != 0) compile_escapes(s, escapes, base);
    emit_move(s, base, dst);
    s->top = top;
}

// --- undef and alias -----------------------------------------------------------------------------------------------
void compile_undef(struct scope *s, const pm_undef_node_t *n, int dst)
{
    for (size_t i = 0; i < n->names.size; i++) {
        int const top = s->top, name = compile_temp(s, n->names.nodes[i]);
        set_line(s, &n->base);
        emit_a(s, OP_UNDEF, name);
        s->top = top;
    }
    load_nil(s, dst);
}

static symbol_t global_name(struct compiler *c, const pm_node_t *n)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_GLOBAL_VARIABLE_READ_NODE: return name_symbol(c, ((const pm_global_variable_read_node_t *)n)->name);
    case PM_BACK_REFERENCE_READ_NODE: return name_symbol(c, ((const pm_back_reference_read_node_t *)n)->name);
    default: return bytes_symbol(c, c->source + n->location.start, n->location.length);
    }
}

void compile_alias(struct scope *s, const pm_node_t *n, int dst)
{
    int const top = s->top, new_name = new_temp(s), old_name = new_temp(s);
    if (PM_NODE_TYPE_P(n, PM_ALIAS_GLOBAL_VARIABLE_NODE)) {
        const pm_alias_global_variable_node_t *const alias = (const void *)n;
        load_symbol(s, new_name, global_name(s->c, alias->new_name));
        load_symbol(s, old_name, global_name(s->c, alias->old_name));
        emit_ab(s, OP_GALIAS, new_name, old_name);
    } else {
        const pm_alias_method_node_t *const alias = (const void *)n;
        compile_node(s, alias->new_name, new_name);
        compile_node(s, alias->old_name, old_name);
        set_line(s, n);
        emit_ab(s, OP_ALIAS, new_name, old_name);
    }
    load_nil(s, dst);
    s->top = top;
}

// --- The root ------------------------------------------------------------------------------------------------------
// BEGIN { … } runs before everything else.
static void compile_begins(struct scope *s, const pm_statements_node_t *n)
{
    for (size_t i = 0; n != NULL && i < n->body.size; i++) {
        if (!PM_NODE_TYPE_P(n->body.nodes[i], PM_PRE_EXECUTION_NODE)) continue;
        const pm_pre_execution_node_t *const begin = (const void *)n->body.nodes[i];
        if (begin->statements == NULL) continue;
        compile_begins(s, begin->statements);
        compile_node(s, &begin->statements->base, DISCARD);
    }
}

// What the program itself says, inside the loop that -n and -p put around it.
static const pm_statements_node_t *looped_statements(struct compiler *c, const pm_program_node_t *n)
{
    if (!(c->options->script & SCRIPT_LOOP)) return n->statements;
    return ((const pm_while_node_t *)n->statements->body.nodes[0])->statements;
}

struct vm_code *compile_root(struct compiler *c, const pm_program_node_t *n)
{
    struct scope s = {0};
    s.facts = scope_analyse(c, NULL, &n->statements->base);
    if (c->options->kind == CODE_EVAL && c->options->scope_count > 0) s.name = c->options->scopes[0]->name;
    scope_open(&s, c, NULL, c->options->kind, NULL, &n->locals, NULL);
    compile_parameters(&s);
    compile_begins(&s, looped_statements(c, n));
    compile_return(&s, &n->statements->base);
    if (emit_reachable(&s)) emit_n(&s, OP_RETNIL);
    struct vm_code *const code = scope_close(&s);
    if (code != NULL && c->options->scope_count > 0) code->parent = c->options->scopes[0];
    return code;
}
