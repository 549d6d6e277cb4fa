internal import PhotoCatalog
internal import Screens
internal import Synchronization
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A line on standard error that tells how far a transfer is, where a person sees it.
final class ProgressLine: Sendable {
    private struct State {
        var start: (time: ContinuousClock.Instant, bytes: Int)?
        var columns = 0
    }

    private let name: String
    private let isShown = CommandOutput.isWatched
    private let state = Mutex(State())

    init(_ name: String) { self.name = name }

    func show(_ step: FetchProgress) {
        guard isShown else { return }
        let rate = rate(step)
        write(CommandWording.progress(of: name, step, bytesPerSecond: rate).truncated(to: 78))
    }

    /// Takes the line away.
    func clear() {
        guard isShown else { return }
        write("")
        Self.write(Array("\r".utf8))
    }

    /// Over all of the transfer, once there is a second of it to tell by.
    private func rate(_ step: FetchProgress) -> Double? {
        guard case .receiving(let bytes, _) = step else { return nil }
        return state.withLock { state in
            guard let start = state.start else {
                state.start = (.now, bytes)
                return nil
            }
            let seconds = Double((ContinuousClock.now - start.time) / .seconds(1))
            return seconds < 1 ? nil : Double(bytes - start.bytes) / seconds
        }
    }

    private func write(_ text: SafeText) {
        let columns = state.withLock { state in
            defer { state.columns = text.width }
            return max(state.columns, text.width)
        }
        var line = Array("\r".utf8)
        text.padded(to: columns).append(to: &line)
        Self.write(line)
    }

    private static func write(_ bytes: [UInt8]) {
        // Standard error that cannot be written to leaves nobody to tell.
        _ = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// The system's `write`, by a name that the methods of this file do not hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
