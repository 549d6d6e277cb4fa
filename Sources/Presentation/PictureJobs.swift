internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The one book of pictures: which are being made, which have been made, and what is made ahead.
///
/// A picture is stale if nothing here names it: it is no longer asked for, and is not kept if it comes.
struct PictureJobs {
    /// The last pages of each screen: the pictures of a list are 80 kB, of a large grid 1 MB.
    private static let historyLimitBytes = 8 << 20

    /// The frame in progress: it is being made, or waits to be drawn.
    private(set) var frame: FrameJob?
    /// Other requests, the most urgent first: thumbnails, and pictures that are likely to come next.
    private var queue: [ImageRequest] = []
    /// Pictures that may be shown at any time: those of the queue, and others that were drawn.
    private var kept: Set<ImageRequest> = []
    private(set) var made: [ImageRequest: RenderedImage] = [:]
    /// Thumbnails of earlier pages, which are complete at once when the user goes back.
    private var history = LRUCache<ImageRequest, RenderedImage>(costLimit: historyLimitBytes)
    /// The requests of the last report that have not been answered.
    private var reported: [ImageRequest] = []

    /// Whether all of the queue has been made.
    var isQueueMade: Bool { queue.allSatisfy { made[$0] != nil } }

    /// All that is missing, the most urgent first; `nil` if that was reported already.
    mutating func report() -> [ImageRequest]? {
        let missing = (frame?.missing ?? []) + queue.filter { made[$0] == nil }
        guard missing != reported else { return nil }
        reported = missing
        return missing
    }

    /// Whether a frame may be begun: none is being made, or a draft of another has been drawn.
    func isFree(for requests: [ImageRequest]) -> Bool {
        guard let frame else { return true }
        return frame.hasDraft && frame.ready == nil && frame.requests != requests
    }

    /// Has a frame made in place of any other.
    mutating func make(_ frame: FrameJob) { self.frame = frame }

    /// Drops the frame.
    mutating func dropFrame() { frame = nil }

    /// Nothing more comes of the frame; what has come of it is drawn all the same.
    mutating func endFrame() {
        frame?.end()
        if frame?.ready == nil { frame = nil }
    }

    /// The pictures of the frame, to be drawn now; `nil` if there are none, or no new ones.
    mutating func popFrame() -> [RenderedImage]? {
        let pictures = frame?.pop()
        if frame?.isOver == true { frame = nil }
        return pictures
    }

    /// Wants other pictures besides the frame, in place of those before, and keeps some that were made.
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
        guard !image.isDraft, kept.contains(image.request) else { return }
        // Drawing it again costs its bytes alone.
        made[image.request] = RenderedImage(
            request: image.request, image: image.image, isDraft: false,
            cost: PictureCost(byteCount: image.cost.byteCount, figures: image.cost.figures))
    }

    /// - Returns: what will not be shown: the picture, or a draft that it replaces.
    mutating func receive(_ image: RenderedImage) -> RenderedImage? {
        if !image.isDraft { reported.removeAll { $0 == image.request } }
        if frame?.isOf(image.request) == true { return frame?.receive(image) }
        if case .fitted(_) = image.request.window {
            history.insert(image, cost: image.image.byteCount, for: image.request)
        }
        keep(image)
        return kept.contains(image.request) ? nil : image
    }
}

/// A frame that is being made: of one picture, of two side by side, or of the strips that a pan brings
/// into view.
///
/// It is drawn when all have come, so that they move together.
struct FrameJob {
    /// The left one first.
    let requests: [ImageRequest]
    private var strips: ScrolledFrame?
    private var made: [ImageRequest: RenderedImage] = [:]
    /// Whether any has come that was not drawn.
    private var hasNew = false
    private var hasEnded = false

    init(_ requests: [ImageRequest], by strips: ScrolledFrame? = nil) {
        self.requests = requests
        self.strips = strips
    }

    /// Those that have not come.
    var missing: [ImageRequest] {
        hasEnded ? [] : strips?.missing ?? requests.filter { made[$0]?.isDraft ?? true }
    }

    /// Whether a picture is a draft, so that a newer frame may replace this one.
    var hasDraft: Bool { made.values.contains(where: \.isDraft) }

    /// Whether all was drawn that will come.
    var isOver: Bool { missing.isEmpty && !hasNew }

    /// All pictures, once they are there, and again when better ones have come.
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

    /// Nothing more will come.
    mutating func end() { hasEnded = true }

    /// - Returns: a draft that was not drawn, and will not be.
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

/// A moving frame of which only the strips are made that a pan brings into view.
struct ScrolledFrame {
    private let view: ImageRequest
    private let scroll: PictureScroll
    /// One for each strip.
    let requests: [ImageRequest]
    private var strips: [ImageRequest: RenderedImage] = [:]

    /// `nil` if a strip has nothing of the photo.
    init?(of view: ImageRequest, by scroll: PictureScroll) {
        self.view = view
        self.scroll = scroll
        requests = scroll.strips.compactMap { view.strip($0.area) }
        guard requests.count == scroll.strips.count else { return nil }
    }

    /// The strips that have not come yet.
    var missing: [ImageRequest] { requests.filter { strips[$0] == nil } }

    /// Whether no strip is coarser than what it is to be drawn beside.
    ///
    /// One of a photo that is still being read would show a seam: the frame is made whole then.
    var isSharp: Bool { !strips.values.contains(where: \.isDraft) }

    /// The frame with one more strip; `nil` if that is not one of its own.
    func received(_ strip: RenderedImage) -> ScrolledFrame? {
        guard requests.contains(strip.request) else { return nil }
        var copy = self
        copy.strips[strip.request] = strip
        return copy
    }

    /// The picture, once all strips are there.
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
            request: view, image: .scrolled(scroll, strips: strings), isDraft: false,
            cost: PictureCost(of: made.map(\.cost)))
    }
}
