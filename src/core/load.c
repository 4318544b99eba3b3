// require and load: what has been loaded, reading a file, running its code in place of the caller's primitive.
#include "core/basics.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- What has been loaded: of the runtime, so that every actor sees it -----------------------------------------------

static size_t find_feature(const struct core_state *state, const char *bytes, size_t size)
{
    size_t i = 0;
    for (; i < state->feature_count; i++) {
        if (strlen(state->features[i]) == size && memcmp(state->features[i], bytes, size) == 0) break;
    }
    return i;
}

// Primitive.feature_claim(path): false when it was loaded, or is being loaded, already.
static value_t feature_claim(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct core_state *const state = core_state(ec);
    const struct string *const s = value_to_pointer(argv[0]);
    size_t const size = string_size(s);
    char *const copy = base_alloc(size + 1);
    if (copy == NULL) return vm_raise_memory(ec);
    memcpy(copy, string_bytes(s), size);
    copy[size] = 0;
    bool ok = true, fresh = false;
    base_lock_acquire(&state->lock);
    if (find_feature(state, copy, size) == state->feature_count) {
        if (state->feature_count == state->feature_capacity) {
            size_t const capacity = state->feature_capacity == 0 ? 16 : 2 * state->feature_capacity;
            char **const grown = base_realloc(state->features, capacity * sizeof *grown);
            ok = grown != NULL;
            if (ok) state->features = grown, state->feature_capacity = capacity;
        }
        fresh = ok;
        if (fresh) state->features[state->feature_count++] = copy;
    }
    base_lock_release(&state->lock);
    if (!fresh) base_free(copy);
    return ok ? value_bool(fresh) : vm_raise_memory(ec);
}

// Primitive.feature_release(path): loading failed.
static value_t feature_release(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct core_state *const state = core_state(ec);
    const struct string *const s = value_to_pointer(argv[0]);
    base_lock_acquire(&state->lock);
    size_t const at = find_feature(state, string_bytes(s), string_size(s));
    if (at < state->feature_count) {
        base_free(state->features[at]);
        memmove(state->features + at, state->features + at + 1,
                (--state->feature_count - at) * sizeof *state->features);
    }
    base_lock_release(&state->lock);
    return VALUE_NIL;
}

// --- Running ---------------------------------------------------------------------------------------------------------

// The file's text, to be freed with base_free. NULL: exception set.
static char *read_source(struct ec *ec, value_t path, size_t *size)
{
    char name[4096];
    const struct string *const s = value_to_pointer(path);
    snprintf(name, sizeof name, "%.*s", (int)string_size(s), string_bytes(s));
    int const fd = open(name, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0 || S_ISDIR(st.st_mode)) {
        if (fd >= 0) close(fd);
        vm_raise(ec, CLASS_LOAD_ERROR, "cannot load such file -- %s", name);
        return NULL;
    }
    size_t capacity = (size_t)st.st_size + 1, count = 0;
    char *text = base_alloc(capacity);
    while (text != NULL) {
        ssize_t const n = read(fd, text + count, capacity - count);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        count += (size_t)n;
        if (count < capacity) continue;
        char *const grown = base_realloc(text, 2 * capacity);
        if (grown == NULL) base_free(text);
        text = grown;
        capacity *= 2;
    }
    close(fd);
    if (text == NULL) vm_raise_memory(ec);
    *size = count;
    return text;
}

// Primitive.load_file(path, module or nil): runs the file as a program of its own; its value is not used.
static value_t load_file(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    if (ec_vm(ec)->host.compile == NULL) return vm_raise(ec, CLASS_LOAD_ERROR, "loading is not possible here");
    size_t size = 0;
    char *const text = read_source(ec, argv[0], &size);
    if (text == NULL) return VALUE_UNDEF;
    const struct string *const path = value_to_pointer(argv[0]);
    char name[4096];
    snprintf(name, sizeof name, "%.*s", (int)string_size(path), string_bytes(path));
    struct vm_source const source = {
        .bytes = text, .size = size, .file = name, .line = 1, .kind = CODE_MAIN, .encoding = ENCODING_UTF8};
    struct vm_code *const code = ec_vm(ec)->host.compile(ec, &source);
    base_free(text);
    if (code == NULL) return VALUE_UNDEF;
    code->name = symbol_intern_text(ec->runtime, "<top (required)>"); // in backtraces
    struct class *const object = runtime_class(ec->runtime, CLASS_OBJECT);
    struct method *scope = vm_scope_new(ec, object, NULL);
    if (scope == NULL) return VALUE_UNDEF;
    scope->default_visibility = METHOD_PRIVATE;
    if (is_class(argv[1])) scope = vm_scope_new(ec, value_to_class(argv[1]), scope);
    return scope == NULL ? VALUE_UNDEF : vm_tail_code(ec, code, ec_vm(ec)->main_object, scope, NULL);
}

// Primitive.caller_file: of the user's frame that called, or nil.
static value_t caller_file(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    const struct vm_frame *const f = vm_user_frame(ec);
    if (f == NULL || f->code->file == 0) return VALUE_NIL;
    return CORE_NEW(ec, symbol_string(ec->runtime, ec->heap, f->code->file));
}

static value_t caller_line(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    const struct vm_frame *const f = vm_user_frame(ec);
    return f == NULL ? VALUE_NIL : value_fixnum(vm_frame_line(f));
}

// Primitive.file_readable(path): a plain file that can be read.
static value_t file_readable(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    char name[4096];
    const struct string *const s = value_to_pointer(argv[0]);
    snprintf(name, sizeof name, "%.*s", (int)string_size(s), string_bytes(s));
    struct stat st;
    return value_bool(stat(name, &st) == 0 && !S_ISDIR(st.st_mode) && access(name, R_OK) == 0);
}

static const struct vm_primitive primitives[] = {
    {"feature_claim", feature_claim}, {"feature_release", feature_release}, {"load_file", load_file},
    {"caller_file", caller_file}, {"caller_line", caller_line}, {"file_readable", file_readable}};

bool load_define(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
