// Handlers of the dispatch loop that differ in an operator only, as macros over the loop's own names (interp.c).
#ifndef TROUPE_VM_HANDLERS_H
#define TROUPE_VM_HANDLERS_H

#define ARITHMETIC(name, overflow, float_op)                                                                           \
    do_##name : {                                                                                                      \
        value_t const a = NEAR_B, b = NEAR_C;                                                                                  \
        int64_t out;                                                                                                   \
        if (TRP_LIKELY(value_both_fixnum(a, b)) && TRP_LIKELY(!overflow)) {                                            \
            NEAR_A = (value_t)out;                                                                                         \
            pc++;                                                                                                      \
            NEXT;                                                                                                      \
        }                                                                                                              \
        if (both_flonum(a, b)) {                                                                                       \
            value_t const v = value_try_flonum(value_to_flonum(a) float_op value_to_flonum(b));                        \
            if (TRP_LIKELY(v != VALUE_UNDEF)) {                                                                        \
                NEAR_A = v;                                                                                                \
                pc++;                                                                                                  \
                NEXT;                                                                                                  \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    goto binary

#define COMPARISON(name, op)                                                                                           \
    do_##name : {                                                                                                      \
        value_t const a = NEAR_B, b = NEAR_C;                                                                                  \
        if (TRP_LIKELY(value_both_fixnum(a, b))) {                                                                     \
            NEAR_A = value_bool((int64_t)a op (int64_t)b);                                                                 \
            pc++;                                                                                                      \
            NEXT;                                                                                                      \
        }                                                                                                              \
        if (both_flonum(a, b)) {                                                                                       \
            NEAR_A = value_bool(value_to_flonum(a) op value_to_flonum(b));                                                 \
            pc++;                                                                                                      \
            NEXT;                                                                                                      \
        }                                                                                                              \
    }                                                                                                                  \
    goto binary

#define BITS(name, op)                                                                                                 \
    do_##name : {                                                                                                      \
        value_t const a = NEAR_B, b = NEAR_C;                                                                                  \
        if (TRP_LIKELY(value_both_fixnum(a, b))) {                                                                     \
            NEAR_A = (a op b) | 1;                                                                                         \
            pc++;                                                                                                      \
            NEXT;                                                                                                      \
        }                                                                                                              \
    }                                                                                                                  \
    goto binary

// Fused compare and branch: taken when (a op b) == sense.
#define COMPARE_BRANCH(name, op, sense)                                                                                \
    do_##name : {                                                                                                      \
        value_t const a = NEAR_A, b = NEAR_B;                                                                                  \
        bool truth;                                                                                                    \
        if (TRP_LIKELY(value_both_fixnum(a, b))) {                                                                     \
            truth = (int64_t)a op (int64_t)b;                                                                          \
        } else if (both_flonum(a, b)) {                                                                                \
            truth = value_to_flonum(a) op value_to_flonum(b);                                                          \
        } else {                                                                                                       \
            operand = b;                                                                                               \
            goto branch_##sense;                                                                                       \
        }                                                                                                              \
        pc += truth == sense ? (int32_t)pc[0] + 2 : 2;                                                                 \
        NEXT;                                                                                                          \
    }

#define COMPARE_BRANCH_IMMEDIATE(name, op, sense)                                                                      \
    do_##name : {                                                                                                      \
        value_t const a = NEAR_A;                                                                                          \
        int64_t const b = (int64_t)value_fixnum((int8_t)B);                                                            \
        if (TRP_LIKELY(value_is_fixnum(a))) {                                                                          \
            pc += ((int64_t)a op b) == sense ? (int32_t)pc[0] + 2 : 2;                                                 \
            NEXT;                                                                                                      \
        }                                                                                                              \
        operand = (value_t)b;                                                                                          \
        goto branch_##sense;                                                                                           \
    }

#endif
