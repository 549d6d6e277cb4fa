#pragma once
#include "planes.h"

// The decoders of libheif, libde265 (HEVC) and dav1d (AV1), for pictures of one coded item. They give
// luma and chroma, which libheif 1.15 converts to RGB on one thread. Either may be missing.

#define CHEVC_FUNCTIONS(X) \
    X(void *, de265_new_decoder, void) \
    X(int, de265_free_decoder, void *decoder) \
    X(int, de265_start_worker_threads, void *decoder, int count) \
    X(int, de265_push_NAL, \
        void *decoder, const void *unit, int count, int64_t time, void *user) \
    X(int, de265_flush_data, void *decoder) \
    X(int, de265_decode, void *decoder, int *has_more) \
    X(const void *, de265_get_next_picture, void *decoder) \
    X(int, de265_get_chroma_format, const void *picture) \
    X(int, de265_get_image_width, const void *picture, int channel) \
    X(int, de265_get_image_height, const void *picture, int channel) \
    X(int, de265_get_bits_per_pixel, const void *picture, int channel) \
    X(const uint8_t *, de265_get_image_plane, const void *picture, int channel, int *stride)

typedef struct chevc_functions {
    CHEVC_FUNCTIONS(CLOADING_MEMBER)
    int is_complete;
} chevc_functions;

CLOADING_LIBRARY(chevc)

static inline void chevc_load(void) {
    chevc_functions *functions = chevc_storage();
    static const char *const names[] = {"libde265.so.0", "libde265.dylib"};
    void *library = cloading_open(names, sizeof names / sizeof *names);
    if (library == NULL) return;
    int is_complete = 1;
    CHEVC_FUNCTIONS(CLOADING_LOOK_UP)
    functions->is_complete = is_complete;
}

// Opens a decoder of HEVC with a number of threads; NULL without the library, memory or threads.
static inline void *chevc_open(int threads) {
    const chevc_functions *library = chevc_library();
    void *decoder = library != NULL ? library->de265_new_decoder() : NULL;
    if (decoder == NULL) return NULL;
    if (library->de265_start_worker_threads(decoder, threads) == 0) return decoder;
    library->de265_free_decoder(decoder);
    return NULL;
}

static inline void chevc_close(void *decoder) { chevc_library()->de265_free_decoder(decoder); }

// Adds a unit of data; returns 0 on failure.
static inline int chevc_push(void *decoder, const void *unit, int count) {
    return chevc_library()->de265_push_NAL(decoder, unit, count, 0, NULL) == 0;
}

// Decodes the first picture. `image` is NULL on failure; otherwise it is the decoder, which the
// caller then closes with the picture.
static inline cheif_planes chevc_decode(void *decoder) {
    const chevc_functions *library = chevc_library();
    cheif_planes planes = {.close = chevc_close};
    const void *picture = NULL;
    int has_more = 1;
    library->de265_flush_data(decoder);
    while (picture == NULL && has_more) {
        if (library->de265_decode(decoder, &has_more) != 0) return planes;
        picture = library->de265_get_next_picture(decoder);
    }
    if (picture == NULL) return planes;
    int is_gray = library->de265_get_chroma_format(picture) == 0;
    cheif_plane *targets[] = {&planes.first, &planes.second, &planes.third};
    for (int channel = 0; channel < (is_gray ? 1 : 3); channel++) {
        cheif_plane *plane = targets[channel];
        plane->samples = library->de265_get_image_plane(picture, channel, &plane->stride);
        plane->width = library->de265_get_image_width(picture, channel);
        plane->height = library->de265_get_image_height(picture, channel);
        plane->bits = library->de265_get_bits_per_pixel(picture, channel);
    }
    planes.space = is_gray ? cheif_monochrome : cheif_ycbcr;
    planes.image = decoder;
    return planes;
}

// The structs of dav1d 1.0 to 1.5 begin so (libdav1d.so.6 and .7). The room behind is for the rest.
typedef struct cav1_settings {
    int threads, frame_delay, applies_grain, operating_point, all_layers;
    unsigned most_pixels;
    void *allocator[3];
    // The callback is NULL for no messages to the standard error.
    struct {
        void *context, *callback;
    } log;
    void *rest[59];
} cav1_settings;

typedef struct cav1_data {
    const uint8_t *bytes;
    size_t count;
    void *rest[32];
} cav1_data;

typedef struct cav1_picture {
    void *headers[2];
    uint8_t *samples[3];
    ptrdiff_t strides[2];
    // The layout is 0 for gray, and 1, 2 or 3 for chroma in 4:2:0, 4:2:2 or 4:4:4.
    int width, height, layout, bits;
    void *rest[64];
} cav1_picture;

