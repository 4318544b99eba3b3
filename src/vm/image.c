// Reading images, whole or method by method. See vm/image.h.
#include "vm/image.h"

struct vm_code_image {
    struct runtime *runtime;
    struct heap *heap; // permanent where methods wait
    const unsigned char *begin; // of the trees
    const unsigned char *next;  // the tree to be read next
    const unsigned char *body;  // not trusted: no body begins before; they are read in order
    uint32_t tree_count;
    const unsigned char *ends; // of the symbols in `text`
    const char *text;
    const unsigned char *end; // of the image
    bool trusted; // part of the program, as vm_image_open says
    uint32_t symbol_count;
    symbol_t symbols[]; // 0: not asked for yet
};

struct reader {
    struct runtime *runtime;
    struct heap *heap;
    const unsigned char *at, *end;
    struct vm_code_image *image;
    unsigned depth;
    const char *error;
};

static bool damaged(struct reader *r, const char *what)
{
    if (r->error == NULL) r->error = what;
    return false;
}

static const void *get_bytes(struct reader *r, size_t size)
{
    size_t const padded = (size + 3) & ~(size_t)3;
    if (r->error != NULL) return NULL;
    if (padded > (size_t)(r->end - r->at)) return damaged(r, "image cut off"), NULL;
    const void *const bytes = r->at;
    r->at += padded;
    return bytes;
}

static uint32_t get_u32(struct reader *r)
{
    uint32_t v = 0;
    const void *const bytes = get_bytes(r, sizeof v);
    if (bytes != NULL) memcpy(&v, bytes, sizeof v);
    return v;
}

// A number of things that take at least four bytes each.
static uint32_t get_count(struct reader *r)
{
    uint32_t const count = get_u32(r);
    if (count <= (size_t)(r->end - r->at) / 4) return count;
    damaged(r, "image cut off");
    return 0;
}

static uint32_t symbol_end(const struct vm_code_image *image, uint32_t count)
{
    uint32_t end = 0;
    if (count > 0) memcpy(&end, image->ends + (count - 1) * sizeof end, sizeof end);
    return end;
}

static symbol_t get_symbol(struct reader *r)
{
    struct vm_code_image *const image = r->image;
    uint32_t const index = get_u32(r);
    if (index == 0) return 0;
    if (index > image->symbol_count) return damaged(r, "no such symbol"), 0;
    symbol_t *const symbol = &image->symbols[index - 1];
    if (*symbol != 0) return *symbol;
    uint32_t const start = symbol_end(image, index - 1), end = symbol_end(image, index);
    *symbol = symbol_intern(r->runtime, image->text + start, end - start);
    if (*symbol == 0) damaged(r, "no memory");
    return *symbol;
}

static void *take(struct reader *r, struct vm_code *code, size_t count, size_t size)
{
    if (r->error != NULL || count == 0) return NULL;
    void *const memory = vm_code_memory(code, count * size);
    if (memory == NULL) damaged(r, "no memory");
    return memory;
}

// A table that is only read: of a trusted image, which is part of the program, it stays where it is.
static const void *get_table(struct reader *r, struct vm_code *code, size_t count, size_t size)
{
    const void *const bytes = get_bytes(r, count * size);
    if (r->image->trusted || bytes == NULL) return bytes;
    void *const copy = take(r, code, count, size);
    return copy == NULL ? NULL : memcpy(copy, bytes, count * size);
}

static struct string *get_string(struct reader *r)
{
    uint32_t const encoding = get_u32(r), size = get_u32(r);
    const char *const bytes = get_bytes(r, size);
    if (bytes == NULL) return NULL;
    if (encoding >= ENCODING_COUNT) return damaged(r, "no such encoding"), NULL;
    struct string *const s = string_new(r->heap, bytes, size, (enum encoding)encoding);
    if (s == NULL) damaged(r, "no memory");
    return s;
}

static value_t share(struct reader *r, void *object)
{
    if (object == NULL) return damaged(r, "no memory"), VALUE_NIL;
    if (object_type(object) == TYPE_STRING) string_scan(object);
    if (heap_is_shared(value_pointer(object))) return value_pointer(object);
    if (!object_frozen(object)) object_freeze(object);
    heap_set_shared(r->heap, object);
    return value_pointer(object);
}

static value_t get_constant(struct reader *r);

