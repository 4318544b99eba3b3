// Exceptions: message and backtrace, kept in hidden variables; raising from Ruby; Errno's classes, made when first
// named.
#include "core/exception/exception.h"

#include <errno.h>
#include <string.h>

static value_t exception_initialize(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const message = argc > 0 ? argv[0] : VALUE_NIL;
    if (object_frozen(value_to_pointer(self))) return vm_raise_frozen(ec, self);
    return ivar_set(ec->runtime, ec->heap, self, SYM_ivar_message, message) ? VALUE_NIL : vm_raise_memory(ec);
}

// The message itself, or nil: the class's name stands for it.
static value_t plain_message(struct ec *ec, value_t self)
{
    value_t const v = ivar_get(ec->runtime, ec->heap, self, SYM_ivar_message);
    return v == VALUE_UNDEF ? VALUE_NIL : v;
}

static value_t exception_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    value_t const message = plain_message(ec, self);
    if (value_is(message, TYPE_STRING)) return message;
    if (!value_is_nil(message)) return VALUE_FAIL;
    return CORE_NEW(ec, class_name_string(ec->runtime, ec->heap, class_real(value_class(ec->runtime, self))));
}

static value_t exception_message(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return core_is_own(ec, self, SYM_to_s, exception_to_s) ? exception_to_s(ec, self, argc, argv) : VALUE_FAIL;
}

static value_t exception_backtrace(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return core_or_memory(ec, vm_exception_backtrace(ec, self));
}

// Primitive.exception_backtrace(exception)
static value_t primitive_backtrace(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return exception_backtrace(ec, argv[0], argc, argv);
}

// Primitive.exception_place(exception, arguments): [path, line, begin, end] of what an error points at, or nil.
static value_t primitive_place(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct vm_code *code;
    uint32_t line;
    const struct vm_column *const c = vm_exception_place(ec, argv[0], &code, &line);
    if (c == NULL || code->file == 0) return VALUE_NIL;
    uint16_t const begin = value_truthy(argv[1]) ? c->arguments_begin : c->begin;
    uint16_t const end = value_truthy(argv[1]) ? c->arguments_end : c->end;
    if (begin >= end) return VALUE_NIL;
    value_t const items[] = {value_symbol(code->file), value_fixnum(line), value_fixnum(begin), value_fixnum(end)};
    return CORE_NEW(ec, array_from(ec->heap, items, TRP_COUNT(items)));
}

static value_t exception_cause(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    value_t const v = ivar_get(ec->runtime, ec->heap, self, SYM_ivar_cause);
    return v == VALUE_UNDEF ? VALUE_NIL : v;
}

// Exception.exception is new under another name.
static value_t exception_make(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return vm_tail_send(ec, self, SYM_new, argc, argv, argv[argc]);
}

// --- Raising ---------------------------------------------------------------------------------------------------------

// The frame of `raise` itself is left out of backtraces.
static value_t raise_above(struct ec *ec, value_t exception)
{
    struct vm_frame *const running = ec->frame;
    if (running->code->flags & CODE_PRELUDE && running - 1 > ec->frames) ec->frame = running - 1;
    ec->builtin = NULL;
    vm_raise_exception(ec, exception);
    ec->frame = running;
    return VALUE_UNDEF;
}

// Primitive.raise(exception)
static value_t primitive_raise(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return raise_above(ec, argv[0]);
}

// Primitive.raise_caused(exception, cause): an explicit cause, which may be nil.
static value_t primitive_raise_caused(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    if (argv[0] != argv[1] && !object_frozen(value_to_pointer(argv[0])) &&
        !ivar_set(ec->runtime, ec->heap, argv[0], SYM_ivar_cause, argv[1])) {
        return vm_raise_memory(ec);
    }
    return raise_above(ec, argv[0]);
}

// raise "message" and raise Class, "message", where nothing is redefined. Else the Ruby body.
static value_t kernel_raise(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    if (ec->call_keywords || argc == 0 || argc > 2) return VALUE_FAIL;
    value_t class = class_value(runtime_class(ec->runtime, CLASS_RUNTIME_ERROR));
    value_t message = argv[0];
    if (!value_is(message, TYPE_STRING)) {
        class = argv[0];
        message = argc > 1 ? argv[1] : VALUE_NIL;
    } else if (argc > 1) {
        return VALUE_FAIL;
    }
    if (!is_class(class) || !class_inherits(value_to_class(class), runtime_class(ec->runtime, CLASS_EXCEPTION))) {
        return VALUE_FAIL;
    }
    if (!core_is_own(ec, class, SYM_exception, exception_make)) return VALUE_FAIL;
    const struct method *const make = vm_find_method(ec, class, SYM_new);
    if (make == NULL || make->kind != METHOD_OPTIMIZED) return VALUE_FAIL;
    const struct resolution *const r = class_resolve(ec->runtime, value_to_class(class)->id, SYM_initialize);
    if (r == NULL || r->method == NULL || r->method->function != exception_initialize) return VALUE_FAIL;
    if (value_to_class(class)->flags & CLASS_IS_SINGLETON) return VALUE_FAIL;
    value_t const exception = exception_new(ec, value_to_class(class)->id, message);
    ec->builtin = NULL;
    return exception == VALUE_UNDEF ? vm_raise_memory(ec) : vm_raise_exception(ec, exception);
}

