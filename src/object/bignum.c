// Bignums: allocation, normalisation and arithmetic on sign and magnitude. A bignum belongs to its actor's heap and
// never changes once made; it is always normalised: no leading zero limb, and never a value that fits a fixnum.
#include "object/bignum.h"

#include "object/interior.h"

// The largest number of limbs that live in a small slot.
#define EMBEDDED_MAX ((HEAP_SMALL_MAX - offsetof(struct bignum, embedded)) / sizeof(uint64_t))

_Static_assert(EMBEDDED_MAX <= LIMBS_LOCAL, "a scratch on the stack always fits a slot");
_Static_assert(sizeof(struct bignum) == HEAP_GRANULE, "the smallest slot");

// --- Making --------------------------------------------------------------------------------------------------------

static void finalize_bignum(struct heap *heap, void *object)
{
    struct bignum *const b = object;
    if (b->header & BIGNUM_EMBEDDED) return;
    heap_body_free(heap, b->limbs, b->limb_capacity * sizeof(uint64_t));
}

static size_t bignum_body_size(const void *object)
{
    const struct bignum *const b = object;
    return b->header & BIGNUM_EMBEDDED ? 0 : b->limb_capacity * sizeof(uint64_t);
}

void number_fill_types(struct heap_type types[TYPE_MAX])
{
    types[TYPE_FLOAT] = (struct heap_type){.name = "float"};
    types[TYPE_BIGNUM] =
        (struct heap_type){.name = "bignum", .finalize = finalize_bignum, .body_size = bignum_body_size};
}

static uint64_t bignum_header(bool negative, uint64_t flags)
{
    return header_make(TYPE_BIGNUM, CLASS_INTEGER, LAYOUT_EMPTY_FROZEN, flags | (negative ? BIGNUM_NEGATIVE : 0));
}

// The fixnum of a magnitude of at most one limb, or VALUE_UNDEF where it takes a bignum.
static value_t try_fixnum(const uint64_t *limbs, size_t count, bool negative)
{
    if (count == 0) return value_fixnum(0);
    if (count > 1 || limbs[0] > (uint64_t)FIXNUM_MAX + negative) return VALUE_UNDEF;
    return value_fixnum(negative ? (int64_t)(0 - limbs[0]) : (int64_t)limbs[0]);
}

static value_t new_embedded(struct heap *heap, const uint64_t *limbs, size_t count, bool negative)
{
    size_t const size = offsetof(struct bignum, embedded) + count * sizeof(uint64_t);
    struct bignum *const b = heap_alloc_size(heap, size < sizeof(struct bignum) ? sizeof(struct bignum) : size);
    if (b == NULL) return VALUE_UNDEF;
    b->header = bignum_header(negative, BIGNUM_EMBEDDED);
    b->limb_count = b->limb_capacity = (uint32_t)count;
    mpn_copyi(b->embedded, limbs, (mp_size_t)count);
    return value_pointer(b);
}

// Takes the body over; gives it back to the heap on failure.
static value_t new_with_body(struct heap *heap, uint64_t *body, size_t capacity, size_t count, bool negative)
{
    if (count < capacity) {
        uint64_t *const smaller =
            heap_body_realloc(heap, body, capacity * sizeof(uint64_t), count * sizeof(uint64_t));
        if (smaller != NULL) body = smaller, capacity = count;
    }
    struct bignum *const b = heap_alloc_size(heap, sizeof *b);
    if (b == NULL) {
        heap_body_free(heap, body, capacity * sizeof(uint64_t));
        return VALUE_UNDEF;
    }
    b->header = bignum_header(negative, 0);
    b->limb_count = (uint32_t)count;
    b->limb_capacity = (uint32_t)capacity;
    b->limbs = body;
    b->embedded[1] = 0;
    heap_set_fin(heap, b);
    return value_pointer(b);
}

bool integer_scratch_open(struct heap *heap, struct limbs_scratch *scratch, size_t count)
{
    return count <= BIGNUM_LIMBS_MAX && limbs_scratch_open(heap, scratch, count);
}

value_t integer_from_scratch(struct heap *heap, struct limbs_scratch *scratch, size_t count, bool negative)
{
    TRP_ASSERT(count <= scratch->count);
    count = limbs_trim(scratch->limbs, count);
    if (count > EMBEDDED_MAX && scratch->limbs != scratch->local) {
        return new_with_body(heap, heap_scratch_keep(&scratch->heap), scratch->count, count, negative);
    }
    value_t const v = integer_from_limbs(heap, scratch->limbs, count, negative);
    limbs_scratch_close(heap, scratch);
    return v;
}

