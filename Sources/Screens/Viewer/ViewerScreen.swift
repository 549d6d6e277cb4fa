package import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// One photo on the whole screen, and the others to go to.
struct ViewerScreen: Sendable {
    private enum Shown: Sendable {
        case opening(PhotoProgress?)
        case viewing(ViewerState)
        case failed(PictureFailure)
    }

    private(set) var cursor: ListCursor
    /// Whether the next photo is shown at the zoom and position of this one.
    private(set) var keepsView = false
    private(set) var slideshow: Slideshow?
    /// Set while the slideshow is a screensaver.
    private(set) var screensaver: Screensaver?
    private var shown = Shown.opening(nil)
    /// How many stills the video has that is shown or was opened last; 1 for a photo.
    private var stills = 1
    /// The view of the photo before this one.
    private var left: Viewport?
    /// The view of this photo when it was closed to make room for others.
    private var parked: Viewport?
    /// Keys that were pressed before the photo came; they are done when it has.
    private var typedAhead: [ViewportMove] = []
    /// The name of a place that is being typed.
    private var naming: LineEditor?
    /// Set while pixels are inspected.
    private var inspector: Inspector?
    private var minimap = MinimapUse()
    /// Whether the button was pressed on the map.
    private var isDraggingMinimap = false
    private(set) var adjusted: AdjustedPhotos
    private var histogram = HistogramUse()
    /// Whether the end of a frame's time is on its way, and how many were asked for.
    private var isAwaitingFrame = false
    private var frames = 0
    private var size: ScreenSize
    private let preferences: Preferences

    init(
        _ cursor: ListCursor, _ preferences: Preferences, size: ScreenSize,
        _ adjusted: AdjustedPhotos = AdjustedPhotos()
    ) {
        self.cursor = cursor
        self.adjusted = adjusted
        self.preferences = preferences
        self.size = size
    }

    private var photo: PhotoReference { cursor.photo }

    /// The photo that is on the screen, if one is; setting `nil` does nothing.
    private var state: ViewerState? {
        get { if case .viewing(let state) = shown { state } else { nil } }
        set { if let newValue { shown = .viewing(newValue) } }
    }

    /// A place is counted in the original's pixels, so that is opened at once.
    var start: [Effect] {
        [.photo(.open(photo, covering: cursor.view == nil ? screen.width : nil))]
    }

    /// What surrounds the viewer and shows in it.
    struct Context {
        /// Replaces the status line for a while.
        let notice: Notice?
        /// Whether the key that zooms is named.
        let namesZoom: Bool
        /// Whether the bar is shown; a notice, and what the photo waits for, always are.
        let hasBar: Bool
        /// Whether there is no screen to go back to.
        let isFirst: Bool
        /// What the list says about the photo.
        var known: Photo?
    }

    func view(in context: Context) -> ScreenView {
        let strings = preferences.strings
        let layout = ViewerLayout(size: size.cells, strings: strings)
        switch shown {
        case .opening(let progress):
            // The list has a picture of the first still only.
            return layout.opening(photo, cursor.still == 0 ? context.known : nil, progress)
        case .failed(let failure):
            let name = context.known.map { strings.title(of: $0) }
            return .page(
                layout.failure(
                    strings.sentence(for: failure, of: photo), of: name ?? strings.name(of: photo),
                    cursor.place, isFirst: context.isFirst))
        case .viewing(let state):
            guard size.picture != nil else { return .page(layout.tooSmall) }
            var version = PhotoVersion(photo, state.opened)
            version.part = state.playback.part
            var view = PhotoView(version, state.seen, bar: bar(state, context))
            view.adjustments = state.adjustments
            view.overlays = overlays(on: state)
            view.isPlaying = state.isPlaying
            if inspector != nil { view.overlays += overlays(on: state.seen) }
            return .photo(view)
        }
    }

