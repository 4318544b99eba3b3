// Calls: from a filled window and a method to a pushed frame or a value. Nothing here runs Ruby: a Ruby method is a pushed
// frame that the loop goes on with.
#include "vm/interior.h"

static const struct vm_callsite plain_sites[2][9] = {
    {{.argc = 0}, {.argc = 1}, {.argc = 2}, {.argc = 3}, {.argc = 4}, {.argc = 5}, {.argc = 6}, {.argc = 7}, {.argc = 8}},
    {{.argc = 0, .flags = CALL_BLOCK}, {.argc = 1, .flags = CALL_BLOCK}, {.argc = 2, .flags = CALL_BLOCK},
     {.argc = 3, .flags = CALL_BLOCK}, {.argc = 4, .flags = CALL_BLOCK}, {.argc = 5, .flags = CALL_BLOCK},
     {.argc = 6, .flags = CALL_BLOCK}, {.argc = 7, .flags = CALL_BLOCK}, {.argc = 8, .flags = CALL_BLOCK}},
};

const struct vm_callsite *call_plain_site(unsigned argc, bool block)
{
    TRP_ASSERT(argc <= 8);
    return &plain_sites[block][argc];
}

static inline struct vm_frame *push_frame(struct ec *ec, const struct vm_code *code, struct method *method, size_t window)
{
    if (!ec_reserve(ec, window + code->register_count + VM_WINDOW_MARGIN)) return NULL;
    if (TRP_UNLIKELY(ec->frame + 1 >= ec->frames_end) && !ec_grow_frames(ec)) return NULL;
    struct vm_frame *const f = ++ec->frame;
    frame_fill(f, code, method, window);
    return f;
}

struct vm_frame *call_push(struct ec *ec, const struct vm_code *code, struct method *method, size_t window)
{
    return push_frame(ec, code, method, window);
}

// As many plain arguments as there are required parameters, and no others, but for keywords that may lack: they are where they
// belong already.
static inline bool call_is_plain(const struct vm_code *code, const struct vm_callsite *site)
{
    unsigned const flags = code->params.flags;
    return (flags == PARAM_SIMPLE || flags == PARAM_DEFAULTED) && code->params.required == site->argc &&
           !(site->flags & (CALL_SPLAT | CALL_KEYWORDS | CALL_KWSPLAT));
}

static struct vm_frame *call_push_plain(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window)
{
    const struct vm_code *const code = method->code;
    value_t const block = site->flags & CALL_BLOCK ? ec->stack[window + 1 + site->argc] : VALUE_NIL;
    struct vm_frame *const f = push_frame(ec, code, method, window);
    if (f == NULL) return NULL;
    value_t *const registers = ec->stack + window;
    unsigned const keywords_end = 1u + site->argc + code->params.keyword_count;
    for (unsigned i = 1u + site->argc; i < keywords_end; i++) registers[i] = VALUE_ABSENT;
    frame_clear(code, registers, keywords_end);
    f->block = block;
    f->flags = FRAME_METHOD;
    return f;
}

// Lays out the arguments of `code`; pushes its frame.
static struct vm_frame *push_code(struct ec *ec, const struct vm_code *code, struct method *method,
                                  const struct vm_callsite *site, size_t window, bool strict)
{
    value_t block = VALUE_NIL;
    uint32_t entry = 0;
    // The frame is there before the arguments are checked: an ArgumentError names the callee, as CRuby's does.
    struct vm_frame *f = call_push(ec, code, method, window);
    if (f == NULL) return NULL;
    f->flags = FRAME_METHOD;
    if (!args_setup(ec, code, site, window, strict, &block, &entry)) return NULL;
    f = ec->frame;
    f->pc += entry;
    f->block = block;
    return f;
}

static enum call_result call_code(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window)
{
    const struct vm_frame *const f = call_is_plain(method->code, site)
                                         ? call_push_plain(ec, method, site, window)
                                         : push_code(ec, method->code, method, site, window, true);
    return f != NULL ? CALL_PUSHED : CALL_RAISED;
}

