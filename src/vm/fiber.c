// Fibers (see fiber.h for the invariants).
#include "vm/fiber.h"

#include "vm/interior.h"

static value_t fiber_error(struct ec *ec, const char *message) { return vm_raise(ec, CLASS_FIBER_ERROR, "%s", message); }

static size_t owned_bytes(const struct ec *ec)
{
    return sizeof *ec + (size_t)(ec->stack_end - ec->stack) * sizeof(value_t) +
           (size_t)(ec->frames_end - ec->frames) * sizeof(struct vm_frame);
}

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
    ec->self_object = value_pointer(f);
    return f;
}

// An ec of the same actor.
static struct ec *sibling(struct ec *ec)
{
    struct ec *const made = ec_new(ec->runtime, ec->heap);
    if (made == NULL) return NULL;
    made->root = ec->root;
    made->actor = ec->actor;
    made->interrupts = ec->interrupts;
    made->hostile_move = ec->hostile_move;
    made->counting = ec->counting;
    made->main = ec->main;
    made->preemptible = ec->preemptible;
    vm_select_dispatch(made);
    return made;
}

value_t vm_fiber_new(struct ec *ec, class_id_t class_id, value_t block, value_t storage)
{
    struct fiber *const f = fiber_alloc(ec, class_id);
    struct ec *const own = f == NULL ? NULL : sibling(ec);
    if (own == NULL) return vm_raise_memory(ec);
    f->ec = own;
    f->block = block;
    f->storage = storage;
    own->self_object = value_pointer(f);
    own->owned = true;
    heap_set_fin(ec->heap, f);
    heap_body_account(ec->heap, (ptrdiff_t)owned_bytes(own));
    return value_pointer(f);
}

static void release_ec(struct heap *heap, struct fiber *f)
{
    if (f->ec == NULL || f->is_root) return;
    heap_body_account(heap, -(ptrdiff_t)owned_bytes(f->ec));
    ec_discard(f->ec); // F3: environments are closed already, or dead
    f->ec = NULL;
}

// --- Switching ------------------------------------------------------------------------------------------------------------

// F2: the value goes to the register of the primitive behind which the ec stands.
static void deliver(struct ec *ec, value_t value)
{
    const struct vm_frame *const f = ec->frame;
    TRP_ASSERT(VM_OP(f->pc[-2]) == OP_PRIM);
    ec->stack[f->window + VM_A(f->pc[-2])] = value;
}

// The slice goes on in another ec: its budget, and the collector's requests, are that ec's now.
static void enter(struct ec *from, struct ec *to)
{
    to->budget = from->budget;
    to->heap->budget = &to->budget;
    to->root->current = to;
}

static value_t arrange(struct ec *ec)
{
    ec->tail_result = CALL_SWITCHED;
    return VALUE_TAIL;
}

struct ec *fiber_switched(struct ec *ec) { return ec->root->current; }

// The block of a new fiber is called on its own ec. False: it could not be entered; the exception is on that ec.
static void begin(struct fiber *f, value_t arguments)
{
    struct ec *const own = f->ec;
    const struct array *const a = value_to_array(arguments);
    bool done = false;
    if (vm_start_proc(own, f->block, VALUE_UNDEF, (int)array_count(a), array_items(a), &done) && done) {
        own->finished_early = true;
    }
}

static void switch_to(struct ec *ec, struct fiber *to, value_t value, value_t arguments)
{
    bool const fresh = to->state == FIBER_CREATED;
    to->state = FIBER_RUNNING;
    enter(ec, to->ec);
    if (fresh) begin(to, arguments);
    else deliver(to->ec, value);
}

static bool check_resumable(struct ec *ec, const struct fiber *self, const struct fiber *to)
{
    if (to->ec != NULL && to->ec->root != ec->root) return fiber_error(ec, "fiber called across threads"), false;
    if (to->state == FIBER_TERMINATED) return fiber_error(ec, "attempt to resume a terminated fiber"), false;
    if (to == self) return fiber_error(ec, "attempt to resume the current fiber"), false;
    if (to->state == FIBER_RESUMING) return fiber_error(ec, "attempt to resume a resuming fiber"), false;
    if (to->resumer != NULL || to->is_root) return fiber_error(ec, "attempt to resume a resumed fiber (double resume)"), false;
    if (to->transferred) return fiber_error(ec, "attempt to resume a transferring fiber"), false;
    return true;
}

value_t vm_fiber_resume(struct ec *ec, struct fiber *to, value_t value, value_t arguments)
{
    struct fiber *const self = vm_fiber_current(ec);
    if (self == NULL || !check_resumable(ec, self, to)) return VALUE_UNDEF;
    self->state = FIBER_RESUMING;
    to->resumer = self;
    switch_to(ec, to, value, arguments);
    return arrange(ec);
}

value_t vm_fiber_yield(struct ec *ec, value_t value)
{
    struct fiber *const self = vm_fiber_current(ec);
    if (self == NULL) return VALUE_UNDEF;
    struct fiber *const to = self->resumer;
    if (to == NULL)
        return fiber_error(ec, self->transferred ? "attempt to yield on a not resumed fiber"
                                                 : "can't yield from root fiber");
    if (ec->nested > 0) return fiber_error(ec, "can't yield inside trp_call; use trp_call_k");
    self->state = FIBER_SUSPENDED;
    self->yielding = true;
    self->resumer = NULL;
    switch_to(ec, to, value, VALUE_NIL);
    return arrange(ec);
}

