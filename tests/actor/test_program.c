// Whole programs on several workers: conservation under storms, shared cycles all the time, flat memory, failing
// allocations. A program says by its exit status whether all was well.
#include "fixture.h"

#include <stdio.h>
#include <string.h>

#include "api/interior.h"
#include "heap/interior.h"

static struct trp_runtime *r;

static void open_program(unsigned workers, bool cycles, bool verify)
{
    trp_options const options = {.struct_size = sizeof options, .workers = workers, .gc_verify = verify};
    ck_assert_int_eq(trp_runtime_create(&r, &options), TRP_OK);
    if (cycles) runtime_actors(&r->runtime)->options.cycle_every = 2; // slices
}

static int run(const char *source)
{
    trp_program const program = {.struct_size = sizeof program, .source = source, .size = strlen(source), .file = "test"};
    int status = -1;
    char *message = NULL;
    int const code = trp_run(r, &program, &status, &message);
    ck_assert_msg(code == TRP_OK || code == TRP_ENOMEM, "%s", message != NULL ? message : "");
    trp_free(message);
    return code == TRP_OK ? status : 1;
}

static void close_program(void)
{
    ck_assert_int_eq(trp_runtime_destroy(r), TRP_OK);
    r = NULL;
}

static const char storm[] =
    "N, M = 8, 200\n"
    "sink = Ractor.new(N * M) { |n| sum = 0; n.times { sum += Ractor.receive[0] }; sum }\n"
    "rs = Array.new(N) { |i| Ractor.new(sink, i) { |s, i| M.times { |k| s << [i * M + k, \"text #{k}\"] }; i } }\n"
    "ok = rs.sum(&:value) == (0...N).sum && sink.value == (0...N * M).sum\n"
    "exit(ok ? 0 : 3)\n";

START_TEST(what_is_sent_is_received)
{
    open_program(4, false, false);
    ck_assert_int_eq(run(storm), 0);
    close_program();
}
END_TEST

START_TEST(shared_cycles_stop_a_storm_and_let_it_go_on)
{
    open_program(4, true, true);
    ck_assert_int_eq(run(storm), 0);
    struct actor_totals totals;
    actor_get_totals(&r->runtime, &totals);
    ck_assert_uint_gt(totals.shared_cycles, 0);
    close_program();
}
END_TEST

// Shared objects that only a message in flight, a queue, a result, a take or a local keeps.
START_TEST(shared_cycles_spare_what_is_in_flight)
{
    open_program(3, true, true);
    ck_assert_int_eq(run("keeper = Ractor.new { Ractor.receive; Ractor.receive }\n"
                         "keeper << [\"in a queue #{1 + 1}\".freeze, [+\"m\"]]\n"
                         "late = Ractor.new { [\"a result #{1 + 2}\".freeze, [+\"m\"]] }\n"
                         "shy = Ractor.new { Ractor.yield [\"yielded #{1 + 3}\".freeze, [+\"m\"]]; 1 }\n"
                         "port = Ractor::Port.new\n"
                         "Ractor.new(port) { |p| p << [\"at a port #{1 + 4}\".freeze, []] }.join\n"
                         "Ractor[:k] = [\"local #{1 + 5}\".freeze]\n"
                         "300.times { |i| raise 'x' unless Ractor.new(i) { |i| [\"v#{i}\".freeze, []] }.value[0] == "
                         "\"v#{i}\" }\n"
                         "keeper << 1\n"
                         "got = [port.receive, shy.take, late.value, Ractor[:k]].map(&:first)\n"
                         "keeper.value\n"
                         "exit(got == ['at a port 5', 'yielded 4', 'a result 3', 'local 6'] ? 0 : 3)\n"),
                     0);
    close_program();
}
END_TEST

START_TEST(a_storm_of_wakes_loses_none)
{
    open_program(4, false, false);
    ck_assert_int_eq(run("N = 20\n"
                         "port = Ractor::Port.new\n"
                         "rs = Array.new(N) { |i| Ractor.new(port, i) { |p, i| n = 0; "
                         "while Ractor.receive; p << i; n += 1; end; n } }\n"
                         "sent = 0\n"
                         "100.times do\n"
                         "  rs.each { |r| r << true; sent += 1 }\n"
                         "  N.times { port.receive }\n"
                         "end\n"
                         "rs.each { |r| r << nil }\n"
                         "exit(rs.sum(&:value) == sent ? 0 : 3)\n"),
                     0);
    close_program();
}
END_TEST

