// Scopes: which register a name has, and the first pass, which finds out what a method-level scope must keep for the
// blocks inside it before its code is emitted.
#include <ctype.h>

#include "compile/interior.h"

// --- First pass ----------------------------------------------------------------------------------------------------
struct walk {
    struct compiler *c;
    struct facts *facts;
    unsigned blocks; // blocks around the present node
    unsigned loops;  // `for` bodies around: blocks that Prism's depths do not count
};

static pm_visit_result_t visit(const pm_node_t *n, void *context);

static void visit_children(struct walk *w, const pm_node_t *n)
{
    if (compile_enter(w->c, n)) pm_visit_child_nodes(n, visit, w);
    compile_leave(w->c);
}

static void visit_one(struct walk *w, const pm_node_t *n)
{
    if (n != NULL) visit(n, w);
}

static void note_write(struct walk *w, pm_constant_id_t name, uint32_t depth)
{
    if (w->loops == 0 && (depth == 0 || w->blocks == 0)) return;
    struct facts *const f = w->facts;
    if (f->written_inside == NULL) {
        f->written_inside = arena_take(w->c, (w->c->symbol_count / 64 + 1) * sizeof(uint64_t));
        if (f->written_inside == NULL) return;
    }
    size_t const index = pm_constant_id_index(name);
    f->written_inside[index / 64] |= (uint64_t)1 << index % 64;
}

// Whether the call may evaluate text in the scope around it. One that goes by another name still may: its code then finds no
// $~ of this method, and an operand that it assigns is read before or after.
static bool evaluates(struct compiler *c, const pm_call_node_t *n)
{
    if (name_is(c, n->name, "binding") || name_is(c, n->name, "eval")) return true;
    if (n->arguments == NULL) return false;
    return name_is(c, n->name, "instance_eval") || name_is(c, n->name, "class_eval") || name_is(c, n->name, "module_eval");
}

// Whether the call looks at $_ or $~ of the method: print without arguments, what Kernel has of -n and -p.
static bool looks_at_special(struct compiler *c, const pm_call_node_t *n)
{
    if (name_is(c, n->name, "last_match")) return true;
    if (n->arguments == NULL && name_is(c, n->name, "print")) return true;
    return c->options->script & SCRIPT_LOOP && n->receiver == NULL;
}

static void note_call(struct walk *w, const pm_call_node_t *n)
{
    struct compiler *const c = w->c;
    if (evaluates(c, n)) {
        w->facts->special = w->facts->keeps_block = w->facts->written_anywhere = true;
    } else if (looks_at_special(c, n)) {
        w->facts->special = true;
    } else if (w->blocks > 0 && n->receiver == NULL && name_is(c, n->name, "block_given?")) {
        w->facts->keeps_block = true;
    }
}

static bool names_special(struct compiler *c, pm_constant_id_t name)
{
    return name_is(c, name, "$~") || name_is(c, name, "$_");
}

// Whether what is read may be one of those that each method has of its own. A program's global may: as an alias.
static bool may_be_special(struct compiler *c, pm_constant_id_t name)
{
    static const char *const others[] = {"$stdout", "$stderr", "$stdin", "$VERBOSE", "$DEBUG", "$PROGRAM_NAME",
                                         "$LOAD_PATH", "$LOADED_FEATURES", "$FILENAME"};
    if (names_special(c, name)) return true;
    const pm_constant_t *const constant = pm_parser_constant(c->parser, name);
    if (c->prelude || pm_constant_length(constant) < 2) return false;
    unsigned char const first = pm_constant_start(constant)[1];
    if (first != '_' && first < 0x80 && !isalpha(first)) return false;
    for (size_t i = 0; i < TRP_COUNT(others); i++) {
        if (name_is(c, name, others[i])) return false;
    }
    return true;
}

static void visit_block(struct walk *w, const pm_node_t *n)
{
    w->blocks++;
    visit_children(w, n);
    w->blocks--;
}

