// The table of what shared objects hold (fields.c), for the verifier and its tests.
#ifndef TROUPE_OBJECT_FIELDS_H
#define TROUPE_OBJECT_FIELDS_H

#include "object/object.h"

struct field_walk {
    const struct heap_field_visitor *visitor;
};
struct field_row {
    enum object_type type;
    const char *name;
    size_t offset, size; // 0: to the slot's end
    enum heap_field_law law;
    void (*walk)(const struct field_walk *walk, const char *name, const void *object); // NULL: it is one word
};
const struct field_row *field_rows(size_t *count);

#endif
