// Inside the vm room: what its files share and nobody else may see.
#ifndef TROUPE_VM_INTERIOR_H
#define TROUPE_VM_INTERIOR_H

#include "vm/vm.h"

// Registers beyond register_count that a callee's operator dispatch, block register and argument set-up may use.
#define VM_WINDOW_MARGIN 8u

enum vm_optimized { OPTIMIZED_NEW, OPTIMIZED_CALL }; // what METHOD_OPTIMIZED methods do

enum call_result {
    CALL_PUSHED, // a frame was pushed: the loop reloads
    CALL_VALUE,  // the result is in the window's R[0]
    CALL_RAISED,  // the exception is set
    CALL_SWITCHED // another ec runs now (fiber.h)
};

// ec.c
bool ec_grow_frames(struct ec *ec);
void ec_move_for_test(struct ec *ec);
void ec_shrink(struct ec *ec);
static inline bool ec_reserve(struct ec *ec, size_t words_from_base)
{
    if (TRP_LIKELY(words_from_base <= (size_t)(ec->stack_end - ec->stack))) return true;
    return ec_reserve_slow(ec, words_from_base);
}

// frame.c
// Of code whose window is there, a frame that is not on top yet; without a block and without flags.
TRP_INLINE void frame_fill(struct vm_frame *f, const struct vm_code *code, struct method *method, size_t window)
{
    f->pc = code->words;
    f->code = code;
    f->method = method;
    f->env = NULL;
    f->up = NULL;
    f->block = VALUE_NIL;
    f->window = (uint32_t)window;
    f->flags = 0;
    f->continuation = CONTINUE_NONE;
}
// The locals of a frame from a register on become nil: what stands in its window is stale.
TRP_INLINE void frame_clear(const struct vm_code *code, value_t *registers, size_t from)
{
    for (value_t *r = registers + from; r < registers + code->local_count; r++) *r = VALUE_NIL;
}
// Whether the frame, which goes on now, makes its last send again: once.
static inline bool frame_again(struct vm_frame *f)
{
    bool const again = (f->flags & FRAME_AGAIN) != 0;
    f->flags &= (uint16_t)~FRAME_AGAIN;
    return again;
}
void env_close(struct env *env);
struct vm_frame *frame_of_env(struct ec *ec, const struct env *env); // NULL: not on this ec
static inline struct env *env_up(struct env *env, unsigned levels)
{
    while (--levels > 0) env = env->parent;
    return env;
}
struct env *frame_method_env(const struct vm_frame *frame); // the method-level environment around a block frame
value_t slow_get_special_of(struct ec *ec, struct vm_frame *frame, unsigned which);
bool frame_has_special(struct ec *ec, struct vm_frame *f, unsigned which); // whether that is not nil; but $~ and $_
bool slow_set_special_of(struct ec *ec, struct vm_frame *frame, unsigned which, value_t value);
value_t frame_block(struct ec *ec, struct vm_frame *frame); // of the method around: what block_given? asks
// The same of a block's code with the environment around it.
value_t frame_block_around(struct ec *ec, const struct vm_code *code, const struct env *env);

// dispatch.c: the loop's tables of labels, by opcode. Constant once vm_open has run the loop without an ec.
struct dispatch_tables {
    const void *const *plain;
    const void *const *counting;  // counts, and goes on by ec->counted
    const void *const *redefined; // operators whose built-in case a program redefined are sent
    const void *const *tracing;
};
extern struct dispatch_tables dispatch_tables;

// call.c. `window` is an offset into the stack; the site says how the window is filled.
// Of a C function that answered VALUE_UNDEF or VALUE_TAIL.
enum call_result call_result_of(struct ec *ec, struct method *method, value_t answer);
enum call_result call_method(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window);
// A METHOD_TRY whose C half answered VALUE_FAIL, called with plain arguments.
enum call_result call_ruby_half(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window);
enum call_result call_send_slow(struct ec *ec, const struct vm_callsite *site, size_t window); // resolves the name
enum call_result call_super(struct ec *ec, struct vm_callsite *site, size_t window);
enum call_result call_proc(struct ec *ec, struct proc *proc, const struct vm_callsite *site, size_t window);
enum call_result call_proc_as(struct ec *ec, struct proc *proc, const struct vm_callsite *site, size_t window,
                              struct method *scope);
enum call_result call_define_method(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window);
enum call_result call_optimized(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window);
enum call_result call_missing(struct ec *ec, const struct vm_callsite *site, size_t window, enum method_visibility why);
enum call_result call_new(struct ec *ec, struct class *class, const struct vm_callsite *site, size_t window);
// Calls `name` on the receiver in R[0] of a window with argc plain arguments; the result goes on by `continuation`.
enum call_result call_operator(struct ec *ec, struct vm_callsite *site, size_t window, enum vm_continuation continuation,
                               unsigned dest, unsigned operand);
// The same by a site that is made for this call: nothing is remembered in it.
enum call_result call_operator_once(struct ec *ec, const struct vm_callsite *site, size_t window,
                                    enum vm_continuation continuation, unsigned dest, unsigned operand);
