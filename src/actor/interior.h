// Inside the actor room: what its files share and nobody else may see.
//
// Invariants:
//   A1 An actor is in at most one run queue, and only in phase READY; it is run only in phase RUNNING, by one worker.
//   A2 Only the claim's holder (the worker in whose slice it runs) touches an actor's body, ports and result.
//   A3 A struct actor or port is freed only with its handle, by a shared cycle or at the runtime's end: while every other
//      worker is between slices. So a pointer to one is good until the end of the slice, and whoever keeps one for longer
//      (mailboxes, watchers, takes, timers) marks its handle in the shared cycle.
//   A4 Whatever a waiting actor waits for is followed by actor_wake; every wait tests its condition again.
//   A5 Memory for news of an actor's end is there before it ends: watchers bring their own message.
#ifndef TROUPE_ACTOR_INTERIOR_H
#define TROUPE_ACTOR_INTERIOR_H

#include <stdatomic.h>
#include <uv.h>

#include "actor/actor.h"
#include "vm/thread.h"

// --- Parcels (parcel.c, unpack.c) --------------------------------------------------------------------------------------
struct parcel;
struct payload { // a value on its way: an immediate or shared value, or a parcel
    value_t value;
    struct parcel *parcel; // NULL: `value` is it
};
enum pack_mode {
    PACK_COPY,
    PACK_MOVE,   // the sources become Ractor::MovedObject
    PACK_RESULT, // of an actor that ends: procs with their environments may go too
    PACK_LENIENT // of exceptions that end an actor: what cannot be copied becomes nil
};
// Asks no object's own methods. False: exception set, nothing changed. Cost: linear in the graph; polls.
bool parcel_pack(struct ec *ec, value_t value, enum pack_mode mode, struct payload *out);
// PACK_COPY or PACK_MOVE, for Ruby. Some objects are copied by their own methods (walk.c): `clones` is a Hash of those in the
// graph with their clones, or nil. VALUE_FALSE: it is nil, and some are needed; nothing changed. VALUE_TRUE: packed.
value_t parcel_pack_for(struct ec *ec, value_t value, bool move, value_t clones, struct payload *out);
// Consumes the payload also when it fails. VALUE_UNDEF: exception set. Polls: `payload` is rooted by the actor meanwhile.
value_t parcel_unpack(struct ec *ec, struct payload *payload);
void payload_free(struct payload *payload);
void payload_mark(struct heap_marker *marker, const struct payload *payload); // the shared values it carries
void payload_receive(struct heap *heap, const struct payload *payload);      // … are the heap's from now on
size_t payload_size(const struct payload *payload);                          // bytes beside the heaps

// --- Messages (mailbox.c) -----------------------------------------------------------------------------------------------
enum message_kind {
    MESSAGE_VALUE,    // payload, for `port`
    MESSAGE_LOCAL,    // already unpacked: `payload.value` is private to the receiver. In port queues only
    MESSAGE_MONITOR,  // `port` wants :exited or :aborted at this actor's end; it becomes that message
    MESSAGE_UNMONITOR, // of the MONITORs of `port` before it none is meant any more
    MESSAGE_WATCH,    // `actor` wants a wake then
    MESSAGE_TAKE,     // `take` waits for a yield or the result
    MESSAGE_ERRAND    // payload, what the main actor is to do; `port` waits for the answer
};
struct message {
    struct message *next;
    uint8_t kind;     // enum message_kind
    uint32_t charged; // units (MESSAGE_UNIT) that its receiver counts: while it arrives, and a VALUE until it is received
    struct port *port;
    struct payload payload;
    union {
        struct actor *actor; // WATCH
        struct take *take;   // TAKE
        uint64_t number;     // VALUE or LOCAL in a port's queue: grows along it
    };
};
#define MESSAGE_UNIT 64u
struct message_queue { // of the claim's holder
    struct message *first, **last; // last: where the next one is linked; NULL: not initialised, empty
    size_t count;
};
#define MAILBOX_CLOSED ((struct message *)8) // in place of the newest message: the actor has ended

