// IO: reading through a buffer: bytes, lines, whole files; positions.
//
// Nothing here waits. A read that finds nothing yet answers an Array with the String of what it has so far, which is then no
// longer in the buffer; the prelude parks its thread until there is more, and gives that String to the next attempt.
#include "core/io/io.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static bool would_wait(const struct io *io)
{
    struct pollfd p = {.fd = io->fd, .events = POLLIN};
    return poll(&p, 1, 0) == 0;
}

// Reads more into the buffer, which is empty. False: end of file, an exception is set, or io->waits.
static bool fill(struct ec *ec, struct io *io)
{
    io->waits = false;
    if (io->in == NULL) io->in = base_alloc(IO_BUFFER);
    if (io->in == NULL) return vm_raise_memory(ec), false;
    if (io->out_count > 0) {
        int const error = io_flush(io);
        if (error != 0) return core_raise_errno(ec, error, NULL, io->path), false;
    }
    // A prompt is seen before its answer is waited for.
    if (io->fd == 0) (void)stream_flush_ready(&core_state(ec)->output, NULL);
    io->in_at = io->in_end = 0;
    for (;;) {
        if (would_wait(io)) return io->waits = true, false;
        vm_native_enter(ec);
        ssize_t const n = read(io->fd, io->in, IO_BUFFER);
        int const error = errno;
        if (!vm_native_leave(ec)) return false;
        if (n >= 0) {
            io->in_end = (size_t)n;
            return n > 0;
        }
        if (error == ECONNRESET && io->pid != 0) return false; // the child ended before it had read everything
        if (error == EAGAIN) return io->waits = true, false;
        if (error != EINTR) return core_raise_errno(ec, error, "io_fread", io->path), false;
    }
}

static enum encoding text_encoding(const struct io *io)
{
    return io->flags & IO_BINARY ? ENCODING_BINARY : ENCODING_UTF8;
}

#define FAILED(ec) ((ec)->unwind_kind != UNWIND_NONE)

// Keeps a growing string alive across polls.
struct reading {
    struct vm_roots roots;
    value_t string;
    size_t since;
};

// What is read into. `part`: what an earlier attempt has read, or nil.
static value_t read_target(struct ec *ec, value_t part, enum encoding encoding)
{
    return value_is_nil(part) ? CORE_NEW(ec, string_new_capacity(ec->heap, 64, encoding)) : part;
}

static void begin_reading(struct ec *ec, struct reading *r, value_t string)
{
    r->string = string;
    r->since = 0;
    r->roots = (struct vm_roots){.next = ec->roots, .values = &r->string, .count = 1};
    ec->roots = &r->roots;
}

static size_t read_so_far(const struct reading *r) { return string_size(value_to_pointer(r->string)); }

// The next attempt goes on with what there is.
static value_t to_be_continued(struct ec *ec, const struct reading *r)
{
    return CORE_NEW(ec, array_new_small(ec->heap, &r->string, 1));
}

static bool append(struct ec *ec, struct reading *r, const char *bytes, size_t size)
{
    if (!string_append(ec->heap, value_to_pointer(r->string), bytes, size)) return vm_raise_memory(ec), false;
    r->since += size;
    if (r->since < 65536) return true;
    r->since = 0;
    return vm_poll_builtin(ec, 64);
}

// At most `limit` bytes (SIZE_MAX: all that follow). The number read, or -1 with an exception set.
static int64_t read_into(struct ec *ec, struct io *io, struct reading *r, size_t limit)
{
    size_t total = 0;
    while (total < limit) {
        if (io->in_at == io->in_end && !fill(ec, io)) return FAILED(ec) ? -1 : (int64_t)total;
        size_t const ready = io->in_end - io->in_at, n = ready < limit - total ? ready : limit - total;
        if (!append(ec, r, io->in + io->in_at, n)) return -1;
        io->in_at += n;
        total += n;
    }
    return (int64_t)total;
}

