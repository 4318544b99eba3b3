// What object.c does for modules and bindings.
#ifndef TROUPE_CORE_KERNEL_H
#define TROUPE_CORE_KERNEL_H

#include "core/support/state.h"

value_t object_equal(struct ec *ec, value_t self, int argc, const value_t *argv); // BasicObject#==
struct method *object_eval_scope(struct ec *ec, value_t proc, struct class *lexical); // of a block. NULL: raised
// Of instance_eval: `def` goes to the singleton class, if the object has or may have one. NULL: raised
struct method *object_instance_scope(struct ec *ec, value_t self, struct method *nesting);

#endif