    /// How far fetching or reading the photo is, or its larger version; `nil` if that is done.
    var progress: TaskProgress? {
        switch shown {
        case .opening(let step): step.map { TaskProgress($0) } ?? .unknown
        case .failed: nil
        case .viewing(let state):
            state.sharpening.map { TaskProgress($0) } ?? state.reading
        }
    }

    /// The last line: a notice, or the status line.
    private func bar(_ state: ViewerState, _ context: Context) -> PhotoBar {
        let (strings, columns) = (preferences.strings, size.cells.columns)
        if let notice = context.notice {
            return PhotoBar([(" ", .plain), (strings.text(of: notice), .plain)], columns: columns)
        }
        if let naming {
            return NamePrompt(editor: naming, strings: strings).bar(columns: columns)
        }
        if let inspector {
            return InspectorLine(inspector: inspector, strings: strings)
                .bar(columns: columns, preferences.direction)
        }
        if let screensaver { return caption(state, screensaver) }
        guard context.hasBar || progress != nil || minimap.isShown else { return .hidden }
        let namesZoom = context.namesZoom && state.viewport.canZoom
        return StatusLine(
            state, of: photo, cursor.place, namesZoom: namesZoom,
            isFirst: context.isFirst, hasMinimap: map(of: state) != nil, strings
        ).bar(columns: columns, preferences.direction)
    }

    /// The title of the photo; `nil` while there is none.
    var title: SafeText? {
        state.map { preferences.strings.title(of: $0.opened, photo) }
    }

    /// The line below this photo and another that it is compared with; `nil` while there is none.
    func bar(
        comparing titles: (SafeText, SafeText), seesMarked: Bool, isAligning: Bool
    ) -> PhotoBar? {
        state.map { state in
            ComparisonBar(
                titles, seesMarked: seesMarked, isAligning: isAligning, state, preferences.strings
            ).bar(columns: size.cells.columns, preferences.direction)
        }
    }

    /// The title, the date and the credit of a photo in a screensaver.
    private func caption(_ state: ViewerState, _ screensaver: Screensaver) -> PhotoBar {
        guard screensaver.captionStrength > 0 else { return .hidden }
        let (strings, caption) = (preferences.strings, state.opened.caption)
        return StatusLine.caption(
            [
                strings.title(of: state.opened, photo), strings.date(of: caption),
                .line(caption.credit),
            ], columns: size.cells.columns, strength: screensaver.captionStrength,
            preferences.direction)
    }

    /// Whether there is a still of a video on the screen.
    var showsVideo: Bool { state?.opened.still != nil }

    /// Whether it waits for this photo.
    func awaits(_ reference: PhotoReference) -> Bool { state == nil && photo == reference }

    mutating func perform(_ action: Action, times: Int) -> [Effect] {
        act(action, times: times) + play()
    }

    private mutating func act(_ action: Action, times: Int) -> [Effect] {
        if let effects = performInInspector(action, times: times) { return effects }
        switch action {
        // A key that is held down goes on showing the whole photo.
        case .peek: state?.isPeeking = true
        case .keepView: keepsView.toggle()
        case .slideshow: return toggleSlideshow(seconds: times)
        case .nextPhoto: return go(by: times)
        case .previousPhoto: return go(by: -times)
        case .pauseAnimation: state?.playback.togglePause()
        case .nextPart: state?.playback.step(by: times)
        case .previousPart: state?.playback.step(by: -times)
        case .retry: return retry()
        case .minimap: if takesOverlays { minimap.isOn.toggle() }
        case .turn, .mirror: return turn(action, times: times)
        default:
            if let levels = levels(after: action, times: times) { return adjust(levels) }
            return ViewportMove(action, times: times, percent: preferences.panPercent)
                .map { move($0) } ?? []
        }
        return []
    }

