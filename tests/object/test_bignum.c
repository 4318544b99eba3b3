// Bignums of random sizes, also across the sizes at which algorithms change: laws of arithmetic, the fence around GMP,
// memory that runs out, and what Debian's ruby makes of the same operands.
#include "single.h"

#include <gmp.h>

#include "object/bignum.h"

static uint64_t state;

static size_t random_below(size_t n) { return (size_t)(single_random(&state) % n); }

// Up to `limbs` limbs, of the kinds that find mistakes: runs of zeros and ones, powers of two and their neighbours.
static value_t random_integer(size_t limbs_max)
{
    size_t const count = 1 + random_below(limbs_max);
    uint64_t *const limbs = malloc((count + 1) * sizeof *limbs);
    unsigned const kind = (unsigned)random_below(6);
    for (size_t i = 0; i < count; i++) {
        uint64_t const word = single_random(&state);
        limbs[i] = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : kind == 2 ? (word & 1) * UINT64_MAX : word;
    }
    if (kind == 0) limbs[count - 1] = (uint64_t)1 << random_below(64);
    if (kind == 3) limbs[count - 1] >>= random_below(64);
    value_t const v = integer_from_limbs(single_heap, limbs, count, random_below(2));
    free(limbs);
    MUST(v != VALUE_UNDEF, "no memory");
    return v;
}

static value_t nonzero(size_t limbs_max)
{
    value_t v;
    do v = random_integer(limbs_max);
    while (v == value_fixnum(0));
    return v;
}

#define HOLDS(condition) MUST(condition, "%s, TEST_SEED=%llu", #condition, (unsigned long long)single_seed())
#define EQUAL(a, b) HOLDS(integer_equal(a, b))

static value_t add(value_t a, value_t b) { return integer_add(single_heap, a, b); }
static value_t subtract(value_t a, value_t b) { return integer_sub(single_heap, a, b); }
static value_t multiply(value_t a, value_t b) { return integer_mul(single_heap, a, b); }

static void check_ring(size_t limbs)
{
    value_t const a = random_integer(limbs), b = random_integer(limbs), c = random_integer(limbs / 2 + 1);
    EQUAL(subtract(add(a, b), b), a);
    EQUAL(multiply(a, b), multiply(b, a));
    EQUAL(multiply(add(a, b), c), add(multiply(a, c), multiply(b, c)));
    EQUAL(multiply(add(a, b), subtract(a, b)), subtract(multiply(a, a), multiply(b, b)));
}

static void check_division(size_t limbs)
{
    value_t const a = random_integer(2 * limbs), b = nonzero(limbs);
    value_t quotient, remainder, only;
    HOLDS(integer_divmod(single_heap, a, b, &quotient, &remainder));
    EQUAL(add(multiply(quotient, b), remainder), a);
    HOLDS(remainder == value_fixnum(0) || integer_sign(remainder) == integer_sign(b));
    value_t const size = integer_sign(b) < 0 ? integer_neg(single_heap, b) : b;
    value_t const rest = integer_sign(remainder) < 0 ? integer_neg(single_heap, remainder) : remainder;
    HOLDS(integer_compare(rest, size) < 0);
    HOLDS(integer_divmod(single_heap, a, b, NULL, &only));
    EQUAL(only, remainder);
    HOLDS(integer_divmod(single_heap, multiply(a, b), b, &only, &remainder));
    EQUAL(only, a);
    EQUAL(remainder, value_fixnum(0));
}

static void check_bits(size_t limbs)
{
    value_t const a = random_integer(limbs), b = random_integer(limbs);
    int64_t const bits = (int64_t)random_below(limbs * 64);
    value_t const power = integer_shift(single_heap, value_fixnum(1), bits);
    EQUAL(integer_shift(single_heap, a, bits), multiply(a, power));
    value_t quotient;
    HOLDS(integer_divmod(single_heap, a, power, &quotient, NULL));
    EQUAL(integer_shift(single_heap, a, -bits), quotient);
    value_t const both = integer_and(single_heap, a, b), either = integer_or(single_heap, a, b);
    EQUAL(add(both, either), add(a, b));
    EQUAL(subtract(either, both), integer_xor(single_heap, a, b));
    EQUAL(integer_not(single_heap, both),
          integer_or(single_heap, integer_not(single_heap, a), integer_not(single_heap, b)));
    uint64_t const at = (uint64_t)bits;
    HOLDS(integer_bit(either, at) == (integer_bit(a, at) | integer_bit(b, at)));
    size_t const length = integer_bit_length(a);
    HOLDS(integer_bit(a, length) == (integer_sign(a) < 0));
    if (length > 0) HOLDS(integer_bit(a, length - 1) != (integer_sign(a) < 0));
}

