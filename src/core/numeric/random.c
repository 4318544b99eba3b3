// Random: the generator MT19937, seeded and read as CRuby does, so that a seed gives the same numbers.
#include "core/support/items.h"

#include <math.h>
#include <string.h>

#define STATE_COUNT 624u
#define STATE_MIDDLE 397u

struct generator {
    uint32_t state[STATE_COUNT];
    uint32_t next; // STATE_COUNT: used up
};

static const struct data_kind kind = {.name = "random"};

static struct generator *generator_of(value_t v) { return data_payload(v, &kind); }

// --- MT19937 ---------------------------------------------------------------------------------------------------------

static void seed_word(struct generator *g, uint32_t seed)
{
    g->state[0] = seed;
    for (uint32_t i = 1; i < STATE_COUNT; i++) {
        g->state[i] = 1812433253u * (g->state[i - 1] ^ (g->state[i - 1] >> 30)) + i;
    }
    g->next = STATE_COUNT;
}

static void seed_words(struct generator *g, const uint32_t *key, size_t count)
{
    uint32_t i = 1;
    size_t j = 0;
    seed_word(g, 19650218u);
    for (size_t k = count > STATE_COUNT ? count : STATE_COUNT; k > 0; k--) {
        uint32_t const before = g->state[i - 1];
        g->state[i] = (g->state[i] ^ ((before ^ (before >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
        if (++i == STATE_COUNT) {
            g->state[0] = g->state[STATE_COUNT - 1];
            i = 1;
        }
        if (++j == count) j = 0;
    }
    for (uint32_t k = STATE_COUNT - 1; k > 0; k--) {
        uint32_t const before = g->state[i - 1];
        g->state[i] = (g->state[i] ^ ((before ^ (before >> 30)) * 1566083941u)) - i;
        if (++i == STATE_COUNT) {
            g->state[0] = g->state[STATE_COUNT - 1];
            i = 1;
        }
    }
    g->state[0] = 0x80000000u;
}

static uint32_t twist(uint32_t high, uint32_t low, uint32_t far)
{
    uint32_t const y = (high & 0x80000000u) | (low & 0x7fffffffu);
    return far ^ (y >> 1) ^ (low & 1 ? 0x9908b0dfu : 0);
}

static void refill(struct generator *g)
{
    for (uint32_t i = 0; i < STATE_COUNT; i++) {
        uint32_t const far = g->state[(i + STATE_MIDDLE) % STATE_COUNT];
        g->state[i] = twist(g->state[i], g->state[(i + 1) % STATE_COUNT], far);
    }
    g->next = 0;
}

static uint32_t next_word(struct generator *g)
{
    if (g->next >= STATE_COUNT) refill(g);
    uint32_t y = g->state[g->next++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

// --- Numbers ---------------------------------------------------------------------------------------------------------

static double real_exclusive(struct generator *g)
{
    uint32_t const a = next_word(g) >> 5, b = next_word(g) >> 6;
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

static double real_inclusive(struct generator *g)
{
    uint64_t const a = next_word(g), b = next_word(g);
    __uint128_t const m = ((__uint128_t)1 << 53) | 1;
    return ldexp((double)(uint64_t)((((__uint128_t)a << 32 | b) * m) >> 64), -53);
}

static uint64_t mask_of(uint64_t limit)
{
    return limit == 0 ? 0 : UINT64_MAX >> __builtin_clzll(limit);
}

static uint64_t limited(struct generator *g, uint64_t limit)
{
    uint64_t const mask = mask_of(limit);
    uint64_t v;
    if (limit == 0) return 0;
    if (limit <= UINT32_MAX) {
        do v = next_word(g) & mask;
        while (v > limit);
        return v;
    }
    for (;;) {
        v = ((uint64_t)next_word(g) << 32) & mask;
        if (v > limit) continue;
        v = (v | next_word(g)) & mask;
        if (v <= limit) return v;
    }
}

// --- Primitives ------------------------------------------------------------------------------------------------------

static unsigned hex_digit(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

// The magnitude's 32-bit words, lowest first; *place, a root, holds it as its text is made, with pauses. False: no memory.
static bool seed_from(struct ec *ec, struct generator *g, value_t seed, value_t *place)
{
    value_t const magnitude = integer_sign(seed) < 0 ? integer_neg(ec->heap, seed) : seed;
    if (magnitude == VALUE_UNDEF) return false;
    *place = magnitude;
    const struct string *const text = integer_to_string(ec->heap, magnitude, 16);
    if (text == NULL) return false;
    size_t const digits = string_size(text), count = (digits + 7) / 8;
    uint32_t *const words = heap_body_alloc(ec->heap, count * sizeof *words);
    if (words == NULL) return false;
    memset(words, 0, count * sizeof *words);
    for (size_t i = 0; i < digits; i++) words[i / 8] |= hex_digit(string_bytes(text)[digits - 1 - i]) << (i % 8 * 4);
    size_t used = count;
    if (used > 1 && words[used - 1] == 1) used--; // the guard of a leading zero
    if (used <= 1) seed_word(g, words[0]);
    else seed_words(g, words, used);
    heap_body_free(ec->heap, words, count * sizeof *words);
    return true;
}

// random_state(seed)
static value_t random_state(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, integer_bit_length(argv[0]) / 64, random_state, WORK_CHANGES);
    (void)self;
    struct data *const d = data_new(ec->heap, CLASS_OBJECT, &kind, sizeof(struct generator));
    if (d == NULL) return vm_raise_memory(ec);
    value_t values[2] = {value_pointer(d), VALUE_NIL};
    struct vm_roots roots = {ec->roots, values, TRP_COUNT(values)};
    ec->roots = &roots;
    bool const ok = seed_from(ec, (struct generator *)d->payload, argv[0], &values[1]);
    ec->roots = roots.next;
    return ok ? values[0] : vm_raise_memory(ec);
}

static value_t random_word(struct ec *ec, value_t self, int argc, const value_t *argv) // random_word(state)
{
    (void)ec, (void)self, (void)argc;
    return value_fixnum(next_word(generator_of(argv[0])));
}

static value_t random_real(struct ec *ec, value_t self, int argc, const value_t *argv) // random_real(state, inclusive)
{
    (void)self, (void)argc;
    struct generator *const g = generator_of(argv[0]);
    return core_make_float(ec, value_truthy(argv[1]) ? real_inclusive(g) : real_exclusive(g));
}

// random_limited(state, limit): 0 to limit, which fits 63 bits.
static value_t random_limited(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_fixnum((int64_t)limited(generator_of(argv[0]), (uint64_t)value_to_fixnum(argv[1])));
}

static value_t random_bytes(struct ec *ec, value_t self, int argc, const value_t *argv) // random_bytes(state, size)
{
    VM_LONG(ec, (uint64_t)value_to_fixnum(argv[1]) / 32, random_bytes, WORK_CHANGES);
    (void)self;
    struct generator *const g = generator_of(argv[0]);
    size_t const size = (size_t)value_to_fixnum(argv[1]);
    struct string *const out = string_new_capacity(ec->heap, size, ENCODING_BINARY);
    if (out == NULL || !string_make_writable(ec->heap, out, size)) return vm_raise_memory(ec);
    value_t root = value_pointer(out);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    char *const bytes = string_writable(out);
    for (size_t i = 0; i < size; i += 4) {
        uint32_t const word = next_word(g);
        memcpy(bytes + i, &word, size - i < 4 ? size - i : 4);
        if (i % 16384 == 0) heap_pause(ec->heap, 16384 / 32);
    }
    ec->roots = roots.next;
    string_set_size(out, size);
    return value_pointer(out);
}

static value_t random_copy(struct ec *ec, value_t self, int argc, const value_t *argv) // random_copy(state)
{
    (void)self, (void)argc;
    struct data *const d = data_new(ec->heap, CLASS_OBJECT, &kind, sizeof(struct generator));
    if (d == NULL) return vm_raise_memory(ec);
    memcpy(d->payload, generator_of(argv[0]), sizeof(struct generator));
    return value_pointer(d);
}

static value_t random_same(struct ec *ec, value_t self, int argc, const value_t *argv) // random_same(a, b)
{
    (void)ec, (void)self, (void)argc;
    const struct generator *const a = generator_of(argv[0]), *const b = generator_of(argv[1]);
    return value_bool(a->next == b->next && memcmp(a->state, b->state, sizeof a->state) == 0);
}

// random_entropy: 128 bits from the OS, as an Integer.
static value_t random_entropy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    value_t const high = integer_from_uint64(ec->heap, base_random_u64());
    value_t const low = integer_from_uint64(ec->heap, base_random_u64());
    if (high == VALUE_UNDEF || low == VALUE_UNDEF) return vm_raise_memory(ec);
    value_t const shifted = integer_shift(ec->heap, high, 64);
    return shifted == VALUE_UNDEF ? vm_raise_memory(ec) : core_or_memory(ec, integer_or(ec->heap, shifted, low));
}

// random_urandom(size): bytes from the OS.
#define URANDOM_PIECE 32768u
static value_t random_urandom(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, (uint64_t)value_to_fixnum(argv[0]) / 256, random_urandom, WORK_CHANGES);
    (void)self, (void)argc;
    size_t const size = (size_t)value_to_fixnum(argv[0]);
    struct string *const out = string_new_capacity(ec->heap, size, ENCODING_BINARY);
    if (out == NULL || !string_make_writable(ec->heap, out, size)) return vm_raise_memory(ec);
    value_t root = value_pointer(out);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    char *const bytes = string_writable(out);
    for (size_t i = 0, piece; i < size; i += piece) {
        piece = size - i < URANDOM_PIECE ? size - i : URANDOM_PIECE;
        base_random_fill(bytes + i, piece);
        heap_pause(ec->heap, URANDOM_PIECE / 256);
    }
    ec->roots = roots.next;
    string_set_size(out, size);
    return value_pointer(out);
}

// How long each takes, see docs/builtins.md:
//   bounded: random_word random_real random_copy random_same random_entropy random_limited
//   polls: random_bytes random_urandom random_state
static const struct vm_primitive primitives[] = {
    {"random_state", random_state}, {"random_word", random_word}, {"random_real", random_real},
    {"random_limited", random_limited}, {"random_bytes", random_bytes}, {"random_copy", random_copy},
    {"random_same", random_same}, {"random_entropy", random_entropy}, {"random_urandom", random_urandom},
};

bool core_random(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
