internal import CThreads

/// How threads are made in this process, by whomever: by this program, by libdispatch, by Swift's pool and by
/// the libraries.
///
/// - Precondition: this process has one thread when it is told.
package enum ThreadCreation {
    /// Gives each thread a stack for signal handlers: a stack overflow on it restores the terminal too.
    package static func useSignalStacks() { cthreads_use_signal_stacks() }

    /// Gives threads stacks of so many bytes at most.
    package static func limitStacks(toBytes byteCount: Int) { cthreads_limit_stacks(byteCount) }

    /// Ends the program with these words and a status if the system gives libdispatch no thread.
    ///
    /// libdispatch asks again once a second for ever, and little that it was given is done meanwhile. A command
    /// ends after the first of these seconds; a session, which answers keys, may outlive what others do.
    package static func endAtShortage(saying words: [UInt8], status: Int32) {
        shortageWords = CrashHandler.kept(words)
        shortageStatus = status
        cthreads_on_shortage { seconds in
            guard seconds > (CrashHandler.isArmed ? sessionSeconds : commandSeconds) else { return }
            CrashHandler.end(saying: shortageWords, status: shortageStatus)
        }
    }
}

/// libdispatch asks for the second time after one.
private let commandSeconds = 0.9
private let sessionSeconds = 10.0
// Written while the process has one thread.
nonisolated(unsafe) private var shortageWords: UnsafeBufferPointer<UInt8>?
nonisolated(unsafe) private var shortageStatus: Int32 = 1
