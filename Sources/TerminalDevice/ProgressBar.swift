internal import Synchronization
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The terminal's progress bar (OSC 9;4), for a command without a screen, on standard error.
///
/// While the bar is armed, a signal that ends or stops the program first clears the bar.
package enum ProgressBar {
    package static func arm() {
        foundActions.withLock { found in
            guard found.isEmpty else { return }
            clearingBytes = clearingBytes ?? kept(ControlSequence.bytes(.progress(nil)))
            for number in signals {
                let action = SignalWatch.exchange(number, clearing)
                // Signals that nohup ignores stay ignored.
                if SignalWatch.isIgnoring(action) {
                    SignalWatch.exchange(number, action)
                } else {
                    found.append((number, action))
                }
            }
        }
    }

    /// Restores the signals' previous actions.
    package static func disarm() {
        foundActions.withLock { found in
            for (number, action) in found { SignalWatch.exchange(number, action) }
            found = []
        }
    }

    private static var signals: [Int32] {
        let endings = WatchedSignal.all.filter { $0.isEnding || $0 == .stopRequested }
        return endings.map(\.number) + CrashHandler.crashes
    }

    fileprivate static var clearing: sigaction {
        SignalWatch.action(flags: Int32(SA_RESTART)) { number in clearProgress(dueTo: number) }
    }

    /// Copies bytes to memory that is never freed, because a handler may run at any time.
    private static func kept(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = memory.initialize(from: bytes)
        return UnsafeBufferPointer(memory)
    }
}

/// Clears the bar; uses only async-signal-safe calls.
private func clearProgress(dueTo number: Int32) {
    let saved = errno
    if let clearingBytes {
        _ = write(STDERR_FILENO, clearingBytes.baseAddress, clearingBytes.count)
    }
    SignalWatch.release(number)
    raise(number)
    // The program continues here after a stop; other signals have ended it.
    SignalWatch.exchange(number, ProgressBar.clearing)
    errno = saved
}

private let foundActions = Mutex<[(number: Int32, action: sigaction)]>([])
// The bytes are written once, before the handlers are installed.
nonisolated(unsafe) private var clearingBytes: UnsafeBufferPointer<UInt8>?
