internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// Photos on a terminal that stores no pictures: each frame is drawn, whole or in strips.
///
/// A frame has one picture, or two side by side, the left one first.
struct DrawnPictures: PictureOutput {
    /// A frame that is displayed.
    private struct Frame {
        let requests: [ImageRequest]
        let cells: [CellRect]
        let isText: Bool
        /// True if a better frame follows; another region of this quality would not match it.
        let isPreview: Bool

        var subjects: [ImageSubject] { requests.map(\.subject) }
    }

    /// The frame that is displayed; `nil` if none is.
    private var frame: Frame?
    /// The requested frame.
    private var wanted: [ImageRequest] = []

    mutating func forget() { frame = nil }

    func page(of subject: ImageSubject, on display: Display) -> Int? {
        frame?.requests.first { $0.subject == subject }?.page
    }

    /// Never true of a moving frame: while a key is held down, none would be completed.
    func isOvertaken(
        by view: ScreenView, waiting: Int, on context: RenderContext, _ display: Display
    ) -> Bool {
        guard let requests = frame?.requests, requests.first?.quality == .atRest
        else { return false }
        let isTooLong =
            choice(on: context, display).mayBeCoarse
            && display.flow.isTooLong(waiting: waiting)
        return isTooLong || !requests.contains { $0.isWanted(by: view) }
    }

