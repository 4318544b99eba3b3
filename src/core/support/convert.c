// Arguments of builtins: the uncommon cases.
#include "core/support/convert.h"

#include <math.h>

bool core_may_answer(struct ec *ec, value_t v, symbol_t name)
{
    if (vm_find_method(ec, v, name) != NULL) return true;
    if (!value_is_heap(v)) return false;
    class_id_t const id = object_class_id(value_to_pointer(v));
    if (id < CLASS_CORE_COUNT && id != CLASS_OBJECT) return false; // an instance of a core class itself
    return !value_responds_plainly(ec, v);
}

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
