// The vm room's door: running code, calling, raising, and what builtins may ask of the vm.
//
// Builtins are C functions of type method_function: they read self and argv (which points into the caller's window: valid
// until the builtin returns, since C code never calls Ruby), allocate freely (nothing is collected before the next poll),
// and return a value, VALUE_UNDEF with an exception set, or (METHOD_TRY) VALUE_FAIL before any effect, upon which the
// method's Ruby body in the prelude runs.
#ifndef TROUPE_VM_VM_H
#define TROUPE_VM_VM_H

#include "object/object.h"
#include "vm/build.h"
#include "vm/ec.h"

struct vm_primitive { // for PRIM in prelude code: Primitive.name(...)
    const char *name;
    method_function function; // self is the frame's self
};

struct vm_global; // one global variable

struct vm_source { // what is to be compiled
    const char *bytes;
    size_t size;
    const char *file;
    uint32_t line; // of the first source line
    enum vm_code_kind kind;
    enum encoding encoding; // of the bytes, unless a magic comment says otherwise
    const struct vm_code *const *scopes; // CODE_EVAL: the codes around, innermost first
    uint32_t scope_count;
    uint32_t isolated; // 0, or 1 + the index of the first scope whose names must not be used: an isolated Proc's
};

struct vm_job { // C code that may last for ever, at the beginning of the block that it works on and knows nothing beside
    void (*run)(struct vm_job *job);  // on a thread of the runtime's own
    void (*drop)(struct vm_job *job); // frees the block, and whatever run left there that nobody wants any more
};

// The host seam: what the vm asks of the rooms above it. Filled in by api.
struct vm_host {
    // Compiles source for eval/require. See compile_source. On failure raises and returns NULL.
    struct vm_code *(*compile)(struct ec *ec, const struct vm_source *source);
    // Slow part of a poll that concerns the actor: kill, jobs, deadlines. Returns false when the exception is set.
    bool (*poll)(struct ec *ec, uint32_t interrupts);
    // Runs a shared cycle now, within a poll. False: the exception is set. NULL: there is none to be had.
    bool (*cycle)(struct ec *ec);
    // See vm_native_enter and the two after it. All NULL: nobody waits for this ec.
    void (*native_enter)(struct ec *ec);
    bool (*native_leave)(struct ec *ec);
    bool (*native_cancelled)(const struct ec *ec);
    // See vm_wait_ready and those after it. All NULL: descriptors are looked at now and then, jobs cannot be started.
    bool (*wait_ready)(struct ec *ec, int fd, unsigned ready);
    bool (*job_start)(struct ec *ec, struct vm_job *job);
    struct vm_job *(*job_result)(struct ec *ec);
    void (*wait_end)(struct ec *ec);
    void (*wait_closed)(struct ec *ec, int fd);
    // A line for standard error. NULL: dropped.
    void (*warn)(struct ec *ec, const char *text, size_t size);
    void *data;
};

struct vm_stats { uint64_t polls, stack_moves, calls; };

// Inline caches by what they are of.
enum vm_cache_kind { CACHE_CALL, CACHE_SUPER, CACHE_INITIALIZE, CACHE_VARIABLE, CACHE_ATTRIBUTE, CACHE_CONSTANT, CACHE_KINDS };
extern const char *const vm_cache_names[CACHE_KINDS];

struct vm_runtime {
    // Written while the core boots, then read by everybody.
    struct runtime *runtime;
    struct vm_primitive *primitives;
    uint32_t primitive_count, primitive_capacity;
    struct vm_host host;
    struct method *main_scope;    // METHOD_BODY with lexical Object
    value_t main_object;
    _Atomic(struct vm_globals *) globals; // replaced when there are more of them
    struct vm_global *all_globals;        // under globals_lock
    struct vm_code_image *prelude; // whose methods are read as they are called
    struct method *boot_scope;    // of the prelude
    value_t no_memory_error;      // preallocated, shared
    const struct vm_code *catch_code; // of Kernel#catch: where throw ends
    value_t trace;                // Troupe::Trace
    value_t convert;              // Troupe::Convert of the prelude, whose methods no backtrace shows
    void *core;                   // struct core_state of the core room
    bool boot_done;
    bool globals_traced; // some global has a trace_var. The main actor's
    int8_t frozen_string_literals; // of what the program compiles; see compile_options
    bool hostile_preempt, hostile_move; // modes for all ecs
    // Written by whoever compiles, defines a global or starts work on a coroutine; read by no hot path.
    _Alignas(64) struct base_lock globals_lock;
    struct base_lock codes_lock;
    struct vm_code *codes;        // published roots (code.c)
    size_t codes_size;            // bytes of them
    struct eval_cache *eval_cache; // eval_cache.c; NULL: empty
    struct base_lock work_lock;
    struct base_coroutine *coroutines; // that no work uses (work.c)
    unsigned coroutine_count;
    // Written by whoever fills an inline cache (cache.c): seldom.
    _Alignas(64) _Atomic(uint64_t) cache_stores[CACHE_KINDS];
};

