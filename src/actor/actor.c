// Actors from birth to end. Purpose: identity, body, handles, roots.
//
// An identity is made by who spawns it and freed with its handle (A3). It gets a body in its first slice, on the worker that
// runs it, and loses it in its last: an actor that waits for its first turn owns no page, no stack and no ec.
// Data: as struct actor says.
#include "actor/interior.h"

#include <string.h>

// --- Handles -----------------------------------------------------------------------------------------------------------
struct actor *actor_of(value_t v)
{
    if (!value_is(v, TYPE_ACTOR)) return NULL;
    const struct handle *const handle = value_to_pointer(v);
    return handle->header & PORT_FLAG ? NULL : handle->identity;
}

struct port *port_of(value_t v)
{
    if (!value_is(v, TYPE_ACTOR)) return NULL;
    const struct handle *const handle = value_to_pointer(v);
    return handle->header & PORT_FLAG ? handle->identity : NULL;
}

// Shared from birth. Ports are frozen. `owned`: freed with the handle.
static struct handle *handle_new(struct heap *heap, class_id_t class_id, uint64_t flags, void *pointer, size_t owned)
{
    struct handle *const handle = heap_alloc(heap, HEAP_32);
    if (handle == NULL) return NULL;
    layout_t const layout = flags & PORT_FLAG ? LAYOUT_EMPTY_FROZEN : LAYOUT_EMPTY;
    handle->header = header_make(TYPE_ACTOR, class_id, layout, flags);
    handle->identity = pointer;
    atomic_init(&handle->variables.word, VALUE_NIL);
    atomic_init(&handle->result.word, VALUE_UNDEF);
    if (owned > 0) {
        heap_body_account(heap, (ptrdiff_t)owned);
        heap_set_fin(heap, handle);
    }
    heap_set_shared(heap, handle);
    return handle;
}

#define PORT_DEFAULT HEADER_FLAG(1) // the port is part of its actor

static void port_trace(struct heap_marker *marker, const struct port *port)
{
    if (port->actor != NULL) heap_mark(marker, port->actor->handle);
    if (port->original != NULL) heap_mark(marker, port->original->handle);
}

static void handle_trace(struct heap_marker *marker, void *object)
{
    const struct handle *const handle = object;
    if (handle->header & PORT_FLAG) {
        port_trace(marker, handle->identity);
        return;
    }
    struct actor *const actor = handle->identity;
    heap_mark_slot(marker, &handle->variables);
    heap_mark_slot(marker, &handle->result);
    heap_mark(marker, actor->port.handle);
    if (!actor->runtime->in_cycle) return; // only the shared cycle, while everybody stands, traces shared objects
    payload_mark(marker, &actor->result);
    heap_mark_memory(marker, payload_size(&actor->result));
}

static size_t handle_size(const void *object)
{
    const struct handle *const handle = object;
    if (!(handle->header & PORT_FLAG)) return sizeof(struct actor);
    return handle->header & PORT_DEFAULT ? 0 : sizeof(struct port);
}

static void handle_finalize(struct heap *heap, void *object)
{
    struct handle *const handle = object;
    heap_body_account(heap, -(ptrdiff_t)handle_size(object));
    if (handle->header & PORT_FLAG) {
        port_leave(handle->identity);
        base_free(handle->identity);
    } else {
        heap_slot_forget(heap, &handle->variables);
        heap_slot_forget(heap, &handle->result);
        actor_free(handle->identity);
    }
}

void actor_fill_types(struct heap_type types[TYPE_MAX])
{
    types[TYPE_ACTOR] = (struct heap_type){
        .name = "actor", .trace = handle_trace, .finalize = handle_finalize, .body_size = handle_size};
}

value_t port_allocate(struct heap *heap, class_id_t class_id)
{
    struct port *const port = base_alloc_zeroed(sizeof *port);
    if (port == NULL) return VALUE_UNDEF;
    struct handle *const handle = handle_new(heap, class_id, PORT_FLAG, port, sizeof *port);
    if (handle == NULL) {
        base_free(port);
        return VALUE_UNDEF;
    }
    return port->handle = value_pointer(handle);
}

