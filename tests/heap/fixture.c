// See fixture.h.
#include "fixture.h"

#include <stdlib.h>

struct heap_world *world;
struct heap_types types;
value_t shared_roots[ROOTS];
_Atomic(int64_t) body_bytes;
_Atomic(uint32_t) finalized[IDS];
_Atomic(uint32_t) finalized_count;

static void trace_pair(struct heap_marker *marker, void *object)
{
    struct pair const *const pair = object;
    heap_mark(marker, pair->first);
    heap_mark(marker, pair->second);
}

static void trace_node(struct heap_marker *marker, void *object)
{
    struct node const *const node = object;
    heap_mark_range(marker, node->fields, node->fields + node->count);
}

static void trace_weak(struct heap_marker *marker, void *object)
{
    struct weak *const weak = object;
    heap_mark(marker, weak->strong);
    heap_mark_weak(marker, &weak->target);
}

static void trace_box(struct heap_marker *marker, void *object)
{
    struct box *const box = object;
    for (size_t i = 0; i < TRP_COUNT(box->slots); i++) heap_mark_slot(marker, &box->slots[i]);
}

static void escape_box(struct heap *heap, void *object)
{
    struct box *const box = object;
    for (size_t i = 0; i < TRP_COUNT(box->slots); i++) heap_slot_strengthen(heap, &box->slots[i]);
}

static void finalize_node(struct heap *heap, void *object)
{
    struct node *const node = object;
    atomic_fetch_add(&finalized_count, 1);
    atomic_fetch_add(&finalized[node->id % IDS], 1);
    if (node->body != NULL) heap_body_free(heap, node->body, node->body_size);
    node->body = NULL;
}

static void finalize_box(struct heap *heap, void *object)
{
    struct box *const box = object;
    atomic_fetch_add(&finalized_count, 1);
    for (size_t i = 0; i < TRP_COUNT(box->slots); i++) heap_slot_forget(heap, &box->slots[i]);
}

static size_t node_body_size(const void *object)
{
    return ((const struct node *)object)->body_size;
}

static void mark_roots_of_actor(struct heap_marker *marker, void *owner)
{
    struct actor *const actor = owner;
    if (actor != NULL) heap_mark_range(marker, actor->roots, actor->roots + ROOTS);
}

static void mark_shared_roots(struct heap_marker *marker, void *owner)
{
    (void)owner;
    for (size_t i = 0; i < ROOTS; i++) heap_mark(marker, shared_roots[i]);
}

static void *counting_realloc(void *ud, void *pointer, size_t old_size, size_t new_size)
{
    (void)ud;
    if (new_size > 0 && !base_may_allocate()) return NULL;
    atomic_fetch_add(&body_bytes, (int64_t)new_size - (int64_t)old_size);
    if (new_size > 0) return realloc(pointer, new_size);
    free(pointer);
    return NULL;
}

void world_open(void)
{
    types = (struct heap_types){.roots = mark_roots_of_actor, .shared_roots = mark_shared_roots};
    types.types[TYPE_RANGE] = (struct heap_type){.name = "pair", .trace = trace_pair, .concurrent = true};
    types.types[TYPE_ARRAY] = (struct heap_type){
        .name = "node", .trace = trace_node, .finalize = finalize_node, .body_size = node_body_size,
        .concurrent = true};
    types.types[TYPE_OBJECT] = (struct heap_type){.name = "weak", .trace = trace_weak};
    types.types[TYPE_CLASS] = (struct heap_type){
        .name = "box", .trace = trace_box, .finalize = finalize_box, .escape = escape_box};
    types.types[TYPE_FLOAT] = (struct heap_type){.name = "leaf", .concurrent = true};
    for (size_t i = 0; i < ROOTS; i++) shared_roots[i] = VALUE_NIL;
    for (size_t i = 0; i < IDS; i++) atomic_store(&finalized[i], 0);
    atomic_store(&finalized_count, 0);
    atomic_store(&body_bytes, 0);
    world = heap_world_create(&(struct heap_world_options){.types = &types, .realloc_fn = counting_realloc});
    ck_assert_ptr_nonnull(world);
}

void world_close(void)
{
    base_alloc_fail_at(0);
    heap_world_destroy(world);
    ck_assert_int_eq(atomic_load(&body_bytes), 0);
}

