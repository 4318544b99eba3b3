// A Ruby value in one 64-bit word, laid out as CRuby lays it out. This file is the lowest thing that knows of Ruby:
// it says how a word is read, never what a class does with it.
//
//   ...xxx1  fixnum, 63 bits          0x00 false    0x04 nil     0x14 true
//   ...xx10  flonum                   0x24 undef    0x34 fail    0x44 absent
//   ...0x0c  symbol, id in bits 8..39 ...000 pointer to a heap object (never 0)
#ifndef TROUPE_HEAP_VALUE_H
#define TROUPE_HEAP_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t value_t;
typedef uint32_t symbol_t; // index into the runtime's symbol table; 0 is no symbol

#define VALUE_FALSE ((value_t)0x00)
#define VALUE_NIL ((value_t)0x04)
#define VALUE_TRUE ((value_t)0x14)
#define VALUE_UNDEF ((value_t)0x24)  // "an exception is pending"; never stored where Ruby can see it
#define VALUE_FAIL ((value_t)0x34)   // a primitive declines before any effect; its Ruby body runs instead
#define VALUE_ABSENT ((value_t)0x44) // an optional or keyword argument that was not given

#define FIXNUM_MAX ((int64_t)(INT64_MAX >> 1))
#define FIXNUM_MIN (-FIXNUM_MAX - 1)

static inline bool value_truthy(value_t v) { return (v & ~VALUE_NIL) != 0; }
static inline value_t value_bool(bool b) { return b ? VALUE_TRUE : VALUE_FALSE; }
static inline bool value_is_nil(value_t v) { return v == VALUE_NIL; }

static inline bool value_is_fixnum(value_t v) { return v & 1; }
static inline bool value_both_fixnum(value_t a, value_t b) { return a & b & 1; }
static inline int64_t value_to_fixnum(value_t v) { return (int64_t)v >> 1; }
static inline bool value_fits_fixnum(int64_t i) { return i <= FIXNUM_MAX && i >= FIXNUM_MIN; }
static inline value_t value_fixnum(int64_t i) { return ((value_t)i << 1) | 1; }

static inline bool value_is_symbol(value_t v) { return (v & 0xff) == 0x0c; }
static inline symbol_t value_to_symbol(value_t v) { return (symbol_t)(v >> 8); }
static inline value_t value_symbol(symbol_t s) { return ((value_t)s << 8) | 0x0c; }

// A heap object: low three bits clear and neither false (0) nor one of the constants above, which all have bit 2 set.
static inline bool value_is_heap(value_t v) { return (v & 7) == 0 && v != 0; }
static inline void *value_to_pointer(value_t v) { return (void *)(uintptr_t)v; }
static inline value_t value_pointer(const void *p) { return (value_t)(uintptr_t)p; }

// Flonums: the exponent is rotated so that doubles of ordinary magnitude fit in 62 bits; the rest is a heap Float.
static inline bool value_is_flonum(value_t v) { return (v & 3) == 2; }
static inline double value_to_flonum(value_t v)
{
    if (v == 0x8000000000000002) return 0.0;
    uint64_t const top = v >> 63;
    uint64_t const t = (2 - top) | (v & ~(uint64_t)3);
    uint64_t const bits = (t >> 3) | (t << 61);
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

// The flonum of d, or VALUE_UNDEF where d needs a heap Float (tiny, huge, NaN, infinite, -0.0).
static inline value_t value_try_flonum(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    unsigned const exponent = (unsigned)(bits >> 60) & 7;
    if (bits != 0x3000000000000000 && (exponent == 3 || exponent == 4)) {
        return (((bits << 3) | (bits >> 61)) & ~(uint64_t)3) | 2;
    }
    return bits == 0 ? 0x8000000000000002 : VALUE_UNDEF;
}

// --- Object header -----------------------------------------------------------------------------------------------
//
//   63            32 31        12 11     5 4    0
//   | class id      | layout     | flags  | type |      bit 12, the lowest layout bit, is set when frozen
//
// A method cache compares the class word, a variable cache the layout. A *shared* object's header never changes.

enum object_type {
    TYPE_FREE = 0, // a poisoned or never used slot
    TYPE_OBJECT,
    TYPE_CLASS, // class or module
    TYPE_STRING,
    TYPE_ARRAY,
    TYPE_HASH,
    TYPE_RANGE,
    TYPE_FLOAT,
    TYPE_BIGNUM,
    TYPE_PROC,
    TYPE_ENV,
    TYPE_METHOD,  // a method entry, or the scope of a class body (vm)
    TYPE_CODE,    // handle of compiled code
    TYPE_REGEXP,
    TYPE_MATCH,
    TYPE_UNWIND,  // break, return or throw on its way through an ensure
    TYPE_FIBER,
    TYPE_ACTOR,   // handle of an actor (Ractor)
    TYPE_DATA,    // a C payload with its own struct heap_data_kind
    TYPE_RATIONAL,
    TYPE_COMPLEX,
    TYPE_SYMPROC, // reserved
    TYPE_COUNT,
    TYPE_MAX = 32
};

struct object {
    uint64_t header;
};

typedef uint32_t class_id_t; // index into the runtime's class table; 0 is none (internal objects)
typedef uint32_t layout_t;   // 20 bits; even: may be changed, odd: the same layout, frozen

#define HEADER_TYPE_MASK ((uint64_t)0x1f)
#define HEADER_FLAG(n) ((uint64_t)1 << (5 + (n))) // n = 0..6, meaning given by each type
#define HEADER_LAYOUT_SHIFT 12
#define HEADER_LAYOUT_MASK ((uint64_t)0xfffff << HEADER_LAYOUT_SHIFT)
#define HEADER_FROZEN ((uint64_t)1 << HEADER_LAYOUT_SHIFT)
#define HEADER_CLASS_SHIFT 32

static inline uint64_t header_make(enum object_type type, class_id_t class_id, layout_t layout, uint64_t flags)
{
    return (uint64_t)type | flags | (uint64_t)layout << HEADER_LAYOUT_SHIFT | (uint64_t)class_id << HEADER_CLASS_SHIFT;
}
static inline enum object_type object_type(const void *object)
{
    return (enum object_type)(((const struct object *)object)->header & HEADER_TYPE_MASK);
}
static inline class_id_t object_class_id(const void *object)
{
    return (class_id_t)(((const struct object *)object)->header >> HEADER_CLASS_SHIFT);
}
static inline layout_t object_layout(const void *object)
{
    return (layout_t)(((const struct object *)object)->header >> HEADER_LAYOUT_SHIFT) & 0xfffff;
}
static inline bool object_frozen(const void *object)
{
    return (((const struct object *)object)->header & HEADER_FROZEN) != 0;
}
static inline bool value_is(value_t v, enum object_type type)
{
    return value_is_heap(v) && object_type(value_to_pointer(v)) == type;
}

#endif
