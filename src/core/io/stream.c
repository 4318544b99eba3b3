// Standard output and error: streams of the runtime, which all actors write to.
//
// What one call writes is one piece. A pipe, socket or terminal that nobody reads holds up whoever writes, and nobody else: no
// write waits in a slice. What would have to wait is put aside, behind what is buffered, and the writer's Ruby parks its thread
// until it is gone (IO#__drain). Only the program's end, and what closes or reopens a stream, waits in place.
//
// Invariant: the bytes of `buffer` are written before those of `aside`; while there are any of these, nothing is added to that.
// Data: the stream's lock's.
#include "core/io/io.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE 4096u // goes into a pipe, socket or terminal that has room at all

int write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t const n = write(fd, bytes, size);
        if (n >= 0) {
            bytes += n;
            size -= (size_t)n;
        } else if (errno == EAGAIN) { // somebody else's non-blocking descriptor
            struct pollfd p = {.fd = fd, .events = POLLOUT};
            (void)poll(&p, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int write_ready(int fd, const char *bytes, size_t size, size_t *at)
{
    while (*at < size) {
        struct pollfd p = {.fd = fd, .events = POLLOUT};
        if (poll(&p, 1, 0) == 0) return EAGAIN;
        size_t const left = size - *at;
        ssize_t const n = write(fd, bytes + *at, left < PIECE ? left : PIECE);
        if (n >= 0) *at += (size_t)n;
        else if (errno != EINTR) return errno;
    }
    return 0;
}

bool descriptor_waits(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode) || (S_ISCHR(s.st_mode) && isatty(fd)));
}

static bool waits(struct core_stream *stream)
{
    if (stream->kind == STREAM_UNKNOWN) stream->kind = descriptor_waits(stream->fd) ? STREAM_WAITS : STREAM_PLAIN;
    return stream->kind == STREAM_WAITS;
}

static void forget_aside(struct core_stream *stream)
{
    base_free(stream->aside);
    stream->aside = NULL;
    stream->aside_at = stream->aside_count = stream->aside_capacity = 0;
}

static bool is_empty(const struct core_stream *stream) { return stream->count == stream->at && stream->aside_count == 0; }

static void empty(struct core_stream *stream)
{
    stream->at = stream->count = 0;
    forget_aside(stream);
}

// Whatever it takes. An errno: the rest is dropped.
static int flush(struct core_stream *stream)
{
    int error = write_all(stream->fd, stream->buffer + stream->at, stream->count - stream->at);
    if (error == 0 && stream->aside_count > 0) {
        error = write_all(stream->fd, stream->aside + stream->aside_at, stream->aside_count - stream->aside_at);
    }
    empty(stream);
    return error;
}

// As far as it goes without waiting. EAGAIN: some is left. Another errno: it is dropped.
static int flush_ready(struct core_stream *stream)
{
    if (!waits(stream)) return flush(stream);
    int error = write_ready(stream->fd, stream->buffer, stream->count, &stream->at);
    if (error == 0) error = write_ready(stream->fd, stream->aside, stream->aside_count, &stream->aside_at);
    if (error != EAGAIN) empty(stream);
    return error;
}

int stream_flush(struct core_stream *stream)
{
    base_lock_acquire(&stream->lock);
    int const error = flush(stream);
    base_lock_release(&stream->lock);
    return error;
}

int stream_flush_ready(struct core_stream *stream, bool *some)
{
    base_lock_acquire(&stream->lock);
    size_t const before = stream->at + stream->aside_at;
    int const error = flush_ready(stream);
    if (some != NULL) *some = stream->at + stream->aside_at > before;
    base_lock_release(&stream->lock);
    return error;
}

bool stream_holds(struct core_stream *stream)
{
    base_lock_acquire(&stream->lock);
    bool const holds = !is_empty(stream) && waits(stream);
    base_lock_release(&stream->lock);
    return holds;
}

void stream_reopened(struct core_stream *stream)
{
    base_lock_acquire(&stream->lock);
    stream->kind = STREAM_UNKNOWN;
    base_lock_release(&stream->lock);
}

static bool add_aside(struct core_stream *stream, const char *bytes, size_t size)
{
    size_t const wanted = stream->aside_count + size;
    if (size == 0) return true;
    if (wanted > stream->aside_capacity) {
        size_t const capacity = wanted > 2 * stream->aside_capacity ? wanted : 2 * stream->aside_capacity;
        char *const grown = base_realloc(stream->aside, capacity);
        if (grown == NULL) return false;
        stream->aside = grown;
        stream->aside_capacity = capacity;
    }
    memcpy(stream->aside + stream->aside_count, bytes, size);
    stream->aside_count = wanted;
    return true;
}

// Whether buffer and piece would have to wait before they are written.
static bool must_wait(struct core_stream *stream, size_t size)
{
    if (!waits(stream)) return false;
    struct pollfd p = {.fd = stream->fd, .events = POLLOUT};
    return stream->count - stream->at + size > PIECE || poll(&p, 1, 0) == 0;
}

// The lock is held.
static int put(struct core_stream *stream, const char *bytes, size_t size)
{
    bool const direct = stream->sync || stream->tty;
    bool const fits = !direct && size <= sizeof stream->buffer - stream->count;
    if (fits && stream->aside_count == 0) {
        memcpy(stream->buffer + stream->count, bytes, size);
        stream->count += size;
        return 0;
    }
    if (stream->aside_count > 0 || must_wait(stream, size)) return EAGAIN;
    int const error = flush(stream);
    if (error != 0) return error;
    if (direct || size > sizeof stream->buffer) return write_all(stream->fd, bytes, size);
    memcpy(stream->buffer, bytes, size);
    stream->count = size;
    return 0;
}

int stream_put(struct core_stream *stream, const char *bytes, size_t size)
{
    base_lock_acquire(&stream->lock);
    int const error = put(stream, bytes, size);
    base_lock_release(&stream->lock);
    return error;
}

bool stream_put_aside(struct core_stream *stream, const value_t *strings, size_t count)
{
    base_lock_acquire(&stream->lock);
    size_t const before = stream->aside_count;
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        const struct string *const s = value_to_string(strings[i]);
        ok = add_aside(stream, string_bytes(s), string_size(s));
    }
    if (!ok) stream->aside_count = before;
    base_lock_release(&stream->lock);
    return ok;
}

void stream_free(struct core_stream *stream)
{
    forget_aside(stream);
    base_lock_destroy(&stream->lock);
}
