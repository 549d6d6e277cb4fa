#pragma once
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include "../CLoading/loading.h"

// libtiff over bytes in memory; it opens no files and prints nothing. The fields of a directory are
// in one struct, because Swift cannot call libtiff's variadic functions.
//
// The library is loaded for the first TIFF photo, because with its thirty libraries, including that
// of C++, it takes 2 ms of CPU time, and most sessions need no TIFF.

#define CTIFF_FUNCTIONS(X) \
    X(TIFFOpenOptionsAlloc) X(TIFFOpenOptionsFree) X(TIFFOpenOptionsSetMaxSingleMemAlloc) \
    X(TIFFOpenOptionsSetErrorHandlerExtR) X(TIFFOpenOptionsSetWarningHandlerExtR) \
    X(TIFFClientOpenExt) X(TIFFClose) X(TIFFReadDirectory) X(TIFFSetSubDirectory) \
    X(TIFFCurrentDirOffset) X(TIFFGetField) X(TIFFGetFieldDefaulted) X(TIFFSetField) X(TIFFIsTiled) \
    X(TIFFIsByteSwapped) X(TIFFTileSize64) X(TIFFVStripSize64) X(TIFFScanlineSize64) \
    X(TIFFTileRowSize64) X(TIFFNumberOfTiles) X(TIFFNumberOfStrips) X(TIFFGetStrileOffsetWithErr) \
    X(TIFFGetStrileByteCountWithErr) X(TIFFReadFromUserBuffer) X(TIFFReadScanline) \
    X(TIFFMergeFieldInfo) X(TIFFSetTagExtender) X(TIFFIsCODECConfigured) X(TIFFGetVersion) X(TIFFSetErrorHandler) X(TIFFSetWarningHandler)

typedef struct ctiff_functions {
#define CTIFF_MEMBER(name) __typeof__(&name) name;
    CTIFF_FUNCTIONS(CTIFF_MEMBER)
#undef CTIFF_MEMBER
    int is_complete;
} ctiff_functions;

// Returns libtiff's functions; NULL if the library is missing, or older than 4.5.
CLOADING_LIBRARY(ctiff)

// The tag of GDAL for the sample that stands for a missing value, as text.
#define CTIFF_NO_VALUE 42113

// The tags of GeoTIFF: the size of a pixel, pairs of points, a matrix, keys, and the values of
// keys.
#define CTIFF_SCALE 33550
#define CTIFF_TIES 33922
#define CTIFF_MATRIX 34264
#define CTIFF_KEYS 34735
#define CTIFF_DOUBLES 34736