// Primitive.io_read(length or nil, part): nil at the end when a length was asked for.
static value_t io_read(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    bool const all = value_is_nil(argv[0]);
    int64_t const length = all ? 0 : value_to_fixnum(argv[0]);
    if (length < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "negative length %lld given", (long long)length);
    value_t const target = read_target(ec, argv[1], all ? text_encoding(io) : ENCODING_BINARY);
    if (target == VALUE_UNDEF) return VALUE_UNDEF;
    struct reading r;
    begin_reading(ec, &r, target);
    io->waits = false;
    int64_t const n = read_into(ec, io, &r, all ? SIZE_MAX : (size_t)length - read_so_far(&r));
    ec->roots = r.roots.next;
    if (n < 0) return VALUE_UNDEF;
    if (io->waits) return to_be_continued(ec, &r);
    return !all && read_so_far(&r) == 0 && length > 0 ? VALUE_NIL : r.string;
}

static value_t nothing_read(struct ec *ec, const struct io *io)
{
    if (FAILED(ec)) return VALUE_UNDEF;
    return io->waits ? VALUE_FALSE : VALUE_NIL;
}

// Primitive.io_read_some(length): what is there without waiting for all of it; nil at the end, false: nothing yet.
static value_t io_read_some(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    if (io->in_at == io->in_end && !fill(ec, io)) return nothing_read(ec, io);
    size_t const wanted = (size_t)value_to_fixnum(argv[0]), ready = io->in_end - io->in_at;
    size_t const n = ready < wanted ? ready : wanted;
    struct string *const s = string_new(ec->heap, io->in + io->in_at, n, ENCODING_BINARY);
    io->in_at += n;
    return CORE_NEW(ec, s);
}

// Bytes of the buffer that belong to the line: up to and with `last`, at most `room`. *found: the byte was there.
static size_t line_part(const struct io *io, char last, size_t room, bool *found)
{
    const char *const from = io->in + io->in_at;
    size_t ready = io->in_end - io->in_at;
    if (ready > room) ready = room;
    const char *const end = memchr(from, last, ready);
    *found = end != NULL;
    return end != NULL ? (size_t)(end - from) + 1 : ready;
}

static bool ends_with(const struct string *s, const char *tail, size_t size)
{
    size_t const all = string_size(s);
    return all >= size && memcmp(string_bytes(s) + all - size, tail, size) == 0;
}

// A character that the limit cut is completed. False: exception.
static bool complete_character(struct ec *ec, struct io *io, struct reading *r)
{
    for (unsigned extra = 0; extra < 3; extra++) {
        struct string *const s = value_to_string(r->string);
        size_t start = string_size(s);
        const unsigned char *const bytes = (const unsigned char *)string_bytes(s);
        unsigned back = 0;
        while (start > 0 && back < 4 && (bytes[start - 1] & 0xc0) == 0x80) start--, back++;
        if (start == 0 || bytes[start - 1] < 0xc0) return true;
        unsigned const need = bytes[start - 1] >= 0xf0 ? 3 : bytes[start - 1] >= 0xe0 ? 2 : 1;
        if (back >= need) return true;
        if (read_into(ec, io, r, 1) <= 0) return !FAILED(ec);
    }
    return true;
}

static bool read_line(struct ec *ec, struct io *io, struct reading *r, const char *separator, size_t size, size_t limit)
{
    for (size_t total = read_so_far(r); total < limit;) {
        if (io->in_at == io->in_end && !fill(ec, io)) return !FAILED(ec);
        bool found;
        size_t const n = line_part(io, separator[size - 1], limit - total, &found);
        if (!append(ec, r, io->in + io->in_at, n)) return false;
        io->in_at += n;
        total += n;
        if (found && (size == 1 || ends_with(value_to_pointer(r->string), separator, size))) return true;
    }
    return io->flags & IO_BINARY || complete_character(ec, io, r);
}

