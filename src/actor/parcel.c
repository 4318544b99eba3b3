// Packing. Purpose: a graph of private objects becomes one block that any actor can rebuild; see parcel.h.
//
// The walk is a queue: objects are numbered as they are found and written in that order, so depth costs no stack, and sharing
// and cycles keep their shape. What is deeply frozen is shared in place instead of copied. Until the whole block is there
// nothing in the sources has changed, but that they may have become shared; only then do the sources of a move give up what
// they held.
// Data: the sender's, under its claim; the finished parcel has one owner at any time and no private pointer (H5).
#include "actor/objects.h"
#include "actor/parcel.h"

#include <string.h>

#define POLL_EVERY 1024 // objects or values
#define STEAL_MIN 256u  // bytes of a string's body that are worth moving

struct packer {
    struct ec *ec;
    enum pack_mode mode;
    value_t clones;  // Hash by identity; nil: none yet; VALUE_UNDEF: objects are not asked
    bool failed;     // exception set
    bool wants_clones;
    bool uncopyable;
    value_t culprit; // what is uncopyable, or nil
    struct asking asking;
    symbol_t id_name;  // of the hidden variable that a copy does not take along; 0: nothing has it
    struct object_set set;
    struct object_set private; // frozen, but they cannot be shared
    struct parcel *parcel; // growing; size is what it has room for
    value_t *shared;
    uint32_t shared_count, shared_capacity;
    struct stolen {
        struct string *string;
        struct string_body *body;
    } *bodies;
    uint32_t body_count, body_capacity;
};

static bool fail(struct packer *p)
{
    if (!p->failed) vm_raise_memory(p->ec);
    p->failed = true;
    return false;
}

static void *grow(void *items, uint32_t *capacity, size_t item_size) // NULL: no memory, and `items` is as it was
{
    uint32_t const wanted = *capacity < 16 ? 16 : *capacity * 2;
    void *const grown = base_realloc(items, wanted * item_size);
    if (grown != NULL) *capacity = wanted;
    return grown;
}

// --- Writing -------------------------------------------------------------------------------------------------------------
static uint64_t *room(struct packer *p, size_t words)
{
    struct parcel *const old = p->parcel;
    size_t const used = old == NULL ? 0 : old->words;
    size_t const needed = sizeof *old + (used + words) * sizeof(uint64_t);
    if (old == NULL || needed > old->size) {
        size_t const size = needed < 256 ? 256 : needed * 2;
        struct parcel *const grown =
            used + words > PARCEL_WORDS_MAX ? NULL : base_realloc(old, size);
        if (grown == NULL) return fail(p), NULL;
        if (old == NULL) *grown = (struct parcel){0};
        grown->size = size;
        p->parcel = grown;
    }
    return p->parcel->data + used;
}

static void put(struct packer *p, uint64_t word)
{
    uint64_t *const at = p->failed ? NULL : room(p, 1);
    if (at == NULL) return;
    *at = word;
    p->parcel->words++;
}

static void put_bytes(struct packer *p, const void *bytes, size_t size)
{
    size_t const words = (size + 7) / 8;
    uint64_t *const at = p->failed ? NULL : room(p, words);
    if (at == NULL || words == 0) return;
    at[words - 1] = 0;
    memcpy(at, bytes, size);
    p->parcel->words += (uint32_t)words;
}

// Each so many values or objects. The sources are reachable from the caller's arguments; nobody can change them meanwhile.
static void poll(struct packer *p, size_t number)
{
    if (number % POLL_EVERY != POLL_EVERY - 1 || p->failed) return;
    p->failed = !vm_poll_builtin(p->ec, POLL_EVERY / 4);
}

// --- Values --------------------------------------------------------------------------------------------------------------
static void note_shared(struct packer *p, value_t v)
{
    heap_escape(p->ec->heap, v);
    for (uint32_t i = p->shared_count; i > 0 && i + 4 > p->shared_count; i--) {
        if (p->shared[i - 1] == v) return; // it often repeats
    }
    if (p->shared_count == p->shared_capacity) {
        value_t *const shared = grow(p->shared, &p->shared_capacity, sizeof *shared);
        if (shared == NULL) {
            fail(p);
            return;
        }
        p->shared = shared;
    }
    p->shared[p->shared_count++] = v;
}

