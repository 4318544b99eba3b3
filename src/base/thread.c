// The calling thread's number. Owns no data; any thread.
#include <unistd.h>

#include "base/base.h"

uint64_t base_thread_id(void) { return (uint64_t)gettid(); }
