// One runtime and one actor's heap, whose roots are the values in `roots`, for tests of the object room.
#ifndef TROUPE_TESTS_OBJECT_FIXTURE_H
#define TROUPE_TESTS_OBJECT_FIXTURE_H

#include <check.h>

#include "object/object.h"

#define ROOTS 64

struct fixture {
    struct heap_types types;
    struct runtime runtime;
    struct heap heap;
    value_t roots[ROOTS];
};
extern struct fixture *fix;
#define RT (&fix->runtime)
#define HEAP (&fix->heap)

void fixture_open(void);
void fixture_close(void);
void fixture_collect(void); // with verification
void fixture_cycle(void);   // a shared one
// A second actor's heap; its roots are none.
void fixture_open_heap(struct heap *heap);
symbol_t sym(const char *text);
value_t text_value(const char *text); // a new String
bool text_is(const struct string *s, const char *text);
struct method *method_named(struct class *owner, const char *name);

#define ck_assert_text(string, text) ck_assert_msg(text_is((string), (text)), "%.*s is not %s", \
    (int)string_size(string), string_bytes(string), (text))

#endif
