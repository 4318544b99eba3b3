// The rows of the type table that are this room's, and objects too small for a file of their own.
#include "object/interior.h"

struct range *range_new(struct heap *heap, value_t begin, value_t end, bool exclusive)
{
    struct range *const r = heap_alloc(heap, HEAP_32);
    if (TRP_UNLIKELY(r == NULL)) return NULL;
    r->header = header_make(TYPE_RANGE, CLASS_RANGE, LAYOUT_EMPTY_FROZEN, exclusive ? RANGE_EXCLUSIVE : 0);
    r->unused = VALUE_NIL;
    heap_store(heap, r, &r->begin, begin);
    heap_store(heap, r, &r->end, end);
    return r;
}

struct data *data_new(struct heap *heap, class_id_t class_id, const struct data_kind *kind, size_t payload_size)
{
    struct data *const d = heap_alloc_size(heap, sizeof *d + payload_size);
    if (TRP_UNLIKELY(d == NULL)) return NULL;
    d->header = header_make(TYPE_DATA, class_id, LAYOUT_EMPTY, 0);
    d->kind = kind;
    memset(d->payload, 0, payload_size);
    if (kind->finalize != NULL) heap_set_fin(heap, d);
    return d;
}

void *data_payload(value_t v, const struct data_kind *kind)
{
    if (!value_is(v, TYPE_DATA)) return NULL;
    struct data *const d = value_to_pointer(v);
    return d->kind == kind ? d->payload : NULL;
}

// --- Rows ------------------------------------------------------------------------------------------------------------
static void range_trace(struct heap_marker *marker, void *object)
{
    const struct range *const r = object;
    heap_mark(marker, r->begin);
    heap_mark(marker, r->end);
}

static void instance_trace(struct heap_marker *marker, void *object)
{
    struct instance *const o = object;
    if (o->header & OBJECT_EMBEDDED) {
        heap_mark_range(marker, o->embedded, o->embedded + heap_slot_size(o) / sizeof(value_t) - 1);
    } else {
        heap_mark_range(marker, o->fields, o->fields + o->capacity);
    }
}

static void instance_finalize(struct heap *heap, void *object)
{
    struct instance *const o = object;
    if (!(o->header & OBJECT_EMBEDDED)) heap_body_free(heap, o->fields, o->capacity * sizeof(value_t));
}

static size_t instance_body_size(const void *object)
{
    const struct instance *const o = object;
    return o->header & OBJECT_EMBEDDED ? 0 : o->capacity * sizeof(value_t);
}

static void mark_pointer(struct heap_marker *marker, const void *object)
{
    if (object != NULL) heap_mark(marker, value_pointer(object));
}

static void method_trace(struct heap_marker *marker, void *object)
{
    const struct method *const m = object;
    mark_pointer(marker, m->owner);
    mark_pointer(marker, m->lexical);
    mark_pointer(marker, m->nesting);
    code_mark(marker, m->code);
    code_mark(marker, m->around);
    mark_pointer(marker, m->source);
    if (m->kind == METHOD_PROC) heap_mark_slot(marker, &m->proc);
    if (m->kind == METHOD_BODY) heap_mark(marker, m->refinements);
}

static void method_finalize(struct heap *heap, void *object)
{
    struct method *const m = object;
    if (m->kind == METHOD_PROC) heap_slot_forget(heap, &m->proc);
}

static void proc_trace(struct heap_marker *marker, void *object)
{
    const struct proc *const p = object;
    code_mark(marker, p->code);
    mark_pointer(marker, p->env);
    heap_mark(marker, p->self);
}

static void data_trace(struct heap_marker *marker, void *object)
{
    struct data *const d = object;
    if (d->kind->trace != NULL) d->kind->trace(marker, d->payload);
}

static void data_finalize(struct heap *heap, void *object)
{
    struct data *const d = object;
    if (d->kind->finalize != NULL) d->kind->finalize(heap, d->payload);
}

static size_t data_body_size(const void *object)
{
    const struct data *const d = object;
    return d->kind->body_size == NULL ? 0 : d->kind->body_size(d->payload);
}

void object_fill_types(struct heap_type types[TYPE_MAX])
{
    types[TYPE_OBJECT] = (struct heap_type){
        .name = "object", .trace = instance_trace, .finalize = instance_finalize, .body_size = instance_body_size};
    types[TYPE_CLASS] = (struct heap_type){
        .name = "class", .trace = class_trace, .finalize = class_finalize, .escape = class_escape, .verify = class_verify};
    types[TYPE_STRING] = (struct heap_type){
        .name = "string", .finalize = string_finalize, .body_size = string_body_size, .verify = string_verify};
    types[TYPE_ARRAY] = (struct heap_type){.name = "array", .trace = array_trace, .finalize = array_finalize,
        .body_size = array_body_size, .verify = array_verify};
    types[TYPE_HASH] = (struct heap_type){
        .name = "hash", .trace = hash_trace, .finalize = hash_finalize, .body_size = hash_body_size, .verify = hash_verify};
    types[TYPE_RANGE] = (struct heap_type){.name = "range", .trace = range_trace};
    types[TYPE_PROC] = (struct heap_type){.name = "proc", .trace = proc_trace};
    types[TYPE_METHOD] = (struct heap_type){.name = "method", .trace = method_trace, .finalize = method_finalize};
    types[TYPE_DATA] = (struct heap_type){
        .name = "data", .trace = data_trace, .finalize = data_finalize, .body_size = data_body_size};
    number_fill_types(types);
    regexp_fill_types(types);
    static enum object_type const concurrent[] = {TYPE_OBJECT, TYPE_STRING, TYPE_ARRAY, TYPE_HASH, TYPE_RANGE, TYPE_FLOAT,
                                                  TYPE_BIGNUM};
    for (size_t i = 0; i < sizeof concurrent / sizeof *concurrent; i++) types[concurrent[i]].concurrent = true;
}
