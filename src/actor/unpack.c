// Unpacking. Purpose: a parcel becomes private objects of the receiver; see parcel.h.
//
// Two walks over the records, which may poll: the first makes every object, empty but sound; the second fills them in and
// cannot fail but for variables in side tables. Matches, which need their string, are made in between.
// Invariants: what is made is rooted through the table until the root is handed out; a parcel is consumed in any case.
// Data: the receiver's, under its claim.
#include <string.h>

#include "actor/parcel.h"

#define POLL_EVERY 1024 // objects that are filled
#define POLL_BYTES (64u << 10)

struct unpacker {
    struct ec *ec;
    struct heap *heap;
    struct parcel *parcel;
    value_t *objects; // by number; false: not made yet
    size_t allocated; // bytes since the last poll
    struct vm_roots roots;
};

static const uint64_t *record_after(const uint64_t *record) { return record + 2 + record[1]; }
static enum object_type record_type(const uint64_t *record) { return (enum object_type)(*record & HEADER_TYPE_MASK); }
static layout_t record_layout(const uint64_t *record) { return (layout_t)(*record >> HEADER_LAYOUT_SHIFT) & 0xfffff; }
static class_id_t record_class(const uint64_t *record) { return (class_id_t)(*record >> HEADER_CLASS_SHIFT); }

static value_t decode(const struct unpacker *u, value_t word)
{
    return reference_is(word) ? u->objects[reference_index(word)] : word;
}

// The class, and the flags of `keep`, are the record's.
static void adopt_header(const uint64_t *record, void *object, uint64_t keep)
{
    uint64_t *const header = &((struct object *)object)->header;
    uint64_t const class_bits = (uint64_t)UINT32_MAX << HEADER_CLASS_SHIFT;
    *header = (*header & ~(keep | class_bits)) | (*record & (keep | class_bits));
}

// --- First walk ----------------------------------------------------------------------------------------------------------
static struct string *adopt_body(struct unpacker *u, const uint64_t *record)
{
    struct string *const s = string_new_capacity(u->heap, 0, ENCODING_UTF8);
    if (s == NULL) return NULL;
    struct string_body **const place = &parcel_bodies(u->parcel)[record[3]];
    struct string_body *const body = *place;
    *place = NULL;
    s->header &= ~STRING_EMBEDDED;
    s->bytes = body->bytes + record[4];
    s->size = (uint32_t)(record[2] & ~STOLEN);
    s->hint = 0;
    s->body = body;
    heap_set_fin(u->heap, s);
    heap_body_account(u->heap, (ptrdiff_t)(sizeof *body + body->capacity));
    return s;
}

static void *make_string(struct unpacker *u, const uint64_t *record)
{
    struct string *const s = record[2] & STOLEN
                                 ? adopt_body(u, record)
                                 : string_new(u->heap, (const char *)(record + 3), record[2], ENCODING_UTF8);
    if (s != NULL) adopt_header(record, s, STRING_RANGE_MASK | STRING_ENCODING_MASK);
    return s;
}

static void *make_array(struct unpacker *u, const uint64_t *record)
{
    struct array *const a = array_new(u->heap, record[2]);
    if (a == NULL || !array_resize(u->heap, a, record[2])) return NULL;
    adopt_header(record, a, 0);
    return a;
}

static void *make_hash(struct unpacker *u, const uint64_t *record)
{
    struct hash *const h = hash_new(u->heap, record[2]);
    if (h != NULL) adopt_header(record, h, HASH_IDENTITY | HASH_DEFAULT_PROC | HASH_KEYWORDS);
    return h;
}

static void *make_bignum(struct unpacker *u, const uint64_t *record)
{
    size_t const count = record[2];
    bool const embedded = (*record & BIGNUM_EMBEDDED) != 0;
    size_t const size = offsetof(struct bignum, embedded) + (embedded ? count : 2) * sizeof(uint64_t);
    uint64_t *const body = embedded ? NULL : heap_body_alloc(u->heap, count * sizeof(uint64_t));
    if (!embedded && body == NULL) return NULL;
    struct bignum *const b = heap_alloc_size(u->heap, size < sizeof(struct bignum) ? sizeof(struct bignum) : size);
    if (b == NULL) {
        if (body != NULL) heap_body_free(u->heap, body, count * sizeof(uint64_t));
        return NULL;
    }
    b->header = *record;
    b->limb_count = b->limb_capacity = (uint32_t)count;
    memcpy(embedded ? b->embedded : body, record + 3, count * sizeof(uint64_t));
    if (!embedded) {
        b->limbs = body;
        b->embedded[1] = 0;
        heap_set_fin(u->heap, b);
    }
    return b;
}

