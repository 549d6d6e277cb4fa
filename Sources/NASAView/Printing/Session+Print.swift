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
        var complaints = Complaints()
        for photo in printed {
            do throws(PictureFailure) {
                let picture = try await picture(of: photo, through: pipeline)
                guard StandardOutput.write(picture, strings) else {
                    // Where this one does not go, the next would not either.
                    status = Complaint.failed
                    break
                }
            } catch {
                complaints.print(strings.sentence(for: error, of: photo))
                status = Complaint.failed
            }
        }
        complaints.end(strings)
        await library.settle()
        return status
    }

    private func picture(
        of photo: PhotoReference, through pipeline: PhotoPipeline
    ) async throws(PictureFailure) -> [UInt8] {
        let box = PrintBox(options, environment: environment)
        let opened = try await pipeline.open(photo, covering: box.size.width) { _ in }
        let size = opened.size.fitted(into: box.size, enlarging: options.enlarge)
        let request = FrameRequest(
            printing: PhotoVersion(photo, opened), of: opened.size, scaledTo: size, style: box.style
        )
        guard let frame = try await pipeline.frame(for: request) else { return [] }
        if opened.source.status.damage != nil {
            Complaint.print(strings.damage(of: photo))
        }
        return frame.bytes + Array("\n".utf8)
    }
}
