// Methods. Purpose: method tables, what a name resolves to, and noticing when the core's own operators are redefined.
// Invariants: a resolution is right for its class as long as its class id is set; whoever changes what a name means
// clears the id, under the lock, before the change returns; a cleared resolution is never used again.
// Data: written under the class lock, read by any thread without one.
#include "object/interior.h"

struct method *method_new(struct heap *heap, enum method_kind kind)
{
    _Static_assert(sizeof(struct method) <= 96, "a method is one 96-byte slot");
    struct method *const method = heap_alloc(heap, HEAP_96);
    if (method == NULL) return NULL;
    memset(method, 0, 96);
    method->header = header_make(TYPE_METHOD, CLASS_NONE, LAYOUT_EMPTY_FROZEN, 0);
    atomic_init(&method->kind, (uint8_t)kind);
    if (kind != METHOD_BODY) atomic_init(&method->simple, METHOD_INTRICATE);
    heap_set_shared(heap, method);
    return method;
}

// The slot is forgotten when the method dies (method_finalize).
bool method_set_proc(struct heap *heap, struct method *method, value_t proc, bool shared)
{
    TRP_ASSERT(method->kind == METHOD_PROC && method->source == NULL);
    atomic_init(&method->proc.word, VALUE_UNDEF);
    heap_set_fin(heap, method);
    return heap_slot_store(heap, &method->proc, proc, shared);
}

void method_copy(struct method *to, const struct method *from)
{
    uint64_t const header = to->header;
    bool const attribute = from->kind == METHOD_READER || from->kind == METHOD_WRITER;
    memcpy(to, from, attribute ? offsetof(struct method, ivar_caches) : offsetof(struct method, source));
    to->source = from->source;
    to->header = header;
}

void method_share_proc(struct method *copy, const struct method *from)
{
    atomic_init(&copy->proc.word, VALUE_UNDEF);
    copy->source = from->source != NULL ? from->source : (struct method *)(uintptr_t)from;
}

struct method *class_own_method(struct runtime *runtime, struct class *class, symbol_t name)
{
    (void)runtime;
    if (class->flags & CLASS_IS_ALIAS) class = class_attached_class(class);
    return name_table_get(&class->body->methods, name);
}

// The method as `alias` owns it. Class lock held. Without memory it is the module's own, from which `super` goes on at
// the module's first place.
static struct method *make_copy(struct runtime *runtime, struct class *alias, struct method *source)
{
    struct method_copy *const made = base_alloc(sizeof *made);
    if (made == NULL) return source;
    struct method *const copy = method_new(&runtime->state->late_heap, (enum method_kind)source->kind);
    if (copy == NULL) {
        base_free(made);
        return source;
    }
    method_copy(copy, source);
    copy->owner = alias;
    if (source->kind == METHOD_PROC) method_share_proc(copy, source);
    else copy->source = source;
    *made = (struct method_copy){.source = source, .copy = copy};
    struct method_copy *const old = name_table_get(&alias->body->copies, source->name);
    if (!name_table_put(runtime, &alias->body->copies, source->name, made)) {
        base_free(made);
        return source;
    }
    runtime_retire(runtime, old == NULL ? NULL : &old->retired);
    return copy;
}

static struct method *find_copy(struct class *alias, const struct method *source)
{
    struct method_copy *const found = name_table_get(&alias->body->copies, source->name);
    return found != NULL && found->source == source ? found->copy : NULL;
}

// The first method of that name from place `i` on; undefined: NULL.
static struct method *find_from(const struct ancestors *a, size_t i, symbol_t name, bool locked)
{
    for (; i < a->count; i++) {
        struct method *const method = name_table_get(&a->items[i]->body->methods, name);
        if (method == NULL) continue;
        if (method->kind == METHOD_UNDEF) return NULL;
        if (TRP_LIKELY(a->owners[i] == a->items[i])) return method;
        struct class *const alias = a->owners[i];
        struct method *copy = find_copy(alias, method);
        if (copy != NULL) return copy;
        struct runtime *const runtime = alias->body->runtime;
        if (!locked) base_lock_acquire(&runtime->class_lock);
        copy = find_copy(alias, method);
        if (copy == NULL) copy = make_copy(runtime, alias, method);
        if (!locked) base_lock_release(&runtime->class_lock);
        return copy;
    }
    return NULL;
}

