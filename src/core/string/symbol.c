// Symbol: what its name says, by way of String.
#include "core/string/case.h"

// The name as a new String; NULL: no memory, raised.
static struct string *name_of(struct ec *ec, value_t symbol)
{
    struct string *const s = symbol_string(ec->runtime, ec->heap, value_to_symbol(symbol));
    if (s == NULL) vm_raise_memory(ec);
    return s;
}

// What there is to know of a long name's bytes is found out once, native. False: exception set.
#define NATIVE_SIZE 65536u
static bool learn(struct ec *ec, value_t symbol)
{
    if (TRP_LIKELY(symbol_size(ec->runtime, value_to_symbol(symbol)) < NATIVE_SIZE)) return true;
    if (ec->heap->work != NULL) return true; // it was learned before
    vm_native_enter(ec);
    (void)symbol_ascii(ec->runtime, value_to_symbol(symbol)); // the symbol is the receiver's or an argument
    return vm_native_leave(ec);
}

static uint64_t cost_of(struct ec *ec, value_t symbol)
{
    return symbol_size(ec->runtime, value_to_symbol(symbol)) / TEXT_SLOW;
}

static value_t intern(struct ec *ec, const struct string *s)
{
    if (s == NULL) return VALUE_UNDEF;
    symbol_t const symbol = string_symbol(ec->runtime, ec->heap, s);
    return symbol != 0 ? value_symbol(symbol) : vm_raise_symbol(ec);
}

// Frozen, as since Ruby 4.1.
static value_t symbol_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    struct string *const s = learn(ec, self) ? name_of(ec, self) : NULL;
    if (s == NULL) return VALUE_UNDEF;
    object_freeze(s);
    return value_pointer(s);
}

static value_t symbol_to_sym(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return self;
}

static value_t symbol_to_proc(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    struct proc *const p = heap_alloc(ec->heap, HEAP_32);
    if (p == NULL) return vm_raise_memory(ec);
    p->header = header_make(TYPE_PROC, CLASS_PROC, LAYOUT_EMPTY, PROC_LAMBDA | PROC_FROM_SYMBOL | PROC_ISOLATED);
    p->code = NULL;
    p->scope = NULL;
    p->self = self;
    return value_pointer(p);
}

static value_t symbol_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!learn(ec, self)) return VALUE_UNDEF;
    VM_LONG(ec, cost_of(ec, self), symbol_inspect, WORK_CHANGES);
    struct string *const out = string_new_capacity(ec->heap, 24, ENCODING_UTF8);
    if (out == NULL) return vm_raise_memory(ec);
    value_t root = value_pointer(out);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    bool const ok = string_append_symbol_inspected(ec->runtime, ec->heap, out, value_to_symbol(self));
    ec->roots = roots.next;
    return ok ? root : vm_raise_memory(ec);
}

static value_t symbol_length(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    symbol_t const symbol = value_to_symbol(self);
    if (!learn(ec, self)) return VALUE_UNDEF;
    if (symbol_ascii(ec->runtime, symbol)) return value_fixnum((int64_t)symbol_size(ec->runtime, symbol));
    struct string *const s = name_of(ec, self);
    return s != NULL ? value_fixnum((int64_t)string_length(s)) : VALUE_UNDEF;
}

static value_t symbol_empty(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return value_bool(symbol_size(ec->runtime, value_to_symbol(self)) == 0);
}

static value_t symbol_compare(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!value_is_symbol(argv[0])) return VALUE_NIL;
    struct string *const a = name_of(ec, self);
    struct string *const b = a == NULL ? NULL : name_of(ec, argv[0]);
    return b != NULL ? value_fixnum(string_compare(a, b)) : VALUE_UNDEF;
}

static value_t symbol_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    return value_bool(self == argv[0]);
}

static value_t symbol_hash_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    uint64_t code;
    if (!value_hash_builtin(ec->runtime, self, &code)) code = value_identity_hash(self);
    return value_fixnum((int64_t)hash_fold(code));
}

