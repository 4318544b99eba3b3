// The second step of regexp_source.h: what Onigmo and Oniguruma read differently.
//
// By default, (?d), Ruby's \w \d \s are ASCII while \b, POSIX brackets and \p{} are Unicode; (?a) makes all but \p{}
// ASCII, (?u) none. Oniguruma's switches W, D, S (\w with \b, \d, \s, each with its bracket and property) and P (all
// brackets and properties) are set accordingly, and single constructs written another way where a switch covers too
// much.
#include <strings.h>

#include "object/misc.h"
#include "object/regexp_source.h"

enum range_mode { RANGE_DEFAULT, RANGE_ASCII, RANGE_UNICODE };

struct group_state {
    bool extended, ignore_case;
    enum range_mode mode;
    size_t assertion; // of a lookaround: where in the output it begins; else NONE
};
#define NONE SIZE_MAX

struct translator {
    const char *at, *end;
    enum encoding encoding;
    bool unicode;
    struct regexp_text *text;
    struct group_state state;
    unsigned depth, class_depth;
    const char *message;
    struct group_state stack[REGEXP_DEPTH_MAX];
};

static bool fail(struct translator *t, const char *message)
{
    t->message = message;
    return false;
}

static void put_text(struct translator *t, const char *text) { regexp_text_append(t->text, text, strlen(text)); }

static void copy(struct translator *t, size_t size)
{
    size_t const left = (size_t)(t->end - t->at);
    if (size > left) size = left;
    regexp_text_append(t->text, t->at, size);
    t->at += size;
}

static bool starts_with(const struct translator *t, const char *text)
{
    size_t const size = strlen(text);
    return (size_t)(t->end - t->at) >= size && memcmp(t->at, text, size) == 0;
}

static void copy_character(struct translator *t)
{
    size_t size = 1;
    if ((unsigned char)*t->at >= 0x80) encoding_decode(t->encoding, t->at, (size_t)(t->end - t->at), &size);
    copy(t, size);
}

// --- Properties and brackets ---------------------------------------------------------------------------------------

// Names that the switches W, D and S (and P) restrict, and others that mean the same for any switch.
static struct {
    const char *name, *unrestricted;
} const switched[] = {
    {"digit", "\\p{Nd}"},
    {"space", "\\p{White_Space}"},
    {"word", "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}"},
    {"alnum", "\\p{Alphabetic}\\p{Nd}"},
    {"alpha", "\\p{Alphabetic}"},
    {"blank", "\\p{Zs}\\t"},
    {"cntrl", "\\p{Cc}"},
    {"lower", "\\p{Lowercase}"},
    {"upper", "\\p{Uppercase}"},
    {"punct", "\\p{P}"},
};
#define SWITCHED_BY_DEFAULT 3 // the first ones: W, D, S

// Oniguruma 6.9.8 lacks the symbols in the Unicode [:punct:], which \p{Punct} lacks in Ruby too.
static char const punctuation[] = "\\p{P}$+<=>\\^`|~";

// The other way to write the name [from, to), or NULL where the switches of the mode do not touch it. Case, spaces, '_'
// and '-' do not count in property names.
static const char *unrestricted_name(const struct translator *t, const char *from, const char *to, bool property)
{
    if (!t->unicode || (!property && t->state.mode == RANGE_ASCII)) return NULL;
    if (!property && to - from == 5 && memcmp(from, "punct", 5) == 0) return punctuation;
    if (t->state.mode == RANGE_UNICODE) return NULL;
    char name[8];
    size_t size = 0;
    for (; from < to; from++) {
        if (property && (*from == ' ' || *from == '_' || *from == '-')) continue;
        if (size == sizeof name) return NULL;
        name[size++] = (char)(property ? *from | 0x20 : *from);
    }
    size_t const count = t->state.mode == RANGE_ASCII ? TRP_COUNT(switched) : SWITCHED_BY_DEFAULT;
    for (size_t i = 0; i < count; i++) {
        if (strlen(switched[i].name) == size && memcmp(switched[i].name, name, size) == 0) {
            return switched[i].unrestricted;
        }
    }
    return NULL;
}

