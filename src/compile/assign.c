// Assignment: plain, with an operator, and multiple. A *reference* is a target whose receiver and arguments have been
// evaluated into temporaries, so that it can be read and written.
#include "compile/interior.h"

#include <stdio.h>

#define SHAREABLE_PLAIN (1u << 16) // beside Prism's flags: the value is a literal

enum ref_kind {
    REF_NONE,
    REF_LOCAL,
    REF_IVAR,
    REF_GLOBAL,
    REF_CVAR,
    REF_CONST,
    REF_CONST_PATH,
    REF_CALL,
    REF_INDEX,
    REF_MULTI
};
struct ref {
    enum ref_kind kind;
    struct place place;          // LOCAL
    pm_constant_id_t name;       // of the variable or constant
    symbol_t reader, writer;     // CALL
    int base;                    // CONST_PATH, CALL, INDEX: the receiver; INDEX: arguments follow
    struct window window;        // INDEX
    unsigned flags;              // CALL, INDEX: of the call site
    bool safe;                   // CALL: &.
    const pm_node_t *node;       // for the line; MULTI: the target
};

// --- Loading and storing -------------------------------------------------------------------------------------------
static void load_global(struct scope *s, pm_constant_id_t name, int dst)
{
    struct compiler *const c = s->c;
    if (name_is(c, name, "$~")) emit_ab(s, OP_GETSPECIAL, dst, SPECIAL_MATCH);
    else if (name_is(c, name, "$_")) emit_ab(s, OP_GETSPECIAL, dst, SPECIAL_LAST_LINE);
    else if (name_is(c, name, "$!")) emit_a(s, OP_GETERROR, dst);
    else emit_abx(s, OP_GETGLOBAL, dst, constant_index(s, value_symbol(name_symbol(c, name))));
}

static void store_global(struct scope *s, pm_constant_id_t name, int from)
{
    struct compiler *const c = s->c;
    if (name_is(c, name, "$~")) emit_ab(s, OP_SETSPECIAL, from, SPECIAL_MATCH);
    else if (name_is(c, name, "$_")) emit_ab(s, OP_SETSPECIAL, from, SPECIAL_LAST_LINE);
    else emit_abx(s, OP_SETGLOBAL, from, constant_index(s, value_symbol(name_symbol(c, name))));
}

static uint32_t name_constant(struct scope *s, pm_constant_id_t name)
{
    return constant_index(s, value_symbol(name_symbol(s->c, name)));
}

// Copies an INDEX reference's receiver and arguments to a new window at `top`.
static int copy_window(struct scope *s, const struct ref *r)
{
    int const base = s->top, count = 1 + (int)r->window.argc + (int)r->window.keyword_count +
                                     ((r->window.flags & CALL_KWSPLAT) != 0) + ((r->window.flags & CALL_BLOCK) != 0);
    for (int i = 0; i < count; i++) emit_ab(s, OP_MOVE, new_temp(s), r->base + i);
    return base;
}

static bool plain_index(const struct ref *r) { return r->window.argc == 1 && r->window.flags == 0; }

static void load_index(struct scope *s, const struct ref *r, int dst)
{
    if (plain_index(r)) {
        emit_abcs(s, OP_INDEX, dst, r->base, r->base + 1, call_site(s, SYM_OP_index, 1, r->flags));
        return;
    }
    int const base = copy_window(s, r);
    emit_abx(s, OP_SEND, base, window_site(s, SYM_OP_index, &r->window, r->flags));
    emit_move(s, base, dst);
}

