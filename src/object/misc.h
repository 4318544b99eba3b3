// Ranges, procs, environments, regexps, matches, data objects: small layouts.
#ifndef TROUPE_OBJECT_MISC_H
#define TROUPE_OBJECT_MISC_H

#include "object/runtime.h"

struct vm_code;
struct ec;
struct method;
struct string;

#define RANGE_EXCLUSIVE HEADER_FLAG(0)
struct range {
    uint64_t header;
    value_t begin, end;
    value_t unused;
};
static inline struct range *value_to_range(value_t v)
{
    TRP_ASSERT(value_is(v, TYPE_RANGE));
    return value_to_pointer(v);
}
struct range *range_new(struct heap *heap, value_t begin, value_t end, bool exclusive); // frozen. Checks nothing

// What every struct vm_code begins with: the object by which the shared cycle knows the code that it is part of. VALUE_FALSE:
// it lives as long as the runtime.
struct code_owner {
    value_t handle;
};
static inline void code_mark(struct heap_marker *marker, const struct vm_code *code)
{
    if (code != NULL && heap_marks_shared(marker)) heap_mark(marker, ((const struct code_owner *)(const void *)code)->handle);
}

// An environment: the captured locals of one frame. Open: `registers` points into the window of a live frame of `ec`.
// Closed (`ec` NULL): it points at `slots`. Room for the copy is there from the start, so closing cannot fail.
struct env {
    uint64_t header;
    value_t *registers;    // [0] is self
    struct env *parent;    // lexically around, or NULL
    struct ec *ec;         // open: the context whose stack holds the window
    struct method *method; // scope of the frame
    uint32_t count;        // registers captured
    uint32_t flags;        // enum env_flags
    value_t slots[];
};
enum env_flags {
    ENV_LAMBDA = 1,
    ENV_METHOD = 2,   // of a method, class body or program: `return` and $~ stop here
    ENV_ISOLATED = 4, // around an isolated Proc: eval must not look into it
};

#define PROC_LAMBDA HEADER_FLAG(0)
#define PROC_FROM_METHOD HEADER_FLAG(1)
#define PROC_FROM_SYMBOL HEADER_FLAG(2) // `code` NULL, `self` the Symbol
#define PROC_ISOLATED HEADER_FLAG(3)
struct proc {
    uint64_t header;
    const struct vm_code *code;
    union {
        struct env *env;      // the environment around the block
        struct method *scope; // PROC_FROM_SYMBOL: whose refinements are active, or NULL
    };
    value_t self;      // R[0] of the block's frame
};
static inline struct proc *value_to_proc(value_t v)
{
    TRP_ASSERT(value_is(v, TYPE_PROC));
    return value_to_pointer(v);
}

// TYPE_DATA: a payload of C. `kind` says how to trace, finalise and copy it.
struct data_kind {
    const char *name;
    void (*trace)(struct heap_marker *marker, void *payload);
    void (*finalize)(struct heap *heap, void *payload); // frees what the payload owns
    size_t (*body_size)(const void *payload);
    unsigned values; // the payload begins with so many values, all that trace marks
    bool movable;    // the payload may be moved to other memory, of another actor too
};
struct data {
    uint64_t header;
    const struct data_kind *kind;
    char payload[];
};
// TYPE_ACTOR: of an identity that the actor room keeps. Shared from birth; both slots are private to the actor that wrote
// them.
struct handle {
    uint64_t header;
    void *identity;
    struct heap_slot variables; // Hash of instance variables, or nil
    struct heap_slot result;    // the actor room's
};

// payload_size bytes, zeroed. NULL: no memory. Any slot size.
struct data *data_new(struct heap *heap, class_id_t class_id, const struct data_kind *kind, size_t payload_size);
void *data_payload(value_t v, const struct data_kind *kind); // NULL: another kind