static void visit_for(struct walk *w, const pm_for_node_t *n)
{
    visit_one(w, n->collection);
    w->blocks++;
    w->loops++;
    visit_one(w, n->index);
    if (n->statements != NULL) visit_one(w, &n->statements->base);
    w->loops--;
    w->blocks--;
}

// Nodes that are of interest by themselves; their children are walked by the caller.
static void note(struct walk *w, const pm_node_t *n)
{
    struct facts *const f = w->facts;
    switch (PM_NODE_TYPE(n)) {
    case PM_LOCAL_VARIABLE_WRITE_NODE: {
        const pm_local_variable_write_node_t *const write = (const void *)n;
        note_write(w, write->name, write->depth);
        break;
    }
    case PM_LOCAL_VARIABLE_TARGET_NODE: {
        const pm_local_variable_target_node_t *const write = (const void *)n;
        note_write(w, write->name, write->depth);
        break;
    }
    case PM_LOCAL_VARIABLE_OPERATOR_WRITE_NODE: {
        const pm_local_variable_operator_write_node_t *const write = (const void *)n;
        note_write(w, write->name, write->depth);
        break;
    }
    case PM_LOCAL_VARIABLE_AND_WRITE_NODE: {
        const pm_local_variable_and_write_node_t *const write = (const void *)n;
        note_write(w, write->name, write->depth);
        break;
    }
    case PM_LOCAL_VARIABLE_OR_WRITE_NODE: {
        const pm_local_variable_or_write_node_t *const write = (const void *)n;
        note_write(w, write->name, write->depth);
        break;
    }
    case PM_CALL_NODE: note_call(w, (const pm_call_node_t *)n); break;
    case PM_YIELD_NODE: case PM_SUPER_NODE: case PM_FORWARDING_SUPER_NODE:
        if (w->blocks > 0) f->keeps_block = true;
        break;
    case PM_MATCH_WRITE_NODE: case PM_BACK_REFERENCE_READ_NODE: case PM_NUMBERED_REFERENCE_READ_NODE:
    case PM_MATCH_LAST_LINE_NODE: case PM_INTERPOLATED_MATCH_LAST_LINE_NODE:
        f->special = true;
        break;
    case PM_GLOBAL_VARIABLE_READ_NODE:
        if (may_be_special(w->c, ((const pm_global_variable_read_node_t *)n)->name)) f->special = true;
        break;
    case PM_GLOBAL_VARIABLE_WRITE_NODE:
        if (names_special(w->c, ((const pm_global_variable_write_node_t *)n)->name)) f->special = true;
        break;
    case PM_GLOBAL_VARIABLE_TARGET_NODE:
        if (names_special(w->c, ((const pm_global_variable_target_node_t *)n)->name)) f->special = true;
        break;
    case PM_GLOBAL_VARIABLE_OPERATOR_WRITE_NODE:
        if (may_be_special(w->c, ((const pm_global_variable_operator_write_node_t *)n)->name)) f->special = true;
        break;
    case PM_GLOBAL_VARIABLE_OR_WRITE_NODE:
        if (may_be_special(w->c, ((const pm_global_variable_or_write_node_t *)n)->name)) f->special = true;
        break;
    case PM_GLOBAL_VARIABLE_AND_WRITE_NODE:
        if (may_be_special(w->c, ((const pm_global_variable_and_write_node_t *)n)->name)) f->special = true;
        break;
    case PM_FLIP_FLOP_NODE:
        *(const pm_node_t **)vector_push(w->c, &f->flip_flops, sizeof n) = n;
        break;
    default: break;
    }
}

