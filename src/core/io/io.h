// IO objects: what the files of this folder share. An IO belongs to its actor; the three standard ones are shared, and what
// they write goes through streams of the runtime under a lock.
#ifndef TROUPE_CORE_IO_H
#define TROUPE_CORE_IO_H

#include "core/exception/exception.h"

enum io_flags { IO_READABLE = 1, IO_WRITABLE = 2, IO_SYNC = 4, IO_BINARY = 8, IO_APPEND = 16, IO_AT_END = 32,
               IO_KEEP_FD = 64 };
struct io { // payload of an object of class IO or below
    value_t path;                // frozen String or nil
    int fd;                      // -1: closed
    uint32_t flags;
    struct core_stream *stream;  // standard output and error
    int64_t line_number;
    int pid;                     // of the child at the other end: 0 none
    char *in, *out;              // buffers of at least IO_BUFFER bytes, made when first used
    size_t in_at, in_end;
    size_t out_at, out_count, out_capacity; // what is to be written: from out_at to out_count
    bool waits;                  // the last attempt to read found nothing yet
};
#define IO_BUFFER 16384u

struct io *io_of(value_t v); // NULL: not an IO
struct data *io_make(struct heap *heap, class_id_t class_id, int fd, uint32_t flags, value_t path); // NULL: no memory
value_t io_new(struct ec *ec, struct heap *heap, class_id_t class_id, int fd, uint32_t flags, value_t path); // raises
// The open IO behind self; NULL: IOError set. `wanted`: IO_READABLE, IO_WRITABLE or 0.
struct io *io_open_for(struct ec *ec, value_t self, unsigned wanted);
value_t io_puts(struct ec *ec, value_t self, int argc, const value_t *argv); // IO#puts
int io_flush(struct io *io);                                // 0, or an errno
int io_put(struct io *io, const char *bytes, size_t size);  // 0, or an errno: all of it, unbroken by other actors'
// standard.c: core_global of CORE_STDIN, CORE_STDOUT or CORE_STDERR, made if need be. VALUE_UNDEF: no memory, raised.
value_t io_standard(struct ec *ec, enum core_global which);
// stream.c: standard output and error. Each 0, or an errno; EAGAIN where it says so
int stream_flush(struct core_stream *stream); // waits for whoever reads it
int stream_flush_ready(struct core_stream *stream, bool *some); // EAGAIN: some is left; *some (or NULL): some was written
int stream_put(struct core_stream *stream, const char *bytes, size_t size); // EAGAIN: it would wait; nothing was done
bool stream_put_aside(struct core_stream *stream, const value_t *strings, size_t count); // to be drained. False: no memory
bool stream_holds(struct core_stream *stream); // there is something that may have to wait
void stream_reopened(struct core_stream *stream);
int write_all(int fd, const char *bytes, size_t size); // 0, or an errno. Waits
// From bytes[*at] on, what goes without waiting. EAGAIN: some is left.
int write_ready(int fd, const char *bytes, size_t size, size_t *at);
bool descriptor_waits(int fd); // for who reads or writes its other end

#endif
