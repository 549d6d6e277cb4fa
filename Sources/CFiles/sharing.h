#pragma once
// POSIX shared memory: Swift cannot call Darwin's shm_open, which is variadic.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

// Creates an empty object for this user alone; -1 after an error, also if the name exists.
static inline int cfiles_create_shared(const char *name) {
    return shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
}

// Removes a file, or a shared memory object of macOS, which is not a file. Async-signal-safe.
static inline void cfiles_remove_shared(const char *path) {
#ifdef __APPLE__
    if (shm_unlink(path) == 0) return;
#endif
    unlink(path);
}