static pm_visit_result_t visit(const pm_node_t *n, void *context)
{
    struct walk *const w = context;
    note(w, n);
    switch (PM_NODE_TYPE(n)) {
    case PM_DEF_NODE: visit_one(w, ((const pm_def_node_t *)n)->receiver); break;
    case PM_CLASS_NODE:
        visit_one(w, ((const pm_class_node_t *)n)->constant_path);
        visit_one(w, ((const pm_class_node_t *)n)->superclass);
        break;
    case PM_MODULE_NODE: visit_one(w, ((const pm_module_node_t *)n)->constant_path); break;
    case PM_SINGLETON_CLASS_NODE: visit_one(w, ((const pm_singleton_class_node_t *)n)->expression); break;
    case PM_BLOCK_NODE: case PM_LAMBDA_NODE: visit_block(w, n); break;
    case PM_POST_EXECUTION_NODE:
        w->loops++;
        visit_block(w, n);
        w->loops--;
        break;
    case PM_FOR_NODE: visit_for(w, (const pm_for_node_t *)n); break;
    default: visit_children(w, n);
    }
    return PM_VISIT_SKIP;
}

struct facts *scope_analyse(struct compiler *c, const pm_node_t *parameters, const pm_node_t *body)
{
    struct facts *const facts = arena_take(c, sizeof *facts);
    if (facts == NULL) return NULL;
    struct walk w = {.c = c, .facts = facts};
    visit_one(&w, parameters);
    visit_one(&w, body);
    return facts;
}

// --- Registers of names --------------------------------------------------------------------------------------------
static struct local *find_local(const struct scope *s, pm_constant_id_t name)
{
    struct local *const locals = s->locals.items;
    for (uint32_t i = 0; name != 0 && i < s->locals.count; i++) {
        if (locals[i].name == name) return &locals[i];
    }
    return NULL;
}

static int add_register(struct scope *s, symbol_t name)
{
    *(symbol_t *)vector_push(s->c, &s->names, sizeof name) = name;
    if (s->local_count >= VM_REGISTERS_MAX) {
        compile_fail(s->c, COMPILE_LIMIT, NULL, "too many parameters");
        return 0;
    }
    return s->local_count++;
}

// A register for a parameter. A repeated name (_) means the first.
static int add_parameter(struct scope *s, pm_constant_id_t name)
{
    bool const fresh = name != 0 && find_local(s, name) == NULL;
    int const reg = add_register(s, fresh ? name_symbol(s->c, name) : 0);
    if (fresh) {
        struct local *const local = vector_push(s->c, &s->locals, sizeof *local);
        *local = (struct local){name, (int16_t)reg, 0};
    }
    return reg;
}

static void add_local(struct scope *s, pm_constant_id_t name)
{
    if (find_local(s, name) != NULL) return;
    struct local *const local = vector_push(s->c, &s->locals, sizeof *local);
    if (s->local_count < LOCALS_MAX) {
        *local = (struct local){name, (int16_t)add_register(s, name_symbol(s->c, name)), 0};
        return;
    }
    if (s->spill_count >= INT16_MAX) compile_fail(s->c, COMPILE_LIMIT, NULL, "too many local variables");
    *local = (struct local){name, -1, (int16_t)s->spill_count++};
}

static void add_positional(struct scope *s, const pm_node_list_t *list)
{
    for (size_t i = 0; i < list->size; i++) {
        const pm_node_t *const n = list->nodes[i];
        bool const named = PM_NODE_TYPE_P(n, PM_REQUIRED_PARAMETER_NODE);
        add_parameter(s, named ? ((const pm_required_parameter_node_t *)n)->name : 0);
    }
}

static void add_rest(struct scope *s, const pm_node_t *rest)
{
    if (rest == NULL) return;
    if (PM_NODE_TYPE_P(rest, PM_IMPLICIT_REST_NODE)) {
        s->params.flags |= PARAM_COMMA;
        return;
    }
    pm_constant_id_t const name = ((const pm_rest_parameter_node_t *)rest)->name;
    if (s->c->prelude && s->kind == CODE_BLOCK && name_is(s->c, name, "packed")) {
        s->params.flags |= PARAM_PACK;
        add_parameter(s, name);
        return;
    }
    s->params.flags |= PARAM_REST | (name == 0 ? PARAM_REST_UNNAMED : 0);
    s->rest_register = add_parameter(s, name);
}

