// When to collect, and how much may be allocated. Purpose: thresholds, limits, the overdraft, injected failures.
// Invariants: allocation never collects; it asks. A request zeroes the running ec's budget, so that the next poll sees
// it.
// Owner: the holder of the actor's claim.
#include "heap/interior.h"

void heap_request(struct heap *heap, enum heap_request request)
{
    heap->requests |= (uint32_t)request;
    *heap->budget = 0;
}

size_t heap_usage(const struct heap *heap)
{
    return (size_t)(heap->stats.pages * HEAP_PAGE_SIZE + heap->stats.body_bytes);
}

bool heap_over_limit(const struct heap *heap)
{
    return heap->interior->limit != 0 && heap_usage(heap) > heap->interior->limit;
}

static size_t overdraft(size_t limit)
{
    return limit / 8 > OVERDRAFT_MIN ? limit / 8 : OVERDRAFT_MIN;
}

bool pace_may_grow(struct heap *heap, size_t bytes)
{
    size_t const limit = heap->interior->limit;
    if (limit == 0) return true;
    size_t const usage = heap_usage(heap);
    if (bytes <= limit && usage <= limit - bytes) return true;
    heap_request(heap, HEAP_REQUEST_LIMIT);
    size_t const most = limit + overdraft(limit);
    return bytes <= most && usage <= most - bytes;
}

void pace_charge(struct heap *heap, size_t bytes)
{
    struct heap_interior *const in = heap->interior;
    in->allowance -= (int64_t)bytes;
    if (TRP_UNLIKELY(in->allowance < 0) && in->enabled) heap_request(heap, HEAP_REQUEST_COLLECT);
}

// After a mark: as much again as lives; while that is little, several times as much, since a mark costs by what lives and
// a few megabytes more cost nobody anything. And never less than a nursery, which grows to what fits the cache: an
// actor that allocates little holds little, one that allocates much collects seldom.
void pace_settle(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    int64_t const live = (int64_t)(in->live_bytes + in->marker.body_bytes);
    if (in->nursery < PACE_NURSERY) in->nursery *= 2;
    int64_t const generous = live * PACE_SMALL_FACTOR < PACE_SMALL_MOST ? live * PACE_SMALL_FACTOR : PACE_SMALL_MOST;
    in->allowance_full = live > generous ? live : generous;
    if (in->allowance_full < in->nursery) in->allowance_full = in->nursery;
    in->allowance = in->allowance_full;
}

void heap_set_enabled(struct heap *heap, bool enabled)
{
    struct heap_interior *const in = heap->interior;
    in->enabled = enabled && !in->permanent;
    pace_charge(heap, 0);
}

bool heap_collect_may_wait(const struct heap *heap)
{
    struct heap_interior const *const in = heap->interior;
    return heap->requests == HEAP_REQUEST_COLLECT && in->live_bytes > PACE_LONG && in->allowance > -in->allowance_full / 2;
}

bool heap_enabled(const struct heap *heap) { return heap->interior->enabled; }

bool heap_count_down(struct heap *heap)
{
    if (TRP_LIKELY(heap->modes.fail_at == 0)) return true;
    return --heap->modes.fail_at != 0;
}