// What follows from an answer of a C function that is no plain value. FAIL is the caller's.
enum call_result call_result_of(struct ec *ec, struct method *method, value_t answer)
{
    ec->builtin = NULL;
    TRP_ASSERT(answer == VALUE_TAIL || answer == VALUE_UNDEF);
    if (answer == VALUE_UNDEF) return CALL_RAISED;
    if (ec->tail_result == CALL_SWITCHED) ec->builtin = method; // there it stands
    return ec->tail_result;
}

// For a window that args_flatten has made.
static struct vm_callsite flat_site(symbol_t name, int argc, bool keywords)
{
    return (struct vm_callsite){
        .name = name, .argc = (uint16_t)(argc - keywords), .flags = CALL_BLOCK | (keywords ? CALL_KWSPLAT : 0)};
}

enum call_result call_ruby_half(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window)
{
    ec->builtin = NULL;
    TRP_ASSERT(method->kind == METHOD_TRY);
    return TRP_LIKELY(vm_method_read(ec, method)) ? call_code(ec, method, site, window) : CALL_RAISED;
}

// Runs a C function on a flat window.
static enum call_result call_function(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window)
{
    int argc = site->argc;
    ec->call_keywords = 0;
    if (TRP_UNLIKELY(site->flags & (CALL_SPLAT | CALL_KEYWORDS | CALL_KWSPLAT))) {
        bool keywords = false;
        if (!args_flatten(ec, site, window, &argc, &keywords)) return CALL_RAISED;
        ec->call_keywords = keywords;
    } else if (!(site->flags & CALL_BLOCK) && method->flags & METHOD_WANTS_BLOCK) {
        ec->stack[window + 1 + (unsigned)argc] = VALUE_NIL;
    }
    ec->builtin = method;
    ec->call_window = (uint32_t)window;
    if (TRP_UNLIKELY(argc < method->argc_min || (method->argc_max >= 0 && argc > method->argc_max))) {
        vm_raise_arity(ec, argc, method->argc_min, method->argc_max);
        return CALL_RAISED;
    }
    value_t *const w = ec->stack + window;
    value_t const result = method->function(ec, w[0], argc, w + 1);
    if (TRP_LIKELY((result & 0x0f) != 4 || result == VALUE_NIL || result == VALUE_TRUE)) {
        ec->builtin = NULL;
        ec->stack[window] = result;
        return CALL_VALUE;
    }
    if (result != VALUE_FAIL) return call_result_of(ec, method, result);
    if (!(site->flags & (CALL_SPLAT | CALL_KEYWORDS | CALL_KWSPLAT))) return call_ruby_half(ec, method, site, window);
    struct vm_callsite const flat = flat_site(0, argc, ec->call_keywords);
    return call_ruby_half(ec, method, &flat, window);
}

// attr_reader, attr_writer, define_method, and what the vm does itself.
static enum call_result call_special(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window)
{
    int argc = site->argc;
    if (method->kind == METHOD_PROC) return call_define_method(ec, method, site, window);
    if (method->kind == METHOD_OPTIMIZED) return call_optimized(ec, method, site, window);
    if (site->flags & (CALL_SPLAT | CALL_KEYWORDS | CALL_KWSPLAT)) {
        bool keywords = false;
        if (!args_flatten(ec, site, window, &argc, &keywords)) return CALL_RAISED;
    }
    int const wanted = method->kind == METHOD_WRITER;
    if (argc != wanted) {
        ec->builtin = method;
        vm_raise_arity(ec, argc, wanted, wanted);
        ec->builtin = NULL;
        return CALL_RAISED;
    }
    value_t *const w = ec->stack + window;
    if (method->kind == METHOD_READER) {
        value_t const v = vm_ivar_find(ec, method->ivar_caches, TRP_COUNT(method->ivar_caches), method->ivar, w[0]);
        if (v == VALUE_UNDEF) return CALL_RAISED;
        w[0] = v;
        return CALL_VALUE;
    }
    value_t const v = w[1];
    ec->builtin = method;
    bool const done = attribute_set(ec, method, w[0], v);
    ec->builtin = NULL;
    if (!done) return CALL_RAISED;
    ec->stack[window] = v;
    return CALL_VALUE;
}

