// Symbols. Purpose: names ↔ small ids, runtime-wide.
//
// What C code and programs name is there for good. A symbol that a String became is *passing*: it counts on the actor that
// made it, and goes in the shared cycle that meets it in no heap, stack, slot or message. Once it names something (a
// method, a variable, a constant, a word of code) it is there for good, too: symbol_pin.
//
// Invariants: a text is immutable once its id is published, but for its kind; the index is replaced when it grows, old ones
// are retired; chunks of texts never move; an id is given out again only after everybody stood.
// Data: written under the table's lock, or while everybody stands; read by any thread without one.
#include <oniguruma.h>

#include "object/interior.h"

#define CHUNK_TEXTS 1024u
#define CHUNKS 4096u // four million symbols
#define ARENA_SIZE 16384u
#define FIRST_SLOTS 8192u // room for 4,096 names, twice what the core brings: a start does not grow the index
#define PUBLISH_AGAIN 4096u // symbols that may go, in a sweep
#define AHEAD 16u // ids between a text that is fetched and the one that is looked at
#define PASSING_COST 40u // bytes in the index and the chunks, about, and what the allocator takes

enum symbol_kind {
    KIND_ASCII = 1, KIND_VALID = 2, KIND_CONSTANT = 4, KIND_LOCAL = 8, KIND_IVAR = 16, KIND_CVAR = 32, KIND_GLOBAL = 64,
    KIND_SETTER = 128, KIND_PLAIN = 256, KIND_KNOWN = 512,
    KIND_PASSING = 1024, // may go
    KIND_OWNED = 2048,   // a struct owned_text: was made passing
    KIND_MET = 4096      // by the running cycle
};

struct symbol_text {
    uint64_t hash;
    uint32_t size;
    _Atomic uint32_t kind; // enum symbol_kind; without KIND_KNOWN nobody has asked yet what it may stand for
    char bytes[];  // and a final NUL
};
struct symbol_maker { // whom passing symbols count on
    struct symbol_maker *next;
    _Atomic(uint32_t) count;
    atomic_bool gone; // its heap is closed
};
struct owned_text {
    struct symbol_maker *maker;
    struct symbol_text text;
};
struct symbol_index {
    struct epoch_block retired;
    uint32_t mask;
    _Atomic uint32_t ids[];
};
struct arena {
    struct arena *next;
    size_t used, size;
    char memory[];
};
typedef _Atomic(struct symbol_text *) text_slot;

struct symbol_table {
    _Atomic(struct symbol_index *) index;
    _Atomic(text_slot *) chunks[CHUNKS];
    _Atomic uint32_t count; // ids given out, 0 included
    _Atomic uint32_t found; // symbols that ever came into the index
    _Atomic(symbol_t) passing_first; // no id below was ever a passing symbol's
    uint64_t seed;          // written once
    // Under the lock.
    struct base_lock lock;
    struct arena *arenas;
    struct symbol_maker *makers;
    symbol_t *free_ids;
    uint32_t free_count, free_capacity;
};

// --- What a name may stand for ---------------------------------------------------------------------------------------
static bool is_identifier_byte(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c >= 0x80;
}

static size_t identifier_size(const char *bytes, size_t size)
{
    if (size == 0 || (bytes[0] >= '0' && bytes[0] <= '9')) return 0;
    size_t i = 0;
    while (i < size && is_identifier_byte((unsigned char)bytes[i])) i++;
    return i;
}

static bool is_operator(const char *bytes, size_t size)
{
    static const char *const operators[] = {
        "+", "-", "*", "/", "%", "**", "&", "|", "^", "~", "<<", ">>", "!", "+@", "-@", "==", "!=", "===", "<=>",
        "<", "<=", ">", ">=", "=~", "!~", "[]", "[]=", "`"};
    for (size_t i = 0; i < TRP_COUNT(operators); i++) {
        if (strlen(operators[i]) == size && memcmp(operators[i], bytes, size) == 0) return true;
    }
    return false;
}

