// Seats: who is in a native call loses one, waits for one, and gets it back; in a program, nobody is left without.
#include "fixture.h"

#include <pthread.h>
#include <time.h>

static void open_two(void)
{
    runtime_must_open(2);
    rt->watch.failed = true; // no watch: the test takes the seats
    seats_begin(rt);
    atomic_store(&rt->started, 2); // or who comes back would have the second seat started, by a spare hand
}

static void close_two(void)
{
    uv_mutex_lock(&rt->stop_mutex);
    atomic_store(&rt->stop, STOP_CLOSING);
    uv_mutex_unlock(&rt->stop_mutex);
    seats_end(rt);
    atomic_store(&rt->started, 1);
    atomic_store(&rt->stop, STOP_NONE);
    runtime_must_close();
}

#define MARK 7u

// A hand that no thread stands behind.
static void seat_hand(struct hand *hand, struct worker *worker)
{
    *hand = (struct hand){.runtime = rt, .mark = MARK, .seat = worker};
    ck_assert_int_eq(uv_cond_init(&hand->called), 0);
    if (worker != NULL) worker->hand = hand;
}

// S2, S3: the seat goes to a spare hand, and the hand whose mark it was knows that it has none.
START_TEST(a_seat_is_taken_once_by_the_mark_that_is_there)
{
    struct worker *const worker = &rt->workers[1];
    struct hand away, spare;
    seat_hand(&spare, NULL);
    seat_hand(&away, worker);
    spare.waits = true;
    rt->spares = &spare;

    ck_assert(!seat_take(worker, MARK)); // it is in no native call
    atomic_store(&worker->native, MARK);
    ck_assert(!seat_take(worker, MARK + 1)); // another's
    ck_assert_ptr_eq(worker->hand, &away);
    ck_assert(seat_take(worker, MARK));
    ck_assert_uint_eq(atomic_load(&worker->native), 0);
    ck_assert_ptr_null(away.seat);
    ck_assert_ptr_eq(worker->hand, &spare);
    ck_assert_ptr_eq(spare.seat, worker);
    ck_assert(!spare.waits);
    ck_assert_ptr_null(rt->spares);
    ck_assert_uint_eq(atomic_load(&rt->away), 1);
    ck_assert_uint_eq(atomic_load(&rt->handovers), 1);
    ck_assert(!seat_take(worker, MARK)); // once

    atomic_store(&rt->away, 0);
    uv_cond_destroy(&away.called);
    uv_cond_destroy(&spare.called);
}
END_TEST

// Nobody takes a seat that no thread could sit at: the hand keeps it, and nothing says otherwise.
START_TEST(without_another_thread_a_seat_is_kept)
{
    struct worker *const worker = &rt->workers[1];
    struct hand away;
    seat_hand(&away, worker);
    rt->hand_count = UINT32_MAX;
    atomic_store(&worker->native, MARK);
    ck_assert(seat_take(worker, MARK)); // the caller is done with it all the same
    ck_assert_ptr_eq(worker->hand, &away);
    ck_assert_ptr_eq(away.seat, worker);
    ck_assert_uint_eq(atomic_load(&rt->away), 0);
    ck_assert_uint_eq(atomic_load(&rt->handovers), 0);
    ck_assert_ptr_eq(seat_regain(&away), worker); // at once
    rt->hand_count = 0;
    uv_cond_destroy(&away.called);
}
END_TEST

START_TEST(nothing_is_taken_when_all_is_over)
{
    struct worker *const worker = &rt->workers[1];
    struct hand away;
    seat_hand(&away, worker);
    atomic_store(&worker->native, MARK);
    atomic_store(&rt->stop, STOP_CLOSING);
    ck_assert(!seat_take(worker, MARK));
    ck_assert_ptr_eq(away.seat, worker);
    away.seat = NULL;
    atomic_store(&rt->away, 1);
    ck_assert_ptr_null(seat_regain(&away)); // does not wait
    ck_assert_uint_eq(atomic_load(&rt->returning), 0);
    ck_assert_uint_eq(atomic_load(&rt->away), 0);
    uv_cond_destroy(&away.called);
}
END_TEST

static struct worker *regained;
static void *come_back(void *hand)
{
    regained = seat_regain(hand);
    return NULL;
}

static void await_returning(uint32_t count)
{
    struct timespec const moment = {.tv_nsec = 100000};
    while (atomic_load(&rt->returning) != count) nanosleep(&moment, NULL);
}

// S5: who comes back waits in line; between two slices it has the seat, and who had it is spare.
START_TEST(between_slices_a_seat_passes_to_who_came_back)
{
    struct worker *const worker = &rt->workers[1];
    struct hand back, works;
    pthread_t thread;
    seat_hand(&back, NULL);
    seat_hand(&works, worker);
    seat_yield(&works); // nobody waits
    ck_assert_ptr_eq(works.seat, worker);

    atomic_store(&rt->away, 1);
    pthread_create(&thread, NULL, come_back, &back);
    await_returning(1);
    seat_yield(&works);
    pthread_join(thread, NULL);
    ck_assert_ptr_eq(regained, worker);
    ck_assert_ptr_eq(worker->hand, &back);
    ck_assert_ptr_null(works.seat);
    ck_assert(works.waits);
    ck_assert_ptr_eq(rt->spares, &works);
    ck_assert_uint_eq(atomic_load(&rt->returning), 0);
    ck_assert_uint_eq(atomic_load(&rt->away), 0);

    // The spare hand is called when a seat is given.
    ck_assert(seat_give(worker));
    ck_assert(seat_await(&works));
    ck_assert_ptr_eq(works.seat, worker);
    rt->spares = NULL;
    uv_cond_destroy(&back.called);
    uv_cond_destroy(&works.called);
}
END_TEST

Suite *seat_suite(void)
{
    Suite *const suite = suite_create("seat");
    TCase *const tcase = tcase_create("seat");
    tcase_add_checked_fixture(tcase, open_two, close_two);
    tcase_add_test(tcase, a_seat_is_taken_once_by_the_mark_that_is_there);
    tcase_add_test(tcase, without_another_thread_a_seat_is_kept);
    tcase_add_test(tcase, nothing_is_taken_when_all_is_over);
    tcase_add_test(tcase, between_slices_a_seat_passes_to_who_came_back);
    suite_add_tcase(suite, tcase);
    return suite;
}