// R[0] != R[1] of a window, by a site of != that one of == follows. Where != is the core's own, == is asked instead.
// The result goes on by `different`, that of == by `equal`.
enum call_result call_not_equal(struct ec *ec, struct vm_callsite *site, size_t window, enum vm_continuation different,
                                enum vm_continuation equal, unsigned dest);
// An operator in a condition, or != where its site says so: then `other` is for what != itself answers.
enum call_result call_condition(struct ec *ec, struct vm_callsite *site, size_t window, enum vm_continuation continuation,
                             enum vm_continuation other);
// Asks Troupe::Convert about an object with a respond_to? of its own: `name`(v) in a window above the running frame's.
enum call_result call_convert(struct ec *ec, symbol_t name, value_t v, enum vm_continuation continuation, unsigned dest,
                              unsigned operand);
// Asks it whether such an object responds to a method that was not found: for defined?.
enum call_result call_defined_missing(struct ec *ec, value_t receiver, value_t name, bool all, unsigned dest);
enum call_result call_global_assigned(struct ec *ec, symbol_t name, value_t value); // tells what trace_var wants told
enum call_result call_warn(struct ec *ec); // tells ec->warning, in a frame above the running one's
const struct vm_callsite *call_plain_site(unsigned argc, bool block); // a site without name: argc ≤ 8
// Words before pc.
static inline int64_t frame_offset(const struct vm_frame *f) { return f->pc - f->code->words; }

struct vm_frame *call_push(struct ec *ec, const struct vm_code *code, struct method *method, size_t window);

// The Ruby half of a METHOD_TRY, after its C half answered VALUE_FAIL. `argc` plain arguments, no block.
value_t vm_tail_body(struct ec *ec, struct method *method, value_t self, int argc, const value_t *argv, bool keywords);

// work.c
bool work_define(struct runtime *runtime); // its primitives
void work_close(struct vm_runtime *vm);

// args.c: lays out a window for code that is not simple. strict: methods and lambdas. *entry: word offset to start at.
bool args_setup(struct ec *ec, const struct vm_code *code, const struct vm_callsite *site, size_t window, bool strict,
                value_t *block, uint32_t *entry);
// Expands splats and keywords so that plain arguments follow R[0]: for C functions. *argc out; block is at R[1 + argc].
bool args_flatten(struct ec *ec, const struct vm_callsite *site, size_t window, int *argc, bool *keywords);
bool args_unpacks(const struct vm_params *p); // a block given one array spreads it over these
size_t call_block_offset(const struct vm_callsite *site); // from R[0] of the window
value_t args_block(struct ec *ec, const struct vm_callsite *site, size_t window); // the site's block or nil

// eval_cache.c
void eval_cache_close(struct vm_runtime *vm);
void eval_cache_sweep(struct vm_runtime *vm); // in shared_sweep
struct vm_code *eval_cache_find(struct ec *ec, const struct vm_source *source); // NULL: not there
void eval_cache_keep(struct ec *ec, const struct vm_source *source, struct vm_code *code); // if it may be run again

// refine.c
bool refine_active(struct ec *ec, const struct method *scope); // whether any refinement is
// What super of a method means, where without refinements it would be `plain` (may be NULL).
struct method *refine_super(struct ec *ec, const struct method *current, class_id_t id, struct method *plain);

// continue.c: a frame with FRAME_CONTINUE returned `result` into its caller's frame, which is now on top.
enum call_result call_continue(struct ec *ec, const struct vm_frame *callee, value_t result);

// unwind.c: finds who takes the pending unwinding. True: ec->frame is set, go on at its pc. False: the base frame is gone.
bool vm_unwind(struct ec *ec);
bool unwind_break(struct ec *ec, value_t value);
bool unwind_return(struct ec *ec, value_t value);
bool unwind_again(struct ec *ec, value_t saved);
void unwind_resume(struct ec *ec, value_t saved); // makes it pending again