static bool is_global(const char *bytes, size_t size) // behind the $
{
    if (size == 0) return false;
    if (identifier_size(bytes, size) == size) return true;
    if (size == 1 && strchr("~*$?!@/\\;,.=:<>\"&`'+_", bytes[0]) != NULL && bytes[0] != '\0') return true;
    if (bytes[0] == '-') {
        size_t character = 0;
        return size > 1 && is_identifier_byte((unsigned char)bytes[1]) &&
               encoding_decode(ENCODING_UTF8, bytes + 1, size - 1, &character) >= 0 && character == size - 1;
    }
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] < '0' || bytes[i] > '9') return false;
    }
    return true;
}

static bool is_upper(const char *bytes, size_t size)
{
    if ((unsigned char)bytes[0] < 0x80) return bytes[0] >= 'A' && bytes[0] <= 'Z';
    size_t character;
    int32_t const code = encoding_decode(ENCODING_UTF8, bytes, size, &character);
    return code >= 0 && ONIGENC_IS_CODE_UPPER(ONIG_ENCODING_UTF8, (OnigCodePoint)code);
}

static uint32_t kind_of_word(const char *bytes, size_t size) // not of a variable
{
    size_t const identifier = identifier_size(bytes, size);
    if (identifier == 0) return is_operator(bytes, size) ? KIND_PLAIN : 0;
    bool const upper = is_upper(bytes, size);
    if (identifier == size) return KIND_PLAIN | (upper ? KIND_CONSTANT : KIND_LOCAL);
    if (identifier + 1 != size) return 0;
    if (bytes[identifier] == '=') return KIND_PLAIN | KIND_SETTER;
    return bytes[identifier] == '?' || bytes[identifier] == '!' ? KIND_PLAIN : 0;
}

// Scans for ASCII, validity and unprintable characters.
static uint32_t kind_of_bytes(const char *bytes, size_t size, bool *printable)
{
    uint32_t kind = KIND_ASCII | KIND_VALID;
    *printable = true;
    for (size_t i = 0; i < size;) {
        if (bytes[i] >= ' ' && bytes[i] <= '~') {
            i++;
            continue;
        }
        size_t character = 1;
        int32_t const code = encoding_decode(ENCODING_UTF8, bytes + i, size - i, &character);
        if (code < 0) return 0;
        if (code >= 0x80) kind &= ~(uint32_t)KIND_ASCII;
        if (!ONIGENC_IS_CODE_PRINT(ONIG_ENCODING_UTF8, (OnigCodePoint)code)) *printable = false;
        i += character;
    }
    return kind;
}

static uint32_t kind_of(const char *bytes, size_t size)
{
    bool printable;
    uint32_t const kind = kind_of_bytes(bytes, size, &printable);
    if (!(kind & KIND_VALID) || size == 0) return kind;
    uint32_t word = 0;
    if (bytes[0] == '$') {
        if (is_global(bytes + 1, size - 1)) word = KIND_GLOBAL | KIND_PLAIN;
    } else if (bytes[0] == '@') {
        bool const class_variable = size > 1 && bytes[1] == '@';
        size_t const sigil = class_variable ? 2 : 1;
        if (size > sigil && identifier_size(bytes + sigil, size - sigil) == size - sigil) {
            word = (class_variable ? KIND_CVAR : KIND_IVAR) | KIND_PLAIN;
        }
    } else {
        word = kind_of_word(bytes, size);
    }
    return kind | (printable ? word : word & ~(uint32_t)KIND_PLAIN);
}

// --- The table -------------------------------------------------------------------------------------------------------
static struct symbol_text *text_of(struct runtime *runtime, symbol_t symbol)
{
    struct symbol_table *const t = runtime->symbols;
    TRP_ASSERT(symbol != 0 && symbol < atomic_load_explicit(&t->count, memory_order_relaxed));
    // acquire: pairs with the releases in add_text, for ids that reached this thread without a fence
    text_slot *const chunk = atomic_load_explicit(&t->chunks[symbol / CHUNK_TEXTS], memory_order_acquire);
    return atomic_load_explicit(&chunk[symbol % CHUNK_TEXTS], memory_order_acquire);
}

