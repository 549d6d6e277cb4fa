#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<OpenEXR/openexr.h>)
#include <OpenEXR/openexr.h>
#else
#include <openexr.h>
#endif
#include "../CLoading/loading.h"

// OpenEXRCore over bytes that the caller reads; it opens no files and prints nothing. The library
// is loaded for the first OpenEXR photo and may be missing. The structures differ between releases,
// so the library's name contains the version of the header.

#define CEXR_FUNCTIONS(X) \
    X(exr_get_library_version) X(exr_start_read) X(exr_finish) X(exr_get_count) X(exr_get_storage) \
    X(exr_get_data_window) X(exr_get_compression) X(exr_get_pixel_aspect_ratio) X(exr_get_channels) X(exr_get_chunk_count) \
    X(exr_get_chunk_unpacked_size) X(exr_get_scanlines_per_chunk) X(exr_get_tile_descriptor) \
    X(exr_get_tile_levels) X(exr_get_level_sizes) X(exr_attr_get_chromaticities) \
    X(exr_read_scanline_chunk_info) X(exr_read_tile_chunk_info) X(exr_decoding_initialize) \
    X(exr_decoding_choose_default_routines) X(exr_decoding_run) X(exr_decoding_destroy)

typedef struct cexr_functions {
#define CEXR_MEMBER(name) __typeof__(&name) name;
    CEXR_FUNCTIONS(CEXR_MEMBER)
#undef CEXR_MEMBER
    int is_complete;
} cexr_functions;

// Returns the functions; NULL if the library is missing.
CLOADING_LIBRARY(cexr)

static inline void cexr_load(void) {
    cexr_functions *functions = cexr_storage();
    char name[sizeof "/opt/homebrew/lib/libOpenEXRCore-3_000.dylib"];
    void *library = NULL;
#ifdef __APPLE__
    static const char *const folders[] = {"", "/opt/homebrew/lib/", "/usr/local/lib/"};
    for (size_t i = 0; library == NULL && i < sizeof folders / sizeof *folders; i++) {
        snprintf(
            name, sizeof name, "%slibOpenEXRCore-3_%d.dylib", folders[i], OPENEXR_VERSION_MINOR);
        library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    }
#else
    // The file name of release 3.1 ends in 30, that of 3.2 in 31.
    snprintf(
        name, sizeof name, "libOpenEXRCore-3_%d.so.%d", OPENEXR_VERSION_MINOR,
        29 + OPENEXR_VERSION_MINOR);
    library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
#endif
    if (library == NULL || OPENEXR_VERSION_MAJOR != 3) return;
    int is_complete = 1;
    CEXR_FUNCTIONS(CLOADING_FIND)
    functions->is_complete = is_complete;
}

// Returns the version in three bytes, such as 0x030105; 0 if the library is missing.
static inline uint32_t cexr_version(void) {
    const cexr_functions *library = cexr_library();
    int major = 0, minor = 0, patch = 0;
    const char *extra = NULL;
    if (library == NULL) return 0;
    library->exr_get_library_version(&major, &minor, &patch, &extra);
    return (uint32_t)(major << 16 | minor << 8 | patch);
}

// Copies bytes of the file from an offset on; returns the number of bytes.
typedef int64_t (*cexr_read)(void *source, void *target, uint64_t count, uint64_t offset);

typedef struct cexr_file {
    const cexr_functions *library;
    exr_context_t context;
    void *source;
    cexr_read read;
    int64_t count;
} cexr_file;

static inline int64_t cexr_read_some(
    exr_const_context_t context, void *file, void *target, uint64_t count, uint64_t offset,
    exr_stream_error_func_ptr_t report
) {
    (void)context;
    (void)report;
    const cexr_file *opened = (const cexr_file *)file;
    return opened->read(opened->source, target, count, offset);
}

static inline int64_t cexr_count(exr_const_context_t context, void *file) {
    (void)context;
    return ((const cexr_file *)file)->count;
}

static inline void cexr_ignore(exr_const_context_t context, exr_result_t code, const char *message) {
    (void)context;
    (void)code;
    (void)message;
}

static inline void cexr_close(cexr_file *file) {
    if (file->context != NULL) file->library->exr_finish(&file->context);
    free(file);
}

