internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

extension LaunchContext {
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
                    status = Diagnostics.failed
                    break
                }
            } catch {
                complaints.print(strings.sentence(for: error, of: photo))
                status = Diagnostics.failed
            }
        }
        complaints.end(strings)
        await library.settle()
        return status
    }

    private func picture(
        of photo: PhotoReference, through pipeline: ImagePipeline
    ) async throws(PictureFailure) -> [UInt8] {
        let box = PrintBox(options, environment: environment)
        let opened = try await pipeline.open(photo, covering: box.size.width) { _ in }
        let size = opened.size.fitted(into: box.size, enlarging: options.enlarge)
        let all = ScaledWindow(photo: opened.size, scaled: size, window: PixelRect(size))
        let request = ImageRequest(all, of: PhotoVersion(photo, opened), options: box.options)
        guard let printed = try await pipeline.image(for: request)?.image.printed else { return [] }
        if opened.source.status.damage != nil {
            Diagnostics.print(strings.damage(of: photo))
        }
        return printed + Array("\n".utf8)
    }
}
