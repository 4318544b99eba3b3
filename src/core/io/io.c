// IO: objects, buffers and writing. What one call writes is one piece: no other actor's output comes between.
#include "core/io/io.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool may_wait(const struct io *io);
static int flush_ready(struct io *io);

// --- Objects ---------------------------------------------------------------------------------------------------------

static void trace_io(struct heap_marker *marker, void *payload) { heap_mark(marker, ((struct io *)payload)->path); }

static void free_io(struct heap *heap, void *payload)
{
    (void)heap;
    struct io *const io = payload;
    if (io->fd >= 0 && io->stream == NULL) {
        (void)(may_wait(io) ? flush_ready(io) : io_flush(io)); // what nobody reads is lost
        if (!(io->flags & IO_KEEP_FD)) close(io->fd);
    }
    base_free(io->in);
    base_free(io->out);
}

static const struct data_kind io_kind = {.name = "io", .trace = trace_io, .finalize = free_io, .values = 1, .movable = true};

struct io *io_of(value_t v) { return value_is(v, TYPE_DATA) ? data_payload(v, &io_kind) : NULL; }

struct data *io_make(struct heap *heap, class_id_t class_id, int fd, uint32_t flags, value_t path)
{
    struct data *const d = data_new(heap, class_id, &io_kind, sizeof(struct io));
    if (d == NULL) return NULL;
    struct io *const io = (struct io *)d->payload;
    io->fd = fd;
    io->flags = flags;
    heap_store(heap, d, &io->path, path);
    heap_set_fin(heap, d);
    return d;
}

value_t io_new(struct ec *ec, struct heap *heap, class_id_t class_id, int fd, uint32_t flags, value_t path)
{
    return CORE_NEW(ec, io_make(heap, class_id, fd, flags, path));
}

struct io *io_open_for(struct ec *ec, value_t self, unsigned wanted)
{
    struct io *const io = io_of(self);
    const char *problem = NULL;
    if (io == NULL) problem = "uninitialized stream";
    else if (io->fd < 0) problem = "closed stream";
    else if (wanted & IO_READABLE && !(io->flags & IO_READABLE)) problem = "not opened for reading";
    else if (wanted & IO_WRITABLE && !(io->flags & IO_WRITABLE)) problem = "not opened for writing";
    if (problem == NULL) return io;
    vm_raise(ec, CLASS_IO_ERROR, "%s", problem);
    return NULL;
}

// --- Writing ---------------------------------------------------------------------------------------------------------

int io_flush(struct io *io)
{
    if (io->stream != NULL) return stream_flush(io->stream);
    size_t const at = io->out_at, count = io->out_count;
    io->out_at = io->out_count = 0;
    return write_all(io->fd, io->out + at, count - at);
}

// --- Writing to who may not read -------------------------------------------------------------------------------------
// A pipe or socket that is full must not hold up the worker. What does not fit into the buffer goes there all the same, and the
// prelude parks its thread until it is gone (IO#__drain).
static bool may_wait(const struct io *io)
{
    return io->stream != NULL ? stream_holds(io->stream) : io->out_count > 0 && descriptor_waits(io->fd);
}

// Whether to write so many bytes more is for the prelude.
static bool must_wait(const struct io *io, size_t size)
{
    if (io->stream != NULL || (!(io->flags & IO_SYNC) && io->out_count + size <= IO_BUFFER)) return false;
    return descriptor_waits(io->fd);
}

// As much as goes without waiting. 0: it is all written; EAGAIN: some is left; else another errno, and it is dropped.
static int flush_ready(struct io *io)
{
    int const error = write_ready(io->fd, io->out, io->out_count, &io->out_at);
    if (error != EAGAIN) io->out_at = io->out_count = 0;
    return error;
}

// Primitive.io_drained: whether all of it is written now; nil: some more of it.
static value_t io_drained(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_open_for(ec, self, 0);
    if (io == NULL) return VALUE_UNDEF;
    size_t const before = io->out_at;
    bool some = false;
    int const error = io->stream != NULL ? stream_flush_ready(io->stream, &some) : flush_ready(io);
    if (error == EAGAIN) return some || io->out_at > before ? VALUE_NIL : VALUE_FALSE;
    return error == 0 ? VALUE_TRUE : core_raise_errno(ec, error, NULL, io->path);
}