static symbol_t find(struct runtime *runtime, const char *bytes, size_t size, uint64_t hash)
{
    // acquire: pairs with the release in publish and grow_index
    struct symbol_index *const index = atomic_load_explicit(&runtime->symbols->index, memory_order_acquire);
    for (uint32_t slot = (uint32_t)hash & index->mask;; slot = (slot + 1) & index->mask) {
        uint32_t const id = atomic_load_explicit(&index->ids[slot], memory_order_acquire);
        if (id == 0) return 0;
        const struct symbol_text *const text = text_of(runtime, id);
        if (text->hash == hash && text->size == size && memcmp(text->bytes, bytes, size) == 0) return id;
    }
}

static void *arena_alloc(struct symbol_table *t, size_t size)
{
    size = (size + 7) & ~(size_t)7;
    if (t->arenas == NULL || t->arenas->size - t->arenas->used < size) {
        size_t const room = size > ARENA_SIZE ? size : ARENA_SIZE;
        struct arena *const arena = base_alloc(sizeof *arena + room);
        if (arena == NULL) return NULL;
        *arena = (struct arena){.next = t->arenas, .size = room};
        t->arenas = arena;
    }
    char *const memory = t->arenas->memory + t->arenas->used;
    t->arenas->used += size;
    return memory;
}

static struct symbol_index *make_index(uint32_t slots)
{
    struct symbol_index *const index = base_alloc_zeroed(sizeof *index + slots * sizeof index->ids[0]);
    if (index != NULL) index->mask = slots - 1;
    return index;
}

static void publish(struct symbol_index *index, uint64_t hash, symbol_t id)
{
    uint32_t slot = (uint32_t)hash & index->mask;
    while (atomic_load_explicit(&index->ids[slot], memory_order_relaxed) != 0) slot = (slot + 1) & index->mask;
    atomic_store_explicit(&index->ids[slot], id, memory_order_release); // readers acquire in find
}

static bool grow_index(struct runtime *runtime)
{
    struct symbol_table *const t = runtime->symbols;
    struct symbol_index *const old = atomic_load_explicit(&t->index, memory_order_relaxed);
    uint32_t const count = atomic_load_explicit(&t->count, memory_order_relaxed);
    if (count * 2 <= old->mask) return true;
    struct symbol_index *const index = make_index((old->mask + 1) * 2);
    if (index == NULL) return false;
    for (symbol_t id = 1; id < count; id++) {
        const struct symbol_text *const text = text_of(runtime, id);
        if (text != NULL) publish(index, text->hash, id);
    }
    atomic_store_explicit(&t->index, index, memory_order_release); // readers acquire in find
    runtime_retire(runtime, &old->retired);
    return true;
}

static text_slot *text_slot_of(struct symbol_table *t, symbol_t id)
{
    if (id / CHUNK_TEXTS >= CHUNKS) return NULL;
    text_slot *chunk = atomic_load_explicit(&t->chunks[id / CHUNK_TEXTS], memory_order_relaxed);
    if (chunk == NULL) {
        chunk = base_alloc_zeroed(CHUNK_TEXTS * sizeof *chunk);
        if (chunk == NULL) return NULL;
        atomic_store_explicit(&t->chunks[id / CHUNK_TEXTS], chunk, memory_order_release); // readers acquire in text_of
    }
    return &chunk[id % CHUNK_TEXTS];
}

static symbol_t first_passing(struct symbol_table *t)
{
    return atomic_load_explicit(&t->passing_first, memory_order_relaxed);
}

static struct symbol_text *owned_text_new(struct symbol_maker *maker, size_t size)
{
    struct owned_text *const owned = base_alloc(sizeof *owned + size + 1);
    if (owned == NULL) return NULL;
    owned->maker = maker;
    return &owned->text;
}

static struct owned_text *owned_of(struct symbol_text *text)
{
    return (struct owned_text *)((char *)text - offsetof(struct owned_text, text));
}

