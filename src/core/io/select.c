// IO.select: which of many streams are ready, and one descriptor that is when one of them is.
//
// Streams come as three lists, of what is to be read, written and heard of urgently. To wait, all are put into an epoll
// instance, whose own descriptor the watch polls as it does any (vm_wait_ready); what is ready is then asked of all anew.
// Data: the calling actor's.
#include "core/io/io.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#define LISTS 3u

static const struct {
    short asked, answer;
    uint32_t epoll;
} kinds[LISTS] = {{POLLIN, POLLIN | POLLHUP | POLLERR, EPOLLIN},
                  {POLLOUT, POLLOUT | POLLHUP | POLLERR, EPOLLOUT},
                  {POLLPRI, POLLPRI, EPOLLPRI}};

static struct array *list_at(value_t lists, unsigned kind)
{
    return value_to_array(array_at(value_to_array(lists), kind));
}

static bool has_read_ahead(const struct io *io) { return io->in_at < io->in_end; }

// NULL: it is closed; exception set.
static const struct io *stream_at(struct ec *ec, value_t streams, unsigned kind, size_t i)
{
    return io_open_for(ec, array_at(list_at(streams, kind), i), 0);
}

static size_t count_all(value_t streams)
{
    size_t count = 0;
    for (unsigned kind = 0; kind < LISTS; kind++) count += array_count(list_at(streams, kind));
    return count;
}

static bool fill(struct ec *ec, value_t streams, struct pollfd *fds)
{
    for (unsigned kind = 0; kind < LISTS; kind++) {
        for (size_t i = 0; i < array_count(list_at(streams, kind)); i++, fds++) {
            const struct io *const io = stream_at(ec, streams, kind, i);
            if (io == NULL) return false;
            *fds = (struct pollfd){.fd = io->fd, .events = kinds[kind].asked};
        }
    }
    return true;
}

static bool is_ready(value_t streams, unsigned kind, size_t i, const struct pollfd *fd)
{
    bool const ahead = kind == 0 && has_read_ahead(io_of(array_at(list_at(streams, kind), i)));
    return ahead || fd->revents & (kinds[kind].answer | POLLNVAL);
}

// [[…], […], […]] of the objects whose streams are ready, or nil.
static value_t answer(struct ec *ec, value_t streams, value_t objects, const struct pollfd *fds)
{
    struct array *const ready = array_new(ec->heap, LISTS);
    bool any = false, ok = ready != NULL;
    for (unsigned kind = 0; ok && kind < LISTS; kind++) {
        struct array *const some = array_new(ec->heap, 0);
        ok = some != NULL && array_push(ec->heap, ready, value_pointer(some));
        for (size_t i = 0; ok && i < array_count(list_at(streams, kind)); i++, fds++) {
            if (!is_ready(streams, kind, i, fds)) continue;
            any = true;
            ok = array_push(ec->heap, some, array_at(list_at(objects, kind), i));
        }
    }
    if (!ok) return vm_raise_memory(ec);
    return any ? value_pointer(ready) : VALUE_NIL;
}

// Primitive.select_ready(streams, objects)
static value_t select_ready(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    size_t const count = count_all(argv[0]);
    struct pollfd *const fds = base_alloc_zeroed((count + 1) * sizeof *fds);
    if (fds == NULL) return vm_raise_memory(ec);
    value_t v = VALUE_UNDEF;
    if (fill(ec, argv[0], fds)) {
        while (poll(fds, count, 0) < 0 && errno == EINTR) {
        }
        v = answer(ec, argv[0], argv[1], fds);
    }
    base_free(fds);
    return v;
}

// A file, which is always ready, cannot be put in: it was found by select_ready. A stream in two lists is there once for each.
static int add(int epoll, int fd, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.fd = fd};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0 || errno == EPERM) return 0;
    if (errno != EEXIST) return errno;
    event.events = EPOLLIN | EPOLLOUT | EPOLLPRI; // it is looked at more often than it need be
    return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) == 0 ? 0 : errno;
}

static int add_all(struct ec *ec, value_t streams, int epoll, bool *raised)
{
    int error = 0;
    for (unsigned kind = 0; error == 0 && kind < LISTS; kind++) {
        for (size_t i = 0; error == 0 && i < array_count(list_at(streams, kind)); i++) {
            const struct io *const io = stream_at(ec, streams, kind, i);
            *raised = io == NULL;
            if (*raised) return 0;
            error = add(epoll, io->fd, kinds[kind].epoll);
        }
    }
    return error;
}

// Primitive.select_open(streams): the descriptor, for descriptor_wait and descriptor_close.
static value_t select_open(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    int const epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0) return core_raise_errno(ec, errno, "epoll_create", VALUE_NIL);
    bool raised = false;
    int const error = add_all(ec, argv[0], epoll, &raised);
    if (error == 0 && !raised) return value_fixnum(epoll);
    (void)close(epoll);
    return raised ? VALUE_UNDEF : core_raise_errno(ec, error, "select", VALUE_NIL);
}

// How long each takes, see docs/builtins.md:
//   moves: select_ready select_open
static const struct vm_primitive primitives[] = {{"select_ready", select_ready}, {"select_open", select_open}};

bool core_io_select(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
