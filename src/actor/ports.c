// Primitives of ports: sending, receiving, closing, monitors. A Ractor stands for its default port, nil for the caller's own.
// Data: the calling actor's.
#include "actor/interior.h"

#define UNUSED (void)self, (void)argc, (void)argv

static value_t raise_closed(struct ec *ec)
{
    return vm_raise(ec, CLASS_RACTOR_CLOSED_ERROR, "The port was already closed");
}

// NULL: exception set.
static struct port *target(struct ec *ec, value_t v)
{
    if (value_is_nil(v)) return &ec_actor(ec)->port;
    struct actor *const actor = actor_of(v);
    struct port *const port = actor != NULL ? &actor->port : port_original(port_of(v));
    if (TRP_LIKELY(port->actor != NULL)) return port;
    vm_raise(ec, CLASS_TYPE_ERROR, "uninitialized %s", vm_class_name(ec, v));
    return NULL;
}

// NULL: exception set.
static struct port *own_port(struct ec *ec, value_t v)
{
    struct port *const port = target(ec, v);
    if (port == NULL || port->actor == ec_actor(ec)) return port;
    vm_raise(ec, CLASS_RACTOR_ERROR, "only allowed from the creator Ractor of this port");
    return NULL;
}

// acquire: what was sent before it was closed by another is there; pairs with port_shut
static bool is_closed(const struct port *port) { return atomic_load_explicit(&port->closed, memory_order_acquire); }

// --- Sending -----------------------------------------------------------------------------------------------------------------
// False: clones are needed, and nothing was sent.
static value_t send_value(struct ec *ec, value_t whom, value_t value, bool move, value_t clones)
{
    struct port *const port = target(ec, whom);
    if (port == NULL) return VALUE_UNDEF;
    struct actor *const to = port->actor, *const from = ec_actor(ec);
    if (is_closed(port) || actor_ended(to)) return raise_closed(ec);
    struct message *const message = base_alloc_zeroed(sizeof *message);
    if (message == NULL) return vm_raise_memory(ec);
    message->kind = MESSAGE_VALUE;
    message->port = port;
    value_t const packed = parcel_pack_for(ec, value, move, clones, &message->payload);
    if (packed != VALUE_TRUE) {
        base_free(message);
        return packed;
    }
    if (!message_push(to, message)) {
        payload_free(&message->payload);
        base_free(message);
        return raise_closed(ec);
    }
    from->sent++;
    actor_wake(from->worker, to);
    return VALUE_TRUE;
}

// Primitive.port_send(target, value, move, clones or nil): false: clones are needed.
static value_t port_send(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return send_value(ec, argv[0], argv[1], value_truthy(argv[2]), argv[3]);
}

// Ractor#send, Port#send, <<
static value_t send_plain(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc != 1 || ec->call_keywords) return VALUE_FAIL;
    value_t const sent = send_value(ec, self, argv[0], false, VALUE_NIL);
    return sent == VALUE_TRUE ? self : sent == VALUE_FALSE ? VALUE_FAIL : sent;
}

// --- Receiving ---------------------------------------------------------------------------------------------------------------
// Primitive.port_ready(port): whether there is a message (or never will be).
static value_t port_ready(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct port *const port = own_port(ec, argv[0]);
    if (port == NULL) return VALUE_UNDEF;
    bool const closed = is_closed(port); // before the look at what has come: of that nothing is lost
    if (port->queue.count == 0) mailbox_drain(port->actor);
    return value_bool(port->queue.count > 0 || closed);
}

// What it carries, into this heap.
static value_t receive(struct ec *ec, struct message *message)
{
    if (message == NULL) return raise_closed(ec);
    struct payload payload = message->payload;
    message_uncharge(message);
    message->payload = (struct payload){.value = VALUE_NIL};
    message_free(message);
    return parcel_unpack(ec, &payload);
}

// Primitive.port_next(port): takes the first message out.
static value_t port_next(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct port *const port = own_port(ec, argv[0]);
    return port == NULL ? VALUE_UNDEF : receive(ec, port_take(port));
}

