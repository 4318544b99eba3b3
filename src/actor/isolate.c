// Isolation. Purpose: a block that runs in another actor must not reach what is around it.
//
// Which outer variables a block mentions is read off its code: GETUP and SETUP that go further up than the block itself. For
// Ractor.new there may be none. A shareable Proc may read some, if they are never assigned again and hold shareable values:
// it then gets environments of its own, with copies.
//
// Either way the block runs under environments shaped like those it was compiled in, for its code counts levels; what it
// does not mention is nil in them. ($~ of a block is kept in the outermost one.)
// Data: the calling actor's.
#include "actor/interior.h"

enum format { FORMAT_N, FORMAT_A, FORMAT_AB, FORMAT_ABC, FORMAT_ABx, FORMAT_AsBx, FORMAT_J, FORMAT_AJ, FORMAT_ABCS,
              FORMAT_ABJS, FORMAT_ABCX };
static const uint8_t format_of[] = {
#define OP(name, format, doc) [OP_##name] = FORMAT_##format,
#include "vm/ops.def"
#undef OP
};

static unsigned words_of(enum vm_op op)
{
    switch ((enum format)format_of[op]) {
    case FORMAT_AJ:
    case FORMAT_ABCS:
    case FORMAT_ABCX: return 2;
    case FORMAT_ABJS: return 3;
    default: return 1;
    }
}

static bool is_block(const struct vm_code *code)
{
    return code->kind == CODE_BLOCK || code->kind == CODE_LAMBDA || code->kind == CODE_EVAL;
}

// --- What a block mentions -----------------------------------------------------------------------------------------------
#define OUTER_MAX 64
struct outer { // a variable around the block
    uint8_t level, reg; // level 1: of the code around it
};
struct mentions {
    const struct vm_code *block;
    struct outer read[OUTER_MAX];
    unsigned count;
    struct outer written[OUTER_MAX]; // by the block itself
    unsigned written_count;
    bool yields, many; // many: more than there is room for
};

static const struct vm_code *code_at(const struct vm_code *block, unsigned level)
{
    while (block != NULL && level-- > 0) block = block->parent;
    return block;
}

static symbol_t name_of(const struct vm_code *block, struct outer o)
{
    const struct vm_code *const code = code_at(block, o.level);
    return code == NULL || code->local_names == NULL || o.reg >= code->local_count ? 0 : code->local_names[o.reg];
}

static void add(struct outer *list, unsigned *count, struct mentions *m, struct outer o)
{
    for (unsigned i = 0; i < *count; i++) {
        if (list[i].level == o.level && list[i].reg == o.reg) return;
    }
    if (*count == OUTER_MAX) {
        m->many = true;
    } else {
        list[(*count)++] = o;
    }
}

static void note(struct mentions *m, vm_word word, unsigned depth)
{
    if (VM_C(word) <= depth) return;
    struct outer const o = {(uint8_t)(VM_C(word) - depth), VM_B(word)};
    const struct vm_code *const code = code_at(m->block, o.level);
    if (code != NULL && code->block_register != 0 && code->block_register == o.reg) {
        m->yields = true; // the block of the method around
    } else if (VM_OP(word) == OP_SETUP) {
        add(m->written, &m->written_count, m, o);
    } else {
        add(m->read, &m->count, m, o);
    }
}

// Recursion is as deep as blocks are nested, which the parser bounds.
static void scan(struct mentions *m, const struct vm_code *code, unsigned depth)
{
    for (uint32_t i = 0; i < code->word_count; i += words_of(VM_OP(code->words[i]))) {
        enum vm_op const op = VM_OP(code->words[i]);
        if (op == OP_GETUP || op == OP_SETUP) note(m, code->words[i], depth);
        if (op == OP_YIELD && depth == 0) m->yields = true;
    }
    for (uint32_t i = 0; i < code->child_count; i++) {
        if (is_block(code->children[i])) scan(m, code->children[i], depth + 1);
    }
}

