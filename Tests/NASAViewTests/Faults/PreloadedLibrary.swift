import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A library in C that a tested program loads before all others, to replace some calls.
final class PreloadedLibrary {
    private static let compiler = "/usr/bin/cc"

    static var canBeBuilt: Bool { FileManager.default.isExecutableFile(atPath: compiler) }

    let file: URL
    private let source: ScratchFile

    /// - Throws: `TestEnvironmentError` if the compiler refuses.
    init(_ text: String) throws {
        source = try ScratchFile(Array(text.utf8), name: "calls.c")
        file = source.url.deletingPathExtension().appendingPathExtension("so")
        let run = try ProgramRun(
            ProgramStart(
                Self.compiler, ["-shared", "-fPIC", "-O1", "-o", file.path, source.path]))
        guard run.status == .code(0) else { throw TestEnvironmentError.outOfTime(run.errors) }
    }

    deinit { try? FileManager.default.removeItem(at: file) }
}

/// A preloaded library that refuses curl's resources at the first transfer.
enum RefusingSystem {
    /// The refused resource: `handle`, memory for a transfer.
    static let variable = "NASA_VIEW_TEST_REFUSE"

    static let text = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <pthread.h>
        #include <stdlib.h>
        #include <string.h>
        static int refuses(const char *what) {
            const char *refused = getenv("\(variable)");
            return refused && !strcmp(refused, what);
        }
        static void *no_handle(void) { return 0; }
        void *dlsym(void *library, const char *name) {
            static void *(*own)(void *, const char *);
            const char *versions[] = { "GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5" };
            for (int i = 0; !own && i < 3; i++) own = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
            if (!strcmp(name, "curl_easy_init") && refuses("handle")) return no_handle;
            return own(library, name);
        }
        """
}

/// A preloaded library that refuses one block of at least 4 kB to each process forked from a forked
/// one: to the decoders.
enum FailingMemory {
    /// The number of the refused block, counted from 1.
    static let variable = "NASA_VIEW_TEST_REFUSE"

    /// The blocks are glibc's own; a worker counts a number down.
    static let text = """
        #include <errno.h>
        #include <pthread.h>
        #include <stdlib.h>
        extern void *__libc_malloc(size_t);
        extern void *__libc_calloc(size_t, size_t);
        extern void *__libc_realloc(void *, size_t);
        static int generation, refused;
        static void forked(void) { generation++; }
        __attribute__((constructor)) static void begin(void) {
            const char *number = getenv("\(variable)");
            refused = number ? atoi(number) : 0;
            pthread_atfork(0, 0, forked);
        }
        static int is_refused(size_t count) {
            if (generation < 2 || count < 4096) return 0;
            if (__sync_fetch_and_sub(&refused, 1) != 1) return 0;
            errno = ENOMEM;
            return 1;
        }
        void *malloc(size_t count) { return is_refused(count) ? 0 : __libc_malloc(count); }
        void *calloc(size_t number, size_t count) {
            return is_refused(number * count) ? 0 : __libc_calloc(number, count);
        }
        void *realloc(void *block, size_t count) {
            return is_refused(count) ? 0 : __libc_realloc(block, count);
        }
        """
}

/// A preloaded library that crashes the program while it waits or has just written, on its own
/// thread, alone or with another: none of our keys does that.
enum CrashingPoll {
    /// Names a file whose first letter selects the crash.
    static let variable = "NASA_VIEW_TEST_CRASH"

    enum Kind: String {
        /// Swift's own traps: a wrong index, an overflow.
        case trap
        case nowhere
        case endless
        case abort
        /// Between a frame's question to the terminal and the wait for its answer.
        case question
        /// Two threads at the same time.
        case both
        /// A second thread, while the terminal is restored after the first.
        case within

        static let alone: [Kind] = [.trap, .nowhere, .endless, .abort, .question]
        static let together: [Kind] = [.both, .within]

        var signals: [Int32] {
            switch self {
            case .trap, .question, .both, .within: [SIGILL, SIGTRAP]
            case .nowhere, .endless: [SIGSEGV, SIGBUS]
            case .abort: [SIGABRT]
            }
        }
    }

    /// Crashes once, because the restoration waits too; and only in the leader of the session,
    /// which decoders are not.
    ///
    /// The restoration starts with `tcflush`.
    static let text = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <poll.h>
        #include <pthread.h>
        #include <sched.h>
        #include <stdlib.h>
        #include <string.h>
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
            if (!kind || kind == 'q') return;
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
        ssize_t write(int file, const void *bytes, size_t count) {
            static ssize_t (*system)(int, const void *, size_t);
            ssize_t written;
            if (!system) system = dlsym(RTLD_NEXT, "write");
            written = system(file, bytes, count);
            if (!has_crashed && written > 3 && memmem(bytes, written, "\\033[5n", 4)
                && getpid() == getsid(0) && wished() == 'q') {
                has_crashed = 1;
                __builtin_trap();
            }
            return written;
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

/// A run of the program for which strace records every file it creates or changes.
struct TracedRun {
    static let strace = "/usr/bin/strace"
    static let isHere = FileManager.default.isExecutableFile(atPath: strace)

    let run: ProgramRun
    /// The calls that name a file, in strace's notation.
    let calls: [String]

    init(_ start: ProgramStart) throws {
        let log = try ScratchFile(name: "trace")
        var traced = start
        traced.path = Self.strace
        traced.arguments =
            [
                "-f", "-qq", "-s", "9999", "-o", log.path, "-e",
                "trace=openat,open,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,"
                    + "link,linkat,symlink,symlinkat", start.path,
            ] + start.arguments
        run = try ProgramRun(traced)
        calls = String(decoding: try log.contents(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// The successful calls that created, renamed or removed something.
    var changes: [String] {
        calls.filter { call in
            !call.contains(" = -1 ") && !call.contains("O_RDONLY")
                && (!call.contains("open") || call.contains("O_CREAT")
                    || call.contains("O_TMPFILE"))
        }
    }
}
