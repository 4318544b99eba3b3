// Arguments of builtins that should be of a core class, and small makers. In C only what needs no dispatch is done; for
// the rest the Ruby body of the method converts (Troupe::Convert) and asks again.
#ifndef TROUPE_CORE_CONVERT_H
#define TROUPE_CORE_CONVERT_H

#include "core/support/interior.h"

// An Integer argument as int64_t. VALUE_TRUE: *out is set. VALUE_FAIL: to_int (or its absence) is the Ruby body's.
// VALUE_UNDEF: RangeError, set.
value_t core_int_slow(struct ec *ec, value_t v, int64_t *out);
static inline value_t core_int(struct ec *ec, value_t v, int64_t *out)
{
    if (TRP_LIKELY(value_is_fixnum(v))) {
        *out = value_to_fixnum(v);
        return VALUE_TRUE;
    }
    return core_int_slow(ec, v, out);
}
// Leaves the builtin with FAIL or UNDEF unless v is an integer that fits.
#define CORE_INT(ec, v, out)                                                                                           \
    do {                                                                                                               \
        value_t const core_int_ = core_int(ec, v, out);                                                                \
        if (TRP_UNLIKELY(core_int_ != VALUE_TRUE)) return core_int_;                                                   \
    } while (0)

static inline value_t core_make_integer(struct ec *ec, int64_t i)
{
    return TRP_LIKELY(value_fits_fixnum(i)) ? value_fixnum(i) : core_or_memory(ec, integer_from_int64(ec->heap, i));
}
static inline value_t core_make_float(struct ec *ec, double d)
{
    value_t const v = value_try_flonum(d);
    return TRP_LIKELY(v != VALUE_UNDEF) ? v : core_or_memory(ec, float_value(ec->heap, d));
}
static inline bool value_is_number(value_t v) { return value_is_integer(v) || value_is_float(v); }
static inline double core_double(value_t number) // an Integer or a Float
{
    return value_is_float(number) ? value_to_double(number) : integer_to_double(number);
}
static inline value_t core_raise_zero(struct ec *ec) { return vm_raise(ec, CLASS_ZERO_DIVISION_ERROR, "divided by 0"); }

// Whether v may answer a conversion such as to_ary: it has the method, or a respond_to?, respond_to_missing? or
// method_missing of its own, which only Ruby can ask.
bool core_may_answer(struct ec *ec, value_t v, symbol_t name);

// numeric/float.c
double core_float_modulo(double x, double y);                     // y is not 0
value_t core_float_integer(struct ec *ec, double d);              // truncated; FloatDomainError
bool core_float_divmod(double x, double y, double *div, double *mod); // y is not 0

#endif
