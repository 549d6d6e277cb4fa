internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The pictures that are being rendered, have been rendered, and will probably be needed.
///
/// A picture that is not listed here is stale: it is no longer requested, and is discarded if it
/// arrives.
struct PictureJobs {
    /// Holds the last pages of each screen: the pictures of a list are 80 kB, of a large grid 1 MB.
    private static let historyLimitBytes = 8 << 20

    /// The frame being rendered, or waiting to be drawn.
    private(set) var frame: FrameJob?
    /// Other requests, the most urgent first: thumbnails, and pictures that will probably be
    /// needed.
    private var queue: [ImageRequest] = []
    /// Pictures that may be shown at any time: those of the queue, and others that were drawn.
    private var kept: Set<ImageRequest> = []
    private(set) var made: [ImageRequest: RenderedImage] = [:]
    /// Thumbnails of earlier pages, so that these are complete at once when the user goes back.
    private var history = LRUCache<ImageRequest, RenderedImage>(costLimit: historyLimitBytes)
    /// The unanswered requests of the last report.
    private var reported: [ImageRequest] = []

    /// True if all of the queue has been rendered.
    var isQueueMade: Bool { queue.allSatisfy { made[$0] != nil } }

    /// Returns all missing pictures, the most urgent first; `nil` if they were already reported.
    mutating func report() -> [ImageRequest]? {
        let missing = (frame?.missing ?? []) + queue.filter { made[$0] == nil }
        guard missing != reported else { return nil }
        reported = missing
        return missing
    }

    /// True if a frame may be started: none is being rendered, or a preview of another has been
    /// drawn.
    func isFree(for requests: [ImageRequest]) -> Bool {
        guard let frame else { return true }
        return frame.hasPreview && frame.ready == nil && frame.requests != requests
    }

    /// Renders a frame in place of any other.
    mutating func make(_ frame: FrameJob) { self.frame = frame }

    mutating func dropFrame() { frame = nil }

    /// Ends the frame; pictures that have already arrived are still drawn.
    mutating func endFrame() {
        frame?.end()
        if frame?.ready == nil { frame = nil }
    }

    /// Takes the pictures of the frame, to draw now; `nil` if there are none, or no new ones.
    mutating func popFrame() -> [RenderedImage]? {
        let pictures = frame?.pop()
        if frame?.isOver == true { frame = nil }
        return pictures
    }

    /// Requests other pictures besides the frame, in place of those before, and keeps some rendered
    /// ones.
    mutating func want(_ requests: [ImageRequest], keeping others: [ImageRequest] = []) {
        queue = requests
        kept = Set(requests + others)
        made = made.filter { kept.contains($0.key) }
        for request in requests where made[request] == nil {
            made[request] = history.value(for: request)
        }
    }

    /// Keeps a picture that is shown, if it may be shown again.
    mutating func keep(_ image: RenderedImage) {
        guard !image.isPreview, kept.contains(image.request) else { return }
        // Drawing it again costs only its bytes.
        made[image.request] = RenderedImage(
            request: image.request, image: image.image, isPreview: false,
            cost: PictureCost(byteCount: image.cost.byteCount, statistics: image.cost.statistics))
    }

    /// - Returns: the picture that will not be shown: this one, or a preview that it replaces.
    mutating func receive(_ image: RenderedImage) -> RenderedImage? {
        if !image.isPreview { reported.removeAll { $0 == image.request } }
        if frame?.isOf(image.request) == true { return frame?.receive(image) }
        if case .fitted(_) = image.request.window {
            history.insert(image, cost: image.image.byteCount, for: image.request)
        }
        keep(image)
        return kept.contains(image.request) ? nil : image
    }
}

/// A frame being rendered: one picture, two side by side, or the strips that a pan brings into
/// view.
///
/// It is drawn when all have arrived, so that they move together.
struct FrameJob {
    /// The left one first.
    let requests: [ImageRequest]
    private var strips: PartialFrame?
    private var made: [ImageRequest: RenderedImage] = [:]
    /// True if a picture has arrived but was not drawn.
    private var hasNew = false
    private var hasEnded = false

    init(_ requests: [ImageRequest], by strips: PartialFrame? = nil) {
        self.requests = requests
        self.strips = strips
    }

    /// The requests still to be rendered.
    var missing: [ImageRequest] {
        hasEnded ? [] : strips?.missing ?? requests.filter { made[$0]?.isPreview ?? true }
    }

    /// True if a picture is a preview, so that a newer frame may replace this one.
    var hasPreview: Bool { made.values.contains(where: \.isPreview) }

    /// True if nothing more will arrive or be drawn.
    var isOver: Bool { missing.isEmpty && !hasNew }

    /// All pictures as soon as they are rendered, and again when better ones arrive.
    var ready: [RenderedImage]? {
        let images = requests.compactMap { made[$0] }
        return hasNew && images.count == requests.count ? images : nil
    }

    func isOf(_ request: ImageRequest) -> Bool {
        requests.contains(request) || strips?.requests.contains(request) == true
    }

    mutating func pop() -> [RenderedImage]? {
        let images = ready
        if images != nil { hasNew = false }
        return images
    }

    /// Marks the frame as complete: nothing more will arrive.
    mutating func end() { hasEnded = true }

    /// - Returns: a preview that was not drawn, and will not be.
    mutating func receive(_ image: RenderedImage) -> RenderedImage? {
        if let strips = strips?.received(image) {
            self.strips = strips.isSharp && strips.image == nil ? strips : nil
            return strips.image.flatMap { add($0) }
        }
        strips = nil
        return add(image)
    }

    private mutating func add(_ image: RenderedImage) -> RenderedImage? {
        let old = hasNew ? made[image.request] : nil
        made[image.request] = image
        hasNew = true
        return old
    }
}

/// A moving frame for which only the strips that a pan brings into view are rendered.
struct PartialFrame {
    private let view: ImageRequest
    private let scroll: PictureScroll
    /// One for each strip.
    let requests: [ImageRequest]
    private var strips: [ImageRequest: RenderedImage] = [:]

    /// Creates the frame; `nil` if a strip shows nothing of the photo.
    init?(of view: ImageRequest, by scroll: PictureScroll) {
        self.view = view
        self.scroll = scroll
        requests = scroll.strips.compactMap { view.strip($0.area) }
        guard requests.count == scroll.strips.count else { return nil }
    }

    /// The strips still to be rendered.
    var missing: [ImageRequest] { requests.filter { strips[$0] == nil } }

    /// True if no strip is coarser than the frame beside it.
    ///
    /// A coarse strip of a photo that is still being read would show a seam, so the frame is
    /// rendered whole.
    var isSharp: Bool { !strips.values.contains(where: \.isPreview) }

    /// Returns the frame with one more strip; `nil` if the strip belongs to another frame.
    func received(_ strip: RenderedImage) -> PartialFrame? {
        guard requests.contains(strip.request) else { return nil }
        var copy = self
        copy.strips[strip.request] = strip
        return copy
    }

    /// The picture, once all strips are rendered.
    var image: RenderedImage? {
        let made = requests.compactMap { strips[$0] }
        let strings = made.compactMap { strip -> [SixelStrings.Part]? in
            switch strip.image {
            case .string(let bytes): [SixelStrings.Part(row: 0, bytes: bytes)]
            case .strings(let parts): parts
            case .scrolled, .cells, .stored: nil
            }
        }
        guard isSharp, strings.count == requests.count else { return nil }
        return RenderedImage(
            request: view, image: .scrolled(scroll, strips: strings), isPreview: false,
            cost: PictureCost(of: made.map(\.cost)))
    }
}
