// What the files of Array share.
#ifndef TROUPE_CORE_ARRAY_H
#define TROUPE_CORE_ARRAY_H

#include "core/support/items.h"

static inline struct array *self_array(value_t v) { return value_to_array(v); }
static inline value_t array_result(struct ec *ec, const value_t *items, size_t count)
{
    return CORE_NEW(ec, array_from(ec->heap, items, count));
}

// Start and length that a Range with Integer or nil ends means in `count` items. VALUE_TRUE; VALUE_NIL: outside; FAIL: its
// ends need conversion; UNDEF: RangeError. For []= the end is not cut off and outside is a RangeError.
value_t array_span(struct ec *ec, value_t range, int64_t count, bool store, int64_t *start, int64_t *length);

// The index of the first item that equals v. -1: none; -2: an item's own == has to be asked. Polls (find.c).
int64_t array_find_item(struct ec *ec, const struct array *a, value_t v);

// Long work in C: values kept across polls. Begin, keep values[] current, poll with the bytes allocated since, end.
struct array_work {
    struct vm_roots roots;
    value_t values[4];
    size_t pending;
};
static inline void work_begin(struct ec *ec, struct array_work *work)
{
    for (unsigned i = 0; i < TRP_COUNT(work->values); i++) work->values[i] = VALUE_NIL;
    work->pending = 0;
    work->roots = (struct vm_roots){.next = ec->roots, .values = work->values, .count = TRP_COUNT(work->values)};
    ec->roots = &work->roots;
}
static inline void work_end(struct ec *ec, struct array_work *work) { ec->roots = work->roots.next; }
static inline bool work_poll(struct ec *ec, struct array_work *work, size_t bytes) // false: exception set
{
    work->pending += bytes;
    if (TRP_LIKELY(work->pending < 32768)) return true;
    work->pending = 0;
    return vm_poll_builtin(ec, 128);
}

// The registration of each file, called by core_array.

#endif
