internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// What the terminal displays, what is being made for it, and how it gets there.
struct ComposedScreen {
    enum Content {
        case unknown
        /// A photo that was interrupted for a newer request.
        case torn
        case page
        case photo(status: PhotoBar)
        /// Only a status line, over what was there before: the picture takes long.
        case status(PhotoBar)
    }

    var content = Content.unknown
    var page: ComposedPage
    var driver: PictureDriver
    var medium: PictureMedium
    var flow = FlowControl()
    var overlay: DebugOverlay
    var jobs = PictureJobs()

    /// The status line of a photo that is displayed.
    var photoStatus: PhotoBar? {
        if case .photo(let status) = content { return status }
        return nil
    }

    /// Writes another status line below a photo that stays.
    mutating func changeStatus(
        to status: PhotoBar, on look: TerminalLook, _ update: inout Compositor.Update
    ) {
        guard let old = photoStatus, old != status, update.bytes.isEmpty else { return }
        update.bytes += PhotoBarWriter(look).bytes(of: status)
        content = .photo(status: status)
    }

    /// Has a frame of a photo made, or a part that the terminal stores.
    mutating func make(_ frame: FrameJob) {
        jobs.make(frame)
        flow.request()
        for request in frame.requests { overlay.asked(request, at: flow.now) }
    }

    mutating func receive(_ image: RenderedImage) {
        if let stale = jobs.receive(image) { medium.discard(stale) }
    }

    /// A request could not be fulfilled.
    mutating func fail(_ request: ImageRequest) {
        guard jobs.frame?.isOf(request) == true else { return }
        if let upload = request.upload { driver.store?.abandoned(upload) }
        jobs.endFrame()
    }

    /// Drops the frame that is being made, and what has come of it.
    mutating func dropFrame() {
        guard let frame = jobs.frame else { return }
        for upload in frame.requests.compactMap(\.upload) { driver.store?.abandoned(upload) }
        for image in frame.ready ?? [] { medium.discard(image) }
        jobs.dropFrame()
    }

    /// Drops a frame that is not of any of some photos, or pairs of them: behind a PNG of 14000x14000
    /// the next photo waited for 4.6 s.
    mutating func dropFrame(unlessOf subjects: [[ImageSubject]]) {
        guard let frame = jobs.frame, !subjects.contains(frame.requests.map(\.subject))
        else { return }
        dropFrame()
    }
}
