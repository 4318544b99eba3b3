// The world: chunks, free pages, the heap lock. Purpose: hand pages over in batches and take them back.
// Invariants: the lock is a leaf (H2); under it pages and chunks change lists and nothing else happens: no mapping, no
// fault (a chunk's header was touched when it was mapped), no mark, no sweep, no call out.
// Owner: the holder of the lock, but for the fields that say otherwise.
#include "heap/interior.h"

#define POPULATE_MIN 4u // pages
#define RUN_SEARCH_MAX 16u // chunks looked at for a run before another chunk is opened

void world_lock(struct heap_world *world, struct heap_stats *stats)
{
    bool const contended = base_lock_acquire(&world->lock);
    if (stats == NULL) return;
    stats->lock_acquired++;
    stats->lock_contended += contended;
}

void world_unlock(struct heap_world *world)
{
    base_lock_release(&world->lock);
}

static void add_page_count(struct heap_world *world, int32_t pages)
{
    atomic_fetch_add_explicit(&world->page_count, (uint32_t)pages, memory_order_relaxed);
}

// Moves a chunk from the list its free count used to mean to the one that it means now.
static void relist(struct heap_world *world, struct chunk *chunk, uint32_t old_free_count)
{
    struct chunk_list *const lists[] = {NULL, &world->partial, &world->empty};
    unsigned const from = old_free_count == 0 ? 0 : old_free_count == CHUNK_USABLE ? 2 : 1;
    unsigned const to = chunk->free_count == 0 ? 0 : chunk->free_count == CHUNK_USABLE ? 2 : 1;
    if (from == to) return;
    if (lists[from] != NULL) chunk_unlink(lists[from], chunk);
    if (lists[to] != NULL) chunk_push(lists[to], chunk);
}

static uint32_t index_in_chunk(const struct heap_page *page)
{
    return (uint32_t)(page - (const struct heap_page *)(const void *)chunk_of(page));
}

// Pages of a chunk that nobody has touched yet.
struct untouched {
    struct chunk *chunk;
    uint32_t from, to;
};

// Of `count` pages just taken from a chunk, which are in order.
static void note_untouched(struct chunk *chunk, struct heap_page *const *pages, uint32_t count, struct untouched *untouched)
{
    uint32_t const first = index_in_chunk(pages[0]), end = index_in_chunk(pages[count - 1]) + 1;
    if (end <= chunk->touched) return;
    *untouched = (struct untouched){chunk, first > chunk->touched ? first : chunk->touched, end};
    chunk->touched = end;
}

// Outside the lock. A few are left to their faults.
static void populate(const struct untouched *untouched)
{
    uint32_t const count = untouched->to - untouched->from;
    if (count < POPULATE_MIN) return;
    base_pages_populate((char *)untouched->chunk + (size_t)untouched->from * HEAP_PAGE_SIZE, (size_t)count * HEAP_PAGE_SIZE);
}

static uint32_t take_locked(struct heap_world *world, struct heap_page **pages, uint32_t count, struct untouched *untouched)
{
    uint32_t taken = 0;
    while (taken < count) {
        struct chunk *const chunk = world->partial.first != NULL ? world->partial.first : world->empty.first;
        if (chunk == NULL) break;
        uint32_t const old = chunk->free_count;
        uint32_t const more = chunk_take(chunk, pages + taken, count - taken);
        note_untouched(chunk, pages + taken, more, untouched);
        taken += more;
        relist(world, chunk, old);
    }
    if (taken > 0) add_page_count(world, (int32_t)taken);
    return taken;
}

// A cold chunk becomes an empty one. Its pages fault when they are used, outside the lock.
static bool warm_locked(struct heap_world *world)
{
    struct chunk *const chunk = world->cold.first;
    if (chunk == NULL) return false;
    chunk_unlink(&world->cold, chunk);
    chunk_push(&world->empty, chunk);
    world->chunk_count++;
    return true;
}

static void publish_locked(struct heap_world *world, struct chunk *chunk)
{
    chunk->all_next = world->all;
    world->all = chunk;
    world->chunk_count++;
    if (chunk->free_count > 0) chunk_push(&world->empty, chunk);
}