static void put_set(struct translator *t, bool negated, const char *members)
{
    put_text(t, negated ? "[^" : "[");
    put_text(t, members);
    put_text(t, "]");
}

// Properties of one case, which Ruby folds outside of classes too when it ignores case.
static bool names_a_case(const char *from, const char *to)
{
    static char const names[][10] = {"Upper", "Lower", "Uppercase", "Lowercase", "Lu", "Ll", "Lt"};
    for (size_t i = 0; i < TRP_COUNT(names); i++) {
        size_t const size = strlen(names[i]);
        if (size == (size_t)(to - from) && strncasecmp(names[i], from, size) == 0) return true;
    }
    return false;
}

// At \p{ or \P{.
static void translate_property(struct translator *t)
{
    const char *name = t->at + 3;
    const char *const close = memchr(name, '}', (size_t)(t->end - name));
    if (close == NULL) return copy(t, 3);
    bool negated = t->at[1] == 'P';
    if (name < close && *name == '^') {
        negated = !negated;
        name++;
    }
    size_t const size = (size_t)(close + 1 - t->at);
    const char *const members = unrestricted_name(t, name, close, true);
    if (members != NULL) {
        put_set(t, negated, members);
        t->at += size;
    } else if (t->state.ignore_case && t->class_depth == 0 && names_a_case(name, close)) {
        put_text(t, "[");
        copy(t, size);
        put_text(t, "]");
    } else {
        copy(t, size);
    }
}

// At [: inside a class: copies or rewrites a POSIX bracket. False: it is none.
static bool translate_bracket(struct translator *t)
{
    const char *from = t->at + 2;
    bool const negated = from < t->end && *from == '^';
    from += negated;
    const char *to = from;
    while (to < t->end && *to >= 'a' && *to <= 'z') to++;
    if (t->end - to < 2 || to[0] != ':' || to[1] != ']') return false;
    const char *const members = unrestricted_name(t, from, to, false);
    if (members == NULL) {
        copy(t, (size_t)(to + 2 - t->at));
    } else {
        put_set(t, negated, members);
        t->at = to + 2;
    }
    return true;
}

// --- Repeated assertions -------------------------------------------------------------------------------------------

static bool at_quantifier(const struct translator *t, size_t offset)
{
    return (size_t)(t->end - t->at) > offset && t->at[offset] != 0 && strchr("*+?{", t->at[offset]) != NULL;
}

// Oniguruma repeats no anchors and lookarounds, Ruby does: an atomic group around makes it possible.
static void copy_assertion(struct translator *t, size_t size)
{
    bool const repeated = at_quantifier(t, size);
    if (repeated) put_text(t, "(?>");
    copy(t, size);
    if (repeated) put_text(t, ")");
}

// At the ')' of a lookaround that began at `from` in the output.
static void close_lookaround(struct translator *t, size_t from)
{
    bool const repeated = at_quantifier(t, 1);
    copy(t, 1);
    if (!repeated) return;
    put_text(t, "(?>");
    if (t->text->failed) return;
    char *const bytes = t->text->bytes;
    memmove(bytes + from + 3, bytes + from, t->text->size - from - 3);
    memcpy(bytes + from, "(?>", 3);
    put_text(t, ")");
}

// --- Escapes -------------------------------------------------------------------------------------------------------

static void translate_escape(struct translator *t)
{
    char const kind = t->end - t->at > 1 ? t->at[1] : 0;
    bool const outside = t->class_depth == 0;
    switch (kind) {
    case 'b':
    case 'B':
        if (!outside) break;
        if (!t->unicode || t->state.mode != RANGE_DEFAULT) return copy_assertion(t, 2);
        put_text(t, "(?-W:");
        copy(t, 2);
        return put_text(t, ")");
    case 'A':
    case 'Z':
    case 'z':
    case 'G':
        if (!outside) break;
        return copy_assertion(t, 2);
    case 'R': // Oniguruma's own cannot be repeated
        t->at += 2;
        if (!outside) return put_text(t, "R");
        return put_text(t, t->unicode ? "(?>\\x0D\\x0A|[\\x0A-\\x0D\\x{85}\\x{2028}\\x{2029}])"
                                      : "(?>\\x0D\\x0A|[\\x0A-\\x0D])");
    case 'p':
    case 'P':
        if (t->end - t->at > 2 && t->at[2] == '{') return translate_property(t);
        break;
    case 'y':
    case 'Y':
    case 'o':
    case 'N':
    case 'O': // nothing special in Ruby
        t->at++;
        return copy(t, 1);
    default: break;
    }
    copy(t, 1);
    if (t->at < t->end) copy_character(t);
}

