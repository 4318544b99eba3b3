// Classes and modules, method tables, ancestors, constants, resolution. Classes are shared objects. Readers take no
// lock: tables are replaced, not edited; what is retired is freed when nobody can be reading it (base/epoch). Writers hold
// the runtime's class lock, which these functions take themselves.
//
// Lookup is by *ancestors*: one immutable array a class (prepended modules, the class, included modules, then the
// superclass's ancestors). `super` goes on after the running method's owner in the receiver class's ancestors.
#ifndef TROUPE_OBJECT_CLASS_H
#define TROUPE_OBJECT_CLASS_H

#include "object/runtime.h"

struct ec;
struct vm_code;

enum class_flags {
    CLASS_IS_MODULE = 1,
    CLASS_IS_SINGLETON = 2,
    CLASS_NAME_TEMPORARY = 4,
    CLASS_IS_REFINEMENT = 8, // `attached` is the class or module that it refines
    CLASS_IS_METACLASS = 16, // singleton of a class or module, which `attached` is
    CLASS_IS_OPAQUE = 64,    // its objects, and those of classes below it, are never copied to another actor nor shared
    CLASS_IS_ALIAS = 32,     // only as method.owner: the module `attached` at a later place in the same ancestors
};

// TYPE_CLASS. Classes and modules have their metaclass from birth: the header's class id is its id. That of a singleton
// class is what a lookup needs until class_singleton makes it one of its own.
struct class {
    uint64_t header;
    class_id_t id;
    uint32_t flags;
    struct class *superclass; // of a module: NULL
    struct heap_slot attached; // singleton: its object (class_attached). Else a class, or VALUE_NIL
    struct class_body *body;  // tables, in class.c only
    uint8_t instance_type;    // enum object_type that `allocate` makes; inherited. TYPE_FREE: no allocator
    uint8_t instance_fields;  // most variables an instance was seen to have: sizes the next slot. Racy hint
    uint16_t unused;
    uint32_t unused2;
    value_t name; // frozen shared String, or nil
    _Atomic(struct resolution *) initialize; // what `new` calls, as last resolved; or NULL
};

// --- Method entries -------------------------------------------------------------------------------------------------
enum method_kind {
    METHOD_CODE,     // Ruby
    METHOD_C,        // C function
    METHOD_TRY,      // C function that may FAIL, then the Ruby code
    METHOD_UNREAD,   // of the prelude: becomes METHOD_CODE when it is first called (vm_method_read)
    METHOD_READER,   // attr_reader of `ivar`
    METHOD_WRITER,
    METHOD_PROC,     // define_method with a Proc (shareable or private to its actor)
    METHOD_UNDEF,    // undef: lookup stops here
    METHOD_ZSUPER,   // only a visibility change: goes on above
    METHOD_BODY,     // not a method: the scope of a class body, eval or main program
    METHOD_OPTIMIZED // the vm does it itself; `optimized` says which (send, call, yield ...)
};
enum method_visibility { METHOD_PUBLIC, METHOD_PRIVATE, METHOD_PROTECTED, METHOD_MODULE_FUNCTION };

typedef value_t (*method_function)(struct ec *ec, value_t self, int argc, const value_t *argv);

