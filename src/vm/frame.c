// Frames and environments: capture, closing (V4), and who is the user's frame behind the prelude's.
#include "vm/interior.h"

#include <string.h>

struct env *vm_frame_capture(struct ec *ec, struct vm_frame *frame)
{
    if (frame->flags & FRAME_ENV) return frame->env;
    unsigned const count = frame->code->local_count;
    struct env *const env = heap_alloc_size(ec->heap, sizeof *env + count * sizeof(value_t));
    if (env == NULL) return NULL;
    env->header = header_make(TYPE_ENV, CLASS_NONE, LAYOUT_EMPTY, 0);
    env->registers = ec->stack + frame->window;
    env->parent = frame->up;
    env->ec = ec;
    env->method = frame->method;
    env->count = count;
    env->flags = (frame->flags & FRAME_METHOD ? ENV_METHOD : 0) | (frame->flags & FRAME_LAMBDA ? ENV_LAMBDA : 0);
    for (unsigned i = 0; i < count; i++) env->slots[i] = VALUE_NIL;
    frame->env = env;
    frame->flags |= FRAME_ENV;
    return env;
}

void env_close(struct env *env)
{
    TRP_ASSERT(env->ec != NULL);
    memcpy(env->slots, env->registers, env->count * sizeof(value_t));
    env->registers = env->slots;
    env->ec = NULL;
}

struct vm_frame *frame_of_env(struct ec *ec, const struct env *env)
{
    if (env->ec != ec) return NULL;
    struct vm_frame *f = ec->frame;
    while (f > ec->frames && f->env != env) f--;
    return f > ec->frames ? f : NULL;
}

struct env *frame_method_env(const struct vm_frame *frame)
{
    struct env *env = frame->up;
    while (env != NULL && !(env->flags & ENV_METHOD) && env->parent != NULL) env = env->parent;
    return env;
}

static bool is_block(const struct vm_code *code) { return code->kind == CODE_BLOCK || code->kind == CODE_LAMBDA; }

value_t frame_block_around(struct ec *ec, const struct vm_code *code, const struct env *env)
{
    (void)ec;
    for (code = code->parent; code != NULL && is_block(code) && env != NULL; code = code->parent) env = env->parent;
    if (code == NULL || env == NULL) return VALUE_NIL;
    if (env->ec != NULL) { // still running: ask its frame
        const struct vm_frame *const f = frame_of_env(env->ec, env);
        if (f != NULL) return f->block;
    }
    return code->block_register != 0 ? env->registers[code->block_register] : VALUE_NIL;
}

value_t frame_block(struct ec *ec, struct vm_frame *frame)
{
    if (!(frame->flags & FRAME_BLOCK) || !is_block(frame->code)) return frame->block; // an eval was given that of its method
    return frame_block_around(ec, frame->code, frame->up);
}

struct vm_frame *vm_user_frame(struct ec *ec)
{
    struct vm_frame *f = ec->frame;
    while (f > ec->frames && (f->code->flags & CODE_PRELUDE)) f--;
    return f > ec->frames ? f : NULL;
}

// Whether the fiber or thread was begun with a block of the method whose environment that is: it has $~ and $_ of its own.
static bool began_in(struct ec *ec, const struct env *home)
{
    const struct vm_frame *f = ec->frames + 1;
    while (f < ec->frame && f->code->flags & CODE_PRELUDE && !(f->flags & FRAME_BLOCK)) f++; // Thread's own
    const struct vm_code *const code = f->code;
    return f->flags & FRAME_BLOCK && code->special_depth > 0 && env_up(f->up, code->special_depth) == home;
}

// Where $~ of a frame lives, or NULL when no code of its method reads it.
static value_t *special_slot(struct ec *ec, struct vm_frame *f)
{
    const struct vm_code *const code = f->code;
    if (code->special_register == 0) return NULL;
    if (code->special_depth == 0) return ec->stack + f->window + code->special_register;
    struct env *const home = env_up(f->up, code->special_depth);
    bool const own = home->flags & ENV_ISOLATED || began_in(ec, home); // isolated ones are shared: nothing is kept in them
    return own ? ec->specials : home->registers + code->special_register;
}

void vm_set_match(struct ec *ec, value_t match)
{
    struct vm_frame *const f = vm_user_frame(ec);
    value_t *const slot = f == NULL ? NULL : special_slot(ec, f);
    if (slot != NULL) *slot = match;
}

void vm_set_last_line(struct ec *ec, value_t line)
{
    struct vm_frame *const f = vm_user_frame(ec);
    value_t *const slot = f == NULL ? NULL : special_slot(ec, f);
    if (slot != NULL) slot[1] = line;
}

// Where what `which` names lies in the string that was matched. False: nowhere.
static bool match_special(value_t match, unsigned which, size_t *begin, size_t *end)
{
    if (!value_is(match, TYPE_MATCH)) return false;
    struct match *const m = value_to_match(match);
    if (which >= SPECIAL_GROUP) return match_group(m, which - SPECIAL_GROUP, begin, end);
    if (which == SPECIAL_PLUS) { // the last group that matched
        for (size_t n = match_group_count(m); n-- > 1;) {
            if (match_group(m, n, begin, end)) return true;
        }
        return false;
    }
    if (!match_group(m, 0, begin, end)) return false;
    if (which == SPECIAL_PRE) *end = *begin, *begin = 0;
    if (which == SPECIAL_POST) *begin = *end, *end = string_size(value_to_pointer(m->string));
    return true;
}

value_t vm_get_special(struct ec *ec, enum vm_special which)
{
    struct vm_frame *const f = vm_user_frame(ec);
    return f == NULL ? VALUE_NIL : slow_get_special_of(ec, f, which);
}

value_t slow_get_special_of(struct ec *ec, struct vm_frame *f, unsigned which)
{
    value_t *const slot = special_slot(ec, f);
    if (slot == NULL) return VALUE_NIL;
    if (which == SPECIAL_MATCH) return slot[0];
    if (which == SPECIAL_LAST_LINE) return slot[1];
    size_t begin, end;
    if (!match_special(slot[0], which, &begin, &end)) return VALUE_NIL;
    const struct match *const m = value_to_match(slot[0]);
    struct string *const s = string_sub(ec->heap, value_to_pointer(m->string), begin, end - begin);
    return s != NULL ? value_pointer(s) : vm_raise_memory(ec);
}

bool frame_has_special(struct ec *ec, struct vm_frame *f, unsigned which)
{
    const value_t *const slot = special_slot(ec, f);
    return slot != NULL && match_special(slot[0], which, &(size_t){0}, &(size_t){0});
}

bool slow_set_special_of(struct ec *ec, struct vm_frame *f, unsigned which, value_t value)
{
    value_t *const slot = special_slot(ec, f);
    if (which == SPECIAL_MATCH && !value_is_nil(value) && !value_is(value, TYPE_MATCH)) {
        vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected MatchData)", vm_class_name(ec, value));
        return false;
    }
    if (slot != NULL) slot[which == SPECIAL_LAST_LINE] = value;
    return true;
}

bool vm_set_special(struct ec *ec, enum vm_special which, value_t value)
{
    struct vm_frame *const f = vm_user_frame(ec);
    return f == NULL || slow_set_special_of(ec, f, which, value);
}

uint32_t vm_frame_line(const struct vm_frame *frame)
{
    uint32_t const offset = (uint32_t)frame_offset(frame);
    return vm_code_line(frame->code, offset > 0 ? offset - 1 : 0);
}
