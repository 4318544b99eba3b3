// Argument set-up: everything beyond "as many plain arguments as required parameters". The incoming window is gathered into
// scratch registers above the new frame, then laid out in parameter order. Nothing is collected meanwhile.
#include "vm/interior.h"

#include <string.h>

struct gathered {
    size_t scratch;      // stack offset of the positional arguments
    size_t count;        // of them
    value_t keywords;    // Hash of keywords, or nil; owned by the callee when `fresh`
    const symbol_t *names; // or names and values by site: no hash was made
    size_t values;       // stack offset of the values
    unsigned name_count;
    bool fresh;
    value_t block;
};

size_t call_block_offset(const struct vm_callsite *site)
{
    return 1u + site->argc + (site->flags & CALL_KEYWORDS ? site->keyword_count : 0) + (site->flags & CALL_KWSPLAT ? 1 : 0);
}

value_t args_block(struct ec *ec, const struct vm_callsite *site, size_t window)
{
    return site->flags & CALL_BLOCK ? ec->stack[window + call_block_offset(site)] : VALUE_NIL;
}

static struct hash *keywords_hash(struct ec *ec, const symbol_t *names, const value_t *values, unsigned count)
{
    struct hash *const h = hash_new(ec->heap, count);
    if (h == NULL) return NULL;
    for (unsigned i = 0; i < count; i++) {
        if (!hash_set(ec->runtime, ec->heap, h, value_symbol(names[i]), values[i])) return NULL;
    }
    return h;
}

// Copies what the site passes behind `scratch`. The window itself may be overwritten afterwards.
static bool gather(struct ec *ec, const struct vm_callsite *site, size_t window, size_t scratch, struct gathered *g)
{
    *g = (struct gathered){.scratch = scratch, .keywords = VALUE_NIL, .block = args_block(ec, site, window)};
    const value_t *from = ec->stack + window + 1;
    size_t count = site->argc;
    if (site->flags & CALL_SPLAT) {
        const struct array *const a = value_to_array(from[0]);
        count = array_count(a);
        if (!ec_reserve(ec, scratch + count + VM_REGISTERS_MAX + 2 * VM_WINDOW_MARGIN)) return false;
        memcpy(ec->stack + scratch, array_items(a), count * sizeof(value_t));
    } else {
        if (!ec_reserve(ec, scratch + count + VM_REGISTERS_MAX + 2 * VM_WINDOW_MARGIN)) return false;
        memcpy(ec->stack + scratch, ec->stack + window + 1, count * sizeof(value_t));
    }
    g->count = count;
    const value_t *const after = ec->stack + window + 1 + site->argc;
    if (site->flags & CALL_KEYWORDS) {
        g->names = site->keywords;
        g->name_count = site->keyword_count;
        g->values = scratch + count;
        memcpy(ec->stack + g->values, after, g->name_count * sizeof(value_t));
    } else if (site->flags & CALL_KWSPLAT) {
        if (value_is(after[0], TYPE_HASH) && hash_count(value_to_hash(after[0])) > 0) g->keywords = after[0];
    } else if (site->flags & CALL_SPLAT && count > 0) { // ruby2_keywords
        value_t const last = ec->stack[scratch + count - 1];
        if (value_is(last, TYPE_HASH) && (value_to_hash(last)->header & HASH_KEYWORDS)) {
            g->count--;
            if (hash_count(value_to_hash(last)) > 0) g->keywords = last;
        }
    }
    return true;
}

static bool has_keywords(const struct gathered *g) { return g->name_count > 0 || !value_is_nil(g->keywords); }

