// Integer: operators and what needs the digits. Other operands (coerce), and everything with a block, are the prelude's.
#include "core/support/convert.h"

#include <math.h>

#define POWER_BITS_MAX ((uint64_t)1 << 28) // of a result of **: what an Integer may have

// --- Arithmetic ------------------------------------------------------------------------------------------------------

static value_t integer_op_add(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    value_t const o = argv[0];
    if (value_is_integer(o)) return core_or_memory(ec, integer_add(ec->heap, self, o));
    return value_is_float(o) ? core_make_float(ec, integer_to_double(self) + value_to_double(o)) : VALUE_FAIL;
}

static value_t integer_op_sub(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    value_t const o = argv[0];
    if (value_is_integer(o)) return core_or_memory(ec, integer_sub(ec->heap, self, o));
    return value_is_float(o) ? core_make_float(ec, integer_to_double(self) - value_to_double(o)) : VALUE_FAIL;
}

// What a product or quotient of these may cost; 0 for small ones.
static uint64_t product_cost(value_t a, value_t b)
{
    if (!value_is_bignum(a) || !value_is_integer(b)) return 0;
    uint64_t const x = integer_bit_length(a) / 64, y = integer_bit_length(b) / 64 + 1;
    return (x > y ? x : y) / 8 * (1 + (x < y ? x : y) / 64); // schoolbook to 512 limbs, and more than Karatsuba's beyond
}

static value_t integer_op_mul(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const o = argv[0];
    VM_LONG(ec, product_cost(self, o), integer_op_mul, WORK_READS);
    if (value_is_integer(o)) return core_or_memory(ec, integer_mul(ec->heap, self, o));
    return value_is_float(o) ? core_make_float(ec, integer_to_double(self) * value_to_double(o)) : VALUE_FAIL;
}

static value_t floored(struct ec *ec, value_t a, value_t b, bool remainder)
{
    if (b == value_fixnum(0)) return core_raise_zero(ec);
    value_t out = VALUE_NIL;
    if (!integer_divmod(ec->heap, a, b, remainder ? NULL : &out, remainder ? &out : NULL)) return vm_raise_memory(ec);
    return out;
}

static value_t integer_op_div(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const o = argv[0];
    VM_LONG(ec, product_cost(self, o), integer_op_div, WORK_READS);
    if (value_is_integer(o)) return floored(ec, self, o, false);
    return value_is_float(o) ? core_make_float(ec, integer_to_double(self) / value_to_double(o)) : VALUE_FAIL;
}

static value_t integer_op_mod(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const o = argv[0];
    VM_LONG(ec, product_cost(self, o), integer_op_mod, WORK_READS);
    if (value_is_integer(o)) return floored(ec, self, o, true);
    if (!value_is_float(o)) return VALUE_FAIL;
    double const d = value_to_double(o);
    return d == 0 ? core_raise_zero(ec) : core_make_float(ec, core_float_modulo(integer_to_double(self), d));
}

static value_t integer_div(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const o = argv[0];
    VM_LONG(ec, product_cost(self, o), integer_div, WORK_READS);
    if (value_is_integer(o)) return floored(ec, self, o, false);
    if (!value_is_float(o)) return VALUE_FAIL;
    if (value_to_double(o) == 0) return core_raise_zero(ec);
    return core_float_integer(ec, floor(integer_to_double(self) / value_to_double(o)));
}

static value_t pair(struct ec *ec, value_t a, value_t b)
{
    return CORE_NEW(ec, array_new_small(ec->heap, (value_t[]){a, b}, 2));
}

static value_t integer_divmod_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const o = argv[0];
    VM_LONG(ec, product_cost(self, o), integer_divmod_method, WORK_READS);
    value_t q = VALUE_NIL, r = VALUE_NIL;
    if (value_is_integer(o)) {
        if (o == value_fixnum(0)) return core_raise_zero(ec);
        return integer_divmod(ec->heap, self, o, &q, &r) ? pair(ec, q, r) : vm_raise_memory(ec);
    }
    if (!value_is_float(o)) return VALUE_FAIL;
    double div, mod;
    if (!core_float_divmod(integer_to_double(self), value_to_double(o), &div, &mod)) return core_raise_zero(ec);
    q = core_float_integer(ec, div);
    r = q == VALUE_UNDEF ? q : core_make_float(ec, mod);
    return r == VALUE_UNDEF ? r : pair(ec, q, r);
}

