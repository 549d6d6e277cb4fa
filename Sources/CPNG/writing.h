#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libpng's row writer behind setjmp: each call returns 0, or -1 with a text in `message`.
// What it makes gathers in `bytes` until the caller has taken it and sets `count` to 0.
// No Swift frame lies between a setjmp and its longjmp: libpng calls back into C only.

typedef struct {
    png_structp png;
    png_infop info;
    unsigned char *bytes;
    size_t count, capacity;
    char message[160];
} png_row_writer;

static inline void png_row_writer_failed(png_structp png, png_const_charp text) {
    png_row_writer *writer = (png_row_writer *)png_get_error_ptr(png);
    strncpy(writer->message, text, sizeof writer->message - 1);
    png_longjmp(png, 1);
}

// Stock libpng prints warnings on standard error.
static inline void png_row_writer_warned(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static inline void png_row_writer_keep(png_structp png, png_bytep bytes, size_t count) {
    png_row_writer *writer = (png_row_writer *)png_get_io_ptr(png);
    if (count > SIZE_MAX / 4 - writer->count) png_error(png, "too many bytes at once");
    if (writer->count + count > writer->capacity) {
        size_t capacity = (writer->count + count) * 2;
        unsigned char *grown = (unsigned char *)realloc(writer->bytes, capacity);
        if (grown == NULL) png_error(png, "out of memory");
        writer->bytes = grown;
        writer->capacity = capacity;
    }
    memcpy(writer->bytes + writer->count, bytes, count);
    writer->count += count;
}

static inline void png_row_writer_flush(png_structp png) { (void)png; }

static inline void png_row_writer_free(png_row_writer *writer) {
    if (writer->png != NULL) png_destroy_write_struct(&writer->png, &writer->info);
    free(writer->bytes);
    free(writer);
}

// NULL if there is no memory.
static inline png_row_writer *png_row_writer_create(void) {
    png_row_writer *writer = (png_row_writer *)calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->png = png_create_write_struct(
        PNG_LIBPNG_VER_STRING, writer, png_row_writer_failed, png_row_writer_warned);
    if (writer->png != NULL) writer->info = png_create_info_struct(writer->png);
    if (writer->info == NULL) {
        png_row_writer_free(writer);
        return NULL;
    }
    png_set_write_fn(writer->png, writer, png_row_writer_keep, png_row_writer_flush);
    return writer;
}

// Before the start: a text of UTF-8, which is copied, under a keyword of at most 79 letters.
static inline int png_row_writer_describe(
    png_row_writer *writer, const char *keyword, const char *text) {
    png_text entry = {0};
    if (setjmp(png_jmpbuf(writer->png))) return -1;
    entry.compression = PNG_ITXT_COMPRESSION_NONE;
    entry.key = (png_charp)keyword;
    entry.text = (png_charp)text;
    png_set_text(writer->png, writer->info, &entry, 1);
    return 0;
}

// 8 bits a sample, sRGB, not interlaced.
static inline int png_row_writer_start(
    png_row_writer *writer, unsigned width, unsigned height, int color_type) {
    if (setjmp(png_jmpbuf(writer->png))) return -1;
    // libpng's own bound is a million pixels a side.
    png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(
        writer->png, writer->info, width, height, 8, color_type, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(writer->png, writer->info);
    return 0;
}

static inline int png_row_writer_write(
    png_row_writer *writer, const unsigned char *pixels, size_t bytes_per_row, size_t rows) {
    if (setjmp(png_jmpbuf(writer->png))) return -1;
    for (size_t row = 0; row < rows; row++)
        png_write_row(writer->png, pixels + row * bytes_per_row);
    return 0;
}

static inline int png_row_writer_finish(png_row_writer *writer) {
    if (setjmp(png_jmpbuf(writer->png))) return -1;
    png_write_end(writer->png, writer->info);
    return 0;
}