// Declares the fields that libtiff does not know itself; libtiff forgets them with each directory,
// and calls this function again.
static inline void ctiff_name_fields(TIFF *tiff) {
    static const TIFFFieldInfo fields[] = {
        {CTIFF_NO_VALUE, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALNoDataValue"},
        {CTIFF_SCALE, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelPixelScale"},
        {CTIFF_TIES, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelTiepoint"},
        {CTIFF_MATRIX, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelTransformation"},
        {CTIFF_KEYS, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, (char *)"GeoKeyDirectory"},
        {CTIFF_DOUBLES, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"GeoDoubleParams"},
    };
    ctiff_storage()->TIFFMergeFieldInfo(tiff, fields, sizeof fields / sizeof *fields);
}

static inline void ctiff_load(void) {
    ctiff_functions *functions = ctiff_storage();
#ifdef __APPLE__
    static const char *const names[] = {
        "libtiff.dylib", "/opt/homebrew/lib/libtiff.dylib", "/usr/local/lib/libtiff.dylib"};
#else
    static const char *const names[] = {"libtiff.so.6"};
#endif
    void *library = cloading_open(names, sizeof names / sizeof *names);
    if (library == NULL) return;
    int is_complete = 1;
    CTIFF_FUNCTIONS(CLOADING_FIND)
    if (!is_complete) return;
    // The handlers for all files print; each reader has its own handler.
    functions->TIFFSetErrorHandler(NULL);
    functions->TIFFSetWarningHandler(NULL);
    functions->TIFFSetTagExtender(ctiff_name_fields);
    functions->is_complete = 1;
}

// Returns a text that begins with the library's name and version; empty if the library is missing.
static inline const char *ctiff_version(void) {
    const ctiff_functions *library = ctiff_library();
    return library != NULL ? library->TIFFGetVersion() : "";
}

typedef int ctiff_fetch(const void *context, uint64_t offset, uint64_t count);

typedef struct ctiff_reader {
    TIFF *tiff;
    const ctiff_functions *library;
    // The bytes, valid during a call.
    const unsigned char *bytes;
    uint64_t count;
    uint64_t offset;
    // Fetches bytes before they are read, and returns 0 if they cannot be fetched; NULL if all
    // bytes are present.
    ctiff_fetch *fetch;
    const void *fetch_context;
    // The first message of libtiff since the last `ctiff_lend`.
    char message[128];
} ctiff_reader;

static inline tmsize_t ctiff_read(thandle_t handle, void *target, tmsize_t count) {
    ctiff_reader *reader = (ctiff_reader *)handle;
    if (count <= 0 || reader->offset >= reader->count) return 0;
    uint64_t left = reader->count - reader->offset;
    uint64_t part = (uint64_t)count < left ? (uint64_t)count : left;
    if (reader->fetch != NULL && !reader->fetch(reader->fetch_context, reader->offset, part)) return 0;
    memcpy(target, reader->bytes + reader->offset, (size_t)part);
    reader->offset += part;
    return (tmsize_t)part;
}

static inline tmsize_t ctiff_write(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle;
    (void)bytes;
    (void)count;
    return 0;
}

// Moves to an offset, which may be beyond the end, where nothing is read.
static inline toff_t ctiff_seek(thandle_t handle, toff_t offset, int whence) {
    ctiff_reader *reader = (ctiff_reader *)handle;
    uint64_t base = whence == SEEK_CUR ? reader->offset : whence == SEEK_END ? reader->count : 0;
    if (offset > UINT64_MAX - base) return (toff_t)-1;
    reader->offset = base + offset;
    return reader->offset;
}

static inline int ctiff_close_bytes(thandle_t handle) {
    (void)handle;
    return 0;
}

static inline toff_t ctiff_size(thandle_t handle) { return ((ctiff_reader *)handle)->count; }

static inline int ctiff_failed(
    TIFF *tiff, void *context, const char *module, const char *format, va_list arguments
) {
    ctiff_reader *reader = (ctiff_reader *)context;
    (void)tiff;
    (void)module;
    if (reader->message[0] == 0)
        vsnprintf(reader->message, sizeof reader->message, format, arguments);
    return 1;
}

static inline int ctiff_warned(
    TIFF *tiff, void *context, const char *module, const char *format, va_list arguments
) {
    (void)tiff;
    (void)context;
    (void)module;
    (void)format;
    (void)arguments;
    return 1;
}

static inline void ctiff_close(ctiff_reader *reader) {
    if (reader->tiff != NULL) reader->library->TIFFClose(reader->tiff);
    free(reader);
}

// Sets the address of the bytes for the following calls; their content is always the same.
static inline void ctiff_lend(ctiff_reader *reader, const void *bytes, size_t count) {
    reader->bytes = (const unsigned char *)bytes;
    reader->count = count;
    reader->message[0] = 0;
}

// Opens a reader before its first directory; returns NULL if there is no memory or no library.
// `tiff` is NULL if the header is invalid. No single allocation of libtiff exceeds the limit.
static inline ctiff_reader *ctiff_open(
    const void *bytes, size_t count, size_t allocation_limit, ctiff_fetch *fetch,
    const void *fetch_context
) {
    const ctiff_functions *library = ctiff_library();
    if (library == NULL) return NULL;
    ctiff_reader *reader = (ctiff_reader *)calloc(1, sizeof(ctiff_reader));
    TIFFOpenOptions *options = library->TIFFOpenOptionsAlloc();
    if (reader == NULL || options == NULL) {
        free(reader);
        if (options != NULL) library->TIFFOpenOptionsFree(options);
        return NULL;
    }
    reader->library = library;
    reader->fetch = fetch;
    reader->fetch_context = fetch_context;
    ctiff_lend(reader, bytes, count);
    library->TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)allocation_limit);
    library->TIFFOpenOptionsSetErrorHandlerExtR(options, ctiff_failed, reader);
    library->TIFFOpenOptionsSetWarningHandlerExtR(options, ctiff_warned, reader);
    // h: reads no directory yet. m: does not map the file. C: does not split strips. O: looks up
    // the offset of a strip when it is needed, because a gigapixel in strips of one row has a
    // hundred thousand.
    reader->tiff = library->TIFFClientOpenExt(
        "photo", "rhmCO", (thandle_t)reader, ctiff_read, ctiff_write, ctiff_seek, ctiff_close_bytes,
        ctiff_size, NULL, NULL, options);
    library->TIFFOpenOptionsFree(options);
    return reader;
}

// Reads the next directory of the file's chain; returns 0 at the end, or if the directory is
// damaged.
static inline int ctiff_next_directory(ctiff_reader *reader) {
    return reader->library->TIFFReadDirectory(reader->tiff);
}

// Reads the directory at an offset; returns 0 if it is damaged.
static inline int ctiff_select_directory(ctiff_reader *reader, uint64_t offset) {
    return reader->library->TIFFSetSubDirectory(reader->tiff, offset);
}

typedef struct ctiff_directory {
    uint64_t offset;
    uint32_t width, height;
    // Bit 0 marks a reduced picture, bit 2 a mask.
    uint32_t kind;
    uint32_t bits, samples, format, photometric, is_planar, compression, orientation;
    // True if the lowest bit of a byte is its first.
    uint32_t is_reversed;
    uint32_t is_swapped;
    uint32_t is_tiled, tile_width, tile_height, rows_per_strip;
    // The number of tiles or strips of all planes.
    uint32_t strile_count;
    // The bytes of a row of the picture, or of a tile; of a single plane if there are several.
    uint64_t row_bytes;
    uint64_t tile_bytes;
    // The number of dots per unit; 0 if unknown.
    float dots_across, dots_down;
    // 1 without a unit, 2 for inches, 3 for centimetres.
    uint32_t density_unit;
    // The first extra sample that is alpha, and its kind: 1 is premultiplied, 2 is not; 0 without
    // alpha.
    uint32_t alpha_sample, alpha_kind;
    // The subsampling of chroma: 1, 2 or 4.
    uint32_t chroma_across, chroma_down;
    float luma[3];
    float reference[6];
    // Three arrays of 2 to the power of `bits` values; NULL without a palette. The pointers from
    // here on are valid as long as the directory.
    const uint16_t *palette[3];
    const void *profile;
    uint32_t profile_bytes;
    const uint64_t *subdirectories;
    uint32_t subdirectory_count;
    // Texts; NULL if the file has none.
    const char *description, *no_value;
    // The values of GeoTIFF, and their numbers.
    const double *scale, *ties, *matrix, *doubles;
    const uint16_t *keys;
    uint16_t scale_count, ties_count, matrix_count, doubles_count, keys_count;
} ctiff_directory;

static inline void ctiff_describe_extras(ctiff_reader *reader, ctiff_directory *directory) {
    uint16_t count = 0;
    const uint16_t *kinds = NULL;
    reader->library->TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds);
    for (uint32_t i = 0; kinds != NULL && i < count && count <= directory->samples; i++) {
        // 999 is Corel Draw's value for alpha.
        uint32_t kind = kinds[i] == 999 ? EXTRASAMPLE_UNASSALPHA : kinds[i];
        if (kind != EXTRASAMPLE_ASSOCALPHA && kind != EXTRASAMPLE_UNASSALPHA) continue;
        directory->alpha_sample = directory->samples - count + i;
        directory->alpha_kind = kind;
        return;
    }
}

static inline void ctiff_describe_chroma(ctiff_reader *reader, ctiff_directory *directory) {
    uint16_t across = 1, down = 1;
    const float *luma = NULL, *reference = NULL;
    reader->library->TIFFGetFieldDefaulted(
        reader->tiff, TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
    reader->library->TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_YCBCRCOEFFICIENTS, &luma);
    reader->library->TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_REFERENCEBLACKWHITE, &reference);
    directory->chroma_across = across;
    directory->chroma_down = down;
    if (luma != NULL) memcpy(directory->luma, luma, sizeof directory->luma);
    if (reference != NULL) memcpy(directory->reference, reference, sizeof directory->reference);
}

