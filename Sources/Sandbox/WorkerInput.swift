internal import Dispatch
package import Files
package import Imaging

/// A photo as a worker gets it: an open file, and whom to ask for what else it needs.
package struct WorkerInput: Sendable {
    package let file: OpenFile
    /// Whether an index of it may be kept from one visit to the next.
    package let isKept: Bool
    /// Whether its bytes are still being written.
    package let isArriving: Bool
    package let errands: HostServices

    package init(
        _ file: OpenFile, isKept: Bool = false, isArriving: Bool = false, errands: HostServices
    ) {
        self.file = file
        self.isKept = isKept
        self.isArriving = isArriving
        self.errands = errands
    }

    /// The same when all of its bytes are there.
    var arrived: WorkerInput { WorkerInput(file, isKept: isKept, errands: errands) }
}

/// What decoding a photo needs of the world beside its bytes.
///
/// In the session it is done; in a worker it is asked of the session, which looks at the wish first.
package struct HostServices: Sendable {
    /// Opens a file without a name, for up to `reserving` bytes of which `expecting` are likely.
    ///
    /// Who asked closes it.
    package let spill:
        @Sendable (_ reserving: Int, _ expecting: Int) -> Result<Int32, DecodingFailure>
    package let loadIndex: @Sendable () -> [UInt8]?
    package let storeIndex: @Sendable ([UInt8]) -> Void
    /// Calls back when so many bytes of a photo that is being downloaded are there, or all that will be.
    package let awaitBytes: @Sendable (Int, @escaping @Sendable () -> Void) -> Void

    package init(
        spill:
            @escaping @Sendable (_ reserving: Int, _ expecting: Int)
            -> Result<Int32, DecodingFailure>,
        loadIndex: @escaping @Sendable () -> [UInt8]?,
        storeIndex: @escaping @Sendable ([UInt8]) -> Void,
        awaitBytes: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void = { $1() }
    ) {
        self.spill = spill
        self.loadIndex = loadIndex
        self.storeIndex = storeIndex
        self.awaitBytes = awaitBytes
    }

    /// Blocks until they are there.
    package func waitForBytes(_ count: Int) {
        let arrival = DispatchSemaphore(value: 0)
        awaitBytes(count) { arrival.signal() }
        arrival.wait()
    }
}