static bool share_value(struct packer *p, value_t v)
{
    bool shared = false;
    if (!p->failed) p->failed = !share_parts(p->ec, &p->private, v, &shared);
    return shared;
}

// A result's numbers are copied: nobody else has them, and a shared one would keep its page.
static bool share(struct packer *p, value_t v)
{
    const void *const object = value_to_pointer(v);
    if (heap_is_shared(v)) return true;
    enum object_type const type = object_type(object);
    if (!object_frozen(object) || (p->mode == PACK_RESULT && (type == TYPE_FLOAT || type == TYPE_BIGNUM))) return false;
    return share_value(p, v);
}

// What owns something changes hands: it is moved, or a clone made for this, or its actor ends.
static bool copyable_data(struct packer *p, const struct data *d)
{
    const struct data_kind *const kind = d->kind;
    const value_t *const values = (const value_t *)(const void *)d->payload;
    if (kind->finalize != NULL) return kind->movable && (p->mode != PACK_COPY || value_is(p->clones, TYPE_HASH));
    if (kind->trace != NULL && kind->values == 0) return false;
    bool shared = true;
    for (unsigned i = 0; i < kind->values && shared; i++) shared = share_value(p, values[i]);
    return (shared && p->mode != PACK_MOVE) || kind->values == 0 || p->mode == PACK_RESULT;
}

struct privacy {
    struct packer *p;
    bool found;
};

static void note_private(symbol_t name, value_t value, void *context)
{
    struct privacy *const privacy = context;
    (void)name;
    privacy->found |= !share_value(privacy->p, value);
}

// An object of a class that stands for something goes along if it refers only to what is shareable.
static bool refers_to_private(struct packer *p, const void *object)
{
    struct privacy privacy = {p, false};
    ivar_each(p->ec->runtime, p->ec->heap, value_pointer(object), note_private, &privacy);
    return privacy.found;
}

static bool copyable(struct packer *p, const void *object)
{
    switch (object_type(object)) {
    case TYPE_OBJECT:
        if (p->mode == PACK_RESULT || !class_is_opaque(runtime_class(p->ec->runtime, object_class_id(object)))) return true;
        return p->mode != PACK_MOVE && !refers_to_private(p, object);
    case TYPE_STRING:
    case TYPE_ARRAY:
    case TYPE_HASH:
    case TYPE_RANGE:
    case TYPE_FLOAT:
    case TYPE_BIGNUM:
    case TYPE_MATCH: return true;
    case TYPE_DATA: return copyable_data(p, object);
    case TYPE_PROC:
    case TYPE_ENV: return p->mode == PACK_RESULT;
    default: return false;
    }
}

static uint32_t number_of(struct packer *p, void *object)
{
    uint32_t number = 0;
    if (!object_set_number(&p->set, object, &number)) fail(p);
    return number;
}

static value_t refuse(struct packer *p, value_t culprit)
{
    if (p->mode == PACK_LENIENT) return VALUE_NIL;
    if (!p->uncopyable) p->culprit = culprit;
    p->uncopyable = true;
    return VALUE_NIL;
}

// A symbol that may go is kept by what carries it.
static void note_symbol(struct packer *p, symbol_t symbol)
{
    if (symbol_passes(p->ec->runtime, symbol)) note_shared(p, value_symbol(symbol));
}

static value_t encode(struct packer *p, value_t v)
{
    if (!value_is_heap(v)) {
        if (value_is_symbol(v)) note_symbol(p, value_to_symbol(v));
        return v;
    }
    bool const ask = p->mode == PACK_COPY && p->clones != VALUE_UNDEF && !heap_is_shared(v);
    bool const asks = ask && asks_to_clone(p->ec, &p->asking, v);
    p->failed |= p->asking.failed;
    if (TRP_UNLIKELY(asks) && !share(p, v)) {
        p->wants_clones |= value_is_nil(p->clones);
        if (p->wants_clones) return VALUE_NIL;
        value_t const clone = hash_get(p->ec->runtime, value_to_hash(p->clones), v);
        if (clone != VALUE_UNDEF) v = clone; // else it is a clone itself
    }
    if (share(p, v)) {
        note_shared(p, v);
        return v;
    }
    void *const object = value_to_pointer(v);
    return copyable(p, object) ? reference_make(number_of(p, object)) : refuse(p, v);
}

