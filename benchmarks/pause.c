// The control of benchmarks/pause.rb: how late a thread's 1 ms timer and a word to a thread are, when the kernel alone decides.
//
//   pause nothing|blocked|busy [SECONDS]      default 10
//
// A thread sleeps a millisecond by clock_nanosleep and writes to an eventfd, another reads it; beside them nothing, a thread
// that opens a FIFO, or one that computes. Prints the same JSON.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PERIOD_NS 1000000
#define SAMPLES_MAX 1000000

struct samples {
    int64_t ns[SAMPLES_MAX];
    size_t count;
};

static struct samples timer, message;
static atomic_int_fast64_t stamp;
static atomic_bool stop;
static int event;
static double duration = 10;

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void add(struct samples *samples, int64_t ns)
{
    if (samples->count < SAMPLES_MAX) samples->ns[samples->count++] = ns;
}

static void tell(uint64_t word)
{
    if (write(event, &word, sizeof word) != sizeof word) abort();
}

static void *run_timer(void *unused)
{
    int64_t time = now();
    int64_t const last = time + (int64_t)(duration * 1e9);
    while (time < last) {
        struct timespec const period = {.tv_nsec = PERIOD_NS};
        clock_nanosleep(CLOCK_MONOTONIC, 0, &period, NULL);
        int64_t const woke = now();
        add(&timer, woke - time - PERIOD_NS);
        atomic_store_explicit(&stamp, woke, memory_order_release); // pairs with the acquire in run_receiver
        tell(1);
        time = now();
    }
    atomic_store_explicit(&stop, true, memory_order_release); // pairs with the acquires in run_receiver and run_busy
    tell(1);
    return unused;
}

static void *run_receiver(void *unused)
{
    for (;;) {
        uint64_t word;
        if (read(event, &word, sizeof word) != sizeof word) abort();
        // acquire: pairs with the releases in run_timer
        if (atomic_load_explicit(&stop, memory_order_acquire)) return unused;
        add(&message, now() - atomic_load_explicit(&stamp, memory_order_acquire));
    }
}

static void *run_busy(void *unused)
{
    uint64_t x = 1;
    // acquire: pairs with the release in run_timer
    while (!atomic_load_explicit(&stop, memory_order_acquire)) {
        for (int i = 0; i < 1000; i++) x = x * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : : "r"(x));
    }
    return unused;
}

static void *run_blocked(void *path)
{
    int const fd = open(path, O_RDONLY);
    if (fd >= 0) close(fd);
    return NULL;
}

static int compare(const void *a, const void *b)
{
    int64_t const x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void print(const char *name, struct samples *samples)
{
    if (samples->count == 0) abort();
    qsort(samples->ns, samples->count, sizeof samples->ns[0], compare);
    double const last = (double)(samples->count - 1);
    printf("\"%s\":{\"p50\":%lld,\"p99\":%lld,\"p999\":%lld,\"max\":%lld}", name,
           (long long)samples->ns[(size_t)(last * 0.5)] / 1000, (long long)samples->ns[(size_t)(last * 0.99)] / 1000,
           (long long)samples->ns[(size_t)(last * 0.999)] / 1000, (long long)samples->ns[samples->count - 1] / 1000);
}

int main(int argc, char **argv)
{
    const char *const load = argc > 1 ? argv[1] : "nothing";
    if (argc > 2) duration = atof(argv[2]);
    bool const busy = strcmp(load, "busy") == 0, blocked = strcmp(load, "blocked") == 0;
    if (duration <= 0 || (!busy && !blocked && strcmp(load, "nothing") != 0)) return 2;
    char path[64];
    snprintf(path, sizeof path, "/tmp/pause.%d", (int)getpid());
    if (blocked && mkfifo(path, 0600) != 0) abort();
    event = eventfd(0, 0);
    pthread_t loaded, receiving, timing;
    if (busy) pthread_create(&loaded, NULL, run_busy, NULL);
    if (blocked) pthread_create(&loaded, NULL, run_blocked, path);
    if (event < 0 || pthread_create(&receiving, NULL, run_receiver, NULL) != 0 ||
        pthread_create(&timing, NULL, run_timer, NULL) != 0) abort();
    pthread_join(timing, NULL);
    pthread_join(receiving, NULL);
    if (blocked) {
        int const fd = open(path, O_WRONLY);
        if (fd >= 0) close(fd);
        unlink(path);
    }
    if (busy || blocked) pthread_join(loaded, NULL);
    printf("{\"benchmark\":\"pause\",\"case\":\"%s\",\"seconds\":%g,\"samples\":%zu,", load, duration, message.count);
    print("timer_us", &timer);
    printf(",");
    print("message_us", &message);
    printf("}\n");
    return 0;
}
