// The code of small programs, instruction by instruction: expressions, calls and loops. When the compiler changes on
// purpose, print the new listing with `troupe --disasm` and read it before it is pasted here.
#include "fixture.h"

static const struct {
    const char *source, *listing;
} programs[] = {
    // Locals
    {"x = 1; x += 2; x",
     "0000 LOADI     R1 1\n"
     "0001 ADDI      R1 R1 2 +/1\n"
     "0003 RET       R1\n"},
    {"a = b = nil; a",
     "0000 LOADNIL   R2 R2\n"
     "0001 MOVE      R1 R2\n"
     "0002 RET       R1\n"},
    {"x = y = 3; x + (y = 4)",
     "0000 LOADI     R2 3\n"
     "0001 MOVE      R1 R2\n"
     "0002 MOVE      R3 R1\n"
     "0003 LOADI     R2 4\n"
     "0004 ADD       R3 R3 R2 +/1\n"
     "0006 RET       R3\n"},
    {"x ||= 5; x &&= 6",
     "0000 JT        R1 -> 0003\n"
     "0002 LOADI     R1 5\n"
     "0003 JF        R1 -> 0006\n"
     "0005 LOADI     R1 6\n"
     "0006 RET       R1\n"},
    {"x = 1; -> { x += 1 }; x + f",
     "0000 LOADI     R1 1\n"
     "0001 LAMBDA    R2 code 0\n"
     "0002 MOVE      R2 R1\n"
     "0003 SENDSELF  R3 f/0 vcall\n"
     "0004 ADD       R2 R2 R3 +/1\n"
     "0006 RET       R2\n"
     "0000 GETUP     R1 U1 ^1\n"
     "0001 ADDI      R1 R1 1 +/1\n"
     "0003 SETUP     R1 U1 ^1\n"
     "0004 RET       R1\n"},
    // Operators
    {"a = b = 1; a + b * 2 - 1",
     "0000 LOADI     R2 1\n"
     "0001 MOVE      R1 R2\n"
     "0002 LOADI     R5 2\n"
     "0003 MUL       R4 R2 R5 */1\n"
     "0005 ADD       R3 R1 R4 +/1\n"
     "0007 SUBI      R3 R3 1 -/1\n"
     "0009 RET       R3\n"},
    {"a = 1; a[2]",
     "0000 LOADI     R1 1\n"
     "0001 LOADI     R3 2\n"
     "0002 INDEX     R2 R1 R3 []/1\n"
     "0004 RET       R2\n"},
    {"a = 1; a[2] = 3",
     "0000 LOADI     R1 1\n"
     "0001 LOADI     R3 2\n"
     "0002 LOADI     R2 3\n"
     "0003 SETINDEX  R1 R3 R2 []=/2\n"
     "0005 RET       R2\n"},
    {"a = 1; -a; !a; a =~ a",
     "0000 LOADI     R1 1\n"
     "0001 NEG       R2 R1 -@/0\n"
     "0003 NOT       R2 R1 !/0\n"
     "0005 MATCHOP   R2 R1 R1 =~/1\n"
     "0007 RET       R2\n"},
    {"a = 1; a ** 2",
     "0000 LOADI     R1 1\n"
     "0001 MOVE      R2 R1\n"
     "0002 LOADI     R3 2\n"
     "0003 SEND      R2 **/1\n"
     "0004 RET       R2\n"},
    {"1 <=> 2",
     "0000 LOADI     R1 1\n"
     "0001 LOADI     R2 2\n"
     "0002 SEND      R1 <=>/1\n"
     "0003 RET       R1\n"},
    // Conditions
    {"x = 1; if x < 2 then 3 else 4 end",
     "0000 LOADI     R1 1\n"
     "0001 JNLTI     R1 2 </1 -> 0006\n"
     "0004 LOADI     R2 3\n"
     "0005 RET       R2\n"
     "0006 LOADI     R2 4\n"
     "0007 RET       R2\n"},
    {"x = 1; f if x != 2 && !(x > 3)",
     "0000 LOADI     R1 1\n"
     "0001 JEQI      R1 2 !=/1 -> 0009\n"
     "0004 JGTI      R1 3 >/1 -> 0009\n"
     "0007 SENDSELF  R2 f/0 vcall\n"
     "0008 RET       R2\n"
     "0009 RETNIL\n"},
    {"x = 1; x ? 1 : 2",
     "0000 LOADI     R1 1\n"
     "0001 JF        R1 -> 0005\n"
     "0003 LOADI     R2 1\n"
     "0004 RET       R2\n"
     "0005 LOADI     R2 2\n"
     "0006 RET       R2\n"},
    {"x = f || g",
     "0000 SENDSELF  R2 f/0 vcall\n"
     "0001 JT        R2 -> 0004\n"
     "0003 SENDSELF  R2 g/0 vcall\n"
     "0004 MOVE      R1 R2\n"
     "0005 RET       R1\n"},
    {"f unless true",
     "0000 JMP       -> 0003\n"
     "0001 SENDSELF  R1 f/0 vcall\n"
     "0002 RET       R1\n"
     "0003 RETNIL\n"},
    {"while f; end",
     "0000 SENDSELF  R2 f/0 vcall\n"
     "0001 JF        R2 -> 0007\n"
     "0003 LOOP      R2\n"
     "0004 SENDSELF  R2 f/0 vcall\n"
     "0005 JT        R2 -> 0003\n"
     "0007 LOADNIL   R1 R1\n"
     "0008 RET       R1\n"},
    {"i = 0; while i < 10; i += 1; end",
     "0000 LOADI     R1 0\n"
     "0001 JNLTI     R1 10 </1 -> 0010\n"
     "0004 LOOP      R3\n"
     "0005 ADDI      R1 R1 1 +/1\n"
     "0007 JLTI      R1 10 </1 -> 0004\n"
     "0010 LOADNIL   R2 R2\n"
     "0011 RET       R2\n"},
    // Loops
    {"x = while f; break 1; end",
     "0000 SENDSELF  R3 f/0 vcall\n"
     "0001 JF        R3 -> 0009\n"
     "0003 LOOP      R3\n"
     "0004 LOADI     R2 1\n"
     "0005 JMP       -> 0010\n"
     "0006 SENDSELF  R3 f/0 vcall\n"
     "0007 JT        R3 -> 0003\n"
     "0009 LOADNIL   R2 R2\n"
     "0010 MOVE      R1 R2\n"
     "0011 RET       R1\n"},
    {"begin; f; end while g",
     "0000 LOOP      R2\n"
     "0001 SENDSELF  R2 f/0 vcall\n"
     "0002 SENDSELF  R2 g/0 vcall\n"
     "0003 JT        R2 -> 0000\n"
     "0005 LOADNIL   R1 R1\n"
     "0006 RET       R1\n"},
    {"f until g",
     "0000 SENDSELF  R2 g/0 vcall\n"
     "0001 JT        R2 -> 0008\n"
     "0003 LOOP      R2\n"
     "0004 SENDSELF  R2 f/0 vcall\n"
     "0005 SENDSELF  R2 g/0 vcall\n"
     "0006 JF        R2 -> 0003\n"
     "0008 LOADNIL   R1 R1\n"
     "0009 RET       R1\n"},
    {"while f; next if g; redo if h; end",
     "0000 SENDSELF  R2 f/0 vcall\n"
     "0001 JF        R2 -> 0014\n"
     "0003 LOOP      R2\n"
     "0004 SENDSELF  R2 g/0 vcall\n"
     "0005 JT        R2 -> 0011\n"
     "0007 SENDSELF  R2 h/0 vcall\n"
     "0008 JF        R2 -> 0011\n"
     "0010 JMP       -> 0003\n"
     "0011 SENDSELF  R2 f/0 vcall\n"
     "0012 JT        R2 -> 0003\n"
     "0014 LOADNIL   R1 R1\n"
     "0015 RET       R1\n"},
    {"loop { break 1 }",
     "0000 BLOCK     R2 code 0\n"
     "0001 SENDSELF  R1 loop/0 block\n"
     "0002 RET       R1\n"
     "0000 LOADI     R1 1\n"
     "0001 BREAK     R1\n"},
    {"loop { next 2; redo }",
     "0000 BLOCK     R2 code 0\n"
     "0001 SENDSELF  R1 loop/0 block\n"
     "0002 RET       R1\n"
     "0000 LOADI     R1 2\n"
     "0001 RET       R1\n"
     "0002 LOOP      R1\n"
     "0003 JMP       -> 0000\n"},
    // Calls
    {"f",
     "0000 SENDSELF  R1 f/0 vcall\n"
     "0001 RET       R1\n"},
    {"f()",
     "0000 SENDSELF  R1 f/0\n"
     "0001 RET       R1\n"},
    {"self.f 1",
     "0000 MOVE      R1 R0\n"
     "0001 LOADI     R2 1\n"
     "0002 SEND      R1 f/1\n"
     "0003 RET       R1\n"},
    {"a.b(1, 2)",
     "0000 SENDSELF  R1 a/0 vcall\n"
     "0001 LOADI     R2 1\n"
     "0002 LOADI     R3 2\n"
     "0003 SEND      R1 b/2\n"
     "0004 RET       R1\n"},
    {"f(*a, 1)",
     "0000 SENDSELF  R2 a/0 vcall\n"
     "0001 SPLAT     R2 R2 to_a/0\n"
     "0003 LOADI     R3 1\n"
     "0004 ARRAYPUSH R2 R3\n"
     "0005 SENDSELF  R1 f/1 splat\n"
     "0006 RET       R1\n"},
    {"f(1, a: 2, b: 3)",
     "0000 LOADI     R2 1\n"
     "0001 LOADI     R3 2\n"
     "0002 LOADI     R4 3\n"
     "0003 SENDSELF  R1 f/1 a: b:\n"
     "0004 RET       R1\n"},
    {"f(a => 1, **b)",
     "0000 HASH      R2 R0 0\n"
     "0001 SENDSELF  R3 a/0 vcall\n"
     "0002 LOADI     R4 1\n"
     "0003 HASHSET   R2 R3 R4 []=/2\n"
     "0005 SENDSELF  R3 b/0 vcall\n"
     "0006 HASHMERGE R2 R3 1 to_hash/0\n"
     "0008 SENDSELF  R1 f/0 kwsplat\n"
     "0009 RET       R1\n"},
    {"f(&b)",
     "0000 SENDSELF  R2 b/0 vcall\n"
     "0001 TOPROC    R2 R2 to_proc/0\n"
     "0003 SENDSELF  R1 f/0 block\n"
     "0004 RET       R1\n"},
    {"a&.b(1)",
     "0000 SENDSELF  R1 a/0 vcall\n"
     "0001 JNIL      R1 -> 0005\n"
     "0003 LOADI     R2 1\n"
     "0004 SEND      R1 b/1\n"
     "0005 RET       R1\n"},
    {"a.b = 1",
     "0000 SENDSELF  R2 a/0 vcall\n"
     "0001 LOADI     R3 1\n"
     "0002 MOVE      R1 R3\n"
     "0003 SEND      R2 b=/1\n"
     "0004 RET       R1\n"},
    {"self[1, 2] = 3",
     "0000 MOVE      R2 R0\n"
     "0001 LOADI     R3 1\n"
     "0002 LOADI     R4 2\n"
     "0003 LOADI     R5 3\n"
     "0004 MOVE      R1 R5\n"
     "0005 SEND      R2 []=/3\n"
     "0006 RET       R1\n"},
    {"f { |x| x }",
     "0000 BLOCK     R2 code 0\n"
     "0001 SENDSELF  R1 f/0 block\n"
     "0002 RET       R1\n"
     "0000 RET       R1\n"},
    {"puts \"a\", :b",
     "0000 STRING    R2 \"a\"\n"
     "0001 LOADK     R3 :b\n"
     "0002 SENDSELF  R1 puts/2\n"
     "0003 RET       R1\n"},
    // Parameters
    {"def m(a, (b, *c), d = 1, *e, f, g:, h: 2, **i, &j) = d",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 LOADI     R3 1\n"
     "0001 JGIVEN    R7 -> 0004\n"
     "0003 LOADI     R7 2\n"
     "0004 TOARY     R12 R2 to_ary/0\n"
     "0006 EXPAND    R13 R12 0x18000\n"
     "0008 MOVE      R10 R13\n"
     "0009 MOVE      R11 R14\n"
     "0010 RET       R3\n"},
    {"def m(a, b = a) = f { yield a }",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 GETBLOCK  R3\n"
     "0001 JMP       -> 0004\n"
     "0002 GETBLOCK  R3\n"
     "0003 JMP       -> 0005\n"
     "0004 MOVE      R2 R1\n"
     "0005 BLOCK     R5 code 0\n"
     "0006 SENDSELF  R4 f/0 block\n"
     "0007 RET       R4\n"
     "0000 GETUP     R1 U3 ^1\n"
     "0001 GETUP     R2 U1 ^1\n"
     "0002 CALLBLOCK R1 call/1\n"
     "0003 RET       R1\n"},
    {"f { |a, (b, c)| b }",
     "0000 BLOCK     R2 code 0\n"
     "0001 SENDSELF  R1 f/0 block\n"
     "0002 RET       R1\n"
     "0000 TOARY     R5 R2 to_ary/0\n"
     "0002 EXPAND    R6 R5 0x20000\n"
     "0004 MOVE      R3 R6\n"
     "0005 MOVE      R4 R7\n"
     "0006 RET       R3\n"},
    {"f { _1 + _2 }",
     "0000 BLOCK     R2 code 0\n"
     "0001 SENDSELF  R1 f/0 block\n"
     "0002 RET       R1\n"
     "0000 ADD       R3 R1 R2 +/1\n"
     "0002 RET       R3\n"},
    {"f { it }",
     "0000 BLOCK     R2 code 0\n"
     "0001 SENDSELF  R1 f/0 block\n"
     "0002 RET       R1\n"
     "0000 RET       R1\n"},
    {"->(a = 1) { a }",
     "0000 LAMBDA    R1 code 0\n"
     "0001 RET       R1\n"
     "0000 LOADI     R1 1\n"
     "0001 RET       R1\n"},
    {"def m(...) = f(...)",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 ARRAY     R5 R0 0\n"
     "0001 MOVE      R6 R1\n"
     "0002 ARRAYCAT  R5 R6\n"
     "0003 HASH      R6 R0 0\n"
     "0004 MOVE      R7 R2\n"
     "0005 HASHMERGE R6 R7 1 to_hash/0\n"
     "0007 MOVE      R7 R3\n"
     "0008 SENDSELF  R4 f/1 splat kwsplat block\n"
     "0009 RET       R4\n"},
    // Super and yield
    {"def m(a, *b, c, d: 1) = super",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 JGIVEN    R4 -> 0003\n"
     "0002 LOADI     R4 1\n"
     "0003 MOVE      R7 R1\n"
     "0004 ARRAY     R6 R7 1\n"
     "0005 MOVE      R7 R2\n"
     "0006 SPLAT     R7 R7 to_a/0\n"
     "0008 ARRAYCAT  R6 R7\n"
     "0009 MOVE      R7 R3\n"
     "0010 ARRAYPUSH R6 R7\n"
     "0011 HASH      R7 R0 0\n"
     "0012 LOADK     R8 :d\n"
     "0013 MOVE      R9 R4\n"
     "0014 HASHSET   R7 R8 R9 []=/2\n"
     "0016 GETBLOCK  R8\n"
     "0017 SUPER     R5 m/1 splat kwsplat block implicit\n"
     "0018 RET       R5\n"},
    {"def m = super()",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 GETBLOCK  R2\n"
     "0001 SUPER     R1 m/0 block\n"
     "0002 RET       R1\n"},
    {"def m = yield(1)",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 LOADI     R2 1\n"
     "0001 YIELD     R1 call/1\n"
     "0002 RET       R1\n"},
    {"def m = f { yield }",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 GETBLOCK  R1\n"
     "0001 BLOCK     R3 code 0\n"
     "0002 SENDSELF  R2 f/0 block\n"
     "0003 RET       R2\n"
     "0000 GETUP     R1 U1 ^1\n"
     "0001 CALLBLOCK R1 call/0\n"
     "0002 RET       R1\n"},
    {"def m = f { block_given? ? 1 : 2 }",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 GETBLOCK  R1\n"
     "0001 BLOCK     R3 code 0\n"
     "0002 SENDSELF  R2 f/0 block\n"
     "0003 RET       R2\n"
     "0000 GETUP     R1 U1 ^1\n"
     "0001 JNIL      R1 -> 0005\n"
     "0003 LOADI     R1 1\n"
     "0004 RET       R1\n"
     "0005 LOADI     R1 2\n"
     "0006 RET       R1\n"},
};

START_TEST(listings) { expect(programs[_i].source, programs[_i].listing); }
END_TEST

Suite *compile_listing_suite(void)
{
    Suite *const suite = suite_create("compile/listing");
    TCase *const tests = tcase_create("listing");
    tcase_add_checked_fixture(tests, open_runtime, close_runtime);
    tcase_add_loop_test(tests, listings, 0, (int)TRP_COUNT(programs));
    suite_add_tcase(suite, tests);
    return suite;
}
