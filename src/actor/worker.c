// Workers. Purpose: threads that run actors, and sleep in their event loop when there are none.
//
// A worker is a seat, whose thread may change between slices and in native calls (seat.c). The first is begun by the thread
// that runs the program; the others are started when there is work for them. A loop is opened when its worker first sleeps.
//
// A sleeper sets `sleeping`, counts itself, fences and looks at every queue once more; whoever takes `sleeping` back to zero,
// itself or a waker, counts it off. A waker counts it as searching in the same breath, so that a burst of work calls one
// worker, which calls the next when it has found something.
//
// No work waits for a slice that lasts: who finds none in any queue fires what is due of all timers before it sleeps, and the
// watch (watch.c) rouses a sleeper, or has the seat of a native call taken, for what nobody sees to.
// Data: the owner's, but for sleeping.
#include "actor/interior.h"

#define TIMERS_EVERY 16u // slices between two looks at the clock

// --- The loop
// ------------------------------------------------------------------------------------------------------------------
static void on_async(uv_async_t *async) { (void)async; } // uv_run returns: that is all
// uv_run fires what is due before it polls, and would then block in spite of it.
static void on_alarm(uv_timer_t *alarm) { uv_stop(alarm->loop); }

static bool open_loop(struct worker *worker)
{
    if (worker->loop_open) return true;
    if (uv_loop_init(&worker->loop) != 0) return false;
    if (uv_async_init(&worker->loop, &worker->async, on_async) != 0) {
        (void)uv_loop_close(&worker->loop);
        return false;
    }
    (void)uv_timer_init(&worker->loop, &worker->alarm); // cannot fail
    return worker->loop_open = true;
}

// When every thread has been joined: whoever took `sleeping` back may be on its way to uv_async_send even after the sleeper
// has woken by itself and ended.
static void close_loop(struct worker *worker)
{
    if (!worker->loop_open) return;
    uv_close((uv_handle_t *)&worker->async, NULL);
    uv_close((uv_handle_t *)&worker->alarm, NULL);
    (void)uv_run(&worker->loop, UV_RUN_DEFAULT); // until both are closed
    TRP_CHECK(uv_loop_close(&worker->loop) == 0);
    worker->loop_open = false;
}

static void set_alarm(struct worker *worker)
{
    uint64_t const next = timers_next(worker);
    if (next == 0) {
        (void)uv_timer_stop(&worker->alarm);
        return;
    }
    uint64_t const now = base_clock_ns();
    uint64_t const wait_ms = next <= now ? 0 : (next - now + 999999) / 1000000;
    uv_update_time(&worker->loop);
    (void)uv_timer_start(&worker->alarm, on_alarm, wait_ms, 0);
}

// --- Sleeping
// ------------------------------------------------------------------------------------------------------------------
// False: somebody else took it back, and counts on us to search.
static bool wake_up(struct worker *worker)
{
    uint32_t sleeping = 1;
    if (!atomic_compare_exchange_strong_explicit(&worker->sleeping, &sleeping, 0, memory_order_relaxed,
                                                 memory_order_relaxed)) {
        worker->searching = true;
        return false;
    }
    atomic_fetch_sub_explicit(&worker->runtime->sleepers, 1, memory_order_relaxed);
    return true;
}

bool worker_rouse(struct worker *sleeper)
{
    uint32_t sleeping = 1;
    // acquire: its loop is open; pairs with the release in worker_sleep
    if (!atomic_compare_exchange_strong_explicit(&sleeper->sleeping, &sleeping, 0, memory_order_acquire,
                                                 memory_order_relaxed)) {
        return false;
    }
    atomic_fetch_sub_explicit(&sleeper->runtime->sleepers, 1, memory_order_relaxed);
    TRP_CHECK(uv_async_send(&sleeper->async) == 0);
    return true;
}

// Every started worker sleeps and found nothing, nobody sleeps or has a deadline: nobody is left who could wake the main actor.
static bool deadlocked(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    if (atomic_load_explicit(&rt->sleepers, memory_order_seq_cst) != atomic_load_explicit(&rt->started, memory_order_relaxed)) {
        return false;
    }
    struct actor *const main = rt->main;
    return main != NULL && atomic_load_explicit(&rt->awaited, memory_order_relaxed) == 0 &&
           atomic_load_explicit(&rt->away, memory_order_seq_cst) == 0 &&
           (atomic_load_explicit(&main->state, memory_order_relaxed) & STATE_PHASE) == PHASE_PARKED;
}

static void without_loop(void)
{
    struct timespec const moment = {.tv_nsec = 1000000};
    (void)nanosleep(&moment, NULL); // no descriptors or memory for a loop: look again now and then
}

