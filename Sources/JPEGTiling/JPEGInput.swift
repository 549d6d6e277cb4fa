package import Imaging

/// A JPEG file as input of a pass: its bytes, and services of the surrounding process.
///
/// The bytes must outlive every call that uses them.
package struct JPEGInput {
    package typealias ConcurrentLoop =
        @Sendable (_ iterations: Int, _ body: @Sendable (Int) -> Void) -> Void

    package let bytes: UnsafeRawBufferPointer
    /// The number of bytes for which a core pays off.
    package var partBytes = Int.max
    /// Runs the body for each number below `iterations`, on all cores; returns when all are done.
    package var concurrentPerform: ConcurrentLoop = { count, body in
        for number in 0..<count { body(number) }
    }
    /// Reports that bytes before an offset will not be read again soon, so that their pages can be
    /// dropped.
    package var didPass: (_ offset: Int) -> Void = { _ in }
    /// Blocks until this many bytes have arrived; `nil` if the file is complete.
    package var waitForBytes: ((_ count: Int) -> Void)?

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var base: UnsafePointer<UInt8> {
        guard let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
            preconditionFailure("a file has bytes")
        }
        return base
    }
}

/// Port: receives the progress of a pass over a file.
package protocol ScanProgress: Sendable {
    /// True if the result is no longer needed.
    var isAbandoned: Bool { get }

    /// Announces that the first `rows` rows of MCUs can now be read.
    func announce(rows: Int)

    /// Records damage; only the first is kept.
    func note(_ damage: Damage)
}