static void add_keywords(struct scope *s, const pm_node_list_t *list)
{
    struct vm_keyword *const keywords = list->size ? arena_take(s->c, list->size * sizeof *keywords) : NULL;
    if (keywords == NULL) return;
    for (size_t i = 0; i < list->size; i++) {
        const pm_node_t *const n = list->nodes[i];
        bool const required = PM_NODE_TYPE_P(n, PM_REQUIRED_KEYWORD_PARAMETER_NODE);
        pm_constant_id_t const name = required ? ((const pm_required_keyword_parameter_node_t *)n)->name
                                               : ((const pm_optional_keyword_parameter_node_t *)n)->name;
        add_parameter(s, name);
        keywords[i] = (struct vm_keyword){name_symbol(s->c, name), required};
    }
    s->params.keywords = keywords;
    s->params.keyword_count = (uint8_t)list->size;
}

static void add_keyword_rest(struct scope *s, const pm_node_t *rest)
{
    if (rest == NULL) return;
    switch (PM_NODE_TYPE(rest)) {
    case PM_NO_KEYWORDS_PARAMETER_NODE: s->params.flags |= PARAM_NO_KEYWORDS; break;
    case PM_KEYWORD_REST_PARAMETER_NODE:
        s->params.flags |= PARAM_KWREST;
        s->kwrest_register = add_parameter(s, ((const pm_keyword_rest_parameter_node_t *)rest)->name);
        break;
    case PM_FORWARDING_PARAMETER_NODE: // (...) is (*, **, &)
        s->params.flags |= PARAM_FORWARD | PARAM_REST | PARAM_REST_UNNAMED | PARAM_KWREST | PARAM_BLOCK;
        break;
    default: compile_missing(s, rest);
    }
}

static void add_parameters(struct scope *s, const pm_parameters_node_t *p)
{
    s->parameters = p;
    if (p->requireds.size + p->optionals.size + p->posts.size + p->keywords.size > LOCALS_MAX) {
        compile_fail(s->c, COMPILE_LIMIT, &p->base, "too many parameters");
        return;
    }
    bool const forwards = p->keyword_rest != NULL && PM_NODE_TYPE_P(p->keyword_rest, PM_FORWARDING_PARAMETER_NODE);
    add_positional(s, &p->requireds);
    for (size_t i = 0; i < p->optionals.size; i++) {
        add_parameter(s, ((const pm_optional_parameter_node_t *)p->optionals.nodes[i])->name);
    }
    add_rest(s, p->rest);
    if (forwards) s->rest_register = add_parameter(s, 0);
    add_positional(s, &p->posts);
    add_keywords(s, &p->keywords);
    add_keyword_rest(s, p->keyword_rest);
    if (forwards) {
        s->kwrest_register = add_parameter(s, 0);
        s->block_param_register = add_parameter(s, 0);
    }
    if (p->block != NULL && PM_NODE_TYPE_P(p->block, PM_BLOCK_PARAMETER_NODE)) {
        s->params.flags |= PARAM_BLOCK;
        s->block_param_register = add_parameter(s, ((const pm_block_parameter_node_t *)p->block)->name);
    }
    if (p->block != NULL && PM_NODE_TYPE_P(p->block, PM_NO_BLOCK_PARAMETER_NODE)) s->params.flags |= PARAM_NO_BLOCK;
    s->params.required = (uint8_t)(p->requireds.size + (s->params.flags & PARAM_PACK ? 1 : 0));
    s->params.optional = (uint8_t)p->optionals.size;
    s->params.post = (uint8_t)p->posts.size;
}

// _1.._n and `it` are the first locals of their block.
static void add_implicit(struct scope *s, unsigned count, const pm_constant_id_list_t *locals)
{
    static const char *const names[] = {"_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9"};
    s->params.flags |= PARAM_NUMBERED;
    s->params.required = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        pm_constant_id_t found = 0;
        for (size_t k = 0; k < locals->size; k++) {
            if (name_is(s->c, locals->ids[k], names[i])) found = locals->ids[k];
        }
        add_parameter(s, found);
    }
}

static void add_it(struct scope *s)
{
    s->params.flags |= PARAM_NUMBERED;
    s->params.required = 1;
    add_register(s, 0);
}

