// Inside the compile room: what its files share. One compiler works on one thread; nothing here outlives a call of
// compile_source but the code it returns.
//
// How code is made. A *scope* is one code object in the making. Registers: R0 self, parameters, locals, hidden locals,
// then temporaries, which are strictly stack-like: `top` is the first free one, and whoever raises it sets it back.
// Compilation is destination-driven: `node(s, n, dst)` leaves the value in R[dst], or nowhere when dst is DISCARD.
//
//   C1 A dst that is a local is written by the last instruction of the expression, for the expression may read it and
// may
//      raise; a dst that is a temporary may be written earlier.
//   C2 Nothing above `top` is live; an outgoing window starts at `top`, or at a dst that is the topmost temporary.
//   C3 After the first error `status` is set and stays; emission goes on harmlessly and its result is dropped.
#ifndef TROUPE_COMPILE_INTERIOR_H
#define TROUPE_COMPILE_INTERIOR_H

#include <stdlib.h>

#include "prism.h"

#include "compile/compile.h"
#include "object/object.h"
#include "vm/build.h"

#define DISCARD (-1)
#define LOCALS_MAX 200       // registers for named locals; the rest live in a hidden array
#define HOPS_MAX 255         // environments up that an instruction of one word reaches
#define CHUNK_MAX 24         // values gathered in registers before they go to an array, hash or string
#define DEPTH_MAX 12000      // nested nodes
#define STACK_MAX (5u << 20) // bytes of C stack; of the 6 MiB that compile_source is promised

// A growing array in the compiler's arena.
struct vector {
    void *items;
    uint32_t count, capacity;
};

struct compiler {
    struct runtime *runtime;
    struct heap *heap;
    const struct compile_options *options;
    pm_parser_t *parser;
    const uint8_t *source;
    size_t size;
    symbol_t *symbols; // of Prism's constants, by index; 0: not yet interned
    size_t symbol_count;
    symbol_t file;
    enum encoding encoding; // of the source
    enum compile_status status;
    char *message;
    struct arena_chunk *arena;
    uintptr_t stack_base;
    unsigned depth;
    uint64_t words, words_max; // emitted so far; a bound against code that doubles with each level of `ensure`
    bool prelude;
    max_align_t scratch[8]; // where pushes go that found no memory
};

// Jump targets. Unbound ones chain the instructions that wait for them through their offsets.
struct label {
    int32_t at, fixups; // -1: not yet, none
};
#define LABEL {-1, -1}

enum context_kind {
    CONTEXT_LOOP,
    CONTEXT_RESCUE, // the body of a begin with rescue clauses
    CONTEXT_ENSURE, // what an ensure clause guards
    CONTEXT_HANDLER // a rescue clause or an ensure handler: $! goes back to R[saved] on the way out
};
struct piece {
    uint32_t start, end;
};
struct context { // what a jump out of here has to do, innermost first
    struct context *up;
    enum context_kind kind;
    uint32_t start; // RESCUE, ENSURE: of the range being guarded
    struct vector pieces;
    const pm_ensure_node_t *ensure;
    int saved;
    struct label *next, *leave, *redo; // LOOP
    int dst;                           // LOOP: where `break` leaves its value
    struct label *retry;               // HANDLER of a rescue clause, else NULL
};

struct local {
    pm_constant_id_t name;
    int16_t reg;   // -1: spilled
    int16_t spill; // index in the hidden array
};

// What the first pass finds out about a method-level scope and the blocks in it.
struct facts {
    bool special;     // somebody reads $~ or $_
    bool keeps_block; // a block inside needs the method's block
    uint64_t *written_inside; // bit per Prism constant: locals of that name are assigned in an inner block
    bool written_anywhere;    // eval or binding: any local may be
    struct vector flip_flops; // of const pm_node_t *
    int flip_flop_register;   // the first one's
};

