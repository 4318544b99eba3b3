// The object room's door: layouts and pure operations of Ruby's data. Nothing here dispatches a method: where Ruby
// would call one on a value that is not built in, functions return a "cannot say" result, documented at each.
//
// Conventions. Functions that allocate take `struct heap *heap` first and return NULL (or 0, false, VALUE_UNDEF as
// documented) when memory ran out, with nothing changed; none of them collects, so C code between polls roots nothing.
// All stores of values into heap objects go through heap_store.
#ifndef TROUPE_OBJECT_OBJECT_H
#define TROUPE_OBJECT_OBJECT_H

#include "heap/heap.h"
#include "object/runtime.h"
#include "object/symbol.h"
#include "object/layout.h"
#include "object/class.h"
#include "object/string.h"
#include "object/array.h"
#include "object/hash.h"
#include "object/number.h"
#include "object/misc.h"

#endif