static void store_index(struct scope *s, const struct ref *r, int from)
{
    if (plain_index(r)) {
        emit_abcs(s, OP_SETINDEX, r->base, r->base + 1, from, call_site(s, SYM_OP_set_index, 2, r->flags));
        return;
    }
    struct window w = r->window;
    int const base = new_temp(s);
    emit_ab(s, OP_MOVE, base, r->base);
    if (w.flags & CALL_SPLAT) {
        int const array = new_temp(s);
        emit_abc(s, OP_ARRAY, array, 0, 0);
        emit_ab(s, OP_ARRAYCAT, array, r->base + 1);
        emit_ab(s, OP_ARRAYPUSH, array, from);
    } else {
        for (unsigned i = 1; i <= w.argc; i++) emit_ab(s, OP_MOVE, new_temp(s), r->base + (int)i);
        emit_ab(s, OP_MOVE, new_temp(s), from);
        w.argc++;
    }
    int const rest = r->base + 1 + (int)r->window.argc;
    int const more = (int)w.keyword_count + ((w.flags & CALL_KWSPLAT) != 0) + ((w.flags & CALL_BLOCK) != 0);
    for (int i = 0; i < more; i++) emit_ab(s, OP_MOVE, new_temp(s), rest + i);
    emit_abx(s, OP_SEND, base, window_site(s, SYM_OP_set_index, &w, r->flags | CALL_ASSIGN));
}

static void load_ref(struct scope *s, const struct ref *r, int dst)
{
    int const top = s->top;
    set_line(s, r->node);
    switch (r->kind) {
    case REF_LOCAL: place_load(s, r->place, dst); break;
    case REF_IVAR: emit_abx(s, OP_GETIV, dst, ivar_site(s, name_symbol(s->c, r->name))); break;
    case REF_GLOBAL: load_global(s, r->name, dst); break;
    case REF_CVAR: emit_abx(s, OP_GETCVAR, dst, name_constant(s, r->name)); break;
    case REF_CONST: emit_abx(s, OP_GETCONST, dst, const_site(s, name_symbol(s->c, r->name))); break;
    case REF_CONST_PATH:
        emit_abcx(s, OP_GETCONSTFROM, dst, r->base, 0, const_site(s, name_symbol(s->c, r->name)));
        break;
    case REF_CALL: {
        int const base = new_temp(s);
        emit_ab(s, OP_MOVE, base, r->base);
        emit_abx(s, OP_SEND, base, call_site(s, r->reader, 0, r->flags));
        emit_move(s, base, dst);
        break;
    }
    case REF_INDEX: load_index(s, r, dst); break;
    case REF_NONE: case REF_MULTI: break;
    }
    s->top = top;
}

// Under `shareable_constant_value`: the register of what is stored, made shareable (literal: or refused).
static int shareable_value(struct scope *s, int from, pm_constant_id_t name)
{
    bool const literal = (s->shareable & PM_SHAREABLE_CONSTANT_NODE_FLAGS_LITERAL) != 0;
    bool const copy = (s->shareable & PM_SHAREABLE_CONSTANT_NODE_FLAGS_EXPERIMENTAL_COPY) != 0;
    if (s->shareable == 0) return from;
    int const base = new_temp(s);
    load_class(s, base, CLASS_RACTOR);
    emit_ab(s, OP_MOVE, new_temp(s), from);
    if (literal && (s->shareable & SHAREABLE_PLAIN) == 0) { // not a literal: it must be shareable already
        struct label ok = LABEL;
        emit_send(s, base, "shareable?", 1);
        emit_branch(s, OP_JT, base, &ok);
        int const text = new_temp(s);
        char message[160];
        snprintf(message, sizeof message, "cannot assign unshareable object to %.100s",
                 symbol_text(s->c->runtime, name_symbol(s->c, name)));
        load_class(s, base, CLASS_RACTOR_ISOLATION_ERROR);
        emit_abx(s, OP_STRING, text, constant_string(s, (const uint8_t *)message, strlen(message), ENCODING_UTF8));
        emit_ab(s, OP_MOVE, base + 1, text);
        emit_send(s, base, "new", 1);
        emit_a(s, OP_RAISE, base);
        label_bind(s, &ok);
        return from;
    }
    struct window w = {.argc = 1};
    symbol_t *const names = copy ? arena_take(s->c, sizeof *names) : NULL;
    if (names != NULL) {
        names[0] = text_symbol(s->c, "copy");
        w = (struct window){.argc = 1, .flags = CALL_KEYWORDS, .keyword_count = 1, .keywords = names};
        emit_a(s, OP_LOADTRUE, new_temp(s));
    }
    emit_abx(s, OP_SEND, base, window_site(s, text_symbol(s->c, "make_shareable"), &w, 0));
    return base;
}