static bool keywords_have_defaults(const struct vm_params *p)
{
    for (unsigned i = 0; i < p->keyword_count; i++) {
        if (p->keywords[i].required) return false;
    }
    return true;
}

static void add_any_parameters(struct scope *s, const pm_node_t *parameters, const pm_constant_id_list_t *locals)
{
    if (parameters != NULL) {
        switch (PM_NODE_TYPE(parameters)) {
        case PM_PARAMETERS_NODE: add_parameters(s, (const pm_parameters_node_t *)parameters); break;
        case PM_BLOCK_PARAMETERS_NODE: {
            const pm_parameters_node_t *const inner = ((const pm_block_parameters_node_t *)parameters)->parameters;
            if (inner != NULL) add_parameters(s, inner);
            break;
        }
        case PM_NUMBERED_PARAMETERS_NODE:
            add_implicit(s, ((const pm_numbered_parameters_node_t *)parameters)->maximum, locals);
            break;
        case PM_IT_PARAMETERS_NODE: add_it(s); break;
        default: compile_missing(s, parameters);
        }
    }
    const struct vm_params *const p = &s->params;
    bool const complex = (p->optional | p->post) != 0 || (p->flags & ~(unsigned)PARAM_NUMBERED) != 0;
    if (!complex && p->keyword_count == 0) s->params.flags |= PARAM_SIMPLE;
    if (!complex && p->keyword_count > 0 && keywords_have_defaults(p)) s->params.flags |= PARAM_DEFAULTED;
}

// --- Opening -------------------------------------------------------------------------------------------------------
// An eval uses $~ of the method around, if that keeps one.
static bool special_is_outer(const struct scope *s)
{
    const struct compile_options *const o = s->c->options;
    return s->kind == CODE_EVAL && o->scope_count > 0 && o->scopes[0]->special_register != 0;
}

static void add_hidden(struct scope *s)
{
    if (s->spill_count > 0) s->spill_register = add_register(s, 0);
    if (!s->method_level || s->facts == NULL) return;
    if (s->facts->keeps_block) s->block_register = add_register(s, 0);
    if (s->facts->special && !special_is_outer(s)) {
        s->special_register = add_register(s, 0);
        add_register(s, 0);
    }
    for (uint32_t i = 0; i < s->facts->flip_flops.count; i++) {
        int const reg = add_register(s, 0);
        if (i == 0) s->facts->flip_flop_register = reg;
    }
}

void scope_open(struct scope *s, struct compiler *c, struct scope *up, enum vm_code_kind kind, const pm_node_t *n,
                const pm_constant_id_list_t *locals, const pm_node_t *parameters)
{
    s->c = c;
    s->up = up;
    s->kind = kind;
    s->first_line = s->line = n ? node_line(c, n) : c->options->line;
    s->method_level = kind != CODE_BLOCK && kind != CODE_LAMBDA;
    if (!s->method_level) {
        s->facts = up->facts;
        s->name = up->name;
    }
    s->body = (struct label)LABEL;
    s->label_at = s->transfer_at = UINT32_MAX;
    add_register(s, 0); // self
    static const pm_constant_id_list_t none = {0};
    if (locals == NULL) locals = &none;
    add_any_parameters(s, parameters, locals);
    for (size_t i = 0; i < locals->size; i++) add_local(s, locals->ids[i]);
    add_hidden(s);
    s->top = s->register_count = s->local_count;
}

void scope_open_for(struct scope *s, struct scope *up, const pm_node_t *n, size_t count, const pm_node_t *rest,
                    size_t posts)
{
    scope_open(s, up->c, up, CODE_BLOCK, n, NULL, NULL);
    s->is_for = true;
    if (count + posts > LOCALS_MAX) compile_fail(s->c, COMPILE_LIMIT, n, "too many loop variables");
    for (size_t i = 0; i < count; i++) add_register(s, 0);
    bool const splat = rest != NULL && PM_NODE_TYPE_P(rest, PM_SPLAT_NODE);
    if (splat) add_register(s, 0);
    for (size_t i = 0; i < posts; i++) add_register(s, 0);
    s->params.required = (uint8_t)count;
    s->params.post = (uint8_t)posts;
    if (rest != NULL || posts > 0) s->params.flags = splat ? PARAM_REST : PARAM_COMMA;
    s->top = s->register_count = s->local_count;
}