static void put_value(struct packer *p, value_t v) { put(p, encode(p, v)); }

// --- Records -------------------------------------------------------------------------------------------------------------
static bool stealable(const struct packer *p, const struct string *s)
{
    if (p->mode != PACK_MOVE || s->header & STRING_EMBEDDED || s->size < STEAL_MIN) return false;
    if (object_layout(s) >= LAYOUT_COMPLEX) return false; // its variables use the same bit of the page
    return atomic_load_explicit(&s->body->references, memory_order_relaxed) == 1;
}

static void write_string(struct packer *p, struct string *s)
{
    if (!stealable(p, s)) {
        put(p, string_size(s));
        put_bytes(p, string_bytes(s), string_size(s));
        return;
    }
    if (p->body_count == p->body_capacity) {
        void *const bodies = grow(p->bodies, &p->body_capacity, sizeof *p->bodies);
        if (bodies == NULL) {
            fail(p);
            return;
        }
        p->bodies = bodies;
    }
    put(p, s->size | STOLEN);
    put(p, p->body_count);
    put(p, (uint64_t)(s->bytes - s->body->bytes));
    p->bodies[p->body_count++] = (struct stolen){s, s->body};
}

// The key's place in the table of the copy depends on its address: compare_by_identity, or a class with Kernel's own hash.
static bool hashed_by_identity(struct ec *ec, const struct hash *h, value_t key)
{
    uint64_t code;
    if (!value_is_heap(key) || heap_is_shared(key)) return false;
    if (h->header & HASH_IDENTITY) return true;
    if (value_hash_builtin(ec->runtime, key, &code)) return false;
    const struct method *const m = vm_find_method(ec, key, SYM_hash);
    return m != NULL && m->owner == runtime_class(ec->runtime, CLASS_KERNEL);
}

static void write_hash(struct packer *p, const struct hash *h)
{
    put(p, hash_count(h));
    put_value(p, h->ifnone);
    for (size_t i = hash_first(h); i < hash_end(h) && !p->failed; i++) {
        value_t const key = hash_key_at(h, i);
        if (key == VALUE_UNDEF) continue;
        value_t const encoded = encode(p, key); // may share the key
        put(p, encoded);
        put_value(p, hash_value_at(h, i));
        put(p, hashed_by_identity(p->ec, h, key) ? CODE_BY_KEY : hash_code_at(h, i));
        poll(p, i);
    }
}

static void write_match(struct packer *p, const struct match *m)
{
    size_t const count = match_group_count(m);
    put_value(p, m->string);
    put_value(p, m->regexp);
    put(p, count);
    for (size_t i = 0; i < count; i++) {
        size_t begin, end;
        bool const set = match_group(m, i, &begin, &end);
        put(p, set ? begin : UINT64_MAX);
        put(p, set ? end : UINT64_MAX);
    }
    p->parcel->matches += !p->failed;
}

static void write_data(struct packer *p, const struct data *d)
{
    size_t const size = heap_slot_size(d) - offsetof(struct data, payload), values = d->kind->values * sizeof(value_t);
    put(p, (uint64_t)(uintptr_t)d->kind);
    put(p, size);
    for (size_t i = 0; i < d->kind->values; i++) put_value(p, ((const value_t *)(const void *)d->payload)[i]);
    put_bytes(p, d->payload + values, size - values);
    p->parcel->owners += !p->failed && d->kind->finalize != NULL;
}

static void write_proc(struct packer *p, const struct proc *proc)
{
    put(p, (uint64_t)(uintptr_t)proc->code);
    if (proc->code != NULL && value_is_heap(proc->code->owner.handle)) note_shared(p, proc->code->owner.handle);
    put(p, proc->env == NULL ? 0 : encode(p, value_pointer(proc->env)));
    put_value(p, proc->self);
}

