// The slow part of a poll: collections, the actor's interrupts, preemption. Here, and only here, is memory collected.
#include "vm/interior.h"

#define RENEWALS_MAX 16u
#define COLLECT_SLICE_NS 500000u

void vm_charge(struct ec *ec, uint64_t work)
{
    ec->budget -= work < VM_BUDGET ? (int64_t)work : VM_BUDGET;
}

// Of a heap that was over its limit and has been collected: what it shared may be garbage, which only a shared cycle frees.
// False: exception set.
static bool keep_limit(struct ec *ec)
{
    if (!heap_over_limit(ec->heap)) return true;
    if (ec_vm(ec)->host.cycle != NULL && heap_shared_cycle_may_help(ec->heap)) {
        if (!ec_vm(ec)->host.cycle(ec)) return false;
        heap_request(ec->heap, HEAP_REQUEST_LIMIT); // all that is empty goes back
        heap_collect(ec->heap);
        if (!heap_over_limit(ec->heap)) return true;
    }
    vm_raise_memory(ec);
    return false;
}

static bool collect_in_place(struct ec *ec)
{
    bool const was_over = (ec->heap->requests & HEAP_REQUEST_LIMIT) != 0;
    heap_collect(ec->heap);
    return !was_over || keep_limit(ec);
}

enum collected { COLLECTED, COLLECTED_RAISED, COLLECTED_PARTLY };

static enum collected collect_slice(struct ec *ec)
{
    bool const was_over = (ec->heap->requests & HEAP_REQUEST_LIMIT) != 0;
    if (!heap_collect_step(ec->heap, COLLECT_SLICE_NS)) return COLLECTED_PARTLY;
    ec->live_top = 0;
    return !was_over || keep_limit(ec) ? COLLECTED : COLLECTED_RAISED;
}

bool vm_collect_slice(struct ec *ec)
{
    if (ec->heap->collecting) return collect_slice(ec) != COLLECTED_PARTLY;
    ec->live_top = 0; // a shared cycle may have ended the collection that a poll began
    return true;
}

// What takes no longer than a slice is done at once.
static enum collected collect(struct ec *ec)
{
    ec_shrink(ec); // may move the stack: never under a builtin
    if (ec->nested > 0 || !ec->preemptible) return collect_in_place(ec) ? COLLECTED : COLLECTED_RAISED;
    heap_collect_start(ec->heap);
    return collect_slice(ec);
}

static bool stress(struct ec *ec)
{
    uint32_t const every = ec->heap->modes.stress_every;
    ec->poll_count++;
    if (every != 0 && ec->poll_count % every == 0) heap_request(ec->heap, HEAP_REQUEST_COLLECT);
    if (ec->heap->modes.scrub) heap_scrub(ec->heap);
    return every != 0 || ec->heap->modes.scrub;
}

bool vm_warn_soon(struct ec *ec, const char *text, size_t size)
{
    struct string *const s = string_new(ec->heap, text, size, ENCODING_UTF8);
    if (s == NULL) return false;
    bool const more = value_is(ec->warning, TYPE_STRING);
    if (more && !string_append_string(ec->heap, value_to_pointer(ec->warning), s)) return false;
    if (!more) ec->warning = value_pointer(s);
    ec->budget = 0;
    return true;
}

enum poll_result vm_poll(struct ec *ec, unsigned live)
{
    int64_t const before = ec->budget;
    ec->live_top = live;
    bool const every_poll = stress(ec);
    bool const requested = ec->heap->requests != 0;
    bool const warns = ec->warning != VALUE_NIL; // told first: a collection may end the slice, and the next poll be far
    bool ok = true;
    if (requested && !warns) {
        enum collected const collected = collect(ec);
        if (collected == COLLECTED_PARTLY) return POLL_PREEMPT;
        ok = collected == COLLECTED;
    }
    if (every_poll && ec->hostile_move) ec_move_for_test(ec);
    ec->live_top = 0;
    uint32_t const interrupts = ec->interrupts == NULL ? 0 : atomic_load_explicit(ec->interrupts, memory_order_relaxed);
    if (ok && interrupts != 0 && ec_vm(ec)->host.poll != NULL) ok = ec_vm(ec)->host.poll(ec, interrupts);
    // A request zeroes the budget: what was left of the slice is unknown, so the slice simply goes on with a new one, a few
    // times, unless nothing but the budget's end brought us here.
    // A cycle that is wanted for what is outside of heaps runs between slices.
    bool const cycle = atomic_load_explicit(&ec->runtime->collection_wanted, memory_order_relaxed);
    bool const used_up = (!requested && !every_poll && before <= 0) || interrupts & INTERRUPT_YIELD || cycle ||
                         ++ec->renewals >= RENEWALS_MAX;
    if (used_up) ec->renewals = 0;
    ec->budget = every_poll || (requested && warns) || ec_vm(ec)->hostile_preempt ? 1 : VM_BUDGET;
    if (ok && TRP_UNLIKELY(warns)) ok = call_warn(ec) != CALL_RAISED;
    if (!ok) return POLL_RAISED;
    bool const preempt = (used_up || ec_vm(ec)->hostile_preempt) && ec->nested == 0 && ec->preemptible;
    return preempt ? POLL_PREEMPT : POLL_GO_ON;
}

bool vm_poll_builtin(struct ec *ec, uint64_t work)
{
    vm_charge(ec, work);
    if (TRP_LIKELY(ec->budget > 0)) return true;
    struct heap_work *const long_work = ec->heap->work;
    if (long_work != NULL) {
        long_work->pause(long_work); // the loop polls
        return true;
    }
    (void)stress(ec);
    if (ec->heap->requests != 0 && !heap_collect_may_wait(ec->heap) && !collect_in_place(ec)) return false;
    uint32_t const interrupts = ec->interrupts == NULL ? 0 : atomic_load_explicit(ec->interrupts, memory_order_relaxed);
    if (interrupts == 0 || ec_vm(ec)->host.poll == NULL) return true;
    return ec_vm(ec)->host.poll(ec, interrupts);
}

// In debug an ec has no heap meanwhile, so that whoever breaks N2 is seen.
void vm_native_enter(struct ec *ec)
{
    TRP_ASSERT(ec->heap != NULL && ec->native_heap == NULL); // N4
    if (ec_vm(ec)->host.native_enter != NULL) ec_vm(ec)->host.native_enter(ec);
    if (!TRP_DEBUG) return;
    ec->native_heap = ec->heap;
    ec->heap = NULL;
}

bool vm_native_leave(struct ec *ec)
{
    if (TRP_DEBUG) {
        ec->heap = ec->native_heap;
        ec->native_heap = NULL;
    }
    return ec_vm(ec)->host.native_leave == NULL || ec_vm(ec)->host.native_leave(ec);
}

bool vm_native_cancelled(const struct ec *ec)
{
    return ec_vm(ec)->host.native_cancelled != NULL && ec_vm(ec)->host.native_cancelled(ec);
}
