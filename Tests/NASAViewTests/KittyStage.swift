import Foundation
import Imaging
import PhotoPipeline
import TerminalProtocols

@testable import nasa_view

/// The pictures of a kitty terminal, made of photos that are never read: the test brings them itself.
struct KittyStage {
    /// What is being made; until it is called off.
    struct Begun {
        let rendering: KittyRendering
        let encoder: KittyEncoder
        let task: Task<Void, Never>
        /// While it is held, the task has something to wait for.
        let waiting: AsyncStream<Void>.Continuation

        /// Its picture, as it comes from whoever made it.
        func made() -> KittyPicture {
            let upload = rendering.upload
            let raster = TestPictures.gradient(upload.region.window.size)
            let payload = encoder.payload(of: raster, by: rendering.medium)
            return KittyPicture(
                upload: upload, bytes: payload.bytes(storing: upload.image), cost: nil,
                share: payload.share)
        }
    }

    static let screen = PixelSize(width: 640, height: 390)
    static let photo = PixelSize(width: 1280, height: 780)

    var display = KittyDisplay()
    private(set) var begun: [Begun] = []

    /// What is written when a photo is to be seen.
    mutating func show(_ photo: PhotoReference, _ moves: [ViewportMove] = []) -> String {
        var started: [Begun] = []
        let bytes = display.show(Self.view(of: photo, moves)) { rendering, encoder in
            let (stream, waiting) = AsyncStream.makeStream(of: Void.self)
            let task = Task { for await _ in stream {} }
            started.append(
                Begun(rendering: rendering, encoder: encoder, task: task, waiting: waiting))
            return task
        }
        begun += started
        return String(decoding: bytes.bytes, as: UTF8.self)
    }

    /// Has pictures laid out in files for the terminal.
    mutating func answerThatFilesAreRead() {
        _ = display.probeMedium(at: 0)
        // The second question of the probe; the first is about shared memory.
        _ = display.take(image: 33, message: Array("OK".utf8))
    }

    /// As konsole answers the probe.
    mutating func answerThatNothingIsShared() {
        _ = display.probeMedium(at: 0)
        for image in [32, 33] {
            _ = display.take(image: image, message: Array("ENOTSUPPORTED:".utf8))
        }
    }

    private static func view(
        of photo: PhotoReference, _ moves: [ViewportMove]
    ) -> KittyView<PhotoReference> {
        var viewport = Viewport(photo: Self.photo, screen: screen)
        for move in moves { viewport.move(move) }
        return KittyView(
            photo: photo, version: Self.photo.width, window: viewport.window,
            place: KittyPlace(
                target: viewport.target, origin: CellPosition(row: 0, column: 0),
                cell: CellMetrics(width: 8, height: 16)))
    }
}
