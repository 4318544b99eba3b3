// Inline caches: filling sites, and the table an actor has of its own for what its sites have no room for.
//
//   C1 A site's entries are filled one after the other and never changed again, but for one whose resolution no longer
//      holds: so all actors together write a site a bounded number of times, and by redefinitions only afterwards.
//   C2 No hit and no repeated miss writes memory that another actor reads. What a full site misses is looked up in the
//      actor's own table, and what that misses in the classes' tables, which are written once an answer.
//   C3 An actor's table is made at its CACHE_AFTER'th such look-up: who does little has none. It may be cleared or freed
//      at any time, and must be cleared before a resolution is freed.
// Data: sites belong to whoever runs the code (see code.h for their layout); a table to the claim's holder.
#include "vm/interior.h"
#include "vm/operators.h"

#define CACHE_AFTER 64u
#define CALL_SLOTS 512u
#define VARIABLE_SLOTS 128u

struct vm_caches {
    struct resolution *calls[CALL_SLOTS]; // by class id and name
    struct {
        uint64_t word;
        uint64_t name; // << 1 | 1 for assignments
    } variables[VARIABLE_SLOTS]; // by layout, name and kind
};

void vm_cache_counted(struct ec *ec, enum vm_cache_kind kind)
{
    // relaxed: a statistic. Stores are few (C1), so that the counters may be everybody's
    atomic_fetch_add_explicit(&ec_vm(ec)->cache_stores[kind], 1, memory_order_relaxed);
}

const char *const vm_cache_names[CACHE_KINDS] = {"call", "super", "initialize", "variable", "attribute", "constant"};

uint64_t vm_cache_stores(struct runtime *runtime, enum vm_cache_kind kind)
{
    return atomic_load_explicit(&((struct vm_runtime *)runtime->vm)->cache_stores[kind], memory_order_relaxed);
}

// --- The actor's own table -----------------------------------------------------------------------------------------------

static struct vm_caches **table_of(struct ec *ec) { return &ec->root->thread.first->caches; }

// NULL: it has not looked up enough yet, or there is no memory.
static struct vm_caches *table_for_more(struct ec *ec)
{
    struct ec *const first = ec->root->thread.first;
    if (first->caches == NULL && ++first->cache_misses > CACHE_AFTER) {
        first->caches = base_alloc_zeroed(sizeof *first->caches);
        first->cache_misses = 0;
    }
    return first->caches;
}

void vm_caches_clear(struct ec *ec)
{
    struct vm_caches *const t = *table_of(ec);
    if (t != NULL) memset(t->calls, 0, sizeof t->calls); // layouts are never freed
}

void vm_caches_free(struct ec *ec)
{
    struct vm_caches **const t = table_of(ec);
    base_free(*t);
    *t = NULL;
}

static uint32_t slot_of(uint32_t a, uint32_t b, uint32_t slots)
{
    uint32_t const mixed = (a * 0x9e3779b1u) ^ (b * 0x85ebca6bu);
    return (mixed ^ mixed >> 15) & (slots - 1);
}

struct resolution *vm_resolve(struct ec *ec, class_id_t id, symbol_t name)
{
    struct vm_caches *t = *table_of(ec);
    uint32_t const slot = slot_of(id, name, CALL_SLOTS);
    if (TRP_LIKELY(t != NULL)) {
        struct resolution *const r = t->calls[slot];
        if (TRP_LIKELY(site_hit(r, id) && r->name == name)) return r;
    }
    struct resolution *const r = class_resolve(ec->runtime, id, name);
    t = table_for_more(ec);
    if (t != NULL) t->calls[slot] = r;
    return r;
}

// --- Sites of calls ------------------------------------------------------------------------------------------------------

static bool holds(const struct resolution *r)
{
    return r != NULL && atomic_load_explicit(&r->class_id, memory_order_relaxed) != CLASS_NONE;
}

// True: it is there now, or was. False: the place is taken by another one that holds.
static bool fill(struct ec *ec, _Atomic(struct resolution *) *place, struct resolution *r, enum vm_cache_kind kind)
{
    // acquire: what another actor stored is looked into
    struct resolution *old = atomic_load_explicit(place, memory_order_acquire);
    while (old != r) {
        if (holds(old)) return false;
        // release: publishes the resolution to other actors that run this code; pairs with the acquire of who reads the site
        if (!atomic_compare_exchange_weak_explicit(place, &old, r, memory_order_release, memory_order_acquire)) continue;
        vm_cache_counted(ec, kind);
        return true;
    }
    return true;
}