// `maker` NULL: it is there for good.
static symbol_t add_text(struct runtime *runtime, struct symbol_maker *maker, const char *bytes, size_t size, uint64_t hash)
{
    struct symbol_table *const t = runtime->symbols;
    uint32_t const count = atomic_load_explicit(&t->count, memory_order_relaxed);
    bool const reused = t->free_count > 0;
    symbol_t const id = reused ? t->free_ids[t->free_count - 1] : count;
    if (size > UINT32_MAX / 2 || !grow_index(runtime)) return 0;
    text_slot *const slot = text_slot_of(t, id);
    struct symbol_text *const text = slot == NULL    ? NULL
                                     : maker != NULL ? owned_text_new(maker, size)
                                                     : arena_alloc(t, sizeof *text + size + 1);
    if (text == NULL) return 0;
    text->hash = hash;
    text->size = (uint32_t)size;
    atomic_init(&text->kind, maker != NULL ? KIND_PASSING | KIND_OWNED : 0);
    if (maker != NULL && id < first_passing(t)) {
        atomic_store_explicit(&t->passing_first, id, memory_order_relaxed);
        heap_symbols_from(runtime->heap_world, id);
    }
    if (size > 0) memcpy(text->bytes, bytes, size);
    text->bytes[size] = '\0';
    atomic_store_explicit(slot, text, memory_order_release); // readers acquire in text_of
    if (reused) t->free_count--;
    else atomic_store_explicit(&t->count, id + 1, memory_order_relaxed);
    publish(atomic_load_explicit(&t->index, memory_order_relaxed), hash, id);
    atomic_fetch_add_explicit(&t->found, 1, memory_order_release); // readers acquire in intern
    if (maker == NULL) return id;
    atomic_fetch_add_explicit(&maker->count, 1, memory_order_relaxed);
    runtime_grew(runtime, sizeof(struct owned_text) + size + PASSING_COST);
    return id;
}

symbol_t symbol_find(struct runtime *runtime, const char *bytes, size_t size)
{
    return find(runtime, bytes, size, hash_bytes(bytes, size, runtime->symbols->seed));
}

static void pin(struct symbol_text *text)
{
    uint32_t const kind = atomic_load_explicit(&text->kind, memory_order_relaxed);
    if (TRP_LIKELY((kind & KIND_PASSING) == 0)) return;
    // relaxed: whoever sees it go stands, or stopped the others
    uint32_t const had = atomic_fetch_and_explicit(&text->kind, ~(uint32_t)KIND_PASSING, memory_order_relaxed);
    if (had & KIND_PASSING) atomic_fetch_sub_explicit(&owned_of(text)->maker->count, 1, memory_order_relaxed);
}

void symbol_pin(struct runtime *runtime, symbol_t symbol)
{
    if (symbol >= first_passing(runtime->symbols)) pin(text_of(runtime, symbol));
}

bool symbol_passes(struct runtime *runtime, symbol_t symbol)
{
    if (TRP_LIKELY(symbol < first_passing(runtime->symbols))) return false;
    return atomic_load_explicit(&text_of(runtime, symbol)->kind, memory_order_relaxed) & KIND_PASSING;
}

static symbol_t intern(struct runtime *runtime, struct symbol_maker *maker, const char *bytes, size_t size)
{
    uint64_t const hash = hash_bytes(bytes, size, runtime->symbols->seed);
    // acquire: pairs with the release in add_text, so that find meets all of these; it need not look again for them
    uint32_t const known = atomic_load_explicit(&runtime->symbols->found, memory_order_acquire);
    symbol_t id = find(runtime, bytes, size, hash);
    if (TRP_LIKELY(id != 0)) return id;
    if (maker != NULL && atomic_load_explicit(&maker->count, memory_order_relaxed) >= SYMBOLS_OF_ACTOR_MAX) {
        runtime_want_collection(runtime, true); // some may be met no more
        return 0;
    }
    base_lock_acquire(&runtime->symbols->lock);
    if (atomic_load_explicit(&runtime->symbols->found, memory_order_relaxed) != known) id = find(runtime, bytes, size, hash);
    if (id == 0) id = add_text(runtime, maker, bytes, size, hash);
    base_lock_release(&runtime->symbols->lock);
    return id;
}

