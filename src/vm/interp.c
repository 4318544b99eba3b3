// The dispatch loop. Computed goto through a table that the ec names: counting, or honouring redefined operators, are
// other tables and cost nothing when off. Nothing here recurses: calls push frames, and `pc`, `R`, `code` are reloaded.
//
// Conventions. SAVE() stores pc before anything that may raise, call or look at frames. After anything that may push a
// frame or move the stack, RELOAD() (or reload_window) recomputes R: no address into the stack survives a call (V3).
#include "vm/fiber.h"
#include "vm/handlers.h"
#include "vm/interior.h"
#include "vm/operators.h"
#include "vm/trace.h"

#define NEXT                                                                                                           \
    do {                                                                                                               \
        w = *pc++;                                                                                                     \
        goto *ec->dispatch[w & 0xff];                                                                                  \
    } while (0)
#define A VM_A(w)
#define B VM_B(w)
#define C VM_C(w)
#define RA R[VM_A(w)]
#define RB R[VM_B(w)]
#define RC R[VM_C(w)]
// The same operands of the instruction before pc, for hot handlers that have not moved it yet: a load each instead of shifts.
#define OPERAND(i) (((const uint8_t *)pc)[(int)(i) - 4])
#define NEAR_A R[OPERAND(1)]
#define NEAR_B R[OPERAND(2)]
#define NEAR_C R[OPERAND(3)]
#define NEAR_BX (((const uint16_t *)pc)[-1])
#define SAVE() (ec->frame->pc = pc)
#define RELOAD()                                                                                                       \
    do {                                                                                                               \
        code = ec->frame->code;                                                                                        \
        pc = ec->frame->pc;                                                                                            \
        R = ec->stack + ec->frame->window;                                                                             \
    } while (0)
#define SITE(i) (&code->callsites[i])
#define AFTER_CALL(result)                                                                                             \
    do {                                                                                                               \
        call_result = (result);                                                                                        \
        goto after_call;                                                                                               \
    } while (0)
#define MEMORY()                                                                                                       \
    do {                                                                                                               \
        vm_raise_memory(ec);                                                                                           \
        goto raise;                                                                                                    \
    } while (0)

// Fills a window above everything the running frame uses, for calls that the vm makes itself: VM_WINDOW_MARGIN registers
// are always there.
static void operator_window(struct ec *ec, const struct vm_code *code, value_t receiver, value_t argument)
{
    value_t *const window = ec_registers(ec) + code->register_count;
    window[0] = receiver;
    window[1] = argument;
}

static size_t window_above(const struct ec *ec) { return ec->frame->window + ec->frame->code->register_count; }

// For the frame of a call whose window is there: without moving or growing anything.
static inline bool has_room(const struct ec *ec, const struct vm_frame *frame, const value_t *window,
                            const struct vm_code *callee)
{
    size_t const words = callee->register_count + (size_t)VM_WINDOW_MARGIN;
    return (size_t)((const char *)ec->stack_end - (const char *)window) >= words * sizeof *window && frame < ec->frames_end;
}

// Whether a block's parameters are filled by that many plain arguments where they stand.
static inline bool takes_plain(const struct vm_params *p, unsigned argc)
{
    return (p->flags == PARAM_SIMPLE && p->required <= argc) || (p->flags == PARAM_PACK && argc == 1);
}

// After its base frame: this ec was a fiber's, and it is over. A nested call's base is further up.
static bool is_fiber_base(const struct ec *ec) { return ec->owned && ec->frame == ec->frames; }

static inline bool both_flonum(value_t a, value_t b) { return ((a ^ 2) & 3) == 0 && ((b ^ 2) & 3) == 0; }

static inline int64_t floor_div(int64_t a, int64_t b)
{
    int64_t const q = a / b;
    return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}