enum call_result call_method(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window)
{
    // acquire: pairs with the store in vm_method_read
    switch (atomic_load_explicit(&method->kind, memory_order_acquire)) {
    case METHOD_CODE: return call_code(ec, method, site, window);
    case METHOD_C:
    case METHOD_TRY: return call_function(ec, method, site, window);
    case METHOD_UNREAD:
        if (!vm_method_read(ec, method)) return CALL_RAISED;
        return call_code(ec, method, site, window);
    default: return call_special(ec, method, site, window);
    }
}

static enum call_result call_public(struct ec *ec, const struct vm_callsite *site, size_t window);

// --- Blocks -----------------------------------------------------------------------------------------------------------

static enum call_result call_symbol_proc(struct ec *ec, const struct proc *proc, const struct vm_callsite *site, size_t window)
{
    symbol_t const name = value_to_symbol(proc->self);
    const struct method *const scope = proc->scope;
    int argc = site->argc;
    bool keywords = false;
    if (!args_flatten(ec, site, window, &argc, &keywords)) return CALL_RAISED;
    if (argc == 0) {
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "no receiver given");
        return CALL_RAISED;
    }
    value_t *const w = ec->stack + window;
    for (int i = 0; i <= argc; i++) w[i] = w[i + 1]; // the block follows the arguments
    struct vm_callsite flat = flat_site(name, argc - 1, keywords && argc > 1);
    struct method *const refined = scope == NULL ? NULL : vm_refined_method(ec, scope, value_class_id(w[0]), name);
    return refined != NULL ? call_method(ec, refined, &flat, window) : call_public(ec, &flat, window);
}

// The one argument, when only Ruby can tell whether it is an array for the block's parameters. Else VALUE_UNDEF.
static value_t spread_by_to_ary(struct ec *ec, const struct vm_code *code, const struct vm_callsite *site, size_t window)
{
    if (site->argc != 1 || site->flags & (CALL_KEYWORDS | CALL_KWSPLAT)) return VALUE_UNDEF;
    value_t v = ec->stack[window + 1];
    if (site->flags & CALL_SPLAT) {
        const struct array *const list = value_to_pointer(v);
        if (array_count(list) != 1) return VALUE_UNDEF;
        v = array_at(list, 0);
    }
    if (!value_is_heap(v) || value_is(v, TYPE_ARRAY) || !args_unpacks(&code->params)) return VALUE_UNDEF;
    return value_responds_builtin(ec, v, SYM_to_ary, true) || !value_responds_plainly(ec, v) ? v : VALUE_UNDEF;
}

// Troupe::Convert.spread(v, self, scope, block) { … } runs the block with what it found. The proc is its block, so that
// `break` finds it.
static struct vm_frame *spread_by_ruby(struct ec *ec, struct proc *proc, const struct vm_callsite *site, size_t window,
                                       struct method *scope, value_t v)
{
    value_t const self = ec->stack[window], block = args_block(ec, site, window);
    if (!ec_reserve(ec, window + 2 * VM_WINDOW_MARGIN)) return NULL;
    value_t *const w = ec->stack + window;
    w[0] = ec_vm(ec)->convert;
    w[1] = v;
    w[2] = self;
    w[3] = scope != NULL ? value_pointer(scope) : VALUE_NIL;
    w[4] = block;
    w[5] = value_pointer(proc);
    struct vm_callsite with_proc = {.name = SYM_spread, .argc = 4, .flags = CALL_BLOCK | CALL_FCALL};
    return call_send_slow(ec, &with_proc, window) == CALL_PUSHED ? ec->frame : NULL;
}

// Pushes the frame of a block. `scope`: another method scope than the block's home (define_method, instance_exec), or NULL.
static struct vm_frame *push_block(struct ec *ec, struct proc *proc, const struct vm_callsite *site, size_t window,
                                   bool strict, struct method *scope)
{
    const struct vm_code *const code = proc->code;
    value_t const spread = strict ? VALUE_UNDEF : spread_by_to_ary(ec, code, site, window);
    if (TRP_UNLIKELY(spread != VALUE_UNDEF)) return spread_by_ruby(ec, proc, site, window, scope, spread);
    struct vm_frame *f = call_push(ec, code, scope != NULL ? scope : proc->env->method, window);
    if (f == NULL) return NULL;
    f->flags = FRAME_BLOCK | (strict ? FRAME_LAMBDA : 0);
    f->up = proc->env;
    value_t block = VALUE_NIL;
    uint32_t entry = 0;
    if (!args_setup(ec, code, site, window, strict, &block, &entry)) return NULL;
    f = ec->frame;
    f->pc = code->words + entry;
    f->block = block;
    return f;
}

