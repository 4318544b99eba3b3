// What one runtime owns below the vm: the heap world, the boot heap, symbols, layouts, classes. Many runtimes may live
// in one process; all mutable state hangs here. Hot header.
#ifndef TROUPE_OBJECT_RUNTIME_H
#define TROUPE_OBJECT_RUNTIME_H

#include "base/epoch.h"
#include "heap/heap.h"

struct class;
struct symbol_table;
struct layout_table;

// Core classes have fixed ids, so that code can compare class words with constants.
//   CORE_CLASS(ID, "Name", SUPERCLASS)      CORE_MODULE(ID, "Name")
// "A::B" names are nested. The superclass comes earlier in the list.
#define CORE_CLASSES(CORE_CLASS, CORE_MODULE)                                                                          \
    CORE_CLASS(BASIC_OBJECT, "BasicObject", NONE)                                                                      \
    CORE_CLASS(OBJECT, "Object", BASIC_OBJECT)                                                                         \
    CORE_CLASS(MODULE, "Module", OBJECT)                                                                               \
    CORE_CLASS(CLASS, "Class", MODULE)                                                                                 \
    CORE_MODULE(KERNEL, "Kernel")                                                                                      \
    CORE_MODULE(COMPARABLE, "Comparable")                                                                              \
    CORE_MODULE(ENUMERABLE, "Enumerable")                                                                              \
    CORE_CLASS(NIL, "NilClass", OBJECT)                                                                                \
    CORE_CLASS(TRUE, "TrueClass", OBJECT)                                                                              \
    CORE_CLASS(FALSE, "FalseClass", OBJECT)                                                                            \
    CORE_CLASS(NUMERIC, "Numeric", OBJECT)                                                                             \
    CORE_CLASS(INTEGER, "Integer", NUMERIC)                                                                            \
    CORE_CLASS(FLOAT, "Float", NUMERIC)                                                                                \
    CORE_CLASS(RATIONAL, "Rational", NUMERIC)                                                                          \
    CORE_CLASS(COMPLEX, "Complex", NUMERIC)                                                                            \
    CORE_CLASS(SYMBOL, "Symbol", OBJECT)                                                                               \
    CORE_CLASS(STRING, "String", OBJECT)                                                                               \
    CORE_CLASS(ARRAY, "Array", OBJECT)                                                                                 \
    CORE_CLASS(HASH, "Hash", OBJECT)                                                                                   \
    CORE_CLASS(RANGE, "Range", OBJECT)                                                                                 \
    CORE_CLASS(PROC, "Proc", OBJECT)                                                                                   \
    CORE_CLASS(METHOD, "Method", OBJECT)                                                                               \
    CORE_CLASS(UNBOUND_METHOD, "UnboundMethod", OBJECT)                                                                \
    CORE_CLASS(BINDING, "Binding", OBJECT)                                                                             \
    CORE_CLASS(REGEXP, "Regexp", OBJECT)                                                                               \
    CORE_CLASS(MATCH, "MatchData", OBJECT)                                                                             \
    CORE_CLASS(ENCODING, "Encoding", OBJECT)                                                                           \
    CORE_CLASS(STRUCT, "Struct", OBJECT)                                                                               \
    CORE_CLASS(RANDOM, "Random", OBJECT)                                                                               \
    CORE_CLASS(TIME, "Time", OBJECT)                                                                                   \
    CORE_CLASS(ENUMERATOR, "Enumerator", OBJECT)                                                                       \
    CORE_CLASS(FIBER, "Fiber", OBJECT)                                                                                 \
    CORE_CLASS(THREAD, "Thread", OBJECT)                                                                               \
    CORE_CLASS(MUTEX, "Thread::Mutex", OBJECT)                                                                         \
    CORE_CLASS(QUEUE, "Thread::Queue", OBJECT)                                                                         \
    CORE_CLASS(SIZED_QUEUE, "Thread::SizedQueue", QUEUE)                                                               \
    CORE_CLASS(CONDITION_VARIABLE, "Thread::ConditionVariable", OBJECT)                                                \
    CORE_CLASS(RACTOR, "Ractor", OBJECT)                                                                               \
    CORE_CLASS(RACTOR_PORT, "Ractor::Port", OBJECT)                                                                    \
    CORE_CLASS(RACTOR_MOVED, "Ractor::MovedObject", BASIC_OBJECT)                                                      \
    CORE_CLASS(IO, "IO", OBJECT)                                                                                       \
    CORE_CLASS(FILE, "File", IO)                                                                                       \
    CORE_CLASS(DIR, "Dir", OBJECT)                                                                                     \
    CORE_CLASS(SET, "Set", OBJECT)                                                                                     \
    CORE_CLASS(DATA, "Data", OBJECT)                                                                                   \
    CORE_MODULE(GC, "GC")                                                                                              \
    CORE_MODULE(OBJECT_SPACE, "ObjectSpace")                                                                           \
    CORE_CLASS(WEAK_MAP, "ObjectSpace::WeakMap", OBJECT)                                                               \
    CORE_CLASS(WEAK_KEY_MAP, "ObjectSpace::WeakKeyMap", OBJECT)                                                        \
    CORE_MODULE(PROCESS, "Process")                                                                                    \
    CORE_CLASS(PROCESS_STATUS, "Process::Status", OBJECT)                                                              \
    CORE_MODULE(MATH, "Math")                                                                                          \
    CORE_MODULE(MARSHAL, "Marshal")                                                                                    \
    CORE_MODULE(SIGNAL, "Signal")                                                                                      \
    CORE_MODULE(WARNING, "Warning")                                                                                    \
    CORE_MODULE(RUBY_VM, "RubyVM")                                                                                     \
    CORE_MODULE(ERRNO, "Errno")                                                                                        \
    CORE_CLASS(TRACE_POINT, "TracePoint", OBJECT)                                                                      \
    CORE_CLASS(BACKTRACE_LOCATION, "Thread::Backtrace::Location", OBJECT)                                              \
    CORE_CLASS(EXCEPTION, "Exception", OBJECT)                                                                         \
    CORE_CLASS(NO_MEMORY_ERROR, "NoMemoryError", EXCEPTION)                                                            \
    CORE_CLASS(SCRIPT_ERROR, "ScriptError", EXCEPTION)                                                                 \
    CORE_CLASS(LOAD_ERROR, "LoadError", SCRIPT_ERROR)                                                                  \
    CORE_CLASS(NOT_IMPLEMENTED_ERROR, "NotImplementedError", SCRIPT_ERROR)                                             \
    CORE_CLASS(SYNTAX_ERROR, "SyntaxError", SCRIPT_ERROR)                                                              \
    CORE_CLASS(SECURITY_ERROR, "SecurityError", EXCEPTION)                                                             \
    CORE_CLASS(SIGNAL_EXCEPTION, "SignalException", EXCEPTION)                                                         \
    CORE_CLASS(INTERRUPT, "Interrupt", SIGNAL_EXCEPTION)                                                               \
    CORE_CLASS(SYSTEM_EXIT, "SystemExit", EXCEPTION)                                                                   \
    CORE_CLASS(SYSTEM_STACK_ERROR, "SystemStackError", EXCEPTION)                                                      \
    CORE_CLASS(STANDARD_ERROR, "StandardError", EXCEPTION)                                                             \
    CORE_CLASS(ARGUMENT_ERROR, "ArgumentError", STANDARD_ERROR)                                                        \
    CORE_CLASS(UNCAUGHT_THROW_ERROR, "UncaughtThrowError", ARGUMENT_ERROR)                                             \
    CORE_CLASS(ENCODING_ERROR, "EncodingError", STANDARD_ERROR)                                                        \
    CORE_CLASS(COMPATIBILITY_ERROR, "Encoding::CompatibilityError", ENCODING_ERROR)                                    \
    CORE_CLASS(UNDEFINED_CONVERSION_ERROR, "Encoding::UndefinedConversionError", ENCODING_ERROR)                       \
    CORE_CLASS(INVALID_BYTE_SEQUENCE_ERROR, "Encoding::InvalidByteSequenceError", ENCODING_ERROR)                      \
    CORE_CLASS(CONVERTER_NOT_FOUND_ERROR, "Encoding::ConverterNotFoundError", ENCODING_ERROR)                          \
    CORE_CLASS(FIBER_ERROR, "FiberError", STANDARD_ERROR)                                                              \
    CORE_CLASS(IO_ERROR, "IOError", STANDARD_ERROR)                                                                    \
    CORE_CLASS(EOF_ERROR, "EOFError", IO_ERROR)                                                                        \
    CORE_CLASS(INDEX_ERROR, "IndexError", STANDARD_ERROR)                                                              \
    CORE_CLASS(KEY_ERROR, "KeyError", INDEX_ERROR)                                                                     \
    CORE_CLASS(STOP_ITERATION, "StopIteration", INDEX_ERROR)                                                           \
    CORE_CLASS(CLOSED_QUEUE_ERROR, "ClosedQueueError", STOP_ITERATION)                                                 \
    CORE_CLASS(LOCAL_JUMP_ERROR, "LocalJumpError", STANDARD_ERROR)                                                     \
    CORE_CLASS(NAME_ERROR, "NameError", STANDARD_ERROR)                                                                \
    CORE_CLASS(NO_METHOD_ERROR, "NoMethodError", NAME_ERROR)                                                           \
    CORE_CLASS(RANGE_ERROR, "RangeError", STANDARD_ERROR)                                                              \
    CORE_CLASS(FLOAT_DOMAIN_ERROR, "FloatDomainError", RANGE_ERROR)                                                    \
    CORE_CLASS(REGEXP_ERROR, "RegexpError", STANDARD_ERROR)                                                            \
    CORE_CLASS(RUNTIME_ERROR, "RuntimeError", STANDARD_ERROR)                                                          \
    CORE_CLASS(FROZEN_ERROR, "FrozenError", RUNTIME_ERROR)                                                             \
    CORE_CLASS(SYSTEM_CALL_ERROR, "SystemCallError", STANDARD_ERROR)                                                   \
    CORE_CLASS(THREAD_ERROR, "ThreadError", STANDARD_ERROR)                                                            \
    CORE_CLASS(TYPE_ERROR, "TypeError", STANDARD_ERROR)                                                                \
    CORE_CLASS(ZERO_DIVISION_ERROR, "ZeroDivisionError", STANDARD_ERROR)                                               \
    CORE_CLASS(NO_MATCHING_PATTERN_ERROR, "NoMatchingPatternError", STANDARD_ERROR)                                    \
    CORE_CLASS(NO_MATCHING_PATTERN_KEY_ERROR, "NoMatchingPatternKeyError", NO_MATCHING_PATTERN_ERROR)                  \
    CORE_CLASS(RACTOR_ERROR, "Ractor::Error", RUNTIME_ERROR)                                                           \
    CORE_CLASS(RACTOR_REMOTE_ERROR, "Ractor::RemoteError", RACTOR_ERROR)                                               \
    CORE_CLASS(RACTOR_ISOLATION_ERROR, "Ractor::IsolationError", RACTOR_ERROR)                                         \
    CORE_CLASS(RACTOR_MOVED_ERROR, "Ractor::MovedError", RACTOR_ERROR)                                                 \
    CORE_CLASS(RACTOR_UNSAFE_ERROR, "Ractor::UnsafeError", RACTOR_ERROR)                                               \
    CORE_CLASS(RACTOR_CLOSED_ERROR, "Ractor::ClosedError", STOP_ITERATION)

