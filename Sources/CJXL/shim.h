#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../CLoading/loading.h"

// libjxl over bytes in memory. It is loaded by the first JPEG XL and may be missing, so the dozen of its
// functions is declared here, as libjxl 0.7 and later have them: a build needs no further package.

typedef struct cjxl_format {
    uint32_t channels;
    // JXL_TYPE_UINT8 is 2; JXL_NATIVE_ENDIAN is 0.
    int type, endianness;
    size_t align;
} cjxl_format;

typedef struct cjxl_functions {
    uint32_t (*JxlDecoderVersion)(void);
    void *(*JxlDecoderCreate)(const void *memory_manager);
    void (*JxlDecoderDestroy)(void *decoder);
    int (*JxlDecoderSubscribeEvents)(void *decoder, int events);
    int (*JxlDecoderSetInput)(void *decoder, const uint8_t *bytes, size_t count);
    void (*JxlDecoderCloseInput)(void *decoder);
    int (*JxlDecoderProcessInput)(void *decoder);
    int (*JxlDecoderGetBasicInfo)(const void *decoder, void *info);
    int (*JxlDecoderImageOutBufferSize)(
        const void *decoder, const cjxl_format *format, size_t *count);
    int (*JxlDecoderSetImageOutBuffer)(
        void *decoder, const cjxl_format *format, void *target, size_t count);
    // Before 0.8 both have a format before the target.
    void *JxlDecoderGetICCProfileSize;
    void *JxlDecoderGetColorAsICCProfile;
    int is_complete;
} cjxl_functions;

// libjxl's functions; NULL if it is missing.
CLOADING_LIBRARY(cjxl)

static inline void cjxl_load(void) {
    cjxl_functions *functions = cjxl_storage();
#ifdef __APPLE__
    static const char *const names[] = {
        "libjxl.0.11.dylib", "/opt/homebrew/lib/libjxl.0.11.dylib",
        "/usr/local/lib/libjxl.0.11.dylib"};
#else
    static const char *const names[] = {
        "libjxl.so.0.11", "libjxl.so.0.10", "libjxl.so.0.9", "libjxl.so.0.8", "libjxl.so.0.7"};
#endif
    void *library = cloading_open(names, sizeof names / sizeof *names);
    if (library == NULL) return;
    int is_complete = 1;
    CLOADING_FIND(JxlDecoderVersion)
    CLOADING_FIND(JxlDecoderCreate)
    CLOADING_FIND(JxlDecoderDestroy)
    CLOADING_FIND(JxlDecoderSubscribeEvents)
    CLOADING_FIND(JxlDecoderSetInput)
    CLOADING_FIND(JxlDecoderCloseInput)
    CLOADING_FIND(JxlDecoderProcessInput)
    CLOADING_FIND(JxlDecoderGetBasicInfo)
    CLOADING_FIND(JxlDecoderImageOutBufferSize)
    CLOADING_FIND(JxlDecoderSetImageOutBuffer)
    CLOADING_FIND(JxlDecoderGetICCProfileSize)
    CLOADING_FIND(JxlDecoderGetColorAsICCProfile)
    functions->is_complete = is_complete;
}

// A number such as 7000 or 11001; 0 if it is missing.
static inline uint32_t cjxl_version(void) {
    const cjxl_functions *library = cjxl_library();
    return library != NULL ? library->JxlDecoderVersion() : 0;
}

enum {
    // JxlDecoderStatus.
    cjxl_success = 0, cjxl_wants_target = 5, cjxl_has_info = 0x40, cjxl_has_colours = 0x100,
    cjxl_has_picture = 0x1000,
};

typedef struct cjxl_reader {
    const cjxl_functions *library;
    void *decoder;
    // Upright; 0 if the header is damaged.
    uint32_t width, height;
    size_t profile_bytes;
} cjxl_reader;

static inline void cjxl_close(cjxl_reader *reader) {
    if (reader->decoder != NULL) reader->library->JxlDecoderDestroy(reader->decoder);
    free(reader);
}

