internal import CThreads

/// The setup of threads of this process, whether created by this program, libdispatch, Swift's pool
/// or libraries.
///
/// - Precondition: this process has only one thread.
package enum ThreadCreation {
    /// Allocates a stack for signal handlers for each thread, so that the terminal is also restored
    /// after a stack overflow.
    package static func useSignalStacks() { cthreads_use_signal_stacks() }

    /// Limits the stacks of threads to this many bytes.
    package static func limitStacks(toBytes byteCount: Int) { cthreads_limit_stacks(byteCount) }

    /// Ends the program with these words and a status if the system provides no thread to
    /// libdispatch.
    ///
    /// libdispatch retries once a second without limit, and does little of its work until then. A
    /// command ends after the first of these seconds; a session, which still handles keys, may
    /// outlast the shortage.
    package static func endAtShortage(saying words: [UInt8], status: Int32) {
        shortageWords = CrashHandler.kept(words)
        shortageStatus = status
        cthreads_on_shortage { seconds in
            guard seconds > (CrashHandler.isArmed ? sessionSeconds : commandSeconds) else { return }
            CrashHandler.end(saying: shortageWords, status: shortageStatus)
        }
    }
}

/// The time limit of a command, just before libdispatch's second try after one second.
private let commandSeconds = 0.9
private let sessionSeconds = 10.0
// These variables are written while the process has one thread.
nonisolated(unsafe) private var shortageWords: UnsafeBufferPointer<UInt8>?
nonisolated(unsafe) private var shortageStatus: Int32 = 1
