// Ancestors. Purpose: include, prepend, and what follows from them for the classes below.
//
// Each class has a *segment*, its own part: prepended modules, itself, included modules. Its ancestors are its segment
// and then the superclass's ancestors. A module's segment is copied into that of whoever includes it, and later
// inclusions into the module are repeated there; where modules go, and which are left out, follows CRuby's rules step
// by step, but for one: CRuby stops repeating an inclusion once one user of the module is found to have it already.
//
// Invariants: a change is planned first, with all the memory it needs, then carried out; ancestors are immutable and
// replaced; a module's `includers` are the classes and modules whose segments hold it.
// Data: written under the class lock; ancestors are read by any thread.
#include "object/interior.h"

struct change {
    struct class *class;
    struct segment *segment;     // NULL: stays
    struct ancestors *ancestors; // the new ones
};
struct plan {
    struct change *items;
    uint32_t count, capacity;
    bool failed;
};

static const struct change *planned(const struct plan *plan, const struct class *class)
{
    uint32_t const place = class->body->planned;
    return place < plan->count && plan->items[place].class == class ? &plan->items[place] : NULL;
}

// --- Segments --------------------------------------------------------------------------------------------------------
static bool range_has(const struct segment *segment, uint32_t from, uint32_t to, const struct class *class)
{
    for (uint32_t i = from; i < to; i++) {
        if (segment->items[i] == class) return true;
    }
    return false;
}

static bool segment_has(const struct segment *segment, uint32_t from, const struct class *class)
{
    return range_has(segment, from, segment->count, class);
}

static const struct segment *segment_of(const struct plan *plan, const struct class *class)
{
    const struct change *const change = planned(plan, class);
    return change != NULL && change->segment != NULL ? change->segment : class->body->segment;
}

// Whether a superclass has `module`, with what is planned so far.
static bool above_has(const struct plan *plan, const struct class *class, const struct class *module)
{
    for (const struct class *above = class->superclass; above != NULL; above = above->superclass) {
        if (segment_has(segment_of(plan, above), 0, module)) return true;
    }
    return false;
}

static struct segment *segment_copy(const struct segment *from, uint32_t extra)
{
    struct segment *const copy = base_alloc(sizeof *copy + (from->count + extra) * sizeof copy->items[0]);
    if (copy != NULL) memcpy(copy, from, sizeof *from + from->count * sizeof from->items[0]);
    return copy;
}

static void segment_insert(struct segment *segment, uint32_t index, struct class *module)
{
    memmove(&segment->items[index + 1], &segment->items[index], (segment->count - index) * sizeof segment->items[0]);
    segment->items[index] = module;
    segment->count++;
    if (segment->origin >= index) segment->origin++;
}

// Inserts the modules of `from` into `segment` of `class`. The one that includes or is prepended to stands at `origin`
// (the class itself, or a module in its segment); `head` is the place before its own prepended modules. They go behind
// `origin`, or with `prepend` behind `head`. What is there already is not inserted again, and in the part searched
// moves the place for what follows behind it.
static void insert_modules(const struct plan *plan, struct class *class, struct segment *segment, int64_t head,
                           int64_t origin, bool prepend, const struct segment *from)
{
    int64_t at = prepend ? head : origin;
    for (uint32_t m = 0; m < from->count; m++) {
        struct class *const module = from->items[m];
        bool passed = at == head;
        bool found = false;
        for (int64_t p = head + 1; p < (int64_t)segment->count && !found && !(prepend && p == origin); p++) {
            if (p == at) passed = true;
            found = segment->items[p] == module;
            if (found && passed) at = p;
        }
        if (found || (!prepend && above_has(plan, class, module))) continue;
        segment_insert(segment, (uint32_t)++at, module);
        if (origin >= at) origin++;
    }
}

