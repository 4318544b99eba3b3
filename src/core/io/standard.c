// Standard input, output and error: the shared objects that the runtime starts with, each actor's own ones over the same
// streams, and what is written at the end.
#include "core/io/io.h"

static value_t own_stream(struct ec *ec, unsigned which)
{
    const struct io *const shared = io_of(core_state(ec)->standard[which]);
    struct data *const d = io_make(ec->heap, CLASS_IO, shared->fd, shared->flags, shared->path);
    if (d == NULL) return vm_raise_memory(ec);
    ((struct io *)d->payload)->stream = shared->stream;
    return value_pointer(d);
}

value_t io_standard(struct ec *ec, enum core_global which)
{
    if (!core_global_is_unset(ec, which)) return core_global(ec, which);
    value_t const stream = own_stream(ec, which == CORE_STDIN ? 0 : which == CORE_STDOUT ? 1 : 2);
    return stream == VALUE_UNDEF || !core_set_global(ec, which, stream) ? VALUE_UNDEF : stream;
}

// puts of Kernel: straight to standard output while $stdout is what it was and nobody changed how it writes.
static value_t kernel_puts(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    value_t const out = io_standard(ec, CORE_STDOUT);
    if (out == VALUE_UNDEF) return VALUE_UNDEF;
    struct io *const io = io_of(out);
    if (io == NULL || !core_is_own(ec, out, SYM_puts, io_puts)) return VALUE_FAIL;
    return io_puts(ec, out, argc, argv);
}

// Primitive.standard_stream(number): as it was at the start.
static value_t standard_stream(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return core_state(ec)->standard[value_to_fixnum(argv[0])];
}

// Primitive.flush_standard: what is buffered is written, at the end or before the process does something else.
static value_t flush_standard(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    core_flush(ec->runtime);
    return VALUE_NIL;
}

void core_flush(struct runtime *runtime)
{
    struct core_state *const state = ((struct vm_runtime *)runtime->vm)->core;
    (void)stream_flush(&state->output);
    (void)stream_flush(&state->error);
}

void core_report_memory(struct runtime *runtime)
{
    static const char text[] = "failed to allocate memory (NoMemoryError)\n";
    struct core_state *const state = ((struct vm_runtime *)runtime->vm)->core;
    core_flush(runtime);
    (void)stream_put(&state->error, text, sizeof text - 1);
    (void)stream_flush(&state->error);
}

// Primitive.report_memory: where memory lacks for saying it in Ruby.
static value_t report_memory(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    core_report_memory(ec->runtime);
    return VALUE_NIL;
}

// --- Registration ----------------------------------------------------------------------------------------------------

static bool make_standard(struct core_boot *boot, unsigned which, const char *constant, const char *name,
                          uint32_t flags, struct core_stream *stream)
{
    struct runtime *const runtime = boot->runtime;
    struct heap *const heap = &runtime->boot_heap;
    struct core_state *const state = ((struct vm_runtime *)runtime->vm)->core;
    struct string *const path = string_from_text(heap, name);
    symbol_t const symbol = symbol_intern_text(runtime, constant);
    if (path == NULL || symbol == 0) return false;
    object_freeze(path);
    struct data *const d = io_make(heap, CLASS_IO, (int)which, flags, value_pointer(path));
    if (d == NULL) return false;
    ((struct io *)d->payload)->stream = stream;
    heap_set_shared(heap, d);
    state->standard[which] = value_pointer(d);
    static const enum core_global globals[] = {CORE_STDIN, CORE_STDOUT, CORE_STDERR};
    return heap_slot_store(heap, &state->globals[globals[which]], value_pointer(d), true) &&
           class_constant_set(runtime, heap, runtime_class(runtime, CLASS_OBJECT), symbol, value_pointer(d), true);
}

// How long each takes, see docs/builtins.md:
//   bounded: standard_stream
//   native: kernel_puts flush_standard report_memory
static const struct core_method methods[] = {{"puts", kernel_puts, 0, -1, CORE_TRY | CORE_MODULE_FUNCTION}};

static const struct vm_primitive primitives[] = {
    {"standard_stream", standard_stream}, {"flush_standard", flush_standard}, {"report_memory", report_memory}};

bool core_io_standard(struct core_boot *boot)
{
    struct core_state *const state = ((struct vm_runtime *)boot->runtime->vm)->core;
    return CORE_METHODS(boot, CLASS_KERNEL, methods) && CORE_PRIMITIVES(boot, primitives) &&
           make_standard(boot, 0, "STDIN", "<STDIN>", IO_READABLE | IO_KEEP_FD, NULL) &&
           make_standard(boot, 1, "STDOUT", "<STDOUT>", IO_WRITABLE, &state->output) &&
           make_standard(boot, 2, "STDERR", "<STDERR>", IO_WRITABLE, &state->error);
}
