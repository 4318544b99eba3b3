// What the files of the object room share, and nobody else sees: tables by name, bodies of classes, mixing.
//
// Tables that readers use without a lock are replaced, not edited. What is replaced is *retired* (runtime_retire): it stays
// readable until every worker has been between slices. Every such block begins with a struct epoch_block.
#ifndef TROUPE_OBJECT_INTERIOR_H
#define TROUPE_OBJECT_INTERIOR_H

#include "object/object.h"

// Core classes whose operators the interpreter inlines, and what the core's own methods resolved to at boot_done.
#define BASIC_CLASSES 15

typedef _Atomic(struct name_table *) name_table_t;
struct growth { // of what is runtime-wide, since the last shared cycle
    _Alignas(64) _Atomic(int64_t) bytes;
    _Atomic(int64_t) limit;
};
struct object_state {
    struct growth growth;
    // Under the class lock.
    struct resolution *resolutions; // every one ever made, by `next`
    name_table_t resolved;          // the names they are for: nobody remembers what another name means
    name_table_t constant_entries;  // by name: struct constant_names
    struct class **scratch;         // classes of one change
    size_t scratch_count, scratch_capacity;
    uint32_t visit; // number of the running walk over classes
    struct base_lock intern_lock; // a leaf but for allocation: of the next
    struct intern_table *interned;
    class_id_t *free_ids; // of classes that are gone
    uint32_t free_id_count, free_id_capacity;
    bool boot_done;
    struct heap late_heap; // permanent; aliases and their methods
    struct method *boot_methods[BASIC_CLASSES][BASIC_COUNT];
};

void growth_open(struct runtime *runtime);
bool ids_free_reserve(struct object_state *state); // room for one more free id. False: no memory
void interned_mark(struct runtime *runtime, struct heap_marker *marker); // weakly, in the shared cycle

// --- Tables by name --------------------------------------------------------------------------------------------------
// symbol → pointer, in order of insertion. One writer at a time (the class lock); readers need none. A value of NULL is
// a removed entry.
struct name_entry {
    _Atomic(void *) value;
    symbol_t name;
};
struct name_table {
    struct epoch_block retired;
    uint32_t capacity;      // entries
    uint32_t mask;          // index slots - 1
    _Atomic uint32_t count; // entries written, removed ones included
    uint32_t live;          // not removed; the writer's
    _Atomic uint32_t *index; // entry + 1, or 0
    struct name_entry entries[];
};

void *name_table_get(name_table_t *table, symbol_t name);                              // NULL: absent
bool name_table_put(struct runtime *runtime, name_table_t *table, symbol_t name, void *value); // false: no memory
void name_table_reserve(struct runtime *runtime, name_table_t *table, uint32_t more); // room for so many new names; a hint
void name_table_remove(name_table_t *table, symbol_t name);
const char *name_table_verify(name_table_t *table); // what is wrong with it, or NULL. Any thread, while others write
void name_table_free(name_table_t *table);
size_t name_table_size(name_table_t *table); // bytes
static inline uint32_t name_table_count(name_table_t *table)
{
    struct name_table *const t = atomic_load_explicit(table, memory_order_acquire);
    return t == NULL ? 0 : atomic_load_explicit(&t->count, memory_order_acquire);
}

// --- Classes ---------------------------------------------------------------------------------------------------------
struct class_list { // under the class lock
    struct class **items;
    uint32_t count, capacity;
};
// Immutable. `owners` is `items`, unless a module stands there twice: then it is an array of its own, in which the
// module is represented from its second place on by an alias. The alias owns the methods found there, so that `super`
// knows from where to go on.
struct ancestors {
    struct epoch_block retired;
    size_t count;
    struct class **owners;
    struct class *items[];
};
// A class's own part of its ancestors: prepended modules, itself, included modules. Under the class lock.
struct segment {
    uint32_t count, origin; // origin: where the class itself is
    struct class *items[];
};
struct method_copy { // immutable
    struct epoch_block retired;
    struct method *source, *copy;
};
struct class_variable {
    struct heap_slot slot;
    symbol_t name;
};
struct constant_names { // under the class lock; one for each name that a site has an entry of
    struct constant_entry *first;
};
struct class_body {
    struct runtime *runtime;
    _Atomic(struct ancestors *) ancestors;
    name_table_t methods;     // struct method
    name_table_t resolutions; // struct resolution
    name_table_t supers;      // struct super_resolution: the first, by `sibling`
    name_table_t constants;   // struct class_constant
    name_table_t variables;   // struct class_variable: @@abc
    name_table_t ivars;       // struct class_variable: @abc of the class itself
    // Under the class lock.
    struct segment *segment;
    struct class_list subclasses; // direct ones, oldest first
    struct class_list includers;  // of a module: whose segments hold it
    struct class_list aliases;    // of a module: for its second, third ... place
    name_table_t copies;          // of an alias: struct method_copy by name
    uint32_t places;              // scratch: how often it came by in one array
    uint32_t visited;             // object_state.visit of the last walk that came by
    uint32_t planned;             // place in the running change of ancestors
    uintptr_t address;            // of a singleton class: where its object was, for its name
};

