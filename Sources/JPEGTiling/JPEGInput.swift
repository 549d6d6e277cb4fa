package import Imaging

/// A JPEG file as a pass reads it: its bytes, and what the process around it offers.
///
/// The bytes must outlive every call that gets them.
package struct JPEGInput {
    package typealias ConcurrentLoop =
        @Sendable (_ iterations: Int, _ body: @Sendable (Int) -> Void) -> Void

    package let bytes: UnsafeRawBufferPointer
    /// How many bytes are worth a core.
    package var partBytes = Int.max
    /// Runs the body for each number below `iterations`, on all cores; returns when all are done.
    package var concurrentPerform: ConcurrentLoop = { count, body in
        for number in 0..<count { body(number) }
    }
    /// Called when bytes before an offset will not be read again soon: their pages can be dropped.
    package var didPass: (_ offset: Int) -> Void = { _ in }
    /// Blocks until so many bytes have arrived; `nil` if the file is complete.
    package var waitForBytes: ((_ count: Int) -> Void)?

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var base: UnsafePointer<UInt8> {
        guard let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
            preconditionFailure("a file has bytes")
        }
        return base
    }
}

/// Port: learns how far a pass over a file has come.
package protocol ScanProgress: Sendable {
    /// Whether the result is no longer needed.
    var isAbandoned: Bool { get }

    /// Rows of MCUs up to `rows` can be read from now on.
    func announce(rows: Int)

    /// Records damage; only the first is kept.
    func note(_ damage: Damage)
}
