# Tests, by label:
#
#   quick     unit tests, the Ruby programs, tidy, some programs of actors at random     make test (debug, asan)
#   hostile   the Ruby programs under each hostile mode, oom quickly                     make test (debug)
#   full      the Ruby programs under each hostile mode, oom thoroughly; and in tsan     make test-full
#             everything that is to do with threads; random and mutated sources; more programs made at random
#
# tests/<room>/*.c make one Check program test_<room>. A room whose files hold no main() gets one that runs every
# `Suite *name(void)` they define.
set(hostile_modes gc slice move preempt cycle oom)

set(sanitizer_environment
    "ASAN_OPTIONS=exitcode=86:strict_string_checks=1:detect_stack_use_after_return=0:quarantine_size_mb=32"
    "UBSAN_OPTIONS=print_stacktrace=1"
    "TSAN_OPTIONS=exitcode=86:second_deadlock_stack=1")

function(troupe_test name)
    cmake_parse_arguments(test "" "TIMEOUT" "LABELS;COMMAND" ${ARGN})
    add_test(NAME ${name} COMMAND ${test_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${test_LABELS}" TIMEOUT ${test_TIMEOUT}
        ENVIRONMENT "${sanitizer_environment}")
endfunction()

# Writes the main() that a room's files lack.
function(write_test_main output sources)
    set(declarations)
    set(calls)
    foreach(source ${sources})
        file(STRINGS ${source} lines REGEX "^Suite \\*[a-z0-9_]+\\(void\\)")
        foreach(line ${lines})
            string(REGEX REPLACE "^Suite \\*([a-z0-9_]+).*" "\\1" suite "${line}")
            string(APPEND declarations "extern Suite *${suite}(void);\n")
            string(APPEND calls "    srunner_add_suite(runner, ${suite}());\n")
        endforeach()
    endforeach()
    file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
/* Runs every suite of one room. Written by cmake/tests.cmake. */
#include <check.h>

@declarations@
int main(void)
{
    SRunner *runner = srunner_create(NULL);
@calls@
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
]])
endfunction()

