// What a Mutex is underneath, and lists of waiting threads: primitives of mutex.rb and queue.rb.
// They are C because nothing may come between their steps: a poll could switch threads, or raise what another one sent.
#include "core/support/state.h"
#include "vm/fiber.h"
#include "vm/thread.h"

#define UNUSED (void)self, (void)argc, (void)argv

// --- Lists of waiting threads: Arrays of handles -------------------------------------------------------------------------

static ptrdiff_t find(const struct array *list, value_t handle)
{
    for (size_t i = 0; i < array_count(list); i++) {
        if (array_at(list, i) == handle) return (ptrdiff_t)i;
    }
    return -1;
}

static void drop(struct ec *ec, struct array *list, value_t handle)
{
    ptrdiff_t const at = find(list, handle);
    if (at == 0) (void)array_shift(ec->heap, list);
    if (at > 0) (void)array_splice(ec->heap, list, (size_t)at, 1, NULL, 0); // it shrinks
}

static void wake_first(const struct array *list)
{
    if (array_count(list) == 0) return;
    struct ec *const root = vm_thread_of(array_at(list, 0))->root;
    if (root != NULL) vm_thread_wake(root);
}

// waiters_add(list): the calling thread.
static value_t waiters_add(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    value_t const handle = vm_thread_own(ec);
    if (handle == VALUE_UNDEF) return VALUE_UNDEF;
    return array_push(ec->heap, value_to_array(argv[0]), handle) ? VALUE_NIL : vm_raise_memory(ec);
}

static value_t waiters_drop(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    drop(ec, value_to_array(argv[0]), ec->root->thread.handle);
    return VALUE_NIL;
}

// waiters_wake(list): the one that waits longest. It stays in the list until it takes itself out.
static value_t waiters_wake(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    wake_first(value_to_array(argv[0]));
    return VALUE_NIL;
}

// waiters_signal(list): takes out the one that waits longest and wakes it by name, in one step. False: there is none.
static value_t waiters_signal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct array *const list = value_to_array(argv[0]);
    if (array_count(list) == 0) return VALUE_FALSE;
    struct vm_thread *const thread = vm_thread_of(array_shift(ec->heap, list));
    thread->woken = true;
    if (thread->root != NULL) vm_thread_wake(thread->root);
    return VALUE_TRUE;
}

static value_t waiters_wake_all(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    const struct array *const list = value_to_array(argv[0]);
    for (size_t i = 0; i < array_count(list); i++) {
        struct ec *const root = vm_thread_of(array_at(list, i))->root;
        if (root != NULL) vm_thread_wake(root);
    }
    return VALUE_NIL;
}

// --- Locks ---------------------------------------------------------------------------------------------------------------

struct lock { // payload
    value_t owner;   // Fiber, or nil: free
    value_t thread;  // handle of the thread that it was locked in
    value_t waiting; // Array of handles
    value_t next;    // the thread's next lock (struct vm_thread's locks)
};

static void lock_trace(struct heap_marker *marker, void *payload)
{
    const struct lock *const l = payload;
    heap_mark(marker, l->owner);
    heap_mark(marker, l->thread);
    heap_mark(marker, l->waiting);
    heap_mark(marker, l->next);
}

static const struct data_kind lock_kind = {.name = "lock", .trace = lock_trace, .values = 4};

static struct lock *lock_of(value_t v) { return data_payload(v, &lock_kind); }

static value_t lock_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct data *const d = data_new(ec->heap, CLASS_OBJECT, &lock_kind, sizeof(struct lock));
    struct array *const waiting = d == NULL ? NULL : array_new(ec->heap, 0);
    if (waiting == NULL) return vm_raise_memory(ec);
    *(struct lock *)(void *)d->payload =
        (struct lock){.owner = VALUE_NIL, .thread = VALUE_NIL, .waiting = value_pointer(waiting), .next = VALUE_NIL};
    return value_pointer(d);
}

// Of a fiber that died with it, nobody can be waiting for the unlock.
static bool is_free(const struct lock *l)
{
    return value_is_nil(l->owner) || ((const struct fiber *)value_to_pointer(l->owner))->state == FIBER_TERMINATED;
}

// Out of the list of its thread's locks.
static void forget(const struct lock *l, value_t lock)
{
    value_t *at = &vm_thread_of(l->thread)->locks;
    while (*at != lock) at = &lock_of(*at)->next;
    *at = l->next;
}

