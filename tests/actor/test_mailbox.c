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
    struct message_queue queue = {0};
    for (int64_t i = 0; i < 5; i++) queue_add(&queue, make(NULL, i));
    struct message *const third = queue_pluck(&queue, 2);
    struct message *const last = queue_pluck(&queue, 3);
    ck_assert_int_eq(value_to_fixnum(third->payload.value), 2);
    ck_assert_int_eq(value_to_fixnum(last->payload.value), 4);
    ck_assert_ptr_null(queue_pluck(&queue, 3));
    queue_insert(&queue, 3, last);
    queue_insert(&queue, 2, third);
    queue_add(&queue, make(NULL, 5));
    for (int64_t i = 0; i <= 5; i++) {
        struct message *const message = queue_take(&queue);
        ck_assert_int_eq(value_to_fixnum(message->payload.value), i);
        message_free(message);
    }
    ck_assert_uint_eq(queue.count, 0);
    ck_assert_ptr_null(queue_take(&queue));
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
    ck_assert_uint_eq(actor->watchers.count, 1);
    ck_assert_ptr_eq(actor->watchers.first->port, &ports[1]);
    queue_free(&actor->watchers);
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
    tcase_add_test(tcase, unmonitor_forgets_only_its_port);
    tcase_add_test(tcase, what_is_accepted_arrives_in_order);
    suite_add_tcase(suite, tcase);
    return suite;
}
