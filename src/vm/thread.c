// Threads of one actor (see thread.h for the invariants).
#include "vm/thread.h"

#include "vm/fiber.h"
#include "vm/interior.h"

// --- The list and the ready queue ----------------------------------------------------------------------------------------

static void link_root(struct ec *first, struct ec *root)
{
    struct ec_thread *const t = &root->thread;
    t->first = first;
    t->next = first->thread.next;
    if (t->next != NULL) t->next->thread.previous = &t->next;
    t->previous = &first->thread.next;
    first->thread.next = root;
}

static void unlink_root(struct ec *root)
{
    struct ec_thread *const t = &root->thread;
    *t->previous = t->next;
    if (t->next != NULL) t->next->thread.previous = t->previous;
}

static void queue_up(struct ec *root)
{
    struct ec_thread *const first = &root->thread.first->thread;
    TRP_ASSERT(root->thread.wait == WAIT_NONE && !root->thread.queued);
    root->thread.ready_next = NULL;
    root->thread.queued = true;
    *first->ready_last = root;
    first->ready_last = &root->thread.ready_next;
}

static struct ec *queue_pop(struct ec_thread *first)
{
    struct ec *const root = first->ready;
    if (root == NULL) return NULL;
    first->ready = root->thread.ready_next;
    if (first->ready == NULL) first->ready_last = &first->ready;
    root->thread.queued = false;
    return root;
}

// --- Birth and end -------------------------------------------------------------------------------------------------------

static void trace_handle(struct heap_marker *marker, void *payload)
{
    const struct vm_thread *const t = payload;
    heap_mark(marker, t->object);
    heap_mark(marker, t->locals);
    heap_mark(marker, t->locks);
    heap_mark(marker, t->failure);
    heap_mark(marker, t->sent);
    heap_mark(marker, t->answers);
}

static const struct data_kind handle_kind = {.name = "thread", .trace = trace_handle};

value_t vm_thread_handle(struct ec *ec, value_t object)
{
    struct data *const d = data_new(ec->heap, CLASS_OBJECT, &handle_kind, sizeof(struct vm_thread));
    if (d == NULL) return vm_raise_memory(ec);
    *(struct vm_thread *)(void *)d->payload = (struct vm_thread){.object = object,
                                                                 .locals = VALUE_NIL,
                                                                 .locks = VALUE_NIL,
                                                                 .failure = VALUE_NIL,
                                                                 .sent = VALUE_NIL,
                                                                 .answers = VALUE_NIL};
    return value_pointer(d);
}

struct vm_thread *vm_thread_of(value_t handle) { return data_payload(handle, &handle_kind); }

static value_t handle_of(struct ec *ec, struct ec *root)
{
    if (!value_is_nil(root->thread.handle)) return root->thread.handle;
    value_t const handle = vm_thread_handle(ec, VALUE_NIL);
    if (handle == VALUE_UNDEF) return VALUE_UNDEF;
    vm_thread_of(handle)->root = root;
    return root->thread.handle = handle;
}

value_t vm_thread_own(struct ec *ec) { return handle_of(ec, ec->root); }

value_t vm_thread_adopt(struct ec *ec, value_t object)
{
    value_t const handle = handle_of(ec, ec->root->thread.first);
    if (handle != VALUE_UNDEF) vm_thread_of(handle)->object = object;
    return handle;
}

bool vm_thread_start(struct ec *ec, value_t handle, value_t receiver, symbol_t name, int argc, const value_t *argv)
{
    struct ec *const root = ec_sibling(ec);
    bool done = false;
    if (root == NULL) return vm_raise_memory(ec), false;
    root->root = root;
    root->thread.handle = handle;
    root->thread.masked = true;
    if (!vm_start_send(root, receiver, name, argc, argv, &done) || done) {
        ec_free(root);
        return vm_raise_memory(ec), false;
    }
    ec_count(root);
    link_root(ec->root->thread.first, root);
    queue_up(root);
    vm_thread_of(handle)->root = root;
    return true;
}

