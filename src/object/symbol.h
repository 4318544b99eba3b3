// Symbols: names with small ids, runtime-wide. Reading is lock-free; interning takes the table's own lock on a miss.
#ifndef TROUPE_OBJECT_SYMBOL_H
#define TROUPE_OBJECT_SYMBOL_H

#include "object/runtime.h"

// Symbols that C code names have fixed ids: SYM_initialize, SYM_OP_plus. SYMBOL(id, "text"), one list.
#include "object/symbols.def.h"

// Of what code names: it is there for good. 0: no memory. Any thread.
symbol_t symbol_intern(struct runtime *runtime, const char *bytes, size_t size);
// Of a text that a program made, on the account of an actor: it may go in the shared cycle that does not meet it as a value.
// Before the next poll it must be one, in a register, a frame or an object; or it must be pinned. 0: no memory, or
// symbols_at_limit.
symbol_t symbol_from_bytes(struct runtime *runtime, struct heap *heap, const char *bytes, size_t size);
#define SYMBOLS_OF_ACTOR_MAX (1u << 20)
bool symbols_at_limit(const struct heap *heap); // the actor has as many as it may
void symbol_pin(struct runtime *runtime, symbol_t symbol); // it names something: from now on it is there for good. Any thread
bool symbol_passes(struct runtime *runtime, symbol_t symbol); // it may go
void symbol_meet(struct runtime *runtime, symbol_t symbol);   // for heap_types.symbol
bool symbol_met(struct runtime *runtime, symbol_t symbol);    // or it is there for good: for heap_types.symbol_met
symbol_t symbol_intern_text(struct runtime *runtime, const char *text);          // NUL-terminated
symbol_t symbol_find(struct runtime *runtime, const char *bytes, size_t size);   // 0: no such symbol. Any thread
const char *symbol_text(struct runtime *runtime, symbol_t symbol);               // NUL-terminated (may contain NUL too)
size_t symbol_size(struct runtime *runtime, symbol_t symbol);                    // bytes without the final NUL
uint64_t symbol_hash(struct runtime *runtime, symbol_t symbol);
bool symbol_ascii(struct runtime *runtime, symbol_t symbol); // US-ASCII only; else UTF-8 or binary (symbol_valid)
bool symbol_valid(struct runtime *runtime, symbol_t symbol); // well-formed UTF-8; else binary

// What a name may stand for.
bool symbol_is_constant(struct runtime *runtime, symbol_t symbol); // Abc
bool symbol_is_local(struct runtime *runtime, symbol_t symbol);    // abc
bool symbol_is_ivar(struct runtime *runtime, symbol_t symbol);     // @abc; names starting "@__" are hidden from Ruby
bool symbol_is_cvar(struct runtime *runtime, symbol_t symbol);     // @@abc
bool symbol_is_global(struct runtime *runtime, symbol_t symbol);   // $abc
bool symbol_is_setter(struct runtime *runtime, symbol_t symbol);   // abc=
symbol_t symbol_setter(struct runtime *runtime, symbol_t symbol);  // abc → abc=, @abc stays; 0: no memory
bool symbol_is_plain(struct runtime *runtime, symbol_t symbol);    // prints as :abc without quotes

#endif