symbol_t symbol_intern(struct runtime *runtime, const char *bytes, size_t size)
{
    symbol_t const id = intern(runtime, NULL, bytes, size);
    if (TRP_LIKELY(id != 0)) pin(text_of(runtime, id));
    return id;
}

static struct symbol_maker *maker_of(struct runtime *runtime, struct heap *heap)
{
    if (heap->symbols != NULL) return heap->symbols;
    struct symbol_maker *const maker = base_alloc_zeroed(sizeof *maker);
    if (maker == NULL) return NULL;
    base_lock_acquire(&runtime->symbols->lock);
    maker->next = runtime->symbols->makers;
    runtime->symbols->makers = maker;
    base_lock_release(&runtime->symbols->lock);
    return heap->symbols = maker;
}

symbol_t symbol_from_bytes(struct runtime *runtime, struct heap *heap, const char *bytes, size_t size)
{
    struct symbol_maker *const maker = maker_of(runtime, heap);
    symbol_t const symbol = maker == NULL ? 0 : intern(runtime, maker, bytes, size);
    heap_received(heap, value_symbol(symbol)); // the index is weak
    return symbol;
}

bool symbols_at_limit(const struct heap *heap)
{
    const struct symbol_maker *const maker = heap->symbols;
    return maker != NULL && atomic_load_explicit(&maker->count, memory_order_relaxed) >= SYMBOLS_OF_ACTOR_MAX;
}

void symbols_leave(struct heap *heap)
{
    struct symbol_maker *const maker = heap->symbols;
    if (maker != NULL) atomic_store_explicit(&maker->gone, true, memory_order_relaxed);
    heap->symbols = NULL;
}

symbol_t symbol_intern_text(struct runtime *runtime, const char *text)
{
    return symbol_intern(runtime, text, strlen(text));
}

const char *symbol_text(struct runtime *runtime, symbol_t symbol) { return text_of(runtime, symbol)->bytes; }
size_t symbol_size(struct runtime *runtime, symbol_t symbol) { return text_of(runtime, symbol)->size; }
uint64_t symbol_hash(struct runtime *runtime, symbol_t symbol) { return text_of(runtime, symbol)->hash; }

static uint32_t kind_of_text(struct symbol_text *text)
{
    uint32_t kind = atomic_load_explicit(&text->kind, memory_order_relaxed);
    if (TRP_LIKELY((kind & KIND_KNOWN) != 0)) return kind;
    kind = kind_of(text->bytes, text->size) | KIND_KNOWN;
    atomic_fetch_or_explicit(&text->kind, kind, memory_order_relaxed); // whoever else asks comes to the same
    return kind;
}

static bool has_kind(struct runtime *runtime, symbol_t symbol, enum symbol_kind kind)
{
    return (kind_of_text(text_of(runtime, symbol)) & kind) != 0;
}
bool symbol_ascii(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_ASCII); }
bool symbol_valid(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_VALID); }
bool symbol_is_constant(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_CONSTANT); }
bool symbol_is_local(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_LOCAL); }
bool symbol_is_ivar(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_IVAR); }
bool symbol_is_cvar(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_CVAR); }
bool symbol_is_global(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_GLOBAL); }
bool symbol_is_setter(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_SETTER); }
bool symbol_is_plain(struct runtime *runtime, symbol_t symbol) { return has_kind(runtime, symbol, KIND_PLAIN); }

symbol_t symbol_setter(struct runtime *runtime, symbol_t symbol)
{
    struct symbol_text *const text = text_of(runtime, symbol);
    if (kind_of_text(text) & (KIND_IVAR | KIND_CVAR | KIND_GLOBAL | KIND_SETTER)) return symbol;
    char small[64];
    char *const buffer = text->size < sizeof small ? small : base_alloc(text->size + 1);
    if (buffer == NULL) return 0;
    memcpy(buffer, text->bytes, text->size);
    buffer[text->size] = '=';
    symbol_t const setter = symbol_intern(runtime, buffer, text->size + 1);
    if (buffer != small) base_free(buffer);
    return setter;
}

