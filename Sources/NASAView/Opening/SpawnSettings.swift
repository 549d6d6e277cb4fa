#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// How a program that outlives this one is started: a session of its own, no streams of ours, and
/// the signals as a shell sets them.
struct SpawnSettings {
    #if canImport(Glibc)
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    private static let newSession: Int32 = 0x80
    private static let closeOthers: Int32 = 0
    #else
    var files: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    private static let newSession: Int32 = 0x0400
    private static let closeOthers: Int32 = 0x4000
    #endif

    init() {
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        for stream in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0)
        }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags =
            Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Self.newSession
            | Self.closeOthers
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    mutating func destroy() {
        posix_spawn_file_actions_destroy(&files)
        posix_spawnattr_destroy(&attributes)
    }
}
