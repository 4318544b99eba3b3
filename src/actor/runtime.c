// The runtime's actors. Purpose: opening, the life of a program in the main actor, closing.
// Data: the thread that opened it.
#include "actor/interior.h"

#include <unistd.h>

#define WORKERS_MAX 256

static unsigned core_count(void)
{
    long const cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (unsigned)cores;
}

static bool find_finalizers(struct actor_runtime *rt)
{
    struct heap_type types[TYPE_MAX] = {0};
    object_fill_types(types);
    for (unsigned i = 0; i < TYPE_MAX; i++) rt->finalizers[i] = types[i].finalize;
    rt->exited = symbol_intern_text(rt->runtime, "exited");
    rt->aborted = symbol_intern_text(rt->runtime, "aborted");
    return rt->exited != 0 && rt->aborted != 0;
}

// The class of deadlocks, which no constant names.
static bool make_fatal(struct actor_runtime *rt)
{
    struct heap *const heap = &rt->runtime->boot_heap;
    struct string *const name = string_from_text(heap, "fatal");
    rt->fatal = name == NULL ? NULL : class_new(rt->runtime, heap, runtime_class(rt->runtime, CLASS_EXCEPTION));
    if (rt->fatal == NULL) return false;
    object_freeze(name);
    heap_set_shared(heap, name);
    class_set_name(rt->runtime, rt->fatal, value_pointer(name), false);
    return true;
}

static void free_workers(struct actor_runtime *rt, unsigned count)
{
    for (unsigned i = 0; i < count; i++) worker_destroy(&rt->workers[i]);
    base_free(rt->workers);
}

static bool make_workers(struct actor_runtime *rt)
{
    rt->workers = base_alloc_aligned_zeroed(64, rt->worker_count * sizeof *rt->workers);
    if (rt->workers == NULL) return false;
    for (unsigned i = 0; i < rt->worker_count; i++) {
        if (worker_init(&rt->workers[i], rt, i)) continue;
        free_workers(rt, i);
        return false;
    }
    return true;
}

bool actor_runtime_open(struct runtime *runtime, const struct actor_options *options)
{
    struct actor_runtime *const rt = base_alloc_aligned_zeroed(64, sizeof *rt);
    if (rt == NULL) return false;
    rt->runtime = runtime;
    rt->options = *options;
    rt->worker_count = options->workers == 0 ? core_count() : options->workers;
    if (rt->worker_count > WORKERS_MAX) rt->worker_count = WORKERS_MAX;
    rt->inject_last = &rt->inject_first;
    atomic_init(&rt->started, 1); // the first is the caller
    if (!find_finalizers(rt) || !make_fatal(rt) || uv_mutex_init(&rt->stop_mutex) != 0) goto fail_memory;
    if (uv_cond_init(&rt->stopped) != 0) goto fail_mutex;
    if (uv_cond_init(&rt->resumed) != 0) goto fail_stopped;
    base_lock_init(&rt->inject_lock);
    if (!seats_open(rt)) goto fail_lock;
    if (!watch_open(rt)) goto fail_seats;
    if (!make_workers(rt)) goto fail_watch;
    ((struct vm_runtime *)runtime->vm)->hostile_preempt = options->hostile_preempt;
    runtime->actors = rt;
    return true;

fail_watch:
    watch_close(rt);
fail_seats:
    seats_close(rt);
fail_lock:
    base_lock_destroy(&rt->inject_lock);
    uv_cond_destroy(&rt->resumed);
fail_stopped:
    uv_cond_destroy(&rt->stopped);
fail_mutex:
    uv_mutex_destroy(&rt->stop_mutex);
fail_memory:
    base_free(rt);
    return false;
}

void actor_runtime_close(struct runtime *runtime)
{
    struct actor_runtime *const rt = runtime_actors(runtime);
    if (rt == NULL) return;
    runtime->actors = NULL;
    free_workers(rt, rt->worker_count);
    watch_close(rt);
    seats_close(rt);
    base_lock_destroy(&rt->inject_lock);
    uv_cond_destroy(&rt->resumed);
    uv_cond_destroy(&rt->stopped);
    uv_mutex_destroy(&rt->stop_mutex);
    base_free(rt);
}

