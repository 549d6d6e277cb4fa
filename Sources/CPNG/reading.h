#pragma once
// Reading of PNGs row by row. What Swift cannot say: setjmp. Each function that can fail sets its
// own return point, so no other frame lies between it and libpng's longjmp.
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct cpng_reader {
    png_structp png;
    png_infop info;
    const unsigned char *bytes;
    size_t count;
    size_t offset;
    // Gives the next bytes after those above, none at the end; NULL if there are no more.
    size_t (*next)(void *feed, const unsigned char **bytes);
    void *feed;
    // Bytes that libpng may still allocate.
    size_t allowance;
    size_t next_row;
    // Rows, of all passes, that have not come out of libpng; SIZE_MAX until they are begun.
    size_t rows_left;
    // Bytes that it may still read behind the last of them, and whether it asked for more.
    size_t surplus_left;
    int is_enough;
    // Whether a row, or what stands behind the last, could not be read.
    int has_failed;
    // Whether the bytes ended before the picture.
    int is_cut;
    int out_of_memory;
    char message[128];
} cpng_reader;

typedef struct cpng_limits {
    size_t allocated_bytes;
    unsigned side;
    size_t surplus_bytes;
} cpng_limits;

typedef struct cpng_header {
    unsigned width;
    unsigned height;
    int bits_per_pixel;
    int has_alpha;
    int is_interlaced;
    // Bytes of a row as the file has it, its filter's number left out.
    size_t row_bytes;
    // Whether there are 16 bits a channel.
    int is_deep;
    // Whether there are no colours.
    int is_gray;
    // Of a channel; those of a palette's colours.
    int bits;
} cpng_header;

// In front of each allocation stands its size, in the room that keeps malloc's alignment.
#define CPNG_PREFIX 16

static inline png_voidp cpng_malloc(png_structp png, png_alloc_size_t size) {
    cpng_reader *reader = (cpng_reader *)png_get_mem_ptr(png);
    char *memory = NULL;
    if (size <= reader->allowance) memory = (char *)malloc(size + CPNG_PREFIX);
    if (memory == NULL) {
        reader->out_of_memory = 1;
        return NULL;
    }
    reader->allowance -= size;
    memcpy(memory, &size, sizeof size);
    return memory + CPNG_PREFIX;
}

static inline void cpng_free(png_structp png, png_voidp pointer) {
    cpng_reader *reader = (cpng_reader *)png_get_mem_ptr(png);
    if (pointer == NULL) return;
    png_alloc_size_t size;
    char *memory = (char *)pointer - CPNG_PREFIX;
    memcpy(&size, memory, sizeof size);
    reader->allowance += size;
    free(memory);
}

static inline void cpng_error(png_structp png, png_const_charp text) {
    cpng_reader *reader = (cpng_reader *)png_get_error_ptr(png);
    strncpy(reader->message, text, sizeof reader->message - 1);
    png_longjmp(png, 1);
}

static inline void cpng_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static inline void cpng_end(png_structp png, cpng_reader *reader) {
    reader->is_cut = 1;
    png_error(png, "");
}

// libpng drops what it has got of a request that cannot be met, 8192 bytes of a truncated picture:
// near the end of the bytes it is made to ask for a few at a time, and for single ones at the end.
#define CPNG_LAST_BYTES 16384
#define CPNG_LAST_REQUEST 16
#define CPNG_SINGLE_BYTES 64

static inline void cpng_read_fed(
    png_structp png, cpng_reader *reader, png_bytep target, size_t count
) {
    while (count > 0) {
        size_t left = reader->count - reader->offset;
        if (left == 0) {
            reader->count = reader->next(reader->feed, &reader->bytes);
            reader->offset = 0;
            if (reader->count == 0) cpng_end(png, reader);
            continue;
        }
        size_t part = left < count ? left : count;
        memcpy(target, reader->bytes + reader->offset, part);
        reader->offset += part;
        target += part;
        count -= part;
    }
}