static void *make_instance(struct unpacker *u, const uint64_t *record)
{
    layout_t const layout = record_layout(record);
    bool const complex = (layout & ~(layout_t)1) == LAYOUT_COMPLEX;
    return instance_new(u->heap, record_class(record), complex ? 1 : layout_count(u->ec->runtime, layout));
}

static void *make_data(struct unpacker *u, const uint64_t *record)
{
    const struct data_kind *const kind = (const struct data_kind *)(uintptr_t)record[2];
    struct data *const d = data_new(u->heap, record_class(record), kind, record[3]);
    if (d == NULL) return NULL;
    memcpy(d->payload, record + 4, record[3]);
    value_t *const values = (value_t *)(void *)d->payload;
    for (unsigned i = 0; i < kind->values; i++) values[i] = VALUE_NIL;
    if (kind->finalize != NULL) {
        *(uint64_t *)(uintptr_t)&record[2] = 0; // taken
        heap_set_fin(u->heap, d);
    }
    return d;
}

static void *make_proc(struct unpacker *u, const uint64_t *record)
{
    struct proc *const proc = heap_alloc(u->heap, HEAP_32);
    if (proc == NULL) return NULL;
    proc->header = *record & ~HEADER_LAYOUT_MASK;
    proc->code = (const struct vm_code *)(uintptr_t)record[2];
    proc->env = NULL;
    proc->self = VALUE_NIL;
    return proc;
}

static void *make_env(struct unpacker *u, const uint64_t *record)
{
    uint32_t const count = (uint32_t)record[5];
    struct env *const env = heap_alloc_size(u->heap, sizeof *env + count * sizeof(value_t));
    if (env == NULL) return NULL;
    *env = (struct env){.header = *record, .registers = env->slots, .count = count, .flags = (uint32_t)record[4]};
    for (uint32_t i = 0; i < count; i++) env->slots[i] = VALUE_NIL;
    return env;
}

static void *make_float(struct unpacker *u, const uint64_t *record)
{
    struct float_object *const f = heap_alloc(u->heap, HEAP_32);
    if (f == NULL) return NULL;
    f->header = *record;
    memcpy(&f->value, record + 2, sizeof f->value);
    return f;
}

static void *make(struct unpacker *u, const uint64_t *record)
{
    switch (record_type(record)) {
    case TYPE_OBJECT: return make_instance(u, record);
    case TYPE_STRING: return make_string(u, record);
    case TYPE_ARRAY: return make_array(u, record);
    case TYPE_HASH: return make_hash(u, record);
    case TYPE_RANGE: {
        struct range *const r = range_new(u->heap, VALUE_NIL, VALUE_NIL, (*record & RANGE_EXCLUSIVE) != 0);
        if (r != NULL) adopt_header(record, r, 0);
        return r;
    }
    case TYPE_FLOAT: return make_float(u, record);
    case TYPE_BIGNUM: return make_bignum(u, record);
    case TYPE_DATA: return make_data(u, record);
    case TYPE_PROC: return make_proc(u, record);
    default: TRP_ASSERT(record_type(record) == TYPE_ENV); return make_env(u, record);
    }
}

// A singleton class is its object's alone. False: no memory.
static bool adopt_singleton(struct unpacker *u, const void *object)
{
    struct class *const class = runtime_class(u->ec->runtime, object_class_id(object));
    if (TRP_LIKELY(class == NULL || !(class->flags & CLASS_IS_SINGLETON))) return true;
    return class_attach(u->heap, class, value_pointer(object));
}

static bool make_all(struct unpacker *u)
{
    const uint64_t *record = u->parcel->data;
    for (uint32_t i = 0; i < u->parcel->objects; i++, record = record_after(record)) {
        if (record_type(record) == TYPE_MATCH) continue;
        void *const object = make(u, record);
        if (object == NULL || !adopt_singleton(u, object)) return vm_raise_memory(u->ec), false;
        u->objects[i] = value_pointer(object);
        u->allocated += 32 + record[1] * sizeof(uint64_t);
        if (u->allocated < POLL_BYTES) continue;
        uint64_t const work = u->allocated / 64;
        u->allocated = 0;
        if (!vm_poll_builtin(u->ec, work)) return false;
    }
    return true;
}

