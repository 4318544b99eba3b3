// Signals. Purpose: what the operating system sends to the process reaches the main thread of the main actor.
//
// The handler notes the number and makes the main actor look: it ends its slice at the next poll, and a worker that sleeps is
// roused to wake it. What a signal does is decided in Ruby (Signal in the prelude), by a call of Thread#__interrupts between
// two instructions of the main thread; never in the handler, which may run on any thread of the process.
//
// Signals are the process's: at most one runtime has them, while its program runs, and only if its host lent them.
// Data: `signals`, `signal_pending` and `signalled` belong to all; dispositions to the main actor.
#include "actor/interior.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#define UNUSED (void)self, (void)argc, (void)argv
#define SIGNAL_MAX 64
#define STUCK_NS 1000000000u

enum disposition { SIGNAL_SYSTEM, SIGNAL_IGNORE, SIGNAL_OURS }; // as Ruby numbers them

static _Atomic(struct actor_runtime *) lent_to;
static _Atomic(uint32_t) handling; // handlers that run just now
static struct sigaction before[SIGNAL_MAX + 1]; // what those in `changed` did when they were lent
static uint64_t changed;

static uint64_t bit(int number) { return (uint64_t)1 << (number - 1); }

// --- Arrival -----------------------------------------------------------------------------------------------------------------
// The same again, and the main actor has not looked for so long: it is stuck, in a write of standard output that nobody reads
// or the like. Then the signal does what it does to any process.
static void give_up_on(struct actor_runtime *rt, int number)
{
    if (number != SIGHUP && number != SIGINT && number != SIGQUIT && number != SIGTERM) return;
    if (base_clock_ns() - atomic_load_explicit(&rt->signals_since[number - 1], memory_order_relaxed) < STUCK_NS) return;
    struct sigaction const action = {.sa_handler = SIG_DFL};
    (void)sigaction(number, &action, NULL);
    (void)kill(getpid(), number);
}

// Async-signal-safe: the clock, atomics, and libuv's uv_async_send, which is.
static void post(struct actor_runtime *rt, int number)
{
    // The time is there before the bit is: whoever finds the bit may believe it.
    if (!(atomic_load_explicit(&rt->signals, memory_order_relaxed) & bit(number))) {
        atomic_store_explicit(&rt->signals_since[number - 1], base_clock_ns(), memory_order_relaxed);
    }
    uint64_t const pending = atomic_fetch_or_explicit(&rt->signals, bit(number), memory_order_seq_cst);
    if (pending & bit(number)) give_up_on(rt, number);
    atomic_store_explicit(&rt->signal_pending, true, memory_order_release);
    atomic_fetch_or_explicit(&rt->main->interrupts, INTERRUPT_YIELD, memory_order_relaxed);
    // seq_cst: a worker that is about to sleep sees it, or we see that it sleeps; pairs with the fence in worker_sleep
    atomic_store_explicit(&rt->signalled, true, memory_order_seq_cst);
    uint32_t const started = atomic_load_explicit(&rt->started, memory_order_relaxed);
    for (uint32_t i = 0; i < started; i++) {
        if (atomic_load_explicit(&rt->workers[i].sleeping, memory_order_seq_cst) == 0) continue;
        atomic_fetch_add_explicit(&rt->searching, 1, memory_order_relaxed); // as any roused worker
        if (worker_rouse(&rt->workers[i])) return;
        atomic_fetch_sub_explicit(&rt->searching, 1, memory_order_relaxed);
    }
}

static void on_signal(int number)
{
    int const error = errno;
    // seq_cst, both: pairs with signals_return, which says that it has none and then waits for handlers
    atomic_fetch_add_explicit(&handling, 1, memory_order_seq_cst);
    struct actor_runtime *const rt = atomic_load_explicit(&lent_to, memory_order_seq_cst);
    if (rt != NULL && atomic_load_explicit(&rt->has_signals, memory_order_seq_cst)) post(rt, number);
    atomic_fetch_sub_explicit(&handling, 1, memory_order_release);
    errno = error;
}

void signals_heed(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    if (!atomic_load_explicit(&rt->signalled, memory_order_relaxed)) return;
    if (!slice_enter(worker)) return;
    if (atomic_exchange_explicit(&rt->signalled, false, memory_order_acquire)) actor_wake(worker, rt->main);
    slice_leave(worker);
}