static void write_env(struct packer *p, const struct env *e)
{
    if (e->ec != NULL) (void)refuse(p, VALUE_NIL); // open: its frame still runs
    put(p, e->parent == NULL ? 0 : encode(p, value_pointer(e->parent)));
    put(p, e->method == NULL ? 0 : encode(p, value_pointer(e->method)));
    put(p, e->flags);
    put(p, e->count);
    for (uint32_t i = 0; i < e->count && !p->failed; i++) put_value(p, e->registers[i]);
}

static void write_values(struct packer *p, const value_t *values, size_t count)
{
    put(p, count);
    for (size_t i = 0; i < count && !p->failed; i++) {
        put_value(p, values[i]);
        poll(p, i);
    }
}

static void write_payload(struct packer *p, void *object)
{
    switch (object_type(object)) {
    case TYPE_STRING: write_string(p, object); break;
    case TYPE_ARRAY: write_values(p, array_items(object), array_count(object)); break;
    case TYPE_HASH: write_hash(p, object); break;
    case TYPE_RANGE:
        put_value(p, ((const struct range *)object)->begin);
        put_value(p, ((const struct range *)object)->end);
        break;
    case TYPE_FLOAT: put_bytes(p, &((const struct float_object *)object)->value, sizeof(double)); break;
    case TYPE_BIGNUM: {
        const struct bignum *const b = object;
        put(p, b->limb_count);
        put_bytes(p, b->header & BIGNUM_EMBEDDED ? b->embedded : b->limbs, b->limb_count * sizeof(uint64_t));
        break;
    }
    case TYPE_MATCH: write_match(p, object); break;
    case TYPE_DATA: write_data(p, object); break;
    case TYPE_PROC: write_proc(p, object); break;
    case TYPE_ENV: write_env(p, object); break;
    default: TRP_ASSERT(object_type(object) == TYPE_OBJECT);
    }
}

static void write_pair(symbol_t name, value_t value, void *context)
{
    struct packer *const p = context;
    if (p->mode == PACK_COPY && name == p->id_name) return;
    put(p, name);
    note_symbol(p, name);
    put_value(p, value);
}

// As many pairs as were written.
static void write_pairs(struct packer *p, void *object)
{
    put(p, 0);
    if (p->failed) return;
    uint32_t const start = p->parcel->words;
    ivar_each(p->ec->runtime, p->ec->heap, value_pointer(object), write_pair, p);
    if (!p->failed) p->parcel->data[start - 1] = (p->parcel->words - start) / 2;
}

static void write_variables(struct packer *p, void *object, layout_t layout)
{
    bool const complex = (layout & ~(layout_t)1) == LAYOUT_COMPLEX;
    unsigned const count = complex ? 0 : layout_count(p->ec->runtime, layout);
    if (record_has_fields(object_type(object), layout, count)) {
        write_values(p, instance_fields(object), count);
    } else {
        write_pairs(p, object);
    }
}

// The layout of the record: an object with an id that stays behind has its variables by name.
static layout_t layout_of(const struct packer *p, const void *object)
{
    layout_t const layout = object_layout(object);
    if (layout < LAYOUT_COMPLEX || p->id_name == 0 || p->mode != PACK_COPY || object_type(object) != TYPE_OBJECT) return layout;
    if ((layout & ~(layout_t)1) == LAYOUT_COMPLEX || layout_find(p->ec->runtime, layout, p->id_name) < 0) return layout;
    return LAYOUT_COMPLEX | (layout & 1);
}

// A singleton class goes along: only what leaves its actor, or was cloned for this, can have one (walk.c).
static void write_record(struct packer *p, void *object)
{
    class_id_t const id = object_class_id(object);
    if (runtime_class_dies(p->ec->runtime, id)) note_shared(p, class_value(runtime_class(p->ec->runtime, id)));
    layout_t const layout = layout_of(p, object);
    uint64_t const header = ((const struct object *)object)->header;
    heap_escape(p->ec->heap, class_value(runtime_class(p->ec->runtime, object_class_id(object))));
    put(p, (header & ~HEADER_LAYOUT_MASK) | (uint64_t)layout << HEADER_LAYOUT_SHIFT);
    put(p, 0);
    if (p->failed) return;
    uint32_t const start = p->parcel->words;
    write_payload(p, object);
    if (object_type(object) == TYPE_OBJECT || layout >= LAYOUT_COMPLEX) write_variables(p, object, layout);
    if (!p->failed) p->parcel->data[start - 1] = p->parcel->words - start;
}

