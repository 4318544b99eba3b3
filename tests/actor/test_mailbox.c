// Mailboxes: order, ports, closing against senders, and that every message ends exactly once.
#include "fixture.h"

#include <pthread.h>

static void open_one(void) { runtime_must_open(1); }

static struct message *make(struct port *port, int64_t n)
{
    struct message *const message = base_alloc_zeroed(sizeof *message);
    message->kind = MESSAGE_VALUE;
    message->port = port;
    message->payload.value = value_fixnum(n);
    return message;
}

static int64_t take_number(struct port *port)
{
    struct message *const message = queue_take(&port->queue);
    if (message == NULL) return -1;
    int64_t const n = value_to_fixnum(message->payload.value);
    message_free(message);
    return n;
}

START_TEST(ports_keep_their_own_order)
{
    struct actor *const actor = actor_must_open();
    value_t const handle = port_allocate(actor->body->ec->heap, CLASS_RACTOR_PORT);
    struct port *const other = port_of(handle);
    ck_assert_ptr_nonnull(other);
    port_open(other, actor);
    for (int64_t i = 0; i < 10; i++) ck_assert(message_push(actor, make(i % 2 ? other : &actor->port, i)));
    mailbox_drain(actor);
    for (int64_t i = 0; i < 10; i += 2) ck_assert_int_eq(take_number(&actor->port), i);
    for (int64_t i = 1; i < 10; i += 2) ck_assert_int_eq(take_number(other), i);
    ck_assert_int_eq(take_number(other), -1);
    actor_must_close(actor);
}
END_TEST

START_TEST(messages_can_be_plucked_and_put_back)
{
    struct port port = {0};
    for (int64_t i = 1; i <= 5; i++) port_add(&port, make(NULL, i));
    ck_assert_uint_eq(port_find(&port, 0)->number, 1);
    ck_assert_ptr_null(port_pluck(&port, 6));
    struct message *const third = port_pluck(&port, 3), *const last = port_pluck(&port, 5);
    ck_assert_int_eq(value_to_fixnum(third->payload.value), 3);
    ck_assert_int_eq(value_to_fixnum(last->payload.value), 5);
    ck_assert_ptr_null(port_pluck(&port, 3));
    ck_assert_uint_eq(port_find(&port, 3)->number, 4);
    ck_assert_ptr_null(port_find(&port, 5));
    port_put_back(&port, last, 5);
    port_put_back(&port, third, 3);
    port_add(&port, make(NULL, 6));
    ck_assert_uint_eq(port_find(&port, 6)->number, 6);
    for (int64_t i = 1; i <= 6; i++) {
        struct message *const message = port_take(&port);
        ck_assert_int_eq(value_to_fixnum(message->payload.value), i);
        message_free(message);
        ck_assert_ptr_eq(port_find(&port, 0), port.queue.first);
    }
    ck_assert_uint_eq(port.queue.count, 0);
    ck_assert_ptr_null(port_take(&port));
    port_add(&port, make(NULL, 7));
    ck_assert_uint_eq(port_find(&port, 0)->number, 7);
    port_leave(&port);
}
END_TEST

// What receive_if does with a long queue: each step is short. (Were it not, this would take hours.)
START_TEST(a_long_queue_is_walked_once)
{
    enum { COUNT = 300000 };
    struct port port = {0};
    for (int64_t i = 1; i <= COUNT; i++) port_add(&port, make(NULL, i));
    for (uint64_t number = 0; number < COUNT;) {
        number = port_find(&port, number + 1)->number;
        struct message *const message = port_pluck(&port, number);
        if (number % 1000 == 0) message_free(port_take(&port)); // another thread receives
        port_put_back(&port, message, number);
    }
    ck_assert_uint_eq(port.queue.count, COUNT - COUNT / 1000);
    for (uint64_t before = 0; port.queue.first != NULL; message_free(port_take(&port))) {
        ck_assert_uint_gt(port.queue.first->number, before);
        before = port.queue.first->number;
    }
}
END_TEST

