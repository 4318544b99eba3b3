// Code trees as bytes: the prelude's image, made by tools/image at build time and loaded at each start.
//
//   header   "TRP2", u32 number of opcodes, u32 symbol count, u32 end of each symbol in the text, the text, padding to 4
//   code     see put_code. Numbers are u32 of the building machine; symbols are 1-based indices of the table, 0 none
//
// Loading checks sizes and indices, so that a damaged image is an error; vm_code_verify then checks the code.
//
// Of a trusted image methods are read when they are first run: until then they have their parameters, and OP_LAZY for
// code (vm_code_fill). Symbols get their numbers when something read names them.
#include "vm/interior.h"

#define IMAGE_DEPTH_MAX 200u

enum constant_tag {
    TAG_IMMEDIATE, TAG_SYMBOL, TAG_STRING, TAG_FLOAT, TAG_INTEGER, TAG_RANGE, TAG_REGEXP, TAG_ARRAY, TAG_CLASS
};

// --- Writing -------------------------------------------------------------------------------------------------------
struct writer {
    struct runtime *runtime;
    bool (*write)(const void *bytes, size_t size, void *context);
    void *context;
    symbol_t *symbols; // NULL while they are being collected
    uint32_t symbol_count, symbol_capacity;
    struct heap *heap; // for the text of big integers
    bool collecting, failed;
    bool measuring; // nothing is written, `measured` bytes would have been
    size_t measured;
};

static void put_bytes(struct writer *w, const void *bytes, size_t size)
{
    if (w->collecting || w->failed) return;
    if (w->measuring) {
        w->measured += (size + 3) & ~(size_t)3;
        return;
    }
    static const char zeros[4];
    if (size > 0 && !w->write(bytes, size, w->context)) w->failed = true;
    size_t const pad = (4 - size % 4) % 4;
    if (pad > 0 && !w->failed && !w->write(zeros, pad, w->context)) w->failed = true;
}

static void put_u32(struct writer *w, uint32_t v) { put_bytes(w, &v, sizeof v); }

static uint32_t symbol_index(struct writer *w, symbol_t symbol)
{
    if (symbol == 0) return 0;
    for (uint32_t i = 0; i < w->symbol_count; i++) {
        if (w->symbols[i] == symbol) return i + 1;
    }
    if (!w->collecting) return w->failed = true, 0;
    if (w->symbol_count == w->symbol_capacity) {
        uint32_t const capacity = w->symbol_capacity ? w->symbol_capacity * 2 : 64;
        symbol_t *const symbols = base_realloc(w->symbols, capacity * sizeof *symbols);
        if (symbols == NULL) return w->failed = true, 0;
        w->symbols = symbols;
        w->symbol_capacity = capacity;
    }
    w->symbols[w->symbol_count] = symbol;
    return ++w->symbol_count;
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
        const struct range *const r = value_to_pointer(v);
        put_u32(w, TAG_RANGE);
        put_u32(w, (r->header & RANGE_EXCLUSIVE) != 0);
        put_constant(w, r->begin);
        put_constant(w, r->end);
        break;
    }
    case TYPE_REGEXP: {
        const struct regexp *const re = value_to_pointer(v);
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

static void put_code(struct writer *w, const struct vm_code *c);

static void put_rest(struct writer *w, const struct vm_code *c)
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
    put_u32(w, c->child_count);
    for (uint32_t i = 0; i < c->child_count; i++) put_code(w, c->children[i]);
}

// What a stub needs, the size of the rest, the rest.
static void put_code(struct writer *w, const struct vm_code *c)
{
    const uint32_t numbers[] = {c->kind, c->flags, c->register_count, c->local_count, c->block_register,
                                c->special_register, c->special_depth, c->line};
    for (unsigned i = 0; i < TRP_COUNT(numbers); i++) put_u32(w, numbers[i]);
    put_symbol(w, c->name);
    put_symbol(w, c->file);
    put_params(w, &c->params);
    bool const measuring = w->measuring;
    size_t const before = w->measured;
    w->measuring = true;
    w->measured = 0;
    put_rest(w, c);
    size_t const size = w->measured;
    w->measuring = measuring;
    w->measured = before + (measuring ? size : 0);
    put_u32(w, (uint32_t)size);
    if (!w->collecting && !measuring) put_rest(w, c);
}

