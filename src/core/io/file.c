// File and Dir: opening, asking, removing; paths.
#include "core/io/io.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// A String as a path for the system. False: ArgumentError, set.
static bool path_of(struct ec *ec, value_t v, char out[PATH_MAX])
{
    const struct string *const s = value_to_string(v);
    size_t const size = string_size(s);
    if (memchr(string_bytes(s), 0, size) != NULL) {
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "path name contains null byte");
        return false;
    }
    if (size >= PATH_MAX) {
        core_raise_errno(ec, ENAMETOOLONG, "rb_sysopen", v);
        return false;
    }
    memcpy(out, string_bytes(s), size);
    out[size] = 0;
    return true;
}

static uint32_t access_flags(int mode)
{
    if ((mode & O_ACCMODE) == O_RDWR) return IO_READABLE | IO_WRITABLE;
    return (mode & O_ACCMODE) == O_WRONLY ? IO_WRITABLE : IO_READABLE;
}

bool core_data_constant(struct ec *ec, const char *path, uint32_t offset)
{
    symbol_t const name = symbol_intern_text(ec->runtime, "DATA");
    if (name == 0) return vm_raise_memory(ec), false;
    int const fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return true; // read from elsewhere: there is none
    struct string *const shown = string_from_text(ec->heap, path);
    if (shown != NULL) object_freeze(shown);
    value_t const io = shown == NULL || lseek(fd, (off_t)offset, SEEK_SET) < 0
                           ? vm_raise_memory(ec)
                           : io_new(ec, ec->heap, CLASS_FILE, fd, IO_READABLE, value_pointer(shown));
    if (io == VALUE_UNDEF) return close(fd), false;
    return vm_constant_set(ec, runtime_class(ec->runtime, CLASS_OBJECT), name, io);
}

// What a descriptor just opened becomes. It is closed when an exception is set.
static value_t opened(struct ec *ec, int fd, int error, value_t class, value_t path, int mode, bool binary)
{
    if (fd < 0) return core_raise_errno(ec, error, "rb_sysopen", path);
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode) && (mode & O_ACCMODE) != O_RDONLY) {
        close(fd);
        return core_raise_errno(ec, EISDIR, "rb_sysopen", path);
    }
    uint32_t const flags = access_flags(mode) | (binary ? IO_BINARY : 0);
    struct string *const shown = string_dup(ec->heap, value_to_pointer(path));
    if (shown != NULL) object_freeze(shown);
    value_t const io = shown == NULL ? vm_raise_memory(ec)
                                     : io_new(ec, ec->heap, value_to_class(class)->id, fd, flags, value_pointer(shown));
    if (io == VALUE_UNDEF) close(fd);
    return io;
}

// A FIFO: it opens when somebody opens the other end, which may be never.
static bool opens_late(const char *path, int mode)
{
    struct stat st;
    return (mode & O_NONBLOCK) == 0 && (mode & O_ACCMODE) != O_RDWR && stat(path, &st) == 0 && S_ISFIFO(st.st_mode);
}

// Primitive.file_open(class, path, flags, permissions, binary). nil: file_open_late must be used.
static value_t file_open(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char path[PATH_MAX];
    if (!path_of(ec, argv[1], path)) return VALUE_UNDEF;
    int const mode = (int)value_to_fixnum(argv[2]);
    mode_t const permissions = (mode_t)value_to_fixnum(argv[3]);
    vm_native_enter(ec);
    bool const late = opens_late(path, mode);
    int const fd = late ? -1 : open(path, mode | O_CLOEXEC, permissions);
    int const error = errno;
    if (!vm_native_leave(ec)) {
        if (fd >= 0) close(fd);
        return VALUE_UNDEF;
    }
    return late ? VALUE_NIL : opened(ec, fd, error, argv[0], argv[1], mode, value_truthy(argv[4]));
}

struct late_open {
    struct vm_job job;
    int mode, fd, error;
    mode_t permissions;
    char path[PATH_MAX];
};

static void open_late(struct vm_job *job)
{
    struct late_open *const late = (struct late_open *)job;
    do {
        late->fd = open(late->path, late->mode | O_CLOEXEC, late->permissions);
    } while (late->fd < 0 && errno == EINTR);
    late->error = errno;
}

static void drop_late(struct vm_job *job)
{
    struct late_open *const late = (struct late_open *)job;
    if (late->fd >= 0) close(late->fd);
    base_free(late);
}

