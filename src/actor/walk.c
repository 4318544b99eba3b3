// Walks over graphs of objects. Purpose: what Ruby code has a say in before objects go to another actor.
//
// A class may have a `clone` or `initialize_copy` of its own, which a copy for another actor calls, or a `freeze`, which
// make_shareable calls; and some objects can only say why they go nowhere. C calls nobody: a walk lists those objects, Ruby
// deals with them (core/thread/ractor.rb) and goes on with what came of them, until none are left. Objects that were seen
// are not looked at again, so that all the rounds together are linear in the graph.
// Data: the calling actor's.
#include "actor/objects.h"

#define UNUSED (void)self, (void)argc, (void)argv

// --- Who asks ------------------------------------------------------------------------------------------------------------
bool class_is_opaque(const struct class *class)
{
    while (class != NULL && !(class->flags & CLASS_IS_OPAQUE)) class = class->superclass;
    return class != NULL;
}

static bool clones_itself(struct ec *ec, value_t v)
{
    const struct class *const class = value_class(ec->runtime, v);
    return class->flags & CLASS_IS_SINGLETON || class_is_opaque(class) || !vm_method_is_boot(ec, v, SYM_clone) ||
           !vm_method_is_boot(ec, v, SYM_initialize_clone) || !vm_method_is_boot(ec, v, SYM_initialize_copy);
}

static void set_answer(struct asking *asking, class_id_t class_id, bool answer)
{
    asking->class_id = class_id;
    asking->answer = answer;
}

// Data without values are plain bytes; those that own something are cloned to be moved.
static bool data_is_plain(struct ec *ec, struct asking *asking, const struct data *d)
{
    const value_t *const values = (const value_t *)(const void *)d->payload;
    if (d->kind->finalize != NULL || (d->kind->trace != NULL && d->kind->values == 0)) return false;
    bool shared = true;
    for (unsigned i = 0; i < d->kind->values && shared && !asking->failed; i++) {
        asking->failed = !share_parts(ec, asking->private, values[i], &shared);
    }
    return shared;
}

bool asks_to_clone(struct ec *ec, struct asking *asking, value_t v)
{
    class_id_t const id = value_class_id(v);
    switch (object_type(value_to_pointer(v))) {
    case TYPE_FLOAT:
    case TYPE_BIGNUM: return false;
    case TYPE_STRING: if (id == CLASS_STRING) return false; break;
    case TYPE_ARRAY: if (id == CLASS_ARRAY) return false; break;
    case TYPE_HASH: if (id == CLASS_HASH) return false; break;
    case TYPE_OBJECT:
    case TYPE_RANGE:
    case TYPE_MATCH: break;
    case TYPE_DATA:
        if (!data_is_plain(ec, asking, value_to_pointer(v))) return true;
        break;
    default: return true;
    }
    if (id != asking->class_id) set_answer(asking, id, clones_itself(ec, v));
    return asking->answer;
}

// What can never be shared, or not as it is.
static bool stops(struct ec *ec, struct asking *asking, value_t v)
{
    const void *const object = value_to_pointer(v);
    enum object_type const type = object_type(object);
    if (type == TYPE_OBJECT) return class_is_opaque(value_class(ec->runtime, v));
    if (type == TYPE_PROC || heap_is_shared(v)) return false;
    return !vm_may_become_shareable(object) || (type == TYPE_DATA && !data_is_plain(ec, asking, object));
}

bool asks_to_freeze(struct ec *ec, struct asking *asking, value_t v)
{
    class_id_t const id = value_class_id(v);
    enum object_type const type = object_type(value_to_pointer(v));
    if (type == TYPE_DATA || type == TYPE_ENV || id == CLASS_NONE) return stops(ec, asking, v);
    if (id != asking->class_id) set_answer(asking, id, stops(ec, asking, v) || !vm_method_is_boot(ec, v, SYM_freeze));
    return asking->answer && (!object_frozen(value_to_pointer(v)) || stops(ec, asking, v));
}

// --- Values of an object -------------------------------------------------------------------------------------------------
struct seeing {
    void (*visit)(value_t v, void *context);
    void *context;
};

static void see_variable(symbol_t name, value_t value, void *context)
{
    const struct seeing *const seeing = context;
    (void)name;
    seeing->visit(value, seeing->context);
}

static void each_of(const value_t *values, size_t count, const struct seeing *seeing)
{
    for (size_t i = 0; i < count; i++) seeing->visit(values[i], seeing->context);
}

static void each_in_hash(const struct hash *h, const struct seeing *seeing)
{
    seeing->visit(h->ifnone, seeing->context);
    for (size_t i = hash_first(h); i < hash_end(h); i++) {
        if (hash_key_at(h, i) == VALUE_UNDEF) continue;
        seeing->visit(hash_key_at(h, i), seeing->context);
        seeing->visit(hash_value_at(h, i), seeing->context);
    }
}

void walk_values(struct ec *ec, void *object, void (*visit)(value_t v, void *context), void *context)
{
    struct seeing seeing = {visit, context};
    switch (object_type(object)) {
    case TYPE_CLASS: return;
    case TYPE_ARRAY: each_of(array_items(object), array_count(object), &seeing); break;
    case TYPE_HASH: each_in_hash(object, &seeing); break;
    case TYPE_RANGE:
        visit(((const struct range *)object)->begin, context);
        visit(((const struct range *)object)->end, context);
        break;
    case TYPE_MATCH:
        visit(((const struct match *)object)->string, context);
        visit(((const struct match *)object)->regexp, context);
        break;
    case TYPE_DATA: {
        const struct data *const d = object;
        each_of((const value_t *)(const void *)d->payload, d->kind->values, &seeing);
        break;
    }
    default: break;
    }
    ivar_each(ec->runtime, ec->heap, value_pointer(object), see_variable, &seeing);
}