// --- The shared cycle --------------------------------------------------------------------------------------------------
bool symbol_met(struct runtime *runtime, symbol_t symbol)
{
    uint32_t const kind = atomic_load_explicit(&text_of(runtime, symbol)->kind, memory_order_relaxed);
    return (kind & (KIND_PASSING | KIND_MET)) != KIND_PASSING;
}

void symbol_meet(struct runtime *runtime, symbol_t symbol)
{
    struct symbol_text *const text = text_of(runtime, symbol);
    uint32_t const kind = atomic_load_explicit(&text->kind, memory_order_relaxed);
    if ((kind & (KIND_PASSING | KIND_MET)) == KIND_PASSING) {
        atomic_fetch_or_explicit(&text->kind, KIND_MET, memory_order_relaxed);
    }
}

// What stands behind the hole moves up, so that searches need no tombstones. Nobody searches.
static void unpublish(struct runtime *runtime, uint64_t hash, symbol_t id)
{
    struct symbol_index *const index = atomic_load_explicit(&runtime->symbols->index, memory_order_relaxed);
    uint32_t hole = (uint32_t)hash & index->mask;
    while (atomic_load_explicit(&index->ids[hole], memory_order_relaxed) != id) hole = (hole + 1) & index->mask;
    for (uint32_t slot = (hole + 1) & index->mask;; slot = (slot + 1) & index->mask) {
        symbol_t const other = atomic_load_explicit(&index->ids[slot], memory_order_relaxed);
        if (other == 0) break;
        uint32_t const home = (uint32_t)text_of(runtime, other)->hash & index->mask;
        if (((slot - home) & index->mask) < ((slot - hole) & index->mask)) continue;
        atomic_store_explicit(&index->ids[hole], other, memory_order_relaxed);
        hole = slot;
    }
    atomic_store_explicit(&index->ids[hole], 0, memory_order_relaxed);
}

static bool reserve_free_id(struct symbol_table *t)
{
    if (t->free_count < t->free_capacity) return true;
    uint32_t const capacity = t->free_capacity == 0 ? 256 : t->free_capacity * 2;
    symbol_t *const ids = base_realloc(t->free_ids, capacity * sizeof *ids);
    if (ids == NULL) return false;
    t->free_ids = ids;
    t->free_capacity = capacity;
    return true;
}

// What is left is published anew: one by one each that goes costs several misses of the cache. Nobody searches.
static void publish_again(struct runtime *runtime)
{
    struct symbol_table *const t = runtime->symbols;
    struct symbol_index *const index = atomic_load_explicit(&t->index, memory_order_relaxed);
    uint32_t const count = atomic_load_explicit(&t->count, memory_order_relaxed);
    memset((void *)index->ids, 0, (index->mask + (size_t)1) * sizeof index->ids[0]);
    for (symbol_t id = 1; id < count; id++) {
        const struct symbol_text *const text = text_of(runtime, id);
        if (text != NULL) publish(index, text->hash, id);
    }
}

// `published`: it is taken out of the index by itself.
static void drop_text(struct runtime *runtime, symbol_t id, struct symbol_text *text, bool published)
{
    struct symbol_table *const t = runtime->symbols;
    if (!reserve_free_id(t)) return; // another time
    if (published) unpublish(runtime, text->hash, id);
    atomic_store_explicit(text_slot_of(t, id), NULL, memory_order_relaxed);
    t->free_ids[t->free_count++] = id;
    atomic_fetch_sub_explicit(&owned_of(text)->maker->count, 1, memory_order_relaxed);
    base_free(owned_of(text));
}