struct port {
    struct actor *actor;
    uint64_t id;
    value_t handle;             // TYPE_ACTOR with PORT_FLAG; of a default port 0 until somebody asks
    struct port *original;      // of a dup: the port that it stands for
    _Atomic(bool) closed;       // written by whoever closes it
    struct message_queue queue; // the owner's, as all that follows
    uint64_t numbered;      // number of its newest message
    struct message **place; // a link in the queue: in front of it all numbers are below `placed`, behind it none. NULL: nowhere
    uint64_t placed;
    struct port *next, **previous; // the owner's list; previous NULL: in no list
};
static inline struct port *port_original(struct port *port) { return port->original != NULL ? port->original : port; }

bool message_push(struct actor *to, struct message *message); // false: it has ended; the message stays the caller's
void message_free(struct message *message);
void message_uncharge(struct message *message); // it leaves its queue
void queue_add(struct message_queue *queue, struct message *message);
struct message *queue_take(struct message_queue *queue); // NULL: empty
void queue_free(struct message_queue *queue);
void mailbox_drain(struct actor *actor); // sorts what has arrived into the ports' queues and the actor's lists
void mailbox_close(struct actor *actor); // as mailbox_drain; later pushes fail
// Whether so much has arrived that the claim's holder is to drain before anybody receives.
static inline bool mailbox_flooded(struct actor *actor);
void mailbox_mark(struct heap_marker *marker, struct actor *actor); // in the shared cycle
void port_add(struct port *port, struct message *message); // the newest
struct message *port_take(struct port *port);              // the oldest. NULL: empty
// The first message with that number or a greater one. NULL: there is none. Amortized O(1) where numbers grow from call to
// call.
struct message *port_find(struct port *port, uint64_t number);
struct message *port_pluck(struct port *port, uint64_t number); // takes it out. NULL: it is not there. Cost as port_find
void port_put_back(struct port *port, struct message *message, uint64_t number); // where it was. Cost as port_find
void port_open(struct port *port, struct actor *actor);
bool port_shut(struct port *port); // any thread; later sends fail, what is queued stays. Whether it was already
void port_leave(struct port *port); // out of its owner's list; its queue is freed

// Others' wishes (wishes.c): what others put into an actor's lists, and take back again.
void wishes_add(struct actor *actor, struct message *message); // MONITOR, UNMONITOR, WATCH or TAKE. Amortized O(log)
void wishes_prune(struct actor *actor); // only what is still wished stays, in its order. O(n log n). Needs no memory

// --- Takes (take.c): the rendezvous of Ractor.yield and Ractor#take ------------------------------------------------------
enum take_state { TAKE_OPEN, TAKE_CLAIMED, TAKE_FILLED, TAKE_CANCELLED };
enum take_outcome { TAKE_YIELDED, TAKE_RESULT, TAKE_ABORTED };
struct take { // counted: the taker's handle and each queue that holds it
    _Atomic(uint32_t) references;
    _Atomic(uint32_t) state;
    struct take *next, **previous; // of the taker's; the taker's
    struct actor *taker;
    struct actor *from;  // of TAKE_FILLED
    uint8_t outcome;
    bool yields_only; // by select, which asks for results itself
    struct payload payload;
};
void take_release(struct take *take);
bool take_claim(struct take *take); // false: another was sooner, or it was cancelled
void take_unclaim(struct take *take);
// Claimed before. The payload is the take's from then on; its taker must be woken.
void take_fill(struct take *take, struct actor *from, enum take_outcome outcome, struct payload *payload);
void take_mark(struct heap_marker *marker, const struct take *take);

// --- Actors (actor.c) ----------------------------------------------------------------------------------------------------
enum actor_phase {
    PHASE_IDLE,    // never run yet, in no queue
    PHASE_READY,   // in a run queue; the next two are the next number
    PHASE_RUNNING, // somebody holds its claim
    PHASE_PARKED,  // waits for a wake
    PHASE_NATIVE,  // in a call that may block, the claim given up (native.c)
    PHASE_DONE
};
#define STATE_PHASE 7u
#define STATE_NOTIFIED 8u // woken since it last failed to park, or was parked: it may not park before it has tested again

