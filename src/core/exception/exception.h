// Errors of the operating system as exceptions.
#ifndef TROUPE_CORE_EXCEPTION_H
#define TROUPE_CORE_EXCEPTION_H

#include "core/support/state.h"

value_t core_raise_errno(struct ec *ec, int number, const char *what, value_t path); // what and path may be NULL, nil
// NULL: no such number, or no memory, raised.
struct class *core_errno_class(struct ec *ec, int number);

#endif
