// eval: code that is compiled while it is called, inside what is around a frame, a Proc or a Binding.
//
//   E1 Code and environments run in parallel: code->parent belongs to env->parent. The code of an eval is no exception: its
//      parent is the code around it, its frame's `up` the environment of that.
//   E2 A local that an eval defines lives in the eval's own frame. A Binding then goes on from that frame's environment,
//      which is therefore captured before its first instruction runs.
//   E3 The same text in the same code is compiled once (eval_cache.c).
#include "vm/interior.h"

static bool is_inner(const struct vm_code *code)
{
    return code->kind == CODE_BLOCK || code->kind == CODE_LAMBDA || code->kind == CODE_EVAL;
}

bool vm_context_of_frame(struct ec *ec, struct vm_frame *frame, struct vm_context *context)
{
    struct env *const env = vm_frame_capture(ec, frame);
    if (env == NULL) return vm_raise_memory(ec), false;
    *context = (struct vm_context){frame->code, env, frame_block(ec, frame)};
    return true;
}

void vm_context_of_proc(struct ec *ec, const struct proc *proc, struct vm_context *context)
{
    *context = (struct vm_context){proc->code->parent, proc->env, frame_block_around(ec, proc->code, proc->env)};
}

bool vm_context_up(struct vm_context *context)
{
    if (!is_inner(context->code) || context->code->parent == NULL || context->env->parent == NULL) return false;
    context->code = context->code->parent;
    context->env = context->env->parent;
    return true;
}

// --- Compiling -----------------------------------------------------------------------------------------------------------
// The codes around, innermost first. The count; *list is base_free'd by the caller, NULL: no memory.
static uint32_t collect_scopes(const struct vm_context *around, const struct vm_code ***list, uint32_t *isolated)
{
    uint32_t count = 1;
    struct vm_context c = *around;
    while (vm_context_up(&c)) count++;
    *list = base_alloc(count * sizeof **list);
    *isolated = 0;
    if (*list == NULL) return 0;
    c = *around;
    for (uint32_t i = 0; i < count; i++) {
        (*list)[i] = c.code;
        if (c.env->flags & ENV_ISOLATED && *isolated == 0) *isolated = i + 1;
        (void)vm_context_up(&c);
    }
    return count;
}

static struct vm_code *compile(struct ec *ec, const struct vm_eval *eval)
{
    if (ec_vm(ec)->host.compile == NULL) {
        vm_raise(ec, CLASS_NOT_IMPLEMENTED_ERROR, "compiling is not possible here");
        return NULL;
    }
    const struct vm_code **scopes;
    struct vm_source source = {.bytes = string_bytes(eval->source), .size = string_size(eval->source), .file = eval->file,
                               .line = eval->line, .kind = CODE_EVAL, .encoding = string_encoding(eval->source)};
    source.scope_count = collect_scopes(&eval->around, &scopes, &source.isolated);
    source.scopes = scopes;
    // Call sites of one code are run under the same refinements.
    bool const keeps = scopes != NULL && !refine_active(ec, eval->around.env->method);
    struct vm_code *code = keeps ? eval_cache_find(ec, &source) : NULL;
    if (scopes == NULL) {
        vm_raise_memory(ec);
    } else if (code == NULL) {
        code = ec_vm(ec)->host.compile(ec, &source);
        if (code != NULL && keeps && value_is_nil(ec->warning)) eval_cache_keep(ec, &source, code);
    }
    base_free(scopes);
    return code;
}

// --- Running -------------------------------------------------------------------------------------------------------------
// The scope of an eval: that of the frame around; `private` without arguments in a class body's eval ends with the eval.
static struct method *scope_inside(struct ec *ec, struct method *around)
{
    return around->kind == METHOD_BODY ? scope_copy(ec, around) : around;
}

static bool has_names(const struct vm_code *code)
{
    for (unsigned reg = 1; reg < code->local_count; reg++) {
        if (code->local_names[reg] != 0) return true;
    }
    return false;
}

value_t vm_tail_eval(struct ec *ec, const struct vm_eval *eval, struct vm_context *inside)
{
    const struct vm_code *const code = compile(ec, eval);
    if (code == NULL) return VALUE_UNDEF;
    struct method *const scope = eval->scope != NULL ? eval->scope : scope_inside(ec, eval->around.env->method);
    if (scope == NULL) return VALUE_UNDEF;
    value_t const self = eval->self != VALUE_UNDEF ? eval->self : eval->around.env->registers[0];
    value_t const result = vm_tail_code(ec, code, self, scope, eval->around.env);
    if (result != VALUE_TAIL) return result;
    struct vm_frame *const frame = ec->frame;
    frame->block = eval->around.block;
    *inside = eval->around;
    if (!has_names(code)) return result;
    struct env *const env = vm_frame_capture(ec, frame);
    if (env == NULL) return vm_raise_memory(ec);
    inside->code = code;
    inside->env = env;
    return result;
}

// --- Local variables -----------------------------------------------------------------------------------------------------
value_t *vm_context_find(struct runtime *runtime, struct vm_context *context, symbol_t name)
{
    if (!vm_local_visible(runtime, name)) return NULL;
    do {
        const struct vm_code *const code = context->code;
        if (context->env->flags & ENV_ISOLATED) return NULL;
        for (unsigned reg = 1; reg < code->local_count; reg++) {
            if (code->local_names[reg] == name) return &context->env->registers[reg];
        }
    } while (vm_context_up(context));
    return NULL;
}