// Primitive.file_open_late(path, flags, permissions): begins. file_opened(class, path, flags, binary): false: not yet. Between
// the two wait_job, and behind them wait_end.
static value_t file_open_late(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct late_open *const late = base_alloc_apart(sizeof *late);
    if (late == NULL) return vm_raise_memory(ec);
    late->job = (struct vm_job){open_late, drop_late};
    late->fd = -1;
    late->mode = (int)value_to_fixnum(argv[1]);
    late->permissions = (mode_t)value_to_fixnum(argv[2]);
    if (!path_of(ec, argv[0], late->path)) {
        base_free(late);
        return VALUE_UNDEF;
    }
    return vm_job_start(ec, &late->job) ? VALUE_NIL : VALUE_UNDEF;
}

static value_t file_opened(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct late_open *const late = (struct late_open *)vm_job_result(ec);
    if (late == NULL) return VALUE_FALSE;
    int const fd = late->fd, error = late->error;
    base_free(late);
    return opened(ec, fd, error, argv[0], argv[1], (int)value_to_fixnum(argv[2]), value_truthy(argv[3]));
}

static value_t wait_job(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return vm_job_wait(ec);
}

// Primitive.io_for_fd(class, fd, flags)
static value_t io_for_fd(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    int const fd = (int)value_to_fixnum(argv[1]);
    int const mode = fcntl(fd, F_GETFL);
    if (mode < 0) return core_raise_errno(ec, errno, NULL, VALUE_NIL);
    uint32_t const flags = access_flags(mode);
    return io_new(ec, ec->heap, value_to_class(argv[0])->id, fd, flags | (fd <= 2 ? IO_KEEP_FD : 0), VALUE_NIL);
}

// Primitive.io_pipe(class): [reader, writer]
static value_t io_pipe(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) return core_raise_errno(ec, errno, NULL, VALUE_NIL);
    class_id_t const id = value_to_class(argv[0])->id;
    value_t const reader = io_new(ec, ec->heap, id, fds[0], IO_READABLE, VALUE_NIL);
    uint32_t const flags = IO_WRITABLE | IO_SYNC;
    value_t const writer = reader == VALUE_UNDEF ? reader : io_new(ec, ec->heap, id, fds[1], flags, VALUE_NIL);
    if (writer == VALUE_UNDEF) {
        if (reader == VALUE_UNDEF) close(fds[0]);
        close(fds[1]);
        return VALUE_UNDEF;
    }
    value_t const pair[2] = {reader, writer};
    return CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
}

// Primitive.io_socket_pair(class): two streams, each the other's end.
static value_t io_socket_pair(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) return core_raise_errno(ec, errno, NULL, VALUE_NIL);
    class_id_t const id = value_to_class(argv[0])->id;
    uint32_t const flags = IO_READABLE | IO_WRITABLE | IO_SYNC;
    value_t pair[2];
    pair[0] = io_new(ec, ec->heap, id, fds[0], flags, VALUE_NIL);
    pair[1] = pair[0] == VALUE_UNDEF ? VALUE_UNDEF : io_new(ec, ec->heap, id, fds[1], flags, VALUE_NIL);
    if (pair[1] != VALUE_UNDEF) return CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
    if (pair[0] == VALUE_UNDEF) close(fds[0]);
    close(fds[1]);
    return VALUE_UNDEF;
}

// --- Asking ----------------------------------------------------------------------------------------------------------

// Primitive.file_stat(path, follow): [kind, size, mode, mtime seconds, mtime nanoseconds, inode, device], or nil.
static value_t file_stat(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char path[PATH_MAX];
    if (!path_of(ec, argv[0], path)) return VALUE_UNDEF;
    struct stat st;
    vm_native_enter(ec);
    int const result = value_truthy(argv[1]) ? stat(path, &st) : lstat(path, &st);
    if (!vm_native_leave(ec)) return VALUE_UNDEF;
    if (result != 0) return VALUE_NIL;
    const char *const kind = S_ISREG(st.st_mode)    ? "file"
                             : S_ISDIR(st.st_mode)  ? "directory"
                             : S_ISLNK(st.st_mode)  ? "link"
                             : S_ISFIFO(st.st_mode) ? "fifo"
                             : S_ISCHR(st.st_mode)  ? "characterSpecial"
                             : S_ISSOCK(st.st_mode) ? "socket"
                                                    : "blockSpecial";
    value_t const text = core_frozen_text(ec, kind);
    if (text == VALUE_UNDEF) return text;
    value_t const items[] = {text, value_fixnum(st.st_size), value_fixnum(st.st_mode), value_fixnum(st.st_mtim.tv_sec),
                             value_fixnum(st.st_mtim.tv_nsec), value_fixnum((int64_t)st.st_ino),
                             value_fixnum((int64_t)st.st_dev)};
    return CORE_NEW(ec, array_from(ec->heap, items, TRP_COUNT(items)));
}