// Appends all of it to the buffer, however large that becomes. False: no memory.
static bool buffer_more(struct io *io, const char *bytes, size_t size)
{
    size_t const wanted = io->out_count + size;
    if (wanted > io->out_capacity) {
        char *const grown = base_realloc(io->out, wanted);
        if (grown == NULL) return false;
        io->out = grown;
        io->out_capacity = wanted;
    }
    memcpy(io->out + io->out_count, bytes, size);
    io->out_count = wanted;
    return true;
}

// What was read ahead is given back, so that writing goes on where the program thinks it is.
static void forget_read_ahead(struct io *io)
{
    if (io->in_end > io->in_at) (void)lseek(io->fd, -(off_t)(io->in_end - io->in_at), SEEK_CUR);
    io->in_at = io->in_end = 0;
}

int io_put(struct io *io, const char *bytes, size_t size)
{
    if (io->stream != NULL) return stream_put(io->stream, bytes, size);
    if (io->in_end > 0) forget_read_ahead(io);
    if (io->out == NULL) {
        io->out = base_alloc(IO_BUFFER);
        io->out_capacity = io->out == NULL ? 0 : IO_BUFFER;
    }
    if (io->out == NULL || io->flags & IO_SYNC || io->out_count + size > IO_BUFFER) {
        int const error = io->out != NULL ? io_flush(io) : 0;
        if (error != 0) return error;
    }
    if (io->out == NULL || io->flags & IO_SYNC || size > IO_BUFFER) return write_all(io->fd, bytes, size);
    memcpy(io->out + io->out_count, bytes, size);
    io->out_count += size;
    return 0;
}

// Who reads standard output has gone: as an uncaught exception this ends the process as SIGPIPE would.
static value_t raise_write(struct ec *ec, const struct io *io, int error)
{
    (void)core_raise_errno(ec, error, NULL, io->path);
    if (error == EPIPE && io->stream == &core_state(ec)->output && value_is(ec->exception, TYPE_OBJECT)) {
        (void)ivar_set(ec->runtime, ec->heap, ec->exception, SYM_ivar_signo, value_fixnum(SIGPIPE));
    }
    return VALUE_UNDEF;
}

// What reaches the disk may take its time. Streams have a lock, and wait for nothing (stream.c).
static bool writes_through(const struct io *io, size_t size)
{
    return io->stream == NULL && (io->flags & IO_SYNC || io->out_count + size > IO_BUFFER);
}

static value_t put_bytes(struct ec *ec, struct io *io, const char *bytes, size_t size)
{
    bool const native = writes_through(io, size);
    if (native) vm_native_enter(ec);
    int const error = io_put(io, bytes, size);
    if (native && !vm_native_leave(ec)) return VALUE_UNDEF;
    if (error == EAGAIN) return VALUE_FAIL; // nothing was done
    if (error != 0) return raise_write(ec, io, error);
    return value_fixnum((int64_t)size);
}

// Several strings as one piece.
static value_t put_strings(struct ec *ec, struct io *io, const value_t *strings, size_t count)
{
    if (count == 1) {
        return put_bytes(ec, io, string_bytes(value_to_pointer(strings[0])), string_size(value_to_pointer(strings[0])));
    }
    size_t size = 0;
    for (size_t i = 0; i < count; i++) size += string_size(value_to_pointer(strings[i]));
    char small[512] = "";
    char *const bytes = size <= sizeof small ? small : base_alloc(size);
    if (bytes == NULL) return vm_raise_memory(ec);
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const struct string *const s = value_to_string(strings[i]);
        memcpy(bytes + at, string_bytes(s), string_size(s));
        at += string_size(s);
    }
    value_t const result = put_bytes(ec, io, bytes, size);
    if (bytes != small) base_free(bytes);
    return result;
}

static bool all_strings(const value_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!value_is(values[i], TYPE_STRING)) return false;
    }
    return true;
}

static size_t size_of_all(const value_t *strings, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) size += string_size(value_to_pointer(strings[i]));
    return size;
}

static value_t io_write(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!all_strings(argv, (size_t)argc)) return VALUE_FAIL;
    struct io *const io = io_open_for(ec, self, IO_WRITABLE);
    if (io == NULL) return VALUE_UNDEF;
    if (must_wait(io, size_of_all(argv, (size_t)argc))) return VALUE_FAIL;
    return argc == 0 ? value_fixnum(0) : put_strings(ec, io, argv, (size_t)argc);
}

