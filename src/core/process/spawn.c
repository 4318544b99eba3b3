// Child processes: starting, waiting, signals. The program, its arguments and its environment are worked out in Ruby; here
// is only what the operating system does. Who waits for a child waits for a descriptor of it, or looks again and again when it
// does not say which: there is no SIGCHLD handler, for signals belong to the host.
#include "core/exception/exception.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// An Array of Strings as a NULL-ended list in one allocation. NULL: no memory.
static char **text_list(const struct array *a)
{
    size_t const count = array_count(a);
    size_t size = (count + 1) * sizeof(char *);
    for (size_t i = 0; i < count; i++) size += string_size(value_to_pointer(array_at(a, i))) + 1;
    char **const list = base_alloc(size);
    if (list == NULL) return NULL;
    char *at = (char *)(list + count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct string *const s = value_to_string(array_at(a, i));
        memcpy(at, string_bytes(s), string_size(s));
        list[i] = at;
        at += string_size(s);
        *at++ = 0;
    }
    list[count] = NULL;
    return list;
}

enum action { ACTION_DUP, ACTION_CLOSE, ACTION_OPEN, ACTION_CHDIR };

// [what, fd, argument …]: in the order in which the child does them. An errno.
static int add_action(posix_spawn_file_actions_t *actions, const struct array *action)
{
    int const fd = (int)value_to_fixnum(array_at(action, 1));
    switch ((enum action)value_to_fixnum(array_at(action, 0))) {
    case ACTION_DUP: return posix_spawn_file_actions_adddup2(actions, (int)value_to_fixnum(array_at(action, 2)), fd);
    case ACTION_CLOSE: return posix_spawn_file_actions_addclose(actions, fd);
    default: break;
    }
    char path[4096];
    const struct string *const s = value_to_string(array_at(action, 2));
    if (string_size(s) >= sizeof path) return ENAMETOOLONG;
    memcpy(path, string_bytes(s), string_size(s));
    path[string_size(s)] = 0;
    if (value_to_fixnum(array_at(action, 0)) == ACTION_CHDIR) return posix_spawn_file_actions_addchdir_np(actions, path);
    return posix_spawn_file_actions_addopen(actions, fd, path, (int)value_to_fixnum(array_at(action, 3)),
                                            (mode_t)value_to_fixnum(array_at(action, 4)));
}

// The child has the signals' default actions and none blocked, whatever the host does with them.
static int start(const char *path, char **arguments, char **environment, const struct array *list, value_t group, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    int error = posix_spawnattr_init(&attributes);
    for (size_t i = 0; error == 0 && i < array_count(list); i++) {
        error = add_action(&actions, value_to_array(array_at(list, i)));
    }
    if (value_is_fixnum(group)) {
        flags |= POSIX_SPAWN_SETPGROUP;
        (void)posix_spawnattr_setpgroup(&attributes, (pid_t)value_to_fixnum(group));
    }
    (void)posix_spawnattr_setsigmask(&attributes, &none);
    (void)posix_spawnattr_setsigdefault(&attributes, &all);
    (void)posix_spawnattr_setflags(&attributes, flags);
    if (error == 0) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&actions);
    return error;
}

// Primitive.process_spawn(path, arguments, environment, actions, process group or nil): its id, or the negated errno.
static value_t process_spawn(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char **const arguments = text_list(value_to_array(argv[1]));
    char **const environment = text_list(value_to_array(argv[2]));
    struct array *const one = array_new_small(ec->heap, argv, 1);
    char **const path = one != NULL ? text_list(one) : NULL;
    pid_t pid = 0;
    bool alive = true;
    bool const memory = arguments != NULL && environment != NULL && path != NULL;
    core_flush(ec->runtime);
    int error = ENOMEM;
    if (memory) {
        vm_native_enter(ec); // the child shares our memory until it has its own program, and its file may be far away
        error = start(path[0], arguments, environment, value_to_array(argv[3]), argv[4], &pid);
        alive = vm_native_leave(ec);
    }
    base_free(arguments);
    base_free(environment);
    base_free(path);
    if (!alive) return VALUE_UNDEF;
    if (!memory) return vm_raise_memory(ec);
    return value_fixnum(error == 0 ? (int64_t)pid : -(int64_t)error);
}

// Primitive.process_wait(pid, flags): [pid, status], nil: none has ended yet.
static value_t process_wait(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    int status = 0;
    pid_t const pid = waitpid((pid_t)value_to_fixnum(argv[0]), &status, (int)value_to_fixnum(argv[1]) | WNOHANG);
    if (pid < 0) return core_raise_errno(ec, errno, NULL, VALUE_NIL);
    value_t const pair[2] = {value_fixnum(pid), value_fixnum(status)};
    return pid == 0 ? VALUE_NIL : CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
}

// Primitive.process_descriptor(pid): readable when it has ended. nil: there is none to be had.
static value_t process_descriptor(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    long const fd = syscall(SYS_pidfd_open, (pid_t)value_to_fixnum(argv[0]), 0);
    return fd < 0 ? VALUE_NIL : value_fixnum(fd);
}

// Primitive.descriptor_wait(fd, deadline or nil): until it may be readable; see vm_wait_ready. descriptor_close(fd): and no
// more.
static value_t descriptor_wait(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    uint64_t const deadline = value_is_nil(argv[1]) ? 0 : (uint64_t)value_to_fixnum(argv[1]);
    return vm_wait_ready(ec, (int)value_to_fixnum(argv[0]), VM_READABLE, deadline);
}

static value_t descriptor_close(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    vm_wait_end(ec);
    (void)close((int)value_to_fixnum(argv[0]));
    return VALUE_NIL;
}

// Primitive.process_kill(signal, pid)
static value_t process_kill(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    if (kill((pid_t)value_to_fixnum(argv[1]), (int)value_to_fixnum(argv[0])) == 0) return value_fixnum(1);
    return core_raise_errno(ec, errno, NULL, VALUE_NIL);
}

// Primitive.last_status, set_last_status(status): $?, which each actor has for itself.
static value_t last_status(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return ec->root->last_status;
}

static value_t set_last_status(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return ec->root->last_status = argv[0];
}

static value_t get_last_status(struct ec *ec, symbol_t name)
{
    (void)name;
    return ec->root->last_status;
}

// How long each takes, see docs/builtins.md:
//   bounded: process_wait process_descriptor descriptor_wait descriptor_close process_kill last_status set_last_status
//   native: process_spawn
static const struct vm_primitive primitives[] = {
    {"process_spawn", process_spawn}, {"process_wait", process_wait},
    {"process_descriptor", process_descriptor}, {"descriptor_wait", descriptor_wait}, {"descriptor_close", descriptor_close},
    {"process_kill", process_kill},
    {"last_status", last_status}, {"set_last_status", set_last_status}};

bool core_spawn(struct core_boot *boot)
{
    static const struct vm_global_hooks hooks = {get_last_status, NULL};
    symbol_t const name = symbol_intern_text(boot->runtime, "$?");
    return name != 0 && vm_global_define(boot->runtime, name, &hooks) && CORE_PRIMITIVES(boot, primitives);
}