enum call_result call_proc(struct ec *ec, struct proc *proc, const struct vm_callsite *site, size_t window)
{
    if (TRP_UNLIKELY(proc->header & PROC_FROM_SYMBOL)) return call_symbol_proc(ec, proc, site, window);
    ec->stack[window] = proc->self;
    bool const strict = (proc->header & PROC_LAMBDA) != 0;
    return push_block(ec, proc, site, window, strict, NULL) != NULL ? CALL_PUSHED : CALL_RAISED;
}

enum call_result call_proc_as(struct ec *ec, struct proc *proc, const struct vm_callsite *site, size_t window,
                              struct method *scope)
{
    if (proc->header & PROC_FROM_SYMBOL) return call_symbol_proc(ec, proc, site, window);
    bool const strict = (proc->header & PROC_LAMBDA) != 0;
    return push_block(ec, proc, site, window, strict, scope) != NULL ? CALL_PUSHED : CALL_RAISED;
}

// A method made by define_method: the block runs as a lambda with the receiver as self.
enum call_result call_define_method(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window)
{
    value_t const body = method_proc(ec->heap, method);
    if (body == VALUE_UNDEF) {
        vm_raise(ec, CLASS_RUNTIME_ERROR, "defined with an un-shareable Proc in a different Ractor");
        return CALL_RAISED;
    }
    struct proc *const proc = value_to_proc(body);
    if (proc->header & PROC_FROM_SYMBOL) {
        int argc = site->argc;
        bool keywords = false;
        if (!args_flatten(ec, site, window, &argc, &keywords)) return CALL_RAISED;
        struct vm_callsite flat = flat_site(value_to_symbol(proc->self), argc, keywords);
        return call_public(ec, &flat, window);
    }
    struct vm_frame *const f = push_block(ec, proc, site, window, true, method);
    if (f == NULL) return CALL_RAISED;
    f->flags |= FRAME_DEFINED;
    return CALL_PUSHED;
}

// --- Sends ------------------------------------------------------------------------------------------------------------

static bool visible(struct ec *ec, const struct method *method, const struct vm_callsite *site, value_t receiver)
{
    if (method->visibility == METHOD_PUBLIC || site->flags & CALL_FCALL) return true;
    if (method->visibility == METHOD_PRIVATE) return site->flags & CALL_ASSIGN && receiver == ec_registers(ec)[0];
    struct class *owner = method->owner;
    if (owner->flags & CLASS_IS_SINGLETON) owner = class_real(owner);
    return value_is_a(ec->runtime, ec_registers(ec)[0], method->owner) || value_is_a(ec->runtime, ec_registers(ec)[0], owner);
}

// What a ZSUPER entry (a visibility change) stands for.
static struct method *skip_zsuper(struct ec *ec, struct method *method, class_id_t id)
{
    while (method != NULL && method->kind == METHOD_ZSUPER) {
        const struct super_resolution *const r = class_resolve_above(ec->runtime, id, method->owner, method->original);
        method = r != NULL ? r->plain.method : class_resolve_super(ec->runtime, id, method->owner, method->original);
    }
    return method;
}

enum call_result call_send_slow(struct ec *ec, const struct vm_callsite *site, size_t window)
{
    value_t const receiver = ec->stack[window];
    class_id_t const id = value_class_id(receiver);
    const struct resolution *const r = vm_resolve(ec, id, site->name);
    if (r == NULL) return vm_raise_memory(ec), CALL_RAISED;
    struct method *method = r->method;
    struct method *const refined = vm_refined_method(ec, ec->frame->method, id, site->name);
    if (TRP_UNLIKELY(refined != NULL)) {
        if (!visible(ec, refined, site, receiver)) return call_missing(ec, site, window, refined->visibility);
        return call_method(ec, refined, site, window);
    }
    if (method == NULL || method->kind == METHOD_UNDEF) return call_missing(ec, site, window, METHOD_PUBLIC);
    if (!visible(ec, method, site, receiver)) return call_missing(ec, site, window, method->visibility);
    method = skip_zsuper(ec, method, id);
    if (method == NULL) return call_missing(ec, site, window, METHOD_PUBLIC);
    return call_method(ec, method, site, window);
}

