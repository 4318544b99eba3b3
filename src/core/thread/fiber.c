// Fiber: the primitives under fiber.rb. Switching itself is the vm's (vm/fiber.h).
#include "core/support/interior.h"
#include "vm/fiber.h"

static struct fiber *to_fiber(struct ec *ec, value_t v)
{
    if (value_is(v, TYPE_FIBER)) return value_to_pointer(v);
    vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected fiber)", vm_class_name(ec, v));
    return NULL;
}

// fiber_new(class, block, storage, blocking)
static value_t fiber_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return vm_fiber_new(ec, value_to_class(argv[0])->id, argv[1], argv[2], value_truthy(argv[3]));
}

static value_t fiber_current(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    struct fiber *const f = vm_fiber_current(ec);
    return f == NULL ? VALUE_UNDEF : value_pointer(f);
}

// fiber_resume(arguments)
static value_t fiber_resume(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct fiber *const f = to_fiber(ec, self);
    const struct array *const a = value_to_array(argv[0]);
    return f == NULL ? VALUE_UNDEF : vm_fiber_resume(ec, f, (int)array_count(a), array_items(a));
}

static value_t fiber_transfer(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct fiber *const f = to_fiber(ec, self);
    const struct array *const a = value_to_array(argv[0]);
    return f == NULL ? VALUE_UNDEF : vm_fiber_transfer(ec, f, (int)array_count(a), array_items(a));
}

// fiber_yield(arguments)
static value_t fiber_yield(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct array *const a = value_to_array(argv[0]);
    return vm_fiber_yield(ec, (int)array_count(a), array_items(a));
}

// fiber_hand(packed): Fiber.yield in a block |*packed|, for an enumerator.
static value_t fiber_hand(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct fiber *const f = vm_fiber_current(ec);
    if (f == NULL) return VALUE_UNDEF;
    f->several = (ec->frame->flags & FRAME_PACKED) != 0;
    return vm_fiber_yield(ec, 1, argv);
}

// fiber_handed(packed): what this fiber handed over, as an Array of its own.
static value_t fiber_handed(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    const struct fiber *const f = value_to_pointer(self);
    if (f->several && value_is(argv[0], TYPE_ARRAY)) return argv[0];
    return CORE_NEW(ec, array_from(ec->heap, argv, f->several ? 0 : 1));
}

// fiber_raises: what the calling fiber's block answers with is raised where it was resumed.
static value_t fiber_raises(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    struct fiber *const f = vm_fiber_current(ec);
    if (f == NULL) return VALUE_UNDEF;
    f->raises = true;
    return VALUE_NIL;
}

// Fiber#resume and Fiber.yield where they were plainly called; else their Ruby bodies, over the primitives.
static value_t method_resume(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (ec->call_keywords || !vm_fiber_may_switch(ec) || !value_is(self, TYPE_FIBER)) return VALUE_FAIL;
    return vm_fiber_resume(ec, value_to_pointer(self), argc, argv);
}

static value_t method_yield(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    if (ec->call_keywords || !vm_fiber_may_switch(ec)) return VALUE_FAIL;
    return vm_fiber_yield(ec, argc, argv);
}

// fiber_raise(exception)
static value_t fiber_raise(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct fiber *const f = to_fiber(ec, self);
    return f == NULL ? VALUE_UNDEF : vm_fiber_raise(ec, f, argv[0]);
}

static value_t fiber_kill(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    struct fiber *const f = to_fiber(ec, self);
    return f == NULL ? VALUE_UNDEF : vm_fiber_kill(ec, f);
}

// fiber_state: a Symbol.
static value_t fiber_state(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    static const char *const names[] = {"created", "resumed", "resumed", "suspended", "terminated"};
    struct fiber *const f = to_fiber(ec, self);
    if (f == NULL) return VALUE_UNDEF;
    symbol_t const name = symbol_intern_text(ec->runtime, names[f->state]);
    return name == 0 ? vm_raise_memory(ec) : value_symbol(name);
}

static value_t fiber_storage(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    struct fiber *const f = to_fiber(ec, self);
    return f == NULL ? VALUE_UNDEF : f->storage;
}

static value_t fiber_set_storage(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct fiber *const f = to_fiber(ec, self);
    if (f == NULL) return VALUE_UNDEF;
    heap_store(ec->heap, f, &f->storage, argv[0]);
    return argv[0];
}

static value_t fiber_blocking(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct fiber *const f = to_fiber(ec, self);
    return f == NULL ? VALUE_UNDEF : value_bool(f->blocking);
}

static value_t fiber_set_blocking(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct fiber *const f = to_fiber(ec, self);
    if (f == NULL) return VALUE_UNDEF;
    f->blocking = value_truthy(argv[0]);
    return argv[0];
}

// fiber_block: its Proc; nil: a thread's root.
static value_t fiber_block(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct fiber *const f = to_fiber(ec, self);
    return f == NULL ? VALUE_UNDEF : f->block;
}

// How long each takes, see docs/builtins.md:
//   bounded: fiber_new fiber_current fiber_resume fiber_yield fiber_transfer fiber_raise fiber_kill fiber_state
//     fiber_storage fiber_set_storage fiber_blocking fiber_set_blocking fiber_block fiber_hand fiber_handed
//     fiber_raises method_resume method_yield
static const struct vm_primitive primitives[] = {
    {"fiber_new", fiber_new},         {"fiber_current", fiber_current}, {"fiber_resume", fiber_resume},
    {"fiber_yield", fiber_yield},     {"fiber_transfer", fiber_transfer}, {"fiber_raise", fiber_raise},
    {"fiber_kill", fiber_kill},       {"fiber_state", fiber_state},     {"fiber_storage", fiber_storage},
    {"fiber_set_storage", fiber_set_storage}, {"fiber_blocking", fiber_blocking},
    {"fiber_set_blocking", fiber_set_blocking}, {"fiber_block", fiber_block}, {"fiber_hand", fiber_hand},
    {"fiber_handed", fiber_handed}, {"fiber_raises", fiber_raises},
};

static const struct core_method methods[] = {
    {"resume", method_resume, 0, -1, CORE_TRY},
    {"yield", method_yield, 0, -1, CORE_TRY | CORE_SINGLETON},
};

bool core_fiber(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_FIBER, methods) && CORE_PRIMITIVES(boot, primitives);
}
