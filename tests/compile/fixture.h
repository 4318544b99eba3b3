// What the compile room's tests share: a runtime without vm, compiling, disassembling.
#ifndef TESTS_COMPILE_FIXTURE_H
#define TESTS_COMPILE_FIXTURE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "compile/compile.h"
#include "object/object.h"
#include "vm/build.h"

void open_runtime(void); // per test: Check's checked fixtures
void close_runtime(void);
extern struct runtime runtime;

// The code of a program, which must compile. Freed by close_runtime.
struct vm_code *compile_ok(const char *source);
enum compile_status compile_bytes(const char *source, size_t size, enum vm_code_kind kind,
                                  struct compile_result *result);
// Its disassembly without heads and line numbers: lines joined by "\n". Valid until the next call.
const char *listing(const char *source);
void expect(const char *source, const char *wanted);

uint64_t random_next(uint64_t *state); // xorshift

#endif