// Opens a file and reads its headers; returns NULL if they are damaged, or if there is no memory or
// no library. A file with a side longer than `side` is refused.
static inline cexr_file *cexr_open(void *source, cexr_read read, int64_t count, int side) {
    const cexr_functions *library = cexr_library();
    cexr_file *file = (cexr_file *)calloc(1, sizeof(cexr_file));
    if (file == NULL || library == NULL) {
        free(file);
        return NULL;
    }
    *file = (cexr_file){library, NULL, source, read, count};
    exr_context_initializer_t settings = EXR_DEFAULT_CONTEXT_INITIALIZER;
    settings.error_handler_fn = cexr_ignore;
    settings.user_data = file;
    settings.read_fn = cexr_read_some;
    settings.size_fn = cexr_count;
    settings.max_image_width = side;
    settings.max_image_height = side;
    settings.max_tile_width = side;
    settings.max_tile_height = side;
    settings.flags = EXR_CONTEXT_FLAG_SILENT_HEADER_PARSE
        | EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    if (library->exr_start_read(&file->context, "photo", &settings) == EXR_ERR_SUCCESS) return file;
    file->context = NULL;
    cexr_close(file);
    return NULL;
}

static inline int cexr_count_parts(const cexr_file *file) {
    int count = 0;
    return file->library->exr_get_count(file->context, &count) == EXR_ERR_SUCCESS ? count : 0;
}

typedef struct cexr_part {
    // EXR_STORAGE_SCANLINE or EXR_STORAGE_TILED, or a kind of storage that is not read.
    int storage;
    // The coordinates of the first and the last pixel.
    int32_t left, top, right, bottom;
    float aspect;
    // A value of exr_compression_t.
    int compression;
    int32_t chunks;
    uint64_t chunk_bytes;
    // The number of scan lines in a chunk, for a part in scan lines.
    int32_t lines;
    // The size of tiles and the number of levels, for a part in tiles; each level has half the size
    // of the level before.
    uint32_t tile_width, tile_height;
    int32_t levels;
    int32_t channels;
    int has_primaries;
    // The chromaticities of red, green, blue and white.
    float primaries[8];
} cexr_part;

// Reads the size of a part's tiles, and the number of levels that halve both sides.
static inline int cexr_read_levels(const cexr_file *file, int part, cexr_part *found) {
    const cexr_functions *library = file->library;
    exr_tile_level_mode_t mode;
    exr_tile_round_mode_t rounding;
    int32_t across, down;
    if (library->exr_get_tile_descriptor(
            file->context, part, &found->tile_width, &found->tile_height, &mode, &rounding)
            != EXR_ERR_SUCCESS
        || library->exr_get_tile_levels(file->context, part, &across, &down) != EXR_ERR_SUCCESS)
        return 0;
    found->levels = mode == EXR_TILE_ONE_LEVEL ? 1 : across < down ? across : down;
    return 1;
}

// Describes a part; returns 0 if its header is damaged.
static inline int cexr_describe(const cexr_file *file, int part, cexr_part *found) {
    const cexr_functions *library = file->library;
    exr_const_context_t context = file->context;
    exr_storage_t storage;
    exr_attr_box2i_t window;
    exr_compression_t compression;
    const exr_attr_chlist_t *channels = NULL;
    memset(found, 0, sizeof *found);
    if (library->exr_get_storage(context, part, &storage) != EXR_ERR_SUCCESS) return 0;
    found->storage = (int)storage;
    if (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED) return 1;
    if (library->exr_get_data_window(context, part, &window) != EXR_ERR_SUCCESS
        || library->exr_get_compression(context, part, &compression) != EXR_ERR_SUCCESS
        || library->exr_get_channels(context, part, &channels) != EXR_ERR_SUCCESS
        || library->exr_get_chunk_count(context, part, &found->chunks) != EXR_ERR_SUCCESS
        || library->exr_get_chunk_unpacked_size(context, part, &found->chunk_bytes)
            != EXR_ERR_SUCCESS)
        return 0;
    found->left = window.min.x;
    found->top = window.min.y;
    found->right = window.max.x;
    found->bottom = window.max.y;
    found->channels = channels->num_channels;
    found->compression = (int)compression;
    if (library->exr_get_pixel_aspect_ratio(context, part, &found->aspect) != EXR_ERR_SUCCESS)
        found->aspect = 1;
    exr_attr_chromaticities_t known;
    if (library->exr_attr_get_chromaticities(context, part, "chromaticities", &known)
        == EXR_ERR_SUCCESS) {
        found->has_primaries = 1;
        float places[] = {known.red_x, known.red_y, known.green_x, known.green_y,
                          known.blue_x, known.blue_y, known.white_x, known.white_y};
        memcpy(found->primaries, places, sizeof places);
    }
    if (storage == EXR_STORAGE_TILED) return cexr_read_levels(file, part, found);
    return library->exr_get_scanlines_per_chunk(context, part, &found->lines) == EXR_ERR_SUCCESS;
}

typedef struct cexr_channel {
    const char *name;
    int32_t name_bytes;
    // A value of exr_pixel_type_t.
    int type;
    int32_t across, down;
} cexr_channel;