static void destructure_refs(struct scope *s, const pm_node_list_t *lefts, const pm_node_t *rest,
                             const pm_node_list_t *rights, int from, struct vector *refs, uint32_t *cursor);

// `refs` and `cursor`: where the references inside a nested target are.
static void store_ref(struct scope *s, const struct ref *r, int from, struct vector *refs, uint32_t *cursor)
{
    int const top = s->top;
    set_line(s, r->node);
    switch (r->kind) {
    case REF_NONE: break;
    case REF_LOCAL: place_store(s, r->place, from); break;
    case REF_IVAR: emit_abx(s, OP_SETIV, from, ivar_site(s, name_symbol(s->c, r->name))); break;
    case REF_GLOBAL: store_global(s, r->name, from); break;
    case REF_CVAR: emit_abx(s, OP_SETCVAR, from, name_constant(s, r->name)); break;
    case REF_CONST:
        emit_abcx(s, OP_SETCONST, shareable_value(s, from, r->name), 0, 1, name_constant(s, r->name));
        break;
    case REF_CONST_PATH:
        emit_abcx(s, OP_SETCONST, shareable_value(s, from, r->name), r->base, 0, name_constant(s, r->name));
        break;
    case REF_CALL: {
        struct label end = LABEL;
        int const base = new_temp(s);
        emit_ab(s, OP_MOVE, base, r->base);
        if (r->safe) emit_branch(s, OP_JNIL, base, &end);
        emit_ab(s, OP_MOVE, new_temp(s), from);
        emit_abx(s, OP_SEND, base, call_site(s, r->writer, 1, r->flags | CALL_ASSIGN));
        label_bind(s, &end);
        break;
    }
    case REF_INDEX: store_index(s, r, from); break;
    case REF_MULTI: {
        const pm_multi_target_node_t *const m = (const void *)r->node;
        destructure_refs(s, &m->lefts, m->rest, &m->rights, from, refs, cursor);
        break;
    }
    }
    s->top = top;
}

// --- Preparing -----------------------------------------------------------------------------------------------------
static void prepare_path(struct scope *s, struct ref *r, const pm_node_t *parent, pm_constant_id_t name)
{
    r->kind = REF_CONST_PATH;
    r->name = name;
    r->base = new_temp(s);
    if (parent == NULL) load_class(s, r->base, CLASS_OBJECT);
    else compile_node(s, parent, r->base);
}

static void prepare_call(struct scope *s, struct ref *r, const pm_node_t *receiver, pm_constant_id_t reader,
                         pm_constant_id_t writer, pm_node_flags_t flags)
{
    r->kind = REF_CALL;
    r->reader = name_symbol(s->c, reader);
    r->writer = name_symbol(s->c, writer);
    r->flags = flags & PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY ? CALL_FCALL : 0;
    r->safe = (flags & PM_CALL_NODE_FLAGS_SAFE_NAVIGATION) != 0;
    r->base = new_temp(s);
    if (receiver == NULL) emit_ab(s, OP_MOVE, r->base, 0);
    else compile_node(s, receiver, r->base);
}

static void prepare_index(struct scope *s, struct ref *r, const pm_node_t *receiver,
                          const pm_arguments_node_t *arguments, const pm_node_t *block, pm_node_flags_t flags)
{
    r->kind = REF_INDEX;
    r->flags = flags & PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY ? CALL_FCALL : 0;
    r->base = new_temp(s);
    if (receiver == NULL) emit_ab(s, OP_MOVE, r->base, 0);
    else compile_node(s, receiver, r->base);
    compile_arguments(s, arguments, block, &r->window);
}

