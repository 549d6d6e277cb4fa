internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// Photos on a terminal that stores no pictures: each frame is made and drawn, whole or in strips.
///
/// A frame has one picture, or two side by side, the left one first.
struct PhotoFrames {
    /// A frame that is displayed.
    struct Frame {
        let requests: [ImageRequest]
        let cells: [CellRect]
        let isText: Bool
        /// Whether a better one follows: another part of it would not fit.
        let isDraft: Bool

        var subjects: [ImageSubject] { requests.map(\.subject) }
    }

    /// The frame that is displayed; `nil` if none is.
    private(set) var frame: Frame?

    /// Something else is displayed.
    mutating func forget() { frame = nil }

    func choice(on look: TerminalLook, _ screen: ComposedScreen) -> FrameChoice {
        FrameChoice(
            look: look, flow: screen.flow, shown: frame?.requests ?? [],
            drawsPixels: screen.driver.drawsPixels)
    }

    mutating func show(
        _ pictures: ComparedPictures, on look: TerminalLook, _ screen: inout ComposedScreen,
        _ update: inout Compositor.Update
    ) {
        let (parts, bar) = (pictures.drawn, pictures.seen.view.bar)
        screen.dropFrame(unlessOf: [parts.map(\.picture.subject)])
        let requests = choice(on: look, screen).requests(for: parts)
        dropFine(for: requests, on: &screen)
        if screen.flow.isOpen,
            let images = recall(parts, on: look, &screen) ?? screen.jobs.popFrame(),
            images.map(\.request).match(requests, by: { $0.isSamePlace(as: $1) }),
            mayDraw(images, on: look)
        {
            for image in images { screen.jobs.keep(image) }
            draw(images, at: parts.map(\.picture), bar, on: look, &screen, &update)
        }
        ask(for: requests, bar, on: look, &screen, &update)
        want(pictures, on: look, &screen)
    }

    /// Drops a fine frame that is made or has come when a key moves the view on: sent now, it would keep the
    /// terminal from the next keys.
    private func dropFine(for requests: [ImageRequest], on screen: inout ComposedScreen) {
        guard requests.contains(where: { $0.quality == .moving }), let frame,
            frame.subjects == requests.map(\.subject),
            !frame.requests.match(requests, by: { $0.isFiner(than: $1) }),
            let making = screen.jobs.frame, making.requests.first?.quality == .atRest,
            making.ready?.first?.isScrolled != true
        else { return }
        screen.dropFrame()
    }

    /// Takes the frame that there was of a photo that is compared with another: a flip makes nothing.
    private func recall(
        _ parts: [ComparedPictures.Part], on look: TerminalLook, _ screen: inout ComposedScreen
    ) -> [RenderedImage]? {
        let pace = screen.flow.pace(isNew: true)
        guard frame?.subjects != parts.map(\.picture.subject), pace == .fine || pace == .quick
        else { return nil }
        let resting = parts.map(choice(on: look, screen).restingRequest(for:))
        let images = resting.compactMap { screen.jobs.made[$0] }
        guard images.count == resting.count else { return nil }
        screen.dropFrame()
        return images
    }

    /// Has the frame of a photo that is hidden behind the other made while nothing else is, and keeps both.
    private func want(
        _ pictures: ComparedPictures, on look: TerminalLook, _ screen: inout ComposedScreen
    ) {
        guard let hidden = pictures.hidden else { return screen.jobs.want([]) }
        let choice = choice(on: look, screen)
        let resting = [hidden, pictures.seen].map(choice.restingRequest(for:))
        let isIdle = screen.jobs.frame == nil && frame?.requests.first?.quality == .atRest
        screen.jobs.want(isIdle ? Array(resting.prefix(1)) : [], keeping: resting)
    }