enum actor_outcome { OUTCOME_NONE, OUTCOME_EXITED, OUTCOME_ABORTED };
enum actor_stage { STAGE_BODY, STAGE_REPORT, STAGE_THREADS, STAGE_FINISH }; // what its ec runs now

struct spawn { // what an actor starts with; gone once it has
    value_t proc;             // isolated and shared
    struct payload arguments; // an Array
};

struct actor_body { // from the first slice to the end
    struct heap heap;
    struct ec *ec;
    int64_t *idle_budget;  // where heap.budget points between slices
    value_t block;         // the Proc it runs
    value_t spawned;       // the Proc that the last actor runs which it began with a plain block; nil: there is none
    value_t exception;     // that ended it, while it is reported
    value_t locals;        // Hash of Ractor#[], or nil
    enum actor_outcome outcome; // of its end, while its other threads end
    struct payload *unpacking; // being unpacked: rooted
    struct payload yielding;   // Ractor.yield waits with this
    struct wait *waits;        // of its threads (wait.c)
    bool yields;
};

struct actor {
    // Written once, before anybody else knows of it.
    struct actor_runtime *runtime;
    uint64_t id;
    value_t handle;
    struct worker *home; // whose registry it is in
    char *text;            // that holds name and location
    const char *name, *location; // or NULL
    // Written by senders and wakers.
    _Alignas(64) _Atomic(uint32_t) state; // phase and STATE_NOTIFIED
    _Atomic(uint32_t) interrupts;
    _Atomic(struct message *) inbox; // newest first, or MAILBOX_CLOSED
    _Atomic(int64_t) arriving;       // what is charged for the messages in it
    _Atomic(struct actor *) successor; // the only one that may have the result
    _Atomic(uint64_t) wait_token;      // of the timed wait that a timer may end
    _Atomic(bool) taken;               // the result is gone
    // Written by the claim's holder (result and outcome are read by others behind a closed inbox).
    _Alignas(64) struct actor_body *body; // NULL: not started, or ended
    struct worker *worker;          // in whose slice it runs
    struct hand *hand;              // whose thread runs it
    struct actor *queue_next;       // in the inject queue (its lock)
    struct actor *next, *previous;  // registry (its lock)
    struct port port;               // default port
    struct port *ports;             // others, still open or not
    struct message_queue watchers;  // MONITOR, UNMONITOR and WATCH
    struct message_queue takes;     // TAKE
    size_t watchers_most, takes_most; // with more of them they are pruned
    struct take *own_takes;         // in which it is the taker
    struct payload result;
    struct spawn spawn;
    uint64_t next_port_id;
    uint64_t local_messages; // MESSAGE_LOCAL in queues: local roots
    uint64_t slices, sent, received;
    uint64_t alarm; // deadline of the timer it set last; 0: none
    uint8_t outcome, stage;
    bool main;
    bool chore;   // its next turn collects, and parks it again (arm.c)
    uint64_t published; // collections when it last published its report
    _Atomic(uint64_t) reported; // the next cycle's number when its report was made, or one of those below. Others read it
    bool awaited; // it parked, and deadline or sleeper keep it from a deadlock: counted in the runtime
    _Atomic(bool) outgoing_closed; // written by anybody
};

#define PORT_FLAG HEADER_FLAG(0)
struct actor *actor_of(value_t v); // NULL: not a Ractor
struct port *port_of(value_t v);   // NULL: not a Ractor::Port. Without an actor until it is initialised
// A new actor in phase IDLE with its handle in `heap`, registered at `home`. NULL: no memory.
struct actor_texts {
    const char *name, *location; // or NULL
    size_t name_size, location_size;
};
struct actor *actor_new(struct actor_runtime *rt, struct worker *home, struct heap *heap, class_id_t class_id,
                        const struct actor_texts *texts);