START_TEST(unmonitor_forgets_only_its_port)
{
    struct actor *const actor = actor_must_open();
    struct port ports[2] = {{.actor = actor}, {.actor = actor}};
    for (unsigned i = 0; i < 3; i++) {
        struct message *const message = make(&ports[i % 2], 0);
        message->kind = MESSAGE_MONITOR;
        ck_assert(message_push(actor, message));
    }
    struct message *const message = make(&ports[0], 0);
    message->kind = MESSAGE_UNMONITOR;
    ck_assert(message_push(actor, message));
    mailbox_drain(actor);
    wishes_prune(actor);
    ck_assert_uint_eq(actor->watchers.count, 1);
    ck_assert_ptr_eq(actor->watchers.first->port, &ports[1]);
    queue_free(&actor->watchers);
    actor_must_close(actor);
}
END_TEST

static void wish(struct actor *actor, enum message_kind kind, struct port *port)
{
    struct message *const message = make(port, 0);
    message->kind = (uint8_t)kind;
    ck_assert(message_push(actor, message));
}

// Against a model: how often each port is to hear, and in which order they began.
START_TEST(monitors_come_and_go)
{
    enum { PORTS = 40 };
    struct actor *const actor = actor_must_open();
    struct port ports[PORTS] = {{0}};
    struct rng rng = {_i + 1};
    unsigned wanted[PORTS] = {0}, total = 0;
    for (unsigned i = 0; i < PORTS; i++) ports[i].actor = actor;
    for (unsigned i = 0; i < 20000; i++) {
        unsigned const which = rng_below(&rng, PORTS);
        bool const begins = rng_below(&rng, 2) == 0;
        wish(actor, begins ? MESSAGE_MONITOR : MESSAGE_UNMONITOR, &ports[which]);
        wanted[which] = begins ? wanted[which] + 1 : 0;
        if (rng_below(&rng, 100) == 0) mailbox_drain(actor);
    }
    mailbox_drain(actor);
    for (unsigned i = 0; i < PORTS; i++) total += wanted[i];
    ck_assert_uint_le(actor->watchers.count, 2 * 3 * PORTS + 64); // never many more than were wished
    wishes_prune(actor);
    ck_assert_uint_eq(actor->watchers.count, total);
    for (const struct message *m = actor->watchers.first; m != NULL; m = m->next) {
        ck_assert_int_eq(m->kind, MESSAGE_MONITOR);
        wanted[m->port - ports]--;
    }
    for (unsigned i = 0; i < PORTS; i++) ck_assert_uint_eq(wanted[i], 0);
    port_shut(&ports[0]);
    wishes_prune(actor);
    for (const struct message *m = actor->watchers.first; m != NULL; m = m->next) ck_assert_ptr_ne(m->port, &ports[0]);
    queue_free(&actor->watchers);
    actor_must_close(actor);
}
END_TEST

START_TEST(watchers_keep_their_order)
{
    struct actor *const actor = actor_must_open();
    struct port ports[3] = {{.actor = actor}, {.actor = actor}, {.actor = actor}};
    for (unsigned i = 3; i-- > 0;) wish(actor, MESSAGE_MONITOR, &ports[i]);
    wish(actor, MESSAGE_UNMONITOR, &ports[1]);
    wish(actor, MESSAGE_MONITOR, &ports[1]);
    for (unsigned i = 0; i < 1000; i++) {
        struct message *const message = make(NULL, 0);
        message->kind = MESSAGE_WATCH;
        message->actor = actor;
        ck_assert(message_push(actor, message));
    }
    mailbox_drain(actor);
    ck_assert_uint_le(actor->watchers.count, 100);
    wishes_prune(actor);
    ck_assert_uint_eq(actor->watchers.count, 4); // who waits is woken once
    const struct message *m = actor->watchers.first;
    ck_assert_ptr_eq(m->port, &ports[2]);
    ck_assert_ptr_eq(m->next->port, &ports[0]);
    ck_assert_ptr_eq(m->next->next->port, &ports[1]);
    ck_assert_int_eq(m->next->next->next->kind, MESSAGE_WATCH);
    queue_free(&actor->watchers);
    actor_must_close(actor);
}
END_TEST

