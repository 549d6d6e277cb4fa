package import Imaging

/// A JPEG file as the input of a pass, with functions of the calling program.
///
/// The bytes must outlive every call that uses them.
package struct JPEGInput {
    package typealias ConcurrentLoop =
        @Sendable (_ iterations: Int, _ body: @Sendable (Int) -> Void) -> Void

    package let bytes: UnsafeRawBufferPointer
    /// The minimum number of bytes for which another core is worthwhile.
    package var partBytes = Int.max
    /// A function that calls `body` for each number below `iterations`, on all cores, and returns
    /// after the last call.
    package var concurrentPerform: ConcurrentLoop = { count, body in
        for number in 0..<count { body(number) }
    }
    /// A function to call with an offset if earlier bytes will not be read soon.
    ///
    /// The memory pages of these bytes can then be dropped.
    package var didPass: (_ offset: Int) -> Void = { _ in }
    /// A function that blocks until `count` bytes have arrived; `nil` if the file is complete.
    package var waitForBytes: ((_ count: Int) -> Void)?

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var base: UnsafePointer<UInt8> {
        guard let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
            preconditionFailure("a file has bytes")
        }
        return base
    }
}

/// A receiver of the progress of a pass over a file.
package protocol ScanProgress: Sendable {
    /// True if the result of the pass is no longer needed.
    var isAbandoned: Bool { get }

    /// Reports that the results for the first `rows` rows of MCUs can be read.
    func announce(rows: Int)

    /// Records damage in the file; only the first damage is kept.
    func note(_ damage: Damage)
}
