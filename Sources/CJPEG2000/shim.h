#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<openjpeg-2.5/openjpeg.h>)
#include <openjpeg-2.5/openjpeg.h>
#else
#include <openjpeg.h>
#endif
#include "../CLoading/loading.h"

// OpenJPEG over bytes in memory; it opens no files and prints nothing. The library is loaded for
// the first JPEG 2000 photo.

#define CJP2_FUNCTIONS(X) \
    X(opj_version) X(opj_stream_create) X(opj_stream_destroy) X(opj_stream_set_read_function) \
    X(opj_stream_set_skip_function) X(opj_stream_set_seek_function) X(opj_stream_set_user_data) \
    X(opj_stream_set_user_data_length) X(opj_create_decompress) X(opj_destroy_codec) \
    X(opj_set_default_decoder_parameters) X(opj_setup_decoder) \
    X(opj_set_error_handler) X(opj_set_warning_handler) X(opj_set_info_handler) \
    X(opj_read_header) X(opj_get_cstr_info) X(opj_destroy_cstr_info) \
    X(opj_set_decoded_resolution_factor) X(opj_set_decode_area) X(opj_decode) X(opj_image_destroy)

typedef struct cjp2_functions {
#define CJP2_MEMBER(name) __typeof__(&name) name;
    CJP2_FUNCTIONS(CJP2_MEMBER)
#undef CJP2_MEMBER
    // NULL before OpenJPEG 2.5.
    OPJ_BOOL (*set_strict_mode)(opj_codec_t *codec, OPJ_BOOL is_strict);
    int is_complete;
} cjp2_functions;

// Returns OpenJPEG's functions; NULL if the library is missing.
CLOADING_LIBRARY(cjp2)

static inline void cjp2_load(void) {
    cjp2_functions *functions = cjp2_storage();
#ifdef __APPLE__
    static const char *const names[] = {
        "libopenjp2.dylib", "/opt/homebrew/lib/libopenjp2.dylib",
        "/usr/local/lib/libopenjp2.dylib"};
#else
    static const char *const names[] = {"libopenjp2.so.7"};
#endif
    void *library = cloading_open(names, sizeof names / sizeof *names);
    if (library == NULL) return;
    int is_complete = 1;
    CJP2_FUNCTIONS(CLOADING_FIND)
    functions->set_strict_mode = (__typeof__(functions->set_strict_mode))dlsym(
        library, "opj_decoder_set_strict_mode");
    functions->is_complete = is_complete;
}

// Returns the version; empty if the library is missing.
static inline const char *cjp2_version(void) {
    const cjp2_functions *library = cjp2_library();
    return library != NULL ? library->opj_version() : "";
}

// The number of bytes of a file to read, and corrections of a file that was cut off.
typedef struct cjp2_ending {
    uint64_t count;
    // True if an end marker must be appended.
    int lacks_marker;
    // The offset at which four bytes are replaced by `length`, if `length` is not 0.
    uint64_t position;
    uint32_t length;
    // True if an incomplete packet is decoded as far as possible.
    int is_loose;
} cjp2_ending;

typedef struct cjp2_reader {
    const cjp2_functions *library;
    opj_codec_t *codec;
    opj_stream_t *stream;
    opj_image_t *image;
    const unsigned char *bytes;
    cjp2_ending ending;
    // The number of bytes, including an appended end marker.
    uint64_t count;
    uint64_t offset;
    // The first message of OpenJPEG, and true if an error was reported.
    char message[128];
    int has_failed;
} cjp2_reader;