static value_t integer_remainder(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const o = argv[0];
    VM_LONG(ec, product_cost(self, o), integer_remainder, WORK_READS);
    if (value_is_float(o)) {
        double const d = value_to_double(o);
        if (d == 0 && value_is_bignum(self)) return core_raise_zero(ec);
        return core_make_float(ec, fmod(integer_to_double(self), d));
    }
    if (!value_is_integer(o)) return VALUE_FAIL;
    value_t const r = floored(ec, self, o, true);
    if (r == VALUE_UNDEF || r == value_fixnum(0) || integer_sign(r) == integer_sign(self)) return r;
    return core_or_memory(ec, integer_sub(ec->heap, r, o));
}

// Quotient of integers whose doubles may be infinite or lose what matters: by shifting to 64 significant bits.
static value_t scaled_quotient(struct ec *ec, value_t a, value_t b)
{
    struct heap *const heap = ec->heap;
    int64_t const shift = 66 - ((int64_t)integer_bit_length(a) - (int64_t)integer_bit_length(b));
    value_t const scaled_a = shift > 0 ? integer_shift(heap, a, shift) : a;
    value_t const scaled_b = shift < 0 ? integer_shift(heap, b, -shift) : b;
    value_t q, r;
    if (scaled_a == VALUE_UNDEF || scaled_b == VALUE_UNDEF) return vm_raise_memory(ec);
    value_t values[] = {scaled_a, scaled_b};
    struct vm_roots roots = {ec->roots, values, TRP_COUNT(values)};
    ec->roots = &roots;
    bool const divided = integer_divmod(heap, scaled_a, scaled_b, &q, &r);
    ec->roots = roots.next;
    if (!divided) return vm_raise_memory(ec);
    if (r != value_fixnum(0)) q = integer_or(heap, q, value_fixnum(1)); // so that no half is mistaken for exact
    if (q == VALUE_UNDEF) return vm_raise_memory(ec);
    int64_t const clamped = shift > 100000 ? 100000 : shift < -100000 ? -100000 : shift;
    return core_make_float(ec, ldexp(integer_to_double(q), (int)-clamped));
}

static value_t integer_fdiv(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const o = argv[0];
    VM_LONG(ec, product_cost(self, o), integer_fdiv, WORK_READS);
    if (value_is_float(o)) return core_make_float(ec, integer_to_double(self) / value_to_double(o));
    if (!value_is_integer(o)) return VALUE_FAIL;
    if (o == value_fixnum(0) || (value_is_fixnum(self) && value_is_fixnum(o))) {
        return core_make_float(ec, integer_to_double(self) / integer_to_double(o));
    }
    return scaled_quotient(ec, self, o);
}

static value_t integer_power(struct ec *ec, value_t base, value_t exponent)
{
    if (base == value_fixnum(1) || exponent == value_fixnum(0)) return value_fixnum(1);
    if (base == value_fixnum(0)) return base;
    if (base == value_fixnum(-1)) return value_fixnum(integer_odd(exponent) ? -1 : 1);
    if (!value_is_fixnum(exponent) || (uint64_t)value_to_fixnum(exponent) > POWER_BITS_MAX ||
        (uint64_t)value_to_fixnum(exponent) * (integer_bit_length(base) - 1) > POWER_BITS_MAX) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "exponent is too large");
    }
    value_t place = VALUE_NIL;
    struct vm_roots roots = {ec->roots, &place, 1};
    ec->roots = &roots;
    value_t const power = integer_pow_at(ec->heap, base, (uint64_t)value_to_fixnum(exponent), &place);
    ec->roots = roots.next;
    return core_or_memory(ec, power);
}