// --- Planning --------------------------------------------------------------------------------------------------------
// Adds `class` once. `segment` belongs to the plan from here on, whatever happens.
static void plan_add(struct plan *plan, struct class *class, struct segment *segment)
{
    uint32_t const place = class->body->planned;
    if (place < plan->count && plan->items[place].class == class) {
        if (segment == NULL) return;
        base_free(plan->items[place].segment);
        plan->items[place].segment = segment;
        return;
    }
    if (plan->count == plan->capacity) {
        uint32_t const capacity = plan->capacity == 0 ? 16 : plan->capacity * 2;
        struct change *const items = base_realloc(plan->items, capacity * sizeof *items);
        if (items == NULL) {
            plan->failed = true;
            base_free(segment);
            return;
        }
        plan->items = items;
        plan->capacity = capacity;
    }
    class->body->planned = plan->count;
    plan->items[plan->count++] = (struct change){.class = class, .segment = segment};
}

// Inserts into the segment that `class` has by now; what changed goes into the plan.
static void plan_segment(struct plan *plan, struct class *class, int64_t head, int64_t origin, bool prepend,
                         const struct class *module)
{
    const struct segment *const from = module->body->segment;
    const struct segment *const old = segment_of(plan, class);
    struct segment *const segment = segment_copy(old, from->count);
    if (segment == NULL) {
        plan->failed = true;
        return;
    }
    insert_modules(plan, class, segment, head, origin, prepend, from);
    if (segment->count == old->count) {
        base_free(segment);
    } else {
        plan_add(plan, class, segment);
    }
}

// The place before those of the module's own prepended ones that stand right before `origin`.
static int64_t head_of(const struct segment *segment, int64_t origin, const struct segment *own)
{
    int64_t head = origin - 1;
    for (; head >= 0; head--) {
        uint32_t i = 0;
        while (i < own->origin && own->items[i] != segment->items[head]) i++;
        if (i == own->origin) break;
    }
    return head;
}

// `user` has `class`, a module, in its segment, perhaps twice: the inclusion is repeated there, from the end.
static void plan_user(struct plan *plan, struct class *user, const struct class *class, const struct segment *own,
                      bool prepend, const struct class *module)
{
    for (int64_t origin = segment_of(plan, user)->count - 1; origin >= 0 && !plan->failed; origin--) {
        const struct segment *const segment = segment_of(plan, user);
        if (segment->items[origin] != class) continue;
        int64_t const head = head_of(segment, origin, own);
        bool const there = segment_has(segment, (uint32_t)(head + 1), module) || above_has(plan, user, module);
        if (prepend || !there) plan_segment(plan, user, head, origin, prepend, module);
    }
}

static void plan_below(struct plan *plan)
{
    for (uint32_t i = 0; i < plan->count && !plan->failed; i++) {
        struct class_list const *const below = &plan->items[i].class->body->subclasses;
        for (uint32_t s = 0; s < below->count; s++) plan_add(plan, below->items[s], NULL);
    }
}

struct ancestors *ancestors_new(struct runtime *runtime, size_t count, bool with_owners)
{
    size_t const arrays = with_owners ? 2 : 1;
    struct ancestors *const a = base_alloc(sizeof *a + arrays * count * sizeof a->items[0]);
    if (a == NULL) return NULL;
    a->count = count;
    a->owners = with_owners ? &a->items[count] : a->items;
    runtime_grew(runtime, ancestors_size(a));
    return a;
}

// The alias for the n'th place, from 1. NULL: no memory.
static struct class *alias_of(struct runtime *runtime, struct class *module, uint32_t n)
{
    struct class_list *const list = &module->body->aliases;
    while (list->count < n) {
        if (!class_list_reserve(list, 1)) return NULL;
        struct class *const alias = heap_alloc(&runtime->state->late_heap, HEAP_64);
        struct class_body *const body = alias == NULL ? NULL : base_alloc_zeroed(sizeof *body);
        if (alias != NULL) {
            *alias = (struct class){.header = header_make(TYPE_CLASS, CLASS_MODULE, LAYOUT_EMPTY, 0), .id = module->id};
            alias->flags = CLASS_IS_MODULE | CLASS_IS_ALIAS;
            atomic_init(&alias->attached.word, class_value(module));
            alias->name = VALUE_NIL;
        }
        if (body == NULL) return NULL;
        body->runtime = runtime;
        alias->body = body;
        list->items[list->count++] = alias;
    }
    return list->items[n - 1];
}