// Primitive.set_backtrace(exception, backtrace): texts that the user gave; there are no locations then.
static value_t primitive_set_backtrace(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    if (object_frozen(value_to_pointer(argv[0]))) return vm_raise_frozen(ec, argv[0]);
    bool const ok = ivar_set(ec->runtime, ec->heap, argv[0], SYM_ivar_backtrace, argv[1]) &&
                    ivar_set(ec->runtime, ec->heap, argv[0], SYM_ivar_locations, argv[2]);
    return ok ? argv[1] : vm_raise_memory(ec);
}

static value_t primitive_errinfo(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return ec->errinfo;
}

static value_t primitive_set_errinfo(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return ec->errinfo = argv[0];
}

// Primitive.caller_texts(skip, limit): of the user's frames. Frames of the prelude are no part of it.
static value_t primitive_caller_texts(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct vm_frame *const running = ec->frame;
    struct vm_frame *const user = vm_user_frame(ec);
    if (user == NULL) return CORE_NEW(ec, array_new(ec->heap, 0));
    ec->frame = user;
    value_t const v = vm_backtrace(ec, (unsigned)value_to_fixnum(argv[0]), (int)value_to_fixnum(argv[1]));
    ec->frame = running;
    return core_or_memory(ec, v);
}

// --- Errno -----------------------------------------------------------------------------------------------------------

#define ERRORS(E)                                                                                                      \
    E(EPERM) E(ENOENT) E(ESRCH) E(EINTR) E(EIO) E(ENXIO) E(E2BIG) E(ENOEXEC) E(EBADF) E(ECHILD) E(EAGAIN) E(ENOMEM)    \
    E(EACCES) E(EFAULT) E(ENOTBLK) E(EBUSY) E(EEXIST) E(EXDEV) E(ENODEV) E(ENOTDIR) E(EISDIR) E(EINVAL) E(ENFILE)      \
    E(EMFILE) E(ENOTTY) E(ETXTBSY) E(EFBIG) E(ENOSPC) E(ESPIPE) E(EROFS) E(EMLINK) E(EPIPE) E(EDOM) E(ERANGE)          \
    E(EDEADLK) E(ENAMETOOLONG) E(ENOLCK) E(ENOSYS) E(ENOTEMPTY) E(ELOOP) E(ENOMSG) E(EIDRM) E(EPROTO) E(EBADMSG)       \
    E(EOVERFLOW) E(EILSEQ) E(EUSERS) E(ENOTSOCK) E(EDESTADDRREQ) E(EMSGSIZE) E(EPROTOTYPE) E(ENOPROTOOPT)              \
    E(EPROTONOSUPPORT) E(ESOCKTNOSUPPORT) E(EOPNOTSUPP) E(EPFNOSUPPORT) E(EAFNOSUPPORT) E(EADDRINUSE)                  \
    E(EADDRNOTAVAIL) E(ENETDOWN) E(ENETUNREACH) E(ENETRESET) E(ECONNABORTED) E(ECONNRESET) E(ENOBUFS) E(EISCONN)       \
    E(ENOTCONN) E(ESHUTDOWN) E(ETOOMANYREFS) E(ETIMEDOUT) E(ECONNREFUSED) E(EHOSTDOWN) E(EHOSTUNREACH) E(EALREADY)     \
    E(EINPROGRESS) E(ESTALE) E(EDQUOT) E(ECANCELED) E(EOWNERDEAD) E(ENOTRECOVERABLE)
static const struct {
    const char *name;
    int number;
} errors[] = {
#define ROW(name) {#name, name},
    ERRORS(ROW)
#undef ROW
};

// NULL: no memory, raised.
static struct class *make_errno_class(struct ec *ec, const char *text, int number)
{
    struct class *const module = runtime_class(ec->runtime, CLASS_ERRNO);
    symbol_t const name = symbol_intern_text(ec->runtime, text);
    symbol_t const errno_name = symbol_intern_text(ec->runtime, "Errno");
    if (name == 0 || errno_name == 0) return vm_raise_memory(ec), NULL;
    const struct class_constant *const had = class_constant_own(module, name);
    if (had != NULL) return value_to_class(heap_slot_load(ec->heap, &had->slot));
    struct class *const class = class_new(ec->runtime, ec->heap, runtime_class(ec->runtime, CLASS_SYSTEM_CALL_ERROR));
    if (class == NULL) return vm_raise_memory(ec), NULL;
    if (!vm_constant_set(ec, class, errno_name, value_fixnum(number))) return NULL;
    return vm_constant_set(ec, module, name, class_value(class)) ? class : NULL;
}

