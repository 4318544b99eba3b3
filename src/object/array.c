// Arrays. Purpose: storage of items: embedded up to three, else a body with room at both ends.
// Invariants: an array without a body is embedded; items + capacity is the body's end; nothing past `count` is read.
// Data: the holder of the actor's claim.
#include "object/interior.h"

static bool is_embedded(const struct array *a) { return (a->header & ARRAY_EMBEDDED) != 0; }
static size_t front_room(const struct array *a) { return (size_t)(a->items - a->body); }
static size_t body_words(const struct array *a) { return front_room(a) + a->capacity; }

void array_trace(struct heap_marker *marker, void *object)
{
    const struct array *const a = object;
    const value_t *const items = array_items(a);
    heap_mark_range(marker, items, items + array_count(a));
}

void array_finalize(struct heap *heap, void *object)
{
    struct array *const a = object;
    if (!is_embedded(a)) heap_body_free(heap, a->body, body_words(a) * sizeof(value_t));
}

size_t array_body_size(const void *object)
{
    const struct array *const a = object;
    return is_embedded(a) ? 0 : body_words(a) * sizeof(value_t);
}

const char *array_verify(const void *object)
{
    const struct array *const a = object;
    if (is_embedded(a)) return NULL; // two bits cannot say more than three
    if (a->body == NULL) return "array: neither embedded nor with a body";
    if (a->items < a->body) return "array: items begin before the body";
    if (a->count > a->capacity) return "array: more items than room";
    return front_room(a) + a->capacity > ARRAY_COUNT_MAX ? "array: too large" : NULL;
}

static value_t *items_of(struct array *a) { return is_embedded(a) ? a->embedded : a->items; }

static void set_count(struct array *a, size_t count)
{
    if (is_embedded(a)) {
        a->header = (a->header & ~ARRAY_COUNT_MASK) | (uint64_t)count << ARRAY_COUNT_SHIFT;
    } else {
        a->count = (uint32_t)count;
    }
}

static size_t capacity_of(const struct array *a) { return is_embedded(a) ? ARRAY_EMBEDDED_MAX : a->capacity; }

// The items move into a body of `front + capacity` words, of which the first `front` stay free.
static bool move_to_body(struct heap *heap, struct array *a, size_t front, size_t capacity)
{
    size_t const count = array_count(a);
    if (front + capacity > ARRAY_COUNT_MAX) return false;
    value_t *const body = heap_body_alloc(heap, (front + capacity) * sizeof *body);
    if (body == NULL) return false;
    memcpy(body + front, items_of(a), count * sizeof *body);
    if (!is_embedded(a)) heap_body_free(heap, a->body, body_words(a) * sizeof *body);
    a->header &= ~(ARRAY_EMBEDDED | ARRAY_COUNT_MASK);
    a->body = body;
    a->items = body + front;
    a->count = (uint32_t)count;
    a->capacity = (uint32_t)capacity;
    heap_set_fin(heap, a);
    return true;
}

static size_t grown(size_t count)
{
    size_t const capacity = count + count / 2 + 4;
    return capacity > ARRAY_COUNT_MAX ? ARRAY_COUNT_MAX : capacity;
}

struct array *array_new(struct heap *heap, size_t capacity)
{
    struct array *const a = array_new_small(heap, NULL, 0);
    if (a == NULL || capacity <= ARRAY_EMBEDDED_MAX) return a;
    return move_to_body(heap, a, 0, capacity) ? a : NULL;
}

struct array *array_from(struct heap *heap, const value_t *items, size_t count)
{
    struct array *const a = array_new(heap, count);
    if (a == NULL) return NULL;
    store_range(heap, a, items_of(a), items, count);
    set_count(a, count);
    return a;
}

bool array_reserve(struct heap *heap, struct array *a, size_t capacity)
{
    TRP_ASSERT(!object_frozen(a));
    if (TRP_LIKELY(capacity <= capacity_of(a))) return true;
    if (capacity > ARRAY_COUNT_MAX) return false;
    if (is_embedded(a)) return move_to_body(heap, a, 0, capacity);
    size_t const front = front_room(a);
    if (front >= a->count && front + a->capacity >= capacity) { // a queue: the items go back to the start
        memmove(a->body, a->items, a->count * sizeof *a->items);
        a->items = a->body;
        a->capacity += (uint32_t)front;
        return true;
    }
    if (front > 0) return move_to_body(heap, a, 0, capacity);
    value_t *const body =
        heap_body_realloc(heap, a->body, a->capacity * sizeof *body, capacity * sizeof *body);
    if (body == NULL) return false;
    a->body = a->items = body;
    a->capacity = (uint32_t)capacity;
    return true;
}

