internal import Dispatch
internal import Files
internal import Imaging
internal import PhotoCodec
internal import Sandbox
internal import Synchronization

/// A photo whose file is arriving.
///
/// A large photo in a suitable format is indexed while the file arrives, so that the user can pan
/// as soon as the last byte has arrived. The same worker then decodes the whole file.
package final class StreamingPhoto: Sendable {
    private struct State {
        var worker: PhotoWorker?
        var photo: (any ImageSource)?
    }

    /// The number of bytes that must arrive before opening, which suffices for a header with a
    /// profile and a thumbnail.
    ///
    /// Files of up to twice this size are not read ahead, because they arrive quickly.
    private static let openingBytes = 512 << 10

    private let arriving: ArrivingFile
    private let state = Mutex(State())
    private let opening = DispatchGroup()

    /// Starts to read the arriving file; `nil` if the file is too small or the system allows no
    /// more threads.
    init?(_ arriving: ArrivingFile, by decoder: SandboxedDecoder) {
        self.arriving = arriving
        guard arriving.file.byteCount > 2 * Self.openingBytes else { return nil }
        opening.enter()
        // The decoder waits for bytes, so it needs its own thread to let the download continue.
        let isStarted = WorkThread.startElsewhere { [self] in
            open(by: decoder)
            opening.leave()
        }
        guard isStarted else {
            opening.leave()
            return nil
        }
    }

    private func open(by decoder: SandboxedDecoder) {
        arriving.arrival.wait(forBytes: Self.openingBytes)
        guard arriving.arrival.count >= Self.openingBytes else { return }
        // An error may be due to missing bytes; later, `whole(of:)` opens the complete file again.
        let (worker, photo) = (try? decoder.openAhead(arriving)) ?? (nil, nil)
        state.withLock { $0 = State(worker: worker, photo: photo) }
    }

    /// Returns the photo in the complete file.
    ///
    /// The result is `nil` if `file` is not the file that was read ahead, or if reading ahead gave
    /// neither an undamaged photo nor a worker.
    func whole(of file: OpenFile) throws(DecodingFailure) -> (any ImageSource)? {
        guard file.descriptor === arriving.file.descriptor,
            file.byteCount == arriving.file.byteCount
        else { return nil }
        opening.wait()
        let (worker, photo) = state.withLock { ($0.worker, $0.photo) }
        if let photo, photo.status.damage == nil { return photo }
        return try worker?.open()
    }

    /// The fraction of the photo that has been read.
    package var fractionRead: Double {
        let photo = state.withLock { $0.photo }
        // A worker reports its progress with each reply, so any request updates the progress.
        let streaming = photo as? any StreamingImageSource
        _ = streaming?.isReady(PixelRect(x: 0, y: 0, width: 1, height: 1), reducedBy: .none)
        return photo?.status.statistics?.fractionRead ?? 0
    }
}