// --- A program -----------------------------------------------------------------------------------------------------------
// Its identity and body. Nobody else runs yet.
static struct actor *make_main(struct actor_runtime *rt)
{
    struct worker *const worker = &rt->workers[0];
    struct actor *const actor = actor_new(rt, worker, &rt->runtime->boot_heap, CLASS_RACTOR, NULL);
    if (actor == NULL) return NULL;
    actor->main = true;
    if (!actor_embody(actor)) {
        actor_kill(actor);
        return NULL;
    }
    rt->main = actor;
    return actor;
}

static bool start_main(struct actor *actor, bool (*start)(struct ec *ec, void *ud), void *ud)
{
    struct worker *const worker = &actor->runtime->workers[0];
    if (!slice_enter(worker)) return false;
    actor->worker = worker;
    actor->hand = &actor->runtime->first_hand;
    slice_attach(worker, actor);
    bool const started = start(actor->body->ec, ud);
    slice_detach(actor);
    slice_leave(worker);
    return started;
}

// Everybody stands: what still lives is dropped without running Ruby.
static void kill_all(struct actor_runtime *rt)
{
    for (unsigned i = 0; i < rt->worker_count; i++) {
        struct worker *const worker = &rt->workers[i];
        while (worker->registry != NULL) actor_kill(worker->registry);
        while (ring_pop(&worker->ring) != NULL || ring_pop(&worker->spent) != NULL) {
        }
        atomic_store_explicit(&worker->lifo, NULL, memory_order_relaxed);
        timers_forget(worker);
    }
    rt->inject_first = NULL;
    rt->inject_last = &rt->inject_first;
    atomic_store_explicit(&rt->inject_count, 0, memory_order_relaxed);
    atomic_store_explicit(&rt->awaited, 0, memory_order_relaxed);
    atomic_store_explicit(&rt->searching, 0, memory_order_relaxed);
    atomic_store_explicit(&rt->deadlock, false, memory_order_relaxed);
    rt->main = NULL;
}

// While a program runs, what readers without a lock have replaced is freed when all workers have been between slices.
static void join_epoch(struct actor_runtime *rt)
{
    for (unsigned i = 0; i < rt->worker_count; i++) epoch_join(&rt->runtime->epoch, &rt->workers[i].turns);
}

static void quit_epoch(struct actor_runtime *rt)
{
    for (unsigned i = 0; i < rt->worker_count; i++) epoch_quit(&rt->runtime->epoch, &rt->workers[i].turns);
}

static void end_program(struct actor_runtime *rt)
{
    stop_for_good(rt);
    signals_return(rt);
    uint32_t const started = atomic_load_explicit(&rt->started, memory_order_relaxed);
    watch_end(rt);
    seats_end(rt);
    quit_epoch(rt);
    kill_all(rt);
    pool_end(rt);
    signals_leave(rt);
    if (rt->options.modes.verify) heap_verify(&rt->runtime->boot_heap);
    rt->started_last = started;
    atomic_store_explicit(&rt->started, 1, memory_order_relaxed);
    atomic_store_explicit(&rt->stop, STOP_NONE, memory_order_relaxed); // nobody else is there
    atomic_store_explicit(&rt->main_done, false, memory_order_relaxed);
}

int actor_run_main(struct runtime *runtime, bool (*start)(struct ec *ec, void *ud),
                   bool (*finish)(struct ec *ec, void *ud, enum vm_run_result result), void *ud)
{
    struct actor_runtime *const rt = runtime_actors(runtime);
    struct actor *const actor = make_main(rt);
    if (actor == NULL) return -1;
    rt->finish = finish;
    rt->finish_ud = ud;
    atomic_store_explicit(&rt->status, 1, memory_order_relaxed);
    signals_take(rt);
    join_epoch(rt);
    seats_begin(rt);
    watch_begin(rt);
    if (start_main(actor, start, ud)) {
        actor_make_ready(&rt->workers[0], actor);
        worker_loop(&rt->first_hand);
    }
    end_program(rt);
    return atomic_load_explicit(&rt->status, memory_order_relaxed);
}
