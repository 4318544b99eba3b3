// Random graphs against a model. Actors allocate, link, share, store into slots, collect (whole, sliced, without memory
// for the mark stack), scrub, end; the model knows what must live. Conservation: every object that owned something was
// finalized exactly once, every page and byte came back. A failure names its seed.
#include "fixture.h"

#include <stdlib.h>

#define ACTORS 4
#define NODES 600
#define FIELDS 6
#define SLOTS 12
#define NONE (-1)

struct model_node {
    bool used, shared, fin;
    int actor; // NONE: it ended
    uint32_t id, count;
    struct node *object;
    int fields[FIELDS]; // the rest of a longer node is nil
};

struct model {
    struct rng rng;
    uint64_t seed;
    struct model_node nodes[NODES];
    struct actor *actors[ACTORS];
    int roots[ACTORS][ROOTS];
    int slots[SLOTS];
    uint32_t next_id;
    bool owned[IDS];
    bool reached[NODES];
};

static struct heap_slot slots[SLOTS];
static struct model model;

static void mark_slots(struct heap_marker *marker, void *owner)
{
    (void)owner;
    for (int i = 0; i < SLOTS; i++) heap_mark_slot(marker, &slots[i]);
}

static uint32_t below(uint32_t n)
{
    return rng_below(&model.rng, n);
}

static value_t value_of(int node)
{
    return node == NONE ? VALUE_NIL : value_pointer(model.nodes[node].object);
}

static void reach(int node)
{
    static int todo[NODES];
    int count = 0;
    if (node == NONE || model.reached[node]) return;
    model.reached[node] = true;
    todo[count++] = node;
    while (count > 0) {
        struct model_node const *const at = &model.nodes[todo[--count]];
        for (int i = 0; i < FIELDS; i++) {
            if (at->fields[i] == NONE || model.reached[at->fields[i]]) continue;
            model.reached[at->fields[i]] = true;
            todo[count++] = at->fields[i];
        }
    }
}

static void reach_all(void)
{
    memset(model.reached, 0, sizeof model.reached);
    for (int a = 0; a < ACTORS; a++) {
        for (int i = 0; i < ROOTS; i++) reach(model.roots[a][i]);
    }
    for (int i = 0; i < SLOTS; i++) reach(model.slots[i]);
}

static void check_node(int index)
{
    struct model_node const *const node = &model.nodes[index];
    MUST(node->object->id == node->id, "seed %lu: a live object was overwritten", model.seed);
    for (uint32_t i = 0; i < node->count; i++) {
        value_t const expected = i < FIELDS ? value_of(node->fields[i]) : VALUE_NIL;
        MUST(node->object->fields[i] == expected, "seed %lu: a field was overwritten", model.seed);
    }
    if (node->object->body != NULL) {
        MUST(node->object->body[node->object->body_size - 1] == 0x77, "seed %lu: body", model.seed);
    }
}

// What actor `a` may reference: a walk from one of its roots. Or NONE.
static int pick(int a)
{
    int node = model.roots[a][below(ROOTS)];
    for (uint32_t steps = below(6); steps > 0 && node != NONE; steps--) {
        int const next = model.nodes[node].fields[below(FIELDS)];
        if (next == NONE) break;
        node = next;
    }
    if (node != NONE) check_node(node);
    return node;
}

static int free_node(void)
{
    for (int tries = 0; tries < 50; tries++) {
        int const index = (int)below(NODES);
        if (!model.nodes[index].used) return index;
    }
    return NONE;
}

static void allocate(int a)
{
    static uint32_t const counts[] = {0, 1, 2, 4, 6, 10, 20, 50, 100, 300, 1200};
    static size_t const bodies[] = {0, 0, 0, 10, 100, 5000};
    int const index = free_node();
    if (index == NONE || model.next_id >= IDS) return;
    struct model_node *const node = &model.nodes[index];
    uint32_t const id = model.next_id++;
    uint32_t const count = counts[below(TRP_COUNT(counts))];
    struct node *const object = node_new(model.actors[a], id, count, bodies[below(TRP_COUNT(bodies))]);
    if (object == NULL) return;
    *node = (struct model_node){.used = true, .actor = a, .id = id, .count = count, .object = object};
    node->fin = model.owned[id] = object->body != NULL;
    for (uint32_t i = 0; i < FIELDS; i++) {
        node->fields[i] = i < count && below(2) == 0 ? pick(a) : NONE;
        if (i < count) object->fields[i] = value_of(node->fields[i]);
    }
    uint32_t const root = below(ROOTS);
    model.roots[a][root] = index;
    model.actors[a]->roots[root] = value_of(index);
}

