# The library `troupe`, its companion `troupe::mimalloc`, and the image of the prelude that is made on the way:
#
#   troupe_objects    every source of the rooms, compiled once
#   troupe-image      troupe_objects + tools/image/*.c + an empty image: a host tool that compiles the prelude
#   troupe            troupe_objects + Prism + the image that troupe-image wrote
#
# Without a prelude or without tools/image the empty image takes the real one's place.

# What every target of ours is compiled with; Prism is not.
add_library(troupe_flags INTERFACE)
target_compile_options(troupe_flags INTERFACE -Wall -Wextra $<$<BOOL:${TROUPE_WERROR}>:-Werror>)
target_compile_definitions(troupe_flags INTERFACE TRP_DEBUG=${TROUPE_DEBUG} _GNU_SOURCE)

set(room_sources)
foreach(room ${TROUPE_ROOMS})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${room}/*.c)
    list(APPEND room_sources ${sources})
endforeach()
list(FILTER room_sources EXCLUDE REGEX "/src/cli/")

file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/prelude_stub.c @ONLY CONTENT
"/* No prelude: what troupe-image itself runs with. */
#include <stddef.h>
extern const unsigned char prelude_image[];
extern const size_t prelude_image_size;
const unsigned char prelude_image[1] = {0};
const size_t prelude_image_size = 0;
")
set(prelude_stub ${CMAKE_BINARY_DIR}/generated/prelude_stub.c)

if(room_sources)
    add_library(troupe_objects OBJECT ${room_sources})
    target_include_directories(troupe_objects PUBLIC include src)
    target_link_libraries(troupe_objects PRIVATE troupe_flags PkgConfig::UV PkgConfig::ONIG PkgConfig::GMP)
    set(troupe_objects $<TARGET_OBJECTS:troupe_objects>)
endif()

# Only src/compile sees Prism's headers.
file(GLOB compile_sources CONFIGURE_DEPENDS src/compile/*.c)
set_source_files_properties(${compile_sources} PROPERTIES
    INCLUDE_DIRECTORIES "${prism_dir}/include" COMPILE_DEFINITIONS PRISM_DEPTH_MAXIMUM=1000)

# gcc would otherwise merge the interpreter's indirect jumps into one, which the branch predictor pays for.
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    set_source_files_properties(src/vm/interp.c PROPERTIES COMPILE_OPTIONS "-fno-gcse;-fno-crossjumping;-fno-tree-slp-vectorize")
endif()

function(link_troupe target scope)
    target_include_directories(${target} ${scope} include)
    target_link_libraries(${target} ${scope}
        ${uv_library} PkgConfig::ONIG ${gmp_library} Threads::Threads m)
endfunction()

# The prelude's files, in the order of prelude.list; each file there is must be in it, once.
file(STRINGS src/core/prelude.list prelude_sources REGEX "^[a-z]")
list(TRANSFORM prelude_sources PREPEND ${CMAKE_SOURCE_DIR}/src/core/)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/core/prelude.list)
file(GLOB_RECURSE prelude_files CONFIGURE_DEPENDS src/core/*.rb)
set(prelude_sorted ${prelude_sources})
list(SORT prelude_sorted)
list(SORT prelude_files)
if(NOT prelude_sorted STREQUAL prelude_files)
    message(FATAL_ERROR "src/core/prelude.list and the files src/core/*/*.rb differ")
endif()
file(GLOB image_sources CONFIGURE_DEPENDS tools/image/*.c)
if(room_sources AND prelude_sources AND image_sources AND api IN_LIST TROUPE_ROOMS)
    add_executable(troupe-image ${image_sources} ${prelude_stub} ${troupe_objects} $<TARGET_OBJECTS:prism>)
    target_include_directories(troupe-image PRIVATE src)
    target_link_libraries(troupe-image PRIVATE troupe_flags)
    link_troupe(troupe-image PRIVATE)

    # A leak in a tool that runs once is not worth a failed build.
    set(prelude_image ${CMAKE_BINARY_DIR}/generated/prelude_image.c)
    add_custom_command(OUTPUT ${prelude_image}
        COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0
                $<TARGET_FILE:troupe-image> ${prelude_image} ${prelude_sources}
        DEPENDS troupe-image ${prelude_sources}
        COMMENT "Compiling the prelude")
else()
    set(prelude_image ${prelude_stub})
endif()

add_library(troupe STATIC ${prelude_image} ${troupe_objects} $<TARGET_OBJECTS:prism>)
link_troupe(troupe PUBLIC)
add_library(troupe::troupe ALIAS troupe)

# The companion: mimalloc for whoever wants it. Debian's build of it replaces the process's malloc, so the library does
# not link it, and a sanitizer needs its own malloc. src/mimalloc/*.c is compiled either way and asks TROUPE_MIMALLOC.
add_library(troupe_mimalloc INTERFACE)
add_library(troupe::mimalloc ALIAS troupe_mimalloc)
set(has_mimalloc 0)
if(MIMALLOC_LIBRARY AND MIMALLOC_INCLUDE_DIR AND NOT TROUPE_SANITIZE)
    set(has_mimalloc 1)
    target_link_libraries(troupe_mimalloc INTERFACE ${MIMALLOC_LIBRARY})
elseif(NOT TROUPE_SANITIZE)
    message(STATUS "mimalloc not found (Debian package libmimalloc-dev): the command uses libc's malloc")
endif()
target_compile_definitions(troupe_mimalloc INTERFACE TROUPE_MIMALLOC=${has_mimalloc})
file(GLOB companion_sources CONFIGURE_DEPENDS src/mimalloc/*.c)
if(companion_sources)
    add_library(troupe_companion STATIC ${companion_sources})
    target_include_directories(troupe_companion PRIVATE include src)
    target_compile_definitions(troupe_companion PRIVATE TROUPE_MIMALLOC=${has_mimalloc})
    target_link_libraries(troupe_companion PRIVATE troupe_flags)
    target_link_libraries(troupe_mimalloc INTERFACE troupe_companion)
    if(has_mimalloc)
        target_link_libraries(troupe_companion PUBLIC ${MIMALLOC_LIBRARY})
    endif()
endif()