// --- Lending -----------------------------------------------------------------------------------------------------------------
static bool set(int number, enum disposition what)
{
    struct sigaction action = {.sa_flags = SA_RESTART | SA_ONSTACK}, old;
    sigemptyset(&action.sa_mask);
    if (what == SIGNAL_OURS) action.sa_handler = on_signal;
    else action.sa_handler = what == SIGNAL_IGNORE ? SIG_IGN : SIG_DFL;
    if (sigaction(number, &action, &old) != 0) return false;
    if (!(changed & bit(number))) before[number] = old;
    changed |= bit(number);
    return true;
}

// Those that would end the process without a word; SIGPIPE so that a write fails instead. What is ignored stays so.
void signals_take(struct actor_runtime *rt)
{
    static const int ended_by[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2};
    struct actor_runtime *nobody = NULL;
    if (!rt->options.signals) return;
    if (!atomic_compare_exchange_strong_explicit(&lent_to, &nobody, rt, memory_order_seq_cst, memory_order_relaxed)) return;
    atomic_store_explicit(&rt->has_signals, true, memory_order_relaxed);
    for (unsigned i = 0; i < TRP_COUNT(ended_by); i++) {
        struct sigaction old;
        if (sigaction(ended_by[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL) (void)set(ended_by[i], SIGNAL_OURS);
    }
}

static void restore(int first, int last)
{
    for (int number = first; number <= last; number++) {
        if (changed & bit(number)) (void)sigaction(number, &before[number], NULL);
        changed &= ~bit(number);
    }
}

static void await_handlers(void)
{
    while (atomic_load_explicit(&handling, memory_order_seq_cst) != 0) { // a few instructions of another thread
    }
}

void signals_return(struct actor_runtime *rt)
{
    if (!atomic_load_explicit(&rt->has_signals, memory_order_relaxed)) return;
    atomic_store_explicit(&rt->has_signals, false, memory_order_seq_cst);
    await_handlers();
    restore(1, SIGPIPE - 1);
    restore(SIGPIPE + 1, SIGNAL_MAX);
    atomic_store_explicit(&rt->signals, 0, memory_order_relaxed);
    atomic_store_explicit(&rt->signal_pending, false, memory_order_relaxed);
    atomic_store_explicit(&rt->signalled, false, memory_order_relaxed);
}

void signals_leave(struct actor_runtime *rt)
{
    if (atomic_load_explicit(&lent_to, memory_order_relaxed) != rt) return;
    restore(SIGPIPE, SIGPIPE);
    atomic_store_explicit(&lent_to, NULL, memory_order_seq_cst);
    await_handlers();
}

// --- Primitives --------------------------------------------------------------------------------------------------------------
static struct actor_runtime *lent(const struct ec *ec)
{
    struct actor_runtime *const rt = runtime_actors(ec->runtime);
    return rt != NULL && atomic_load_explicit(&lent_to, memory_order_relaxed) == rt ? rt : NULL;
}

// Primitive.signal_lent
static value_t signal_lent(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return value_bool(lent(ec) != NULL);
}

// Primitive.signal_set(number, disposition): whether the operating system allows it. By the main actor.
static value_t signal_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(set((int)value_to_fixnum(argv[0]), (enum disposition)value_to_fixnum(argv[1])));
}

// Primitive.signal_next: in the main thread, the number of one that has arrived, which is no longer pending. Else nil.
static value_t signal_next(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor_runtime *const rt = ec->main && ec->root == ec->root->thread.first ? lent(ec) : NULL;
    // acquire: pairs with post
    uint64_t const pending = rt == NULL ? 0 : atomic_load_explicit(&rt->signals, memory_order_acquire);
    if (pending == 0) return VALUE_NIL;
    int const number = __builtin_ctzll(pending) + 1;
    atomic_fetch_and_explicit(&rt->signals, ~bit(number), memory_order_relaxed);
    return value_fixnum(number);
}

// Primitive.signal_post(number): the process sends itself one. False: it is not ours, the operating system must do it.
static value_t signal_post(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor_runtime *const rt = lent(ec);
    int const number = (int)value_to_fixnum(argv[0]);
    struct sigaction now;
    if (rt == NULL || number < 1 || number > SIGNAL_MAX || sigaction(number, NULL, &now) != 0) return VALUE_FALSE;
    if (now.sa_handler != on_signal) return VALUE_FALSE;
    post(rt, number);
    return VALUE_TRUE;
}

// How long each takes, see docs/builtins.md:
//   bounded: signal_lent signal_set signal_next signal_post

bool define_signals(struct runtime *runtime)
{
    static const struct vm_primitive primitives[] = {
        {"signal_lent", signal_lent}, {"signal_set", signal_set}, {"signal_next", signal_next}, {"signal_post", signal_post}};
    return vm_add_primitives(runtime, primitives, TRP_COUNT(primitives));
}