// From nowhere: not even `self` makes a protected method callable.
static enum call_result call_public(struct ec *ec, const struct vm_callsite *site, size_t window)
{
    const struct resolution *const r = vm_resolve(ec, value_class_id(ec->stack[window]), site->name);
    const struct method *const method = r == NULL ? NULL : r->method;
    bool const found = method != NULL && method->kind != METHOD_UNDEF;
    if (found && method->visibility == METHOD_PROTECTED) return call_missing(ec, site, window, METHOD_PROTECTED);
    return call_send_slow(ec, site, window);
}

// NoMethodError#args. Without memory NoMemoryError takes its place.
static void note_arguments(struct ec *ec, const struct vm_callsite *site, size_t window)
{
    value_t const exception = ec->exception;
    int argc = 0;
    bool keywords = false;
    if (object_frozen(value_to_pointer(exception)) || call_block_offset(site) == 1) return;
    if (!ec_reserve(ec, window + 4u + site->argc + VM_WINDOW_MARGIN)) return;
    if (!args_flatten(ec, site, window, &argc, &keywords)) return;
    struct array *const list = array_from(ec->heap, ec->stack + window + 1, (size_t)argc);
    if (list == NULL || !ivar_set(ec->runtime, ec->heap, exception, SYM_ivar_args, value_pointer(list))) vm_raise_memory(ec);
}

enum call_result call_missing(struct ec *ec, const struct vm_callsite *site, size_t window, enum method_visibility why)
{
    value_t const receiver = ec->stack[window];
    const struct resolution *const r = vm_resolve(ec, value_class_id(receiver), SYM_method_missing);
    if (r == NULL) return vm_raise_memory(ec), CALL_RAISED;
    const struct method *const own = r->method; // Ractor::MovedObject has one of the core's too
    if (own == NULL || (own->flags & METHOD_BOOT && own->owner->id == CLASS_BASIC_OBJECT)) {
        vm_raise_no_method(ec, site, receiver, why);
        note_arguments(ec, site, window);
        return CALL_RAISED;
    }
    symbol_t const name = site->name;
    int argc = site->argc;
    bool keywords = false;
    if (!ec_reserve(ec, window + 4u + site->argc + VM_WINDOW_MARGIN)) return CALL_RAISED;
    if (!args_flatten(ec, site, window, &argc, &keywords)) return CALL_RAISED;
    if (!ec_reserve(ec, window + 4u + (unsigned)argc + VM_WINDOW_MARGIN)) return CALL_RAISED;
    value_t *const w = ec->stack + window;
    for (int i = argc + 1; i >= 1; i--) w[i + 1] = w[i];
    w[1] = value_symbol(name);
    struct vm_callsite const flat = {.name = SYM_method_missing,
                                     .argc = (uint16_t)(argc + !keywords),
                                     .flags = CALL_BLOCK | CALL_FCALL | (keywords ? CALL_KWSPLAT : 0)};
    return call_method(ec, r->method, &flat, window);
}