static void check_text(size_t limbs)
{
    value_t const a = random_integer(limbs);
    unsigned const base = 2 + (unsigned)random_below(35);
    struct string *const s = integer_to_string(single_heap, a, base);
    EQUAL(integer_parse(single_heap, string_bytes(s), string_size(s), base, true), a);
}

static void check_roots(size_t limbs)
{
    value_t const r = integer_and(single_heap, random_integer(limbs),
                                  subtract(integer_shift(single_heap, value_fixnum(1), (int64_t)limbs * 64),
                                           value_fixnum(1)));
    value_t const square = multiply(r, r);
    EQUAL(integer_sqrt(single_heap, square), r);
    EQUAL(integer_sqrt(single_heap, add(square, add(r, r))), r);
    value_t const one = value_fixnum(1);
    if (r != value_fixnum(0)) EQUAL(integer_sqrt(single_heap, subtract(square, one)), subtract(r, one));
    value_t const g = nonzero(limbs / 2 + 1), a = nonzero(limbs), b = nonzero(limbs);
    value_t const common = integer_gcd(single_heap, a, b);
    value_t rest;
    HOLDS(integer_divmod(single_heap, a, common, NULL, &rest) && rest == value_fixnum(0));
    HOLDS(integer_divmod(single_heap, b, common, NULL, &rest) && rest == value_fixnum(0));
    value_t const size = integer_sign(g) < 0 ? integer_neg(single_heap, g) : g;
    EQUAL(integer_gcd(single_heap, multiply(a, g), multiply(b, g)), multiply(common, size));
}

static void check_modular(size_t limbs)
{
    value_t const base = random_integer(limbs), modulus = nonzero(limbs);
    uint64_t const x = random_below(40), y = random_below(40);
    value_t plain, rest;
    HOLDS(integer_divmod(single_heap, integer_pow(single_heap, base, x), modulus, NULL, &plain));
    EQUAL(integer_pow_mod(single_heap, base, value_fixnum((int64_t)x), modulus), plain);
    value_t const product = multiply(integer_pow_mod(single_heap, base, value_fixnum((int64_t)x), modulus),
                                     integer_pow_mod(single_heap, base, value_fixnum((int64_t)y), modulus));
    HOLDS(integer_divmod(single_heap, product, modulus, NULL, &rest));
    EQUAL(integer_pow_mod(single_heap, base, value_fixnum((int64_t)(x + y)), modulus), rest);
}

static void check_all(size_t limbs)
{
    check_ring(limbs);
    check_division(limbs);
    check_bits(limbs);
    check_text(limbs);
    check_roots(limbs);
    check_modular(limbs < 60 ? limbs : 60);
    single_collect();
}

START_TEST(laws_hold_for_small_sizes)
{
    state = single_seed();
    for (int i = 0; i < 1500; i++) check_all(1 + (size_t)i % 40);
}
END_TEST

START_TEST(laws_hold_across_the_piece_sizes)
{
    state = single_seed();
    size_t const sizes[] = {126, 127, 128, 129, 200, 256, 257, 400, 511, 512, 513, 700, 1024, 1025, 1500, 3000};
    for (size_t i = 0; i < TRP_COUNT(sizes); i++) {
        for (int j = 0; j < 3; j++) check_all(sizes[i]);
    }
}
END_TEST

START_TEST(bodies_are_given_back)
{
    state = single_seed();
    for (int i = 0; i < 20; i++) check_all(600);
    heap_collect(single_heap);
    ck_assert_uint_eq(single_heap->stats.body_bytes, 0);
}
END_TEST

// --- The fence -----------------------------------------------------------------------------------------------------

static size_t hook_calls;

static void *counting_alloc(size_t size)
{
    hook_calls++;
    return malloc(size);
}
static void *counting_realloc(void *pointer, size_t old_size, size_t new_size)
{
    (void)old_size;
    hook_calls++;
    return realloc(pointer, new_size);
}
static void counting_free(void *pointer, size_t size)
{
    (void)size;
    hook_calls++;
    free(pointer);
}

