// Timers. Purpose: a waiting actor is woken at a deadline. A binary heap a worker, one uv_timer for its earliest.
// A wait that ended otherwise leaves its timer behind: its token is stale, and firing does nothing. What is stale goes when
// the heap is full, before it grows, and at each shared cycle: so there are at most two entries for each actor that
// waits, and no ended actor is kept by one.
// Data: the worker's, between slice_enter and slice_leave (the shared cycle reads it).
#include "actor/interior.h"

static void swap(struct timer *a, struct timer *b)
{
    struct timer const t = *a;
    *a = *b;
    *b = t;
}

static void sift_down(struct worker *worker, size_t i)
{
    for (;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < worker->timer_count; child++) {
            if (worker->timers[child].deadline < worker->timers[least].deadline) least = child;
        }
        if (least == i) return;
        swap(&worker->timers[i], &worker->timers[least]);
        i = least;
    }
}

static bool is_stale(const struct timer *timer)
{
    return atomic_load_explicit(&timer->actor->wait_token, memory_order_relaxed) != timer->token ||
           actor_ended(timer->actor);
}

static bool resize(struct worker *worker, size_t capacity)
{
    struct timer *const timers = base_realloc(worker->timers, capacity * sizeof *timers);
    if (timers == NULL) return false;
    worker->timers = timers;
    worker->timer_capacity = capacity;
    return true;
}

void timers_prune(struct worker *worker)
{
    size_t kept = 0;
    for (size_t i = 0; i < worker->timer_count; i++) {
        if (!is_stale(&worker->timers[i])) worker->timers[kept++] = worker->timers[i];
    }
    worker->timer_count = kept;
    for (size_t i = kept / 2; i-- > 0;) sift_down(worker, i);
    if (worker->timer_capacity > 64 && kept < worker->timer_capacity / 8) (void)resize(worker, worker->timer_capacity / 4);
}

// At least half of a heap that was pruned is free, so that pruning costs a constant for each timer that is added.
static bool make_room(struct worker *worker)
{
    if (worker->timer_count < worker->timer_capacity) return true;
    timers_prune(worker);
    if (worker->timer_count < worker->timer_capacity / 2) return true;
    return resize(worker, worker->timer_capacity == 0 ? 16 : worker->timer_capacity * 2) ||
           worker->timer_count < worker->timer_capacity;
}

static bool timer_add(struct worker *worker, struct actor *actor, uint64_t deadline)
{
    if (!make_room(worker)) return false;
    // relaxed: a worker that reads an old one wakes the actor for nothing
    uint64_t const token = atomic_fetch_add_explicit(&actor->wait_token, 1, memory_order_relaxed) + 1;
    size_t i = worker->timer_count++;
    worker->timers[i] = (struct timer){deadline, actor, token};
    for (; i > 0 && worker->timers[(i - 1) / 2].deadline > worker->timers[i].deadline; i = (i - 1) / 2) {
        swap(&worker->timers[i], &worker->timers[(i - 1) / 2]);
    }
    return true;
}

bool timer_arm(struct worker *worker, struct actor *actor, uint64_t deadline)
{
    if (actor->alarm != 0 && actor->alarm <= deadline && actor->alarm > base_clock_ns()) return true; // not fired yet
    if (!timer_add(worker, actor, deadline)) return false;
    actor->alarm = deadline;
    return true;
}

static void remove_first(struct worker *worker)
{
    worker->timers[0] = worker->timers[--worker->timer_count];
    sift_down(worker, 0);
}

void timers_fire(struct worker *worker)
{
    uint64_t const now = base_clock_ns();
    while (worker->timer_count > 0 && worker->timers[0].deadline <= now) {
        struct timer const timer = worker->timers[0];
        if (atomic_load_explicit(&timer.actor->wait_token, memory_order_relaxed) == timer.token) {
            actor_wake(worker, timer.actor);
        }
        remove_first(worker);
    }
}

uint64_t timers_next(const struct worker *worker)
{
    return worker->timer_count == 0 ? 0 : worker->timers[0].deadline;
}