// --- Matches -------------------------------------------------------------------------------------------------------------
static bool make_match(struct unpacker *u, const uint64_t *record, value_t *out)
{
    size_t const count = record[4];
    struct regexp_region region = {.count = (uint32_t)count};
    int64_t *const places = base_alloc(2 * count * sizeof *places);
    if (places == NULL) return false;
    region.begin = places;
    region.end = places + count;
    for (size_t i = 0; i < count; i++) {
        region.begin[i] = (int64_t)record[5 + 2 * i];
        region.end[i] = (int64_t)record[6 + 2 * i];
    }
    struct string *const subject = value_to_pointer(decode(u, record[2]));
    struct match *const m = match_new(u->heap, decode(u, record[3]), subject, &region);
    base_free(places);
    if (m == NULL) return false;
    adopt_header(record, m, 0);
    *out = value_pointer(m);
    return true;
}

static bool make_matches(struct unpacker *u)
{
    const uint64_t *record = u->parcel->data;
    for (uint32_t i = 0; u->parcel->matches > 0 && i < u->parcel->objects; i++, record = record_after(record)) {
        if (record_type(record) != TYPE_MATCH) continue;
        if (!make_match(u, record, &u->objects[i])) return vm_raise_memory(u->ec), false;
    }
    return true;
}

// --- Second walk ---------------------------------------------------------------------------------------------------------
// Each returns where the record's PAIRS begin.
static const uint64_t *fill_array(struct unpacker *u, const uint64_t *record, struct array *a)
{
    value_t *const items = (value_t *)(uintptr_t)array_items(a);
    for (size_t i = 0; i < record[2]; i++) heap_store(u->heap, a, &items[i], decode(u, record[3 + i]));
    return record + 3 + record[2];
}

static const uint64_t *fill_hash(struct unpacker *u, const uint64_t *record, struct hash *h)
{
    const uint64_t *at = record + 4;
    heap_store(u->heap, h, &h->ifnone, decode(u, record[3]));
    for (size_t i = 0; i < record[2]; i++, at += 3) {
        value_t const key = decode(u, at[0]);
        uint64_t code = at[2];
        if (code & CODE_BY_KEY) {
            code = value_identity_hash(key);
            if (!(h->header & HASH_IDENTITY)) code = (uint64_t)((int64_t)code >> 2); // as Kernel#hash
        }
        if (!hash_add(u->heap, h, code, key, decode(u, at[1]))) return NULL;
    }
    return at;
}

static const uint64_t *fill_env(struct unpacker *u, const uint64_t *record, struct env *env)
{
    env->parent = value_to_pointer(decode(u, record[2]));
    env->method = value_to_pointer(decode(u, record[3]));
    for (uint32_t i = 0; i < env->count; i++) {
        heap_store(u->heap, env, &env->slots[i], decode(u, record[6 + i]));
    }
    return record + 6 + env->count;
}

static const uint64_t *fill_instance(struct unpacker *u, const uint64_t *record, struct instance *o)
{
    value_t *const fields = instance_fields(o);
    for (size_t i = 0; i < record[2]; i++) heap_store(u->heap, o, &fields[i], decode(u, record[3 + i]));
    o->header |= (uint64_t)(record_layout(record) & ~(layout_t)1) << HEADER_LAYOUT_SHIFT;
    return record + 3 + record[2];
}