// Of ended actors that have no passing symbol any more: no text refers to them but pinned ones, which never ask.
static void forget_makers(struct symbol_table *t)
{
    for (struct symbol_maker **link = &t->makers; *link != NULL;) {
        struct symbol_maker *const maker = *link;
        bool const over = atomic_load_explicit(&maker->gone, memory_order_relaxed) &&
                          atomic_load_explicit(&maker->count, memory_order_relaxed) == 0;
        if (over) {
            *link = maker->next;
            base_free(maker);
        } else {
            link = &maker->next;
        }
    }
}

size_t symbols_sweep(struct runtime *runtime)
{
    struct symbol_table *const t = runtime->symbols;
    uint32_t const count = atomic_load_explicit(&t->count, memory_order_relaxed);
    bool const many = count > PUBLISH_AGAIN && first_passing(t) < count - PUBLISH_AGAIN;
    size_t size = 0;
    for (symbol_t id = first_passing(t); id < count; id++) {
        if (id + AHEAD < count) __builtin_prefetch(text_of(runtime, id + AHEAD));
        struct symbol_text *const text = text_of(runtime, id);
        if (text == NULL) continue;
        uint32_t const kind = atomic_load_explicit(&text->kind, memory_order_relaxed);
        if (kind & KIND_PASSING && (kind & KIND_MET) == 0) {
            drop_text(runtime, id, text, !many);
            continue;
        }
        atomic_store_explicit(&text->kind, kind & ~(uint32_t)KIND_MET, memory_order_relaxed);
        size += sizeof(struct owned_text) + text->size + PASSING_COST;
    }
    if (many) publish_again(runtime);
    forget_makers(t);
    return size;
}

static bool intern_fixed(struct runtime *runtime)
{
    static const char *const texts[] = {
        NULL,
#define S_NAMED(id) #id,
#define S_SPELLED(id, text) text,
        SYMBOLS_NAMED(S_NAMED) SYMBOLS_SPELLED(S_SPELLED)
#undef S_NAMED
#undef S_SPELLED
    };
    _Static_assert(TRP_COUNT(texts) == SYM_FIXED_COUNT, "one text a fixed symbol");
    for (symbol_t id = 1; id < SYM_FIXED_COUNT; id++) {
        symbol_t const given = symbol_intern_text(runtime, texts[id]);
        if (given == 0) return false;
        TRP_CHECK(given == id); // a text stands twice in symbols.def.h
    }
    return true;
}

bool symbols_open(struct runtime *runtime)
{
    struct symbol_table *const t = base_alloc_zeroed(sizeof *t);
    if (t == NULL) return false;
    base_lock_init(&t->lock);
    atomic_init(&t->count, 1);
    atomic_init(&t->found, 1);
    atomic_init(&t->passing_first, UINT32_MAX);
    t->seed = base_random_u64();
    runtime->symbols = t;
    struct symbol_index *const index = make_index(FIRST_SLOTS);
    atomic_init(&t->index, index);
    return index != NULL && intern_fixed(runtime);
}

void symbols_close(struct runtime *runtime)
{
    struct symbol_table *const t = runtime->symbols;
    if (t == NULL) return;
    uint32_t const count = atomic_load_explicit(&t->count, memory_order_relaxed);
    for (symbol_t id = first_passing(t); id < count; id++) {
        struct symbol_text *const text = text_of(runtime, id);
        if (text != NULL && atomic_load_explicit(&text->kind, memory_order_relaxed) & KIND_OWNED) base_free(owned_of(text));
    }
    for (struct symbol_maker *maker = t->makers, *next; maker != NULL; maker = next) {
        next = maker->next;
        base_free(maker);
    }
    base_free(t->free_ids);
    for (uint32_t i = 0; i < CHUNKS; i++) base_free(atomic_load_explicit(&t->chunks[i], memory_order_relaxed));
    for (struct arena *arena = t->arenas, *next; arena != NULL; arena = next) {
        next = arena->next;
        base_free(arena);
    }
    base_free(atomic_load_explicit(&t->index, memory_order_relaxed));
    base_lock_destroy(&t->lock);
    base_free(t);
    runtime->symbols = NULL;
}