static uint64_t power_cost(value_t base, value_t exponent)
{
    if (!value_is_fixnum(exponent) || integer_sign(exponent) <= 0) return 0;
    uint64_t const by = (uint64_t)value_to_fixnum(exponent);
    if (by > POWER_BITS_MAX) return 0; // no power, or an easy one
    uint64_t const half = by * integer_bit_length(base) / 128;
    return half / 8 * (1 + half / 64);
}

static value_t integer_op_pow(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc > 1) return VALUE_FAIL;
    value_t const o = argv[0];
    if (value_is_integer(o)) {
        VM_LONG(ec, power_cost(self, o), integer_op_pow, WORK_READS);
        bool const unit = self == value_fixnum(1) || self == value_fixnum(-1);
        return integer_sign(o) < 0 && !unit ? VALUE_FAIL : integer_power(ec, self, o);
    }
    if (!value_is_float(o)) return VALUE_FAIL;
    double const d = value_to_double(o);
    if (integer_sign(self) < 0 && d != round(d)) return VALUE_FAIL; // a Complex
    return core_make_float(ec, pow(integer_to_double(self), d));
}

// (self, exponent, modulus): Integers, exponent >= 0, modulus not zero.
static value_t integer_pow_modulo(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    uint64_t const limbs = integer_bit_length(argv[1]) / 64 + 1;
    VM_LONG(ec, integer_bit_length(argv[0]) * (1 + limbs * limbs / 256), integer_pow_modulo, WORK_READS);
    struct heap *const heap = ec->heap;
    value_t values[2] = {self, argv[1]}; // the base reduced, the modulus positive
    struct vm_roots roots = {ec->roots, values, TRP_COUNT(values)};
    value_t power = VALUE_UNDEF;
    ec->roots = &roots;
    if (integer_sign(argv[1]) < 0) values[1] = integer_neg(heap, argv[1]);
    if (values[1] != VALUE_UNDEF && integer_divmod(heap, self, values[1], NULL, &values[0])) {
        power = integer_pow_mod(heap, values[0], argv[0], values[1]);
    }
    ec->roots = roots.next;
    if (power == VALUE_UNDEF) return vm_raise_memory(ec);
    if (integer_sign(argv[1]) > 0 || power == value_fixnum(0)) return power;
    return core_or_memory(ec, integer_add(heap, power, argv[1]));
}

static value_t integer_op_neg(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_or_memory(ec, integer_neg(ec->heap, self));
}

static value_t integer_op_not(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_or_memory(ec, integer_not(ec->heap, self));
}

static value_t integer_abs(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return integer_sign(self) < 0 ? core_or_memory(ec, integer_neg(ec->heap, self)) : self;
}

static value_t integer_succ(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_or_memory(ec, integer_add(ec->heap, self, value_fixnum(1)));
}

static value_t integer_pred(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_or_memory(ec, integer_sub(ec->heap, self, value_fixnum(1)));
}

// --- Comparing -------------------------------------------------------------------------------------------------------

enum { UNORDERED = 2, NOT_A_NUMBER = 3 };

static int compare(value_t self, value_t o)
{
    if (value_is_integer(o)) return integer_compare(self, o);
    if (!value_is_float(o)) return NOT_A_NUMBER;
    double const d = value_to_double(o);
    return isnan(d) ? UNORDERED : integer_compare_double(self, d);
}

static value_t integer_op_cmp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    int const order = compare(self, argv[0]);
    if (order == NOT_A_NUMBER) return VALUE_FAIL;
    return order == UNORDERED ? VALUE_NIL : value_fixnum(order);
}

#define ORDER(name, condition)                                                                                         \
    static value_t integer_op_##name(struct ec *ec, value_t self, int argc, const value_t *argv)                       \
    {                                                                                                                  \
        (void)ec, (void)argc;                                                                                          \
        int const order = compare(self, argv[0]);                                                                      \
        return order == NOT_A_NUMBER ? VALUE_FAIL : value_bool(order != UNORDERED && (condition));                     \
    }
ORDER(lt, order < 0)
ORDER(le, order <= 0)
ORDER(gt, order > 0)
ORDER(ge, order >= 0)
ORDER(eq, order == 0)
#undef ORDER

