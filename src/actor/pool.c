// Jobs. Purpose: C code that may last for ever (the opening of a FIFO) runs on a thread of its own, and nobody waits for it
// who need not: an actor that gives up drops the task, and the program's end leaves the thread to itself.
//
// Invariants:
//   J1 A thread that runs a job holds nothing of the runtime but the pool, which lives until its last thread has ended; what it
//      works on is the job's own block, from base_alloc_apart like the pool and the tasks.
//   J2 A task has a wait until it is dropped or taken, which happens under the pool's mutex. While the thread holds that mutex
//      and the task has a wait, the runtime is there.
//   J3 Of a task that was dropped before its job was done the thread frees everything.
// There are as many threads as jobs that run at once; an idle one is used again.
// Data: the pool's mutex's.
#include "actor/interior.h"

#define STACK_SIZE ((size_t)256 << 10)
#define THREADS_MAX 4096u

struct job_task {
    struct pool *pool;
    struct vm_job *job;
    struct wait *wait; // J2. NULL: dropped
    struct job_task *next; // in the queue
    bool done;
};

struct pool {
    uv_mutex_t mutex;
    uv_cond_t called, left;
    struct job_task *first, **last; // that no thread has taken yet
    unsigned threads, idle, queued;
    unsigned references; // of its threads and the runtime
    bool ends; // the program is over
};

static void pool_free(struct pool *pool)
{
    uv_cond_destroy(&pool->left);
    uv_cond_destroy(&pool->called);
    uv_mutex_destroy(&pool->mutex);
    base_free(pool);
}

static void task_free(struct job_task *task)
{
    task->job->drop(task->job);
    base_free(task);
}

// --- Its threads -------------------------------------------------------------------------------------------------------
// NULL: it ends. The mutex is held.
static struct job_task *next_task(struct pool *pool)
{
    pool->idle++;
    while (pool->first == NULL && !pool->ends) uv_cond_wait(&pool->called, &pool->mutex);
    pool->idle--;
    struct job_task *const task = pool->first;
    if (task == NULL) return NULL;
    pool->first = task->next;
    if (pool->first == NULL) pool->last = &pool->first;
    pool->queued--;
    return task;
}

// The mutex is held, and given up meanwhile.
static void run_task(struct pool *pool, struct job_task *task)
{
    if (task->wait != NULL) {
        uv_mutex_unlock(&pool->mutex);
        task->job->run(task->job);
        uv_mutex_lock(&pool->mutex);
    }
    task->done = true;
    struct wait *const wait = task->wait;
    if (wait != NULL) { // J2
        struct actor_runtime *const rt = wait->runtime;
        uv_mutex_lock(&rt->watch.mutex);
        wait_fire(wait);
        uv_mutex_unlock(&rt->watch.mutex);
        watch_rouse(rt);
    } else { // J3
        task_free(task);
    }
}

static void pool_main(void *argument)
{
    struct pool *const pool = argument;
    uv_mutex_lock(&pool->mutex);
    for (struct job_task *task; (task = next_task(pool)) != NULL;) run_task(pool, task);
    pool->threads--;
    bool const last = --pool->references == 0;
    uv_cond_broadcast(&pool->left);
    uv_mutex_unlock(&pool->mutex);
    if (last) pool_free(pool);
}

// --- The actors' side --------------------------------------------------------------------------------------------------
static struct pool *pool_new(void)
{
    struct pool *const pool = base_alloc_apart(sizeof *pool);
    if (pool == NULL) return NULL;
    pool->last = &pool->first;
    pool->references = 1;
    if (uv_mutex_init(&pool->mutex) != 0) goto fail_memory;
    if (uv_cond_init(&pool->called) != 0) goto fail_mutex;
    if (uv_cond_init(&pool->left) != 0) goto fail_called;
    return pool;

fail_called:
    uv_cond_destroy(&pool->called);
fail_mutex:
    uv_mutex_destroy(&pool->mutex);
fail_memory:
    base_free(pool);
    return NULL;
}

static struct pool *pool_of(struct actor_runtime *rt)
{
    uv_mutex_lock(&rt->watch.mutex);
    if (rt->pool == NULL) rt->pool = pool_new();
    struct pool *const pool = rt->pool;
    uv_mutex_unlock(&rt->watch.mutex);
    return pool;
}

// Somebody will take what is queued next. Under the mutex. False: there is no thread to be had.
static bool call(struct pool *pool)
{
    if (pool->idle > pool->queued) {
        uv_cond_signal(&pool->called);
        return true;
    }
    base_thread thread;
    if (pool->threads >= THREADS_MAX || !base_thread_start(&thread, STACK_SIZE, pool_main, pool)) return false;
    base_thread_detach(thread);
    pool->threads++;
    pool->references++;
    return true;
}

struct job_task *pool_start(struct actor_runtime *rt, struct vm_job *job, struct wait *wait)
{
    struct pool *const pool = pool_of(rt);
    struct job_task *const task = pool == NULL ? NULL : base_alloc_apart(sizeof *task);
    if (task == NULL) return NULL;
    *task = (struct job_task){.pool = pool, .job = job, .wait = wait};
    uv_mutex_lock(&pool->mutex);
    bool const ok = call(pool);
    if (ok) {
        *pool->last = task;
        pool->last = &task->next;
        pool->queued++;
    }
    uv_mutex_unlock(&pool->mutex);
    if (ok) return task;
    base_free(task);
    return NULL;
}

struct vm_job *pool_take(struct job_task *task)
{
    uv_mutex_lock(&task->pool->mutex);
    bool const done = task->done;
    uv_mutex_unlock(&task->pool->mutex);
    if (!done) return NULL;
    struct vm_job *const job = task->job;
    base_free(task);
    return job;
}

void pool_drop(struct job_task *task)
{
    uv_mutex_t *const mutex = &task->pool->mutex;
    uv_mutex_lock(mutex);
    bool const done = task->done;
    task->wait = NULL;
    uv_mutex_unlock(mutex);
    if (done) task_free(task);
}

void pool_end(struct actor_runtime *rt)
{
    struct pool *const pool = rt->pool;
    rt->pool = NULL;
    if (pool == NULL) return;
    uv_mutex_lock(&pool->mutex);
    pool->ends = true;
    uv_cond_broadcast(&pool->called);
    while (pool->idle > 0) uv_cond_wait(&pool->left, &pool->mutex); // the others' jobs last
    bool const last = --pool->references == 0;
    uv_mutex_unlock(&pool->mutex);
    if (last) pool_free(pool);
}