function(add_room_tests room)
    file(GLOB sources CONFIGURE_DEPENDS tests/${room}/*.c)
    if(NOT sources OR NOT room_sources)
        return()
    endif()
    if(NOT CHECK_FOUND)
        message(STATUS "Check not found (Debian package check): no unit tests for ${room}")
        return()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
    set(mains)
    foreach(source ${sources})
        file(STRINGS ${source} main REGEX "^int main\\(")
        if(main)
            list(APPEND mains ${source})
        endif()
    endforeach()
    list(LENGTH mains main_count)
    if(main_count GREATER 1)
        message(FATAL_ERROR "more than one main() in tests/${room}: ${mains}")
    elseif(main_count EQUAL 0)
        set(main ${CMAKE_BINARY_DIR}/generated/test_${room}_main.c)
        write_test_main(${main} "${sources}")
        list(APPEND sources ${main})
    endif()

    add_executable(test_${room} ${sources})
    target_include_directories(test_${room} PRIVATE src tests)
    target_compile_definitions(test_${room} PRIVATE TEST_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    target_link_libraries(test_${room} PRIVATE troupe_flags troupe PkgConfig::CHECK)
    set(labels quick)
    if(TROUPE_SANITIZE STREQUAL thread)
        set(labels full)
    endif()
    troupe_test(unit/${room} LABELS ${labels} TIMEOUT 300 COMMAND test_${room})
endfunction()

foreach(room ${TROUPE_ROOMS})
    add_room_tests(${room})
endforeach()

if(TARGET example-host)
    troupe_test(example LABELS quick TIMEOUT 60 COMMAND example-host)
    set_tests_properties(example PROPERTIES PASS_REGULAR_EXPRESSION "^\\[0, 1, 4\\]\n$")
endif()

# The printers for gdb: what they show of a value, a frame and a heap of a running program.
find_program(GDB_EXECUTABLE gdb)
if(GDB_EXECUTABLE AND TARGET troupe-command AND CMAKE_BUILD_TYPE STREQUAL Debug AND NOT TROUPE_SANITIZE)
    troupe_test(gdb LABELS quick TIMEOUT 120 COMMAND ${GDB_EXECUTABLE} -batch -nx -x tools/gdb/troupe.py
        -ex "break io_puts" -ex run -ex "print argv[0]" -ex "troupe-frames" -ex "troupe-heap" -ex kill
        --args $<TARGET_FILE:troupe-command> -e "def shown(text) = puts(text)" -e "shown [1, {a: nil}].inspect")
    set_tests_properties(gdb PROPERTIES PASS_REGULAR_EXPRESSION
        "= \"\\[1, {a: nil}\\]\".*-e:1 in shown, self = .*-e:2 in <main>.*32 bytes: [0-9]+ pages")
endif()

find_program(RUBY_EXECUTABLE ruby)
if(NOT RUBY_EXECUTABLE)
    message(STATUS "ruby not found (Debian package ruby): no tidy and no Ruby programs among the tests")
    return()
endif()

troupe_test(tidy LABELS quick tidy TIMEOUT 60 COMMAND ${RUBY_EXECUTABLE} tools/tidy)
troupe_test(builtins LABELS quick tidy TIMEOUT 60 COMMAND ${RUBY_EXECUTABLE} tools/builtins --check)
troupe_test(methods LABELS quick tidy TIMEOUT 60 COMMAND ${RUBY_EXECUTABLE} tools/methods --check)
troupe_test(bytecode LABELS quick tidy TIMEOUT 60 COMMAND ${RUBY_EXECUTABLE} tools/bytecode --check)

# One directory of Ruby programs: plainly, then under each hostile mode.
function(add_ruby_tests directory)
    set(run ${RUBY_EXECUTABLE} tests/run --exe $<TARGET_FILE:troupe-command>)
    set(name ruby/${directory})
    set(path tests/ruby/${directory})
    if(TROUPE_SANITIZE STREQUAL thread)
        troupe_test(${name} LABELS full TIMEOUT 900 COMMAND ${run} --actors --timeout 60 ${path})
        troupe_test(${name}/preempt LABELS full TIMEOUT 1800
            COMMAND ${run} --actors --timeout 60 --modes preempt ${path})
        return()
    endif()
    # The comparison with Debian's ruby says the same in every build: once is enough. The sanitizers sample the allocations
    # that debug fails one by one.
    if(TROUPE_SANITIZE)
        set(compare)
        set(thorough --thorough --sparse 4)
    else()
        set(compare --ruby)
        set(thorough --thorough)
    endif()
    troupe_test(${name} LABELS quick TIMEOUT 600 COMMAND ${run} ${compare} ${path})
    troupe_test(${name}/redefined LABELS quick TIMEOUT 600 COMMAND ${run} --modes redefined ${path})
    foreach(mode ${hostile_modes})
        troupe_test(${name}/${mode} LABELS hostile full TIMEOUT 3000 COMMAND ${run} --modes ${mode} ${path})
    endforeach()
    set_tests_properties(${name}/oom PROPERTIES LABELS hostile)
    troupe_test(${name}/oom/full LABELS full TIMEOUT 3000 COMMAND ${run} --modes oom ${thorough} ${path})
endfunction()

file(GLOB entries CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${CMAKE_SOURCE_DIR}/tests/ruby tests/ruby/*)
if(TARGET troupe-command)
    foreach(entry ${entries})
        if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/tests/ruby/${entry})
            add_ruby_tests(${entry})
        endif()
    endforeach()
    if(NOT TROUPE_SANITIZE) # each method with arguments of a hundredth of the full size: nothing is measured here
        troupe_test(long LABELS full TIMEOUT 3000 COMMAND troupe-command --workers=1 tests/long/builtins.rb 1 10000)
    endif()
    troupe_test(ruby/actor/fan_out LABELS full TIMEOUT 900
        COMMAND troupe-command tests/ruby/actor/fan_out.rb 5)
    if(NOT TROUPE_SANITIZE) # Debian's ruby takes most of the time
        set(generate ${RUBY_EXECUTABLE} tests/generate/run --exe $<TARGET_FILE:troupe-command>)
        troupe_test(generate LABELS quick TIMEOUT 600 COMMAND ${generate} --seed 1 --count 300)
        troupe_test(generate/full LABELS full TIMEOUT 3000 COMMAND ${generate} --seed 2 --count 5000)
    endif()
    set(storm ${RUBY_EXECUTABLE} tests/fuzz-actors --exe $<TARGET_FILE:troupe-command>)
    if(TROUPE_SANITIZE STREQUAL thread)
        troupe_test(storm/full LABELS full TIMEOUT 3000 COMMAND ${storm} --modes plain,cycle,preempt --seed 3 --count 1200)
    else()
        troupe_test(storm LABELS quick TIMEOUT 600 COMMAND ${storm} --seed 1 --count 120)
        troupe_test(storm/full LABELS full TIMEOUT 3000 COMMAND ${storm} --seed 2 --count 6000)
    endif()
    if(NOT TROUPE_SANITIZE STREQUAL thread) # the compiler has no threads
        troupe_test(fuzz LABELS full TIMEOUT 1800
            COMMAND ${RUBY_EXECUTABLE} tests/fuzz --exe $<TARGET_FILE:troupe-command> --seed 1 --count 200)
    endif()
endif()
