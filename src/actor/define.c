// Ractor's primitives: making actors, their results, what they tell of themselves; sharing. The classes are in the prelude
// (core/thread/ractor.rb); ports.c and takes.c have the rest.
// Data: the calling actor's.
#include "actor/interior.h"

#include <stdio.h>
#include <string.h>

#define UNUSED (void)self, (void)argc, (void)argv

// --- Making ----------------------------------------------------------------------------------------------------------------
// Where Ractor.new was called: "file:line". Into `text`, cut at its size.
static void write_location(struct ec *ec, char *text, size_t size)
{
    const struct vm_frame *const f = vm_user_frame(ec);
    if (f == NULL || f->code->file == 0) {
        text[0] = 0;
    } else {
        snprintf(text, size, "%s:%u", symbol_text(ec->runtime, f->code->file), vm_frame_line(f));
    }
}

// Whether `last` was made of such a block: it mentions nothing around it, so that every actor may run the same one.
static bool is_spawned(value_t last, const struct proc *proc)
{
    if (value_is_nil(last)) return false;
    const struct proc *const spawned = value_to_proc(last);
    return spawned->code == proc->code && spawned->env->method == proc->env->method &&
           !((spawned->header ^ proc->header) & PROC_LAMBDA);
}

static bool fill_spawn(struct ec *ec, struct spawn *spawn, struct proc *proc)
{
    struct actor_body *const body = ec_actor(ec)->body;
    value_t const last = body->spawned;
    bool const lambda = (proc->header & PROC_LAMBDA) != 0;
    bool const plain = !(proc->header & (PROC_FROM_SYMBOL | PROC_ISOLATED));
    spawn->proc = plain && is_spawned(last, proc) ? last : VALUE_UNDEF;
    if (spawn->proc != VALUE_UNDEF) return true;
    if (!isolate_check(ec, proc)) return false;
    spawn->proc = isolate_proc(ec, proc, VALUE_NIL, lambda);
    if (spawn->proc == VALUE_UNDEF) return false;
    if (plain) body->spawned = spawn->proc;
    return true;
}

// Primitive.ractor_spawn(class, arguments, name or nil, block, clones or nil): false: clones are needed.
static value_t ractor_spawn(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const parent = ec_actor(ec);
    struct spawn spawn = {.arguments = {.value = VALUE_NIL}};
    if (parent == NULL) return vm_raise(ec, CLASS_RACTOR_ERROR, "no actors here");
    if (!fill_spawn(ec, &spawn, value_to_pointer(argv[3]))) return VALUE_UNDEF;
    if (array_count(value_to_array(argv[1])) > 0) {
        value_t const packed = parcel_pack_for(ec, argv[1], false, argv[4], &spawn.arguments);
        if (packed != VALUE_TRUE) return packed;
    }
    char location[512];
    write_location(ec, location, sizeof location);
    struct actor_texts texts = {.location = location, .location_size = strlen(location)};
    if (value_is(argv[2], TYPE_STRING)) {
        texts.name = string_bytes(value_to_pointer(argv[2]));
        texts.name_size = string_size(value_to_pointer(argv[2]));
    }
    struct worker *const worker = parent->worker;
    class_id_t const class_id = value_to_class(argv[0])->id;
    struct actor *const actor = actor_new(parent->runtime, worker, ec->heap, class_id, &texts);
    if (actor == NULL) {
        payload_free(&spawn.arguments);
        return vm_raise_memory(ec);
    }
    actor->spawn = spawn;
    actor_make_ready(worker, actor);
    return actor->handle; // argv may be garbage from here on, the handle is not: it is shared
}

// --- Telling ---------------------------------------------------------------------------------------------------------------
static value_t ractor_current(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return ec_actor(ec) == NULL ? VALUE_NIL : ec_actor(ec)->handle;
}

static value_t ractor_main(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    const struct actor_runtime *const rt = runtime_actors(ec->runtime);
    return rt == NULL || rt->main == NULL ? VALUE_NIL : rt->main->handle;
}

// A spawn that another thread does just now may be missed; what the caller knows of is counted.
static value_t ractor_count(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor_totals totals;
    actor_get_totals(ec->runtime, &totals);
    return value_fixnum((int64_t)(totals.spawned - totals.ended));
}

