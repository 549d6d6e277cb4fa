internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The current photo on the whole screen, and the photos to step through.
struct ViewerScreen: Screen {
    let kind = ScreenKind.viewer
    enum Shown: Sendable {
        case opening(PhotoProgress?)
        case viewing(ViewerState)
        case failed(PictureFailure)
    }

    private(set) var cursor: ListCursor
    /// True if the next photo is shown at the zoom and position of this one.
    var keepsView = false
    var slides = SlideshowState()
    private(set) var shown = Shown.opening(nil)
    /// The number of stills of the current video, or of the last video viewed; 1 for a photo.
    private var stills = 1
    private var firstView = InitialView()
    /// The editor of a view's name; `nil` unless the user is typing a name.
    var naming: LineEditor?
    /// The name of a view that will be stored once the original's size is known; `nil` if there is
    /// none.
    var unkept: String?
    /// The inspector; `nil` unless pixels are inspected.
    var inspector: Inspector?
    var minimap = MinimapState()
    var adjusted: AdjustedPhotos
    var histogram = HistogramState()
    var frames = FrameTimer()
    private(set) var ahead = PreparedPhotos()
    /// The width, in pixels, of the widest copy that was requested.
    private var requestedWidth = 0
    private(set) var size: ScreenSize
    let preferences: Preferences

    init(
        _ cursor: ListCursor, _ preferences: Preferences, size: ScreenSize,
        _ adjusted: AdjustedPhotos = AdjustedPhotos()
    ) {
        self.cursor = cursor
        self.adjusted = adjusted
        self.preferences = preferences
        self.size = size
        requestedWidth = screen.width
    }

    var photo: PhotoReference { cursor.photo }
    var reference: PhotoReference? { photo }
    var listCursor: ListCursor? { cursor }
    var viewer: ViewerScreen? {
        get { self }
        set { if let newValue { self = newValue } }
    }

    var input: KeyInput {
        if slides.screensaver != nil { return .screensaver }
        return naming == nil ? .command : .text
    }

    /// True if an action needs the pixels and the size of the original.
    private var countsPixels: Bool { isInspecting || unkept != nil }

    /// The state of the photo on the screen; setting `nil` does nothing.
    var state: ViewerState? {
        get { if case .viewing(let state) = shown { state } else { nil } }
        set { if let newValue { shown = .viewing(newValue) } }
    }

    /// Requests the photo, or its original if there is an initial view, which is in the original's
    /// pixels.
    func start() -> [Effect] {
        [.photo(.open(photo, covering: cursor.view == nil ? screen.width : nil))]
    }

    func tearDown() -> [Effect] { [.photo(.abandon(photo))] }

    mutating func receive(_ event: PhotoEvent) -> [Effect] {
        switch event {
        case .prepared(let version): ahead.receive(version, of: cursor.neighbours)
        case .progressed(photo, let progress): progressed(progress)
        case .opened(photo, let opened): return show(opened)
        case .failed(photo, let failure): return failed(failure)
        case .renderFailed(photo, .decoding(.damaged(.changed)), _) where isFile, .changed(photo):
            return reread()
        case .renderFailed(photo, let failure, let revision) where shows(revision):
            renderFailed(failure)
        case .drawn(photo, let page, let status, let revision) where shows(revision):
            state?.drawn(page, status)
        case .evicted(photo, let revision) where shows(revision): return reopen()
        case .reread(photo, let opened): return replace(by: opened)
        case .notReread(photo, let failure): park(failure)
        case .inspected(photo, let closeUp):
            inspector?.receive(closeUp)
            return ask()
        case .notInspected(photo, let point):
            inspector?.fail(at: point)
            return ask()
        case .found(photo, let position):
            state?.go(to: position)
            return sharpen()
        default: break
        }
        return []
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        let (before, stopBefore) = (state?.viewport, zoomStop)
        self.size = size
        let (screen, stop) = (screen, zoomStop)
        state?.viewport.resize(to: screen)
        if stop != stopBefore, let again = firstView.movedAgain(before, stop: stop, on: size) {
            state?.viewport = again
        }
        return sharpen() + play()
    }

