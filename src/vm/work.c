// Long builtins on coroutines. Purpose: C that takes longer than a budget or two goes in pieces, between which the loop polls:
// memory is collected, other threads and actors run, a kill or an exception from elsewhere ends it.
//
// The builtin's call becomes a call of Troupe::Convert.work in the prelude, which enters the coroutine again and again until
// the function has returned. A pause leads back into its loop; whatever can happen at a poll of Ruby code can happen there.
//
// Invariants:
//   W1 heap->work is set while code of a work runs, and then nothing is collected in this heap; a work starts none inside.
//   W2 While it is paused, what its C frames have declared (ec->roots, ec->scratch) is the work's, and traced with it.
//   W3 A coroutine that is given up is never entered again: its scratches are freed by their list, its frames are dropped.
// Data: the actor's; the list of idle coroutines is under work_lock.
#include "base/coroutine.h"
#include "vm/interior.h"

#define LONG (2 * VM_BUDGET)
#define IDLE_MAX 4u

struct work { // of a TYPE_DATA
    struct heap_work heap; // first: pause finds the work by it
    struct ec *ec;         // while it is not done
    struct base_coroutine *coroutine; // NULL: it is done, or given up
    struct vm_roots *roots;           // W2
    struct method *method;            // NULL: a primitive
    method_function function;
    bool keywords;
    int argc;
    struct regexp_region region;
    value_t result;
    value_t scratch[TRP_COUNT(((struct ec *)0)->scratch)]; // W2
    value_t self, args[VM_WORK_ARGS + 1];
    value_t given[VM_WORK_ARGS + 1]; // what of them was copied, the receiver first; else nil
};

#define SCANNED_FIRST 65536u // bytes of a String whose characters are looked at in turns, too

// --- Coroutines for reuse ------------------------------------------------------------------------------------------------
static struct base_coroutine *take_coroutine(struct vm_runtime *vm)
{
    (void)base_lock_acquire(&vm->work_lock);
    struct base_coroutine *const idle = vm->coroutines;
    if (idle != NULL) {
        vm->coroutines = base_coroutine_next(idle);
        vm->coroutine_count--;
    }
    base_lock_release(&vm->work_lock);
    return idle != NULL ? idle : base_coroutine_new();
}

static void give_coroutine(struct vm_runtime *vm, struct base_coroutine *coroutine)
{
    (void)base_lock_acquire(&vm->work_lock);
    bool const kept = vm->coroutine_count < IDLE_MAX;
    if (kept) {
        base_coroutine_set_next(coroutine, vm->coroutines);
        vm->coroutines = coroutine;
        vm->coroutine_count++;
    }
    base_lock_release(&vm->work_lock);
    if (!kept) base_coroutine_free(coroutine);
}

void work_close(struct vm_runtime *vm)
{
    while (vm->coroutines != NULL) {
        struct base_coroutine *const next = base_coroutine_next(vm->coroutines);
        base_coroutine_free(vm->coroutines);
        vm->coroutines = next;
    }
}

// --- The object ------------------------------------------------------------------------------------------------------------
static void trace(struct heap_marker *marker, void *payload)
{
    struct work *const w = payload;
    heap_mark(marker, w->result);
    heap_mark(marker, w->self);
    if (w->method != NULL) heap_mark(marker, value_pointer(w->method));
    heap_mark_range(marker, w->args, w->args + w->argc);
    heap_mark_range(marker, w->given, w->given + TRP_COUNT(w->given));
    heap_mark_range(marker, w->scratch, w->scratch + TRP_COUNT(w->scratch));
    for (struct vm_roots *r = w->roots; r != NULL; r = r->next) heap_mark_range(marker, r->values, r->values + r->count);
}

static void give_up(struct heap *heap, struct work *w)
{
    heap_scratch_close_all(heap, &w->heap);
    base_coroutine_free(w->coroutine); // its frames are of no use to the next
    regexp_region_free(&w->region);
    w->coroutine = NULL;
    w->roots = NULL;
}

static void finalize(struct heap *heap, void *payload)
{
    struct work *const w = payload;
    if (w->coroutine != NULL) give_up(heap, w);
}

static const struct data_kind kind = {.name = "work", .trace = trace, .finalize = finalize};

// --- Running ---------------------------------------------------------------------------------------------------------------
static void pause_work(struct heap_work *heap_work)
{
    base_coroutine_pause(((struct work *)heap_work)->coroutine);
}

// What is read and was no copy. A shared String is not written to, and knows already.
static void scan_frozen(struct work *w, value_t v)
{
    if (!value_is(v, TYPE_STRING) || !object_frozen(value_to_pointer(v)) || heap_is_shared(v)) return;
    if (string_size(value_to_pointer(v)) >= SCANNED_FIRST) (void)string_scan_pausing(w->ec->heap, value_to_pointer(v));
}

static void run(void *argument)
{
    struct work *const w = argument;
    for (int i = -1; i < w->argc; i++) {
        if (w->given[i + 1] == VALUE_NIL) {
            scan_frozen(w, i < 0 ? w->self : w->args[i]);
            continue;
        }
        struct string *const copy = value_to_string(i < 0 ? w->self : w->args[i]);
        (void)string_scan_pausing(w->ec->heap, copy);
        string_learn_range(value_to_pointer(w->given[i + 1]), copy);
    }
    w->ec->call_keywords = w->keywords;
    w->result = w->function(w->ec, w->self, w->argc, w->args);
    TRP_ASSERT(w->result != VALUE_TAIL);
}

