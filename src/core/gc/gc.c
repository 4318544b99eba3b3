// GC and ObjectSpace: requests, statistics, walks over the live objects of the actor.
#include "core/support/state.h"

#include <stdio.h>
#include <string.h>

static value_t gc_request(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    heap_request(ec->heap, HEAP_REQUEST_COLLECT);
    return value_fixnum((int64_t)ec->heap->stats.collections);
}

static value_t gc_count(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return value_fixnum((int64_t)ec->heap->stats.collections);
}

static value_t gc_stress(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return value_bool(ec->heap->modes.stress_every != 0);
}

static value_t gc_set_stress(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    ec->heap->modes.stress_every = value_truthy(argv[0]) ? 1 : 0;
    if (ec->budget > 1) ec->budget = 1; // the mode is looked at by the slow part of a poll
    return argv[0];
}

// GC.enable and GC.disable: whether it was disabled before.
static value_t switch_to(struct ec *ec, bool enabled)
{
    bool const was = heap_enabled(ec->heap);
    heap_set_enabled(ec->heap, enabled);
    return value_bool(!was);
}

static value_t gc_enable(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return switch_to(ec, true);
}

static value_t gc_disable(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return switch_to(ec, false);
}

// --- Statistics ------------------------------------------------------------------------------------------------------

struct live {
    uint64_t objects, bytes;
};

static void count_live(void *object, void *context)
{
    struct live *const live = context;
    live->objects++;
    live->bytes += heap_slot_size(object);
}

static bool put(struct ec *ec, struct hash *h, const char *key, uint64_t n)
{
    symbol_t const name = symbol_intern_text(ec->runtime, key);
    return name != 0 && hash_set(ec->runtime, ec->heap, h, value_symbol(name), value_fixnum((int64_t)n));
}

// How often an inline cache was filled, by all actors: what the sites have in them, and never more for more calls.
static bool put_caches(struct ec *ec, struct hash *h)
{
    bool ok = true;
    uint64_t all = 0;
    for (unsigned i = 0; ok && i < CACHE_KINDS; i++) {
        char key[48];
        uint64_t const n = vm_cache_stores(ec->runtime, (enum vm_cache_kind)i);
        snprintf(key, sizeof key, "cache_stores_%s", vm_cache_names[i]);
        ok = put(ec, h, key, n);
        all += n;
    }
    return ok && put(ec, h, "cache_stores", all);
}

// Primitive.gc_stat: what this actor's heap counts, under its own names and CRuby's.
static value_t gc_stat(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    struct live live = {0, 0};
    heap_flush(ec->heap);
    heap_each(ec->heap, count_live, &live);
    struct heap_stats const s = ec->heap->stats;
    int64_t const shared = heap_shared_bytes(ec->runtime->heap_world);
    uint64_t const slots = live.bytes / HEAP_GRANULE, all = s.pages * (HEAP_PAGE_SIZE / HEAP_GRANULE);
    struct hash *const h = hash_new(ec->heap, 40);
    bool const ok =
        h != NULL && put(ec, h, "count", s.collections) && put(ec, h, "time", s.mark_ns / 1000000) &&
        put(ec, h, "marking_time", s.mark_ns / 1000000) && put(ec, h, "sweeping_time", 0) &&
        put(ec, h, "heap_allocated_pages", s.pages) && put(ec, h, "heap_empty_pages", 0) &&
        put(ec, h, "heap_allocatable_slots", 0) && put(ec, h, "heap_available_slots", all) &&
        put(ec, h, "heap_live_slots", live.objects) && put(ec, h, "heap_free_slots", all > slots ? all - slots : 0) &&
        put(ec, h, "heap_final_slots", 0) && put(ec, h, "heap_marked_slots", live.objects) &&
        put(ec, h, "heap_eden_pages", s.pages) && put(ec, h, "total_allocated_pages", s.pages_max) &&
        put(ec, h, "total_freed_pages", s.pages_max - s.pages) && put(ec, h, "total_allocated_objects", s.objects) &&
        put(ec, h, "total_freed_objects", s.objects > live.objects ? s.objects - live.objects : 0) &&
        put(ec, h, "malloc_increase_bytes", s.body_bytes) && put(ec, h, "minor_gc_count", 0) &&
        put(ec, h, "major_gc_count", s.collections) && put(ec, h, "objects", s.objects) &&
        put(ec, h, "pages", s.pages) &&
        put(ec, h, "pages_max", s.pages_max) && put(ec, h, "refill_word", s.refill_word) &&
        put(ec, h, "refill_own", s.refill_own) && put(ec, h, "refill_stash", s.refill_stash) &&
        put(ec, h, "refill_lock", s.refill_lock) && put(ec, h, "lock_acquired", s.lock_acquired) &&
        put(ec, h, "lock_contended", s.lock_contended) && put(ec, h, "slices", s.slices) &&
        put(ec, h, "mark_ns", s.mark_ns) && put(ec, h, "slice_ns_max", s.slice_ns_max) &&
        put(ec, h, "shared_cycles", s.shared_cycles) && put(ec, h, "shared_marks", s.shared_marks) &&
        put(ec, h, "shared_bytes", shared > 0 ? (uint64_t)shared : 0) &&
        put(ec, h, "shared_wait_ns_max", s.shared_wait_ns_max) &&
        put(ec, h, "body_bytes", s.body_bytes) && put(ec, h, "body_bytes_max", s.body_bytes_max);
    return ok && put_caches(ec, h) ? value_pointer(h) : vm_raise_memory(ec);
}