struct scope {
    struct compiler *c;
    struct scope *up; // lexically around; NULL at the root
    enum vm_code_kind kind;
    bool method_level; // `up` is not an environment of this one
    bool is_for;       // the body of a `for`: a block without locals of its own
    struct facts *facts; // the method-level scope's
    struct vector locals; // of struct local
    int spill_register, spill_count;
    int block_register, special_register; // 0: none. Method-level scopes only
    int rest_register, kwrest_register, block_param_register; // 0: none
    int local_count, top, register_count;
    uint32_t line;
    uint32_t statement_line; // of the last statement that was marked
    bool statement; // one begins with the next instruction
    struct context *context;
    struct label body; // where `redo` of a block goes
    unsigned escapes;  // of a class body: the jumps in it that leave it
    uint32_t label_at;    // the last position that a label was bound to
    uint32_t transfer_at; // the position behind the last return or jump
    uint32_t found_slot;  // of the constant index, by the last search
    uint64_t *constant_index; // open addressing: position + 1 << 32 | hash
    uint32_t constant_index_size;
    struct vector words, constants, callsites, ivar_sites, const_sites, children, catches, lines, columns, names;
    uint32_t once_count;
    struct vm_params params;
    const pm_parameters_node_t *parameters;
    struct vector optional_entry;
    symbol_t name;
    uint32_t first_line;
    unsigned shareable; // flags of the shareable constant node being compiled
};

// --- compile.c -----------------------------------------------------------------------------------------------------
void compile_fail(struct compiler *c, enum compile_status status, const pm_node_t *at, const char *format, ...)
    TRP_PRINTF(4, 5);
void compile_fail_memory(struct compiler *c);
void compile_missing(struct scope *s, const pm_node_t *at);
void *arena_take(struct compiler *c, size_t size);              // zeroed. NULL: no memory (status is set)
void *vector_push(struct compiler *c, struct vector *v, size_t item_size); // a zeroed item; scratch after an error
symbol_t name_symbol(struct compiler *c, pm_constant_id_t name);
symbol_t text_symbol(struct compiler *c, const char *text);
symbol_t bytes_symbol(struct compiler *c, const uint8_t *bytes, size_t size);
uint32_t node_line(struct compiler *c, const pm_node_t *n);
uint32_t offset_line(struct compiler *c, uint32_t offset);
bool name_is(struct compiler *c, pm_constant_id_t name, const char *text);
bool compile_enter(struct compiler *c, const pm_node_t *n); // counts depth; false: too deep (status is set)
static inline void compile_leave(struct compiler *c) { c->depth--; }

// --- scope.c -------------------------------------------------------------------------------------------------------
void scope_open(struct scope *s, struct compiler *c, struct scope *up, enum vm_code_kind kind, const pm_node_t *n,
                const pm_constant_id_list_t *locals, const pm_node_t *parameters);
// A block whose `count` parameters before an optional rest, and `posts` behind it, are hidden; no locals of its own.
void scope_open_for(struct scope *s, struct scope *up, const pm_node_t *n, size_t count, const pm_node_t *rest,
                    size_t posts);
struct vm_code *scope_close(struct scope *s); // the finished code, not yet published. NULL: status says why
struct facts *scope_analyse(struct compiler *c, const pm_node_t *parameters, const pm_node_t *body);
struct place {
    int hops, reg, spill; // spill -1: a register
};
struct place scope_resolve(struct scope *s, pm_constant_id_t name, uint32_t depth);
struct scope *scope_method(struct scope *s, int *hops); // the method-level scope around, and how many environments up
void place_load(struct scope *s, struct place place, int dst);
void place_store(struct scope *s, struct place place, int from);
// The method-level special register as seen from s. Register 0: none.
int scope_special(struct scope *s, int *hops);
int scope_block(struct scope *s, int *hops); // of the register that keeps the method's block; 0: none
enum anonymous { ANONYMOUS_REST, ANONYMOUS_KWREST, ANONYMOUS_BLOCK };
struct place scope_anonymous(struct scope *s, enum anonymous which); // the nearest unnamed *, ** or & parameter
int code_parameter(const struct vm_code *code, enum anonymous which); // the register of *, ** or &, named or not; 0: none
int scope_flip_flop(struct scope *s, const pm_node_t *n, int *hops);