// Of two names, as Strings.
static value_t compare_names(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, string_size(to_text(self)) / TEXT_SLOW, compare_names, WORK_READS);
    return text_casecmp(ec, to_text(self), to_text(argv[0]));
}

static value_t compare_names_p(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, string_size(to_text(self)) / TEXT_SLOW, compare_names_p, WORK_READS);
    return text_casecmp_p(ec, to_text(self), to_text(argv[0]));
}

static value_t with_names(struct ec *ec, value_t a, value_t b, method_function compare)
{
    if (!value_is_symbol(b)) return VALUE_NIL;
    if (!learn(ec, a) || !learn(ec, b)) return VALUE_UNDEF;
    struct string *const name = name_of(ec, a);
    struct string *const other = name == NULL ? NULL : name_of(ec, b);
    if (other == NULL) return VALUE_UNDEF;
    value_t const argument = value_pointer(other);
    return compare(ec, value_pointer(name), 1, &argument);
}

static value_t symbol_casecmp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return with_names(ec, self, argv[0], compare_names);
}

static value_t symbol_casecmp_p(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return with_names(ec, self, argv[0], compare_names_p);
}

static value_t change_case(struct ec *ec, value_t name, enum text_case mode, int argc, const value_t *argv)
{
    bool changed = false;
    value_t root = name;
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    struct string *const result = text_map_case(ec, to_text(name), mode, argc, argv, &changed);
    ec->roots = roots.next;
    return intern(ec, result);
}

#define SYMBOL_CASE(name, mode)                                                                                        \
    static value_t name(struct ec *ec, value_t self, int argc, const value_t *argv)                                    \
    {                                                                                                                  \
        if (!learn(ec, self)) return VALUE_UNDEF;                                                                      \
        VM_LONG(ec, cost_of(ec, self), name, WORK_CHANGES);                                                            \
        struct string *const s = name_of(ec, self);                                                                    \
        return s == NULL ? VALUE_UNDEF : change_case(ec, value_pointer(s), mode, argc, argv);                          \
    }
SYMBOL_CASE(symbol_upcase, CASE_UP)
SYMBOL_CASE(symbol_downcase, CASE_DOWN)
SYMBOL_CASE(symbol_capitalize, CASE_CAPITALIZE)
SYMBOL_CASE(symbol_swapcase, CASE_SWAP)

// How long each takes, see docs/builtins.md:
//   bounded: symbol_to_sym symbol_to_proc symbol_empty symbol_equal symbol_hash_method
//   moves: symbol_to_s symbol_compare symbol_length
//   polls: symbol_inspect symbol_casecmp symbol_casecmp_p symbol_upcase symbol_downcase symbol_capitalize
//     symbol_swapcase
static const struct core_method methods[] = {
    {"to_s", symbol_to_s, 0, 0, 0},
    {"id2name", symbol_to_s, 0, 0, 0},
    {"name", symbol_to_s, 0, 0, 0},
    {"to_sym", symbol_to_sym, 0, 0, 0},
    {"intern", symbol_to_sym, 0, 0, 0},
    {"to_proc", symbol_to_proc, 0, 0, 0},
    {"inspect", symbol_inspect, 0, 0, 0},
    {"length", symbol_length, 0, 0, 0},
    {"size", symbol_length, 0, 0, 0},
    {"empty?", symbol_empty, 0, 0, 0},
    {"<=>", symbol_compare, 1, 1, 0},
    {"==", symbol_equal, 1, 1, 0},
    {"===", symbol_equal, 1, 1, 0},
    {"hash", symbol_hash_method, 0, 0, 0},
    {"casecmp", symbol_casecmp, 1, 1, 0},
    {"casecmp?", symbol_casecmp_p, 1, 1, 0},
    {"upcase", symbol_upcase, 0, -1, 0},
    {"downcase", symbol_downcase, 0, -1, 0},
    {"capitalize", symbol_capitalize, 0, -1, 0},
    {"swapcase", symbol_swapcase, 0, -1, 0},
};

bool core_symbol(struct core_boot *boot) { return CORE_METHODS(boot, CLASS_SYMBOL, methods); }
