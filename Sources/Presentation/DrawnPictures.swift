internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// Photos on a terminal that does not store pictures: each frame is drawn, completely or in strips.
///
/// A frame has one picture, or two side by side, the left one first.
struct DrawnPictures: PictureOutput {
    /// A displayed frame.
    private struct Frame {
        let requests: [ImageRequest]
        let cells: [CellRect]
        let isText: Bool
        /// True if a better frame follows; this frame's quality would not match a region drawn
        /// beside it.
        let isPreview: Bool

        var subjects: [ImageSubject] { requests.map(\.subject) }
        var isAtRest: Bool { requests.first?.quality == .atRest }
    }

    let headStart = Timeouts.waitingPicture
    let storesFrames = false
    /// The displayed frame; `nil` if no photo is displayed.
    private var frame: Frame?

    mutating func forget() { frame = nil }

    func page(of subject: ImageSubject, on display: Display) -> Int? {
        frame?.requests.first { $0.subject == subject }?.page
    }

    /// Returns false for a moving frame: otherwise, no moving frame would be completed while a key
    /// is held down.
    func isOvertaken(by view: ScreenView, waiting: Int, on display: Display) -> Bool {
        guard let frame, frame.isAtRest else { return false }
        let isTooLong = mayBeCoarse(on: display) && display.flow.isTooLong(waiting: waiting)
        return isTooLong || !frame.requests.contains { $0.isWanted(by: view) }
    }

    mutating func show(_ scene: PhotoScene, on display: inout Display) {
        let (parts, bar) = (scene.drawn, scene.seen.view.bar)
        display.dropFrame(unlessOf: [parts.map(\.picture.subject)])
        let ready = display.jobs.frame.flatMap { $0.isReady(for: scene) ? $0.requests : nil }
        let wanted = ready ?? requests(for: parts, on: display)
        if ready == nil, wanted != shown { dropFine(for: wanted, on: &display) }
        var commit: FrameCommit?
        if let images = popFrame(of: parts, for: wanted, on: &display) {
            commit = draw(images, at: parts.map(\.picture), bar, on: &display)
            // If these pixels are already displayed, the next step follows at once.
            guard commit != nil else { return show(scene, on: &display) }
        } else if wanted == shown, display.photoBar.map({ $0 != bar }) == true {
            commit = FrameCommit(bar, on: scene.context)
        }
        if let commit { display.commit(commit) }
        if wanted != shown, mayMake(wanted, on: display) {
            display.make(FrameJob(wanted, for: scene, after: scroll(to: wanted, on: scene.context)))
        }
        renderAhead(scene, on: &display)
    }

    private func mayMake(_ wanted: [ImageRequest], on display: Display) -> Bool {
        let isMoving = wanted.contains { $0.quality == .moving }
        return display.jobs.isFree(for: wanted) && display.output.isEmpty
            && (isMoving ? display.flow.mayMakeNext : display.flow.isOpen)
    }

    /// Discards a fine frame when a key moves the view; sent now, the frame would delay the next
    /// keys.
    private func dropFine(for wanted: [ImageRequest], on display: inout Display) {
        guard wanted.contains(where: { $0.quality == .moving }),
            frame?.subjects == wanted.map(\.subject),
            let making = display.jobs.frame, making.requests.first?.quality == .atRest,
            making.ready?.first?.isScrolled != true
        else { return }
        display.dropFrame()
    }

    /// Removes and returns the rendered frame; `nil` if no frame can be drawn now.
    ///
    /// A frame that no longer matches the photos or the displayed frame is discarded.
    private func popFrame(
        of parts: [PhotoScene.Part], for requests: [ImageRequest], on display: inout Display
    ) -> [RenderedImage]? {
        guard display.flow.isOpen,
            let images = recall(parts, on: &display) ?? display.jobs.popFrame()
        else { return nil }
        let fits = images.map(\.request).match(requests) { $0.isSamePlace(as: $1) }
        return fits && mayDraw(images, on: display.context) ? images : nil
    }

    /// Returns the frame of a photo that was rendered in advance or shown before; `nil` if there is
    /// no such frame, if the photo is already displayed, or on a slow line.
    private func recall(
        _ parts: [PhotoScene.Part], on display: inout Display
    ) -> [RenderedImage]? {
        let pace = display.flow.pace(isNew: true)
        guard frame?.subjects != parts.map(\.picture.subject), pace == .fine || pace == .quick
        else { return nil }
        let resting = parts.map { restingRequest(for: $0, on: display) }
        let images = resting.compactMap { display.jobs.picture(for: $0) }
        guard images.count == resting.count else { return nil }
        display.dropFrame()
        return images
    }

    /// Renders the photo that is likely to be viewed next while nothing else is being rendered or
    /// drawn, and keeps the pictures of that photo and of the visible photo.
    private func renderAhead(_ scene: PhotoScene, on display: inout Display) {
        guard let next = scene.next else { return display.jobs.want([]) }
        let resting = [next, scene.seen].map { restingRequest(for: $0, on: display) }
        let isDrawn = display.flow.isOpen && display.output.isEmpty
        let isIdle = display.jobs.frame == nil && frame?.isAtRest == true && isDrawn
        display.jobs.want(isIdle ? Array(resting.prefix(1)) : [], keeping: resting)
    }