// Counts in `places` how often each class stands in the array; true: one does twice.
static bool count_places(const struct ancestors *a)
{
    bool twice = false;
    for (size_t i = 0; i < a->count; i++) a->items[i]->body->places = 0;
    for (size_t i = 0; i < a->count; i++) twice |= a->items[i]->body->places++ > 0;
    return twice;
}

// Gives the array its owners where a module stands twice. NULL: no memory.
static struct ancestors *with_owners(struct runtime *runtime, struct ancestors *a)
{
    if (TRP_LIKELY(!count_places(a))) return a;
    struct ancestors *const b = ancestors_new(runtime, a->count, true);
    for (size_t i = 0; i < a->count; i++) a->items[i]->body->places = 0;
    bool ok = b != NULL;
    for (size_t i = 0; i < a->count && ok; i++) {
        struct class *const class = a->items[i];
        uint32_t const n = class->body->places++;
        b->items[i] = class;
        b->owners[i] = n == 0 ? class : alias_of(runtime, class, n);
        ok = b->owners[i] != NULL;
    }
    base_free(a);
    if (ok) return b;
    base_free(b);
    return NULL;
}

// The new ancestors of one class; false: those of its superclass are not known yet.
static bool plan_ancestors(struct runtime *runtime, struct plan *plan, struct change *change)
{
    const struct class *const superclass = change->class->superclass;
    const struct change *const above_change = superclass == NULL ? NULL : planned(plan, superclass);
    if (above_change != NULL && above_change->ancestors == NULL) return false;
    const struct ancestors *const above = above_change != NULL ? above_change->ancestors
                                          : superclass != NULL ? body_ancestors(superclass)
                                                               : NULL;
    const struct segment *const own = change->segment != NULL ? change->segment : change->class->body->segment;
    size_t const count = own->count + (above == NULL ? 0 : above->count);
    struct ancestors *a = ancestors_new(runtime, count, false);
    if (a != NULL) {
        memcpy(a->items, own->items, own->count * sizeof a->items[0]);
        if (above != NULL) memcpy(&a->items[own->count], above->items, above->count * sizeof a->items[0]);
        a = with_owners(runtime, a);
    }
    change->ancestors = a;
    plan->failed = a == NULL;
    return a != NULL;
}

// Each round computes at least one, for the superclass relation has no cycle; mostly one round does.
static void plan_all_ancestors(struct runtime *runtime, struct plan *plan)
{
    for (bool again = true; again && !plan->failed;) {
        again = false;
        for (uint32_t i = 0; i < plan->count && !plan->failed; i++) {
            struct change *const change = &plan->items[i];
            if (change->ancestors == NULL && !plan_ancestors(runtime, plan, change)) again = true;
        }
    }
}

// Room in the `includers` of every module that comes in, and for the walk that invalidates.
static void plan_reserve(struct runtime *runtime, struct plan *plan)
{
    for (uint32_t i = 0; i < plan->count && !plan->failed; i++) {
        const struct segment *const segment = plan->items[i].segment;
        for (uint32_t m = 0; segment != NULL && m < segment->count && !plan->failed; m++) {
            if (!class_list_reserve(&segment->items[m]->body->includers, plan->count)) plan->failed = true;
        }
    }
    if (!plan->failed && !class_scratch_reserve(runtime, plan->count)) plan->failed = true;
}

static void plan_free(struct plan *plan)
{
    for (uint32_t i = 0; i < plan->count; i++) {
        base_free(plan->items[i].segment);
        base_free(plan->items[i].ancestors);
    }
    base_free(plan->items);
}

// --- Carrying out ----------------------------------------------------------------------------------------------------
static void commit_segment(struct class *class, struct segment *segment)
{
    struct segment *const old = class->body->segment;
    for (uint32_t m = 0; m < segment->count; m++) {
        struct class *const module = segment->items[m];
        if (module == class || segment_has(old, 0, module) || range_has(segment, 0, m, module)) continue;
        struct class_list *const list = &module->body->includers;
        list->items[list->count++] = class;
    }
    class->body->segment = segment;
    base_free(old);
}