// A further port, of no actor yet. VALUE_UNDEF: no memory
value_t port_allocate(struct heap *heap, class_id_t class_id);
value_t default_port_handle(struct heap *heap, struct actor *actor); // VALUE_UNDEF: no memory
// Under its claim: heap and ec. False: no memory.
bool actor_embody(struct actor *actor);
void actor_disembody(struct actor *actor); // runs no Ruby
void actor_free(struct actor *actor);      // with its handle (A3)
// Its last run is over and actor->result is what it leaves: that is published, whoever watched hears of it, the heap goes.
// Under its claim.
void actor_end(struct worker *worker, struct actor *actor, enum actor_outcome outcome);
void actor_kill(struct actor *actor); // the runtime ends it: nobody hears of it
void actor_account_result(struct actor *actor, int sign); // 1: it is kept for whoever asks; -1: no more
static inline bool actor_ended(struct actor *actor)
{
    // acquire: pairs with the exchange in mailbox_close; the result is there
    return atomic_load_explicit(&actor->inbox, memory_order_acquire) == MAILBOX_CLOSED;
}
#define MAILBOX_FLOOD 1024 // units
static inline bool mailbox_flooded(struct actor *actor)
{
    return TRP_UNLIKELY(atomic_load_explicit(&actor->arriving, memory_order_relaxed) > MAILBOX_FLOOD);
}
static inline struct actor *ec_actor(const struct ec *ec) { return ec->actor; }

// --- Run queues (ring.c) -------------------------------------------------------------------------------------------------
#define RING_SIZE 256u
struct ring { // one owner puts in and takes out, others steal
    _Alignas(64) _Atomic(uint64_t) head; // next to take; owner and thieves
    _Alignas(64) _Atomic(uint64_t) tail; // next to fill; the owner's
    _Atomic(struct actor *) items[RING_SIZE];
};
bool ring_push(struct ring *ring, struct actor *actor); // owner. False: full
struct actor *ring_pop(struct ring *ring);              // owner. NULL: empty
// Anybody but the owner: takes half, at most `max`. Returns how many.
unsigned ring_steal(struct ring *ring, struct actor **out, unsigned max);
static inline bool ring_empty(struct ring *ring)
{
    // seq_cst: a sleeper's last look pairs with the waker's fence in schedule_notify (wake.c)
    return atomic_load_explicit(&ring->head, memory_order_seq_cst) ==
           atomic_load_explicit(&ring->tail, memory_order_seq_cst);
}

// --- Workers (worker.c, schedule.c, wake.c) ---------------------------------------------------------------------------------
struct timer {
    uint64_t deadline; // base_clock_ns
    struct actor *actor;
    uint64_t token;
};
struct ended_sums { // of the actors that ended on this worker
    struct heap_stats heap;
    uint64_t actors, instructions, slices, sent, received;
};
struct worker { // a seat: whatever thread holds it is its owner (seat.c)
    struct ring ring;  // woken and new
    struct ring spent; // whose budget was used up: behind the others, and for longer turns
    // Written by the owner, read by thieves and the watch.
    _Alignas(64) _Atomic(struct actor *) lifo; // woken last, runs next; thieves may take it when it is older than a slice
    _Atomic(uint64_t) slice, lifo_slice;       // number of the running slice; of that in which lifo was put there
    _Atomic(uint64_t) natives;                 // native calls entered
    // Written by the owner, and by who wakes or stops it.
    _Alignas(64) _Atomic(uint32_t) sleeping; // it blocks in its loop, or is about to
    struct epoch_member turns;               // inside: it may touch actors (stop.c)
    _Atomic(uint32_t) native;                // the mark of its hand, while that is in a native call; else 0
    _Atomic(struct actor *) running;
    _Atomic(uint64_t) stuck;                 // the watch's: number of a slice that lasts too long
    // The owner's.
    _Alignas(64) struct actor_runtime *runtime;
    unsigned index;
    bool loop_open;
    bool searching;
    bool long_slice; // the last may have been as long as timers may be late
    struct heap_stash *stash;
    uv_loop_t loop;
    uv_async_t async;
    uv_timer_t alarm;
    struct hand *hand; // seats_mutex
    uint64_t random;
    uint32_t lifo_streak;
    struct ended_sums ended_sums;
    _Atomic(uint64_t) spawned, ended; // counts, for Ractor.count and statistics, that others read
    _Atomic(uint64_t) steals, sleeps, wakes;
    uint64_t polls;
    // Timers: the lock's, and everybody's while all stand.
    _Alignas(64) struct base_lock timer_lock;
    struct timer *timers; // a heap by deadline
    size_t timer_count, timer_capacity;
    _Atomic(uint64_t) timer_next; // the earliest deadline, 0: none; written under the lock
    // Actors whose home this is.
    _Alignas(64) struct base_lock registry_lock;
    struct actor *registry;
};

