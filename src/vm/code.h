// Compiled code: what the compiler makes, the verifier checks, and interpreter and JIT run. Immutable once published,
// but for the inline caches, which are atomic words. Hot header.
//
// Inline caches (cache.c; docs/scaling.md has the table of all kinds). A site holds up to four entries, the first in the
// site itself and the others behind `more`, filled in order, read with an acquire. An entry is
//   of a call      a resolution: a hit when its class id is the receiver's (a cleared one has no class id: CLASS_NONE).
//                  Its method is one that the site may call as it is: found, visible, not refined
//   of a super     the `plain` part of a super_resolution: also its owner and name must be the running method's
//   of a variable  a packed word: a hit when its layout before is the object's
//   of a constant  a constant_entry (object/class.h), in a list: a hit when its scope is the site's and its owner none or
//                  this actor's heap
// A site with four entries that hold never changes again. What it misses is in a table of the actor's own (vm_resolve).
#ifndef TROUPE_VM_CODE_H
#define TROUPE_VM_CODE_H

#include <stdatomic.h>

#include "object/object.h"

enum vm_op {
#define OP(name, format, doc) OP_##name,
#include "vm/ops.def"
#undef OP
    OP_COUNT
};

typedef uint32_t vm_word;
#define VM_OP(w) ((enum vm_op)((w) & 0xff))
#define VM_A(w) (((w) >> 8) & 0xff)
#define VM_B(w) (((w) >> 16) & 0xff)
#define VM_C(w) ((w) >> 24)
#define VM_BX(w) ((w) >> 16)
#define VM_SBX(w) ((int16_t)((w) >> 16))
#define VM_SAX(w) ((int32_t)(w) >> 8)
#define VM_ABC(op, a, b, c) ((vm_word)(op) | (vm_word)(a) << 8 | (vm_word)(b) << 16 | (vm_word)(c) << 24)
#define VM_ABX(op, a, bx) ((vm_word)(op) | (vm_word)(a) << 8 | (vm_word)(uint16_t)(bx) << 16)
#define VM_REGISTERS_MAX 250 // a frame's registers; the compiler keeps locals past ~200 in hidden arrays

// --- Call sites ------------------------------------------------------------------------------------------------------
enum vm_call_flags {
    CALL_SPLAT = 1,    // the positional arguments are one Array in R[A+1] (argc is 1)
    CALL_KEYWORDS = 2, // keyword_count values follow the positional arguments, named by keywords[]
    CALL_KWSPLAT = 4,  // one Hash of keywords follows the positional arguments
    CALL_BLOCK = 8,    // a block (Proc or nil) follows
    CALL_FCALL = 16,   // receiver is self, implicitly: private methods may be called
    CALL_VCALL = 32,   // could have been a local variable: NameError wording
    CALL_ASSIGN = 64,  // attribute assignment self.x = v: private allowed when the receiver is literally self
    CALL_SUPER_IMPLICIT = 128 // zsuper
};

struct vm_callsite {
    symbol_t name;
    uint16_t argc; // positional registers in the window
    uint8_t flags; // enum vm_call_flags
    uint8_t keyword_count;
    const symbol_t *keywords;
    _Atomic(struct resolution *) cache;
    _Atomic(struct vm_call_more *) more; // NULL: no second entry yet. Freed with the code
};
#define SITE_MORE 3
struct vm_call_more {
    _Atomic(struct resolution *) entries[SITE_MORE];
};
// The number of arguments where a site passes nothing but positional ones and maybe a block; else more than 65535.
static inline uint32_t vm_callsite_plain(const struct vm_callsite *site)
{
    uint32_t word; // argc, flags and keyword_count
    memcpy(&word, &site->argc, sizeof word);
    return word & (0xffff | (uint32_t)(CALL_SPLAT | CALL_KEYWORDS | CALL_KWSPLAT) << 16);
}
_Static_assert(offsetof(struct vm_callsite, flags) == offsetof(struct vm_callsite, argc) + 2, "and little-endian");
// What a call passes, of a site that others fill meanwhile: without its entries.
static inline struct vm_callsite vm_callsite_of(const struct vm_callsite *site)
{
    return (struct vm_callsite){.name = site->name, .argc = site->argc, .flags = site->flags,
                                .keyword_count = site->keyword_count, .keywords = site->keywords};
}

// One packed word. Upper half: the lower half of the header of an instance with the layout before and its variables in its
// slot; of others OBJECT_EMBEDDED is to be added first. Lower half: layout after (20 bits) << 12 | index + 1 (12 bits). Before
// and after differ only where an assignment adds the variable.
struct vm_ivar_site {
    symbol_t name;
    _Atomic uint64_t cache;
    _Atomic(struct vm_ivar_more *) more; // as of a call
};
struct vm_ivar_more {
    _Atomic(uint64_t) words[SITE_MORE];
};

struct vm_const_site {
    symbol_t name;
    _Atomic(struct constant_entry *) cache; // the newest
};

