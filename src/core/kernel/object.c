// BasicObject, Object and Kernel's methods of every object; nil, true and false.
#include "core/kernel/kernel.h"

// --- Identity --------------------------------------------------------------------------------------------------------

value_t object_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    return value_bool(self == argv[0]);
}

static value_t object_not(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return value_bool(!value_truthy(self));
}

static value_t object_not_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!core_is_own(ec, self, SYM_OP_eq, object_equal)) return VALUE_FAIL;
    return value_bool(self != argv[0]);
}

static value_t object_case_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return VALUE_TRUE;
    return core_is_own(ec, self, SYM_OP_eq, object_equal) ? VALUE_FALSE : VALUE_FAIL;
}

static value_t object_compare(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return value_fixnum(0);
    return core_is_own(ec, self, SYM_OP_eq, object_equal) ? VALUE_NIL : VALUE_FAIL;
}

static value_t object_hash(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    uint64_t code; // nil, true, false: as a Hash has them
    if (!value_is_heap(self) && value_hash_builtin(ec->runtime, self, &code)) return value_fixnum((int64_t)hash_fold(code));
    return value_fixnum((int64_t)value_identity_hash(self) >> 2);
}

// Of immediates CRuby's formulas; a Float, Integer or frozen object has no place for a number and is known by its
// address.
static value_t immediate_id(struct ec *ec, value_t v)
{
    if (v == VALUE_NIL) return value_fixnum(8);
    if (v == VALUE_TRUE) return value_fixnum(20);
    if (v == VALUE_FALSE) return value_fixnum(0);
    if (value_is_fixnum(v)) {
        value_t const twice = integer_shift(ec->heap, v, 1);
        return core_or_memory(ec, twice == VALUE_UNDEF ? twice : integer_add(ec->heap, twice, value_fixnum(1)));
    }
    return value_fixnum((int64_t)v >> 2); // a symbol or flonum
}

static value_t object_id(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    if (!value_is_heap(self)) return immediate_id(ec, self);
    symbol_t const name = symbol_intern_text(ec->runtime, "@__object_id");
    if (name == 0) return vm_raise_memory(ec);
    value_t const had = ivar_get(ec->runtime, ec->heap, self, name);
    if (had != VALUE_UNDEF) return had;
    bool const keeps = !heap_is_shared(self) && !object_frozen(value_to_pointer(self));
    if (!keeps) return value_fixnum((int64_t)(self >> 3));
    uint64_t const id = atomic_fetch_add_explicit(&core_state(ec)->next_object_id, 8, memory_order_relaxed);
    if (!ivar_set(ec->runtime, ec->heap, self, name, value_fixnum((int64_t)id))) return vm_raise_memory(ec);
    return value_fixnum((int64_t)id);
}

static value_t primitive_object_id_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return object_id(ec, argv[0], argc, argv);
}

// --- Class -----------------------------------------------------------------------------------------------------------

static value_t object_class(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return class_value(class_real(value_class(ec->runtime, self)));
}

static value_t object_singleton_class(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct class *const singleton = vm_singleton_class(ec, self);
    return singleton == NULL ? VALUE_UNDEF : class_value(singleton);
}

static value_t object_is_a(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!is_class(argv[0])) return vm_raise(ec, CLASS_TYPE_ERROR, "class or module required");
    return value_bool(value_is_a(ec->runtime, self, value_to_class(argv[0])));
}

static value_t object_instance_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!is_class(argv[0])) return vm_raise(ec, CLASS_TYPE_ERROR, "class or module required");
    return value_bool(class_value(class_real(value_class(ec->runtime, self))) == argv[0]);
}

static value_t object_is_nil(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return value_bool(value_is_nil(self));
}

static value_t object_itself(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return self;
}

// --- Frozen ----------------------------------------------------------------------------------------------------------

static bool always_frozen(value_t v) { return !value_is_heap(v) || value_is_float(v) || value_is_bignum(v); }

static value_t object_is_frozen(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return value_bool(always_frozen(self) || object_frozen(value_to_pointer(self)));
}

static value_t object_freeze_self(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    if (always_frozen(self) || object_frozen(value_to_pointer(self))) return self;
    if (is_class(self) || !heap_is_shared(self)) object_freeze(value_to_pointer(self));
    struct class *const singleton = class_singleton_if_any(ec->runtime, self);
    if (singleton != NULL && !is_class(self)) object_freeze(singleton);
    return self;
}

// --- Who responds ----------------------------------------------------------------------------------------------------