// --- Moving --------------------------------------------------------------------------------------------------------------
// What was moved keeps its slot as an empty Ractor::MovedObject. Its words are zero: read as the array, string or hash that
// code further down the stack may still take it for, it is an empty one.
static void hollow(struct packer *p, void *object)
{
    struct heap *const heap = p->ec->heap;
    enum object_type const type = object_type(object);
    if (type == TYPE_FLOAT || type == TYPE_BIGNUM) return; // as good as shareable
    void (*const finalize)(struct heap *, void *) = runtime_actors(p->ec->runtime)->finalizers[type];
    bool const owner = type == TYPE_DATA && ((const struct data *)object)->kind->finalize != NULL; // it goes with the parcel
    if (finalize != NULL && !owner) finalize(heap, object);
    if (type != TYPE_OBJECT && object_layout(object) >= LAYOUT_COMPLEX) ivar_finalize_side(heap, object);
    heap_clear_fin(heap, object);
    struct instance *const o = object;
    memset((char *)object + sizeof(uint64_t), 0, heap_slot_size(object) - sizeof(uint64_t));
    o->header = header_make(TYPE_OBJECT, CLASS_RACTOR_MOVED, LAYOUT_EMPTY_FROZEN, OBJECT_EMBEDDED);
}

static size_t body_size(const struct string_body *body) { return sizeof *body + body->capacity; }

static void hollow_all(struct packer *p)
{
    for (uint32_t i = 0; i < p->body_count; i++) { // these go with the parcel (H8)
        heap_body_account(p->ec->heap, -(ptrdiff_t)body_size(p->bodies[i].body));
        p->bodies[i].string->header |= STRING_EMBEDDED;
    }
    for (uint32_t i = 0; i < p->set.count; i++) hollow(p, p->set.objects[i]);
}

// Of a copy: clones that own something gave it to the parcel.
static void hollow_owners(struct packer *p)
{
    for (uint32_t i = 0; p->parcel->owners > 0 && i < p->set.count; i++) {
        const void *const object = p->set.objects[i];
        if (object_type(object) == TYPE_DATA && ((const struct data *)object)->kind->finalize != NULL) {
            hollow(p, p->set.objects[i]);
        }
    }
}

// --- All -----------------------------------------------------------------------------------------------------------------
static void write_all(struct packer *p)
{
    for (uint32_t i = 0; i < p->set.count && !p->failed && !p->uncopyable && !p->wants_clones; i++) {
        write_record(p, p->set.objects[i]);
        poll(p, i);
    }
}

static bool finish(struct packer *p)
{
    size_t const tail = p->shared_count + p->body_count;
    uint64_t *const at = room(p, tail);
    if (at == NULL) return false;
    if (p->shared_count > 0) memcpy(at, p->shared, p->shared_count * sizeof *p->shared);
    struct parcel *const parcel = p->parcel;
    size_t const size = sizeof *parcel + (parcel->words + tail) * sizeof(uint64_t);
    if (parcel->size > size + size / 4) {
        struct parcel *const smaller = base_realloc(parcel, size);
        if (smaller != NULL) p->parcel = smaller;
    }
    p->parcel->size = size;
    p->parcel->objects = p->set.count;
    p->parcel->shared = p->shared_count;
    p->parcel->bodies = p->body_count;
    p->parcel->world = p->ec->runtime->heap_world;
    for (uint32_t i = 0; i < p->body_count; i++) {
        parcel_bodies(p->parcel)[i] = p->bodies[i].body;
        p->parcel->body_size += body_size(p->bodies[i].body);
    }
    return true;
}

