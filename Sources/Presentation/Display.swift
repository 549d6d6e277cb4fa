internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// The content of the terminal, the pictures being made for it, and the bytes on their way there.
struct Display {
    enum Content {
        case unknown
        /// A photo that was interrupted for a newer request.
        case torn
        case page
        case photo(PhotoBar)
        /// Only a bar, over what was there before: the picture takes long.
        case bar(PhotoBar)
    }

    var content = Content.unknown
    var page: ComposedPage
    var driver: PictureDriver
    var medium: PictureMedium
    var flow = FlowControl()
    var overlay: DebugOverlay
    var jobs = PictureJobs()
    /// The pictures that move.
    var movements: PictureMovements
    /// What is to be written now.
    private(set) var output: [UInt8] = []

    init(
        page: ComposedPage, driver: PictureDriver, medium: PictureMedium, overlay: DebugOverlay,
        motion: MotionUse
    ) {
        self.page = page
        self.driver = driver
        self.medium = medium
        self.overlay = overlay
        movements = PictureMovements(use: motion)
    }

    /// The bar of a photo that is displayed.
    var photoBar: PhotoBar? {
        if case .photo(let bar) = content { return bar }
        return nil
    }

    mutating func write(_ bytes: [UInt8]) { output = Array(joining: [output, bytes]) }

    mutating func popOutput() -> [UInt8] {
        defer { output = [] }
        return output
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
        if let upload = request.upload { driver.abandoned(upload) }
        jobs.endFrame()
    }

    /// Drops the frame that is being made, and what has come of it.
    mutating func dropFrame() {
        guard let frame = jobs.frame else { return }
        for upload in frame.requests.compactMap(\.upload) { driver.abandoned(upload) }
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

/// How photos get to the terminal: drawn anew for each frame, or stored there and placed.
protocol PictureOutput {
    /// The next step towards a scene, from what has been made of it.
    ///
    /// - Returns: `nil` if the scene is displayed, or nothing may be sent now.
    mutating func show(
        _ scene: PhotoScene, on look: TerminalLook, _ display: inout Display
    ) -> FrameCommit?

    /// The frame to make next for the scene that was shown last; `nil` if there is none, or another is
    /// being made.
    mutating func missing(
        for scene: PhotoScene, on look: TerminalLook, _ display: inout Display
    ) -> FrameJob?

    /// Which picture of a file is displayed; `nil` if none of it is.
    func part(of subject: ImageSubject, on display: Display) -> Int?

    /// Whether a frame that a slow line is still taking may be left incomplete for a view.
    func isOvertaken(
        by view: ScreenView, waiting: Int, on look: TerminalLook, _ display: Display
    ) -> Bool

    /// Something else is displayed.
    mutating func forget()
}

extension PictureOutput {
    func isOvertaken(
        by view: ScreenView, waiting: Int, on look: TerminalLook, _ display: Display
    ) -> Bool { false }
}
