// Errands: what an actor has the main one do, since only that may (require, trap). Purpose: a request in a queue of the main
// actor, and its main thread interrupted to look there (Troupe::Task#deliver); Ruby does it and answers to the port that the
// request names (core/thread/ractor.rb).
// Invariant: each request is answered, or its port is closed, which needs no memory: there was none for the answer.
// Data: the flag belongs to all; the queue is the main actor's.
#include "actor/interior.h"

#define UNUSED (void)self, (void)argc, (void)argv

static void flag_raise(struct actor_runtime *rt)
{
    // release: the message is there; pairs with errands_pending
    atomic_store_explicit(&rt->errand, true, memory_order_release);
}

// Primitive.errand_send(port, request, clones or nil): false: clones are needed.
static value_t errand_send(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const from = ec_actor(ec), *const main = from->runtime->main;
    struct message *const message = base_alloc_zeroed(sizeof *message);
    if (message == NULL) return vm_raise_memory(ec);
    message->kind = MESSAGE_ERRAND;
    message->port = port_of(argv[0]);
    value_t const packed = parcel_pack_for(ec, argv[1], false, argv[2], &message->payload);
    if (packed != VALUE_TRUE || !message_push(main, message)) {
        payload_free(&message->payload);
        base_free(message);
        return packed != VALUE_TRUE ? packed : vm_raise(ec, CLASS_RACTOR_CLOSED_ERROR, "The port was already closed");
    }
    flag_raise(from->runtime);
    actor_wake(from->worker, main);
    return VALUE_TRUE;
}

void port_refuse(struct worker *worker, struct port *port)
{
    port_shut(port);
    actor_wake(worker, port->actor);
}

// Primitive.errand_next: in the main thread; nil: there is none. While it is unpacked its message roots the port.
static value_t errand_next(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL || !actor->main || ec->root != ec->root->thread.first) return VALUE_NIL;
    mailbox_drain(actor);
    struct message *const message = actor->runtime->errands.first;
    if (message == NULL) return VALUE_NIL;
    struct payload payload = message->payload;
    message->payload = (struct payload){.value = VALUE_NIL};
    value_t const request = parcel_unpack(ec, &payload);
    queue_take(&actor->runtime->errands);
    if (request == VALUE_UNDEF) {
        port_refuse(actor->worker, message->port);
        flag_raise(actor->runtime); // there may be others
    }
    message_free(message);
    return request;
}

// How long each takes, see docs/builtins.md:
//   bounded: errand_next
//   in-place: errand_send

bool define_errands(struct runtime *runtime)
{
    static const struct vm_primitive primitives[] = {{"errand_send", errand_send}, {"errand_next", errand_next}};
    return vm_add_primitives(runtime, primitives, TRP_COUNT(primitives));
}
