#pragma once
// The processors that a process may use: their calls stand behind _GNU_SOURCE. Linux only.
#ifdef __linux__
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// Writes a bit for each processor that this thread may use; the number of bytes, or -1 after an error.
static inline long cfiles_get_processors(void *bits, size_t byte_count) {
    return syscall(SYS_sched_getaffinity, 0, byte_count, bits);
}

// Leaves this thread, and those that it starts, these processors only; -1 after an error.
static inline long cfiles_set_processors(const void *bits, size_t byte_count) {
    return syscall(SYS_sched_setaffinity, 0, byte_count, bits);
}
#endif
