internal import Files
internal import Imaging
package import PhotoCodec
package import Sandbox

extension WorkerConfiguration {
    /// How the processes that decode do it, within those means.
    package static func photos(within means: DecodingOptions) -> WorkerConfiguration {
        // Asked of the system while it may be asked.
        _ = WorkThread.coreCount
        return WorkerConfiguration(
            limits: WorkerLimits(
                memoryBytes: means.workerBytes, fileBytes: DecodingOptions.largestSpill),
            open: { (photo) throws(DecodingFailure) in try open(photo, within: means) },
            facts: { (photo) throws(DecodingFailure) in ExifFacts.read(try bytes(of: photo)) },
            startThread: { WorkThread.start($0) },
            checkMemory: { (size, photo) throws(DecodingFailure) in
                try MemoryCheck.canHold(size, of: photo)
            })
    }

    private static func open(
        _ photo: WorkerInput, within means: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        var means = means
        let errands = photo.errands
        means.grantedSpill = .granted(errands.spill)
        means.indexStore = IndexStore(
            load: { _ in errands.loadIndex() }, store: { index, _ in errands.storeIndex(index) })
        let bytes = try bytes(of: photo)
        return photo.isArriving
            ? try ImageDecoder.openArriving(bytes, within: means)
            : try ImageDecoder.open(bytes, within: means)
    }

    private static func bytes(of photo: WorkerInput) throws(DecodingFailure) -> PhotoBytes {
        let wait: @Sendable (Int) -> Void = { photo.errands.waitForBytes($0) }
        do throws(FileFailure) {
            return try PhotoBytes.open(
                // The session has the key.
                photo.file, key: photo.isKept ? "" : nil,
                waitForBytes: photo.isArriving ? wait : nil)
        } catch {
            throw .damaged(reason: "the file cannot be read")
        }
    }
}