static bool skip_newlines(struct ec *ec, struct io *io)
{
    for (;;) {
        if (io->in_at == io->in_end && !fill(ec, io)) return !FAILED(ec);
        if (io->in[io->in_at] != '\n') return true;
        io->in_at++;
    }
}

static void chomp(struct string *s, const char *separator, size_t size)
{
    if (!ends_with(s, separator, size)) return;
    size_t left = string_size(s) - size;
    if (size == 1 && separator[0] == '\n' && left > 0 && string_bytes(s)[left - 1] == '\r') left--;
    string_set_size(s, left);
}

// The line, or what there is of it; paragraphs begin and end with any number of newlines.
static bool read_record(struct ec *ec, struct io *io, struct reading *r, const char *separator, size_t size, size_t limit,
                        bool paragraphs)
{
    if (separator == NULL) return read_into(ec, io, r, limit == SIZE_MAX ? limit : limit - read_so_far(r)) >= 0;
    bool const ended = size > 0 && read_so_far(r) > 0 && ends_with(value_to_pointer(r->string), separator, size);
    if (paragraphs && read_so_far(r) == 0 && (!skip_newlines(ec, io) || io->waits)) return !FAILED(ec);
    if (!ended && (!read_line(ec, io, r, separator, size, limit) || io->waits)) return !FAILED(ec);
    return !paragraphs || skip_newlines(ec, io);
}

// Primitive.io_gets(separator or nil, limit or nil, chomp, part): nil at the end.
static value_t io_gets(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    bool const limited = !value_is_nil(argv[1]) && value_to_fixnum(argv[1]) >= 0;
    size_t const limit = limited ? (size_t)value_to_fixnum(argv[1]) : SIZE_MAX;
    const struct string *const given = value_is_nil(argv[0]) ? NULL : value_to_pointer(argv[0]);
    bool const paragraphs = given != NULL && string_size(given) == 0;
    const char *const separator = paragraphs ? "\n\n" : given != NULL ? string_bytes(given) : NULL;
    size_t const size = paragraphs ? 2 : given != NULL ? string_size(given) : 0;
    value_t const target = read_target(ec, argv[3], text_encoding(io));
    if (target == VALUE_UNDEF) return VALUE_UNDEF;
    struct reading r;
    begin_reading(ec, &r, target);
    io->waits = false;
    bool const ok = limit == 0 || read_record(ec, io, &r, separator, size, limit, paragraphs);
    ec->roots = r.roots.next;
    if (!ok) return VALUE_UNDEF;
    if (limit == 0) return r.string;
    if (io->waits) return to_be_continued(ec, &r);
    struct string *const line = value_to_string(r.string);
    if (string_size(line) == 0) return VALUE_NIL;
    io->line_number++;
    if (value_truthy(argv[2]) && separator != NULL) chomp(line, separator, paragraphs ? 2 : size);
    return r.string;
}

static value_t io_getbyte(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    if (io->in_at == io->in_end && !fill(ec, io)) return nothing_read(ec, io);
    return value_fixnum((unsigned char)io->in[io->in_at++]);
}

// Primitive.io_getc(part)
static value_t io_getc(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    value_t const target = read_target(ec, argv[0], text_encoding(io));
    if (target == VALUE_UNDEF) return VALUE_UNDEF;
    struct reading r;
    begin_reading(ec, &r, target);
    io->waits = false;
    bool ok = read_so_far(&r) > 0 || read_into(ec, io, &r, 1) >= 0;
    if (ok && !io->waits && !(io->flags & IO_BINARY)) ok = complete_character(ec, io, &r);
    ec->roots = r.roots.next;
    if (!ok) return VALUE_UNDEF;
    if (io->waits) return to_be_continued(ec, &r);
    return read_so_far(&r) > 0 ? r.string : VALUE_NIL;
}