// --- Looking -------------------------------------------------------------------------------------------------------
struct scope *scope_method(struct scope *s, int *hops)
{
    *hops = 0;
    while (!s->method_level) {
        s = s->up;
        ++*hops;
    }
    return s;
}

// A name of the code around an eval.
static struct place resolve_outer(struct scope *s, pm_constant_id_t name, uint32_t depth, int hops)
{
    const struct compile_options *const o = s->c->options;
    symbol_t const symbol = name_symbol(s->c, name);
    if (s->kind == CODE_EVAL && o->isolated != 0 && depth + 1 >= o->isolated) {
        compile_fail(s->c, COMPILE_SYNTAX_ERROR, NULL, "can not access variable '%s' from isolated Proc",
                     symbol_text(s->c->runtime, symbol));
        return (struct place){0, 0, -1};
    }
    if (s->kind == CODE_EVAL && depth < o->scope_count) {
        const struct vm_code *const code = o->scopes[depth];
        for (int reg = 1; reg < code->local_count; reg++) {
            if (code->local_names[reg] == symbol) return (struct place){hops + (int)depth + 1, reg, -1};
        }
    }
    compile_fail(s->c, COMPILE_LIMIT, NULL, "local variable out of reach");
    return (struct place){0, 0, -1};
}

struct place scope_resolve(struct scope *s, pm_constant_id_t name, uint32_t depth)
{
    int hops = 0;
    for (; s->is_for; s = s->up) hops++;
    for (; depth > 0; depth--) {
        if (s->method_level) return resolve_outer(s, name, depth - 1, hops);
        s = s->up;
        hops++;
        for (; s->is_for; s = s->up) hops++;
    }
    const struct local *const local = find_local(s, name);
    if (local == NULL) {
        compile_fail(s->c, COMPILE_LIMIT, NULL, "local variable out of reach");
        return (struct place){0, 0, -1};
    }
    if (local->reg >= 0) return (struct place){hops, local->reg, -1};
    return (struct place){hops, s->spill_register, local->spill};
}

int scope_special(struct scope *s, int *hops)
{
    struct scope *const method = scope_method(s, hops);
    const struct compile_options *const o = s->c->options;
    if (method->special_register != 0) return method->special_register;
    if (!special_is_outer(method)) return 0;
    *hops += 1 + o->scopes[0]->special_depth;
    return o->scopes[0]->special_register;
}

int scope_block(struct scope *s, int *hops)
{
    return scope_method(s, hops)->block_register;
}

int scope_flip_flop(struct scope *s, const pm_node_t *n, int *hops)
{
    const struct facts *const facts = scope_method(s, hops)->facts;
    const pm_node_t *const *const list = facts->flip_flops.items;
    for (uint32_t i = 0; i < facts->flip_flops.count; i++) {
        if (list[i] == n) return facts->flip_flop_register + (int)i;
    }
    return 0;
}

int code_parameter(const struct vm_code *code, enum anonymous which)
{
    const struct vm_params *const p = &code->params;
    int const rest = 1 + p->required + p->optional;
    if (which == ANONYMOUS_REST) return p->flags & PARAM_REST ? rest : 0;
    int const kwrest = rest + ((p->flags & PARAM_REST) != 0) + p->post + p->keyword_count;
    if (which == ANONYMOUS_KWREST) return p->flags & PARAM_KWREST ? kwrest : 0;
    return p->flags & PARAM_BLOCK ? kwrest + ((p->flags & PARAM_KWREST) != 0) : 0;
}