value_t integer_from_limbs(struct heap *heap, const uint64_t *limbs, size_t count, bool negative)
{
    count = limbs_trim(limbs, count);
    value_t const fixnum = try_fixnum(limbs, count, negative);
    if (fixnum != VALUE_UNDEF) return fixnum;
    if (count <= EMBEDDED_MAX) return new_embedded(heap, limbs, count, negative);
    if (count > BIGNUM_LIMBS_MAX) return VALUE_UNDEF;
    uint64_t *const body = heap_body_alloc(heap, count * sizeof(uint64_t));
    if (body == NULL) return VALUE_UNDEF;
    mpn_copyi(body, limbs, (mp_size_t)count);
    return new_with_body(heap, body, count, count, negative);
}

void integer_discard(struct heap *heap, value_t v)
{
    if (!value_is_bignum(v)) return;
    struct bignum *const b = value_to_pointer(v);
    if (b->header & BIGNUM_EMBEDDED) return;
    heap_clear_fin(heap, b);
    heap_body_free(heap, b->limbs, b->limb_capacity * sizeof(uint64_t));
    b->header |= BIGNUM_EMBEDDED;
    b->limb_count = b->limb_capacity = 0;
}

// --- Sums ----------------------------------------------------------------------------------------------------------

int limbs_compare(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count)
{
    if (a_count != b_count) return a_count < b_count ? -1 : 1;
    if (a_count == 0) return 0;
    int const order = mpn_cmp(a, b, (mp_size_t)a_count);
    return (order > 0) - (order < 0);
}

// |a| + |b| with a sign; a has as many limbs as b at least.
static value_t add_magnitudes(struct heap *heap, const struct integer_view *a, const struct integer_view *b,
                              bool negative)
{
    if (b->count == 0) return integer_from_limbs(heap, a->limbs, a->count, negative);
    struct limbs_scratch sum;
    if (!integer_scratch_open(heap, &sum, a->count + 1)) return VALUE_UNDEF;
    sum.limbs[a->count] = mpn_add(sum.limbs, a->limbs, (mp_size_t)a->count, b->limbs, (mp_size_t)b->count);
    return integer_from_scratch(heap, &sum, a->count + 1, negative);
}

// |a| - |b| with a sign; |a| >= |b|.
static value_t subtract_magnitudes(struct heap *heap, const struct integer_view *a, const struct integer_view *b,
                                   bool negative)
{
    if (b->count == 0) return integer_from_limbs(heap, a->limbs, a->count, negative);
    struct limbs_scratch difference;
    if (!integer_scratch_open(heap, &difference, a->count)) return VALUE_UNDEF;
    mpn_sub(difference.limbs, a->limbs, (mp_size_t)a->count, b->limbs, (mp_size_t)b->count);
    return integer_from_scratch(heap, &difference, a->count, negative);
}

value_t bignum_add(struct heap *heap, value_t a, value_t b, bool subtract)
{
    struct integer_view x, y;
    integer_view(&x, a);
    integer_view(&y, b);
    bool const y_negative = y.negative ^ subtract;
    bool const x_larger = limbs_compare(x.limbs, x.count, y.limbs, y.count) >= 0;
    const struct integer_view *const large = x_larger ? &x : &y, *const small = x_larger ? &y : &x;
    bool const negative = x_larger ? x.negative : y_negative;
    if (x.negative == y_negative) return add_magnitudes(heap, large, small, negative);
    return subtract_magnitudes(heap, large, small, negative);
}

// --- Products and quotients ----------------------------------------------------------------------------------------

value_t bignum_multiply(struct heap *heap, value_t a, value_t b)
{
    struct integer_view x, y;
    integer_view(&x, a);
    integer_view(&y, b);
    if (x.count == 0 || y.count == 0) return value_fixnum(0);
    struct limbs_scratch product;
    if (!integer_scratch_open(heap, &product, x.count + y.count)) return VALUE_UNDEF;
    if (!limbs_multiply(heap, product.limbs, x.limbs, x.count, y.limbs, y.count)) {
        limbs_scratch_close(heap, &product);
        return VALUE_UNDEF;
    }
    return integer_from_scratch(heap, &product, x.count + y.count, x.negative != y.negative);
}

// The floored quotient of truncated division: one further down when the signs differ and something is left.
static value_t floor_quotient(struct heap *heap, struct limbs_scratch *quotient, size_t count, bool negative, bool rest)
{
    if (negative && rest) quotient->limbs[count] = mpn_add_1(quotient->limbs, quotient->limbs, (mp_size_t)count, 1);
    return integer_from_scratch(heap, quotient, negative && rest ? count + 1 : count, negative);
}