struct method *class_find_method(const struct class *class, symbol_t name)
{
    return find_from(body_ancestors(class), 0, name, true);
}

static struct method *find_after(const struct class *class, const struct class *owner, symbol_t name, bool locked)
{
    const struct ancestors *const a = body_ancestors(class);
    size_t i = 0;
    while (i < a->count && a->owners[i] != owner) i++;
    return find_from(a, i + 1, name, locked);
}

struct method *class_resolve_super(struct runtime *runtime, class_id_t id, const struct class *owner, symbol_t name)
{
    return find_after(runtime_class(runtime, id), owner, name, false);
}

struct method *class_resolve_from(struct runtime *runtime, class_id_t id, size_t place, symbol_t name)
{
    return find_from(body_ancestors(runtime_class(runtime, id)), place, name, false);
}

// --- Resolutions -----------------------------------------------------------------------------------------------------
static struct resolution *current(struct class *class, class_id_t id, symbol_t name)
{
    struct resolution *const found = name_table_get(&class->body->resolutions, name);
    if (found == NULL) return NULL;
    // relaxed: a resolution that is cleared at this moment was right a moment ago
    return atomic_load_explicit(&found->class_id, memory_order_relaxed) == id ? found : NULL;
}

static TRP_NOINLINE struct resolution *resolve_slow(struct runtime *runtime, struct class *class, symbol_t name)
{
    base_lock_acquire(&runtime->class_lock);
    struct resolution *made = current(class, class->id, name);
    if (made == NULL) {
        made = base_alloc(sizeof *made);
        if (made != NULL) {
            runtime_grew(runtime, sizeof *made);
            *made = (struct resolution){.name = name, .method = class_find_method(class, name)};
            atomic_init(&made->class_id, class->id);
            if (name_table_put(runtime, &runtime->state->resolved, name, runtime) && // any value
                name_table_put(runtime, &class->body->resolutions, name, made)) {
                made->next = runtime->state->resolutions;
                runtime->state->resolutions = made;
            } else {
                base_free(made);
                made = NULL;
            }
        }
    }
    base_lock_release(&runtime->class_lock);
    return made;
}

// What is looked up by a name that may go: no method has it, since a method's name stays. Of no class, so no site takes it.
static struct resolution no_method = {.class_id = CLASS_NONE};

struct resolution *class_resolve(struct runtime *runtime, class_id_t id, symbol_t name)
{
    struct class *const class = runtime_class(runtime, id);
    struct resolution *const found = current(class, id, name);
    if (TRP_LIKELY(found != NULL)) return found;
    return symbol_passes(runtime, name) ? &no_method : resolve_slow(runtime, class, name);
}

struct method *class_lookup(struct runtime *runtime, class_id_t id, symbol_t name)
{
    const struct resolution *const found = class_resolve(runtime, id, name);
    if (TRP_LIKELY(found != NULL)) return found->method;
    base_lock_acquire(&runtime->class_lock);
    struct method *const method = class_find_method(runtime_class(runtime, id), name);
    base_lock_release(&runtime->class_lock);
    return method;
}

static struct super_resolution *current_super(struct class *class, class_id_t id, const struct class *owner, symbol_t name)
{
    struct super_resolution *r = name_table_get(&class->body->supers, name);
    while (r != NULL && r->owner != owner) r = r->sibling;
    // relaxed: as in current
    return r != NULL && atomic_load_explicit(&r->plain.class_id, memory_order_relaxed) == id ? r : NULL;
}

static TRP_NOINLINE struct super_resolution *resolve_super_slow(struct runtime *runtime, struct class *class,
                                                                const struct class *owner, symbol_t name)
{
    base_lock_acquire(&runtime->class_lock);
    struct super_resolution *made = current_super(class, class->id, owner, name);
    if (made == NULL) {
        made = base_alloc(sizeof *made);
        if (made != NULL) {
            runtime_grew(runtime, sizeof *made);
            *made = (struct super_resolution){.owner = owner, .sibling = name_table_get(&class->body->supers, name)};
            made->plain = (struct resolution){.name = name, .method = find_after(class, owner, name, true)};
            atomic_init(&made->plain.class_id, class->id);
            if (name_table_put(runtime, &runtime->state->resolved, name, runtime) && // any value
                name_table_put(runtime, &class->body->supers, name, made)) {
                made->plain.next = runtime->state->resolutions;
                runtime->state->resolutions = &made->plain;
            } else {
                base_free(made);
                made = NULL;
            }
        }
    }
    base_lock_release(&runtime->class_lock);
    return made;
}