static value_t integer_hash_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    uint64_t code = 0;
    (void)value_hash_builtin(ec->runtime, self, &code);
    return value_fixnum((int64_t)hash_fold(code));
}

// --- Bits ------------------------------------------------------------------------------------------------------------

static value_t integer_op_and(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return value_is_integer(argv[0]) ? core_or_memory(ec, integer_and(ec->heap, self, argv[0])) : VALUE_FAIL;
}

static value_t integer_op_or(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return value_is_integer(argv[0]) ? core_or_memory(ec, integer_or(ec->heap, self, argv[0])) : VALUE_FAIL;
}

static value_t integer_op_xor(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return value_is_integer(argv[0]) ? core_or_memory(ec, integer_xor(ec->heap, self, argv[0])) : VALUE_FAIL;
}

// Shifts left by `by` places, an Integer of any size; right when negative.
static value_t shift(struct ec *ec, value_t self, value_t by, bool negate)
{
    if (self == value_fixnum(0)) return self;
    bool const left = (integer_sign(by) < 0) == negate;
    if (!left) {
        int64_t const places = value_is_fixnum(by) ? value_to_fixnum(by) : FIXNUM_MIN;
        int64_t const magnitude = places < 0 ? -places : places;
        if ((uint64_t)magnitude >= integer_bit_length(self)) return value_fixnum(integer_sign(self) < 0 ? -1 : 0);
        return core_or_memory(ec, integer_shift(ec->heap, self, -magnitude));
    }
    int64_t const places = value_is_fixnum(by) ? value_to_fixnum(by) : FIXNUM_MIN;
    int64_t const magnitude = places < 0 ? -places : places;
    if (magnitude > ((int64_t)1 << 28) - 64) return vm_raise(ec, CLASS_RANGE_ERROR, "shift width too big");
    vm_charge(ec, (uint64_t)magnitude / 65536);
    return core_or_memory(ec, integer_shift(ec->heap, self, magnitude));
}

static value_t integer_op_left(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return value_is_integer(argv[0]) ? shift(ec, self, argv[0], false) : VALUE_FAIL;
}

static value_t integer_op_right(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return value_is_integer(argv[0]) ? shift(ec, self, argv[0], true) : VALUE_FAIL;
}

static value_t integer_op_index(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    value_t const at = argv[0];
    if (argc > 1 || !value_is_integer(at)) return VALUE_FAIL;
    if (integer_sign(at) < 0) return value_fixnum(0);
    if (!value_is_fixnum(at)) return value_fixnum(integer_sign(self) < 0);
    return value_fixnum(integer_bit(self, (uint64_t)value_to_fixnum(at)));
}

static value_t integer_bit_length_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_fixnum((int64_t)integer_bit_length(self));
}

// How many bits are set, of an Integer that is not negative.
static value_t integer_bit_count(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    if (integer_sign(self) < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "bit_count of a negative number");
    if (value_is_fixnum(self)) return value_fixnum(__builtin_popcountll((uint64_t)value_to_fixnum(self)));
    const struct bignum *const b = value_to_pointer(self);
    const uint64_t *const limbs = b->header & BIGNUM_EMBEDDED ? b->embedded : b->limbs;
    int64_t count = 0;
    for (uint32_t i = 0; i < b->limb_count; i++) count += __builtin_popcountll(limbs[i]);
    return value_fixnum(count);
}

static value_t integer_size(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    if (value_is_fixnum(self)) return value_fixnum(8);
    value_t const magnitude = integer_abs(ec, self, 0, NULL);
    return magnitude == VALUE_UNDEF ? magnitude : value_fixnum((int64_t)(integer_bit_length(magnitude) + 7) / 8);
}

// --- Asking ----------------------------------------------------------------------------------------------------------

static value_t integer_even(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(!integer_odd(self));
}

static value_t integer_odd_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(integer_odd(self));
}

static value_t integer_zero(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(self == value_fixnum(0));
}

static value_t integer_negative(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(integer_sign(self) < 0);
}

