// The vm of one runtime: opening, closing, registration of the core's methods, runtime-wide roots.
#include "vm/fiber.h"
#include "vm/interior.h"

#include <string.h>

static void fill_main(struct vm_runtime *vm, struct heap *heap)
{
    struct instance *const main_object = instance_new(heap, CLASS_OBJECT, 0);
    if (main_object != NULL) vm->main_object = value_pointer(main_object);
    struct instance *const error = instance_new(heap, CLASS_NO_MEMORY_ERROR, 4);
    struct string *const message = string_from_text(heap, "failed to allocate memory");
    if (error == NULL || message == NULL) return;
    object_freeze(message);
    (void)ivar_set(vm->runtime, heap, value_pointer(error), SYM_ivar_message, value_pointer(message));
    object_freeze(error);
    vm->no_memory_error = value_pointer(error);
}

bool vm_open(struct runtime *runtime, const struct vm_host *host)
{
    struct vm_runtime *const vm = base_alloc_aligned_zeroed(_Alignof(struct vm_runtime), sizeof *vm);
    if (vm == NULL) return false;
    (void)vm_run(NULL); // makes the dispatch tables known
    vm->runtime = runtime;
    vm->host = *host;
    vm->main_object = vm->no_memory_error = VALUE_NIL;
    base_lock_init(&vm->globals_lock);
    base_lock_init(&vm->codes_lock);
    base_lock_init(&vm->work_lock);
    runtime->vm = vm;
    fill_main(vm, &runtime->boot_heap);
    struct method *const scope = method_new(&runtime->boot_heap, METHOD_BODY);
    if (scope == NULL || value_is_nil(vm->main_object) || value_is_nil(vm->no_memory_error)) goto fail;
    scope->lexical = runtime_class(runtime, CLASS_OBJECT);
    scope->default_visibility = METHOD_PUBLIC;
    vm->boot_scope = scope;
    vm->main_scope = scope;
    if (!work_define(runtime)) goto fail;
    return true;

fail:
    vm_close(runtime);
    return false;
}

void vm_close(struct runtime *runtime)
{
    struct vm_runtime *const vm = runtime->vm;
    if (vm == NULL) return;
    globals_free(vm);
    vm_codes_free(runtime);
    vm_image_close(vm->prelude);
    base_free(vm->primitives);
    work_close(vm);
    base_lock_destroy(&vm->work_lock);
    base_lock_destroy(&vm->codes_lock);
    base_lock_destroy(&vm->globals_lock);
    eval_cache_close(vm);
    base_free(vm);
    runtime->vm = NULL;
}

void vm_mark_shared(struct heap_marker *marker, struct runtime *runtime)
{
    struct vm_runtime *const vm = runtime->vm;
    if (vm == NULL) return;
    globals_mark(marker, vm);
    heap_mark(marker, vm->main_object);
    heap_mark(marker, vm->no_memory_error);
    if (vm->main_scope != NULL) heap_mark(marker, value_pointer(vm->main_scope));
    vm_codes_mark(marker, runtime);
}

// --- Registration -----------------------------------------------------------------------------------------------------

static bool define_one(struct runtime *runtime, struct class *class, const struct core_method *row,
                       enum method_visibility visibility)
{
    symbol_t const name = symbol_intern_text(runtime, row->name);
    struct method *const m = method_new(&runtime->boot_heap, row->flags & CORE_TRY ? METHOD_TRY : METHOD_C);
    if (name == 0 || m == NULL) return false;
    m->visibility = (uint8_t)visibility;
    m->name = m->original = name;
    m->owner = m->lexical = class;
    m->nesting = ((struct vm_runtime *)runtime->vm)->boot_scope;
    m->function = row->function;
    m->argc_min = row->argc_min;
    m->argc_max = row->argc_max;
    m->flags = (uint16_t)((row->flags & 15) | METHOD_BOOT);
    return class_add_method(runtime, class, m);
}