struct class *core_errno_class(struct ec *ec, int number)
{
    for (size_t i = 0; i < TRP_COUNT(errors); i++) {
        if (errors[i].number == number) return make_errno_class(ec, errors[i].name, number);
    }
    return NULL;
}

// Primitive.errno_class(name or number): nil: no such error.
static value_t primitive_errno_class(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    for (size_t i = 0; i < TRP_COUNT(errors); i++) {
        bool const found = value_is_symbol(argv[0])
                               ? strcmp(symbol_text(ec->runtime, value_to_symbol(argv[0])), errors[i].name) == 0
                               : argv[0] == value_fixnum(errors[i].number);
        if (!found) continue;
        struct class *const class = make_errno_class(ec, errors[i].name, errors[i].number);
        return class != NULL ? class_value(class) : VALUE_UNDEF;
    }
    if (!value_is_symbol(argv[0])) return VALUE_NIL;
    const char *const text = symbol_text(ec->runtime, value_to_symbol(argv[0]));
    struct class *const class = strcmp(text, "EWOULDBLOCK") == 0 ? core_errno_class(ec, EAGAIN)
                                : strcmp(text, "ENOTSUP") == 0   ? core_errno_class(ec, EOPNOTSUPP)
                                : strcmp(text, "NOERROR") == 0   ? make_errno_class(ec, "NOERROR", 0)
                                                                 : NULL;
    if (class == NULL && ec->unwind_kind != UNWIND_NONE) return VALUE_UNDEF;
    return class != NULL ? class_value(class) : VALUE_NIL;
}

// Primitive.errno_text(number)
static value_t primitive_errno_text(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    char buffer[128];
    return core_text(ec, strerror_r((int)value_to_fixnum(argv[0]), buffer, sizeof buffer));
}

value_t core_raise_errno(struct ec *ec, int number, const char *what, value_t path)
{
    char buffer[128];
    const char *const text = strerror_r(number, buffer, sizeof buffer);
    struct class *const class = core_errno_class(ec, number);
    if (class == NULL && ec->unwind_kind != UNWIND_NONE) return VALUE_UNDEF;
    class_id_t const id = class != NULL ? class->id : (class_id_t)CLASS_SYSTEM_CALL_ERROR;
    struct string *s = string_from_text(ec->heap, text);
    bool ok = s != NULL;
    if (ok && what != NULL) ok = string_append_text(ec->heap, s, " @ ") && string_append_text(ec->heap, s, what);
    if (ok && value_is(path, TYPE_STRING)) {
        ok = string_append_text(ec->heap, s, " - ") && string_append_string(ec->heap, s, value_to_pointer(path));
    }
    value_t const e = ok ? exception_new(ec, id, value_pointer(s)) : VALUE_UNDEF;
    if (e == VALUE_UNDEF || !ivar_set(ec->runtime, ec->heap, e, SYM_ivar_errno, value_fixnum(number))) {
        return vm_raise_memory(ec);
    }
    return vm_raise_exception(ec, e);
}

// How long each takes, see docs/builtins.md:
//   bounded: exception_initialize exception_to_s exception_message exception_cause exception_make kernel_raise
//     primitive_raise primitive_raise_caused primitive_set_backtrace primitive_errinfo primitive_set_errinfo
//     primitive_errno_class primitive_place primitive_errno_text
//   open: exception_backtrace primitive_backtrace primitive_caller_texts
static const struct core_method methods[] = {
    {"initialize", exception_initialize, 0, 1, CORE_PRIVATE},
    {"to_s", exception_to_s, 0, 0, CORE_TRY},
    {"message", exception_message, 0, 0, CORE_TRY},
    {"backtrace", exception_backtrace, 0, 0, 0},
    {"cause", exception_cause, 0, 0, 0},
    {"exception", exception_make, 0, -1, CORE_SINGLETON | METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS}};

static const struct core_method kernel_methods[] = {
    {"raise", kernel_raise, 0, -1, CORE_TRY | CORE_MODULE_FUNCTION | METHOD_WANTS_KEYWORDS}};

static const struct vm_primitive primitives[] = {
    {"raise", primitive_raise}, {"raise_caused", primitive_raise_caused}, {"set_backtrace", primitive_set_backtrace},
    {"exception_backtrace", primitive_backtrace}, {"errinfo", primitive_errinfo},
    {"set_errinfo", primitive_set_errinfo}, {"caller_texts", primitive_caller_texts},
    {"errno_class", primitive_errno_class}, {"exception_place", primitive_place}, {"errno_text", primitive_errno_text}};

bool core_exception(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_EXCEPTION, methods) && CORE_METHODS(boot, CLASS_KERNEL, kernel_methods) &&
           CORE_PRIMITIVES(boot, primitives);
}