bool vm_open(struct runtime *runtime, const struct vm_host *host); // false: no memory
void vm_close(struct runtime *runtime);
void vm_fill_types(struct heap_type types[TYPE_MAX]); // CODE, FIBER, UNWIND, METHOD rows that need the vm
void vm_mark_shared(struct heap_marker *marker, struct runtime *runtime);
// While everybody stands: sites forget resolutions without a class id.
void vm_sites_sweep(struct runtime *runtime);
// For heap_types.shared_sweep. Returns the bytes that code has.
size_t vm_sweep_shared(struct runtime *runtime);
static inline struct vm_runtime *ec_vm(const struct ec *ec) { return ec->runtime->vm; }

// --- Running -----------------------------------------------------------------------------------------------------------
enum vm_run_result vm_run(struct ec *ec); // until its base frame is left, its budget is used up, or it parks
// A poll that begins a long collection leaves the loop as if the budget were used up, and heap->collecting is set. Then who
// runs the loop calls this, time and again, for the ec that was left, and until it returns true nothing else that allocates
// or runs Ruby. At the end there may be a pending exception: NoMemoryError.
bool vm_collect_slice(struct ec *ec);
// The dispatch table by ec->counting and redefined operators: after a change of either, so also before each slice.
void vm_select_dispatch(struct ec *ec);
// Pushes a base frame that runs `code` as the main program / a block / a method; then vm_run runs it.
bool vm_start_code(struct ec *ec, const struct vm_code *code, value_t self, struct method *scope);
// *done: a C method answered at once, ec->result has the value and vm_run must not be called. False: exception set.
bool vm_start_proc(struct ec *ec, value_t proc, value_t self, int argc, const value_t *argv, bool *done);
bool vm_start_send(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv, bool *done);
// As vm_start_send, between two instructions of a suspended ec: what it returns is dropped, and the ec goes on.
bool vm_start_handler(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv);
// Nests the loop: for the C API and boot only (tools/tidy lists its callers). VALUE_UNDEF: exception pending.
value_t vm_call(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv);

// --- Raising (sets the pending exception; all return VALUE_UNDEF) ---------------------------------------------------------
value_t vm_raise(struct ec *ec, class_id_t class_id, const char *format, ...) TRP_PRINTF(3, 4);
value_t vm_raise_exception(struct ec *ec, value_t exception);
value_t vm_raise_memory(struct ec *ec);
value_t vm_raise_symbol(struct ec *ec); // symbol_from_bytes answered 0
value_t vm_raise_frozen(struct ec *ec, value_t object); // can't modify frozen String: "abc"
value_t vm_raise_arity(struct ec *ec, int given, int min, int max); // max -1: any
value_t vm_raise_type(struct ec *ec, value_t value, const char *wanted); // no implicit conversion of X into Y
value_t vm_raise_name(struct ec *ec, class_id_t class_id, symbol_t name, value_t receiver, const char *format, ...)
    TRP_PRINTF(5, 6);
value_t vm_raise_incompatible(struct ec *ec, enum encoding a, enum encoding b); // of strings that meet
value_t vm_raise_isolation(struct ec *ec, const char *format, ...) TRP_PRINTF(2, 3);
value_t vm_raise_constant_isolation(struct ec *ec, struct class *where, symbol_t name);
value_t exception_new(struct ec *ec, class_id_t class_id, value_t message); // VALUE_UNDEF: no memory
bool vm_set_backtrace(struct ec *ec, value_t exception); // from the frames now

// exit!: the program is over with that status. Nothing of any actor runs any more, no `ensure` and no at_exit.
value_t vm_exit_now(struct ec *ec, int status);
static inline bool vm_exits_now(const struct ec *ec, int *status)
{
    if (ec->unwind_kind != UNWIND_KILL || !value_is_fixnum(ec->exception)) return false;
    *status = (int)value_to_fixnum(ec->exception);
    return true;
}

