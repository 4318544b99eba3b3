// Ractor.make_shareable. Purpose: freeze and share a whole graph, its procs included, or change nothing.
//
// The graph is walked first: it names the procs in it, which are isolated in place (isolate.c); then the vm freezes and shares
// all of it at once. When something refuses, the procs get back what they had.
// Data: the calling actor's.
#include "actor/objects.h"

struct walk {
    struct object_set set;
    struct ec *ec;
    bool failed;
};

static void see(struct walk *walk, value_t v)
{
    if (!value_is_heap(v) || heap_is_shared(v) || walk->failed) return;
    uint32_t number;
    walk->failed = !object_set_number(&walk->set, value_to_pointer(v), &number);
}

static void see_range(struct walk *walk, const value_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) see(walk, values[i]);
}

static void see_variable(symbol_t name, value_t value, void *context)
{
    (void)name;
    see(context, value);
}

static void see_inside(struct walk *walk, void *object)
{
    switch (object_type(object)) {
    case TYPE_ARRAY: see_range(walk, array_items(object), array_count(object)); break;
    case TYPE_HASH: {
        const struct hash *const h = object;
        see(walk, h->ifnone);
        for (size_t i = hash_first(h); i < hash_end(h); i++) {
            if (hash_key_at(h, i) == VALUE_UNDEF) continue;
            see(walk, hash_key_at(h, i));
            see(walk, hash_value_at(h, i));
        }
        break;
    }
    case TYPE_RANGE:
        see(walk, ((const struct range *)object)->begin);
        see(walk, ((const struct range *)object)->end);
        break;
    case TYPE_MATCH:
        see(walk, ((const struct match *)object)->string);
        see(walk, ((const struct match *)object)->regexp);
        break;
    default: break;
    }
    if (object_type(object) == TYPE_CLASS) return;
    ivar_each(walk->ec->runtime, walk->ec->heap, value_pointer(object), see_variable, walk);
}

static uint32_t count_procs(const struct walk *walk)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk->set.count; i++) count += object_type(walk->set.objects[i]) == TYPE_PROC;
    return count;
}

static bool share_with_procs(struct walk *walk, value_t value, uint32_t procs)
{
    struct ec *const ec = walk->ec;
    struct isolated *const before = base_alloc(procs * sizeof *before);
    if (before == NULL) return vm_raise_memory(ec), false;
    uint32_t done = 0;
    bool ok = true;
    for (uint32_t i = 0; ok && i < walk->set.count; i++) {
        if (object_type(walk->set.objects[i]) != TYPE_PROC) continue;
        ok = isolate_in_place(ec, walk->set.objects[i], &before[done]);
        done += ok;
    }
    for (uint32_t i = 0; ok && i < done; i++) object_freeze(before[i].proc);
    ok = ok && vm_make_shareable(ec, value);
    while (!ok && done > 0) isolate_undo(&before[--done]);
    base_free(before);
    return ok;
}

bool share_deeply(struct ec *ec, value_t value)
{
    struct walk walk = {.ec = ec};
    if (!value_is_heap(value) || heap_is_shared(value)) return true;
    object_set_init(&walk.set);
    see(&walk, value);
    for (uint32_t i = 0; i < walk.set.count && !walk.failed; i++) see_inside(&walk, walk.set.objects[i]);
    bool ok = !walk.failed;
    if (!ok) vm_raise_memory(ec);
    uint32_t const procs = count_procs(&walk);
    if (ok) ok = procs == 0 ? vm_make_shareable(ec, value) : share_with_procs(&walk, value, procs);
    object_set_free(&walk.set);
    return ok;
}