// libpng inflates to the end whatever stands behind the last row: a megabyte can go on for a gigabyte.
static inline void cpng_count_surplus(png_structp png, cpng_reader *reader, size_t count) {
    if (reader->rows_left > 0) return;
    if (count > reader->surplus_left) {
        reader->is_enough = 1;
        png_error(png, "too much behind the last row");
    }
    reader->surplus_left -= count;
}

// Called for each row before it is given out, and before what stands behind the last is read.
static inline void cpng_pass_row(png_structp png, png_row_infop row, png_bytep bytes) {
    cpng_reader *reader = (cpng_reader *)png_get_io_ptr(png);
    (void)row;
    (void)bytes;
    if (reader->rows_left > 0) reader->rows_left--;
}

static inline void cpng_read(png_structp png, png_bytep target, size_t count) {
    cpng_reader *reader = (cpng_reader *)png_get_io_ptr(png);
    if (reader->next != NULL) {
        cpng_read_fed(png, reader, target, count);
        return;
    }
    cpng_count_surplus(png, reader, count);
    if (count > reader->count - reader->offset) cpng_end(png, reader);
    memcpy(target, reader->bytes + reader->offset, count);
    reader->offset += count;
    size_t left = reader->count - reader->offset;
    if (left < CPNG_LAST_BYTES)
        png_set_compression_buffer_size(png, left < CPNG_SINGLE_BYTES ? 1 : CPNG_LAST_REQUEST);
}

static inline void cpng_close(cpng_reader *reader) {
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}

// NULL without memory. The bytes must outlive the reader.
static inline cpng_reader *cpng_open(const void *bytes, size_t count, cpng_limits limits) {
    cpng_reader *reader = (cpng_reader *)calloc(1, sizeof(cpng_reader));
    if (reader == NULL) return NULL;
    reader->bytes = (const unsigned char *)bytes;
    reader->count = count;
    reader->allowance = limits.allocated_bytes;
    reader->rows_left = SIZE_MAX;
    reader->surplus_left = limits.surplus_bytes;
    reader->png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, reader, cpng_error, cpng_warning, reader, cpng_malloc, cpng_free);
    if (reader->png == NULL) {
        free(reader);
        return NULL;
    }
    png_set_read_fn(reader->png, reader, cpng_read);
    // Chunks have checksums. Whether a wrong one of zlib's was a fault hung on where its bytes were cut.
    png_set_option(reader->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    png_set_user_limits(reader->png, limits.side, limits.side);
    return reader;
}

// To be called before anything is read: what follows the bytes is given by `next`.
static inline void cpng_feed(
    cpng_reader *reader, void *feed, size_t (*next)(void *feed, const unsigned char **bytes)
) {
    reader->feed = feed;
    reader->next = next;
}

// Reads up to the first pixels and asks for four bytes a pixel. 0 after an error.
static inline int cpng_read_header(cpng_reader *reader, cpng_header *header) {
    // All ancillary chunks are skipped but those that change pixels: a 57-byte file with a long
    // text chunk made libpng 1.6.39 touch 1 GB.
    static const png_byte kept[] = "gAMA\0sRGB";
    png_structp png = reader->png;
    if (setjmp(png_jmpbuf(png))) return 0;
    reader->info = png_create_info_struct(png);
    if (reader->info == NULL) png_error(png, "no memory");
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, kept, 2);
    png_read_info(png, reader->info);
    header->width = png_get_image_width(png, reader->info);
    header->height = png_get_image_height(png, reader->info);
    header->bits_per_pixel =
        png_get_bit_depth(png, reader->info) * png_get_channels(png, reader->info);
    header->is_deep = png_get_bit_depth(png, reader->info) == 16;
    header->bits = png_get_color_type(png, reader->info) == PNG_COLOR_TYPE_PALETTE
        ? 8 : png_get_bit_depth(png, reader->info);
    header->is_gray = (png_get_color_type(png, reader->info) & PNG_COLOR_MASK_COLOR) == 0;
    header->is_interlaced = png_get_interlace_type(png, reader->info) != PNG_INTERLACE_NONE;
    header->has_alpha = (png_get_color_type(png, reader->info) & PNG_COLOR_MASK_ALPHA) != 0
        || png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
    header->row_bytes = png_get_rowbytes(png, reader->info);
    return 1;
}

