// Seats and hands. Purpose: a worker (loop, queues, stash, timers) is a seat, and a hand is a thread that works there. A hand
// that stays away in a native call loses its seat to a spare hand, so that as many work as there are processors.
//
// A hand that comes back without a seat waits for one: whoever works at a seat hands it over between two slices and becomes
// spare. It goes on in the middle of its slice at whatever seat it got; its C stack is why it, and not another, must.
//
// Invariants:
//   S3 A seat has one hand at most, and a hand one seat at most; worker.hand and hand.seat name each other.
//   S4 Of a hand that waits (spare, returning) or is in a native call, hand.seat is changed by others, under seats_mutex; else
//      by nobody.
//   S5 A hand that waits is in exactly one of the two lists. `returning` counts the one; `away` counts those whose seat was
//      taken until they have another.
// No call is lost: who comes back counts itself in `returning`, fences and looks for sleepers; a sleeper counts itself, fences
// and looks at `returning` (worker.c). Who finds all at work is given the first seat that comes between slices.
// Data: seats_mutex's.
#include "actor/interior.h"

#define STACK_SIZE ((size_t)8 << 20)
#define SPARES_MAX 256u // threads beside one for each worker

bool hand_over(const struct hand *hand)
{
    // seq_cst, both: pair with the fence in worker_sleep
    const struct actor_runtime *const rt = hand->runtime;
    if (hand->first) return atomic_load_explicit(&rt->main_done, memory_order_seq_cst);
    return atomic_load_explicit(&rt->stop, memory_order_seq_cst) == STOP_CLOSING;
}

// --- Threads -----------------------------------------------------------------------------------------------------------
static void hand_main(void *argument) { worker_loop(argument); }

static uint32_t next_mark(struct actor_runtime *rt) { return ++rt->last_mark; }

static void sit(struct hand *hand, struct worker *worker)
{
    hand->seat = worker;
    worker->hand = hand;
}

// A new thread at the seat. False: there is none to be had.
static bool hire(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    if (rt->hand_count >= rt->worker_count + SPARES_MAX) return false;
    struct hand *const hand = base_alloc_zeroed(sizeof *hand);
    if (hand == NULL) return false;
    if (uv_cond_init(&hand->called) != 0) goto fail_memory;
    hand->runtime = rt;
    hand->mark = next_mark(rt);
    sit(hand, worker);
    if (!base_thread_start(&hand->thread, STACK_SIZE, hand_main, hand)) goto fail_cond;
    hand->next_of_all = rt->hands;
    rt->hands = hand;
    rt->hand_count++;
    return true;

fail_cond:
    worker->hand = NULL;
    uv_cond_destroy(&hand->called);
fail_memory:
    base_free(hand);
    return false;
}

static void call(struct hand *hand, struct worker *worker)
{
    sit(hand, worker);
    hand->waits = false;
    uv_cond_signal(&hand->called);
}

static struct hand *pop_spare(struct actor_runtime *rt)
{
    struct hand *const hand = rt->spares;
    if (hand != NULL) rt->spares = hand->next;
    return hand;
}

static bool give_to_spare(struct worker *worker)
{
    struct hand *const spare = pop_spare(worker->runtime);
    if (spare == NULL) return hire(worker);
    call(spare, worker);
    return true;
}

bool seat_give(struct worker *worker)
{
    uv_mutex_lock(&worker->runtime->seats_mutex);
    bool const ok = give_to_spare(worker);
    uv_mutex_unlock(&worker->runtime->seats_mutex);
    return ok;
}

// --- Native calls ------------------------------------------------------------------------------------------------------
static struct hand *pop_returning(struct actor_runtime *rt)
{
    struct hand *const hand = rt->returning_first;
    if (hand == NULL) return NULL;
    rt->returning_first = hand->next;
    if (rt->returning_first == NULL) rt->returning_last = &rt->returning_first;
    atomic_fetch_sub_explicit(&rt->returning, 1, memory_order_relaxed);
    return hand;
}

static bool give_away(struct worker *worker)
{
    struct hand *const hand = pop_returning(worker->runtime);
    if (hand == NULL) return give_to_spare(worker);
    call(hand, worker);
    return true;
}

// S2: the mark is gone, the seat has nobody.
static void take_from_away(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    struct hand *const away = worker->hand;
    away->seat = NULL;
    // Counted before another can sleep there: nobody takes the program for deadlocked (worker.c).
    atomic_fetch_add_explicit(&rt->away, 1, memory_order_seq_cst);
    if (give_away(worker)) {
        atomic_fetch_add_explicit(&rt->handovers, 1, memory_order_relaxed);
        return;
    }
    sit(away, worker); // no thread: it is kept for it
    atomic_fetch_sub_explicit(&rt->away, 1, memory_order_seq_cst);
}

bool seat_take(struct worker *worker, uint32_t mark)
{
    struct actor_runtime *const rt = worker->runtime;
    bool taken = false;
    uv_mutex_lock(&rt->seats_mutex);
    if (atomic_load_explicit(&rt->stop, memory_order_seq_cst) != STOP_CLOSING) {
        // acquire: what its hand left there; pairs with the store in actor_native_enter
        taken = atomic_compare_exchange_strong_explicit(&worker->native, &mark, 0, memory_order_acquire,
                                                        memory_order_relaxed);
        if (taken) take_from_away(worker);
    }
    uv_mutex_unlock(&rt->seats_mutex);
    return taken;
}

