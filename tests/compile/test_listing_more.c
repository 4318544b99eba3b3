// The code of small programs, instruction by instruction: assignments, handlers, definitions, patterns. When the compiler
// changes on purpose, print the new listing with `troupe --disasm` and read it before it is pasted here.
#include "fixture.h"

static const struct {
    const char *source, *listing;
} programs[] = {
    // Assignments
    {"a, b = b, a",
     "0000 MOVE      R4 R2\n"
     "0001 MOVE      R5 R1\n"
     "0002 ARRAY     R6 R4 2\n"
     "0003 MOVE      R1 R4\n"
     "0004 MOVE      R2 R5\n"
     "0005 MOVE      R3 R6\n"
     "0006 RET       R3\n"},
    {"a, *b = f",
     "0000 SENDSELF  R4 f/0 vcall\n"
     "0001 TOARY     R5 R4 to_ary/0\n"
     "0003 EXPAND    R6 R5 0x18000\n"
     "0005 MOVE      R1 R6\n"
     "0006 MOVE      R2 R7\n"
     "0007 MOVE      R3 R4\n"
     "0008 RET       R3\n"},
    {"(a, b), c.d, e[1] = f",
     "0000 SENDSELF  R4 c/0 vcall\n"
     "0001 SENDSELF  R5 e/0 vcall\n"
     "0002 LOADI     R6 1\n"
     "0003 SENDSELF  R7 f/0 vcall\n"
     "0004 TOARY     R8 R7 to_ary/0\n"
     "0006 EXPAND    R9 R8 0x30000\n"
     "0008 TOARY     R12 R9 to_ary/0\n"
     "0010 EXPAND    R13 R12 0x20000\n"
     "0012 MOVE      R1 R13\n"
     "0013 MOVE      R2 R14\n"
     "0014 MOVE      R12 R4\n"
     "0015 MOVE      R13 R10\n"
     "0016 SEND      R12 d=/1\n"
     "0017 SETINDEX  R5 R6 R11 []=/2\n"
     "0019 MOVE      R3 R7\n"
     "0020 RET       R3\n"},
    {"a = *b",
     "0000 SENDSELF  R2 b/0 vcall\n"
     "0001 SPLAT     R2 R2 to_a/0\n"
     "0003 MOVE      R1 R2\n"
     "0004 RET       R1\n"},
    {"@a, $b, C = 1, 2, 3",
     "0000 LOADI     R2 1\n"
     "0001 LOADI     R3 2\n"
     "0002 LOADI     R4 3\n"
     "0003 ARRAY     R5 R2 3\n"
     "0004 SETIV     R2 @a\n"
     "0005 SETGLOBAL R3 :$b\n"
     "0006 SETCONST  R4 R0 1 :C\n"
     "0008 MOVE      R1 R5\n"
     "0009 RET       R1\n"},
    {"A::B ||= 1",
     "0000 GETCONST  R2 A\n"
     "0001 MOVE      R3 R2\n"
     "0002 DEFINED   R3 3 :B\n"
     "0004 JNIL      R3 -> 0010\n"
     "0006 GETCONSTFROM R1 R2 B\n"
     "0008 JT        R1 -> 0013\n"
     "0010 LOADI     R1 1\n"
     "0011 SETCONST  R1 R2 0 :B\n"
     "0013 RET       R1\n"},
    {"a.b += 1",
     "0000 SENDSELF  R2 a/0 vcall\n"
     "0001 MOVE      R3 R2\n"
     "0002 SEND      R3 b/0\n"
     "0003 MOVE      R1 R3\n"
     "0004 ADDI      R1 R1 1 +/1\n"
     "0006 MOVE      R3 R2\n"
     "0007 MOVE      R4 R1\n"
     "0008 SEND      R3 b=/1\n"
     "0009 RET       R1\n"},
    {"a[1] ||= 2",
     "0000 SENDSELF  R2 a/0 vcall\n"
     "0001 LOADI     R3 1\n"
     "0002 INDEX     R1 R2 R3 []/1\n"
     "0004 JT        R1 -> 0009\n"
     "0006 LOADI     R1 2\n"
     "0007 SETINDEX  R2 R3 R1 []=/2\n"
     "0009 RET       R1\n"},
    {"a&.b ||= 1",
     "0000 SENDSELF  R2 a/0 vcall\n"
     "0001 LOADNIL   R1 R1\n"
     "0002 JNIL      R2 -> 0015\n"
     "0004 MOVE      R3 R2\n"
     "0005 SEND      R3 b/0\n"
     "0006 MOVE      R1 R3\n"
     "0007 JT        R1 -> 0015\n"
     "0009 LOADI     R1 1\n"
     "0010 MOVE      R3 R2\n"
     "0011 JNIL      R3 -> 0015\n"
     "0013 MOVE      R4 R1\n"
     "0014 SEND      R3 b=/1\n"
     "0015 RET       R1\n"},
    // Rescue
    {"begin; f; rescue; g; end",
     "0000 SENDSELF  R1 f/0 vcall\n"
     "0001 JMP       -> 0015\n"
     "0002 LOADK     R4 StandardError\n"
     "0003 RESCUEMATCH R4 R4 R2 ===/1\n"
     "0005 JF        R4 -> 0011\n"
     "0007 SENDSELF  R4 g/0 vcall\n"
     "0008 MOVE      R1 R4\n"
     "0009 SETERROR  R3\n"
     "0010 JMP       -> 0015\n"
     "0011 SETERROR  R3\n"
     "0012 RETHROW   R2\n"
     "0013 SETERROR  R3\n"
     "0014 RETHROW   R4\n"
     "0015 RET       R1\n"
     "rescue 0000..0001 -> 0002 R2\n"
     "ensure 0002..0011 -> 0013 R4\n"},
    {"begin; f; rescue A => e; e; else; g; ensure; h; end",
     "0000 SENDSELF  R3 f/0 vcall\n"
     "0001 SENDSELF  R2 g/0 vcall\n"
     "0002 JMP       -> 0016\n"
     "0003 GETCONST  R5 A\n"
     "0004 RESCUEMATCH R5 R5 R3 ===/1\n"
     "0006 JF        R5 -> 0012\n"
     "0008 MOVE      R1 R3\n"
     "0009 MOVE      R2 R1\n"
     "0010 SETERROR  R4\n"
     "0011 JMP       -> 0016\n"
     "0012 SETERROR  R4\n"
     "0013 RETHROW   R3\n"
     "0014 SETERROR  R4\n"
     "0015 RETHROW   R5\n"
     "0016 SENDSELF  R3 h/0 vcall\n"
     "0017 JMP       -> 0023\n"
     "0018 SENDSELF  R5 h/0 vcall\n"
     "0019 SETERROR  R4\n"
     "0020 RETHROW   R3\n"
     "0021 SETERROR  R4\n"
     "0022 RETHROW   R5\n"
     "0023 RET       R2\n"
     "rescue 0000..0001 -> 0003 R3\n"
     "ensure 0003..0012 -> 0014 R5\n"
     "ensure 0000..0016 -> 0018 R3\n"
     "ensure 0018..0019 -> 0021 R5\n"},
    {"f rescue g",
     "0000 SENDSELF  R1 f/0 vcall\n"
     "0001 JMP       -> 0015\n"
     "0002 LOADK     R4 StandardError\n"
     "0003 RESCUEMATCH R4 R4 R2 ===/1\n"
     "0005 JT        R4 -> 0009\n"
     "0007 SETERROR  R3\n"
     "0008 RETHROW   R2\n"
     "0009 SENDSELF  R4 g/0 vcall\n"
     "0010 MOVE      R1 R4\n"
     "0011 SETERROR  R3\n"
     "0012 JMP       -> 0015\n"
     "0013 SETERROR  R3\n"
     "0014 RETHROW   R4\n"
     "0015 RET       R1\n"
     "rescue 0000..0001 -> 0002 R2\n"
     "ensure 0009..0011 -> 0013 R4\n"},
    {"def m; begin; return f; ensure; g; end; end",
     "0000 DEF       R1 code 0\n"
     "0001 RET       R1\n"
     "0000 SENDSELF  R2 f/0 vcall\n"
     "0001 SENDSELF  R3 g/0 vcall\n"
     "0002 RET       R2\n"
     "0003 SENDSELF  R4 g/0 vcall\n"
     "0004 SETERROR  R3\n"
     "0005 RETHROW   R2\n"
     "0006 SETERROR  R3\n"
     "0007 RETHROW   R4\n"
     "0008 RET       R1\n"
     "ensure 0000..0001 -> 0003 R2\n"
     "ensure 0003..0004 -> 0006 R4\n"},
    {"begin; f; rescue *A; retry; end",
     "0000 SENDSELF  R1 f/0 vcall\n"
     "0001 JMP       -> 0030\n"
     "0002 GETCONST  R4 A\n"
     "0003 SPLAT     R4 R4 to_a/0\n"
     "0005 LOADI     R5 0\n"
     "0006 MOVE      R7 R4\n"
     "0007 SEND      R7 size/0\n"
     "0008 MOVE      R6 R7\n"
     "0009 JMP       -> 0019\n"
     "0010 LOOP      R7\n"
     "0011 INDEX     R7 R4 R5 []/1\n"
     "0013 RESCUEMATCH R7 R7 R2 ===/1\n"
     "0015 JT        R7 -> 0023\n"
     "0017 ADDI      R5 R5 1 +/1\n"
     "0019 JLT       R5 R6 </1 -> 0010\n"
     "0022 JMP       -> 0026\n"
     "0023 SETERROR  R3\n"
     "0024 LOOP      R4\n"
     "0025 JMP       -> 0000\n"
     "0026 SETERROR  R3\n"
     "0027 RETHROW   R2\n"
     "0028 SETERROR  R3\n"
     "0029 RETHROW   R4\n"
     "0030 RET       R1\n"
     "rescue 0000..0001 -> 0002 R2\n"
     "ensure 0002..0023 -> 0028 R4\n"},
    // Literals
    {"[1, *a, 2]",
     "0000 LOADI     R2 1\n"
     "0001 ARRAY     R1 R2 1\n"
     "0002 SENDSELF  R2 a/0 vcall\n"
     "0003 SPLAT     R2 R2 to_a/0\n"
     "0005 ARRAYCAT  R1 R2\n"
     "0006 LOADI     R2 2\n"
     "0007 ARRAYPUSH R1 R2\n"
     "0008 RET       R1\n"},
    {"{a: 1, \"b\" => 2, c => 3, **d}",
     "0000 LOADK     R2 :a\n"
     "0001 LOADI     R3 1\n"
     "0002 LOADK     R4 \"b\"\n"
     "0003 LOADI     R5 2\n"
     "0004 HASH      R1 R2 2\n"
     "0005 SENDSELF  R2 c/0 vcall\n"
     "0006 LOADI     R3 3\n"
     "0007 HASHSET   R1 R2 R3 []=/2\n"
     "0009 SENDSELF  R2 d/0 vcall\n"
     "0010 HASHMERGE R1 R2 1 to_hash/0\n"
     "0012 RET       R1\n"},
    {"\"a#{b}c\" \"d\"",
     "0000 LOADK     R2 \"a\"\n"
     "0001 SENDSELF  R3 b/0 vcall\n"
     "0002 TOS       R3 R3 to_s/0\n"
     "0004 LOADK     R4 \"cd\"\n"
     "0005 STRCAT    R1 R2 3\n"
     "0006 RET       R1\n"},
    {":\"a#{b}\"",
     "0000 LOADK     R2 \"a\"\n"
     "0001 SENDSELF  R3 b/0 vcall\n"
     "0002 TOS       R3 R3 to_s/0\n"
     "0004 STRCAT    R1 R2 2\n"
     "0005 INTERN    R1 R1\n"
     "0006 RET       R1\n"},
    {"/a#{b}/o",
     "0000 ONCE      R1 1 slot 0\n"
     "0002 JMP       -> 0004\n"
     "0003 JMP       -> 0012\n"
     "0004 LOADK     R2 \"a\"\n"
     "0005 SENDSELF  R3 b/0 vcall\n"
     "0006 TOS       R3 R3 to_s/0\n"
     "0008 STRCAT    R1 R2 2\n"
     "0009 REGEXP    R1 R1 0\n"
     "0010 ONCESET   R1 slot 0\n"
     "0012 RET       R1\n"},
    {"1..2; f..g; (1..)",
     "0000 SENDSELF  R1 f/0 vcall\n"
     "0001 SENDSELF  R2 g/0 vcall\n"
     "0002 RANGE     R1 R1 0\n"
     "0003 LOADK     R1 1..nil\n"
     "0004 RET       R1\n"},
    {"12345678901234567890; 1.5; 70000",
     "0000 LOADK     R1 70000\n"
     "0001 RET       R1\n"},
    {"'a' 'b'",
     "0000 STRING    R1 \"ab\"\n"
     "0001 RET       R1\n"},
    {"`a`",
     "0000 LOADK     R2 \"a\"\n"
     "0001 SENDSELF  R1 `/1\n"
     "0002 RET       R1\n"},
    {"3r",
     "0000 LOADK     R1 Kernel\n"
     "0001 LOADI     R2 3\n"
     "0002 LOADI     R3 1\n"
     "0003 SEND      R1 Rational/2\n"
     "0004 RET       R1\n"},
    // Definitions
    {"class A < B; end",
     "0000 LOADABSENT R1\n"
     "0001 GETCONST  R2 B\n"
     "0002 CLASS     R1 :A code 0\n"
     "0005 RET       R1\n"
     "0000 RETNIL\n"},
    {"class A::B; X = 1; end",
     "0000 GETCONST  R1 A\n"
     "0001 LOADABSENT R2\n"
     "0002 CLASS     R1 :B code 0\n"
     "0005 RET       R1\n"
     "0000 LOADI     R1 1\n"
     "0001 SETCONST  R1 R0 1 :X\n"
     "0003 RET       R1\n"},
    {"module ::A; end",
     "0000 LOADK     R1 Object\n"
     "0001 MODULE    R1 :A code 0\n"
     "0004 RET       R1\n"
     "0000 RETNIL\n"},
    {"class << self; self; end",
     "0000 MOVE      R1 R0\n"
     "0001 SCLASS    R1 code 0\n"
     "0002 RET       R1\n"
     "0000 RETSELF\n"},
    {"def self.m = 1",
     "0000 MOVE      R1 R0\n"
     "0001 DEFS      R1 code 0\n"
     "0002 RET       R1\n"
     "0000 LOADI     R1 1\n"
     "0001 RET       R1\n"},
    {"alias a b; undef c",
     "0000 LOADK     R1 :a\n"
     "0001 LOADK     R2 :b\n"
     "0002 ALIAS     R1 R2\n"
     "0003 LOADK     R2 :c\n"
     "0004 UNDEF     R2\n"
     "0005 LOADNIL   R1 R1\n"
     "0006 RET       R1\n"},
    {"BEGIN { f }; g",
     "0000 SENDSELF  R1 f/0 vcall\n"
     "0001 SENDSELF  R1 g/0 vcall\n"
     "0002 RET       R1\n"},
    {"END { f }",
     "0000 ONCE      R2 1 slot 0\n"
     "0002 JMP       -> 0004\n"
     "0003 JMP       -> 0009\n"
     "0004 LOADTRUE  R2\n"
     "0005 ONCESET   R2 slot 0\n"
     "0007 BLOCK     R3 code 0\n"
     "0008 SENDSELF  R2 at_exit/0 block\n"
     "0009 LOADNIL   R1 R1\n"
     "0010 RET       R1\n"
     "0000 SENDSELF  R1 f/0 vcall\n"
     "0001 RET       R1\n"},
    // Defined
    {"defined?(a)",
     "0000 DEFINED   R2 1 :a\n"
     "0002 JNIL      R2 -> 0007\n"
     "0004 LOADK     R1 \"method\"\n"
     "0005 JMP       -> 0008\n"
     "0006 SETERROR  R3\n"
     "0007 LOADNIL   R1 R1\n"
     "0008 RET       R1\n"
     "rescue 0000..0004 -> 0006 R2\n"},
    {"defined?(@a)",
     "0000 DEFINED   R2 5 :@a\n"
     "0002 JNIL      R2 -> 0007\n"
     "0004 LOADK     R1 \"instance-variable\"\n"
     "0005 JMP       -> 0008\n"
     "0006 SETERROR  R3\n"
     "0007 LOADNIL   R1 R1\n"
     "0008 RET       R1\n"
     "rescue 0000..0004 -> 0006 R2\n"},
    {"defined?(A::B.c(1))",
     "0000 DEFINED   R3 2 :A\n"
     "0002 JNIL      R3 -> 0019\n"
     "0004 GETCONST  R2 A\n"
     "0005 DEFINED   R2 3 :B\n"
     "0007 JNIL      R2 -> 0019\n"
     "0009 GETCONST  R2 A\n"
     "0010 GETCONSTFROM R2 R2 B\n"
     "0012 DEFINED   R2 0 :c\n"
     "0014 JNIL      R2 -> 0019\n"
     "0016 LOADK     R1 \"method\"\n"
     "0017 JMP       -> 0020\n"
     "0018 SETERROR  R3\n"
     "0019 LOADNIL   R1 R1\n"
     "0020 RET       R1\n"
     "rescue 0000..0016 -> 0018 R2\n"},
    {"defined?(x = 1)",
     "0000 LOADK     R2 \"assignment\"\n"
     "0001 RET       R2\n"},
    // Specials
    {"f; $1",
     "0000 SENDSELF  R3 f/0 vcall\n"
     "0001 GETSPECIAL R3 $1\n"
     "0002 RET       R3\n"},
    {"f { $~ }",
     "0000 BLOCK     R4 code 0\n"
     "0001 SENDSELF  R3 f/0 block\n"
     "0002 RET       R3\n"
     "0000 GETSPECIAL R1 $~\n"
     "0001 RET       R1\n"},
    {"/(?<a>.)/ =~ b; a",
     "0000 LOADK     R4 regexp \"(?<a>.)\"\n"
     "0001 SENDSELF  R5 b/0 vcall\n"
     "0002 MATCHOP   R4 R4 R5 =~/1\n"
     "0004 GETSPECIAL R5 $~\n"
     "0005 JNIL      R5 -> 0012\n"
     "0007 LOADK     R6 :a\n"
     "0008 INDEX     R7 R5 R6 []/1\n"
     "0010 MOVE      R1 R7\n"
     "0011 JMP       -> 0013\n"
     "0012 MOVE      R1 R5\n"
     "0013 RET       R1\n"},
    {"f if a..b",
     "0000 MOVE      R3 R1\n"
     "0001 JT        R3 -> 0008\n"
     "0003 SENDSELF  R4 a/0 vcall\n"
     "0004 JF        R4 -> 0015\n"
     "0006 LOADTRUE  R3\n"
     "0007 MOVE      R1 R3\n"
     "0008 SENDSELF  R4 b/0 vcall\n"
     "0009 JF        R4 -> 0013\n"
     "0011 LOADFALSE R3\n"
     "0012 MOVE      R1 R3\n"
     "0013 LOADTRUE  R2\n"
     "0014 JMP       -> 0016\n"
     "0015 LOADFALSE R2\n"
     "0016 JF        R2 -> 0020\n"
     "0018 SENDSELF  R2 f/0 vcall\n"
     "0019 RET       R2\n"
     "0020 RETNIL\n"},
    {"case a; when 1, *b then 2; else 3; end",
     "0000 SENDSELF  R1 a/0 vcall\n"
     "0001 LOADI     R2 1\n"
     "0002 EQQ       R2 R2 R1 ===/1\n"
     "0004 JT        R2 -> 0027\n"
     "0006 SENDSELF  R2 b/0 vcall\n"
     "0007 SPLAT     R2 R2 to_a/0\n"
     "0009 LOADI     R3 0\n"
     "0010 MOVE      R5 R2\n"
     "0011 SEND      R5 size/0\n"
     "0012 MOVE      R4 R5\n"
     "0013 JMP       -> 0023\n"
     "0014 LOOP      R5\n"
     "0015 INDEX     R5 R2 R3 []/1\n"
     "0017 EQQ       R5 R5 R1 ===/1\n"
     "0019 JT        R5 -> 0027\n"
     "0021 ADDI      R3 R3 1 +/1\n"
     "0023 JLT       R3 R4 </1 -> 0014\n"
     "0026 JMP       -> 0029\n"
     "0027 LOADI     R2 2\n"
     "0028 RET       R2\n"
     "0029 LOADI     R2 3\n"
     "0030 RET       R2\n"},
    // Patterns
    {"f => x",
     "0000 SENDSELF  R3 f/0 vcall\n"
     "0001 LOADFALSE R5\n"
     "0002 LOADNIL   R6 R7\n"
     "0003 MOVE      R1 R3\n"
     "0004 JMP       -> 0025\n"
     "0005 MOVE      R9 R3\n"
     "0006 SEND      R9 inspect/0\n"
     "0007 TOS       R9 R9 to_s/0\n"
     "0009 LOADK     R10 \": \"\n"
     "0010 TOS       R11 R4 to_s/0\n"
     "0012 STRCAT    R8 R9 3\n"
     "0013 JF        R5 -> 0021\n"
     "0015 LOADK     R9 NoMatchingPatternKeyError\n"
     "0016 MOVE      R10 R8\n"
     "0017 MOVE      R11 R6\n"
     "0018 MOVE      R12 R7\n"
     "0019 SEND      R9 new/1 matchee: key:\n"
     "0020 RAISE     R9\n"
     "0021 LOADK     R13 NoMatchingPatternError\n"
     "0022 MOVE      R14 R8\n"
     "0023 SEND      R13 new/1\n"
     "0024 RAISE     R13\n"
     "0025 LOADNIL   R2 R2\n"
     "0026 RET       R2\n"},
    {"f in Integer | nil",
     "0000 SENDSELF  R2 f/0 vcall\n"
     "0001 GETCONST  R3 Integer\n"
     "0002 EQQ       R3 R3 R2 ===/1\n"
     "0004 JF        R3 -> 0007\n"
     "0006 JMP       -> 0012\n"
     "0007 LOADNIL   R3 R3\n"
     "0008 EQQ       R3 R3 R2 ===/1\n"
     "0010 JF        R3 -> 0014\n"
     "0012 LOADTRUE  R1\n"
     "0013 JMP       -> 0015\n"
     "0014 LOADFALSE R1\n"
     "0015 RET       R1\n"},
    {"case f; in [1, x] then x; else 2; end",
     "0000 SENDSELF  R5 f/0 vcall\n"
     "0001 MOVE      R3 R5\n"
     "0002 LOADNIL   R4 R4\n"
     "0003 MOVE      R5 R4\n"
     "0004 JT        R5 -> 0028\n"
     "0006 JNNIL     R5 -> 0011\n"
     "0008 MOVE      R5 R3\n"
     "0009 LOADK     R6 :deconstruct\n"
     "0010 SEND      R5 respond_to?/1\n"
     "0011 JT        R5 -> 0014\n"
     "0013 LOADFALSE R4\n"
     "0014 JF        R5 -> 0050\n"
     "0016 MOVE      R5 R3\n"
     "0017 SEND      R5 deconstruct/0\n"
     "0018 LOADK     R6 Array\n"
     "0019 EQQ       R6 R6 R5 ===/1\n"
     "0021 JT        R6 -> 0027\n"
     "0023 LOADK     R7 TypeError\n"
     "0024 STRING    R8 \"deconstruct must return Array\"\n"
     "0025 SEND      R7 new/1\n"
     "0026 RAISE     R7\n"
     "0027 MOVE      R4 R5\n"
     "0028 MOVE      R9 R5\n"
     "0029 SEND      R9 size/0\n"
     "0030 MOVE      R6 R9\n"
     "0031 LOADI     R7 2\n"
     "0032 EQ        R8 R6 R7 ==/1\n"
     "0034 JF        R8 -> 0050\n"
     "0036 LOADI     R7 0\n"
     "0037 INDEX     R6 R5 R7 []/1\n"
     "0039 LOADI     R8 1\n"
     "0040 EQQ       R8 R8 R6 ===/1\n"
     "0042 JF        R8 -> 0050\n"
     "0044 LOADI     R7 1\n"
     "0045 INDEX     R6 R5 R7 []/1\n"
     "0047 MOVE      R1 R6\n"
     "0048 MOVE      R2 R1\n"
     "0049 JMP       -> 0051\n"
     "0050 LOADI     R2 2\n"
     "0051 RET       R2\n"},
    {"case f; in {a: 1} then 2; else 3; end",
     "0000 SENDSELF  R4 f/0 vcall\n"
     "0001 MOVE      R2 R4\n"
     "0002 LOADNIL   R3 R3\n"
     "0003 MOVE      R7 R2\n"
     "0004 LOADK     R8 :deconstruct_keys\n"
     "0005 SEND      R7 respond_to?/1\n"
     "0006 MOVE      R4 R7\n"
     "0007 JF        R4 -> 0039\n"
     "0009 MOVE      R5 R2\n"
     "0010 LOADK     R7 array of 1\n"
     "0011 ARRAY     R6 R0 0\n"
     "0012 ARRAYCAT  R6 R7\n"
     "0013 SEND      R5 deconstruct_keys/1\n"
     "0014 MOVE      R4 R5\n"
     "0015 LOADK     R5 Hash\n"
     "0016 EQQ       R5 R5 R4 ===/1\n"
     "0018 JT        R5 -> 0024\n"
     "0020 LOADK     R6 TypeError\n"
     "0021 STRING    R7 \"deconstruct_keys must return Hash\"\n"
     "0022 SEND      R6 new/1\n"
     "0023 RAISE     R6\n"
     "0024 LOADK     R5 :a\n"
     "0025 MOVE      R6 R4\n"
     "0026 MOVE      R7 R5\n"
     "0027 SEND      R6 key?/1\n"
     "0028 JF        R6 -> 0039\n"
     "0030 INDEX     R6 R4 R5 []/1\n"
     "0032 LOADI     R7 1\n"
     "0033 EQQ       R7 R7 R6 ===/1\n"
     "0035 JF        R7 -> 0039\n"
     "0037 LOADI     R1 2\n"
     "0038 JMP       -> 0040\n"
     "0039 LOADI     R1 3\n"
     "0040 RET       R1\n"},
};

START_TEST(listings) { expect(programs[_i].source, programs[_i].listing); }
END_TEST

Suite *compile_listing_more_suite(void)
{
    Suite *const suite = suite_create("compile/listing_more");
    TCase *const tests = tcase_create("listing");
    tcase_add_checked_fixture(tests, open_runtime, close_runtime);
    tcase_add_loop_test(tests, listings, 0, (int)TRP_COUNT(programs));
    suite_add_tcase(suite, tests);
    return suite;
}