static inline int64_t floor_mod(int64_t a, int64_t b)
{
    int64_t const r = a % b;
    return r + (((r != 0) & ((r < 0) != (b < 0))) ? b : 0);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init" // a default for every byte, then the opcodes
enum vm_run_result vm_run(struct ec *ec)
{
    static const void *const plain[256] = {
        [0 ... 255] = &&do_BAD,
#define OP(name, format, doc) [OP_##name] = &&do_##name,
#include "vm/ops.def"
#undef OP
    };
    static const void *const counting[256] = {[0 ... 255] = &&count};
    static const void *const tracing[256] = {[0 ... 255] = &&trace};
    // Operators whose built-in case a program redefined always dispatch (prelude code excepted).
    static const void *const redefined[256] = {
        [0 ... 255] = &&do_BAD,
#define OP(name, format, doc) [OP_##name] = &&do_##name,
#include "vm/ops.def"
#undef OP
#define DISPATCHED(name) [OP_##name] = &&redefined_binary
        DISPATCHED(ADD), DISPATCHED(SUB), DISPATCHED(MUL), DISPATCHED(DIV), DISPATCHED(MOD), DISPATCHED(AND),
        DISPATCHED(OR), DISPATCHED(XOR), DISPATCHED(SHL), DISPATCHED(SHR), DISPATCHED(EQ), DISPATCHED(LT),
        DISPATCHED(LE), DISPATCHED(GT), DISPATCHED(GE), DISPATCHED(EQQ), DISPATCHED(INDEX), DISPATCHED(MATCHOP),
#undef DISPATCHED
        [OP_ADDI] = &&redefined_immediate, [OP_SUBI] = &&redefined_immediate, [OP_NEG] = &&redefined_unary,
        [OP_NOT] = &&redefined_not, [OP_NEQ] = &&redefined_not_equal,
        [OP_JNOT] = &&redefined_branch_not_1, [OP_JNNOT] = &&redefined_branch_not_0,
        [OP_SETINDEX] = &&redefined_setindex, [OP_TOS] = &&redefined_tos,
#define BRANCH(name) [OP_##name] = &&redefined_branch_1, [OP_##name##I] = &&redefined_branch_i1
#define BRANCH_NOT(name) [OP_##name] = &&redefined_branch_0, [OP_##name##I] = &&redefined_branch_i0
        BRANCH(JEQ), BRANCH(JLT), BRANCH(JLE), BRANCH(JGT), BRANCH(JGE), BRANCH_NOT(JNE), BRANCH_NOT(JNLT),
        BRANCH_NOT(JNLE), BRANCH_NOT(JNGT), BRANCH_NOT(JNGE),
#undef BRANCH
#undef BRANCH_NOT
    };
    if (ec == NULL) { // once, to make the tables known
        dispatch_tables = (struct dispatch_tables){plain, counting, redefined, tracing};
        return RUN_DONE;
    }

    const struct vm_code *code;
    const vm_word *pc;
    value_t *R;
    vm_word w = 0;
    value_t operand = VALUE_NIL;
    enum call_result call_result = CALL_VALUE;
    unsigned live;

    ec = ec->root->current;
    vm_select_dispatch(ec);
switched: // a fiber takes its tables over from the one that it comes after
    if (ec->unwind_kind != UNWIND_NONE) goto raise; // a kill or an exception sent from outside
    if (TRP_UNLIKELY(ec->finished_early)) {
        ec = fiber_finished(ec, ec->result);
        goto switched;
    }
    RELOAD();
    pc -= frame_again(ec->frame);
    NEXT;

count:
    ec->instructions++;
    goto *ec->counted[w & 0xff];

trace:
    ec->frame->pc = pc - 1;
    call_result = trace_step(ec, pc - 1);
    if (call_result == CALL_VALUE) goto *ec->counted[w & 0xff];
    goto after_call;

do_KEYERROR:
do_PATTERN:
do_BAD:
    TRP_UNREACHABLE();

do_NOP:
    NEXT;
do_MOVE:
    NEAR_A = NEAR_B;
    NEXT;
do_LOADNIL: {
    value_t *const last = &NEAR_B;
    for (value_t *r = &NEAR_A; r <= last; r++) *r = VALUE_NIL;
    NEXT;
}
do_LOADTRUE:
    NEAR_A = VALUE_TRUE;
    NEXT;
do_LOADFALSE:
    NEAR_A = VALUE_FALSE;
    NEXT;
do_LOADABSENT:
    NEAR_A = VALUE_ABSENT;
    NEXT;
do_LOADI:
    NEAR_A = value_fixnum(VM_SBX(w));
    NEXT;
do_LOADK:
    NEAR_A = code->constants[NEAR_BX];
    NEXT;
do_STRING: {
    struct string *const s = string_dup(ec->heap, value_to_pointer(code->constants[NEAR_BX]));
    SAVE();
    if (TRP_UNLIKELY(s == NULL)) MEMORY();
    NEAR_A = value_pointer(s);
    NEXT;
}

    // --- Variables

do_GETUP:
    NEAR_A = env_up(ec->frame->up, C)->registers[B];
    NEXT;
do_SETUP: {
    struct env *const env = env_up(ec->frame->up, C);
    heap_store(ec->heap, env, &env->registers[B], NEAR_A);
    NEXT;
}
do_GETFAR:
    RA = env_up(ec->frame->up, *pc++)->registers[B];
    NEXT;
do_SETFAR: {
    struct env *const env = env_up(ec->frame->up, *pc++);
    heap_store(ec->heap, env, &env->registers[B], RA);
    NEXT;
}
do_GETIV: {
    struct vm_ivar_site *const site = &code->ivar_sites[NEAR_BX];
    const value_t *const place = vm_ivar_cached(&site->cache, R[0]);
    if (TRP_LIKELY(place != NULL)) {
        NEAR_A = *place;
        NEXT;
    }
    SAVE();
    value_t const v = site_get_ivar(ec, site, R[0]);
    if (v == VALUE_UNDEF) goto raise;
    NEAR_A = v;
    NEXT;
}
do_SETIV: {
    struct vm_ivar_site *const site = &code->ivar_sites[NEAR_BX];
    // acquire: the layout that the object gets is there; pairs with the release in keep_word (cache.c). Never a frozen one
    if (TRP_LIKELY(operator_set_ivar(ec->heap, atomic_load_explicit(&site->cache, memory_order_acquire), R[0], NEAR_A))) NEXT;
    SAVE();
    if (!site_set_ivar(ec, site, R[0], NEAR_A)) goto raise;
    NEXT;
}
do_GETGLOBAL: {
    SAVE();
    value_t const v = vm_global_get(ec, value_to_symbol(code->constants[VM_BX(w)]));
    if (v == VALUE_UNDEF) goto raise;
    RA = v;
    NEXT;
}
do_SETGLOBAL:
    SAVE();
    if (!vm_global_set(ec, value_to_symbol(code->constants[VM_BX(w)]), RA)) goto raise;
    if (TRP_LIKELY(!ec_vm(ec)->globals_traced || !ec_is_main(ec))) NEXT;
    AFTER_CALL(call_global_assigned(ec, value_to_symbol(code->constants[VM_BX(w)]), RA));
do_GETCVAR: {
    SAVE();
    value_t const v = slow_get_class_variable(ec, value_to_symbol(code->constants[VM_BX(w)]));
    if (v == VALUE_UNDEF) goto raise;
    RA = v;
    NEXT;
}
do_SETCVAR:
    SAVE();
    if (!slow_set_class_variable(ec, value_to_symbol(code->constants[VM_BX(w)]), RA)) goto raise;
    NEXT;
do_GETCONST: {
    struct vm_const_site *const site = &code->const_sites[NEAR_BX];
    // acquire: pairs with class_constant_remember
    const struct constant_entry *const e = atomic_load_explicit(&site->cache, memory_order_acquire);
    if (TRP_LIKELY(e != NULL && const_entry_valid(ec, e, ec->frame->method->lexical))) {
        NEAR_A = e->value;
        NEXT;
    }
    SAVE();
    value_t const v = slow_get_constant(ec, site);
    if (v == VALUE_UNDEF) goto raise;
    if (v == VALUE_ABSENT) {
        AFTER_CALL(constant_missing(ec, class_value(constant_base(ec)), true, site->name, window_above(ec), A));
    }
    NEAR_A = v;
    NEXT;
}
do_GETCONSTFROM: {
    struct vm_const_site *const site = &code->const_sites[*pc++];
    value_t const base = RB;
    const struct constant_entry *const e = atomic_load_explicit(&site->cache, memory_order_acquire); // as GETCONST
    if (TRP_LIKELY(e != NULL && value_is_heap(base) && const_entry_valid(ec, e, value_to_pointer(base)))) {
        RA = e->value;
        NEXT;
    }
    SAVE();
    value_t const v = slow_get_constant_from(ec, site, base);
    if (v == VALUE_UNDEF) goto raise;
    if (v == VALUE_ABSENT) AFTER_CALL(constant_missing(ec, base, false, site->name, window_above(ec), A));
    RA = v;
    NEXT;
}
do_SETCONST: {
    symbol_t const name = value_to_symbol(code->constants[*pc++]);
    SAVE();
    value_t const base = C ? class_value(constant_base(ec)) : RB;
    if (!slow_set_constant(ec, base, name, RA)) goto raise;
    if (TRP_UNLIKELY(ec->warning != VALUE_NIL)) AFTER_CALL(call_warn(ec));
    NEXT;
}
do_GETSPECIAL: {
    SAVE();
    value_t const v = slow_get_special_of(ec, ec->frame, B);
    if (v == VALUE_UNDEF) goto raise;
    RA = v;
    NEXT;
}
do_SETSPECIAL:
    SAVE();
    if (!slow_set_special_of(ec, ec->frame, B, RA)) goto raise;
    NEXT;
do_GETERROR:
    RA = ec->errinfo;
    NEXT;
do_SETERROR:
    ec->errinfo = RA;
    NEXT;

    // --- Operators

    ARITHMETIC(ADD, __builtin_saddl_overflow((int64_t)a, (int64_t)(b - 1), &out), +);
    ARITHMETIC(SUB, (__builtin_ssubl_overflow((int64_t)a, (int64_t)(b - 1), &out)), -);
    ARITHMETIC(MUL, (__builtin_smull_overflow((int64_t)(a - 1), (int64_t)b >> 1, &out) || (out += 1, false)), *);
do_DIV: {
    value_t const a = NEAR_B, b = NEAR_C;
    if (TRP_LIKELY(value_both_fixnum(a, b)) && TRP_LIKELY(b != value_fixnum(0) && b != value_fixnum(-1))) {
        NEAR_A = value_fixnum(floor_div(value_to_fixnum(a), value_to_fixnum(b)));
        pc++;
        NEXT;
    }
    if (both_flonum(a, b)) {
        value_t const v = value_try_flonum(value_to_flonum(a) / value_to_flonum(b));
        if (TRP_LIKELY(v != VALUE_UNDEF)) {
            NEAR_A = v;
            pc++;
            NEXT;
        }
    }
    goto binary;
}
do_MOD: {
    value_t const a = NEAR_B, b = NEAR_C;
    if (TRP_LIKELY(value_both_fixnum(a, b)) && TRP_LIKELY(b != value_fixnum(0))) {
        NEAR_A = b == value_fixnum(-1) ? value_fixnum(0) : value_fixnum(floor_mod(value_to_fixnum(a), value_to_fixnum(b)));
        pc++;
        NEXT;
    }
    goto binary;
}
do_ADDI: {
    int64_t out;
    value_t const a = NEAR_B;
    if (TRP_LIKELY(value_is_fixnum(a)) && TRP_LIKELY(!__builtin_saddl_overflow((int64_t)a, 2 * (int64_t)(int8_t)C, &out))) {
        NEAR_A = (value_t)out;
        pc++;
        NEXT;
    }
    goto immediate;
}
do_SUBI: {
    int64_t out;
    value_t const a = NEAR_B;
    if (TRP_LIKELY(value_is_fixnum(a)) && TRP_LIKELY(!__builtin_ssubl_overflow((int64_t)a, 2 * (int64_t)(int8_t)C, &out))) {
        NEAR_A = (value_t)out;
        pc++;
        NEXT;
    }
    goto immediate;
}
    BITS(AND, &);
    BITS(OR, |);
do_XOR: {
    value_t const a = NEAR_B, b = NEAR_C;
    if (TRP_LIKELY(value_both_fixnum(a, b))) {
        NEAR_A = (a ^ b) | 1;
        pc++;
        NEXT;
    }
    goto binary;
}
do_SHL: {
    value_t const a = NEAR_B, b = NEAR_C;
    if (value_both_fixnum(a, b)) {
        int64_t const by = value_to_fixnum(b), v = value_to_fixnum(a);
        if (by >= 0 && by < 62 && v < ((int64_t)1 << (62 - by)) && v >= -((int64_t)1 << (62 - by))) {
            NEAR_A = value_fixnum((int64_t)((uint64_t)v << by));
            pc++;
            NEXT;
        }
    } else if (value_is(a, TYPE_ARRAY) && object_class_id(value_to_pointer(a)) == CLASS_ARRAY &&
               !object_frozen(value_to_pointer(a))) {
        SAVE();
        if (TRP_UNLIKELY(!array_push(ec->heap, value_to_array(a), b))) MEMORY();
        NEAR_A = a;
        pc++;
        NEXT;
    }
    goto binary;
}
do_SHR: {
    value_t const a = NEAR_B, b = NEAR_C;
    if (value_both_fixnum(a, b)) {
        int64_t const by = value_to_fixnum(b);
        if (by >= 0) {
            NEAR_A = value_fixnum(value_to_fixnum(a) >> (by > 63 ? 63 : by));
            pc++;
            NEXT;
        }
    }
    goto binary;
}
do_NEG: {
    value_t const a = NEAR_B;
    if (value_is_fixnum(a) && a != value_fixnum(FIXNUM_MIN)) {
        NEAR_A = value_fixnum(-value_to_fixnum(a));
        pc++;
        NEXT;
    }
    if (value_is_flonum(a)) {
        value_t const v = value_try_flonum(-value_to_flonum(a));
        if (v != VALUE_UNDEF) {
            NEAR_A = v;
            pc++;
            NEXT;
        }
    }
    goto unary;
}
do_NOT: {
    // `!` is only asked when a program defined it anywhere: the redefined table
    NEAR_A = value_bool(!value_truthy(NEAR_B));
    pc++;
    NEXT;
}
do_EQ: {
    value_t const a = NEAR_B, b = NEAR_C;
    if (TRP_LIKELY(value_both_fixnum(a, b))) {
        NEAR_A = value_bool(a == b);
        pc++;
        NEXT;
    }
    int const same = operator_equal(a, b);
    if (same >= 0) {
        NEAR_A = value_bool(same);
        pc++;
        NEXT;
    }
    goto binary;
}
do_NEQ: {
    value_t const a = NEAR_B, b = NEAR_C;
    int const same = operator_equal(a, b);
    if (TRP_LIKELY(same >= 0)) {
        NEAR_A = value_bool(!same);
        pc++;
        NEXT;
    }
    goto not_equal;
}
    COMPARISON(LT, <);
    COMPARISON(LE, <=);
    COMPARISON(GT, >);
    COMPARISON(GE, >=);
do_EQQ: {
    value_t const a = NEAR_B, b = NEAR_C;
    int const same = operator_case_equal(ec, a, b);
    if (TRP_LIKELY(same >= 0)) {
        NEAR_A = value_bool(same);
        pc++;
        NEXT;
    }
    goto binary;
}
do_INDEX: {
    value_t const a = NEAR_B, b = NEAR_C;
    if (TRP_LIKELY(value_is_heap(a))) {
        class_id_t const class = object_class_id(value_to_pointer(a));
        if (TRP_LIKELY(class == CLASS_ARRAY && value_is_fixnum(b))) {
            NEAR_A = array_get(value_to_array(a), value_to_fixnum(b));
            pc++;
            NEXT;
        }
        if (class == CLASS_HASH) {
            value_t const v = operator_hash_get(ec->runtime, value_to_hash(a), b);
            if (TRP_LIKELY(v != VALUE_UNDEF)) {
                NEAR_A = v;
                pc++;
                NEXT;
            }
        }
    }
    goto binary;
}
do_SETINDEX: {
    value_t const a = NEAR_A, b = NEAR_B;
    if (TRP_LIKELY(value_is_heap(a))) {
        class_id_t const class = object_class_id(value_to_pointer(a));
        if (TRP_LIKELY(class == CLASS_ARRAY && value_is_fixnum(b))) {
            struct array *const array = value_to_array(a);
            if (TRP_LIKELY((uint64_t)value_to_fixnum(b) < array_count(array) && !object_frozen(array))) {
                heap_store(ec->heap, array, (value_t *)array_items(array) + value_to_fixnum(b), NEAR_C);
                pc++;
                NEXT;
            }
        } else if (class == CLASS_HASH && operator_hash_set(ec, value_to_hash(a), b, NEAR_C)) {
            pc++;
            NEXT;
        }
    }
    goto set_index;
}
do_MATCHOP:
    goto binary;

    // Slow parts. The site is in the next word (ABCS).
redefined_binary:
    if (code->flags & CODE_PRELUDE) goto *dispatch_tables.plain[w & 0xff];
binary: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    operator_window(ec, code, RB, RC);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_MOVE, A, 0));
}
redefined_immediate:
    if (code->flags & CODE_PRELUDE) goto *dispatch_tables.plain[w & 0xff];