// Turns keywords by name into a hash of their own. False: memory.
static bool keywords_to_hash(struct ec *ec, struct gathered *g)
{
    if (g->fresh || !has_keywords(g)) return true;
    struct hash *h;
    if (g->name_count > 0) {
        h = keywords_hash(ec, g->names, ec->stack + g->values, g->name_count);
    } else {
        h = hash_new(ec->heap, 0);
        if (h != NULL && !hash_copy(ec->heap, h, value_to_hash(g->keywords))) h = NULL;
        if (h != NULL) h->header &= ~(HASH_KEYWORDS | HASH_DEFAULT_PROC);
        if (h != NULL) h->ifnone = VALUE_NIL;
    }
    if (h == NULL) {
        vm_raise_memory(ec);
        return false;
    }
    g->keywords = value_pointer(h);
    g->name_count = 0;
    g->fresh = true;
    return true;
}

static bool keywords_to_positional(struct ec *ec, struct gathered *g, bool flag)
{
    if (!keywords_to_hash(ec, g)) return false;
    if (flag) value_to_hash(g->keywords)->header |= HASH_KEYWORDS;
    ec->stack[g->scratch + g->count++] = g->keywords;
    g->keywords = VALUE_NIL;
    return true;
}

bool args_flatten(struct ec *ec, const struct vm_callsite *site, size_t window, int *argc, bool *keywords)
{
    struct gathered g;
    size_t const scratch = window + 2u + call_block_offset(site);
    if (!gather(ec, site, window, scratch, &g)) return false;
    *keywords = has_keywords(&g);
    if (*keywords && !keywords_to_positional(ec, &g, false)) return false;
    value_t *const to = ec->stack + window + 1;
    memmove(to, ec->stack + g.scratch, g.count * sizeof(value_t));
    to[g.count] = g.block;
    *argc = (int)g.count;
    return true;
}

// --- Into parameters ---------------------------------------------------------------------------------------------------

static bool accepts_keywords(const struct vm_params *p) { return p->keyword_count > 0 || (p->flags & PARAM_KWREST); }

// A block given one array spreads it over its parameters, unless it has a single plain one.
bool args_unpacks(const struct vm_params *p)
{
    unsigned const fixed = p->required + p->post;
    bool const only_one = fixed == 1 && p->optional == 0 && !(p->flags & (PARAM_REST | PARAM_COMMA));
    if (only_one && p->required == 1) return false;
    if (accepts_keywords(p) && fixed + p->optional == 1 && !(p->flags & PARAM_REST)) return false;
    return fixed > 0 || p->optional > 1;
}

// Required keywords are named in the message too: "(given 0, expected 1; required keywords: a, b)".
static void name_required(struct ec *ec, const struct vm_params *p)
{
    unsigned count = 0;
    for (unsigned i = 0; i < p->keyword_count; i++) count += p->keywords[i].required;
    value_t const message = ivar_get(ec->runtime, ec->heap, ec->exception, SYM_ivar_message);
    if (count == 0 || !value_is(message, TYPE_STRING)) return;
    struct string *const s = value_to_string(message);
    string_set_size(s, string_size(s) - 1);
    bool ok = string_append_text(ec->heap, s, count > 1 ? "; required keywords:" : "; required keyword:");
    for (unsigned i = 0; ok && i < p->keyword_count; i++) {
        if (!p->keywords[i].required) continue;
        ok = string_append_text(ec->heap, s, " ") &&
             string_append_text(ec->heap, s, symbol_text(ec->runtime, p->keywords[i].name)) &&
             string_append_text(ec->heap, s, --count > 0 ? "," : ")");
    }
    if (!ok) vm_raise_memory(ec); // rather than half a message
}

static bool arity_error(struct ec *ec, const struct vm_params *p, size_t given)
{
    int const min = p->required + p->post;
    int const max = p->flags & PARAM_REST ? -1 : min + p->optional;
    vm_raise_arity(ec, (int)given, min, max);
    name_required(ec, p);
    return false;
}