struct regexp_region *vm_region(struct ec *ec)
{
    return ec->heap->work == NULL ? &ec->region : &((struct work *)ec->heap->work)->region;
}

bool vm_is_long_slow(const struct ec *ec, uint64_t cost)
{
    if (ec->heap->work != NULL || ec->nested > 0) return false;
    const struct heap_modes *const modes = &ec->heap->modes;
    return cost > LONG || modes->stress_every != 0 || modes->scrub || ec->hostile_move || ec_vm(ec)->hostile_preempt;
}

// A String that somebody could change while the work pauses is replaced by a copy. False: no memory.
static bool settle(struct ec *ec, value_t *v, value_t *given)
{
    if (!value_is(*v, TYPE_STRING) || object_frozen(value_to_pointer(*v))) return true;
    struct string *const s = value_to_string(*v);
    if (string_size(s) < SCANNED_FIRST) (void)string_scan(s); // so that both know
    const struct string *const copy = string_dup(ec->heap, s);
    if (copy == NULL) return false;
    *given = *v;
    *v = value_pointer(copy);
    return true;
}

static bool settle_all(struct ec *ec, struct work *w, unsigned reads)
{
    bool ok = !(reads & WORK_READS_SELF) || settle(ec, &w->self, &w->given[0]);
    for (int i = 0; i < w->argc && ok && reads & WORK_READS_ARGUMENTS; i++) ok = settle(ec, &w->args[i], &w->given[i + 1]);
    return ok;
}

value_t vm_work(struct ec *ec, method_function function, value_t self, int argc, const value_t *argv, unsigned reads)
{
    TRP_ASSERT(argc <= VM_WORK_ARGS && ec->heap->work == NULL); // W1
    struct data *const d = data_new(ec->heap, CLASS_NONE, &kind, sizeof(struct work));
    struct base_coroutine *const coroutine = d == NULL ? NULL : take_coroutine(ec_vm(ec));
    if (coroutine == NULL) return vm_raise_memory(ec);
    struct work *const w = (struct work *)(void *)d->payload;
    w->heap.pause = pause_work;
    w->ec = ec;
    w->method = (struct method *)(uintptr_t)ec->builtin;
    w->function = function;
    w->keywords = ec->call_keywords;
    w->argc = argc;
    w->result = VALUE_NIL;
    w->self = self;
    for (int i = 0; i < argc; i++) w->args[i] = argv[i];
    w->args[argc] = VALUE_NIL; // no block
    for (unsigned i = 0; i < TRP_COUNT(w->given); i++) w->given[i] = VALUE_NIL;
    if (!settle_all(ec, w, reads)) {
        give_coroutine(ec_vm(ec), coroutine);
        return vm_raise_memory(ec);
    }
    for (unsigned i = 0; i < TRP_COUNT(w->scratch); i++) w->scratch[i] = VALUE_NIL;
    w->coroutine = coroutine;
    base_coroutine_start(coroutine, run, w);
    ec->call_keywords = 0;
    value_t const v = value_pointer(d);
    return vm_tail_send(ec, ec_vm(ec)->convert, SYM_work, 1, &v, VALUE_NIL);
}

static void swap_state(struct ec *ec, struct work *w)
{
    struct vm_roots *const roots = ec->roots;
    ec->roots = w->roots;
    w->roots = roots;
    for (unsigned i = 0; i < TRP_COUNT(w->scratch); i++) {
        value_t const v = ec->scratch[i];
        ec->scratch[i] = w->scratch[i];
        w->scratch[i] = v;
    }
}

// work_step(work): one turn; whether it is done.
static value_t work_step(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct work *const w = data_payload(argv[0], &kind);
    TRP_ASSERT(w->ec == ec && w->coroutine != NULL && ec->heap->work == NULL);
    swap_state(ec, w);
    ec->heap->work = &w->heap;
    ec->builtin = w->method;
    bool const done = base_coroutine_enter(w->coroutine);
    ec->builtin = NULL;
    ec->heap->work = NULL;
    swap_state(ec, w);
    if (!done) return VALUE_FALSE;
    TRP_ASSERT(w->roots == NULL && w->heap.scratches == NULL);
    give_coroutine(ec_vm(ec), w->coroutine);
    regexp_region_free(&w->region);
    w->coroutine = NULL;
    w->roots = NULL;
    value_t const result = w->result;
    if (result != VALUE_UNDEF) return VALUE_TRUE;
    w->result = VALUE_NIL;
    return VALUE_UNDEF;
}

// work_end(work): given up, unless it is done.
static value_t work_end(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    finalize(ec->heap, data_payload(argv[0], &kind));
    return VALUE_NIL;
}

// work_result(work): the builtin's result.
static value_t work_result(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct work *const w = data_payload(argv[0], &kind);
    if (w->result != VALUE_FAIL) return w->result;
    return vm_tail_body(ec, w->method, w->self, w->argc, w->args, w->keywords);
}

// How long each takes, see docs/builtins.md:
//   bounded: work_step work_end work_result
static const struct vm_primitive primitives[] = {
    {"work_step", work_step}, {"work_end", work_end}, {"work_result", work_result}};

bool work_define(struct runtime *runtime) { return vm_add_primitives(runtime, primitives, TRP_COUNT(primitives)); }