struct actor *actor_open(const struct heap_options *options)
{
    struct actor *const actor = base_alloc_aligned_zeroed(_Alignof(struct actor), sizeof *actor);
    if (actor == NULL) return NULL;
    struct heap_options mine = options == NULL ? (struct heap_options){0} : *options;
    mine.owner = actor;
    for (size_t i = 0; i < ROOTS; i++) actor->roots[i] = VALUE_NIL;
    if (!heap_open(&actor->heap, world, &mine)) {
        base_free(actor);
        return NULL;
    }
    actor->heap.budget = &actor->budget;
    actor->budget = 1;
    return actor;
}

struct actor *actor_must_open(size_t limit)
{
    struct actor *const actor = actor_open(&(struct heap_options){.limit = limit});
    ck_assert_ptr_nonnull(actor);
    return actor;
}

void actor_close(struct actor *actor)
{
    heap_close(&actor->heap);
    base_free(actor);
}

struct pair *pair_new(struct actor *actor, value_t first, value_t second)
{
    struct pair *const pair = heap_alloc(&actor->heap, HEAP_32);
    if (pair != NULL) *pair = (struct pair){header_make(TYPE_RANGE, 1, 0, 0), first, second, 0};
    return pair;
}

struct node *node_new(struct actor *actor, uint32_t id, uint32_t count, size_t body_size)
{
    struct heap *const heap = &actor->heap;
    char *body = NULL;
    struct node *const node = heap_alloc_size(heap, sizeof *node + count * sizeof(value_t));
    if (node == NULL) return NULL;
    if (body_size > 0) body = heap_body_alloc(heap, body_size);
    if (body != NULL) memset(body, 0x77, body_size);
    *node = (struct node){header_make(TYPE_ARRAY, 2, 0, 0), count, id, body, body == NULL ? 0 : body_size};
    for (uint32_t i = 0; i < count; i++) node->fields[i] = VALUE_NIL;
    if (body != NULL) heap_set_fin(heap, node);
    return body_size > 0 && body == NULL ? NULL : node;
}

struct weak *weak_new(struct actor *actor, value_t target, value_t strong)
{
    struct weak *const weak = heap_alloc(&actor->heap, HEAP_32);
    if (weak != NULL) *weak = (struct weak){header_make(TYPE_OBJECT, 3, 0, 0), target, strong, 0};
    return weak;
}

struct box *box_new(struct actor *actor)
{
    struct box *const box = heap_alloc_size(&actor->heap, sizeof *box);
    if (box == NULL) return NULL;
    box->header = header_make(TYPE_CLASS, 4, 0, 0);
    for (size_t i = 0; i < TRP_COUNT(box->slots); i++) atomic_init(&box->slots[i].word, VALUE_UNDEF);
    heap_set_shared(&actor->heap, box);
    heap_set_fin(&actor->heap, box);
    return box;
}

value_t list_new(struct actor *actor, size_t length)
{
    value_t list = VALUE_NIL;
    for (size_t i = 0; i < length; i++) {
        struct pair *const pair = pair_new(actor, value_fixnum((int64_t)i), list);
        if (pair == NULL) return VALUE_UNDEF;
        list = value_pointer(pair);
    }
    return list;
}

bool shareable_pairs(const void *object)
{
    return object_type(object) != TYPE_ARRAY;
}

static void count_object(void *object, void *context)
{
    (void)object;
    ++*(size_t *)context;
}

size_t live_objects(struct actor *actor)
{
    size_t count = 0;
    heap_each(&actor->heap, count_object, &count);
    return count;
}

struct heap_page *page_of_value(value_t value)
{
    return page_of(value_to_pointer(value));
}

uint32_t rng_below(struct rng *rng, uint32_t n)
{
    rng->state ^= rng->state << 13;
    rng->state ^= rng->state >> 7;
    rng->state ^= rng->state << 17;
    return (uint32_t)(rng->state >> 32) % n;
}

void cycle_after_run(struct heap_world *w, struct heap **heaps, size_t count)
{
    for (size_t i = 0; i < count; i++) heaps[i]->resting = false;
    heap_shared_cycle(w, heaps, count);
}