static inline OPJ_SIZE_T cjp2_read(void *target, OPJ_SIZE_T count, void *context) {
    cjp2_reader *reader = (cjp2_reader *)context;
    if (reader->offset >= reader->count) return (OPJ_SIZE_T)-1;
    static const unsigned char end_mark[] = {0xFF, 0xD9};
    const cjp2_ending *ending = &reader->ending;
    uint64_t left = reader->count - reader->offset;
    uint64_t part = count < left ? count : left;
    uint64_t stored = reader->offset < ending->count ? ending->count - reader->offset : 0;
    uint64_t copied = part < stored ? part : stored;
    unsigned char *bytes = (unsigned char *)target;
    memcpy(bytes, reader->bytes + reader->offset, (size_t)copied);
    for (uint64_t i = copied; i < part; i++)
        bytes[i] = end_mark[reader->offset + i - ending->count];
    for (uint64_t i = 0; ending->length != 0 && i < 4; i++) {
        uint64_t position = ending->position + i;
        if (position >= reader->offset && position < reader->offset + copied)
            bytes[position - reader->offset] = (unsigned char)(ending->length >> (24 - 8 * i));
    }
    reader->offset += part;
    return (OPJ_SIZE_T)part;
}

static inline OPJ_OFF_T cjp2_skip(OPJ_OFF_T count, void *context) {
    cjp2_reader *reader = (cjp2_reader *)context;
    if (count < 0 || (uint64_t)count > reader->count - reader->offset) {
        OPJ_OFF_T left = (OPJ_OFF_T)(reader->count - reader->offset);
        if (count < 0 || left == 0) return -1;
        count = left;
    }
    reader->offset += (uint64_t)count;
    return count;
}

static inline OPJ_BOOL cjp2_seek(OPJ_OFF_T offset, void *context) {
    cjp2_reader *reader = (cjp2_reader *)context;
    if (offset < 0 || (uint64_t)offset > reader->count) return OPJ_FALSE;
    reader->offset = (uint64_t)offset;
    return OPJ_TRUE;
}

static inline void cjp2_say(cjp2_reader *reader, const char *message) {
    if (reader->message[0] != 0) return;
    strncpy(reader->message, message, sizeof reader->message - 1);
    reader->message[strcspn(reader->message, "\n")] = 0;
}

// Returns 1 for messages about faults that do not affect the decoded picture.
static inline int cjp2_is_harmless(const char *message) {
    static const char *const starts[] = {
        "Expected EPH", "Expected SOP", "Not enough space for expected", "A COLR", "COLR BOX",
        "Bad COLR", "JP2 box which are after", "CIELab", "Component", "Need to decode",
        "Unknown marker", "A conforming JP2", "A malformed JP2", "A BPCC", "PTERM check failure",
        "Ignoring ihdr", "JPEG2000 Header box not read", "Stream does not end with EOC",
        "Non conformant codestream", "number of subbands", "opj_jp2_apply_cdef",
        "Number of components (1) is inconsistent with a MCT"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(message, starts[i], strlen(starts[i])) == 0) return 1;
    return 0;
}

static inline void cjp2_failed(const char *message, void *context) {
    cjp2_reader *reader = (cjp2_reader *)context;
    if (cjp2_is_harmless(message)) return;
    // The first error is more informative than warnings before it.
    if (!reader->has_failed) reader->message[0] = 0;
    reader->has_failed = 1;
    cjp2_say(reader, message);
}

static inline void cjp2_warned(const char *message, void *context) {
    if (!cjp2_is_harmless(message)) cjp2_say((cjp2_reader *)context, message);
}

static inline void cjp2_ignored(const char *message, void *context) {
    (void)message;
    (void)context;
}

static inline void cjp2_close(cjp2_reader *reader) {
    if (reader->image != NULL) reader->library->opj_image_destroy(reader->image);
    if (reader->codec != NULL) reader->library->opj_destroy_codec(reader->codec);
    if (reader->stream != NULL) reader->library->opj_stream_destroy(reader->stream);
    free(reader);
}

