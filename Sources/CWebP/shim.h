#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <webp/decode.h>
#include "../CLoading/loading.h"

// libwebp over bytes in memory. The library is loaded for the first WebP photo, because most
// sessions need none.

#define CWEBP_FUNCTIONS(X) \
    X(WebPGetDecoderVersion) X(WebPGetFeaturesInternal) X(WebPInitDecoderConfigInternal) \
    X(WebPDecode) X(WebPINewRGB) X(WebPIUpdate) X(WebPIDecGetRGB) X(WebPIDelete)

typedef struct cwebp_functions {
#define CWEBP_MEMBER(name) __typeof__(&name) name;
    CWEBP_FUNCTIONS(CWEBP_MEMBER)
#undef CWEBP_MEMBER
    int is_complete;
} cwebp_functions;

// Returns libwebp's functions; NULL if the library is missing.
CLOADING_LIBRARY(cwebp)

static inline void cwebp_load(void) {
    cwebp_functions *functions = cwebp_storage();
#ifdef __APPLE__
    static const char *const names[] = {
        "libwebp.dylib", "/opt/homebrew/lib/libwebp.dylib", "/usr/local/lib/libwebp.dylib"};
#else
    static const char *const names[] = {"libwebp.so.7"};
#endif
    void *library = cloading_open(names, sizeof names / sizeof *names);
    if (library == NULL) return;
    int is_complete = 1;
    CWEBP_FUNCTIONS(CLOADING_FIND)
    functions->is_complete = is_complete;
}

// Returns the version in three bytes; 0 if the library is missing.
static inline int cwebp_version(void) {
    const cwebp_functions *library = cwebp_library();
    return library != NULL ? library->WebPGetDecoderVersion() : 0;
}

typedef struct cwebp_picture {
    int width, height, has_alpha;
} cwebp_picture;

// Describes a picture by its first bytes; returns 0 if they do not begin a WebP file.
static inline int cwebp_describe(const void *bytes, size_t count, cwebp_picture *picture) {
    WebPBitstreamFeatures features;
    VP8StatusCode status = cwebp_library()->WebPGetFeaturesInternal(
        (const uint8_t *)bytes, count, &features, WEBP_DECODER_ABI_VERSION);
    if (status != VP8_STATUS_OK) return 0;
    picture->width = features.width;
    picture->height = features.height;
    picture->has_alpha = features.has_alpha;
    return 1;
}

// Decodes as many rows of a damaged picture as possible, from the top; returns their number.
static inline int cwebp_decode_rows(
    const void *bytes, size_t count, uint8_t *target, int width, int height
) {
    const cwebp_functions *library = cwebp_library();
    int rows = 0;
    WebPIDecoder *decoder = library->WebPINewRGB(
        MODE_RGBA, target, (size_t)width * (size_t)height * 4, width * 4);
    if (decoder == NULL) return 0;
    (void)library->WebPIUpdate(decoder, (const uint8_t *)bytes, count);
    if (library->WebPIDecGetRGB(decoder, &rows, NULL, NULL, NULL) == NULL) rows = 0;
    library->WebPIDelete(decoder);
    return rows;
}

typedef struct cwebp_outcome {
    // The number of rows written, less than the height if the picture is damaged.
    int rows;
    int is_out_of_memory;
} cwebp_outcome;

// Decodes a picture of the given size into red, green, blue and alpha, not premultiplied.
static inline cwebp_outcome cwebp_decode(
    const void *bytes, size_t count, uint8_t *target, int width, int height
) {
    const cwebp_functions *library = cwebp_library();
    cwebp_outcome outcome = {0, 0};
    WebPDecoderConfig config;
    if (!library->WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) return outcome;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = target;
    config.output.u.RGBA.stride = width * 4;
    config.output.u.RGBA.size = (size_t)width * (size_t)height * 4;
    config.options.use_threads = 1;
    VP8StatusCode status = library->WebPDecode((const uint8_t *)bytes, count, &config);
    outcome.is_out_of_memory = status == VP8_STATUS_OUT_OF_MEMORY;
    outcome.rows = status == VP8_STATUS_OK
        ? height : cwebp_decode_rows(bytes, count, target, width, height);
    return outcome;
}
