// The base room's door: what C lacks. Knows nothing of Ruby. The only room with OS `#if`s.
#ifndef TROUPE_BASE_BASE_H
#define TROUPE_BASE_BASE_H

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRP_LIKELY(x) __builtin_expect(!!(x), 1)
#define TRP_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define TRP_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TRP_NOINLINE __attribute__((noinline))
#define TRP_INLINE static inline __attribute__((always_inline))
#define TRP_PRINTF(position, first) __attribute__((__format__(__printf__, position, first)))

// Three strengths: misuse by the host (always on), cheap internal (debug builds), an expensive walk (an option
// decides).
_Noreturn void base_fail(const char *file, int line, const char *what);
#define TRP_CHECK(condition) (TRP_LIKELY(condition) ? (void)0 : base_fail(__FILE__, __LINE__, #condition))
#if TRP_DEBUG
#define TRP_ASSERT(condition) TRP_CHECK(condition)
#else
#define TRP_ASSERT(condition) ((void)sizeof(condition))
#endif
#define TRP_VERIFY(enabled, condition) (!(enabled) || (condition) ? (void)0 : base_fail(__FILE__, __LINE__, #condition))
#define TRP_UNREACHABLE() base_fail(__FILE__, __LINE__, "unreachable")

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TRP_SANITIZED true
#elif defined(__has_feature)
#define TRP_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define TRP_SANITIZED false
#endif

// Runtime-wide memory that no actor is charged for (metadata). Zeroed where said. NULL: no memory.
void *base_alloc(size_t size);
void *base_alloc_zeroed(size_t size);
void *base_alloc_aligned_zeroed(size_t alignment, size_t size); // alignment: a power of two. base_free frees it
void *base_alloc_apart(size_t size); // zeroed, in no arena: of a thread that may outlive the runtime
void *base_realloc(void *pointer, size_t size); // NULL: no memory, pointer untouched
void base_free(void *pointer);
// An arena for what the calling thread allocates by the functions above until base_arena_leave, in place of malloc, as far as
// it has room: base_free of such a block does nothing. NULL: none (this thread fills one already, no memory); all three below
// allow it.
struct base_arena *base_arena_open(void);
void base_arena_leave(struct base_arena *arena); // by the thread that opened or entered it
void base_arena_enter(struct base_arena *arena); // again, this thread and no other; nothing happens while it fills another one
void base_arena_close(struct base_arena *arena); // when none of its blocks is in use
// Fault injection for tests: the Nth call from now of any function above fails, once (0: off). Process-wide.
void base_alloc_fail_at(uint64_t n);
// Counts one allocation towards base_alloc_fail_at, for allocators that do not go through the above. False: fail it.
bool base_may_allocate(void);

uint64_t base_clock_ns(void);     // monotonic
uint64_t base_clock_cpu_ns(void); // of the calling thread
uint64_t base_random_u64(void);   // from the OS
void base_random_fill(void *bytes, size_t size); // the same for many
uint64_t base_thread_id(void);    // as the OS numbers the calling thread
// A thread that begins on another processor than the caller's where there is one: the scheduler may otherwise leave both on one
// for milliseconds, until it balances. Then it runs where it may. False: there is none.
typedef pthread_t base_thread;
bool base_thread_start(base_thread *thread, size_t stack_size, void (*run)(void *argument), void *argument);
void base_thread_join(base_thread thread);
void base_thread_detach(base_thread thread); // in place of joining it
size_t base_stack_left(void);     // bytes of C stack that the calling thread certainly has yet; 0: not known

// Pages from the OS. size is a multiple of 4096, alignment a power of two from 4096. NULL: no memory. Zero-filled.
void *base_pages_map(size_t size, size_t alignment);
void base_pages_prefer_huge(void *pages, size_t size); // the OS may back them with pages of 2 MiB; a hint
void base_pages_populate(void *pages, size_t size); // they will be written soon: one call instead of a fault each; a hint
void base_pages_unmap(void *pages, size_t size);
void base_pages_discard(void *pages, size_t size); // contents may be lost, memory goes back; reads as zero or old bytes

// A plain mutex that counts. Contended: the lock was held when asked for.
struct base_lock {
    _Alignas(64) _Atomic(uint32_t) state; // lock.c
    unsigned char rest[60];
};
void base_lock_init(struct base_lock *lock);
void base_lock_destroy(struct base_lock *lock);
bool base_lock_acquire(struct base_lock *lock); // true: it was contended
void base_lock_release(struct base_lock *lock);

#endif