// Opens a reader and reads the header; returns NULL without memory. The reader's `image` is NULL if
// the header is damaged. The bytes must stay valid until the reader is closed.
static inline cjp2_reader *cjp2_open(const void *bytes, cjp2_ending ending) {
    uint64_t count = ending.count + (ending.lacks_marker ? 2 : 0);
    // Each skipped tile costs a buffer of this size.
    static const OPJ_SIZE_T buffer_bytes = 1 << 14;
    static const unsigned char stream_mark[] = {0xFF, 0x4F, 0xFF, 0x51};
    const cjp2_functions *library = cjp2_library();
    if (library == NULL) return NULL;
    cjp2_reader *reader = (cjp2_reader *)calloc(1, sizeof(cjp2_reader));
    if (reader == NULL) return NULL;
    reader->library = library;
    reader->bytes = (const unsigned char *)bytes;
    reader->ending = ending;
    reader->count = count;
    int is_stream = ending.count >= sizeof stream_mark
        && memcmp(bytes, stream_mark, sizeof stream_mark) == 0;
    reader->codec = library->opj_create_decompress(is_stream ? OPJ_CODEC_J2K : OPJ_CODEC_JP2);
    reader->stream = library->opj_stream_create(buffer_bytes, OPJ_TRUE);
    if (reader->codec == NULL || reader->stream == NULL) {
        cjp2_close(reader);
        return NULL;
    }
    library->opj_set_error_handler(reader->codec, cjp2_failed, reader);
    library->opj_set_warning_handler(reader->codec, cjp2_warned, reader);
    library->opj_set_info_handler(reader->codec, cjp2_ignored, reader);
    library->opj_stream_set_read_function(reader->stream, cjp2_read);
    library->opj_stream_set_skip_function(reader->stream, cjp2_skip);
    library->opj_stream_set_seek_function(reader->stream, cjp2_seek);
    library->opj_stream_set_user_data(reader->stream, reader, NULL);
    library->opj_stream_set_user_data_length(reader->stream, count);
    // Decoding is usually strict, because 2.5.0 reads beyond its memory when it skips an incomplete
    // packet.
    opj_dparameters_t parameters;
    library->opj_set_default_decoder_parameters(&parameters);
    int is_set_up = library->opj_setup_decoder(reader->codec, &parameters);
    if (ending.is_loose && library->set_strict_mode != NULL)
        is_set_up = is_set_up && library->set_strict_mode(reader->codec, OPJ_FALSE);
    if (!is_set_up
        || !library->opj_read_header(reader->stream, reader->codec, &reader->image)) {
        if (reader->image != NULL) library->opj_image_destroy(reader->image);
        reader->image = NULL;
    }
    return reader;
}

typedef struct cjp2_tiling {
    uint32_t x, y, width, height, columns, rows;
    // The number of resolutions, including the full size.
    uint32_t resolutions;
    uint32_t layers;
} cjp2_tiling;

// Describes the tiles; returns 0 if the header does not contain them.
static inline int cjp2_describe(cjp2_reader *reader, cjp2_tiling *tiling) {
    opj_codestream_info_v2_t *info = reader->library->opj_get_cstr_info(reader->codec);
    if (info == NULL) return 0;
    tiling->x = info->tx0;
    tiling->y = info->ty0;
    tiling->width = info->tdx;
    tiling->height = info->tdy;
    tiling->columns = info->tw;
    tiling->rows = info->th;
    tiling->resolutions = 32;
    tiling->layers = info->m_default_tile_info.numlayers;
    for (uint32_t i = 0; info->m_default_tile_info.tccp_info != NULL && i < info->nbcomps; i++)
        if (info->m_default_tile_info.tccp_info[i].numresolutions < tiling->resolutions)
            tiling->resolutions = info->m_default_tile_info.tccp_info[i].numresolutions;
    reader->library->opj_destroy_cstr_info(&info);
    return 1;
}

// Decodes an area of the reference grid, reduced by 2 to the power of `factor`, into the samples of
// `image`; returns 0 if nothing of the area can be decoded.
static inline int cjp2_decode(
    cjp2_reader *reader, uint32_t factor, int32_t left, int32_t top, int32_t right, int32_t bottom
) {
    const cjp2_functions *library = reader->library;
    reader->message[0] = 0;
    reader->has_failed = 0;
    return library->opj_set_decoded_resolution_factor(reader->codec, factor)
        && library->opj_set_decode_area(reader->codec, reader->image, left, top, right, bottom)
        && library->opj_decode(reader->codec, reader->stream, reader->image);
}

// Returns the first message of OpenJPEG; empty if there was none.
static inline const char *cjp2_message(const cjp2_reader *reader) { return reader->message; }
