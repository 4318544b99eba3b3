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

void queue_free(struct message_queue *queue)
{
    struct message *message;
    while ((message = queue_take(queue)) != NULL) message_free(message);
}

// A message counts against its receiver from the moment it is sent. Senders count what is in the inbox (actor->arriving);
// whoever drains it has the receiver's heap count what waits in queues. Counting costs a write that others see: so of messages
// below a grain one in as many as fill it is charged a grain, and the others nothing. Which of them is chance, by their
// addresses: those that wait in a queue have different ones.
#define GRAIN 16u // units

static uint32_t charge_of(const struct message *message)
{
    size_t const units = (sizeof *message + payload_size(&message->payload)) / MESSAGE_UNIT + 1;
    if (units >= GRAIN) return units < UINT32_MAX ? (uint32_t)units : UINT32_MAX;
    uint64_t const chance = (uint64_t)(uintptr_t)message * 0x9e3779b97f4a7c15u;
    return chance >> 60 < units ? GRAIN : 0;
}

static void count_arriving(struct actor *to, int64_t units)
{
    // relaxed: a hint, and a sum
    if (units != 0) atomic_fetch_add_explicit(&to->arriving, units, memory_order_relaxed);
}

void message_uncharge(struct message *message)
{
    if (message->kind != MESSAGE_VALUE || message->charged == 0) return;
    heap_body_account(&message->port->actor->body->heap, -(ptrdiff_t)message->charged * MESSAGE_UNIT);
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
    message->charged = charge_of(message);
    count_arriving(to, message->charged); // before it can be drained
    do {
        if (newest == MAILBOX_CLOSED) {
            count_arriving(to, -(int64_t)message->charged);
            message->charged = 0;
            return false;
        }
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

static void sort_in(struct actor *actor, struct message *message)
{
    if (message->kind == MESSAGE_ERRAND) {
        queue_add(&actor->runtime->errands, message);
    } else if (message->kind != MESSAGE_VALUE) {
        wishes_add(actor, message);
    } else {
        TRP_ASSERT(message->port->actor == actor);
        actor->received++;
        port_add(message->port, message);
    }
}

static void sort_all(struct actor *actor, struct message *oldest)
{
    int64_t arrived = 0, waiting = 0;
    while (oldest != NULL) {
        struct message *const next = oldest->next;
        arrived += oldest->charged;
        if (oldest->kind != MESSAGE_VALUE || actor->body == NULL) oldest->charged = 0;
        waiting += oldest->charged;
        sort_in(actor, oldest);
        oldest = next;
    }
    count_arriving(actor, -arrived);
    if (waiting > 0) heap_body_account(&actor->body->heap, (ptrdiff_t)waiting * MESSAGE_UNIT);
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

// --- Queues of ports ---------------------------------------------------------------------------------------------------
void port_add(struct port *port, struct message *message)
{
    message->number = ++port->numbered;
    queue_add(&port->queue, message);
}

struct message *port_take(struct port *port)
{
    struct message *const message = queue_take(&port->queue);
    if (message != NULL && port->place == &message->next) port->place = &port->queue.first;
    return message;
}

static struct message **seek(struct port *port, uint64_t number)
{
    if (port->place == NULL || port->placed > number) port->place = &port->queue.first;
    while (*port->place != NULL && (*port->place)->number < number) port->place = &(*port->place)->next;
    port->placed = number;
    return port->place;
}

struct message *port_find(struct port *port, uint64_t number) { return *seek(port, number); }

struct message *port_pluck(struct port *port, uint64_t number)
{
    struct message **const link = seek(port, number), *const message = *link;
    if (message == NULL || message->number != number) return NULL;
    *link = message->next;
    if (*link == NULL) port->queue.last = link;
    port->queue.count--;
    return message;
}

void port_put_back(struct port *port, struct message *message, uint64_t number)
{
    struct message **const link = seek(port, number);
    message->number = number;
    message->next = *link;
    *link = message;
    if (message->next == NULL) port->queue.last = &message->next;
    port->queue.count++;
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

bool port_shut(struct port *port)
{
    // release: what was sent before is there for whoever finds it closed; pairs with is_closed (ports.c)
    return atomic_exchange_explicit(&port->closed, true, memory_order_release);
}

void port_leave(struct port *port)
{
    queue_free(&port->queue);
    port->place = NULL;
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
    if (actor->main) mark_messages(marker, actor->runtime->errands.first);
    mark_messages(marker, actor->port.queue.first);
    for (struct port *port = actor->ports; port != NULL; port = port->next) mark_messages(marker, port->queue.first);
}
