// What others wish of an actor. Purpose: takes that wait for its yields or its result, monitors and watchers of its end.
//
// They are two lists in order of arrival, and nothing is looked for in them: an UNMONITOR is one more entry, and who no longer
// wants his take changes its state. A list that has doubled is pruned. So an entry costs O(log), and there are at most twice
// as many, and a few, as are still wished.
// Data: the claim's holder's.
#include "actor/interior.h"

#define FEW 64u

static size_t most_after(const struct message_queue *kept) { return 2 * kept->count + FEW; }

// --- Takes ---------------------------------------------------------------------------------------------------------------
static void prune_takes(struct actor *actor)
{
    struct message_queue kept = {0};
    struct message *message;
    while ((message = queue_take(&actor->takes)) != NULL) {
        uint32_t const state = atomic_load_explicit(&message->take->state, memory_order_relaxed);
        // One that is claimed may yet be open again.
        if (state == TAKE_OPEN || state == TAKE_CLAIMED) queue_add(&kept, message);
        else message_free(message);
    }
    while ((message = queue_take(&kept)) != NULL) queue_add(&actor->takes, message);
    actor->takes_most = most_after(&actor->takes);
}

// --- Watchers --------------------------------------------------------------------------------------------------------------
// Sorted by who is to hear, the latest first, what counts is easily seen. Their places are kept where their payloads will be.
static uintptr_t hearer(const struct message *message)
{
    return message->kind == MESSAGE_WATCH ? (uintptr_t)message->actor : (uintptr_t)message->port;
}

static int64_t place_of(const struct message *message) { return value_to_fixnum(message->payload.value); }

static bool hears_first(const struct message *a, const struct message *b)
{
    if (hearer(a) != hearer(b)) return hearer(a) < hearer(b);
    return place_of(a) > place_of(b);
}

static bool came_first(const struct message *a, const struct message *b) { return place_of(a) < place_of(b); }

typedef bool (*order)(const struct message *a, const struct message *b); // whether a comes before b

static struct message *merge(struct message *a, struct message *b, order before)
{
    struct message *first = NULL, **link = &first;
    while (a != NULL && b != NULL) {
        struct message **const from = before(a, b) ? &a : &b;
        *link = *from;
        link = &(*link)->next;
        *from = *link;
    }
    *link = a != NULL ? a : b;
    return first;
}

static struct message *sort(struct message *list, size_t count, order before)
{
    if (count < 2) return list;
    struct message **link = &list;
    for (size_t i = 0; i < count / 2; i++) link = &(*link)->next;
    struct message *const rest = *link;
    *link = NULL;
    return merge(sort(list, count / 2, before), sort(rest, count - count / 2, before), before);
}

static bool can_hear(const struct message *message)
{
    if (message->kind == MESSAGE_WATCH) return !actor_ended(message->actor);
    return !atomic_load_explicit(&message->port->closed, memory_order_relaxed) && !actor_ended(message->port->actor);
}

// Of those of one hearer, the latest first: whether it is no longer wished. *over: what comes behind in the list is not.
static bool is_over(const struct message *message, bool *over)
{
    bool const is = *over || message->kind == MESSAGE_UNMONITOR || !can_hear(message);
    *over |= message->kind != MESSAGE_MONITOR; // an actor is woken once
    return is;
}

static void prune_watchers(struct actor *actor)
{
    struct message_queue *const list = &actor->watchers;
    int64_t place = 0;
    for (struct message *m = list->first; m != NULL; m = m->next) m->payload.value = value_fixnum(place++);
    struct message *message = sort(list->first, list->count, hears_first);
    struct message_queue kept = {0};
    uintptr_t of = 0;
    bool over = false;
    while (message != NULL) {
        struct message *const next = message->next;
        if (hearer(message) != of) over = false;
        of = hearer(message);
        if (is_over(message, &over)) message_free(message);
        else queue_add(&kept, message);
        message = next;
    }
    *list = (struct message_queue){0};
    for (message = sort(kept.first, kept.count, came_first); message != NULL;) {
        struct message *const next = message->next;
        queue_add(list, message);
        message = next;
    }
    actor->watchers_most = most_after(list);
}

// --- Both ------------------------------------------------------------------------------------------------------------------
void wishes_add(struct actor *actor, struct message *message)
{
    if (message->kind == MESSAGE_TAKE) {
        queue_add(&actor->takes, message);
        if (actor->takes.count > actor->takes_most) prune_takes(actor);
    } else {
        queue_add(&actor->watchers, message);
        if (actor->watchers.count > actor->watchers_most) prune_watchers(actor);
    }
}

void wishes_prune(struct actor *actor)
{
    prune_takes(actor);
    prune_watchers(actor);
}