// The next method above the frame's own.
enum call_result call_super(struct ec *ec, struct vm_callsite *site, size_t window)
{
    const struct vm_frame *const f = ec->frame;
    struct method *const current = f->method;
    if (current->kind == METHOD_BODY || current->owner == NULL) {
        vm_raise(ec, CLASS_RUNTIME_ERROR, "super called outside of method");
        return CALL_RAISED;
    }
    if (site->flags & CALL_SUPER_IMPLICIT && current->kind == METHOD_PROC && f->flags & FRAME_BLOCK) {
        vm_raise(ec, CLASS_RUNTIME_ERROR,
                 "implicit argument passing of super from method defined by define_method() is not supported. "
                 "Specify all arguments explicitly.");
        return CALL_RAISED;
    }
    value_t const self = ec_registers(ec)[0];
    ec->stack[window] = self;
    struct vm_callsite with_block = vm_callsite_of(site);
    if (!(site->flags & CALL_BLOCK)) { // the frame's own block goes along
        ec->stack[window + call_block_offset(site)] = frame_block(ec, ec->frame);
        with_block.flags |= CALL_BLOCK;
    }
    class_id_t const id = value_class_id(self);
    const struct resolution *const r = site_find_super(ec, site, id, current);
    if (r == NULL) return vm_raise_memory(ec), CALL_RAISED;
    struct method *const method = skip_zsuper(ec, refine_super(ec, current, id, r->method), id);
    if (method != NULL) return call_method(ec, method, &with_block, window);
    struct vm_callsite missing = with_block;
    missing.name = current->original;
    missing.flags |= CALL_SUPER_IMPLICIT;
    return call_missing(ec, &missing, window, METHOD_PUBLIC);
}

// `r`: what may be entered as it is; NULL: the name is resolved.
TRP_INLINE enum call_result dispatch(struct ec *ec, const struct resolution *r, const struct vm_callsite *site, size_t window,
                                     enum vm_continuation continuation, unsigned dest, unsigned operand)
{
    size_t const depth = (size_t)(ec->frame - ec->frames);
    enum call_result const result = r != NULL ? call_method(ec, r->method, site, window) : call_send_slow(ec, site, window);
    if (result == CALL_PUSHED) {
        struct vm_frame *const callee = ec->frames + depth + 1;
        bool const constructor = callee->flags & FRAME_CONTINUE && callee->continuation == CONTINUE_NEW;
        if (constructor && continuation != CONTINUE_MOVE) return CALL_PUSHED;
        callee->flags |= FRAME_CONTINUE;
        callee->continuation = (uint8_t)(constructor ? CONTINUE_NEW_MOVE : continuation);
        callee->dest = (uint8_t)dest;
        callee->operand = (uint16_t)operand;
        return CALL_PUSHED;
    }
    if (result != CALL_VALUE) return result;
    struct vm_frame const done = {.window = (uint32_t)window, .continuation = (uint8_t)continuation,
                                  .dest = (uint8_t)dest, .operand = (uint16_t)operand};
    return call_continue(ec, &done, ec->stack[window]);
}

enum call_result call_operator(struct ec *ec, struct vm_callsite *site, size_t window, enum vm_continuation continuation,
                               unsigned dest, unsigned operand)
{
    class_id_t const id = value_class_id(ec->stack[window]);
    const struct resolution *r = atomic_load_explicit(&site->cache, memory_order_acquire); // pairs with fill (cache.c)
    if (TRP_UNLIKELY(!site_hit(r, id))) r = site_find(ec, site, id);
    return dispatch(ec, r, site, window, continuation, dest, operand);
}

enum call_result call_operator_once(struct ec *ec, const struct vm_callsite *site, size_t window,
                                    enum vm_continuation continuation, unsigned dest, unsigned operand)
{
    return dispatch(ec, NULL, site, window, continuation, dest, operand);
}

enum call_result call_convert(struct ec *ec, symbol_t name, value_t v, enum vm_continuation continuation, unsigned dest,
                              unsigned operand)
{
    struct vm_callsite site = {.name = name, .argc = 1, .flags = CALL_FCALL};
    size_t const window = ec->frame->window + ec->frame->code->register_count;
    ec->stack[window] = ec_vm(ec)->convert;
    ec->stack[window + 1] = v;
    return call_operator_once(ec, &site, window, continuation, dest, operand);
}

// defined? of a method that is not there: Troupe::Convert.defined_missing(receiver, name, private too).
enum call_result call_defined_missing(struct ec *ec, value_t receiver, value_t name, bool all, unsigned dest)
{
    struct vm_callsite site = {.name = SYM_defined_missing, .argc = 3, .flags = CALL_FCALL};
    size_t const window = ec->frame->window + ec->frame->code->register_count;
    ec->stack[window] = ec_vm(ec)->convert;
    ec->stack[window + 1] = receiver;
    ec->stack[window + 2] = name;
    ec->stack[window + 3] = value_bool(all);
    return call_operator_once(ec, &site, window, CONTINUE_MOVE, dest, 0);
}