static struct vm_call_more *more_of(_Atomic(struct vm_call_more *) *place)
{
    struct vm_call_more *more = atomic_load_explicit(place, memory_order_acquire); // pairs with the exchange below
    if (more != NULL) return more;
    struct vm_call_more *const made = base_alloc_zeroed(sizeof *made);
    if (made == NULL) return NULL; // it only costs speed
    // release: the entries are seen empty; acquire: another actor's are seen as they are
    if (atomic_compare_exchange_strong_explicit(place, &more, made, memory_order_acq_rel, memory_order_acquire)) return made;
    base_free(made);
    return more;
}

static void remember(struct ec *ec, struct vm_callsite *site, struct resolution *r, enum vm_cache_kind kind)
{
    if (fill(ec, &site->cache, r, kind)) return;
    struct vm_call_more *const more = more_of(&site->more);
    for (unsigned i = 0; more != NULL && i < SITE_MORE; i++) {
        if (fill(ec, &more->entries[i], r, kind)) return;
    }
}

// Of the entries behind the first. NULL: none; *room: the site may remember one more.
static struct resolution *look(struct vm_callsite *site, class_id_t id, bool *room)
{
    const struct vm_call_more *const more = atomic_load_explicit(&site->more, memory_order_acquire); // pairs with more_of
    *room = true;
    if (more == NULL) return NULL;
    bool full = holds(atomic_load_explicit(&site->cache, memory_order_acquire)); // acquire: pairs with fill, as below
    for (unsigned i = 0; i < SITE_MORE; i++) {
        struct resolution *const r = atomic_load_explicit(&more->entries[i], memory_order_acquire);
        class_id_t const of = r == NULL ? CLASS_NONE : atomic_load_explicit(&r->class_id, memory_order_relaxed);
        if (of == id) return r;
        full = full && of != CLASS_NONE;
    }
    *room = !full;
    return NULL;
}

static bool anybody_may_call(const struct vm_callsite *site, const struct method *method)
{
    return method->visibility == METHOD_PUBLIC ||
           (method->visibility == METHOD_PRIVATE && site->flags & CALL_FCALL && !(site->flags & CALL_ASSIGN));
}

struct resolution *site_find(struct ec *ec, struct vm_callsite *site, class_id_t id)
{
    bool room;
    struct resolution *r = look(site, id, &room);
    if (r != NULL) return r;
    r = vm_resolve(ec, id, site->name);
    if (r == NULL) return NULL;
    const struct method *const method = r->method;
    if (method == NULL || method->kind == METHOD_UNDEF || method->kind == METHOD_ZSUPER) return NULL;
    if (!anybody_may_call(site, method)) return NULL;
    if (TRP_UNLIKELY(vm_refined_method(ec, ec->frame->method, id, site->name) != NULL)) return NULL;
    if (room) remember(ec, site, r, CACHE_CALL);
    return r;
}

static bool is_super(const struct resolution *r, class_id_t id, const struct method *current)
{
    return r != NULL && atomic_load_explicit(&r->class_id, memory_order_relaxed) == id && r->name == current->original &&
           ((const struct super_resolution *)r)->owner == current->owner;
}

struct resolution *site_find_super(struct ec *ec, struct vm_callsite *site, class_id_t id, const struct method *current)
{
    struct resolution *r = atomic_load_explicit(&site->cache, memory_order_acquire); // pairs with fill, as below
    if (TRP_LIKELY(is_super(r, id, current))) return r;
    bool room = true;
    const struct vm_call_more *const more = atomic_load_explicit(&site->more, memory_order_acquire); // pairs with more_of
    if (more != NULL) {
        room = !holds(r);
        for (unsigned i = 0; i < SITE_MORE; i++) {
            r = atomic_load_explicit(&more->entries[i], memory_order_acquire);
            if (is_super(r, id, current)) return r;
            room = room || !holds(r);
        }
    }
    struct super_resolution *const s = class_resolve_above(ec->runtime, id, current->owner, current->original);
    if (s == NULL) return NULL;
    if (room) remember(ec, site, &s->plain, CACHE_SUPER);
    return &s->plain;
}

