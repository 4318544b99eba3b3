// Fibers (see fiber.h for the invariants).
#include "vm/fiber.h"

#include "vm/interior.h"

static value_t fiber_error(struct ec *ec, const char *message) { return vm_raise(ec, CLASS_FIBER_ERROR, "%s", message); }

static struct fiber *fiber_alloc(struct ec *ec, class_id_t class_id)
{
    struct fiber *const f = heap_alloc_size(ec->heap, sizeof *f);
    if (f == NULL) return NULL;
    *f = (struct fiber){.header = header_make(TYPE_FIBER, class_id, LAYOUT_EMPTY, 0), .block = VALUE_NIL, .storage = VALUE_NIL};
    return f;
}

struct fiber *vm_fiber_current(struct ec *ec)
{
    if (!value_is_nil(ec->self_object)) return value_to_pointer(ec->self_object);
    struct fiber *const f = fiber_alloc(ec, CLASS_FIBER); // the root's object, made when somebody asks
    if (f == NULL) {
        vm_raise_memory(ec);
        return NULL;
    }
    f->ec = ec;
    f->state = FIBER_RUNNING;
    f->is_root = true;
    f->blocking = true;
    ec->self_object = value_pointer(f);
    return f;
}

value_t vm_fiber_new(struct ec *ec, class_id_t class_id, value_t block, value_t storage, bool blocking)
{
    struct fiber *const f = fiber_alloc(ec, class_id);
    struct ec *const own = f == NULL ? NULL : ec_sibling(ec);
    if (own == NULL) return vm_raise_memory(ec);
    f->ec = own;
    f->block = block;
    f->storage = storage;
    f->blocking = blocking;
    own->self_object = value_pointer(f);
    own->owned = true;
    heap_set_fin(ec->heap, f);
    ec_count(own);
    return value_pointer(f);
}

static void release_ec(struct fiber *f)
{
    if (f->ec == NULL || f->is_root) return;
    ec_uncount(f->ec);
    ec_discard(f->ec); // F3: environments are closed already, or dead
    f->ec = NULL;
}

// --- Switching ------------------------------------------------------------------------------------------------------------

// F2
static void deliver(struct ec *ec, value_t value)
{
    ec->stack[ec->call_window] = value;
    ec->builtin = NULL;
}

// The slice goes on in another ec: its budget, and the collector's requests, are that ec's now.
static void enter(struct ec *from, struct ec *to)
{
    to->budget = from->budget;
    to->heap->budget = &to->budget;
    to->dispatch = from->dispatch;
    to->counted = from->counted;
    to->root->current = to;
}

static value_t arrange(struct ec *ec)
{
    ec->tail_result = CALL_SWITCHED;
    return VALUE_TAIL;
}

// The block of a new fiber is called on its own ec. If it cannot be entered, the exception is on that ec.
static void begin(struct fiber *f, int argc, const value_t *argv)
{
    bool done = false;
    if (vm_start_proc(f->ec, f->block, VALUE_UNDEF, argc, argv, &done) && done) f->ec->finished_early = true;
}

// What several values are as one. VALUE_UNDEF: exception set.
static value_t pack(struct ec *ec, int argc, const value_t *argv)
{
    if (argc <= 1) return argc == 0 ? VALUE_NIL : argv[0];
    struct array *const a = array_from(ec->heap, argv, (size_t)argc);
    return a != NULL ? value_pointer(a) : vm_raise_memory(ec);
}

static void start_unwinding(struct ec *ec, enum unwind_kind kind, value_t exception)
{
    if (kind == UNWIND_RAISE) vm_raise_exception(ec, exception);
    else ec->unwind_kind = (uint8_t)kind;
    ec->kill_ensures = true;
}

static inline void switch_to(struct ec *ec, struct fiber *to)
{
    to->state = FIBER_RUNNING;
    to->yielding = false;
    enter(ec, to->ec);
    if (TRP_LIKELY(!to->killed)) return;
    to->killed = false;
    start_unwinding(to->ec, UNWIND_KILL, VALUE_NIL);
}