// --- Groups --------------------------------------------------------------------------------------------------------

static bool push_group(struct translator *t, struct group_state inner)
{
    if (t->depth == REGEXP_DEPTH_MAX) return fail(t, "too deep nest level");
    t->stack[t->depth++] = t->state;
    t->state = inner;
    t->state.assertion = NONE;
    return true;
}

// Behind "(?": options, then ':' or ')'.
static bool translate_options(struct translator *t)
{
    struct group_state state = t->state;
    char on[16] = "", off[16] = "";
    bool negative = false;
    for (; t->at < t->end && *t->at != ':' && *t->at != ')'; t->at++) {
        char const letter[] = {*t->at, 0};
        switch (*t->at) {
        case '-': negative = true; continue;
        case 'x': state.extended = !negative; break;
        case 'i': state.ignore_case = !negative; break;
        case 'm': break;
        case 'a': state.mode = RANGE_ASCII; break;
        case 'd': state.mode = RANGE_DEFAULT; break;
        case 'u': state.mode = RANGE_UNICODE; break;
        default: return fail(t, "undefined group option");
        }
        bool const range = *t->at == 'a' || *t->at == 'd' || *t->at == 'u';
        if (range && negative) return fail(t, "undefined group option");
        char *const list = negative ? off : on;
        if (!range && strchr(list, *t->at) == NULL) strcat(list, letter);
    }
    if (t->at == t->end) return fail(t, "end pattern in group");
    put_text(t, "(?");
    put_text(t, on);
    if (state.mode != RANGE_UNICODE) put_text(t, state.mode == RANGE_ASCII ? "WDSP" : "WDS");
    put_text(t, "-");
    put_text(t, off);
    if (state.mode != RANGE_ASCII) put_text(t, state.mode == RANGE_UNICODE ? "WDSP" : "P");
    bool const isolated = *t->at == ')';
    copy(t, 1);
    if (!isolated) return push_group(t, state);
    t->state = state; // up to the end of the group around
    return true;
}

// "(?#": left out.
static bool skip_comment(struct translator *t)
{
    while (t->at < t->end && *t->at != ')') t->at += *t->at == '\\' && t->end - t->at > 1 ? 2 : 1;
    if (t->at == t->end) return fail(t, "end pattern in group");
    t->at++;
    return true;
}

// At (?= (?! (?<; the last may be a name.
static bool translate_lookaround(struct translator *t, char kind)
{
    char const behind = t->end - t->at > 3 ? t->at[3] : 0;
    bool const assertion = kind != '<' || behind == '=' || behind == '!';
    size_t const from = t->text->size;
    copy(t, 3);
    if (!push_group(t, t->state)) return false;
    if (assertion) t->state.assertion = from;
    return true;
}

// At (?( : a group's number or name, nothing else.
static bool translate_condition(struct translator *t)
{
    char const first = t->end - t->at > 3 ? t->at[3] : 0;
    if (first != '<' && first != '\'' && (first < '0' || first > '9')) return fail(t, "invalid conditional pattern");
    copy(t, 3);
    while (t->at < t->end && *t->at != ')') copy_character(t);
    copy(t, 1);
    return push_group(t, t->state);
}