static bool keyword_error(struct ec *ec, const char *what, const value_t *names, unsigned count)
{
    struct string *const s = string_format(ec->heap, "%s keyword%s: ", what, count > 1 ? "s" : "");
    for (unsigned i = 0; s != NULL && i < count; i++) {
        if (i > 0) string_append_text(ec->heap, s, ", ");
        if (value_is_symbol(names[i])) {
            string_append_symbol_inspected(ec->runtime, ec->heap, s, value_to_symbol(names[i]));
        } else if (value_is(names[i], TYPE_STRING)) {
            string_append_inspected(ec->heap, s, value_to_pointer(names[i]));
        } else {
            struct string *const shown = vm_inspect_plain(ec, names[i]);
            if (shown != NULL) string_append_string(ec->heap, s, shown);
        }
    }
    value_t const e = s == NULL ? VALUE_UNDEF : exception_new(ec, CLASS_ARGUMENT_ERROR, value_pointer(s));
    if (e == VALUE_UNDEF) vm_raise_memory(ec);
    else vm_raise_exception(ec, e);
    return false;
}

static value_t keyword_value(struct ec *ec, const struct gathered *g, symbol_t name)
{
    if (g->name_count > 0) {
        for (unsigned i = g->name_count; i-- > 0;) { // the last of equal names counts
            if (g->names[i] == name) return ec->stack[g->values + i];
        }
        return VALUE_UNDEF;
    }
    if (value_is_nil(g->keywords)) return VALUE_UNDEF;
    return hash_get(ec->runtime, value_to_hash(g->keywords), value_symbol(name));
}

static bool is_keyword(const struct vm_params *p, value_t name)
{
    for (unsigned i = 0; i < p->keyword_count; i++) {
        if (value_symbol(p->keywords[i].name) == name) return true;
    }
    return false;
}

#define REPORTED 16u
static bool unknown_keywords(struct ec *ec, const struct vm_params *p, const struct gathered *g)
{
    value_t unknown[REPORTED];
    unsigned count = 0;
    for (unsigned i = 0; i < g->name_count && count < REPORTED; i++) {
        if (!is_keyword(p, value_symbol(g->names[i]))) unknown[count++] = value_symbol(g->names[i]);
    }
    if (!value_is_nil(g->keywords)) {
        struct hash *const h = value_to_hash(g->keywords);
        for (size_t i = 0; i < hash_end(h) && count < REPORTED; i++) {
            value_t const key = hash_key_at(h, i);
            if (key != VALUE_UNDEF && !is_keyword(p, key)) unknown[count++] = key;
        }
    }
    return count == 0 || keyword_error(ec, "unknown", unknown, count);
}

// Fills the keyword registers from `to` on, then the keyword rest.
static bool place_keywords(struct ec *ec, const struct vm_params *p, struct gathered *g, size_t to)
{
    value_t missing[REPORTED];
    unsigned missing_count = 0;
    for (unsigned i = 0; i < p->keyword_count; i++) {
        value_t const v = keyword_value(ec, g, p->keywords[i].name);
        if (v == VALUE_UNDEF && p->keywords[i].required && missing_count < REPORTED) {
            missing[missing_count++] = value_symbol(p->keywords[i].name);
        }
        ec->stack[to + i] = v == VALUE_UNDEF ? VALUE_ABSENT : v;
    }
    if (missing_count > 0) return keyword_error(ec, "missing", missing, missing_count);
    if (!(p->flags & PARAM_KWREST)) return unknown_keywords(ec, p, g);
    if (!has_keywords(g)) {
        struct hash *const h = hash_new(ec->heap, 0);
        if (h == NULL) return vm_raise_memory(ec), false;
        ec->stack[to + p->keyword_count] = value_pointer(h);
        return true;
    }
    if (!keywords_to_hash(ec, g)) return false;
    for (unsigned i = 0; i < p->keyword_count; i++) {
        hash_delete(ec->runtime, ec->heap, value_to_hash(g->keywords), value_symbol(p->keywords[i].name));
    }
    ec->stack[to + p->keyword_count] = g->keywords;
    return true;
}