static value_t integer_positive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(integer_sign(self) > 0);
}

static value_t integer_self(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return self;
}

static value_t integer_round(struct ec *ec, value_t self, int argc, const value_t *argv) // and floor, ceil, truncate
{
    (void)ec, (void)argv;
    return argc == 0 ? self : VALUE_FAIL;
}

// --- Converting ------------------------------------------------------------------------------------------------------

static value_t integer_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t base = 10;
    if (argc > 0) CORE_INT(ec, argv[0], &base);
    if (base < 2 || base > 36) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid radix %lld", (long long)base);
    VM_LONG(ec, product_cost(self, self), integer_to_s, WORK_READS);
    return CORE_NEW(ec, integer_to_string(ec->heap, self, (unsigned)base));
}

static value_t integer_to_f(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_make_float(ec, integer_to_double(self));
}

static value_t integer_chr(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argv;
    if (argc > 0) return VALUE_FAIL;
    if (!value_is_fixnum(self)) return vm_raise(ec, CLASS_RANGE_ERROR, "bignum out of char range");
    int64_t const i = value_to_fixnum(self);
    if (i < 0 || i > 255) return vm_raise(ec, CLASS_RANGE_ERROR, "%lld out of char range", (long long)i);
    char const byte = (char)i;
    return CORE_NEW(ec, string_new(ec->heap, &byte, 1, i < 128 ? ENCODING_ASCII : ENCODING_BINARY));
}

// integer_encode(name): chr in that encoding.
static value_t integer_encode(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    const struct string *const name = value_to_string(argv[0]);
    enum encoding const encoding = encoding_find(string_bytes(name), string_size(name));
    if (encoding == ENCODING_COUNT) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "unknown encoding name - %.*s", (int)string_size(name), string_bytes(name));
    }
    if (!value_is_fixnum(self)) return vm_raise(ec, CLASS_RANGE_ERROR, "bignum out of char range");
    int64_t const i = value_to_fixnum(self);
    char bytes[8];
    size_t const size = i < 0 || i > UINT32_MAX ? 0 : encoding_encode(encoding, (uint32_t)i, bytes);
    if (size > 0) return CORE_NEW(ec, string_new(ec->heap, bytes, size, encoding));
    if (encoding == ENCODING_UTF8 && i >= 0xd800 && i <= 0xdfff) {
        return vm_raise(ec, CLASS_RANGE_ERROR, "invalid codepoint 0x%llX in %s", (long long)i, encoding_name(encoding));
    }
    return vm_raise(ec, CLASS_RANGE_ERROR, "%lld out of char range", (long long)i);
}

// --- Digits and divisors ---------------------------------------------------------------------------------------------

// Digits of a magnitude in a base up to 36, by its text: the text is made in less than quadratic time.
static value_t digits_by_text(struct ec *ec, value_t self, unsigned base)
{
    const struct string *const text = integer_to_string(ec->heap, self, base);
    if (text == NULL) return vm_raise_memory(ec);
    size_t const count = string_size(text);
    struct array *const out = array_new(ec->heap, count);
    if (out == NULL) return vm_raise_memory(ec);
    value_t values[] = {value_pointer(text), value_pointer(out)};
    struct vm_roots roots = {ec->roots, values, TRP_COUNT(values)};
    ec->roots = &roots;
    const char *const bytes = string_bytes(text);
    bool ok = true, asked = true; // memory; nobody ends us
    for (size_t i = count; i-- > 0 && ok && asked;) {
        char const c = bytes[i];
        ok = array_push(ec->heap, out, value_fixnum(c <= '9' ? c - '0' : c - 'a' + 10));
        if (i % 4096 == 4095) asked = vm_poll_builtin(ec, 128);
    }
    ec->roots = roots.next;
    if (!ok) return vm_raise_memory(ec);
    return asked ? value_pointer(out) : VALUE_UNDEF;
}

static value_t digits_of_fixnum(struct ec *ec, int64_t rest, int64_t base)
{
    value_t items[64];
    size_t count = 0;
    do {
        items[count++] = value_fixnum(rest % base);
        rest /= base;
    } while (rest > 0);
    return CORE_NEW(ec, array_from(ec->heap, items, count));
}

