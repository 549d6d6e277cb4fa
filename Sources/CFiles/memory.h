#pragma once
// Files in memory: what Swift cannot say, because it sees neither the call nor its flags. Linux only.
#ifdef __linux__
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// A file in memory; -1 after an error.
static inline int cfiles_memory(void) {
    // MFD_CLOEXEC | MFD_ALLOW_SEALING: their macros stand behind _GNU_SOURCE.
    return (int)syscall(SYS_memfd_create, "nasa-view", 3u);
}

// Fixes the size of a file in memory in every process, and its bytes as well if it is complete; -1 after
// an error.
static inline int cfiles_seal(int file, int is_complete) {
    // F_ADD_SEALS, F_SEAL_SEAL | _SHRINK | _GROW, and _WRITE.
    return fcntl(file, 1033, is_complete ? 15 : 7);
}
#endif
