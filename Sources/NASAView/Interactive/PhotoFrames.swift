internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// Photos on a terminal that stores no pictures: each frame is made and drawn, whole or in strips.
struct PhotoFrames {
    /// A frame that is displayed.
    struct Frame {
        let request: ImageRequest
        let isText: Bool
        /// Whether a better one follows: another part of it would not fit.
        let isDraft: Bool
    }

    /// The frame that is displayed; `nil` if none is, or two photos are.
    private(set) var frame: Frame? { didSet { pairOnScreen = [] } }
    /// The frame of two photos side by side that is displayed.
    private var pairOnScreen: [ImageRequest] = []

    /// Something else is displayed.
    mutating func forget() { frame = nil }

    func choice(on look: TerminalLook, _ screen: ComposedScreen) -> FrameChoice {
        FrameChoice(
            look: look, flow: screen.flow, shown: frame?.request, pair: pairOnScreen,
            drawsPixels: screen.driver.drawsPixels)
    }

    /// Shows a photo on a terminal that stores no pictures.
    mutating func show(
        _ part: ComparedPictures.Part, comparedWith other: ComparedPictures.Part?,
        on look: TerminalLook, _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        endPair(on: &screen)
        screen.dropFrame(unlessOf: [part.picture.subject])
        let request = choice(on: look, screen).request(for: part)
        dropFine(for: request, on: &screen)
        if screen.flow.isOpen,
            let image = (recall(part, on: look, &screen) ?? screen.jobs.popFrame())?.first,
            image.request.isSamePlace(as: request), mayDraw(image, on: look)
        {
            screen.jobs.keep(image)
            draw(image, at: part.picture, status: part.view.bar, on: look, &screen, &update)
        }
        ask(for: request, status: part.view.bar, on: look, &screen, &update)
        want(part, other, on: look, &screen)
    }

    /// Drops a fine frame that is made or has come when a key moves the view on: sent now, it would keep the
    /// terminal from the next keys.
    private func dropFine(for request: ImageRequest, on screen: inout ComposedScreen) {
        guard request.quality == .moving, let frame, frame.request.subject == request.subject,
            !frame.request.isFiner(than: request)
        else { return }
        guard let making = screen.jobs.frame, making.requests.first?.quality == .atRest,
            making.ready?.first.map(isScrolled) != true
        else { return }
        screen.dropFrame()
    }

    private func isScrolled(_ image: RenderedImage) -> Bool {
        if case .scrolled = image.image { true } else { false }
    }

    /// Takes the frame that there was of a photo that is compared with another: a flip makes nothing.
    private func recall(
        _ part: ComparedPictures.Part, on look: TerminalLook, _ screen: inout ComposedScreen
    ) -> [RenderedImage]? {
        let pace = screen.flow.pace(isNew: true)
        guard frame?.request.subject != part.picture.subject, pace == .fine || pace == .quick,
            let image = screen.jobs.made[choice(on: look, screen).restingRequest(for: part)]
        else { return nil }
        screen.dropFrame()
        return [image]
    }

    /// Has the frame of the other photo made while nothing else is, and keeps both.
    private func want(
        _ part: ComparedPictures.Part, _ other: ComparedPictures.Part?, on look: TerminalLook,
        _ screen: inout ComposedScreen
    ) {
        guard let other else { return screen.jobs.want([]) }
        let choice = choice(on: look, screen)
        let resting = [part, other].map(choice.restingRequest(for:))
        let isIdle = screen.jobs.frame == nil && frame?.request.quality == .atRest
        screen.jobs.want(isIdle ? [resting[1]] : [], keeping: resting)
    }

    /// Draws a frame, even one that a newer request has overtaken: while a key is held down, the newest
    /// request is always newer than the newest frame.
    private mutating func draw(
        _ image: RenderedImage, at picture: PicturePlacement, status: PhotoBar,
        on look: TerminalLook, _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        let old = screen.photoStatus
        let bytes = screen.driver.update(
            to: [picture], with: [PlacedImage(image.image, at: picture)], anew: old == nil,
            on: look.profile
        ).bytes
        let isText = if case .cells = image.image { true } else { false }
        defer { frame = Frame(request: image.request, isText: isText, isDraft: image.isDraft) }
        guard !bytes.isEmpty || old != status else { return }
        var new = FrameCommit(
            bytes, status, clearing: clearing(forText: isText, on: look, screen), on: look)
        new.isNew = frame?.request.subject != image.request.subject
        new.isScrolled = isScrolled(image)
        new.picture = DebugOverlay.Picture(subject: .frame(image.request), cost: image.cost)
        screen.show(new, status, on: look, &update)
    }

