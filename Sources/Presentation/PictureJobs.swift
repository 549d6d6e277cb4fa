internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The pictures that are being rendered, have been rendered, or will probably be needed.
///
/// A picture that is not listed here is outdated: it is no longer requested, and is discarded when
/// it arrives.
struct PictureJobs {
    /// The maximum size of `history` in bytes: enough for the last pages of each screen and the
    /// neighbours of a photo.
    ///
    /// The pictures of a list take 80 kB, the pictures of a large grid 1 MB, and a photo of
    /// 1280x720 pixels 1 to 3 MB.
    private static let historyLimitBytes = 24 << 20

    /// The frame being rendered, or waiting to be drawn.
    private(set) var frame: FrameJob?
    /// The requests of the last frame if it failed; that frame is rendered again only after another
    /// frame.
    private var failed: [ImageRequest] = []
    /// The requests that are not for the frame, the most urgent first: thumbnails, and pictures
    /// that will probably be needed.
    private var queue: [ImageRequest] = []
    /// The requests whose pictures are kept, including all requests in the queue; these pictures
    /// may be shown at any time.
    private var kept: Set<ImageRequest> = []
    private(set) var made: [ImageRequest: RenderedImage] = [:]
    /// Earlier thumbnails and photos rendered in advance, which can be drawn at once.
    private var history = LRUCache<ImageRequest, RenderedImage>(costLimit: historyLimitBytes)
    /// The pending requests of the last report.
    private var reported: [ImageRequest] = []

    /// True if all pictures of the queue have been rendered.
    var isQueueMade: Bool { queue.allSatisfy { made[$0] != nil } }

    /// Returns the requests for all missing pictures, the most urgent first; `nil` if the requests
    /// were already reported.
    mutating func report() -> [ImageRequest]? {
        let missing = (frame?.missing ?? []) + queue.filter { made[$0] == nil }
        guard missing != reported else { return nil }
        reported = missing
        return missing
    }

    /// Returns true if a frame may be started: no frame is being rendered, or a preview of another
    /// frame has been drawn.
    func isFree(for requests: [ImageRequest]) -> Bool {
        guard let frame else { return true }
        return frame.hasPreview && frame.ready == nil && frame.requests != requests
    }

    /// Starts to render a frame instead of any other; returns false if the same frame has just
    /// failed.
    @discardableResult
    mutating func make(_ frame: FrameJob) -> Bool {
        guard frame.requests != failed else { return false }
        (self.frame, failed) = (frame, [])
        return true
    }

    /// Allows another attempt to render a failed frame, because its photo is opened again or the
    /// user requests the frame.
    mutating func allowRetry() { failed = [] }

    mutating func dropFrame() { frame = nil }

    /// Discards the frame of a photo that was closed; the frame can be rendered once the photo is
    /// open again.
    mutating func closeFrame() {
        frame = nil
        reported = []
    }

    /// Ends a frame that failed; if all of its pictures have arrived, they are still drawn.
    mutating func endFrame() {
        failed = frame?.requests ?? []
        frame?.end()
        if frame?.ready == nil { frame = nil }
    }

    /// Removes and returns the pictures of the frame, to be drawn now; `nil` if there is no new
    /// picture.
    mutating func popFrame() -> [RenderedImage]? {
        let pictures = frame?.pop()
        if frame?.isOver == true { frame = nil }
        return pictures
    }

    /// Replaces the requests that are not for the frame, and keeps rendered pictures only for these
    /// requests and `others`.
    mutating func want(_ requests: [ImageRequest], keeping others: [ImageRequest] = []) {
        queue = requests
        kept = Set(requests + others)
        made = made.filter { kept.contains($0.key) }
        for request in kept where made[request] == nil {
            made[request] = history.value(for: request)
        }
    }

    /// Returns a picture that was rendered or kept; `nil` if there is no such picture.
    mutating func picture(for request: ImageRequest) -> RenderedImage? {
        made[request] ?? history.value(for: request)
    }

    /// Keeps a picture, if it may be shown again.
    mutating func keep(_ image: RenderedImage) {
        let isKept = kept.contains(image.request)
        guard !image.isPreview, !image.isScrolled, isKept || image.request.viewedPhoto == nil else {
            return
        }
        // The copy has no cost except its bytes, because drawing the picture again needs no
        // rendering.
        let copy = RenderedImage(
            request: image.request, image: image.image, isPreview: false,
            cost: PictureCost(byteCount: image.cost.byteCount, statistics: image.cost.statistics))
        history.insert(copy, cost: image.image.byteCount, for: image.request)
        if isKept { made[image.request] = copy }
    }