// Of the code around an eval.
static struct place anonymous_outer(struct scope *s, enum anonymous which, int hops)
{
    const struct compile_options *const o = s->c->options;
    for (uint32_t i = 0; s->kind == CODE_EVAL && i < o->scope_count; i++) {
        int const reg = code_parameter(o->scopes[i], which);
        if (reg != 0 && o->scopes[i]->local_names[reg] == 0) return (struct place){hops + (int)i + 1, reg, -1};
    }
    compile_fail(s->c, COMPILE_LIMIT, NULL, "anonymous parameter out of reach");
    return (struct place){0, 0, -1};
}

struct place scope_anonymous(struct scope *s, enum anonymous which)
{
    for (int hops = 0;; s = s->up, hops++) {
        int const reg = which == ANONYMOUS_REST     ? s->rest_register
                        : which == ANONYMOUS_KWREST ? s->kwrest_register
                                                    : s->block_param_register;
        if (reg != 0 && ((const symbol_t *)s->names.items)[reg] == 0) return (struct place){hops, reg, -1};
        if (s->method_level) return anonymous_outer(s, which, hops);
    }
}

// --- Reading and writing -------------------------------------------------------------------------------------------
void place_load(struct scope *s, struct place place, int dst)
{
    if (dst == DISCARD) return;
    if (place.spill < 0) {
        if (place.hops == 0) emit_move(s, place.reg, dst);
        else if (place.hops <= HOPS_MAX) emit_abc(s, OP_GETUP, dst, place.reg, place.hops);
        else emit_abcx(s, OP_GETFAR, dst, place.reg, 0, (uint32_t)place.hops);
        return;
    }
    int const top = s->top, array = new_temp(s), index = new_temp(s);
    place_load(s, (struct place){place.hops, place.reg, -1}, array);
    load_int(s, index, place.spill);
    emit_abcs(s, OP_INDEX, dst, array, index, call_site(s, SYM_OP_index, 1, 0));
    s->top = top;
}

void place_store(struct scope *s, struct place place, int from)
{
    if (place.spill < 0) {
        if (place.hops == 0) emit_move(s, from, place.reg);
        else if (place.hops <= HOPS_MAX) emit_abc(s, OP_SETUP, from, place.reg, place.hops);
        else emit_abcx(s, OP_SETFAR, from, place.reg, 0, (uint32_t)place.hops);
        return;
    }
    int const top = s->top, array = new_temp(s), index = new_temp(s);
    place_load(s, (struct place){place.hops, place.reg, -1}, array);
    load_int(s, index, place.spill);
    emit_abcs(s, OP_SETINDEX, array, index, from, call_site(s, SYM_OP_set_index, 2, 0));
    s->top = top;
}

// --- Closing -------------------------------------------------------------------------------------------------------
static void *take_over(struct compiler *c, struct vm_code *code, const struct vector *v, size_t item_size)
{
    if (v->count == 0 || c->status != COMPILE_OK) return NULL;
    void *const copy = vm_code_memory(code, v->count * item_size);
    if (copy == NULL) compile_fail_memory(c);
    else memcpy(copy, v->items, v->count * item_size);
    return copy;
}

static void *copy_array(struct compiler *c, struct vm_code *code, const void *items, size_t count, size_t item_size)
{
    struct vector const v = {(void *)(uintptr_t)items, (uint32_t)count, 0};
    return take_over(c, code, &v, item_size);
}