    mutating func point(_ action: PointerAction, at cell: CellPosition) -> [Effect] {
        if let effects = pointOnMinimap(action, at: cell) { return effects }
        return (ViewportMove(action, percent: preferences.panPercent).map { move($0) } ?? [])
            + play()
    }

    mutating func receive(_ event: PhotoEvent) -> [Effect] {
        switch event {
        case .progressed(photo, let progress): progressed(progress)
        case .opened(photo, let opened): return show(opened)
        case .failed(photo, let failure): return failed(failure)
        case .undrawable(photo, let failure): undrawable(failure)
        case .letGo(photo): return reopen()
        case .inspected(photo, let closeUp): return receive(closeUp)
        case .notInspected(photo, let point):
            inspector?.fail(at: point)
            return ask()
        default: break
        }
        return []
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        let screen = screen
        state?.viewport.resize(to: screen)
        return sharpen() + play()
    }

    /// Ends a glance at the whole photo.
    ///
    /// - Returns: whether there was one.
    mutating func endPeek() -> Bool {
        guard state?.isPeeking == true else { return false }
        state?.isPeeking = false
        return true
    }

    /// The size of the picture area; one pixel if there is no room, to have a viewport all the same.
    private var screen: PixelSize { size.picture?.size ?? PixelSize(width: 1, height: 1) }

    private var snapInterval: PixelSize {
        size.picture?.snapInterval ?? PixelSize(width: 1, height: 1)
    }

    private mutating func move(_ move: ViewportMove) -> [Effect] {
        guard var state else {
            if case .opening = shown, typedAhead.count < Self.typedAheadLimit {
                typedAhead.append(move)
            }
            return []
        }
        let before = state.viewport
        state.viewport.move(move, snappingTo: snapInterval)
        self.state = state
        return minimap.moved(from: before, to: state.viewport) + sharpen()
    }

    /// Larger counts come from key repeat.
    private static let typedAheadLimit = 100

    /// Requests a larger version if the present one has too few pixels for the view.
    private mutating func sharpen() -> [Effect] {
        guard state?.needsMore == true else { return [] }
        state?.sharpening = .lookingUp
        return [.photo(.open(photo, covering: nil))]
    }

    /// The view of the photo; `nil` while there is none.
    var viewport: Viewport? { state?.viewport }

    /// Shows another part of the photo, if there is one.
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
            shown = .viewing(state.replaced(by: opened))
            if opened.size != state.viewport.photo { inspector = nil }
            inspector?.forget()
            return sharpen() + ask()
        }
        var state = ViewerState(opened, adjusted[photo], screen: screen)
        if let parked, parked.photo == state.viewport.photo {
            state.viewport = parked
            state.viewport.resize(to: screen)
        } else if let place = cursor.view {
            state.go(to: place)
        } else if keepsView, let left {
            state.viewport = left.applied(to: state.viewport.photo)
        }
        parked = nil
        for move in typedAhead { state.viewport.move(move, snappingTo: snapInterval) }
        typedAhead = []
        let saving = beginPhoto(in: &state)
        shown = .viewing(state)
        return saving + (screensaver == nil ? sharpen() : []) + prepareNeighbours() + nextSlide()
            + play()
    }

    /// Opens the photo again, at the same view, after it was closed to make room.
    private mutating func reopen() -> [Effect] {
        guard let state else { return [] }
        parked = state.viewport
        shown = .opening(nil)
        return start
    }

    private func prepareNeighbours() -> [Effect] {
        let neighbours = cursor.neighbours
        return neighbours.isEmpty ? [] : [.photo(.prepare(neighbours, covering: screen.width))]
    }

    /// A smaller version that is shown stays if the larger one fails.
    private mutating func failed(_ failure: PictureFailure) -> [Effect] {
        guard state != nil else {
            shown = .failed(failure)
            typedAhead = []
            return nextSlide()
        }
        state?.sharpening = nil
        state?.sharpeningFailure = failure
        return []
    }

    /// Without room on the disk there is no original, but the whole photo can still be shown.
    private mutating func undrawable(_ failure: PictureFailure) {
        guard let state, failure.isAboutRoom, state.viewport.zoom != .fit else {
            return shown = .failed(failure)
        }
        self.state?.viewport.move(.fit)
        self.state?.sharpeningFailure = failure
    }

    private mutating func go(by distance: Int) -> [Effect] {
        let before = photo
        return cursor.go(by: distance, stills: stills) ? leave(before) : []
    }

    /// More photos have come; one of them may have been waited for.
    mutating func grow(to sequence: PhotoSequence) -> [Effect] {
        let before = photo
        return cursor.grow(to: sequence) ? leave(before) : []
    }

    private mutating func leave(_ before: PhotoReference) -> [Effect] {
        if cursor.still == 0 { stills = 1 }
        left = state?.viewport ?? left
        shown = .opening(nil)
        isAwaitingFrame = false
        parked = nil
        typedAhead = []
        naming = nil
        inspector = nil
        return [.photo(.abandon(before))] + start
    }

    private mutating func retry() -> [Effect] {
        if let state {
            guard let failure = state.sharpeningFailure else { return [.redraw] }
            // There may be room by now: the photo is read again.
            if failure.isAboutRoom { return [.photo(.reopen(photo, covering: screen.width))] }
            self.state?.sharpeningFailure = nil
            return sharpen()
        }
        shown = .opening(nil)
        return [.photo(.reopen(photo, covering: screen.width))]
    }
}