// TYPE_METHOD: a method, and at the same time the *scope* its frames run in: lexical class (cref) and nesting.
struct method {
    uint64_t header;
    _Atomic(uint8_t) kind;      // enum method_kind
    uint8_t visibility;
    uint8_t optimized;
    union {
        uint8_t default_visibility; // METHOD_BODY: of following definitions (changed by `private` without arguments)
        // Others: of METHOD_CODE with required parameters only how many they are, else METHOD_INTRICATE. Written after code
        _Atomic(uint8_t) simple;
    };
    int8_t argc_min, argc_max;  // METHOD_C: checked before the call; max -1: any
    uint16_t flags;             // enum method_flags
    symbol_t name;              // as called
    symbol_t original;          // as defined (alias keeps it): for super and __method__
    struct class *owner;        // where it was defined, for super
    struct class *lexical;      // cref: where `def` and constants go
    struct method *nesting;     // lexically enclosing scope, or NULL
    const struct vm_code *code;
    const struct vm_code *around; // METHOD_UNREAD, and METHOD_TRY without code: whose child at `place` the code will be
    union {
        uint32_t place;
        symbol_t ivar; // METHOD_READER, METHOD_WRITER
    };
    union {
        struct {
            method_function function;
            union {
                struct heap_slot proc; // METHOD_PROC, of what is no copy: a Proc that is not shareable is private to its actor
                value_t refinements;   // METHOD_BODY: frozen shared Array of class, refinement, …, first ones first; a module
                                       // that has such a list; or false
            };
        };
        _Atomic(uint64_t) ivar_caches[2]; // METHOD_READER, METHOD_WRITER: where instances of the first two layouts that were
                                          // met keep it (vm/code.h); written once each
    };
    struct method *source; // whose Proc it runs: an alias's copy (CLASS_IS_ALIAS) its original's, or another actor's; or NULL
};
#define METHOD_INTRICATE 255
enum method_flags {
    METHOD_WANTS_BLOCK = 1,  // METHOD_C: argv[argc] is the block or nil, always present
    METHOD_BOOT = 2,         // defined by the core itself: its redefinition is noticed
    METHOD_WANTS_KEYWORDS = 4, // METHOD_C: a trailing keyword hash arrives flagged in ec->call_keywords
    METHOD_RUBY2_KEYWORDS = 8,
    METHOD_EVAL_SCOPE = 16, // METHOD_BODY of instance_eval and the like: names are looked up around it, `def` goes here
    METHOD_EVAL_TEXT = 32,  // … of a text: names are looked up in it, but it is part of the method around
    METHOD_NO_CLASS = 64    // … of an object without a singleton class: its class is looked in, but not defined in
};

// What `name` means for instances of a class: immutable but for class_id, which becomes CLASS_NONE when it no longer
// holds. Call sites keep pointers to it; a hit is one compare. method NULL: not found, or undefined (a miss is an entry
// too). A METHOD_ZSUPER is returned as it is: its visibility holds, class_resolve_super from its owner finds the rest.
struct resolution {
    _Atomic(class_id_t) class_id;
    symbol_t name;
    struct method *method;
    struct resolution *next; // class.c
};
// What `super` means after `owner` in the ancestors of a class, in a method of that name. Sites of super keep it by its
// `plain` part, which holds as every resolution does.
struct super_resolution {
    struct resolution plain;
    const struct class *owner;
    struct super_resolution *sibling; // of the same class and name, after another owner. Immutable
};

// Finds or makes the resolution. NULL: no memory. Lock-free on a hit; the class lock on a miss.
struct resolution *class_resolve(struct runtime *runtime, class_id_t id, symbol_t name);
// Its method, also where there is no memory for a resolution. NULL: not found, or undefined; METHOD_UNDEF may be returned too.
struct method *class_lookup(struct runtime *runtime, class_id_t id, symbol_t name);
// The method after `owner` in the ancestors of `id`: for super. NULL: none. METHOD_UNDEF counts as none.
struct method *class_resolve_super(struct runtime *runtime, class_id_t id, const struct class *owner, symbol_t name);
// The same, remembered: finds or makes the entry. NULL: no memory. Lock-free on a hit; the class lock on a miss.
struct super_resolution *class_resolve_above(struct runtime *runtime, class_id_t id, const struct class *owner,
                                             symbol_t name);
// The first method of that name from a place in the ancestors of `id` on.
struct method *class_resolve_from(struct runtime *runtime, class_id_t id, size_t place, symbol_t name);
// A refinement of the class has a method of that name: what sites know of it no longer holds. False: no memory.
bool class_note_refined(struct runtime *runtime, struct class *class, symbol_t name);
struct method *class_own_method(struct runtime *runtime, struct class *class, symbol_t name); // this table only

