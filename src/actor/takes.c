// Primitives of takes and yields (take.c).
// Data: the calling actor's.
#include "actor/interior.h"

#define UNUSED (void)self, (void)argc, (void)argv

// --- The taker's handle --------------------------------------------------------------------------------------------------
struct taker { // payload of a private object
    struct take *take;
};

static enum take_state state_of(const struct take *take)
{
    // acquire: pairs with the release in take_fill
    return (enum take_state)atomic_load_explicit(&take->state, memory_order_acquire);
}

static void taker_trace(struct heap_marker *marker, void *payload)
{
    const struct taker *const taker = payload;
    if (taker->take != NULL && state_of(taker->take) != TAKE_CLAIMED) take_mark(marker, taker->take);
}

static void taker_finalize(struct heap *heap, void *payload)
{
    const struct taker *const taker = payload;
    (void)heap;
    if (taker->take == NULL) return;
    *taker->take->previous = taker->take->next;
    if (taker->take->next != NULL) taker->take->next->previous = taker->take->previous;
    // A take that nobody waits for any more is not to be filled.
    uint32_t state = TAKE_OPEN;
    (void)atomic_compare_exchange_strong_explicit(&taker->take->state, &state, TAKE_CANCELLED, memory_order_relaxed,
                                                  memory_order_relaxed);
    take_release(taker->take);
}

static const struct data_kind taker_kind = {.name = "take", .trace = taker_trace, .finalize = taker_finalize};

static struct take *take_of(value_t v) { return ((const struct taker *)data_payload(v, &taker_kind))->take; }

// Primitive.take_new(yields_only)
static value_t take_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct take *const take = base_alloc_zeroed(sizeof *take);
    struct data *const d = take == NULL ? NULL : data_new(ec->heap, CLASS_OBJECT, &taker_kind, sizeof(struct taker));
    if (d == NULL) {
        base_free(take);
        return vm_raise_memory(ec);
    }
    atomic_init(&take->references, 1);
    take->taker = ec_actor(ec);
    take->yields_only = value_truthy(argv[0]);
    take->payload.value = VALUE_NIL;
    struct take **const list = &take->taker->own_takes;
    take->next = *list;
    take->previous = list;
    if (take->next != NULL) take->next->previous = &take->next;
    *list = take;
    ((struct taker *)(void *)d->payload)->take = take;
    return value_pointer(d);
}

// Primitive.take_ask(take, ractor): false: it has ended.
static value_t take_ask(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = actor_of(argv[1]);
    if (actor_ended(actor)) return VALUE_FALSE;
    struct message *const message = base_alloc_zeroed(sizeof *message);
    if (message == NULL) return vm_raise_memory(ec);
    message->kind = MESSAGE_TAKE;
    message->take = take_of(argv[0]);
    message->payload.value = VALUE_NIL;
    atomic_fetch_add_explicit(&message->take->references, 1, memory_order_relaxed); // the caller holds one
    if (!message_push(actor, message)) {
        message_free(message);
        return VALUE_FALSE;
    }
    actor_wake(ec_actor(ec)->worker, actor);
    return VALUE_TRUE;
}

static value_t take_filled(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(state_of(take_of(argv[0])) == TAKE_FILLED);
}

// Primitive.take_cancel(take): false: it is filled, or about to be.
static value_t take_cancel(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    uint32_t state = TAKE_OPEN;
    bool const cancelled = atomic_compare_exchange_strong_explicit(&take_of(argv[0])->state, &state, TAKE_CANCELLED,
                                                                   memory_order_relaxed, memory_order_relaxed);
    return value_bool(cancelled || state == TAKE_CANCELLED);
}

static value_t take_from(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    value_t const handle = take_of(argv[0])->from->handle;
    heap_received(ec->heap, handle);
    return handle;
}

static value_t take_aborted(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(take_of(argv[0])->outcome == TAKE_ABORTED);
}

static value_t take_value(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct take *const take = take_of(argv[0]);
    struct payload payload = take->payload;
    take->payload = (struct payload){.value = VALUE_NIL};
    return parcel_unpack(ec, &payload);
}

// --- Yielding --------------------------------------------------------------------------------------------------------------
static value_t raise_closed(struct ec *ec)
{
    return vm_raise(ec, CLASS_RACTOR_CLOSED_ERROR, "The outgoing-port is already closed");
}

static bool outgoing_closed(const struct actor *actor)
{
    return atomic_load_explicit(&actor->outgoing_closed, memory_order_relaxed);
}

// Primitive.yield_begin(value, move, clones or nil): false: clones are needed.
static value_t yield_begin(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor_body *const body = ec_actor(ec)->body;
    struct payload payload;
    if (outgoing_closed(ec_actor(ec))) return raise_closed(ec);
    value_t const packed = parcel_pack_for(ec, argv[0], value_truthy(argv[1]), argv[2], &payload);
    if (packed != VALUE_TRUE) return packed;
    payload_free(&body->yielding); // of a wait that was broken off
    body->yielding = payload;
    return VALUE_TRUE;
}

// Primitive.yield_try: whether somebody has taken it.
static value_t yield_try(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = ec_actor(ec);
    bool taken = false;
    mailbox_drain(actor);
    if (outgoing_closed(actor)) return raise_closed(ec);
    while (!taken && actor->takes.first != NULL) {
        struct message *const message = queue_take(&actor->takes);
        struct actor *const taker = message->take->taker;
        taken = take_claim(message->take);
        if (taken) take_fill(message->take, actor, TAKE_YIELDED, &actor->body->yielding);
        if (taken) actor_wake(actor->worker, taker);
        message_free(message);
    }
    return value_bool(taken);
}

// Primitive.yield_wanted: whether somebody waits for a yield.
static value_t yield_wanted(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = ec_actor(ec);
    mailbox_drain(actor);
    while (actor->takes.first != NULL && state_of(actor->takes.first->take) != TAKE_OPEN) {
        message_free(queue_take(&actor->takes));
    }
    return value_bool(actor->takes.first != NULL);
}

// Primitive.outgoing_close(ractor): whether it was closed already. Those who wait to take look again.
static value_t outgoing_close(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = actor_of(argv[0]), *const caller = ec_actor(ec);
    bool const was_closed = atomic_exchange_explicit(&actor->outgoing_closed, true, memory_order_relaxed);
    actor_wake(caller->worker, actor);
    if (actor != caller) return value_bool(was_closed);
    mailbox_drain(actor);
    for (struct message *m = actor->takes.first; m != NULL; m = m->next) {
        if (state_of(m->take) == TAKE_OPEN) actor_wake(caller->worker, m->take->taker);
    }
    return value_bool(was_closed);
}

static value_t outgoing_is_closed(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(outgoing_closed(actor_of(argv[0])));
}

// How long each takes, see docs/builtins.md:
//   bounded: take_new take_filled take_cancel take_from take_aborted yield_wanted outgoing_close outgoing_is_closed
//   in-place: take_ask take_value yield_begin yield_try
static const struct vm_primitive primitives[] = {
    {"take_new", take_new},         {"take_ask", take_ask},       {"take_filled", take_filled},
    {"take_cancel", take_cancel},   {"take_from", take_from},     {"take_aborted", take_aborted},
    {"take_value", take_value},     {"yield_begin", yield_begin}, {"yield_try", yield_try},
    {"yield_wanted", yield_wanted}, {"outgoing_close", outgoing_close}, {"outgoing_is_closed", outgoing_is_closed},
};

bool define_takes(struct runtime *runtime) { return vm_add_primitives(runtime, primitives, TRP_COUNT(primitives)); }