// throw: true: the unwinding is pending (return VALUE_UNDEF). False: nobody catches the tag.
bool vm_throw(struct ec *ec, value_t tag, value_t value);

// --- Refinements (refine.c) ------------------------------------------------------------------------------------------------
// What `name` means for a class in a scope by the refinements that are active there. NULL: what it means anyway.
struct method *vm_refined_method(struct ec *ec, const struct method *scope, class_id_t id, symbol_t name);
// The same in the scope of the user's code that called.
struct method *vm_user_refined(struct ec *ec, class_id_t id, symbol_t name);
// The scope of a refine's block: all refinements of the module are active. False: no memory, raised.
bool vm_scope_refine(struct ec *ec, struct method *scope, value_t module);
// `count` values class, refinement, … become active in a frame from now on. False: raised.
bool vm_using(struct ec *ec, struct vm_frame *frame, const value_t *pairs, size_t count);
void vm_each_active(struct ec *ec, const struct method *scope,
                    void (*visit)(value_t class, value_t refinement, void *context), void *context);

// --- Asking ---------------------------------------------------------------------------------------------------------------
bool value_responds_builtin(struct ec *ec, value_t v, symbol_t name, bool include_private); // no respond_to_missing?
bool value_responds_plainly(struct ec *ec, value_t v); // the core's own methods say what it answers
struct method *vm_find_method(struct ec *ec, value_t v, symbol_t name); // NULL: none (or undefined)
// As class_resolve, by way of the actor's own table: writes nothing that others read. NULL: no memory.
struct resolution *vm_resolve(struct ec *ec, class_id_t id, symbol_t name);
uint64_t vm_cache_stores(struct runtime *runtime, enum vm_cache_kind kind); // how often one was filled. Any thread
// The table of the actor that an ec belongs to: cleared before resolutions are freed; freed when it shall be small. Only under
// the actor's claim, or while nobody runs.
void vm_caches_clear(struct ec *ec);
void vm_caches_free(struct ec *ec);
bool vm_method_is_boot(struct ec *ec, value_t v, symbol_t name); // resolves to the core's own method
const char *vm_class_name(struct ec *ec, value_t v); // of a value's class, for messages; valid until the next call
struct string *vm_any_to_s(struct ec *ec, value_t v);                    // #<Foo>. NULL: memory
struct string *vm_inspect_plain(struct ec *ec, value_t v); // without dispatch: literals, class names, else as above
bool vm_hash_merge(struct ec *ec, struct hash *to, const struct hash *from); // built-in keys; false: exception set
// From a builtin whose work or allocation is not bounded by its arguments' fixed size, at least every 64 KiB allocated:
// charges `work`, and collects if asked to. Values kept in C must be in a vm_roots record (or be argv, self or ec->scratch).
// False: exception set (kill, NoMemoryError). Never moves the stack. On a coroutine (vm_work) others run meanwhile, threads of
// this actor among them: objects that somebody else may change can have changed.
bool vm_poll_builtin(struct ec *ec, uint64_t work);
// Whether a builtin that would charge `cost` is to be run by vm_work: it is worth more than two budgets, or a hostile mode asks
// for all that is not tiny.
bool vm_is_long_slow(const struct ec *ec, uint64_t cost);
static inline bool vm_is_long(const struct ec *ec, uint64_t cost)
{
    return TRP_UNLIKELY(cost >= VM_COST_TINY) && vm_is_long_slow(ec, cost);
}
// Of a builtin with at most VM_WORK_ARGS arguments and no block: runs `function` on a coroutine, from which vm_poll_builtin and
// heap_pause lead back to the loop, so that this actor's threads and everybody else go on, and exceptions of others reach it.
// What it returns is the builtin's result, VALUE_FAIL too. C memory that it holds while it polls is in a heap_scratch. What it
// only reads (enum vm_work_reads) is a copy that nobody changes, where it is a String that somebody could. Returns VALUE_TAIL,
// or VALUE_UNDEF: raised.
#define VM_WORK_ARGS 6
enum vm_work_reads { WORK_CHANGES = 0, WORK_READS_SELF = 1, WORK_READS_ARGUMENTS = 2, WORK_READS = 3 };
value_t vm_work(struct ec *ec, method_function function, value_t self, int argc, const value_t *argv, unsigned reads);
// Where searches note their groups: of the running work, else of the ec. Others may search in between only as they poll.
struct regexp_region *vm_region(struct ec *ec);
// In a method_function, which runs so from here on if it is long.
#define VM_LONG(ec, cost, function, reads)                                                                             \
    do {                                                                                                               \
        if (vm_is_long(ec, cost) && argc <= VM_WORK_ARGS) return vm_work(ec, function, self, argc, argv, reads);       \
    } while (0)
