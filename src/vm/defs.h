// Small enumerations that compiler and vm agree on.
#ifndef TROUPE_VM_DEFS_H
#define TROUPE_VM_DEFS_H

enum vm_defined { // kinds of the DEFINED instruction
    DEFINED_METHOD,     // method of R[A] (public)
    DEFINED_FCALL,      // method of self
    DEFINED_CONST,      // lexical constant
    DEFINED_CONST_FROM, // R[A]::NAME
    DEFINED_GLOBAL,
    DEFINED_IVAR,
    DEFINED_CVAR,
    DEFINED_YIELD,
    DEFINED_SUPER,
    DEFINED_SPECIAL // $~-derived: X is the special's number; whether it is set
};

enum { VM_REGEXP_UTF8 = 64, VM_REGEXP_EUC_JP = 128 }; // in C of REGEXP: the source's encoding; both: Windows-31J

enum vm_special {
    SPECIAL_MATCH,
    SPECIAL_LAST_LINE,
    SPECIAL_WHOLE,
    SPECIAL_PRE,
    SPECIAL_POST,
    SPECIAL_PLUS,
    SPECIAL_GROUP = 16
};

#endif