// The part in view: as a file, as a place to keep, as a link.
extension ViewerScreen {
    /// The part in view as a file, at the original's size.
    var export: ExportRequest? {
        state.map { state in
            let viewport = state.viewport
            let area = viewport.area.pixels(of: viewport.photo)
            return ExportRequest(area, of: viewport.photo, photo, appliedAdjustments)
        }
    }

    /// What has been done to the photo on the screen.
    private var appliedAdjustments: ImageAdjustments { state?.adjustments ?? .none }

    /// The part in view, as a link has it behind its `#`.
    var place: ViewPlace? { state?.place }

    var isNaming: Bool { naming != nil }

    /// Asks for a name of the part in view.
    mutating func beginNaming() { naming = LineEditor() }

    /// A key while a name is typed; the view is kept under it, or under none.
    mutating func typeName(_ key: KeyPress) -> [Effect] {
        switch EditingKeys.action(for: key) {
        case .confirm:
            let name = naming?.text ?? ""
            naming = nil
            return place.map { [.archive(.keepPlace(photo, view: $0.text, name: name))] } ?? []
        case .cancel: naming = nil
        case let action?: naming?.edit(action)
        case nil:
            if case .character(let character) = key.key, key.modifiers.isSubset(of: .shift) {
                naming?.insert(String(character))
            }
        }
        return []
    }

    mutating func pasteName(_ text: String) { naming?.insert(text) }
}

// The inspector.
extension ViewerScreen {
    var isInspecting: Bool { inspector != nil }

    /// The pointer lies on a place of the picture.
    mutating func hover(at place: PixelPoint) -> [Effect] {
        guard let viewport = state?.seen else { return [] }
        inspector?.go(to: viewport.pixel(at: place), on: viewport.photo)
        return ask()
    }

    /// - Returns: whether there was an inspector.
    mutating func endInspector() -> Bool {
        defer { inspector = nil }
        return inspector != nil
    }