enum call_result call_warn(struct ec *ec)
{
    value_t const text = ec->warning;
    ec->warning = VALUE_NIL;
    return call_convert(ec, SYM_warn, text, CONTINUE_DISCARD, 0, 0);
}

enum call_result call_condition(struct ec *ec, struct vm_callsite *site, size_t window, enum vm_continuation continuation,
                             enum vm_continuation other)
{
    if (site->name == SYM_OP_neq) return call_not_equal(ec, site, window, other, continuation, 0);
    return call_operator(ec, site, window, continuation, 0, 0);
}

enum call_result call_global_assigned(struct ec *ec, symbol_t name, value_t value)
{
    symbol_t const traced = global_traced(ec_vm(ec), name);
    if (traced == 0) return CALL_VALUE;
    value_t const pair[2] = {value_symbol(traced), value};
    struct array *const a = array_new_small(ec->heap, pair, 2);
    if (a == NULL) return vm_raise_memory(ec), CALL_RAISED;
    return call_convert(ec, SYM_global_assigned, value_pointer(a), CONTINUE_DISCARD, 0, 0);
}

enum call_result call_not_equal(struct ec *ec, struct vm_callsite *site, size_t window, enum vm_continuation different,
                                enum vm_continuation equal, unsigned dest)
{
    class_id_t const id = value_class_id(ec->stack[window]);
    struct resolution *r = atomic_load_explicit(&site->cache, memory_order_acquire); // pairs with fill (cache.c)
    if (!site_hit(r, id)) r = site_find(ec, site, id);
    if (r != NULL && r->method->flags & METHOD_BOOT) return call_operator(ec, site + 1, window, equal, dest, 0);
    return call_operator(ec, site, window, different, dest, 0);
}

// --- Tail calls out of builtins: the builtin's window is used again -----------------------------------------------------

static bool refill_window(struct ec *ec, value_t receiver, int argc, const value_t *argv, value_t block)
{
    size_t const window = ec->call_window;
    bool const inside = argv >= ec->stack && argv < ec->stack_end;
    size_t const offset = inside ? (size_t)(argv - ec->stack) : 0;
    if (!ec_reserve(ec, window + (unsigned)argc + 2 * VM_WINDOW_MARGIN)) return false;
    if (inside) argv = ec->stack + offset;
    value_t *const w = ec->stack + window;
    if (argc > 0) __builtin_memmove(w + 1, argv, (size_t)argc * sizeof(value_t));
    w[0] = receiver;
    w[1 + argc] = block;
    return true;
}

static value_t tail(struct ec *ec, enum call_result result)
{
    ec->tail_result = result;
    return VALUE_TAIL;
}

value_t vm_tail_send(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv, value_t block)
{
    struct vm_callsite site = {.name = name, .argc = (uint16_t)argc, .flags = CALL_BLOCK | CALL_FCALL};
    bool const keywords = ec->call_keywords && argc > 0;
    if (keywords) site.argc--, site.flags |= CALL_KWSPLAT;
    if (!refill_window(ec, receiver, argc, argv, block)) return VALUE_UNDEF;
    ec->builtin = NULL;
    return tail(ec, call_send_slow(ec, &site, ec->call_window));
}

value_t vm_tail_public_send(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv, value_t block)
{
    struct vm_callsite site = {.name = name, .argc = (uint16_t)argc, .flags = CALL_BLOCK};
    bool const keywords = ec->call_keywords && argc > 0;
    if (keywords) site.argc--, site.flags |= CALL_KWSPLAT;
    if (!refill_window(ec, receiver, argc, argv, block)) return VALUE_UNDEF;
    ec->builtin = NULL;
    return tail(ec, call_send_slow(ec, &site, ec->call_window));
}

