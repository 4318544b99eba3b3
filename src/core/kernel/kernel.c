// Kernel's functions in C: primitives that every prelude file uses, throw, Integer() and Float() of text, exit's parts.
#include "core/proc/proc.h"
#include "core/string/text.h"

#include <string.h>

// --- What every prelude file asks ------------------------------------------------------------------------------------

#define ASK(name, condition)                                                                                           \
    static value_t ask_##name(struct ec *ec, value_t self, int argc, const value_t *argv)                              \
    {                                                                                                                  \
        (void)ec;                                                                                                      \
        (void)self;                                                                                                    \
        (void)argc;                                                                                                    \
        value_t const v = argv[0];                                                                                     \
        return value_bool(condition);                                                                                  \
    }
ASK(integer, value_is_integer(v))
ASK(fixnum, value_is_fixnum(v))
ASK(float, value_is_float(v))
ASK(string, value_is(v, TYPE_STRING))
ASK(array, value_is(v, TYPE_ARRAY))
ASK(hash, value_is(v, TYPE_HASH))
ASK(symbol, value_is_symbol(v))
ASK(range, value_is(v, TYPE_RANGE))
ASK(proc, value_is(v, TYPE_PROC))
ASK(plain_object, value_is(v, TYPE_OBJECT))
ASK(regexp, value_is(v, TYPE_REGEXP))
ASK(class, is_class(v) && !is_module_only(v))
ASK(module, is_class(v))
ASK(method, methods_is(v))
ASK(frozen, !value_is_heap(v) || object_frozen(value_to_pointer(v)))

static value_t same(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    return value_bool(argv[0] == argv[1]);
}

// Primitive.responds(v, name): private ones too, without respond_to_missing?.
static value_t responds(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return value_bool(value_responds_builtin(ec, argv[0], value_to_symbol(argv[1]), true));
}

// Primitive.is_own(v, name): what v answers with is the core's method.
static value_t is_own(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return value_bool(vm_method_is_boot(ec, argv[0], value_to_symbol(argv[1])));
}

static value_t real_class(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return class_value(class_real(value_class(ec->runtime, argv[0])));
}

static value_t singleton_or_class(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return class_value(value_class(ec->runtime, argv[0]));
}

static value_t singleton_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *const singleton = vm_singleton_class(ec, argv[0]);
    return singleton == NULL ? VALUE_UNDEF : class_value(singleton);
}

static value_t count_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    return value_fixnum((int64_t)array_count(value_to_array(argv[0])));
}

// Primitive.is_kind(v, class): is_a? that nobody redefined.
static value_t is_kind(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return value_bool(value_is_a(ec->runtime, argv[0], value_to_class(argv[1])));
}

static value_t float_to_integer(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    double const d = value_to_double(argv[0]);
    if (d != d) return vm_raise(ec, CLASS_FLOAT_DOMAIN_ERROR, "NaN");
    if (d - d != 0) return vm_raise(ec, CLASS_FLOAT_DOMAIN_ERROR, d > 0 ? "Infinity" : "-Infinity");
    return core_or_memory(ec, integer_from_double(ec->heap, d));
}

static value_t integer_to_float(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return core_or_memory(ec, float_value(ec->heap, integer_to_double(argv[0])));
}

// Primitive.recursing(n): whether a frame below runs the same prelude method with the same self and first n arguments:
// so inspect, == and the like notice data that contains itself. O(depth) of the stack.
static value_t recursing(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    unsigned const count = (unsigned)value_to_fixnum(argv[0]);
    const struct vm_frame *const running = ec->frame;
    const value_t *const mine = ec->stack + running->window;
    for (const struct vm_frame *f = running - 1; f > ec->frames; f--) {
        if (f->code != running->code) continue;
        const value_t *const theirs = ec->stack + f->window;
        if (theirs[0] == self && memcmp(theirs + 1, mine + 1, count * sizeof(value_t)) == 0) return VALUE_TRUE;
    }
    return VALUE_FALSE;
}

static value_t name_kind(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    symbol_t const s = value_to_symbol(argv[0]);
    if (symbol_is_ivar(ec->runtime, s)) return value_fixnum(1);
    if (symbol_is_cvar(ec->runtime, s)) return value_fixnum(2);
    if (symbol_is_global(ec->runtime, s)) return value_fixnum(3);
    return value_fixnum(symbol_is_constant(ec->runtime, s) ? 4 : 0);
}

// --- throw -----------------------------------------------------------------------------------------------------------

// Primitive.throw(tag, value): false when nobody catches the tag.
static value_t kernel_throw(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return vm_throw(ec, argv[0], argv[1]) ? VALUE_UNDEF : VALUE_FALSE;
}

// --- Numbers from text -----------------------------------------------------------------------------------------------

