// Which table of labels the loop runs by. Purpose: what is off costs nothing: counting, tracing and redefined operators are
// other tables, and nothing asks for them on the way.
// Data: the tables are written once, by vm_open; an ec's choice is its actor's.
#include "vm/interior.h"
#include "vm/trace.h"

struct dispatch_tables dispatch_tables;

void vm_select_dispatch(struct ec *ec)
{
    bool const redefined = atomic_load_explicit(&ec->runtime->redefined, memory_order_relaxed) != 0;
    ec->counted = redefined ? dispatch_tables.redefined : dispatch_tables.plain;
    if (trace_wants(ec)) ec->dispatch = dispatch_tables.tracing;
    else ec->dispatch = ec->counting ? dispatch_tables.counting : ec->counted;
}