// Required, optional, rest and post from the gathered arguments. The count fits. *given_optional out.
static bool place_positional(struct ec *ec, const struct vm_params *p, const struct gathered *g, size_t window,
                             unsigned *given_optional)
{
    size_t const fixed = p->required + p->post;
    size_t const optional = g->count - fixed < p->optional ? g->count - fixed : p->optional;
    size_t const rest = g->count - fixed - optional;
    const value_t *from = ec->stack + g->scratch;
    value_t *to = ec->stack + window + 1;
    memcpy(to, from, (p->required + optional) * sizeof(value_t));
    for (size_t i = optional; i < p->optional; i++) to[p->required + i] = VALUE_NIL;
    from += p->required + optional;
    to += p->required + p->optional;
    if (p->flags & PARAM_REST) {
        struct array *const a = array_from(ec->heap, from, rest);
        if (a == NULL) return vm_raise_memory(ec), false;
        *to++ = value_pointer(a);
    }
    from += rest;
    memcpy(to, from, p->post * sizeof(value_t));
    *given_optional = (unsigned)optional;
    return true;
}

// A block's argument list becomes long or short enough.
static void adjust_block(struct ec *ec, const struct vm_params *p, struct gathered *g)
{
    size_t const min = p->required + p->post;
    if (g->count < min && g->name_count > 0) { // the keywords' values stand right behind
        memmove(ec->stack + g->scratch + min, ec->stack + g->values, g->name_count * sizeof(value_t));
        g->values = g->scratch + min;
    }
    while (g->count < min) ec->stack[g->scratch + g->count++] = VALUE_NIL;
    if (!(p->flags & PARAM_REST) && g->count > min + p->optional) g->count = min + p->optional;
}

// |*packed| of prelude blocks.
static bool place_packed(struct ec *ec, const struct vm_code *code, struct gathered *g, size_t window)
{
    if (has_keywords(g) && !keywords_to_positional(ec, g, false)) return false;
    const value_t *const items = ec->stack + g->scratch;
    value_t packed = g->count == 0 ? VALUE_NIL : items[0];
    if (g->count > 1) {
        struct array *const a = array_from(ec->heap, items, g->count);
        if (a == NULL) return vm_raise_memory(ec), false;
        packed = value_pointer(a);
    }
    if (g->count != 1) ec->frame->flags |= FRAME_PACKED;
    ec->stack[window + 1] = packed;
    frame_clear(code, ec->stack + window, 2);
    return true;
}

static bool spread(struct ec *ec, struct gathered *g)
{
    const struct array *const a = value_to_array(ec->stack[g->scratch]);
    size_t const count = array_count(a);
    if (!ec_reserve(ec, g->scratch + count + VM_REGISTERS_MAX + 2 * VM_WINDOW_MARGIN)) return false;
    memmove(ec->stack + g->scratch + count, ec->stack + g->scratch + 1, g->name_count * sizeof(value_t));
    g->values = g->scratch + count;
    memcpy(ec->stack + g->scratch, array_items(a), count * sizeof(value_t));
    g->count = count;
    return true;
}

// Whether a call without keywords needs nothing looked up for them: each has a default.
static bool keywords_may_lack(const struct vm_params *p, bool strict)
{
    if (!accepts_keywords(p)) return true;
    if (!strict || p->flags & PARAM_KWREST) return false;
    for (unsigned i = 0; i < p->keyword_count; i++) {
        if (p->keywords[i].required) return false;
    }
    return true;
}