immediate: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    operator_window(ec, code, RB, value_fixnum((int8_t)C));
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_MOVE, A, 0));
}
redefined_unary:
    if (code->flags & CODE_PRELUDE) goto *dispatch_tables.plain[w & 0xff];
unary: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    operator_window(ec, code, RB, VALUE_NIL);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_MOVE, A, 0));
}
redefined_not_equal:
    if (code->flags & CODE_PRELUDE) goto do_NEQ;
not_equal: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    operator_window(ec, code, RB, RC);
    AFTER_CALL(call_not_equal(ec, site, window_above(ec), CONTINUE_MOVE, CONTINUE_NOT, A));
}
redefined_not:
    if (code->flags & CODE_PRELUDE) goto do_NOT;
    goto unary;
redefined_tos:
    if (code->flags & CODE_PRELUDE || value_is(RB, TYPE_STRING)) goto do_TOS;
    goto to_s;
redefined_setindex:
    if (code->flags & CODE_PRELUDE) goto do_SETINDEX;
set_index: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    value_t *const window = R + code->register_count;
    window[2] = RC;
    operator_window(ec, code, RA, RB);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_DISCARD, 0, 0));
}
redefined_branch_1:
    if (code->flags & CODE_PRELUDE) goto *dispatch_tables.plain[w & 0xff];
    operand = RB;
