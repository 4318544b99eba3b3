// Execution contexts: birth, death, marking (V1), growth by moving (V3).
#include "vm/interior.h"

#include <string.h>

#define FRAMES_MIN 4

struct ec *ec_new(struct runtime *runtime, struct heap *heap)
{
    struct ec *const ec = base_alloc_zeroed(sizeof *ec);
    if (ec == NULL) return NULL;
    ec->stack = base_alloc(VM_STACK_MIN * sizeof(value_t));
    ec->frames = base_alloc(FRAMES_MIN * sizeof(struct vm_frame));
    if (ec->stack == NULL || ec->frames == NULL) {
        base_free(ec->stack);
        base_free(ec->frames);
        base_free(ec);
        return NULL;
    }
    for (unsigned i = 0; i < VM_STACK_MIN; i++) ec->stack[i] = VALUE_NIL;
    ec->stack_end = ec->stack + VM_STACK_MIN;
    ec->frames_end = ec->frames + FRAMES_MIN;
    ec->frame = ec->frames; // frames[0] is a sentinel without code
    memset(ec->frames, 0, sizeof(struct vm_frame));
    ec->frames[0].block = VALUE_NIL;
    ec->root = ec->current = ec;
    ec->thread.first = ec->thread.running = ec;
    ec->thread.ready_last = &ec->thread.ready;
    ec->thread.outside_last = &ec->thread.outside;
    ec->thread.handle = VALUE_NIL;
    ec->locals = VALUE_NIL;
    ec->runtime = runtime;
    ec->heap = heap;
    ec->budget = VM_BUDGET;
    ec->exception = VALUE_NIL;
    ec->unwind_target = VALUE_NIL;
    ec->errinfo = VALUE_NIL;
    ec->specials[0] = ec->specials[1] = VALUE_NIL;
    ec->result = VALUE_NIL;
    ec->self_object = VALUE_NIL;
    ec->guard = VALUE_NIL;
    ec->last_status = VALUE_NIL;
    ec->warning = VALUE_NIL;
    ec->trace_native_self = VALUE_NIL;
    ec->trace_points = VALUE_NIL;
    for (unsigned i = 0; i < TRP_COUNT(ec->scratch); i++) ec->scratch[i] = VALUE_NIL;
    vm_select_dispatch(ec);
    return ec;
}

struct ec *ec_sibling(struct ec *ec)
{
    struct ec *const made = ec_new(ec->runtime, ec->heap);
    if (made == NULL) return NULL;
    made->root = ec->root;
    made->thread.first = ec->root->thread.first;
    made->actor = ec->actor;
    made->interrupts = ec->interrupts;
    made->hostile_move = ec->hostile_move;
    made->counting = ec->counting;
    made->main = ec->main;
    made->preemptible = ec->preemptible;
    vm_select_dispatch(made);
    return made;
}

size_t ec_size(const struct ec *ec)
{
    return sizeof *ec + (size_t)(ec->stack_end - ec->stack) * sizeof(value_t) +
           (size_t)(ec->frames_end - ec->frames) * sizeof(struct vm_frame);
}

void ec_count(struct ec *ec)
{
    ec->memory_counted = true;
    heap_body_account(ec->heap, (ptrdiff_t)ec_size(ec));
}

void ec_uncount(struct ec *ec)
{
    ec->memory_counted = false;
    heap_body_account(ec->heap, -(ptrdiff_t)ec_size(ec));
}

// Environments that still point into the stack would dangle: the frames close theirs.
static void close_all(struct ec *ec)
{
    for (struct vm_frame *f = ec->frame; f > ec->frames; f--) {
        if (f->flags & FRAME_ENV) env_close(f->env);
    }
    ec->frame = ec->frames;
}

void ec_free(struct ec *ec)
{
    if (ec == NULL) return;
    close_all(ec);
    ec_discard(ec);
}

void ec_discard(struct ec *ec)
{
    base_free(ec->stack);
    base_free(ec->frames);
    regexp_region_free(&ec->region);
    base_free(ec->caches);
    base_free(ec);
}

static void mark_frame(struct heap_marker *marker, const struct vm_frame *f)
{
    code_mark(marker, f->code);
    if (f->method != NULL) heap_mark(marker, value_pointer(f->method));
    if (f->env != NULL) heap_mark(marker, value_pointer(f->env));
    if (f->up != NULL) heap_mark(marker, value_pointer(f->up));
    heap_mark(marker, f->block);
}

