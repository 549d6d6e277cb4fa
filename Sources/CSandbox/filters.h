#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int csandbox_fork(void) { return (int)fork(); }

// Closes all descriptors from `first` on.
static inline void csandbox_close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (long descriptor = first; descriptor < most; descriptor++) close((int)descriptor);
}

static inline void csandbox_set_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// Has the kernel end this process with the thread that forked it. 0 if that has ended already.
static inline int csandbox_die_with_parent(int parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    return getppid() == parent;
}

// Resets every signal to its default, and unblocks them all.
static inline void csandbox_reset_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    // A file that grows too large is an error of write, not the end.
    signal(SIGXFSZ, SIG_IGN);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

#if defined(__x86_64__)
#define CSANDBOX_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CSANDBOX_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define CSANDBOX_ALLOW(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define CSANDBOX_REFUSE(name, number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number))
// The lower half of an argument; all processors with these calls here are little-endian.
#define CSANDBOX_ARGUMENT(n) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[n]))
// Allowed if the bits of an argument are set, or not set.
#define CSANDBOX_ALLOW_WITH(name, n, bits) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), CSANDBOX_ARGUMENT(n), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define CSANDBOX_ALLOW_WITHOUT(name, n, bits) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), CSANDBOX_ARGUMENT(n), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
// Memory that is written and counted: neither code, nor without a file and shared (both bits of 0x21), nor
// growing downwards (0x100). RLIMIT_DATA counts neither of these two.
#define CSANDBOX_ALLOW_MEMORY(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 8), CSANDBOX_ARGUMENT(2), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 5, 0), CSANDBOX_ARGUMENT(3), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x100, 3, 0), \
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x21), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x21, 1, 0), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

// Allowed if an argument has one value.
#define CSANDBOX_ALLOW_EQUAL(name, n, number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), CSANDBOX_ARGUMENT(n), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

// Allowed if two arguments have one value each.
#define CSANDBOX_ALLOW_EQUAL_BOTH(name, n, number, m, other) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 6), CSANDBOX_ARGUMENT(n), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3), CSANDBOX_ARGUMENT(m), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, other, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

// Whether the system has the filters that `csandbox_enter` sets: then a null filter is EFAULT, otherwise
// the call is unknown (seccomp(2), "Checking for availability").
static inline int csandbox_has_filters(void) {
#ifdef CSANDBOX_ARCHITECTURE
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) < 0 && errno == EFAULT;
#else
    return 0;
#endif
}

// From here on this process and all threads it makes may compute, use memory and the descriptors it has,
// and end; any other call fails with EPERM. 0 if the system has no such filters.
static inline int csandbox_enter(void) {
#ifdef CSANDBOX_ARCHITECTURE
    static const unsigned clone_thread = 0x00010000;  // CLONE_THREAD, behind _GNU_SOURCE
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CSANDBOX_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        // The most frequent first: each is two steps for those behind it.
        CSANDBOX_ALLOW(futex),
        CSANDBOX_ALLOW(madvise),
        CSANDBOX_ALLOW(munmap),
        CSANDBOX_ALLOW(recvmsg),
        CSANDBOX_ALLOW(sendmsg),
        CSANDBOX_ALLOW(pwrite64),
        CSANDBOX_ALLOW(pread64),
        CSANDBOX_ALLOW(read),
        CSANDBOX_ALLOW(write),
        CSANDBOX_ALLOW(close),
        CSANDBOX_ALLOW(brk),
        CSANDBOX_ALLOW(mremap),
        CSANDBOX_ALLOW(rt_sigprocmask),
        CSANDBOX_ALLOW(clock_gettime),
        CSANDBOX_ALLOW(gettimeofday),
        CSANDBOX_ALLOW(nanosleep),
        CSANDBOX_ALLOW(clock_nanosleep),
        CSANDBOX_ALLOW(exit),
        CSANDBOX_ALLOW(exit_group),
        CSANDBOX_ALLOW(set_robust_list),
#ifdef SYS_rseq
        CSANDBOX_ALLOW(rseq),
#endif
        CSANDBOX_ALLOW(rt_sigreturn),
        CSANDBOX_ALLOW(restart_syscall),
        CSANDBOX_ALLOW(sched_yield),
        CSANDBOX_ALLOW(sched_getaffinity),
        CSANDBOX_ALLOW(getpid),
        CSANDBOX_ALLOW(gettid),
        CSANDBOX_ALLOW(getrandom),
        // A signal stack, though no signal can be sent: the address sanitizer asks at each longjmp, and
        // ended the process if refused.
        CSANDBOX_ALLOW(sigaltstack),
        // PRIO_PROCESS and 0: of the thread that asks, and of no other.
        CSANDBOX_ALLOW_EQUAL_BOTH(setpriority, 0, 0, 1, 0),
        CSANDBOX_ALLOW_EQUAL(fcntl, 1, 1030),  // F_DUPFD_CLOEXEC, behind _GNU_SOURCE
        // No memory becomes code.
        CSANDBOX_ALLOW_MEMORY(mmap),
        CSANDBOX_ALLOW_WITHOUT(mprotect, 2, PROT_EXEC),
        // Threads, no processes. The newer call hides its flags in memory: glibc falls back to the other.
        CSANDBOX_ALLOW_WITH(clone, 0, clone_thread),
#ifdef SYS_clone3
        CSANDBOX_REFUSE(clone3, ENOSYS),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
#else
    return 0;
#endif
}