uint32_t world_take(struct heap_world *world, struct heap_stats *stats, struct heap_page **pages, uint32_t count)
{
    struct untouched untouched = {0};
    world_lock(world, stats);
    uint32_t taken = take_locked(world, pages, count, &untouched);
    if (taken == 0 && warm_locked(world)) taken = take_locked(world, pages, count, &untouched);
    world_unlock(world);
    if (taken == 0) {
        struct chunk *const chunk = chunk_map(0);
        if (chunk == NULL) return 0;
        world_lock(world, stats);
        publish_locked(world, chunk);
        taken = take_locked(world, pages, count, &untouched);
        world_unlock(world);
    }
    populate(&untouched);
    return taken;
}

// Detaches the empty chunks beyond an eighth of all (and two), for cooling outside the lock.
static struct chunk *detach_surplus_locked(struct heap_world *world)
{
    struct chunk *surplus = NULL;
    while (world->empty.count > 2 + world->chunk_count / 8) {
        struct chunk *const chunk = world->empty.first;
        chunk_unlink(&world->empty, chunk);
        world->chunk_count--;
        chunk->next = surplus;
        surplus = chunk;
    }
    return surplus;
}

static void cool(struct heap_world *world, struct heap_stats *stats, struct chunk *surplus)
{
    if (surplus == NULL) return;
    for (struct chunk *chunk = surplus; chunk != NULL; chunk = chunk->next) chunk_cool(chunk);
    world_lock(world, stats);
    while (surplus != NULL) {
        struct chunk *const chunk = surplus;
        surplus = chunk->next;
        chunk_push(&world->cold, chunk);
    }
    world_unlock(world);
}

static void give_locked(struct heap_world *world, struct heap_page *page, uint32_t run)
{
    struct chunk *const chunk = chunk_of(page);
    uint32_t const old = chunk->free_count;
    chunk_give(chunk, index_in_chunk(page), run);
    relist(world, chunk, old);
    add_page_count(world, -(int32_t)run);
}

void world_give(struct heap_world *world, struct heap_stats *stats, struct heap_page **pages, uint32_t count)
{
    if (count == 0) return;
    world_lock(world, stats);
    for (uint32_t i = 0; i < count; i++) give_locked(world, pages[i], 1);
    struct chunk *const surplus = detach_surplus_locked(world);
    world_unlock(world);
    cool(world, stats, surplus);
}

static bool take_run_from(struct heap_world *world, struct chunk *chunk, uint32_t pages, struct heap_page **head)
{
    uint32_t first;
    uint32_t const old = chunk->free_count;
    if (old < pages || !chunk_take_run(chunk, pages, &first)) return false;
    relist(world, chunk, old);
    add_page_count(world, (int32_t)pages);
    *head = (struct heap_page *)(void *)chunk + first;
    return true;
}

static bool take_run_locked(struct heap_world *world, uint32_t pages, struct heap_page **head)
{
    unsigned searched = 0;
    struct chunk *chunk = world->partial.first;
    for (; chunk != NULL && searched < RUN_SEARCH_MAX; chunk = chunk->next, searched++) {
        if (take_run_from(world, chunk, pages, head)) return true;
    }
    if (world->empty.first == NULL && !warm_locked(world)) return false;
    return take_run_from(world, world->empty.first, pages, head);
}

static struct heap_page *take_huge(struct heap_world *world, struct heap_stats *stats, uint32_t pages)
{
    struct chunk *const chunk = chunk_map((pages + CHUNK_FIRST_PAGE + CHUNK_PAGES - 1) / CHUNK_PAGES);
    if (chunk == NULL) return NULL;
    world_lock(world, stats);
    publish_locked(world, chunk);
    add_page_count(world, (int32_t)pages);
    world_unlock(world);
    return (struct heap_page *)(void *)chunk + CHUNK_FIRST_PAGE;
}

static struct heap_page *take_short_run(struct heap_world *world, struct heap_stats *stats, uint32_t pages)
{
    struct heap_page *head = NULL;
    world_lock(world, stats);
    bool taken = take_run_locked(world, pages, &head);
    world_unlock(world);
    if (taken) return head;
    struct chunk *const chunk = chunk_map(0);
    if (chunk == NULL) return NULL;
    world_lock(world, stats);
    publish_locked(world, chunk);
    taken = take_run_from(world, chunk, pages, &head);
    TRP_ASSERT(taken);
    world_unlock(world);
    return head;
}