// --- Handlers --------------------------------------------------------------------------------------------------------
enum vm_catch_kind {
    CATCH_RESCUE,  // exceptions only
    CATCH_ENSURE,  // exceptions and every other unwinding; the handler ends in RETHROW
    CATCH_DEFINED, // exceptions, which mean nil, but for the lack of memory
};
// For pc in [start, end) (word offsets of the instruction that raised). Inner ranges come first. On entry
// R[reg] = the exception or unwind object, R[reg+1] = the previous $!, and $! = the exception.
struct vm_catch {
    uint32_t start, end, handler;
    uint8_t kind, reg;
};

// --- Parameters -------------------------------------------------------------------------------------------------------
// Registers of parameters, in this order from R[1]: required, optional, rest, post, keywords, keyword rest, block.
enum vm_param_flags {
    PARAM_SIMPLE = 1, // required only: the window is the frame
    PARAM_REST = 2,
    PARAM_REST_UNNAMED = 4, // * without a name still takes a register
    PARAM_KWREST = 8,
    PARAM_NO_KEYWORDS = 16, // **nil
    PARAM_BLOCK = 32,
    PARAM_FORWARD = 64,    // ...
    PARAM_COMMA = 128,     // |a,| : one required, but arrays are unpacked
    PARAM_RUBY2_KEYWORDS = 256,
    PARAM_NUMBERED = 512,  // _1, _2 or it
    PARAM_NO_BLOCK = 2048, // &nil
    PARAM_DEFAULTED = 4096, // required ones and keywords that each have a default
    PARAM_PACK = 1024      // prelude blocks |*packed|: one register: the only argument, or all in an Array, or nil
};
struct vm_keyword {
    symbol_t name;
    bool required; // else: absent when not given, and code at the start computes the default (JGIVEN)
};
struct vm_params {
    uint16_t flags;
    uint8_t required, optional, post, keyword_count;
    const struct vm_keyword *keywords;
    const uint32_t *optional_entry; // optional + 1 word offsets: where to start when n optionals were given
};

#define VM_IVAR_INDEX(cache) ((unsigned)(cache) & 0xfff) // + 1; 0: empty
#define VM_IVAR_AFTER(cache) ((layout_t)((cache) >> 12) & 0xfffff)
#define VM_IVAR_BEFORE(cache) ((layout_t)((cache) >> 44)) // of no word: 0, the empty layout, which has no variables
#define VM_IVAR_LAYOUT ((uint64_t)0xfffff << HEADER_LAYOUT_SHIFT) // of the halves
static inline uint64_t vm_ivar_pack(layout_t before, layout_t after, unsigned index)
{
    return header_make(TYPE_OBJECT, CLASS_NONE, before, OBJECT_EMBEDDED) << 32 | (uint64_t)after << 12 | (index + 1);
}

enum vm_code_kind { CODE_MAIN, CODE_METHOD, CODE_BLOCK, CODE_LAMBDA, CODE_CLASS, CODE_EVAL };
enum vm_code_flags {
    CODE_PRELUDE = 1,    // transparent to $~, binding, caller, backtraces; operators ignore redefinition
    CODE_HAS_SPECIAL = 2 // some code of this method mentions $~ or $_: they live in register `special_register`
};

#define VM_LINE_STATEMENT (1u << 31)
struct vm_line { // from this word offset on; VM_LINE_STATEMENT in line: a statement begins there
    uint32_t offset, line;
};

struct vm_code_image;
struct vm_unread { // a method of the prelude that nobody has called yet
    symbol_t name;
    uint32_t offset; // in the image
};

// Where in its source line the name and the arguments of a call stand: byte columns, end behind the last. What an error
// points at; read when one is shown.
struct vm_column {
    uint32_t offset; // of the instruction
    uint16_t begin, end, arguments_begin, arguments_end; // both 0: no arguments, or not on that line
};

struct vm_code {
    struct code_owner owner; // first: the object room looks at it
    const vm_word *words;
    uint32_t word_count;
    uint8_t kind;
    uint8_t flags;
    uint16_t register_count; // window size incl. self, locals, temporaries, outgoing windows
    uint16_t local_count;    // registers 0..local_count-1: self, parameters, locals; captured by environments
    uint8_t block_register;  // method-level register that keeps the block for nested blocks (yield inside), 0: none
    uint8_t special_register; // of the method-level code: $~; $_ in the next one; 0: none
    uint16_t special_depth;  // how many environments up that register is (0: this frame)
    struct vm_params params;
    value_t *constants;
    struct vm_callsite *callsites;
    struct vm_ivar_site *ivar_sites;
    struct vm_const_site *const_sites;
    struct vm_code **children; // NULL: still unread
    struct vm_catch *catches;
    const struct vm_line *lines;
    struct vm_column *columns;
    symbol_t *local_names; // local_count entries; 0: hidden
    _Atomic(value_t) *once;
    uint32_t constant_count, callsite_count, ivar_site_count, const_site_count, child_count, catch_count, line_count,
        column_count, once_count;
    symbol_t name;        // method or class name; blocks: of the method around
    symbol_t file;
    uint32_t line;        // of the definition
    const struct vm_code *parent; // lexically around, or NULL
    uint64_t reserved_jit_entry;
    struct vm_code_image *image; // of a code with unread children
    struct vm_unread *unread;    // for each child; NULL: none was left unread
};

// The child at a place, read now if it was not. Any thread. NULL: no memory.
const struct vm_code *vm_code_child(struct runtime *runtime, const struct vm_code *code, uint32_t place);

#endif
