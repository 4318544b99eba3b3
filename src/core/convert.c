// Arguments of builtins: the uncommon cases.
#include "core/convert.h"

#include <math.h>

value_t core_int_slow(struct ec *ec, value_t v, int64_t *out)
{
    if (value_is_float(v)) {
        double const d = value_to_double(v);
        if (d > -0x1p63 && d < 0x1p63) {
            *out = (int64_t)d;
            return VALUE_TRUE;
        }
        if (isfinite(d)) {
            char text[32];
            size_t const size = float_text(d, text);
            return vm_raise(ec, CLASS_RANGE_ERROR, "float %.*s out of range of integer", (int)size, text);
        }
        return vm_raise(ec, CLASS_RANGE_ERROR, "float %s out of range of integer", isnan(d) ? "NaN" : d < 0 ? "-Inf" : "Inf");
    }
    if (!value_is_bignum(v)) return VALUE_FAIL;
    if (integer_to_int64(v, out)) return VALUE_TRUE;
    return vm_raise(ec, CLASS_RANGE_ERROR, "bignum too big to convert into 'long'");
}
