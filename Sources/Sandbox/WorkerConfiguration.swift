package import Imaging

/// What the processes that decode must know of decoding: given to them before they come into being.
package struct WorkerConfiguration: Sendable {
    /// `nil` for a photo that is arriving and cannot be read before it is whole.
    package var open: @Sendable (WorkerInput) throws(DecodingFailure) -> (any ImageSource)?
    /// What the photo's file says about itself.
    package var facts: @Sendable (WorkerInput) throws(DecodingFailure) -> [FileFact]
    package var startThread: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Throws where memory for pixels of that size cannot be had; the other size is the photo's.
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

/// What a process that decodes one photo may take.
package struct WorkerLimits: Sendable {
    /// Memory beside what it has when it begins, stacks of threads included.
    package var memoryBytes: Int
    /// The largest file it may write: a photo that is spilled.
    package var fileBytes: Int
    /// Processor time without anything coming of it: the largest picture decoded in one piece takes 5 s.
    package var processorSeconds = 20
    /// How long it may say nothing while something is asked of it; it says every second that it works.
    package var silentSeconds = 10.0
    /// How long one call may be open, counted by the session: what a worker says of itself is worth what
    /// the file in whose hands it is says.
    ///
    /// A call waits for a quarter of a photo's reading at most, 7 s of a PNG of 2 gigapixels here: a
    /// machine eighty times slower has that time.
    package var callSeconds = 600.0

    /// Its socket, the photo, a spill file, and one for each call under way.
    static let descriptors = 64

    package init(memoryBytes: Int, fileBytes: Int) {
        self.memoryBytes = memoryBytes
        self.fileBytes = fileBytes
    }
}