// What cannot be written at once, into the buffer.
static value_t put_aside(struct ec *ec, struct io *io, const value_t *strings, size_t count)
{
    if (io->stream != NULL && !stream_put_aside(io->stream, strings, count)) return vm_raise_memory(ec);
    if (io->stream != NULL) return value_fixnum((int64_t)size_of_all(strings, count));
    if (io->in_end > 0) forget_read_ahead(io);
    for (size_t i = 0; i < count; i++) {
        const struct string *const s = value_to_string(strings[i]);
        if (!buffer_more(io, string_bytes(s), string_size(s))) return vm_raise_memory(ec);
    }
    return value_fixnum((int64_t)size_of_all(strings, count));
}

// Primitive.io_write_all(strings). What a pipe or socket is given is to be drained.
static value_t io_write_all(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    const struct array *const a = value_to_array(argv[0]);
    struct io *const io = io_open_for(ec, self, IO_WRITABLE);
    if (io == NULL) return VALUE_UNDEF;
    size_t const count = array_count(a);
    if (count == 0) return value_fixnum(0);
    const value_t *const strings = array_items(a);
    value_t const done = must_wait(io, size_of_all(strings, count)) ? VALUE_FAIL : put_strings(ec, io, strings, count);
    return done == VALUE_FAIL ? put_aside(ec, io, strings, count) : done;
}

// --- puts ------------------------------------------------------------------------------------------------------------

#define PUTS_DEPTH 16
// Appends what puts prints of a value that needs no dispatch. 1: done, 0: somebody has to be asked, -1: no memory.
static int append_line(struct ec *ec, struct string *out, value_t v, unsigned depth)
{
    if (value_is(v, TYPE_ARRAY)) {
        const struct array *const a = value_to_array(v);
        if (depth == PUTS_DEPTH) return 0; // deeper, or it contains itself
        int done = 1;
        for (size_t i = 0; done == 1 && i < array_count(a); i++) done = append_line(ec, out, array_at(a, i), depth + 1);
        return done;
    }
    struct heap *const heap = ec->heap;
    bool ok;
    if (value_is(v, TYPE_STRING)) {
        const struct string *const s = value_to_string(v);
        size_t const size = string_size(s);
        ok = string_append(heap, out, string_bytes(s), size);
        if (size > 0 && string_bytes(s)[size - 1] == '\n') return ok ? 1 : -1;
    } else if (runtime_redefined(ec->runtime, BASIC_TO_S)) {
        return 0;
    } else if (value_is_nil(v)) {
        ok = true;
    } else if (value_is_integer(v)) {
        struct string *const s = integer_to_string(heap, v, 10);
        ok = s != NULL && string_append_string(heap, out, s);
    } else if (value_is_float(v)) {
        char text[32];
        ok = string_append(heap, out, text, float_text(value_to_double(v), text));
    } else if (value_is_symbol(v)) {
        symbol_t const s = value_to_symbol(v);
        ok = string_append(heap, out, symbol_text(ec->runtime, s), symbol_size(ec->runtime, s));
    } else if (v == VALUE_TRUE || v == VALUE_FALSE) {
        ok = string_append_text(heap, out, v == VALUE_TRUE ? "true" : "false");
    } else {
        return 0;
    }
    return ok && string_append(heap, out, "\n", 1) ? 1 : -1;
}

static value_t puts_to(struct ec *ec, struct io *io, int argc, const value_t *argv)
{
    if (argc == 1 && value_is(argv[0], TYPE_STRING)) { // the usual case needs no copy when the line is whole
        const struct string *const s = value_to_string(argv[0]);
        size_t const size = string_size(s);
        if (size > 0 && string_bytes(s)[size - 1] == '\n') {
            if (must_wait(io, size)) return VALUE_FAIL;
            value_t const done = put_bytes(ec, io, string_bytes(s), size);
            return value_is_fixnum(done) ? VALUE_NIL : done;
        }
    }
    struct string *const out = string_new_capacity(ec->heap, 64, ENCODING_BINARY);
    if (out == NULL) return vm_raise_memory(ec);
    bool const empty = argc == 0 || (argc == 1 && value_is(argv[0], TYPE_ARRAY) &&
                                     array_count(value_to_array(argv[0])) == 0);
    int done = 1;
    for (int i = 0; done == 1 && i < argc; i++) done = append_line(ec, out, argv[i], 0);
    if (done == 0) return VALUE_FAIL;
    if (done < 0 || (empty && !string_append(ec->heap, out, "\n", 1))) return vm_raise_memory(ec);
    if (must_wait(io, string_size(out))) return VALUE_FAIL;
    value_t const put = put_bytes(ec, io, string_bytes(out), string_size(out));
    return value_is_fixnum(put) ? VALUE_NIL : put;
}

