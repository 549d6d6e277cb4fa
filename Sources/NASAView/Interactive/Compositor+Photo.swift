internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// A part of a photo on the glass: as a stream of frames, or placed from what the terminal keeps of it.
extension Compositor {
    mutating func show(
        _ picture: Scene.Picture, of photo: PhotoVersion, status: SafeText, on look: TerminalLook,
        _ step: inout Step
    ) {
        guard driver.store != nil else {
            let wish = wish(for: picture, of: photo, on: look)
            if let made, flow.isOpen {
                self.made = nil
                if made.request.isSamePlace(as: wish) {
                    draw(made, at: picture, status: status, on: look, &step)
                }
            }
            return ask(for: wish, status: status, on: look, &step)
        }
        guard medium.isSettled, flow.isOpen else { return }
        place(picture, of: photo, status: status, on: look, &step)
    }

    /// What to draw of a photo: less of it on a slow line, and nothing anew that is there already.
    private func wish(
        for picture: Scene.Picture, of photo: PhotoVersion, on look: TerminalLook
    ) -> ImageRequest {
        let pace = flow.pace(isNew: shown?.request.subject != picture.subject)
        let view = ImageRequest(
            .photo(photo.reference), version: photo.size, window: picture.window,
            size: picture.size, options: look.options, quality: pace == .fine ? .atRest : .moving,
            drafts: .same)
        if let shown, shown.request.isFiner(than: view) || pace == .words { return shown.request }
        let isCoarse = pace == .coarse || pace == .words
        return isCoarse && mayBeCoarse(look) ? view.asBlocks(cell: look.profile.cell) : view
    }

    /// Puts a frame on the glass.
    ///
    /// One that a newer wish has overtaken is shown all the same: while a key is held down, the newest
    /// wish is always newer than the newest frame.
    private mutating func draw(
        _ frame: RenderedImage, at picture: Scene.Picture, status: SafeText,
        on look: TerminalLook, _ step: inout Step
    ) {
        var old: SafeText?
        if case .photo(let status) = glass { old = status }
        let update = driver.update(
            to: [picture], with: [PlacedImage(frame.image, at: picture)], anew: old == nil,
            on: look.profile)
        defer {
            glass = .photo(status: status)
            shown = Shown(request: frame.request, isText: frame.image.isText)
        }
        let bytes = update.bytes
        guard !bytes.isEmpty || old != status else { return }
        let isFenced = isWorthFencing(look)
        step.bytes += UpdateBuilder(profile: look.profile).photo(
            bytes, status: status, clearing: clearing(for: frame, at: picture, on: look),
            fenced: isFenced)
        page.forget()
        if isFenced {
            flow.send(
                bytes.count, frame.request.quality,
                isNew: shown?.request.subject != frame.request.subject,
                assuming: look.assumedBytesPerSecond)
        }
        overlay.sent(
            overlay.strings.text(of: frame.request), frame.cost.sending(bytes.count), at: flow.now)
    }

    private func clearing(
        for frame: RenderedImage, at picture: Scene.Picture, on look: TerminalLook
    ) -> ClearStrategy {
        // A picture would stay over a frame that is text.
        let staysOver = frame.image.isText && look.profile.keepsPicturesInCells
        switch glass {
        case .photo: return staysOver && shown?.isText == false ? .everything : .nothing
        case .torn: return staysOver ? .everything : .nothing
        // Others leave the pictures of a page beside it. And tmux would show the page again where
        // another window has been.
        case .page where look.profile.passthrough != nil || look.profile.keepsPicturesInCells:
            return .everything
        case .page:
            return .surroundings(
                CellRect(
                    origin: picture.cells.origin, size: look.cells(within: picture.size)))
        case .unknown, .status: return .everything
        }
    }

    private mutating func ask(
        for wish: ImageRequest, status: SafeText, on look: TerminalLook, _ step: inout Step
    ) {
        if let shown, shown.request == wish || shown.request.isFiner(than: wish) {
            guard case .photo(let old) = glass, old != status, step.bytes.isEmpty else { return }
            step.bytes += UpdateBuilder(profile: look.profile).status(status)
            glass = .photo(status: status)
            return
        }
        guard making == nil || hasDraft && making != wish, made == nil, flow.isOpen,
            step.bytes.isEmpty
        else { return }
        make(wish)
    }

    private mutating func make(_ request: ImageRequest) {
        making = request
        hasDraft = false
        FrameLog.found.note(at: flow.now, "ask \(overlay.strings.text(of: request).string)")
    }

