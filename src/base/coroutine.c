// Coroutines over ucontext. Purpose: long work of C that must let others run goes on where it paused, at any depth of calls.
// Invariants: a coroutine is entered by one thread at a time, and not from inside itself; the block that describes it lies at
// the upper end of its own stack, whose lowest page faults.
// Data: the coroutine's, of whoever enters it.
#include <sys/mman.h>
#include <ucontext.h>

#include "base/coroutine.h"

#if defined(__SANITIZE_ADDRESS__)
#define WITH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define WITH_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WITH_TSAN 1
#endif
#endif

#define GUARD 4096u
#define STACK_SIZE (TRP_SANITIZED ? (size_t)1 << 20 : (size_t)256 << 10) // with the guard; a sanitizer's frames are larger

struct base_coroutine {
    ucontext_t inside, outside;
    struct base_coroutine *next;
    void (*run)(void *argument);
    void *argument;
    bool done;
    // for sanitizers
    void *inside_fake, *outside_fake;
    const void *outside_stack;
    size_t outside_size;
    void *inside_fiber, *outside_fiber;
};

static char *stack_of(struct base_coroutine *c) { return (char *)(c + 1) - STACK_SIZE; }
static size_t usable_size(void) { return STACK_SIZE - GUARD - sizeof(struct base_coroutine); }

// --- What the sanitizers want told ---------------------------------------------------------------------------------------
#ifdef WITH_ASAN
void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *size);
void __asan_unpoison_memory_region(void const volatile *address, size_t size);
static void leaving(void **fake, const void *to, size_t size) { __sanitizer_start_switch_fiber(fake, to, size); }
static void arrived(void *fake, const void **from, size_t *size) { __sanitizer_finish_switch_fiber(fake, from, size); }
static void forget_frames(struct base_coroutine *c) { __asan_unpoison_memory_region(stack_of(c) + GUARD, usable_size()); }
#else
static void leaving(void **fake, const void *to, size_t size) { (void)fake, (void)to, (void)size; }
static void arrived(void *fake, const void **from, size_t *size) { (void)fake, (void)from, (void)size; }
static void forget_frames(struct base_coroutine *c) { (void)c; }
#endif
#ifdef WITH_TSAN
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
static void drop_fiber(struct base_coroutine *c)
{
    if (c->inside_fiber != NULL) __tsan_destroy_fiber(c->inside_fiber);
    c->inside_fiber = NULL;
}
static void make_fiber(struct base_coroutine *c)
{
    drop_fiber(c);
    c->inside_fiber = __tsan_create_fiber(0);
}
static void fiber_in(struct base_coroutine *c)
{
    c->outside_fiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(c->inside_fiber, 0);
}
static void fiber_out(struct base_coroutine *c) { __tsan_switch_to_fiber(c->outside_fiber, 0); }
#else
static void drop_fiber(struct base_coroutine *c) { (void)c; }
static void make_fiber(struct base_coroutine *c) { (void)c; }
static void fiber_in(struct base_coroutine *c) { (void)c; }
static void fiber_out(struct base_coroutine *c) { (void)c; }
#endif

// --- Coroutines ----------------------------------------------------------------------------------------------------------
struct base_coroutine *base_coroutine_new(void)
{
    char *const stack = base_pages_map(STACK_SIZE, 4096);
    if (stack == NULL) return NULL;
    if (mprotect(stack, GUARD, PROT_NONE) != 0) {
        base_pages_unmap(stack, STACK_SIZE);
        return NULL;
    }
    struct base_coroutine *const c = (struct base_coroutine *)(void *)(stack + STACK_SIZE) - 1;
    c->done = true;
    return c;
}

void base_coroutine_free(struct base_coroutine *coroutine)
{
    if (coroutine == NULL) return;
    drop_fiber(coroutine);
    forget_frames(coroutine);
    base_pages_unmap(stack_of(coroutine), STACK_SIZE);
}

// The address comes in two halves: makecontext passes int.
static void begin(unsigned high, unsigned low)
{
    struct base_coroutine *const c = (struct base_coroutine *)(((uintptr_t)high << 32) | low);
    arrived(NULL, &c->outside_stack, &c->outside_size);
    c->run(c->argument);
    c->done = true;
    leaving(NULL, c->outside_stack, c->outside_size);
    fiber_out(c);
    (void)setcontext(&c->outside);
    TRP_UNREACHABLE();
}

void base_coroutine_start(struct base_coroutine *coroutine, void (*run)(void *argument), void *argument)
{
    struct base_coroutine *const c = coroutine;
    c->run = run;
    c->argument = argument;
    c->done = false;
    forget_frames(c);
    make_fiber(c);
    (void)getcontext(&c->inside);
    c->inside.uc_stack.ss_sp = stack_of(c) + GUARD;
    c->inside.uc_stack.ss_size = usable_size() & ~(size_t)63;
    c->inside.uc_link = NULL;
    uintptr_t const address = (uintptr_t)c;
    makecontext(&c->inside, (void (*)(void))begin, 2, (unsigned)(address >> 32), (unsigned)address);
}

bool base_coroutine_enter(struct base_coroutine *coroutine)
{
    TRP_ASSERT(!coroutine->done);
    leaving(&coroutine->outside_fake, stack_of(coroutine) + GUARD, usable_size());
    fiber_in(coroutine);
    (void)swapcontext(&coroutine->outside, &coroutine->inside);
    arrived(coroutine->outside_fake, NULL, NULL);
    return coroutine->done;
}

void base_coroutine_pause(struct base_coroutine *coroutine)
{
    leaving(&coroutine->inside_fake, coroutine->outside_stack, coroutine->outside_size);
    fiber_out(coroutine);
    (void)swapcontext(&coroutine->inside, &coroutine->outside);
    arrived(coroutine->inside_fake, &coroutine->outside_stack, &coroutine->outside_size);
}

struct base_coroutine *base_coroutine_next(const struct base_coroutine *coroutine) { return coroutine->next; }
void base_coroutine_set_next(struct base_coroutine *coroutine, struct base_coroutine *next) { coroutine->next = next; }
