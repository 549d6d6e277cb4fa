internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

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