static void prepare_local(struct scope *s, struct ref *r, pm_constant_id_t name, uint32_t depth)
{
    r->kind = REF_LOCAL;
    r->name = name;
    r->place = scope_resolve(s, name, depth);
}

// The temporaries it takes stay taken.
static void prepare(struct scope *s, struct ref *r, const pm_node_t *n)
{
    r->node = n;
    switch (PM_NODE_TYPE(n)) {
    case PM_LOCAL_VARIABLE_TARGET_NODE: {
        const pm_local_variable_target_node_t *const t = (const void *)n;
        prepare_local(s, r, t->name, t->depth);
        break;
    }
    case PM_REQUIRED_PARAMETER_NODE: prepare_local(s, r, ((const pm_required_parameter_node_t *)n)->name, 0); break;
    case PM_INSTANCE_VARIABLE_TARGET_NODE:
        r->kind = REF_IVAR;
        r->name = ((const pm_instance_variable_target_node_t *)n)->name;
        break;
    case PM_GLOBAL_VARIABLE_TARGET_NODE:
        r->kind = REF_GLOBAL;
        r->name = ((const pm_global_variable_target_node_t *)n)->name;
        break;
    case PM_CLASS_VARIABLE_TARGET_NODE:
        r->kind = REF_CVAR;
        r->name = ((const pm_class_variable_target_node_t *)n)->name;
        break;
    case PM_CONSTANT_TARGET_NODE:
        r->kind = REF_CONST;
        r->name = ((const pm_constant_target_node_t *)n)->name;
        break;
    case PM_CONSTANT_PATH_TARGET_NODE: {
        const pm_constant_path_target_node_t *const t = (const void *)n;
        prepare_path(s, r, t->parent, t->name);
        break;
    }
    case PM_CALL_TARGET_NODE: {
        const pm_call_target_node_t *const t = (const void *)n;
        prepare_call(s, r, t->receiver, t->name, t->name, n->flags);
        break;
    }
    case PM_INDEX_TARGET_NODE: {
        const pm_index_target_node_t *const t = (const void *)n;
        prepare_index(s, r, t->receiver, t->arguments, t->block ? &t->block->base : NULL, n->flags);
        break;
    }
    case PM_MULTI_TARGET_NODE: r->kind = REF_MULTI; break;
    case PM_SPLAT_NODE: {
        const pm_node_t *const target = ((const pm_splat_node_t *)n)->expression;
        if (target != NULL) prepare(s, r, target);
        break;
    }
    case PM_IMPLICIT_REST_NODE: break;
    case PM_REST_PARAMETER_NODE: { // in a destructured parameter
        pm_constant_id_t const name = ((const pm_rest_parameter_node_t *)n)->name;
        if (name != 0) prepare_local(s, r, name, 0);
        break;
    }
    default: compile_missing(s, n);
    }
}

// --- Multiple assignment -------------------------------------------------------------------------------------------
static void prepare_all(struct scope *s, const pm_node_list_t *lefts, const pm_node_t *rest,
                        const pm_node_list_t *rights, struct vector *refs);

static void prepare_one(struct scope *s, const pm_node_t *n, struct vector *refs)
{
    struct ref r = {0};
    if (!compile_enter(s->c, n)) {
        compile_leave(s->c);
        return;
    }
    prepare(s, &r, n);
    *(struct ref *)vector_push(s->c, refs, sizeof r) = r;
    if (r.kind == REF_MULTI) {
        const pm_multi_target_node_t *const m = (const void *)n;
        prepare_all(s, &m->lefts, m->rest, &m->rights, refs);
    }
    compile_leave(s->c);
}

static void prepare_all(struct scope *s, const pm_node_list_t *lefts, const pm_node_t *rest,
                        const pm_node_list_t *rights, struct vector *refs)
{
    for (size_t i = 0; i < lefts->size; i++) prepare_one(s, lefts->nodes[i], refs);
    if (rest != NULL) prepare_one(s, rest, refs);
    for (size_t i = 0; i < rights->size; i++) prepare_one(s, rights->nodes[i], refs);
}

