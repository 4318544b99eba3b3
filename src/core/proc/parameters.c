// The parameters of a method's or block's code, as Ruby tells them: arity, parameters, ruby2_keywords.
#include "core/proc/proc.h"

int parameters_arity(const struct vm_code *code, bool lambda)
{
    const struct vm_params *const p = &code->params;
    bool needs_keywords = false;
    for (unsigned i = 0; i < p->keyword_count; i++) needs_keywords = needs_keywords || p->keywords[i].required;
    int const min = p->required + p->post + needs_keywords;
    bool const rest = (p->flags & PARAM_REST) != 0;
    bool const keywords = p->keyword_count > 0 || (p->flags & PARAM_KWREST);
    int const max = p->required + p->post + p->optional + keywords;
    bool const exact = lambda ? !rest && min == max : !rest;
    return exact ? min : -min - 1;
}

bool parameters_push(struct ec *ec, struct array *list, const char *kind, symbol_t name)
{
    symbol_t const kind_symbol = symbol_intern_text(ec->runtime, kind);
    value_t const pair[2] = {value_symbol(kind_symbol), value_symbol(name)};
    struct array *const a = array_new_small(ec->heap, pair, name != 0 ? 2 : 1);
    return kind_symbol != 0 && a != NULL && array_push(ec->heap, list, value_pointer(a));
}

static symbol_t local_name(const struct vm_code *code, unsigned reg)
{
    return reg < code->local_count && code->local_names != NULL ? code->local_names[reg] : 0;
}

// A hidden or unnamed parameter goes by its sigil, a destructuring one by none.
static symbol_t sigil(struct ec *ec, symbol_t name, const char *text)
{
    bool const named = name != 0 && symbol_is_local(ec->runtime, name);
    return named ? name : symbol_intern_text(ec->runtime, text);
}

static bool push_keywords(struct ec *ec, const struct vm_code *code, struct array *out, unsigned *reg)
{
    const struct vm_params *const p = &code->params;
    bool ok = true;
    for (int required = 1; required >= 0; required--) {
        for (unsigned i = 0; ok && i < p->keyword_count; i++) {
            if (p->keywords[i].required != required) continue;
            ok = parameters_push(ec, out, required ? "keyreq" : "key", p->keywords[i].name);
        }
    }
    *reg += p->keyword_count;
    if (p->flags & PARAM_KWREST) ok = ok && parameters_push(ec, out, "keyrest", sigil(ec, local_name(code, (*reg)++), "**"));
    if (p->flags & PARAM_NO_KEYWORDS) ok = ok && parameters_push(ec, out, "nokey", 0);
    return ok;
}

value_t parameters_list(struct ec *ec, const struct vm_code *code, bool lambda)
{
    const struct vm_params *const p = &code->params;
    struct array *const out = array_new(ec->heap, 4);
    if (out == NULL) return vm_raise_memory(ec);
    const char *const required = lambda ? "req" : "opt";
    unsigned reg = 1;
    bool ok = true;
    for (unsigned i = 0; ok && i < p->required; i++) ok = parameters_push(ec, out, required, local_name(code, reg++));
    for (unsigned i = 0; ok && i < p->optional; i++) ok = parameters_push(ec, out, "opt", local_name(code, reg++));
    if (p->flags & PARAM_REST) {
        bool const shown = !(p->flags & PARAM_COMMA);
        if (shown) ok = ok && parameters_push(ec, out, "rest", sigil(ec, local_name(code, reg), "*"));
        reg++;
    }
    for (unsigned i = 0; ok && i < p->post; i++) ok = parameters_push(ec, out, required, local_name(code, reg++));
    ok = ok && push_keywords(ec, code, out, &reg);
    if (p->flags & PARAM_BLOCK) ok = ok && parameters_push(ec, out, "block", sigil(ec, local_name(code, reg), "&"));
    if (p->flags & PARAM_NO_BLOCK) ok = ok && parameters_push(ec, out, "noblock", 0);
    return ok ? value_pointer(out) : vm_raise_memory(ec);
}

// Flags the code, as CRuby does: for whoever runs it.
const char *parameters_ruby2_keywords(const struct vm_code *code, const char *unable)
{
    const struct vm_params *const p = &code->params;
    if (!(p->flags & PARAM_REST) || p->post > 0 || p->keyword_count > 0 || p->flags & PARAM_KWREST) return unable;
    ((struct vm_code *)(uintptr_t)code)->params.flags |= PARAM_RUBY2_KEYWORDS;
    return NULL;
}
