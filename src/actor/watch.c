// The watch. Purpose: a thread that sees when work waits for a slice or a native call that lasts, and has others see to it.
//
// It looks every millisecond while there is something that may come to wait: a native call, or behind a running slice an
// actor in the LIFO slot or a timer soon due. What waits for a slice that has not changed since the last look is shown to a
// worker that sleeps or was never started; when all are at work and some sit in native calls, those lose their seats to other
// hands (seat.c). When there has been nothing for a while it rests until the earliest timer; who brings something (watch_need,
// timer_arm) calls it. A program that needs none starts no thread.
//
// No call is lost: who brings something stores it and then reads `until`; the watch stores `until`, fences and looks again.
// Data: `until` belongs to all, the rest to its thread, but for what the mutex guards.
#include "actor/interior.h"

#define STACK_SIZE ((size_t)1 << 20)
#define LOOK_MS 1u
#define LOOK_NS 1000000u
#define QUIET_LOOKS 8u // before it rests

// --- Looking -----------------------------------------------------------------------------------------------------------
struct sight {
    bool active;    // something may come to wait
    size_t waiting; // so many things do
    unsigned away;  // seats of native calls that last
};

static size_t ring_count(struct ring *ring)
{
    uint64_t const head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    uint64_t const tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    return tail > head ? (size_t)(tail - head) : 0;
}

static bool lasts(struct worker *worker, struct seen *seen)
{
    struct seen const now = {atomic_load_explicit(&worker->slice, memory_order_relaxed),
                             atomic_load_explicit(&worker->natives, memory_order_relaxed)};
    bool const same = now.slice == seen->slice && now.natives == seen->natives;
    *seen = now;
    return same;
}

static void look_at(struct worker *worker, struct seen *seen, uint64_t now, struct sight *sight)
{
    // seq_cst: pairs with the store in actor_native_enter through the fence in rest
    bool const native = atomic_load_explicit(&worker->native, memory_order_seq_cst) != 0;
    bool const same = lasts(worker, seen);
    sight->waiting += ring_count(&worker->ring) + ring_count(&worker->spent);
    if (!native && !epoch_inside(&worker->turns)) return;
    uint64_t const timer = timers_next(worker);
    bool const fresh = atomic_load_explicit(&worker->lifo, memory_order_relaxed) != NULL;
    if (native || fresh || (timer != 0 && timer <= now + 2 * LOOK_NS)) sight->active = true;
    if (!same) return;
    if (fresh) atomic_store_explicit(&worker->stuck, seen->slice, memory_order_relaxed); // thieves may take it
    sight->waiting += fresh + (timer != 0 && timer <= now);
    sight->away += native;
}

static struct sight look(struct actor_runtime *rt)
{
    struct sight sight = {0};
    uint64_t const now = base_clock_ns();
    for (unsigned i = 0; i < rt->worker_count; i++) look_at(&rt->workers[i], &rt->watch.seen[i], now, &sight);
    size_t const asking = (size_t)atomic_load_explicit(&rt->returning, memory_order_relaxed) +
                          atomic_load_explicit(&rt->watch.ready_count, memory_order_relaxed);
    sight.waiting += atomic_load_explicit(&rt->inject_count, memory_order_relaxed) + asking;
    if (asking > 0) sight.active = true;
    return sight;
}

// Up to so many seats of native calls that lasted since the last look.
static void take_seats(struct actor_runtime *rt, size_t count)
{
    for (unsigned i = 0; i < rt->worker_count && count > 0; i++) {
        struct worker *const worker = &rt->workers[i];
        struct seen *const seen = &rt->watch.seen[i];
        uint32_t const mark = atomic_load_explicit(&worker->native, memory_order_relaxed);
        if (mark == 0 || !lasts(worker, seen)) continue;
        count -= seat_take(worker, mark);
    }
}

static void see_to(struct actor_runtime *rt, const struct sight *sight)
{
    if (sight->waiting == 0) return;
    if (atomic_load_explicit(&rt->searching, memory_order_relaxed) > 0) return; // it will find it
    if (schedule_call(rt, rt->watch.looks)) return;
    take_seats(rt, sight->waiting < sight->away ? sight->waiting : sight->away);
}

// --- Resting -----------------------------------------------------------------------------------------------------------
static uint64_t earliest(struct actor_runtime *rt)
{
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < rt->worker_count; i++) {
        // seq_cst: pairs with the fence in rest
        uint64_t const next = atomic_load_explicit(&rt->workers[i].timer_next, memory_order_seq_cst);
        if (next != 0 && next < least) least = next;
    }
    return least;
}

static void on_timer(uv_timer_t *timer);

static void go_on_looking(struct watch *watch)
{
    watch->quiet = 0;
    watch->looking = true;
    (void)uv_timer_start(&watch->timer, on_timer, LOOK_MS, LOOK_MS);
}