// A sleeper's last look.
static bool must_stay(struct hand *hand)
{
    struct actor_runtime *const rt = hand->runtime;
    return !schedule_idle(rt) || atomic_load_explicit(&hand->seat->lifo, memory_order_relaxed) != NULL || hand_over(hand) ||
           atomic_load_explicit(&rt->returning, memory_order_seq_cst) > 0 ||
           atomic_load_explicit(&rt->watch.ready_count, memory_order_seq_cst) > 0 ||
           atomic_load_explicit(&rt->signalled, memory_order_seq_cst);
}

static void worker_sleep(struct hand *hand)
{
    struct actor_runtime *const rt = hand->runtime;
    struct worker *const worker = hand->seat;
    if (!open_loop(worker)) {
        without_loop();
        return;
    }
    // release: the loop is open; pairs with the acquire in worker_rouse
    atomic_store_explicit(&worker->sleeping, 1, memory_order_release);
    atomic_fetch_add_explicit(&rt->sleepers, 1, memory_order_seq_cst);
    // seq_cst: pairs with the fences in schedule_notify and seat_regain, and with the stores of main_done and stop
    atomic_thread_fence(memory_order_seq_cst);
    if (must_stay(hand)) {
        (void)wake_up(worker);
        return;
    }
    if (deadlocked(worker)) {
        atomic_store_explicit(&rt->deadlock, true, memory_order_relaxed); // released by the wake
        if (wake_up(worker)) actor_wake(worker, rt->main);
        return;
    }
    count_up(&worker->sleeps);
    set_alarm(worker);
    (void)uv_run(&worker->loop, UV_RUN_ONCE);
    (void)wake_up(worker);
}

// --- Running
// -------------------------------------------------------------------------------------------------------------------
static bool fire_timers(struct worker *from, struct worker *worker)
{
    uint64_t const next = timers_next(from);
    if (next == 0 || next > base_clock_ns() || !slice_enter(worker)) return false;
    timers_fire(from, worker);
    slice_leave(worker);
    return true;
}

// Of all workers. False: none was due.
static bool fire_overdue(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    bool fired = false;
    for (unsigned i = 0; i < rt->worker_count; i++) fired |= fire_timers(&rt->workers[i], worker);
    return fired;
}

// As who found something in schedule_next.
static void stop_searching(struct worker *worker)
{
    if (!worker->searching) return;
    worker->searching = false;
    if (atomic_fetch_sub_explicit(&worker->runtime->searching, 1, memory_order_seq_cst) == 1) schedule_notify(worker);
}

static void take_turn(struct hand *hand, unsigned turn)
{
    struct worker *const worker = hand->seat;
    if (turn % TIMERS_EVERY == 0 || worker->long_slice) (void)fire_timers(worker, worker);
    worker->long_slice = false;
    if (waits_ready(hand->runtime)) waits_heed(worker);
    struct actor *const actor = schedule_next(worker);
    if (actor != NULL) {
        run_slice(hand, actor);
    } else if (!fire_overdue(worker)) {
        worker_sleep(hand);
        (void)fire_timers(worker, worker);
    }
    if (hand->seat != NULL) signals_heed(hand->seat);
}

void worker_loop(struct hand *hand)
{
    for (unsigned turn = 0; !hand_over(hand); turn++) {
        if (TRP_UNLIKELY(atomic_load_explicit(&hand->runtime->returning, memory_order_relaxed) > 0)) {
            stop_searching(hand->seat);
            seat_yield(hand);
            if (!seat_await(hand)) return;
        }
        take_turn(hand, turn);
    }
    if (hand->seat != NULL) stop_searching(hand->seat);
}

bool worker_start(struct worker *worker)
{
    if (worker->stash == NULL) worker->stash = heap_stash_create(worker->runtime->runtime->heap_world);
    worker->searching = true; // who starts it counted it
    return worker->stash != NULL && seat_give(worker);
}

bool worker_init(struct worker *worker, struct actor_runtime *rt, unsigned index)
{
    worker->runtime = rt;
    worker->index = index;
    worker->random = base_random_u64() | 1;
    base_lock_init(&worker->registry_lock);
    base_lock_init(&worker->timer_lock);
    if (index > 0) return true;
    worker->stash = heap_stash_create(rt->runtime->heap_world);
    return worker->stash != NULL;
}

void worker_destroy(struct worker *worker)
{
    TRP_ASSERT(worker->registry == NULL);
    close_loop(worker);
    if (worker->stash != NULL) heap_stash_destroy(worker->stash);
    base_lock_destroy(&worker->timer_lock);
    base_lock_destroy(&worker->registry_lock);
    base_free(worker->timers);
}