value_t default_port_handle(struct heap *heap, struct actor *actor)
{
    // acquire: pairs with the release below: another actor may have made it
    value_t handle = __atomic_load_n(&actor->port.handle, __ATOMIC_ACQUIRE);
    if (handle != 0) return handle;
    struct handle *const made =
        handle_new(heap, CLASS_RACTOR_PORT, PORT_FLAG | PORT_DEFAULT, &actor->port, 0);
    if (made == NULL) return VALUE_UNDEF;
    // release: publishes the handle; acquire: the one that was sooner
    if (__atomic_compare_exchange_n(&actor->port.handle, &handle, value_pointer(made), false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        return value_pointer(made);
    }
    return handle;
}

// --- Birth ---------------------------------------------------------------------------------------------------------------
static void enter_registry(struct worker *home, struct actor *actor)
{
    base_lock_acquire(&home->registry_lock);
    actor->home = home;
    actor->next = home->registry;
    if (actor->next != NULL) actor->next->previous = actor;
    home->registry = actor;
    base_lock_release(&home->registry_lock);
}

static void leave_registry(struct actor *actor)
{
    struct worker *const home = actor->home;
    base_lock_acquire(&home->registry_lock);
    if (actor->previous != NULL) {
        actor->previous->next = actor->next;
    } else {
        home->registry = actor->next;
    }
    if (actor->next != NULL) actor->next->previous = actor->previous;
    base_lock_release(&home->registry_lock);
}

static bool copy_texts(struct actor *actor, const struct actor_texts *texts)
{
    size_t const room = texts->name_size + texts->location_size + 2;
    char *const text = base_alloc(room);
    if (text == NULL) return false;
    memset(text, 0, room);
    if (texts->name != NULL) actor->name = memcpy(text, texts->name, texts->name_size);
    if (texts->location != NULL) {
        actor->location = memcpy(text + texts->name_size + 1, texts->location, texts->location_size);
    }
    actor->text = text;
    return true;
}

struct actor *actor_new(struct actor_runtime *rt, struct worker *home, struct heap *heap, class_id_t class_id,
                        const struct actor_texts *texts)
{
    struct actor *const actor = base_alloc_aligned_zeroed(64, sizeof *actor);
    if (actor == NULL) return NULL;
    actor->runtime = rt;
    atomic_init(&actor->reported, REPORT_NOT_ASKED);
    actor->result.value = VALUE_NIL;
    actor->spawn.arguments.value = VALUE_NIL;
    actor->next_port_id = 1;
    port_open(&actor->port, actor);
    if (texts != NULL && !copy_texts(actor, texts)) {
        base_free(actor);
        return NULL;
    }
    struct handle *const handle = handle_new(heap, class_id, 0, actor, sizeof *actor);
    if (handle == NULL) {
        base_free(actor->text);
        base_free(actor);
        return NULL;
    }
    actor->handle = value_pointer(handle);
    actor->id = atomic_fetch_add_explicit(&rt->next_id, 1, memory_order_relaxed) + 1;
    count_up(&home->spawned);
    enter_registry(home, actor);
    return actor;
}

bool actor_embody(struct actor *actor)
{
    struct actor_runtime *const rt = actor->runtime;
    struct actor_body *const body = base_alloc_aligned_zeroed(64, sizeof *body);
    if (body == NULL) return false;
    struct heap_options const options = {.limit = rt->options.heap_limit, .owner = actor};
    body->block = body->spawned = body->exception = body->locals = VALUE_NIL;
    body->yielding.value = VALUE_NIL;
    if (!heap_open(&body->heap, rt->runtime->heap_world, &options)) {
        base_free(body);
        return false;
    }
    body->heap.modes = rt->options.modes;
    if (!actor->main) body->heap.modes.fail_at = 0; // counted over the program: the main actor's
    body->idle_budget = body->heap.budget;
    body->ec = ec_new(rt->runtime, &body->heap);
    if (body->ec == NULL) {
        heap_close(&body->heap);
        base_free(body);
        return false;
    }
    body->ec->actor = actor;
    body->ec->interrupts = &actor->interrupts;
    body->ec->hostile_move = rt->options.hostile_move;
    body->ec->main = actor->main;
    body->ec->preemptible = true;
    body->ec->counting = rt->options.count_insns; // in force from the next slice on
    actor->body = body;
    return true;
}

void actor_account_result(struct actor *actor, int sign)
{
    ptrdiff_t const size = sign * (ptrdiff_t)payload_size(&actor->result);
    if (size != 0) heap_world_account_shared(actor->runtime->runtime->heap_world, size);
}

// --- End -----------------------------------------------------------------------------------------------------------------
static void add_ended(struct ended_sums *sums, const struct actor *actor)
{
    sums->actors++;
    sums->slices += actor->slices;
    sums->sent += actor->sent;
    sums->received += actor->received;
    if (actor->body == NULL) return;
    sums->instructions += actor->body->ec->instructions;
    stats_add(&sums->heap, &actor->body->heap);
}

void actor_disembody(struct actor *actor)
{
    struct actor_body *const body = actor->body;
    if (body != NULL && body->heap.modes.verify) heap_verify(&body->heap); // what no collection came to see
    payload_free(&actor->spawn.arguments);
    while (actor->ports != NULL) {
        port_shut(actor->ports);
        port_leave(actor->ports);
    }
    port_shut(&actor->port);
    port_leave(&actor->port);
    if (body == NULL) return;
    payload_free(&body->yielding);
    waits_drop(body);
    body->heap.budget = body->idle_budget;
    vm_threads_end_all(body->ec);
    ec_free(body->ec);
    heap_close(&body->heap);
    base_free(body);
    actor->body = NULL;
}

// A5: the messages that watchers sent come back to them.
static void tell_watchers(struct worker *worker, struct actor *actor)
{
    struct message *message;
    symbol_t const how = actor->outcome == OUTCOME_ABORTED ? actor->runtime->aborted : actor->runtime->exited;
    wishes_prune(actor);
    while ((message = queue_take(&actor->watchers)) != NULL) {
        if (message->kind == MESSAGE_WATCH) {
            actor_wake(worker, message->actor);
            message_free(message);
            continue;
        }
        struct actor *const to = message->port->actor;
        message->kind = MESSAGE_VALUE;
        message->payload.value = value_symbol(how);
        if (!atomic_load_explicit(&message->port->closed, memory_order_relaxed) && message_push(to, message)) {
            actor_wake(worker, to);
        } else {
            message_free(message);
        }
    }
}

// The first take that is still open gets the result; the others look for themselves.
static void tell_takers(struct worker *worker, struct actor *actor)
{
    struct message *message;
    enum take_outcome const how = actor->outcome == OUTCOME_ABORTED ? TAKE_ABORTED : TAKE_RESULT;
    while ((message = queue_take(&actor->takes)) != NULL) {
        struct take *const take = message->take;
        if (take->yields_only) { // whose taker is alive as long as it is not cancelled
            bool const waits = atomic_load_explicit(&take->state, memory_order_acquire) != TAKE_CANCELLED;
            if (waits) actor_wake(worker, take->taker);
        } else if (take_claim(take)) {
            struct actor *const taker = take->taker;
            if (atomic_exchange_explicit(&actor->taken, true, memory_order_relaxed)) {
                take_unclaim(take);
            } else {
                actor_account_result(actor, -1);
                take_fill(take, actor, how, &actor->result);
            }
            actor_wake(worker, taker);
        }
        message_free(message);
    }
}

void actor_end(struct worker *worker, struct actor *actor, enum actor_outcome outcome)
{
    TRP_ASSERT(actor->outcome == OUTCOME_NONE);
    actor->outcome = (uint8_t)outcome;
    actor_account_result(actor, 1);
    add_ended(&worker->ended_sums, actor);
    leave_registry(actor);
    count_up(&worker->ended);
    tell_takers(worker, actor); // those that came before anybody could ask for the result
    mailbox_close(actor);
    actor_disembody(actor);
    tell_takers(worker, actor);
    tell_watchers(worker, actor);
    // release: whoever sees DONE sees all of it; pairs with the acquire in status (define.c)
    atomic_store_explicit(&actor->state, PHASE_DONE, memory_order_release);
}

void actor_kill(struct actor *actor)
{
    leave_registry(actor);
    if (actor->main) {
        actor_final_stats(actor);
    } else {
        add_ended(&actor->home->ended_sums, actor);
    }
    count_up(&actor->home->ended); // everybody stands
    if (actor->body != NULL) actor->body->heap.stash = NULL;
    mailbox_close(actor);
    actor_disembody(actor);
    queue_free(&actor->watchers);
    queue_free(&actor->takes);
    if (actor->main) queue_free(&actor->runtime->errands);
    atomic_store_explicit(&actor->state, PHASE_DONE, memory_order_relaxed);
}

void actor_free(struct actor *actor)
{
    TRP_ASSERT(actor->body == NULL && actor_ended(actor));
    payload_free(&actor->result);
    base_free(actor->text);
    base_free(actor);
}

// --- Roots -----------------------------------------------------------------------------------------------------------------
// In the shared cycle also what others sent, or will look for here.
static void mark_identity(struct heap_marker *marker, struct actor *actor)
{
    heap_mark(marker, actor->handle);
    payload_mark(marker, &actor->spawn.arguments);
    payload_mark(marker, &actor->result);
    heap_mark(marker, actor->spawn.proc);
    wishes_prune(actor); // no ended actor is kept by what it once wished
    mailbox_mark(marker, actor);
    if (actor->body == NULL) return;
    for (const struct take *take = actor->own_takes; take != NULL; take = take->next) take_mark(marker, take);
    payload_mark(marker, &actor->body->yielding);
    if (actor->body->unpacking != NULL) payload_mark(marker, actor->body->unpacking);
}

static void mark_local(struct heap_marker *marker, const struct message *message)
{
    for (; message != NULL; message = message->next) {
        if (message->kind == MESSAGE_LOCAL) heap_mark(marker, message->payload.value);
    }
}

static void mark_ec(struct heap_marker *marker, void *ec) { ec_mark(marker, ec); }

void actor_roots(struct heap_marker *marker, void *owner)
{
    struct actor *const actor = owner;
    if (actor == NULL || actor->body == NULL) return;
    struct actor_body *const body = actor->body;
    for (struct ec *ec = body->ec; ec != NULL; ec = ec->thread.next) heap_mark_later(marker, mark_ec, ec);
    heap_mark(marker, actor->handle);
    heap_mark(marker, body->block);
    heap_mark(marker, body->spawned);
    heap_mark(marker, body->exception);
    heap_mark(marker, body->locals);
    if (body->unpacking != NULL) payload_mark(marker, body->unpacking);
    if (actor->local_messages > 0) {
        mark_local(marker, actor->port.queue.first);
        for (struct port *port = actor->ports; port != NULL; port = port->next) mark_local(marker, port->queue.first);
    }
}

void actor_mark_shared(struct heap_marker *marker, struct runtime *runtime)
{
    struct actor_runtime *const rt = runtime_actors(runtime);
    if (rt == NULL || !rt->in_cycle) return;
    if (rt->main != NULL) heap_mark(marker, rt->main->handle);
    for (unsigned i = 0; i < rt->worker_count; i++) {
        struct worker *const worker = &rt->workers[i];
        for (struct actor *a = worker->registry; a != NULL; a = a->next) mark_identity(marker, a);
        timers_prune(worker);
        for (size_t t = 0; t < worker->timer_count; t++) heap_mark(marker, worker->timers[t].actor->handle);
    }
}

void actor_caches_clear(struct runtime *runtime)
{
    struct actor_runtime *const rt = runtime_actors(runtime);
    for (unsigned i = 0; rt != NULL && i < rt->worker_count; i++) {
        for (struct actor *a = rt->workers[i].registry; a != NULL; a = a->next) {
            if (a->body != NULL) vm_caches_clear(a->body->ec);
        }
    }
}
