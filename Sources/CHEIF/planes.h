#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../CLoading/loading.h"

// A plane of a decoded picture; `samples` is NULL if the picture does not have the plane.
typedef struct cheif_plane {
    const uint8_t *samples;
    int width, height, stride;
    // The bits of a sample.
    int bits;
} cheif_plane;

// Values of heif_colorspace.
enum { cheif_ycbcr = 0, cheif_rgb = 1, cheif_monochrome = 2 };

// A picture in planes. The caller passes `image`, which is NULL if the picture is damaged, to
// `close`.
typedef struct cheif_planes {
    void *image;
    void (*close)(void *image);
    int space;
    // Luma and chroma, or red, green and blue.
    cheif_plane first, second, third, alpha;
} cheif_planes;