static value_t object_respond_to(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    symbol_t name;
    CORE_SYMBOL(ec, argv[0], &name);
    bool const all = argc > 1 && value_truthy(argv[1]);
    const struct method *m = vm_user_refined(ec, value_class_id(self), name);
    if (m == NULL) m = vm_find_method(ec, self, name);
    if (m != NULL && (all || m->visibility == METHOD_PUBLIC)) return VALUE_TRUE;
    return vm_method_is_boot(ec, self, SYM_respond_to_missing) ? VALUE_FALSE : VALUE_FAIL;
}

// Primitive.responds_to(name, all): without respond_to_missing?.
static value_t primitive_responds_to(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t const name = value_to_symbol(argv[0]);
    const struct method *m = vm_user_refined(ec, value_class_id(self), name);
    if (m == NULL) m = vm_find_method(ec, self, name);
    return value_bool(m != NULL && (value_truthy(argv[1]) || m->visibility == METHOD_PUBLIC));
}

static value_t object_respond_to_missing(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    (void)argv;
    return VALUE_FALSE;
}

static value_t object_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return CORE_NEW(ec, vm_any_to_s(ec, self));
}

static value_t primitive_any_to_s_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return CORE_NEW(ec, vm_any_to_s(ec, argv[0]));
}

static value_t object_initialize(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    (void)argv;
    return VALUE_NIL;
}

// initialize_copy: the contents are copied already; what is left is to check.
static value_t object_initialize_copy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return self;
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    const struct class *const mine = class_real(value_class(ec->runtime, self));
    if (mine == class_real(value_class(ec->runtime, argv[0]))) return self;
    return vm_raise(ec, CLASS_TYPE_ERROR, "initialize_copy should take same class object");
}

// --- Sending ---------------------------------------------------------------------------------------------------------

// The name in a message that cannot be one: inspected, but without dispatch.
static value_t not_a_name(struct ec *ec, value_t v)
{
    struct string *const s = vm_inspect_plain(ec, v);
    if (s == NULL) return vm_raise_memory(ec);
    return vm_raise(ec, CLASS_TYPE_ERROR, "%.*s is not a symbol nor a string", (int)string_size(s), string_bytes(s));
}

static value_t send(struct ec *ec, value_t self, int argc, const value_t *argv, bool public)
{
    symbol_t name;
    if (argc == 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "no method name given");
    if (!core_name(ec, argv[0], &name)) {
        return value_responds_builtin(ec, argv[0], SYM_to_str, true) ? VALUE_FAIL : not_a_name(ec, argv[0]);
    }
    if (name == 0) return VALUE_UNDEF;
    struct method *const refined = vm_user_refined(ec, value_class_id(self), name);
    if (refined != NULL && (!public || refined->visibility == METHOD_PUBLIC)) {
        return vm_tail_method(ec, refined, self, argc - 1, argv + 1, argv[argc]);
    }
    if (public) return vm_tail_public_send(ec, self, name, argc - 1, argv + 1, argv[argc]);
    return vm_tail_send(ec, self, name, argc - 1, argv + 1, argv[argc]);
}

static value_t object_send(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return send(ec, self, argc, argv, false);
}

static value_t object_public_send(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return send(ec, self, argc, argv, true);
}

// The scope in which a block of instance_eval and the like runs: `def` goes to `lexical`.
struct method *object_eval_scope(struct ec *ec, value_t proc, struct class *lexical)
{
    const struct proc *const p = value_to_proc(proc);
    struct method *const nesting = p->code != NULL ? p->env->method : NULL;
    struct method *const scope = vm_scope_new(ec, lexical, nesting);
    if (scope != NULL) scope->flags |= METHOD_EVAL_SCOPE;
    return scope;
}

struct method *object_instance_scope(struct ec *ec, value_t self, struct method *nesting)
{
    bool const special = !value_is_heap(self) || value_is_float(self) || value_is_bignum(self);
    bool const none = special && self != VALUE_NIL && self != VALUE_TRUE && self != VALUE_FALSE;
    bool const shared = !special && !is_class(self) && heap_is_shared(self);
    struct class *const class = none || shared ? value_class(ec->runtime, self) : vm_singleton_class(ec, self);
    struct method *const scope = class == NULL ? NULL : vm_scope_new(ec, class, nesting);
    if (scope != NULL && none) scope->flags |= METHOD_NO_CLASS;
    return scope;
}

static value_t object_instance_exec(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const block = argv[argc];
    if (value_is_nil(block)) return vm_raise(ec, CLASS_LOCAL_JUMP_ERROR, "no block given (yield)");
    const struct proc *const p = value_to_proc(block);
    struct method *const scope = object_instance_scope(ec, self, p->code != NULL ? p->env->method : NULL);
    if (scope == NULL) return VALUE_UNDEF;
    scope->flags |= METHOD_EVAL_SCOPE;
    return vm_tail_proc(ec, block, self, argc, argv, VALUE_NIL, scope);
}

