// Refinements as Ruby makes and uses them. What they mean for calls is src/vm/refine.c.
#include "core/kernel/kernel.h"

// Primitive.refinement_new(class Refinement, target)
static value_t primitive_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct class *const made = module_new_as(ec->runtime, ec->heap, value_to_class(argv[0]));
    if (made == NULL) return vm_raise_memory(ec);
    atomic_init(&made->attached.word, argv[1]);
    made->flags |= CLASS_IS_REFINEMENT;
    return class_value(made);
}

// Primitive.refinement_eval(refinement, block, module): the block defines methods, and sees the refinements of the module.
static value_t primitive_eval(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct method *const scope = object_eval_scope(ec, argv[1], value_to_class(argv[0]));
    if (scope == NULL) return VALUE_UNDEF;
    if (!vm_scope_refine(ec, scope, argv[2])) return VALUE_UNDEF;
    ec->call_keywords = 0;
    return vm_tail_proc(ec, argv[1], argv[0], 0, NULL, VALUE_NIL, scope);
}

// Primitive.using(pairs, receiver): in the caller's scope from here on. The receiver is nil for main's.
static value_t primitive_using(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct array *const pairs = value_to_array(argv[0]);
    struct vm_frame *const f = vm_user_frame(ec);
    bool const main = value_is_nil(argv[1]);
    bool const body = f != NULL && f->method->kind == METHOD_BODY;
    if (main && (!body || f->method->nesting != NULL)) {
        return vm_raise(ec, CLASS_RUNTIME_ERROR, "main.using is permitted only at toplevel");
    }
    if (!body) return vm_raise(ec, CLASS_RUNTIME_ERROR, "Module#using is not permitted in methods");
    if (!main && ec->stack[f->window] != argv[1]) {
        return vm_raise(ec, CLASS_RUNTIME_ERROR, "Module#using is not called on self");
    }
    return vm_using(ec, f, array_items(pairs), array_count(pairs)) ? VALUE_NIL : VALUE_UNDEF;
}

struct listing {
    struct ec *ec;
    struct array *list;
    bool ok;
};

static void push_refinement(value_t class, value_t refinement, void *context)
{
    (void)class;
    struct listing *const l = context;
    l->ok = l->ok && array_push(l->ec->heap, l->list, refinement);
}

// Primitive.active_refinements: of the caller, in order of precedence.
static value_t primitive_active(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    const struct vm_frame *const f = vm_user_frame(ec);
    struct listing l = {ec, array_new(ec->heap, 4), true};
    if (l.list == NULL) return vm_raise_memory(ec);
    if (f != NULL) vm_each_active(ec, f->method, push_refinement, &l);
    return l.ok ? value_pointer(l.list) : vm_raise_memory(ec);
}

struct import {
    struct ec *ec;
    struct class *to;
    struct method *scope;
    const struct method *refused; // is not Ruby's
    bool check, ok;
};

static void import_method(struct method *method, void *context)
{
    struct import *const i = context;
    if (i->check) {
        bool const ruby = method->kind == METHOD_CODE && !(method->code->flags & CODE_PRELUDE);
        if (!ruby && i->refused == NULL) i->refused = method;
        return;
    }
    if (!i->ok) return;
    enum method_visibility const visibility = (enum method_visibility)method->visibility;
    i->ok = vm_define_code(i->ec, i->to, method->name, method->code, i->scope, visibility, NULL);
}

// Primitive.refinement_import(refinement, module, owner): its methods, as if they were written in the refinement.
static value_t primitive_import(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct class *const from = value_to_class(argv[1]);
    struct import i = {.ec = ec, .to = value_to_class(argv[0]), .check = true, .ok = true};
    class_each_method(from, import_method, &i);
    if (i.refused != NULL) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "Can't import method which is not defined with Ruby code: %s#%s",
                        vm_class_text(ec, from), symbol_text(ec->runtime, i.refused->name));
    }
    i.check = false;
    i.scope = vm_scope_new(ec, i.to, NULL);
    if (i.scope == NULL || !vm_scope_refine(ec, i.scope, argv[2])) return VALUE_UNDEF;
    class_each_method(from, import_method, &i);
    return i.ok ? VALUE_NIL : VALUE_UNDEF;
}

// How long each takes, see docs/builtins.md:
//   bounded: primitive_new primitive_import primitive_using primitive_active
//   open: primitive_eval
static const struct vm_primitive primitives[] = {
    {"refinement_new", primitive_new}, {"refinement_eval", primitive_eval}, {"refinement_import", primitive_import},
    {"using", primitive_using}, {"active_refinements", primitive_active}};

bool core_refine(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
