// The verifier. What passes may be run: operands are in range, jumps land on instructions, windows lie inside the
// frame, handlers are in place, and no path runs off the end. It does not follow the types of values: STRCAT, ARRAYPUSH
// and their like trust the compiler that what they are given was made by TOS, ARRAY and so on.
#include "vm/interior.h"
#include "vm/operands.h"

struct verifier {
    const struct vm_code *code;
    uint8_t *marks;     // per word: MARK_*
    uint32_t *work;     // offsets still to be followed
    uint32_t work_count;
    uint32_t offset;    // of the instruction being looked at
    const char *wrong;
};
enum { MARK_START = 1, MARK_REACHED = 2 };

static bool wrong(struct verifier *v, const char *what)
{
    if (v->wrong == NULL) v->wrong = what;
    return false;
}

static bool check(struct verifier *v, bool holds, const char *what) { return holds || wrong(v, what); }

// --- Operands ------------------------------------------------------------------------------------------------------
static bool check_constant(struct verifier *v, uint32_t index, char kind)
{
    const struct vm_code *const c = v->code;
    if (index >= c->constant_count) return wrong(v, "constant out of range");
    if (kind == 't') return check(v, value_is(c->constants[index], TYPE_STRING), "constant is not a string");
    if (kind == 'y') return check(v, value_is_symbol(c->constants[index]), "constant is not a symbol");
    return true;
}

static bool check_child(struct verifier *v, uint32_t index, enum vm_code_kind kind)
{
    const struct vm_code *const c = v->code;
    return check(v, index < c->child_count && c->children[index] != NULL && c->children[index]->kind == (uint8_t)kind,
                 "no such child");
}

static bool is_closure(const struct vm_code *code)
{
    return code->kind == CODE_BLOCK || code->kind == CODE_LAMBDA || code->kind == CODE_EVAL;
}

// Register `reg` of the environment `hops` up. What is around an eval is not known here.
static bool check_up(struct verifier *v, unsigned reg, unsigned hops)
{
    const struct vm_code *at = v->code;
    if (hops == 0) return wrong(v, "no environment that near");
    for (; hops > 0; hops--) {
        if (!is_closure(at)) return wrong(v, "no environment that far");
        if (at->parent == NULL) return check(v, at->kind == CODE_EVAL, "a block without code around");
        at = at->parent;
    }
    return check(v, reg < at->local_count, "register out of the environment");
}

static bool check_window(struct verifier *v, unsigned base, uint32_t index)
{
    const struct vm_code *const c = v->code;
    if (index >= c->callsite_count) return wrong(v, "call site out of range");
    const struct vm_callsite *const site = &c->callsites[index];
    unsigned size = 1u + site->argc;
    if (site->flags & CALL_KEYWORDS) size += site->keyword_count;
    if (site->flags & CALL_KWSPLAT) size++;
    if (site->flags & CALL_BLOCK) size++;
    return check(v, base + size <= c->register_count, "window out of the frame");
}

static bool check_operand(struct verifier *v, char kind, uint32_t value)
{
    const struct vm_code *const c = v->code;
    switch (kind) {
    case 'r': case 'w': return check(v, value < c->register_count, "register out of range");
    case 'z': return check(v, value <= c->register_count, "register out of range");
    case 'k': case 't': case 'y': return check_constant(v, value, kind);
    case 'v': return check(v, value < c->ivar_site_count, "variable site out of range");
    case 'n': return check(v, value < c->const_site_count, "constant site out of range");
    case 'c': return check(v, value < c->callsite_count, "call site out of range");
    case 'o': return check(v, value < c->once_count, "once-slot out of range");
    case 'b': return check_child(v, value, CODE_BLOCK);
    case 'l': return check_child(v, value, CODE_LAMBDA);
    case 'm': return check_child(v, value, CODE_METHOD);
    case 'g': return check_child(v, value, CODE_CLASS);
    default: return true;
    }
}

// --- Instructions whose operands depend on each other --------------------------------------------------------------
static bool check_registers(struct verifier *v, unsigned first, unsigned count)
{
    return check(v, first + count <= v->code->register_count, "registers out of range");
}

