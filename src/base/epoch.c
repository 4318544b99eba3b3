// Epochs. Purpose: free what was retired once nobody can be reading it.
// Invariants: a block waits until each member was outside at some time after the block was retired: its `turns` was even, or
// has moved since it was `seen`.
// Data: any thread; what is under the lock is said in epoch.h.
#include "base/epoch.h"

void epoch_open(struct epoch *epoch)
{
    base_lock_init(&epoch->lock);
    epoch->members = NULL;
    epoch->waiting = NULL;
    atomic_init(&epoch->retired, NULL);
    atomic_init(&epoch->count, 0);
}

static void free_blocks(struct epoch_block *block)
{
    while (block != NULL) {
        struct epoch_block *const next = block->next;
        base_free(block);
        block = next;
    }
}

static struct epoch_block *take_retired(struct epoch *epoch)
{
    atomic_store_explicit(&epoch->count, 0, memory_order_relaxed);
    // acquire: pairs with the release in epoch_retire
    return atomic_exchange_explicit(&epoch->retired, NULL, memory_order_acquire);
}

void epoch_free_all(struct epoch *epoch)
{
    base_lock_acquire(&epoch->lock);
    struct epoch_block *const waiting = epoch->waiting, *const retired = take_retired(epoch);
    epoch->waiting = NULL;
    base_lock_release(&epoch->lock);
    free_blocks(waiting);
    free_blocks(retired);
}

void epoch_close(struct epoch *epoch)
{
    TRP_ASSERT(epoch->members == NULL);
    epoch_free_all(epoch);
    base_lock_destroy(&epoch->lock);
}

void epoch_join(struct epoch *epoch, struct epoch_member *member)
{
    atomic_init(&member->turns, 0);
    base_lock_acquire(&epoch->lock);
    member->seen = 0;
    member->next = epoch->members;
    epoch->members = member;
    base_lock_release(&epoch->lock);
}

void epoch_quit(struct epoch *epoch, struct epoch_member *member)
{
    TRP_ASSERT(!epoch_inside(member));
    base_lock_acquire(&epoch->lock);
    struct epoch_member **link = &epoch->members;
    while (*link != member) link = &(*link)->next;
    *link = member->next;
    base_lock_release(&epoch->lock);
}

// The member's turns now. Adding zero is a write: whoever enters later reads from it, and so knows what was replaced before.
static uint64_t look(struct epoch_member *member)
{
    // acq_rel: pairs with epoch_enter and epoch_leave
    return atomic_fetch_add_explicit(&member->turns, 0, memory_order_acq_rel);
}

// Whether the member was outside since the waiting blocks wait.
static bool passed(struct epoch_member *member)
{
    return (member->seen & 1) == 0 || look(member) != member->seen;
}

// Frees what has waited long enough, and lets what was retired since begin to wait. Lock held; what it returns is to be freed.
static struct epoch_block *advance(struct epoch *epoch)
{
    if (epoch->members == NULL) return NULL;
    for (struct epoch_member *m = epoch->members; m != NULL; m = m->next) {
        if (epoch->waiting != NULL && !passed(m)) return NULL;
    }
    struct epoch_block *const done = epoch->waiting;
    epoch->waiting = take_retired(epoch);
    for (struct epoch_member *m = epoch->members; m != NULL; m = m->next) m->seen = look(m);
    return done;
}

void epoch_retire(struct epoch *epoch, struct epoch_block *block)
{
    if (block == NULL) return;
    block->next = atomic_load_explicit(&epoch->retired, memory_order_relaxed);
    // release: pairs with the acquire in take_retired
    while (!atomic_compare_exchange_weak_explicit(&epoch->retired, &block->next, block, memory_order_release,
                                                  memory_order_relaxed)) {
    }
    if ((atomic_fetch_add_explicit(&epoch->count, 1, memory_order_relaxed) + 1) % EPOCH_BATCH != 0) return;
    base_lock_acquire(&epoch->lock);
    struct epoch_block *const done = advance(epoch);
    base_lock_release(&epoch->lock);
    free_blocks(done);
}