START_TEST(no_hook_of_gmp_is_ever_called)
{
    state = single_seed();
    void *(*old_alloc)(size_t);
    void *(*old_realloc)(void *, size_t, size_t);
    void (*old_free)(void *, size_t);
    mp_get_memory_functions(&old_alloc, &old_realloc, &old_free);
    mp_set_memory_functions(counting_alloc, counting_realloc, counting_free);
    for (size_t limbs = 1; limbs < 6000; limbs += limbs / 3 + 1) check_all(limbs);
    ck_assert_uint_eq(hook_calls, 0);

    // The hooks do work: a product above every threshold calls them.
    size_t const n = 30000;
    uint64_t *const limbs = calloc(4 * n, sizeof *limbs);
    memset(limbs, 0x55, 2 * n * sizeof *limbs);
    mpn_mul_n(limbs + 2 * n, limbs, limbs + n, (mp_size_t)n);
    ck_assert_uint_gt(hook_calls, 0);
    free(limbs);
    mp_set_memory_functions(old_alloc, old_realloc, old_free);
}
END_TEST

// Each piece the library hands to mpn, at its largest: an alarm when another GMP or processor has lower thresholds.
START_TEST(pieces_are_far_below_the_thresholds)
{
    mp_set_memory_functions(counting_alloc, counting_realloc, counting_free);
    size_t const n = 2 * LIMBS_MULTIPLY_PIECE;
    uint64_t *const a = calloc(8 * n, sizeof *a), *const b = a + 2 * n, *const c = b + 2 * n, *const d = c + 2 * n;
    memset(a, 0xa5, 4 * n * sizeof *a);
    mpn_mul_n(c, a, b, (mp_size_t)(n * 3 / 4));
    mpn_sqr(c, a, (mp_size_t)(n * 3 / 4));
    for (size_t i = 1; i <= LIMBS_MULTIPLY_PIECE; i += 7) mpn_mul(c, a, LIMBS_MULTIPLY_PIECE, b, (mp_size_t)i);
    for (size_t i = 2; i <= 2 * LIMBS_DIVIDE_PIECE; i += 5) {
        memset(a, 0x35, 2 * n * sizeof *a);
        mpn_divrem(d, 0, a, (mp_size_t)(i + 2 * LIMBS_DIVIDE_PIECE), b, (mp_size_t)i);
    }
    mpn_sqrtrem(c, NULL, b, 2 * LIMBS_ROOT_PIECE);
    memset(a, 0x35, 4 * n * sizeof *a);
    mpn_gcd(c, a, 2 * LIMBS_GCD_PIECE, b, 2 * LIMBS_GCD_PIECE);
    ck_assert_uint_eq(hook_calls, 0);
    free(a);
    mp_set_memory_functions(NULL, NULL, NULL);
}
END_TEST

// --- Limits --------------------------------------------------------------------------------------------------------

START_TEST(results_beyond_the_cap_are_refused)
{
    int64_t const bits = (int64_t)(BIGNUM_LIMBS_MAX * 64);
    value_t const large = integer_shift(single_heap, value_fixnum(1), bits - 65);
    ck_assert(large != VALUE_UNDEF);
    ck_assert_uint_eq(integer_shift(single_heap, large, 200), VALUE_UNDEF);
    ck_assert_uint_eq(integer_mul(single_heap, large, large), VALUE_UNDEF);
    ck_assert_uint_eq(integer_pow(single_heap, large, 3), VALUE_UNDEF);
    ck_assert_uint_eq(integer_pow(single_heap, value_fixnum(10), (uint64_t)bits), VALUE_UNDEF);
    integer_discard(single_heap, large);
}
END_TEST

static bool try_everything(value_t a, value_t b)
{
    value_t q, r;
    struct heap *const heap = single_heap;
    value_t const small = integer_shift(heap, b, -6000);
    return integer_add(heap, a, b) != VALUE_UNDEF && integer_mul(heap, a, b) != VALUE_UNDEF &&
           integer_divmod(heap, a, b, &q, &r) && integer_sqrt(heap, a) != VALUE_UNDEF &&
           integer_gcd(heap, a, b) != VALUE_UNDEF && integer_pow(heap, b, 5) != VALUE_UNDEF && small != VALUE_UNDEF &&
           integer_pow_mod(heap, a, value_fixnum(9), b) != VALUE_UNDEF && integer_xor(heap, a, b) != VALUE_UNDEF &&
           integer_to_string(heap, a, 10) != NULL;
}