struct super_resolution *class_resolve_above(struct runtime *runtime, class_id_t id, const struct class *owner,
                                             symbol_t name)
{
    struct class *const class = runtime_class(runtime, id);
    struct super_resolution *const found = current_super(class, id, owner, name);
    return TRP_LIKELY(found != NULL) ? found : resolve_super_slow(runtime, class, owner, name);
}

// --- What a change concerns ------------------------------------------------------------------------------------------
bool class_scratch_reserve(struct runtime *runtime, size_t count)
{
    struct object_state *const state = runtime->state;
    if (count <= state->scratch_capacity) return true;
    size_t const capacity = count < state->scratch_capacity * 2 ? state->scratch_capacity * 2 : count;
    struct class **const items = base_realloc(state->scratch, capacity * sizeof *items);
    if (items == NULL) return false;
    state->scratch = items;
    state->scratch_capacity = capacity;
    return true;
}

static bool gather_list(struct runtime *runtime, const struct class_list *list)
{
    struct object_state *const state = runtime->state;
    if (!class_scratch_reserve(runtime, state->scratch_count + list->count)) return false;
    for (uint32_t i = 0; i < list->count; i++) {
        struct class *const class = list->items[i];
        if (class->body->visited == state->visit) continue;
        class->body->visited = state->visit;
        state->scratch[state->scratch_count++] = class;
    }
    return true;
}

bool class_gather(struct runtime *runtime, struct class *class)
{
    struct object_state *const state = runtime->state;
    state->visit++;
    state->scratch_count = 0;
    struct class *items[1] = {class};
    if (!gather_list(runtime, &(struct class_list){items, 1, 1})) return false;
    if (!gather_list(runtime, &class->body->includers)) return false; // segments are flat: these are all
    for (size_t i = 0; i < state->scratch_count; i++) {
        if (!gather_list(runtime, &state->scratch[i]->body->subclasses)) return false;
    }
    return true;
}

static void check_resolution(struct class *class, symbol_t name)
{
    struct resolution *const r = name_table_get(&class->body->resolutions, name);
    if (r == NULL || r->method == class_find_method(class, name)) return;
    // release: pairs with nothing that reads `method`, which stays as it was; a site that still sees the id is in time
    atomic_store_explicit(&r->class_id, CLASS_NONE, memory_order_release);
    name_table_remove(&class->body->resolutions, name);
}

// Of a name's supers none holds any more, with the others.
static void clear_supers(struct class *class, symbol_t name)
{
    for (struct super_resolution *r = name_table_get(&class->body->supers, name); r != NULL; r = r->sibling) {
        atomic_store_explicit(&r->plain.class_id, CLASS_NONE, memory_order_release); // as check_resolution
    }
    name_table_remove(&class->body->supers, name);
}

void class_forget_supers(struct class *class)
{
    struct name_table *const t = atomic_load_explicit(&class->body->supers, memory_order_relaxed);
    uint32_t const count = name_table_count(&class->body->supers);
    for (uint32_t n = 0; n < count; n++) {
        struct super_resolution *r = atomic_load_explicit(&t->entries[n].value, memory_order_relaxed);
        while (r != NULL && heap_cycle_reached(r->owner)) r = r->sibling;
        if (r != NULL) clear_supers(class, t->entries[n].name);
    }
}

static void check_supers(struct class *class, symbol_t name)
{
    if (atomic_load_explicit(&class->body->supers, memory_order_relaxed) == NULL) return; // most classes have none
    for (struct super_resolution *r = name_table_get(&class->body->supers, name); r != NULL; r = r->sibling) {
        if (r->plain.method == find_after(class, r->owner, name, true)) continue;
        clear_supers(class, name);
        return;
    }
}

static void check_all(struct class *class, name_table_t *table, void (*check)(struct class *class, symbol_t name))
{
    struct name_table *const t = atomic_load_explicit(table, memory_order_relaxed);
    uint32_t const count = name_table_count(table);
    for (uint32_t n = 0; n < count; n++) check(class, t->entries[n].name);
}

void class_invalidate(struct runtime *runtime, symbol_t name)
{
    const struct object_state *const state = runtime->state;
    for (size_t i = 0; i < state->scratch_count; i++) {
        struct class *const class = state->scratch[i];
        if (name != 0) {
            check_resolution(class, name);
            check_supers(class, name);
        } else {
            check_all(class, &class->body->resolutions, check_resolution);
            check_all(class, &class->body->supers, check_supers);
        }
    }
}

