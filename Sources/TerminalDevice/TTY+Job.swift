#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension TTY {
    /// Whether the terminal is ours now: a job in the background is stopped when it sets modes.
    package var isOurs: Bool { tcgetpgrp(descriptor) == getpgrp() }
}
