#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../CLoading/loading.h"

// igzip, the inflater of ISA-L, three times as fast as zlib. It may be missing, so what is used of it is declared
// here, as ISA-L 2.26 and later have it: a build needs no further package.

// Its state of 87,368 bytes in 2.30. The rest are its own history and what it has read ahead.
#define CIGZIP_STATE_BYTES (1 << 18)
typedef struct cigzip_state {
    uint8_t *next_out;
    uint32_t avail_out, total_out;
    uint8_t *next_in;
    // The bits that it has taken of the input and not used yet, and their number.
    uint64_t read_in;
    uint32_t avail_in;
    int32_t read_in_length;
    // Tables of codes.
    uint8_t tables[18912 + 2208];
    // CIGZIP_FINISH if the data have ended and all is written.
    uint32_t block_state;
    uint8_t rest[CIGZIP_STATE_BYTES - 21164];
} cigzip_state;
enum { CIGZIP_FINISH = 5 };

// The state of packing; of these words only what is set here is known.
typedef struct cigzip_packer {
    const uint8_t *next_in;
    uint32_t avail_in, total_in;
    uint8_t *next_out;
    uint32_t avail_out, total_out;
    void *codes;
    uint32_t level, level_bytes;
    uint8_t *level_memory;
    uint16_t is_end, flush;
    uint8_t rest[CIGZIP_STATE_BYTES - 60];
} cigzip_packer;

#define CIGZIP_FUNCTIONS(X) \
    X(void, isal_inflate_init, cigzip_state *state) \
    X(int, isal_inflate, cigzip_state *state) \
    X(void, isal_deflate_stateless_init, cigzip_packer *packer) \
    X(int, isal_deflate_stateless, cigzip_packer *packer) \
    X(uint32_t, crc32_gzip_refl, uint32_t crc, const uint8_t *bytes, uint64_t count) \
    X(uint32_t, isal_adler32, uint32_t checksum, const uint8_t *bytes, uint64_t count)

typedef struct cigzip_functions {
    CIGZIP_FUNCTIONS(CLOADING_MEMBER)
    int is_complete;
} cigzip_functions;

// A stream of deflated data without head and end; NULL without memory.
static inline cigzip_state *cigzip_open(const cigzip_functions *igzip) {
    cigzip_state *state = (cigzip_state *)malloc(sizeof *state);
    if (state != NULL) igzip->isal_inflate_init(state);
    return state;
}

static inline void cigzip_close(cigzip_state *state) { free(state); }

// The input must be used up; the bytes must stay until they are.
static inline void cigzip_give(cigzip_state *state, const void *bytes, size_t count) {
    state->next_in = (uint8_t *)bytes;
    state->avail_in = (uint32_t)count;
}

static inline size_t cigzip_unused(const cigzip_state *state) { return state->avail_in; }

// Takes bytes behind the end of the data, and returns how many there were.
static inline size_t cigzip_pass(cigzip_state *state, size_t count) {
    size_t bits = state->read_in_length < 0 ? 0 : (size_t)state->read_in_length;
    size_t ahead = bits / 8 < count ? bits / 8 : count;
    size_t given = state->avail_in < count - ahead ? state->avail_in : count - ahead;
    state->read_in_length -= (int32_t)ahead * 8;
    state->next_in += given;
    state->avail_in -= (uint32_t)given;
    return ahead + given;
}

// Returns how many bytes it wrote; `is_wrong` becomes 1 if the data are.
static inline size_t cigzip_inflate(
    const cigzip_functions *igzip, cigzip_state *state, void *target, size_t count, int *is_wrong
) {
    // It compares distances with the number of bytes so far, which would start again at 4 GB.
    if (state->total_out > 1u << 30) state->total_out = 1u << 20;
    state->next_out = (uint8_t *)target;
    state->avail_out = (uint32_t)count;
    *is_wrong = igzip->isal_inflate(state) < 0;
    return count - state->avail_out;
}

static inline int cigzip_has_ended(const cigzip_state *state) {
    return state->block_state == CIGZIP_FINISH;
}

// Deflates bytes, so that more can follow unless they are the last, and returns how many it wrote; 0 if it
// could not.
static inline size_t cigzip_deflate(
    const cigzip_functions *igzip, void *target, size_t room, const void *bytes, size_t count,
    int is_last
) {
    // Level 1 needs 282,624 bytes in 2.30; those that are not touched cost nothing.
    enum { level = 1, level_bytes = 1 << 20, full_flush = 2 };
    cigzip_packer *packer = (cigzip_packer *)malloc(sizeof *packer);
    uint8_t *memory = (uint8_t *)malloc(level_bytes);
    size_t done = 0;
    if (packer != NULL && memory != NULL) {
        igzip->isal_deflate_stateless_init(packer);
        packer->next_in = (const uint8_t *)bytes;
        packer->avail_in = (uint32_t)count;
        packer->next_out = (uint8_t *)target;
        packer->avail_out = (uint32_t)room;
        packer->level = level;
        packer->level_bytes = level_bytes;
        packer->level_memory = memory;
        packer->is_end = (uint16_t)is_last;
        packer->flush = is_last ? 0 : full_flush;
        if (igzip->isal_deflate_stateless(packer) == 0 && packer->avail_in == 0)
            done = room - packer->avail_out;
    }
    free(memory);
    free(packer);
    return done;
}

// Whether the states of the library that was found lie in memory as declared here: it packs two bytes, and
// unpacks them to the end.
static inline int cigzip_fits(const cigzip_functions *igzip) {
    uint8_t packed[64] = {0}, unpacked[8] = {0};
    int is_wrong = 0;
    size_t count = cigzip_deflate(igzip, packed, sizeof packed / 2, "ab", 2, 1);
    cigzip_state *state = cigzip_open(igzip);
    if (state == NULL) return 0;
    // Its bytes, and some behind them.
    cigzip_give(state, packed, count + 4);
    size_t written = cigzip_inflate(igzip, state, unpacked, sizeof unpacked, &is_wrong);
    int fits = count > 0 && !is_wrong && written == 2 && memcmp(unpacked, "ab", 2) == 0
        && cigzip_has_ended(state) && cigzip_pass(state, 8) == 4;
    cigzip_close(state);
    return fits;
}

// Looks for the library; NULL if it is missing or of another kind. A process in a sandbox must have looked before.
static inline const cigzip_functions *cigzip_find(void) {
#ifdef __APPLE__
    static const char *const names[] = {
        "libisal.2.dylib", "/opt/homebrew/lib/libisal.2.dylib", "/usr/local/lib/libisal.2.dylib"};
#else
    static const char *const names[] = {"libisal.so.2"};
#endif
    void *library = cloading_open(names, sizeof names / sizeof *names);
    cigzip_functions *functions = (cigzip_functions *)calloc(1, sizeof *functions);
    if (library == NULL || functions == NULL) {
        free(functions);
        return NULL;
    }
    int is_complete = 1;
    CIGZIP_FUNCTIONS(CLOADING_LOOK_UP)
    functions->is_complete = is_complete && cigzip_fits(functions);
    if (functions->is_complete) return functions;
    free(functions);
    return NULL;
}
