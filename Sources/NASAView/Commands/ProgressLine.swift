internal import Localization
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
    private let name: String
    private let isShown = CommandOutput.isWatched
    private let columns = Mutex(0)
    private let rate = TransferRate()

    private let strings: Strings

    init(_ name: String, _ strings: Strings) {
        self.name = name
        self.strings = strings
    }

    func show(_ step: FetchProgress) {
        guard isShown else { return }
        let rate = rate.bytesPerSecond(at: step)
        write(strings.progress(of: name, step, bytesPerSecond: rate).truncated(to: 78))
    }

    /// Takes the line away.
    func clear() {
        guard isShown else { return }
        write("")
        Self.write(Array("\r".utf8))
    }

    private func write(_ text: SafeText) {
        let columns = columns.withLock { columns in
            defer { columns = text.width }
            return max(columns, text.width)
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
