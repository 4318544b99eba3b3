// What each operand of an instruction is: one table for the verifier and the disassembler.
#ifndef TROUPE_VM_OPERANDS_H
#define TROUPE_VM_OPERANDS_H

#include "vm/code.h"

enum vm_format { FORMAT_N, FORMAT_A, FORMAT_AB, FORMAT_ABC, FORMAT_ABx, FORMAT_AsBx, FORMAT_J, FORMAT_AJ, FORMAT_ABCS,
                 FORMAT_ABJS, FORMAT_ABCX };

// Kinds of operand. Of formats ABx and AsBx `b` is the 16-bit one; `x` is the last word of ABCS, ABJS and ABCX.
//   -  unused            r  register             z  first free register, which may be the window's end
//   w  window of a call  i  unsigned number      s  signed number
//   u  register of an environment, with h: how many environments up
//   p  special           k  constant             t  string constant       y  symbol constant
//   v  ivar site         n  constant site        c  call site             x  see verify.c
//   b l m g  child: block, lambda, method, class body                     o  once-slot
struct vm_operands {
    const char *name;
    uint8_t format;
    char a, b, c, x;
};

struct vm_operands vm_operands(enum vm_op op);
unsigned vm_instruction_size(vm_word word); // words. The opcode is valid

#endif
