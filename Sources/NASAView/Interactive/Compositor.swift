internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// What is on the glass, and how it becomes what should be: the bytes to write, and the pictures that
/// must be made for it.
struct Compositor {
    typealias Driver = GraphicsDriver<Scene.PictureID>

    /// What the glass shows.
    enum Glass {
        case unknown
        /// A photo that was broken off for a newer wish.
        case torn
        case page
        case photo(status: SafeText)
        /// A status line alone, on what was there before: the picture is long in coming.
        case status(SafeText)
    }

    /// A frame on the glass.
    struct Shown {
        let request: ImageRequest
        /// Whether it was drawn with characters.
        let isText: Bool
    }

    /// What comes of a look at what should be seen.
    struct Step {
        var bytes: [UInt8] = []
        /// Whether what has not been written yet is not to be.
        var breaksOff = false
        /// All pictures that are to be made, where that has changed; nil where it has not.
        var wanted: [ImageRequest]?
    }

    var overlay: DebugOverlay
    var flow = FlowControl()
    var driver: Driver
    var medium: PictureMedium
    var page: ComposedPage
    var glass = Glass.unknown
    /// What of a photo is drawn on the glass; nil where a terminal places what it keeps.
    var shown: Shown?
    /// The part of a photo that is being made.
    var making: ImageRequest?
    /// Whether something coarser has come of it, so that a newer wish may take its place.
    var hasDraft = false
    var made: RenderedImage?
    /// What the picture that was sent last has cost to make.
    var cost: PictureCost?
    var wanted: [ImageRequest] = []
    var waitingSince: Clock.Milliseconds?

    init(
        size: CellSize, profile: TerminalProfile, sharing shared: SharedPictures,
        _ overlay: DebugOverlay
    ) throws {
        self.overlay = overlay
        page = try ComposedPage(size: size)
        driver = GraphicsDriver(profile)
        medium = PictureMedium(shared)
    }

    /// When to look again though nothing has come.
    var deadlines: [Clock.Milliseconds] {
        let waitingEnds = waitingSince.map { $0 + Timeouts.waitingPage }
        let others = [waitingEnds, page.deadline, medium.deadline].compactMap { $0 }
        return flow.deadlines + others.filter { flow.now < $0 }
    }

    /// Something else may have drawn, or the window has changed: everything is drawn again.
    mutating func forget() {
        glass = .unknown
        shown = nil
        if driver.store == nil { made = nil }
        page.forget()
        driver.forget()
        flow.hurry()
    }

    mutating func fenceAnswered(at now: Clock.Milliseconds) {
        flow.fenceAnswered(at: now)
        overlay.arrived(at: now)
    }

    /// What the photo shown last has cost, where that is more than a decode.
    var figures: DecodeStatistics? { overlay.figures }

    mutating func toggleOverlay() { overlay.isShown.toggle() }

    /// A key was pressed, or the mouse.
    mutating func touched(at now: Clock.Milliseconds) { flow.touched(at: now) }

    /// Whether the terminal has been asked if it has worked through a frame, and has not answered.
    var isAwaitingAnswer: Bool { !flow.fence.isOpen }

    /// The terminal is somebody else's: nothing is in flight any more.
    mutating func left() { flow.left() }

    /// Deletes all pictures of ours, in the terminal and on their way.
    mutating func leave(_ profile: TerminalProfile) -> [UInt8] {
        medium.close()
        if let making { drop(making) }
        made = nil
        page.forget()
        return driver.leave(profile)
    }

    /// The terminal is ours again.
    mutating func comeBack() {
        medium.reopen()
        forget()
    }
}

// MARK: - What comes in

extension Compositor {
    /// Takes in what became of a request.
    mutating func take(_ event: ImageEvent) {
        switch event {
        case .image(let image): take(image)
        case .failed(let request, _), .closed(let request): drop(request)
        }
    }

    private mutating func take(_ image: RenderedImage) {
        if !image.isDraft { wanted.removeAll { $0 == image.request } }
        switch image.request.window {
        case .fitted: page.take(image)
        case .part: takePart(image)
        }
    }

    private mutating func takePart(_ image: RenderedImage) {
        guard image.request == making else { return medium.drop(image) }
        dropMade()
        made = image
        hasDraft = image.isDraft
        if !image.isDraft { making = nil }
    }

    /// What was made is not sent, and what was laid out for it is taken away.
    private mutating func dropMade() {
        if let made { medium.drop(made) }
        made = nil
    }

    /// Nothing will come of a request.
    private mutating func drop(_ request: ImageRequest) {
        guard request == making else { return }
        if let upload = request.upload { driver.store?.abandoned(upload) }
        making = nil
    }

    /// Calls off what is made of other photos: the next one does not wait until they are read.
    ///
    /// Behind a PNG of 14000x14000 it did, for 4.6 s; behind one on its way from the network for as
    /// long as that took.
    private mutating func callOff(allBut picture: Scene.Picture) {
        if let making, making.subject != picture.subject { drop(making) }
        guard let made, made.request.subject != picture.subject else { return }
        if let upload = made.request.upload { driver.store?.abandoned(upload) }
        dropMade()
    }

    /// Whether the terminal keeps pictures, and must be asked how they reach it.
    func mustAskForMedium(_ profile: TerminalProfile) -> Bool {
        profile.graphics.keepsPictures && !medium.hasAsked
    }

    mutating func askForMedium(at now: Clock.Milliseconds) -> [UInt8] { medium.ask(at: now) }

