#pragma once
#include "coded.h"

// libheif over bytes in memory, for HEIC and AVIF. The library is loaded for the first such photo
// and may be missing. Its functions are declared here, as in libheif 1.13 and later, so that a
// build needs no further package.

typedef struct cheif_error {
    int code;
    int subcode;
    const char *message;
} cheif_error;

#define CHEIF_FUNCTIONS(X) \
    X(cheif_error, heif_init, void *parameters) \
    X(void *, heif_context_alloc, void) \
    X(void, heif_context_free, void *context) \
    X(cheif_error, heif_context_read_from_memory_without_copy, \
        void *context, const void *bytes, size_t count, const void *options) \
    X(cheif_error, heif_context_get_primary_image_handle, void *context, void **handle) \
    X(cheif_error, heif_context_get_image_handle, void *context, uint32_t item, void **handle) \
    X(void, heif_context_set_maximum_image_size_limit, void *context, int side) \
    X(void, heif_image_handle_release, const void *handle) \
    X(int, heif_image_handle_get_width, const void *handle) \
    X(int, heif_image_handle_get_height, const void *handle) \
    X(int, heif_image_handle_has_alpha_channel, const void *handle) \
    X(int, heif_image_handle_is_premultiplied_alpha, const void *handle) \
    X(int, heif_image_handle_get_luma_bits_per_pixel, const void *handle) \
    X(size_t, heif_image_handle_get_raw_color_profile_size, const void *handle) \
    X(cheif_error, heif_image_handle_get_raw_color_profile, const void *handle, void *bytes) \
    X(cheif_error, heif_decode_image, \
        const void *handle, void **image, int colorspace, int chroma, const void *options) \
    X(int, heif_image_get_colorspace, const void *image) \
    X(int, heif_image_get_width, const void *image, int channel) \
    X(int, heif_image_get_height, const void *image, int channel) \
    X(const uint8_t *, heif_image_get_plane_readonly, const void *image, int channel, int *stride) \
    X(int, heif_image_get_bits_per_pixel_range, const void *image, int channel) \
    X(void, heif_image_release, const void *image) \
    X(uint32_t, heif_get_version_number, void)

typedef struct cheif_functions {
    CHEIF_FUNCTIONS(CLOADING_MEMBER)
    int is_complete;
} cheif_functions;

// Returns libheif's functions; NULL if the library is missing, or older than 1.13.
CLOADING_LIBRARY(cheif)

static inline void cheif_load(void) {
    cheif_functions *functions = cheif_storage();
#ifdef __APPLE__
    static const char *const names[] = {
        "libheif.dylib", "/opt/homebrew/lib/libheif.dylib", "/usr/local/lib/libheif.dylib"};
#else
    static const char *const names[] = {"libheif.so.1"};
#endif
    void *library = cloading_open(names, sizeof names / sizeof *names);
    if (library == NULL) return;
    int is_complete = 1;
    CHEIF_FUNCTIONS(CLOADING_LOOK_UP)
    if (!is_complete) return;
    // The decoders are loaded now, because no library can be loaded in the sandbox.
    chevc_library();
    cav1_library();
    // Newer versions load their decoders from a folder in this call.
    functions->is_complete = functions->heif_init(NULL).code == 0;
}

// Returns the version in four bytes, the last of which is 0; 0 if the library is missing.
static inline uint32_t cheif_version(void) {
    const cheif_functions *library = cheif_library();
    return library != NULL ? library->heif_get_version_number() : 0;
}

typedef struct cheif_reader {
    const cheif_functions *library;
    void *context;
    int is_open;
    // The selected picture, upright; NULL if no picture is selected.
    void *handle;
    int width, height, has_alpha, is_premultiplied;
    // The bits of a channel in the file; negative if unknown.
    int bits;
    size_t profile_bytes;
    // The code and subcode of the last error; both are 0 if there was none.
    int code, subcode;
    char message[128];
} cheif_reader;

// Values of heif_error_code and heif_suberror_code.
enum {
    cheif_unsupported_file = 3, cheif_unsupported_feature = 4, cheif_memory = 6,
    cheif_over_limit = 1000,
};

static inline int cheif_failed(cheif_reader *reader, cheif_error error) {
    reader->code = error.code;
    reader->subcode = error.subcode;
    if (error.code != 0 && error.message != NULL)
        strncpy(reader->message, error.message, sizeof reader->message - 1);
    return error.code != 0;
}

static inline void cheif_close(cheif_reader *reader) {
    if (reader->handle != NULL) reader->library->heif_image_handle_release(reader->handle);
    if (reader->context != NULL) reader->library->heif_context_free(reader->context);
    free(reader);
}

// Opens a reader of bytes that must outlive it, without selecting a picture; returns NULL if there
// is no memory or no library. `is_open` is 0 if the file is damaged. Pictures must have fewer than
// `side` pixels on each side, because libheif 1.15 refuses a grid or an overlay with as many.
static inline cheif_reader *cheif_open(const void *bytes, size_t count, int side) {
    const cheif_functions *library = cheif_library();
    cheif_reader *reader = (cheif_reader *)calloc(1, sizeof(cheif_reader));
    if (library == NULL || reader == NULL) {
        free(reader);
        return NULL;
    }
    reader->library = library;
    reader->context = library->heif_context_alloc();
    if (reader->context == NULL) return reader;
    library->heif_context_set_maximum_image_size_limit(reader->context, side);
    if (cheif_failed(reader, library->heif_context_read_from_memory_without_copy(
                                 reader->context, bytes, count, NULL)))
        return reader;
    reader->is_open = 1;
    return reader;
}

