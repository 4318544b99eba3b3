// Writing images: two passes, the first one collects the symbols. See vm/image.h.
#include "vm/image.h"

struct writer {
    struct runtime *runtime;
    bool (*write)(const void *bytes, size_t size, void *context);
    void *context;
    struct heap *heap; // for the text of big integers
    symbol_t *symbols; // in the order of their indices
    uint32_t *indices; // of symbols, by their ids
    uint32_t symbol_count, symbol_capacity, index_capacity;
    size_t body; // where the next body goes
    size_t written; // since the trees began
    bool collecting, failed;
    bool measuring; // nothing is written, `measured` bytes would have been
    size_t measured;
};

static void put_bytes(struct writer *w, const void *bytes, size_t size)
{
    if (w->collecting || w->failed) return;
    size_t const padded = (size + 3) & ~(size_t)3;
    if (w->measuring) {
        w->measured += padded;
        return;
    }
    static const char zeros[4];
    if (size > 0 && !w->write(bytes, size, w->context)) w->failed = true;
    if (padded > size && !w->failed && !w->write(zeros, padded - size, w->context)) w->failed = true;
    w->written += padded;
}

static void put_u32(struct writer *w, uint32_t v) { put_bytes(w, &v, sizeof v); }

static bool reserve(void *array, uint32_t *capacity, uint32_t needed, size_t size)
{
    if (needed <= *capacity) return true;
    uint32_t const more = needed * 2;
    char *const grown = base_realloc(*(void **)array, more * size);
    if (grown == NULL) return false;
    memset(grown + *capacity * size, 0, (more - *capacity) * size);
    *(void **)array = grown;
    *capacity = more;
    return true;
}

static uint32_t symbol_index(struct writer *w, symbol_t symbol)
{
    if (symbol == 0) return 0;
    if (symbol < w->index_capacity && w->indices[symbol] != 0) return w->indices[symbol];
    if (!w->collecting || !reserve(&w->indices, &w->index_capacity, symbol + 1, sizeof *w->indices) ||
        !reserve(&w->symbols, &w->symbol_capacity, w->symbol_count + 1, sizeof *w->symbols)) {
        return w->failed = true, 0;
    }
    w->symbols[w->symbol_count] = symbol;
    return w->indices[symbol] = ++w->symbol_count;
}

static void put_symbol(struct writer *w, symbol_t symbol) { put_u32(w, symbol_index(w, symbol)); }

static void put_string(struct writer *w, const struct string *s)
{
    put_u32(w, (uint32_t)string_encoding(s));
    put_u32(w, (uint32_t)string_size(s));
    put_bytes(w, string_bytes(s), string_size(s));
}

static void put_constant(struct writer *w, value_t v);

static void put_object(struct writer *w, value_t v)
{
    switch (object_type(value_to_pointer(v))) {
    case TYPE_STRING:
        put_u32(w, TAG_STRING);
        put_string(w, value_to_pointer(v));
        break;
    case TYPE_FLOAT: {
        double const d = value_to_double(v);
        put_u32(w, TAG_FLOAT);
        put_bytes(w, &d, sizeof d);
        break;
    }
    case TYPE_BIGNUM: {
        struct string *const text = integer_to_string(w->heap, v, 16);
        put_u32(w, TAG_INTEGER);
        if (text == NULL) w->failed = true;
        else put_string(w, text);
        break;
    }
    case TYPE_RANGE: {
        const struct range *const r = value_to_range(v);
        put_u32(w, TAG_RANGE);
        put_u32(w, (r->header & RANGE_EXCLUSIVE) != 0);
        put_constant(w, r->begin);
        put_constant(w, r->end);
        break;
    }
    case TYPE_REGEXP: {
        const struct regexp *const re = value_to_regexp(v);
        put_u32(w, TAG_REGEXP);
        put_u32(w, (uint32_t)re->options);
        put_string(w, value_to_pointer(re->source));
        break;
    }
    case TYPE_ARRAY: {
        const struct array *const a = value_to_array(v);
        put_u32(w, TAG_ARRAY);
        put_u32(w, (uint32_t)array_count(a));
        for (size_t i = 0; i < array_count(a); i++) put_constant(w, array_at(a, i));
        break;
    }
    case TYPE_CLASS:
        put_u32(w, TAG_CLASS);
        if (value_to_class(v)->id >= CLASS_CORE_COUNT) w->failed = true;
        put_u32(w, value_to_class(v)->id);
        break;
    default: w->failed = true;
    }
}

static void put_constant(struct writer *w, value_t v)
{
    if (value_is_symbol(v)) {
        put_u32(w, TAG_SYMBOL);
        put_symbol(w, value_to_symbol(v));
    } else if (value_is_heap(v)) {
        put_object(w, v);
    } else {
        put_u32(w, TAG_IMMEDIATE);
        put_bytes(w, &v, sizeof v);
    }
}

static void put_params(struct writer *w, const struct vm_params *p)
{
    put_u32(w, p->flags);
    put_u32(w, p->required);
    put_u32(w, p->optional);
    put_u32(w, p->post);
    put_u32(w, p->keyword_count);
    for (unsigned i = 0; i < p->keyword_count; i++) {
        put_symbol(w, p->keywords[i].name);
        put_u32(w, p->keywords[i].required);
    }
    for (unsigned i = 0; p->optional > 0 && i <= p->optional; i++) put_u32(w, p->optional_entry[i]);
}

