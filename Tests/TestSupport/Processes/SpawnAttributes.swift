#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How a program starts: in a new session, with the signals as a shell sets them.
final class SpawnAttributes {
    #if canImport(Glibc)
    var raw = posix_spawnattr_t()
    private static let newSession: Int32 = 0x80
    private static let closeOthers: Int32 = 0
    #else
    var raw: posix_spawnattr_t?
    private static let newSession: Int32 = 0x0400
    private static let closeOthers: Int32 = 0x4000
    #endif

    init() throws {
        var number = posix_spawnattr_init(&raw)
        guard number == 0 else {
            throw TestEnvironmentError.call("posix_spawnattr_init", number: number)
        }
        let flags =
            Self.newSession | Self.closeOthers | Int32(POSIX_SPAWN_SETSIGDEF)
            | Int32(POSIX_SPAWN_SETSIGMASK)
        number = posix_spawnattr_setflags(&raw, Int16(flags))
        guard number == 0 else {
            throw TestEnvironmentError.call("posix_spawnattr_setflags", number: number)
        }
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&raw, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&raw, &none)
    }

    deinit { posix_spawnattr_destroy(&raw) }
}
