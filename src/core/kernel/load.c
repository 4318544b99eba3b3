// require and load: who loads what, reading a file, running its code in place of the caller's primitive.
#include "core/support/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Primitive.load_claim(hash, path, loading): what the Hash has for the path; it gets `loading`, if it has nothing. One step:
// no other thread comes between.
static value_t load_claim(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    value_t const there = hash_get(ec->runtime, value_to_hash(argv[0]), argv[1]);
    if (there != VALUE_UNDEF) return there;
    return hash_set(ec->runtime, ec->heap, value_to_hash(argv[0]), argv[1], argv[2]) ? argv[2] : vm_raise_memory(ec);
}

// --- Running ---------------------------------------------------------------------------------------------------------

// The file's text, to be freed with base_free. NULL: exception set.
static char *read_source(struct ec *ec, value_t path, size_t *size)
{
    char name[4096];
    const struct string *const s = value_to_string(path);
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
    const struct string *const path = value_to_string(argv[0]);
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
    const struct string *const s = value_to_string(argv[0]);
    snprintf(name, sizeof name, "%.*s", (int)string_size(s), string_bytes(s));
    struct stat st;
    return value_bool(stat(name, &st) == 0 && !S_ISDIR(st.st_mode) && access(name, R_OK) == 0);
}

// How long each takes, see docs/builtins.md:
//   bounded: load_claim caller_file caller_line file_readable
//   native: load_file
static const struct vm_primitive primitives[] = {
    {"load_claim", load_claim},   {"load_file", load_file},         {"caller_file", caller_file},
    {"caller_line", caller_line}, {"file_readable", file_readable}};

bool core_load(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