// Waits where it stands, if it may; else that is Ruby's.
static value_t receive_plain(struct ec *ec, struct port *port)
{
    for (;;) {
        bool const closed = is_closed(port); // first, as above
        if (port->queue.count == 0) mailbox_drain(port->actor);
        struct message *const message = port_take(port);
        if (message != NULL || closed) return receive(ec, message);
        if (!ec->may_park || ec->nested > 0) return VALUE_FAIL;
        if (vm_thread_wait(ec, WAIT_OUTSIDE, 0) == VALUE_UNDEF) return VALUE_UNDEF;
    }
}

// Ractor.receive
static value_t receive_default(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argv;
    return argc > 0 || ec_actor(ec) == NULL ? VALUE_FAIL : receive_plain(ec, &ec_actor(ec)->port);
}

// Port#receive
static value_t port_receive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argv;
    struct port *const port = argc > 0 ? NULL : port_original(port_of(self));
    return port == NULL || port->actor == NULL || port->actor != ec_actor(ec) ? VALUE_FAIL : receive_plain(ec, port);
}

// Primitive.port_after(number): the number of the first message of the default port behind that one; false: there is none; 0:
// and never will be.
static value_t port_after(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct port *const port = &ec_actor(ec)->port;
    uint64_t const wanted = (uint64_t)value_to_fixnum(argv[0]) + 1;
    bool const closed = is_closed(port); // first, as above
    const struct message *message = port_find(port, wanted);
    if (message == NULL) {
        mailbox_drain(port->actor);
        message = port_find(port, wanted);
    }
    if (message != NULL) return value_fixnum((int64_t)message->number);
    return closed ? value_fixnum(0) : VALUE_FALSE;
}

// Primitive.port_pick(number): takes it out.
static value_t port_pick(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return receive(ec, port_pluck(&ec_actor(ec)->port, (uint64_t)value_to_fixnum(argv[0])));
}

// Primitive.port_put_back(number, value): a message that receive_if did not want.
static value_t primitive_put_back(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct port *const port = &ec_actor(ec)->port;
    struct message *const message = base_alloc_zeroed(sizeof *message);
    if (message == NULL) return vm_raise_memory(ec);
    message->kind = MESSAGE_LOCAL;
    message->port = port;
    message->payload.value = argv[1];
    port_put_back(port, message, (uint64_t)value_to_fixnum(argv[0]));
    port->actor->local_messages++;
    return VALUE_NIL;
}

// --- Ports -------------------------------------------------------------------------------------------------------------------
static value_t or_memory(struct ec *ec, value_t v) { return v == VALUE_UNDEF ? vm_raise_memory(ec) : v; }

// Primitive.port_allocate(class)
static value_t primitive_allocate(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    if (ec_actor(ec) == NULL) return vm_raise(ec, CLASS_RACTOR_ERROR, "no actors here");
    return or_memory(ec, port_allocate(ec->heap, value_to_class(argv[0])->id));
}

// Primitive.port_initialize(port, original): a port of the calling actor; or, unless nil, another handle of `original`.
static value_t primitive_initialize(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct port *const port = port_of(argv[0]);
    struct port *const original = value_is_nil(argv[1]) ? NULL : target(ec, argv[1]);
    if (!value_is_nil(argv[1]) && original == NULL) return VALUE_UNDEF;
    if (port->actor != NULL) return vm_raise(ec, CLASS_TYPE_ERROR, "already initialized %s", vm_class_name(ec, argv[0]));
    port_open(port, ec_actor(ec));
    port->original = original;
    return VALUE_NIL;
}

static value_t port_default(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return or_memory(ec, default_port_handle(ec->heap, actor_of(argv[0])));
}

// Primitive.port_close(port, by_anyone): whether it was closed already.
static value_t port_close(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct port *const port = target(ec, argv[0]);
    if (port == NULL) return VALUE_UNDEF;
    if (port->actor != ec_actor(ec) && !value_truthy(argv[1])) {
        return vm_raise(ec, CLASS_RACTOR_ERROR, "closing port by other ractors is not allowed");
    }
    bool const was_closed = port_shut(port);
    actor_wake(ec_actor(ec)->worker, port->actor);
    return value_bool(was_closed);
}