// --- emit.c --------------------------------------------------------------------------------------------------------
int new_temp(struct scope *s);
int new_temps(struct scope *s, int count); // consecutive; the first
static inline bool is_local(const struct scope *s, int reg) { return reg >= 0 && reg < s->local_count; }
// A register of our own to build a value in: dst itself when it is a temporary.
static inline int own_temp(struct scope *s, int dst) { return dst >= s->local_count ? dst : new_temp(s); }
void emit_move(struct scope *s, int from, int dst); // MOVE unless it is there already or unwanted
// The register an outgoing window starts at.
static inline int window_base(struct scope *s, int dst)
{
    return dst >= s->local_count && dst == s->top - 1 ? dst : new_temp(s);
}
uint32_t emit_word(struct scope *s, vm_word word);
void emit_n(struct scope *s, enum vm_op op);
void emit_a(struct scope *s, enum vm_op op, int a);
void emit_ab(struct scope *s, enum vm_op op, int a, int b);
void emit_abc(struct scope *s, enum vm_op op, int a, int b, int c);
void emit_abx(struct scope *s, enum vm_op op, int a, uint32_t bx);
void emit_abcs(struct scope *s, enum vm_op op, int a, int b, int c, uint32_t site);
void emit_abcx(struct scope *s, enum vm_op op, int a, int b, int c, uint32_t x);
void emit_jump(struct scope *s, struct label *label);
void emit_branch(struct scope *s, enum vm_op op, int a, struct label *label);
void emit_compare(struct scope *s, enum vm_op op, int a, int b, uint32_t site, struct label *label);
void label_bind(struct scope *s, struct label *label);
void label_past(struct scope *s, struct label *body, struct label *next); // binds body
bool emit_reachable(const struct scope *s); // control may reach the present position
void set_line(struct scope *s, const pm_node_t *n);
// What an error in the next instruction points at: a name, and maybe arguments (size 0: none).
void note_columns(struct scope *s, pm_location_t name, pm_location_t arguments);
void set_line_number(struct scope *s, uint32_t line);
uint32_t constant_index(struct scope *s, value_t value);        // immediate or shared
uint32_t constant_string(struct scope *s, const uint8_t *bytes, size_t size, enum encoding encoding);
value_t share_value(struct compiler *c, value_t value);         // freezes and shares a new object
uint32_t call_site(struct scope *s, symbol_t name, unsigned argc, unsigned flags);
uint32_t ivar_site(struct scope *s, symbol_t name);
uint32_t const_site(struct scope *s, symbol_t name);
uint32_t add_child(struct scope *s, struct vm_code *code);
void load_nil(struct scope *s, int dst);
void load_int(struct scope *s, int dst, int64_t i);
void load_constant(struct scope *s, int dst, value_t value);
void load_symbol(struct scope *s, int dst, symbol_t symbol);
void load_class(struct scope *s, int dst, enum core_class id);
void range_open(struct scope *s, struct context *context, enum context_kind kind);
void range_close(struct scope *s, struct context *context); // pops it
void add_catches(struct scope *s, struct context *context, enum vm_catch_kind kind, uint32_t handler, int reg);

// --- expr.c --------------------------------------------------------------------------------------------------------
void compile_node(struct scope *s, const pm_node_t *n, int dst);
int compile_any(struct scope *s, const pm_node_t *n);  // in a register of its own, or a local's; used at once
int compile_temp(struct scope *s, const pm_node_t *n); // in a new temporary
void compile_return(struct scope *s, const pm_node_t *n); // RET of its value; n may be NULL
void compile_branch(struct scope *s, const pm_node_t *n, bool sense, struct label *label);
void compile_or_nil(struct scope *s, const pm_node_t *n, int dst);
// The value of n in a register that the evaluation of `later` (may be NULL) does not change.
int compile_operand(struct scope *s, const pm_node_t *n, const pm_node_t *later, int dst);
// Whether evaluating `later` may change the local `name` of this very code.
bool local_changes(struct scope *s, pm_constant_id_t name, const pm_node_t *later);
const pm_node_t *node_bare(const pm_node_t *n); // without parentheses around one expression
bool node_fixnum(const pm_node_t *n, int64_t min, int64_t max, int64_t *value);

// --- literal.c -----------------------------------------------------------------------------------------------------
void compile_literal(struct scope *s, const pm_node_t *n, int dst);
bool literal_value(struct compiler *c, const pm_node_t *n,
                   value_t *value); // a shared object or immediate, if it is one
void compile_interpolation(struct scope *s, const pm_node_list_t *parts, int dst); // a new String
void compile_elements(struct scope *s, const pm_node_list_t *list, size_t count, int dst); // an Array; splats allowed
void compile_hash(struct scope *s, const pm_node_list_t *elements, int dst);
enum encoding string_encoding_of(struct compiler *c, pm_node_flags_t flags, const pm_string_t *text);