branch_1: {
    struct vm_callsite *const site = SITE(pc[1]);
    pc += 2;
    SAVE();
    operator_window(ec, code, RA, operand);
    AFTER_CALL(call_condition(ec, site, window_above(ec), CONTINUE_BRANCH, CONTINUE_BRANCH_NOT));
}
redefined_branch_0:
    if (code->flags & CODE_PRELUDE) goto *dispatch_tables.plain[w & 0xff];
    operand = RB;
branch_0: {
    struct vm_callsite *const site = SITE(pc[1]);
    pc += 2;
    SAVE();
    operator_window(ec, code, RA, operand);
    AFTER_CALL(call_condition(ec, site, window_above(ec), CONTINUE_BRANCH_NOT, CONTINUE_BRANCH));
}
redefined_branch_not_1:
    if (code->flags & CODE_PRELUDE) goto do_JNOT;
    operand = VALUE_NIL;
    goto branch_1;
redefined_branch_not_0:
    if (code->flags & CODE_PRELUDE) goto do_JNNOT;
    operand = VALUE_NIL;
    goto branch_0;
redefined_branch_i1:
    if (code->flags & CODE_PRELUDE) goto *dispatch_tables.plain[w & 0xff];
    operand = value_fixnum((int8_t)B);
    goto branch_1;
redefined_branch_i0:
    if (code->flags & CODE_PRELUDE) goto *dispatch_tables.plain[w & 0xff];
    operand = value_fixnum((int8_t)B);
    goto branch_0;

    // --- Branches

do_JMP:
    pc += VM_SAX(w);
    NEXT;
do_LOOP:
    if (TRP_LIKELY(--ec->budget > 0)) NEXT;
    SAVE();
    live = A;
    goto poll;
do_JT:
    pc += value_truthy(NEAR_A) ? (int32_t)pc[0] + 1 : 1;
    NEXT;