    /// The size of the picture area; one pixel if there is no area, so that a viewport always
    /// exists.
    private var screen: PixelSize { size.picture?.size ?? PixelSize(width: 1, height: 1) }

    var snapInterval: PixelSize {
        size.picture?.snapInterval ?? PixelSize(width: 1, height: 1)
    }

    /// The scale at which zooming stops between the screen's width and the original size; `nil`
    /// without a stop.
    var zoomStop: Double? {
        size.picture?.hasBlocks == true ? Self.stopInBlocks : nil
    }

    /// The zoom stop for block pictures.
    ///
    /// At a quarter of the size most photos are recognisable, while at the original size a screen
    /// of blocks shows only a blur.
    private static let stopInBlocks = 0.25

    mutating func move(_ move: ViewportMove) -> [Effect] {
        guard var state else {
            if case .opening = shown { firstView.typeAhead(move) }
            return []
        }
        let before = state.viewport
        state.viewport.move(move, snappingTo: snapInterval)
        self.state = state
        if !size.isAnswered { firstView.moved([move], from: before, to: state.viewport) }
        return minimap.moved(from: before, to: state.viewport) + sharpen()
    }

    /// Requests a larger version if the open one has too few pixels for the view.
    ///
    /// Also requests the original if an action needs the original's size, and the size is unknown.
    mutating func sharpen() -> [Effect] {
        guard let state, state.needsMore || (countsPixels && state.awaitsSize) else { return [] }
        self.state?.sharpening = .lookingUp
        // After a request for a copy of this width, only the original is larger.
        let needed = countsPixels ? 0 : state.neededWidth ?? 0
        let width = needed > requestedWidth ? needed : nil
        requestedWidth = max(needed, requestedWidth)
        return [.photo(.open(photo, covering: width))]
    }

    /// Shows another region of the photo, if a photo is shown.
    mutating func look(_ viewport: Viewport) -> [Effect] {
        state?.viewport = viewport
        return sharpen()
    }

    private mutating func progressed(_ progress: PhotoProgress) {
        if case .opening = shown { shown = .opening(progress) }
        state?.sharpening = progress
    }

    private mutating func show(_ opened: OpenedPhoto) -> [Effect] {
        stills = opened.still?.count ?? 1
        if let state {
            let next = state.replaced(by: opened)
            shown = .viewing(next)
            firstView.replaced(by: next.viewport)
            return sharpen() + inspectAgain(after: state) + keepUnkept()
        }
        do throws(PictureFailure) { try opened.checkPart(cursor.view?.page ?? 0) } catch {
            return failed(error)
        }
        var state = ViewerState(opened, adjusted[photo], screen: screen)
        if preferences.isAccessible { state.change { $0.togglePause() } }
        firstView.stopZooming(at: zoomStop)
        firstView.begin(&state, at: cursor.view, keepsView: keepsView, snappingTo: snapInterval)
        if size.isAnswered { firstView.forgetKeys() }
        let saving = beginPhoto(in: &state)
        shown = .viewing(state)
        return saving + (screensaver == nil ? sharpen() : []) + find() + prepareNeighbours()
            + slides.next() + play()
    }

    /// Opens the photo again, at the same view, after it was closed to make room for others.
    private mutating func reopen() -> [Effect] {
        guard let state else { return [] }
        firstView.park(state)
        shown = .opening(nil)
        return start()
    }

    private func prepareNeighbours() -> [Effect] {
        let neighbours = cursor.neighbours
        return neighbours.isEmpty ? [] : [.photo(.prepare(neighbours, covering: screen.width))]
    }

    /// Receives a failure; if a larger version fails, the smaller version stays on the screen.
    private mutating func failed(_ failure: PictureFailure) -> [Effect] {
        guard state != nil else {
            shown = .failed(failure)
            firstView.forgetKeys()
            return slides.next()
        }
        state?.sharpening = nil
        state?.sharpeningFailure = failure
        return []
    }

