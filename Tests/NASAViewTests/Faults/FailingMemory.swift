/// A library that, loaded before all others, refuses one block of 4 kB or more to each process that is
/// forked from a forked one: to those that decode.
enum FailingMemory {
    /// Which block is refused, counted from 1.
    static let variable = "NASA_VIEW_TEST_REFUSE"

    /// The blocks are glibc's own; a number is counted down where it is a worker's.
    static let text = """
        #include <errno.h>
        #include <pthread.h>
        #include <stdlib.h>
        extern void *__libc_malloc(size_t);
        extern void *__libc_calloc(size_t, size_t);
        extern void *__libc_realloc(void *, size_t);
        static int generation, refused;
        static void forked(void) { generation++; }
        __attribute__((constructor)) static void begin(void) {
            const char *number = getenv("\(variable)");
            refused = number ? atoi(number) : 0;
            pthread_atfork(0, 0, forked);
        }
        static int is_refused(size_t count) {
            if (generation < 2 || count < 4096) return 0;
            if (__sync_fetch_and_sub(&refused, 1) != 1) return 0;
            errno = ENOMEM;
            return 1;
        }
        void *malloc(size_t count) { return is_refused(count) ? 0 : __libc_malloc(count); }
        void *calloc(size_t number, size_t count) {
            return is_refused(number * count) ? 0 : __libc_calloc(number, count);
        }
        void *realloc(void *block, size_t count) {
            return is_refused(count) ? 0 : __libc_realloc(block, count);
        }
        """
}