    mutating func show(
        _ scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> FrameCommit? {
        let (parts, bar) = (scene.drawn, scene.seen.view.bar)
        display.dropFrame(unlessOf: [parts.map(\.picture.subject)])
        let requests = choice(on: context, display).requests(for: parts)
        wanted = requests
        dropFine(for: requests, on: &display)
        var commit: FrameCommit?
        if let images = popFrame(of: parts, for: requests, on: context, &display) {
            for image in images { display.jobs.keep(image) }
            commit = draw(images, at: parts.map(\.picture), bar, on: context, &display)
        }
        let isNewBar = commit == nil && display.photoBar.map { $0 != bar } == true
        return isNewBar && isShown(requests) ? FrameCommit(bar, on: context) : commit
    }

    func missing(
        for scene: PhotoScene, on context: RenderContext, _ display: inout Display
    ) -> FrameJob? {
        let isMoving = wanted.contains { $0.quality == .moving }
        let mayMake =
            !isShown(wanted) && display.jobs.isFree(for: wanted) && display.output.isEmpty
            && (isMoving ? display.flow.mayMakeNext : display.flow.isOpen)
        let job = mayMake ? FrameJob(wanted, by: strips(of: wanted, on: context)) : nil
        want(scene, besides: job, on: context, &display)
        return job
    }

    private func choice(on context: RenderContext, _ display: Display) -> FrameQualityPolicy {
        FrameQualityPolicy(
            context: context, flow: display.flow, shown: frame?.requests ?? [],
            drawsPixels: display.driver.drawsPixels)
    }

    private func isShown(_ requests: [ImageRequest]) -> Bool {
        frame?.requests.match(requests) { $0 == $1 || $0.isFiner(than: $1) } == true
    }

    /// Drops a fine frame when a key moves the view on: sent now, it would delay the terminal's
    /// next keys.
    private func dropFine(for requests: [ImageRequest], on display: inout Display) {
        guard requests.contains(where: { $0.quality == .moving }), let frame,
            frame.subjects == requests.map(\.subject),
            !frame.requests.match(requests, by: { $0.isFiner(than: $1) }),
            let making = display.jobs.frame, making.requests.first?.quality == .atRest,
            making.ready?.first?.isScrolled != true
        else { return }
        display.dropFrame()
    }

    /// Takes the rendered frame; drops one that no longer matches the position or the displayed
    /// frame.
    private func popFrame(
        of parts: [PhotoScene.Part], for requests: [ImageRequest], on context: RenderContext,
        _ display: inout Display
    ) -> [RenderedImage]? {
        guard display.flow.isOpen,
            let images = recall(parts, on: context, &display) ?? display.jobs.popFrame()
        else { return nil }
        let fits = images.map(\.request).match(requests) { $0.isSamePlace(as: $1) }
        return fits && mayDraw(images, on: context) ? images : nil
    }

    /// Returns the previous frame of a compared photo, so that a flip renders nothing.
    private func recall(
        _ parts: [PhotoScene.Part], on context: RenderContext, _ display: inout Display
    ) -> [RenderedImage]? {
        let pace = display.flow.pace(isNew: true)
        guard frame?.subjects != parts.map(\.picture.subject), pace == .fine || pace == .quick
        else { return nil }
        let resting = parts.map(choice(on: context, display).restingRequest(for:))
        let images = resting.compactMap { display.jobs.made[$0] }
        guard images.count == resting.count else { return nil }
        display.dropFrame()
        return images
    }

    /// Renders the hidden photo of a comparison while nothing else is being rendered, and keeps
    /// both.
    private func want(
        _ scene: PhotoScene, besides job: FrameJob?, on context: RenderContext,
        _ display: inout Display
    ) {
        guard let hidden = scene.hidden else { return display.jobs.want([]) }
        let choice = choice(on: context, display)
        let resting = [hidden, scene.seen].map(choice.restingRequest(for:))
        let isIdle =
            job == nil && display.jobs.frame == nil && frame?.requests.first?.quality == .atRest
        display.jobs.want(isIdle ? Array(resting.prefix(1)) : [], keeping: resting)
    }

    /// Draws a frame, even an outdated one: while a key is held down, the newest request is always
    /// newer than the newest frame.
    private mutating func draw(
        _ images: [RenderedImage], at pictures: [PicturePlacement], _ bar: PhotoBar,
        on context: RenderContext, _ display: inout Display
    ) -> FrameCommit? {
        let old = display.photoBar
        let new = Frame(
            requests: images.map(\.request), cells: pictures.map(\.cells),
            isText: images.contains(where: \.isText), isPreview: images.contains(where: \.isPreview)
        )
        // Drawing in other cells overwrites their contents.
        if frame?.cells != new.cells { display.driver.forget() }
        let bytes = display.driver.update(
            to: pictures, with: zip(images, pictures).map { PlacedImage($0.image, at: $1) },
            anew: old == nil, on: context.profile
        ).bytes
        defer { frame = new }
        guard !bytes.isEmpty || old != bar else { return nil }
        var commit = FrameCommit(
            bytes, bar, clearing: clearing(for: new, on: context, display), on: context)
        commit.isNew = frame?.subjects != new.subjects
        commit.isScrolled = images.contains(where: \.isScrolled)
        commit.picture = DebugOverlay.Picture(images)
        return commit
    }

    private func clearing(
        for new: Frame, on context: RenderContext, _ display: Display
    ) -> ClearStrategy {
        // A picture would stay over a frame of text.
        let staysOver = new.isText && context.profile.keepsPicturesInCells
        switch display.content {
        case .photo: return staysOver && frame?.isText == false ? .everything : .nothing
        case .torn: return staysOver ? .everything : .nothing
        // Other strategies leave a page's pictures beside the photo, and tmux would show the page
        // again after another window.
        case .page where context.profile.passthrough != nil || context.profile.keepsPicturesInCells:
            return .everything
        case .page: return .surroundings(context.coveredCells, links: display.page.linkedCells)
        case .unknown, .bar: return .everything
        }
    }

    private func strips(of requests: [ImageRequest], on context: RenderContext) -> PartialFrame? {
        scroll(to: requests, on: context).flatMap { PartialFrame(of: requests[0], by: $0) }
    }

    /// Returns how to scroll from the displayed frame to a moving one; `nil` to draw it whole.
    private func scroll(to requests: [ImageRequest], on context: RenderContext) -> PictureScroll? {
        guard let frame, !frame.isText, !frame.isPreview,
            frame.requests.count == 1, requests.count == 1, let old = frame.requests.first,
            let new = requests.first, new.quality == .moving || old.isUnder(new),
            old.isSamePlace(as: new), old.version == new.version,
            old.adjustments == new.adjustments, old.page == new.page
        else { return nil }
        return context.profile.scroll(
            from: old.window, to: new.window, of: new.size, at: context.photoCells,
            under: (old.overlays.map(\.place), new.overlays.map(\.place)))
    }

    /// Strips fit only the frame that they were made for.
    private func mayDraw(_ images: [RenderedImage], on context: RenderContext) -> Bool {
        guard case .scrolled(let scroll, _) = images.first?.image else { return true }
        return scroll == self.scroll(to: images.map(\.request), on: context)
    }
}

extension [ImageRequest] {
    /// True if both have the same count and each pair meets a condition.
    func match(_ others: [ImageRequest], by isMet: (ImageRequest, ImageRequest) -> Bool) -> Bool {
        count == others.count && zip(self, others).allSatisfy(isMet)
    }
}

extension ImageRequest {
    /// True if it is a frame at rest that differs from another only in its overlays, which are then
    /// drawn alone.
    fileprivate func isUnder(_ other: ImageRequest) -> Bool {
        quality == .atRest && other.quality == .atRest && window == other.window
            && options == other.options && overlays != other.overlays
    }
}

extension RenderedImage {
    fileprivate var isText: Bool { if case .cells = image { true } else { false } }
    fileprivate var isScrolled: Bool { if case .scrolled = image { true } else { false } }
}
