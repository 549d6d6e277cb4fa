#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../CLoading/loading.h"

// libjxl over bytes in memory. The library is loaded for the first JPEG XL photo and may be
// missing. Its functions are declared here, as in libjxl 0.7 and later, so that a build needs no
// further package.

typedef struct cjxl_format {
    uint32_t channels;
    // JXL_TYPE_UINT8 is 2; JXL_NATIVE_ENDIAN is 0.
    int type, endianness;
    size_t align;
} cjxl_format;

// JxlParallelRunner: calls `begin` with the number of threads, and then `body` for each number from
// `first` to `end` - 1, with the number of the calling thread. Returns 0, or the failure of
// `begin`.
typedef int (*cjxl_begin)(void *picture, size_t threads);
typedef void (*cjxl_body)(void *picture, uint32_t number, size_t thread);
typedef int (*cjxl_runner)(
    void *unused, void *picture, cjxl_begin begin, cjxl_body body, uint32_t first, uint32_t end);

// Before libjxl 0.9, the last three functions have a format before the target; they are declared
// without arguments, and cast for each version.
#define CJXL_FUNCTIONS(X) \
    X(uint32_t, JxlDecoderVersion, void) \
    X(void *, JxlDecoderCreate, const void *memory_manager) \
    X(void, JxlDecoderDestroy, void *decoder) \
    X(int, JxlDecoderSetParallelRunner, void *decoder, cjxl_runner runner, void *unused) \
    X(int, JxlDecoderSubscribeEvents, void *decoder, int events) \
    X(int, JxlDecoderSetInput, void *decoder, const uint8_t *bytes, size_t count) \
    X(size_t, JxlDecoderReleaseInput, void *decoder) \
    X(int, JxlDecoderProcessInput, void *decoder) \
    X(int, JxlDecoderGetBasicInfo, const void *decoder, void *info) \
    X(int, JxlDecoderGetFrameHeader, const void *decoder, void *header) \
    X(int, JxlDecoderImageOutBufferSize, \
        const void *decoder, const cjxl_format *format, size_t *count) \
    X(int, JxlDecoderSetImageOutBuffer, \
        void *decoder, const cjxl_format *format, void *target, size_t count) \
    X(int, JxlDecoderFlushImage, void *decoder) \
    X(int, JxlDecoderGetExtraChannelInfo, const void *decoder, size_t index, void *info) \
    X(int, JxlDecoderSetExtraChannelBuffer, \
        void *decoder, const cjxl_format *format, void *target, size_t count, uint32_t index) \
    X(void, JxlDecoderGetICCProfileSize, void) \
    X(void, JxlDecoderGetColorAsICCProfile, void) \
    X(void, JxlDecoderGetColorAsEncodedProfile, void)

typedef struct cjxl_functions {
    CJXL_FUNCTIONS(CLOADING_MEMBER)
    int is_complete;
} cjxl_functions;

// Returns libjxl's functions; NULL if the library is missing.
CLOADING_LIBRARY(cjxl)

static inline void cjxl_load(void) {
    cjxl_functions *functions = cjxl_storage();
#ifdef __APPLE__
    static const char *const names[] = {
        "libjxl.dylib", "/opt/homebrew/lib/libjxl.dylib", "/usr/local/lib/libjxl.dylib"};
#else
    static const char *const names[] = {
        "libjxl.so.0.11", "libjxl.so.0.10", "libjxl.so.0.9", "libjxl.so.0.8", "libjxl.so.0.7"};
#endif
    void *library = cloading_open(names, sizeof names / sizeof *names);
#ifndef __APPLE__
    // The library's name contains its release. Future releases are tried, too, because functions
    // are found by name, and the structures have had spare space since 0.7.
    char name[sizeof "libjxl.so.0.000"];
    for (int minor = 12; library == NULL && minor < 32; minor++) {
        snprintf(name, sizeof name, "libjxl.so.0.%d", minor);
        library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    }
#endif
    if (library == NULL) return;
    int is_complete = 1;
    CJXL_FUNCTIONS(CLOADING_LOOK_UP)
    functions->is_complete = is_complete;
}

