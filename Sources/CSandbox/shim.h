#pragma once
// The functions of sandboxed processes that Swift cannot express: fork, the macros that pass
// descriptors, system calls without a function, and the filter programs. Only for Linux.
#ifdef __linux__
#include "descriptor_passing.h"
#include "filters.h"
#endif