struct hand { // a thread of the runtime that holds a seat, waits for one, or is away in a native call
    struct actor_runtime *runtime;
    struct worker *seat; // NULL: none. Its own; while it waits or is in a native call, seats_mutex's
    uint32_t mark;       // its worker.native in native calls; not 0
    bool first;          // the thread that runs the program; it is not joined
    bool waits;          // in the list of the spare or the returning
    base_thread thread;
    uv_cond_t called;    // it has a seat, or all is over. seats_mutex
    struct hand *next;   // of the spare or the returning
    struct hand *next_of_all;
};

struct watch { // the watch's thread (watch.c)
    // Read in each slice, written seldom.
    _Alignas(64) _Atomic(uint64_t) until; // when it looks next, base_clock_ns; 0: every millisecond
    _Atomic(uint32_t) ready_count;
    _Alignas(64) uv_mutex_t mutex;
    bool open, failed; // mutex. failed: no thread can be started, or no program runs
    struct wait *inbox;                // mutex: waits that it is to look at, newest first
    struct wait *ready, **ready_last;  // mutex: those whose actors are to be woken; ready_count
    _Atomic(bool) ends;
    base_thread thread;
    uv_loop_t loop;
    uv_async_t async;
    uv_timer_t timer;
    // Its thread's.
    struct seen {
        uint64_t slice, natives;
    } *seen; // of each worker at the last look
    bool looking;   // every millisecond
    unsigned quiet; // looks in a row at which there was nothing to see to
    unsigned looks;
};

enum stop_reason { STOP_NONE, STOP_CYCLE, STOP_CLOSING };
enum marking_state { MARKING_NONE, MARKING_RUNS, MARKING_DONE };
struct arming { // arm.c
    _Atomic(bool) busy;
    uint64_t cycle, since; // the cycle that reports are asked for, and from when on
    _Atomic(uint64_t) again; // when to look next
};
struct actor_runtime {
    struct runtime *runtime;
    struct actor_options options;
    unsigned worker_count;
    struct worker *workers;
    struct actor *main;
    struct message_queue errands; // of the main actor
    symbol_t exited, aborted; // what monitors are told
    bool (*finish)(struct ec *ec, void *ud, enum vm_run_result result);
    void *finish_ud;
    _Atomic int status;
    void (*finalizers[TYPE_MAX])(struct heap *heap, void *object); // for sources of a move
    struct class *fatal; // of deadlocks; NULL until needed
    struct actor_stats main_stats; // of the last program's main actor
    unsigned started_last;         // workers that the last program had
    _Alignas(64) _Atomic(uint32_t) started;   // workers that run or sleep
    _Atomic(uint32_t) searching, sleepers;
    // Read in each slice; written when something stops the world, ends the program, or signals.
    _Alignas(64) _Atomic(uint32_t) stop; // enum stop_reason
    _Atomic(bool) main_done, deadlock;
    _Atomic(bool) errand; // there may be one
    _Atomic(bool) has_signals; // those of the process are this program's
    _Atomic(bool) signalled; // whoever takes it back wakes the main actor
    _Atomic(bool) signal_pending; // … and the main actor then interrupts its main thread
    bool in_cycle; // written and read while everybody stands
    // Written by who spawns, and by who parks with a deadline or for a sleeper.
    _Alignas(64) _Atomic(uint64_t) next_id;
    _Atomic(size_t) awaited; // parked actors that somebody will wake: a timer, or whoever wakes a sleeper
    // Written by signals and cycles.
    _Alignas(64) _Atomic(uint64_t) signals; // that have arrived: a bit each
    _Atomic(uint64_t) signals_since[64]; // when each of them did
    _Atomic(uint64_t) cycles;
    _Atomic(uint64_t) marks; // rounds of concurrent marks
    // Actors that found no place in a ring.
    struct base_lock inject_lock;
    struct actor *inject_first, **inject_last;
    _Atomic(size_t) inject_count; // read in each turn; written with a full ring only
    struct arming arming;
    struct {
        _Atomic(enum marking_state) state;
        base_thread thread; // but for MARKING_NONE
    } marking; // the concurrent mark (cycle.c)
    uv_mutex_t stop_mutex;
    uv_cond_t stopped, resumed;
    // Seats and hands (seat.c): the mutex's, but for the counts. Taken under stop_mutex, never the other way round.
    uv_mutex_t seats_mutex;
    struct hand first_hand;
    struct hand *hands; // all but the first
    unsigned hand_count;
    uint32_t last_mark;
    struct hand *spares;
    struct hand *returning_first, **returning_last; // back from a native call, without a seat
    _Alignas(64) _Atomic(uint32_t) returning; // how many they are; read in each slice
    _Alignas(64) _Atomic(uint32_t) away; // hands in native calls whose seat was taken, and the returning
    _Atomic(uint64_t) handovers; // seats that were taken so
    struct watch watch;
    struct pool *pool; // threads for jobs (pool.c); watch.mutex; NULL: none was needed
};

