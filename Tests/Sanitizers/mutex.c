// Tells the thread sanitizer of the locks that Swift's Mutex takes and gives back by the kernel.
//
// The quick way of a Mutex is compiled into its users, and seen; where two threads want it at once the
// kernel hands it over, in functions of the standard library, which is not instrumented: each such lock
// was reported as a race (218 reports in the first minute). This library is loaded before the standard
// library's, calls its functions and says what they do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Absent in programs without the sanitizer, which inherit this library too.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void lock_slowly(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slowly(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, SELF void *mutex) {
    SWIFT void (*library)(uint32_t, SELF void *) =
        (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK);
    library(thread, mutex);
    if (__tsan_acquire != 0) __tsan_acquire(mutex);
}

SWIFT void unlock_slowly(SELF void *mutex) {
    SWIFT void (*library)(SELF void *) = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release != 0) __tsan_release(mutex);
    library(mutex);
}
