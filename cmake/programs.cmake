# The command build/<preset>/troupe, the examples, and, in release builds, the C benchmarks in build/<preset>/benchmarks.
include(CheckLinkerFlag)

file(GLOB command_sources CONFIGURE_DEPENDS src/cli/*.c)
if(command_sources AND cli IN_LIST TROUPE_ROOMS)
    add_executable(troupe-command ${command_sources})
    set_target_properties(troupe-command PROPERTIES OUTPUT_NAME troupe)
    # No src/ on the include path: the command is the proof that include/troupe.h suffices.
    target_link_libraries(troupe-command PRIVATE troupe_flags troupe troupe::mimalloc)
    # The addresses in our tables of methods, packed: a start reads less.
    check_linker_flag(C -Wl,-z,pack-relative-relocs HAS_PACKED_RELOCATIONS)
    if(HAS_PACKED_RELOCATIONS)
        target_link_options(troupe-command PRIVATE -Wl,-z,pack-relative-relocs)
    endif()
endif()

# examples/x.c becomes example-x: a host, which sees include/troupe.h and nothing else.
file(GLOB example_sources CONFIGURE_DEPENDS examples/*.c)
if(api IN_LIST TROUPE_ROOMS)
    foreach(source ${example_sources})
        cmake_path(GET source STEM name)
        add_executable(example-${name} ${source})
        target_link_libraries(example-${name} PRIVATE troupe_flags troupe)
    endforeach()
endif()

file(GLOB benchmark_sources CONFIGURE_DEPENDS benchmarks/*.c)
if(CMAKE_BUILD_TYPE STREQUAL Release)
    foreach(source ${benchmark_sources})
        cmake_path(GET source STEM name)
        add_executable(bench-${name} ${source})
        set_target_properties(bench-${name} PROPERTIES
            OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/benchmarks)
        target_include_directories(bench-${name} PRIVATE src)
        target_link_libraries(bench-${name} PRIVATE troupe_flags troupe troupe::mimalloc)
    endforeach()
endif()
