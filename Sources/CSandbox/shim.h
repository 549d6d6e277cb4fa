#pragma once
// Sandboxed processes, as far as Swift cannot say it: fork, the macros that pass descriptors, system calls
// without a function, and the filter programs. Linux only.
#ifdef __linux__
#include "descriptor_passing.h"
#include "filters.h"
#endif
