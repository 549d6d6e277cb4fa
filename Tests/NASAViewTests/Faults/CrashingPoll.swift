#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A library that, loaded before all others, has the program crash where it waits, by itself and on its
/// own thread: no key of ours does that.
enum CrashingPoll {
    /// Names a file; its first letter says which crash is wished for.
    static let variable = "NASA_VIEW_TEST_CRASH"

    enum Kind: String, CaseIterable {
        /// What Swift's own traps are: a wrong index, an overflow.
        case trap
        case nowhere
        case endless
        case abort

        var signals: [Int32] {
            switch self {
            case .trap: [SIGILL, SIGTRAP]
            case .nowhere, .endless: [SIGSEGV, SIGBUS]
            case .abort: [SIGABRT]
            }
        }
    }

    /// Once, for what puts the terminal back waits too; and only in the leader of the session, which
    /// those that decode are not.
    static let text = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <poll.h>
        #include <stdlib.h>
        #include <unistd.h>
        static char *volatile nowhere;
        static int has_crashed;
        static int endless(volatile char *above) {
            volatile char here[4096];
            here[0] = above[0];
            return endless(here) + here[1];
        }
        static void crash(char kind) {
            char byte = 0;
            if (!kind) return;
            has_crashed = 1;
            if (kind == 't') __builtin_trap();
            if (kind == 'n') *nowhere = 1;
            if (kind == 'e') endless(&byte);
            if (kind == 'a') abort();
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
        """
}