// --- Waiting for what is outside: by primitives, whose Ruby tests its condition, waits, and tests again --------------------
// A thread has one such wait at a time, and its Ruby ends it in an `ensure`. All are given up when the actor ends.
enum vm_ready { VM_READABLE = 1, VM_WRITABLE = 2 };
// The thread that runs waits until the descriptor may be ready, somebody wakes it, or the deadline (ns, 0: none) has passed.
// The primitive returns what it returns.
value_t vm_wait_ready(struct ec *ec, int fd, unsigned ready, uint64_t deadline);
// Starts the job on behalf of the thread that runs; the block is from base_alloc_apart, and is dropped when the wait ends
// before it is done. False: exception set, and it was dropped.
bool vm_job_start(struct ec *ec, struct vm_job *job);
struct vm_job *vm_job_result(struct ec *ec); // the job, the caller's again: it has run. NULL: not yet
value_t vm_job_wait(struct ec *ec);          // as vm_wait_ready, until it has run
void vm_wait_end(struct ec *ec);             // of the thread that runs, if it has one
void vm_wait_closed(struct ec *ec, int fd);  // all threads of the actor that wait for it look again

const char *vm_class_text(struct ec *ec, struct class *class); // its name, for messages; valid until the next call
// Warning.warn(text), line by line, at the next poll, which is made soon. False: no memory, not raised.
bool vm_warn_soon(struct ec *ec, const char *text, size_t size);
void vm_charge(struct ec *ec, uint64_t work); // long builtins: charges the budget (poll is the loop's)
// The nearest frame outside the prelude (ec->frame itself when it is outside). NULL: none.
struct vm_frame *vm_user_frame(struct ec *ec);
value_t vm_get_special(struct ec *ec, enum vm_special which); // of the nearest user frame
bool vm_set_special(struct ec *ec, enum vm_special which, value_t value); // SPECIAL_MATCH or LAST_LINE; false: exception set
void vm_set_match(struct ec *ec, value_t match);              // $~ of the nearest user frame
void vm_set_last_line(struct ec *ec, value_t line);           // $_ likewise
struct method *vm_frame_scope(struct ec *ec, struct vm_frame *frame);
struct env *vm_frame_capture(struct ec *ec, struct vm_frame *frame); // its environment, made when needed. NULL: memory
value_t vm_exception_backtrace(struct ec *ec, value_t exception); // Array of Strings or nil; VALUE_UNDEF: memory
// What was being called where the exception came from. NULL: not known.
const struct vm_column *vm_exception_place(struct ec *ec, value_t exception, const struct vm_code **code, uint32_t *line);
bool vm_append_label(struct ec *ec, struct string *s, const struct vm_code *code, const struct method *method);
value_t vm_backtrace(struct ec *ec, unsigned skip, int limit); // Array of Strings; VALUE_UNDEF: memory. limit -1: all
uint32_t vm_frame_line(const struct vm_frame *frame);

// --- Native: what a builtin does that may block, or take longer than a millisecond ---------------------------------------
// Between enter and leave the actor's claim is given up: a shared cycle does not wait for the caller and may mark the actor's
// heap, other threads take over its worker's timers and queue, and an actor that is killed meanwhile hears of it in leave.
// What the caller keeps to:
//   N1 Values it kept in C are rooted as at vm_poll_builtin. In between it reads and writes none of them, but for the bytes
//      of strings, limbs and other bodies that it reads: their actor does not run, so they neither move nor change.
//   N2 In between it calls nothing that takes an ec but vm_native_cancelled, allocates in no heap (base_alloc may be used)
//      and holds no lock that anybody takes within a slice.
//   N3 It comes back by itself, in bounded time: the program's end waits for it. What may wait for ever is no native call.
//   N4 Every enter is followed by one leave on the same thread; they do not nest.
// A call of less than a millisecond costs two atomic operations each. Without actors both do nothing.
void vm_native_enter(struct ec *ec); // cannot fail
bool vm_native_leave(struct ec *ec); // waits while everybody stands. False: killed meanwhile; the exception is set
// In between, for what can stop half-way: whether leave would fail. O(1): a load or two.
bool vm_native_cancelled(const struct ec *ec);

