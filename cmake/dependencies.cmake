# Finds what troupe builds on, each as one imported target, and says which Debian package brings what is missing.
find_package(PkgConfig)
if(NOT PKG_CONFIG_FOUND)
    message(FATAL_ERROR "pkg-config not found: Debian package pkg-config (`make deps` installs everything)")
endif()
find_package(Threads REQUIRED)

# After this the target PkgConfig::<NAME> exists.
function(find_dependency name module package)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
    if(NOT ${name}_FOUND)
        message(FATAL_ERROR "${module} not found: Debian package ${package} (`make deps` installs everything)")
    endif()
endfunction()

find_dependency(UV libuv libuv1-dev)
find_dependency(ONIG oniguruma libonig-dev)
find_dependency(GMP gmp libgmp-dev)

# What a program is linked with. In a release build archives take the place of shared libraries where Debian has them: a
# library less to load and to relocate is 0.2 ms of a start.
set(uv_library PkgConfig::UV)
set(gmp_library PkgConfig::GMP)
if(CMAKE_BUILD_TYPE STREQUAL Release)
    find_library(UV_ARCHIVE libuv_a.a HINTS ${UV_LIBRARY_DIRS} ${UV_LIBDIR})
    find_library(GMP_ARCHIVE libgmp.a HINTS ${GMP_LIBRARY_DIRS} ${GMP_LIBDIR})
    if(UV_ARCHIVE)
        set(uv_library ${UV_ARCHIVE} ${CMAKE_DL_LIBS})
    endif()
    if(GMP_ARCHIVE)
        set(gmp_library ${GMP_ARCHIVE})
    endif()
endif()

# Optional: mimalloc for the command and the benchmarks, Check for the unit tests.
pkg_check_modules(CHECK QUIET IMPORTED_TARGET GLOBAL check)
find_path(MIMALLOC_INCLUDE_DIR mimalloc.h)
find_library(MIMALLOC_LIBRARY mimalloc)

# Prism: our flags for diagnostics are not meant for it, and nobody outside the archive may see its symbols. When
# src/compile/prism_xallocator.h exists it defines xmalloc and friends (and may redirect strtod).
if(NOT TROUPE_PRISM_DIR)
    set(prism_dir ${CMAKE_SOURCE_DIR}/build/deps/prism-2.1.0)
    execute_process(COMMAND ${CMAKE_SOURCE_DIR}/tools/fetch-prism ${prism_dir} RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "Prism's sources could not be fetched (above); -DTROUPE_PRISM_DIR= names a copy of them")
    endif()
else()
    set(prism_dir ${TROUPE_PRISM_DIR})
endif()
if(NOT EXISTS ${prism_dir}/include/prism.h)
    message(FATAL_ERROR "no include/prism.h in ${prism_dir}: not the unpacked prism gem")
endif()

file(GLOB prism_sources ${prism_dir}/src/*.c ${prism_dir}/src/util/*.c)
add_library(prism OBJECT ${prism_sources})
target_include_directories(prism PUBLIC ${prism_dir}/include)
target_compile_options(prism PRIVATE -w)
target_compile_definitions(prism PUBLIC PRISM_DEPTH_MAXIMUM=1000)
if(EXISTS ${CMAKE_SOURCE_DIR}/src/compile/prism_xallocator.h)
    target_compile_definitions(prism PRIVATE PRISM_XALLOCATOR)
    target_include_directories(prism PRIVATE src/compile src include)
endif()
