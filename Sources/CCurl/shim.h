#pragma once
#include <curl/curl.h>
#include "../CLoading/loading.h"

// libcurl, loaded by the first call, because with its thirty libraries it takes 5 ms of CPU time
// and 6 MB, and most sessions fetch nothing.

#define CCURL_FUNCTIONS(X) \
    X(curl_global_init) X(curl_version) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_pause) \
    X(curl_easy_strerror) X(curl_easy_setopt) X(curl_easy_getinfo) X(curl_easy_header) X(curl_slist_append) \
    X(curl_slist_free_all) X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_setopt) \
    X(curl_multi_wakeup) X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_add_handle) \
    X(curl_multi_remove_handle) X(curl_multi_info_read)

typedef struct ccurl_functions {
#define CCURL_MEMBER(name) __typeof__(&name) name;
    CCURL_FUNCTIONS(CCURL_MEMBER)
#undef CCURL_MEMBER
    int is_complete;
} ccurl_functions;

// Returns libcurl's functions; NULL if the library is missing, or older than 7.83.
CLOADING_LIBRARY(ccurl)

static inline void ccurl_load(void) {
    ccurl_functions *functions = ccurl_storage();
#ifdef __APPLE__
    static const char *const names[] = {"libcurl.4.dylib"};
#else
    static const char *const names[] = {"libcurl.so.4"};
#endif
    void *library = cloading_open(names, sizeof names / sizeof *names);
    if (library == NULL) return;
    int is_complete = 1;
    CCURL_FUNCTIONS(CLOADING_FIND)
    functions->is_complete = is_complete;
}

// A function of libcurl, called only after `ccurl_start`. The brackets prevent the expansion of
// functions that are macros, too.
#define CCURL(name) (ccurl_library()->name)

// Loads and initialises libcurl, once per process; returns 0 if that fails.
static inline int ccurl_start(void) {
    return ccurl_library() && CCURL(curl_global_init)(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

// Returns the version; empty if libcurl is missing.
static inline const char *ccurl_version(void) {
    return ccurl_library() ? CCURL(curl_version)() : "";
}
static inline CURL *ccurl_easy_init(void) { return CCURL(curl_easy_init)(); }
static inline void ccurl_easy_cleanup(CURL *handle) { CCURL(curl_easy_cleanup)(handle); }
static inline CURLcode ccurl_easy_continue(CURL *handle) {
    return CCURL(curl_easy_pause)(handle, CURLPAUSE_CONT);
}
static inline const char *ccurl_easy_strerror(CURLcode code) {
    return CCURL(curl_easy_strerror)(code);
}

static inline CURLHcode ccurl_easy_header(
    CURL *handle, const char *name, size_t index, unsigned int origin, int request,
    struct curl_header **header) {
    return CCURL(curl_easy_header)(handle, name, index, origin, request, header);
}

static inline struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line) {
    return CCURL(curl_slist_append)(list, line);
}

static inline void ccurl_slist_free_all(struct curl_slist *list) {
    CCURL(curl_slist_free_all)(list);
}

static inline CURLM *ccurl_multi_init(void) { return CCURL(curl_multi_init)(); }
static inline CURLMcode ccurl_multi_cleanup(CURLM *multi) {
    return CCURL(curl_multi_cleanup)(multi);
}

static inline CURLMcode ccurl_multi_wakeup(CURLM *multi) {
    return CCURL(curl_multi_wakeup)(multi);
}

static inline CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
    return CCURL(curl_multi_perform)(multi, running);
}

static inline CURLMcode ccurl_multi_poll(CURLM *multi, int timeout, int *count) {
    return CCURL(curl_multi_poll)(multi, NULL, 0, timeout, count);
}

static inline CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *handle) {
    return CCURL(curl_multi_add_handle)(multi, handle);
}

static inline CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *handle) {
    return CCURL(curl_multi_remove_handle)(multi, handle);
}

// Typed wrappers for each kind of value, because Swift cannot call curl's variadic functions.

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_count(CURL *handle, CURLoption option, curl_off_t value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}

typedef size_t (*ccurl_writer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_writer(CURL *handle, ccurl_writer writer) {
    return CCURL(curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, writer);
}

static inline CURLcode ccurl_get_number(CURL *handle, CURLINFO info, long *value) {
    return CCURL(curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode ccurl_get_count(CURL *handle, CURLINFO info, curl_off_t *value) {
    return CCURL(curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode ccurl_get_text(CURL *handle, CURLINFO info, char **value) {
    return CCURL(curl_easy_getinfo)(handle, info, value);
}

static inline CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return CCURL(curl_multi_setopt)(multi, option, value);
}

// Returns the next transfer that has ended, or NULL, and its result from the union of CURLMsg.
static inline CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = CCURL(curl_multi_info_read)(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return CCURL(curl_easy_setopt)(handle, option, value);
}