// --- Whether a variable is assigned more than once -------------------------------------------------------------------------
static bool writes_register(vm_word word, vm_word second, unsigned reg)
{
    unsigned const a = VM_A(word);
    switch (VM_OP(word)) {
    case OP_SETUP: case OP_SETIV: case OP_SETGLOBAL: case OP_SETCVAR: case OP_SETCONST: case OP_SETERROR: case OP_SETINDEX:
    case OP_SETSPECIAL: case OP_LOOP: case OP_JT: case OP_JF: case OP_JNIL: case OP_JNNIL: case OP_JGIVEN: case OP_RET:
    case OP_BREAK: case OP_RETURNFROM: case OP_RETHROW: case OP_RAISE: case OP_ARRAYPUSH: case OP_ARRAYCAT: case OP_HASHSET:
    case OP_HASHMERGE: case OP_UNDEF: case OP_ALIAS: case OP_GALIAS: case OP_ONCESET: case OP_NOP: case OP_RETNIL:
    case OP_RETSELF: case OP_JMP: return false;
    case OP_LOADNIL: return false; // where variables begin, or are given nil: the latter is rare, and found below
    case OP_EXPAND: return reg >= a && reg < a + (second >> 16) + (second >> 15 & 1) + (second & 0xff);
    default: return format_of[VM_OP(word)] != FORMAT_ABJS && a == reg;
    }
}

static bool is_parameter(const struct vm_code *code, unsigned reg)
{
    const struct vm_params *const p = &code->params;
    bool const rest = (p->flags & (PARAM_REST | PARAM_REST_UNNAMED)) != 0;
    unsigned const first_optional = 1u + p->required;
    if (reg >= first_optional && reg < first_optional + p->optional) return false; // its default is an assignment
    return reg >= 1 && reg < first_optional + p->optional + rest + p->post;
}

static unsigned assignments_above(const struct vm_code *code, unsigned depth, unsigned reg)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < code->word_count; i += words_of(VM_OP(code->words[i]))) {
        vm_word const word = code->words[i];
        count += VM_OP(word) == OP_SETUP && VM_C(word) == depth && VM_B(word) == reg;
    }
    for (uint32_t i = 0; i < code->child_count; i++) {
        if (is_block(code->children[i])) count += assignments_above(code->children[i], depth + 1, reg);
    }
    return count;
}

static bool assigned_again(const struct vm_code *code, unsigned reg)
{
    unsigned count = is_parameter(code, reg);
    for (uint32_t i = 0; i < code->word_count; i += words_of(VM_OP(code->words[i]))) {
        vm_word const second = i + 1 < code->word_count ? code->words[i + 1] : 0;
        count += writes_register(code->words[i], second, reg);
    }
    for (uint32_t i = 0; i < code->child_count; i++) {
        if (is_block(code->children[i])) count += assignments_above(code->children[i], 1, reg);
    }
    return count > 1;
}

// --- Errors ----------------------------------------------------------------------------------------------------------------
static bool append_names(struct ec *ec, struct string *s, const struct mentions *m, const struct outer *list,
                         unsigned count, bool *any)
{
    bool ok = true;
    for (unsigned i = 0; i < count && ok; i++) {
        symbol_t const name = name_of(m->block, list[i]);
        if (name == 0) continue;
        ok = string_append_text(ec->heap, s, *any ? ", " : " (") &&
             string_append(ec->heap, s, symbol_text(ec->runtime, name), symbol_size(ec->runtime, name));
        *any = true;
    }
    return ok;
}

