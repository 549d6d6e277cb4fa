internal import Imaging
internal import PhotoPipeline
internal import Screens
package import TerminalDevice
package import TerminalProtocols

/// Photos on a terminal that stores pictures: each photo is sent once, then placed and moved.
struct StoredPictures: PictureOutput {
    let headStart = 0
    let storesFrames = true
    /// The cost of the picture that was sent last.
    private var cost: PictureCost?

    func forget() {}

    func isOvertaken(by view: ScreenView, waiting: Int, on display: Display) -> Bool { false }

    func page(of subject: ImageSubject, on display: Display) -> Int? {
        guard let placed = display.movement.placed, placed.subject == subject else { return nil }
        return placed.id.photo?.page
    }

    /// Sends the next placements of a scene, and requests the missing uploads of the visible photo,
    /// then those of the other photo of a comparison.
    mutating func show(_ scene: PhotoScene, on display: inout Display) {
        display.dropFrame(unlessOf: scene.all.map { [$0.picture.subject] })
        display.jobs.want([])
        guard display.medium.isSettled(at: display.flow.now), display.flow.isOpen else { return }
        let step =
            isMoving(to: scene, on: &display)
            ? move(to: scene, on: &display) : place(scene, on: &display)
        if let frame = step.frame { display.commit(frame) }
        render(step.missing, of: scene, on: &display)
        guard display.jobs.frame == nil, display.movement.current == nil,
            scene.context.stacksPictures, let other = scene.other
        else { return }
        render(display.missing(for: other.picture), of: scene, on: &display)
    }

    /// The frame to send for a scene, and the uploads that the scene still lacks, the most urgent
    /// first.
    private typealias Step = (frame: FrameCommit?, missing: [PictureDriver.Upload])

    /// Places the pictures of a scene, and sends the picture that has just been rendered.
    private mutating func place(_ scene: PhotoScene, on display: inout Display) -> Step {
        let (old, profile, wanted) = (display.photoBar, display.context.profile, scene.seen.picture)
        let picture = picture(of: scene, on: display)
        let made = display.jobs.frame?.ready?.first
        let image = made.flatMap { image in
            image.request.upload.flatMap { scene.part(of: $0.id) }.map { part in
                let isSeen = part.picture.id == wanted.id
                return PlacedImage(image, at: isSeen ? picture : part.picture)
            }
        }
        if let made, !made.isPreview { cost = made.cost }
        if image == nil, made != nil { display.dropFrame() }
        _ = display.jobs.popFrame()
        var bytes: [UInt8] = []
        // Clearing the screen deletes the pictures that this kind of terminal stores.
        if old == nil, profile.keepsPicturesInCells, image != nil {
            bytes = display.driver.leave(profile)
        }
        // The pictures of a page stay until the photo replaces them, unless text places the
        // pictures; that text is cleared.
        let redrawsAll =
            if case .page = display.content { profile.placeholders != nil } else { old == nil }
        let placed = display.driver.update(
            to: scene.placements(showing: picture), with: [image].compactMap(\.self),
            redrawsAll: redrawsAll, on: profile)
        display.movement.placed = scene.position.isBeside ? nil : picture
        let missing = picture.id == wanted.id ? placed.missing : display.missing(for: wanted)
        let frame = frame(
            Array(joining: [bytes, placed.bytes]), of: scene, over: placed.uncovers ? nil : old,
            on: display)
        return (frame, missing)
    }

    /// Returns the placement of the visible photo, or of the frame that has just arrived if the
    /// next frame is due but not ready.
    private func picture(of scene: PhotoScene, on display: Display) -> PicturePlacement {
        let picture = scene.seen.picture
        guard let made = display.jobs.frame?.ready?.first, !made.isPreview,
            let id = made.request.upload?.id, id.photo?.page != picture.id.photo?.page,
            id.photo?.revision == picture.id.photo?.revision,
            made.request.subject == picture.subject,
            made.request.window.photo == picture.window.photo,
            !display.missing(for: picture).isEmpty
        else { return picture }
        return PicturePlacement(
            id: id, version: picture.version, window: picture.window, size: picture.size,
            cells: picture.cells, layer: picture.layer)
    }

    /// Renders the most urgent upload, unless a frame is being rendered.
    private func render(
        _ missing: [PictureDriver.Upload], of scene: PhotoScene, on display: inout Display
    ) {
        guard let upload = missing.first, let part = scene.part(of: upload.id) else { return }
        // The photo does not wait for its overlays.
        if display.jobs.frame?.requests.first?.overlay != nil, case .photo = upload.id {
            display.dropFrame()
        }
        guard display.jobs.frame == nil else { return }
        let options = ImageOptions(
            scene.context.profile, glyphs: scene.context.glyphs, medium: display.medium.medium)
        let request = ImageRequest(
            upload, of: part.view.photo.size, options: options,
            previews: previews(for: upload, display))
        if let request { display.make(FrameJob([request])) }
    }