static bool translate_group(struct translator *t) // at '('
{
    if (!starts_with(t, "(?")) {
        copy(t, 1);
        // Oniguruma would take (* for a callout in other syntaxes; here it stays an error of '*'.
        return push_group(t, t->state);
    }
    char const kind = t->end - t->at > 2 ? t->at[2] : 0;
    switch (kind) {
    case 0: return fail(t, "end pattern in group");
    case '#': return skip_comment(t);
    case '=':
    case '!':
    case '<': return translate_lookaround(t, kind);
    case ':':
    case '>':
    case '\'':
        copy(t, 3);
        return push_group(t, t->state);
    case '~':
        copy(t, 3);
        // Oniguruma's own extension; in Ruby the first alternative is empty.
        if (t->at < t->end && *t->at == '|') put_text(t, "(?:)");
        return push_group(t, t->state);
    case '(': return translate_condition(t);
    default:
        t->at += 2;
        return translate_options(t);
    }
}

// --- The whole -----------------------------------------------------------------------------------------------------

static void open_class(struct translator *t) // at '['
{
    t->class_depth++;
    copy(t, 1);
    if (t->at < t->end && *t->at == '^') copy(t, 1);
    if (t->at < t->end && *t->at == ']') copy(t, 1); // first: an ordinary character
}

static void translate_in_class(struct translator *t)
{
    switch (*t->at) {
    case '\\': translate_escape(t); return;
    case '[':
        if (starts_with(t, "[:") && translate_bracket(t)) return;
        open_class(t);
        return;
    case ']': t->class_depth--; break;
    default: break;
    }
    copy_character(t);
}

static bool translate_one(struct translator *t)
{
    if (t->class_depth > 0) {
        translate_in_class(t);
        return true;
    }
    switch (*t->at) {
    case '\\': translate_escape(t); return true;
    case '[': open_class(t); return true;
    case '(': return translate_group(t);
    case ')':
        if (t->depth == 0) return fail(t, "unmatched close parenthesis");
        size_t const assertion = t->state.assertion;
        t->state = t->stack[--t->depth];
        if (assertion == NONE) break;
        close_lookaround(t, assertion);
        return true;
    case '^':
    case '$':
        copy_assertion(t, 1);
        return true;
    case '#':
        if (!t->state.extended) break;
        while (t->at < t->end && *t->at != '\n') t->at++;
        return true;
    default: break;
    }
    copy_character(t);
    return true;
}

bool regexp_translate(const char *bytes, size_t size, enum encoding encoding, bool unicode, unsigned options,
                       struct regexp_text *text, const char **message)
{
    struct translator t = {.at = bytes, .end = bytes + size, .encoding = encoding, .unicode = unicode, .text = text};
    t.state.extended = options & REGEXP_EXTENDED;
    t.state.ignore_case = options & REGEXP_IGNORECASE;
    t.state.assertion = NONE;
    while (t.at < t.end) {
        if (!translate_one(&t)) {
            *message = t.message;
            return false;
        }
    }
    return true;
}

// --- Literals ------------------------------------------------------------------------------------------------------

// The character that an escape stands for, or -1: something else, or too rare to care.
static int literal_escape(char kind)
{
    switch (kind) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'a': return '\a';
    case 'e': return 0x1b;
    default: break;
    }
    bool const word = (kind >= '0' && kind <= '9') || ((kind | 0x20) >= 'a' && (kind | 0x20) <= 'z');
    // \< \> \` \' are anchors in some syntaxes, in Ruby they are characters
    return word || (unsigned char)kind >= 0x80 ? -1 : kind;
}

bool regexp_read_literal(const char *bytes, size_t size, unsigned options, struct regexp_text *text)
{
    if (options & REGEXP_IGNORECASE) return false;
    bool const extended = options & REGEXP_EXTENDED;
    for (size_t i = 0; i < size; i++) {
        char const c = bytes[i];
        if (c == '\\') {
            int const value = i + 1 < size ? literal_escape(bytes[i + 1]) : -1;
            if (value < 0) return false;
            regexp_text_put(text, (char)value);
            i++;
        } else if (c != 0 && strchr(".*?+^$|()[{", c) != NULL) {
            return false;
        } else if (extended && (c == ' ' || c == '#' || (c >= '\t' && c <= '\r'))) {
            return false;
        } else {
            regexp_text_put(text, c);
        }
    }
    return true;
}