static void release(struct lock *l, value_t lock)
{
    forget(l, lock);
    l->owner = l->thread = l->next = VALUE_NIL;
    wake_first(value_to_array(l->waiting));
}

// lock_try(lock): whether the calling fiber has it now.
static value_t lock_try(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct lock *const l = lock_of(argv[0]);
    struct fiber *const fiber = vm_fiber_current(ec);
    if (fiber == NULL) return VALUE_UNDEF;
    if (!is_free(l)) return VALUE_FALSE;
    if (!value_is_nil(l->owner)) forget(l, argv[0]);
    value_t const handle = vm_thread_own(ec);
    if (handle == VALUE_UNDEF) return VALUE_UNDEF;
    struct vm_thread *const thread = vm_thread_of(handle);
    l->owner = value_pointer(fiber);
    l->thread = handle;
    l->next = thread->locks;
    thread->locks = argv[0];
    return VALUE_TRUE;
}

// lock_check(lock): before a wait for it.
static value_t lock_check(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    const struct lock *const l = lock_of(argv[0]);
    const struct fiber *const fiber = vm_fiber_current(ec);
    if (fiber == NULL) return VALUE_UNDEF;
    if (is_free(l)) return VALUE_NIL;
    if (l->owner == value_pointer(fiber)) return vm_raise(ec, CLASS_THREAD_ERROR, "deadlock; recursive locking");
    if (l->thread != ec->root->thread.handle) return VALUE_NIL;
    return vm_raise(ec, CLASS_THREAD_ERROR, "deadlock; lock already owned by another fiber belonging to the same thread");
}

static value_t lock_unlock(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct lock *const l = lock_of(argv[0]);
    const struct fiber *const fiber = vm_fiber_current(ec);
    if (fiber == NULL) return VALUE_UNDEF;
    if (is_free(l)) return vm_raise(ec, CLASS_THREAD_ERROR, "Attempt to unlock a mutex which is not locked");
    if (l->owner != value_pointer(fiber)) {
        return vm_raise(ec, CLASS_THREAD_ERROR, "Attempt to unlock a mutex which is locked by another thread/fiber");
    }
    release(l, argv[0]);
    return VALUE_NIL;
}

static value_t lock_locked(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(!is_free(lock_of(argv[0])));
}

static value_t lock_owned(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    const struct lock *const l = lock_of(argv[0]);
    return value_bool(!value_is_nil(l->owner) && l->owner == ec->self_object);
}

static value_t lock_waiters(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return lock_of(argv[0])->waiting;
}

// lock_waited(lock): the calling thread waits no more. If it did not take a free lock, the next has its turn.
static value_t lock_waited(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    const struct lock *const l = lock_of(argv[0]);
    drop(ec, value_to_array(l->waiting), ec->root->thread.handle);
    if (is_free(l)) wake_first(value_to_array(l->waiting));
    return VALUE_NIL;
}

// thread_finish(handle, list): the calling thread has ended. What it has locked is free, and all in the list look again.
static value_t thread_finish(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    struct vm_thread *const thread = vm_thread_of(argv[0]);
    thread->ended = true;
    while (!value_is_nil(thread->locks)) release(lock_of(thread->locks), thread->locks);
    return waiters_wake_all(ec, self, argc - 1, argv + 1);
}

// How long each takes, see docs/builtins.md:
//   bounded: waiters_add waiters_wake lock_new lock_try lock_check lock_unlock lock_locked lock_owned lock_waiters
//     lock_waited waiters_signal
//   open: waiters_drop waiters_wake_all thread_finish
static const struct vm_primitive primitives[] = {
    {"waiters_add", waiters_add},   {"waiters_drop", waiters_drop}, {"waiters_wake", waiters_wake},
    {"waiters_wake_all", waiters_wake_all},
    {"lock_new", lock_new},         {"lock_try", lock_try},         {"lock_check", lock_check},
    {"lock_unlock", lock_unlock},   {"lock_locked", lock_locked},   {"lock_owned", lock_owned},
    {"lock_waiters", lock_waiters}, {"lock_waited", lock_waited},   {"thread_finish", thread_finish},
    {"waiters_signal", waiters_signal},
};

bool core_mutex(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
