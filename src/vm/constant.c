// Constants: lexical and inherited lookup, caches, class variables.
#include "vm/interior.h"

value_t vm_raise_constant_isolation(struct ec *ec, struct class *where, symbol_t name)
{
    return vm_raise_isolation(ec, "can not access non-shareable objects in constant %s::%s by non-main Ractor.",
                              vm_class_text(ec, where), symbol_text(ec->runtime, name));
}

// The constant's value. VALUE_UNDEF: isolation error raised. VALUE_ABSENT: an autoload is pending or under way, or it was
// removed.
static value_t load(struct ec *ec, const struct class_constant *c, struct class *where)
{
    value_t const v = heap_slot_load(ec->heap, &c->slot);
    if (v != VALUE_UNDEF) return class_constant_hidden(c, ec->root) ? VALUE_ABSENT : v;
    bool const private = atomic_load_explicit(&c->slot.word, memory_order_relaxed) != VALUE_UNDEF;
    return private ? vm_raise_constant_isolation(ec, where, c->name) : VALUE_ABSENT;
}

// The scope where names are looked up: the block of an instance_eval looks around it.
static const struct method *name_scope(const struct method *scope)
{
    if (scope->kind != METHOD_BODY && scope->nesting != NULL && scope->nesting->flags & METHOD_EVAL_SCOPE) {
        scope = scope->nesting; // a method that was defined there
    }
    while (scope->flags & METHOD_EVAL_SCOPE && scope->nesting != NULL) scope = scope->nesting;
    return scope;
}

static struct class_constant *find_lexical(struct ec *ec, symbol_t name, struct class **where)
{
    const struct method *const innermost = name_scope(ec->frame->method);
    for (const struct method *scope = innermost; scope != NULL; scope = scope->nesting) {
        if (scope->nesting == NULL) break; // the outermost is Object: found by inheritance
        if (scope->flags & METHOD_EVAL_SCOPE) continue;
        struct class_constant *const c = class_constant_own(scope->lexical, name);
        if (c == NULL) continue;
        *where = scope->lexical;
        return c;
    }
    return class_constant_find(ec->runtime, innermost->lexical, name, where);
}

struct class *constant_base(struct ec *ec) { return name_scope(ec->frame->method)->lexical; }

bool constant_defined(struct ec *ec, symbol_t name) { return find_lexical(ec, name, &(struct class *){0}) != NULL; }

// "already initialized constant", and where it was. False: no memory.
static bool warn_constant(struct ec *ec, struct class *class, const struct class_constant *old)
{
    bool const top = class == runtime_class(ec->runtime, CLASS_OBJECT);
    const struct vm_frame *const f = vm_user_frame(ec);
    if (f == NULL) return true;
    const char *const name = symbol_text(ec->runtime, old->name);
    struct string *const s = string_format(ec->heap, "%s:%u: warning: already initialized constant %s%s%s\n",
                                           symbol_text(ec->runtime, f->code->file), vm_frame_line(f),
                                           top ? "" : vm_class_text(ec, class), top ? "" : "::", name);
    struct string *place = string_new(ec->heap, "", 0, ENCODING_UTF8);
    if (old->file != 0) {
        place = string_format(ec->heap, "%s:%u: warning: previous definition of %s was here\n",
                              symbol_text(ec->runtime, old->file), old->line, name);
    }
    if (s == NULL || place == NULL || !string_append_string(ec->heap, s, place)) return vm_raise_memory(ec), false;
    ec->warning = value_pointer(s);
    return true;
}

// --- Sites -------------------------------------------------------------------------------------------------------------

// What a site knows. VALUE_UNDEF: nothing.
static value_t known(struct ec *ec, struct vm_const_site *site, const struct class *scope)
{
    // acquire: pairs with class_constant_remember
    const struct constant_entry *e = atomic_load_explicit(&site->cache, memory_order_acquire);
    for (; e != NULL; e = atomic_load_explicit(&e->next, memory_order_acquire)) {
        if (const_entry_valid(ec, e, scope)) return e->value;
    }
    return VALUE_UNDEF;
}