static value_t get_float(struct reader *r)
{
    double d = 0;
    const void *const bytes = get_bytes(r, sizeof d);
    if (bytes == NULL) return VALUE_NIL;
    memcpy(&d, bytes, sizeof d);
    value_t const v = float_value(r->heap, d);
    if (v == VALUE_UNDEF) return damaged(r, "no memory"), VALUE_NIL;
    return value_is_heap(v) ? share(r, value_to_pointer(v)) : v;
}

static value_t get_integer(struct reader *r)
{
    const struct string *const text = get_string(r);
    if (text == NULL) return VALUE_NIL;
    value_t const v = integer_parse(r->heap, string_bytes(text), string_size(text), 16, true);
    if (v == VALUE_UNDEF) return damaged(r, "no memory"), VALUE_NIL;
    return value_is_heap(v) ? share(r, value_to_pointer(v)) : v;
}

static value_t get_regexp(struct reader *r)
{
    uint32_t const options = get_u32(r);
    struct string *const source = get_string(r);
    char buffer[128];
    const char *message = NULL;
    if (source == NULL) return VALUE_NIL;
    struct regexp *const re = regexp_new(r->runtime, r->heap, source, options & 63, buffer, &message);
    if (re == NULL && message != NULL) return damaged(r, "bad regexp"), VALUE_NIL;
    return share(r, re);
}

static value_t get_array(struct reader *r)
{
    uint32_t const count = get_count(r);
    struct array *const a = array_new(r->heap, count);
    for (uint32_t i = 0; a != NULL && i < count && r->error == NULL; i++) {
        if (!array_push(r->heap, a, get_constant(r))) damaged(r, "no memory");
    }
    return share(r, a);
}

static value_t get_object(struct reader *r, uint32_t tag)
{
    switch (tag) {
    case TAG_STRING: {
        struct string *const s = get_string(r);
        return s ? share(r, s) : VALUE_NIL;
    }
    case TAG_FLOAT: return get_float(r);
    case TAG_INTEGER: return get_integer(r);
    case TAG_RANGE: {
        bool const exclusive = get_u32(r) != 0;
        value_t const begin = get_constant(r), end = get_constant(r);
        return r->error ? VALUE_NIL : share(r, range_new(r->heap, begin, end, exclusive));
    }
    case TAG_REGEXP: return get_regexp(r);
    case TAG_ARRAY: return get_array(r);
    case TAG_CLASS: {
        uint32_t const id = get_u32(r);
        if (id > 0 && id < CLASS_CORE_COUNT) return class_value(runtime_class(r->runtime, id));
        return damaged(r, "no such class"), VALUE_NIL;
    }
    default: return damaged(r, "no such constant"), VALUE_NIL;
    }
}

static value_t get_constant(struct reader *r)
{
    uint32_t const tag = get_u32(r);
    if (r->error != NULL || r->depth > IMAGE_DEPTH_MAX) return damaged(r, "image nested too deep"), VALUE_NIL;
    if (tag == TAG_SYMBOL) return value_symbol(get_symbol(r));
    if (tag == TAG_IMMEDIATE) {
        value_t v = VALUE_NIL;
        const void *const bytes = get_bytes(r, sizeof v);
        if (bytes != NULL) memcpy(&v, bytes, sizeof v);
        return value_is_heap(v) || value_is_symbol(v) ? (damaged(r, "no such constant"), VALUE_NIL) : v;
    }
    r->depth++;
    value_t const v = get_object(r, tag);
    r->depth--;
    return v;
}

static void get_params(struct reader *r, struct vm_code *c)
{
    struct vm_params *const p = &c->params;
    p->flags = (uint16_t)get_u32(r);
    p->required = (uint8_t)get_u32(r);
    p->optional = (uint8_t)get_u32(r);
    p->post = (uint8_t)get_u32(r);
    p->keyword_count = (uint8_t)get_u32(r);
    struct vm_keyword *const keywords = take(r, c, p->keyword_count, sizeof *keywords);
    for (unsigned i = 0; keywords != NULL && i < p->keyword_count; i++) {
        keywords[i].name = get_symbol(r);
        keywords[i].required = get_u32(r) != 0;
    }
    p->keywords = keywords;
    if (p->optional == 0) return;
    uint32_t *const entries = take(r, c, p->optional + 1u, sizeof *entries);
    for (unsigned i = 0; entries != NULL && i <= p->optional; i++) entries[i] = get_u32(r);
    p->optional_entry = entries;
}