static inline cjxl_format cjxl_pixels(void) {
    cjxl_format format = {4, 2, 0, 0};
    return format;
}

// Of the pixels as they are decoded.
static inline size_t cjxl_count_profile(const cjxl_reader *reader) {
    enum { of_pixels = 1 };
    const cjxl_functions *library = reader->library;
    size_t count = 0;
    cjxl_format format = cjxl_pixels();
    int status = library->JxlDecoderVersion() < 8000
        ? ((int (*)(const void *, const cjxl_format *, int, size_t *))
               library->JxlDecoderGetICCProfileSize)(reader->decoder, &format, of_pixels, &count)
        : ((int (*)(const void *, int, size_t *))library->JxlDecoderGetICCProfileSize)(
              reader->decoder, of_pixels, &count);
    return status == cjxl_success ? count : 0;
}

// Copies the profile, of `profile_bytes`. 0 if it cannot be read.
static inline int cjxl_read_profile(const cjxl_reader *reader, uint8_t *bytes) {
    enum { of_pixels = 1 };
    const cjxl_functions *library = reader->library;
    cjxl_format format = cjxl_pixels();
    int status = library->JxlDecoderVersion() < 8000
        ? ((int (*)(const void *, const cjxl_format *, int, uint8_t *, size_t))
               library->JxlDecoderGetColorAsICCProfile)(
              reader->decoder, &format, of_pixels, bytes, reader->profile_bytes)
        : ((int (*)(const void *, int, uint8_t *, size_t))library->JxlDecoderGetColorAsICCProfile)(
              reader->decoder, of_pixels, bytes, reader->profile_bytes);
    return status == cjxl_success;
}

// A reader of bytes that outlive it, its header read. NULL without memory, or without the library.
static inline cjxl_reader *cjxl_open(const void *bytes, size_t count) {
    const cjxl_functions *library = cjxl_library();
    cjxl_reader *reader = (cjxl_reader *)calloc(1, sizeof(cjxl_reader));
    if (library == NULL || reader == NULL) {
        free(reader);
        return NULL;
    }
    reader->library = library;
    reader->decoder = library->JxlDecoderCreate(NULL);
    if (reader->decoder == NULL) {
        cjxl_close(reader);
        return NULL;
    }
    // JxlBasicInfo ends with a hundred bytes for what is to come; width and height are its second and third.
    uint32_t info[128] = {0};
    int events = cjxl_has_info | cjxl_has_colours | cjxl_has_picture;
    if (library->JxlDecoderSubscribeEvents(reader->decoder, events) != cjxl_success
        || library->JxlDecoderSetInput(reader->decoder, (const uint8_t *)bytes, count)
            != cjxl_success)
        return reader;
    library->JxlDecoderCloseInput(reader->decoder);
    if (library->JxlDecoderProcessInput(reader->decoder) != cjxl_has_info
        || library->JxlDecoderGetBasicInfo(reader->decoder, info) != cjxl_success)
        return reader;
    if (library->JxlDecoderProcessInput(reader->decoder) != cjxl_has_colours) return reader;
    reader->width = info[1];
    reader->height = info[2];
    reader->profile_bytes = cjxl_count_profile(reader);
    return reader;
}

// Writes red, green, blue and alpha of 8 bits, once. 0 if the picture is damaged: it is then filled in part.
static inline int cjxl_decode(cjxl_reader *reader, uint8_t *target, size_t count) {
    const cjxl_functions *library = reader->library;
    cjxl_format format = cjxl_pixels();
    size_t wanted = 0;
    if (library->JxlDecoderProcessInput(reader->decoder) != cjxl_wants_target
        || library->JxlDecoderImageOutBufferSize(reader->decoder, &format, &wanted) != cjxl_success
        || wanted != count
        || library->JxlDecoderSetImageOutBuffer(reader->decoder, &format, target, count)
            != cjxl_success)
        return 0;
    return library->JxlDecoderProcessInput(reader->decoder) == cjxl_has_picture;
}