// Selects a picture by its number, or the primary picture if the number is negative; returns 0 if
// the picture does not exist.
static inline int cheif_select(cheif_reader *reader, int64_t item) {
    const cheif_functions *library = reader->library;
    void *handle = NULL;
    if (reader->handle != NULL) library->heif_image_handle_release(reader->handle);
    reader->handle = NULL;
    if (cheif_failed(
            reader,
            item < 0
                ? library->heif_context_get_primary_image_handle(reader->context, &handle)
                : library->heif_context_get_image_handle(
                      reader->context, (uint32_t)item, &handle)))
        return 0;
    reader->handle = handle;
    reader->width = library->heif_image_handle_get_width(handle);
    reader->height = library->heif_image_handle_get_height(handle);
    reader->has_alpha = library->heif_image_handle_has_alpha_channel(handle);
    reader->is_premultiplied =
        reader->has_alpha && library->heif_image_handle_is_premultiplied_alpha(handle);
    reader->bits = library->heif_image_handle_get_luma_bits_per_pixel(handle);
    reader->profile_bytes = library->heif_image_handle_get_raw_color_profile_size(handle);
    return 1;
}

// Copies the colour profile, which has `profile_bytes`; returns 0 if it cannot be read.
static inline int cheif_read_profile(cheif_reader *reader, void *bytes) {
    return !cheif_failed(
        reader, reader->library->heif_image_handle_get_raw_color_profile(reader->handle, bytes));
}

// Releases a decoded picture; NULL is permitted.
static inline void cheif_release(void *image) {
    if (image != NULL) cheif_library()->heif_image_release(image);
}

// The pixels of a decoded picture; `rows` is NULL if the picture is damaged, or has another size.
// The caller releases `image`.
typedef struct cheif_pixels {
    void *image;
    const uint8_t *rows;
    int stride;
    // The bits of a sample; samples of more than 8 bits take two bytes, the higher first.
    int bits;
    int channels;
    int is_premultiplied;
} cheif_pixels;

// Decodes the selected picture into red, green, blue and alpha of 8 bits; or, if `is_deep`, into
// samples of as many bits as the file has, without alpha if the file has none.
static inline cheif_pixels cheif_decode(
    cheif_reader *reader, int width, int height, int is_deep
) {
    // The values of heif_colorspace_RGB, heif_chroma_interleaved_RGBA, RRGGBB_BE and RRGGBBAA_BE,
    // and heif_channel_interleaved.
    enum { colorspace = 1, rgba = 11, rrggbb = 12, rrggbbaa = 13, channel = 10 };
    const cheif_functions *library = reader->library;
    cheif_pixels pixels = {
        .channels = is_deep && !reader->has_alpha ? 3 : 4, .bits = 8,
        .is_premultiplied = reader->is_premultiplied};
    int chroma = !is_deep ? rgba : reader->has_alpha ? rrggbbaa : rrggbb;
    if (cheif_failed(
            reader,
            library->heif_decode_image(reader->handle, &pixels.image, colorspace, chroma, NULL)))
        return pixels;
    const uint8_t *rows =
        library->heif_image_get_plane_readonly(pixels.image, channel, &pixels.stride);
    if (is_deep) pixels.bits = library->heif_image_get_bits_per_pixel_range(pixels.image, channel);
    int fits = rows != NULL && pixels.stride >= width * pixels.channels * (is_deep ? 2 : 1)
        && pixels.bits >= 8 && pixels.bits <= 16
        && library->heif_image_get_width(pixels.image, channel) == width
        && library->heif_image_get_height(pixels.image, channel) == height;
    if (fits) pixels.rows = rows;
    return pixels;
}

static inline cheif_plane cheif_plane_of(
    const cheif_functions *library, const void *image, int channel
) {
    cheif_plane plane = {0};
    plane.samples = library->heif_image_get_plane_readonly(image, channel, &plane.stride);
    if (plane.samples == NULL) return plane;
    plane.width = library->heif_image_get_width(image, channel);
    plane.height = library->heif_image_get_height(image, channel);
    plane.bits = library->heif_image_get_bits_per_pixel_range(image, channel);
    return plane;
}

// Decodes the selected picture into red, green and blue; or, if `as_coded`, into the planes that
// libheif has without a conversion. libheif 1.15 has red, green and blue even then, unless the
// picture is gray.
static inline cheif_planes cheif_decode_planes(cheif_reader *reader, int as_coded) {
    // The values of heif_colorspace_undefined and heif_chroma_undefined, of heif_chroma_444, and
    // of heif_channel_Y, R and Alpha.
    enum { undefined = 99, full = 3, luma = 0, red = 3, alpha = 6 };
    const cheif_functions *library = reader->library;
    cheif_planes planes = {.close = cheif_release};
    if (cheif_failed(
            reader,
            library->heif_decode_image(
                reader->handle, &planes.image, as_coded ? undefined : cheif_rgb,
                as_coded ? undefined : full, NULL)))
        return planes;
    planes.space = library->heif_image_get_colorspace(planes.image);
    int first = planes.space == cheif_rgb ? red : luma;
    planes.first = cheif_plane_of(library, planes.image, first);
    planes.second = cheif_plane_of(library, planes.image, first + 1);
    planes.third = cheif_plane_of(library, planes.image, first + 2);
    planes.alpha = cheif_plane_of(library, planes.image, alpha);
    return planes;
}
