internal import Imaging
internal import PhotoCodec

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The attempts that take more than a call.
extension SandboxAttempt {
    static func process() -> String {
        var child: pid_t = 0
        let number = posix_spawn(&child, "/bin/true", nil, nil, [nil], [nil])
        return number == EPERM ? "EPERM" : number == 0 ? "done" : String(cString: strerror(number))
    }

    /// Memory that is both written and run.
    static func code() -> String {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, flags, -1, 0)
        return memory == MAP_FAILED && errno == EPERM ? "EPERM" : "done"
    }

    /// Memory that its limit does not count.
    static func memory(_ kind: Int32) -> String {
        let flags = kind | MAP_ANONYMOUS
        let memory = mmap(nil, 4 << 30, PROT_READ | PROT_WRITE, flags, -1, 0)
        return memory == MAP_FAILED && errno == EPERM ? "EPERM" : "done"
    }

    /// More memory than it was given.
    static func limits() -> String {
        #if canImport(Glibc)
        var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
        let result = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        return result < 0 && errno == EPERM ? "EPERM" : "done"
        #else
        return "not on this system"
        #endif
    }

    /// The descriptors it has: the streams to nowhere, its line, the photo.
    static func descriptors() -> String {
        let open = (0..<256 as Range<Int32>).filter { number in
            let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
            if copy >= 0 { close(copy) }
            return copy >= 0
        }
        return "\(open.count)"
    }

    /// As many more as the system gives.
    static func files() -> String {
        var count = 0
        while count < 1000, fcntl(0, F_DUPFD_CLOEXEC, 0) >= 0 { count += 1 }
        return count < 64 ? "\(String(cString: strerror(errno)))" : "done"
    }

    /// A picture too large for it, asked for as the decoders do.
    static func memory() throws(DecodingFailure) -> String {
        let size = PixelSize(width: 16_384, height: 16_384)
        try MemoryCheck.canHold(size, of: size)
        return "done"
    }

    /// As much as nobody has asked for beforehand.
    static func array() -> String {
        let bytes = [UInt8](repeating: 1, count: 1 << 30)
        return "done, \(bytes.count)"
    }

    static func fault() -> String {
        let nowhere = UnsafeMutablePointer<Int>(bitPattern: 8)
        nowhere?.pointee = 1
        return "done"
    }

    static func spin() -> String {
        var steps = 0
        while steps >= 0 { steps = (steps &+ 1) & 0xFFFF }
        return "done"
    }

    static func sleepForEver() -> String {
        while true { sleep(3600) }
    }
}