    /// What lies over the photo: a cross on the pixel, and the pixels around it, away from it.
    private func overlays(on viewport: Viewport) -> [PhotoOverlay] {
        guard let inspector, let closeUp = inspector.closeUp else { return [] }
        let screen = viewport.screen
        let place = viewport.place(of: inspector.point)
        let scale = min(
            Self.loupeScale,
            max(1, min(screen.width, screen.height) / (3 * PhotoCloseUp.side)))
        let loupe = LoupePicture.raster(of: closeUp, side: PhotoCloseUp.side, scale: scale)
        let isOnTheRight = place.x < screen.width / 2
        let cross = LoupePicture.crosshair(
            size: min(Self.crossSide, max(5, 2 * scale + 5)), on: closeUp.colour)
        let half = cross.size.width / 2
        return [
            PhotoOverlay(
                .picture(cross),
                at: PixelRect(
                    origin: PixelPoint(x: place.x - half, y: place.y - half), size: cross.size)),
            PhotoOverlay(
                .picture(loupe),
                at: PixelRect(
                    origin: PixelPoint(
                        x: isOnTheRight ? max(0, screen.width - loupe.size.width) : 0, y: 0),
                    size: loupe.size)),
        ]
    }

    private static let loupeScale = 8
    private static let crossSide = 21

    /// `nil` if the key has another meaning.
    private mutating func performInInspector(_ action: Action, times: Int) -> [Effect]? {
        guard let viewport = state?.viewport else { return nil }
        switch action {
        case .inspect where inspector == nil:
            let middle = PixelPoint(x: viewport.screen.width / 2, y: viewport.screen.height / 2)
            inspector = Inspector(at: .origin)
            inspector?.go(to: viewport.pixel(at: middle), on: viewport.photo)
        case .inspect:
            inspector = nil
            return []
        case .turn, .mirror:
            // Its points are those of the photo as it lay.
            inspector = nil
            return nil
        case .setPoint: inspector?.setPoint()
        case .step(let direction) where isInspecting:
            inspector?.move(direction, by: times, on: viewport.photo)
        case .page(let direction) where isInspecting:
            inspector?.move(direction, by: times * Inspector.longStep, on: viewport.photo)
        default: return nil
        }
        reveal()
        return sharpen() + ask()
    }

    /// Moves the view if the crosshair has left it.
    private mutating func reveal() {
        guard let inspector, let viewport = state?.viewport else { return }
        let place = viewport.place(of: inspector.point)
        let x = Self.shift(place.x, side: viewport.screen.width)
        let y = Self.shift(place.y, side: viewport.screen.height)
        guard x != 0 || y != 0 else { return }
        state?.viewport.move(.shift(x: x, y: y))
    }

    /// A quarter of the screen beyond the edge that was passed.
    private static func shift(_ place: Int, side: Int) -> Int {
        if place < 0 { return place - side / 4 }
        return place >= side ? place - side + 1 + side / 4 : 0
    }

    private mutating func ask() -> [Effect] {
        guard let viewport = state?.viewport, let point = inspector?.question() else { return [] }
        return [.photo(.inspect(photo, point, of: viewport.photo, appliedAdjustments))]
    }

    private mutating func receive(_ closeUp: PhotoCloseUp) -> [Effect] {
        inspector?.receive(closeUp)
        return ask()
    }
}

// The map.
extension ViewerScreen {
    /// Learns what has been done to photos elsewhere.
    mutating func learn(_ adjusted: AdjustedPhotos) { self.adjusted = adjusted }

    /// Whether the terminal shows more of a map than the bar has.
    var takesOverlays: Bool { size.picture?.takesOverlays ?? true }

    /// Whether the map has been switched on.
    var hasMinimap: Bool { minimap.isOn }

    private func map(of state: ViewerState) -> Minimap? {
        guard minimap.isShown, takesOverlays, !state.isPeeking, screensaver == nil else {
            return nil
        }
        return Minimap(state.viewport, in: size.cells, preferences.direction)
    }

    private func overlays(on state: ViewerState) -> [PhotoOverlay] {
        let diagram = histogram.overlay(
            on: state.viewport.screen, of: size.cells, preferences.direction)
        return (map(of: state)?.overlays ?? []) + [diagram].compactMap(\.self)
    }