// Returns the version as a number such as 7000 or 11001; 0 if the library is missing.
static inline uint32_t cjxl_version(void) {
    const cjxl_functions *library = cjxl_library();
    return library != NULL ? library->JxlDecoderVersion() : 0;
}

enum {
    // Values of JxlDecoderStatus.
    cjxl_success = 0, cjxl_error = 1, cjxl_wants_bytes = 2, cjxl_wants_target = 5,
    cjxl_has_info = 0x40, cjxl_has_colours = 0x100, cjxl_has_frame = 0x400,
    cjxl_has_picture = 0x1000,
};

// JxlColorEncoding: libjxl's description of colours, with spare space for future fields.
typedef struct cjxl_colours {
    // RGB is 0, D65 is 1, the primaries of sRGB are 1, and the curve of sRGB is 13.
    int space, white_point;
    double white[2];
    int primaries;
    double red[2], green[2], blue[2];
    int curve;
    double gamma;
    int intent;
    char reserve[64];
} cjxl_colours;

typedef struct cjxl_reader {
    const cjxl_functions *library;
    void *decoder;
    // The size of the upright picture; 0 if the header is damaged.
    uint32_t width, height;
    // The size of the colour profile; 0 for sRGB, which needs no profile.
    size_t profile_bytes;
    // For an animation: `ticks` ticks last `seconds` seconds; `plays` is 0 if it plays endlessly.
    int is_animated;
    uint32_t ticks, seconds, plays;
    // The number of bytes that have not been read.
    size_t rest;
    // The bits of a channel in the file.
    uint32_t bits;
    // True if colours are multiplied by alpha.
    int is_premultiplied;
    int is_gray;
    // The number of the channel of black ink, of which 255 is none, like that of cyan, magenta and yellow;
    // negative without one.
    int black;
    // Of the pixels as they are decoded; `space` is negative if only a profile says more.
    cjxl_colours colours;
} cjxl_reader;

static inline void cjxl_close(cjxl_reader *reader) {
    if (reader->decoder != NULL) reader->library->JxlDecoderDestroy(reader->decoder);
    free(reader);
}

// Returns the format of four samples of 8 bits, or of 16 bits with the higher byte first.
static inline cjxl_format cjxl_pixels(int is_deep) {
    enum { of_8_bits = 2, of_16_bits = 3, native = 0, higher_first = 2 };
    cjxl_format format = {
        4, is_deep ? of_16_bits : of_8_bits, is_deep ? higher_first : native, 0};
    return format;
}

// Returns the size of the profile of the decoded pixels.
static inline size_t cjxl_count_profile(const cjxl_reader *reader) {
    enum { of_pixels = 1 };
    const cjxl_functions *library = reader->library;
    size_t count = 0;
    cjxl_format format = cjxl_pixels(0);
    int status = library->JxlDecoderVersion() < 9000
        ? ((int (*)(const void *, const cjxl_format *, int, size_t *))
               library->JxlDecoderGetICCProfileSize)(reader->decoder, &format, of_pixels, &count)
        : ((int (*)(const void *, int, size_t *))library->JxlDecoderGetICCProfileSize)(
              reader->decoder, of_pixels, &count);
    return status == cjxl_success ? count : 0;
}

// Reads the colours of the decoded pixels: libjxl's description, and the size of the corresponding
// profile, which sRGB does not need.
static inline void cjxl_read_colours(cjxl_reader *reader) {
    enum { of_pixels = 1, rgb = 0, d65 = 1, srgb_primaries = 1, srgb_curve = 13 };
    const cjxl_functions *library = reader->library;
    cjxl_colours colours = {.space = -1};
    cjxl_format format = cjxl_pixels(0);
    int status = library->JxlDecoderVersion() < 9000
        ? ((int (*)(const void *, const cjxl_format *, int, cjxl_colours *))
               library->JxlDecoderGetColorAsEncodedProfile)(
              reader->decoder, &format, of_pixels, &colours)
        : ((int (*)(const void *, int, cjxl_colours *))
               library->JxlDecoderGetColorAsEncodedProfile)(reader->decoder, of_pixels, &colours);
    if (status != cjxl_success) colours.space = -1;
    int is_srgb = colours.space == rgb && colours.white_point == d65
        && colours.primaries == srgb_primaries && colours.curve == srgb_curve;
    reader->colours = colours;
    reader->profile_bytes = is_srgb ? 0 : cjxl_count_profile(reader);
}