    /// Receives a rendering failure; if the disk has no room for the original, the photo is shown
    /// at the width of the screen.
    private mutating func renderFailed(_ failure: PictureFailure) {
        guard let state, failure.isAboutRoom, state.viewport.zoom != .fit else {
            return park(failure)
        }
        self.state?.viewport.move(.fit)
        self.state?.sharpeningFailure = failure
    }

    /// Shows a failure; the view is stored, and restored if the photo returns with the same size.
    private mutating func park(_ failure: PictureFailure) {
        if let state { firstView.park(state) }
        shown = .failed(failure)
    }

    mutating func go(by distance: Int) -> [Effect] {
        let before = photo
        return cursor.go(by: distance, stills: stills) ? leave(before) : []
    }

    /// Makes steps wait for the other photos of the folder.
    mutating func awaitNeighbours() { cursor.awaitNeighbours() }

    /// Adopts a longer or reordered list, which may contain an awaited photo.
    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] {
        let (before, ahead) = (photo, cursor.neighbours)
        if cursor.grow(to: sequence) { return leave(before) }
        return state == nil || cursor.neighbours == ahead ? [] : prepareNeighbours()
    }

    /// Shows the photo of another day instead of this one.
    mutating func step(to photo: PhotoReference) -> [Effect] {
        let before = self.photo
        cursor.step(to: photo)
        return leave(before, forOtherDay: true)
    }

    /// Steps through another list, starting with one of its photos.
    mutating func go(through other: ListCursor) -> [Effect] {
        let before = photo
        cursor = other
        return photo == before ? [] : leave(before, forOtherDay: true)
    }

    private mutating func leave(
        _ before: PhotoReference, forOtherDay isOtherDay: Bool = false
    ) -> [Effect] {
        if cursor.still == 0 { stills = 1 }
        firstView.leave(state?.viewport, forOtherDay: isOtherDay)
        shown = .opening(nil)
        requestedWidth = screen.width
        frames.cancel()
        naming = nil
        unkept = nil
        inspector = nil
        return [.photo(.abandon(before))] + start()
    }

    mutating func retry() -> [Effect] {
        if let state {
            if isFile { return reread() }
            guard let failure = state.sharpeningFailure else { return [.app(.redraw)] }
            // The disk may have room now, so the photo is read again.
            if failure.isAboutRoom { return [.photo(.reopen(photo, covering: screen.width))] }
            self.state?.sharpeningFailure = nil
            return sharpen()
        }
        shown = .opening(nil)
        return [.photo(.reopen(photo, covering: screen.width))]
    }
}

// Receives changes to a file while it is viewed.
extension ViewerScreen {
    /// True if the photo on the screen is a local file, which is read again when it changes.
    private var isFile: Bool { state?.opened.file != nil }

    /// Returns true if the photo on the screen has this revision.
    private func shows(_ revision: Int) -> Bool { state?.opened.revision == revision }

    /// Returns true if a rendered picture contains nothing new about this photo.
    func knows(
        _ photo: PhotoReference, page: Int, _ status: ImageSourceStatus, revision: Int
    ) -> Bool {
        guard photo == self.photo, shows(revision) else { return true }
        return state?.knows(page, status) ?? true
    }

    private func reread() -> [Effect] { [.photo(.reread(photo, covering: screen.width))] }

    /// Reads the rotated file; the view is restored afterwards.
    mutating func readTurned() -> [Effect] {
        if let state { firstView.park(state) }
        shown = .opening(nil)
        return reread()
    }

    /// Shows the new content of the file, at the same position if the size and the pages are the
    /// same, otherwise as a photo that has just arrived.
    private mutating func replace(by opened: OpenedPhoto) -> [Effect] {
        let old = state?.opened
        if old?.size != opened.size || old?.source.pages != opened.source.pages {
            (inspector, shown) = (nil, .opening(nil))
        }
        return show(opened)
    }
}