static void append_returning(struct hand *hand)
{
    struct actor_runtime *const rt = hand->runtime;
    hand->next = NULL;
    hand->waits = true;
    *rt->returning_last = hand;
    rt->returning_last = &hand->next;
    atomic_fetch_add_explicit(&rt->returning, 1, memory_order_seq_cst);
}

// Out of the list in which it waited; all is over.
static void stop_waiting(struct hand *hand)
{
    struct actor_runtime *const rt = hand->runtime;
    struct hand **at = &rt->returning_first;
    while (*at != hand) at = &(*at)->next;
    *at = hand->next;
    if (*at == NULL) rt->returning_last = at;
    hand->waits = false;
    atomic_fetch_sub_explicit(&rt->returning, 1, memory_order_relaxed);
}

struct worker *seat_regain(struct hand *hand)
{
    struct actor_runtime *const rt = hand->runtime;
    uv_mutex_lock(&rt->seats_mutex);
    if (hand->seat == NULL) {
        append_returning(hand);
        uv_mutex_unlock(&rt->seats_mutex);
        // seq_cst: it is counted before the look at sleepers; pairs with the fence in worker_sleep
        atomic_thread_fence(memory_order_seq_cst);
        (void)schedule_call(rt, hand->mark);
        watch_need(rt);
        uv_mutex_lock(&rt->seats_mutex);
        while (hand->waits && atomic_load_explicit(&rt->stop, memory_order_seq_cst) != STOP_CLOSING) {
            uv_cond_wait(&hand->called, &rt->seats_mutex);
        }
        if (hand->waits) stop_waiting(hand);
        atomic_fetch_sub_explicit(&rt->away, 1, memory_order_seq_cst); // it works there, or all is over
    }
    uv_mutex_unlock(&rt->seats_mutex);
    return hand->seat;
}

// --- Between slices ----------------------------------------------------------------------------------------------------
void seat_yield(struct hand *hand)
{
    struct actor_runtime *const rt = hand->runtime;
    struct worker *const worker = hand->seat;
    uv_mutex_lock(&rt->seats_mutex);
    struct hand *const returning = pop_returning(rt);
    if (returning != NULL) {
        hand->seat = NULL;
        call(returning, worker);
        hand->next = rt->spares;
        hand->waits = true;
        rt->spares = hand;
    }
    uv_mutex_unlock(&rt->seats_mutex);
}

bool seat_await(struct hand *hand)
{
    struct actor_runtime *const rt = hand->runtime;
    uv_mutex_lock(&rt->seats_mutex);
    while (hand->waits && !hand_over(hand)) uv_cond_wait(&hand->called, &rt->seats_mutex);
    uv_mutex_unlock(&rt->seats_mutex);
    return hand->seat != NULL;
}

void seats_call_first(struct actor_runtime *rt)
{
    uv_mutex_lock(&rt->seats_mutex);
    struct worker *const seat = rt->first_hand.seat;
    uv_cond_signal(&rt->first_hand.called);
    if (seat != NULL) {
        atomic_fetch_add_explicit(&rt->searching, 1, memory_order_relaxed); // as any roused worker
        if (!worker_rouse(seat)) atomic_fetch_sub_explicit(&rt->searching, 1, memory_order_relaxed);
    }
    uv_mutex_unlock(&rt->seats_mutex);
}

// --- A program ---------------------------------------------------------------------------------------------------------
bool seats_open(struct actor_runtime *rt)
{
    if (uv_mutex_init(&rt->seats_mutex) != 0) return false;
    if (uv_cond_init(&rt->first_hand.called) != 0) {
        uv_mutex_destroy(&rt->seats_mutex);
        return false;
    }
    rt->first_hand.runtime = rt;
    rt->first_hand.first = true;
    rt->first_hand.mark = next_mark(rt);
    rt->returning_last = &rt->returning_first;
    return true;
}

void seats_close(struct actor_runtime *rt)
{
    uv_cond_destroy(&rt->first_hand.called);
    uv_mutex_destroy(&rt->seats_mutex);
}

void seats_begin(struct actor_runtime *rt)
{
    rt->first_hand.waits = false;
    sit(&rt->first_hand, &rt->workers[0]);
}

void seats_end(struct actor_runtime *rt)
{
    uv_mutex_lock(&rt->seats_mutex);
    struct hand *const hands = rt->hands;
    for (struct hand *hand = hands; hand != NULL; hand = hand->next_of_all) uv_cond_signal(&hand->called);
    uv_mutex_unlock(&rt->seats_mutex);
    for (unsigned i = 0; i < rt->worker_count; i++) (void)worker_rouse(&rt->workers[i]);
    for (struct hand *hand = hands, *next; hand != NULL; hand = next) {
        next = hand->next_of_all;
        base_thread_join(hand->thread);
        uv_cond_destroy(&hand->called);
        base_free(hand);
    }
    for (unsigned i = 0; i < rt->worker_count; i++) rt->workers[i].hand = NULL;
    rt->hands = rt->spares = NULL;
    rt->first_hand.seat = NULL;
    rt->hand_count = 0;
    TRP_ASSERT(rt->returning_first == NULL && atomic_load_explicit(&rt->away, memory_order_relaxed) == 0);
}