    /// A click on the map moves the view there, and a drag that began on it.
    ///
    /// - Returns: `nil` if it is not about the map.
    private mutating func pointOnMinimap(
        _ action: PointerAction, at cell: CellPosition
    ) -> [Effect]? {
        guard var state, let map = map(of: state),
            let place = size.picture?.middle(of: cell, in: size.cells)
        else {
            return nil
        }
        switch action {
        case .clicked, .doubleClicked:
            isDraggingMinimap = map.share(at: place) != nil
        case .dragged: break
        case .wheeled, .zoomed: return nil
        }
        guard isDraggingMinimap else { return nil }
        state.viewport.centre(onShare: map.nearestShare(to: place))
        self.state = state
        return sharpen()
    }
}

// Levels, and how the photo is turned.
extension ViewerScreen {
    /// What has been done to the photo that is shown.
    var adjustments: ImageAdjustments? { state?.adjustments }

    private mutating func turn(_ action: Action, times: Int) -> [Effect] {
        guard var state else { return [] }
        for _ in 0..<(action == .turn ? times % 4 : times % 2) {
            if action == .turn { state.turn() } else { state.mirror() }
        }
        adjusted[photo] = state.adjustments
        self.state = state
        return sharpen()
    }

    /// The levels that a key leads to; `nil` if it is about something else.
    private func levels(after action: Action, times: Int) -> Levels? {
        guard let levels = state?.adjustments.levels else { return nil }
        return switch action {
        case .levels:
            (0..<times % Levels.Shape.allCases.count).reduce(levels) { levels, _ in levels.next }
        case .weakerLevels: levels.strengthened(by: -times)
        case .strongerLevels: levels.strengthened(by: times)
        case .blackPoint: levels.raisingBlack(by: times)
        case .whitePoint: levels.loweringWhite(by: times)
        case .resetLevels: Levels.none
        default: nil
        }
    }

    private mutating func adjust(_ levels: Levels) -> [Effect] {
        state?.adjustments.levels = levels
        adjusted[photo] = state?.adjustments ?? .none
        return histogram.adjusted(levels)
    }
}

extension ViewerScreen {
    /// Starts or stops a slideshow.
    private mutating func toggleSlideshow(seconds: Int) -> [Effect] {
        guard slideshow == nil else {
            slideshow = nil
            return []
        }
        slideshow = Slideshow(seconds: seconds)
        return nextSlide()
    }

    /// Requests the time for the next photo.
    private mutating func nextSlide() -> [Effect] {
        guard slideshow != nil else { return [] }
        slideshow?.number += 1
        return slideshow.map { [.wake($0.timer, after: .seconds($0.seconds))] } ?? []
    }

    /// After another screen lay over this one: the timers may have fired meanwhile.
    mutating func resume() -> [Effect] {
        isAwaitingFrame = false
        return nextSlide() + play()
    }

    /// Time for the next photo, or for a step of a screensaver.
    ///
    /// After the last photo a slideshow ends; a screensaver begins again.
    mutating func woke(_ timer: TimerRequest) -> [Effect] {
        minimap.woke(timer)
        histogram.woke(timer)
        if timer.purpose == .frame { return frameIsOver(timer) }
        guard let slideshow, timer == slideshow.timer else { return advanceScreensaver(timer) }
        self.slideshow?.number += 1
        var effects = go(by: 1)
        if effects.isEmpty, !cursor.isWaiting {
            guard screensaver != nil else {
                self.slideshow = nil
                return []
            }
            effects = go(by: -cursor.index)
        }
        return effects.isEmpty && screensaver != nil ? nextSlide() : effects
    }

    /// Asks for the end of a frame's time, unless that is on its way.
    private mutating func play() -> [Effect] {
        guard !isAwaitingFrame, let state, state.isPlaying else { return [] }
        isAwaitingFrame = true
        frames += 1
        return [.wake(TimerRequest(.frame, frames), after: state.playback.delay)]
    }

