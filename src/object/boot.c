// The core classes. Purpose: ids, names, nesting, superclasses, what instances are made of, and included modules.
// Invariant: the n'th row of CORE_CLASSES gets class id n.
// Data: written before any other thread knows the runtime.
#include "object/interior.h"

struct core_row {
    const char *name;
    uint16_t superclass; // CLASS_NONE: none
    bool is_module;
};
static const struct core_row rows[CLASS_CORE_COUNT] = {
#define X_CLASS(id, name, super) [CLASS_##id] = {name, CLASS_##super, false},
#define X_MODULE(id, name) [CLASS_##id] = {name, CLASS_NONE, true},
    CORE_CLASSES(X_CLASS, X_MODULE)
#undef X_CLASS
#undef X_MODULE
};

// What `allocate` makes, where it is not what the superclass says; the first row is BasicObject's.
static const struct {
    class_id_t id;
    enum object_type type;
} instance_types[] = {
    {CLASS_BASIC_OBJECT, TYPE_OBJECT}, {CLASS_MODULE, TYPE_CLASS},       {CLASS_NIL, TYPE_FREE},
    {CLASS_TRUE, TYPE_FREE},           {CLASS_FALSE, TYPE_FREE},         {CLASS_INTEGER, TYPE_FREE},
    {CLASS_FLOAT, TYPE_FREE},          {CLASS_RATIONAL, TYPE_FREE},      {CLASS_COMPLEX, TYPE_FREE},
    {CLASS_SYMBOL, TYPE_FREE},         {CLASS_STRING, TYPE_STRING},      {CLASS_ARRAY, TYPE_ARRAY},
    {CLASS_HASH, TYPE_HASH},           {CLASS_RANGE, TYPE_RANGE},        {CLASS_PROC, TYPE_PROC},
    {CLASS_METHOD, TYPE_FREE},         {CLASS_UNBOUND_METHOD, TYPE_FREE}, {CLASS_BINDING, TYPE_FREE},
    {CLASS_REGEXP, TYPE_REGEXP},       {CLASS_MATCH, TYPE_FREE},         {CLASS_ENCODING, TYPE_FREE},
    {CLASS_FIBER, TYPE_FIBER},         {CLASS_RACTOR, TYPE_FREE},        {CLASS_RACTOR_MOVED, TYPE_FREE},
    {CLASS_TRACE_POINT, TYPE_FREE},    {CLASS_BACKTRACE_LOCATION, TYPE_FREE}};

static const struct {
    class_id_t class, module;
} includes[] = {
    {CLASS_OBJECT, CLASS_KERNEL},       {CLASS_NUMERIC, CLASS_COMPARABLE},  {CLASS_STRING, CLASS_COMPARABLE},
    {CLASS_SYMBOL, CLASS_COMPARABLE},   {CLASS_TIME, CLASS_COMPARABLE},     {CLASS_ARRAY, CLASS_ENUMERABLE},
    {CLASS_HASH, CLASS_ENUMERABLE},     {CLASS_RANGE, CLASS_ENUMERABLE},    {CLASS_STRUCT, CLASS_ENUMERABLE},
    {CLASS_ENUMERATOR, CLASS_ENUMERABLE}, {CLASS_DIR, CLASS_ENUMERABLE},    {CLASS_IO, CLASS_ENUMERABLE},
    {CLASS_SET, CLASS_ENUMERABLE},      {CLASS_WEAK_MAP, CLASS_ENUMERABLE}};

static const class_id_t also_top_level[] = {CLASS_MUTEX, CLASS_QUEUE, CLASS_SIZED_QUEUE, CLASS_CONDITION_VARIABLE};

static bool add_class(struct runtime *runtime, struct class *class)
{
    if (class == NULL) return false;
    if (class_reserve_registration(runtime, class, 1)) {
        class_register(runtime, &runtime->boot_heap, class);
        return true;
    }
    class_body_free(class->body);
    return false;
}

static bool make_classes(struct runtime *runtime)
{
    for (class_id_t id = 1; id < CLASS_CORE_COUNT; id++) {
        const struct core_row *const row = &rows[id];
        struct class *const superclass = row->superclass == CLASS_NONE ? NULL : runtime_class(runtime, row->superclass);
        uint32_t const flags = row->is_module ? CLASS_IS_MODULE : 0;
        struct class *const class = class_make(runtime, &runtime->boot_heap, flags, superclass);
        for (size_t i = 0; class != NULL && i < TRP_COUNT(instance_types); i++) {
            if (instance_types[i].id == id) class->instance_type = (uint8_t)instance_types[i].type;
        }
        if (!add_class(runtime, class)) return false;
        TRP_CHECK(class->id == id);
    }
    return true;
}