static void put_header(struct writer *w)
{
    put_bytes(w, "TRP2", 4);
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

bool vm_code_dump(struct runtime *runtime, const struct vm_code *code,
                  bool (*write)(const void *bytes, size_t size, void *context), void *context)
{
    struct writer w = {
        .runtime = runtime, .write = write, .context = context, .heap = &runtime->boot_heap, .collecting = true};
    put_code(&w, code);
    w.collecting = false;
    put_header(&w);
    put_code(&w, code);
    base_free(w.symbols);
    return !w.failed;
}

// --- Reading -------------------------------------------------------------------------------------------------------
struct vm_code_image { // owned by the root of what was read
    struct runtime *runtime;
    struct heap *heap; // permanent where methods wait
    const unsigned char *ends; // of the symbols in `text`
    const char *text;
    const unsigned char *end; // of the image
    bool lazy;
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

const vm_word vm_lazy_words[2] = {OP_LAZY, OP_LAZY};

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
    const void *const bytes = get_bytes(r, lines * sizeof *c->lines);
    c->lines = take(r, c, lines, sizeof *c->lines);
    if (c->lines != NULL && bytes != NULL) memcpy(c->lines, bytes, lines * sizeof *c->lines);
    c->line_count = c->lines ? lines : 0;
    c->local_names = take(r, c, c->local_count, sizeof *c->local_names);
    for (unsigned i = 0; c->local_names != NULL && i < c->local_count; i++) c->local_names[i] = get_symbol(r);
}

static void get_code(struct reader *r, struct vm_code *c, const struct vm_code *parent);

static void get_children(struct reader *r, struct vm_code *c)
{
    uint32_t const children = get_count(r);
    c->children = take(r, c, children, sizeof *c->children);
    struct vm_code *const first = c->children != NULL ? vm_codes_new(c, children) : NULL;
    if (c->children != NULL && first == NULL) damaged(r, "no memory");
    r->depth++;
    for (uint32_t i = 0; first != NULL && i < children && r->error == NULL; i++) {
        c->children[i] = vm_code_next(first, i);
        c->child_count = i + 1;
        get_code(r, c->children[i], c);
    }
    r->depth--;
}

// All but the words, which are returned: whoever sees them sees the rest (vm_code_entry).
static const vm_word *get_rest(struct reader *r, struct vm_code *c)
{
    uint32_t const once = get_u32(r);
    if (once > 0xffff) damaged(r, "too many once-slots");
    c->once = take(r, c, once, sizeof *c->once);
    c->once_count = c->once ? once : 0;
    uint32_t const words = get_count(r);
    const void *const bytes = get_bytes(r, words * sizeof(vm_word));
    vm_word *const copy = take(r, c, words, sizeof *copy);
    if (copy != NULL && bytes != NULL) memcpy(copy, bytes, words * sizeof *copy);
    c->word_count = copy ? words : 0;
    uint32_t const constants = get_count(r);
    c->constants = take(r, c, constants, sizeof *c->constants);
    for (uint32_t i = 0; c->constants != NULL && i < constants; i++) c->constants[i] = get_constant(r);
    c->constant_count = c->constants ? constants : 0;
    get_sites(r, c);
    get_tables(r, c);
    get_children(r, c);
    return copy;
}

static void get_stub(struct reader *r, struct vm_code *c)
{
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
}

static void get_code(struct reader *r, struct vm_code *c, const struct vm_code *parent)
{
    c->parent = parent;
    if (r->depth > IMAGE_DEPTH_MAX) {
        damaged(r, "image nested too deep");
        return;
    }
    get_stub(r, c);
    uint32_t const size = get_u32(r);
    if (r->image->lazy && c->kind == CODE_METHOD) {
        c->words = vm_lazy_words;
        c->unread = get_bytes(r, size);
        c->image = r->image;
    } else {
        c->words = get_rest(r, c);
    }
}

bool vm_code_fill(struct runtime *runtime, const struct vm_code *stub)
{
    struct vm_code *const code = (struct vm_code *)(uintptr_t)stub; // what it had is never changed
    struct vm_runtime *const vm = runtime->vm;
    base_lock_acquire(&vm->codes_lock);
    if (code->words == vm_lazy_words) {
        struct vm_code_image *const image = code->image;
        struct reader r = {
            .runtime = runtime, .heap = image->heap, .at = code->unread, .end = image->end, .image = image};
        const vm_word *const words = get_rest(&r, code);
        if (r.error != NULL) vm_code_drop_children(code); // and the next attempt begins anew
        else __atomic_store_n(&code->words, words, __ATOMIC_RELEASE); // pairs with vm_code_entry
    }
    bool const filled = code->words != vm_lazy_words;
    base_lock_release(&vm->codes_lock);
    return filled;
}

static bool get_header(struct reader *r, bool lazy)
{
    const void *const magic = get_bytes(r, 4);
    if (magic == NULL || memcmp(magic, "TRP2", 4) != 0) return damaged(r, "not an image");
    if (get_u32(r) != OP_COUNT) return damaged(r, "image of another version");
    uint32_t const count = get_count(r);
    r->image = r->error ? NULL : base_alloc_zeroed(sizeof *r->image + count * sizeof(symbol_t));
    if (r->image == NULL) return damaged(r, "no memory");
    *r->image = (struct vm_code_image){.runtime = r->runtime, .heap = r->heap, .end = r->end, .lazy = lazy};
    r->image->symbol_count = count;
    r->image->ends = get_bytes(r, count * sizeof(uint32_t));
    for (uint32_t i = 0; r->error == NULL && !lazy && i < count; i++) {
        if (symbol_end(r->image, i) > symbol_end(r->image, i + 1)) damaged(r, "no such symbol");
    }
    r->image->text = r->error == NULL ? get_bytes(r, symbol_end(r->image, count)) : NULL;
    return r->error == NULL;
}

struct vm_code *vm_code_load(struct runtime *runtime, struct heap *heap, const void *bytes, size_t size,
                             bool trusted, const char **error)
{
    struct reader r = {.runtime = runtime, .heap = heap, .at = bytes, .end = (const unsigned char *)bytes + size};
    struct vm_code *const code = vm_code_new(runtime);
    uint32_t offset;
    if (code == NULL) damaged(&r, "no memory");
    else if (get_header(&r, trusted)) get_code(&r, code, NULL);
    if (r.error == NULL && trusted) code->image = r.image;
    else base_free(r.image);
    if (r.error == NULL && !trusted) r.error = vm_code_verify(code, &offset);
    if (r.error == NULL) return code;
    vm_code_free(runtime, code);
    *error = r.error;
    return NULL;
}
