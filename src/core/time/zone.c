// Local time: which offset from UTC is in force at a moment, by the time zone that ENV["TZ"] names, else by the machine's.
//
// A zone is a file of the zone database (RFC 9636: transitions, and a rule for what comes after the last), or such a rule
// itself, as POSIX writes it. libc's own would read the process's environment, which is the host's.
// Data: the cached zone of the runtime, under the core state's lock.
#include "core/time/zone.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME_MAX_SIZE 16
#define FILE_MAX ((size_t)1 << 17)
#define DAY 86400

struct change { // when summer time begins or ends, as a POSIX rule says
    char kind;  // 'M': day `day` (0: Sunday) of week `week` (5: the last) of month `month`; 'J': day 1 … 365; '0': day 0 … 365
    int month, week, day;
    int32_t time; // seconds after midnight
};

struct rule {
    char names[2][NAME_MAX_SIZE]; // standard, summer
    int32_t offsets[2];           // seconds east of UTC
    bool summer;
    struct change changes[2]; // begin, end
};

struct zone {
    char *spelled; // TZ, or "" for the machine's
    unsigned char *file; // or NULL
    const unsigned char *times, *indexes, *types, *names;
    size_t time_count, type_count, name_size;
    struct rule rule;
    bool ruled; // the rule is there
};