static value_t port_closed(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    const struct port *const port = target(ec, argv[0]);
    if (port == NULL) return VALUE_UNDEF;
    return value_bool(is_closed(port) || actor_ended(port->actor));
}

static value_t port_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    const struct port *const port = target(ec, argv[0]);
    if (port == NULL) return VALUE_UNDEF;
    struct string *const s = string_format(ec->heap, "#<Ractor::Port to:#%llu id:%llu>",
                                           (unsigned long long)port->actor->id, (unsigned long long)port->id);
    return s != NULL ? value_pointer(s) : vm_raise_memory(ec);
}

// --- Monitors ----------------------------------------------------------------------------------------------------------------
// Primitive.port_monitor(ractor, port): whether it lives. If not, the port has its message.
static value_t port_monitor(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = actor_of(argv[0]);
    struct port *const port = target(ec, argv[1]);
    if (port == NULL) return VALUE_UNDEF;
    struct message *const message = base_alloc_zeroed(sizeof *message);
    if (message == NULL) return vm_raise_memory(ec);
    message->kind = MESSAGE_MONITOR;
    message->port = port;
    message->payload.value = VALUE_NIL;
    if (message_push(actor, message)) {
        if (mailbox_flooded(actor)) actor_wake(ec_actor(ec)->worker, actor); // it only needs a turn
        return VALUE_TRUE;
    }
    const struct actor_runtime *const rt = actor->runtime;
    message->kind = MESSAGE_VALUE;
    message->payload.value = value_symbol(actor->outcome == OUTCOME_ABORTED ? rt->aborted : rt->exited);
    if (is_closed(message->port) || !message_push(message->port->actor, message)) {
        base_free(message);
        return raise_closed(ec);
    }
    actor_wake(ec_actor(ec)->worker, message->port->actor);
    return VALUE_FALSE;
}

static value_t port_unmonitor(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct port *const port = target(ec, argv[1]);
    if (port == NULL) return VALUE_UNDEF;
    struct message *const message = base_alloc_zeroed(sizeof *message);
    if (message == NULL) return vm_raise_memory(ec);
    message->kind = MESSAGE_UNMONITOR;
    message->port = port;
    message->payload.value = VALUE_NIL;
    struct actor *const actor = actor_of(argv[0]);
    if (!message_push(actor, message)) base_free(message);
    else if (mailbox_flooded(actor)) actor_wake(ec_actor(ec)->worker, actor);
    return VALUE_NIL;
}

// How long each takes, see docs/builtins.md:
//   bounded: port_ready port_after port_pick primitive_put_back primitive_allocate primitive_initialize port_default
//     port_close port_closed port_inspect port_monitor port_unmonitor
//   in-place: port_send send_plain port_next receive_default port_receive
static const struct vm_primitive primitives[] = {
    {"port_send", port_send},       {"port_ready", port_ready},     {"port_next", port_next},
    {"port_after", port_after},     {"port_pick", port_pick},       {"port_put_back", primitive_put_back},
    {"port_allocate", primitive_allocate}, {"port_initialize", primitive_initialize}, {"port_default", port_default},
    {"port_close", port_close},     {"port_closed", port_closed},   {"port_inspect", port_inspect},
    {"port_monitor", port_monitor}, {"port_unmonitor", port_unmonitor},
};

// First halves of methods of the prelude.
static const struct core_method of_ractor[] = {{"receive", receive_default, 0, -1, CORE_TRY | CORE_SINGLETON},
                                               {"send", send_plain, 0, -1, CORE_TRY}, {"<<", send_plain, 1, 1, CORE_TRY}};
static const struct core_method of_port[] = {{"receive", port_receive, 0, -1, CORE_TRY},
                                             {"send", send_plain, 0, -1, CORE_TRY}, {"<<", send_plain, 1, 1, CORE_TRY}};

bool define_ports(struct runtime *runtime)
{
    return vm_define_methods(runtime, CLASS_RACTOR, of_ractor, TRP_COUNT(of_ractor)) &&
           vm_define_methods(runtime, CLASS_RACTOR_PORT, of_port, TRP_COUNT(of_port)) &&
           vm_add_primitives(runtime, primitives, TRP_COUNT(primitives));
}