struct resolution *site_find_initialize(struct ec *ec, struct class *class)
{
    struct resolution *r = atomic_load_explicit(&class->initialize, memory_order_acquire); // pairs with fill
    if (TRP_LIKELY(r != NULL && atomic_load_explicit(&r->class_id, memory_order_relaxed) == class->id)) return r;
    r = class_resolve(ec->runtime, class->id, SYM_initialize);
    if (r != NULL) fill(ec, &class->initialize, r, CACHE_INITIALIZE);
    return r;
}

// --- Sites of instance variables -------------------------------------------------------------------------------------------

// Where an object of `before` keeps the variable, and which layout an assignment leaves it with. 0: no word can say.
static uint64_t make_word(struct ec *ec, symbol_t name, layout_t before, layout_t after)
{
    if ((after & ~(layout_t)1) == LAYOUT_COMPLEX) return 0;
    int const index = layout_find(ec->runtime, after, name);
    return index < 0 || index >= 0xffe ? 0 : vm_ivar_pack(before, after, (unsigned)index);
}

// The word of a layout. 0: there is none; *room: the first place without one, NULL: they are all taken.
static uint64_t look_words(_Atomic(uint64_t) *words, unsigned count, layout_t before, _Atomic(uint64_t) **room)
{
    *room = NULL;
    for (unsigned i = 0; i < count; i++) {
        // acquire: the layouts that it names are there; pairs with the release in keep_word
        uint64_t const word = atomic_load_explicit(&words[i], memory_order_acquire);
        if (word == 0) {
            *room = &words[i];
            return 0;
        }
        if (VM_IVAR_BEFORE(word) == before) return word;
    }
    return 0;
}

static void keep_word(struct ec *ec, _Atomic(uint64_t) *place, uint64_t word, enum vm_cache_kind kind)
{
    uint64_t none = 0;
    // release: publishes the layouts; pairs with the acquires of SETIV and look_words. Who comes second tries again later
    if (atomic_compare_exchange_strong_explicit(place, &none, word, memory_order_release, memory_order_relaxed)) {
        vm_cache_counted(ec, kind);
    }
}

// A site's words are its first one and those of `more`, which is made when the first is taken; a method's are an array.
static uint64_t look_site(struct vm_ivar_site *site, layout_t before, _Atomic(uint64_t) **room)
{
    uint64_t const word = look_words(&site->cache, 1, before, room);
    if (word != 0 || *room != NULL) return word;
    struct vm_ivar_more *more = atomic_load_explicit(&site->more, memory_order_acquire); // pairs with the exchange
    if (more == NULL) {
        struct vm_ivar_more *const made = base_alloc_zeroed(sizeof *made);
        if (made == NULL) return 0;
        // release: the words are seen empty; acquire: another actor's are seen as they are
        if (atomic_compare_exchange_strong_explicit(&site->more, &more, made, memory_order_acq_rel, memory_order_acquire)) {
            more = made;
        } else {
            base_free(made);
        }
    }
    return look_words(more->words, SITE_MORE, before, room);
}

static uint64_t look_table(struct ec *ec, layout_t before, uint64_t key)
{
    const struct vm_caches *const t = *table_of(ec);
    uint32_t const slot = slot_of(before, (uint32_t)key, VARIABLE_SLOTS);
    bool const hit = t != NULL && t->variables[slot].name == key && VM_IVAR_BEFORE(t->variables[slot].word) == before;
    return hit ? t->variables[slot].word : 0;
}

static void keep_in_table(struct ec *ec, layout_t before, uint64_t key, uint64_t word)
{
    struct vm_caches *const t = table_for_more(ec);
    if (t == NULL) return;
    uint32_t const slot = slot_of(before, (uint32_t)key, VARIABLE_SLOTS);
    t->variables[slot].name = key;
    t->variables[slot].word = word;
}

static void keep(struct ec *ec, _Atomic(uint64_t) *room, layout_t before, uint64_t key, uint64_t word, enum vm_cache_kind kind)
{
    if (word == 0) return;
    if (room != NULL) keep_word(ec, room, word, kind);
    else keep_in_table(ec, before, key, word);
}

// After the site's own words were no help.
static value_t get_missed(struct ec *ec, _Atomic(uint64_t) *room, symbol_t name, struct instance *o, enum vm_cache_kind kind)
{
    layout_t const layout = object_layout(o);
    uint64_t const key = (uint64_t)name << 1;
    uint64_t word = room == NULL ? look_table(ec, layout, key) : 0;
    if (word == 0) {
        word = make_word(ec, name, layout, layout);
        if (word == 0) return vm_ivar_get(ec, value_pointer(o), name);
        keep(ec, room, layout, key, word, kind);
    }
    return instance_fields(o)[VM_IVAR_INDEX(word) - 1];
}