// It waits no more.
static void leave_wait(struct ec *root)
{
    struct ec_thread *const t = &root->thread, *const first = &t->first->thread;
    if (t->outside_previous != NULL) {
        *t->outside_previous = t->outside_next;
        if (t->outside_next != NULL) t->outside_next->thread.outside_previous = t->outside_previous;
        else first->outside_last = t->outside_previous;
        t->outside_previous = NULL;
    }
    first->sleeping -= t->wait == WAIT_SLEEP;
    if (t->deadline != 0 && --first->deadlines == 0) first->soonest = 0;
    t->wait = WAIT_NONE;
    t->deadline = 0;
    t->heard = first->wakes; // what happened until now it will see
}

static void free_root(struct ec *root)
{
    leave_wait(root);
    struct vm_thread *const t = vm_thread_of(root->thread.handle);
    t->root = NULL;
    t->locals = root->locals;
    if (!value_is_nil(root->self_object)) fiber_root_ended(value_to_pointer(root->self_object));
    unlink_root(root);
    ec_uncount(root);
    ec_free(root);
}

value_t vm_thread_kill(struct ec *ec)
{
    ec->root->thread.dying = true;
    ec->unwind_kind = UNWIND_KILL;
    ec->exception = ec->unwind_target = VALUE_NIL;
    ec->kill_ensures = true;
    return VALUE_UNDEF;
}

// T7: Ruby has not said so. Locks of its fibers are free by themselves, but who waits for them has to look.
static void end_unsaid(struct ec *root, struct vm_thread *thread)
{
    thread->ended = true;
    if (root->unwind_kind == UNWIND_RAISE) thread->failure = root->exception;
    for (struct ec *other = root->thread.first; other != NULL; other = other->thread.next) {
        if (other != root) vm_thread_interrupt(other);
    }
}

value_t vm_thread_end(struct ec *root)
{
    struct ec_thread *const first = &root->thread.first->thread;
    struct vm_thread *const thread = vm_thread_of(root->thread.handle);
    bool const unsaid = !thread->ended;
    TRP_ASSERT(first->running == root && root->thread.first != root);
    if (unsaid) end_unsaid(root, thread);
    first->running = root->thread.first;
    root->heap->budget = &first->running->budget;
    free_root(root);
    return unsaid ? thread->answers : VALUE_NIL;
}

void vm_threads_end_all(struct ec *first)
{
    while (first->thread.next != NULL) free_root(first->thread.next);
    first->thread.running = first;
    first->thread.ready = NULL;
    first->thread.ready_last = &first->thread.ready;
}

// --- Waiting and waking --------------------------------------------------------------------------------------------------

static void enter_wait(struct ec *root, enum ec_wait wait, uint64_t deadline)
{
    struct ec_thread *const t = &root->thread, *const first = &t->first->thread;
    t->wait = (uint8_t)wait;
    t->deadline = deadline;
    first->sleeping += wait == WAIT_SLEEP;
    first->deadlines += deadline != 0;
    if (deadline != 0 && (first->soonest == 0 || deadline < first->soonest)) first->soonest = deadline;
    if (wait != WAIT_OUTSIDE) return;
    t->outside_next = NULL;
    t->outside_previous = first->outside_last;
    *first->outside_last = root;
    first->outside_last = &t->outside_next;
}

value_t vm_thread_wait(struct ec *ec, enum ec_wait wait, uint64_t deadline)
{
    if (ec->nested > 0) return vm_raise(ec, CLASS_FIBER_ERROR, "can't wait inside trp_call; use trp_call_k");
    struct ec_thread *const t = &ec->root->thread, *const first = &t->first->thread;
    if (t->notified) { // T4
        t->notified = false;
        return VALUE_NIL;
    }
    if (wait == WAIT_OUTSIDE && t->heard != first->wakes) {
        t->heard = first->wakes;
        return VALUE_NIL;
    }
    enter_wait(ec->root, wait, deadline);
    ec->wants_park = 1;
    return VALUE_UNDEF;
}

value_t vm_thread_pass(struct ec *ec)
{
    if (ec->nested > 0) return VALUE_NIL;
    ec->wants_park = 1;
    return VALUE_UNDEF;
}

static void end_wait(struct ec *root)
{
    leave_wait(root);
    queue_up(root);
}

void vm_thread_wake(struct ec *root)
{
    if (root->thread.wait == WAIT_NONE) root->thread.notified = true;
    else end_wait(root);
}