bool vm_add_primitives(struct runtime *runtime, const struct vm_primitive *primitives, size_t count)
{
    struct vm_runtime *const vm = runtime->vm;
    if (vm->primitive_count + count > vm->primitive_capacity) {
        uint32_t const capacity = 2 * vm->primitive_capacity + (uint32_t)count;
        struct vm_primitive *const grown = base_realloc(vm->primitives, capacity * sizeof *grown);
        if (grown == NULL) return false;
        vm->primitives = grown;
        vm->primitive_capacity = capacity;
    }
    memcpy(vm->primitives + vm->primitive_count, primitives, count * sizeof *primitives);
    vm->primitive_count += (uint32_t)count;
    return true;
}

bool vm_define_methods(struct runtime *runtime, class_id_t class_id, const struct core_method *methods, size_t count)
{
    struct class *const class = runtime_class(runtime, class_id);
    struct class *const singleton = class_singleton(runtime, &runtime->boot_heap, class_value(class));
    if (singleton == NULL) return false;
    uint32_t of_singleton = 0, of_class = 0;
    for (size_t i = 0; i < count; i++) {
        of_singleton += (methods[i].flags & (CORE_SINGLETON | CORE_MODULE_FUNCTION)) != 0;
        of_class += !(methods[i].flags & CORE_SINGLETON);
    }
    class_reserve_methods(runtime, singleton, of_singleton);
    class_reserve_methods(runtime, class, of_class);
    for (size_t i = 0; i < count; i++) {
        const struct core_method *const row = &methods[i];
        bool const function = row->flags & CORE_MODULE_FUNCTION;
        enum method_visibility const visibility = row->flags & CORE_PRIVATE || function ? METHOD_PRIVATE : METHOD_PUBLIC;
        struct class *const where = row->flags & CORE_SINGLETON ? singleton : class;
        if (!define_one(runtime, where, row, visibility)) return false;
        if (function && !define_one(runtime, singleton, row, METHOD_PUBLIC)) return false;
    }
    return true;
}

bool vm_define_optimized(struct runtime *runtime, class_id_t class_id, const char *name, unsigned what, bool singleton)
{
    struct class *class = runtime_class(runtime, class_id);
    if (singleton) class = class_singleton(runtime, &runtime->boot_heap, class_value(class));
    symbol_t const symbol = symbol_intern_text(runtime, name);
    struct method *const m = class == NULL ? NULL : method_new(&runtime->boot_heap, METHOD_OPTIMIZED);
    if (m == NULL || symbol == 0) return false;
    m->name = m->original = symbol;
    m->owner = m->lexical = class;
    m->optimized = (uint8_t)what;
    m->flags = METHOD_BOOT;
    return class_add_method(runtime, class, m);
}

enum call_result call_optimized(struct ec *ec, struct method *method, const struct vm_callsite *site, size_t window)
{
    value_t const self = ec->stack[window];
    switch ((enum vm_optimized)method->optimized) {
    case OPTIMIZED_NEW: return call_new(ec, value_to_class(self), site, window);
    case OPTIMIZED_CALL: {
        struct vm_callsite as_call = vm_callsite_of(site); // the window is the block's, but for R[0]
        return call_proc(ec, value_to_pointer(self), &as_call, window);
    }
    }
    TRP_UNREACHABLE();
}

// --- The type table ---------------------------------------------------------------------------------------------------------

static void trace_unwind(struct heap_marker *marker, void *object)
{
    const struct unwind *const u = object;
    heap_mark(marker, u->value);
    heap_mark(marker, u->target);
}

// An open environment needs its ec's stack: it keeps the fiber alive (fiber.h F3).
static void trace_env(struct heap_marker *marker, void *object)
{
    const struct env *const e = object;
    if (e->parent != NULL) heap_mark(marker, value_pointer(e->parent));
    if (e->method != NULL) heap_mark(marker, value_pointer(e->method));
    if (e->ec == NULL) heap_mark_range(marker, e->registers, e->registers + e->count);
    else heap_mark(marker, e->ec->self_object);
}

void vm_fill_types(struct heap_type types[TYPE_MAX])
{
    fiber_fill_types(types);
    code_fill_types(types);
    types[TYPE_ENV] = (struct heap_type){.name = "env", .trace = trace_env};
    types[TYPE_UNWIND] = (struct heap_type){.name = "unwind", .trace = trace_unwind};
}