// --- Changing --------------------------------------------------------------------------------------------------------
static bool is_basic_name(symbol_t name);

// What a definition leaves behind until a cycle, about: its slot; the Proc that it runs, with an environment.
static size_t definition_size(const struct method *method)
{
    return sizeof *method + (method->kind == METHOD_PROC ? 256 : 0);
}

bool class_add_method(struct runtime *runtime, struct class *class, struct method *method)
{
    TRP_ASSERT(method->name != 0);
    struct object_state *const state = runtime->state;
    symbol_t const name = method->name;
    base_lock_acquire(&runtime->class_lock);
    // A name that was never asked for is remembered nowhere. While the core defines its methods, that is most of them.
    bool const remembered = name_table_get(&state->resolved, name) != NULL;
    bool const basic = state->boot_done && is_basic_name(name);
    bool ok = (!remembered && !basic) || class_gather(runtime, class);
    struct method *const old = name_table_get(&class->body->methods, name);
    ok = ok && name_table_put(runtime, &class->body->methods, name, method);
    if (ok && old != NULL) heap_dropped(runtime->heap_world, value_pointer(old));
    if (state->boot_done) runtime_grew(runtime, definition_size(method));
    if (ok && remembered) class_invalidate(runtime, name);
    if (ok && basic) class_note_redefinitions(runtime, name);
    base_lock_release(&runtime->class_lock);
    if (!ok || !(class->flags & CLASS_IS_REFINEMENT)) return ok;
    return class_note_refined(runtime, class_attached_class(class), name);
}

void class_reserve_methods(struct runtime *runtime, struct class *class, uint32_t more)
{
    if (more == 0) return;
    base_lock_acquire(&runtime->class_lock);
    name_table_reserve(runtime, &class->body->methods, more);
    base_lock_release(&runtime->class_lock);
}

static void note_refined_operator(struct runtime *runtime, symbol_t name);

static void clear_resolution(struct class *class, symbol_t name)
{
    struct resolution *const r = name_table_get(&class->body->resolutions, name);
    if (r == NULL) return;
    atomic_store_explicit(&r->class_id, CLASS_NONE, memory_order_release); // as check_resolution
    name_table_remove(&class->body->resolutions, name);
}

bool class_note_refined(struct runtime *runtime, struct class *class, symbol_t name)
{
    struct object_state *const state = runtime->state;
    base_lock_acquire(&runtime->class_lock);
    bool const ok = class_gather(runtime, class);
    for (size_t i = 0; ok && i < state->scratch_count; i++) {
        clear_resolution(state->scratch[i], name);
        clear_supers(state->scratch[i], name);
    }
    if (ok) note_refined_operator(runtime, name);
    base_lock_release(&runtime->class_lock);
    return ok;
}

bool class_remove_method(struct runtime *runtime, struct class *class, symbol_t name)
{
    base_lock_acquire(&runtime->class_lock);
    struct method *const old = name_table_get(&class->body->methods, name);
    bool const found = old != NULL && class_gather(runtime, class);
    if (found) {
        heap_dropped(runtime->heap_world, value_pointer(old));
        name_table_remove(&class->body->methods, name);
        class_invalidate(runtime, name);
        class_note_redefinitions(runtime, name);
    }
    base_lock_release(&runtime->class_lock);
    return found;
}

void class_each_method(struct class *class, void (*visit)(struct method *method, void *context), void *context)
{
    struct name_table *const t = atomic_load_explicit(&class->body->methods, memory_order_acquire);
    uint32_t const count = t == NULL ? 0 : atomic_load_explicit(&t->count, memory_order_acquire);
    for (uint32_t i = 0; i < count; i++) {
        struct method *const method = atomic_load_explicit(&t->entries[i].value, memory_order_acquire);
        if (method != NULL) visit(method, context);
    }
}

// --- Basic operators -------------------------------------------------------------------------------------------------
static const class_id_t basic_classes[BASIC_CLASSES] = {
    CLASS_INTEGER, CLASS_FLOAT, CLASS_STRING, CLASS_ARRAY, CLASS_HASH, CLASS_SYMBOL, CLASS_NIL, CLASS_TRUE, CLASS_FALSE,
    CLASS_RANGE, CLASS_REGEXP, CLASS_PROC, CLASS_OBJECT, CLASS_MODULE, CLASS_CLASS};