static bool has_nul(const struct string *s) { return memchr(string_bytes(s), 0, string_size(s)) != NULL; }

// Primitive.parse_integer(string, base): nil when it is no number.
static value_t parse_integer(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    size_t const size = string_size(value_to_pointer(argv[0]));
    VM_LONG(ec, size / 32 * (1 + size / 2048), parse_integer, WORK_READS_ARGUMENTS);
    (void)self;
    const struct string *const s = value_to_string(argv[0]);
    int64_t const base = value_to_fixnum(argv[1]);
    if (base < 0 || base == 1 || base > 36) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid radix %lld", (long long)base);
    }
    return core_or_memory(ec, integer_parse(ec->heap, string_bytes(s), size, (unsigned)base, true));
}

// Primitive.parse_float(string): nil when it is no number.
static value_t parse_float(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct string *const s = value_to_string(argv[0]);
    if (has_nul(s)) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "string for Float contains null byte");
    bool ok = false;
    double d;
    if (!text_parse_float(ec, s, true, &d, &ok)) return VALUE_UNDEF;
    return ok ? core_or_memory(ec, float_value(ec->heap, d)) : VALUE_NIL;
}

// --- Procs -----------------------------------------------------------------------------------------------------------

// Whether the block of the running call is a literal one: then the instruction before the call has just made it, in the
// frame that is running, where the window wants it.
static bool literal_block(const struct ec *ec, const struct proc *p)
{
    const struct vm_frame *const f = ec->frame;
    if (p->code == NULL || p->env == NULL || p->env != f->env || p->code->parent != f->code) return false;
    if (f->pc - f->code->words < 2 || VM_OP(f->pc[-2]) != OP_BLOCK) return false;
    vm_word const w = f->pc[-2];
    return VM_A(w) == ec->call_window - f->window + 1 && VM_BX(w) < f->code->child_count &&
           f->code->children[VM_BX(w)] == p->code;
}

// lambda { }: a literal block becomes a lambda.
static value_t kernel_lambda(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    if (value_is_nil(argv[argc])) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "tried to create Proc object without a block");
    }
    struct proc *const p = value_to_proc(argv[argc]);
    if (literal_block(ec, p)) p->header |= PROC_LAMBDA;
    if (p->header & PROC_LAMBDA) return argv[argc];
    return vm_raise(ec, CLASS_ARGUMENT_ERROR, "the lambda method requires a literal block");
}

static value_t kernel_proc(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    if (!value_is_nil(argv[argc])) return argv[argc];
    return vm_raise(ec, CLASS_ARGUMENT_ERROR, "tried to create Proc object without a block");
}

// --- The main object -------------------------------------------------------------------------------------------------

// Methods of its hidden class: they stand for Object's.
static value_t main_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return core_text(ec, "main");
}

static value_t object_class(const struct ec *ec) { return class_value(runtime_class(ec->runtime, CLASS_OBJECT)); }

#define MAIN_SENDS(function, name)                                                                                     \
    static value_t function(struct ec *ec, value_t self, int argc, const value_t *argv)                                \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        symbol_t const symbol = symbol_intern_text(ec->runtime, name);                                                 \
        if (symbol == 0) return vm_raise_memory(ec);                                                                   \
        return vm_tail_send(ec, object_class(ec), symbol, argc, argv, argv[argc]);                                     \
    }
MAIN_SENDS(main_include, "include")
MAIN_SENDS(main_public, "public")
MAIN_SENDS(main_private, "private")
MAIN_SENDS(main_define_method, "define_method")
MAIN_SENDS(main_ruby2_keywords, "ruby2_keywords")

static value_t main_using(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    symbol_t const troupe = symbol_intern_text(ec->runtime, "Troupe"), refine = symbol_intern_text(ec->runtime, "Refine");
    symbol_t const name = symbol_intern_text(ec->runtime, "using_main");
    if (troupe == 0 || refine == 0 || name == 0) return vm_raise_memory(ec);
    value_t const outer = vm_constant_get(ec, value_to_class(object_class(ec)), troupe, false, true);
    value_t const module = vm_constant_get(ec, value_to_class(outer), refine, false, true);
    value_t const arguments[] = {self, argv[0]};
    ec->call_keywords = 0;
    return vm_tail_send(ec, module, name, argc + 1, arguments, VALUE_NIL);
}