    /// Draws a frame, even one that a newer request has overtaken: while a key is held down, the newest
    /// request is always newer than the newest frame.
    private mutating func draw(
        _ images: [RenderedImage], at pictures: [PicturePlacement], _ bar: PhotoBar,
        on look: TerminalLook, _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        let old = screen.photoStatus
        let new = Frame(
            requests: images.map(\.request), cells: pictures.map(\.cells),
            isText: images.contains(where: \.isText), isDraft: images.contains(where: \.isDraft))
        // What was drawn in other cells is drawn over.
        if frame?.cells != new.cells { screen.driver.forget() }
        let bytes = screen.driver.update(
            to: pictures, with: zip(images, pictures).map { PlacedImage($0.image, at: $1) },
            anew: old == nil, on: look.profile
        ).bytes
        defer { frame = new }
        guard !bytes.isEmpty || old != bar else { return }
        var commit = FrameCommit(
            bytes, bar, clearing: clearing(for: new, on: look, screen), on: look)
        commit.isNew = frame?.subjects != new.subjects
        commit.isScrolled = images.contains(where: \.isScrolled)
        commit.picture = DebugOverlay.Picture(images)
        screen.show(commit, bar, on: look, &update)
    }

    private func clearing(
        for new: Frame, on look: TerminalLook, _ screen: ComposedScreen
    ) -> ClearStrategy {
        // A picture would stay over a frame that is text.
        let staysOver = new.isText && look.profile.keepsPicturesInCells
        switch screen.content {
        case .photo: return staysOver && frame?.isText == false ? .everything : .nothing
        case .torn: return staysOver ? .everything : .nothing
        // Others leave the pictures of a page beside it; and tmux would show the page again after
        // another window.
        case .page where look.profile.passthrough != nil || look.profile.keepsPicturesInCells:
            return .everything
        case .page: return .surroundings(look.coveredCells, links: screen.page.linkedCells)
        case .unknown, .status: return .everything
        }
    }

    private func ask(
        for requests: [ImageRequest], _ bar: PhotoBar, on look: TerminalLook,
        _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        if let frame, frame.requests.match(requests, by: { $0 == $1 || $0.isFiner(than: $1) }) {
            return screen.changeStatus(to: bar, on: look, &update)
        }
        let isMoving = requests.contains { $0.quality == .moving }
        guard screen.jobs.isFree(for: requests), update.bytes.isEmpty,
            isMoving ? screen.flow.mayMakeNext : screen.flow.isOpen
        else { return }
        let strips = scroll(to: requests, on: look).flatMap {
            ScrolledFrame(of: requests[0], by: $0)
        }
        screen.make(FrameJob(requests, by: strips))
    }

    /// How the terminal gets from the displayed frame to a moving one; `nil` if that is drawn whole.
    private func scroll(to requests: [ImageRequest], on look: TerminalLook) -> PictureScroll? {
        guard let frame, !frame.isText, !frame.isDraft, frame.requests.count == 1,
            requests.count == 1, let old = frame.requests.first, let new = requests.first,
            new.quality == .moving || old.isUnder(new), old.isSamePlace(as: new),
            old.version == new.version, old.adjustments == new.adjustments, old.part == new.part
        else { return nil }
        return look.profile.scroll(
            from: old.window, to: new.window, of: new.size, at: look.photoCells,
            under: (old.overlays.map(\.place), new.overlays.map(\.place)))
    }

    /// Strips fit only the frame that they were made for.
    private func mayDraw(_ images: [RenderedImage], on look: TerminalLook) -> Bool {
        guard case .scrolled(let scroll, _) = images.first?.image else { return true }
        return scroll == self.scroll(to: images.map(\.request), on: look)
    }
}

extension [ImageRequest] {
    /// Whether there are as many of both, and each pair fulfils a condition.
    func match(_ others: [ImageRequest], by isMet: (ImageRequest, ImageRequest) -> Bool) -> Bool {
        count == others.count && zip(self, others).allSatisfy(isMet)
    }
}

extension RenderedImage {
    fileprivate var isText: Bool { if case .cells = image { true } else { false } }
    fileprivate var isScrolled: Bool { if case .scrolled = image { true } else { false } }
}