// --- Globals, constants, variables -------------------------------------------------------------------------------------
struct vm_global_hooks { // virtual globals
    value_t (*get)(struct ec *ec, symbol_t name);
    bool (*set)(struct ec *ec, symbol_t name, value_t value); // NULL: read-only; false: exception set
};
bool vm_global_define(struct runtime *runtime, symbol_t name, const struct vm_global_hooks *hooks); // any thread
bool vm_global_alias(struct ec *ec, symbol_t name, symbol_t old);
symbol_t vm_global_original(struct runtime *runtime, symbol_t name); // of an alias the global's own name; hooks get the alias
value_t vm_global_get(struct ec *ec, symbol_t name); // nil: unset; VALUE_UNDEF: exception
bool vm_global_set(struct ec *ec, symbol_t name, value_t value);
bool vm_global_trace(struct ec *ec, symbol_t name, bool on); // trace_var: Troupe.global_assigned is told. False: memory, raised
bool vm_global_defined(struct ec *ec, symbol_t name);
void vm_global_each(struct runtime *runtime, void (*visit)(symbol_t, void *), void *context);
// VALUE_UNDEF without exception: not there (const_missing is the caller's); with exception: isolation, autoload.
value_t vm_constant_get(struct ec *ec, struct class *class, symbol_t name, bool inherit, bool private_too);
bool vm_constant_set(struct ec *ec, struct class *class, symbol_t name, value_t value);
bool vm_ivar_reachable(struct ec *ec, value_t object); // false: IsolationError, for those of Ractors are the main actor's
bool vm_ivar_defined(struct ec *ec, value_t object, symbol_t name); // also if it is another actor's
value_t vm_ivar_get(struct ec *ec, value_t object, symbol_t name); // nil: not set. VALUE_UNDEF: IsolationError
// As a site does that always asks for the same name: the cache tells where it is (NULL: it does not know), or the variable is
// looked up, and the cache remembers.
TRP_INLINE const value_t *vm_ivar_cached(const _Atomic(uint64_t) *place, value_t object)
{
    uint64_t const cache = atomic_load_explicit(place, memory_order_relaxed);
    if (TRP_UNLIKELY(!value_is_heap(object))) return NULL;
    const struct instance *const o = value_to_pointer(object);
    uint32_t const header = (uint32_t)o->header;
    if (TRP_LIKELY(header == cache >> 32)) return &o->embedded[VM_IVAR_INDEX(cache) - 1];
    return TRP_LIKELY((header | OBJECT_EMBEDDED) == cache >> 32) ? &o->fields[VM_IVAR_INDEX(cache) - 1] : NULL;
}
// VALUE_UNDEF: raised. `words`: so many places for what is found out, written once each.
value_t vm_ivar_find(struct ec *ec, _Atomic(uint64_t) *words, unsigned count, symbol_t name, value_t object);
bool vm_ivar_set(struct ec *ec, value_t object, symbol_t name, value_t value); // checks frozen
// Shares the graph if every actor may see it; *shared says whether. False: no memory, raised.
bool vm_share(struct ec *ec, value_t value, bool *shared);
bool vm_may_be_shared(const void *object); // if all that it references is: it is frozen, or of a kind that need not be
bool vm_slot_store(struct ec *ec, struct heap_slot *slot, value_t value); // shared if it may be. False: no memory, raised
// The Proc of a METHOD_PROC that this actor just made, as vm_slot_store. VALUE_UNDEF: nobody may call it.
bool vm_method_set_proc(struct ec *ec, struct method *method, value_t proc);
bool vm_may_become_shareable(const void *object); // as far as it goes itself: what can be frozen. Procs have isolate.c
// Ractor.make_shareable: freezes and shares the graph. False: exception set.
bool vm_make_shareable(struct ec *ec, value_t value);