static bool reserve_amortised(struct heap *heap, struct array *a, size_t count)
{
    if (TRP_LIKELY(count <= capacity_of(a))) return true;
    size_t const wanted = grown(array_count(a));
    return array_reserve(heap, a, wanted > count ? wanted : count);
}

bool array_push_slow(struct heap *heap, struct array *a, value_t value)
{
    TRP_ASSERT(!object_frozen(a));
    size_t const count = array_count(a);
    if (!reserve_amortised(heap, a, count + 1)) return false;
    heap_store(heap, a, &items_of(a)[count], value);
    set_count(a, count + 1);
    return true;
}

value_t array_pop(struct heap *heap, struct array *a)
{
    TRP_ASSERT(!object_frozen(a));
    (void)heap;
    size_t const count = array_count(a);
    if (count == 0) return VALUE_UNDEF;
    set_count(a, count - 1);
    return items_of(a)[count - 1];
}

value_t array_shift(struct heap *heap, struct array *a)
{
    TRP_ASSERT(!object_frozen(a));
    (void)heap;
    size_t const count = array_count(a);
    if (count == 0) return VALUE_UNDEF;
    value_t const first = items_of(a)[0];
    if (is_embedded(a)) {
        memmove(a->embedded, a->embedded + 1, (count - 1) * sizeof a->embedded[0]);
        set_count(a, count - 1);
    } else {
        a->items++;
        a->capacity--;
        a->count--;
    }
    return first;
}

bool array_unshift(struct heap *heap, struct array *a, value_t value)
{
    TRP_ASSERT(!object_frozen(a));
    size_t const count = array_count(a);
    if (count + 1 > ARRAY_COUNT_MAX) return false;
    if (is_embedded(a) && count < ARRAY_EMBEDDED_MAX) {
        memmove(a->embedded + 1, a->embedded, count * sizeof a->embedded[0]);
    } else {
        if ((is_embedded(a) || front_room(a) == 0) && !move_to_body(heap, a, count / 2 + 4, count + count / 4 + 1)) {
            return false;
        }
        a->items--;
        a->capacity++;
    }
    set_count(a, count + 1);
    heap_store(heap, a, &items_of(a)[0], value);
    return true;
}

bool array_resize(struct heap *heap, struct array *a, size_t count)
{
    TRP_ASSERT(!object_frozen(a));
    size_t const old = array_count(a);
    if (!reserve_amortised(heap, a, count)) return false;
    if (count > old) fill_range(items_of(a) + old, VALUE_NIL, count - old);
    set_count(a, count);
    return true;
}

bool array_store(struct heap *heap, struct array *a, size_t index, value_t value)
{
    TRP_ASSERT(!object_frozen(a));
    if (index >= array_count(a)) {
        if (index >= ARRAY_COUNT_MAX || !array_resize(heap, a, index + 1)) return false;
    }
    heap_store(heap, a, &items_of(a)[index], value);
    return true;
}

bool array_splice(struct heap *heap, struct array *a, size_t start, size_t count, const value_t *items,
                  size_t item_count)
{
    size_t const old = array_count(a);
    TRP_ASSERT(!object_frozen(a) && start <= old && count <= old - start);
    const value_t *const own = items_of(a);
    value_t small[16];
    value_t *copy = NULL;
    if (items >= own && items < own + old && item_count > 0) { // its own items: they would move under the copy
        copy = item_count <= TRP_COUNT(small) ? small : base_alloc(item_count * sizeof *copy);
        if (copy == NULL) return false;
        items = memcpy(copy, items, item_count * sizeof *copy);
    }
    bool const ok = item_count <= ARRAY_COUNT_MAX && reserve_amortised(heap, a, old - count + item_count);
    if (ok) {
        value_t *const to = items_of(a) + start;
        memmove(to + item_count, to + count, (old - start - count) * sizeof *to);
        store_range(heap, a, to, items, item_count);
        set_count(a, old - count + item_count);
    }
    if (copy != small) base_free(copy);
    return ok;
}

bool array_append(struct heap *heap, struct array *a, const value_t *items, size_t count)
{
    return array_splice(heap, a, array_count(a), 0, items, count);
}

void array_clear(struct heap *heap, struct array *a)
{
    TRP_ASSERT(!object_frozen(a));
    if (!is_embedded(a)) {
        array_finalize(heap, a);
        if (object_layout(a) < LAYOUT_COMPLEX) heap_clear_fin(heap, a); // else the side table needs it
    }
    a->header = (a->header & ~ARRAY_COUNT_MASK) | ARRAY_EMBEDDED;
    fill_range(a->embedded, VALUE_NIL, ARRAY_EMBEDDED_MAX);
}

bool array_replace(struct heap *heap, struct array *a, const struct array *with)
{
    if (a == with) return true;
    return array_splice(heap, a, 0, array_count(a), array_items(with), array_count(with));
}