static void get_sites(struct reader *r, struct vm_code *c)
{
    uint32_t const calls = get_count(r);
    c->callsites = take(r, c, calls, sizeof *c->callsites);
    for (uint32_t i = 0; c->callsites != NULL && i < calls && r->error == NULL; i++) {
        struct vm_callsite *const site = &c->callsites[i];
        site->name = get_symbol(r);
        site->argc = (uint16_t)get_u32(r);
        site->flags = (uint8_t)get_u32(r);
        site->keyword_count = (uint8_t)get_u32(r);
        symbol_t *const names = take(r, c, site->keyword_count, sizeof *names);
        for (unsigned k = 0; names != NULL && k < site->keyword_count; k++) names[k] = get_symbol(r);
        site->keywords = names;
    }
    c->callsite_count = c->callsites ? calls : 0;
    uint32_t const ivars = get_count(r);
    c->ivar_sites = take(r, c, ivars, sizeof *c->ivar_sites);
    for (uint32_t i = 0; c->ivar_sites != NULL && i < ivars; i++) c->ivar_sites[i].name = get_symbol(r);
    c->ivar_site_count = c->ivar_sites ? ivars : 0;
    uint32_t const consts = get_count(r);
    c->const_sites = take(r, c, consts, sizeof *c->const_sites);
    for (uint32_t i = 0; c->const_sites != NULL && i < consts; i++) c->const_sites[i].name = get_symbol(r);
    c->const_site_count = c->const_sites ? consts : 0;
}

static void get_tables(struct reader *r, struct vm_code *c)
{
    uint32_t const catches = get_count(r);
    c->catches = take(r, c, catches, sizeof *c->catches);
    for (uint32_t i = 0; c->catches != NULL && i < catches; i++) {
        struct vm_catch *const k = &c->catches[i];
        k->start = get_u32(r);
        k->end = get_u32(r);
        k->handler = get_u32(r);
        k->kind = (uint8_t)get_u32(r);
        k->reg = (uint8_t)get_u32(r);
    }
    c->catch_count = c->catches ? catches : 0;
    uint32_t const lines = get_count(r);
    c->lines = get_table(r, c, lines, sizeof *c->lines);
    c->line_count = c->lines ? lines : 0;
    c->local_names = take(r, c, c->local_count, sizeof *c->local_names);
    for (unsigned i = 0; c->local_names != NULL && i < c->local_count; i++) c->local_names[i] = get_symbol(r);
}

static void get_code(struct reader *r, struct vm_code *c, const struct vm_code *parent);

// Of an image that is not trusted the body is read now. Bodies come in the order of their methods: none is read twice.
static void get_body(struct reader *r, struct vm_code *method, const struct vm_code *parent, uint32_t offset)
{
    const unsigned char *const after = r->at;
    if (offset >= (size_t)(r->end - r->image->begin) || r->image->begin + offset < r->image->body) {
        damaged(r, "no such body");
        return;
    }
    r->at = r->image->begin + offset;
    get_code(r, method, parent);
    r->at = after;
}

static void get_child(struct reader *r, struct vm_code *c, uint32_t place)
{
    bool const method = get_u32(r) != 0;
    symbol_t const name = method ? get_symbol(r) : 0;
    uint32_t const offset = method ? get_u32(r) : 0;
    if (method && r->image->trusted) {
        c->unread[place] = (struct vm_unread){name, offset};
        return;
    }
    c->children[place] = vm_code_new_within(c);
    if (c->children[place] == NULL) damaged(r, "no memory");
    else if (method) get_body(r, c->children[place], c, offset);
    else get_code(r, c->children[place], c);
}

static void get_children(struct reader *r, struct vm_code *c)
{
    uint32_t const children = get_count(r);
    c->children = take(r, c, children, sizeof *c->children);
    if (r->image->trusted) {
        c->unread = take(r, c, children, sizeof *c->unread);
        c->image = r->image;
    }
    r->depth++;
    for (uint32_t i = 0; i < children && r->error == NULL; i++) {
        c->child_count = i + 1;
        get_child(r, c, i);
    }
    r->depth--;
}

static void get_words(struct reader *r, struct vm_code *c)
{
    uint32_t const words = get_count(r);
    c->words = get_table(r, c, words, sizeof(vm_word));
    c->word_count = c->words ? words : 0;
}

static void get_constants(struct reader *r, struct vm_code *c)
{
    uint32_t const constants = get_count(r);
    c->constants = take(r, c, constants, sizeof *c->constants);
    for (uint32_t i = 0; c->constants != NULL && i < constants; i++) c->constants[i] = get_constant(r);
    c->constant_count = c->constants ? constants : 0;
}