static bool refuse(struct ec *ec, const struct mentions *m, const char *what, bool with_read)
{
    if (m->count * with_read + m->written_count == 0) {
        vm_raise_isolation(ec, "can not %s because it uses 'yield'.", what);
        return false;
    }
    struct string *const s = string_format(ec->heap, "can not %s because it accesses outer variables", what);
    bool any = false;
    bool ok = s != NULL && append_names(ec, s, m, m->written, m->written_count, &any);
    if (with_read) ok = ok && append_names(ec, s, m, m->read, m->count, &any);
    ok = ok && (!any || string_append_text(ec->heap, s, ")")) &&
         string_append_text(ec->heap, s, m->yields ? " and uses 'yield'." : ".");
    if (ok) vm_raise_isolation(ec, "%.*s", (int)string_size(s), string_bytes(s));
    else vm_raise_memory(ec);
    return false;
}

// Procs of the core's own methods (Method#to_proc, Hash#to_proc, curry) have environments that are nobody else's business.
static bool refuse_core(struct ec *ec, const struct proc *proc)
{
    bool const core = proc->code != NULL && proc->code->flags & CODE_PRELUDE;
    if (core) vm_raise(ec, CLASS_RUNTIME_ERROR, "not supported yet");
    return core;
}

bool isolate_check(struct ec *ec, const struct proc *proc)
{
    struct mentions m = {.block = proc->code};
    if (proc->header & (PROC_FROM_SYMBOL | PROC_ISOLATED)) return true;
    if (refuse_core(ec, proc)) return false;
    scan(&m, proc->code, 0);
    if (m.count + m.written_count == 0 && !m.yields) return true;
    // A variable that is read and written is named once.
    for (unsigned i = 0; i < m.written_count; i++) add(m.read, &m.count, &m, m.written[i]);
    m.written_count = 0;
    return refuse(ec, &m, "isolate a Proc", true);
}

// --- Environments ----------------------------------------------------------------------------------------------------------
static struct env *environment_new(struct heap *heap, const struct vm_code *code, struct method *scope)
{
    uint32_t const count = code->local_count > 0 ? code->local_count : 1;
    struct env *const env = heap_alloc_size(heap, sizeof *env + count * sizeof(value_t));
    if (env == NULL) return NULL;
    *env = (struct env){.header = header_make(TYPE_ENV, CLASS_NONE, LAYOUT_EMPTY, 0), .registers = env->slots,
                        .method = scope, .count = count,
                        .flags = ENV_ISOLATED | (is_block(code) ? 0 : ENV_METHOD)};
    for (uint32_t i = 0; i < count; i++) env->slots[i] = VALUE_NIL;
    return env;
}

static struct env *isolated_environments(struct ec *ec, const struct vm_code *code, struct method *scope)
{
    struct env *innermost = NULL;
    struct env **link = &innermost;
    for (const struct vm_code *around = code->parent; around != NULL; around = around->parent) {
        struct env *const env = environment_new(ec->heap, around, scope);
        if (env == NULL) return NULL;
        *link = env;
        link = &env->parent;
        if (around->kind == CODE_METHOD || around->kind == CODE_CLASS || around->kind == CODE_MAIN) break;
    }
    return innermost != NULL ? innermost : environment_new(ec->heap, code, scope);
}

static struct env *env_at(struct env *env, unsigned level)
{
    while (env != NULL && --level > 0) env = env->parent;
    return env;
}

static bool raise_unshareable(struct ec *ec, const struct mentions *m, struct outer o, value_t value)
{
    struct string *const s = vm_inspect_plain(ec, value);
    symbol_t const name = name_of(m->block, o);
    if (s == NULL) return vm_raise_memory(ec), false;
    vm_raise_isolation(ec, "cannot make a shareable Proc because it can refer unshareable object %.*s from variable '%s'",
                       (int)string_size(s), string_bytes(s), name == 0 ? "?" : symbol_text(ec->runtime, name));
    return false;
}

