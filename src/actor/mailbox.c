// Mailboxes and ports. Purpose: many senders, one receiver; a message is linked in by one compare-and-swap.
//
// Senders push onto the inbox, newest first. The owner takes the whole of it by an exchange, turns it round and sorts it
// into the queues of its ports, which nobody else sees. Closing exchanges a mark into the inbox, so that a message is either
// found by the closing owner or refused to its sender.
//
// Invariants: messages of one sender to one port keep their order; a message has one owner at any time.
// Data: the inbox belongs to all; queues and lists to the claim's holder.
#include "actor/interior.h"

// --- Queues ------------------------------------------------------------------------------------------------------------
void queue_add(struct message_queue *queue, struct message *message)
{
    if (queue->last == NULL) queue->last = &queue->first;
    message->next = NULL;
    *queue->last = message;
    queue->last = &message->next;
    queue->count++;
}

struct message *queue_take(struct message_queue *queue)
{
    struct message *const message = queue->first;
    if (message == NULL) return NULL;
    queue->first = message->next;
    if (queue->first == NULL) queue->last = &queue->first;
    queue->count--;
    return message;
}

struct message *queue_pluck(struct message_queue *queue, size_t index)
{
    struct message **link = &queue->first;
    while (index > 0 && *link != NULL) {
        link = &(*link)->next;
        index--;
    }
    struct message *const message = *link;
    if (message == NULL) return NULL;
    *link = message->next;
    if (*link == NULL) queue->last = link;
    queue->count--;
    return message;
}

void queue_insert(struct message_queue *queue, size_t index, struct message *message)
{
    if (index >= queue->count) {
        queue_add(queue, message);
        return;
    }
    struct message **link = &queue->first;
    while (index-- > 0) link = &(*link)->next;
    message->next = *link;
    *link = message;
    queue->count++;
}

void queue_free(struct message_queue *queue)
{
    struct message *message;
    while ((message = queue_take(queue)) != NULL) message_free(message);
}

// A queued message counts against its receiver.
static void charge(struct message *message, struct actor *actor)
{
    message->charged = message->payload.parcel == NULL || actor->body == NULL ? 0 : payload_size(&message->payload);
    if (message->charged > 0) heap_body_account(&actor->body->heap, (ptrdiff_t)message->charged);
}

void message_uncharge(struct message *message)
{
    if (message->kind != MESSAGE_VALUE || message->charged == 0) return;
    heap_body_account(&message->port->actor->body->heap, -(ptrdiff_t)message->charged);
    message->charged = 0;
}

void message_free(struct message *message)
{
    message_uncharge(message);
    if (message->kind == MESSAGE_LOCAL) message->port->actor->local_messages--;
    payload_free(&message->payload);
    if (message->kind == MESSAGE_TAKE) take_release(message->take);
    base_free(message);
}

// --- The inbox ---------------------------------------------------------------------------------------------------------
bool message_push(struct actor *to, struct message *message)
{
    // acquire, both: when it is closed the result is there; pairs with the exchange in mailbox_close
    struct message *newest = atomic_load_explicit(&to->inbox, memory_order_acquire);
    do {
        if (newest == MAILBOX_CLOSED) return false;
        message->next = newest;
        // release: publishes the message; pairs with the exchanges in mailbox_drain and mailbox_close
    } while (!atomic_compare_exchange_weak_explicit(&to->inbox, &newest, message, memory_order_release,
                                                    memory_order_acquire));
    return true;
}

