// The host tool that compiles the prelude:
//
//   troupe-image OUT.c FILE.rb…   writes the image (see src/vm/image.h) as a C file
//   troupe-image --nodes          prints docs/language.md: what the compiler makes of each of Prism's nodes
//
// It runs on a runtime without prelude; the order of primitives is that of the library it is linked with.
#include <stdio.h>
#include <stdlib.h>

#include "api/language.h"
#include "compile/compile.h"

struct output {
    unsigned char *bytes;
    size_t size, capacity;
};

static bool collect(const void *bytes, size_t size, void *context)
{
    struct output *const o = context;
    if (o->size + size > o->capacity) {
        o->capacity = (o->size + size) * 2;
        unsigned char *const grown = realloc(o->bytes, o->capacity);
        if (grown == NULL) return false;
        o->bytes = grown;
    }
    memcpy(o->bytes + o->size, bytes, size);
    o->size += size;
    return true;
}

static void write_bytes(FILE *file, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) fprintf(file, i % 32 == 31 ? "%u,\n" : "%u,", bytes[i]);
}

static char *read_file(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL) return NULL;
    size_t capacity = 1 << 16, used = 0;
    char *text = malloc(capacity);
    while (text != NULL) {
        used += fread(text + used, 1, capacity - used, file);
        if (used < capacity) break;
        char *const grown = realloc(text, capacity *= 2);
        if (grown == NULL) free(text);
        text = grown;
    }
    fclose(file);
    *size = used;
    return text;
}

// "src/core/array/each.rb" is known to backtraces as "<internal:array/each>", "src/core/array/array.rb" as "<internal:array>".
static void internal_name(const char *path, char *name, size_t size)
{
    const char *const slash = strrchr(path, '/');
    const char *folder = slash ? slash : path;
    while (folder > path && folder[-1] != '/') folder--;
    const char *const stem = slash ? slash + 1 : path;
    const char *const dot = strrchr(stem, '.');
    int const stem_size = dot ? (int)(dot - stem) : (int)strlen(stem);
    int const folder_size = (int)(stem - folder); // with the slash
    bool const same = folder_size == stem_size + 1 && memcmp(folder, stem, (size_t)stem_size) == 0;
    snprintf(name, size, "<internal:%.*s%.*s>", same ? 0 : folder_size, folder, stem_size, stem);
}

static struct vm_code *compile_file(struct runtime *runtime, const char *path)
{
    char name[256];
    size_t size = 0;
    char *const source = read_file(path, &size);
    if (source == NULL) {
        fprintf(stderr, "troupe-image: cannot read %s\n", path);
        return NULL;
    }
    internal_name(path, name, sizeof name);
    struct compile_options const options = {
        .file = name, .line = 1, .kind = CODE_MAIN, .prelude = true, .frozen_string_literals = 0};
    struct compile_result result;
    enum compile_status const status =
        compile_on_thread(runtime, &runtime->boot_heap, source, size, &options, &result);
    if (status != COMPILE_OK) {
        fprintf(stderr, "troupe-image: %s: %s\n", path, result.message ? result.message : "cannot be compiled");
    }
    base_free(result.message);
    base_free(result.warnings);
    free(source);
    return status == COMPILE_OK ? result.code : NULL; // the runtime's
}

static int write_image(struct runtime *runtime, const char *path, int count, char **files)
{
    struct output o = {0};
    struct vm_code **const trees = calloc((size_t)count + 1, sizeof *trees);
    bool ok = trees != NULL;
    for (int i = 0; i < count && trees != NULL; i++) ok = (trees[i] = compile_file(runtime, files[i])) != NULL && ok;
    if (ok && !vm_image_dump(runtime, trees, (uint32_t)count, collect, &o)) {
        fprintf(stderr, "troupe-image: the image cannot be written\n");
        ok = false;
    }
    free(trees);
    FILE *const file = ok ? fopen(path, "w") : NULL;
    if (ok && file == NULL) perror(path);
    if (file != NULL) {
        fprintf(file, "/* Written by tools/image: the compiled prelude. */\n#include <stddef.h>\n"
                      "extern const unsigned char prelude_image[];\nextern const size_t prelude_image_size;\n"
                      "_Alignas(8) const unsigned char prelude_image[] = {\n");
        write_bytes(file, o.bytes, o.size);
        fprintf(file, "};\nconst size_t prelude_image_size = %zu;\n", o.size);
        ok = fclose(file) == 0;
        if (!ok) remove(path);
    }
    free(o.bytes);
    return ok && file != NULL ? 0 : 1;
}

static void print_nodes(void)
{
    const char *name, *state;
    puts("# Language\n\nWhat the compiler makes of each node of Prism's tree. Written by `troupe-image --nodes`; do "
         "not edit.\n\n"
         "| node | state |\n|---|---|");
    for (unsigned i = 0; (state = compile_node_state(i, &name)) != NULL; i++) printf("| `%s` | %s |\n", name, state);
}

static const struct vm_host host;

int main(int argc, char **argv)
{
    static struct heap_types types;
    static struct runtime runtime;
    if (argc == 2 && strcmp(argv[1], "--nodes") == 0) {
        print_nodes();
        return 0;
    }
    if (argc < 2) {
        fprintf(stderr, "usage: troupe-image OUT.c FILE.rb… | --nodes\n");
        return 2;
    }
    struct heap_world_options world = {0};
    if (!api_open_language(&runtime, &types, &world, &host)) {
        fprintf(stderr, "troupe-image: cannot open a runtime\n");
        return 1;
    }
    int const status = write_image(&runtime, argv[1], argc - 2, argv + 2);
    api_close_language(&runtime);
    return status;
}
