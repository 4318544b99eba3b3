// Epochs: what readers may still see is not freed, and what they cannot is.
#include <check.h>
#include <pthread.h>

#include "base/epoch.h"

#define READERS 3
#define ROUNDS 20000

struct item {
    struct epoch_block block;
    uint64_t number, twice;
};

static struct epoch epoch;

static struct item *item_new(uint64_t number)
{
    struct item *const item = base_alloc(sizeof *item);
    ck_assert_ptr_nonnull(item);
    item->number = number;
    item->twice = 2 * number;
    return item;
}

static uint32_t count_blocks(const struct epoch_block *block)
{
    uint32_t count = 0;
    for (; block != NULL; block = block->next) count++;
    return count;
}

static uint32_t kept(void)
{
    return count_blocks(epoch.waiting) + count_blocks(atomic_load(&epoch.retired));
}

static void retire_many(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) epoch_retire(&epoch, &item_new(i)->block);
}

START_TEST(without_members_everything_waits)
{
    epoch_open(&epoch);
    retire_many(10 * EPOCH_BATCH);
    ck_assert_uint_eq(kept(), 10 * EPOCH_BATCH);
    epoch_close(&epoch);
}
END_TEST

START_TEST(who_is_inside_holds_up_what_is_retired_meanwhile)
{
    struct epoch_member out = {0}, in = {0};
    epoch_open(&epoch);
    epoch_join(&epoch, &out);
    epoch_join(&epoch, &in);
    epoch_enter(&in);
    retire_many(10 * EPOCH_BATCH);
    ck_assert_uint_eq(kept(), 10 * EPOCH_BATCH);
    epoch_leave(&in);
    retire_many(3 * EPOCH_BATCH);
    ck_assert_uint_le(kept(), 2 * EPOCH_BATCH);
    epoch_enter(&in); // it has been outside: what waits since before is free to go, however long this turn
    retire_many(2 * EPOCH_BATCH);
    epoch_leave(&in);
    epoch_quit(&epoch, &in);
    epoch_quit(&epoch, &out);
    epoch_close(&epoch);
}
END_TEST

START_TEST(a_turn_that_ends_lets_go_even_if_another_begins_at_once)
{
    struct epoch_member member = {0};
    epoch_open(&epoch);
    epoch_join(&epoch, &member);
    epoch_enter(&member);
    for (int i = 0; i < 100; i++) {
        retire_many(EPOCH_BATCH);
        epoch_leave(&member);
        epoch_enter(&member);
        ck_assert_uint_le(kept(), 2 * EPOCH_BATCH);
    }
    ck_assert(epoch_inside(&member));
    epoch_leave(&member);
    ck_assert(!epoch_inside(&member));
    epoch_free_all(&epoch);
    ck_assert_uint_eq(kept(), 0);
    epoch_quit(&epoch, &member);
    epoch_close(&epoch);
}
END_TEST

static _Atomic(struct item *) current;
static _Atomic(bool) over;

static void *read_items(void *argument)
{
    struct epoch_member *const member = argument;
    while (!atomic_load(&over)) {
        epoch_enter(member);
        for (int i = 0; i < 20; i++) {
            const struct item *const item = atomic_load_explicit(&current, memory_order_acquire);
            if (item->twice != 2 * item->number) return argument;
        }
        epoch_leave(member);
    }
    return NULL;
}

START_TEST(readers_and_a_writer)
{
    struct epoch_member members[READERS] = {0};
    pthread_t threads[READERS];
    void *wrong[READERS];
    epoch_open(&epoch);
    atomic_store(&over, false);
    atomic_store(&current, item_new(0));
    for (int i = 0; i < READERS; i++) epoch_join(&epoch, &members[i]);
    for (int i = 0; i < READERS; i++) pthread_create(&threads[i], NULL, read_items, &members[i]);
    for (uint64_t n = 1; n <= ROUNDS; n++) {
        struct item *const old = atomic_exchange_explicit(&current, item_new(n), memory_order_acq_rel);
        epoch_retire(&epoch, &old->block);
    }
    atomic_store(&over, true);
    for (int i = 0; i < READERS; i++) pthread_join(threads[i], &wrong[i]);
    for (int i = 0; i < READERS; i++) {
        ck_assert_ptr_null(wrong[i]);
        epoch_quit(&epoch, &members[i]);
    }
    base_free(atomic_load(&current));
    epoch_close(&epoch);
}
END_TEST

Suite *epoch_suite(void)
{
    Suite *const suite = suite_create("epoch");
    TCase *const tcase = tcase_create("epoch");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, without_members_everything_waits);
    tcase_add_test(tcase, who_is_inside_holds_up_what_is_retired_meanwhile);
    tcase_add_test(tcase, a_turn_that_ends_lets_go_even_if_another_begins_at_once);
    tcase_add_test(tcase, readers_and_a_writer);
    suite_add_tcase(suite, tcase);
    return suite;
}