    /// Takes an answer to a picture command in.
    ///
    /// - Returns: false when the terminal refuses pictures for good.
    mutating func takeAnswer(
        image: Int, message: [UInt8], on profile: TerminalProfile
    ) -> Bool {
        if medium.take(image: image, message: message) {
            driver.store?.limits = medium.limits(keepsUnseen: !profile.keepsPicturesInCells)
            return true
        }
        switch driver.store?.reply(image: image, message: message) {
        case .nothing, nil: return true
        case .planAgain: page.forgetPictures()
        case .sendDirectly:
            medium.sendDirectly()
            driver.store?.limits = .direct
            page.forgetPictures()
        case .giveUp: return false
        }
        return true
    }
}

// MARK: - What is to be seen

extension Compositor {
    /// What to do so that the glass shows a view; nothing while a frame is still being written that is
    /// of use.
    ///
    /// `look` is `nil` until the terminal has said what it is, or has had its time; `waiting` are the
    /// bytes that it has not taken yet.
    mutating func update(
        to view: ScreenView, on look: TerminalLook?, waiting: Int, at now: Clock.Milliseconds
    ) -> Step {
        flow.turned(to: now, waiting: waiting)
        medium.expire(at: now)
        var step = Step()
        guard let look else { return step }
        if waiting > 0 {
            breakOff(for: view, waiting: waiting, on: look, &step)
        } else {
            if !driver.suits(look.profile) { changeDriver(for: look.profile, &step) }
            show(view, on: look, &step)
        }
        return step
    }

    /// Breaks off a fine frame that a slow line is still taking when it is no longer wanted, or when
    /// nothing would be seen of the photo for long.
    ///
    /// A moving one is never broken off: while a key is held down none would ever be whole.
    private mutating func breakOff(
        for view: ScreenView, waiting: Int, on look: TerminalLook, _ step: inout Step
    ) {
        guard flow.observe(waiting: waiting, at: flow.now), let shown = shown?.request,
            shown.quality == .atRest
        else { return }
        let isTooLong = mayBeCoarse(look) && flow.isTooLong(waiting: waiting, at: flow.now)
        guard isTooLong || !shown.isWanted(by: view) else { return }
        flow.brokeOff()
        glass = .torn
        self.shown = nil
        step.breaksOff = true
        step.bytes = ControlSequence.bytes(.endString, .endUpdate, .plain)
    }

    private mutating func changeDriver(for profile: TerminalProfile, _ step: inout Step) {
        step.bytes += driver.leave(profile)
        driver = Driver(profile)
        if let making { drop(making) }
        dropMade()
        forget()
    }

    private mutating func show(
        _ view: ScreenView, on look: TerminalLook, _ step: inout Step
    ) {
        switch view {
        case .page(let text, let pictures):
            // Back from the help one waits on: 213 of 1620 keys had no answer for 300 ms.
            if waitingSince != nil { waitingSince = flow.now - Timeouts.waitingPage }
            show(Scene(text, pictures, on: look), on: look, &step)
        case .waiting(let text, let pictures):
            let since = waitingSince ?? flow.now
            waitingSince = since
            guard flow.now >= since + Timeouts.waitingPage else { return }
            show(Scene(text, pictures, on: look), on: look, &step)
        case .photo(let photo, let viewport, let status):
            let status = overlay.text ?? status
            if let scene = Scene(photo, viewport, status: status, on: look) {
                show(scene, on: look, &step)
            }
            showStatusAlone(status, on: look, &step)
        }
    }

    private mutating func show(
        _ scene: Scene, on look: TerminalLook, _ step: inout Step
    ) {
        var missing: [ImageRequest] = []
        switch scene.text {
        case .page(let text):
            missing = page.want(scene.pictures)
            write(text, on: look, &step)
        case .status(let status):
            guard let photo = scene.photo, let picture = scene.pictures.first else { return }
            callOff(allBut: picture)
            show(picture, of: photo, status: status, on: look, &step)
        }
        let wanted = [making].compactMap { $0 } + missing
        if wanted != self.wanted { step.wanted = wanted }
        self.wanted = wanted
    }

    private mutating func write(_ text: TextPage, on look: TerminalLook, _ step: inout Step) {
        guard let next = page.step(to: text, on: look, by: &driver, flow) else { return }
        let isFenced = next.isFrame && isWorthFencing(look)
        step.bytes += UpdateBuilder(profile: look.profile).frame(next.bytes, fenced: isFenced)
        if isFenced { flow.send(next.bytes.count, assuming: look.assumedBytesPerSecond) }
        glass = .page
        shown = nil
    }

    /// A terminal that has not answered the probe is not asked after every frame as well.
    func isWorthFencing(_ look: TerminalLook) -> Bool {
        look.isAnswering && flow.fence.isWorthAsking
    }

    /// tmux does not send blocks that it believes on the screen, under a picture it knows nothing of.
    func mayBeCoarse(_ look: TerminalLook) -> Bool {
        driver.drawsPixels && look.profile.passage == nil
    }

    /// A picture that is long in coming, for whatever reason, does not keep the line below it away.
    private mutating func showStatusAlone(
        _ status: SafeText, on look: TerminalLook, _ step: inout Step
    ) {
        var isDue = false
        switch glass {
        case .unknown:
            let since = waitingSince ?? flow.now
            waitingSince = since
            isDue = flow.now >= since + Timeouts.waitingPage
        case .status(let shown):
            waitingSince = nil
            isDue = shown != status
        case .torn, .page, .photo: waitingSince = nil
        }
        guard isDue, step.bytes.isEmpty else { return }
        step.bytes += UpdateBuilder(profile: look.profile).status(status)
        glass = .status(status)
    }
}

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
        case .page where look.profile.passage != nil || look.profile.keepsPicturesInCells:
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