// --- Walking -------------------------------------------------------------------------------------------------------------
struct walk { // payload
    struct state *state;
};
struct state {
    struct object_set seen;    // those before `next` have been looked into
    struct object_set asked;   // handed to Ruby, and not looked into
    struct object_set private; // frozen, but they cannot be shared
    uint32_t next;
    bool clones;               // else: freezes
    struct ec *ec;             // of the round
    struct asking asking;
    struct array *found;       // of the round
    bool failed;               // no memory
};

static void mark_set(struct heap_marker *marker, const struct object_set *set)
{
    for (uint32_t i = 0; i < set->count; i++) heap_mark(marker, value_pointer(set->objects[i]));
}

static void walk_trace(struct heap_marker *marker, void *payload)
{
    const struct state *const state = ((const struct walk *)payload)->state;
    if (state == NULL) return;
    mark_set(marker, &state->seen);
    mark_set(marker, &state->asked);
    mark_set(marker, &state->private);
}

static void walk_finalize(struct heap *heap, void *payload)
{
    struct state *const state = ((const struct walk *)payload)->state;
    (void)heap;
    if (state == NULL) return;
    object_set_free(&state->seen);
    object_set_free(&state->asked);
    object_set_free(&state->private);
    base_free(state);
}

static const struct data_kind walk_kind = {.name = "walk", .trace = walk_trace, .finalize = walk_finalize};

static void add(struct state *state, struct object_set *set, void *object)
{
    uint32_t number;
    state->failed |= !object_set_number(set, object, &number);
}

static void see(struct state *state, value_t v)
{
    if (!value_is_heap(v) || heap_is_shared(v) || state->failed) return;
    struct ec *const ec = state->ec;
    bool const asks = state->clones ? asks_to_clone(ec, &state->asking, v) : asks_to_freeze(ec, &state->asking, v);
    if (!asks) {
        add(state, &state->seen, value_to_pointer(v));
        return;
    }
    bool shared = false;
    if (state->clones && object_frozen(value_to_pointer(v))) {
        state->asking.failed |= !share_parts(ec, &state->private, v, &shared);
    }
    if (shared || state->asking.failed) return;
    uint32_t const before = state->asked.count;
    if (object_set_has(&state->seen, value_to_pointer(v))) return; // it was made by Ruby
    add(state, &state->asked, value_to_pointer(v));
    if (state->asked.count > before) state->failed |= !array_push(ec->heap, state->found, v);
}

static void see_value(value_t v, void *context) { see(context, v); }

static value_t walk_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct state *const state = base_alloc_zeroed(sizeof *state);
    struct data *const d = state == NULL ? NULL : data_new(ec->heap, CLASS_OBJECT, &walk_kind, sizeof(struct walk));
    if (d == NULL) {
        base_free(state);
        return vm_raise_memory(ec);
    }
    object_set_init(&state->seen);
    object_set_init(&state->asked);
    object_set_init(&state->private);
    state->clones = value_truthy(argv[0]);
    ((struct walk *)(void *)d->payload)->state = state;
    return value_pointer(d);
}

// Primitive.walk_on(walk, objects, dealt_with): looks into the objects of the Array, and all that they reach; an Array of those
// that ask. `dealt_with`: they came of those that asked before.
static value_t walk_on(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct state *const state = ((struct walk *)data_payload(argv[0], &walk_kind))->state;
    const struct array *const objects = value_to_array(argv[1]);
    state->ec = ec;
    state->asking = (struct asking){.private = &state->private};
    state->found = array_new(ec->heap, 0);
    state->failed |= state->found == NULL;
    for (size_t i = 0; i < array_count(objects) && !state->failed && !state->asking.failed; i++) {
        value_t const v = array_at(objects, i);
        if (!value_truthy(argv[2])) see(state, v);
        else if (value_is_heap(v) && !heap_is_shared(v)) add(state, &state->seen, value_to_pointer(v));
    }
    while (state->next < state->seen.count && !state->failed && !state->asking.failed) {
        void *const object = state->seen.objects[state->next++];
        bool const refused = object_type(object) == TYPE_OBJECT &&
                             class_is_opaque(runtime_class(ec->runtime, object_class_id(object)));
        if (!refused) walk_values(ec, object, see_value, state);
    }
    if (state->asking.failed) return VALUE_UNDEF;
    return state->failed ? vm_raise_memory(ec) : value_pointer(state->found);
}

// Primitive.walk_stops(object): it cannot be shared, whatever its `freeze` does.
static value_t walk_stops(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct object_set private;
    object_set_init(&private);
    struct asking asking = {.private = &private};
    bool const answer = stops(ec, &asking, argv[0]);
    object_set_free(&private);
    return asking.failed ? VALUE_UNDEF : value_bool(answer);
}

// Primitive.class_opaque(class)
static value_t class_opaque(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    value_to_class(argv[0])->flags |= CLASS_IS_OPAQUE;
    return VALUE_NIL;
}

// How long each takes, see docs/builtins.md:
//   bounded: walk_new class_opaque
//   in-place: walk_on walk_stops

bool define_walks(struct runtime *runtime)
{
    static const struct vm_primitive primitives[] = {
        {"walk_new", walk_new}, {"walk_on", walk_on}, {"walk_stops", walk_stops}, {"class_opaque", class_opaque}};
    return vm_add_primitives(runtime, primitives, TRP_COUNT(primitives));
}