static struct message *turn_round(struct message *newest)
{
    struct message *oldest = NULL;
    while (newest != NULL) {
        struct message *const next = newest->next;
        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    return oldest;
}

// Those at the front that nobody waits for any more leave, so that an actor that never yields does not collect them.
static void add_take(struct actor *actor, struct message *message)
{
    struct message *first;
    while ((first = actor->takes.first) != NULL &&
           atomic_load_explicit(&first->take->state, memory_order_relaxed) == TAKE_CANCELLED) {
        message_free(queue_take(&actor->takes));
    }
    queue_add(&actor->takes, message);
}

// The latest MONITOR of the port, if any, is forgotten.
static void unmonitor(struct actor *actor, const struct port *port)
{
    struct message_queue kept = {0};
    struct message *message;
    while ((message = queue_take(&actor->watchers)) != NULL) {
        if (message->kind == MESSAGE_MONITOR && message->port == port) {
            message_free(message);
        } else {
            queue_add(&kept, message);
        }
    }
    actor->watchers = kept;
    if (kept.first == NULL) actor->watchers.last = &actor->watchers.first;
}

static void sort_in(struct actor *actor, struct message *message)
{
    switch (message->kind) {
    case MESSAGE_MONITOR:
    case MESSAGE_WATCH: queue_add(&actor->watchers, message); break;
    case MESSAGE_TAKE: add_take(actor, message); break;
    case MESSAGE_UNMONITOR:
        unmonitor(actor, message->port);
        message_free(message);
        break;
    default:
        TRP_ASSERT(message->port->actor == actor);
        actor->received++;
        charge(message, actor);
        queue_add(&message->port->queue, message);
    }
}

static void sort_all(struct actor *actor, struct message *oldest)
{
    while (oldest != NULL) {
        struct message *const next = oldest->next;
        sort_in(actor, oldest);
        oldest = next;
    }
}

void mailbox_drain(struct actor *actor)
{
    if (atomic_load_explicit(&actor->inbox, memory_order_relaxed) == NULL) return;
    // acquire: pairs with the release in message_push
    struct message *const newest = atomic_exchange_explicit(&actor->inbox, NULL, memory_order_acquire);
    TRP_ASSERT(newest != MAILBOX_CLOSED); // only the owner closes, and then drains no more
    sort_all(actor, turn_round(newest));
}

// What had arrived is sorted in, so that watchers and takes can be answered.
void mailbox_close(struct actor *actor)
{
    // acquire: pairs with message_push; release: publishes the result to whoever finds the inbox closed
    struct message *const newest = atomic_exchange_explicit(&actor->inbox, MAILBOX_CLOSED, memory_order_acq_rel);
    TRP_ASSERT(newest != MAILBOX_CLOSED);
    sort_all(actor, turn_round(newest));
}

// --- Ports ---------------------------------------------------------------------------------------------------------------
void port_open(struct port *port, struct actor *actor)
{
    port->actor = actor;
    port->id = actor->next_port_id++;
    if (port == &actor->port) return;
    port->next = actor->ports;
    port->previous = &actor->ports;
    if (port->next != NULL) port->next->previous = &port->next;
    actor->ports = port;
}

void port_shut(struct port *port)
{
    // relaxed: a sender that misses it was sooner
    atomic_store_explicit(&port->closed, true, memory_order_relaxed);
}

void port_leave(struct port *port)
{
    queue_free(&port->queue);
    if (port->previous == NULL) return;
    *port->previous = port->next;
    if (port->next != NULL) port->next->previous = port->previous;
    port->next = NULL;
    port->previous = NULL;
}

// --- Roots -----------------------------------------------------------------------------------------------------------------
static void mark_port(struct heap_marker *marker, const struct port *port)
{
    if (port == NULL) return;
    heap_mark(marker, port->actor->handle);
    heap_mark(marker, port->handle);
}

static void mark_messages(struct heap_marker *marker, const struct message *message)
{
    for (; message != NULL; message = message->next) {
        payload_mark(marker, &message->payload);
        mark_port(marker, message->port);
        if (message->kind == MESSAGE_WATCH) heap_mark(marker, message->actor->handle);
        if (message->kind == MESSAGE_TAKE) take_mark(marker, message->take);
    }
}

void mailbox_mark(struct heap_marker *marker, struct actor *actor)
{
    struct message *const newest = atomic_load_explicit(&actor->inbox, memory_order_relaxed);
    if (newest != MAILBOX_CLOSED) mark_messages(marker, newest);
    mark_messages(marker, actor->watchers.first);
    mark_messages(marker, actor->takes.first);
    mark_messages(marker, actor->port.queue.first);
    for (struct port *port = actor->ports; port != NULL; port = port->next) mark_messages(marker, port->queue.first);
}