// To a new or suspended fiber. VALUE_UNDEF: exception set, nothing changed.
static inline value_t pass(struct ec *ec, struct fiber *self, enum fiber_state state, struct fiber *to, int argc,
                           const value_t *argv)
{
    bool const fresh = to->state == FIBER_CREATED;
    value_t const value = fresh ? VALUE_NIL : pack(ec, argc, argv);
    if (value == VALUE_UNDEF) return VALUE_UNDEF;
    self->state = (uint8_t)state;
    switch_to(ec, to);
    if (fresh) begin(to, argc, argv);
    else deliver(to->ec, value);
    return arrange(ec);
}

static bool check_resumable(struct ec *ec, const struct fiber *self, const struct fiber *to)
{
    if (to->state == FIBER_TERMINATED) return fiber_error(ec, "attempt to resume a terminated fiber"), false;
    if (to->ec->root != ec->root) return fiber_error(ec, "fiber called across threads"), false;
    if (to == self) return fiber_error(ec, "attempt to resume the current fiber"), false;
    if (to->resumer != NULL) return fiber_error(ec, "attempt to resume a resumed fiber (double resume)"), false;
    if (to->resumed != NULL) return fiber_error(ec, "attempt to resume a resuming fiber"), false;
    if (to->state == FIBER_SUSPENDED && !to->yielding) {
        return fiber_error(ec, "attempt to resume a transferring fiber"), false;
    }
    return true;
}

value_t vm_fiber_resume(struct ec *ec, struct fiber *to, int argc, const value_t *argv)
{
    struct fiber *const self = vm_fiber_current(ec);
    if (self == NULL) return VALUE_UNDEF;
    bool const plain = to->state == FIBER_SUSPENDED && to->yielding && to->ec->root == ec->root;
    if (TRP_UNLIKELY(!plain) && !check_resumable(ec, self, to)) return VALUE_UNDEF;
    value_t const result = pass(ec, self, FIBER_RESUMING, to, argc, argv);
    if (result == VALUE_UNDEF) return VALUE_UNDEF;
    self->resumed = to;
    to->resumer = self;
    return result;
}

value_t vm_fiber_yield(struct ec *ec, int argc, const value_t *argv)
{
    struct fiber *const self = vm_fiber_current(ec);
    if (self == NULL) return VALUE_UNDEF;
    struct fiber *const to = self->resumer;
    if (to == NULL) {
        return fiber_error(ec, self->is_root ? "can't yield from root fiber" : "attempt to yield on a not resumed fiber");
    }
    if (ec->nested > 0) return fiber_error(ec, "can't yield inside trp_call; use trp_call_k");
    value_t const result = pass(ec, self, FIBER_SUSPENDED, to, argc, argv);
    if (result == VALUE_UNDEF) return VALUE_UNDEF;
    self->resumer = to->resumed = NULL;
    self->yielding = true;
    return result;
}

static bool check_transferable(struct ec *ec, const struct fiber *to)
{
    if (to->state == FIBER_TERMINATED) return fiber_error(ec, "attempt to transfer to a terminated fiber"), false;
    if (to->ec->root != ec->root) return fiber_error(ec, "fiber called across threads"), false;
    if (to->resumed != NULL) return fiber_error(ec, "attempt to transfer to a resuming fiber"), false;
    if (to->yielding) return fiber_error(ec, "attempt to transfer to a yielding fiber"), false;
    return true;
}

value_t vm_fiber_transfer(struct ec *ec, struct fiber *to, int argc, const value_t *argv)
{
    struct fiber *const self = vm_fiber_current(ec);
    if (self == NULL || !check_transferable(ec, to)) return VALUE_UNDEF;
    return to == self ? pack(ec, argc, argv) : pass(ec, self, FIBER_SUSPENDED, to, argc, argv);
}

// Goes on in `to`, which stands somewhere, with an unwinding.
static value_t interrupt(struct ec *ec, struct fiber *to, enum unwind_kind kind, value_t exception)
{
    struct fiber *const self = vm_fiber_current(ec);
    if (self == NULL) return VALUE_UNDEF;
    if (to->state == FIBER_SUSPENDED && !to->yielding) { // it was left by transfer
        if (!check_transferable(ec, to)) return VALUE_UNDEF;
        self->state = FIBER_SUSPENDED;
    } else {
        if (!check_resumable(ec, self, to)) return VALUE_UNDEF;
        self->state = FIBER_RESUMING;
        self->resumed = to;
        to->resumer = self;
    }
    switch_to(ec, to);
    start_unwinding(to->ec, kind, exception);
    return arrange(ec);
}