static value_t object_instance_eval(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const block = argv[argc];
    if (!value_is_nil(block)) {
        if (argc > 0) return vm_raise_arity(ec, argc, 0, 0);
        value_t const argument[2] = {self, block};
        return object_instance_exec(ec, self, 1, argument);
    }
    return VALUE_FAIL;
}

static value_t module_exec(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const block = argv[argc];
    if (value_is_nil(block)) return vm_raise(ec, CLASS_LOCAL_JUMP_ERROR, "no block given (yield)");
    struct method *const scope = object_eval_scope(ec, block, value_to_class(self));
    return scope == NULL ? VALUE_UNDEF : vm_tail_proc(ec, block, self, argc, argv, VALUE_NIL, scope);
}

static value_t module_eval(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const block = argv[argc];
    if (!value_is_nil(block)) {
        if (argc > 0) return vm_raise_arity(ec, argc, 0, 0);
        value_t const argument[2] = {self, block};
        return module_exec(ec, self, 1, argument);
    }
    return VALUE_FAIL;
}

// Primitive.class_eval(class, block): the block with the class as self and argument.
static value_t primitive_class_eval(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    ec->call_keywords = 0;
    value_t const argument[2] = {argv[0], argv[1]};
    return module_exec(ec, argv[0], 1, argument);
}

// method_missing of the core: reached only by an explicit call or super, for the loop raises by itself.
static value_t object_method_missing(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    symbol_t name;
    if (argc == 0 || !value_is_symbol(argv[0])) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "no method name given");
    if (!core_name(ec, argv[0], &name)) return VALUE_UNDEF;
    const char *what = "an instance of ";
    const char *of = vm_class_name(ec, self);
    if (is_class(self)) {
        what = is_module_only(self) ? "module " : "class ";
        of = vm_class_text(ec, value_to_class(self));
    } else if (self == VALUE_NIL || self == VALUE_TRUE || self == VALUE_FALSE) {
        what = "";
        of = self == VALUE_NIL ? "nil" : self == VALUE_TRUE ? "true" : "false";
    }
    return vm_raise_name(ec, CLASS_NO_METHOD_ERROR, name, self, "undefined method '%s' for %s%s",
                         symbol_text(ec->runtime, name), what, of);
}

// --- nil, true, false ------------------------------------------------------------------------------------------------

static value_t nil_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    struct string *const s = string_new(ec->heap, "", 0, ENCODING_ASCII);
    if (s == NULL) return vm_raise_memory(ec);
    object_freeze(s);
    return value_pointer(s);
}

static value_t nil_to_a(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return CORE_NEW(ec, array_new(ec->heap, 0));
}

static value_t nil_to_h(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return CORE_NEW(ec, hash_new(ec->heap, 0));
}

static value_t nil_to_i(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    (void)argv;
    return value_fixnum(0);
}

static value_t nil_to_f(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    (void)argv;
    return value_try_flonum(0.0);
}

static value_t answer_nil(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    (void)argv;
    return VALUE_NIL;
}

static value_t immediate_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const char *const text = self == VALUE_NIL ? "nil" : self == VALUE_TRUE ? "true" : "false";
    struct string *const s = string_new(ec->heap, text, __builtin_strlen(text), ENCODING_ASCII);
    if (s == NULL) return vm_raise_memory(ec);
    object_freeze(s);
    return value_pointer(s);
}

static value_t logical_and(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    return value_bool(value_truthy(self) && value_truthy(argv[0]));
}

static value_t logical_or(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    return value_bool(value_truthy(self) || value_truthy(argv[0]));
}

static value_t logical_xor(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    return value_bool(value_truthy(self) != value_truthy(argv[0]));
}

// --- Registration ----------------------------------------------------------------------------------------------------

