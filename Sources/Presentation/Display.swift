internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// The content of the terminal, the pictures being rendered for it, and the bytes in flight.
struct Display {
    enum Content {
        case unknown
        /// A photo that was interrupted for a newer request.
        case torn
        case page
        case photo(PhotoBar)
        /// Only a bar, over the previous content: the picture takes long.
        case bar(PhotoBar)
    }

    var content = Content.unknown
    var page: ComposedPage
    var driver: PictureDriver
    var medium: KittyTransfer
    var flow = FlowControl()
    var overlay: DebugOverlay
    var jobs = PictureJobs()
    /// The pictures that move.
    var movements: TransitionPlanner
    /// The bytes to write now.
    private(set) var output: [UInt8] = []

    init(
        page: ComposedPage, driver: PictureDriver, medium: KittyTransfer, overlay: DebugOverlay,
        motion: MotionSetting
    ) {
        self.page = page
        self.driver = driver
        self.medium = medium
        self.overlay = overlay
        movements = TransitionPlanner(use: motion)
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

    /// Renders a frame of a photo, or a region that the terminal stores.
    mutating func make(_ frame: FrameJob) {
        jobs.make(frame)
        flow.request()
        for request in frame.requests { overlay.asked(request, at: flow.now) }
    }

    mutating func receive(_ image: RenderedImage) {
        if let stale = jobs.receive(image) { medium.discard(stale) }
    }

    /// Drops the frame of a request that failed.
    mutating func fail(_ request: ImageRequest) {
        guard jobs.frame?.isOf(request) == true else { return }
        if let upload = request.upload { driver.abandoned(upload) }
        jobs.endFrame()
    }

    /// Drops the frame being rendered, and its pictures.
    mutating func dropFrame() {
        guard let frame = jobs.frame else { return }
        for upload in frame.requests.compactMap(\.upload) { driver.abandoned(upload) }
        for image in frame.ready ?? [] { medium.discard(image) }
        jobs.dropFrame()
    }

    /// Drops a frame of any other photos or pairs; the next one once waited 4.6 s behind a
    /// 14000×14000 PNG.
    mutating func dropFrame(unlessOf subjects: [[ImageSubject]]) {
        guard let frame = jobs.frame, !subjects.contains(frame.requests.map(\.subject))
        else { return }
        dropFrame()
    }
}

/// A strategy for photos in the terminal: each frame is drawn, or stored there and placed.
protocol PictureOutput {
    /// Returns the next step towards a scene, from the pictures rendered for it.
    ///
    /// - Returns: `nil` if the scene is displayed, or nothing may be sent now.
    mutating func show(
        _ scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> FrameCommit?

    /// Returns the frame to render next for the scene shown last; `nil` if none is needed, or
    /// another is being rendered.
    mutating func missing(
        for scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> FrameJob?

    /// The page of a file that is displayed; `nil` if none of it is.
    func page(of subject: ImageSubject, on display: Display) -> Int?

    /// True if a frame that a slow line is still taking may be left incomplete for a view.
    func isOvertaken(
        by view: ScreenView, waiting: Int, on context: RenderContext, _ display: Display
    ) -> Bool

    /// Forgets the displayed photo: something else replaces it.
    mutating func forget()
}

extension PictureOutput {
    func isOvertaken(
        by view: ScreenView, waiting: Int, on context: RenderContext, _ display: Display
    ) -> Bool { false }
}