static void fill_arrays(struct scope *s, struct vm_code *code)
{
    struct compiler *const c = s->c;
    code->words = take_over(c, code, &s->words, sizeof(vm_word));
    code->word_count = s->words.count;
    code->constants = take_over(c, code, &s->constants, sizeof(value_t));
    code->constant_count = s->constants.count;
    code->callsites = take_over(c, code, &s->callsites, sizeof(struct vm_callsite));
    code->callsite_count = s->callsites.count;
    for (uint32_t i = 0; c->status == COMPILE_OK && i < code->callsite_count; i++) {
        struct vm_callsite *const site = &code->callsites[i];
        site->keywords = copy_array(c, code, site->keywords, site->keyword_count, sizeof(symbol_t));
    }
    code->ivar_sites = take_over(c, code, &s->ivar_sites, sizeof(struct vm_ivar_site));
    code->ivar_site_count = s->ivar_sites.count;
    code->const_sites = take_over(c, code, &s->const_sites, sizeof(struct vm_const_site));
    code->const_site_count = s->const_sites.count;
    code->catches = take_over(c, code, &s->catches, sizeof(struct vm_catch));
    code->catch_count = s->catches.count;
    code->lines = take_over(c, code, &s->lines, sizeof(struct vm_line));
    code->line_count = s->lines.count;
    code->columns = take_over(c, code, &s->columns, sizeof(struct vm_column));
    code->column_count = s->columns.count;
    code->local_names = take_over(c, code, &s->names, sizeof(symbol_t));
    code->once = s->once_count ? vm_code_memory(code, s->once_count * sizeof(value_t)) : NULL;
    code->once_count = s->once_count;
    if (s->once_count != 0 && code->once == NULL) compile_fail_memory(c);
}

// Children go last, so that a failure before leaves them with the scope and not with the code.
static bool adopt_children(struct scope *s, struct vm_code *code)
{
    code->children = take_over(s->c, code, &s->children, sizeof(struct vm_code *));
    if (s->c->status != COMPILE_OK) return false;
    code->child_count = s->children.count;
    for (uint32_t i = 0; i < code->child_count; i++) code->children[i]->parent = code;
    return true;
}

static void fill_parameters(struct scope *s, struct vm_code *code)
{
    code->params = s->params;
    code->params.keywords =
        copy_array(s->c, code, s->params.keywords, s->params.keyword_count, sizeof *s->params.keywords);
    code->params.optional_entry = take_over(s->c, code, &s->optional_entry, sizeof(uint32_t));
}

static void fill_specials(struct scope *s, struct vm_code *code)
{
    int hops = 0;
    code->block_register = (uint8_t)s->block_register;
    code->special_register = (uint8_t)scope_special(s, &hops);
    code->special_depth = (uint16_t)hops;
    if (hops > UINT16_MAX) compile_fail(s->c, COMPILE_LIMIT, NULL, "blocks nested too deep");
    if (code->special_register != 0) code->flags |= CODE_HAS_SPECIAL;
    else code->special_depth = 0;
    if (s->c->prelude) code->flags |= CODE_PRELUDE;
}

static void free_children(struct scope *s)
{
    struct vm_code **const children = s->children.items;
    for (uint32_t i = 0; i < s->children.count; i++) {
        if (children[i] != NULL) vm_code_free(s->c->runtime, children[i]);
    }
    s->children.count = 0;
}

static void check_code(struct scope *s, const struct vm_code *code)
{
    uint32_t offset = 0;
    const char *const wrong = vm_code_verify(code, &offset);
    if (wrong != NULL && strcmp(wrong, "no memory") == 0) {
        compile_fail_memory(s->c);
    } else if (wrong != NULL) {
        compile_fail(s->c, COMPILE_LIMIT, NULL, "internal error: word %u of the code from line %u: %s",
                     (unsigned)offset, (unsigned)code->line, wrong);
    }
}

struct vm_code *scope_close(struct scope *s)
{
    struct compiler *const c = s->c;
    struct vm_code *const code = c->status == COMPILE_OK ? vm_code_new(c->runtime) : NULL;
    if (code == NULL) {
        compile_fail_memory(c);
        free_children(s);
        return NULL;
    }
    code->kind = (uint8_t)s->kind;
    code->register_count = (uint16_t)s->register_count;
    code->local_count = (uint16_t)s->local_count;
    code->name = s->name;
    code->file = c->file;
    code->line = s->first_line;
    fill_arrays(s, code);
    fill_parameters(s, code);
    fill_specials(s, code);
    if (c->status == COMPILE_OK && adopt_children(s, code) && s->up == NULL) check_code(s, code);
    if (c->status == COMPILE_OK) return code;
    if (code->child_count == 0) free_children(s);
    vm_code_free(c->runtime, code);
    return NULL;
}