struct search { // where a site looks
    const struct class *scope; // what its entries go by
    struct class *base;        // where the search by inheritance begins
    bool lexical;              // and before, in the scopes around
};

static const struct class_constant *search(struct ec *ec, const struct search *s, symbol_t name, struct class **where)
{
    if (s->lexical) return find_lexical(ec, name, where);
    const struct class_constant *const c = class_constant_find(ec->runtime, s->base, name, where);
    bool const by_object = c != NULL && *where == runtime_class(ec->runtime, CLASS_OBJECT) && s->base != *where;
    return c == NULL || by_object || c->is_private ? NULL : c; // const_missing knows which
}

// Fills the site, unless the constant has changed since it was looked up. What is prelude runs once while the core boots.
static void remember(struct ec *ec, struct vm_const_site *site, const struct search *s, const struct class_constant *c,
                     value_t v)
{
    struct constant_entry const entry = {.scope = s->scope, .value = v, .owner = heap_private_owner(v), .base = s->base,
                                         .name = site->name};
    if (!ec_vm(ec)->boot_done || !class_constant_room(&site->cache, &entry)) return;
    struct class *where;
    base_lock_acquire(&ec->runtime->class_lock);
    bool const same = search(ec, s, site->name, &where) == c && heap_slot_load(ec->heap, &c->slot) == v &&
                      atomic_load_explicit(&c->aside, memory_order_relaxed) == NULL;
    if (same && class_constant_remember(ec->runtime, &site->cache, &entry)) vm_cache_counted(ec, CACHE_CONSTANT);
    base_lock_release(&ec->runtime->class_lock);
}

static value_t look_up(struct ec *ec, struct vm_const_site *site, const struct search *s)
{
    value_t v = known(ec, site, s->scope);
    if (v != VALUE_UNDEF) return v;
    struct class *where = NULL;
    const struct class_constant *const c = search(ec, s, site->name, &where);
    if (c == NULL) return VALUE_ABSENT;
    v = load(ec, c, where);
    if (v != VALUE_UNDEF && v != VALUE_ABSENT) remember(ec, site, s, c, v);
    return v;
}

value_t slow_get_constant(struct ec *ec, struct vm_const_site *site)
{
    struct search const s = {ec->frame->method->lexical, constant_base(ec), true};
    return look_up(ec, site, &s);
}

value_t slow_get_constant_from(struct ec *ec, struct vm_const_site *site, value_t base)
{
    if (!value_is(base, TYPE_CLASS)) {
        struct string *const s = vm_inspect_plain(ec, base);
        if (s == NULL) return vm_raise_memory(ec);
        return vm_raise(ec, CLASS_TYPE_ERROR, "%.*s is not a class/module", (int)string_size(s), string_bytes(s));
    }
    struct search const s = {value_to_class(base), value_to_class(base), false};
    return look_up(ec, site, &s);
}

value_t vm_constant_get(struct ec *ec, struct class *class, symbol_t name, bool inherit, bool private_too)
{
    struct class *where = class;
    const struct class_constant *const c =
        inherit ? class_constant_find(ec->runtime, class, name, &where) : class_constant_own(class, name);
    if (c == NULL || (c->is_private && !private_too)) return VALUE_UNDEF;
    value_t const v = load(ec, c, where);
    return v == VALUE_ABSENT ? VALUE_UNDEF : v;
}

// A class or module that is named for the first time takes the constant's name.
static bool name_class(struct ec *ec, struct class *base, symbol_t name, value_t value)
{
    struct class *const class = value_to_class(value);
    if (value_is(class->name, TYPE_STRING) && !(class->flags & CLASS_NAME_TEMPORARY)) return true;
    struct string *s;
    if (base == runtime_class(ec->runtime, CLASS_OBJECT)) {
        s = symbol_string(ec->runtime, ec->heap, name);
    } else {
        struct string *const outer = class_name_string(ec->runtime, ec->heap, base);
        if (outer == NULL) return false;
        s = string_format(ec->heap, "%.*s::%s", (int)string_size(outer), string_bytes(outer), symbol_text(ec->runtime, name));
    }
    if (s == NULL) return false;
    object_freeze(s);
    heap_set_shared(ec->heap, s);
    class_set_name(ec->runtime, class, value_pointer(s),
                   !value_is(base->name, TYPE_STRING) || base->flags & CLASS_NAME_TEMPORARY);
    return true;
}

