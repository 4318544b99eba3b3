// What shared objects hold. Purpose: the one table of every field of every type that can be shared, with the law that makes it
// legal (H4). The verifier walks it beside the trace functions: it finds a private value where none may be, a slot that no
// heap knows, and a field that a trace function forgets.
//
// Invariant: the rows of a type cover each word of its struct (tests/object/test_fields.c), so a new field needs a law.
// Data: tables of classes change meanwhile unless everybody stands; what is read is whole all the same.
#include "object/fields.h"

#include "object/interior.h"

typedef const struct field_walk walk_t;

static void give(walk_t *walk, const char *name, value_t value, enum heap_field_law law)
{
    if (value_is_heap(value)) walk->visitor->value(walk->visitor->context, name, value, law);
}

static void give_pointer(walk_t *walk, const char *name, const void *object, enum heap_field_law law)
{
    if (object != NULL) give(walk, name, value_pointer(object), law);
}

static void give_slot(walk_t *walk, const char *name, const struct heap_slot *slot)
{
    walk->visitor->slot(walk->visitor->context, name, slot);
}

static void give_range(walk_t *walk, const char *name, const value_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) give(walk, name, values[i], HEAP_FIELD_SHARED);
}

// --- Fields that are more than a word --------------------------------------------------------------------------------
static void instance_values(walk_t *walk, const char *name, const void *object)
{
    const struct instance *const o = object;
    if (o->header & OBJECT_EMBEDDED) give_range(walk, name, o->embedded, heap_slot_size(o) / sizeof(value_t) - 1);
    else give_range(walk, name, o->fields, o->capacity);
}

static void array_values(walk_t *walk, const char *name, const void *object)
{
    give_range(walk, name, array_items(object), array_count(object));
}

static void hash_pairs(walk_t *walk, const char *name, const void *object)
{
    const struct hash *const h = object;
    for (size_t i = hash_first(h); i < hash_end(h); i++) {
        if (hash_key_at(h, i) == VALUE_UNDEF) continue;
        give(walk, name, hash_key_at(h, i), HEAP_FIELD_SHARED);
        give(walk, name, hash_value_at(h, i), HEAP_FIELD_SHARED);
    }
}

static void code_handle(walk_t *walk, const char *name, const void *code)
{
    if (code != NULL) give(walk, name, ((const struct code_owner *)code)->handle, HEAP_FIELD_SHARED);
}

static void proc_code(walk_t *walk, const char *name, const void *object)
{
    code_handle(walk, name, ((const struct proc *)object)->code);
}

// Open environments belong to one actor.
static void env_values(walk_t *walk, const char *name, const void *object)
{
    const struct env *const e = object;
    TRP_CHECK(e->ec == NULL);
    give_range(walk, name, e->registers, e->count);
}

static void method_code(walk_t *walk, const char *name, const void *object)
{
    code_handle(walk, name, ((const struct method *)object)->code);
}

static void method_around(walk_t *walk, const char *name, const void *object)
{
    code_handle(walk, name, ((const struct method *)object)->around);
}

static void method_by_kind(walk_t *walk, const char *name, const void *object)
{
    const struct method *const m = object;
    if (m->kind == METHOD_PROC) give_slot(walk, name, &m->proc);
    if (m->kind == METHOD_BODY) give(walk, name, m->refinements, HEAP_FIELD_SHARED);
}

// Data that can be shared consist of values; others are shared in the boot heap alone, and look after themselves.
static void data_values(walk_t *walk, const char *name, const void *object)
{
    const struct data *const d = object;
    if (d->kind->values == 0) give_pointer(walk, name, d, HEAP_FIELD_PERMANENT);
    give_range(walk, name, (const value_t *)(const void *)d->payload, d->kind->values);
}

// --- Classes ---------------------------------------------------------------------------------------------------------
static void each_entry(walk_t *walk, name_table_t *table, void (*visit)(walk_t *walk, void *value))
{
    struct name_table *const t = atomic_load_explicit(table, memory_order_acquire);
    uint32_t const count = t == NULL ? 0 : atomic_load_explicit(&t->count, memory_order_acquire);
    for (uint32_t i = 0; i < count; i++) {
        void *const value = atomic_load_explicit(&t->entries[i].value, memory_order_acquire);
        if (value != NULL) visit(walk, value);
    }
}

static void entry_method(walk_t *walk, void *value) { give_pointer(walk, "methods", value, HEAP_FIELD_SHARED); }

static void entry_constant(walk_t *walk, void *value)
{
    const struct class_constant *const constant = value;
    give_slot(walk, "constants", &constant->slot);
    give(walk, "autoload", atomic_load_explicit(&constant->autoload, memory_order_relaxed), HEAP_FIELD_SHARED);
}

static void entry_variable(walk_t *walk, void *value)
{
    give_slot(walk, "variables", &((const struct class_variable *)value)->slot);
}

static void entry_resolution(walk_t *walk, void *value)
{
    const struct resolution *const r = value;
    bool const holds = atomic_load_explicit(&r->class_id, memory_order_relaxed) != CLASS_NONE;
    if (holds) give_pointer(walk, "resolutions", r->method, HEAP_FIELD_WEAK);
}

static void class_tables(walk_t *walk, const char *name, const void *object)
{
    const struct class *const class = object;
    struct class_body *const body = class->body;
    if (body == NULL || class->flags & CLASS_IS_ALIAS) return;
    give_pointer(walk, "header", runtime_class(body->runtime, object_class_id(class)), HEAP_FIELD_SHARED);
    const struct ancestors *const a = body_ancestors(class); // kept by segments and superclasses
    for (size_t i = 0; i < a->count; i++) give_pointer(walk, name, a->items[i], HEAP_FIELD_WEAK);
    each_entry(walk, &body->methods, entry_method);
    each_entry(walk, &body->constants, entry_constant);
    each_entry(walk, &body->variables, entry_variable);
    each_entry(walk, &body->ivars, entry_variable);
    each_entry(walk, &body->resolutions, entry_resolution);
}