static bool check_defined(struct verifier *v, unsigned kind, uint32_t index)
{
    if (kind > DEFINED_SPECIAL) return wrong(v, "no such kind of defined?");
    if (index >= v->code->constant_count) return wrong(v, "constant out of range");
    value_t const name = v->code->constants[index];
    if (kind == DEFINED_SPECIAL) return check(v, value_is_fixnum(name), "constant is not a number");
    if (kind == DEFINED_YIELD || kind == DEFINED_SUPER) return true;
    return check(v, value_is_symbol(name), "constant is not a symbol");
}

static bool check_special_op(struct verifier *v, const vm_word *w)
{
    const struct vm_code *const c = v->code;
    unsigned const a = VM_A(*w), b = VM_B(*w), n = VM_C(*w);
    switch (VM_OP(*w)) {
    case OP_LOADNIL: return check(v, a <= b, "empty range of registers");
    case OP_GETUP: case OP_SETUP: return check_up(v, b, n);
    case OP_GETFAR: case OP_SETFAR: return check_up(v, b, w[1]);
    case OP_SETSPECIAL: return check(v, b <= SPECIAL_LAST_LINE, "no such special");
    case OP_SEND: case OP_SENDSELF: case OP_SUPER: case OP_YIELD: case OP_CALLBLOCK:
        return check_window(v, a, VM_BX(*w));
    case OP_PRIM:
        return check_registers(v, a, b) && check(v, (c->flags & CODE_PRELUDE) != 0, "primitive outside the prelude");
    case OP_ARRAY: return check_registers(v, b, n);
    case OP_STRCAT: return check_registers(v, b, n) && check(v, n > 0, "nothing to concatenate");
    case OP_HASH: return check_registers(v, b, 2 * n);
    case OP_RANGE: return check_registers(v, b, 2);
    case OP_EXPAND: {
        unsigned const count = (w[1] >> 16) + (w[1] >> 15 & 1) + (w[1] & 0xff);
        return check(v, (w[1] & 0x7f00) == 0, "no such parts") && check_registers(v, a, count);
    }
    case OP_CLASS: case OP_MODULE:
        return check_registers(v, a, VM_OP(*w) == OP_CLASS ? 2 : 1) &&
               check(v, VM_OP(w[2]) == OP_NOP, "no child word") && check_child(v, VM_BX(w[2]), CODE_CLASS);
    case OP_DEFINED: return check_defined(v, b, w[1]);
    case OP_KEYERROR: case OP_PATTERN: return wrong(v, "reserved instruction");
    default: return true;
    }
}

static bool check_instruction(struct verifier *v, const vm_word *w)
{
    struct vm_operands const s = vm_operands(VM_OP(*w));
    bool const wide = s.format == FORMAT_ABx || s.format == FORMAT_AsBx;
    if (!check_operand(v, s.a, VM_A(*w))) return false;
    if (!check_operand(v, s.b, wide ? VM_BX(*w) : VM_B(*w))) return false;
    if (!wide && s.format != FORMAT_J && !check_operand(v, s.c, VM_C(*w))) return false;
    if (s.format == FORMAT_ABCS || s.format == FORMAT_ABCX) {
        if (!check_operand(v, s.x, w[1])) return false;
    } else if (s.format == FORMAT_ABJS && !check_operand(v, s.x, w[2])) {
        return false;
    }
    return check_special_op(v, w);
}

// --- The words as a row of instructions ----------------------------------------------------------------------------
static bool check_words(struct verifier *v)
{
    const struct vm_code *const c = v->code;
    for (uint32_t at = 0; at < c->word_count;) {
        v->offset = at;
        if ((c->words[at] & 0xff) >= OP_COUNT) return wrong(v, "no such instruction");
        unsigned const size = vm_instruction_size(c->words[at]);
        if (size > c->word_count - at) return wrong(v, "instruction cut off");
        if (!check_instruction(v, c->words + at)) return false;
        v->marks[at] |= MARK_START;
        at += size;
    }
    return true;
}

// --- Paths ---------------------------------------------------------------------------------------------------------
static bool follow(struct verifier *v, int64_t target)
{
    if (target < 0 || target >= v->code->word_count || !(v->marks[target] & MARK_START)) {
        return wrong(v, "jump to no instruction");
    }
    if (v->marks[target] & MARK_REACHED) return true;
    v->marks[target] |= MARK_REACHED;
    v->work[v->work_count++] = (uint32_t)target; // each offset at most once
    return true;
}