// Where the user's code set it, for const_source_location.
static void note_place(struct ec *ec, struct class_constant *c)
{
    const struct vm_frame *const f = vm_user_frame(ec);
    if (c == NULL || f == NULL) return;
    c->file = f->code->file;
    c->line = vm_frame_line(f);
}

bool vm_constant_set(struct ec *ec, struct class *class, symbol_t name, value_t value)
{
    bool shared;
    if (!vm_share(ec, value, &shared)) return false;
    if (!shared && !ec_is_main(ec)) {
        vm_raise_isolation(ec, "can not set constants with non-shareable objects by non-main Ractors");
        return false;
    }
    if (value_is(value, TYPE_CLASS) && !name_class(ec, class, name, value)) return vm_raise_memory(ec), false;
    if (!class_constant_set_by(ec->runtime, ec->heap, class, name, value, shared, ec->root)) return vm_raise_memory(ec), false;
    note_place(ec, class_constant_own(class, name));
    return true;
}

bool slow_set_constant(struct ec *ec, value_t base, symbol_t name, value_t value)
{
    if (!value_is(base, TYPE_CLASS)) {
        struct string *const s = vm_inspect_plain(ec, base);
        if (s == NULL) return vm_raise_memory(ec), false;
        vm_raise(ec, CLASS_TYPE_ERROR, "%.*s is not a class/module", (int)string_size(s), string_bytes(s));
        return false;
    }
    struct class *const class = value_to_class(base);
    if (ec->frame->method->flags & METHOD_NO_CLASS && class == ec->frame->method->lexical) {
        vm_raise(ec, CLASS_TYPE_ERROR, "can't define singleton");
        return false;
    }
    if (object_frozen(class)) return vm_raise_frozen(ec, base), false;
    const struct class_constant *const old = class_constant_own(class, name);
    bool const there = old != NULL && atomic_load_explicit(&old->slot.word, memory_order_relaxed) != VALUE_UNDEF;
    if (there && !class_constant_hidden(old, ec->root) && !warn_constant(ec, class, old)) return false;
    return vm_constant_set(ec, class, name, value);
}

// Calls `where`.__autoload(name, base), which loads.
static enum call_result call_autoload(struct ec *ec, struct class *where, symbol_t name, value_t base, size_t window,
                                      enum vm_continuation continuation, unsigned dest)
{
    struct vm_callsite site = {.name = SYM___autoload, .argc = 2, .flags = CALL_FCALL};
    ec->stack[window] = class_value(where);
    ec->stack[window + 1] = value_symbol(name);
    ec->stack[window + 2] = base;
    return call_operator(ec, &site, window, continuation, dest, 0);
}

enum call_result constant_missing(struct ec *ec, value_t base, bool lexical, symbol_t name, size_t window, unsigned dest)
{
    struct search const s = {value_to_class(base), value_to_class(base), lexical};
    struct class *where = NULL;
    const struct class_constant *const c = search(ec, &s, name, &where);
    if (c != NULL && !value_is_nil(class_constant_pending(ec->runtime, c, ec->root))) {
        return call_autoload(ec, where, name, base, window, CONTINUE_CONST, dest);
    }
    struct vm_callsite site = {.name = SYM_const_missing, .argc = 1, .flags = CALL_FCALL};
    ec->stack[window] = base;
    ec->stack[window + 1] = value_symbol(name);
    return call_operator(ec, &site, window, CONTINUE_CONST, dest, 0);
}