// The floored remainder takes the divisor's sign.
static value_t floor_remainder(struct heap *heap, struct limbs_scratch *remainder, const struct integer_view *n,
                               const struct integer_view *d)
{
    bool const rest = limbs_trim(remainder->limbs, d->count) > 0;
    if (rest && n->negative != d->negative) {
        mpn_sub_n(remainder->limbs, d->limbs, remainder->limbs, (mp_size_t)d->count);
    }
    return integer_from_scratch(heap, remainder, d->count, d->negative);
}

// |a| < |b|: the quotient is 0 or -1.
static bool divide_smaller(struct heap *heap, value_t a, value_t b, value_t *quotient, value_t *remainder)
{
    int const sign = integer_sign(a);
    bool const down = sign != 0 && sign != integer_sign(b);
    value_t const rest = !down || remainder == NULL ? a : integer_add(heap, a, b);
    if (rest == VALUE_UNDEF) return false;
    if (remainder != NULL) *remainder = rest;
    if (quotient != NULL) *quotient = value_fixnum(down ? -1 : 0);
    return true;
}

static bool divide_views(struct heap *heap, const struct integer_view *n, const struct integer_view *d,
                         value_t *quotient, value_t *remainder)
{
    size_t const quotient_count = n->count - d->count + 1;
    struct limbs_scratch q, r;
    if (!integer_scratch_open(heap, &q, quotient_count + 1)) return false;
    if (!integer_scratch_open(heap, &r, d->count)) goto fail_r;
    if (!limbs_divide(heap, q.limbs, r.limbs, n->limbs, n->count, d->limbs, d->count)) goto fail_divide;

    bool const rest = limbs_trim(r.limbs, d->count) > 0;
    value_t const q_value = floor_quotient(heap, &q, quotient_count, n->negative != d->negative, rest);
    value_t const r_value = floor_remainder(heap, &r, n, d);
    if (q_value == VALUE_UNDEF || r_value == VALUE_UNDEF) return false;
    if (quotient != NULL) *quotient = q_value;
    if (remainder != NULL) *remainder = r_value;
    return true;

fail_divide:
    limbs_scratch_close(heap, &r);
fail_r:
    limbs_scratch_close(heap, &q);
    return false;
}

bool bignum_divmod(struct heap *heap, value_t a, value_t b, value_t *quotient, value_t *remainder)
{
    struct integer_view n, d;
    integer_view(&n, a);
    integer_view(&d, b);
    if (limbs_compare(n.limbs, n.count, d.limbs, d.count) < 0) {
        return divide_smaller(heap, a, b, quotient, remainder);
    }
    return divide_views(heap, &n, &d, quotient, remainder);
}

// --- Others --------------------------------------------------------------------------------------------------------

value_t bignum_negate(struct heap *heap, value_t a)
{
    struct integer_view x;
    integer_view(&x, a);
    return integer_from_limbs(heap, x.limbs, x.count, !x.negative);
}

int bignum_compare(value_t a, value_t b)
{
    struct integer_view x, y;
    integer_view(&x, a);
    integer_view(&y, b);
    if (x.negative != y.negative) return x.negative ? -1 : 1;
    int const order = limbs_compare(x.limbs, x.count, y.limbs, y.count);
    return x.negative ? -order : order;
}

value_t bignum_sqrt(struct heap *heap, value_t a)
{
    struct integer_view x;
    integer_view(&x, a);
    if (x.count == 0) return a;
    size_t const count = (x.count + 1) / 2;
    struct limbs_scratch root;
    if (!integer_scratch_open(heap, &root, count)) return VALUE_UNDEF;
    if (!limbs_root(heap, root.limbs, x.limbs, x.count)) {
        limbs_scratch_close(heap, &root);
        return VALUE_UNDEF;
    }
    return integer_from_scratch(heap, &root, count, false);
}

// Both not zero.
value_t bignum_gcd(struct heap *heap, value_t a, value_t b)
{
    struct integer_view x, y;
    integer_view(&x, a);
    integer_view(&y, b);
    struct limbs_scratch first, second;
    if (!integer_scratch_open(heap, &first, x.count)) return VALUE_UNDEF;
    if (!integer_scratch_open(heap, &second, y.count)) {
        limbs_scratch_close(heap, &first);
        return VALUE_UNDEF;
    }
    mpn_copyi(first.limbs, x.limbs, (mp_size_t)x.count);
    mpn_copyi(second.limbs, y.limbs, (mp_size_t)y.count);
    size_t const count = limbs_gcd(heap, first.limbs, x.count, second.limbs, y.count);
    limbs_scratch_close(heap, &second);
    if (count > 0) return integer_from_scratch(heap, &first, count, false);
    limbs_scratch_close(heap, &first);
    return VALUE_UNDEF;
}