static const char *status_of(struct actor *actor)
{
    if (actor_ended(actor)) return "terminated";
    switch (atomic_load_explicit(&actor->state, memory_order_relaxed) & STATE_PHASE) {
    case PHASE_IDLE: return "created";
    case PHASE_PARKED:
    case PHASE_NATIVE: return "blocking";
    case PHASE_DONE: return "terminated";
    default: return "running";
    }
}

static value_t ractor_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = actor_of(argv[0]);
    struct string *const s = string_format(ec->heap, "#<Ractor:#%llu%s%s%s%s %s>", (unsigned long long)actor->id,
                                           actor->name != NULL ? " " : "", actor->name != NULL ? actor->name : "",
                                           actor->location != NULL ? " " : "",
                                           actor->location != NULL ? actor->location : "", status_of(actor));
    return s != NULL ? value_pointer(s) : vm_raise_memory(ec);
}

static value_t ractor_name(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    const struct actor *const actor = actor_of(argv[0]);
    if (actor->name == NULL) return VALUE_NIL;
    struct string *const s = string_from_text(ec->heap, actor->name);
    return s != NULL ? value_pointer(s) : vm_raise_memory(ec);
}

// Primitive.ractor_first: whether the program has made no Ractor yet.
static value_t ractor_first(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    const struct actor_runtime *const rt = runtime_actors(ec->runtime);
    return value_bool(rt != NULL && atomic_load_explicit(&rt->next_id, memory_order_relaxed) == 1);
}

// Primitive.ractor_is(x): 1 a Ractor, 2 a Port, else 0.
static value_t ractor_is(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_fixnum(actor_of(argv[0]) != NULL ? 1 : port_of(argv[0]) != NULL ? 2 : 0);
}

// --- Waiting and results -----------------------------------------------------------------------------------------------------
static value_t ractor_ended(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    return value_bool(actor_ended(actor_of(argv[0])));
}

static value_t ractor_aborted(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    (void)ec;
    struct actor *const actor = actor_of(argv[0]);
    return value_bool(actor_ended(actor) && actor->outcome == OUTCOME_ABORTED);
}

// Primitive.ractor_watch(ractor): whether it has ended already; else it will wake the caller when it does.
static value_t ractor_watch(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = actor_of(argv[0]);
    if (actor_ended(actor)) return VALUE_TRUE;
    struct message *const message = base_alloc_zeroed(sizeof *message);
    if (message == NULL) return vm_raise_memory(ec);
    message->kind = MESSAGE_WATCH;
    message->actor = ec_actor(ec);
    message->payload.value = VALUE_NIL;
    if (message_push(actor, message)) {
        if (mailbox_flooded(actor)) actor_wake(ec_actor(ec)->worker, actor); // it only needs a turn
        return VALUE_FALSE;
    }
    base_free(message);
    return VALUE_TRUE;
}

// Primitive.ractor_park([deadline]): the calling thread waits until its actor is woken, or that has passed; nil: none.
static value_t ractor_park(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    if (ec_actor(ec) == NULL) return vm_raise(ec, CLASS_RACTOR_ERROR, "no actors here");
    bool const timed = argc > 0 && !value_is_nil(argv[0]);
    return vm_thread_wait(ec, WAIT_OUTSIDE, timed ? (uint64_t)value_to_fixnum(argv[0]) : 0);
}

static value_t take_result(struct ec *ec, struct actor *actor)
{
    struct payload payload = actor->result;
    actor_account_result(actor, -1);
    actor->result = (struct payload){.value = VALUE_NIL};
    return parcel_unpack(ec, &payload);
}

// Its successor keeps the result as long as there is the Ractor.
static value_t keep_result(struct ec *ec, struct actor *actor)
{
    struct handle *const handle = value_to_pointer(actor->handle);
    struct payload payload = actor->result;
    actor_account_result(actor, -1);
    actor->result = (struct payload){.value = VALUE_NIL};
    value_t const v = parcel_unpack(ec, &payload);
    if (v == VALUE_UNDEF || heap_slot_store(ec->heap, &handle->result, v, heap_is_shared(v))) return v;
    return vm_raise_memory(ec);
}