// --- Defining ------------------------------------------------------------------------------------------------------------
struct core_method { // one row of a registration table
    const char *name;
    method_function function;
    int8_t argc_min, argc_max; // max -1: any
    uint8_t flags;             // enum method_flags, CORE_TRY, CORE_PRIVATE, CORE_SINGLETON, CORE_MODULE_FUNCTION
};
enum core_method_flags { CORE_TRY = 16, CORE_PRIVATE = 32, CORE_SINGLETON = 64, CORE_MODULE_FUNCTION = 128 };
// At boot. CORE_TRY: the function of a method whose Ruby body the prelude defines (in either order).
bool vm_define_methods(struct runtime *runtime, class_id_t class_id, const struct core_method *methods, size_t count);
// Adds primitives for PRIM, before the prelude is compiled or loaded: the order is part of the image.
bool vm_add_primitives(struct runtime *runtime, const struct vm_primitive *primitives, size_t count);
// Methods that the loop does itself (enum vm_optimized: 0 Class#new, 1 Proc#call).
bool vm_define_optimized(struct runtime *runtime, class_id_t class_id, const char *name, unsigned what, bool singleton);
bool vm_define_attribute(struct ec *ec, struct class *class, symbol_t name, symbol_t ivar, bool writer,
                         enum method_visibility visibility);
bool vm_define_proc(struct ec *ec, struct class *class, symbol_t name, value_t proc, enum method_visibility visibility);
// Reads the code of a METHOD_UNREAD, or the second half of a METHOD_TRY, if it was not read. False: no memory, raised.
bool vm_method_read(struct ec *ec, struct method *method);
// An entry like it, not added. NULL: no memory, which the caller raises.
struct method *vm_copy_method(struct ec *ec, const struct method *from);
bool vm_define_alias(struct ec *ec, struct class *class, symbol_t name, symbol_t old); // false: NameError
bool vm_set_visibility(struct ec *ec, struct class *class, symbol_t name, enum method_visibility visibility);
struct method *vm_scope_new(struct ec *ec, struct class *lexical, struct method *nesting); // METHOD_BODY. NULL: memory
bool vm_undefine(struct ec *ec, struct class *class, symbol_t name); // undef_method. False: exception set
struct class *vm_singleton_class(struct ec *ec, value_t object);     // NULL: exception set
value_t vm_allocate(struct ec *ec, struct class *class); // an empty instance. VALUE_UNDEF: exception
bool vm_define_code(struct ec *ec, struct class *class, symbol_t name, const struct vm_code *code, struct method *scope,
                    enum method_visibility visibility, struct method **out);

// --- Continuing from C (see call.c): what a builtin returns to have the loop do something after it ------------------------
// Makes the loop call a method in place of the running builtin: its result becomes the builtin's. Returns VALUE_TAIL.
#define VALUE_TAIL ((value_t)0x54)
value_t vm_tail_send(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv, value_t block);
value_t vm_tail_public_send(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv, value_t block);
// self VALUE_UNDEF: the proc's own. scope: NULL, the block's own.
value_t vm_tail_proc(struct ec *ec, value_t proc, value_t self, int argc, const value_t *argv, value_t block,
                     struct method *scope);
value_t vm_tail_code(struct ec *ec, const struct vm_code *code, value_t self, struct method *scope, struct env *up);
value_t vm_tail_method(struct ec *ec, struct method *method, value_t self, int argc, const value_t *argv, value_t block);

// --- eval (eval.c) --------------------------------------------------------------------------------------------------------
struct vm_context { // what eval'd code sees around it
    const struct vm_code *code;
    struct env *env; // of that code
    value_t block;   // of the method around, or nil
};
bool vm_context_of_frame(struct ec *ec, struct vm_frame *frame, struct vm_context *context); // false: raised
void vm_context_of_proc(struct ec *ec, const struct proc *proc, struct vm_context *context); // a Proc of Ruby code
bool vm_context_up(struct vm_context *context); // to what is lexically around; false: it is method-level
// The register of a local variable; *context becomes its scope. NULL: there is none.
value_t *vm_context_find(struct runtime *runtime, struct vm_context *context, symbol_t name);
struct vm_eval {
    struct vm_context around;
    const struct string *source;
    const char *file;
    uint32_t line;
    value_t self;         // VALUE_UNDEF: that of `around`
    struct method *scope; // NULL: that of `around`
};
// From a primitive: compiles and runs the source in the primitive's place. Blocks while it compiles. *inside: what a Binding
// that was evaluated in goes on from. VALUE_TAIL, or VALUE_UNDEF: raised.
value_t vm_tail_eval(struct ec *ec, const struct vm_eval *eval, struct vm_context *inside);

#endif