void actor_wake(struct worker *worker, struct actor *actor); // by the worker in whose slice this happens
void actor_make_ready(struct worker *worker, struct actor *actor); // from phase IDLE: its first run
bool actor_may_park(struct actor *actor); // by the claim's holder: PARKED from now on. False: woken meanwhile
bool actor_noticed(struct actor *actor);  // by the claim's holder: woken since it last was asked, while it ran
void actor_set_awaited(struct actor *actor, bool awaited); // by the claim's holder
struct actor *schedule_next(struct worker *worker);           // NULL: nothing was found; the worker may sleep
void schedule_push(struct worker *worker, struct ring *ring, struct actor *actor); // or, where that is full, for all
void schedule_again(struct worker *worker, struct actor *actor); // in phase READY, its budget used up: behind the others
bool schedule_fresh(struct worker *worker); // whether somebody woken or new waits here
void schedule_notify(struct worker *worker); // there is work for another worker
bool schedule_idle(struct actor_runtime *rt); // a sleeper's last look. False: there is something
bool schedule_call(struct actor_runtime *rt, unsigned from); // a sleeper or a new worker searches. False: all are at work
bool worker_rouse(struct worker *sleeper);   // false: it did not sleep
bool worker_init(struct worker *worker, struct actor_runtime *rt, unsigned index);
void worker_destroy(struct worker *worker);
bool worker_start(struct worker *worker); // its first hand. Under stop_mutex. False: there is no thread to be had
void worker_loop(struct hand *hand); // until the runtime closes or, of the first hand, the main actor ends

// seat.c
bool seats_open(struct actor_runtime *rt); // false: no memory
void seats_close(struct actor_runtime *rt);
void seats_begin(struct actor_runtime *rt); // of a program: the calling thread is the first hand, at the first seat
void seats_end(struct actor_runtime *rt);   // after stop_for_good: every other hand has ended
bool seat_give(struct worker *worker); // to a spare hand or a new one. False: there is no thread to be had
// The seat of a hand that is in a native call, with the mark that was seen there, passes to another. False: it is back, all is
// over, or there is no thread to be had.
bool seat_take(struct worker *worker, uint32_t mark);
struct worker *seat_regain(struct hand *hand); // back from a native call: waits for a seat. NULL: the runtime closes
bool seat_await(struct hand *hand);            // a spare hand waits for one. False: its loop is over
void seat_yield(struct hand *hand);            // between slices: to one that is back from a native call
void seats_call_first(struct actor_runtime *rt); // main_done is set: the first hand looks
bool hand_over(const struct hand *hand);         // whether its loop is over