static bool follow_next(struct verifier *v, int64_t target)
{
    if (target >= v->code->word_count) return wrong(v, "code runs off its end");
    return follow(v, target);
}

static bool step(struct verifier *v, uint32_t at)
{
    const vm_word *const w = v->code->words + at;
    int64_t const next = (int64_t)at + vm_instruction_size(*w);
    v->offset = at;
    switch (VM_OP(*w)) {
    case OP_RET: case OP_RETNIL: case OP_RETSELF: case OP_BREAK: case OP_RETURNFROM: case OP_RETHROW: case OP_RAISE:
        return true;
    case OP_JMP: return follow(v, next + VM_SAX(*w));
    case OP_ONCE: return follow_next(v, next) && follow_next(v, next + VM_B(*w));
    default: break;
    }
    uint8_t const format = vm_operands(VM_OP(*w)).format;
    if ((format == FORMAT_AJ || format == FORMAT_ABJS) && !follow(v, next + (int32_t)w[1])) return false;
    return follow_next(v, next);
}

static bool check_paths(struct verifier *v)
{
    const struct vm_code *const c = v->code;
    v->offset = 0;
    if (!follow_next(v, 0)) return false;
    for (unsigned i = 0; c->params.optional > 0 && i <= c->params.optional; i++) {
        if (c->params.optional_entry == NULL || !follow(v, c->params.optional_entry[i]))
            return wrong(v, "no such entry");
    }
    for (uint32_t i = 0; i < c->catch_count; i++) {
        if (!follow(v, c->catches[i].handler)) return false;
    }
    while (v->work_count > 0) {
        if (!step(v, v->work[--v->work_count])) return false;
    }
    return true;
}

// --- The rest ------------------------------------------------------------------------------------------------------
static bool check_catches(struct verifier *v)
{
    const struct vm_code *const c = v->code;
    for (uint32_t i = 0; i < c->catch_count; i++) {
        const struct vm_catch *const k = &c->catches[i];
        v->offset = k->start;
        if (k->start >= k->end || k->end > c->word_count) return wrong(v, "empty catch range");
        if (!(v->marks[k->start] & MARK_START) || (k->end < c->word_count && !(v->marks[k->end] & MARK_START))) {
            return wrong(v, "catch range inside an instruction");
        }
        if (k->kind > CATCH_DEFINED) return wrong(v, "no such handler");
        if (k->reg < c->local_count || k->reg + 2u > c->register_count)
            return wrong(v, "handler's register out of range");
    }
    return true;
}

static bool check_frame(struct verifier *v)
{
    const struct vm_code *const c = v->code;
    const struct vm_params *const p = &c->params;
    unsigned const params = p->required + p->optional + p->post + p->keyword_count + ((p->flags & PARAM_REST) != 0) +
                            ((p->flags & PARAM_KWREST) != 0) + ((p->flags & PARAM_BLOCK) != 0);
    v->offset = 0;
    if (c->register_count > VM_REGISTERS_MAX || c->local_count > c->register_count)
        return wrong(v, "too many registers");
    if (c->local_count < 1 + params) return wrong(v, "parameters out of the locals");
    if (c->block_register >= c->local_count) return wrong(v, "block register out of the locals");
    if (c->special_register != 0 && c->special_depth == 0 && c->special_register + 1u >= c->local_count) {
        return wrong(v, "special register out of the locals");
    }
    return c->special_register == 0 || c->special_depth == 0 || check_up(v, c->special_register + 1u, c->special_depth);
}

const char *vm_code_verify(const struct vm_code *code, uint32_t *offset)
{
    *offset = 0;
    if (code->word_count == 0) return "no code";
    struct verifier v = {.code = code};
    v.marks = base_alloc_zeroed(code->word_count);
    v.work = base_alloc(code->word_count * sizeof *v.work);
    if (v.marks == NULL || v.work == NULL) v.wrong = "no memory";
    else if (check_frame(&v) && check_words(&v) && check_catches(&v)) check_paths(&v);
    base_free(v.work);
    base_free(v.marks);
    *offset = v.offset;
    for (uint32_t i = 0; v.wrong == NULL && i < code->child_count; i++) {
        v.wrong = vm_code_verify(code->children[i], offset);
    }
    return v.wrong;
}
