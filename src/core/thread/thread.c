// Thread: the primitives under thread.rb. Switching itself is the vm's (vm/thread.h).
#include "core/support/state.h"
#include "vm/thread.h"

#define UNUSED (void)self, (void)argc, (void)argv

// NULL: it has ended.
static struct ec *root_of(value_t handle) { return vm_thread_of(handle)->root; }

// thread_handle(thread): what the other primitives take for it.
static value_t thread_handle(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return vm_thread_handle(ec, argv[0]);
}

// thread_adopt(thread): the handle of the actor's first thread, which nobody started.
static value_t thread_adopt(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return vm_thread_adopt(ec, argv[0]);
}

// thread_start(handle, method, arguments): calls the Thread's method on a new ec.
static value_t thread_start(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    if (ec->actor == NULL) return vm_raise(ec, CLASS_THREAD_ERROR, "can't create Thread: there are no actors");
    const struct array *const a = value_to_array(argv[2]);
    value_t const thread = vm_thread_of(argv[0])->object;
    bool const started =
        vm_thread_start(ec, argv[0], thread, value_to_symbol(argv[1]), (int)array_count(a), array_items(a));
    return started ? VALUE_TRUE : VALUE_UNDEF;
}

static value_t object_of(value_t handle) { return value_is_nil(handle) ? VALUE_NIL : vm_thread_of(handle)->object; }

// thread_current: nil: it has no Thread yet.
static value_t thread_current(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return object_of(ec->root->thread.handle);
}

// thread_is_main: whether the calling thread is its actor's first.
static value_t thread_is_main(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return value_bool(ec->root->thread.first == ec->root);
}

// thread_main: the Thread of the actor's first ec, or nil.
static value_t thread_main(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return object_of(ec->root->thread.first->thread.handle);
}

// thread_alone: whether there is no other in its actor.
static value_t thread_alone(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return value_bool(vm_threads_alone(ec->root->thread.first));
}

// thread_list: those that have not ended and have a Thread, the first one first, then the newest.
static value_t thread_list(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct array *const a = array_new(ec->heap, 4);
    if (a == NULL) return vm_raise_memory(ec);
    for (struct ec *root = ec->root->thread.first; root != NULL; root = root->thread.next) {
        value_t const thread = object_of(root->thread.handle);
        if (!value_is_nil(thread) && !array_push(ec->heap, a, thread)) return vm_raise_memory(ec);
    }
    return value_pointer(a);
}

// thread_wait(kind, deadline): see enum ec_wait; deadline as thread_deadline gave it, or nil.
static value_t thread_wait(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    uint64_t const deadline = value_is_nil(argv[1]) ? 0 : (uint64_t)value_to_fixnum(argv[1]);
    return vm_thread_wait(ec, (enum ec_wait)value_to_fixnum(argv[0]), deadline);
}

static value_t thread_pass(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return vm_thread_pass(ec);
}

// thread_wake(handle): by name, see thread_woken.
static value_t thread_wake(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    struct vm_thread *const thread = vm_thread_of(argv[0]);
    thread->woken = true;
    if (thread->root != NULL) vm_thread_wake(thread->root);
    return VALUE_NIL;
}

// thread_sleeps(handle): who wakes it from now on wakes it by name.
static value_t thread_sleeps(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    vm_thread_of(argv[0])->woken = false;
    return VALUE_NIL;
}

// thread_woken(handle): whether somebody woke it by name since thread_sleeps.
static value_t thread_woken(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(vm_thread_of(argv[0])->woken);
}

// --- Its end, and what it leaves to others without memory -----------------------------------------------------------------
static value_t thread_ended(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(vm_thread_of(argv[0])->ended);
}

// thread_failure(handle): what ended it before it could say so itself, or nil.
static value_t thread_failure(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return vm_thread_of(argv[0])->failure;
}

// thread_answers(handle, port): the port is closed if the thread ends before it can say so itself.
static value_t thread_answers(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    vm_thread_of(argv[0])->answers = argv[1];
    return VALUE_NIL;
}

// thread_send_main(exception): the actor's first thread raises it, unless it has yet to raise another thread's.
static value_t thread_send_main(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct ec *const first = ec->root->thread.first;
    value_t const handle = first->thread.handle; // whoever started a thread made it
    if (value_is_nil(handle)) return VALUE_NIL;
    struct vm_thread *const thread = vm_thread_of(handle);
    if (value_is_nil(thread->sent)) thread->sent = argv[0];
    vm_thread_interrupt(first);
    return VALUE_NIL;
}

// thread_sent(handle): what another thread left to be raised, or nil.
static value_t thread_sent(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return vm_thread_of(argv[0])->sent;
}

// thread_heard(handle): that will be raised.
static value_t thread_heard(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    vm_thread_of(argv[0])->sent = VALUE_NIL;
    return VALUE_NIL;
}