// --- Dates ---------------------------------------------------------------------------------------------------------------
static int64_t days_of(int64_t year, int month, int day) // since 1970, in the Gregorian calendar
{
    year -= month <= 2;
    int64_t const era = (year >= 0 ? year : year - 399) / 400, y = year - era * 400;
    int64_t const in_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + y * 365 + y / 4 - y / 100 + in_year - 719468;
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static int64_t year_of(int64_t seconds)
{
    int64_t const days = floor_div(seconds, DAY);
    int64_t year = 1970 + floor_div(days * 400, 146097);
    while (days < days_of(year, 1, 1)) year--;
    while (days >= days_of(year + 1, 1, 1)) year++;
    return year;
}

static bool leaps(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// --- Rules ---------------------------------------------------------------------------------------------------------------
static bool parse_name(const char **at, char *name)
{
    const char *p = *at;
    bool const quoted = *p == '<';
    size_t size = 0;
    for (p += quoted; quoted ? *p != 0 && *p != '>' : isalpha((unsigned char)*p); p++) {
        if (size + 1 >= NAME_MAX_SIZE) return false;
        name[size++] = *p;
    }
    name[size] = 0;
    if (quoted && *p++ != '>') return false;
    *at = p;
    return size >= (quoted ? 1 : 3);
}

static bool parse_number(const char **at, int *n)
{
    if (!isdigit((unsigned char)**at)) return false;
    for (*n = 0; isdigit((unsigned char)**at) && *n < 100000; (*at)++) *n = *n * 10 + **at - '0';
    return true;
}

// [+-]hh[:mm[:ss]] in seconds.
static bool parse_time(const char **at, int32_t *out)
{
    int const sign = **at == '-' ? -1 : 1;
    int part, unit = 3600, total = 0;
    if (**at == '-' || **at == '+') (*at)++;
    do {
        if (!parse_number(at, &part)) return false;
        total += part * unit;
        unit /= 60;
    } while (**at == ':' && unit > 0 && ++*at);
    *out = sign * total;
    return true;
}

static bool parse_change(const char **at, struct change *c)
{
    if (*(*at)++ != ',') return false;
    c->time = 7200;
    c->kind = **at == 'M' || **at == 'J' ? *(*at)++ : '0';
    if (c->kind == 'M') {
        if (!parse_number(at, &c->month) || *(*at)++ != '.') return false;
        if (!parse_number(at, &c->week) || *(*at)++ != '.') return false;
        if (c->month < 1 || c->month > 12) return false;
    }
    if (!parse_number(at, &c->day)) return false;
    return **at != '/' || (++*at, parse_time(at, &c->time));
}

// std offset [dst [offset] [,start[/time],end[/time]]]
static bool parse_rule(const char *text, struct rule *r)
{
    const char *at = text;
    memset(r, 0, sizeof *r);
    if (!parse_name(&at, r->names[0]) || !parse_time(&at, &r->offsets[0])) return false;
    r->offsets[0] = -r->offsets[0];
    if (*at == 0) return true;
    if (!parse_name(&at, r->names[1])) return false;
    r->summer = true;
    r->offsets[1] = r->offsets[0] + 3600;
    if (*at != 0 && *at != ',') {
        if (!parse_time(&at, &r->offsets[1])) return false;
        r->offsets[1] = -r->offsets[1];
    }
    if (*at == 0) at = ",M3.2.0,M11.1.0"; // as the machine's own: POSIX leaves it open
    return parse_change(&at, &r->changes[0]) && parse_change(&at, &r->changes[1]) && *at == 0;
}

// The second of the year, in its local time before the change.
static int64_t change_at(const struct change *c, int64_t year)
{
    int64_t const first = days_of(year, 1, 1);
    int64_t day;
    if (c->kind == 'J') {
        day = first + c->day - 1 + (leaps(year) && c->day >= 60);
    } else if (c->kind == '0') {
        day = first + c->day;
    } else {
        int64_t const month = days_of(year, c->month, 1);
        int64_t const next = c->month == 12 ? days_of(year + 1, 1, 1) : days_of(year, c->month + 1, 1);
        int64_t const weekday = ((month + 4) % 7 + 7) % 7; // 1970-01-01 was a Thursday
        day = month + (c->day - weekday + 7) % 7 + (int64_t)7 * (c->week - 1);
        while (day >= next) day -= 7;
    }
    return day * DAY + c->time;
}

static bool is_summer(const struct rule *r, int64_t seconds)
{
    if (!r->summer) return false;
    int64_t const year = year_of(seconds + r->offsets[0]);
    int64_t const begin = change_at(&r->changes[0], year) - r->offsets[0];
    int64_t const end = change_at(&r->changes[1], year) - r->offsets[1];
    return begin < end ? seconds >= begin && seconds < end : seconds >= begin || seconds < end;
}

static void by_rule(const struct rule *r, int64_t seconds, struct zone_moment *out)
{
    out->summer = is_summer(r, seconds);
    out->offset = r->offsets[out->summer];
    snprintf(out->name, sizeof out->name, "%s", r->names[out->summer]);
}

// --- Files ---------------------------------------------------------------------------------------------------------------
static int64_t big_endian(const unsigned char *bytes, unsigned size)
{
    uint64_t n = bytes[0] & 0x80 ? UINT64_MAX : 0;
    for (unsigned i = 0; i < size; i++) n = n << 8 | bytes[i];
    return (int64_t)n;
}

// All of it. NULL: there is none, or no memory.
static unsigned char *read_file(const char *path, size_t *size)
{
    int const fd = open(path, O_RDONLY | O_CLOEXEC);
    unsigned char *const bytes = fd < 0 ? NULL : base_alloc(FILE_MAX + 1);
    *size = 0;
    while (bytes != NULL && *size < FILE_MAX) {
        ssize_t const n = read(fd, bytes + *size, FILE_MAX - *size);
        if (n <= 0) break;
        *size += (size_t)n;
    }
    if (fd >= 0) close(fd);
    if (bytes != NULL) bytes[*size] = 0;
    return bytes;
}

#define HEADER 44u
struct counts { size_t utc, standard, leap, time, type, name; };

static bool read_header(const unsigned char *at, const unsigned char *end, struct counts *c)
{
    if ((size_t)(end - at) < HEADER || memcmp(at, "TZif", 4) != 0 || at[4] < '2') return false;
    size_t *const list[] = {&c->utc, &c->standard, &c->leap, &c->time, &c->type, &c->name};
    for (unsigned i = 0; i < 6; i++) {
        int64_t const n = big_endian(at + 20 + 4 * i, 4);
        if (n < 0 || (size_t)n > FILE_MAX) return false;
        *list[i] = (size_t)n;
    }
    return true;
}

static size_t block_size(const struct counts *c, size_t time_size)
{
    return c->time * (time_size + 1) + c->type * 6 + c->name + c->leap * (time_size + 4) + c->standard + c->utc;
}

// The second block, whose times have 64 bits, and the rule behind it.
static bool parse_file(struct zone *z, size_t size)
{
    const unsigned char *at = z->file, *const end = z->file + size;
    struct counts c;
    if (!read_header(at, end, &c) || (size_t)(end - at) < HEADER + block_size(&c, 4)) return false;
    at += HEADER + block_size(&c, 4);
    if (!read_header(at, end, &c) || (size_t)(end - at) < HEADER + block_size(&c, 8) || c.type == 0) return false;
    z->times = at + HEADER;
    z->indexes = z->times + 8 * c.time;
    z->types = z->indexes + c.time;
    z->names = z->types + 6 * c.type;
    z->time_count = c.time;
    z->type_count = c.type;
    z->name_size = c.name;
    char *const footer = (char *)z->file + (at - z->file) + HEADER + block_size(&c, 8);
    char *const newline = *footer == '\n' ? strchr(footer + 1, '\n') : NULL;
    if (newline != NULL) *newline = 0;
    z->ruled = newline != NULL && parse_rule(footer + 1, &z->rule);
    return true;
}

static void by_type(const struct zone *z, size_t index, struct zone_moment *out)
{
    const unsigned char *const type = z->types + 6 * (index < z->type_count ? index : 0);
    size_t const name = type[5];
    out->offset = (int32_t)big_endian(type, 4);
    out->summer = type[4] != 0;
    out->name[0] = 0;
    if (name >= z->name_size) return;
    snprintf(out->name, sizeof out->name, "%.*s", (int)(z->name_size - name), (const char *)z->names + name);
}

static void by_file(const struct zone *z, int64_t seconds, struct zone_moment *out)
{
    size_t low = 0, high = z->time_count; // the first transition behind `seconds`
    while (low < high) {
        size_t const middle = (low + high) / 2;
        if (big_endian(z->times + 8 * middle, 8) <= seconds) low = middle + 1;
        else high = middle;
    }
    if (low == z->time_count && z->ruled) by_rule(&z->rule, seconds, out);
    else by_type(z, low == 0 ? 0 : z->indexes[low - 1], out);
}

// --- The runtime's zone --------------------------------------------------------------------------------------------------
static void load(struct zone *z, const char *name)
{
    static const char database[] = "/usr/share/zoneinfo/";
    char path[512];
    size_t size = 0;
    if (*name == ':') name++;
    bool const safe = strstr(name, "..") == NULL && strlen(name) < sizeof path - sizeof database;
    snprintf(path, sizeof path, "%s%s", *name == '/' ? "" : database, safe ? name : "");
    z->file = safe && *name != 0 ? read_file(path, &size) : NULL;
    if (z->file != NULL && parse_file(z, size)) return;
    base_free(z->file);
    z->file = NULL;
    z->ruled = parse_rule(name, &z->rule);
}

void zone_free(struct zone *z)
{
    if (z == NULL) return;
    base_free(z->file);
    base_free(z->spelled);
    base_free(z);
}

// `spelled`: TZ; NULL: the machine's zone. NULL: no memory.
static struct zone *zone_new(const char *spelled)
{
    struct zone *const z = base_alloc_zeroed(sizeof *z);
    const char *const text = spelled == NULL ? ":/etc/localtime" : spelled;
    if (z == NULL) return NULL;
    z->spelled = base_alloc(strlen(text) + 1);
    if (z->spelled == NULL) return zone_free(z), NULL;
    memcpy(z->spelled, text, strlen(text) + 1);
    load(z, text);
    return z;
}

bool zone_find(struct zone **cached, const char *spelled, int64_t seconds, struct zone_moment *out)
{
    const char *const text = spelled == NULL ? ":/etc/localtime" : spelled;
    if (*cached == NULL || strcmp((*cached)->spelled, text) != 0) {
        struct zone *const z = zone_new(spelled);
        if (z == NULL) return false;
        zone_free(*cached);
        *cached = z;
    }
    const struct zone *const z = *cached;
    *out = (struct zone_moment){.name = "UTC"};
    if (z->file != NULL) by_file(z, seconds, out);
    else if (z->ruled) by_rule(&z->rule, seconds, out);
    return true;
}