// Primitive.file_access(path, 4 read, 2 write, 1 execute)
static value_t file_access(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char path[PATH_MAX];
    if (!path_of(ec, argv[0], path)) return VALUE_UNDEF;
    int const wanted = (int)value_to_fixnum(argv[1]);
    vm_native_enter(ec);
    int const result = access(path, (wanted & 4 ? R_OK : 0) | (wanted & 2 ? W_OK : 0) | (wanted & 1 ? X_OK : 0));
    return vm_native_leave(ec) ? value_bool(result == 0) : VALUE_UNDEF;
}

enum change { CHANGE_UNLINK, CHANGE_RENAME, CHANGE_MKDIR, CHANGE_RMDIR, CHANGE_SYMLINK, CHANGE_CHMOD, CHANGE_TRUNCATE,
              CHANGE_MKFIFO };

// Primitive.file_change(what, path, argument): 0, or an exception.
static value_t file_change(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char path[PATH_MAX], other[PATH_MAX];
    if (!path_of(ec, argv[1], path)) return VALUE_UNDEF;
    if (value_is(argv[2], TYPE_STRING) && !path_of(ec, argv[2], other)) return VALUE_UNDEF;
    int64_t const number = value_is_fixnum(argv[2]) ? value_to_fixnum(argv[2]) : 0;
    int result = -1;
    const char *what = "apply2files";
    vm_native_enter(ec);
    switch ((enum change)value_to_fixnum(argv[0])) {
    case CHANGE_UNLINK: result = unlink(path); break;
    case CHANGE_RENAME: result = rename(path, other), what = "rb_file_s_rename"; break;
    case CHANGE_MKDIR: result = mkdir(path, (mode_t)number), what = "dir_s_mkdir"; break;
    case CHANGE_RMDIR: result = rmdir(path), what = "dir_s_rmdir"; break;
    case CHANGE_SYMLINK: result = symlink(path, other), what = "rb_file_s_symlink"; break;
    case CHANGE_CHMOD: result = chmod(path, (mode_t)number); break;
    case CHANGE_TRUNCATE: result = truncate(path, (off_t)number), what = "rb_file_s_truncate"; break;
    case CHANGE_MKFIFO: result = mkfifo(path, (mode_t)number), what = "rb_file_s_mkfifo"; break;
    }
    int const error = errno;
    if (!vm_native_leave(ec)) return VALUE_UNDEF;
    return result == 0 ? value_fixnum(0) : core_raise_errno(ec, error, what, argv[1]);
}

// Primitive.dir_entries(path): names, with . and ..
static value_t dir_entries(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char path[PATH_MAX];
    if (!path_of(ec, argv[0], path)) return VALUE_UNDEF;
    vm_native_enter(ec);
    DIR *const dir = opendir(path);
    int const error = errno;
    if (!vm_native_leave(ec)) {
        if (dir != NULL) closedir(dir);
        return VALUE_UNDEF;
    }
    if (dir == NULL) return core_raise_errno(ec, error, "dir_initialize", argv[0]);
    struct array *const out = array_new(ec->heap, 16);
    value_t result = out == NULL ? VALUE_NIL : value_pointer(out);
    struct vm_roots roots = {.next = ec->roots, .values = &result, .count = 1};
    ec->roots = &roots;
    bool ok = out != NULL, raised = false;
    unsigned count = 0;
    for (const struct dirent *e; ok && !raised && (e = readdir(dir)) != NULL;) {
        struct string *const s = string_from_text(ec->heap, e->d_name);
        ok = s != NULL && array_push(ec->heap, value_to_array(result), value_pointer(s));
        if (++count % 256 == 0) raised = !vm_poll_builtin(ec, 256);
    }
    ec->roots = roots.next;
    closedir(dir);
    if (raised) return VALUE_UNDEF;
    return ok ? result : vm_raise_memory(ec);
}

