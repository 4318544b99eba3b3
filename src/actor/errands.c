// Errands: what an actor has the main one do, since only that may (require, trap). Purpose: a request in a port of the main
// actor that no program sees, and its main thread interrupted to look there (Troupe::Task#deliver); Ruby does it and answers
// (60_ractor.rb).
// Data: the flag belongs to all; the port is the main actor's.
#include "actor/interior.h"

#define UNUSED (void)self, (void)argc, (void)argv

void errands_open(struct actor_runtime *rt)
{
    rt->errands = (struct port){0};
    port_open(&rt->errands, rt->main);
}

// Primitive.errand_send(request, clones or nil): false: clones are needed.
static value_t errand_send(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const from = ec_actor(ec), *const main = from->runtime->main;
    struct message *const message = base_alloc_zeroed(sizeof *message);
    if (message == NULL) return vm_raise_memory(ec);
    message->kind = MESSAGE_VALUE;
    message->port = &from->runtime->errands;
    value_t const packed = parcel_pack_for(ec, argv[0], false, argv[1], &message->payload);
    if (packed != VALUE_TRUE || !message_push(main, message)) {
        payload_free(&message->payload);
        base_free(message);
        return packed != VALUE_TRUE ? packed : vm_raise(ec, CLASS_RACTOR_CLOSED_ERROR, "The port was already closed");
    }
    // release: the message is there; pairs with errands_unheeded
    atomic_store_explicit(&from->runtime->errand, true, memory_order_release);
    actor_wake(from->worker, main);
    return VALUE_TRUE;
}

// Primitive.errand_next: in the main thread; nil: there is none.
static value_t errand_next(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL || !actor->main || ec->root != ec->root->thread.first) return VALUE_NIL;
    mailbox_drain(actor);
    struct message *const message = queue_take(&actor->runtime->errands.queue);
    if (message == NULL) return VALUE_NIL;
    struct payload payload = message->payload;
    message_uncharge(message);
    message->payload = (struct payload){.value = VALUE_NIL};
    message_free(message);
    return parcel_unpack(ec, &payload);
}

// How long each takes, see docs/builtins.md:
//   bounded: errand_next
//   in-place: errand_send

bool define_errands(struct runtime *runtime)
{
    static const struct vm_primitive primitives[] = {{"errand_send", errand_send}, {"errand_next", errand_next}};
    return vm_add_primitives(runtime, primitives, TRP_COUNT(primitives));
}
