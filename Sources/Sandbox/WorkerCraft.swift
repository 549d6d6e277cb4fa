package import Imaging

/// What the processes that decode must know of decoding: given to them before they come into being.
package struct WorkerCraft: Sendable {
    /// `nil` for a photo that is arriving and cannot be read before it is whole.
    package var open: @Sendable (HandedPhoto) throws(DecodingFailure) -> (any ImageSource)?
    /// What the photo's file says about itself.
    package var facts: @Sendable (HandedPhoto) throws(DecodingFailure) -> [FileFact]
    package var startThread: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Throws where memory for pixels of that size cannot be had; the other size is the photo's.
    package var checkMemory: @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void
    package var limits: WorkerLimits

    package init(
        limits: WorkerLimits,
        open: @escaping @Sendable (HandedPhoto) throws(DecodingFailure) -> (any ImageSource)?,
        facts: @escaping @Sendable (HandedPhoto) throws(DecodingFailure) -> [FileFact],
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