// How long each takes, see docs/builtins.md:
//   bounded: object_initialize object_equal object_not object_not_equal object_id object_send object_instance_eval
//     object_instance_exec object_method_missing answer_nil object_case_equal object_compare object_hash
//     object_class object_singleton_class object_is_a object_instance_of object_is_nil object_itself
//     object_is_frozen object_freeze_self object_respond_to object_respond_to_missing object_to_s
//     object_initialize_copy object_public_send module_eval module_exec nil_to_s nil_to_a nil_to_h nil_to_i
//     nil_to_f immediate_inspect logical_and logical_or logical_xor primitive_responds_to primitive_object_id_of
//     primitive_any_to_s_of
//   open: primitive_class_eval
static const struct core_method basic_methods[] = {
    {"initialize", object_initialize, 0, 0, CORE_PRIVATE},
    {"==", object_equal, 1, 1, 0},
    {"equal?", object_equal, 1, 1, 0},
    {"!", object_not, 0, 0, 0},
    {"!=", object_not_equal, 1, 1, CORE_TRY},
    {"__id__", object_id, 0, 0, 0},
    {"__send__", object_send, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS},
    {"instance_eval", object_instance_eval, 0, -1, METHOD_WANTS_BLOCK | CORE_TRY},
    {"instance_exec", object_instance_exec, 0, -1, METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS},
    {"method_missing", object_method_missing, 0, -1, CORE_PRIVATE},
    {"singleton_method_added", answer_nil, 1, 1, CORE_PRIVATE},
    {"singleton_method_removed", answer_nil, 1, 1, CORE_PRIVATE},
    {"singleton_method_undefined", answer_nil, 1, 1, CORE_PRIVATE}};

static const struct core_method kernel_methods[] = {
    {"===", object_case_equal, 1, 1, CORE_TRY},
    {"<=>", object_compare, 1, 1, CORE_TRY},
    {"eql?", object_equal, 1, 1, 0},
    {"hash", object_hash, 0, 0, 0},
    {"object_id", object_id, 0, 0, 0},
    {"class", object_class, 0, 0, 0},
    {"singleton_class", object_singleton_class, 0, 0, 0},
    {"is_a?", object_is_a, 1, 1, 0},
    {"kind_of?", object_is_a, 1, 1, 0},
    {"instance_of?", object_instance_of, 1, 1, 0},
    {"nil?", object_is_nil, 0, 0, 0},
    {"itself", object_itself, 0, 0, 0},
    {"frozen?", object_is_frozen, 0, 0, 0},
    {"freeze", object_freeze_self, 0, 0, 0},
    {"respond_to?", object_respond_to, 1, 2, CORE_TRY},
    {"respond_to_missing?", object_respond_to_missing, 2, 2, CORE_PRIVATE},
    {"to_s", object_to_s, 0, 0, 0},
    {"initialize_copy", object_initialize_copy, 1, 1, CORE_PRIVATE},
    {"send", object_send, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS},
    {"public_send", object_public_send, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS}};

static const struct core_method module_methods[] = {
    {"class_eval", module_eval, 0, -1, METHOD_WANTS_BLOCK | CORE_TRY},
    {"module_eval", module_eval, 0, -1, METHOD_WANTS_BLOCK | CORE_TRY},
    {"class_exec", module_exec, 0, -1, METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS},
    {"module_exec", module_exec, 0, -1, METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS}};

static const struct core_method nil_methods[] = {
    {"to_s", nil_to_s, 0, 0, 0}, {"to_a", nil_to_a, 0, 0, 0}, {"to_h", nil_to_h, 0, 0, 0},
    {"to_i", nil_to_i, 0, 0, 0}, {"to_f", nil_to_f, 0, 0, 0}, {"inspect", immediate_inspect, 0, 0, 0},
    {"nil?", object_is_nil, 0, 0, 0}, {"=~", answer_nil, 1, 1, 0},
    {"&", logical_and, 1, 1, 0}, {"|", logical_or, 1, 1, 0}, {"^", logical_xor, 1, 1, 0}};

static const struct core_method boolean_methods[] = {
    {"to_s", immediate_inspect, 0, 0, 0}, {"inspect", immediate_inspect, 0, 0, 0}, {"!", object_not, 0, 0, 0},
    {"&", logical_and, 1, 1, 0}, {"|", logical_or, 1, 1, 0},
    {"^", logical_xor, 1, 1, 0}};

static const struct vm_primitive primitives[] = {
    {"class_eval", primitive_class_eval}, {"responds_to", primitive_responds_to}, {"object_id", object_id},
    {"object_id_of", primitive_object_id_of},
    {"any_to_s", object_to_s}, {"any_to_s_of", primitive_any_to_s_of}};

bool core_object(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_BASIC_OBJECT, basic_methods) && CORE_METHODS(boot, CLASS_KERNEL, kernel_methods) &&
           CORE_METHODS(boot, CLASS_MODULE, module_methods) && CORE_METHODS(boot, CLASS_NIL, nil_methods) &&
           CORE_METHODS(boot, CLASS_TRUE, boolean_methods) && CORE_METHODS(boot, CLASS_FALSE, boolean_methods) &&
           CORE_PRIMITIVES(boot, primitives);
}