do_JF:
    pc += value_truthy(NEAR_A) ? 1 : (int32_t)pc[0] + 1;
    NEXT;
do_JNIL:
    pc += NEAR_A == VALUE_NIL ? (int32_t)pc[0] + 1 : 1;
    NEXT;
do_JNNIL:
    pc += NEAR_A == VALUE_NIL ? 1 : (int32_t)pc[0] + 1;
    NEXT;
do_JGIVEN:
    pc += NEAR_A == VALUE_ABSENT ? 1 : (int32_t)pc[0] + 1;
    NEXT;
do_JNOT:
    pc += value_truthy(RA) ? 2 : (int32_t)pc[0] + 2;
    NEXT;
do_JNNOT:
    pc += value_truthy(RA) ? (int32_t)pc[0] + 2 : 2;
    NEXT;
do_JEQ: {
    int const same = operator_equal(NEAR_A, NEAR_B);
    if (TRP_LIKELY(same >= 0)) {
        pc += same ? (int32_t)pc[0] + 2 : 2;
        NEXT;
    }
    operand = NEAR_B;
    goto branch_1;
}
do_JNE: {
    int const same = operator_equal(NEAR_A, NEAR_B);
    if (TRP_LIKELY(same >= 0)) {
        pc += same ? 2 : (int32_t)pc[0] + 2;
        NEXT;
    }
    operand = NEAR_B;
    goto branch_0;
}
    COMPARE_BRANCH(JLT, <, 1)
    COMPARE_BRANCH(JNLT, <, 0)
    COMPARE_BRANCH(JLE, <=, 1)
    COMPARE_BRANCH(JNLE, <=, 0)
    COMPARE_BRANCH(JGT, >, 1)
    COMPARE_BRANCH(JNGT, >, 0)
    COMPARE_BRANCH(JGE, >=, 1)
    COMPARE_BRANCH(JNGE, >=, 0)
    COMPARE_BRANCH_IMMEDIATE(JEQI, ==, 1)
    COMPARE_BRANCH_IMMEDIATE(JNEI, ==, 0)
    COMPARE_BRANCH_IMMEDIATE(JLTI, <, 1)
    COMPARE_BRANCH_IMMEDIATE(JNLTI, <, 0)
    COMPARE_BRANCH_IMMEDIATE(JLEI, <=, 1)
    COMPARE_BRANCH_IMMEDIATE(JNLEI, <=, 0)
    COMPARE_BRANCH_IMMEDIATE(JGTI, >, 1)
    COMPARE_BRANCH_IMMEDIATE(JNGTI, >, 0)
    COMPARE_BRANCH_IMMEDIATE(JGEI, >=, 1)
    COMPARE_BRANCH_IMMEDIATE(JNGEI, >=, 0)

    // --- Calls

do_SENDSELF:
    NEAR_A = R[0];
do_SEND: {
    struct vm_callsite *const site = SITE(NEAR_BX);
    value_t *const window = &NEAR_A;
    struct resolution *r = atomic_load_explicit(&site->cache, memory_order_acquire); // pairs with fill (cache.c)
    class_id_t const class = TRP_LIKELY(value_is_heap(window[0])) ? object_class_id(value_to_pointer(window[0]))
                                                                  : value_class_id(window[0]);
    if (TRP_UNLIKELY(!site_hit(r, class))) {
        SAVE();
        r = site_find(ec, site, class);
        if (TRP_UNLIKELY(r == NULL)) AFTER_CALL(call_send_slow(ec, site, (size_t)(window - ec->stack)));
    }
    struct method *const method = r->method;
    uint32_t const argc = vm_callsite_plain(site);
    // acquire: pairs with set_simple (define.c)
    if (TRP_LIKELY(atomic_load_explicit(&method->simple, memory_order_acquire) == argc)) {
        const struct vm_code *const callee = method->code;
        struct vm_frame *const f = ec->frame + 1;
        if (TRP_UNLIKELY(!has_room(ec, f, window, callee))) {
            SAVE();
            AFTER_CALL(call_method(ec, method, site, (size_t)(window - ec->stack)));
        }
        SAVE();
        value_t const block = site->flags & CALL_BLOCK ? window[1 + argc] : VALUE_NIL;
        frame_clear(callee, window, 1 + argc);
        frame_fill(f, callee, method, (size_t)(window - ec->stack));
        f->block = block;
        f->flags = FRAME_METHOD;
        pc = callee->words;
        code = callee;
        ec->frame = f;
        R = window;
        if (TRP_LIKELY(--ec->budget > 0)) NEXT;
        live = code->local_count;
        goto poll;
    }
    if (TRP_LIKELY(method->kind == METHOD_READER && argc == 0)) {
        const value_t *const place = vm_ivar_cached(&method->ivar_caches[0], window[0]);
        if (TRP_LIKELY(place != NULL)) {
            window[0] = *place;
            NEXT;
        }
        SAVE();
        value_t const v = vm_ivar_find(ec, method->ivar_caches, TRP_COUNT(method->ivar_caches), method->ivar, window[0]);
        if (v == VALUE_UNDEF) goto raise;
        window[0] = v;
        NEXT;
    }
    SAVE();
    if (argc > UINT16_MAX) AFTER_CALL(call_method(ec, method, site, (size_t)(window - ec->stack)));
    switch ((enum method_kind)atomic_load_explicit(&method->kind, memory_order_relaxed)) {
    case METHOD_C: {
        if (!(site->flags & CALL_BLOCK) && method->flags & METHOD_WANTS_BLOCK) window[1 + argc] = VALUE_NIL;
        if (TRP_UNLIKELY((int)argc < method->argc_min || (method->argc_max >= 0 && (int)argc > method->argc_max))) break;
        ec->call_keywords = 0;
        ec->builtin = method;
        ec->call_window = (uint32_t)(window - ec->stack);
        value_t const v = method->function(ec, window[0], (int)argc, window + 1);
        if (TRP_UNLIKELY((v & 0x0f) == 4 && v != VALUE_NIL && v != VALUE_TRUE)) AFTER_CALL(call_result_of(ec, method, v));
        ec->builtin = NULL;
        R = ec->stack + ec->frame->window;
        NEAR_A = v;
        NEXT;
    }
    case METHOD_TRY: {
        if (!(site->flags & CALL_BLOCK) && method->flags & METHOD_WANTS_BLOCK) window[1 + argc] = VALUE_NIL;
        if (TRP_UNLIKELY((int)argc < method->argc_min || (method->argc_max >= 0 && (int)argc > method->argc_max))) break;
        ec->call_keywords = 0;
        ec->builtin = method;
        ec->call_window = (uint32_t)(window - ec->stack);
        ec->may_park = ec->dispatch == ec->counted; // to whoever counts or traces it would be two calls
        value_t const v = method->function(ec, window[0], (int)argc, window + 1);
        ec->may_park = false;
        if (TRP_UNLIKELY((v & 0x0f) == 4 && v != VALUE_NIL && v != VALUE_TRUE)) {
            size_t const offset = ec->call_window;
            if (v == VALUE_FAIL) AFTER_CALL(call_ruby_half(ec, method, site, offset));
            if (v != VALUE_UNDEF || !ec->wants_park) AFTER_CALL(call_result_of(ec, method, v));
            ec->wants_park = 0;
            ec->frame->flags |= FRAME_AGAIN;
            ec->parked_in = method;
            return RUN_PARKED;
        }
        ec->builtin = NULL;
        R = ec->stack + ec->frame->window;
        NEAR_A = v;
        NEXT;
    }
    case METHOD_WRITER: {
        if (TRP_UNLIKELY(argc != 1)) break;
        uint64_t const word = atomic_load_explicit(&method->ivar_caches[0], memory_order_acquire); // as SETIV
        if (TRP_UNLIKELY(!operator_set_ivar(ec->heap, word, window[0], window[1]))) {
            ec->builtin = method;
            if (!attribute_set(ec, method, window[0], window[1])) goto raise;
            ec->builtin = NULL;
        }
        window[0] = window[1];
        NEXT;
    }
    case METHOD_OPTIMIZED:
        if (method->optimized == OPTIMIZED_NEW) {
            AFTER_CALL(call_new(ec, value_to_class(window[0]), site, (size_t)(window - ec->stack)));
        }
        if (method->optimized != OPTIMIZED_CALL) break;
        operand = window[0];
        goto yield; // the window is the block's, but for R[0]
    default: break;
    }
    AFTER_CALL(call_method(ec, method, site, (size_t)(window - ec->stack)));
}
do_SUPER:
    SAVE();
    AFTER_CALL(call_super(ec, SITE(VM_BX(w)), ec->frame->window + A));