static void store_next(struct scope *s, int from, struct vector *refs, uint32_t *cursor)
{
    if (*cursor >= refs->count) return; // after an error
    struct ref const r = ((struct ref *)refs->items)[(*cursor)++];
    store_ref(s, &r, from, refs, cursor);
}

static void destructure_refs(struct scope *s, const pm_node_list_t *lefts, const pm_node_t *rest,
                             const pm_node_list_t *rights, int from, struct vector *refs, uint32_t *cursor)
{
    int const top = s->top, has_rest = rest != NULL, count = (int)(lefts->size + rights->size) + has_rest;
    if (lefts->size + rights->size > VM_REGISTERS_MAX) {
        compile_fail(s->c, COMPILE_LIMIT, NULL, "too many targets in an assignment");
        return;
    }
    int const array = new_temp(s), first = new_temps(s, count);
    emit_abcs(s, OP_TOARY, array, from, 0, call_site(s, SYM_to_ary, 0, CALL_FCALL));
    emit_abcx(s, OP_EXPAND, first, array, 0,
              (uint32_t)lefts->size << 16 | (has_rest ? 0x8000u : 0) | (uint32_t)rights->size);
    for (int i = 0; i < count; i++) store_next(s, first + i, refs, cursor);
    s->top = top;
}

// A literal list on the right: its elements are in registers, nothing is expanded.
static void assign_literal(struct scope *s, const pm_multi_write_node_t *n, const pm_array_node_t *value, int dst,
                           struct vector *refs)
{
    int const given = (int)value->elements.size, lefts = (int)n->lefts.size, rights = (int)n->rights.size;
    int const first = s->top;
    uint32_t cursor = 0;
    for (int i = 0; i < given; i++) compile_temp(s, value->elements.nodes[i]);
    for (int i = given; i < lefts + rights; i++) load_nil(s, new_temp(s));
    int const kept =
        dst == DISCARD ? DISCARD : new_temp(s); // before the assignments: they may change what is in a local
    if (kept != DISCARD) emit_abc(s, OP_ARRAY, kept, given ? first : 0, given);
    for (int i = 0; i < lefts; i++) store_next(s, first + i, refs, &cursor);
    int after = lefts;
    if (n->rest != NULL) {
        int const count = given - lefts - rights > 0 ? given - lefts - rights : 0, rest = new_temp(s);
        emit_abc(s, OP_ARRAY, rest, count ? first + lefts : 0, count);
        store_next(s, rest, refs, &cursor);
        after += count;
    }
    for (int i = 0; i < rights; i++) store_next(s, first + after + i, refs, &cursor);
    emit_move(s, kept, dst);
}

static const pm_array_node_t *literal_list(const pm_node_t *n)
{
    if (!PM_NODE_TYPE_P(n, PM_ARRAY_NODE)) return NULL;
    const pm_array_node_t *const array = (const void *)n;
    if (array->elements.size > CHUNK_MAX) return NULL;
    for (size_t i = 0; i < array->elements.size; i++) {
        if (PM_NODE_TYPE_P(array->elements.nodes[i], PM_SPLAT_NODE)) return NULL;
    }
    return array;
}

void compile_multi_write(struct scope *s, const pm_multi_write_node_t *n, int dst)
{
    struct vector refs = {0};
    int const top = s->top;
    prepare_all(s, &n->lefts, n->rest, &n->rights, &refs);
    const pm_array_node_t *const list = literal_list(n->value);
    if (list != NULL && n->lefts.size + n->rights.size <= CHUNK_MAX) {
        assign_literal(s, n, list, dst, &refs);
    } else {
        uint32_t cursor = 0;
        int const value = compile_temp(s, n->value);
        destructure_refs(s, &n->lefts, n->rest, &n->rights, value, &refs, &cursor);
        emit_move(s, value, dst);
    }
    s->top = top;
}

