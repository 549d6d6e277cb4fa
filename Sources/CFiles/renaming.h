#pragma once
// Renaming that replaces nothing: its call stands behind _GNU_SOURCE. Linux only.
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

// Renames a file in one open folder to a name in another, unless that has one of this name; -1 after an error.
static inline int cfiles_rename_to_free(int from, const char *name, int to, const char *other) {
    // RENAME_NOREPLACE
    return (int)syscall(SYS_renameat2, from, name, to, other, 1u);
}
#endif
