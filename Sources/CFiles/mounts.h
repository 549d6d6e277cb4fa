#pragma once
// What kind of file system a path is on: Swift does not import its call. Linux only.
#ifdef __linux__
#include <sys/vfs.h>

// The number of the file system's kind, as in statfs(2); -1 after an error.
static inline long cfiles_file_system(const char *path) {
    struct statfs system;
    return statfs(path, &system) == 0 ? (long)system.f_type : -1;
}
#endif