do_YIELD:
    operand = ec->frame->block;
    goto yield;
do_CALLBLOCK:
    operand = NEAR_A;
yield: {
    struct vm_callsite *const site = SITE(NEAR_BX);
    SAVE();
    if (TRP_UNLIKELY(!value_is(operand, TYPE_PROC))) {
        vm_raise(ec, CLASS_LOCAL_JUMP_ERROR, "no block given (yield)");
        goto raise;
    }
    struct proc *const proc = value_to_proc(operand);
    const struct vm_code *const callee = proc->code;
    value_t *const window = &NEAR_A;
    struct vm_frame *const f = ec->frame + 1;
    // Plain arguments for plain parameters, as many or more; a lone argument for several parameters may be an array.
    if (TRP_LIKELY(!(site->flags & (CALL_SPLAT | CALL_KEYWORDS | CALL_KWSPLAT | CALL_BLOCK)) && callee != NULL &&
                   takes_plain(&callee->params, site->argc) && !(proc->header & PROC_LAMBDA) &&
                   has_room(ec, f, window, callee))) {
        window[0] = proc->self;
        frame_clear(callee, window, 1u + callee->params.required);
        frame_fill(f, callee, proc->env->method, (size_t)(window - ec->stack));
        f->up = proc->env;
        f->flags = FRAME_BLOCK;
        pc = callee->words;
        code = callee;
        ec->frame = f;
        R = window;
        if (TRP_LIKELY(--ec->budget > 0)) NEXT;
        live = code->local_count;
        goto poll;
    }
    AFTER_CALL(call_proc(ec, proc, site, (size_t)(window - ec->stack)));
}
do_BLOCK:
do_LAMBDA: {
    SAVE();
    value_t const v = slow_proc(ec, code->children[VM_BX(w)], VM_OP(w) == OP_LAMBDA);
    if (TRP_UNLIKELY(v == VALUE_UNDEF)) goto raise;
    RA = v;
    NEXT;
}
do_TOPROC: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    value_t const v = RB;
    if (value_is_nil(v) || value_is(v, TYPE_PROC)) {
        RA = v;
        NEXT;
    }
    if (value_is_symbol(v)) {
        value_t const proc = slow_symbol_proc(ec, v);
        if (proc == VALUE_UNDEF) goto raise;
        RA = proc;
        NEXT;
    }
    bool const refined = vm_refined_method(ec, ec->frame->method, value_class_id(v), SYM_to_proc) != NULL;
    if (!refined && !value_responds_plainly(ec, v)) {
        AFTER_CALL(call_convert(ec, SYM_try_proc, v, CONTINUE_TO_PROC, A, B));
    }
    if (!refined && !value_responds_builtin(ec, v, SYM_to_proc, true)) {
        vm_raise_type(ec, v, "Proc");
        goto raise;
    }
    operator_window(ec, code, v, VALUE_NIL);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_TO_PROC, A, B));
}
do_GETBLOCK:
    RA = frame_block(ec, ec->frame);
    NEXT;
do_BLOCKGIVEN:
    RA = value_bool(!value_is_nil(frame_block(ec, ec->frame)));
    NEXT;
do_PRIM: {
    const struct vm_primitive *const primitive = &ec_vm(ec)->primitives[*pc++];
    SAVE();
    ec->call_window = (uint32_t)(&RA - ec->stack);
    value_t const v = primitive->function(ec, R[0], (int)B, &RA);
    if (TRP_LIKELY((v & 0x0f) != 4 || v == VALUE_NIL || v == VALUE_TRUE || v == VALUE_ABSENT)) {
        RA = v;
        NEXT;
    }
    if (v == VALUE_TAIL) AFTER_CALL(ec->tail_result);
    TRP_ASSERT(v == VALUE_UNDEF);
    if (!ec->wants_park) goto raise;
    ec->wants_park = 0; // woken, the ec goes on behind this instruction; prelude code tests its condition again
    RA = VALUE_NIL;
    return RUN_PARKED;
}

