#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What a signal calls: nil for what it does by default.
typealias SignalHandler = (@convention(c) (Int32) -> Void)?

extension sigaction {
    /// Each system has its own name for it.
    var handler: SignalHandler {
        get {
            #if canImport(Glibc)
            __sigaction_handler.sa_handler
            #else
            __sigaction_u.__sa_handler
            #endif
        }
        set {
            #if canImport(Glibc)
            __sigaction_handler.sa_handler = newValue
            #else
            __sigaction_u.__sa_handler = newValue
            #endif
        }
    }
}