static value_t thread_interrupt(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    struct ec *const root = root_of(argv[0]);
    if (root != NULL) vm_thread_interrupt(root);
    return VALUE_NIL;
}

// thread_mask(masked): whether Thread#__interrupts may be called in the calling thread.
static value_t thread_mask(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    ec->root->thread.masked = value_truthy(argv[0]);
    return VALUE_NIL;
}

static value_t thread_die(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return vm_thread_kill(ec);
}

// thread_waits(handle): 0: it is ready or runs; else enum ec_wait; nil: it has ended.
static value_t thread_waits(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    const struct ec *const root = root_of(argv[0]);
    return root == NULL ? VALUE_NIL : value_fixnum(root->thread.wait);
}

// thread_has_deadline(handle): of a waiting thread.
static value_t thread_has_deadline(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    const struct ec *const root = root_of(argv[0]);
    return value_bool(root != NULL && root->thread.deadline != 0);
}

// thread_deadline(seconds): in nanoseconds of the monotonic clock.
static value_t thread_deadline(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    double const seconds = value_is_fixnum(argv[0]) ? (double)value_to_fixnum(argv[0]) : value_to_double(argv[0]);
    double const most = 1e9; // thirty years
    return value_fixnum((int64_t)(base_clock_ns() + (uint64_t)((seconds > most ? most : seconds) * 1e9)));
}

static value_t thread_passed(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(base_clock_ns() >= (uint64_t)value_to_fixnum(argv[0]));
}

// thread_native_id: of the operating system's thread that runs the caller, for now.
static value_t thread_native_id(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_fixnum((int64_t)base_thread_id());
}

static value_t thread_ignores_deadlock(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return value_bool(ec->root->thread.first->thread.ignores_deadlock);
}

static value_t thread_ignore_deadlock(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    ec->root->thread.first->thread.ignores_deadlock = value_truthy(argv[0]);
    return argv[0];
}

// --- What a Thread keeps -------------------------------------------------------------------------------------------------

// thread_locals(handle, make): the Hash of Thread#[] of the fiber that the thread runs, or nil.
static value_t thread_locals(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct vm_thread *const t = vm_thread_of(argv[0]);
    value_t *const locals = t->root != NULL ? &t->root->current->locals : &t->locals;
    if (!value_is_nil(*locals) || !value_truthy(argv[1])) return *locals;
    struct hash *const h = hash_new(ec->heap, 0);
    if (h == NULL) return vm_raise_memory(ec);
    return *locals = value_pointer(h);
}

// thread_backtrace(handle): of the fiber that it runs; nil: it has ended.
static value_t thread_backtrace(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct ec *const root = root_of(argv[0]);
    if (root == NULL) return VALUE_NIL;
    return core_or_memory(ec, vm_backtrace(root->current, 0, -1));
}

// How long each takes, see docs/builtins.md:
//   bounded: thread_handle thread_adopt thread_start thread_current thread_is_main thread_main thread_alone thread_wait
//     thread_pass thread_wake thread_interrupt thread_mask thread_die thread_waits thread_has_deadline
//     thread_deadline thread_passed thread_locals thread_native_id thread_ignores_deadlock thread_ignore_deadlock
//     thread_sleeps thread_woken thread_ended thread_failure thread_answers thread_send_main thread_sent thread_heard
//   open: thread_list thread_backtrace
static const struct vm_primitive primitives[] = {
    {"thread_handle", thread_handle},       {"thread_adopt", thread_adopt},       {"thread_start", thread_start},
    {"thread_current", thread_current},     {"thread_is_main", thread_is_main},   {"thread_main", thread_main},
    {"thread_list", thread_list},           {"thread_alone", thread_alone},
    {"thread_wait", thread_wait},           {"thread_pass", thread_pass},
    {"thread_wake", thread_wake},           {"thread_interrupt", thread_interrupt}, {"thread_mask", thread_mask},
    {"thread_die", thread_die},             {"thread_waits", thread_waits},       {"thread_has_deadline", thread_has_deadline},
    {"thread_deadline", thread_deadline},   {"thread_passed", thread_passed},     {"thread_locals", thread_locals},
    {"thread_backtrace", thread_backtrace}, {"thread_native_id", thread_native_id},
    {"thread_sleeps", thread_sleeps},       {"thread_woken", thread_woken},       {"thread_ended", thread_ended},
    {"thread_failure", thread_failure},     {"thread_answers", thread_answers},   {"thread_send_main", thread_send_main},
    {"thread_sent", thread_sent},           {"thread_heard", thread_heard},
    {"thread_ignores_deadlock", thread_ignores_deadlock}, {"thread_ignore_deadlock", thread_ignore_deadlock},
};

bool core_thread(struct core_boot *boot)
{
    runtime_class(boot->runtime, CLASS_THREAD)->instance_type = TYPE_FREE; // no allocate
    return CORE_PRIMITIVES(boot, primitives);
}