// watch.c
// False: there is no thread to be had. Under its mutex.
bool watch_started(struct actor_runtime *rt);
void watch_rouse(struct actor_runtime *rt); // some worker sees to what is ready. Any thread
bool watch_open(struct actor_runtime *rt); // false: no memory
void watch_close(struct actor_runtime *rt);
void watch_begin(struct actor_runtime *rt); // of a program. Starts nothing yet
void watch_end(struct actor_runtime *rt);   // its thread has ended
void watch_call(struct actor_runtime *rt);  // from now on it looks every millisecond, until there is nothing to see
static inline void watch_need(struct actor_runtime *rt)
{
    // seq_cst: what there is to see comes before this; pairs with the fence in rest (watch.c)
    if (TRP_UNLIKELY(atomic_load_explicit(&rt->watch.until, memory_order_seq_cst) != 0)) watch_call(rt);
}

void stats_add(struct heap_stats *sum, struct heap *heap); // stats.c
void actor_final_stats(struct actor *main);                // of the main actor, kept after its end
void run_slice(struct hand *hand, struct actor *actor); // slice.c. The hand has the same seat afterwards, or another, or none
void slice_attach(struct worker *worker, struct actor *actor); // its heap works for the worker
void slice_detach(struct actor *actor);

// timers (timer.c): within a slice bracket
// Wakes the actor then, or sooner. By the claim's holder. False: no memory.
bool timer_arm(struct worker *worker, struct actor *actor, uint64_t deadline);
void timers_fire(struct worker *from, struct worker *worker); // by the owner of `worker`
void timers_forget(struct worker *worker); // all of them. The program is over
void timers_prune(struct worker *worker); // those that would wake nobody go. Linear. While everybody stands
static inline uint64_t timers_next(struct worker *worker) // 0: none. Anybody, at any time
{
    return atomic_load_explicit(&worker->timer_next, memory_order_relaxed);
}

// arm.c
#define REPORT_NOT_ASKED UINT64_MAX // its heap is small
#define REPORT_RESTS (UINT64_MAX - 1) // it has not run since
void actor_publish_report(struct actor *actor); // by the claim's holder, when it leaves
void actor_runs_again(struct actor *actor);     // by the claim's holder
bool arm_reported(struct worker *worker);       // between slices: the stop may begin
static inline bool arm_due(const struct actor_runtime *rt, uint64_t now) // it should be asked
{
    return now >= atomic_load_explicit(&rt->arming.again, memory_order_relaxed);
}

// stop.c
bool slice_enter(struct worker *worker); // may wait. False: the runtime closes
// In the middle of a slice that was left: it is inside afterwards in any case. False: the runtime closes.
bool slice_resume(struct worker *worker);
void slice_leave(struct worker *worker);
// The caller is between slices itself and holds stop_mutex. Until it sets rt->stop again, nobody is inside.
void stand_alone(struct actor_runtime *rt, enum stop_reason reason, uint32_t interrupt);
bool stop_kills(struct ec *ec); // false; the exception is set: it ends without a word
void stop_for_good(struct actor_runtime *rt);        // no slice begins any more, and none runs. Between slices

// cycle.c
void shared_cycle_if_wanted(struct worker *worker); // between slices
bool cycle_wanted(const struct actor_runtime *rt);
void marking_end(struct actor_runtime *rt); // the concurrent mark is given up, if there is one. Everybody stands

// native.c
void native_verify(const struct actor *actor); // everybody stands

// wait.c: descriptors and jobs
enum { READY_BATCH = 64 };
struct job_task;
struct wait { // made by an actor's thread; freed by who is last to know of it: the actor, or the watch
    // Written once. The actor is there until `dropped`.
    struct actor_runtime *runtime;
    struct actor *actor;
    struct ec *root;       // the thread
    struct job_task *task; // of a job. NULL: a descriptor
    int asked, fd;         // as the program names it; one of its own on the same file
    unsigned events;       // enum vm_ready
    // The actor's.
    struct wait *next, **previous;
    // Under the watch's mutex.
    bool done;      // it may be ready
    bool dropped;   // the actor does not know it any more
    bool in_inbox;
    bool closing;   // the watch closes it and says no more of it …
    bool closed;    // … but this
    struct wait *inbox_next;
    struct wait *ready_next, **ready_previous; // NULL: in no list
    // The watch's.
    bool polling;
    uv_poll_t poll;
};
void wait_fire(struct wait *wait); // under the watch's mutex; then watch_rouse
void waits_look(struct actor_runtime *rt);  // by the watch: what is in its inbox
void waits_close(struct actor_runtime *rt); // by the watch, at its end: nothing is polled any more
void waits_heed(struct worker *worker);     // between slices: wakes who waited for what is ready
void waits_drop(struct actor_body *body);   // all of an actor
static inline bool waits_ready(struct actor_runtime *rt)
{
    return TRP_UNLIKELY(atomic_load_explicit(&rt->watch.ready_count, memory_order_relaxed) > 0);
}

