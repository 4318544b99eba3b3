// The disassembler: one line an instruction, for --disasm, tests and debugging.
#include "vm/interior.h"
#include "vm/operands.h"

#include <stdio.h>

struct printer {
    struct runtime *runtime;
    const struct vm_code *code;
    void (*print)(const char *line, void *context);
    void *context;
    char line[240];
    size_t size;
};

static void put(struct printer *p, const char *format, ...) TRP_PRINTF(2, 3);
static void put(struct printer *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int const n = vsnprintf(p->line + p->size, sizeof p->line - p->size, format, list);
    va_end(list);
    if (n > 0) p->size += (size_t)n;
    if (p->size >= sizeof p->line) p->size = sizeof p->line - 1;
}

static void flush(struct printer *p)
{
    while (p->size > 0 && p->line[p->size - 1] == ' ') p->size--;
    p->line[p->size] = 0;
    p->print(p->line, p->context);
    p->size = 0;
}

static const char *name_of(struct printer *p, symbol_t symbol)
{
    return symbol ? symbol_text(p->runtime, symbol) : "(none)";
}

// --- Operands ------------------------------------------------------------------------------------------------------
static void put_string(struct printer *p, const struct string *s)
{
    size_t const size = string_size(s) < 40 ? string_size(s) : 40;
    put(p, "\"");
    for (size_t i = 0; i < size; i++) {
        unsigned char const c = (unsigned char)string_bytes(s)[i];
        if (c == '"' || c == '\\') put(p, "\\%c", c);
        else if (c < 32 || c == 127) put(p, "\\x%02x", c);
        else put(p, "%c", c);
    }
    put(p, size < string_size(s) ? "…\"" : "\"");
}

static void put_class(struct printer *p, const struct class *class)
{
    if (!value_is(class->name, TYPE_STRING)) {
        put(p, "class %u", (unsigned)class->id);
        return;
    }
    const struct string *const name = value_to_string(class->name);
    put(p, "%.*s", (int)string_size(name), string_bytes(name));
}

static void put_value(struct printer *p, value_t v)
{
    if (v == VALUE_NIL) put(p, "nil");
    else if (v == VALUE_TRUE) put(p, "true");
    else if (v == VALUE_FALSE) put(p, "false");
    else if (value_is_fixnum(v)) put(p, "%lld", (long long)value_to_fixnum(v));
    else if (value_is_symbol(v)) put(p, ":%s", symbol_text(p->runtime, value_to_symbol(v)));
    else if (value_is_float(v)) put(p, "%.17g", value_to_double(v));
    else if (value_is(v, TYPE_STRING)) put_string(p, value_to_pointer(v));
    else if (value_is(v, TYPE_CLASS)) put_class(p, value_to_class(v));
    else if (value_is(v, TYPE_ARRAY)) put(p, "array of %zu", array_count(value_to_array(v)));
    else if (value_is(v, TYPE_REGEXP)) {
        put(p, "regexp ");
        put_string(p, value_to_pointer(((const struct regexp *)value_to_pointer(v))->source));
    } else if (value_is(v, TYPE_RANGE)) {
        const struct range *const r = value_to_range(v);
        put_value(p, r->begin);
        put(p, r->header & RANGE_EXCLUSIVE ? "..." : "..");
        put_value(p, r->end);
    } else put(p, "an object");
}

static void put_site(struct printer *p, uint32_t index)
{
    if (index >= p->code->callsite_count) {
        put(p, "site %u?", (unsigned)index);
        return;
    }
    const struct vm_callsite *const site = &p->code->callsites[index];
    put(p, "%s/%u", name_of(p, site->name), site->argc);
    if (site->flags & CALL_SPLAT) put(p, " splat");
    for (unsigned i = 0; (site->flags & CALL_KEYWORDS) && i < site->keyword_count; i++) {
        put(p, " %s:", name_of(p, site->keywords[i]));
    }
    if (site->flags & CALL_KWSPLAT) put(p, " kwsplat");
    if (site->flags & CALL_BLOCK) put(p, " block");
    if (site->flags & CALL_VCALL) put(p, " vcall");
    if (site->flags & CALL_SUPER_IMPLICIT) put(p, " implicit");
}

static void put_special(struct printer *p, unsigned special)
{
    static const char *const names[] = {"$~", "$_", "$&", "$`", "$'", "$+"};
    if (special >= SPECIAL_GROUP) put(p, "$%u", special - SPECIAL_GROUP);
    else put(p, "%s", special < TRP_COUNT(names) ? names[special] : "?");
}