// Regexps. Matching is in object/regexp.c, over Oniguruma; a plain literal is a memmem.
enum regexp_options {
    REGEXP_IGNORECASE = 1,
    REGEXP_EXTENDED = 2,
    REGEXP_MULTILINE = 4,
    REGEXP_FIXED = 16,
    REGEXP_NOENCODING = 32
};
struct regexp {
    uint64_t header;
    value_t source;          // frozen String
    struct regexp_body *body; // compiled
    uint64_t options;
};
static inline struct regexp *value_to_regexp(value_t v)
{
    TRP_ASSERT(value_is(v, TYPE_REGEXP));
    return value_to_pointer(v);
}
// NULL and *message (static or in message_buffer; without the pattern, which the caller appends as ": /source/") on a
// syntax error; NULL and *message NULL: no memory. Shared, frozen. `options` of the result holds REGEXP_FIXED when the
// pattern made it so; the encoding is that of `source`.
struct regexp *regexp_new(struct runtime *runtime, struct heap *heap, struct string *source, unsigned options,
                          char message_buffer[128], const char **message);
struct match {
    uint64_t header;
    value_t string; // frozen copy of the subject (copy-on-write)
    value_t regexp; // or nil
    struct match_body *body; // group_count + 1 pairs of byte offsets; -1: unset
};
static inline struct match *value_to_match(value_t v)
{
    TRP_ASSERT(value_is(v, TYPE_MATCH));
    return value_to_pointer(v);
}
enum regexp_result {
    REGEXP_MISMATCH = 0,
    REGEXP_MATCH = 1,
    REGEXP_ERROR = -1,    // past the limits of time or stack
    REGEXP_MEMORY = -2,
    REGEXP_ENCODING = -3, // Encoding::CompatibilityError: incompatible encoding regexp match
    REGEXP_BROKEN = -4    // ArgumentError: invalid byte sequence in the subject
};
struct regexp_region { // reusable; zero-initialise; regexp_region_free at the end
    int64_t *begin, *end;
    uint32_t count, capacity;
    void *limits;         // the engine's, kept for the next search
    uint64_t retry_limit; // backtracks (some 6 ns each) before REGEXP_ERROR; 0: a default worth seconds
};
// Searches bytes of `s` from `start`, forwards (or backwards from start). Fills region.
enum regexp_result regexp_search(const struct regexp *re, struct string *s, size_t start, bool backward,
                                 struct regexp_region *region);
enum regexp_result regexp_match_at(const struct regexp *re, struct string *s, size_t start,
                                   struct regexp_region *region);
// What a search does first: afterwards one with the same arguments only reads the regexp and the bytes, and writes the region.
// REGEXP_MATCH: it may be made; else what it would answer.
enum regexp_result regexp_prepare(const struct regexp *re, struct string *s, struct regexp_region *region);
void regexp_region_free(struct regexp_region *region);
struct match *match_new(struct heap *heap, value_t regexp, struct string *subject, const struct regexp_region *region);
size_t match_group_count(const struct match *m);                         // including group 0
bool match_group(const struct match *m, size_t n, size_t *begin, size_t *end); // bytes; false: unset
value_t match_group_string(struct heap *heap, const struct match *m, size_t n); // nil: unset; VALUE_UNDEF: no memory
int regexp_name_group(const struct regexp *re, const char *name, size_t size);  // last group of that name; -1
int match_name_group(const struct match *m, const char *name, size_t size);     // last group of that name that is set
void regexp_each_name(const struct regexp *re, void (*visit)(const char *, size_t, const int *, int, void *),
                      void *context);
size_t regexp_group_count(const struct regexp *re); // captures
// A pattern that is a plain literal: its bytes, so that callers can use memmem. NULL: not plain.
const char *regexp_literal(const struct regexp *re, size_t *size);

// For heap_types.shared_fields.
void object_shared_fields(struct heap *heap, void *object, const struct heap_field_visitor *visitor);
// The type table of this room: trace, finalize and size for every enum object_type it defines.
void object_fill_types(struct heap_type types[TYPE_MAX]);

#endif