void compile_destructure(struct scope *s, const pm_multi_target_node_t *target, int from)
{
    struct vector refs = {0};
    uint32_t cursor = 0;
    int const top = s->top;
    prepare_all(s, &target->lefts, target->rest, &target->rights, &refs);
    destructure_refs(s, &target->lefts, target->rest, &target->rights, from, &refs, &cursor);
    s->top = top;
}

// Of values that are in registers already: all that is evaluated on the left comes first.
void compile_assign_list(struct scope *s, const pm_multi_target_node_t *target, int from)
{
    struct vector refs = {0};
    uint32_t cursor = 0;
    int const top = s->top;
    prepare_all(s, &target->lefts, target->rest, &target->rights, &refs);
    while (cursor < refs.count) store_next(s, from++, &refs, &cursor);
    s->top = top;
}

void compile_assign(struct scope *s, const pm_node_t *target, int from)
{
    if (PM_NODE_TYPE_P(target, PM_MULTI_TARGET_NODE)) {
        compile_destructure(s, (const pm_multi_target_node_t *)target, from);
        return;
    }
    int const top = s->top;
    struct ref r = {0};
    prepare(s, &r, target);
    store_ref(s, &r, from, NULL, NULL);
    s->top = top;
}

// --- Plain assignment ----------------------------------------------------------------------------------------------
static void write_local(struct scope *s, const pm_local_variable_write_node_t *n, int dst)
{
    struct place const place = scope_resolve(s, n->name, n->depth);
    int const top = s->top;
    if (place.hops == 0 && place.spill < 0) {
        compile_node(s, n->value, place.reg);
        emit_move(s, place.reg, dst);
    } else {
        int const value = compile_operand(s, n->value, NULL, dst);
        place_store(s, place, value);
        emit_move(s, value, dst);
    }
    s->top = top;
}

static void write_ref(struct scope *s, struct ref *r, const pm_node_t *value_node, int dst)
{
    int const value = compile_operand(s, value_node, NULL, dst);
    store_ref(s, r, value, NULL, NULL);
    emit_move(s, value, dst);
}

void compile_write(struct scope *s, const pm_node_t *n, int dst)
{
    int const top = s->top;
    struct ref r = {.node = n};
    const pm_node_t *value = NULL;
    switch (PM_NODE_TYPE(n)) {
    case PM_LOCAL_VARIABLE_WRITE_NODE: write_local(s, (const pm_local_variable_write_node_t *)n, dst); return;
    case PM_INSTANCE_VARIABLE_WRITE_NODE:
        r.kind = REF_IVAR;
        r.name = ((const pm_instance_variable_write_node_t *)n)->name;
        value = ((const pm_instance_variable_write_node_t *)n)->value;
        break;
    case PM_GLOBAL_VARIABLE_WRITE_NODE:
        r.kind = REF_GLOBAL;
        r.name = ((const pm_global_variable_write_node_t *)n)->name;
        value = ((const pm_global_variable_write_node_t *)n)->value;
        break;
    case PM_CLASS_VARIABLE_WRITE_NODE:
        r.kind = REF_CVAR;
        r.name = ((const pm_class_variable_write_node_t *)n)->name;
        value = ((const pm_class_variable_write_node_t *)n)->value;
        break;
    case PM_CONSTANT_WRITE_NODE:
        r.kind = REF_CONST;
        r.name = ((const pm_constant_write_node_t *)n)->name;
        value = ((const pm_constant_write_node_t *)n)->value;
        break;
    default: {
        const pm_constant_path_write_node_t *const w = (const void *)n;
        prepare_path(s, &r, w->target->parent, w->target->name);
        value = w->value;
        int const t = compile_temp(s, value); // its own: the receiver's register is not the topmost
        store_ref(s, &r, t, NULL, NULL);
        emit_move(s, t, dst);
        s->top = top;
        return;
    }
    }
    write_ref(s, &r, value, dst);
    s->top = top;
}