// --- ObjectSpace -----------------------------------------------------------------------------------------------------

struct found { // addresses, in memory of its own while the heap is walked
    struct runtime *runtime;
    struct heap *heap;
    const struct class *class; // NULL: any
    value_t *items;
    size_t count, capacity;
    bool ok;
};

static bool is_visible(const void *object)
{
    switch (object_type(object)) {
    case TYPE_FREE:
    case TYPE_ENV:
    case TYPE_METHOD:
    case TYPE_CODE:
    case TYPE_UNWIND: return false;
    default: return object_class_id(object) != CLASS_NONE;
    }
}

static void add_found(struct found *found, value_t v)
{
    if (found->count == found->capacity) {
        size_t const capacity = found->capacity == 0 ? 256 : 2 * found->capacity;
        value_t *const items = base_realloc(found->items, capacity * sizeof *items);
        found->ok = found->ok && items != NULL;
        if (items == NULL) return;
        found->items = items;
        found->capacity = capacity;
    }
    found->items[found->count++] = v;
    heap_received(found->heap, v);
}

static void visit_found(void *object, void *context)
{
    struct found *const found = context;
    if (!is_visible(object) || object_type(object) == TYPE_CLASS) return; // classes are taken from their table
    value_t const v = value_pointer(object);
    if (found->class == NULL || value_is_a(found->runtime, v, found->class)) add_found(found, v);
}

static void visit_classes(struct found *found)
{
    uint32_t const count = atomic_load_explicit(&found->runtime->class_count, memory_order_acquire);
    for (class_id_t id = 1; id < count; id++) {
        struct class *const class = runtime_class_if_any(found->runtime, id);
        if (class == NULL || class->flags & CLASS_IS_SINGLETON) continue;
        if (found->class == NULL || value_is_a(found->runtime, class_value(class), found->class)) {
            add_found(found, class_value(class));
        }
    }
}

// Primitive.live_objects(class or nil): an Array of them.
static value_t live_objects(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct found found = {.runtime = ec->runtime, .heap = ec->heap, .ok = true};
    if (!value_is_nil(argv[0])) found.class = value_to_class(argv[0]);
    heap_flush(ec->heap);
    heap_each(ec->heap, visit_found, &found);
    visit_classes(&found);
    struct array *const a = found.ok ? array_from(ec->heap, found.items, found.count) : NULL;
    base_free(found.items);
    return CORE_NEW(ec, a);
}

static void count_type(void *object, void *context)
{
    ((uint64_t *)context)[object_type(object)]++;
}