after_call:
    switch (call_result) {
    case CALL_VALUE:
        RELOAD();
        NEXT;
    case CALL_PUSHED:
        RELOAD();
        if (TRP_UNLIKELY(ec->hostile_move)) {
            ec_move_for_test(ec);
            RELOAD();
        }
        if (TRP_LIKELY(--ec->budget > 0)) NEXT;
        live = 0;
        goto poll;
    case CALL_SWITCHED:
        ec = fiber_switched(ec);
        goto switched;
    default: goto raise;
    }

poll:
    switch (vm_poll(ec, live)) {
    case POLL_GO_ON:
        RELOAD();
        NEXT;
    case POLL_PREEMPT: return RUN_PREEMPTED;
    default: goto raise;
    }

raise:
    ec->builtin = NULL;
    if (TRP_UNLIKELY(ec->dispatch == dispatch_tables.tracing) && trace_raise(ec)) AFTER_CALL(CALL_PUSHED);
    if (!vm_unwind(ec)) goto unwound;
    RELOAD();
    NEXT;

unwound: // the base frame is gone
    if (is_fiber_base(ec)) {
        ec = ec->unwound_to_end ? fiber_finished(ec, ec->result) : fiber_died(ec);
        goto switched;
    }
    return ec->unwound_to_end ? RUN_DONE : RUN_RAISED;

    // --- Returns

do_RETNIL:
    operand = VALUE_NIL;
    goto ret;
do_RETSELF:
    operand = R[0];
    goto ret;
do_RET:
    operand = NEAR_A;
ret: {
    struct vm_frame *const f = ec->frame;
    if (TRP_UNLIKELY(f->flags & (FRAME_ENV | FRAME_BASE | FRAME_CONTINUE))) goto ret_slow;
    R[0] = operand;
    ec->frame = f - 1;
    RELOAD();
    NEXT;
}
ret_slow: {
    struct vm_frame *const f = ec->frame;
    if (f->flags & FRAME_ENV) env_close(f->env);
    ec->frame = f - 1;
    // R[0] is the new object
    if (f->continuation == CONTINUE_NEW && (f->flags & (FRAME_CONTINUE | FRAME_BASE)) == FRAME_CONTINUE) {
        RELOAD();
        NEXT;
    }
    if (f->flags & FRAME_BASE) {
        ec->result = operand;
        if (!is_fiber_base(ec)) return RUN_DONE;
        ec = fiber_finished(ec, operand);
        goto switched;
    }
    if (!(f->flags & FRAME_CONTINUE)) {
        R[0] = operand;
        RELOAD();
        NEXT;
    }
    struct vm_frame const callee = *f; // the slot may be used again by what call_continue does
    AFTER_CALL(call_continue(ec, &callee, operand));
}
do_BREAK:
    SAVE();
    if (!unwind_break(ec, RA)) goto unwound;
    RELOAD();
    NEXT;
do_RETURNFROM:
    SAVE();
    if (!unwind_return(ec, RA)) goto unwound;
    RELOAD();
    NEXT;
do_RETHROW:
    SAVE();
    if (!unwind_again(ec, RA)) goto unwound;
    RELOAD();
    NEXT;
do_RAISE:
    SAVE();
    vm_raise_exception(ec, RA);
    goto raise;
do_RESCUEMATCH: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    value_t const class = RB;
    if (!value_is(class, TYPE_CLASS)) {
        vm_raise(ec, CLASS_TYPE_ERROR, "class or module required for rescue clause");
        goto raise;
    }
    if (TRP_LIKELY(object_class_id(value_to_pointer(class)) == CLASS_CLASS || vm_method_is_boot(ec, class, SYM_OP_eqq))) {
        RA = value_bool(value_is_a(ec->runtime, RC, value_to_class(class)));
        NEXT;
    }
    operator_window(ec, code, class, RC);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_TRUTH, A, 0));
}

    // --- Data

do_ARRAY: {
    unsigned const count = C;
    struct array *const a =
        count <= ARRAY_EMBEDDED_MAX ? array_new_small(ec->heap, &RB, count) : array_from(ec->heap, &RB, count);
    if (TRP_UNLIKELY(a == NULL)) {
        SAVE();
        MEMORY();
    }
    RA = value_pointer(a);
    NEXT;
}
do_ARRAYPUSH:
    SAVE();
    if (TRP_UNLIKELY(!array_push(ec->heap, value_to_array(RA), RB))) MEMORY();
    NEXT;