void vm_thread_interrupt(struct ec *root)
{
    root->thread.interrupted = true;
    vm_thread_wake(root);
}

void vm_thread_raise(struct ec *root, class_id_t class_id, const char *message)
{
    vm_raise(root->current, class_id, "%s", message);
    vm_thread_wake(root);
}

void vm_threads_wake_outside(struct ec *first)
{
    first->thread.wakes++;
    while (first->thread.outside != NULL) end_wait(first->thread.outside);
}

void vm_threads_wake_due(struct ec *first, uint64_t now)
{
    if (first->thread.soonest == 0 || now < first->thread.soonest) return;
    uint64_t soonest = 0;
    for (struct ec *root = first; root != NULL; root = root->thread.next) {
        uint64_t const deadline = root->thread.deadline;
        if (deadline == 0) continue;
        if (deadline <= now) end_wait(root);
        else if (soonest == 0 || deadline < soonest) soonest = deadline;
    }
    first->thread.soonest = soonest;
}

struct vm_threads_waiting vm_threads_waiting(const struct ec *first)
{
    const struct ec_thread *const t = &first->thread;
    return (struct vm_threads_waiting){.deadline = t->soonest, .outside = t->outside != NULL, .sleeping = t->sleeping > 0};
}

// --- Switching -----------------------------------------------------------------------------------------------------------

bool vm_thread_next(struct ec *first)
{
    struct ec_thread *const all = &first->thread;
    struct ec *const last = all->running;
    if (vm_thread_runs(first)) {
        if (all->ready == NULL) return true; // alone
        queue_up(last);
    }
    struct ec *const next = queue_pop(all);
    if (next == NULL) return false;
    all->running = next;
    return true;
}

void vm_thread_enter(struct ec *first, int64_t budget)
{
    struct ec *const root = first->thread.running, *const ec = root->current;
    ec->budget = ec->heap->requests != 0 || ec->warning != VALUE_NIL ? 0 : budget;
    ec->heap->budget = &ec->budget;
    vm_select_dispatch(ec); // others may have redefined an operator
    if (TRP_LIKELY(!root->thread.interrupted || root->thread.masked) || ec->unwind_kind != UNWIND_NONE) return;
    root->thread.interrupted = false;
    value_t const object = value_is_nil(root->thread.handle) ? VALUE_NIL : vm_thread_of(root->thread.handle)->object;
    value_t const receiver = value_is_nil(object) ? class_value(runtime_class(ec->runtime, CLASS_THREAD)) : object;
    // Else its exception is set, and what it was to deliver waits for the next time.
    if (!vm_start_handler(ec, receiver, SYM_interrupts, 0, NULL)) root->thread.interrupted = true;
}

// --- Checking ------------------------------------------------------------------------------------------------------------

void vm_threads_verify(const struct ec *first)
{
    TRP_ASSERT(first->thread.first == first && first->thread.previous == NULL);
    size_t queued = 0, sleeping = 0, deadlines = 0;
    bool running = false;
    for (const struct ec *root = first; root != NULL; root = root->thread.next) {
        const struct ec_thread *const t = &root->thread;
        TRP_ASSERT(t->first == first && root->root == root && root->heap == first->heap);
        TRP_ASSERT(root == first || *t->previous == root);
        TRP_ASSERT(root->current->root == root);
        TRP_ASSERT(!t->queued || t->wait == WAIT_NONE);
        TRP_ASSERT(t->queued || t->wait != WAIT_NONE || first->thread.running == root); // T2
        TRP_ASSERT(t->deadline == 0 || (first->thread.soonest != 0 && first->thread.soonest <= t->deadline)); // T5
        TRP_ASSERT((t->wait == WAIT_OUTSIDE) == (t->outside_previous != NULL)); // T6
        sleeping += t->wait == WAIT_SLEEP;
        deadlines += t->deadline != 0;
        queued += t->queued;
        running |= first->thread.running == root;
    }
    for (const struct ec *root = first->thread.ready; root != NULL; root = root->thread.ready_next) queued--;
    TRP_ASSERT(running && queued == 0);
    TRP_ASSERT(first->thread.sleeping == sleeping && first->thread.deadlines == deadlines);
    TRP_ASSERT((first->thread.soonest == 0) == (deadlines == 0)); // T5
}