// Returns a channel of a part; its name lasts as long as the file is open.
static inline cexr_channel cexr_get_channel(const cexr_file *file, int part, int number) {
    const exr_attr_chlist_t *list = NULL;
    if (file->library->exr_get_channels(file->context, part, &list) != EXR_ERR_SUCCESS
        || number >= list->num_channels)
        return (cexr_channel){"", 0, -1, 1, 1};
    const exr_attr_chlist_entry_t *entry = &list->entries[number];
    return (cexr_channel){
        entry->name.str, entry->name.length, (int)entry->pixel_type, entry->x_sampling,
        entry->y_sampling};
}

static inline int cexr_get_level_size(
    const cexr_file *file, int part, int level, int32_t *width, int32_t *height
) {
    return file->library->exr_get_level_sizes(file->context, part, level, level, width, height)
        == EXR_ERR_SUCCESS;
}

// The memory for a channel's samples of a block, of 32 bits each: integers if `is_whole`, otherwise
// floats.
typedef struct cexr_target {
    int channel;
    int is_whole;
    int32_t row_bytes;
    uint8_t *start;
} cexr_target;

// A tile of a level, or the scan lines from `y` on, relative to the first line; and the block's
// size.
typedef struct cexr_block {
    int is_tile;
    int x, y, level;
    int32_t width, height;
} cexr_block;

// Makes the decoder write the samples of a channel from `start` on.
static inline void cexr_aim(
    exr_coding_channel_info_t *channel, uint8_t *start, int32_t row_bytes, int is_whole
) {
    channel->decode_to_ptr = start;
    channel->user_pixel_stride = 4;
    channel->user_line_stride = row_bytes;
    channel->user_bytes_per_element = 4;
    channel->user_data_type = is_whole ? EXR_PIXEL_UINT : EXR_PIXEL_FLOAT;
}

// Gives the other channels memory that is not read and freed later; returns 0 without memory.
// OpenEXRCore 3.1.5 writes through the missing pointers of three or four channels; with more
// channels it skips those without a pointer.
static inline int cexr_aim_others(exr_decode_pipeline_t *pipeline, uint8_t **spare) {
    if (pipeline->channel_count > 4) return 1;
    for (int i = 0; i < pipeline->channel_count; i++) {
        exr_coding_channel_info_t *channel = &pipeline->channels[i];
        if (channel->decode_to_ptr != NULL) continue;
        int32_t row_bytes = pipeline->chunk.width * 4;
        if (*spare == NULL)
            *spare = (uint8_t *)malloc((size_t)row_bytes * (size_t)pipeline->chunk.height);
        if (*spare == NULL) return 0;
        cexr_aim(channel, *spare, row_bytes, channel->data_type == EXR_PIXEL_UINT);
    }
    return 1;
}

static inline int cexr_fill(
    const cexr_file *file, int part, const exr_chunk_info_t *chunk, const cexr_target *targets,
    int count
) {
    const cexr_functions *library = file->library;
    exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
    if (library->exr_decoding_initialize(file->context, part, chunk, &pipeline) != EXR_ERR_SUCCESS)
        return 0;
    int is_right = 1;
    for (int i = 0; i < count; i++) {
        if (targets[i].channel >= pipeline.channel_count) {
            is_right = 0;
            break;
        }
        exr_coding_channel_info_t *channel = &pipeline.channels[targets[i].channel];
        cexr_aim(channel, targets[i].start, targets[i].row_bytes, targets[i].is_whole);
        is_right = is_right && (int64_t)channel->width * 4 <= targets[i].row_bytes;
    }
    uint8_t *spare = NULL;
    is_right = is_right && cexr_aim_others(&pipeline, &spare)
        && library->exr_decoding_choose_default_routines(file->context, part, &pipeline)
            == EXR_ERR_SUCCESS
        && library->exr_decoding_run(file->context, part, &pipeline) == EXR_ERR_SUCCESS;
    library->exr_decoding_destroy(file->context, &pipeline);
    free(spare);
    return is_right;
}

// Decodes a block; returns 0 if the block is damaged, or does not have the expected size.
static inline int cexr_decode(
    const cexr_file *file, int part, cexr_block block, const cexr_target *targets, int count
) {
    const cexr_functions *library = file->library;
    exr_chunk_info_t chunk;
    exr_attr_box2i_t window;
    if (library->exr_get_data_window(file->context, part, &window) != EXR_ERR_SUCCESS) return 0;
    exr_result_t result = block.is_tile
        ? library->exr_read_tile_chunk_info(
              file->context, part, block.x, block.y, block.level, block.level, &chunk)
        : library->exr_read_scanline_chunk_info(
              file->context, part, window.min.y + block.y, &chunk);
    return result == EXR_ERR_SUCCESS && chunk.width == block.width && chunk.height == block.height
        && cexr_fill(file, part, &chunk, targets, count);
}
