/// A library that, loaded before all others, refuses what curl is given at the first transfer.
enum RefusingSystem {
    /// What is refused: `thread`, curl's own; `handle`, memory for a transfer.
    static let variable = "NASA_VIEW_TEST_REFUSE"

    /// Threads without attributes are ours, those of libdispatch have some; before curl is loaded the
    /// program tries whether it can have threads at all.
    static let text = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <pthread.h>
        #include <stdlib.h>
        #include <string.h>
        static int is_curl_here;
        static int refuses(const char *what) {
            const char *refused = getenv("\(variable)");
            return refused && !strcmp(refused, what);
        }
        static void *no_handle(void) { return 0; }
        void *dlsym(void *library, const char *name) {
            static void *(*own)(void *, const char *);
            const char *versions[] = { "GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5" };
            for (int i = 0; !own && i < 3; i++) own = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
            if (!strcmp(name, "curl_easy_init") && refuses("handle")) return no_handle;
            return own(library, name);
        }
        void *dlopen(const char *name, int flags) {
            void *(*own)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
            if (name && strstr(name, "libcurl")) is_curl_here = 1;
            return own(name, flags);
        }
        int pthread_create(
            pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context
        ) {
            int (*own)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
                = dlsym(RTLD_NEXT, "pthread_create");
            if (is_curl_here && !attributes && refuses("thread")) return EAGAIN;
            return own(thread, attributes, body, context);
        }
        """
}