// One variable's value goes into the copy, if it may.
static bool copy_variable(struct ec *ec, const struct mentions *m, struct env *from, struct env *to, struct outer o)
{
    struct env *const source = env_at(from, o.level), *const target = env_at(to, o.level);
    const struct vm_code *const code = code_at(m->block, o.level);
    if (source == NULL || target == NULL || code == NULL || o.reg >= source->count || o.reg >= target->count) return true;
    if (assigned_again(code, o.reg)) {
        symbol_t const name = name_of(m->block, o);
        vm_raise_isolation(ec, "cannot make a shareable Proc because the outer variable '%s' may be reassigned.",
                           name == 0 ? "?" : symbol_text(ec->runtime, name));
        return false;
    }
    value_t const value = source->registers[o.reg];
    bool shared;
    if (!vm_share(ec, value, &shared)) return false;
    if (!shared) return raise_unshareable(ec, m, o, value);
    heap_store(ec->heap, target, &target->slots[o.reg], value);
    return true;
}

// Environments of its own for a Proc that is to be shared; everything in them is shared. NULL: exception set.
static struct env *copy_environments(struct ec *ec, const struct proc *proc)
{
    struct mentions m = {.block = proc->code};
    if (refuse_core(ec, proc)) return NULL;
    scan(&m, proc->code, 0);
    if (m.written_count > 0 || m.yields || m.many) return refuse(ec, &m, "make a Proc shareable", m.many), NULL;
    struct env *const env = isolated_environments(ec, proc->code, proc->env->method);
    if (env == NULL) return vm_raise_memory(ec), NULL;
    for (unsigned i = 0; i < m.count; i++) {
        if (!copy_variable(ec, &m, proc->env, env, m.read[i])) return NULL;
    }
    return env;
}

static void share_environments(struct heap *heap, struct env *env)
{
    for (; env != NULL; env = env->parent) heap_set_shared(heap, env);
}

bool isolate_in_place(struct ec *ec, struct proc *proc, struct isolated *before)
{
    *before = (struct isolated){proc, proc->header, proc->env};
    if (proc->header & (PROC_ISOLATED | PROC_FROM_SYMBOL)) return true;
    if (refuse_core(ec, proc)) return false;
    bool shared;
    if (!vm_share(ec, proc->self, &shared)) return false;
    if (!shared) {
        struct string *const s = vm_inspect_plain(ec, value_pointer(proc));
        if (s == NULL) return vm_raise_memory(ec), false;
        vm_raise_isolation(ec, "Proc's self is not shareable: %.*s", (int)string_size(s), string_bytes(s));
        return false;
    }
    struct env *const env = copy_environments(ec, proc);
    if (env == NULL) return false;
    share_environments(ec->heap, env);
    proc->env = env;
    proc->header |= PROC_ISOLATED;
    return true;
}

void isolate_undo(const struct isolated *before)
{
    before->proc->header = before->header;
    before->proc->env = before->env;
}

value_t isolate_proc(struct ec *ec, const struct proc *proc, value_t self, bool lambda)
{
    bool shared;
    if (!vm_share(ec, self, &shared)) return VALUE_UNDEF;
    if (!shared) {
        struct string *const s = vm_inspect_plain(ec, self);
        if (s == NULL) return vm_raise_memory(ec);
        return vm_raise_isolation(ec, "self should be shareable: %.*s", (int)string_size(s), string_bytes(s));
    }
    bool const plain = (proc->header & PROC_FROM_SYMBOL) != 0;
    struct env *env = plain ? NULL : proc->env;
    if (!(proc->header & PROC_ISOLATED) && (env = copy_environments(ec, proc)) == NULL) return VALUE_UNDEF;
    struct proc *const copy = heap_alloc(ec->heap, HEAP_32);
    if (copy == NULL) return vm_raise_memory(ec);
    if (!(proc->header & PROC_ISOLATED)) share_environments(ec->heap, env);
    *copy = *proc;
    copy->header = header_make(TYPE_PROC, CLASS_PROC, LAYOUT_EMPTY_FROZEN,
                               PROC_ISOLATED | (lambda ? PROC_LAMBDA : 0) | (proc->header & PROC_FROM_SYMBOL));
    copy->env = env;
    if (!plain) copy->self = self;
    heap_set_shared(ec->heap, copy);
    return value_pointer(copy);
}