// Primitive.ractor_result(ractor), which has ended: its value or exception, to one actor only.
static value_t ractor_result(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = actor_of(argv[0]);
    struct actor *successor = NULL;
    // relaxed: an address is compared, nothing read through it
    if (!atomic_compare_exchange_strong_explicit(&actor->successor, &successor, ec_actor(ec), memory_order_relaxed,
                                                 memory_order_relaxed) &&
        successor != ec_actor(ec)) {
        return vm_raise(ec, CLASS_RACTOR_ERROR, "Only the successor ractor can take a value");
    }
    if (!atomic_exchange_explicit(&actor->taken, true, memory_order_relaxed)) return keep_result(ec, actor);
    const struct handle *const handle = value_to_pointer(argv[0]);
    value_t const v = heap_slot_load(ec->heap, &handle->result);
    return v != VALUE_UNDEF ? v : vm_raise(ec, CLASS_RACTOR_ERROR, "The value was already taken");
}

// The same for Ractor#take.
static value_t ractor_last(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = actor_of(argv[0]);
    if (atomic_exchange_explicit(&actor->taken, true, memory_order_relaxed)) {
        return vm_raise(ec, CLASS_RACTOR_CLOSED_ERROR, "The outgoing-port is already closed");
    }
    return take_result(ec, actor);
}

// --- Locals, copies, sharing -----------------------------------------------------------------------------------------------
static value_t ractor_locals(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return vm_raise(ec, CLASS_RACTOR_ERROR, "no actors here");
    if (!value_is_nil(actor->body->locals)) return actor->body->locals;
    struct hash *const h = hash_new(ec->heap, 0);
    if (h == NULL) return vm_raise_memory(ec);
    return actor->body->locals = value_pointer(h);
}

// Primitive.ractor_copy(object, clones or nil): false: clones are needed.
static value_t ractor_copy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    struct payload payload;
    value_t const packed = parcel_pack_for(ec, argv[0], false, argv[1], &payload);
    return packed == VALUE_TRUE ? parcel_unpack(ec, &payload) : packed;
}

static value_t ractor_share(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return share_deeply(ec, argv[0]);
}

static value_t ractor_shareable(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    bool shared;
    return vm_share(ec, argv[0], &shared) ? value_bool(shared) : VALUE_UNDEF;
}

// Primitive.ractor_isolated(block, self, lambda)
static value_t ractor_isolated(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    UNUSED;
    return isolate_proc(ec, value_to_pointer(argv[0]), argv[1], value_truthy(argv[2]));
}

// How long each takes, see docs/builtins.md:
//   bounded: ractor_current ractor_main ractor_count ractor_inspect ractor_name ractor_first ractor_is ractor_ended
//     ractor_aborted ractor_watch ractor_park ractor_last ractor_locals
//   in-place: ractor_spawn ractor_result ractor_copy ractor_share ractor_shareable ractor_isolated
static const struct vm_primitive primitives[] = {
    {"ractor_spawn", ractor_spawn},       {"ractor_current", ractor_current},
    {"ractor_main", ractor_main},         {"ractor_count", ractor_count},
    {"ractor_inspect", ractor_inspect},   {"ractor_name", ractor_name},
    {"ractor_first", ractor_first},
    {"ractor_is", ractor_is},             {"ractor_ended", ractor_ended},
    {"ractor_aborted", ractor_aborted},   {"ractor_watch", ractor_watch},
    {"ractor_park", ractor_park},         {"ractor_result", ractor_result},
    {"ractor_last", ractor_last},         {"ractor_locals", ractor_locals},
    {"ractor_copy", ractor_copy},         {"ractor_share", ractor_share},
    {"ractor_shareable", ractor_shareable}, {"ractor_isolated", ractor_isolated},
};

bool actor_define(struct runtime *runtime)
{
    runtime_class(runtime, CLASS_RACTOR)->instance_type = TYPE_FREE; // no allocate
    runtime_class(runtime, CLASS_RACTOR_PORT)->instance_type = TYPE_FREE; // one of its own
    return vm_add_primitives(runtime, primitives, TRP_COUNT(primitives)) && define_ports(runtime) &&
           define_takes(runtime) && define_walks(runtime) && define_errands(runtime) && define_signals(runtime);
}