value_t site_get_ivar(struct ec *ec, struct vm_ivar_site *site, value_t self)
{
    if (!value_is(self, TYPE_OBJECT)) return vm_ivar_get(ec, self, site->name);
    struct instance *const o = value_to_pointer(self);
    _Atomic(uint64_t) *room;
    uint64_t const word = look_site(site, object_layout(o), &room);
    if (word != 0) return instance_fields(o)[VM_IVAR_INDEX(word) - 1];
    return get_missed(ec, room, site->name, o, CACHE_VARIABLE);
}

value_t vm_ivar_find(struct ec *ec, _Atomic(uint64_t) *words, unsigned count, symbol_t name, value_t object)
{
    if (!value_is(object, TYPE_OBJECT)) return vm_ivar_get(ec, object, name);
    struct instance *const o = value_to_pointer(object);
    _Atomic(uint64_t) *room;
    uint64_t const word = look_words(words, count, object_layout(o), &room);
    if (word != 0) return instance_fields(o)[VM_IVAR_INDEX(word) - 1];
    return get_missed(ec, room, name, o, CACHE_ATTRIBUTE);
}

// Where the word says, unless there is no room for one more variable.
static bool set_known(struct ec *ec, struct instance *o, uint64_t word, value_t value)
{
    unsigned const index = VM_IVAR_INDEX(word) - 1;
    layout_t const after = VM_IVAR_AFTER(word);
    if (object_layout(o) != after && index >= INSTANCE_FIELDS_MIN && index >= instance_capacity(o)) return false;
    o->header = (o->header & ~HEADER_LAYOUT_MASK) | (word & VM_IVAR_LAYOUT);
    heap_store(ec->heap, o, &instance_fields(o)[index], value);
    return true;
}

// How many variables instances of the class are given room for from now on.
static void note_fields(struct ec *ec, const struct instance *o, layout_t after)
{
    unsigned const count = layout_count(ec->runtime, after);
    struct class *const class = class_real(runtime_class(ec->runtime, object_class_id(o)));
    if (count > class_instance_fields(class) && count < 250) { // relaxed: a hint
        __atomic_store_n(&class->instance_fields, (uint8_t)count, __ATOMIC_RELAXED);
    }
}

static bool set_missed(struct ec *ec, _Atomic(uint64_t) *room, symbol_t name, struct instance *o, value_t value,
                       enum vm_cache_kind kind)
{
    layout_t const before = object_layout(o);
    uint64_t const key = (uint64_t)name << 1 | 1;
    uint64_t const known = room == NULL ? look_table(ec, before, key) : 0;
    if (known != 0 && set_known(ec, o, known, value)) return true;
    if (!vm_ivar_set(ec, value_pointer(o), name, value)) return false;
    layout_t const after = object_layout(o);
    if (known == 0) keep(ec, room, before, key, make_word(ec, name, before, after), kind);
    if (before != after && after != LAYOUT_COMPLEX) note_fields(ec, o, after);
    return true;
}

bool site_set_ivar(struct ec *ec, struct vm_ivar_site *site, value_t self, value_t value)
{
    if (!value_is(self, TYPE_OBJECT)) return vm_ivar_set(ec, self, site->name, value);
    struct instance *const o = value_to_pointer(self);
    _Atomic(uint64_t) *room;
    uint64_t const word = look_site(site, object_layout(o), &room); // never one of a frozen layout
    if (word != 0 && set_known(ec, o, word, value)) return true;
    return set_missed(ec, room, site->name, o, value, CACHE_VARIABLE);
}

bool attribute_set(struct ec *ec, struct method *method, value_t object, value_t value)
{
    if (!value_is(object, TYPE_OBJECT)) return vm_ivar_set(ec, object, method->ivar, value);
    struct instance *const o = value_to_pointer(object);
    _Atomic(uint64_t) *room;
    uint64_t const word = look_words(method->ivar_caches, TRP_COUNT(method->ivar_caches), object_layout(o), &room);
    if (word != 0 && set_known(ec, o, word, value)) return true;
    return set_missed(ec, room, method->ivar, o, value, CACHE_ATTRIBUTE);
}
