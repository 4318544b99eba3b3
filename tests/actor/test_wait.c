// Waits for descriptors and jobs (wait.c, pool.c): who is woken, who owns what when it is given up at any moment.
#include "fixture.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static struct actor *actor;
static struct ec *ec;
static int ends[2];
static _Atomic(unsigned) runs, drops;
static _Atomic(bool) may_end;

static void open_one(void)
{
    runtime_must_open(1);
    rt->watch.failed = false; // as in a program
    actor = actor_must_open();
    ec = actor->body->ec;
    ck_assert_int_eq(pipe(ends), 0);
    atomic_store(&runs, 0);
    atomic_store(&drops, 0);
    atomic_store(&may_end, false);
}

static void close_one(void)
{
    atomic_store(&may_end, true);
    waits_drop(actor->body);
    watch_end(rt);
    pool_end(rt);
    actor_must_close(actor);
    close(ends[0]);
    close(ends[1]);
    runtime_must_close();
}

static void moment(void)
{
    struct timespec const time = {.tv_nsec = 200000};
    nanosleep(&time, NULL);
}

static struct wait *waited_for(void) { return ec->root->thread.waits_for; }

static bool is_done(void)
{
    uv_mutex_lock(&rt->watch.mutex);
    bool const done = waited_for()->done;
    uv_mutex_unlock(&rt->watch.mutex);
    return done;
}

static void await_ready(uint32_t count)
{
    while (atomic_load(&rt->watch.ready_count) != count) moment();
}

// --- Descriptors -------------------------------------------------------------------------------------------------------
START_TEST(a_wait_fires_when_there_is_something_to_read)
{
    ck_assert(actor_wait_ready(ec, ends[0], VM_READABLE));
    struct wait *const wait = waited_for();
    ck_assert(actor_wait_ready(ec, ends[0], VM_READABLE)); // tested too early: the same lasts
    ck_assert_ptr_eq(waited_for(), wait);
    for (int i = 0; i < 5; i++) moment();
    ck_assert(!is_done());
    ck_assert_int_eq(write(ends[1], "x", 1), 1);
    await_ready(1);
    ck_assert(is_done());
    actor_wait_end(ec);
    ck_assert_uint_eq(atomic_load(&rt->watch.ready_count), 0);
    ck_assert_ptr_null(waited_for());
    ck_assert_ptr_null(actor->body->waits);
}
END_TEST

START_TEST(another_question_is_another_wait)
{
    ck_assert(actor_wait_ready(ec, ends[0], VM_READABLE));
    ck_assert(actor_wait_ready(ec, ends[1], VM_WRITABLE)); // at once
    ck_assert_int_eq(waited_for()->asked, ends[1]);
    ck_assert_ptr_eq(actor->body->waits, waited_for());
    ck_assert_ptr_null(waited_for()->next); // the first was given up
    await_ready(1);
    ck_assert(actor_wait_ready(ec, ends[1], VM_WRITABLE)); // that one is done: a new one
    await_ready(1);
    ck_assert(is_done());
}
END_TEST

// W1, W2: the program's own descriptor may be closed under the wait, which has its own.
START_TEST(a_closed_descriptor_ends_its_waits_and_no_other)
{
    ck_assert(actor_wait_ready(ec, ends[0], VM_READABLE));
    actor_wait_closed(ec, ends[1]);
    ck_assert_ptr_nonnull(waited_for());
    actor_wait_closed(ec, ends[0]);
    ck_assert_ptr_null(waited_for());
    ck_assert_ptr_null(actor->body->waits);
    ck_assert(atomic_load(&actor->state) & STATE_NOTIFIED); // it tests again
}
END_TEST

START_TEST(what_is_no_descriptor_is_no_wait)
{
    ck_assert(!actor_wait_ready(ec, 1 << 20, VM_READABLE));
    ck_assert_ptr_null(waited_for());
    ck_assert_ptr_null(actor->body->waits);
}
END_TEST

// Given up at any moment: while the watch has not heard of it, polls it, or has put it among the ready. Descriptors come back,
// and memory (the sanitizers look).
START_TEST(waits_are_given_up_at_any_moment)
{
    struct rng rng = {.state = 11};
    int const before = dup(0);
    close(before);
    for (unsigned i = 0; i < 2000; i++) {
        bool const reads = rng_below(&rng, 2) == 0;
        ck_assert(actor_wait_ready(ec, reads ? ends[0] : ends[1], reads ? VM_READABLE : VM_WRITABLE));
        if (rng_below(&rng, 8) == 0) moment();
        if (rng_below(&rng, 2) == 0) actor_wait_end(ec);
    }
    waits_drop(actor->body);
    ck_assert_uint_eq(atomic_load(&rt->watch.ready_count), 0);
    ck_assert_ptr_null(rt->watch.ready);
    watch_end(rt); // it has let go of all
    int const after = dup(0);
    close(after);
    ck_assert_int_eq(after, before);
}
END_TEST

