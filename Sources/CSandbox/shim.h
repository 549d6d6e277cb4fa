#pragma once
// Sandboxed processes, as far as Swift cannot say it: fork, the macros that pass descriptors, system calls
// without a function, and the filter programs. Linux only.
#ifdef __linux__
#include "handing.h"
#include "filters.h"
#endif
