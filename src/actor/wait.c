// Waits. Purpose: a thread of an actor waits for a descriptor, which the watch polls in its loop, or for a job (pool.c).
//
// The actor makes a wait and sends it to the watch. When it fires it is put into the list of the ready; the next worker that is
// between slices takes it out and wakes the actor, whose thread tests its condition again. A wait that is given up sooner is
// *dropped*: from then on it names no actor, and the watch frees it when it has let go of it. Each waits on a descriptor of its
// own, so that the program may close its own, and that many may wait for the same file.
//
// Invariants:
//   W1 A wait is in its actor's list until it is dropped; actors drop all they have before they end. So wait.actor is alive
//      while the wait is in the list of the ready, and until the end of the slice bracket in which it was taken out (A3).
//   W2 A wait is freed when it is dropped, closed, and not in the watch's inbox: by the actor if `dropped` came last of these,
//      else by the watch. Jobs are not sent to the watch: they are closed from the start.
// No wake is lost: who fires counts it and fences before it looks for sleepers; who goes to sleep looks at the count last.
// Data: as struct wait says.
#include "actor/interior.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static struct wait *make(struct ec *ec)
{
    struct wait *const wait = base_alloc_zeroed(sizeof *wait);
    if (wait == NULL) return NULL;
    wait->actor = ec_actor(ec);
    wait->runtime = wait->actor->runtime;
    wait->root = ec->root;
    wait->fd = -1;
    return wait;
}

static void enter_list(struct wait *wait)
{
    struct actor_body *const body = wait->actor->body;
    wait->next = body->waits;
    wait->previous = &body->waits;
    if (wait->next != NULL) wait->next->previous = &wait->next;
    body->waits = wait;
    wait->root->thread.waits_for = wait;
}

static void leave_list(struct wait *wait)
{
    *wait->previous = wait->next;
    if (wait->next != NULL) wait->next->previous = wait->previous;
    wait->root->thread.waits_for = NULL;
}

// --- Under the watch's mutex -------------------------------------------------------------------------------------------
static void tell_watch(struct wait *wait)
{
    struct watch *const watch = &wait->runtime->watch;
    if (wait->in_inbox || !watch->open) return; // when it is closed nobody looks there any more
    wait->in_inbox = true;
    wait->inbox_next = watch->inbox;
    watch->inbox = wait;
    TRP_CHECK(uv_async_send(&watch->async) == 0);
}

// W2
static bool is_last(const struct wait *wait) { return wait->dropped && wait->closed && !wait->in_inbox; }

void wait_fire(struct wait *wait)
{
    struct watch *const watch = &wait->runtime->watch;
    if (wait->done || wait->dropped) return;
    wait->done = true;
    wait->ready_next = NULL;
    wait->ready_previous = watch->ready_last;
    *watch->ready_last = wait;
    watch->ready_last = &wait->ready_next;
    // seq_cst: pairs with the fence in worker_sleep
    atomic_fetch_add_explicit(&watch->ready_count, 1, memory_order_seq_cst);
}

static void leave_ready(struct wait *wait)
{
    struct watch *const watch = &wait->runtime->watch;
    if (wait->ready_previous == NULL) return;
    *wait->ready_previous = wait->ready_next;
    if (wait->ready_next != NULL) wait->ready_next->ready_previous = wait->ready_previous;
    else watch->ready_last = wait->ready_previous;
    wait->ready_previous = NULL;
    atomic_fetch_sub_explicit(&watch->ready_count, 1, memory_order_relaxed);
}

// --- The watch's side --------------------------------------------------------------------------------------------------
static void let_go(struct wait *wait)
{
    uv_mutex_t *const mutex = &wait->runtime->watch.mutex;
    (void)close(wait->fd);
    uv_mutex_lock(mutex);
    wait->closed = true;
    bool const last = is_last(wait);
    uv_mutex_unlock(mutex);
    if (last) base_free(wait);
}

static void on_closed(uv_handle_t *poll) { let_go(poll->data); }

static void stop_polling(struct wait *wait)
{
    (void)uv_poll_stop(&wait->poll);
    uv_close((uv_handle_t *)&wait->poll, on_closed);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    (void)status; // an error is seen by who tests
    (void)events;
    struct wait *const wait = poll->data;
    struct actor_runtime *const rt = wait->runtime;
    uv_mutex_lock(&rt->watch.mutex);
    bool const closing = wait->closing;
    wait->closing = true;
    wait_fire(wait);
    uv_mutex_unlock(&rt->watch.mutex);
    if (!closing) stop_polling(wait);
    watch_rouse(rt);
}

static bool start_polling(struct wait *wait)
{
    int const events = (wait->events & VM_READABLE ? UV_READABLE : 0) | (wait->events & VM_WRITABLE ? UV_WRITABLE : 0);
    if (uv_poll_init(&wait->runtime->watch.loop, &wait->poll, wait->fd) != 0) return false; // a file: always ready
    wait->poll.data = wait;
    wait->polling = true;
    if (uv_poll_start(&wait->poll, events, on_poll) == 0) return true;
    stop_polling(wait);
    return true;
}