struct ancestors *ancestors_new(struct runtime *runtime, size_t count, bool with_owners); // NULL: no memory
static inline size_t ancestors_size(const struct ancestors *a)
{
    return sizeof *a + (a->owners == a->items ? 1 : 2) * a->count * sizeof a->items[0];
}
static inline size_t segment_size(const struct segment *s) { return sizeof *s + s->count * sizeof s->items[0]; }
bool class_list_reserve(struct class_list *list, uint32_t extra); // false: no memory
static inline struct ancestors *body_ancestors(const struct class *class)
{
    // acquire: pairs with the release that publishes a new array
    return atomic_load_explicit(&class->body->ancestors, memory_order_acquire);
}
// Collects `class` and every class below it (or that includes it) into state->scratch. False: no memory. Class lock
// held.
// Room for `count` classes in state->scratch. False: no memory. Class lock held.
bool class_scratch_reserve(struct runtime *runtime, size_t count);
bool class_gather(struct runtime *runtime, struct class *class);
struct method *class_find_method(const struct class *class, symbol_t name); // by ancestors; undefined: NULL
// After a change: every resolution that no longer holds for the classes in state->scratch becomes CLASS_NONE. `name` 0:
// any name.
void class_invalidate(struct runtime *runtime, symbol_t name);
void class_note_redefinitions(struct runtime *runtime, symbol_t name); // for the classes in state->scratch
void class_body_free(struct class_body *body); // NULL is allowed
// Side tables (side.c): where an object without room for its variables has them.
struct instance *side_holder(struct heap *heap, const void *object); // NULL: nothing there, or private to another actor
struct instance *side_of(struct heap *heap, const void *object); // likewise, of any object that may have one
bool side_add(struct heap *heap, void *object, struct instance *holder); // false: no memory
void side_remove(struct heap *heap, const void *object); // of a private object; there may be no entry
const char *class_verify(const void *object); // its id and its tables
void class_trace(struct heap_marker *marker, void *object);
void class_finalize(struct heap *heap, void *object);
const char *string_verify(const void *object); // the invariants of string.c, as struct heap_type says
void string_finalize(struct heap *heap, void *object);
size_t string_body_size(const void *object);
const char *array_verify(const void *object);
void array_trace(struct heap_marker *marker, void *object);
void array_finalize(struct heap *heap, void *object);
size_t array_body_size(const void *object);
const char *hash_verify(const void *object);
void hash_trace(struct heap_marker *marker, void *object);
void hash_finalize(struct heap *heap, void *object);
size_t hash_body_size(const void *object);
// The steps of making a class, for class.c and boot.c; class lock held, or before any other thread runs.
// A class object that is not registered yet. NULL: no memory.
struct class *class_make(struct runtime *runtime, struct heap *heap, uint32_t flags, struct class *superclass);
// Room for what class_register writes, `ids` of them. False: no memory.
bool class_reserve_registration(struct runtime *runtime, struct class *class, uint32_t ids);
void class_register(struct runtime *runtime, struct heap *heap, struct class *class); // gives the next id
bool class_reserve_ids(struct runtime *runtime, uint32_t extra); // room for more ids. False: no memory
void class_ids_free(struct runtime *runtime);
void class_attach_metaclass(struct runtime *runtime, struct class *class, struct class *meta);
// Makes the core classes. False: no memory; runtime_close cleans up.
bool class_boot(struct runtime *runtime);
void constant_names_free(struct runtime *runtime); // at the runtime's end
// What the thread loads and an autoload of the constant names. NULL: nothing. Class lock held, as in the next.
struct class_loading *constant_loading(struct runtime *runtime, const struct class_constant *constant, const void *thread);
void constant_put_aside(struct class_loading *loading, struct class_constant *constant);
void constant_forget(struct class_constant *constant); // it is freed: everybody stands
void loadings_free(struct runtime *runtime);           // at the runtime's end
// In a shared cycle's sweep: entries go whose classes or values do, supers after an owner that goes.
void constants_sweep(struct runtime *runtime);
void class_forget_supers(struct class *class);
struct class_variable *class_slot(struct class *class, name_table_t *table, symbol_t name, bool create);
// No entry of that name holds any more. `concerns` NULL: all of them. Class lock held.
void constant_invalidate(struct runtime *runtime, symbol_t name,
                         bool (*concerns)(const struct constant_entry *entry, const void *context), const void *context);

bool symbols_open(struct runtime *runtime); // false: no memory
size_t symbols_sweep(struct runtime *runtime); // in shared_sweep. Returns the bytes of those that may go or once might have
void symbols_leave(struct heap *heap);         // the heap closes
void symbols_close(struct runtime *runtime);
bool layouts_open(struct runtime *runtime); // false: no memory
void layouts_close(struct runtime *runtime);

// The rows of these types are the number and regexp files'.
void number_fill_types(struct heap_type types[TYPE_MAX]);
void regexp_fill_types(struct heap_type types[TYPE_MAX]);

// --- Mixing ----------------------------------------------------------------------------------------------------------
static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
    __uint128_t const product = (__uint128_t)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}
static inline uint64_t hash_word(uint64_t word, uint64_t seed)
{
    return hash_mix(word ^ seed ^ 0xa0761d6478bd642f, 0xe7037ed1a0b428db);
}
uint64_t hash_bytes(const char *bytes, size_t size, uint64_t seed); // reads eight bytes at a time
uint64_t string_hash_seeded(const struct string *s, uint64_t seed);

// --- Bytes (encoding.c) ----------------------------------------------------------------------------------------------
size_t bytes_ascii_prefix(const char *bytes, size_t size); // how many bytes below 0x80 it starts with
enum string_range bytes_scan(enum encoding encoding, const char *bytes, size_t size);
size_t utf8_offset(const char *bytes, size_t size, size_t index);

// Stores many values into a fresh or private object; as heap_store each.
static inline void store_range(struct heap *heap, void *holder, value_t *to, const value_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++) heap_store(heap, holder, &to[i], from[i]);
}
static inline void fill_range(value_t *to, value_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] = value;
}

#endif