// --- Making and changing. All false/NULL: no memory, nothing changed -------------------------------------------------
struct class *class_new(struct runtime *runtime, struct heap *heap, struct class *superclass); // no name, no inherited
struct class *module_new(struct runtime *runtime, struct heap *heap);
struct class *module_new_as(struct runtime *runtime, struct heap *heap, struct class *kind); // kind: Module or below it
// The singleton class of a heap object that is not shared (its header's class id changes) or of a class.
struct class *class_singleton(struct runtime *runtime, struct heap *heap, value_t object);
struct class *class_singleton_if_any(struct runtime *runtime, value_t object); // NULL: none yet
struct method *method_new(struct heap *heap, enum method_kind kind); // zeroed but for kind; shared from birth
// Of a METHOD_PROC that `heap` just made. `shared` as heap_slot_store. False: no memory.
bool method_set_proc(struct heap *heap, struct method *method, value_t proc, bool shared);
// The Proc of a METHOD_PROC. VALUE_UNDEF: it is private to another actor, or ended with it.
static inline value_t method_proc(const struct heap *heap, const struct method *method)
{
    return heap_slot_load(heap, method->source != NULL ? &method->source->proc : &method->proc);
}
// All but the header, and but for what the inline caches of an attribute hold, which others fill meanwhile. Class lock held.
void method_copy(struct method *to, const struct method *from);
// The copy runs the Proc in the slot of `from`, or of what that runs it from: a slot cannot be copied.
void method_share_proc(struct method *copy, const struct method *from);
bool class_add_method(struct runtime *runtime, struct class *class, struct method *method); // replaces; invalidates
void class_reserve_methods(struct runtime *runtime, struct class *class, uint32_t more); // so many will be added; a hint
bool class_remove_method(struct runtime *runtime, struct class *class, symbol_t name);     // false: there was none
bool class_include(struct runtime *runtime, struct class *class, struct class *module, bool *changed);
bool class_prepend(struct runtime *runtime, struct class *class, struct class *module, bool *changed);
// True when the include would be cyclic.
bool class_include_cyclic(struct class *class, struct class *module);

// --- Looking ---------------------------------------------------------------------------------------------------------
extern const uint8_t immediate_class[256]; // by a value's low byte; heap pointers excluded
static inline class_id_t value_class_id(value_t v)
{
    return value_is_heap(v) ? object_class_id(value_to_pointer(v)) : immediate_class[v & 0xff];
}
static inline struct class *value_class(struct runtime *runtime, value_t v)
{
    return runtime_class(runtime, value_class_id(v));
}
// Of a metaclass, a refinement or an alias: the class or module that `attached` is.
static inline struct class *class_attached_class(const struct class *class)
{
    return (struct class *)value_to_pointer(atomic_load_explicit(&class->attached.word, memory_order_relaxed));
}
// The object of a singleton class. VALUE_UNDEF: it is private to another actor, or ended with it; or it is gone, and nothing
// but shared objects referred to the class.
//
// The object is private to its actor, and so is the slot. The slot is weak as long as nobody else may refer to the class
// (class_escape): an object and its singleton class, which the object's header names, then go together. From then on it is a
// root of the object's actor.
static inline value_t class_attached(const struct heap *heap, const struct class *class)
{
    return heap_slot_load(heap, &class->attached);
}
void class_escape(struct heap *heap, void *class); // for heap_type.escape
// The singleton class of an object that came from another actor gets the object that stands for it here. False: no memory.
bool class_attach(struct heap *heap, struct class *singleton, value_t object);
struct class *class_real(struct class *class); // skips singleton classes: what `obj.class` returns
// What Ruby sees of a method's owner: a module that stands twice in someone's ancestors is one module.
static inline struct class *method_owner_class(const struct method *method)
{
    struct class *const owner = method->owner;
    return owner != NULL && owner->flags & CLASS_IS_ALIAS ? class_attached_class(owner) : owner;
}
struct class *const *class_ancestors(struct class *class, size_t *count); // immutable; valid to the slice's end, or a poll
bool class_inherits(struct class *class, const struct class *ancestor);   // <=, counting modules. O(ancestors)
bool value_is_a(struct runtime *runtime, value_t v, const struct class *class);
static inline uint8_t class_instance_fields(const struct class *class) // relaxed: a hint, which any actor may raise
{
    return __atomic_load_n(&class->instance_fields, __ATOMIC_RELAXED);
}
static inline value_t class_value(const struct class *class) { return value_pointer(class); }
static inline struct class *value_to_class(value_t v)
{
    TRP_ASSERT(value_is(v, TYPE_CLASS));
    return value_to_pointer(v);
}
void class_each_method(struct class *class, void (*visit)(struct method *method, void *context), void *context);
void class_each_subclass(struct runtime *runtime, struct class *class, void (*visit)(struct class *, void *),
                         void *context); // direct ones, newest first