static inline void ctiff_describe_ground(ctiff_reader *reader, ctiff_directory *directory) {
    const struct {
        uint32_t tag;
        uint16_t *count;
        const void *numbers;
    } fields[] = {
        {CTIFF_SCALE, &directory->scale_count, &directory->scale},
        {CTIFF_TIES, &directory->ties_count, &directory->ties},
        {CTIFF_MATRIX, &directory->matrix_count, &directory->matrix},
        {CTIFF_KEYS, &directory->keys_count, &directory->keys},
        {CTIFF_DOUBLES, &directory->doubles_count, &directory->doubles},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!reader->library->TIFFGetField(
                reader->tiff, fields[i].tag, fields[i].count, fields[i].numbers))
            *fields[i].count = 0;
}

// Describes the current directory; from this call on, libtiff converts JPEG's colours to red, green
// and blue. Returns 0 if the picture has no size.
static inline int ctiff_describe(ctiff_reader *reader, ctiff_directory *directory) {
    const ctiff_functions *library = reader->library;
    TIFF *tiff = reader->tiff;
    uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT, planar = PLANARCONFIG_CONTIG;
    uint16_t compression = COMPRESSION_NONE, orientation = 1, order = FILLORDER_MSB2LSB;
    uint16_t photometric = UINT16_MAX, count = 0, unit = RESUNIT_INCH;
    memset(directory, 0, sizeof *directory);
    directory->offset = library->TIFFCurrentDirOffset(tiff);
    if (!library->TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &directory->width)
        || !library->TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &directory->height))
        return 0;
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &directory->kind);
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_FILLORDER, &order);
    library->TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
    directory->bits = bits;
    directory->samples = samples;
    directory->format = format;
    directory->is_planar = planar == PLANARCONFIG_SEPARATE;
    directory->compression = compression;
    directory->orientation = orientation;
    directory->is_reversed = order == FILLORDER_LSB2MSB;
    directory->is_swapped = (uint32_t)library->TIFFIsByteSwapped(tiff);
    directory->photometric = photometric;
    library->TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &directory->dots_across);
    library->TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &directory->dots_down);
    library->TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    directory->density_unit = unit;
    ctiff_describe_extras(reader, directory);
    if (photometric == PHOTOMETRIC_YCBCR) ctiff_describe_chroma(reader, directory);
    if (photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG
        && planar != PLANARCONFIG_SEPARATE)
        library->TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    if (photometric == PHOTOMETRIC_PALETTE && (bits <= 8 || bits == 16))
        library->TIFFGetField(
            tiff, TIFFTAG_COLORMAP, &directory->palette[0], &directory->palette[1],
            &directory->palette[2]);
    library->TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &directory->description);
    library->TIFFGetField(tiff, CTIFF_NO_VALUE, &directory->no_value);
    ctiff_describe_ground(reader, directory);
    library->TIFFGetField(
        tiff, TIFFTAG_ICCPROFILE, &directory->profile_bytes, &directory->profile);
    if (library->TIFFGetField(tiff, TIFFTAG_SUBIFD, &count, &directory->subdirectories))
        directory->subdirectory_count = count;
    directory->is_tiled = (uint32_t)library->TIFFIsTiled(tiff);
    if (directory->is_tiled) {
        library->TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &directory->tile_width);
        library->TIFFGetField(tiff, TIFFTAG_TILELENGTH, &directory->tile_height);
        directory->strile_count = library->TIFFNumberOfTiles(tiff);
        directory->row_bytes = library->TIFFTileRowSize64(tiff);
        directory->tile_bytes = library->TIFFTileSize64(tiff);
    } else {
        library->TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &directory->rows_per_strip);
        directory->strile_count = library->TIFFNumberOfStrips(tiff);
        directory->row_bytes = library->TIFFScanlineSize64(tiff);
    }
    return 1;
}

