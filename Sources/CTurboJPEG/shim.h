#pragma once
#include <limits.h>
#include <turbojpeg.h>
#ifdef __GLIBC__
// mallopt, which Swift's own module of the C library omits.
#include <malloc.h>
#endif