struct string *class_name_of(const struct class *class); // as it was given, frozen. NULL: anonymous, or a singleton
// Name for messages: "Foo::Bar", "#<Class:0x…>", "#<Class:Foo>". Into a new String. NULL: no memory.
struct string *class_name_string(struct runtime *runtime, struct heap *heap, struct class *class);
// Likewise as far as there is room, without memory and without a final NUL. Returns the bytes written.
size_t class_name_text(struct runtime *runtime, struct class *class, char *bytes, size_t room);
void class_set_name(struct runtime *runtime, struct class *class, value_t shared_string, bool temporary);

// --- Constants, class variables, instance variables of classes: slots ------------------------------------------------
struct class_constant {
    struct heap_slot slot; // VALUE_UNDEF: autoload pending (path) or removed
    symbol_t name;
    bool is_private, deprecated;
    _Atomic(value_t) autoload; // path String or nil
    symbol_t file;
    uint32_t line;
    _Atomic uint32_t serial; // bumped by each store
    _Atomic(const void *) aside;     // the value is for that thread alone (class_constant_hidden). NULL: for all
    struct class_loading *loading;   // in whose list it is; class lock
    struct class_constant *next_aside;
};
// What a site knows of a constant: immutable but for `scope`, which becomes NULL when it no longer holds, and `next`.
// A hit is one compare, of `scope` with where the site looks. It no longer holds when a constant of its name is set,
// removed, to be loaded, made private or public, or comes with a module into the ancestors of `base`.
struct constant_entry {
    _Atomic(const struct class *) scope;   // the lexical class of the frame, or of A::B what A is
    value_t value;
    struct heap *owner;                    // of a value that is private to an actor; NULL: anybody's
    _Atomic(struct constant_entry *) next; // of the same site
    // Under the class lock.
    const struct class *base;              // in whose ancestors it was looked for, at last
    symbol_t name;
    _Atomic(struct constant_entry *) *site;
    struct constant_entry *name_next, **name_previous;
};
#define CONSTANT_ENTRIES 4 // of one site: then it never changes, until an entry of it no longer holds

// With the class lock held, after a lookup under it. Adds an entry to a site, unless there is no room or no memory, or
// another one holds for `scope`. True: added.
bool class_constant_remember(struct runtime *runtime, _Atomic(struct constant_entry *) *site,
                             const struct constant_entry *entry);