static void link_nodes(int a)
{
    int const from = pick(a);
    if (from == NONE || model.nodes[from].shared || model.nodes[from].count == 0) return;
    struct model_node *const node = &model.nodes[from];
    uint32_t const i = below(node->count < FIELDS ? node->count : FIELDS);
    int const to = below(4) == 0 ? NONE : pick(a);
    node->fields[i] = to;
    heap_store(&model.actors[a]->heap, node->object, &node->object->fields[i], value_of(to));
}

static void drop(int a)
{
    uint32_t const root = below(ROOTS);
    model.roots[a][root] = NONE;
    model.actors[a]->roots[root] = VALUE_NIL;
}

static void resize_body(int a)
{
    int const index = pick(a);
    if (index == NONE || model.nodes[index].shared || model.nodes[index].object->body == NULL) return;
    struct node *const node = model.nodes[index].object;
    size_t const size = 1 + below(9000);
    char *const body = heap_body_realloc(&model.actors[a]->heap, node->body, node->body_size, size);
    if (body == NULL) return;
    memset(body, 0x77, size);
    node->body = body;
    node->body_size = size;
}

static bool shareable_all(const void *object)
{
    return object_type(object) == TYPE_ARRAY;
}

static void share(int a)
{
    value_t culprit;
    int const index = pick(a);
    if (index == NONE || below(4) != 0) return;
    if (below(8) == 0) base_alloc_fail_at(1);
    bool const shared = heap_share_graph(&model.actors[a]->heap, value_of(index), shareable_all, NULL, &culprit);
    base_alloc_fail_at(0);
    if (!shared) return;
    memset(model.reached, 0, sizeof model.reached);
    reach(index);
    for (int i = 0; i < NODES; i++) model.nodes[i].shared |= model.reached[i];
}

// Another actor gets hold of something shared.
static void send(int a)
{
    int const to = (int)below(ACTORS);
    int const index = pick(a);
    if (index == NONE || !model.nodes[index].shared) return;
    uint32_t const root = below(ROOTS);
    model.roots[to][root] = index;
    model.actors[to]->roots[root] = value_of(index);
}

static void store_slot(int a)
{
    uint32_t const i = below(SLOTS);
    int const index = pick(a);
    bool const shared = index == NONE || model.nodes[index].shared;
    if (heap_slot_store(&model.actors[a]->heap, &slots[i], value_of(index), shared)) model.slots[i] = index;
}

static void load_slot(int a)
{
    uint32_t const i = below(SLOTS);
    value_t const value = heap_slot_load(&model.actors[a]->heap, &slots[i]);
    int const index = model.slots[i];
    bool const visible = index == NONE || model.nodes[index].shared || model.nodes[index].actor == a;
    MUST(value == (visible ? value_of(index) : VALUE_UNDEF), "seed %lu: slot", model.seed);
    if (!visible || index == NONE) return;
    uint32_t const root = below(ROOTS);
    model.roots[a][root] = index;
    model.actors[a]->roots[root] = value;
}

// The model forgets what a collection of `a` frees; shared objects only die in a cycle.
static void bury(int a, bool cycle)
{
    reach_all();
    for (int i = 0; i < NODES; i++) {
        struct model_node *const node = &model.nodes[i];
        if (!node->used || model.reached[i]) continue;
        if (node->shared ? cycle : node->actor == a) node->used = false;
    }
}

static void count_living(void *object, void *context)
{
    size_t *const count = context;
    MUST(object_type(object) == TYPE_ARRAY, "seed %lu: a visited object is no object", model.seed);
    ++*count;
}

static void check_heap(int a)
{
    size_t expected = 0;
    size_t count = 0;
    reach_all();
    for (int i = 0; i < NODES; i++) {
        if (!model.nodes[i].used) continue;
        if (model.reached[i]) check_node(i); // garbage of others may be scrubbed
        expected += model.nodes[i].actor == a;
    }
    heap_each(&model.actors[a]->heap, count_living, &count);
    MUST(count == expected, "seed %lu: %zu objects live, not %zu", model.seed, count, expected);
}

static void collect(int a)
{
    struct heap *const heap = &model.actors[a]->heap;
    switch (below(4)) {
    case 0:
        heap_collect_start(heap);
        while (!heap_collect_step(heap, below(2000))) {
        }
        break;
    case 1: // every growth of the mark stack fails
        heap_collect_start(heap);
        do {
            base_alloc_fail_at(1);
        } while (!heap_collect_step(heap, 500));
        base_alloc_fail_at(0);
        break;
    case 2:
        heap_request(heap, HEAP_REQUEST_LIMIT);
        heap_collect(heap);
        break;
    default:
        heap_collect(heap);
        break;
    }
    bury(a, false);
    check_heap(a);
}

