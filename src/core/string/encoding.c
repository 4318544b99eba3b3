// Encoding: what the prelude needs to make its objects. Each keeps its index in a hidden variable.
#include "core/string/text.h"

// CRuby's names: ASCII-8BIT shows itself as BINARY only when inspected.
static const char *official_name(enum encoding encoding)
{
    return encoding == ENCODING_BINARY ? "ASCII-8BIT" : encoding_name(encoding);
}

// Primitive.encoding_name(index)
static value_t encoding_name_primitive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const char *const name = official_name((enum encoding)value_to_fixnum(argv[0]));
    struct string *const s = string_new(ec->heap, name, strlen(name), ENCODING_ASCII);
    if (s == NULL) return vm_raise_memory(ec);
    object_freeze(s);
    return value_pointer(s);
}

static value_t encoding_count(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc, (void)argv;
    return value_fixnum(ENCODING_COUNT);
}

// Primitive.encoding_new: an Encoding without its index.
static value_t encoding_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    return CORE_NEW(ec, instance_new(ec->heap, CLASS_ENCODING, 3));
}

static symbol_t index_name(struct ec *ec) { return symbol_intern_text(ec->runtime, "@__index"); }

// Primitive.encoding_set_index(encoding, index)
static value_t encoding_set_index(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    symbol_t const name = index_name(ec);
    return name != 0 && ivar_set(ec->runtime, ec->heap, argv[0], name, argv[1]) ? argv[0] : vm_raise_memory(ec);
}

// Primitive.encoding_index(encoding)
static value_t encoding_index(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    symbol_t const name = index_name(ec);
    if (name == 0) return vm_raise_memory(ec);
    value_t const v = ivar_get(ec->runtime, ec->heap, argv[0], name);
    return v != VALUE_UNDEF ? v : value_fixnum(0);
}

static value_t is_encoding(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_bool(value_class_id(argv[0]) == CLASS_ENCODING);
}

// Primitive.encoding_dummy(index): whether no text can be worked with in it.
static value_t encoding_dummy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    enum encoding const encoding = (enum encoding)value_to_fixnum(argv[0]);
    return value_bool(encoding == ENCODING_UTF16 || encoding == ENCODING_UTF32);
}

static value_t encoding_ascii(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_bool(encoding_ascii_compatible((enum encoding)value_to_fixnum(argv[0])));
}

static value_t encoding_is_unicode(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    enum encoding const encoding = (enum encoding)value_to_fixnum(argv[0]);
    return value_bool(encoding_unicode(encoding) || encoding == ENCODING_UTF16 || encoding == ENCODING_UTF32);
}

// How long each takes, see docs/builtins.md:
//   bounded: encoding_name_primitive encoding_count encoding_new encoding_set_index encoding_index is_encoding
//     encoding_dummy encoding_ascii encoding_is_unicode
static const struct vm_primitive primitives[] = {
    {"encoding_name", encoding_name_primitive},
    {"encoding_count", encoding_count},
    {"encoding_new", encoding_new},
    {"encoding_set_index", encoding_set_index},
    {"encoding_index", encoding_index},
    {"is_encoding", is_encoding},
    {"encoding_dummy", encoding_dummy},
    {"encoding_ascii", encoding_ascii},
    {"encoding_unicode", encoding_is_unicode},
};

bool core_encoding(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
