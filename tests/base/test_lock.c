// The counting lock.
#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "base/base.h"

static struct base_lock lock;
static uint64_t counter;
static _Atomic(bool) contended;

static void *add(void *argument)
{
    (void)argument;
    for (int i = 0; i < 20000; i++) {
        base_lock_acquire(&lock);
        counter++;
        base_lock_release(&lock);
    }
    return NULL;
}

START_TEST(it_excludes)
{
    pthread_t threads[4];
    base_lock_init(&lock);
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    ck_assert_uint_eq(counter, 80000);
    ck_assert(!base_lock_acquire(&lock));
    base_lock_release(&lock);
    base_lock_destroy(&lock);
}
END_TEST

static void *want(void *argument)
{
    (void)argument;
    contended = base_lock_acquire(&lock);
    base_lock_release(&lock);
    return NULL;
}

START_TEST(it_knows_that_it_was_contended)
{
    pthread_t thread;
    base_lock_init(&lock);
    base_lock_acquire(&lock);
    pthread_create(&thread, NULL, want, NULL);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    base_lock_release(&lock);
    pthread_join(thread, NULL);
    ck_assert(contended);
    base_lock_destroy(&lock);
}
END_TEST

Suite *lock_suite(void)
{
    Suite *const suite = suite_create("lock");
    TCase *const tests = tcase_create("lock");
    tcase_add_test(tests, it_excludes);
    tcase_add_test(tests, it_knows_that_it_was_contended);
    suite_add_tcase(suite, tests);
    return suite;
}
