internal import Files

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The life of a process that decodes one photo.
enum WorkerProcess {
    /// - Parameters:
    ///   - end: its line to the session.
    ///   - craft: what it knows of decoding.
    ///   - parent: the zygote, with which it is to end.
    static func run(_ end: Descriptor, _ craft: WorkerCraft, parent: pid_t) -> Never {
        let end = Jail.keepOnly(end)
        guard Jail.enter(craft.limits, parent: parent) else { _exit(1) }
        Worker(LetterSocket(end), craft).run()
        _exit(0)
    }
}