// --- call.c --------------------------------------------------------------------------------------------------------
struct window { // arguments as laid out behind a window's base
    unsigned argc, flags, keyword_count;
    symbol_t *keywords;
};
void compile_call(struct scope *s, const pm_call_node_t *n, int dst);
bool call_branch(struct scope *s, const pm_call_node_t *n, bool sense, struct label *label); // false: not such a call
void compile_super(struct scope *s, const pm_super_node_t *n, int dst);
void compile_zsuper(struct scope *s, const pm_forwarding_super_node_t *n, int dst);
void compile_yield(struct scope *s, const pm_yield_node_t *n, int dst);
void compile_arguments(struct scope *s, const pm_arguments_node_t *arguments, const pm_node_t *block, struct window *w);
uint32_t window_site(struct scope *s, symbol_t name, const struct window *w, unsigned flags);
void emit_send(struct scope *s, int base, const char *name, unsigned argc); // SEND with plain arguments in place
enum vm_op operator_of(symbol_t name); // ADD …, or NOP
void emit_operator(struct scope *s, symbol_t name, int dst, int left, const pm_node_t *right); // left in a register
void load_block(struct scope *s, int dst); // the method's block

// --- control.c -----------------------------------------------------------------------------------------------------
void compile_if(struct scope *s, const pm_node_t *n, int dst);
void return_if(struct scope *s, const pm_node_t *n);
void compile_while(struct scope *s, const pm_node_t *n, int dst);
void compile_case(struct scope *s, const pm_case_node_t *n, int dst, bool returns);
void compile_begin(struct scope *s, const pm_begin_node_t *n, int dst);
void compile_rescue_modifier(struct scope *s, const pm_rescue_modifier_node_t *n, int dst);
void compile_jump(struct scope *s, const pm_node_t *n); // break next redo retry return
unsigned escapes_of(struct scope *s, const pm_node_t *body); // enum escape: of a class body that begins here
void compile_escaping_body(struct scope *s, const pm_node_t *body);
void compile_escapes(struct scope *s, unsigned kinds, int base);
void compile_flip_flop(struct scope *s, const pm_flip_flop_node_t *n, int dst);
// Calls body for each element of the array in R[array]; the element is in the register handed over.
void compile_each(struct scope *s, int array, void (*body)(struct scope *s, int element, void *context), void *context);

// --- assign.c ------------------------------------------------------------------------------------------------------
void compile_write(struct scope *s, const pm_node_t *n, int dst);
void compile_op_write(struct scope *s, const pm_node_t *n, int dst);
void compile_shareable(struct scope *s, const pm_shareable_constant_node_t *n, int dst);
void compile_multi_write(struct scope *s, const pm_multi_write_node_t *n, int dst);
void compile_assign(struct scope *s, const pm_node_t *target,
                    int from); // any target node; evaluates its receiver itself
void compile_destructure(struct scope *s, const pm_multi_target_node_t *target, int from);
void compile_assign_list(struct scope *s, const pm_multi_target_node_t *target, int from); // to R[from], R[from + 1] …

// --- define.c ------------------------------------------------------------------------------------------------------
uint32_t block_child(struct scope *s, const pm_node_t *n); // BlockNode, LambdaNode
void compile_for(struct scope *s, const pm_for_node_t *n, int dst);
void compile_lambda(struct scope *s, const pm_lambda_node_t *n, int dst);
void compile_def(struct scope *s, const pm_def_node_t *n, int dst);
void compile_class(struct scope *s, const pm_node_t *n, int dst);
void compile_undef(struct scope *s, const pm_undef_node_t *n, int dst);
void compile_alias(struct scope *s, const pm_node_t *n, int dst);
void compile_post_execution(struct scope *s, const pm_post_execution_node_t *n, int dst);
struct vm_code *compile_root(struct compiler *c, const pm_program_node_t *n);

// --- defined.c, pattern.c ------------------------------------------------------------------------------------------
void compile_defined(struct scope *s, const pm_defined_node_t *n, int dst);
void compile_case_match(struct scope *s, const pm_case_match_node_t *n, int dst);
void compile_match_required(struct scope *s, const pm_match_required_node_t *n, int dst);
void compile_match_predicate(struct scope *s, const pm_match_predicate_node_t *n, int dst);

// --- prism_memory.c ------------------------------------------------------------------------------------------------
// Runs `work` with Prism's memory counted and kept on a list. False: memory ran out; all of Prism's memory is freed.
bool prism_guard(void (*work)(void *context), void *context);

#endif