value_t vm_tail_method(struct ec *ec, struct method *method, value_t self, int argc, const value_t *argv, value_t block)
{
    struct vm_callsite site = {.name = method->name, .argc = (uint16_t)argc, .flags = CALL_BLOCK | CALL_FCALL};
    bool const keywords = ec->call_keywords && argc > 0;
    if (keywords) site.argc--, site.flags |= CALL_KWSPLAT;
    if (!refill_window(ec, self, argc, argv, block)) return VALUE_UNDEF;
    ec->builtin = NULL;
    method = skip_zsuper(ec, method, value_class_id(self));
    if (method == NULL) return tail(ec, call_missing(ec, &site, ec->call_window, METHOD_PUBLIC));
    return tail(ec, call_method(ec, method, &site, ec->call_window));
}

value_t vm_tail_body(struct ec *ec, struct method *method, value_t self, int argc, const value_t *argv, bool keywords)
{
    TRP_ASSERT(method->kind == METHOD_TRY);
    if (!refill_window(ec, self, argc, argv, VALUE_NIL) || !vm_method_read(ec, method)) return VALUE_UNDEF;
    struct vm_callsite const site = flat_site(method->name, argc, keywords && argc > 0);
    return tail(ec, call_code(ec, method, &site, ec->call_window));
}

value_t vm_tail_proc(struct ec *ec, value_t proc, value_t self, int argc, const value_t *argv, value_t block,
                     struct method *scope)
{
    struct proc *const p = value_to_proc(proc);
    struct vm_callsite site = {.argc = (uint16_t)argc, .flags = CALL_BLOCK};
    bool const keywords = ec->call_keywords && argc > 0;
    if (keywords) site.argc--, site.flags |= CALL_KWSPLAT;
    if (!refill_window(ec, self == VALUE_UNDEF ? p->self : self, argc, argv, block)) return VALUE_UNDEF;
    ec->builtin = NULL;
    size_t const depth = (size_t)(ec->frame - ec->frames);
    enum call_result const result = call_proc_as(ec, p, &site, ec->call_window, scope);
    if (result == CALL_PUSHED) ec->frames[depth + 1].flags |= FRAME_YIELDED;
    return tail(ec, result);
}

value_t vm_tail_code(struct ec *ec, const struct vm_code *code, value_t self, struct method *scope, struct env *up)
{
    ec->builtin = NULL;
    ec->stack[ec->call_window] = self;
    struct vm_frame *const f = call_push(ec, code, scope, ec->call_window);
    if (f == NULL) return VALUE_UNDEF;
    frame_clear(code, ec->stack + f->window, 1);
    f->up = up;
    f->flags = up != NULL ? FRAME_BLOCK : FRAME_METHOD;
    return tail(ec, CALL_PUSHED);
}

// --- new ----------------------------------------------------------------------------------------------------------------

// Class#new: allocates, then calls initialize in the same window; the result is the object, whatever initialize returns.
enum call_result call_new(struct ec *ec, struct class *class, const struct vm_callsite *site, size_t window)
{
    value_t const object = vm_allocate(ec, class);
    if (object == VALUE_UNDEF) return CALL_RAISED;
    ec->stack[window] = object;
    const struct resolution *const r = site_find_initialize(ec, class);
    if (r == NULL) return vm_raise_memory(ec), CALL_RAISED;
    struct method *const method = r->method;
    if (TRP_LIKELY(method != NULL && method->kind == METHOD_CODE && call_is_plain(method->code, site))) {
        struct vm_frame *const f = call_push_plain(ec, method, site, window);
        if (f == NULL) return CALL_RAISED;
        f->flags = FRAME_METHOD | FRAME_CONTINUE;
        f->continuation = CONTINUE_NEW;
        return CALL_PUSHED;
    }
    struct vm_callsite named = vm_callsite_of(site);
    named.name = SYM_initialize;
    named.flags |= CALL_FCALL;
    size_t const depth = (size_t)(ec->frame - ec->frames);
    enum call_result const result = method == NULL ? call_missing(ec, &named, window, METHOD_PUBLIC)
                                                   : call_method(ec, method, &named, window);
    if (result == CALL_PUSHED) {
        struct vm_frame *const callee = ec->frames + depth + 1;
        callee->flags |= FRAME_CONTINUE;
        callee->continuation = CONTINUE_NEW;
    } else if (result == CALL_VALUE) {
        ec->stack[window] = object;
    }
    return result;
}