// What is sent is charged: to the inbox, then to the receiver's heap, then to nobody.
START_TEST(messages_are_charged)
{
    enum { COUNT = 10000 };
    struct actor *const actor = actor_must_open();
    struct heap *const heap = &actor->body->heap;
    uint64_t const before = heap->stats.body_bytes;
    for (int64_t i = 0; i < COUNT; i++) ck_assert(message_push(actor, make(&actor->port, i)));
    int64_t const small = atomic_load(&actor->arriving) * MESSAGE_UNIT;
    ck_assert_int_gt(small, COUNT * 64 / 2); // one in sixteen of them, 16 units each
    ck_assert_int_lt(small, COUNT * 64 * 2);
    ck_assert(mailbox_flooded(actor));
    struct message *const message = make(&actor->port, 0);
    ck_assert(parcel_pack(actor->body->ec, value_pointer(string_new_capacity(heap, 0, ENCODING_UTF8)), PACK_COPY,
                          &message->payload));
    message->payload.parcel->body_size = 1000000; // as if
    ck_assert(message_push(actor, message));
    ck_assert_int_ge(atomic_load(&actor->arriving) * MESSAGE_UNIT - small, 1000000);
    message->payload.parcel->body_size = 0;
    int64_t const all = atomic_load(&actor->arriving) * MESSAGE_UNIT;
    uint64_t const packed = heap->stats.body_bytes;
    mailbox_drain(actor);
    ck_assert_int_eq(atomic_load(&actor->arriving), 0);
    ck_assert_uint_eq(heap->stats.body_bytes, packed + (uint64_t)all);
    for (struct message *m; (m = port_take(&actor->port)) != NULL; message_free(m)) {}
    ck_assert_uint_eq(heap->stats.body_bytes, packed);
    ck_assert_uint_ge(packed, before);
    mailbox_close(actor);
    struct message *const late = make(&actor->port, 0);
    ck_assert(!message_push(actor, late));
    base_free(late);
    ck_assert_int_eq(atomic_load(&actor->arriving), 0);
    atomic_store(&actor->inbox, NULL);
    actor_must_close(actor);
}
END_TEST

#define SENDERS 3
#define EACH 50000
static struct actor *receiver;
static _Atomic(int64_t) accepted, refused;

static void *send_many(void *number)
{
    int64_t const first = (int64_t)(intptr_t)number * EACH;
    for (int64_t i = 0; i < EACH; i++) {
        struct message *const message = make(&receiver->port, first + i);
        if (message_push(receiver, message)) {
            atomic_fetch_add(&accepted, 1);
        } else {
            atomic_fetch_add(&refused, 1);
            message_free(message);
        }
    }
    return NULL;
}

START_TEST(what_is_accepted_arrives_in_order)
{
    pthread_t threads[SENDERS];
    int64_t next[SENDERS] = {0};
    int64_t received = 0;
    receiver = actor_must_open();
    for (intptr_t i = 0; i < SENDERS; i++) pthread_create(&threads[i], NULL, send_many, (void *)i);
    while (received < SENDERS * EACH / 2) {
        mailbox_drain(receiver);
        for (int64_t n; (n = take_number(&receiver->port)) >= 0; received++) {
            ck_assert_int_ge(n % EACH, next[n / EACH]);
            next[n / EACH] = n % EACH + 1;
        }
    }
    mailbox_close(receiver);
    for (unsigned i = 0; i < SENDERS; i++) pthread_join(threads[i], NULL);
    while (take_number(&receiver->port) >= 0) received++;
    ck_assert(actor_ended(receiver));
    ck_assert_int_eq(received, atomic_load(&accepted)); // sent = received
    ck_assert_int_eq(atomic_load(&accepted) + atomic_load(&refused), SENDERS * EACH);
    atomic_store(&receiver->inbox, NULL); // so that it can be closed with the others
    actor_must_close(receiver);
}
END_TEST

Suite *mailbox_suite(void)
{
    Suite *const suite = suite_create("mailbox");
    TCase *const tcase = tcase_create("mailbox");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, open_one, runtime_must_close);
    tcase_add_test(tcase, ports_keep_their_own_order);
    tcase_add_test(tcase, messages_can_be_plucked_and_put_back);
    tcase_add_test(tcase, a_long_queue_is_walked_once);
    tcase_add_test(tcase, unmonitor_forgets_only_its_port);
    tcase_add_loop_test(tcase, monitors_come_and_go, 0, 3);
    tcase_add_test(tcase, watchers_keep_their_order);
    tcase_add_test(tcase, messages_are_charged);
    tcase_add_test(tcase, what_is_accepted_arrives_in_order);
    suite_add_tcase(suite, tcase);
    return suite;
}