static void put_operand(struct printer *p, char kind, uint32_t value)
{
    const struct vm_code *const c = p->code;
    switch (kind) {
    case '-': return;
    case 'r': case 'w': case 'z': put(p, "R%u", (unsigned)value); break;
    case 'i': put(p, "%u", (unsigned)value); break;
    case 's': put(p, "%d", (int)value); break;
    case 'u': put(p, "U%u", (unsigned)value); break;
    case 'h': put(p, "^%u", (unsigned)value); break;
    case 'p': put_special(p, value); break;
    case 'k': case 't': case 'y':
        if (value < c->constant_count) put_value(p, c->constants[value]);
        break;
    case 'v': if (value < c->ivar_site_count) put(p, "%s", name_of(p, c->ivar_sites[value].name)); break;
    case 'n': if (value < c->const_site_count) put(p, "%s", name_of(p, c->const_sites[value].name)); break;
    case 'c': put_site(p, value); break;
    case 'o': put(p, "slot %u", (unsigned)value); break;
    case 'x': put(p, "%#x", (unsigned)value); break;
    default: put(p, "code %u", (unsigned)value);
    }
    put(p, " ");
}

static uint32_t put_instruction(struct printer *p, uint32_t at)
{
    const vm_word *const w = p->code->words + at;
    struct vm_operands const s = vm_operands(VM_OP(*w));
    uint32_t const next = at + vm_instruction_size(*w);
    bool const wide = s.format == FORMAT_ABx || s.format == FORMAT_AsBx;
    put(p, "%04u %-9s ", (unsigned)at, s.name);
    put_operand(p, s.a, VM_A(*w));
    if (wide) put_operand(p, s.b, s.format == FORMAT_AsBx ? (uint32_t)VM_SBX(*w) : VM_BX(*w));
    else put_operand(p, s.b, s.b == 's' ? (uint32_t)(int8_t)VM_B(*w) : VM_B(*w));
    if (!wide && s.format != FORMAT_J) put_operand(p, s.c, s.c == 's' ? (uint32_t)(int8_t)VM_C(*w) : VM_C(*w));
    if (s.format == FORMAT_ABCS || s.format == FORMAT_ABCX) put_operand(p, s.x, w[1]);
    if (s.format == FORMAT_ABJS) put_operand(p, s.x, w[2]);
    if (s.format == FORMAT_J) put(p, "-> %04d", (int)next + VM_SAX(*w));
    if (s.format == FORMAT_AJ || s.format == FORMAT_ABJS) put(p, "-> %04d", (int)next + (int32_t)w[1]);
    if (VM_OP(*w) == OP_CLASS || VM_OP(*w) == OP_MODULE) put(p, "code %u", (unsigned)VM_BX(w[2]));
    return next;
}

// --- Code ----------------------------------------------------------------------------------------------------------
static void put_head(struct printer *p)
{
    static const char *const kinds[] = {"main", "method", "block", "lambda", "class", "eval"};
    const struct vm_code *const c = p->code;
    put(p, "== %s %s %s:%u registers %u locals %u", c->kind < TRP_COUNT(kinds) ? kinds[c->kind] : "?",
        name_of(p, c->name), name_of(p, c->file), (unsigned)c->line, c->register_count, c->local_count);
    flush(p);
    for (unsigned i = 1; i < c->local_count; i++) {
        if (c->local_names[i] != 0) put(p, "%s=R%u ", name_of(p, c->local_names[i]), i);
    }
    if (c->block_register) put(p, "(block)=R%u ", c->block_register);
    if (c->special_register) put(p, "($~)=U%u^%u", c->special_register, c->special_depth);
    if (p->size > 0) flush(p);
}

static void put_catches(struct printer *p)
{
    for (uint32_t i = 0; i < p->code->catch_count; i++) {
        const struct vm_catch *const c = &p->code->catches[i];
        put(p, "%s %04u..%04u -> %04u R%u", c->kind == CATCH_ENSURE ? "ensure" : "rescue", (unsigned)c->start,
            (unsigned)c->end, (unsigned)c->handler, c->reg);
        flush(p);
    }
}

void vm_code_disassemble(struct runtime *runtime, const struct vm_code *code,
                         void (*print)(const char *line, void *context), void *context)
{
    struct printer p = {.runtime = runtime, .code = code, .print = print, .context = context};
    put_head(&p);
    uint32_t line = 0;
    for (uint32_t at = 0; at < code->word_count;) {
        if (VM_OP(code->words[at]) >= OP_COUNT || at + vm_instruction_size(code->words[at]) > code->word_count) {
            put(&p, "%04u (broken)", (unsigned)at);
            flush(&p);
            break;
        }
        uint32_t const here = vm_code_line(code, at);
        uint32_t const next = put_instruction(&p, at);
        if (here != line) put(&p, "%*s; %u", p.size < 40 ? (int)(40 - p.size) : 1, "", (unsigned)here);
        line = here;
        flush(&p);
        at = next;
    }
    put_catches(&p);
    for (uint32_t i = 0; i < code->child_count; i++) {
        vm_code_disassemble(runtime, code->children[i], print, context);
    }
}
