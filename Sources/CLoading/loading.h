#pragma once
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// Libraries that are loaded when they are first needed: for the C shims of such, each of which has its
// functions in a struct PREFIX_functions, ending in is_complete, which PREFIX_load fills in.

// The first of some libraries that is there; NULL if none is.
static inline void *cloading_open(const char *const *names, size_t count) {
    void *library = NULL;
    for (size_t i = 0; library == NULL && i < count; i++)
        library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
    return library;
}

// In PREFIX_load, with `functions`, `library` and `is_complete`: finds a function by its name.
#define CLOADING_FIND(name) \
    functions->name = (__typeof__(functions->name))dlsym(library, #name); \
    if (functions->name == NULL) is_complete = 0;

// Of functions that no header declares there is a list of X(result, name, arguments...): the members of
// PREFIX_functions, and their look-ups.
#define CLOADING_MEMBER(result, name, ...) result (*name)(__VA_ARGS__);
#define CLOADING_LOOK_UP(result, name, ...) CLOADING_FIND(name)

// PREFIX_library gives the functions, loaded once; NULL if the library is missing or one of them is.
// The storage is static inside a function, or Swift would not make room for it.
#define CLOADING_LIBRARY(prefix) \
    static inline prefix##_functions *prefix##_storage(void) { \
        static prefix##_functions functions; \
        return &functions; \
    } \
    static inline void prefix##_load(void); \
    static inline const prefix##_functions *prefix##_library(void) { \
        static pthread_once_t once = PTHREAD_ONCE_INIT; \
        pthread_once(&once, prefix##_load); \
        return prefix##_storage()->is_complete ? prefix##_storage() : NULL; \
    }