// Whether an entry was looked for in the ancestors of a class that the plan changes.
static bool concerns(const struct constant_entry *entry, const void *context)
{
    const struct plan *const plan = context;
    if (planned(plan, entry->base) != NULL) return true;
    // From a module the search goes on in Object.
    struct class *const object = runtime_class(entry->base->body->runtime, CLASS_OBJECT);
    return entry->base->flags & CLASS_IS_MODULE && planned(plan, object) != NULL;
}

// Constants that came with a module may stand before what sites know.
static void invalidate_constants(struct runtime *runtime, const struct plan *plan, struct class *module)
{
    struct name_table *const t = atomic_load_explicit(&module->body->constants, memory_order_relaxed);
    uint32_t const count = name_table_count(&module->body->constants);
    for (uint32_t i = 0; i < count; i++) constant_invalidate(runtime, t->entries[i].name, concerns, plan);
}

// Before the segments are replaced, after the ancestors are.
static void invalidate_mixed(struct runtime *runtime, const struct plan *plan)
{
    for (uint32_t i = 0; i < plan->count; i++) {
        const struct segment *const segment = plan->items[i].segment;
        const struct segment *const old = plan->items[i].class->body->segment;
        for (uint32_t m = 0; segment != NULL && m < segment->count; m++) {
            struct class *const module = segment->items[m];
            if (segment_has(old, 0, module) || range_has(segment, 0, m, module)) continue;
            invalidate_constants(runtime, plan, module);
        }
    }
}

static void commit(struct runtime *runtime, struct plan *plan)
{
    struct object_state *const state = runtime->state;
    state->scratch_count = 0;
    for (uint32_t i = 0; i < plan->count; i++) {
        struct change *const change = &plan->items[i];
        struct class_body *const body = change->class->body;
        struct ancestors *const old = body_ancestors(change->class);
        atomic_store_explicit(&body->ancestors, change->ancestors, memory_order_release); // body_ancestors acquires
        runtime_retire(runtime, &old->retired);
        state->scratch[state->scratch_count++] = change->class;
    }
    invalidate_mixed(runtime, plan);
    for (uint32_t i = 0; i < plan->count; i++) {
        if (plan->items[i].segment != NULL) commit_segment(plan->items[i].class, plan->items[i].segment);
    }
    base_free(plan->items);
    class_invalidate(runtime, 0);
    class_note_redefinitions(runtime, 0);
}

static bool change_ancestors(struct runtime *runtime, struct class *class, struct class *module, bool prepend,
                             bool *changed)
{
    base_lock_acquire(&runtime->class_lock);
    struct plan plan = {0};
    const struct segment *const own = class->body->segment;
    *changed = false;
    plan_segment(&plan, class, -1, own->origin, prepend, module);
    bool const self_changed = plan.count > 0;
    for (uint32_t i = class->body->includers.count; i > 0 && !plan.failed; i--) { // the newest first, as CRuby does
        plan_user(&plan, class->body->includers.items[i - 1], class, own, prepend, module);
    }
    plan_below(&plan);
    plan_all_ancestors(runtime, &plan);
    plan_reserve(runtime, &plan);
    if (plan.failed) {
        plan_free(&plan);
    } else {
        if (plan.count > 0) commit(runtime, &plan);
        *changed = self_changed;
    }
    base_lock_release(&runtime->class_lock);
    return !plan.failed;
}

bool class_include(struct runtime *runtime, struct class *class, struct class *module, bool *changed)
{
    return change_ancestors(runtime, class, module, false, changed);
}

bool class_prepend(struct runtime *runtime, struct class *class, struct class *module, bool *changed)
{
    return change_ancestors(runtime, class, module, true, changed);
}

bool class_include_cyclic(struct class *class, struct class *module)
{
    const struct ancestors *const a = body_ancestors(module);
    for (size_t i = 0; i < a->count; i++) {
        if (a->items[i] == class) return true;
    }
    return false;
}