    /// Draws a frame, even an outdated one, because while a key is held down each frame is
    /// outdated.
    ///
    /// - Returns: `nil` if nothing on the screen changes.
    private mutating func draw(
        _ images: [RenderedImage], at pictures: [PicturePlacement], _ bar: PhotoBar,
        on display: inout Display
    ) -> FrameCommit? {
        for image in images { display.jobs.keep(image) }
        let old = display.photoBar
        let new = Frame(
            requests: images.map(\.request), cells: pictures.map(\.cells),
            isText: images.contains(where: \.isText), isPreview: images.contains(where: \.isPreview)
        )
        // Drawing in other cells overwrites their content.
        if frame?.cells != new.cells { display.driver.forget() }
        let bytes = display.driver.update(
            to: pictures, with: zip(images, pictures).map { PlacedImage($0.image, at: $1) },
            redrawsAll: old == nil, on: display.context.profile
        ).bytes
        defer { frame = new }
        guard !bytes.isEmpty || old != bar else { return nil }
        var commit = FrameCommit(
            bytes, bar, after: erasure(for: new, on: display), on: display.context)
        commit.isNew = frame?.subjects != new.subjects
        commit.isScrolled = images.contains(where: \.isScrolled)
        commit.picture = DebugOverlay.Picture(images)
        return commit
    }

    /// Returns the bytes that erase the displayed content that a frame does not cover.
    private func erasure(for new: Frame, on display: Display) -> [UInt8] {
        let (context, profile) = (display.context, display.context.profile)
        // A picture would stay above a frame of text.
        let staysOver = new.isText && profile.keepsPicturesInCells
        switch display.content {
        case .photo where !staysOver || frame?.isText != false, .torn where !staysOver: return []
        // A page's pictures would stay beside the photo, and tmux would show the page again after
        // another window was displayed.
        case .page where !context.isPassedOn && !profile.keepsPicturesInCells:
            return context.erasure(besidePhotoAnd: display.page.linkedCells)
        case .photo, .torn, .page, .unknown, .bar: return profile.screenClearing
        }
    }

    /// Returns the scroll from the displayed frame to the next one; `nil` if the next frame must be
    /// drawn completely.
    private func scroll(to requests: [ImageRequest], on context: RenderContext) -> PictureScroll? {
        guard let frame, !frame.isText, !frame.isPreview,
            frame.requests.count == 1, requests.count == 1, let old = frame.requests.first,
            let new = requests.first, new.quality == .moving || old.isUnder(new),
            context.options.movesPictures || old.window == new.window,
            old.isSamePlace(as: new), old.version == new.version,
            old.adjustments == new.adjustments, old.page == new.page
        else { return nil }
        return context.profile.scroll(
            from: old.window, to: new.window, of: new.size, at: context.photoCells,
            under: (old.overlays.map(\.area), new.overlays.map(\.area)))
    }

    /// Returns true if the frame may be drawn: strips fit only the frame for which they were
    /// rendered.
    private func mayDraw(_ images: [RenderedImage], on context: RenderContext) -> Bool {
        guard case .scrolled(let scroll, _) = images.first?.image else { return true }
        return scroll == self.scroll(to: images.map(\.request), on: context)
    }
}

// The choice of frames to draw: with fewer bytes on a slow line, and never the displayed frame
// again.
extension DrawnPictures {
    /// The bytes per pixel of a frame with 1024 registers: five photos at 1280x720 had 0.9 to 4,
    /// 1.9 on average.
    private static let fineBytesPerPixel = 2

    /// The requests of the displayed frame: one or two; empty if no photo is displayed.
    private var shown: [ImageRequest] { frame?.requests ?? [] }

    /// Returns true if blocks may be drawn.
    ///
    /// Below a picture, tmux does not send blocks that it expects to be on the screen already.
    private func mayBeCoarse(on display: Display) -> Bool {
        display.driver.drawsPixels && !display.context.isPassedOn
    }

    /// Returns the requests to draw now, or the requests of the displayed frame if nothing is new.
    private func requests(for parts: [PhotoScene.Part], on display: Display) -> [ImageRequest] {
        let pace = pace(of: parts, display.flow)
        if pace == .words, !shown.isEmpty { return shown }
        let quality: RenderQuality = pace == .fine ? .atRest : .moving
        // The quality is reduced only if each frame is drawn in pixels.
        let isReduced = display.driver.drawsPixels && pace == .quick
        let moving = isReduced ? display.flow.rate.quality : .finest
        let views = parts.map { request(for: $0, quality, moving, on: display) }
        let finer = zip(shown, views).compactMap { $0.finer(than: $1) }
        if finer.count == max(shown.count, views.count) { return finer }
        let isCoarse = pace == .coarse || pace == .words
        return isCoarse && mayBeCoarse(on: display)
            ? views.map { $0.asBlocks(cell: display.cell) } : views
    }

