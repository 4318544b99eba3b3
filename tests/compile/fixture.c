// See fixture.h.
#include "fixture.h"

#include <string.h>

struct runtime runtime;
static struct heap_types types;
static int64_t budget;
static struct vm_code *kept[16];
static unsigned kept_count;

void open_runtime(void)
{
    static const struct heap_world_options options = {.types = &types};
    object_fill_types(types.types);
    memset(&runtime, 0, sizeof runtime);
    ck_assert(runtime_open(&runtime, &options));
    runtime.boot_heap.budget = &budget;
    kept_count = 0;
}

void close_runtime(void)
{
    while (kept_count > 0) vm_code_free(&runtime, kept[--kept_count]);
    runtime_close(&runtime);
}

enum compile_status compile_bytes(const char *source, size_t size, enum vm_code_kind kind,
                                  struct compile_result *result)
{
    struct compile_options const options = {.file = "t.rb", .line = 1, .kind = kind, .warnings = true};
    return compile_on_thread(&runtime, &runtime.boot_heap, source, size, &options, result);
}

struct vm_code *compile_ok(const char *source)
{
    struct compile_result result;
    enum compile_status const status = compile_bytes(source, strlen(source), CODE_MAIN, &result);
    ck_assert_msg(status == COMPILE_OK, "%s: %s", source, result.message ? result.message : "no message");
    base_free(result.warnings);
    if (kept_count == 16) vm_code_free(&runtime, kept[--kept_count]);
    kept[kept_count++] = result.code;
    return result.code;
}

struct text {
    char bytes[16384];
    size_t size;
};

static void add_line(const char *line, void *context)
{
    struct text *const t = context;
    bool const range = strncmp(line, "rescue ", 7) == 0 || strncmp(line, "ensure ", 7) == 0;
    if (!range && (line[0] < '0' || line[0] > '9')) return; // a head, or the names of locals
    const char *const comment = strstr(line, " ; ");
    size_t size = comment ? (size_t)(comment - line) : strlen(line);
    while (size > 0 && line[size - 1] == ' ') size--;
    ck_assert(t->size + size + 2 < sizeof t->bytes);
    memcpy(t->bytes + t->size, line, size);
    t->size += size;
    t->bytes[t->size++] = '\n';
    t->bytes[t->size] = 0;
}

const char *listing(const char *source)
{
    static struct text t;
    t.size = 0;
    t.bytes[0] = 0;
    vm_code_disassemble(&runtime, compile_ok(source), add_line, &t);
    return t.bytes;
}

void expect(const char *source, const char *wanted)
{
    const char *const got = listing(source);
    ck_assert_msg(strcmp(got, wanted) == 0, "%s\nwanted:\n%sgot:\n%s", source, wanted, got);
}

uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}