static bool pack_graph(struct packer *p, value_t value, struct payload *out)
{
    value_t const root = encode(p, value);
    write_all(p);
    if (p->wants_clones && !p->failed) return false;
    if (p->uncopyable && !p->failed) {
        vm_raise(p->ec, CLASS_RACTOR_ERROR, "can not %s %s object.", p->mode == PACK_MOVE ? "move" : "copy",
                 vm_class_name(p->ec, value_is_nil(p->culprit) ? value : p->culprit));
        p->failed = true;
    }
    if (p->failed) return false;
    if (p->set.count == 0) { // shared, or nothing is left of it
        *out = (struct payload){.value = root};
        return true;
    }
    if (!finish(p)) return false;
    vm_charge(p->ec, p->parcel->size / 64);
    if (p->mode == PACK_MOVE) hollow_all(p);
    else hollow_owners(p);
    *out = (struct payload){.value = VALUE_NIL, .parcel = p->parcel};
    p->parcel = NULL;
    return true;
}

// What is shared goes as it is.
static bool pack_shared(struct ec *ec, value_t value, struct payload *out)
{
    if (!heap_is_shared(value)) return false;
    heap_escape(ec->heap, value);
    *out = (struct payload){.value = value};
    return true;
}

static bool pack(struct packer *p, value_t value, struct payload *out)
{
    struct runtime *const runtime = p->ec->runtime;
    p->id_name = symbol_find(runtime, "@__object_id", sizeof "@__object_id" - 1);
    object_set_init(&p->set);
    object_set_init(&p->private);
    p->asking.private = &p->private;
    bool const packed = pack_graph(p, value, out);
    object_set_free(&p->set);
    object_set_free(&p->private);
    base_free(p->parcel);
    base_free(p->shared);
    base_free(p->bodies);
    return packed;
}

bool parcel_pack(struct ec *ec, value_t value, enum pack_mode mode, struct payload *out)
{
    if (pack_shared(ec, value, out)) return true;
    struct packer p = {.ec = ec, .mode = mode, .clones = VALUE_UNDEF, .culprit = VALUE_NIL};
    return pack(&p, value, out);
}

value_t parcel_pack_for(struct ec *ec, value_t value, bool move, value_t clones, struct payload *out)
{
    if (pack_shared(ec, value, out)) return VALUE_TRUE;
    struct packer p = {.ec = ec, .mode = move ? PACK_MOVE : PACK_COPY, .clones = clones, .culprit = VALUE_NIL};
    if (pack(&p, value, out)) return VALUE_TRUE;
    return p.failed ? VALUE_UNDEF : VALUE_FALSE;
}

// --- Payloads --------------------------------------------------------------------------------------------------------------
// What its data own and nobody took.
static void free_owned(struct parcel *parcel)
{
    uint64_t *record = parcel->data;
    for (uint32_t i = 0; parcel->owners > 0 && i < parcel->objects; i++, record += 2 + record[1]) {
        const struct data_kind *const kind = record_owner(record);
        if (kind != NULL) kind->finalize(NULL, record + 4);
    }
}

void payload_free(struct payload *payload)
{
    struct parcel *const parcel = payload->parcel;
    payload->parcel = NULL;
    payload->value = VALUE_NIL;
    if (parcel == NULL) return;
    free_owned(parcel);
    for (uint32_t i = 0; i < parcel->bodies; i++) {
        struct string_body *const body = parcel_bodies(parcel)[i];
        if (body != NULL) heap_body_free_in_flight(parcel->world, body, body_size(body));
    }
    base_free(parcel);
}

void payload_mark(struct heap_marker *marker, const struct payload *payload)
{
    if (payload->parcel == NULL) {
        heap_mark(marker, payload->value);
    } else {
        const value_t *const shared = parcel_shared(payload->parcel);
        heap_mark_range(marker, shared, shared + payload->parcel->shared);
    }
}

void payload_receive(struct heap *heap, const struct payload *payload)
{
    if (payload->parcel == NULL) {
        if (value_is_heap(payload->value)) heap_received(heap, payload->value);
        return;
    }
    const value_t *const shared = parcel_shared(payload->parcel);
    for (size_t i = 0; i < payload->parcel->shared; i++) heap_received(heap, shared[i]);
}

size_t payload_size(const struct payload *payload)
{
    return payload->parcel == NULL ? 0 : payload->parcel->size + payload->parcel->body_size;
}