// slow.c, define.c, constant.c: instructions' slow parts. False/UNDEF: exception set.
value_t slow_get_constant(struct ec *ec, struct vm_const_site *site); // VALUE_ABSENT: call const_missing
value_t slow_get_constant_from(struct ec *ec, struct vm_const_site *site, value_t base);
value_t slow_get_class_variable(struct ec *ec, symbol_t name);
bool slow_set_class_variable(struct ec *ec, symbol_t name, value_t value);
struct class *constant_base(struct ec *ec); // where constants without a prefix are set
bool constant_defined(struct ec *ec, symbol_t name);
bool class_variable_defined(struct ec *ec, symbol_t name);
bool slow_defined(struct ec *ec, unsigned kind, value_t receiver, value_t name);
// Whether only respond_to_missing? of the user's can tell: Troupe::Convert.defined_missing.
bool defined_asks(struct ec *ec, unsigned kind, value_t receiver, value_t name);
value_t slow_concat(struct ec *ec, value_t *pieces, unsigned count);
value_t slow_hash_literal(struct ec *ec, const value_t *pairs, unsigned count); // VALUE_FAIL: a key needs dispatch
value_t slow_to_s(struct ec *ec, value_t v);     // VALUE_FAIL: dispatch to_s
bool slow_expand(struct ec *ec, unsigned dest, value_t array, uint32_t parts);
value_t slow_regexp(struct ec *ec, value_t source, unsigned options);
value_t slow_symbol_proc(struct ec *ec, value_t symbol);
bool slow_once_set(struct ec *ec, _Atomic(value_t) *slot, value_t value); // shares the value; it is part of the code
bool slow_set_constant(struct ec *ec, value_t base, symbol_t name, value_t value);
// Loads what an autoload names, or calls const_missing. `base`: the class where it was looked for, not only there if `lexical`.
enum call_result constant_missing(struct ec *ec, value_t base, bool lexical, symbol_t name, size_t window, unsigned dest);
// Loads what the autoload of the class's constant names; there is none any more afterwards, and maybe no constant.
enum call_result constant_load(struct ec *ec, struct class *where, symbol_t name);
enum call_result range_check(struct ec *ec, value_t from, value_t to, size_t window); // from <=> to must not be nil
value_t frame_method_name(struct ec *ec); // __method__
value_t slow_proc(struct ec *ec, const struct vm_code *code, bool lambda);
struct method *scope_copy(struct ec *ec, const struct method *scope); // of a METHOD_BODY. NULL: raised
// The child of `code` at a place becomes a method; *name: its Symbol.
bool define_method(struct ec *ec, const struct vm_code *code, uint32_t place, value_t *name);
bool define_singleton(struct ec *ec, const struct vm_code *code, uint32_t place, value_t object, value_t *name);
enum call_result define_added_hook(struct ec *ec, value_t name, size_t window); // method_added, unless it is the core's
enum call_result define_undefined_hook(struct ec *ec, value_t name, size_t window); // method_undefined likewise
enum call_result define_singleton_hook(struct ec *ec, value_t object, value_t name, size_t window);
enum call_result define_class(struct ec *ec, const struct vm_code *code, symbol_t name, size_t window, bool module);
enum call_result define_singleton_body(struct ec *ec, const struct vm_code *code, size_t window);
bool define_undef(struct ec *ec, value_t name);
bool define_alias(struct ec *ec, value_t name, value_t old);

// cache.c: what sites keep. Each looks at the site's own entries (but the first, which its caller has looked at), then into
// the actor's table, then finds out, and fills the site if it has room.
// What a call may enter as it is. NULL: it must go by call_send_slow.
struct resolution *site_find(struct ec *ec, struct vm_callsite *site, class_id_t id);
static inline bool site_hit(const struct resolution *r, class_id_t id)
{
    // relaxed: a resolution that is cleared at this moment was right a moment ago
    return r != NULL && atomic_load_explicit(&r->class_id, memory_order_relaxed) == id;
}
// Of `super` in a method; its method may be NULL or a METHOD_ZSUPER. NULL: no memory.
struct resolution *site_find_super(struct ec *ec, struct vm_callsite *site, class_id_t id, const struct method *current);
struct resolution *site_find_initialize(struct ec *ec, struct class *class); // for `new`. NULL: no memory
value_t site_get_ivar(struct ec *ec, struct vm_ivar_site *site, value_t self); // VALUE_UNDEF: raised
bool site_set_ivar(struct ec *ec, struct vm_ivar_site *site, value_t self, value_t value); // false: raised
bool attribute_set(struct ec *ec, struct method *writer, value_t object, value_t value); // false: raised

void vm_cache_counted(struct ec *ec, enum vm_cache_kind kind); // a site was filled

// constant.c
static inline bool const_entry_valid(const struct ec *ec, const struct constant_entry *e, const struct class *scope)
{
    // relaxed: an entry that is cleared at this moment was right a moment ago
    return atomic_load_explicit(&e->scope, memory_order_relaxed) == scope && (e->owner == NULL || e->owner == ec->heap);
}

// code.c: published code of the runtime
void code_fill_types(struct heap_type types[TYPE_MAX]);
void vm_codes_mark(struct heap_marker *marker, struct runtime *runtime);
void vm_codes_free(struct runtime *runtime);

// globals.c
symbol_t global_traced(const struct vm_runtime *vm, symbol_t name); // what a traced global is called; 0: it is not
void globals_mark(struct heap_marker *marker, struct vm_runtime *vm);
void globals_free(struct vm_runtime *vm);

// share.c
static inline bool ec_is_main(const struct ec *ec) { return ec->main; }

// raise.c
value_t vm_raise_stack(struct ec *ec);
value_t vm_raise_no_method(struct ec *ec, const struct vm_callsite *site, value_t receiver, enum method_visibility why);

// poll.c: the slow part of a poll. live: registers of the running frame that may hold live values.
enum poll_result { POLL_GO_ON, POLL_RAISED, POLL_PREEMPT };
enum poll_result vm_poll(struct ec *ec, unsigned live);

#endif