// Plain arguments for parameters without trailing ones, whose keywords may all lack: laid out in place. Returns 1 when done, 0
// when the general way has to be gone (or has to raise), -1 when an exception is set.
static int setup_in_place(struct ec *ec, const struct vm_code *code, const struct vm_callsite *site, size_t window,
                          bool strict, value_t *block, uint32_t *entry)
{
    const struct vm_params *const p = &code->params;
    size_t count = site->argc;
    if (site->flags & (CALL_SPLAT | CALL_KEYWORDS | CALL_KWSPLAT) || p->post != 0) return 0;
    if (!keywords_may_lack(p, strict)) return 0;
    if (p->flags & PARAM_NO_BLOCK || (p->flags & PARAM_PACK && count != 1)) return 0;
    bool const rest = p->flags & PARAM_REST;
    size_t const most = (size_t)p->required + p->optional;
    if (count < p->required || (strict && !rest && count > most)) return 0;
    value_t *const w = ec->stack + window + 1;
    if (!strict && count == 1 && value_is(w[0], TYPE_ARRAY) && args_unpacks(p)) return 0;
    *block = site->flags & CALL_BLOCK ? w[count] : VALUE_NIL;
    if (count > most && !rest) count = most;
    size_t const given = count < most ? count : most;
    size_t next = most;
    if (rest) {
        struct array *const a = array_from(ec->heap, w + given, count - given);
        if (a == NULL) return vm_raise_memory(ec), -1;
        w[next++] = value_pointer(a);
    }
    for (size_t i = given; i < most; i++) w[i] = VALUE_NIL;
    for (unsigned i = 0; i < p->keyword_count; i++) w[next++] = VALUE_ABSENT;
    if (p->flags & PARAM_BLOCK) w[next++] = *block;
    frame_clear(code, w - 1, next + 1);
    *entry = p->optional > 0 && p->optional_entry != NULL ? p->optional_entry[given - p->required] : 0;
    return 1;
}

bool args_setup(struct ec *ec, const struct vm_code *code, const struct vm_callsite *site, size_t window, bool strict,
                value_t *block, uint32_t *entry)
{
    const struct vm_params *const p = &code->params;
    int const in_place = setup_in_place(ec, code, site, window, strict, block, entry);
    if (in_place != 0) return in_place > 0;
    struct gathered g;
    size_t const frame_end = window + code->register_count;
    size_t const window_end = window + 2u + call_block_offset(site);
    size_t const scratch = (frame_end > window_end ? frame_end : window_end) + VM_WINDOW_MARGIN;
    if (!gather(ec, site, window, scratch, &g)) return false;
    if (p->flags & PARAM_PACK) {
        *block = g.block;
        *entry = 0;
        return place_packed(ec, code, &g, window);
    }
    if (p->flags & PARAM_NO_BLOCK && !value_is_nil(g.block)) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "no block accepted"), false;
    }
    if (has_keywords(&g) && !accepts_keywords(p)) {
        if (p->flags & PARAM_NO_KEYWORDS) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "no keywords accepted"), false;
        if (!keywords_to_positional(ec, &g, p->flags & PARAM_RUBY2_KEYWORDS)) return false;
    }
    if (!strict) {
        // Keywords keep it from being spread, even none (**{}), unless there are only required parameters.
        bool const alone = g.count == 1 && (p->flags & PARAM_SIMPLE || !(site->flags & (CALL_KEYWORDS | CALL_KWSPLAT)));
        if (alone && args_unpacks(p) && value_is(ec->stack[g.scratch], TYPE_ARRAY) && !spread(ec, &g)) return false;
        adjust_block(ec, p, &g);
    } else {
        size_t const min = p->required + p->post;
        bool const many = !(p->flags & PARAM_REST) && g.count > min + p->optional;
        if (g.count < min || many) return arity_error(ec, p, g.count);
    }
    unsigned given_optional = 0;
    if (!place_positional(ec, p, &g, window, &given_optional)) return false;
    size_t next = window + 1 + p->required + p->optional + (p->flags & PARAM_REST ? 1 : 0) + p->post;
    if (accepts_keywords(p)) {
        if (!place_keywords(ec, p, &g, next)) return false;
        next += p->keyword_count + (p->flags & PARAM_KWREST ? 1 : 0);
    }
    if (p->flags & PARAM_BLOCK) ec->stack[next++] = g.block;
    frame_clear(code, ec->stack + window, next - window);
    *block = g.block;
    *entry = p->optional > 0 && p->optional_entry != NULL ? p->optional_entry[given_optional] : 0;
    return true;
}
