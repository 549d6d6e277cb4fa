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
    var making = PictureMaking()

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

    /// Has a part of a photo made.
    mutating func make(_ request: ImageRequest) {
        making.request = request
        flow.request()
        making.scrolled = nil
        making.hasDraft = false
        overlay.asked(request, at: flow.now)
    }

    /// Receives a part of a photo.
    mutating func receive(_ image: RenderedImage) {
        if making.receiveStrip(image) { return }
        guard image.request == making.request else { return medium.discard(image) }
        discardMade()
        making.image = image
        making.hasDraft = image.isDraft
        if !image.isDraft { making.request = nil }
    }

    /// Deletes a picture that will not be sent, and its shared memory.
    mutating func discardMade() {
        if let image = making.image { medium.discard(image) }
        making.image = nil
    }

    mutating func cancel(_ request: ImageRequest) {
        guard making.isOf(request) else { return }
        if let upload = request.upload { driver.store?.abandoned(upload) }
        making.request = nil
        making.scrolled = nil
    }

    /// Drops what has come of other photos.
    mutating func discard(allBut subjects: [ImageSubject]) {
        guard let image = making.image, !subjects.contains(image.request.subject) else { return }
        if let upload = image.request.upload { driver.store?.abandoned(upload) }
        discardMade()
    }
}

/// The part of a photo that is being made, and what has come of it.
struct PictureMaking {
    var request: ImageRequest?
    /// How it is made, if only strips of it are; `nil` if it is made whole.
    var scrolled: ScrolledFrame?
    /// Whether there was a draft of it, so that a newer request may replace it.
    var hasDraft = false
    /// What has come, and is not sent yet.
    var image: RenderedImage?

    var missing: [ImageRequest] { scrolled?.missing ?? [request].compactMap(\.self) }

    func isOf(_ other: ImageRequest) -> Bool {
        other == request || scrolled?.requests.contains(other) == true
    }

    /// - Returns: whether the picture is a strip of the frame that is being made.
    mutating func receiveStrip(_ strip: RenderedImage) -> Bool {
        guard let frame = scrolled?.received(strip) else { return false }
        scrolled = frame.isSharp ? frame : nil
        guard let image = frame.image else { return true }
        scrolled = nil
        request = nil
        self.image = image
        return true
    }
}