// Primitive.dir_change(path): of the process, so of every actor.
static value_t dir_change(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char path[PATH_MAX];
    if (!path_of(ec, argv[0], path)) return VALUE_UNDEF;
    return chdir(path) == 0 ? value_fixnum(0) : core_raise_errno(ec, errno, "dir_chdir0", argv[0]);
}

static value_t dir_pwd(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    char path[PATH_MAX];
    return getcwd(path, sizeof path) != NULL ? core_text(ec, path) : core_raise_errno(ec, errno, NULL, VALUE_NIL);
}

// --- Paths -----------------------------------------------------------------------------------------------------------

// Appends `part` to an absolute path, resolving . and .. and repeated slashes. False: too long.
static bool walk(char path[PATH_MAX], const char *part, size_t size)
{
    size_t length = strlen(path);
    for (size_t at = 0; at < size;) {
        const char *const slash = memchr(part + at, '/', size - at);
        size_t const n = slash != NULL ? (size_t)(slash - part) - at : size - at;
        if (n == 2 && part[at] == '.' && part[at + 1] == '.') {
            while (length > 0 && path[length - 1] != '/') length--;
            if (length > 0) length--;
        } else if (n > 0 && !(n == 1 && part[at] == '.')) {
            if (length + n + 2 > PATH_MAX) return false;
            path[length++] = '/';
            memcpy(path + length, part + at, n);
            length += n;
        }
        at += n + 1;
    }
    path[length] = 0;
    return true;
}

// The slashes that the path began with are kept.
static value_t rooted(struct ec *ec, const struct string *root, const char *path)
{
    size_t extra = 0;
    while (root != NULL && extra + 1 < string_size(root) && string_bytes(root)[extra] == '/' &&
           string_bytes(root)[extra + 1] == '/') {
        extra++;
    }
    if (extra == 0) return core_text(ec, path);
    struct string *const s = string_new(ec->heap, string_bytes(root), extra, ENCODING_UTF8);
    return s != NULL && string_append_text(ec->heap, s, path) ? value_pointer(s) : vm_raise_memory(ec);
}

// Primitive.path_expand(path, directory or nil): `~` has been replaced.
static value_t path_expand(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char path[PATH_MAX] = "", cwd[PATH_MAX];
    const struct string *const s = value_to_string(argv[0]);
    const struct string *root = s;
    bool ok = true;
    if (string_size(s) == 0 || string_bytes(s)[0] != '/') {
        const struct string *const dir = value_is_nil(argv[1]) ? NULL : value_to_pointer(argv[1]);
        if (dir == NULL || string_size(dir) == 0 || string_bytes(dir)[0] != '/') {
            ok = getcwd(cwd, sizeof cwd) != NULL && walk(path, cwd, strlen(cwd));
        }
        if (ok && dir != NULL) ok = walk(path, string_bytes(dir), string_size(dir));
        root = dir;
    }
    if (!ok || !walk(path, string_bytes(s), string_size(s))) return core_raise_errno(ec, ENAMETOOLONG, NULL, argv[0]);
    return rooted(ec, root, path[0] == 0 ? "/" : path);
}

// Primitive.path_real(path)
static value_t path_real(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char path[PATH_MAX], out[PATH_MAX];
    if (!path_of(ec, argv[0], path)) return VALUE_UNDEF;
    vm_native_enter(ec);
    bool const found = realpath(path, out) != NULL;
    int const error = errno;
    if (!vm_native_leave(ec)) return VALUE_UNDEF;
    return found ? core_text(ec, out) : core_raise_errno(ec, error, "rb_realpath_internal", argv[0]);
}

// Primitive.path_base(path): the last part, without slashes.
static value_t path_base(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct string *const s = value_to_string(argv[0]);
    const char *const bytes = string_bytes(s);
    size_t end = string_size(s);
    if (end == 0) return core_text(ec, "");
    while (end > 1 && bytes[end - 1] == '/') end--;
    size_t start = end;
    while (start > 0 && bytes[start - 1] != '/') start--;
    if (start == end) return core_text(ec, "/");
    return CORE_NEW(ec, string_sub(ec->heap, s, start, end - start));
}

// Primitive.path_directory(path)
static value_t path_directory(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct string *const s = value_to_string(argv[0]);
    const char *const bytes = string_bytes(s);
    size_t end = string_size(s);
    while (end > 1 && bytes[end - 1] == '/') end--;
    while (end > 0 && bytes[end - 1] != '/') end--;
    if (end == 0) return core_text(ec, ".");
    while (end > 1 && bytes[end - 1] == '/') end--;
    return CORE_NEW(ec, string_sub(ec->heap, s, 0, end));
}