START_TEST(ten_thousand_lives_leave_flat_memory)
{
    open_program(2, false, false);
    r->runtime.heap_world->shared_growth_least = 1 << 20;
    atomic_store(&r->runtime.heap_world->shared_bytes_limit, 1 << 20);
    ck_assert_int_eq(run("sum = 0\n"
                         "10_000.times { |i| sum += Ractor.new(i) { |i| [i, 'x' * 100, ('y' * 100).freeze] }.value[0] }\n"
                         "exit(sum == (0...10_000).sum ? 0 : 3)\n"),
                     0);
    struct actor_totals totals;
    actor_get_totals(&r->runtime, &totals);
    ck_assert_uint_eq(totals.spawned, 10001);
    ck_assert_uint_eq(totals.ended, 10001);
    ck_assert_uint_gt(totals.shared_cycles, 0);
    const struct heap_world *const world = r->runtime.heap_world;
    ck_assert_uint_lt(atomic_load(&world->page_count), 4000); // 16 MiB
    ck_assert_int_lt(heap_shared_bytes(world), 3 << 20);
    close_program();
}
END_TEST

START_TEST(others_end_with_the_main_actor)
{
    open_program(4, false, false);
    ck_assert_int_eq(run("8.times { Ractor.new { i = 0; i += 1 while true } }\n"
                         "8.times { Ractor.new { Ractor.receive } }\n"
                         "8.times { Ractor.new { sleep } }\n"
                         "50.times { |i| Ractor.new(i) { |i| Ractor.new { loop { Ractor.yield 1 } }; i } }\n"
                         "exit 5\n"),
                     5);
    close_program();
}
END_TEST

START_TEST(timers_wake_in_time)
{
    open_program(2, false, false);
    uint64_t const before = base_clock_ns();
    ck_assert_int_eq(run("rs = Array.new(50) { |i| Ractor.new(i) { |i| sleep(i % 5 * 0.01); i } }\n"
                         "exit(rs.sum(&:value) == 1225 ? 0 : 3)\n"),
                     0);
    ck_assert_uint_ge(base_clock_ns() - before, 40000000);
    close_program();
}
END_TEST

// Each allocation of the base room failing in turn, by whichever actor makes it: an answer, and everything given back.
START_TEST(failing_allocations_are_survived)
{
    static const char source[] =
        "begin\n"
        "  r = Ractor.new([1, +'a']) { |x| Ractor.yield x; Ractor.receive }\n"
        "  a = r.take\n"
        "  r.send([a, { k: a }], move: true)\n"
        "  exit(r.value[1][:k].size == 2 ? 0 : 3)\n"
        "rescue NoMemoryError, Ractor::Error\n"
        "  exit 1\n"
        "end\n";
    for (uint64_t n = 1; n < 400; n += n < 120 ? 1 : 7) {
        open_program(2, false, false);
        base_alloc_fail_at(n);
        int const status = run(source);
        base_alloc_fail_at(0);
        ck_assert_msg(status == 0 || status == 1, "allocation %llu: status %d", (unsigned long long)n, status);
        close_program();
    }
}
END_TEST

Suite *program_suite(void)
{
    Suite *const suite = suite_create("program");
    TCase *const tcase = tcase_create("program");
    tcase_set_timeout(tcase, 240);
    tcase_add_test(tcase, what_is_sent_is_received);
    tcase_add_test(tcase, shared_cycles_stop_a_storm_and_let_it_go_on);
    tcase_add_test(tcase, shared_cycles_spare_what_is_in_flight);
    tcase_add_test(tcase, a_storm_of_wakes_loses_none);
    tcase_add_test(tcase, ten_thousand_lives_leave_flat_memory);
    tcase_add_test(tcase, others_end_with_the_main_actor);
    tcase_add_test(tcase, timers_wake_in_time);
    tcase_add_test(tcase, failing_allocations_are_survived);
    suite_add_tcase(suite, tcase);
    return suite;
}