    /// Shows a photo from what the terminal keeps of it; a few bytes where it is there already.
    private mutating func place(
        _ picture: Scene.Picture, of photo: PhotoVersion, status: SafeText, on look: TerminalLook,
        _ step: inout Step
    ) {
        var old: SafeText?
        if case .photo(let status) = glass { old = status }
        var bytes: [UInt8] = []
        let images = made.map { [PlacedImage($0, at: picture)] } ?? []
        cost = made.flatMap { $0.isDraft ? nil : $0.cost } ?? cost
        made = nil
        // Clearing the screen frees what such a terminal keeps.
        if old == nil, look.profile.keepsPicturesInCells, !images.isEmpty {
            bytes += driver.leave(look.profile)
        }
        let isAnew = if case .page = glass { false } else { old == nil }
        let update = driver.update(to: [picture], with: images, anew: isAnew, on: look.profile)
        bytes += update.bytes
        write(
            bytes, status: status, over: update.uncovers ? nil : old, at: picture, on: look, &step)
        if making == nil, let upload = update.missing.first {
            let standIn = driver.store?.standIn(for: upload)
            make(
                ImageRequest(
                    upload.region, of: photo,
                    options: ImageOptions(
                        look.profile, glyphs: look.glyphs, medium: medium.medium),
                    drafts: standIn.map { .other($0) } ?? .none))
        }
    }

    /// Writes placements; `old` is the status line below a photo that stays until they are there.
    private mutating func write(
        _ placements: [UInt8], status: SafeText, over old: SafeText?, at picture: Scene.Picture,
        on look: TerminalLook, _ step: inout Step
    ) {
        // A page stays until there is something to see in its place.
        if placements.isEmpty, case .page = glass { return }
        let frame = UpdateBuilder(profile: look.profile)
        step.bytes +=
            old.map { frame.placing(placements, status: status, over: $0) }
            ?? frame.photo(
                placements, status: status, clearing: .everything, fenced: !placements.isEmpty)
        glass = .photo(status: status)
        page.forget()
        guard !placements.isEmpty else { return }
        flow.send(placements.count, assuming: look.assumedBytesPerSecond)
        overlay.sent(
            overlay.strings.text(of: look.profile.graphics, picture.size),
            (cost ?? PictureCost(byteCount: 0)).sending(placements.count), at: flow.now)
        cost?.stages = [:]
    }
}

// MARK: - Requests

extension Scene.Picture {
    var subject: ImageSubject {
        switch id {
        case .photo(let photo): .photo(photo)
        case .thumbnail(let request): request.subject
        }
    }
}

extension PlacedImage<Scene.PictureID> {
    /// What was made of a photo's part, which need not be the one that is seen now.
    init(_ image: RenderedImage, at picture: Scene.Picture) {
        self.init(
            image.image,
            at: Placement(
                id: picture.id, version: image.request.version?.width ?? 0,
                window: image.request.window,
                size: image.request.size, cells: picture.cells), isDraft: image.isDraft)
    }
}

extension ImageRequest {
    /// The photo that is viewed; nil for a small picture of one.
    var viewed: PhotoReference? {
        guard case .photo(let photo) = subject, case .part = window else { return nil }
        return photo
    }

    /// What a terminal that keeps pictures lacks without it.
    var upload: Compositor.Driver.Upload? {
        guard let photo = viewed, let region = window.part else { return nil }
        return Compositor.Driver.Upload(
            id: .photo(photo), version: version?.width ?? 0, region: region)
    }

    /// The same photo for the same terminal; only the view differs.
    func isSamePlace(as other: ImageRequest) -> Bool {
        guard subject == other.subject else { return false }
        // What was begun before the screen changed its size would be drawn beyond its edge.
        if options == other.options { return size == other.size }
        return options.graphics.isText || other.options.graphics.isText
    }

    /// The same picture, drawn at rest: there is nothing to draw again.
    func isFiner(than other: ImageRequest) -> Bool {
        isSamePlace(as: other) && version == other.version && window.part == other.window.part
            && quality == .atRest
    }

    /// Whether a view shows just this part of a photo.
    func isWanted(by view: ScreenView) -> Bool {
        guard quality == .atRest, case .photo(let photo, let viewport, _) = view else {
            return true
        }
        return subject == .photo(photo.reference) && window.part == viewport.window
    }
}

extension ImageWindow {
    fileprivate var part: ScaledWindow? {
        if case .part(let part, _) = self { return part }
        return nil
    }
}

extension EncodedImage {
    fileprivate var isText: Bool {
        if case .cells = self { return true }
        return false
    }
}

extension PictureCost {
    fileprivate func sending(_ byteCount: Int) -> PictureCost {
        var cost = self
        cost.byteCount = byteCount
        return cost
    }
}