static value_t digits_by_division(struct ec *ec, value_t self, value_t base)
{
    struct array *const out = array_new(ec->heap, 8);
    value_t values[] = {self, base, value_pointer(out)};
    struct vm_roots roots = {ec->roots, values, TRP_COUNT(values)};
    if (out == NULL) return vm_raise_memory(ec);
    ec->roots = &roots;
    while (values[0] != value_fixnum(0)) {
        value_t digit;
        if (!integer_divmod(ec->heap, values[0], base, &values[0], &digit) || !array_push(ec->heap, out, digit)) {
            ec->roots = roots.next;
            return vm_raise_memory(ec);
        }
        if (!vm_poll_builtin(ec, 1 + integer_bit_length(values[0]) / 4096)) break;
    }
    ec->roots = roots.next;
    return values[0] == value_fixnum(0) ? value_pointer(out) : VALUE_UNDEF;
}

// integer_digits(base): both are checked.
static value_t integer_digits(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const base = argv[0];
    VM_LONG(ec, product_cost(self, self), integer_digits, WORK_READS);
    if (value_both_fixnum(self, base)) return digits_of_fixnum(ec, value_to_fixnum(self), value_to_fixnum(base));
    if (value_is_fixnum(base) && value_to_fixnum(base) <= 36) {
        return digits_by_text(ec, self, (unsigned)value_to_fixnum(base));
    }
    return digits_by_division(ec, self, base);
}

static uint64_t gcd_cost(value_t a, value_t b)
{
    uint64_t const x = integer_bit_length(a) / 64, y = integer_bit_length(b) / 64;
    return x * y / 16;
}

static value_t integer_gcd_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_integer(argv[0])) return vm_raise(ec, CLASS_TYPE_ERROR, "not an integer");
    VM_LONG(ec, gcd_cost(self, argv[0]), integer_gcd_method, WORK_READS);
    return core_or_memory(ec, integer_gcd(ec->heap, self, argv[0]));
}

static value_t integer_lcm(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_integer(argv[0])) return vm_raise(ec, CLASS_TYPE_ERROR, "not an integer");
    if (self == value_fixnum(0) || argv[0] == value_fixnum(0)) return value_fixnum(0);
    VM_LONG(ec, gcd_cost(self, argv[0]), integer_lcm, WORK_READS);
    value_t values[2] = {VALUE_NIL, VALUE_NIL}; // the divisor, the quotient by it
    struct vm_roots roots = {ec->roots, values, TRP_COUNT(values)};
    ec->roots = &roots;
    values[0] = integer_gcd(ec->heap, self, argv[0]);
    bool const divided = values[0] != VALUE_UNDEF && integer_divmod(ec->heap, argv[0], values[0], &values[1], NULL);
    value_t const product = divided ? integer_mul(ec->heap, self, values[1]) : VALUE_UNDEF;
    ec->roots = roots.next;
    return product == VALUE_UNDEF ? vm_raise_memory(ec) : integer_abs(ec, product, 0, NULL);
}

// integer_root(n): the square root of n >= 0.
static value_t integer_root(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, 4 * product_cost(argv[0], argv[0]), integer_root, WORK_READS);
    return core_or_memory(ec, integer_sqrt(ec->heap, argv[0]));
}

static value_t integer_to_float(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return core_make_float(ec, integer_to_double(argv[0]));
}

