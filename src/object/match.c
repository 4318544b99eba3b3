// MatchData: the groups of one match, in the object's own slot. Immutable but for the header; owned by its actor.
#include "object/interior.h"
#include "object/match.h"

#define UNSET UINT32_MAX

struct match_body { // behind the struct match, in the same slot
    uint32_t count;  // groups, group 0 included
    uint32_t offsets[]; // pairs: begin, end; UNSET
};

void match_trace(struct heap_marker *marker, void *object)
{
    struct match *const m = object;
    heap_mark(marker, m->string);
    heap_mark(marker, m->regexp);
}

static struct string *freeze_subject(struct heap *heap, struct string *subject)
{
    if (object_frozen(subject) && object_class_id(subject) == CLASS_STRING) return subject;
    struct string *const copy = string_dup(heap, subject);
    if (copy != NULL) object_freeze(copy);
    return copy;
}

struct match *match_new(struct heap *heap, value_t regexp, struct string *subject, const struct regexp_region *region)
{
    struct string *const frozen = freeze_subject(heap, subject);
    if (frozen == NULL) return NULL;
    size_t const body_size = sizeof(struct match_body) + 2 * sizeof(uint32_t) * region->count;
    struct match *const m = heap_alloc_size(heap, sizeof *m + body_size);
    if (m == NULL) return NULL;
    m->header = header_make(TYPE_MATCH, CLASS_MATCH, LAYOUT_EMPTY, 0);
    m->string = m->regexp = VALUE_NIL;
    m->body = (struct match_body *)(m + 1);
    m->body->count = region->count;
    for (size_t i = 0; i < region->count; i++) {
        bool const set = region->begin[i] >= 0;
        m->body->offsets[2 * i] = set ? (uint32_t)region->begin[i] : UNSET;
        m->body->offsets[2 * i + 1] = set ? (uint32_t)region->end[i] : UNSET;
    }
    heap_store(heap, m, &m->string, value_pointer(frozen));
    heap_store(heap, m, &m->regexp, regexp);
    return m;
}

size_t match_group_count(const struct match *m) { return m->body->count; }

bool match_group(const struct match *m, size_t n, size_t *begin, size_t *end)
{
    const struct match_body *const body = m->body;
    if (n >= body->count || body->offsets[2 * n] == UNSET) return false;
    *begin = body->offsets[2 * n];
    *end = body->offsets[2 * n + 1];
    return true;
}

value_t match_group_string(struct heap *heap, const struct match *m, size_t n)
{
    size_t begin, end;
    if (!match_group(m, n, &begin, &end)) return VALUE_NIL;
    struct string *const s = string_sub(heap, value_to_pointer(m->string), begin, end - begin);
    return s == NULL ? VALUE_UNDEF : value_pointer(s);
}

struct named_group {
    const struct match *match;
    const char *name;
    size_t size;
    int group;
};

static void find_named(const char *name, size_t size, const int *groups, int count, void *context)
{
    struct named_group *const found = context;
    if (size != found->size || memcmp(name, found->name, size) != 0) return;
    size_t begin, end;
    found->group = groups[count - 1];
    while (count > 0 && !match_group(found->match, (size_t)groups[count - 1], &begin, &end)) count--;
    if (count > 0) found->group = groups[count - 1];
}

int match_name_group(const struct match *m, const char *name, size_t size)
{
    struct named_group found = {m, name, size, -1};
    if (!value_is(m->regexp, TYPE_REGEXP)) return -1;
    regexp_each_name(value_to_pointer(m->regexp), find_named, &found);
    return found.group;
}