value_t vm_fiber_transfer(struct ec *ec, struct fiber *to, value_t value, value_t arguments)
{
    struct fiber *const self = vm_fiber_current(ec);
    if (self == NULL) return VALUE_UNDEF;
    if (to->ec != NULL && to->ec->root != ec->root) return fiber_error(ec, "fiber called across threads");
    if (to->state == FIBER_TERMINATED) return fiber_error(ec, "attempt to transfer to a terminated fiber");
    if (to->state == FIBER_RESUMING) return fiber_error(ec, "attempt to transfer to a resuming fiber");
    if (to->yielding) return fiber_error(ec, "attempt to transfer to a yielding fiber");
    if (to == self) return value;
    self->state = FIBER_SUSPENDED;
    to->transferred = !to->is_root;
    switch_to(ec, to, value, arguments);
    return arrange(ec);
}

static value_t interrupt(struct ec *ec, struct fiber *to, enum unwind_kind kind, value_t carried)
{
    struct fiber *const self = vm_fiber_current(ec);
    if (self == NULL) return VALUE_UNDEF;
    if (to->transferred) { // raise into a transferred fiber transfers
        self->state = FIBER_SUSPENDED;
    } else {
        if (!check_resumable(ec, self, to)) return VALUE_UNDEF;
        self->state = FIBER_RESUMING;
        to->resumer = self;
    }
    to->state = FIBER_RUNNING;
    to->yielding = false;
    enter(ec, to->ec);
    if (kind == UNWIND_RAISE) vm_raise_exception(to->ec, carried);
    else to->ec->unwind_kind = (uint8_t)kind;
    to->ec->kill_ensures = true;
    return arrange(ec);
}

value_t vm_fiber_raise(struct ec *ec, struct fiber *to, value_t exception)
{
    if (to->ec == ec) return vm_raise_exception(ec, exception);
    if (to->state == FIBER_CREATED) return fiber_error(ec, "cannot raise exception on unborn fiber");
    if (to->state == FIBER_TERMINATED) return fiber_error(ec, "dead fiber called");
    if (to->state == FIBER_RESUMING) { // raised in the fiber that it resumed, in the end
        struct fiber *inner = vm_fiber_current(ec);
        while (inner != NULL && inner->resumer != to) inner = inner->resumer;
        if (inner != NULL) return vm_raise_exception(ec, exception);
    }
    return interrupt(ec, to, UNWIND_RAISE, exception);
}

value_t vm_fiber_kill(struct ec *ec, struct fiber *to)
{
    if (to->state == FIBER_TERMINATED) return value_pointer(to);
    if (to->ec == ec) {
        ec->unwind_kind = UNWIND_KILL;
        ec->kill_ensures = true;
        return VALUE_UNDEF;
    }
    if (to->state != FIBER_CREATED) return interrupt(ec, to, UNWIND_KILL, VALUE_NIL);
    to->state = FIBER_TERMINATED;
    release_ec(ec->heap, to);
    return value_pointer(to);
}

// --- Ends -------------------------------------------------------------------------------------------------------------------

// Who goes on when this fiber is over: its resumer, or, if it was transferred to, the root fiber.
static struct ec *leave(struct ec *ec)
{
    struct fiber *const self = value_to_pointer(ec->self_object);
    struct ec *const to = self->resumer != NULL ? self->resumer->ec : ec->root;
    if (!value_is_nil(to->self_object)) ((struct fiber *)value_to_pointer(to->self_object))->state = FIBER_RUNNING;
    self->state = FIBER_TERMINATED;
    self->resumer = NULL;
    enter(ec, to);
    return to;
}

struct ec *fiber_finished(struct ec *ec, value_t result)
{
    struct fiber *const self = value_to_pointer(ec->self_object);
    struct ec *const to = leave(ec);
    deliver(to, result);
    release_ec(to->heap, self);
    return to;
}

struct ec *fiber_died(struct ec *ec)
{
    struct fiber *const self = value_to_pointer(ec->self_object);
    struct ec *const to = leave(ec);
    if (ec->unwind_kind == UNWIND_KILL && ec->kill_ensures) { // of this fiber alone
        deliver(to, VALUE_NIL);
    } else {
        to->kill_ensures = false;
        to->unwind_kind = ec->unwind_kind;
        to->exception = ec->exception;
        to->unwind_target = ec->unwind_target;
    }
    release_ec(to->heap, self);
    return to;
}

// --- The type table
// -----------------------------------------------------------------------------------------------------------

static void trace(struct heap_marker *marker, void *object)
{
    struct fiber *const f = object;
    heap_mark(marker, f->block);
    heap_mark(marker, f->storage);
    if (f->resumer != NULL) heap_mark(marker, value_pointer(f->resumer));
    if (f->ec != NULL && !f->is_root) ec_mark(marker, f->ec);
}

static void finalize(struct heap *heap, void *object) { release_ec(heap, object); }

static size_t body_size(const void *object)
{
    const struct fiber *const f = object;
    return f->ec == NULL || f->is_root ? 0 : owned_bytes(f->ec);
}

void fiber_fill_types(struct heap_type types[TYPE_MAX])
{
    types[TYPE_FIBER] = (struct heap_type){.name = "fiber", .trace = trace, .finalize = finalize, .body_size = body_size};
}