#define CAV1_FUNCTIONS(X) \
    X(void, dav1d_default_settings, void *settings) \
    X(int, dav1d_open, void **decoder, const void *settings) \
    X(void, dav1d_close, void **decoder) \
    X(uint8_t *, dav1d_data_create, void *data, size_t count) \
    X(void, dav1d_data_unref, void *data) \
    X(int, dav1d_send_data, void *decoder, void *data) \
    X(int, dav1d_get_picture, void *decoder, void *picture) \
    X(void, dav1d_picture_unref, void *picture)

typedef struct cav1_functions {
    CAV1_FUNCTIONS(CLOADING_MEMBER)
    int is_complete;
} cav1_functions;

CLOADING_LIBRARY(cav1)

static inline void cav1_load(void) {
    cav1_functions *functions = cav1_storage();
    static const char *const names[] = {"libdav1d.so.6", "libdav1d.so.7", "libdav1d.7.dylib"};
    void *library = cloading_open(names, sizeof names / sizeof *names);
    if (library == NULL) return;
    int is_complete = 1;
    CAV1_FUNCTIONS(CLOADING_LOOK_UP)
    functions->is_complete = is_complete;
}

typedef struct cav1_decoder {
    void *decoder;
    cav1_data data;
    cav1_picture picture;
} cav1_decoder;

static inline void cav1_close(void *image) {
    const cav1_functions *library = cav1_library();
    cav1_decoder *decoder = (cav1_decoder *)image;
    if (decoder->picture.samples[0] != NULL) library->dav1d_picture_unref(&decoder->picture);
    if (decoder->data.count > 0) library->dav1d_data_unref(&decoder->data);
    if (decoder->decoder != NULL) library->dav1d_close(&decoder->decoder);
    free(decoder);
}

// Decodes data of AV1; returns 0 on failure. More threads are not quicker for one picture.
static inline int cav1_run(
    cav1_decoder *decoder, const void *bytes, size_t count, unsigned most_pixels
) {
    const cav1_functions *library = cav1_library();
    cav1_settings settings = {0};
    library->dav1d_default_settings(&settings);
    settings.threads = 1;
    settings.frame_delay = 1;
    settings.all_layers = 0;
    settings.most_pixels = most_pixels;
    settings.log.callback = NULL;
    if (library->dav1d_open(&decoder->decoder, &settings) != 0) return 0;
    uint8_t *copy = library->dav1d_data_create(&decoder->data, count);
    if (copy == NULL) return 0;
    memcpy(copy, bytes, count);
    // The second try fetches a picture that the decoder holds back until it has no more data.
    for (int tries = 0; tries < 2; tries++) {
        if (decoder->data.count > 0) library->dav1d_send_data(decoder->decoder, &decoder->data);
        if (library->dav1d_get_picture(decoder->decoder, &decoder->picture) == 0) return 1;
    }
    return 0;
}

// Decodes a picture of AV1 that has at most a number of pixels. `image` is NULL on failure.
static inline cheif_planes cav1_decode(const void *bytes, size_t count, unsigned most_pixels) {
    cheif_planes planes = {.close = cav1_close};
    if (cav1_library() == NULL) return planes;
    cav1_decoder *decoder = (cav1_decoder *)calloc(1, sizeof(cav1_decoder));
    if (decoder == NULL) return planes;
    if (!cav1_run(decoder, bytes, count, most_pixels)) {
        cav1_close(decoder);
        return planes;
    }
    const cav1_picture *picture = &decoder->picture;
    int is_gray = picture->layout == 0;
    int half_width = picture->layout == 1 || picture->layout == 2;
    int half_height = picture->layout == 1;
    cheif_plane *targets[] = {&planes.first, &planes.second, &planes.third};
    for (int channel = 0; channel < (is_gray ? 1 : 3); channel++) {
        int is_chroma = channel > 0;
        ptrdiff_t stride = picture->strides[is_chroma];
        *targets[channel] = (cheif_plane){
            .samples = picture->samples[channel],
            .width = (picture->width + (is_chroma && half_width)) >> (is_chroma && half_width),
            .height = (picture->height + (is_chroma && half_height)) >> (is_chroma && half_height),
            .stride = stride > 0 && stride < INT32_MAX ? (int)stride : 0,
            .bits = picture->bits};
    }
    planes.space = is_gray ? cheif_monochrome : cheif_ycbcr;
    planes.image = decoder;
    return planes;
}