value_t io_puts(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!core_is_own(ec, self, SYM_write, io_write)) return VALUE_FAIL;
    struct io *const io = io_open_for(ec, self, IO_WRITABLE);
    return io == NULL ? VALUE_UNDEF : puts_to(ec, io, argc, argv);
}

// --- State -----------------------------------------------------------------------------------------------------------

static value_t io_flush_self(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_open_for(ec, self, 0);
    if (io == NULL) return VALUE_UNDEF;
    if (may_wait(io)) return VALUE_FAIL;
    bool const native = io->stream == NULL && io->out_count > 0;
    if (native) vm_native_enter(ec);
    int const error = io_flush(io);
    if (native && !vm_native_leave(ec)) return VALUE_UNDEF;
    return error == 0 ? self : core_raise_errno(ec, error, NULL, io->path);
}

static value_t close_fd(struct ec *ec, struct io *io)
{
    bool const native = io->stream == NULL;
    int const fd = io->fd;
    vm_wait_closed(ec, fd);
    if (native) vm_native_enter(ec);
    int error = io_flush(io);
    io->fd = -1;
    if (fd > 2 && close(fd) != 0) error = errno;
    if (native && !vm_native_leave(ec)) return VALUE_UNDEF;
    return error == 0 ? VALUE_NIL : core_raise_errno(ec, error, NULL, io->path);
}

static value_t io_close(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_of(self);
    if (io == NULL || io->fd < 0) return VALUE_NIL;
    return io->pid != 0 || may_wait(io) ? VALUE_FAIL : close_fd(ec, io);
}

// Primitive.io_close: the child to be waited for.
static value_t primitive_close(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_of(self);
    int const pid = io->pid;
    io->pid = 0;
    return close_fd(ec, io) == VALUE_UNDEF ? VALUE_UNDEF : value_fixnum(pid);
}

// One direction of a stream that has two; else the stream.
static value_t close_way(struct ec *ec, value_t self, int way)
{
    struct io *const io = io_of(self);
    unsigned const gone = way == SHUT_WR ? IO_WRITABLE : IO_READABLE;
    if (io == NULL || io->fd < 0 || !(io->flags & gone)) {
        if (io == NULL || io->fd < 0) return VALUE_NIL;
        return vm_raise(ec, CLASS_IO_ERROR, "closing non-duplex IO for %s", way == SHUT_WR ? "writing" : "reading");
    }
    if (io->flags & (gone ^ (IO_READABLE | IO_WRITABLE))) {
        int const error = io_flush(io);
        if (error != 0) return core_raise_errno(ec, error, NULL, io->path);
        io->flags &= ~(uint32_t)gone;
        (void)shutdown(io->fd, way);
        return VALUE_NIL;
    }
    return io->pid != 0 ? VALUE_FAIL : close_fd(ec, io);
}

static value_t io_close_read(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return close_way(ec, self, SHUT_RD);
}

static value_t io_close_write(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return close_way(ec, self, SHUT_WR);
}

// Primitive.io_pid, io_set_pid(io, pid)
static value_t primitive_pid(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    const struct io *const io = io_of(self);
    return io->pid != 0 ? value_fixnum(io->pid) : VALUE_NIL;
}

static value_t primitive_set_pid(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    io_of(argv[0])->pid = (int)value_to_fixnum(argv[1]);
    return argv[1];
}

// Primitive.io_dup: a stream of its own on the same file.
static value_t primitive_dup(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_open_for(ec, self, 0);
    if (io == NULL) return VALUE_UNDEF;
    (void)io_flush(io);
    int const fd = fcntl(io->fd, F_DUPFD_CLOEXEC, 3);
    if (fd < 0) return core_raise_errno(ec, errno, NULL, io->path);
    uint32_t const kept = io->flags & (IO_READABLE | IO_WRITABLE | IO_SYNC | IO_BINARY | IO_APPEND);
    value_t const copy = io_new(ec, ec->heap, object_class_id(value_to_pointer(self)), fd, kept, io->path);
    if (copy == VALUE_UNDEF) close(fd);
    return copy;
}