// Primitive.io_unread(string): is read again.
static value_t io_unread(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    const struct string *const s = value_to_string(argv[0]);
    size_t const size = string_size(s), ready = io->in_end - io->in_at, all = size + ready;
    if (size <= io->in_at) { // as a rule: it was just read
        io->in_at -= size;
        memcpy(io->in + io->in_at, string_bytes(s), size);
        return VALUE_NIL;
    }
    if (ready > 0) memmove(io->in, io->in + io->in_at, ready);
    io->in_at = 0;
    io->in_end = ready;
    if (io->in == NULL || all > IO_BUFFER) { // how large it is already is not known
        char *const room = base_realloc(io->in, all > IO_BUFFER ? all : IO_BUFFER);
        if (room == NULL) return vm_raise_memory(ec);
        io->in = room;
    }
    memmove(io->in + size, io->in, ready);
    memcpy(io->in, string_bytes(s), size);
    io->in_end = all;
    return VALUE_NIL;
}

// Primitive.io_is_eof: nil: not known yet.
static value_t io_is_eof(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    if (io->in_at < io->in_end || fill(ec, io)) return VALUE_FALSE;
    if (FAILED(ec)) return VALUE_UNDEF;
    return io->waits ? VALUE_NIL : VALUE_TRUE;
}

// Whether a read would not wait. If it would, what was written is seen first.
static value_t io_ready(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    if (io->in_at < io->in_end || !would_wait(io)) return VALUE_TRUE;
    if (io->fd == 0) (void)stream_flush_ready(&core_state(ec)->output, NULL);
    if (io->out_count > 0) (void)io_flush(io);
    return VALUE_FALSE;
}

// --- Positions -------------------------------------------------------------------------------------------------------

static value_t io_pos(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct io *const io = io_open_for(ec, self, 0);
    if (io == NULL) return VALUE_UNDEF;
    if (io->stream == NULL) (void)io_flush(io);
    off_t const at = lseek(io->fd, 0, SEEK_CUR);
    if (at < 0) return core_raise_errno(ec, errno, NULL, io->path);
    return value_fixnum((int64_t)at - (int64_t)(io->in_end - io->in_at));
}

// Primitive.io_seek(offset, whence)
static value_t io_seek(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, 0);
    if (io == NULL) return VALUE_UNDEF;
    (void)io_flush(io);
    int64_t offset = value_to_fixnum(argv[0]);
    int const whence = (int)value_to_fixnum(argv[1]);
    if (whence == SEEK_CUR) offset -= (int64_t)(io->in_end - io->in_at);
    if (lseek(io->fd, (off_t)offset, whence) < 0) return core_raise_errno(ec, errno, NULL, io->path);
    io->in_at = io->in_end = 0;
    return value_fixnum(0);
}

static value_t io_lineno(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct io *const io = io_open_for(ec, self, IO_READABLE);
    return io == NULL ? VALUE_UNDEF : value_fixnum(io->line_number);
}

static value_t io_set_lineno(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct io *const io = io_open_for(ec, self, IO_READABLE);
    if (io == NULL) return VALUE_UNDEF;
    if (!value_is_fixnum(argv[0])) return vm_raise_type(ec, argv[0], "Integer");
    io->line_number = value_to_fixnum(argv[0]);
    return argv[0];
}

// How long each takes, see docs/builtins.md:
//   bounded: io_lineno io_set_lineno io_unread
//   native: io_pos io_read io_read_some io_gets io_seek io_getbyte io_getc io_is_eof io_ready
static const struct core_method methods[] = {
    {"pos", io_pos, 0, 0, 0}, {"tell", io_pos, 0, 0, 0}, {"lineno", io_lineno, 0, 0, 0},
    {"lineno=", io_set_lineno, 1, 1, 0}};

static const struct vm_primitive primitives[] = {
    {"io_read", io_read}, {"io_read_some", io_read_some}, {"io_gets", io_gets}, {"io_unread", io_unread},
    {"io_seek", io_seek}, {"io_getbyte", io_getbyte}, {"io_getc", io_getc}, {"io_is_eof", io_is_eof},
    {"io_ready", io_ready}};

bool core_io_read(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_IO, methods) && CORE_PRIMITIVES(boot, primitives);
}