static void get_code(struct reader *r, struct vm_code *c, const struct vm_code *parent)
{
    c->parent = parent;
    if (r->depth > IMAGE_DEPTH_MAX) {
        damaged(r, "image nested too deep");
        return;
    }
    c->kind = (uint8_t)get_u32(r);
    c->flags = (uint8_t)get_u32(r);
    c->register_count = (uint16_t)get_u32(r);
    c->local_count = (uint16_t)get_u32(r);
    c->block_register = (uint8_t)get_u32(r);
    c->special_register = (uint8_t)get_u32(r);
    c->special_depth = (uint16_t)get_u32(r);
    c->line = get_u32(r);
    c->name = get_symbol(r);
    c->file = get_symbol(r);
    get_params(r, c);
    uint32_t const once = get_u32(r);
    if (once > 0xffff) damaged(r, "too many once-slots");
    c->once = take(r, c, once, sizeof *c->once);
    c->once_count = c->once ? once : 0;
    get_words(r, c);
    get_constants(r, c);
    get_sites(r, c);
    get_tables(r, c);
    if (r->at > r->image->body) r->image->body = r->at;
    get_children(r, c);
}

const struct vm_code *vm_code_child(struct runtime *runtime, const struct vm_code *code, uint32_t place)
{
    struct vm_runtime *const vm = runtime->vm;
    struct vm_code_image *const image = code->image;
    base_lock_acquire(&vm->codes_lock);
    struct vm_code *child = code->children[place];
    if (child == NULL && (child = vm_code_new(runtime)) != NULL) {
        struct reader r = {.runtime = runtime, .heap = image->heap, .at = image->begin + code->unread[place].offset,
                           .end = image->end, .image = image};
        get_code(&r, child, code);
        if (r.error != NULL) { // of an image that is part of the build: no memory; the next call begins anew
            vm_code_free(runtime, child);
            child = NULL;
        }
        code->children[place] = child;
    }
    base_lock_release(&vm->codes_lock);
    return child;
}

static bool get_header(struct reader *r, bool trusted)
{
    const void *const magic = get_bytes(r, 4);
    if (magic == NULL || memcmp(magic, IMAGE_MAGIC, 4) != 0) return damaged(r, "not an image");
    if (get_u32(r) != OP_COUNT) return damaged(r, "image of another version");
    uint32_t const count = get_count(r);
    r->image = r->error ? NULL : base_alloc_zeroed(sizeof *r->image + count * sizeof(symbol_t));
    if (r->image == NULL) return damaged(r, "no memory");
    *r->image = (struct vm_code_image){.runtime = r->runtime, .heap = r->heap, .end = r->end, .trusted = trusted};
    r->image->symbol_count = count;
    r->image->ends = get_bytes(r, count * sizeof(uint32_t));
    for (uint32_t i = 0; r->error == NULL && !trusted && i < count; i++) {
        if (symbol_end(r->image, i) > symbol_end(r->image, i + 1)) damaged(r, "no such symbol");
    }
    r->image->text = r->error == NULL ? get_bytes(r, symbol_end(r->image, count)) : NULL;
    r->image->tree_count = get_u32(r);
    uint32_t const size = get_u32(r);
    r->image->begin = r->image->next = r->at;
    if (size > (size_t)(r->end - r->at)) damaged(r, "image cut off");
    r->image->body = r->at + (r->error == NULL ? size : 0);
    return r->error == NULL;
}

struct vm_code_image *vm_image_open(struct runtime *runtime, struct heap *heap, const void *bytes, size_t size, bool trusted,
                                    const char **error)
{
    struct reader r = {.runtime = runtime, .heap = heap, .at = bytes, .end = (const unsigned char *)bytes + size};
    if (get_header(&r, trusted)) return r.image;
    base_free(r.image);
    *error = r.error;
    return NULL;
}

uint32_t vm_image_count(const struct vm_code_image *image) { return image->tree_count; }

struct vm_code *vm_image_read(struct vm_code_image *image, const char **error)
{
    struct reader r = {
        .runtime = image->runtime, .heap = image->heap, .at = image->next, .end = image->end, .image = image};
    struct vm_code *const code = vm_code_new(image->runtime);
    uint32_t offset;
    if (code == NULL) damaged(&r, "no memory");
    else get_code(&r, code, NULL);
    image->next = r.at;
    if (r.error == NULL && !image->trusted) r.error = vm_code_verify(code, &offset);
    if (r.error == NULL) return code;
    vm_code_free(image->runtime, code);
    *error = r.error;
    return NULL;
}

void vm_image_close(struct vm_code_image *image) { base_free(image); }