    private func clearing(
        forText isText: Bool, on look: TerminalLook, _ screen: ComposedScreen
    ) -> ClearStrategy {
        // A picture would stay over a frame that is text.
        let staysOver = isText && look.profile.keepsPicturesInCells
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

    private mutating func ask(
        for request: ImageRequest, status: PhotoBar, on look: TerminalLook,
        _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        if let frame, frame.request == request || frame.request.isFiner(than: request) {
            return screen.changeStatus(to: status, on: look, &update)
        }
        let mayMake = request.quality == .moving ? screen.flow.mayMakeNext : screen.flow.isOpen
        guard screen.jobs.isFree(for: [request]), mayMake, update.bytes.isEmpty else { return }
        let strips = scroll(to: request, on: look).flatMap { ScrolledFrame(of: request, by: $0) }
        screen.make(FrameJob([request], by: strips))
    }

    /// How the terminal gets from the displayed frame to a moving one; `nil` if that is drawn whole.
    private func scroll(to request: ImageRequest, on look: TerminalLook) -> PictureScroll? {
        guard let frame, !frame.isText, !frame.isDraft,
            request.quality == .moving || frame.request.isUnder(request),
            frame.request.isSamePlace(as: request), frame.request.version == request.version,
            frame.request.adjustments == request.adjustments,
            frame.request.part == request.part
        else { return nil }
        return look.profile.scroll(
            from: frame.request.window, to: request.window, of: request.size,
            at: look.photoCells,
            under: (frame.request.overlays.map(\.place), request.overlays.map(\.place)))
    }

    /// Strips fit only the frame that they were made for.
    private func mayDraw(_ image: RenderedImage, on look: TerminalLook) -> Bool {
        guard case .scrolled(let scroll, _) = image.image else { return true }
        return scroll == self.scroll(to: image.request, on: look)
    }

    /// Shows two photos side by side on a terminal that stores no pictures.
    mutating func show(
        _ pair: [ComparedPictures.Part], status: PhotoBar, on look: TerminalLook,
        _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        screen.dropFrame(unlessOf: pair.map(\.picture.subject))
        if screen.jobs.frame?.requests.count == 1 { screen.dropFrame() }
        screen.jobs.want([])
        let requests = pair.map(choice(on: look, screen).request(for:))
        if screen.flow.isOpen, let images = screen.jobs.popFrame(),
            zip(images, requests).allSatisfy({ $0.request.isSamePlace(as: $1) })
        {
            draw(images, at: pair.map(\.picture), status: status, on: look, &screen, &update)
        }
        ask(for: requests, status: status, on: look, &screen, &update)
    }

    private mutating func ask(
        for pair: [ImageRequest], status: PhotoBar, on look: TerminalLook,
        _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        let isShown =
            pairOnScreen.count == pair.count
            && zip(pairOnScreen, pair).allSatisfy { $0 == $1 || $0.isFiner(than: $1) }
        if isShown { screen.changeStatus(to: status, on: look, &update) }
        let mayMake =
            pair.contains { $0.quality == .moving } ? screen.flow.mayMakeNext : screen.flow.isOpen
        guard !isShown, screen.jobs.isFree(for: pair), mayMake, update.bytes.isEmpty else { return }
        screen.make(FrameJob(pair))
    }

    private mutating func draw(
        _ images: [RenderedImage], at pictures: [PicturePlacement], status: PhotoBar,
        on look: TerminalLook, _ screen: inout ComposedScreen, _ update: inout Compositor.Update
    ) {
        let old = screen.photoStatus
        // What was drawn in other cells is drawn over.
        if pairOnScreen.isEmpty { screen.driver.forget() }
        let placed = zip(images, pictures).map { PlacedImage($0.image, at: $1) }
        let bytes = screen.driver.update(
            to: pictures, with: placed, anew: old == nil, on: look.profile
        ).bytes
        let isText = images.contains { if case .cells = $0.image { true } else { false } }
        var new = FrameCommit(
            bytes, status, clearing: clearing(forText: isText, on: look, screen), on: look)
        new.isNew = pairOnScreen.isEmpty
        new.picture = images.first.map {
            DebugOverlay.Picture(
                subject: .frame($0.request), cost: PictureCost(of: images.map(\.cost)))
        }
        screen.show(new, status, on: look, &update)
        frame = nil
        // A draft is drawn again.
        pairOnScreen = images.contains(where: \.isDraft) ? [] : images.map(\.request)
    }

    /// From two photos side by side back to one: what was drawn in other cells is drawn over.
    private mutating func endPair(on screen: inout ComposedScreen) {
        let isMaking = screen.jobs.frame.map { $0.requests.count > 1 } ?? false
        guard isMaking || !pairOnScreen.isEmpty else { return }
        if isMaking { screen.dropFrame() }
        screen.driver.forget()
        pairOnScreen = []
    }
}