// Copies the colour profile, which has `profile_bytes`; returns 0 if it cannot be read.
static inline int cjxl_read_profile(const cjxl_reader *reader, uint8_t *bytes) {
    enum { of_pixels = 1 };
    const cjxl_functions *library = reader->library;
    cjxl_format format = cjxl_pixels(0);
    int status = library->JxlDecoderVersion() < 9000
        ? ((int (*)(const void *, const cjxl_format *, int, uint8_t *, size_t))
               library->JxlDecoderGetColorAsICCProfile)(
              reader->decoder, &format, of_pixels, bytes, reader->profile_bytes)
        : ((int (*)(const void *, int, uint8_t *, size_t))library->JxlDecoderGetColorAsICCProfile)(
              reader->decoder, of_pixels, bytes, reader->profile_bytes);
    return status == cjxl_success;
}

// Creates a reader that has read no bytes; returns NULL if there is no memory or no library.
static inline cjxl_reader *cjxl_make(size_t count, int events) {
    const cjxl_functions *library = cjxl_library();
    cjxl_reader *reader = (cjxl_reader *)calloc(1, sizeof(cjxl_reader));
    if (library == NULL || reader == NULL) {
        free(reader);
        return NULL;
    }
    reader->library = library;
    reader->rest = count;
    reader->decoder = library->JxlDecoderCreate(NULL);
    if (reader->decoder == NULL
        || library->JxlDecoderSubscribeEvents(reader->decoder, events) != cjxl_success) {
        cjxl_close(reader);
        return NULL;
    }
    return reader;
}

// Gives the reader the file's bytes until `cjxl_release`; the content is the same in each call.
static inline int cjxl_lend(cjxl_reader *reader, const void *bytes, size_t count) {
    const uint8_t *rest = (const uint8_t *)bytes + (count - reader->rest);
    return reader->library->JxlDecoderSetInput(reader->decoder, rest, reader->rest)
        == cjxl_success;
}

static inline void cjxl_release(cjxl_reader *reader) {
    reader->rest = reader->library->JxlDecoderReleaseInput(reader->decoder);
}

// JxlBasicInfo up to the animation; the structure ends with a hundred spare bytes.
typedef struct cjxl_info {
    int has_container;
    uint32_t width, height, bits, exponent_bits;
    float light[4];
    int has_original_profile, has_preview, is_animated, orientation;
    uint32_t channels[5];
    uint32_t preview[2];
    uint32_t ticks, seconds, plays;
    char rest[512];
} cjxl_info;

// The number of the channel of black ink; negative without one.
static inline int cjxl_find_black(const cjxl_reader *reader, uint32_t channels) {
    enum { black = 4 };
    // JxlExtraChannelInfo begins with the kind, and has 44 bytes.
    int info[64] = {0};
    uint32_t limit = channels < 16 ? channels : 16;
    for (uint32_t index = 0; index < limit; index++) {
        if (reader->library->JxlDecoderGetExtraChannelInfo(reader->decoder, index, info) == cjxl_success
            && info[0] == black)
            return (int)index;
    }
    return -1;
}

// Reads the size, and what is said of an animation. 0 if the header is damaged.
static inline int cjxl_read_info(cjxl_reader *reader) {
    const cjxl_functions *library = reader->library;
    cjxl_info info = {0};
    if (library->JxlDecoderProcessInput(reader->decoder) != cjxl_has_info
        || library->JxlDecoderGetBasicInfo(reader->decoder, &info) != cjxl_success)
        return 0;
    reader->bits = info.bits;
    reader->is_premultiplied = info.channels[4] != 0;
    reader->is_gray = info.channels[0] == 1;
    reader->black = cjxl_find_black(reader, info.channels[1]);
    reader->is_animated = info.is_animated != 0;
    reader->ticks = info.ticks;
    reader->seconds = info.seconds;
    reader->plays = info.plays;
    reader->width = info.width;
    reader->height = info.height;
    return 1;
}