value_t vm_fiber_raise(struct ec *ec, struct fiber *to, value_t exception)
{
    while (to->resumed != NULL) to = to->resumed; // where it stands, in the end
    if (to->ec == ec) return vm_raise_exception(ec, exception);
    if (to->state == FIBER_CREATED) return fiber_error(ec, "cannot raise exception on unborn fiber");
    if (to->state == FIBER_TERMINATED) return fiber_error(ec, "dead fiber called");
    return interrupt(ec, to, UNWIND_RAISE, exception);
}

value_t vm_fiber_kill(struct ec *ec, struct fiber *to)
{
    if (to->state == FIBER_TERMINATED) return value_pointer(to);
    if (to->ec == ec) {
        start_unwinding(ec, UNWIND_KILL, VALUE_NIL);
        return VALUE_UNDEF;
    }
    if (to->state == FIBER_RESUMING) {
        to->killed = true;
        return value_pointer(to);
    }
    if (to->state != FIBER_CREATED) return interrupt(ec, to, UNWIND_KILL, VALUE_NIL);
    to->state = FIBER_TERMINATED;
    release_ec(to);
    return value_pointer(to);
}

// --- Ends -------------------------------------------------------------------------------------------------------------------

// Who goes on when this fiber is over: its resumer; or, if it was transferred to, the last of those that the root resumed.
static struct fiber *successor(struct ec *ec, struct fiber *self)
{
    struct fiber *to = self->resumer;
    if (to == NULL) {
        to = value_to_pointer(ec->root->self_object); // it is there: somebody left it
        while (to->resumed != NULL) to = to->resumed;
    } else {
        to->resumed = NULL;
    }
    self->state = FIBER_TERMINATED;
    self->resumer = NULL;
    return to;
}

struct ec *fiber_finished(struct ec *ec, value_t result)
{
    struct fiber *const self = value_to_pointer(ec->self_object), *const to = successor(ec, self);
    switch_to(ec, to);
    if (self->raises) vm_raise_exception(to->ec, result);
    else deliver(to->ec, result);
    release_ec(self);
    return to->ec;
}

struct ec *fiber_died(struct ec *ec)
{
    struct fiber *const self = value_to_pointer(ec->self_object), *const to = successor(ec, self);
    bool const whole_thread = !ec->kill_ensures || ec->root->thread.dying;
    switch_to(ec, to);
    if (ec->unwind_kind == UNWIND_KILL && !whole_thread) {
        deliver(to->ec, VALUE_NIL);
    } else {
        to->ec->kill_ensures = ec->kill_ensures;
        to->ec->unwind_kind = ec->unwind_kind;
        to->ec->exception = ec->exception;
        to->ec->unwind_target = ec->unwind_target;
    }
    release_ec(self);
    return to->ec;
}

void fiber_root_ended(struct fiber *f)
{
    f->state = FIBER_TERMINATED;
    f->ec = NULL;
}

// --- The type table
// -----------------------------------------------------------------------------------------------------------

static void trace(struct heap_marker *marker, void *object)
{
    struct fiber *const f = object;
    heap_mark(marker, f->block);
    heap_mark(marker, f->storage);
    if (f->resumer != NULL) heap_mark(marker, value_pointer(f->resumer));
    if (f->resumed != NULL) heap_mark(marker, value_pointer(f->resumed));
    if (f->ec != NULL && !f->is_root) ec_mark(marker, f->ec);
}

static void finalize(struct heap *heap, void *object)
{
    (void)heap;
    release_ec(object);
}

static size_t body_size(const void *object)
{
    const struct fiber *const f = object;
    return f->ec == NULL || f->is_root ? 0 : ec_size(f->ec);
}

void fiber_fill_types(struct heap_type types[TYPE_MAX])
{
    types[TYPE_FIBER] = (struct heap_type){.name = "fiber", .trace = trace, .finalize = finalize, .body_size = body_size};
}
