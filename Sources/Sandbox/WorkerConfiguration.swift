package import Imaging

/// How workers decode, and their limits; fixed before the zygote is forked.
package struct WorkerConfiguration: Sendable {
    /// `nil` for a photo that is arriving and cannot be read before it is whole.
    package var open: @Sendable (WorkerInput) throws(DecodingFailure) -> (any ImageSource)?
    /// What the photo's file says about itself.
    package var facts: @Sendable (WorkerInput) throws(DecodingFailure) -> [FileFact]
    package var startThread: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Throws if there is no memory for pixels of the first size; the second is the photo's.
    package var checkMemory: @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void
    package var limits: WorkerLimits

    package init(
        limits: WorkerLimits,
        open: @escaping @Sendable (WorkerInput) throws(DecodingFailure) -> (any ImageSource)?,
        facts: @escaping @Sendable (WorkerInput) throws(DecodingFailure) -> [FileFact],
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        checkMemory: @escaping @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void
    ) {
        self.limits = limits
        self.open = open
        self.facts = facts
        self.startThread = startThread
        self.checkMemory = checkMemory
    }
}

/// What a worker may use.
package struct WorkerLimits: Sendable {
    /// Memory beyond what it has when it begins, stacks of threads included.
    package var memoryBytes: Int
    /// The largest file it may write: a photo that is spilled.
    package var fileBytes: Int
    /// CPU time without a result: the largest picture decoded in one piece takes 5 s.
    package var processorSeconds = 20
    /// How long it may be silent during a call; it reports progress every second.
    package var silentSeconds = 10.0
    /// How long one call may be open, measured by the session.
    ///
    /// A worker may be controlled by a hostile file, so its own reports do not count.
    /// A call waits for a quarter of a photo to be read at most, which takes 7 s for a PNG of 2 gigapixels
    /// here; a machine may be eighty times slower.
    package var callSeconds = 600.0

    /// Its socket, the photo, a spill file, and one for each call under way.
    static let descriptors = 64

    package init(memoryBytes: Int, fileBytes: Int) {
        self.memoryBytes = memoryBytes
        self.fileBytes = fileBytes
    }
}