enum core_class {
    CLASS_NONE = 0,
#define X_CLASS(id, name, super) CLASS_##id,
#define X_MODULE(id, name) CLASS_##id,
    CORE_CLASSES(X_CLASS, X_MODULE)
#undef X_CLASS
#undef X_MODULE
        CLASS_CORE_COUNT
};

struct runtime {
    // Read by everybody on hot paths; written while the core boots, when a table of classes grows, and when a program first
    // redefines an operator or refines anything.
    struct heap_world *heap_world;
    struct symbol_table *symbols;
    struct layout_table *layouts;
    // Class ids → classes. The pointer is replaced when it grows (release; readers acquire); old ones stay to the end.
    _Atomic(struct class **) classes;
    // Bit per basic operator and core class that was redefined; see object/class.h. Read relaxed on hot paths.
    _Atomic uint64_t redefined;
    void *vm;     // struct vm_runtime
    void *actors; // struct actor_runtime
    uint64_t hash_seed;         // random; a deterministic mode sets it between runtime_open and the first Hash
    atomic_bool refined; // refinements are in use: slow paths look for active ones. Only ever set
    atomic_bool collection_wanted; // what is runtime-wide has grown: a shared cycle is wanted. Read between slices
    atomic_bool collection_urgent; // … without waiting for reports
    class_id_t permanent_classes;  // classes below this id are the boot heap's
    void *host;   // api's struct trp_runtime
    struct object_state *state; // object room only
    // Written by whoever changes a class or retires memory; read by no hot path.
    // The lock of every change of a class: above the heap lock; never held over a dispatch or a poll.
    _Alignas(64) struct base_lock class_lock;
    _Atomic uint32_t class_count;
    uint32_t class_capacity;
    struct class_loading *loadings; // autoload.c: for autoloads, by their threads
    struct epoch epoch; // what is replaced while others read it: tables by name, ancestors, ids, cache entries
    // Written while the core boots.
    _Alignas(64) struct heap boot_heap; // permanent; filled before the first actor runs
};
_Static_assert(offsetof(struct runtime, hash_seed) < 64, "what calls and hashes read is one cache line");
_Static_assert(offsetof(struct runtime, class_lock) % 64 == 0, "what is written stands apart");