static const symbol_t basic_names[BASIC_COUNT] = {
    [BASIC_PLUS] = SYM_OP_plus, [BASIC_MINUS] = SYM_OP_minus, [BASIC_TIMES] = SYM_OP_times,
    [BASIC_DIVIDE] = SYM_OP_divide, [BASIC_MODULO] = SYM_OP_modulo, [BASIC_LT] = SYM_OP_lt, [BASIC_LE] = SYM_OP_le,
    [BASIC_GT] = SYM_OP_gt, [BASIC_GE] = SYM_OP_ge, [BASIC_EQ] = SYM_OP_eq, [BASIC_NEQ] = SYM_OP_neq,
    [BASIC_NOT] = SYM_OP_not, [BASIC_AND] = SYM_OP_and, [BASIC_OR] = SYM_OP_or, [BASIC_XOR] = SYM_OP_xor,
    [BASIC_LEFT] = SYM_OP_left, [BASIC_RIGHT] = SYM_OP_right, [BASIC_UMINUS] = SYM_OP_uminus,
    [BASIC_INDEX] = SYM_OP_index, [BASIC_SET_INDEX] = SYM_OP_set_index, [BASIC_EQQ] = SYM_OP_eqq,
    [BASIC_MATCH] = SYM_OP_match, [BASIC_TO_S] = SYM_to_s, [BASIC_HASH] = SYM_hash, [BASIC_EQL] = SYM_eql,
    [BASIC_CMP] = SYM_OP_cmp, [BASIC_TO_A] = SYM_to_a};

static bool is_basic_name(symbol_t name)
{
    for (size_t op = 0; op < BASIC_COUNT; op++) {
        if (basic_names[op] == name) return true;
    }
    return false;
}

void runtime_boot_done(struct runtime *runtime)
{
    struct object_state *const state = runtime->state;
    base_lock_acquire(&runtime->class_lock);
    for (size_t c = 0; c < BASIC_CLASSES; c++) {
        struct class *const class = runtime_class(runtime, basic_classes[c]);
        for (size_t op = 0; op < BASIC_COUNT; op++) {
            state->boot_methods[c][op] = class_find_method(class, basic_names[op]);
        }
    }
    state->boot_done = true;
    runtime->permanent_classes = atomic_load_explicit(&runtime->class_count, memory_order_relaxed);
    heap_classes_from(runtime->heap_world, runtime->permanent_classes);
    base_lock_release(&runtime->class_lock);
}

static void note_class(struct runtime *runtime, size_t place, symbol_t name)
{
    struct class *const class = runtime_class(runtime, basic_classes[place]);
    for (size_t op = 0; op < BASIC_COUNT; op++) {
        if (name != 0 && basic_names[op] != name) continue;
        struct method *const boot = runtime->state->boot_methods[place][op];
        if (boot == NULL || class_find_method(class, basic_names[op]) == boot) continue;
        atomic_fetch_or_explicit(&runtime->redefined, (uint64_t)1 << op, memory_order_relaxed);
    }
}

// No class that was gathered may go on without the operator.
static void note_refined_operator(struct runtime *runtime, symbol_t name)
{
    const struct object_state *const state = runtime->state;
    bool core = false;
    for (size_t i = 0; i < state->scratch_count; i++) core = core || state->scratch[i]->id < CLASS_CORE_COUNT;
    for (size_t op = 0; core && op < BASIC_COUNT; op++) {
        if (basic_names[op] == name) atomic_fetch_or_explicit(&runtime->redefined, (uint64_t)1 << op, memory_order_relaxed);
    }
}

void class_note_redefinitions(struct runtime *runtime, symbol_t name)
{
    struct object_state *const state = runtime->state;
    if (!state->boot_done) return;
    // Objects of any class may have a `!`: it is inlined for all of them.
    if (name == SYM_OP_not) atomic_fetch_or_explicit(&runtime->redefined, (uint64_t)1 << BASIC_NOT, memory_order_relaxed);
    for (size_t i = 0; i < state->scratch_count; i++) {
        class_id_t const id = state->scratch[i]->id;
        for (size_t c = 0; id < CLASS_CORE_COUNT && c < BASIC_CLASSES; c++) {
            if (basic_classes[c] == id) note_class(runtime, c, name);
        }
    }
}