static void look_at(struct wait *wait)
{
    struct actor_runtime *const rt = wait->runtime;
    uv_mutex_lock(&rt->watch.mutex);
    wait->in_inbox = false;
    bool const over = wait->dropped, closing = wait->closing, last = is_last(wait);
    if (over) wait->closing = true;
    uv_mutex_unlock(&rt->watch.mutex);
    if (last) base_free(wait);
    if (closing) return; // if it is not closed yet, on_closed follows
    if (over) {
        if (wait->polling) stop_polling(wait);
        else let_go(wait);
    } else if (!start_polling(wait)) {
        uv_mutex_lock(&rt->watch.mutex);
        wait->closing = true;
        wait_fire(wait);
        uv_mutex_unlock(&rt->watch.mutex);
        let_go(wait);
        watch_rouse(rt);
    }
}

void waits_look(struct actor_runtime *rt)
{
    uv_mutex_lock(&rt->watch.mutex);
    struct wait *wait = rt->watch.inbox;
    rt->watch.inbox = NULL;
    uv_mutex_unlock(&rt->watch.mutex);
    while (wait != NULL) {
        struct wait *const next = wait->inbox_next;
        look_at(wait);
        wait = next;
    }
}

static void close_poll(uv_handle_t *handle, void *argument)
{
    (void)argument;
    if (handle->type != UV_POLL || uv_is_closing(handle)) return;
    struct wait *const wait = handle->data;
    uv_mutex_lock(&wait->runtime->watch.mutex);
    wait->closing = true;
    uv_mutex_unlock(&wait->runtime->watch.mutex);
    stop_polling(wait);
}

void waits_close(struct actor_runtime *rt)
{
    waits_look(rt); // `open` is false: nothing comes after this but what is dropped, which it polls and so closes
    uv_walk(&rt->watch.loop, close_poll, NULL);
}

// --- The actor's side --------------------------------------------------------------------------------------------------
static void drop(struct wait *wait)
{
    struct watch *const watch = &wait->runtime->watch;
    leave_list(wait);
    if (wait->task != NULL) pool_drop(wait->task);
    uv_mutex_lock(&watch->mutex);
    wait->dropped = true;
    leave_ready(wait);
    if (!wait->closing && !wait->closed) tell_watch(wait);
    bool const last = is_last(wait);
    uv_mutex_unlock(&watch->mutex);
    if (last) base_free(wait);
}

void waits_drop(struct actor_body *body)
{
    while (body->waits != NULL) drop(body->waits);
}

// Whether it is the same wait, and still lasts.
static bool lasts(struct wait *wait, int fd, unsigned ready)
{
    uv_mutex_lock(&wait->runtime->watch.mutex);
    bool const done = wait->done;
    uv_mutex_unlock(&wait->runtime->watch.mutex);
    return !done && wait->task == NULL && wait->asked == fd && wait->events == ready;
}

// False: no thread watches.
static bool send_first(struct wait *wait)
{
    struct actor_runtime *const rt = wait->runtime;
    uv_mutex_lock(&rt->watch.mutex);
    bool const ok = watch_started(rt);
    if (ok) tell_watch(wait);
    uv_mutex_unlock(&rt->watch.mutex);
    return ok;
}

bool actor_wait_ready(struct ec *ec, int fd, unsigned ready)
{
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return false;
    struct wait *const before = ec->root->thread.waits_for;
    if (before != NULL && lasts(before, fd, ready)) return true;
    if (before != NULL) drop(before);
    struct wait *const wait = make(ec);
    if (wait == NULL) return false;
    wait->asked = fd;
    wait->events = ready;
    wait->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (wait->fd >= 0 && send_first(wait)) {
        enter_list(wait);
        return true;
    }
    if (wait->fd >= 0) (void)close(wait->fd);
    base_free(wait);
    return false;
}

bool actor_job_start(struct ec *ec, struct vm_job *job)
{
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return false;
    actor_wait_end(ec);
    struct wait *const wait = make(ec);
    if (wait == NULL) return false;
    wait->closed = true; // W2
    wait->task = pool_start(actor->runtime, job, wait);
    if (wait->task == NULL) {
        base_free(wait);
        return false;
    }
    enter_list(wait);
    return true;
}

struct vm_job *actor_job_result(struct ec *ec)
{
    struct wait *const wait = ec->root->thread.waits_for;
    if (wait == NULL || wait->task == NULL) return NULL;
    struct vm_job *const job = pool_take(wait->task);
    if (job == NULL) return NULL;
    wait->task = NULL;
    drop(wait);
    return job;
}

void actor_wait_end(struct ec *ec)
{
    struct wait *const wait = ec->root->thread.waits_for;
    if (wait != NULL) drop(wait);
}

void actor_wait_closed(struct ec *ec, int fd)
{
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return;
    bool any = false;
    for (struct wait *wait = actor->body->waits, *next; wait != NULL; wait = next) {
        next = wait->next;
        if (wait->task != NULL || wait->asked != fd) continue;
        drop(wait);
        any = true;
    }
    if (any) actor_wake(actor->worker, actor);
}

// --- Waking ------------------------------------------------------------------------------------------------------------
static size_t take_ready(struct actor_runtime *rt, struct actor *out[READY_BATCH])
{
    size_t count = 0;
    uv_mutex_lock(&rt->watch.mutex);
    while (count < READY_BATCH && rt->watch.ready != NULL) {
        struct wait *const wait = rt->watch.ready;
        leave_ready(wait);
        out[count++] = wait->actor;
    }
    uv_mutex_unlock(&rt->watch.mutex);
    return count;
}

void waits_heed(struct worker *worker)
{
    struct actor *actors[READY_BATCH];
    if (!slice_enter(worker)) return;
    size_t const count = take_ready(worker->runtime, actors);
    for (size_t i = 0; i < count; i++) actor_wake(worker, actors[i]); // W1
    slice_leave(worker);
}