    /// The next frame of an animation, if it has not been stopped meanwhile.
    private mutating func frameIsOver(_ timer: TimerRequest) -> [Effect] {
        guard isAwaitingFrame, timer.number == frames else { return [] }
        isAwaitingFrame = false
        if state?.isPlaying == true { state?.playback.advance() }
        return play()
    }

    /// Shows one photo after the other until a key is pressed.
    mutating func beginScreensaver() {
        slideshow = Slideshow(seconds: preferences.slideshowSeconds)
        screensaver = Screensaver()
    }

    /// The photo stays.
    ///
    /// - Returns: whether there was a screensaver.
    mutating func endScreensaver() -> Bool {
        guard screensaver != nil else { return false }
        slideshow = nil
        screensaver = nil
        return true
    }

    private mutating func beginPhoto(in state: inout ViewerState) -> [Effect] {
        let moves = preferences.motion != .off && size.picture?.isPlacedFreely == true
        let seconds = slideshow?.seconds ?? preferences.slideshowSeconds
        return screensaver?.begin(&state.viewport, moves: moves, seconds: seconds) ?? []
    }

    private mutating func advanceScreensaver(_ timer: TimerRequest) -> [Effect] {
        guard var state else { return [] }
        let effects = screensaver?.woke(timer, &state.viewport) ?? []
        self.state = state
        return effects
    }
}

/// A photo on the screen: the version that is open, and the part of it in view.
struct ViewerState: Sendable {
    let opened: OpenedPhoto
    var viewport: Viewport
    fileprivate(set) var adjustments: ImageAdjustments
    /// Which of the file's pictures is shown.
    var playback: Playback
    /// Whether the whole photo is shown for a moment, until the next key.
    var isPeeking = false
    /// How far the larger version is, while it is loading.
    var sharpening: PhotoProgress?
    /// Why the larger version failed.
    var sharpeningFailure: PictureFailure?

    init(_ opened: OpenedPhoto, _ adjustments: ImageAdjustments = .none, screen: PixelSize) {
        let size = adjustments.orientation.uprightSize(of: opened.size)
        self.init(opened, adjustments, viewport: Viewport(photo: size, screen: screen))
    }

    private init(_ opened: OpenedPhoto, _ adjustments: ImageAdjustments, viewport: Viewport) {
        self.opened = opened
        self.adjustments = adjustments
        self.viewport = viewport
        playback = Playback(opened.source.parts)
    }

    /// Whether frames follow each other: only while all of the photo's width is seen, as most bytes are
    /// wanted where it is looked at closely.
    var isPlaying: Bool { playback.isRunning && viewport.zoom == .fit }

    /// What is on the screen: the view, or a glance at the whole photo.
    var seen: Viewport { isPeeking ? viewport.whole : viewport }

    /// The same view of another version of the photo.
    func replaced(by other: OpenedPhoto) -> ViewerState {
        let size = adjustments.orientation.uprightSize(of: other.size)
        let kept = size == viewport.photo ? viewport : viewport.applied(to: size)
        var state = ViewerState(other, adjustments, viewport: kept)
        state.isPeeking = isPeeking
        return state
    }

    /// The part in view, on the photo as its file has it: a link says nothing of a turned one.
    var place: ViewPlace {
        let orientation = adjustments.orientation
        guard orientation != .asStored else { return ViewPlace(viewport) }
        let part = viewport.area.pixels(of: viewport.photo)
        return .area(PhotoArea(orientation.storedArea(of: part, in: storedSize)))
    }

    mutating func go(to place: ViewPlace) {
        let orientation = adjustments.orientation
        guard orientation != .asStored else { return viewport.go(to: place) }
        let screen = orientation.uprightSize(of: viewport.screen)
        var asStored = Viewport(photo: storedSize, screen: screen)
        asStored.go(to: place)
        let part = asStored.area.pixels(of: storedSize)
        viewport.look(at: PhotoArea(orientation.uprightArea(of: part, in: storedSize)))
    }

