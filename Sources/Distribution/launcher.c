// The program of the tarball that brings its own C library: runs FOLDER/libexec/nasa-view by FOLDER/lib's loader,
// where FOLDER/bin/nasa-view is this file. Linked statically: the system may have no loader.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __aarch64__
#define LOADER "ld-linux-aarch64.so.1"
#else
#define LOADER "ld-linux-x86-64.so.2"
#endif

static int fail(const char *reason) {
    fprintf(stderr, "nasa-view: %s\n", reason);
    return 1;
}

int main(int count, char **arguments) {
    static char folder[PATH_MAX], loader[PATH_MAX + 32], program[PATH_MAX + 32];
    // Without /proc, which Swift needs too, the path cannot be found.
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length < 0) return fail("/proc is not mounted");
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(folder, '/');
        if (slash == NULL) return fail("its folder cannot be found");
        *slash = 0;
    }
    snprintf(loader, sizeof loader, "%s/lib/" LOADER, folder);
    snprintf(program, sizeof program, "%s/libexec/nasa-view", folder);
    char **words = calloc((size_t)count + 3, sizeof *words);
    if (words == NULL) return fail("no memory");
    words[0] = loader;
    words[1] = program;
    for (int i = 1; i < count; i++) words[i + 1] = arguments[i];
    execv(loader, words);
    return fail("lib/" LOADER " cannot be run");
}