static value_t count_objects(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    static const struct {
        enum object_type type;
        const char *key;
    } rows[] = {{TYPE_OBJECT, "T_OBJECT"}, {TYPE_CLASS, "T_CLASS"}, {TYPE_FLOAT, "T_FLOAT"}, {TYPE_STRING, "T_STRING"},
                {TYPE_REGEXP, "T_REGEXP"}, {TYPE_ARRAY, "T_ARRAY"}, {TYPE_HASH, "T_HASH"}, {TYPE_BIGNUM, "T_BIGNUM"},
                {TYPE_DATA, "T_DATA"}, {TYPE_MATCH, "T_MATCH"}, {TYPE_RATIONAL, "T_RATIONAL"},
                {TYPE_COMPLEX, "T_COMPLEX"}, {TYPE_RANGE, "T_STRUCT"}, {TYPE_PROC, "T_PROC"}, {TYPE_ENV, "T_IMEMO"}};
    uint64_t counts[TYPE_MAX] = {0}, total = 0;
    heap_flush(ec->heap);
    heap_each(ec->heap, count_type, counts);
    for (unsigned i = 0; i < TYPE_MAX; i++) total += counts[i];
    struct hash *const h = hash_new(ec->heap, 20);
    uint64_t const all = ec->heap->stats.pages * (HEAP_PAGE_SIZE / HEAP_GRANULE);
    bool ok = h != NULL && put(ec, h, "TOTAL", all > total ? all : total) &&
              put(ec, h, "FREE", all > total ? all - total : 0);
    for (size_t i = 0; ok && i < TRP_COUNT(rows); i++) ok = put(ec, h, rows[i].key, counts[rows[i].type]);
    return ok ? value_pointer(h) : vm_raise_memory(ec);
}

// --- Weak pairs, of which the prelude makes maps -------------------------------------------------------------------------
struct weak_pair {
    value_t key, value; // VALUE_UNDEF: it died
};

static void weak_pair_trace(struct heap_marker *marker, void *payload)
{
    struct weak_pair *const pair = payload;
    heap_mark_weak(marker, &pair->key);
    heap_mark_weak(marker, &pair->value);
}
static const struct data_kind weak_pair_kind = {.name = "weak pair", .trace = weak_pair_trace};

static value_t weak_pair(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct data *const d = data_new(ec->heap, CLASS_NONE, &weak_pair_kind, sizeof(struct weak_pair));
    if (d == NULL) return vm_raise_memory(ec);
    struct weak_pair *const pair = (struct weak_pair *)d->payload;
    heap_store(ec->heap, d, &pair->key, argv[0]);
    heap_store(ec->heap, d, &pair->value, argv[1]);
    return value_pointer(d);
}

static value_t weak_key(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct weak_pair *const pair = data_payload(argv[0], &weak_pair_kind);
    heap_received(ec->heap, pair->key);
    return pair->key == VALUE_UNDEF ? argv[0] : pair->key;
}

static value_t weak_value(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct weak_pair *const pair = data_payload(argv[0], &weak_pair_kind);
    heap_received(ec->heap, pair->value);
    return pair->value == VALUE_UNDEF ? argv[0] : pair->value;
}

static value_t weak_possible(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_bool(value_is_heap(argv[0]));
}

// How long each takes, see docs/builtins.md:
//   bounded: gc_request gc_count gc_stress gc_set_stress gc_enable gc_disable weak_pair weak_key weak_value weak_possible
//   open: gc_stat live_objects count_objects
static const struct vm_primitive primitives[] = {
    {"gc_request", gc_request}, {"gc_count", gc_count}, {"gc_stress", gc_stress}, {"gc_set_stress", gc_set_stress},
    {"gc_enable", gc_enable}, {"gc_disable", gc_disable}, {"gc_stat", gc_stat}, {"live_objects", live_objects},
    {"count_objects", count_objects}, {"weak_pair", weak_pair}, {"weak_key", weak_key}, {"weak_value", weak_value},
    {"weak_possible", weak_possible}};

static const struct core_method methods[] = {{"count", gc_count, 0, 0, CORE_SINGLETON},
                                             {"stress", gc_stress, 0, 0, CORE_SINGLETON},
                                             {"stress=", gc_set_stress, 1, 1, CORE_SINGLETON},
                                             {"enable", gc_enable, 0, 0, CORE_SINGLETON},
                                             {"disable", gc_disable, 0, 0, CORE_SINGLETON}};

bool core_gc(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_GC, methods) && CORE_PRIMITIVES(boot, primitives);
}