// How long each takes, see docs/builtins.md:
//   bounded: main_to_s main_include main_public main_private main_define_method main_ruby2_keywords main_using
//     kernel_lambda kernel_proc ask_integer ask_fixnum ask_float ask_string ask_array ask_hash ask_symbol
//     ask_range ask_proc ask_regexp ask_class ask_module ask_method ask_frozen same responds is_own real_class
//     singleton_or_class is_kind singleton_of ask_plain_object count_of float_to_integer integer_to_float
//     recursing name_kind kernel_throw
//   polls: parse_integer
//   native: parse_float
static const struct core_method main_methods[] = {
    {"to_s", main_to_s, 0, 0, 0}, {"inspect", main_to_s, 0, 0, 0},
    {"include", main_include, 0, -1, CORE_PRIVATE | METHOD_WANTS_BLOCK},
    {"public", main_public, 0, -1, CORE_PRIVATE | METHOD_WANTS_BLOCK},
    {"private", main_private, 0, -1, CORE_PRIVATE | METHOD_WANTS_BLOCK},
    {"define_method", main_define_method, 0, -1, CORE_PRIVATE | METHOD_WANTS_BLOCK},
    {"ruby2_keywords", main_ruby2_keywords, 0, -1, CORE_PRIVATE | METHOD_WANTS_BLOCK},
    {"using", main_using, 1, 1, CORE_PRIVATE}};

static bool define_main_class(struct core_boot *boot)
{
    struct runtime *const runtime = boot->runtime;
    struct class *const class = class_new(runtime, &runtime->boot_heap, runtime_class(runtime, CLASS_OBJECT));
    if (class == NULL) return false;
    class->flags |= CLASS_IS_SINGLETON; // class_real passes it over
    ((struct core_state *)((struct vm_runtime *)runtime->vm)->core)->main_class = class->id;
    return vm_define_methods(runtime, class->id, main_methods, TRP_COUNT(main_methods));
}

value_t core_main_object(struct ec *ec)
{
    class_id_t const id = core_state(ec)->main_class;
    struct instance *const o = instance_new(ec->heap, id, 4);
    if (o == NULL) return vm_raise_memory(ec);
    if (!class_attach(ec->heap, runtime_class(ec->runtime, id), value_pointer(o))) return vm_raise_memory(ec);
    ec_vm(ec)->main_object = value_pointer(o);
    return core_set_global(ec, CORE_MAIN, value_pointer(o)) ? value_pointer(o) : VALUE_UNDEF;
}

// --- Registration ----------------------------------------------------------------------------------------------------

// A module in Troupe.
static bool find_module(struct ec *ec, const char *text, value_t *out)
{
    symbol_t const outer = symbol_intern_text(ec->runtime, "Troupe"), inner = symbol_intern_text(ec->runtime, text);
    if (outer == 0 || inner == 0) return vm_raise_memory(ec), false;
    value_t const module = vm_constant_get(ec, runtime_class(ec->runtime, CLASS_OBJECT), outer, false, true);
    if (module == VALUE_UNDEF) return false;
    *out = vm_constant_get(ec, value_to_class(module), inner, false, true);
    return *out != VALUE_UNDEF;
}

bool core_prelude_done(struct ec *ec)
{
    symbol_t const name = symbol_intern_text(ec->runtime, "catch");
    if (name == 0) return vm_raise_memory(ec), false;
    struct method *const m = class_own_method(ec->runtime, runtime_class(ec->runtime, CLASS_KERNEL), name);
    if (m != NULL && !vm_method_read(ec, m)) return false;
    if (m != NULL) ec_vm(ec)->catch_code = m->code;
    return find_module(ec, "Convert", &ec_vm(ec)->convert) && find_module(ec, "Trace", &ec_vm(ec)->trace);
}

static const struct core_method methods[] = {
    {"lambda", kernel_lambda, 0, 0, CORE_MODULE_FUNCTION | METHOD_WANTS_BLOCK},
    {"proc", kernel_proc, 0, 0, CORE_MODULE_FUNCTION | METHOD_WANTS_BLOCK}};

static const struct vm_primitive primitives[] = {
    {"is_integer", ask_integer}, {"is_fixnum", ask_fixnum}, {"is_float", ask_float}, {"is_string", ask_string},
    {"is_array", ask_array}, {"is_hash", ask_hash}, {"is_symbol", ask_symbol}, {"is_range", ask_range},
    {"is_proc", ask_proc}, {"is_regexp", ask_regexp}, {"is_class", ask_class}, {"is_module", ask_module},
    {"is_method", ask_method}, {"is_frozen", ask_frozen}, {"same?", same}, {"responds", responds}, {"is_own", is_own},
    {"real_class", real_class}, {"singleton_or_class", singleton_or_class}, {"is_kind", is_kind},
    {"singleton_of", singleton_of}, {"is_plain_object", ask_plain_object}, {"count_of", count_of},
    {"float_to_integer", float_to_integer}, {"integer_to_float", integer_to_float}, {"recursing", recursing},
    {"name_kind", name_kind}, {"throw", kernel_throw}, {"parse_integer", parse_integer}, {"parse_float", parse_float}};

bool core_kernel(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_KERNEL, methods) && CORE_PRIMITIVES(boot, primitives) &&
           define_main_class(boot);
}