do_ARRAYCAT: {
    const struct array *const from = value_to_array(RB);
    SAVE();
    if (!array_append(ec->heap, value_to_array(RA), array_items(from), array_count(from))) MEMORY();
    NEXT;
}
do_SPLAT: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    value_t const v = RB;
    if (value_is_heap(v) && !value_is(v, TYPE_ARRAY) && !value_responds_plainly(ec, v)) {
        AFTER_CALL(call_convert(ec, SYM_try_a, v, CONTINUE_TO_A, A, B));
    }
    if (value_is(v, TYPE_ARRAY) || value_is_nil(v) || !value_responds_builtin(ec, v, SYM_to_a, true)) {
        struct array *a;
        if (value_is(v, TYPE_ARRAY)) a = array_from(ec->heap, array_items(value_to_array(v)), array_count(value_to_array(v)));
        else a = array_new_small(ec->heap, &v, !value_is_nil(v));
        if (a == NULL) MEMORY();
        RA = value_pointer(a);
        NEXT;
    }
    operator_window(ec, code, v, VALUE_NIL);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_TO_A, A, B));
}
do_TOARY: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    value_t const v = RB;
    if (value_is(v, TYPE_ARRAY)) {
        RA = v;
        NEXT;
    }
    if (value_is_heap(v) && !value_responds_plainly(ec, v)) {
        AFTER_CALL(call_convert(ec, SYM_try_ary, v, CONTINUE_TO_ARY, A, B));
    }
    if (!value_responds_builtin(ec, v, SYM_to_ary, true)) {
        struct array *const a = array_new_small(ec->heap, &v, 1);
        if (a == NULL) MEMORY();
        RA = value_pointer(a);
        NEXT;
    }
    operator_window(ec, code, v, VALUE_NIL);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_TO_ARY, A, B));
}
do_EXPAND: {
    uint32_t const parts = *pc++;
    SAVE();
    if (!slow_expand(ec, A, RB, parts)) goto raise;
    NEXT;
}
do_HASH: {
    SAVE();
    value_t const v = slow_hash_literal(ec, &RB, C);
    if (v == VALUE_UNDEF) goto raise;
    RA = v;
    NEXT;
}
do_HASHSET: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    if (operator_hash_set(ec, value_to_hash(RA), RB, RC)) NEXT;
    R[code->register_count + 2] = RC;
    operator_window(ec, code, RA, RB);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_DISCARD, 0, 0));
}
do_HASHMERGE: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    value_t const from = RB;
    if (value_is_nil(from)) NEXT;
    if (value_is(from, TYPE_HASH)) {
        if (!vm_hash_merge(ec, value_to_hash(RA), value_to_hash(from))) goto raise;
        NEXT;
    }
    if (!value_responds_plainly(ec, from)) AFTER_CALL(call_convert(ec, SYM_try_hash, from, CONTINUE_TO_HASH, A, B));
    if (!value_responds_builtin(ec, from, SYM_to_hash, true)) {
        vm_raise_type(ec, from, "Hash");
        goto raise;
    }
    operator_window(ec, code, from, VALUE_NIL);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_TO_HASH, A, B));
}
do_RANGE: {
    SAVE();
    value_t const from = RB, to = R[B + 1];
    struct range *const range = range_new(ec->heap, from, to, C);
    if (range == NULL) MEMORY();
    RA = value_pointer(range);
    if ((value_is_fixnum(from) && value_is_fixnum(to)) || value_is_nil(from) || value_is_nil(to) ||
        (value_is_float(from) && value_is_float(to)) || (value_is(from, TYPE_STRING) && value_is(to, TYPE_STRING))) {
        NEXT;
    }
    AFTER_CALL(range_check(ec, from, to, window_above(ec)));
}
do_TOS: {
    value_t const v = RB;
    if (value_is_fixnum(v)) { // STRCAT writes its digits
        RA = v;
        pc++;
        NEXT;
    }
    SAVE();
    value_t const s = slow_to_s(ec, v);
    if (s == VALUE_UNDEF) goto raise;
    if (s == VALUE_FAIL) goto to_s;
    RA = s;
    pc++;
    NEXT;
}
to_s: {
    struct vm_callsite *const site = SITE(*pc++);
    SAVE();
    operator_window(ec, code, RB, VALUE_NIL);
    AFTER_CALL(call_operator(ec, site, window_above(ec), CONTINUE_TO_S, A, B));
}
do_STRCAT: {
    SAVE();
    value_t const v = slow_concat(ec, &RB, C);
    if (v == VALUE_UNDEF) goto raise;
    RA = v;
    NEXT;
}
do_INTERN: {
    SAVE();
    symbol_t const s = string_symbol(ec->runtime, ec->heap, value_to_pointer(RB));
    if (s == 0) {
        vm_raise_symbol(ec);
        goto raise;
    }
    RA = value_symbol(s);
    NEXT;
}
do_REGEXP: {
    SAVE();
    value_t const v = slow_regexp(ec, RB, C);
    if (v == VALUE_UNDEF) goto raise;
    RA = v;
    NEXT;
}

    // --- Definitions

do_DEF: {
    SAVE();
    value_t name = VALUE_NIL;
    if (!define_method(ec, code, VM_BX(w), &name)) goto raise;
    RA = name;
    AFTER_CALL(define_added_hook(ec, name, window_above(ec)));
}
do_DEFS: {
    SAVE();
    value_t const object = RA;
    value_t name = VALUE_NIL;
    if (!define_singleton(ec, code, VM_BX(w), object, &name)) goto raise;
    RA = name;
    AFTER_CALL(define_singleton_hook(ec, object, name, window_above(ec)));
}
do_CLASS:
do_MODULE: {
    bool const module = VM_OP(w) == OP_MODULE;
    symbol_t const name = value_to_symbol(code->constants[pc[0]]);
    const struct vm_code *const body = code->children[VM_BX(pc[1])];
    pc += 2;
    SAVE();
    AFTER_CALL(define_class(ec, body, name, ec->frame->window + A, module));
}
do_SCLASS:
    SAVE();
    AFTER_CALL(define_singleton_body(ec, code->children[VM_BX(w)], ec->frame->window + A));
do_UNDEF:
    SAVE();
    if (!define_undef(ec, RA)) goto raise;
    AFTER_CALL(define_undefined_hook(ec, RA, window_above(ec)));
do_ALIAS:
    SAVE();
    if (!define_alias(ec, RA, RB)) goto raise;
    AFTER_CALL(define_added_hook(ec, RA, window_above(ec)));
do_GALIAS:
    SAVE();
    if (!vm_global_alias(ec, value_to_symbol(RA), value_to_symbol(RB))) goto raise;
    NEXT;
do_DEFINED: {
    value_t const name = code->constants[*pc++];
    SAVE();
    value_t const receiver = B == DEFINED_FCALL ? R[0] : RA;
    if (defined_asks(ec, B, receiver, name)) AFTER_CALL(call_defined_missing(ec, receiver, name, B == DEFINED_FCALL, A));
    RA = slow_defined(ec, B, RA, name) ? VALUE_TRUE : VALUE_NIL;
    NEXT;
}
do_METHODNAME:
    RA = frame_method_name(ec);
    NEXT;
do_ONCE: {
    // acquire: pairs with ONCESET
    value_t const v = atomic_load_explicit(&code->once[pc[0]], memory_order_acquire);
    if (v != VALUE_FALSE) {
        RA = v;
        pc += 1 + B;
        NEXT;
    }
    pc++;
    NEXT;
}
do_ONCESET: {
    SAVE();
    _Atomic(value_t) *const slot = &code->once[*pc++];
    if (!slow_once_set(ec, slot, RA)) goto raise;
    NEXT;
}
}
#pragma GCC diagnostic pop