// Opens a reader and reads the header; pixels are decoded by `runner`. Returns NULL if there is no
// memory or no library.
static inline cjxl_reader *cjxl_open(const void *bytes, size_t count, cjxl_runner runner) {
    int events = cjxl_has_info | cjxl_has_colours | cjxl_has_picture;
    cjxl_reader *reader = cjxl_make(count, events);
    if (reader == NULL) return reader;
    // If this call fails, the photo is decoded on one core.
    reader->library->JxlDecoderSetParallelRunner(reader->decoder, runner, NULL);
    if (!cjxl_lend(reader, bytes, count)) return reader;
    if (cjxl_read_info(reader)) {
        if (reader->library->JxlDecoderProcessInput(reader->decoder) == cjxl_has_colours)
            cjxl_read_colours(reader);
        else
            reader->width = 0;
    }
    cjxl_release(reader);
    return reader;
}

// Writes the duration of each frame in milliseconds, and 1 to `is_cut_off` if the file ends too
// early; returns the number of frames, up to `limit`.
static inline size_t cjxl_list_frames(
    const void *bytes, size_t count, uint32_t *milliseconds, size_t limit, int *is_cut_off
) {
    size_t frames = 0;
    *is_cut_off = 0;
    cjxl_reader *reader = cjxl_make(count, cjxl_has_info | cjxl_has_frame);
    if (reader == NULL) return 0;
    if (cjxl_lend(reader, bytes, count) && cjxl_read_info(reader) && reader->ticks > 0) {
        // JxlFrameHeader begins with the ticks, and is shorter than this array.
        uint32_t header[128] = {0};
        const cjxl_functions *library = reader->library;
        int status = cjxl_has_frame;
        while (frames < limit
            && (status = library->JxlDecoderProcessInput(reader->decoder)) == cjxl_has_frame
            && library->JxlDecoderGetFrameHeader(reader->decoder, header) == cjxl_success) {
            uint64_t most = 24 * 60 * 60 * 1000;
            uint64_t time = (uint64_t)header[0] * reader->seconds / reader->ticks;
            time = time > most / 1000
                ? most : (uint64_t)header[0] * 1000 * reader->seconds / reader->ticks;
            milliseconds[frames++] = (uint32_t)time;
        }
        *is_cut_off = status != cjxl_has_frame && status != cjxl_success;
    }
    cjxl_close(reader);
    return frames;
}

// Writes red, green, blue and alpha of the next frame, of 8 bits or 16. If `black` is not NULL, the
// first three are cyan, magenta and yellow, and `black` receives a byte for each pixel. Returns
// cjxl_has_picture if the frame is complete, cjxl_wants_bytes if its bytes end too early, and another
// status if it is damaged or missing; an incomplete frame is written in part.
static inline int cjxl_decode(
    cjxl_reader *reader, const void *bytes, size_t count, void *target, size_t target_count,
    int is_deep, void *black
) {
    const cjxl_functions *library = reader->library;
    cjxl_format format = cjxl_pixels(is_deep);
    cjxl_format single = cjxl_pixels(0);
    single.channels = 1;
    size_t wanted = 0;
    if (!cjxl_lend(reader, bytes, count)) return cjxl_error;
    int status = library->JxlDecoderProcessInput(reader->decoder);
    if (status == cjxl_wants_target) {
        int is_ready = library->JxlDecoderImageOutBufferSize(reader->decoder, &format, &wanted)
                == cjxl_success
            && wanted == target_count
            && library->JxlDecoderSetImageOutBuffer(
                   reader->decoder, &format, target, target_count) == cjxl_success
            && (black == NULL
                || library->JxlDecoderSetExtraChannelBuffer(
                       reader->decoder, &single, black, (size_t)reader->width * reader->height,
                       (uint32_t)reader->black) == cjxl_success);
        status = is_ready ? library->JxlDecoderProcessInput(reader->decoder) : cjxl_error;
    }
    cjxl_release(reader);
    return status;
}

// Writes what is known of a frame whose bytes end too early to the target of `cjxl_decode`, which
// must still exist: coarse pixels, or black where nothing is known. Returns 0, and writes nothing, if
// too little is known.
static inline int cjxl_flush(cjxl_reader *reader) {
    return reader->library->JxlDecoderFlushImage(reader->decoder) == cjxl_success;
}