struct heap_page *world_take_run(struct heap_world *world, struct heap_stats *stats, uint32_t pages)
{
    struct heap_page *const head =
        pages > CHUNK_USABLE ? take_huge(world, stats, pages) : take_short_run(world, stats, pages);
    if (head != NULL) head->run = pages;
    return head;
}

static void forget_chunk_locked(struct heap_world *world, struct chunk *chunk)
{
    struct chunk **link = &world->all;
    while (*link != chunk) link = &(*link)->all_next;
    *link = chunk->all_next;
    world->chunk_count--;
}

void world_give_run(struct heap_world *world, struct heap_stats *stats, struct heap_page *head)
{
    TRP_ASSERT(head->state == PAGE_FREE);
    struct chunk *const chunk = chunk_of(head);
    struct chunk *surplus = NULL;
    world_lock(world, stats);
    if (chunk->huge_size_chunks > 0) {
        forget_chunk_locked(world, chunk);
        add_page_count(world, -(int32_t)head->run);
    } else {
        give_locked(world, head, head->run);
        surplus = detach_surplus_locked(world);
    }
    world_unlock(world);
    if (chunk->huge_size_chunks > 0) chunk_unmap(chunk);
    cool(world, stats, surplus);
}

// The default allocator of bodies.
static void *plain_realloc(void *ud, void *pointer, size_t old_size, size_t new_size)
{
    (void)ud;
    (void)old_size;
    if (new_size > 0) return base_realloc(pointer, new_size);
    base_free(pointer);
    return NULL;
}

static bool open_orphanage(struct heap_world *world)
{
    world->orphanage = base_alloc(sizeof *world->orphanage);
    if (world->orphanage == NULL) return false;
    if (heap_open(world->orphanage, world, &(struct heap_options){0})) return true;
    base_free(world->orphanage);
    return false;
}

struct heap_world *heap_world_create(const struct heap_world_options *options)
{
    struct heap_world *const world = base_alloc_aligned_zeroed(_Alignof(struct heap_world), sizeof *world);
    if (world == NULL) return NULL;
    world->types = options->types;
    world->owner = options->owner;
    world->realloc_fn = options->realloc_fn != NULL ? options->realloc_fn : plain_realloc;
    world->alloc_ud = options->alloc_ud;
    base_lock_init(&world->lock);
    base_lock_init(&world->slot_lock);
    base_lock_init(&world->side.lock);
    atomic_init(&world->first_symbol, UINT32_MAX);
    world->shared_growth_least = SHARED_GROWTH_LEAST;
    atomic_init(&world->shared_bytes_limit, SHARED_GROWTH_LEAST);
    world->cycle = 1;
    if (open_orphanage(world)) return world;
    base_lock_destroy(&world->side.lock);
    base_lock_destroy(&world->slot_lock);
    base_lock_destroy(&world->lock);
    base_free(world);
    return NULL;
}

void heap_symbols_from(struct heap_world *world, symbol_t symbol)
{
    atomic_store_explicit(&world->first_symbol, symbol, memory_order_relaxed);
}

void heap_classes_from(struct heap_world *world, uint32_t class_id) { world->first_class = class_id; }

void heap_world_destroy(struct heap_world *world)
{
    TRP_CHECK(atomic_load_explicit(&world->heap_count, memory_order_acquire) == 1); // the orphanage
    heap_mark_drop(world);
    orphans_free_all(world);
    heap_close(world->orphanage);
    base_free(world->orphanage);
    TRP_ASSERT(atomic_load(&world->page_count) == 0);
    while (world->all != NULL) {
        struct chunk *const chunk = world->all;
        world->all = chunk->all_next;
        chunk_unmap(chunk);
    }
    base_free(world->side.table);
    base_lock_destroy(&world->side.lock);
    base_lock_destroy(&world->slot_lock);
    base_lock_destroy(&world->lock);
    base_free(world);
}
