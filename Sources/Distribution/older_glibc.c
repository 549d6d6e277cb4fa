// Two names of newer C libraries that this toolchain's libstdc++.a and Swift's library refer to, for a program that
// runs on older systems: hidden, so that no library binds to them.
#include <sys/random.h>

// glibc 2.32: false makes libstdc++ count references atomically, which is always right.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

// glibc 2.36; as there, the process ends if the system has no random numbers.
__attribute__((visibility("hidden"))) unsigned int arc4random(void) {
    unsigned int number = 0;
    if (getrandom(&number, sizeof number, 0) != (long)sizeof number) __builtin_trap();
    return number;
}
