#pragma once
#include <stddef.h>

// What a process with glibc does whenever a thread is made in it, by whatever library. Elsewhere, and under a
// sanitizer, which meets threads itself, these functions do nothing. To be called while there is one thread.

// Gives each new thread a stack of its own for signal handlers: a handler of a stack overflow has no other
// to run on.
void cthreads_use_signal_stacks(void);

// Gives new threads no larger stacks than this.
void cthreads_limit_stacks(size_t bytes);

// Has a function called when the system refuses threads to libdispatch, with the seconds since it first did:
// libdispatch asks again once a second for ever, and little that it was given is done meanwhile. It is called
// on any thread, which may hold locks.
void cthreads_on_shortage(void (*function)(double seconds));