// Makes symbols, layouts and all core classes (without methods). False: no memory, nothing left behind.
bool runtime_open(struct runtime *runtime, const struct heap_world_options *options);
void runtime_close(struct runtime *runtime); // every other heap must be closed
// Frees a block of base_alloc that readers without a lock can no longer find, once none of them can have it. NULL is
// allowed. Any thread.
static inline void runtime_retire(struct runtime *runtime, struct epoch_block *block)
{
    epoch_retire(&runtime->epoch, block);
}
// What is runtime-wide and outside every heap grew by so many bytes. Any thread. It never shrinks: each shared cycle counts
// anew.
void runtime_grew(struct runtime *runtime, size_t bytes);
void runtime_want_collection(struct runtime *runtime, bool urgent); // any thread
// Whether the class may be collected.
static inline bool runtime_class_dies(const struct runtime *runtime, class_id_t id)
{
    return id >= runtime->permanent_classes;
}
// For heap_types.header: the class that an object's header names.
void runtime_mark_class(struct runtime *runtime, struct heap_marker *marker, class_id_t id);
// For heap_types.shared_sweep: what was not reached is forgotten. `forget_cleared` drops resolutions without a class id from
// wherever the rooms above keep them. `others`: bytes that these rooms have runtime-wide.
void runtime_sweep_shared(struct runtime *runtime, void (*forget_cleared)(struct runtime *runtime), size_t others);
// For heap_types.shared_roots.
void runtime_mark_shared(struct runtime *runtime, struct heap_marker *marker);

// Of a running number, for lists of all classes. NULL: none has that id.
static inline struct class *runtime_class_if_any(struct runtime *runtime, class_id_t id)
{
    struct class **const classes = atomic_load_explicit(&runtime->classes, memory_order_acquire); // as runtime_class
    return __atomic_load_n(&classes[id], __ATOMIC_ACQUIRE); // acquire: the class is whole; pairs with publish (class.c)
}

static inline struct class *runtime_class(struct runtime *runtime, class_id_t id)
{
    // acquire: pairs with the release in class registration
    return atomic_load_explicit(&runtime->classes, memory_order_acquire)[id];
}

// What assertions ask of v: it is of the type; or was, until it went to another actor: then it reads as an empty one.
static inline bool value_is_or_was(value_t v, enum object_type type)
{
    return value_is(v, type) || (value_is(v, TYPE_OBJECT) && object_class_id(value_to_pointer(v)) == CLASS_RACTOR_MOVED);
}

#endif