static void put_sites(struct writer *w, const struct vm_code *c)
{
    put_u32(w, c->callsite_count);
    for (uint32_t i = 0; i < c->callsite_count; i++) {
        const struct vm_callsite *const site = &c->callsites[i];
        put_symbol(w, site->name);
        put_u32(w, site->argc);
        put_u32(w, site->flags);
        put_u32(w, site->keyword_count);
        for (unsigned k = 0; k < site->keyword_count; k++) put_symbol(w, site->keywords[k]);
    }
    put_u32(w, c->ivar_site_count);
    for (uint32_t i = 0; i < c->ivar_site_count; i++) put_symbol(w, c->ivar_sites[i].name);
    put_u32(w, c->const_site_count);
    for (uint32_t i = 0; i < c->const_site_count; i++) put_symbol(w, c->const_sites[i].name);
}

static void put_tables(struct writer *w, const struct vm_code *c)
{
    put_u32(w, c->once_count);
    put_u32(w, c->word_count);
    put_bytes(w, c->words, c->word_count * sizeof *c->words);
    put_u32(w, c->constant_count);
    for (uint32_t i = 0; i < c->constant_count; i++) put_constant(w, c->constants[i]);
    put_sites(w, c);
    put_u32(w, c->catch_count);
    for (uint32_t i = 0; i < c->catch_count; i++) {
        const struct vm_catch *const k = &c->catches[i];
        const uint32_t fields[] = {k->start, k->end, k->handler, k->kind, k->reg};
        for (unsigned f = 0; f < TRP_COUNT(fields); f++) put_u32(w, fields[f]);
    }
    put_u32(w, c->line_count);
    put_bytes(w, c->lines, c->line_count * sizeof *c->lines);
    for (unsigned i = 0; i < c->local_count; i++) put_symbol(w, c->local_names[i]);
}

static void put_code(struct writer *w, const struct vm_code *c);

static size_t measure(struct writer *w, const struct vm_code *c)
{
    bool const measuring = w->measuring;
    size_t const before = w->measured;
    w->measuring = true;
    w->measured = 0;
    put_code(w, c);
    size_t const size = w->measured;
    w->measuring = measuring;
    w->measured = before;
    return size;
}

// The methods that stand in a code or in its blocks, but not in another method.
static void each_method(struct writer *w, const struct vm_code *c,
                        void (*visit)(struct writer *w, const struct vm_code *method))
{
    for (uint32_t i = 0; i < c->child_count; i++) {
        if (c->children[i]->kind == CODE_METHOD) visit(w, c->children[i]);
        else each_method(w, c->children[i], visit);
    }
}

// Passes over the room of a method's body and of those that follow it.
static void pass_body(struct writer *w, const struct vm_code *method)
{
    w->body += measure(w, method);
    each_method(w, method, pass_body);
}

static void put_children(struct writer *w, const struct vm_code *c)
{
    put_u32(w, c->child_count);
    for (uint32_t i = 0; i < c->child_count; i++) {
        const struct vm_code *const child = c->children[i];
        put_u32(w, child->kind == CODE_METHOD);
        if (child->kind != CODE_METHOD) {
            put_code(w, child);
            continue;
        }
        put_symbol(w, child->name);
        put_u32(w, (uint32_t)w->body);
        if (!w->measuring && !w->collecting) pass_body(w, child);
    }
}

static void put_code(struct writer *w, const struct vm_code *c)
{
    const uint32_t numbers[] = {c->kind, c->flags, c->register_count, c->local_count, c->block_register,
                                c->special_register, c->special_depth, c->line};
    for (unsigned i = 0; i < TRP_COUNT(numbers); i++) put_u32(w, numbers[i]);
    put_symbol(w, c->name);
    put_symbol(w, c->file);
    put_params(w, &c->params);
    put_tables(w, c);
    put_children(w, c);
}

static void put_body(struct writer *w, const struct vm_code *method)
{
    w->body = w->written + measure(w, method);
    put_code(w, method);
    each_method(w, method, put_body);
}

static void put_header(struct writer *w)
{
    put_bytes(w, IMAGE_MAGIC, 4);
    put_u32(w, OP_COUNT);
    put_u32(w, w->symbol_count);
    uint32_t end = 0;
    for (uint32_t i = 0; i < w->symbol_count; i++) {
        end += (uint32_t)symbol_size(w->runtime, w->symbols[i]);
        put_u32(w, end);
    }
    char *const text = base_alloc(end + 1u);
    if (text == NULL) w->failed = true;
    for (uint32_t i = 0, at = 0; text != NULL && i < w->symbol_count; i++) {
        size_t const size = symbol_size(w->runtime, w->symbols[i]);
        memcpy(text + at, symbol_text(w->runtime, w->symbols[i]), size);
        at += (uint32_t)size;
    }
    put_bytes(w, text, end);
    base_free(text);
}

static void put_trees(struct writer *w, struct vm_code *const *trees, uint32_t count)
{
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++) size += measure(w, trees[i]);
    put_u32(w, count);
    put_u32(w, (uint32_t)size);
    w->written = 0;
    w->body = size;
    for (uint32_t i = 0; i < count; i++) put_code(w, trees[i]);
    for (uint32_t i = 0; i < count; i++) each_method(w, trees[i], put_body);
}

bool vm_image_dump(struct runtime *runtime, struct vm_code *const *trees, uint32_t count,
                   bool (*write)(const void *bytes, size_t size, void *context), void *context)
{
    struct writer w = {
        .runtime = runtime, .write = write, .context = context, .heap = &runtime->boot_heap, .collecting = true};
    put_trees(&w, trees, count);
    w.collecting = false;
    put_header(&w);
    put_trees(&w, trees, count);
    base_free(w.symbols);
    base_free(w.indices);
    return !w.failed;
}