void ec_mark(struct heap_marker *marker, struct ec *ec)
{
    value_t *top = ec->stack;
    if (ec->frame > ec->frames) {
        unsigned const live = ec->live_top != 0 ? ec->live_top : ec->frame->code->register_count + VM_WINDOW_MARGIN;
        top = ec->stack + ec->frame->window + live;
        if (top > ec->stack_end) top = ec->stack_end;
    }
    heap_mark_range(marker, ec->stack, top);
    for (value_t *p = top; p < ec->stack_end; p++) *p = VALUE_NIL; // V1
    for (struct vm_frame *f = ec->frame; f > ec->frames; f--) mark_frame(marker, f);
    heap_mark(marker, ec->exception);
    heap_mark(marker, ec->unwind_target);
    heap_mark(marker, ec->errinfo);
    heap_mark_range(marker, ec->specials, ec->specials + TRP_COUNT(ec->specials));
    heap_mark(marker, ec->result);
    heap_mark(marker, ec->self_object);
    if (ec->current != ec) heap_mark(marker, ec->current->self_object); // a root: the fiber that runs
    heap_mark(marker, ec->guard);
    heap_mark(marker, ec->last_status);
    heap_mark(marker, ec->warning);
    heap_mark(marker, ec->locals);
    heap_mark(marker, ec->thread.handle);
    if (ec->builtin != NULL) heap_mark(marker, value_pointer(ec->builtin));
    if (ec->parked_in != NULL) heap_mark(marker, value_pointer(ec->parked_in));
    if (ec->trace_native != NULL) heap_mark(marker, value_pointer(ec->trace_native));
    heap_mark(marker, ec->trace_native_self);
    heap_mark(marker, ec->trace_points);
    heap_mark_range(marker, ec->scratch, ec->scratch + TRP_COUNT(ec->scratch));
    for (struct vm_roots *r = ec->roots; r != NULL; r = r->next) heap_mark_range(marker, r->values, r->values + r->count);
}

// --- Growth -----------------------------------------------------------------------------------------------------------

static void relocate_environments(struct ec *ec)
{
    for (struct vm_frame *f = ec->frame; f > ec->frames; f--) {
        if (f->flags & FRAME_ENV) f->env->registers = ec->stack + f->window;
    }
}

// Moves the stack to a new block of `words` words. The old block is freed: no address into it survives (V3).
static bool move_stack(struct ec *ec, size_t words)
{
    value_t *const stack = base_alloc(words * sizeof *stack);
    if (stack == NULL) return false;
    size_t const old = (size_t)(ec->stack_end - ec->stack);
    size_t const kept = old < words ? old : words;
    memcpy(stack, ec->stack, kept * sizeof *stack);
    for (size_t i = kept; i < words; i++) stack[i] = VALUE_NIL;
    base_free(ec->stack);
    if (ec->memory_counted) heap_body_account(ec->heap, ((ptrdiff_t)words - (ptrdiff_t)old) * (ptrdiff_t)sizeof *stack);
    ec->stack = stack;
    ec->stack_end = stack + words;
    relocate_environments(ec);
    return true;
}

bool ec_reserve_slow(struct ec *ec, size_t words_from_base)
{
    if (words_from_base > VM_STACK_MAX) {
        vm_raise_stack(ec);
        return false;
    }
    size_t words = (size_t)(ec->stack_end - ec->stack);
    while (words < words_from_base) words *= 2;
    if (words > VM_STACK_MAX) words = VM_STACK_MAX;
    if (move_stack(ec, words)) return true;
    vm_raise_memory(ec);
    return false;
}

// The hostile mode: the stack is somewhere else after every call. Without memory it just stays.
void ec_move_for_test(struct ec *ec)
{
    (void)move_stack(ec, (size_t)(ec->stack_end - ec->stack));
}

bool ec_grow_frames(struct ec *ec)
{
    size_t const count = (size_t)(ec->frames_end - ec->frames);
    if (count >= VM_FRAMES_MAX) {
        vm_raise_stack(ec);
        return false;
    }
    struct vm_frame *const frames = base_realloc(ec->frames, 2 * count * sizeof *frames);
    if (frames == NULL) {
        vm_raise_memory(ec);
        return false;
    }
    if (ec->memory_counted) heap_body_account(ec->heap, (ptrdiff_t)(count * sizeof *frames));
    ec->frame = frames + (ec->frame - ec->frames);
    ec->frames = frames;
    ec->frames_end = frames + 2 * count;
    return true;
}

// At a collection: a stack that deep recursion left large gives memory back.
void ec_shrink(struct ec *ec)
{
    size_t const words = (size_t)(ec->stack_end - ec->stack);
    size_t const used = ec->frame == ec->frames ? 0 : ec->frame->window + ec->frame->code->register_count + VM_WINDOW_MARGIN;
    if (words > 16 * VM_STACK_MIN && used < words / 8) (void)move_stack(ec, words / 4);
}