// --- The table -------------------------------------------------------------------------------------------------------
#define ROW(type, structure, field, law) {type, #structure "." #field, offsetof(struct structure, field),                   \
                                          sizeof(((struct structure *)0)->field), law, NULL}
#define PART(type, structure, field, size, walk) {type, #structure "." #field, offsetof(struct structure, field), size,     \
                                                  HEAP_FIELD_SHARED, walk}

// Numbers, bytes, and memory outside of heaps that the object owns.
#define PLAIN(type, structure, field, size) {type, #structure "." #field, offsetof(struct structure, field), size,          \
                                             HEAP_FIELD_PLAIN, NULL}

static const struct field_row rows[] = {
    PART(TYPE_OBJECT, instance, embedded, 24, instance_values),
    PLAIN(TYPE_STRING, string, embedded_size, 24), // a body of bytes, or bytes
    PART(TYPE_ARRAY, array, embedded, 24, array_values),
    PART(TYPE_HASH, hash, table, 8, hash_pairs),
    ROW(TYPE_HASH, hash, ifnone, HEAP_FIELD_SHARED),
    PLAIN(TYPE_HASH, hash, count, 8),
    ROW(TYPE_RANGE, range, begin, HEAP_FIELD_SHARED),
    ROW(TYPE_RANGE, range, end, HEAP_FIELD_SHARED),
    PLAIN(TYPE_RANGE, range, unused, 8),
    PLAIN(TYPE_FLOAT, float_object, value, 8),
    PLAIN(TYPE_BIGNUM, bignum, limb_count, 24), // limbs, or a body of limbs
    ROW(TYPE_REGEXP, regexp, source, HEAP_FIELD_SHARED),
    PLAIN(TYPE_REGEXP, regexp, body, 16), // a body, which owns what the engine compiled; and options
    ROW(TYPE_MATCH, match, string, HEAP_FIELD_SHARED),
    ROW(TYPE_MATCH, match, regexp, HEAP_FIELD_SHARED),
    PLAIN(TYPE_MATCH, match, body, 8), // in the slot
    PART(TYPE_PROC, proc, code, 8, proc_code),
    ROW(TYPE_PROC, proc, env, HEAP_FIELD_SHARED), // or the scope
    ROW(TYPE_PROC, proc, self, HEAP_FIELD_SHARED),
    PART(TYPE_ENV, env, registers, 8, env_values),
    ROW(TYPE_ENV, env, parent, HEAP_FIELD_SHARED),
    PLAIN(TYPE_ENV, env, ec, 8), // NULL: env_values checks that
    ROW(TYPE_ENV, env, method, HEAP_FIELD_SHARED),
    PLAIN(TYPE_ENV, env, count, 8),
    PLAIN(TYPE_METHOD, method, kind, 16), // up to the names
    ROW(TYPE_METHOD, method, owner, HEAP_FIELD_SHARED),
    ROW(TYPE_METHOD, method, lexical, HEAP_FIELD_SHARED),
    ROW(TYPE_METHOD, method, nesting, HEAP_FIELD_SHARED),
    PART(TYPE_METHOD, method, code, 8, method_code),
    PART(TYPE_METHOD, method, around, 8, method_around),
    PLAIN(TYPE_METHOD, method, place, 8),
    PLAIN(TYPE_METHOD, method, function, 8),
    PART(TYPE_METHOD, method, proc, 8, method_by_kind),
    ROW(TYPE_METHOD, method, source, HEAP_FIELD_SHARED),
    PLAIN(TYPE_CLASS, class, id, 8),
    ROW(TYPE_CLASS, class, superclass, HEAP_FIELD_SHARED),
    ROW(TYPE_CLASS, class, attached, HEAP_FIELD_SLOT),
    PART(TYPE_CLASS, class, body, 8, class_tables),
    PLAIN(TYPE_CLASS, class, instance_type, 8),
    ROW(TYPE_CLASS, class, name, HEAP_FIELD_SHARED),
    PLAIN(TYPE_CLASS, class, initialize, 8), // a resolution: the cycle's sweep forgets it
    ROW(TYPE_ACTOR, handle, variables, HEAP_FIELD_SLOT),
    ROW(TYPE_ACTOR, handle, result, HEAP_FIELD_SLOT),
    PLAIN(TYPE_ACTOR, handle, identity, 8), // the actor room's, freed with it; what it holds is in messages and payloads (H5)
    PLAIN(TYPE_DATA, data, kind, 8),
    PART(TYPE_DATA, data, payload, 0, data_values),
    {TYPE_CODE, "code", 8, 16, HEAP_FIELD_PLAIN, NULL}, // the tree that it owns: its constants are traced by the vm
};

const struct field_row *field_rows(size_t *count)
{
    *count = TRP_COUNT(rows);
    return rows;
}

void object_shared_fields(struct heap *heap, void *object, const struct heap_field_visitor *visitor)
{
    struct field_walk const walk = {visitor};
    for (size_t i = 0; i < TRP_COUNT(rows); i++) {
        const struct field_row *const row = &rows[i];
        const void *const field = (const char *)object + row->offset;
        if (row->type != object_type(object) || row->law == HEAP_FIELD_PLAIN) continue;
        if (row->walk != NULL) row->walk(&walk, row->name, object);
        else if (row->law == HEAP_FIELD_SLOT) give_slot(&walk, row->name, field);
        else give(&walk, row->name, *(const value_t *)field, row->law);
    }
    give_pointer(&walk, "side", side_of(heap, object), HEAP_FIELD_SHARED);
}
