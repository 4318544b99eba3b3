// Workers. Purpose: threads that run actors, and sleep in their event loop when there are none.
//
// The first worker is the thread that runs the program: it has no thread of its own and opens its loop only when it first
// sleeps. The others are started when there is work for them.
//
// A sleeper sets `sleeping`, counts itself, fences and looks at every queue once more; whoever takes `sleeping` back to zero,
// itself or a waker, counts it off. A waker counts it as searching in the same breath, so that a burst of work calls one
// worker, which calls the next when it has found something.
// Data: the owner's, but for sleeping.
#include "actor/interior.h"

#define STACK_SIZE ((size_t)8 << 20)
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
static bool over(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    if (!worker->threaded) return atomic_load_explicit(&rt->main_done, memory_order_seq_cst);
    return atomic_load_explicit(&rt->stop, memory_order_seq_cst) == STOP_CLOSING;
}

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
    return main != NULL && atomic_load_explicit(&rt->patient, memory_order_relaxed) == 0 &&
           (atomic_load_explicit(&main->state, memory_order_relaxed) & STATE_PHASE) == PHASE_PARKED;
}

static void without_loop(void)
{
    struct timespec const moment = {.tv_nsec = 1000000};
    (void)nanosleep(&moment, NULL); // no descriptors or memory for a loop: look again now and then
}

static void worker_sleep(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    if (!open_loop(worker)) {
        without_loop();
        return;
    }
    // release: the loop is open; pairs with the acquire in worker_rouse
    atomic_store_explicit(&worker->sleeping, 1, memory_order_release);
    atomic_fetch_add_explicit(&rt->sleepers, 1, memory_order_seq_cst);
    // seq_cst: pairs with the fence in schedule_notify, and with the stores of main_done and stop
    atomic_thread_fence(memory_order_seq_cst);
    if (!schedule_idle(worker) || over(worker) || atomic_load_explicit(&rt->signalled, memory_order_seq_cst)) {
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
static void fire_timers(struct worker *worker)
{
    if (worker->timer_count == 0 || timers_next(worker) > base_clock_ns()) return;
    if (!slice_enter(worker)) return;
    timers_fire(worker);
    slice_leave(worker);
}

void worker_loop(struct worker *worker)
{
    for (unsigned turns = 0; !over(worker); turns++) {
        if (worker->timer_count > 0 && (turns % TIMERS_EVERY == 0 || worker->long_slice)) fire_timers(worker);
        worker->long_slice = false;
        struct actor *const actor = schedule_next(worker);
        if (actor != NULL) {
            run_slice(worker, actor);
        } else {
            worker_sleep(worker);
            fire_timers(worker);
        }
        signals_heed(worker);
    }
    if (!worker->searching) return;
    worker->searching = false;
    atomic_fetch_sub_explicit(&worker->runtime->searching, 1, memory_order_relaxed);
}

static void thread_main(void *argument)
{
    struct worker *const worker = argument;
    worker->searching = true; // who started it counted it
    worker_loop(worker);
}

bool worker_start(struct worker *worker)
{
    if (worker->stash == NULL) worker->stash = heap_stash_create(worker->runtime->runtime->heap_world);
    if (worker->stash == NULL) return false;
    return base_thread_start(&worker->thread, STACK_SIZE, thread_main, worker);
}

void worker_join(struct worker *worker)
{
    (void)worker_rouse(worker);
    base_thread_join(worker->thread);
}

bool worker_init(struct worker *worker, struct actor_runtime *rt, unsigned index)
{
    worker->runtime = rt;
    worker->index = index;
    worker->threaded = index > 0;
    worker->random = base_random_u64() | 1;
    base_lock_init(&worker->registry_lock);
    if (index > 0) return true;
    worker->stash = heap_stash_create(rt->runtime->heap_world);
    return worker->stash != NULL;
}

void worker_destroy(struct worker *worker)
{
    TRP_ASSERT(worker->registry == NULL);
    close_loop(worker);
    if (worker->stash != NULL) heap_stash_destroy(worker->stash);
    base_lock_destroy(&worker->registry_lock);
    base_free(worker->timers);
}
