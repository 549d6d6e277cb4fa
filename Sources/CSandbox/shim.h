#pragma once
// A process that may do next to nothing. What Swift cannot say: fork, the macros that hand descriptors
// over, system calls without a function, and the filter's little programs. Linux only.
#ifdef __linux__
#include "handing.h"
#include "jail.h"
#endif