static class_id_t meta_superclass(struct runtime *runtime, class_id_t id)
{
    if (rows[id].is_module) return CLASS_MODULE;
    if (rows[id].superclass == CLASS_NONE) return CLASS_CLASS;
    return object_class_id(runtime_class(runtime, rows[id].superclass));
}

static bool make_metaclasses(struct runtime *runtime)
{
    for (class_id_t id = 1; id < CLASS_CORE_COUNT; id++) {
        struct class *const superclass = runtime_class(runtime, meta_superclass(runtime, id));
        struct class *const meta = class_make(runtime, &runtime->boot_heap, CLASS_IS_SINGLETON, superclass);
        if (!add_class(runtime, meta)) return false;
        class_attach_metaclass(runtime, runtime_class(runtime, id), meta);
    }
    for (class_id_t id = 1; id < CLASS_CORE_COUNT; id++) { // again, now that Class has its metaclass
        struct class *const class = runtime_class(runtime, id);
        class_attach_metaclass(runtime, class, runtime_class(runtime, object_class_id(class)));
    }
    return true;
}

static bool name_class(struct runtime *runtime, struct class *class, const char *text, size_t size)
{
    struct string *const name = string_new(&runtime->boot_heap, text, size, ENCODING_UTF8);
    if (name == NULL) return false;
    string_scan(name);
    object_freeze(name);
    heap_set_shared(&runtime->boot_heap, name);
    class_set_name(runtime, class, value_pointer(name), false);
    return true;
}

static bool define(struct runtime *runtime, struct class *outer, const char *name, size_t size, struct class *class)
{
    symbol_t const symbol = symbol_intern(runtime, name, size);
    return symbol != 0 && class_constant_set(runtime, &runtime->boot_heap, outer, symbol, class_value(class), true);
}

// The class that a path such as "Thread::Backtrace" names; one that is not in the table is made. NULL: no memory.
static struct class *outer_class(struct runtime *runtime, const char *path, size_t size)
{
    struct class *at = runtime_class(runtime, CLASS_OBJECT);
    for (size_t start = 0; start < size;) {
        const char *const end = memmem(path + start, size - start, "::", 2);
        size_t const part = end == NULL ? size - start : (size_t)(end - path) - start;
        symbol_t const symbol = symbol_intern(runtime, path + start, part);
        if (symbol == 0) return NULL;
        struct class_constant *const found = class_constant_own(at, symbol);
        struct class *inner;
        if (found != NULL) {
            inner = value_to_class(heap_slot_load(&runtime->boot_heap, &found->slot));
        } else {
            inner = class_new(runtime, &runtime->boot_heap, runtime_class(runtime, CLASS_OBJECT));
            if (inner == NULL || !name_class(runtime, inner, path, start + part)) return NULL;
            if (!define(runtime, at, path + start, part, inner)) return NULL;
        }
        at = inner;
        start += part + 2;
    }
    return at;
}

static const char *last_part(const char *name)
{
    for (const char *next; (next = strstr(name, "::")) != NULL;) name = next + 2;
    return name;
}

static bool name_classes(struct runtime *runtime)
{
    for (class_id_t id = 1; id < CLASS_CORE_COUNT; id++) {
        const char *const name = rows[id].name;
        const char *const last = last_part(name);
        struct class *const class = runtime_class(runtime, id);
        size_t const outer_size = last == name ? 0 : (size_t)(last - name) - 2;
        struct class *const outer = outer_class(runtime, name, outer_size);
        if (outer == NULL || !name_class(runtime, class, name, strlen(name))) return false;
        if (!define(runtime, outer, last, strlen(last), class)) return false;
    }
    for (size_t i = 0; i < TRP_COUNT(also_top_level); i++) {
        const char *const last = last_part(rows[also_top_level[i]].name);
        struct class *const object = runtime_class(runtime, CLASS_OBJECT);
        if (!define(runtime, object, last, strlen(last), runtime_class(runtime, also_top_level[i]))) return false;
    }
    return true;
}

bool class_boot(struct runtime *runtime)
{
    // Id 0 is nobody's.
    if (!class_reserve_ids(runtime, 1)) return false;
    atomic_store_explicit(&runtime->class_count, 1, memory_order_relaxed);
    if (!make_classes(runtime) || !make_metaclasses(runtime) || !name_classes(runtime)) return false;
    for (size_t i = 0; i < TRP_COUNT(includes); i++) {
        bool changed;
        struct class *const class = runtime_class(runtime, includes[i].class);
        if (!class_include(runtime, class, runtime_class(runtime, includes[i].module), &changed)) return false;
    }
    runtime->permanent_classes = atomic_load_explicit(&runtime->class_count, memory_order_relaxed);
    heap_classes_from(runtime->heap_world, runtime->permanent_classes);
    return true;
}