    /// Receives a rendered picture.
    ///
    /// - Returns: the picture that will not be shown: `image`, or a preview that `image` replaces;
    ///   `nil` if there is none.
    mutating func receive(_ image: RenderedImage) -> RenderedImage? {
        if !image.isPreview { reported.removeAll { $0 == image.request } }
        if frame?.isOf(image.request) == true { return frame?.receive(image) }
        keep(image)
        return kept.contains(image.request) ? nil : image
    }
}

/// A frame being rendered: one picture, two side by side, or the strips that a pan uncovers.
///
/// The frame is drawn once all of its pictures have arrived, so that the pictures move together.
struct FrameJob {
    /// The requests of the frame's pictures, the left one first.
    let requests: [ImageRequest]
    /// The scene for which the pictures were chosen; `nil` if the pictures may belong to any scene.
    private let scene: PhotoScene?
    /// The scroll that leaves only strips of the picture to be rendered; `nil` if the whole picture
    /// is rendered.
    private var scroll: PictureScroll?
    /// The requests of the strips of the scroll.
    private let strips: [ImageRequest]
    private var made: [ImageRequest: RenderedImage] = [:]
    /// True if a picture has arrived and is not drawn yet.
    private var hasNew = false
    private var hasEnded = false

    /// Creates the job; the whole picture is rendered if a strip would show nothing of the photo.
    init(
        _ requests: [ImageRequest], for scene: PhotoScene? = nil, after scroll: PictureScroll? = nil
    ) {
        self.requests = requests
        self.scene = scene
        let areas = scroll?.strips.map(\.area) ?? []
        strips = areas.compactMap { requests.first?.strip($0) }
        self.scroll = strips.count == areas.count ? scroll : nil
    }

    /// The requests that have not been rendered yet.
    var missing: [ImageRequest] {
        hasEnded ? [] : (scroll == nil ? requests : strips).filter { made[$0]?.isPreview ?? true }
    }

    /// True if a picture is a preview, so that a newer frame may replace this frame.
    var hasPreview: Bool { made.values.contains(where: \.isPreview) }

    /// True if nothing more of the frame will arrive or be drawn.
    var isOver: Bool { missing.isEmpty && !hasNew }

    /// All pictures of the frame, if they are rendered and some were not drawn yet; otherwise
    /// `nil`.
    var ready: [RenderedImage]? {
        let images = requests.compactMap { made[$0] }
        return hasNew && images.count == requests.count ? images : nil
    }

    /// Returns true if the frame can be drawn, and was chosen for this scene.
    func isReady(for scene: PhotoScene) -> Bool { self.scene === scene && ready != nil }

    func isOf(_ request: ImageRequest) -> Bool {
        requests.contains(request) || scroll != nil && strips.contains(request)
    }

    mutating func pop() -> [RenderedImage]? {
        let images = ready
        if images != nil { hasNew = false }
        return images
    }

    /// Ends the frame, because no more pictures will arrive.
    mutating func end() { hasEnded = true }

    /// Receives a rendered picture.
    ///
    /// - Returns: the undrawn preview that the picture replaces; `nil` if there is none.
    mutating func receive(_ image: RenderedImage) -> RenderedImage? {
        guard let scroll, strips.contains(image.request) else { return add(image) }
        // A coarse strip of a photo that is still being read would show a seam, so the whole
        // picture is rendered.
        guard !image.isPreview else {
            self.scroll = nil
            return nil
        }
        made[image.request] = image
        return picture(after: scroll).flatMap { add($0) }
    }

    private mutating func add(_ image: RenderedImage) -> RenderedImage? {
        scroll = nil
        let old = hasNew ? made[image.request] : nil
        made[image.request] = image
        hasNew = true
        return old
    }

    /// Returns the picture of a scroll; `nil` until all strips of the scroll are rendered.
    private func picture(after scroll: PictureScroll) -> RenderedImage? {
        let made = strips.compactMap { self.made[$0] }
        let strings = made.compactMap { strip -> [SixelStrings.Part]? in
            switch strip.image {
            case .string(let bytes): [SixelStrings.Part(row: 0, bytes: bytes)]
            case .strings(let parts): parts
            case .scrolled, .cells, .stored: nil
            }
        }
        guard let view = requests.first, strings.count == strips.count else { return nil }
        return RenderedImage(
            request: view, image: .scrolled(scroll, strips: strings), isPreview: false,
            cost: PictureCost(of: made.map(\.cost)))
    }
}
