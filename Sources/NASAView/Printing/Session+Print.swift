internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

extension Session {
    /// Prints each photo to standard output.
    ///
    /// - Returns: the exit status: 0 when all were printed.
    func print() async -> Int32 {
        let pipeline = makeWorkings().pipeline
        var status: Int32 = 0
        for photo in photos {
            do throws(PictureFailure) {
                try await print(photo, through: pipeline)
            } catch {
                Complaint.print(FailureMessage.sentence(for: error, of: photo))
                status = Complaint.failed
            }
        }
        await library.settle()
        return status
    }

    private func print(
        _ photo: PhotoReference, through pipeline: PhotoPipeline
    ) async throws(PictureFailure) {
        let box = PrintBox(options, environment: environment)
        let opened = try await pipeline.open(photo, covering: box.size.width) { _ in }
        let size = opened.size.fitted(into: box.size, enlarging: options.enlarge)
        let request = FrameRequest(
            printing: PhotoVersion(photo, opened), of: opened.size, scaledTo: size, style: box.style
        )
        guard let frame = try await pipeline.frame(for: request) else { return }
        if opened.source.damage != nil {
            Complaint.print(FailureMessage.damage(of: photo))
        }
        guard StandardOutput.write(frame.bytes + Array("\n".utf8)) else {
            throw .reading(.unreadable(reason: ArgumentWording.outputClosed))
        }
    }
}