// Primitive.path_extension(path)
static value_t path_extension(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct string *const s = value_to_string(argv[0]);
    const char *const bytes = string_bytes(s);
    size_t end = string_size(s);
    while (end > 1 && bytes[end - 1] == '/') end--;
    size_t base = end;
    while (base > 0 && bytes[base - 1] != '/') base--;
    while (base < end && bytes[base] == '.') base++; // a leading dot hides, it starts no extension
    size_t dot = end;
    while (dot > base && bytes[dot - 1] != '.') dot--;
    if (dot == base) return core_text(ec, "");
    return CORE_NEW(ec, string_sub(ec->heap, s, dot - 1, end - dot + 1));
}

// --- Registration ----------------------------------------------------------------------------------------------------

// How long each takes, see docs/builtins.md:
//   bounded: file_open_late wait_job dir_change file_access dir_pwd path_real path_base path_directory path_extension
//   in-place: dir_entries
//   native: file_open file_opened io_for_fd io_pipe io_socket_pair file_stat file_change path_expand
static const struct vm_primitive primitives[] = {
    {"file_open", file_open}, {"file_open_late", file_open_late}, {"file_opened", file_opened}, {"wait_job", wait_job},
    {"io_for_fd", io_for_fd}, {"io_pipe", io_pipe},
    {"io_socket_pair", io_socket_pair}, {"dir_change", dir_change}, {"file_stat", file_stat},
    {"file_access", file_access}, {"file_change", file_change}, {"dir_entries", dir_entries}, {"dir_pwd", dir_pwd},
    {"path_expand", path_expand}, {"path_real", path_real}, {"path_base", path_base},
    {"path_directory", path_directory},
    {"path_extension", path_extension}};

static bool constant(struct core_boot *boot, class_id_t class, const char *text, value_t v)
{
    symbol_t const name = symbol_intern_text(boot->runtime, text);
    return name != 0 &&
           class_constant_set(boot->runtime, &boot->runtime->boot_heap, runtime_class(boot->runtime, class), name, v,
                              true);
}

static bool define_constants(struct core_boot *boot)
{
    static const struct {
        const char *name;
        int value;
    } rows[] = {{"RDONLY", O_RDONLY}, {"WRONLY", O_WRONLY}, {"RDWR", O_RDWR}, {"APPEND", O_APPEND}, {"CREAT", O_CREAT},
                {"EXCL", O_EXCL}, {"NONBLOCK", O_NONBLOCK}, {"TRUNC", O_TRUNC}, {"BINARY", 0}, {"LOCK_SH", 1},
                {"LOCK_EX", 2}, {"LOCK_NB", 4}, {"LOCK_UN", 8}, {"NULL", -1}};
    struct heap *const heap = &boot->runtime->boot_heap;
    struct class *const constants = module_new(boot->runtime, heap);
    bool changed;
    if (constants == NULL || !constant(boot, CLASS_FILE, "Constants", class_value(constants))) return false;
    struct string *const name = string_from_text(heap, "File::Constants");
    struct string *const slash = string_from_text(heap, "/"), *const null = string_from_text(heap, "/dev/null");
    if (name == NULL || slash == NULL || null == NULL) return false;
    object_freeze(name);
    object_freeze(slash);
    object_freeze(null);
    class_set_name(boot->runtime, constants, value_pointer(name), false);
    for (size_t i = 0; i < TRP_COUNT(rows); i++) {
        value_t const v = rows[i].value < 0 ? value_pointer(null) : value_fixnum(rows[i].value);
        if (!constant(boot, constants->id, rows[i].name, v)) return false;
    }
    return class_include(boot->runtime, runtime_class(boot->runtime, CLASS_IO), constants, &changed) &&
           constant(boot, CLASS_FILE, "SEPARATOR", value_pointer(slash)) &&
           constant(boot, CLASS_FILE, "Separator", value_pointer(slash)) &&
           constant(boot, CLASS_FILE, "ALT_SEPARATOR", VALUE_NIL) &&
           constant(boot, CLASS_IO, "SEEK_SET", value_fixnum(SEEK_SET)) &&
           constant(boot, CLASS_IO, "SEEK_CUR", value_fixnum(SEEK_CUR)) &&
           constant(boot, CLASS_IO, "SEEK_END", value_fixnum(SEEK_END));
}

bool core_file(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives) && define_constants(boot); }