// --- Jobs --------------------------------------------------------------------------------------------------------------
struct job {
    struct vm_job job;
    int answer;
};

static void run_job(struct vm_job *job)
{
    while (!atomic_load(&may_end)) moment();
    ((struct job *)(void *)job)->answer = 42;
    atomic_fetch_add(&runs, 1);
}

static void drop_job(struct vm_job *job)
{
    base_free(job);
    atomic_fetch_add(&drops, 1);
}

static struct vm_job *job_new(void)
{
    struct job *const job = base_alloc_apart(sizeof *job);
    ck_assert_ptr_nonnull(job);
    *job = (struct job){.job = {.run = run_job, .drop = drop_job}};
    return &job->job;
}

START_TEST(a_job_runs_and_is_the_callers_again)
{
    struct vm_job *const job = job_new();
    ck_assert(actor_job_start(ec, job));
    ck_assert_ptr_null(actor_job_result(ec));
    ck_assert_uint_eq(atomic_load(&runs), 0);
    atomic_store(&may_end, true);
    await_ready(1);
    ck_assert_ptr_eq(actor_job_result(ec), job);
    ck_assert_int_eq(((struct job *)(void *)job)->answer, 42);
    ck_assert_ptr_null(actor_job_result(ec)); // once
    ck_assert_ptr_null(waited_for());
    ck_assert_uint_eq(atomic_load(&rt->watch.ready_count), 0);
    ck_assert_uint_eq(atomic_load(&drops), 0);
    job->drop(job);
}
END_TEST

// J3: its thread frees it, and wakes nobody.
START_TEST(a_job_that_is_given_up_is_freed_by_its_thread)
{
    ck_assert(actor_job_start(ec, job_new()));
    moment();
    actor_wait_end(ec);
    ck_assert_uint_eq(atomic_load(&drops), 0);
    atomic_store(&may_end, true);
    while (atomic_load(&drops) != 1) moment();
    ck_assert_uint_eq(atomic_load(&rt->watch.ready_count), 0);
}
END_TEST

// The actor frees a job that has run and that it does not ask for.
START_TEST(a_job_that_has_run_is_freed_with_its_wait)
{
    atomic_store(&may_end, true);
    ck_assert(actor_job_start(ec, job_new()));
    await_ready(1);
    actor_wait_end(ec);
    ck_assert_uint_eq(atomic_load(&drops), 1);
    ck_assert_uint_eq(atomic_load(&runs), 1);
    ck_assert_uint_eq(atomic_load(&rt->watch.ready_count), 0);
}
END_TEST

// Conservation: each job is answered or dropped, once; J1: the end of the program does not wait for one that lasts.
START_TEST(each_job_is_taken_or_dropped)
{
    enum { JOBS = 300 };
    struct rng rng = {.state = 12};
    unsigned taken = 0, started = 0;
    atomic_store(&may_end, true);
    for (; started < JOBS; started++) {
        ck_assert(actor_job_start(ec, job_new())); // gives up the one before
        if (rng_below(&rng, 3) == 0) moment();
        struct vm_job *const job = rng_below(&rng, 2) == 0 ? actor_job_result(ec) : NULL;
        if (job == NULL) continue;
        base_free(job);
        taken++;
    }
    waits_drop(actor->body);
    while (atomic_load(&drops) + taken != JOBS) moment();
    atomic_store(&may_end, false);
    ck_assert(actor_job_start(ec, job_new()));
    waits_drop(actor->body);
    pool_end(rt);
    ck_assert_ptr_null(rt->pool);
    ck_assert_uint_le(atomic_load(&drops) + taken, JOBS + 1);
    atomic_store(&may_end, true);
    while (atomic_load(&drops) + taken != JOBS + 1) moment();
}
END_TEST

Suite *wait_suite(void)
{
    Suite *const suite = suite_create("wait");
    TCase *const tcase = tcase_create("wait");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, open_one, close_one);
    tcase_add_test(tcase, a_wait_fires_when_there_is_something_to_read);
    tcase_add_test(tcase, another_question_is_another_wait);
    tcase_add_test(tcase, a_closed_descriptor_ends_its_waits_and_no_other);
    tcase_add_test(tcase, what_is_no_descriptor_is_no_wait);
    tcase_add_test(tcase, waits_are_given_up_at_any_moment);
    tcase_add_test(tcase, a_job_runs_and_is_the_callers_again);
    tcase_add_test(tcase, a_job_that_is_given_up_is_freed_by_its_thread);
    tcase_add_test(tcase, a_job_that_has_run_is_freed_with_its_wait);
    tcase_add_test(tcase, each_job_is_taken_or_dropped);
    suite_add_tcase(suite, tcase);
    return suite;
}