    /// The photo's size as its file has it: a turn changes sides, or it does not.
    private var storedSize: PixelSize {
        adjustments.orientation.uprightSize(of: viewport.photo)
    }

    /// Whether the screen could show more than this version has, and nothing larger was requested.
    var needsMore: Bool {
        !opened.isComplete && sharpening == nil && sharpeningFailure == nil
            && viewport.scaled.width
                > adjustments.orientation.uprightSize(of: opened.source.size).width
    }
}

extension ViewerState {
    /// A quarter turn to the right, about the point in the middle of the screen.
    fileprivate mutating func turn() {
        adjustments.orientation = adjustments.orientation.turnedClockwise
        viewport = viewport.turnedClockwise
    }

    fileprivate mutating func mirror() {
        adjustments.orientation = adjustments.orientation.mirroredAcross
        viewport = viewport.mirroredAcross
    }
}

extension ViewerState {
    /// How far the file has been read, if it is read while it is shown.
    fileprivate var reading: TaskProgress? {
        guard let fraction = opened.source.status.figures?.fractionRead, fraction < 1 else {
            return nil
        }
        return .percent(Int(fraction * 100))
    }
}

extension TaskProgress {
    fileprivate init(_ step: PhotoProgress) {
        self =
            if case .fetching(let bytes, let total, _) = step {
                TaskProgress(bytes, of: total)
            } else {
                .unknown
            }
    }
}

/// Photos that change by themselves.
package struct Slideshow: Hashable, Sendable {
    package static let longestSeconds = 3600

    let seconds: Int
    var number = 0

    init(seconds: Int) { self.seconds = min(seconds, Self.longestSeconds) }

    var timer: TimerRequest { TimerRequest(.slideshow, number) }
}

/// What the pointer did over the picture, in pixels of the picture.
package enum PointerAction: Hashable, Sendable {
    /// Dragged by a number of pixels; the photo follows.
    case dragged(x: Int, y: Int)
    case clicked
    case doubleClicked(PixelPoint)
    /// Turned the wheel; negative is up, left.
    case wheeled(steps: Int, sideways: Bool)
    case zoomed(in: Bool, PixelPoint)
}

extension ViewportMove {
    /// The move that an action asks for, `nil` if it moves nothing; a step is `percent` of the screen.
    init?(_ action: Action, times: Int, percent: Int) {
        switch action {
        case .step(let direction): self = .step(direction, times: times, percent: percent)
        case .page(let direction): self = .page(direction, times: times)
        case .edge(let direction): self = .edge(direction)
        case .toggleZoom: self = .toggle(about: nil)
        case .zoomIn: self = .zoomIn(about: nil)
        case .zoomOut: self = .zoomOut(about: nil)
        case .fit: self = .fit
        case .original: self = .original
        case .centre: self = .centre
        default: return nil
        }
    }

    /// The move of a pointer action: a drag moves the photo, so the view moves the other way; a notch
    /// of the wheel is a step.
    init?(_ action: PointerAction, percent: Int) {
        switch action {
        case .clicked: return nil
        case .dragged(let x, let y): self = .shift(x: -x, y: -y)
        case .doubleClicked(let place): self = .toggle(about: place)
        case .zoomed(true, let place): self = .zoomIn(about: place)
        case .zoomed(false, let place): self = .zoomOut(about: place)
        case .wheeled(let steps, true):
            self = .step(steps > 0 ? .right : .left, times: abs(steps), percent: percent)
        case .wheeled(let steps, false):
            self = .step(steps > 0 ? .down : .up, times: abs(steps), percent: percent)
        }
    }
}

extension PictureFailure {
    /// Whether only the original cannot be shown, because the disk has no room for it.
    var isAboutRoom: Bool {
        if case .decoding(.noRoom) = self { true } else { false }
    }
}