// Until the earliest timer is overdue, or somebody calls.
static void rest(struct actor_runtime *rt)
{
    struct watch *const watch = &rt->watch;
    uint64_t const until = earliest(rt);
    atomic_store_explicit(&watch->until, until, memory_order_seq_cst);
    // seq_cst: pairs with the loads of `until` in watch_need and timer_arm
    atomic_thread_fence(memory_order_seq_cst);
    if (look(rt).active || earliest(rt) < until) {
        atomic_store_explicit(&watch->until, 0, memory_order_seq_cst);
        watch->quiet = 0;
        return;
    }
    watch->looking = false;
    uint64_t const now = base_clock_ns();
    if (until == UINT64_MAX) (void)uv_timer_stop(&watch->timer);
    else (void)uv_timer_start(&watch->timer, on_timer, (until > now ? (until - now) / LOOK_NS : 0) + LOOK_MS, LOOK_MS);
}

static void on_timer(uv_timer_t *timer)
{
    struct actor_runtime *const rt = timer->data;
    struct watch *const watch = &rt->watch;
    atomic_store_explicit(&watch->until, 0, memory_order_seq_cst);
    if (!watch->looking) go_on_looking(watch);
    watch->looks++;
    struct sight const sight = look(rt);
    see_to(rt, &sight);
    watch->quiet = sight.active ? 0 : watch->quiet + 1;
    if (watch->quiet >= QUIET_LOOKS) rest(rt);
}

static void on_async(uv_async_t *async)
{
    struct actor_runtime *const rt = async->data;
    struct watch *const watch = &rt->watch;
    if (atomic_load_explicit(&watch->ends, memory_order_acquire)) {
        waits_close(rt);
        uv_close((uv_handle_t *)&watch->async, NULL);
        uv_close((uv_handle_t *)&watch->timer, NULL);
        return;
    }
    waits_look(rt);
    // seq_cst: pairs with the exchange in watch_call
    if (!watch->looking && atomic_load_explicit(&watch->until, memory_order_seq_cst) == 0) go_on_looking(watch);
}

// --- Its thread --------------------------------------------------------------------------------------------------------
static void watch_main(void *argument)
{
    struct watch *const watch = argument;
    (void)uv_run(&watch->loop, UV_RUN_DEFAULT); // until its handles are closed
    TRP_CHECK(uv_loop_close(&watch->loop) == 0);
}

static bool start(struct actor_runtime *rt)
{
    struct watch *const watch = &rt->watch;
    if (uv_loop_init(&watch->loop) != 0) return false;
    if (uv_async_init(&watch->loop, &watch->async, on_async) != 0) {
        (void)uv_loop_close(&watch->loop);
        return false;
    }
    (void)uv_timer_init(&watch->loop, &watch->timer); // cannot fail
    watch->async.data = watch->timer.data = rt;
    if (base_thread_start(&watch->thread, STACK_SIZE, watch_main, watch)) return true;
    uv_close((uv_handle_t *)&watch->async, NULL);
    uv_close((uv_handle_t *)&watch->timer, NULL);
    watch_main(watch);
    return false;
}

bool watch_started(struct actor_runtime *rt)
{
    struct watch *const watch = &rt->watch;
    if (!watch->open && !watch->failed) {
        watch->open = start(rt);
        watch->failed = !watch->open; // then native calls keep their seats
    }
    return watch->open;
}

void watch_rouse(struct actor_runtime *rt)
{
    // seq_cst: what is ready comes before the look at searchers and sleepers; pairs with the fence in worker_sleep
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&rt->searching, memory_order_relaxed) > 0) return; // it looks before it sleeps
    (void)schedule_call(rt, 0);
}

void watch_call(struct actor_runtime *rt)
{
    struct watch *const watch = &rt->watch;
    if (atomic_exchange_explicit(&watch->until, 0, memory_order_seq_cst) == 0) return; // it looks already
    uv_mutex_lock(&watch->mutex);
    if (watch_started(rt)) TRP_CHECK(uv_async_send(&watch->async) == 0);
    uv_mutex_unlock(&watch->mutex);
}

bool watch_open(struct actor_runtime *rt)
{
    atomic_init(&rt->watch.until, UINT64_MAX);
    rt->watch.ready_last = &rt->watch.ready;
    rt->watch.failed = true; // until a program begins
    rt->watch.seen = base_alloc_zeroed(rt->worker_count * sizeof *rt->watch.seen);
    if (rt->watch.seen == NULL) return false;
    if (uv_mutex_init(&rt->watch.mutex) == 0) return true;
    base_free(rt->watch.seen);
    return false;
}

void watch_close(struct actor_runtime *rt)
{
    uv_mutex_destroy(&rt->watch.mutex);
    base_free(rt->watch.seen);
}

void watch_begin(struct actor_runtime *rt)
{
    rt->watch.failed = rt->watch.looking = false;
    atomic_store_explicit(&rt->watch.ends, false, memory_order_relaxed);
    atomic_store_explicit(&rt->watch.until, UINT64_MAX, memory_order_relaxed); // nobody else is there
}

void watch_end(struct actor_runtime *rt)
{
    struct watch *const watch = &rt->watch;
    uv_mutex_lock(&watch->mutex);
    bool const open = watch->open;
    watch->open = false;
    watch->failed = true; // nobody starts another
    atomic_store_explicit(&watch->ends, true, memory_order_release);
    if (open) TRP_CHECK(uv_async_send(&watch->async) == 0);
    uv_mutex_unlock(&watch->mutex);
    if (open) base_thread_join(watch->thread);
}
