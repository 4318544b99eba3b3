// Timers. Purpose: a waiting actor is woken at a deadline. A binary heap a worker, one uv_timer for its earliest.
// A wait that ended otherwise leaves its timer behind: its token is stale, and firing does nothing. What is stale goes when
// the heap is full, before it grows, and at each shared cycle: so there are at most two entries for each actor that
// waits, and no ended actor is kept by one.
// A worker fires its own; one that finds no work fires those that are due of all others, whose slices may last (worker.c).
// Data: the lock's of its worker; the shared cycle takes none, since everybody stands.
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

// After each change: what others go by who do not take the lock.
static void publish(struct worker *worker)
{
    // seq_cst: pairs with the fence in rest (watch.c)
    atomic_store_explicit(&worker->timer_next, worker->timer_count == 0 ? 0 : worker->timers[0].deadline,
                          memory_order_seq_cst);
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

static void prune(struct worker *worker)
{
    size_t kept = 0;
    for (size_t i = 0; i < worker->timer_count; i++) {
        if (!is_stale(&worker->timers[i])) worker->timers[kept++] = worker->timers[i];
    }
    worker->timer_count = kept;
    for (size_t i = kept / 2; i-- > 0;) sift_down(worker, i);
    if (worker->timer_capacity > 64 && kept < worker->timer_capacity / 8) (void)resize(worker, worker->timer_capacity / 4);
}

void timers_prune(struct worker *worker)
{
    prune(worker);
    publish(worker);
}

void timers_forget(struct worker *worker)
{
    worker->timer_count = 0;
    publish(worker);
}

// At least half of a heap that was pruned is free, so that pruning costs a constant for each timer that is added.
static bool make_room(struct worker *worker)
{
    if (worker->timer_count < worker->timer_capacity) return true;
    prune(worker);
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
    base_lock_acquire(&worker->timer_lock);
    bool const ok = timer_add(worker, actor, deadline);
    publish(worker);
    base_lock_release(&worker->timer_lock);
    if (!ok) return false;
    actor->alarm = deadline;
    // seq_cst: as in watch_need
    uint64_t const until = atomic_load_explicit(&worker->runtime->watch.until, memory_order_seq_cst);
    if (TRP_UNLIKELY(deadline < until)) watch_call(worker->runtime);
    return true;
}

// The first that is due. False: there is none.
static bool take_due(struct worker *worker, uint64_t now, struct timer *out)
{
    base_lock_acquire(&worker->timer_lock);
    bool const due = worker->timer_count > 0 && worker->timers[0].deadline <= now;
    if (due) {
        *out = worker->timers[0];
        worker->timers[0] = worker->timers[--worker->timer_count];
        sift_down(worker, 0);
        publish(worker);
    }
    base_lock_release(&worker->timer_lock);
    return due;
}

void timers_fire(struct worker *from, struct worker *worker)
{
    uint64_t const now = base_clock_ns();
    struct timer timer;
    while (take_due(from, now, &timer)) {
        if (!is_stale(&timer)) actor_wake(worker, timer.actor);
    }
}