// Returns the number of bytes of these rows of a strip after decompression; 0 if it overflows.
static inline uint64_t ctiff_strip_bytes(ctiff_reader *reader, uint32_t rows) {
    return reader->library->TIFFVStripSize64(reader->tiff, rows);
}

static inline int ctiff_has_codec(ctiff_reader *reader, uint32_t compression) {
    return reader->library->TIFFIsCODECConfigured((uint16_t)compression);
}

typedef struct ctiff_range {
    uint64_t offset;
    uint64_t count;
} ctiff_range;

// Finds the range of a tile or strip according to the file's tables; returns 0 if they do not
// contain the range.
static inline int ctiff_find(ctiff_reader *reader, uint32_t strile, ctiff_range *range) {
    int failed = 0;
    range->offset = reader->library->TIFFGetStrileOffsetWithErr(reader->tiff, strile, &failed);
    if (failed) return 0;
    range->count = reader->library->TIFFGetStrileByteCountWithErr(reader->tiff, strile, &failed);
    return !failed;
}

// Decompresses a tile or strip from the bytes `packed`, which are changed meanwhile if
// `is_reversed`; returns 0 if they are damaged, and `target` is then filled in part.
static inline int ctiff_decode(
    ctiff_reader *reader, uint32_t strile, const void *packed, size_t packed_count, void *target,
    size_t count
) {
    return reader->library->TIFFReadFromUserBuffer(
        reader->tiff, strile, (void *)packed, (tmsize_t)packed_count, target, (tmsize_t)count);
}

// Decompresses a row of a picture in strips, of a single plane if there are several; rows must be
// read in order.
static inline int ctiff_read_row(
    ctiff_reader *reader, uint32_t row, uint32_t plane, void *target
) {
    return reader->library->TIFFReadScanline(reader->tiff, target, row, (uint16_t)plane) == 1;
}

// Returns the first message of libtiff; empty if there was none.
static inline const char *ctiff_message(const ctiff_reader *reader) { return reader->message; }
