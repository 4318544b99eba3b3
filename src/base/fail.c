// The last words of a broken invariant. Purpose: one place that ends the process, so that a debugger or a death test
// has one symbol to wait for. Owns no data; any thread.
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

_Noreturn void base_fail(const char *file, int line, const char *what)
{
    fprintf(stderr, "troupe: %s:%d: failed: %s\n", file, line, what);
    fflush(stderr);
    abort();
}