// How long each takes, see docs/builtins.md:
//   bounded: integer_op_neg integer_abs integer_hash_method integer_op_index integer_even integer_odd_method integer_zero
//     integer_negative integer_positive integer_self integer_round integer_to_f integer_chr integer_to_float
//     integer_encode
//   moves: integer_op_add integer_op_sub integer_op_not integer_succ integer_pred integer_op_cmp integer_op_eq
//     integer_op_lt integer_op_le integer_op_gt integer_op_ge integer_op_and integer_op_or integer_op_xor
//     integer_op_left integer_op_right integer_bit_length_method integer_bit_count integer_size
//   polls: integer_op_mul integer_op_div integer_op_mod integer_div integer_divmod_method integer_remainder
//     integer_fdiv integer_op_pow integer_to_s integer_gcd_method integer_lcm integer_pow_modulo integer_digits
//     integer_root
static const struct core_method methods[] = {
    {"+", integer_op_add, 1, 1, CORE_TRY},
    {"-", integer_op_sub, 1, 1, CORE_TRY},
    {"*", integer_op_mul, 1, 1, CORE_TRY},
    {"/", integer_op_div, 1, 1, CORE_TRY},
    {"%", integer_op_mod, 1, 1, CORE_TRY},
    {"div", integer_div, 1, 1, CORE_TRY},
    {"divmod", integer_divmod_method, 1, 1, CORE_TRY},
    {"remainder", integer_remainder, 1, 1, CORE_TRY},
    {"fdiv", integer_fdiv, 1, 1, CORE_TRY},
    {"**", integer_op_pow, 1, 1, CORE_TRY},
    {"pow", integer_op_pow, 1, 2, CORE_TRY},
    {"-@", integer_op_neg, 0, 0, 0},
    {"~", integer_op_not, 0, 0, 0},
    {"abs", integer_abs, 0, 0, 0},
    {"succ", integer_succ, 0, 0, 0},
    {"pred", integer_pred, 0, 0, 0},
    {"<=>", integer_op_cmp, 1, 1, CORE_TRY},
    {"==", integer_op_eq, 1, 1, CORE_TRY},
    {"<", integer_op_lt, 1, 1, CORE_TRY},
    {"<=", integer_op_le, 1, 1, CORE_TRY},
    {">", integer_op_gt, 1, 1, CORE_TRY},
    {">=", integer_op_ge, 1, 1, CORE_TRY},
    {"hash", integer_hash_method, 0, 0, 0},
    {"&", integer_op_and, 1, 1, CORE_TRY},
    {"|", integer_op_or, 1, 1, CORE_TRY},
    {"^", integer_op_xor, 1, 1, CORE_TRY},
    {"<<", integer_op_left, 1, 1, CORE_TRY},
    {">>", integer_op_right, 1, 1, CORE_TRY},
    {"[]", integer_op_index, 1, 2, CORE_TRY},
    {"bit_length", integer_bit_length_method, 0, 0, 0},
    {"bit_count", integer_bit_count, 0, 0, 0},
    {"size", integer_size, 0, 0, 0},
    {"even?", integer_even, 0, 0, 0},
    {"odd?", integer_odd_method, 0, 0, 0},
    {"zero?", integer_zero, 0, 0, 0},
    {"negative?", integer_negative, 0, 0, 0},
    {"positive?", integer_positive, 0, 0, 0},
    {"to_i", integer_self, 0, 0, 0},
    {"to_int", integer_self, 0, 0, 0},
    {"ord", integer_self, 0, 0, 0},
    {"numerator", integer_self, 0, 0, 0},
    {"floor", integer_round, 0, 1, CORE_TRY},
    {"ceil", integer_round, 0, 1, CORE_TRY},
    {"truncate", integer_round, 0, 1, CORE_TRY},
    {"round", integer_round, 0, 2, CORE_TRY},
    {"to_s", integer_to_s, 0, 1, CORE_TRY},
    {"to_f", integer_to_f, 0, 0, 0},
    {"chr", integer_chr, 0, 1, CORE_TRY},
    {"gcd", integer_gcd_method, 1, 1, 0},
    {"lcm", integer_lcm, 1, 1, 0},
};

static const struct vm_primitive primitives[] = {
    {"integer_to_float", integer_to_float}, {"integer_pow_modulo", integer_pow_modulo},
    {"integer_left", integer_op_left}, {"integer_right", integer_op_right}, {"integer_index", integer_op_index},
    {"integer_to_s", integer_to_s}, {"integer_encode", integer_encode}, {"integer_digits", integer_digits},
    {"integer_root", integer_root},
};

bool core_integer(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_INTEGER, methods) && CORE_PRIMITIVES(boot, primitives);
}