    /// Returns the previews to show while an upload takes long and nothing of the photo is
    /// displayed.
    ///
    /// Placeholders cannot scale a picture, so the preview is the same region in lower quality.
    private func previews(for upload: PictureDriver.Upload, _ display: Display) -> Previews {
        guard display.context.profile.placeholders == nil else {
            return display.driver.isEmpty(of: upload.id) ? .same : .none
        }
        return display.driver.standIn(for: upload).map { .other($0) } ?? .none
    }

    /// Returns a frame of placements; `nil` while a page waits for the first placements.
    ///
    /// `old` is the bar of a photo that stays until the placements arrive.
    private mutating func frame(
        _ placements: [UInt8], of scene: PhotoScene, over old: PhotoBar?, on display: Display
    ) -> FrameCommit? {
        // A page stays until its replacement is ready.
        if placements.isEmpty, case .page = display.content { return nil }
        let (bar, context) = (scene.seen.view.bar, scene.context)
        var frame =
            old.map { FrameCommit(placing: placements, bar, over: $0, on: context) }
            ?? FrameCommit(placements, bar, after: context.profile.screenClearing, on: context)
        // Panning sends less than 100 bytes, too few for a synchronized update, unless text places
        // the pictures.
        if old != nil { frame.isSynchronized = frame.isBusy && context.profile.placeholders != nil }
        frame.picture = DebugOverlay.Picture(
            context.profile.graphics, scene.seen.picture.size, cost ?? PictureCost(byteCount: 0))
        if frame.isBusy { cost?.stages = [:] }
        return frame
    }

    /// Returns true if the photo is moving to another scale, or from its tile to its final
    /// position.
    private func isMoving(to scene: PhotoScene, on display: inout Display) -> Bool {
        let picture = scene.seen.picture
        if scene.position.isBeside { display.movement.current = nil }
        if case .photo = display.content {
            if display.movement.current == nil {
                display.movement.current = display.zoomingTransition(to: picture)
            }
            if display.movement.current?.picture.id != picture.id {
                display.movement.current = nil
            }
        }
        display.endTransition()
        return display.movement.current != nil
    }

    /// Moves the photo by one step, while its missing pictures are rendered.
    private mutating func move(to scene: PhotoScene, on display: inout Display) -> Step {
        let frame = movedFrame(of: scene, on: &display)
        let isReady = display.jobs.frame?.ready != nil
        return (frame, isReady ? [] : display.missing(for: scene.seen.picture))
    }

    private mutating func movedFrame(
        of scene: PhotoScene, on display: inout Display
    ) -> FrameCommit? {
        guard case .photo(let old) = display.content,
            let step = display.movement.current?.placement(at: display.flow.now, display.cell)
        else { return display.moveOverPage(isLast: false) }
        let placed = display.driver.update(
            to: [step] + scene.overlays, with: [], redrawsAll: false, on: scene.context.profile)
        return frame(placed.bytes, of: scene, over: old, on: display)
    }
}

extension PictureDriver {
    /// The method of displaying photos on this kind of terminal.
    var pictureOutput: any PictureOutput { keepsPictures ? StoredPictures() : DrawnPictures() }
}

extension PhotoScene {
    /// Returns all placements of a terminal that stores pictures, the lowest first; `picture` is
    /// the placement of the visible photo.
    ///
    /// If pictures can be stacked, a covered photo stays in position: switching to it removes the
    /// upper photo, and switching back sends one placement.
    fileprivate func placements(showing picture: PicturePlacement) -> [PicturePlacement] {
        guard let other, position.isBeside || position == .beneath && context.stacksPictures
        else { return [picture] + overlays }
        return [other.picture, picture] + overlays
    }

    /// The overlays of the visible photo, each of which is sent once and then moved.
    ///
    /// A cell of text shows only one picture, and a terminal that stores pictures in cells cannot
    /// remove a picture. Therefore, these terminals show the map only in the bar.
    fileprivate var overlays: [PicturePlacement] {
        guard context.stacksPictures, !position.isBeside else { return [] }
        return seen.view.overlays.enumerated().compactMap {
            placement(of: $1, layer: seen.picture.layer + 1 + $0)
        }
    }

