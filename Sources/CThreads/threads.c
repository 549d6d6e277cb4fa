#define _GNU_SOURCE
#include "threads.h"

#ifdef __linux__
#include <features.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define CTHREADS_SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(CTHREADS_SANITIZED)
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

typedef void *(*body_function)(void *);
typedef int (*create_function)(pthread_t *, const pthread_attr_t *, body_function, void *);

static const size_t signal_stack_bytes = 64 << 10;

// Written while the process has one thread.
static int has_signal_stacks;
static size_t stack_limit;
static void (*on_shortage)(double);

// When libdispatch was first refused a thread since it last got one; 0 if it was not.
static atomic_llong refused_at;

// What a thread is to do, at the lowest address of its signal stack until it has begun.
struct beginning {
    body_function body;
    void *argument;
};

static void leave(void *memory) {
    stack_t none = {.ss_flags = SS_DISABLE};
    (void)sigaltstack(&none, NULL);
    (void)munmap(memory, signal_stack_bytes);
}

static void *begin(void *memory) {
    struct beginning beginning = *(struct beginning *)memory;
    stack_t own = {.ss_sp = memory, .ss_size = signal_stack_bytes};
    (void)sigaltstack(&own, NULL);
    void *result;
    // Also if it ends by pthread_exit.
    pthread_cleanup_push(leave, memory);
    result = beginning.body(beginning.argument);
    pthread_cleanup_pop(1);
    return result;
}

// The C library's, or that of a library which was loaded to be asked before it.
static create_function next_create(void) {
    // By version first: such a library may have a `dlsym` of its own, and be the one that it skips.
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        void *found = dlvsym(RTLD_NEXT, "pthread_create", versions[i]);
        if (found != NULL) return (create_function)found;
    }
    return (create_function)dlsym(RTLD_NEXT, "pthread_create");
}

static int create(
    pthread_t *thread, const pthread_attr_t *attributes, body_function body, void *argument) {
    // Always the same value, so it does not matter who writes it.
    static _Atomic(create_function) next;
    create_function function = next;
    if (function == NULL) next = function = next_create();
    return function == NULL ? EAGAIN : function(thread, attributes, body, argument);
}

static int is_detached(const pthread_attr_t *attributes) {
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes != NULL) (void)pthread_attr_getdetachstate(attributes, &state);
    return state == PTHREAD_CREATE_DETACHED;
}

// Creates a thread with a stack within the limit.
static int create_small(
    pthread_t *thread, const pthread_attr_t *attributes, body_function body, void *argument) {
    pthread_attr_t small;
    size_t bytes = 0;
    if (stack_limit == 0 || pthread_attr_init(&small) != 0)
        return create(thread, attributes, body, argument);
    (void)pthread_attr_getstacksize(attributes == NULL ? &small : attributes, &bytes);
    int number;
    if (bytes > stack_limit && pthread_attr_setstacksize(&small, stack_limit) == 0) {
        if (is_detached(attributes))
            (void)pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
        number = create(thread, &small, body, argument);
    } else {
        number = create(thread, attributes, body, argument);
    }
    (void)pthread_attr_destroy(&small);
    return number;
}

// Creates a thread with a stack for signal handlers, if there is memory for one.
static int create_with_signal_stack(
    pthread_t *thread, const pthread_attr_t *attributes, body_function body, void *argument) {
    void *memory = mmap(
        NULL, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return create_small(thread, attributes, body, argument);
    struct beginning *beginning = memory;
    beginning->body = body;
    beginning->argument = argument;
    int number = create_small(thread, attributes, begin, memory);
    if (number != 0) (void)munmap(memory, signal_stack_bytes);
    return number;
}

// Of those who make threads here only libdispatch has them detached from the beginning.
static void note_outcome(int number) {
    if (number == 0) {
        refused_at = 0;
        return;
    }
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    long long time = (long long)now.tv_sec * 1000000000 + now.tv_nsec, first = 0;
    if (atomic_compare_exchange_strong(&refused_at, &first, time)) return;
    if (on_shortage != NULL) on_shortage((double)(time - first) / 1e9);
}

// Found before the C library's by all libraries: libdispatch and Swift's pool make their threads by it, too.
int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, body_function body, void *argument) {
    if (!has_signal_stacks) return create(thread, attributes, body, argument);
    int number = create_with_signal_stack(thread, attributes, body, argument);
    if (is_detached(attributes)) note_outcome(number);
    return number;
}

void cthreads_use_signal_stacks(void) { has_signal_stacks = 1; }
void cthreads_limit_stacks(size_t bytes) { stack_limit = bytes; }
void cthreads_on_shortage(void (*function)(double)) { on_shortage = function; }
#else
void cthreads_use_signal_stacks(void) {}
void cthreads_limit_stacks(size_t bytes) { (void)bytes; }
void cthreads_on_shortage(void (*function)(double)) { (void)function; }
#endif