// Primitive.io_reopen(other): self's descriptor becomes one of the other's file.
static value_t primitive_reopen(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, 0), *const other = io == NULL ? NULL : io_open_for(ec, argv[0], 0);
    if (other == NULL) return VALUE_UNDEF;
    (void)io_flush(io);
    (void)io_flush(other);
    if (io->fd != other->fd && dup3(other->fd, io->fd, io->fd > 2 ? O_CLOEXEC : 0) < 0) {
        return core_raise_errno(ec, errno, NULL, io->path);
    }
    io->in_at = io->in_end = 0;
    if (io->stream != NULL) stream_reopened(io->stream);
    if (io->stream == NULL) io->flags = (io->flags & IO_KEEP_FD) | (other->flags & ~(uint32_t)IO_KEEP_FD);
    return self;
}

static value_t io_is_closed(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    const struct io *const io = io_of(self);
    return value_bool(io == NULL || io->fd < 0);
}

static value_t io_fileno(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct io *const io = io_open_for(ec, self, 0);
    return io == NULL ? VALUE_UNDEF : value_fixnum(io->fd);
}

static value_t io_is_tty(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct io *const io = io_open_for(ec, self, 0);
    return io == NULL ? VALUE_UNDEF : value_bool(isatty(io->fd));
}

static value_t io_sync(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct io *const io = io_open_for(ec, self, 0);
    if (io == NULL) return VALUE_UNDEF;
    return value_bool(io->stream != NULL ? io->stream->sync : (io->flags & IO_SYNC) != 0);
}

static value_t io_set_sync(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, 0);
    if (io == NULL) return VALUE_UNDEF;
    bool const sync = value_truthy(argv[0]);
    if (sync) (void)io_flush(io);
    if (io->stream != NULL) {
        base_lock_acquire(&io->stream->lock);
        io->stream->sync = sync;
        base_lock_release(&io->stream->lock);
    } else {
        io->flags = sync ? io->flags | IO_SYNC : io->flags & ~(uint32_t)IO_SYNC;
    }
    return argv[0];
}

static value_t io_path(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    const struct io *const io = io_of(self);
    return io == NULL ? VALUE_NIL : io->path;
}

static value_t io_binmode(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_open_for(ec, self, 0);
    if (io == NULL) return VALUE_UNDEF;
    if (io->stream == NULL) io->flags |= IO_BINARY;
    return self;
}

// Primitive.io_wait(writing): until it may go on, or something else happens; see vm_wait_ready. wait_end: no more.
static value_t io_wait(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, 0);
    return io == NULL ? VALUE_UNDEF : vm_wait_ready(ec, io->fd, value_truthy(argv[0]) ? VM_WRITABLE : VM_READABLE, 0);
}

static value_t wait_end(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    vm_wait_end(ec);
    return VALUE_NIL;
}

// --- Registration ----------------------------------------------------------------------------------------------------

// How long each takes, see docs/builtins.md:
//   bounded: io_close io_is_closed io_fileno io_is_tty io_sync io_path io_binmode io_wait wait_end
//     primitive_pid primitive_set_pid
//   native: io_write io_puts io_flush_self io_close_read io_close_write io_set_sync io_write_all io_drained
//     primitive_close primitive_dup primitive_reopen
static const struct core_method methods[] = {
    {"write", io_write, 0, -1, CORE_TRY}, {"puts", io_puts, 0, -1, CORE_TRY}, {"flush", io_flush_self, 0, 0, CORE_TRY},
    {"close", io_close, 0, 0, CORE_TRY}, {"close_read", io_close_read, 0, 0, CORE_TRY},
    {"close_write", io_close_write, 0, 0, CORE_TRY}, {"closed?", io_is_closed, 0, 0, 0}, {"fileno", io_fileno, 0, 0, 0},
    {"to_i", io_fileno, 0, 0, 0}, {"tty?", io_is_tty, 0, 0, 0}, {"isatty", io_is_tty, 0, 0, 0},
    {"sync", io_sync, 0, 0, 0}, {"sync=", io_set_sync, 1, 1, 0}, {"path", io_path, 0, 0, 0},
    {"to_path", io_path, 0, 0, 0}, {"binmode", io_binmode, 0, 0, 0}};

static const struct vm_primitive primitives[] = {
    {"io_write_all", io_write_all}, {"io_drained", io_drained}, {"io_wait", io_wait}, {"wait_end", wait_end},
    {"io_path", io_path}, {"io_close", primitive_close}, {"io_pid", primitive_pid}, {"io_set_pid", primitive_set_pid},
    {"io_dup", primitive_dup}, {"io_reopen", primitive_reopen}};

bool core_io(struct core_boot *boot) { return CORE_METHODS(boot, CLASS_IO, methods) && CORE_PRIMITIVES(boot, primitives); }
