// What others ask of Procs, Methods and the parameters of code.
#ifndef TROUPE_CORE_PROC_H
#define TROUPE_CORE_PROC_H

#include "core/support/state.h"

// --- Parameters of code (parameters.c) -------------------------------------------------------------------------------
value_t parameters_list(struct ec *ec, const struct vm_code *code, bool lambda); // an Array; raises
bool parameters_push(struct ec *ec, struct array *list, const char *kind, symbol_t name); // false: no memory, not raised
int parameters_arity(const struct vm_code *code, bool lambda);
const char *parameters_ruby2_keywords(const struct vm_code *code, const char *unable); // NULL: done; else `unable`

// --- Method and UnboundMethod (method.c) -----------------------------------------------------------------------------
int methods_arity(struct ec *ec, const struct method *method);
// The method of a Method or UnboundMethod; NULL: of method_missing. *receiver VALUE_UNDEF: unbound.
struct method *methods_target(value_t object, value_t *receiver);
bool methods_is(value_t v); // a Method or UnboundMethod

#endif