static void run_cycle(void)
{
    struct heap *heaps[ACTORS];
    for (int a = 0; a < ACTORS; a++) heaps[a] = &model.actors[a]->heap;
    if (below(2) == 0) base_alloc_fail_at(1 + below(10));
    cycle_after_run(world, heaps, ACTORS);
    base_alloc_fail_at(0);
    for (int a = 0; a < ACTORS; a++) bury(a, true);
    for (int a = 0; a < ACTORS; a++) check_heap(a);
}

static void open_actor(int a)
{
    model.actors[a] = actor_must_open(below(3) == 0 ? 3 << 20 : 0);
    model.actors[a]->heap.modes.verify = true;
    for (int i = 0; i < ROOTS; i++) model.roots[a][i] = NONE;
}

static void end_actor(int a)
{
    actor_close(model.actors[a]);
    for (int i = 0; i < SLOTS; i++) {
        int const index = model.slots[i];
        if (index == NONE || model.nodes[index].shared || model.nodes[index].actor != a) continue;
        model.slots[i] = NONE;
        ck_assert_uint_eq(atomic_load(&slots[i].word), VALUE_UNDEF);
        atomic_store(&slots[i].word, VALUE_NIL); // as the model has it
    }
    for (int i = 0; i < NODES; i++) {
        struct model_node *const node = &model.nodes[i];
        if (node->used && node->actor == a && !node->shared) node->used = false;
        if (node->used && node->actor == a) node->actor = NONE;
    }
    open_actor(a);
}

static void step(int a)
{
    uint32_t const what = below(1000);
    if (what < 500) {
        allocate(a);
    } else if (what < 700) {
        link_nodes(a);
    } else if (what < 800) {
        drop(a);
    } else if (what < 850) {
        resize_body(a);
    } else if (what < 880) {
        share(a);
    } else if (what < 910) {
        send(a);
    } else if (what < 940) {
        store_slot(a);
    } else if (what < 970) {
        load_slot(a);
    } else if (what < 985) {
        collect(a);
    } else if (what < 990) {
        heap_scrub(&model.actors[a]->heap);
    } else if (what < 994) {
        heap_drain(&model.actors[a]->heap);
        heap_verify(&model.actors[a]->heap);
    } else if (what < 997) {
        run_cycle();
    } else if (what < 998) {
        end_actor(a);
    } else {
        model.actors[a]->heap.modes.fail_at = 1 + below(20);
        heap_flush(&model.actors[a]->heap);
    }
}

START_TEST(random_graphs_behave_as_the_model)
{
    struct heap_stash *const stash = heap_stash_create(world);
    memset(&model, 0, sizeof model);
    model.seed = (uint64_t)_i;
    model.rng.state = 0x9e3779b97f4a7c15u * (uint64_t)(_i + 1);
    types.shared_roots = mark_slots;
    for (int i = 0; i < SLOTS; i++) {
        atomic_store(&slots[i].word, VALUE_NIL);
        model.slots[i] = NONE;
    }
    for (int a = 0; a < ACTORS; a++) open_actor(a);
    for (int round = 0; round < 6000; round++) {
        int const a = (int)below(ACTORS);
        model.actors[a]->heap.stash = below(2) == 0 ? stash : NULL;
        step(a);
        model.actors[a]->heap.stash = NULL;
    }
    for (int a = 0; a < ACTORS; a++) actor_close(model.actors[a]);
    for (int i = 0; i < SLOTS; i++) atomic_store(&slots[i].word, VALUE_NIL);
    heap_shared_cycle(world, NULL, 0);
    heap_stash_destroy(stash);
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
    for (uint32_t id = 0; id < model.next_id; id++) {
        MUST(atomic_load(&finalized[id]) == (model.owned[id] ? 1 : 0), "seed %lu: object %u was finalized %u times",
                      model.seed, id, atomic_load(&finalized[id]));
    }
}
END_TEST

Suite *stress_suite(void)
{
    Suite *const suite = suite_create("stress");
    TCase *const tests = tcase_create("stress");
    char const *const rounds = getenv("TROUPE_STRESS"); // how many seeds
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_loop_test(tests, random_graphs_behave_as_the_model, 0, rounds == NULL ? 20 : atoi(rounds));
    suite_add_tcase(suite, tests);
    return suite;
}
