#pragma once
#include <curl/curl.h>

// What Swift cannot say: curl's variadic calls, one typed door per kind of value.

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_count(CURL *handle, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return (curl_easy_setopt)(handle, option, value);
}

typedef size_t (*ccurl_writer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_writer(CURL *handle, ccurl_writer writer) {
    return (curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, writer);
}

static inline CURLcode ccurl_get_number(CURL *handle, CURLINFO info, long *value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode ccurl_get_count(CURL *handle, CURLINFO info, curl_off_t *value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode ccurl_get_text(CURL *handle, CURLINFO info, char **value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return (curl_multi_setopt)(multi, option, value);
}

// The next transfer that ended, or NULL: unpacks the union of CURLMsg.
static inline CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(handle, option, value);
}
