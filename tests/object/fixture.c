// The runtime that tests of the object room share.
#include "fixture.h"

#include <stdlib.h>

struct fixture *fix;

static void mark_fixture(struct heap_marker *marker, void *owner)
{
    if (owner == fix) heap_mark_range(marker, fix->roots, fix->roots + ROOTS);
}

static void mark_shared(struct heap_marker *marker, void *owner)
{
    struct fixture *const fixture = owner;
    runtime_mark_shared(&fixture->runtime, marker);
}

static void mark_header(struct heap_marker *marker, void *owner, class_id_t class_id)
{
    struct fixture *const fixture = owner;
    runtime_mark_class(&fixture->runtime, marker, class_id);
}

static void forget_nothing(struct runtime *runtime) { (void)runtime; }

static void sweep_shared(void *owner)
{
    struct fixture *const fixture = owner;
    runtime_sweep_shared(&fixture->runtime, forget_nothing, 0);
}

void fixture_cycle(void)
{
    struct heap *heaps[] = {HEAP};
    HEAP->resting = false;
    heap_shared_cycle(RT->heap_world, heaps, 1);
}

void fixture_open(void)
{
    fix = base_alloc_aligned_zeroed(_Alignof(struct fixture), sizeof *fix);
    object_fill_types(fix->types.types);
    fix->types.roots = mark_fixture;
    fix->types.shared_roots = mark_shared;
    fix->types.header = mark_header;
    fix->types.shared_sweep = sweep_shared;
    fix->types.trace_side = ivar_trace_side;
    fix->types.finalize_side = ivar_finalize_side;
    fix->types.close_side = ivar_close_side;
    fix->types.share_sides = ivar_share_sides;
    fix->types.shared_fields = object_shared_fields;
    struct heap_world_options const options = {.types = &fix->types, .owner = fix};
    ck_assert(runtime_open(RT, &options));
    struct heap_options const heap_options = {.owner = fix};
    ck_assert(heap_open(HEAP, RT->heap_world, &heap_options));
    for (size_t i = 0; i < ROOTS; i++) fix->roots[i] = VALUE_NIL;
}

void fixture_open_heap(struct heap *heap)
{
    struct heap_options const options = {0};
    ck_assert(heap_open(heap, RT->heap_world, &options));
}

void fixture_close(void)
{
    heap_close(HEAP);
    runtime_close(RT);
    base_free(fix);
    fix = NULL;
}

void fixture_collect(void)
{
    HEAP->modes.verify = true;
    heap_collect(HEAP);
    heap_drain(HEAP);
}

symbol_t sym(const char *text) { return symbol_intern_text(RT, text); }

value_t text_value(const char *text)
{
    struct string *const s = string_from_text(HEAP, text);
    ck_assert_ptr_nonnull(s);
    return value_pointer(s);
}

bool text_is(const struct string *s, const char *text)
{
    return s != NULL && string_size(s) == strlen(text) && memcmp(string_bytes(s), text, strlen(text)) == 0;
}

struct method *method_named(struct class *owner, const char *name)
{
    struct method *const method = method_new(HEAP, METHOD_C);
    ck_assert_ptr_nonnull(method);
    method->name = method->original = sym(name);
    method->owner = method->lexical = owner;
    return method;
}