START_TEST(memory_may_run_out_anywhere)
{
    size_t const count = 1300;
    uint64_t limbs[1300];
    state = single_seed();
    for (size_t i = 0; i < count; i++) limbs[i] = single_random(&state);
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        ck_assert_uint_lt(n, 100000);
        value_t const a = integer_from_limbs(single_heap, limbs, count, false);
        value_t const b = integer_from_limbs(single_heap, limbs, 500, false);
        single_heap->modes.fail_at = n;
        // A failed attempt to shrink a body does no harm, so only the run without a failure is the last.
        done = try_everything(a, b) && single_heap->modes.fail_at > 0;
        single_heap->modes.fail_at = 0;
        heap_collect(single_heap);
        ck_assert_uint_eq(single_heap->stats.body_bytes, 0);
    }
}
END_TEST

START_TEST(parsing_survives_failures)
{
    size_t const size = 40000;
    char *const text = malloc(size);
    memset(text, '7', size);
    value_t v = VALUE_UNDEF;
    for (uint64_t n = 1; v == VALUE_UNDEF; n++) {
        single_heap->modes.fail_at = n;
        v = integer_parse(single_heap, text, size, 10, true);
        single_heap->modes.fail_at = 0;
        if (v != VALUE_UNDEF) break;
        heap_collect(single_heap);
        ck_assert_uint_eq(single_heap->stats.body_bytes, 0);
    }
    struct string *const s = integer_to_string(single_heap, v, 10);
    ck_assert(string_size(s) == size && memcmp(string_bytes(s), text, size) == 0);
    free(text);
}
END_TEST

// --- Debian's ruby -------------------------------------------------------------------------------------------------

static void print_integer(FILE *out, value_t v)
{
    struct string *const s = integer_to_string(single_heap, v, 16);
    fprintf(out, " %.*s", (int)string_size(s), string_bytes(s));
}

// A line: operation, operands, result; all hexadecimal.
static void print_line(FILE *out, const char *operation, value_t a, value_t b, value_t result)
{
    fputs(operation, out);
    print_integer(out, a);
    print_integer(out, b);
    print_integer(out, result);
    fputc('\n', out);
}

START_TEST(ruby_agrees)
{
    FILE *const out = single_ruby("while l = gets; op, a, b, r = l.split; a = a.hex; b = b.hex; r = r.hex\n"
                                  "  e = op == 'gcd' ? a.gcd(b) : op == 'pow' ? a.pow(b & 0xffff, b) : a.send(op, b)\n"
                                  "  e == r or abort \"#{l}expected #{e.to_s(16)}\"; end");
    if (out == NULL) return;
    state = single_seed();
    for (int i = 0; i < 3000; i++) {
        size_t const limbs = i % 10 == 0 ? 700 : 12;
        value_t const a = random_integer(limbs), b = nonzero(limbs);
        value_t q, r;
        HOLDS(integer_divmod(single_heap, a, b, &q, &r));
        print_line(out, "+", a, b, add(a, b));
        print_line(out, "-", a, b, subtract(a, b));
        print_line(out, "*", a, b, multiply(a, b));
        print_line(out, "/", a, b, q);
        print_line(out, "%", a, b, r);
        print_line(out, "&", a, b, integer_and(single_heap, a, b));
        print_line(out, "|", a, b, integer_or(single_heap, a, b));
        print_line(out, "^", a, b, integer_xor(single_heap, a, b));
        print_line(out, "gcd", a, b, integer_gcd(single_heap, a, b));
        value_t const shift = value_fixnum((int64_t)random_below(400) - 200);
        print_line(out, "<<", a, shift, integer_shift(single_heap, a, value_to_fixnum(shift)));
        if (integer_sign(b) > 0) {
            value_t const exponent = integer_and(single_heap, b, value_fixnum(0xffff));
            print_line(out, "pow", a, b, integer_pow_mod(single_heap, a, exponent, b));
        }
        if (i % 50 == 0) single_collect();
    }
    ck_assert_int_eq(pclose(out), 0);
}
END_TEST

Suite *bignum_suite(void)
{
    Suite *const suite = suite_create("bignum");
    TCase *const tcase = tcase_create("bignum");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, single_open, single_close);
    tcase_add_test(tcase, laws_hold_for_small_sizes);
    tcase_add_test(tcase, laws_hold_across_the_piece_sizes);
    tcase_add_test(tcase, bodies_are_given_back);
    tcase_add_test(tcase, no_hook_of_gmp_is_ever_called);
    tcase_add_test(tcase, pieces_are_far_below_the_thresholds);
    tcase_add_test(tcase, results_beyond_the_cap_are_refused);
    tcase_add_test(tcase, memory_may_run_out_anywhere);
    tcase_add_test(tcase, parsing_survives_failures);
    tcase_add_test(tcase, ruby_agrees);
    suite_add_tcase(suite, tcase);
    return suite;
}