static bool is_plain_literal(const pm_node_t *n)
{
    switch (PM_NODE_TYPE(n)) {
    case PM_ARRAY_NODE: case PM_HASH_NODE: case PM_STRING_NODE: case PM_INTERPOLATED_STRING_NODE: case PM_RANGE_NODE:
    case PM_REGULAR_EXPRESSION_NODE: case PM_SYMBOL_NODE: case PM_INTEGER_NODE: case PM_FLOAT_NODE: return true;
    default: return false;
    }
}

void compile_shareable(struct scope *s, const pm_shareable_constant_node_t *n, int dst)
{
    const pm_node_t *value = NULL;
    if (PM_NODE_TYPE_P(n->write, PM_CONSTANT_WRITE_NODE)) value = ((const pm_constant_write_node_t *)n->write)->value;
    if (PM_NODE_TYPE_P(n->write, PM_CONSTANT_OR_WRITE_NODE)) {
        value = ((const pm_constant_or_write_node_t *)n->write)->value;
    }
    unsigned const before = s->shareable;
    s->shareable = n->base.flags | (value != NULL && is_plain_literal(value) ? SHAREABLE_PLAIN : 0);
    compile_node(s, n->write, dst);
    s->shareable = before;
}

// --- Assignment with an operator -----------------------------------------------------------------------------------
enum op_kind { OP_KIND_OPERATOR, OP_KIND_OR, OP_KIND_AND };
struct op_write {
    enum op_kind kind;
    pm_constant_id_t operator;
    const pm_node_t *value;
};

// One case for each of the three node types that a target has; their fields are named alike.
#define OP_WRITE_CASES(TYPE, type, PREPARE)                                                                            \
    case PM_##TYPE##_OPERATOR_WRITE_NODE: {                                                                            \
        const pm_##type##_operator_write_node_t *const w = (const void *)n;                                            \
        *op = (struct op_write){OP_KIND_OPERATOR, w->binary_operator, w->value};                                       \
        PREPARE;                                                                                                       \
        break;                                                                                                         \
    }                                                                                                                  \
    case PM_##TYPE##_OR_WRITE_NODE: {                                                                                  \
        const pm_##type##_or_write_node_t *const w = (const void *)n;                                                  \
        *op = (struct op_write){OP_KIND_OR, 0, w->value};                                                              \
        PREPARE;                                                                                                       \
        break;                                                                                                         \
    }                                                                                                                  \
    case PM_##TYPE##_AND_WRITE_NODE: {                                                                                 \
        const pm_##type##_and_write_node_t *const w = (const void *)n;                                                 \
        *op = (struct op_write){OP_KIND_AND, 0, w->value};                                                             \
        PREPARE;                                                                                                       \
        break;                                                                                                         \
    }

static void prepare_op_write(struct scope *s, const pm_node_t *n, struct op_write *op, struct ref *r)
{
    r->node = n;
    switch (PM_NODE_TYPE(n)) {
    OP_WRITE_CASES(LOCAL_VARIABLE, local_variable, prepare_local(s, r, w->name, w->depth))
    OP_WRITE_CASES(INSTANCE_VARIABLE, instance_variable, r->kind = REF_IVAR; r->name = w->name)
    OP_WRITE_CASES(GLOBAL_VARIABLE, global_variable, r->kind = REF_GLOBAL; r->name = w->name)
    OP_WRITE_CASES(CLASS_VARIABLE, class_variable, r->kind = REF_CVAR; r->name = w->name)
    OP_WRITE_CASES(CONSTANT, constant, r->kind = REF_CONST; r->name = w->name)
    OP_WRITE_CASES(CONSTANT_PATH, constant_path, prepare_path(s, r, w->target->parent, w->target->name))
    OP_WRITE_CASES(CALL, call, prepare_call(s, r, w->receiver, w->read_name, w->write_name, n->flags))
    OP_WRITE_CASES(INDEX, index,
                   prepare_index(s, r, w->receiver, w->arguments, w->block ? &w->block->base : NULL, n->flags))
    default: compile_missing(s, n);
    }
}

