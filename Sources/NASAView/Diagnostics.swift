internal import Localization
internal import Screens
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// One plain sentence on standard error, and the exit statuses that go with it.
enum Diagnostics {
    static let failed: Int32 = 1
    static let usage: Int32 = 2

    static func bytes(of sentence: SafeText) -> [UInt8] {
        Array("nasa-view: \(sentence.string)\n".utf8)
    }

    static func print(_ sentence: SafeText) {
        let line = bytes(of: sentence)
        // Standard error that cannot be written to leaves nobody to tell.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// What failed of many things, on standard error: the first failures in a sentence each, then a count.
struct Complaints {
    /// Enough to see what is wrong; 100,000 names of no files gave as many lines.
    private static let limit = 10

    private(set) var count = 0

    mutating func print(_ sentence: SafeText) {
        count += 1
        if count <= Self.limit { Diagnostics.print(sentence) }
    }

    /// Prints how many more failures there were than sentences.
    func end(_ strings: Strings) {
        if count > Self.limit {
            Diagnostics.print(strings.moreFailures(count - Self.limit))
        }
    }
}