enum call_result constant_load(struct ec *ec, struct class *where, symbol_t name)
{
    size_t const window = ec->frame->window + ec->frame->code->register_count;
    return call_autoload(ec, where, name, VALUE_NIL, window, CONTINUE_DISCARD, 0);
}

// --- Class variables ----------------------------------------------------------------------------------------------------

// The scope whose class owns class variables here: singleton classes are passed over.
static const struct method *variable_scope(struct ec *ec)
{
    const struct method *scope = name_scope(ec->frame->method);
    while (scope->nesting != NULL && (scope->lexical->flags & CLASS_IS_SINGLETON || scope->flags & METHOD_EVAL_SCOPE)) {
        scope = scope->nesting;
    }
    return scope;
}

static struct class *variable_class(struct ec *ec) { return variable_scope(ec)->lexical; }

// In the program itself, not in a class body or method.
static bool at_toplevel(struct ec *ec)
{
    const struct method *const scope = variable_scope(ec);
    return scope->nesting == NULL && scope->lexical == runtime_class(ec->runtime, CLASS_OBJECT);
}

bool class_variable_defined(struct ec *ec, symbol_t name)
{
    return class_variable_find(variable_class(ec), name, NULL) != NULL;
}

// The variable that a class sees. False: raised, for a class above has since got one of the same name.
static bool find_class_variable(struct ec *ec, struct class *class, symbol_t name, struct heap_slot **slot)
{
    struct class *front = NULL, *top = NULL;
    size_t count = 0;
    struct class *const *const ancestors = class_ancestors(class, &count);
    for (size_t i = 0; i < count; i++) {
        if (class_variable_own(ancestors[i], name, false) == NULL) continue;
        if (front == NULL) front = ancestors[i];
        top = ancestors[i];
    }
    *slot = class_variable_find(class, name, NULL);
    if (front == top) return true;
    struct string *const s = class_name_string(ec->runtime, ec->heap, front);
    if (s == NULL) return vm_raise_memory(ec), false;
    vm_raise(ec, CLASS_RUNTIME_ERROR, "class variable %s of %.*s is overtaken by %s", symbol_text(ec->runtime, name),
             (int)string_size(s), string_bytes(s), vm_class_text(ec, top));
    return false;
}

value_t slow_get_class_variable(struct ec *ec, symbol_t name)
{
    struct class *const class = variable_class(ec);
    if (at_toplevel(ec)) {
        return vm_raise(ec, CLASS_RUNTIME_ERROR, "class variable access from toplevel");
    }
    struct heap_slot *slot;
    if (!find_class_variable(ec, class, name, &slot)) return VALUE_UNDEF;
    if (slot == NULL) {
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, class_value(class), "uninitialized class variable %s in %s",
                             symbol_text(ec->runtime, name), vm_class_text(ec, class));
    }
    value_t const v = heap_slot_load(ec->heap, slot);
    if (v != VALUE_UNDEF) return v;
    return vm_raise_isolation(ec, "can not read non-shareable class variable %s from non-main Ractors (%s)",
                              symbol_text(ec->runtime, name), vm_class_text(ec, class));
}

bool slow_set_class_variable(struct ec *ec, symbol_t name, value_t value)
{
    struct class *const class = variable_class(ec);
    if (at_toplevel(ec)) {
        vm_raise(ec, CLASS_RUNTIME_ERROR, "class variable access from toplevel");
        return false;
    }
    if (!ec_is_main(ec)) {
        vm_raise_isolation(ec, "can not set class variables from non-main Ractors (%s from %s)",
                           symbol_text(ec->runtime, name), vm_class_text(ec, class));
        return false;
    }
    struct heap_slot *slot;
    if (!find_class_variable(ec, class, name, &slot)) return false;
    if (slot == NULL && object_frozen(class)) return vm_raise_frozen(ec, class_value(class)), false;
    if (slot == NULL) slot = class_variable_own(class, name, true);
    if (slot == NULL) return vm_raise_memory(ec), false;
    return vm_slot_store(ec, slot, value);
}
