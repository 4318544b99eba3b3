// require and load: what has been loaded, reading a file, running its code in place of the caller's primitive.
#include "core/basics.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- What has been loaded: of the runtime, so that every actor sees it -----------------------------------------------

static struct core_feature *find_feature(const struct core_state *state, const struct string *path)
{
    for (size_t i = 0; i < state->feature_count; i++) {
        struct core_feature *const f = &state->features[i];
        if (strlen(f->path) == string_size(path) && memcmp(f->path, string_bytes(path), string_size(path)) == 0) return f;
    }
    return NULL;
}

static bool add_feature(struct core_state *state, char *path, const struct ec *loader)
{
    if (state->feature_count == state->feature_capacity) {
        size_t const capacity = state->feature_capacity == 0 ? 16 : 2 * state->feature_capacity;
        struct core_feature *const grown = base_realloc(state->features, capacity * sizeof *grown);
        if (grown == NULL) return false;
        state->features = grown, state->feature_capacity = capacity;
    }
    state->features[state->feature_count++] = (struct core_feature){.path = path, .loader = loader};
    return true;
}

// Whether the thread that loads `f` waits, perhaps through others, for what `me` loads.
static bool waits_for(const struct core_state *state, const struct core_feature *f, const struct ec *me)
{
    for (size_t i = 0; i < state->feature_count && f->loader != me; i++) {
        const struct core_feature *next = NULL;
        for (size_t j = 0; j < state->feature_count && next == NULL; j++) {
            const struct core_feature *const other = &state->features[j];
            if (other->loader != f->loader || other->awaited == NULL) continue;
            for (size_t k = 0; k < state->feature_count; k++) {
                if (state->features[k].path == other->awaited) next = &state->features[k];
            }
        }
        if (next == NULL || next->loader == NULL) return false;
        f = next;
    }
    return f->loader == me;
}

static void note_awaited(struct core_state *state, const struct ec *loader, const char *path)
{
    for (size_t i = 0; i < state->feature_count; i++) {
        if (state->features[i].loader == loader) state->features[i].awaited = path;
    }
}

// Primitive.feature_claim(path): true: the thread is to load it now. False: it was loaded, or who loads it waits for us.
// nil: another thread is about it.
static value_t feature_claim(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct core_state *const state = core_state(ec);
    const struct string *const path = value_to_pointer(argv[0]);
    char *const copy = base_alloc(string_size(path) + 1);
    if (copy == NULL) return vm_raise_memory(ec);
    memcpy(copy, string_bytes(path), string_size(path));
    copy[string_size(path)] = 0;
    base_lock_acquire(&state->lock);
    const struct core_feature *const f = find_feature(state, path);
    bool const added = f == NULL && add_feature(state, copy, ec->root);
    value_t result = value_bool(added);
    note_awaited(state, ec->root, NULL);
    if (f != NULL && f->loader != NULL && !waits_for(state, f, ec->root)) {
        note_awaited(state, ec->root, f->path);
        result = VALUE_NIL;
    }
    base_lock_release(&state->lock);
    if (!added) base_free(copy);
    return f == NULL && !added ? vm_raise_memory(ec) : result;
}

// Primitive.feature_listed?(path)
static value_t feature_listed(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct core_state *const state = core_state(ec);
    base_lock_acquire(&state->lock);
    const struct core_feature *const f = find_feature(state, value_to_pointer(argv[0]));
    bool const listed = f != NULL && f->listed;
    base_lock_release(&state->lock);
    return value_bool(listed);
}

// Primitive.feature_done(path, loaded): true: it was loaded. False: it was not, or is to be loaded once more.
static value_t feature_done(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct core_state *const state = core_state(ec);
    base_lock_acquire(&state->lock);
    struct core_feature *const f = find_feature(state, value_to_pointer(argv[0]));
    if (f != NULL && value_truthy(argv[1])) {
        f->loader = NULL;
        f->awaited = NULL;
        f->listed = ec->main;
    } else if (f != NULL) {
        for (size_t i = 0; i < state->feature_count; i++) {
            if (state->features[i].awaited == f->path) state->features[i].awaited = NULL;
        }
        base_free(f->path);
        *f = state->features[--state->feature_count];
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

// What the file sees as self: in actors other than the main one an object of their own that looks like the main object.
static value_t top_self(struct ec *ec)
{
    if (ec->main) return ec_vm(ec)->main_object;
    return CORE_NEW(ec, instance_new(ec->heap, core_state(ec)->main_class, 0));
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
    value_t const top = scope == NULL ? VALUE_UNDEF : top_self(ec);
    return top == VALUE_UNDEF ? VALUE_UNDEF : vm_tail_code(ec, code, top, scope, NULL);
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
    {"feature_claim", feature_claim}, {"feature_listed?", feature_listed}, {"feature_done", feature_done},
    {"load_file", load_file},         {"caller_file", caller_file},       {"caller_line", caller_line},
    {"file_readable", file_readable}};

bool load_define(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