typedef struct cpng_profile {
    const unsigned char *bytes;
    size_t count;
} cpng_profile;

// Reads up to the first pixels, instead of cpng_read_header, for an ICC profile of at most `limit`
// bytes, which lives as long as the reader. 0 if there is no valid one: libpng checks its header.
static inline int cpng_read_profile(cpng_reader *reader, size_t limit, cpng_profile *profile) {
    static const png_byte kept[] = "iCCP";
    png_structp png = reader->png;
    png_charp name;
    png_bytep bytes;
    png_uint_32 count;
    int kind;
    if (setjmp(png_jmpbuf(png))) return 0;
    reader->info = png_create_info_struct(png);
    if (reader->info == NULL) png_error(png, "no memory");
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, kept, 1);
    png_set_chunk_malloc_max(png, limit);
    png_read_info(png, reader->info);
    if (png_get_iCCP(png, reader->info, &name, &kind, &bytes, &count) == 0) return 0;
    profile->bytes = bytes;
    profile->count = count;
    return 1;
}

// The rows of a picture, or of all passes that have pixels.
static inline size_t cpng_count_rows(png_structp png, png_infop info) {
    png_uint_32 width = png_get_image_width(png, info);
    png_uint_32 height = png_get_image_height(png, info);
    if (png_get_interlace_type(png, info) == PNG_INTERLACE_NONE) return height;
    size_t count = 0;
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        if (PNG_PASS_COLS(width, pass) > 0) count += PNG_PASS_ROWS(height, pass);
    return count;
}

// Asks for red, green, blue, alpha for a screen of sRGB: of 16 bits each, the higher byte first, if the file
// has as many, and else of 8; colours are unchanged. 0 after an error.
static inline int cpng_begin_rows(cpng_reader *reader) {
    png_structp png = reader->png;
    if (setjmp(png_jmpbuf(png))) return 0;
    reader->rows_left = cpng_count_rows(png, reader->info);
    png_set_read_user_transform_fn(png, cpng_pass_row);
    if (reader->next != NULL) {
        // The feeder has verified the checksums.
        png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    }
    int is_deep = png_get_bit_depth(png, reader->info) == 16;
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
    png_read_update_info(png, reader->info);
    size_t width = png_get_image_width(png, reader->info);
    if (png_get_rowbytes(png, reader->info) != width * (is_deep ? 8 : 4))
        png_error(png, "a pixel has not 4 channels");
    return 1;
}

// Reads rows one after the other into `rows`, each `stride` bytes behind the one before; those of an
// interlaced picture are the rows of its passes. Returns how many were read: fewer than `count` after an error.
static inline size_t cpng_read_rows(
    cpng_reader *reader, unsigned char *rows, size_t stride, size_t count
) {
    volatile size_t done = 0;
    if (setjmp(png_jmpbuf(reader->png))) {
        reader->has_failed = !reader->is_enough;
        if (reader->rows_left > 0) return done;
        // The last row is there; the error is behind it.
        reader->next_row++;
        return done + 1;
    }
    while (done < count) {
        png_read_row(reader->png, rows + done * stride, NULL);
        reader->next_row++;
        done = done + 1;
    }
    return done;
}

// Asks for the file's own numbers, gray or red, green and blue, in place of cpng_begin_rows: in two bytes
// each if they have 16 bits, else in one. How many a pixel has; 0 after an error.
static inline int cpng_begin_numbers(cpng_reader *reader) {
    png_structp png = reader->png;
    if (setjmp(png_jmpbuf(png))) return 0;
    // Of a palette its colours; bytes that hold several gray numbers are taken apart.
    if (png_get_color_type(png, reader->info) == PNG_COLOR_TYPE_PALETTE)
        png_set_palette_to_rgb(png);
    else
        png_set_packing(png);
    reader->rows_left = cpng_count_rows(png, reader->info);
    png_set_read_user_transform_fn(png, cpng_pass_row);
    png_set_strip_alpha(png);
    png_read_update_info(png, reader->info);
    return png_get_channels(png, reader->info);
}

// Why the last call failed; empty if none did.
static inline const char *cpng_message(const cpng_reader *reader) { return reader->message; }