// Whether class_constant_remember would find room, without the lock: false says that the site stays as it is.
bool class_constant_room(_Atomic(struct constant_entry *) *site, const struct constant_entry *entry);
// The site goes with its code.
void class_constant_forget(struct runtime *runtime, _Atomic(struct constant_entry *) *site);
// Entries of that name no longer hold: for a change of is_private or deprecated.
void class_constant_changed(struct runtime *runtime, symbol_t name);
// This class's own table. NULL: not there. Lock-free.
struct class_constant *class_constant_own(struct class *class, symbol_t name);
// By ancestors (and Object for modules). *where may be NULL.
struct class_constant *class_constant_find(struct runtime *runtime, struct class *class, symbol_t name,
                                           struct class **where);
// `shared`: as heap_slot_store. No entry of the name holds afterwards.
bool class_constant_set(struct runtime *runtime, struct heap *heap, struct class *class, symbol_t name, value_t value,
                        bool shared);
// The same by a thread: while it loads what the constant's autoload names (class_loading_begin), only it sees the value.
bool class_constant_set_by(struct runtime *runtime, struct heap *heap, struct class *class, symbol_t name, value_t value,
                           bool shared, const void *thread);
// The value it had; VALUE_UNDEF: not there, an autoload, or (then it stays) private to another actor.
value_t class_constant_remove(struct runtime *runtime, struct heap *heap, struct class *class, symbol_t name);
// Registers a path (shared String) to load when the constant is first used, unless it has a value. False: no memory.
bool class_constant_autoload(struct runtime *runtime, struct class *class, symbol_t name, value_t path);
// What `thread` would have to load for the constant: the path; nil: nothing, it has a value or the thread is about it.
value_t class_constant_pending(struct runtime *runtime, const struct class_constant *constant, const void *thread);
// The thread loads the file that autoloads of that path name; until the end, what it sets of their constants is set aside.
// Then all see them or, unless `keep`, they are to be loaded still. The path, a shared String, lives as long. False: no memory.
bool class_loading_begin(struct runtime *runtime, value_t path, const void *thread);
void class_loading_end(struct runtime *runtime, value_t path, const void *thread, bool keep);
// Whether a value that is there is not the thread's to see: it is as if it had to be loaded still.
static inline bool class_constant_hidden(const struct class_constant *constant, const void *thread)
{
    // acquire: pairs with the release in class_constant_set_by, before that of the value
    const void *const aside = atomic_load_explicit(&constant->aside, memory_order_acquire);
    return aside != NULL && aside != thread;
}
void class_each_constant(struct class *class, void (*visit)(struct class_constant *, void *), void *context);

struct heap_slot *class_variable_find(struct class *class, symbol_t name, struct class **where); // by ancestors
struct heap_slot *class_variable_own(struct class *class, symbol_t name, bool create);
void class_each_variable(struct class *class, void (*visit)(symbol_t, struct heap_slot *, void *), void *context);
bool class_variable_remove(struct runtime *runtime, struct class *class, symbol_t name);

// --- Basic operators -------------------------------------------------------------------------------------------------
// The bit of runtime.redefined for an operator on the core classes whose built-in case the interpreter inlines.
enum basic_operator {
    BASIC_PLUS, BASIC_MINUS, BASIC_TIMES, BASIC_DIVIDE, BASIC_MODULO, BASIC_LT, BASIC_LE, BASIC_GT, BASIC_GE, BASIC_EQ,
    BASIC_NEQ, BASIC_NOT, BASIC_AND, BASIC_OR, BASIC_XOR, BASIC_LEFT, BASIC_RIGHT, BASIC_UMINUS, BASIC_INDEX,
    BASIC_SET_INDEX, BASIC_EQQ, BASIC_MATCH, BASIC_TO_S, BASIC_HASH, BASIC_EQL, BASIC_CMP, BASIC_TO_A, BASIC_COUNT
};
static inline bool runtime_redefined(const struct runtime *runtime, enum basic_operator op)
{
    return atomic_load_explicit(&runtime->redefined, memory_order_relaxed) >> op & 1;
}
void runtime_boot_done(struct runtime *runtime); // from here on, redefinitions of METHOD_BOOT methods set bits

#endif