// `||=` on what may be undefined: goes to `assign` when it is.
static void check_defined(struct scope *s, const struct ref *r, struct label *assign)
{
    enum vm_defined kind;
    switch (r->kind) {
    case REF_CVAR: kind = DEFINED_CVAR; break;
    case REF_CONST: kind = DEFINED_CONST; break;
    case REF_CONST_PATH: kind = DEFINED_CONST_FROM; break;
    case REF_GLOBAL: kind = DEFINED_GLOBAL; break;
    default: return;
    }
    struct compiler *const c = s->c;
    if (r->kind == REF_GLOBAL && (name_is(c, r->name, "$~") || name_is(c, r->name, "$_"))) return;
    int const top = s->top, t = new_temp(s);
    if (r->kind == REF_CONST_PATH) emit_ab(s, OP_MOVE, t, r->base);
    emit_abcx(s, OP_DEFINED, t, (int)kind, 0, name_constant(s, r->name));
    emit_branch(s, OP_JNIL, t, assign);
    s->top = top;
}

static bool direct_local(const struct ref *r)
{
    return r->kind == REF_LOCAL && r->place.hops == 0 && r->place.spill < 0;
}

static void apply_operator(struct scope *s, const struct ref *r, const struct op_write *op, int dst)
{
    symbol_t const name = name_symbol(s->c, op->operator);
    if (direct_local(r) && !local_changes(s, r->name, op->value)) {
        emit_operator(s, name, r->place.reg, r->place.reg, op->value);
        emit_move(s, r->place.reg, dst);
        return;
    }
    int const t = own_temp(s, dst);
    load_ref(s, r, t);
    emit_operator(s, name, t, t, op->value);
    store_ref(s, r, t, NULL, NULL);
    emit_move(s, t, dst);
}

static void apply_condition(struct scope *s, const struct ref *r, const struct op_write *op, int dst)
{
    struct label assign = LABEL, end = LABEL;
    enum vm_op const jump = op->kind == OP_KIND_OR ? OP_JT : OP_JF;
    if (direct_local(r)) {
        emit_branch(s, jump, r->place.reg, &end);
        compile_node(s, op->value, r->place.reg);
        label_bind(s, &end);
        emit_move(s, r->place.reg, dst);
        return;
    }
    int const t = own_temp(s, dst);
    if (op->kind == OP_KIND_OR) check_defined(s, r, &assign);
    load_ref(s, r, t);
    emit_branch(s, jump, t, &end);
    label_bind(s, &assign);
    compile_node(s, op->value, t);
    store_ref(s, r, t, NULL, NULL);
    label_bind(s, &end);
    emit_move(s, t, dst);
}

void compile_op_write(struct scope *s, const pm_node_t *n, int dst)
{
    struct op_write op = {0};
    struct ref r = {0};
    struct label nil = LABEL;
    int const top = s->top;
    bool const own_result = PM_NODE_TYPE_P(n, PM_CALL_OPERATOR_WRITE_NODE) ||
                            PM_NODE_TYPE_P(n, PM_CALL_OR_WRITE_NODE) || PM_NODE_TYPE_P(n, PM_CALL_AND_WRITE_NODE);
    int const result = own_result ? own_temp(s, dst) : dst;
    prepare_op_write(s, n, &op, &r);
    if (r.kind == REF_NONE) return;
    if (r.kind == REF_CALL && r.safe) {
        load_nil(s, result);
        emit_branch(s, OP_JNIL, r.base, &nil);
    }
    if (op.kind == OP_KIND_OPERATOR) apply_operator(s, &r, &op, result);
    else apply_condition(s, &r, &op, result);
    label_bind(s, &nil);
    if (own_result) emit_move(s, result, dst);
    s->top = top;
}