    private func placement(of overlay: PhotoOverlay, layer: Int) -> PicturePlacement? {
        let (view, offset) = (seen.view, overlay.area)
        let area = offset.intersection(PixelRect(view.viewport.screen))
        guard !area.isEmpty else { return nil }
        var content = view.content
        // Overlays of a playing animation are made from its first frame.
        if view.isPlaying { content.page = 0 }
        let region = ScaledWindow(
            photo: offset.size, scaled: offset.size, window: area.relative(to: offset.origin))
        return PicturePlacement(
            id: .overlay(content, overlay.content), version: view.photo.size.width,
            window: .region(region, at: area), size: view.viewport.screen,
            cells: context.photoCells,
            layer: layer)
    }
}

extension Display {
    /// Returns the uploads that a placement needs, the most urgent first.
    fileprivate func missing(for picture: PicturePlacement) -> [PictureDriver.Upload] {
        driver.missing(for: picture, cell: cell)
    }
}

/// The transfer of pictures to a terminal that stores them: in shared memory, in a local file, or
/// in the escape sequences.
struct KittyTransfer {
    private let shared: SharedPictures
    private(set) var medium = KittyMedium.direct
    private var probe: KittyMediumProbe?
    private var askedAt = 0

    init(_ shared: SharedPictures) { self.shared = shared }

    /// The time at which waiting for replies ends; `nil` if no reply is expected.
    var deadline: Clock.Milliseconds? {
        probe?.isComplete == false ? askedAt + Timeouts.answered : nil
    }

    /// Returns true if the medium is known.
    ///
    /// Pictures are sent directly to a terminal that does not reply; a late reply still counts.
    mutating func isSettled(at now: Clock.Milliseconds) -> Bool {
        guard let deadline else { return true }
        if now >= deadline { probe?.expire() }
        return now >= deadline
    }

    /// Returns the queries that show whether the terminal and the program share a machine; empty if
    /// the queries were already sent, or if the terminal does not store pictures.
    mutating func ask(_ profile: TerminalProfile, at now: Clock.Milliseconds) -> [UInt8] {
        guard profile.graphics.keepsPictures, self.probe == nil else { return [] }
        let probe = KittyMediumProbe(of: profile.terminal, sharing: shared)
        self.probe = probe
        askedAt = now
        return probe.bytes
    }

    /// Handles the reply to a picture command; returns false if the message does not reply to a
    /// query of this transfer.
    mutating func receive(image: Int, message: [UInt8]) -> Bool {
        guard probe?.receive(image: image, message: message) == true else { return false }
        medium = probe?.medium ?? .direct
        return true
    }

    /// Sends pictures directly from now on, because the terminal could not read a shared picture.
    mutating func sendDirectly() { medium = .direct }

    /// Returns the limits of the terminal's store, and of the pictures that are sent to it.
    func limits(in terminal: KnownTerminal) -> KittyLimits {
        var limits: KittyLimits =
            medium == .direct ? isInPieces(in: terminal) ? .pieces : .direct : .sharing
        limits.storeBytes = terminal.storeBytes
        return limits
    }

    /// Returns true if pictures are sent in pieces, because the terminal needs small pictures or
    /// reads only escape sequences; false if removing a piece would delete it from the store.
    private func isInPieces(in terminal: KnownTerminal) -> Bool {
        terminal.removal == .placement
            && (terminal.takesPicturesInPieces || probe?.knowsDirectOnly == true)
    }

    /// Deletes the shared memory of a picture that is not sent.
    func discard(_ image: RenderedImage) {
        guard case .stored(let payload, _, _) = image.image, let share = payload.share else {
            return
        }
        shared.remove(share)
    }

    /// Stops sharing; a picture that is still being rendered is sent directly if the session
    /// resumes.
    func close() { shared.close() }
    func reopen() { shared.reopen() }
}

extension KittyMediumProbe {
    /// Creates queries with test pictures in all media that a terminal may read.
    package init(of terminal: KnownTerminal, sharing shared: SharedPictures) {
        self.init(
            terminal.media.filter { $0 != .direct }.compactMap {
                shared.share($0, Self.sampleBytes) {
                    $0.initializeMemory(as: UInt8.self, repeating: 0)
                }
            })
    }
}

extension SharedPictures {
    /// Shares a picture; returns `nil` on failure.
    ///
    /// Without a shared object, the picture is sent directly.
    package func share(
        _ medium: KittyMedium, _ byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> KittyTransport? {
        do { return try create(medium, byteCount: byteCount, fill: fill) } catch { return nil }
    }
}