    private func pace(
        of parts: [PhotoScene.Part], _ flow: FlowControl
    ) -> ThroughputEstimator.PacingStep {
        let isPlaying = parts.contains(where: \.view.isPlaying)
        let isNew = !parts.allSatisfy { part in
            shown.contains { $0.subject == part.picture.subject }
        }
        return isPlaying ? flow.line.movingPace : flow.pace(isNew: isNew)
    }

    /// Returns the request for the frame to draw once keys have stopped.
    private func restingRequest(for part: PhotoScene.Part, on display: Display) -> ImageRequest {
        request(for: part, .atRest, .finest, on: display)
    }

    private func request(
        for part: PhotoScene.Part, _ quality: RenderQuality, _ movingQuality: MovingQuality,
        on display: Display
    ) -> ImageRequest {
        let (picture, photo) = (part.picture, part.view)
        let registers = registers(for: picture, quality, on: display)
        var request = ImageRequest(
            .photo(photo.photo.reference), version: photo.photo.size,
            adjustments: photo.adjustments, window: picture.window,
            size: picture.size, options: display.context.options.limited(toRegisters: registers),
            quality: quality, movingQuality: movingQuality, previews: .same)
        request.overlays = photo.overlays
        (request.page, request.revision) = (photo.photo.page, photo.photo.revision)
        return request
    }

    /// Returns the number of palette registers: all registers of the terminal if the measured line
    /// is fast enough, otherwise the usual 256.
    ///
    /// A moving photo retains its palette, because another palette would have to be computed, and
    /// would change the colours.
    private func registers(
        for picture: PicturePlacement, _ quality: RenderQuality, on display: Display
    ) -> Int {
        let context = display.context
        guard context.options.graphics.hasPalette else { return context.options.registers }
        if quality == .moving, let old = shown.first(where: { $0.subject == picture.subject }) {
            return old.options.registers
        }
        let bytes = picture.size.area.map { $0 * Self.fineBytesPerPixel }
        let time = bytes.flatMap { display.flow.line.milliseconds(for: $0) } ?? .max
        return time <= Timeouts.fineFrame ? context.options.registers : Palette.usualLimit
    }
}

extension [ImageRequest] {
    /// Returns true if both lists have the same length and all pairs meet a condition.
    func match(_ others: [ImageRequest], by isMet: (ImageRequest, ImageRequest) -> Bool) -> Bool {
        count == others.count && zip(self, others).allSatisfy(isMet)
    }
}

extension ImageRequest {
    /// Returns true if both requests are for views of one photo on one terminal.
    fileprivate func isSamePlace(as other: ImageRequest) -> Bool {
        guard subject == other.subject, revision == other.revision else { return false }
        // A frame started before a resize would be drawn beyond the edge of the screen.
        let least = min(options.registers, other.options.registers)
        if options.limited(toRegisters: least) == other.options.limited(toRegisters: least) {
            return size == other.size
        }
        return options.graphics.isText || other.options.graphics.isText
    }

    /// Returns this request with the overlays of `other`; `nil` if this request's picture is of
    /// lower quality or of another view.
    ///
    /// Only overlays are then drawn again, and a fine frame stays fine when an overlay appears or
    /// disappears.
    fileprivate func finer(than other: ImageRequest) -> ImageRequest? {
        guard isSamePlace(as: other), version == other.version, region == other.region,
            page == other.page, adjustments == other.adjustments,
            quality == .atRest && options.registers >= other.options.registers
                || quality == .moving && other.quality == .moving && options == other.options
                    && overlays == other.overlays
        else { return nil }
        var copy = self
        copy.overlays = other.overlays
        return copy
    }

    /// Returns true if a view shows exactly the photo and region of this request, or a page; always
    /// true for a moving frame.
    fileprivate func isWanted(by view: ScreenView) -> Bool {
        guard quality == .atRest, case .photo(let view) = view else { return true }
        return subject == .photo(view.photo.reference) && page == view.photo.page
            && revision == view.photo.revision && adjustments == view.adjustments
            && region == view.viewport.window
    }

    /// The quality of a moving frame of pixels; `nil` for other frames.
    var qualityOfMoving: MovingQuality? {
        quality == .moving && !options.graphics.isText ? movingQuality : nil
    }

    private var region: ScaledWindow? {
        if case .region(let region, _) = window { return region }
        return nil
    }

    /// Returns true if both frames are at rest and differ only in their overlays, so that only the
    /// overlays are drawn.
    fileprivate func isUnder(_ other: ImageRequest) -> Bool {
        quality == .atRest && other.quality == .atRest && window == other.window
            && options == other.options && overlays != other.overlays
    }
}

extension RenderedImage {
    fileprivate var isText: Bool { if case .cells = image { true } else { false } }
    /// True if the image has only the strips that a scroll brings into view.
    var isScrolled: Bool { if case .scrolled = image { true } else { false } }
}