// pool.c: jobs
struct job_task *pool_start(struct actor_runtime *rt, struct vm_job *job, struct wait *wait); // NULL: no memory or thread
struct vm_job *pool_take(struct job_task *task); // the job has run, the task is gone. NULL: not yet
void pool_drop(struct job_task *task); // the wait is given up, and freed next. Not under the watch's mutex
void pool_end(struct actor_runtime *rt); // of a program: its threads end, but those whose job lasts

// isolate.c, share.c: all false: exception set
bool isolate_check(struct ec *ec, const struct proc *proc); // for Ractor.new
value_t isolate_proc(struct ec *ec, const struct proc *proc, value_t self, bool lambda); // a shareable copy, or UNDEF
struct isolated { // what a Proc was before
    struct proc *proc;
    uint64_t header;
    struct env *env;
};
bool isolate_in_place(struct ec *ec, struct proc *proc, struct isolated *before);
void isolate_undo(const struct isolated *before); // while it is not shared yet
// Ractor.make_shareable. VALUE_FALSE: the `freeze` of some objects must be called first, or some cannot be shared (walk.c)
value_t share_deeply(struct ec *ec, value_t value);

// walk.c: what Ruby code has a say in
struct object_set; // objects.h
struct asking { // the answer for the class met last
    class_id_t class_id;
    bool answer;
    bool failed; // no memory: exception set, no answer counts
    struct object_set *private; // of share_parts
};
bool asks_to_clone(struct ec *ec, struct asking *asking, value_t v);  // Ruby clones it for another actor
bool asks_to_freeze(struct ec *ec, struct asking *asking, value_t v); // Ruby freezes it, or says why it cannot be shared
bool class_is_opaque(const struct class *class);
// Visits the values that an object consists of; of a Proc none.
void walk_values(struct ec *ec, void *object, void (*visit)(value_t v, void *context), void *context);
bool define_walks(struct runtime *runtime);

// errands.c
bool define_errands(struct runtime *runtime);
void port_refuse(struct worker *worker, struct port *port); // closed in place of an answer: its owner looks again
static inline bool errands_pending(struct actor_runtime *rt) // by the main actor, as signals_pending
{
    return TRP_UNLIKELY(atomic_load_explicit(&rt->errand, memory_order_relaxed)) &&
           atomic_exchange_explicit(&rt->errand, false, memory_order_acquire); // pairs with errand_send
}

// signals.c
void signals_take(struct actor_runtime *rt);   // if they were lent. The main actor is there
void signals_return(struct actor_runtime *rt); // they are the host's again, but SIGPIPE: streams may yet be flushed
void signals_leave(struct actor_runtime *rt);  // that too
void signals_heed(struct worker *worker);      // between slices: wakes the main actor, if a signal came
// By the main actor: whether any came since it was last asked. What is seen late is seen after the wake.
static inline bool signals_pending(struct actor_runtime *rt)
{
    return TRP_UNLIKELY(atomic_load_explicit(&rt->signal_pending, memory_order_relaxed)) &&
           atomic_exchange_explicit(&rt->signal_pending, false, memory_order_acquire); // pairs with post
}

// ports.c, takes.c, signals.c: primitives
bool define_ports(struct runtime *runtime);
bool define_takes(struct runtime *runtime);
bool define_signals(struct runtime *runtime);

static inline struct actor_runtime *runtime_actors(const struct runtime *runtime) { return runtime->actors; }
static inline void count_up(_Atomic(uint64_t) *counter) // its one writer
{
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1, memory_order_relaxed);
}
static inline uint64_t worker_random(struct worker *worker)
{
    uint64_t x = worker->random; // xorshift
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return worker->random = x;
}

#endif
