// Inside the core room: how a class file registers itself.
//
//   static const struct core_method methods[] = {{"size", array_size, 0, 0, 0}, …};
//   static const struct vm_primitive primitives[] = {{"array_each_step", …}, …};
//   bool core_array(struct core_boot *boot)
//   {
//       return CORE_METHODS(boot, CLASS_ARRAY, methods) && CORE_PRIMITIVES(boot, primitives);
//   }
//
// and is named in CORE_FILES below, in whose order the files register.
#ifndef TROUPE_CORE_INTERIOR_H
#define TROUPE_CORE_INTERIOR_H

#include "core/core.h"

#define CORE_FILES(FILE_)                                                                                              \
    FILE_(kernel) FILE_(object) FILE_(copy) FILE_(ivars) FILE_(method_lists) FILE_(module) FILE_(constants)            \
    FILE_(exception) FILE_(proc) FILE_(method) FILE_(binding) FILE_(refine) FILE_(gc) FILE_(process) FILE_(spawn)      \
    FILE_(time) FILE_(io) FILE_(io_standard) FILE_(io_read) FILE_(io_select) FILE_(file) FILE_(load) FILE_(globals)    \
    FILE_(integer) FILE_(float) FILE_(math) FILE_(range) FILE_(random) FILE_(string) FILE_(string_slice)               \
    FILE_(string_search) FILE_(string_each) FILE_(string_case) FILE_(string_tr) FILE_(string_strip)                    \
    FILE_(string_sub) FILE_(string_number) FILE_(string_encode) FILE_(pack) FILE_(unpack) FILE_(symbol)                \
    FILE_(regexp) FILE_(match) FILE_(format) FILE_(encoding) FILE_(array) FILE_(array_change) FILE_(array_find)        \
    FILE_(array_set_operations) FILE_(array_sort) FILE_(array_combine) FILE_(array_text) FILE_(hash) FILE_(struct)     \
    FILE_(enumerator) FILE_(guard) FILE_(fiber) FILE_(thread) FILE_(mutex) FILE_(trace_point)

struct core_boot {
    struct runtime *runtime;
};

#define DECLARE(name) bool core_##name(struct core_boot *boot);
CORE_FILES(DECLARE)
#undef DECLARE

bool core_prelude_done(struct ec *ec); // kernel/kernel.c: what C must know of the prelude (Kernel#catch). False: exception set
#define CORE_METHODS(boot, class_id, table) vm_define_methods((boot)->runtime, class_id, table, TRP_COUNT(table))
#define CORE_PRIMITIVES(boot, table) vm_add_primitives((boot)->runtime, table, TRP_COUNT(table))

// The value of a pointer that may be NULL for want of memory: raises then.
#define CORE_NEW(ec, pointer) core_new(ec, pointer)
static inline value_t core_new(struct ec *ec, const void *pointer)
{
    return TRP_LIKELY(pointer != NULL) ? value_pointer(pointer) : vm_raise_memory(ec);
}
static inline value_t core_or_memory(struct ec *ec, value_t v) { return v == VALUE_UNDEF ? vm_raise_memory(ec) : v; }

// Frozen receivers: `if (!core_check_frozen(ec, self)) return VALUE_UNDEF;`
static inline bool core_check_frozen(struct ec *ec, value_t v)
{
    if (TRP_LIKELY(value_is_heap(v) && !object_frozen(value_to_pointer(v)))) return true;
    vm_raise_frozen(ec, v);
    return false;
}

#endif
