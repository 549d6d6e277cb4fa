#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A library that, loaded before all others, has the program crash where it waits, by itself and on its
/// own thread, alone or with another: no key of ours does that.
enum CrashingPoll {
    /// Names a file; its first letter says which crash is wished for.
    static let variable = "NASA_VIEW_TEST_CRASH"

    enum Kind: String {
        /// What Swift's own traps are: a wrong index, an overflow.
        case trap
        case nowhere
        case endless
        case abort
        /// Two threads at the same time.
        case both
        /// A second thread, while the terminal is put back after the first.
        case within

        static let alone: [Kind] = [.trap, .nowhere, .endless, .abort]
        static let together: [Kind] = [.both, .within]

        var signals: [Int32] {
            switch self {
            case .trap, .both, .within: [SIGILL, SIGTRAP]
            case .nowhere, .endless: [SIGSEGV, SIGBUS]
            case .abort: [SIGABRT]
            }
        }
    }

    /// Once, for what puts the terminal back waits too; and only in the leader of the session, which
    /// those that decode are not.
    ///
    /// What puts it back begins with `tcflush`.
    static let text = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <poll.h>
        #include <pthread.h>
        #include <sched.h>
        #include <stdlib.h>
        #include <termios.h>
        #include <unistd.h>
        static char *volatile nowhere;
        static int has_crashed;
        static volatile int is_ready, may_follow, has_followed;
        static int endless(volatile char *above) {
            volatile char here[4096];
            here[0] = above[0];
            return endless(here) + here[1];
        }
        static void *follow(void *nothing) {
            is_ready = 1;
            while (!may_follow);
            has_followed = 1;
            __builtin_trap();
            return nothing;
        }
        static void crash_with_another(int is_at_once) {
            pthread_t other;
            if (pthread_create(&other, 0, follow, 0)) return;
            while (!is_ready) sched_yield();
            may_follow = is_at_once;
            __builtin_trap();
        }
        static void crash(char kind) {
            char byte = 0;
            if (!kind) return;
            has_crashed = 1;
            if (kind == 't') __builtin_trap();
            if (kind == 'n') *nowhere = 1;
            if (kind == 'e') endless(&byte);
            if (kind == 'a') abort();
            if (kind == 'b' || kind == 'w') crash_with_another(kind == 'b');
        }
        static char wished(void) {
            const char *path = getenv("\(variable)");
            char kind = 0;
            int file = path ? open(path, O_RDONLY) : -1;
            if (file < 0) return 0;
            if (read(file, &kind, 1) < 1) kind = 0;
            close(file);
            return kind;
        }
        int poll(struct pollfd *descriptors, nfds_t count, int limit) {
            static int (*system)(struct pollfd *, nfds_t, int);
            if (!system) system = dlsym(RTLD_NEXT, "poll");
            if (!has_crashed && getpid() == getsid(0)) crash(wished());
            return system(descriptors, count, limit);
        }
        int tcflush(int file, int queue) {
            static int (*system)(int, int);
            if (!system) system = dlsym(RTLD_NEXT, "tcflush");
            if (is_ready) {
                may_follow = 1;
                while (!has_followed) sched_yield();
            }
            return system(file, queue);
        }
        """
}