static const uint64_t *fill(struct unpacker *u, const uint64_t *record, void *object)
{
    switch (record_type(record)) {
    case TYPE_ARRAY: return fill_array(u, record, object);
    case TYPE_HASH: return fill_hash(u, record, object);
    case TYPE_RANGE: {
        struct range *const r = object;
        heap_store(u->heap, r, &r->begin, decode(u, record[2]));
        heap_store(u->heap, r, &r->end, decode(u, record[3]));
        return record + 4;
    }
    case TYPE_STRING: return record[2] & STOLEN ? record + 5 : record + 3 + (record[2] + 7) / 8;
    case TYPE_FLOAT: return record + 3;
    case TYPE_BIGNUM: return record + 3 + record[2];
    case TYPE_MATCH: return record + 5 + 2 * record[4];
    case TYPE_DATA: {
        struct data *const d = object;
        value_t *const values = (value_t *)(void *)d->payload;
        for (unsigned i = 0; i < d->kind->values; i++) heap_store(u->heap, d, &values[i], decode(u, record[4 + i]));
        return record + 4 + (record[3] + 7) / 8;
    }
    case TYPE_PROC: {
        struct proc *const proc = object;
        proc->env = value_to_pointer(decode(u, record[3]));
        heap_store(u->heap, proc, &proc->self, decode(u, record[4]));
        return record + 5;
    }
    case TYPE_ENV: return fill_env(u, record, object);
    default: return record + 2;
    }
}

static bool fill_pairs(struct unpacker *u, const uint64_t *pairs, value_t object)
{
    for (size_t i = 0; i < pairs[0]; i++) {
        value_t const value = decode(u, pairs[2 + 2 * i]);
        if (!ivar_set(u->ec->runtime, u->heap, object, (symbol_t)pairs[1 + 2 * i], value)) return false;
    }
    return true;
}

static bool fill_one(struct unpacker *u, const uint64_t *record, value_t object)
{
    enum object_type const type = record_type(record);
    layout_t const layout = record_layout(record);
    bool const complex = (layout & ~(layout_t)1) == LAYOUT_COMPLEX;
    unsigned const count = complex ? 0 : layout_count(u->ec->runtime, layout);
    void *const o = value_to_pointer(object);
    if (record_has_fields(type, layout, count)) {
        fill_instance(u, record, o);
    } else {
        const uint64_t *const pairs = fill(u, record, o);
        if (pairs == NULL) return false;
        bool const has_pairs = type == TYPE_OBJECT || layout >= LAYOUT_COMPLEX;
        TRP_ASSERT(pairs + (has_pairs ? 1 + 2 * pairs[0] : 0) == record_after(record));
        ((struct object *)o)->header &= ~HEADER_FROZEN; // until it is whole
        if (has_pairs && !fill_pairs(u, pairs, object)) return false;
    }
    if (layout & 1) object_freeze(o);
    return true;
}

static bool fill_all(struct unpacker *u)
{
    const uint64_t *record = u->parcel->data;
    for (uint32_t i = 0; i < u->parcel->objects; i++, record = record_after(record)) {
        if (!fill_one(u, record, u->objects[i])) return vm_raise_memory(u->ec), false;
        if (i % POLL_EVERY == POLL_EVERY - 1 && !vm_poll_builtin(u->ec, POLL_EVERY / 4)) return false;
    }
    return true;
}

// --- All -----------------------------------------------------------------------------------------------------------------
static value_t unpack_parcel(struct ec *ec, struct parcel *parcel)
{
    value_t few[16] = {0};
    struct unpacker u = {.ec = ec, .heap = ec->heap, .parcel = parcel, .objects = few};
    if (parcel->objects > TRP_COUNT(few)) {
        u.objects = base_alloc_zeroed(parcel->objects * sizeof *u.objects);
        if (u.objects == NULL) return vm_raise_memory(ec);
    }
    u.roots = (struct vm_roots){.next = ec->roots, .values = u.objects, .count = parcel->objects};
    ec->roots = &u.roots;
    bool const whole = make_all(&u) && make_matches(&u) && fill_all(&u);
    ec->roots = u.roots.next;
    value_t const root = u.objects[0];
    if (u.objects != few) base_free(u.objects);
    return whole ? root : VALUE_UNDEF;
}

value_t parcel_unpack(struct ec *ec, struct payload *payload)
{
    payload_receive(ec->heap, payload);
    if (payload->parcel == NULL) return payload->value;
    struct actor_body *const body = ec->actor != NULL ? ec->actor->body : NULL;
    struct payload *const outer = body != NULL ? body->unpacking : NULL;
    size_t const size = payload_size(payload);
    if (body != NULL) body->unpacking = payload;
    vm_charge(ec, size / 64);
    value_t const v = unpack_parcel(ec, payload->parcel);
    if (body != NULL) body->unpacking = outer;
    payload_free(payload);
    return v;
}
