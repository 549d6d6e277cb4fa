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
    private var size: ScreenSize
    private let preferences: Preferences

    init(_ cursor: ListCursor, _ preferences: Preferences, size: ScreenSize) {
        self.cursor = cursor
        self.preferences = preferences
        self.size = size
    }

    private var photo: PhotoReference { cursor.photo }

    /// The photo that is on the screen, if one is; setting `nil` does nothing.
    private var state: ViewerState? {
        get { if case .viewing(let state) = shown { state } else { nil } }
        set { if let newValue { shown = .viewing(newValue) } }
    }

    var start: [Effect] { [.photo(.open(photo, covering: screen.width))] }

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
        let known: Photo?
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
            return .photo(
                PhotoVersion(photo, state.opened), state.seen, status: bar(state, context))
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
        if let screensaver { return caption(state, screensaver) }
        guard context.hasBar || progress != nil else { return .hidden }
        let namesZoom = context.namesZoom && state.viewport.canZoom
        return StatusLine(
            state, of: photo, cursor.place, namesZoom: namesZoom,
            isFirst: context.isFirst, strings
        ).bar(columns: columns, preferences.direction)
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
        switch action {
        // A key that is held down goes on showing the whole photo.
        case .peek: state?.isPeeking = true
        case .keepView: keepsView.toggle()
        case .slideshow: return toggleSlideshow(seconds: times)
        case .nextPhoto: return go(by: times)
        case .previousPhoto: return go(by: -times)
        case .retry: return retry()
        default:
            return ViewportMove(action, times: times, percent: preferences.panPercent)
                .map { move($0) } ?? []
        }
        return []
    }

    mutating func point(_ action: PointerAction) -> [Effect] {
        ViewportMove(action, percent: preferences.panPercent).map { move($0) } ?? []
    }

    mutating func receive(_ event: PhotoEvent) -> [Effect] {
        switch event {
        case .progressed(photo, let progress): progressed(progress)
        case .opened(photo, let opened): return show(opened)
        case .failed(photo, let failure): return failed(failure)
        case .undrawable(photo, let failure): undrawable(failure)
        case .letGo(photo): return reopen()
        default: break
        }
        return []
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        let screen = screen
        state?.viewport.resize(to: screen)
        return sharpen()
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
        state.viewport.move(move, snappingTo: snapInterval)
        self.state = state
        return sharpen()
    }

    /// Larger counts come from key repeat.
    private static let typedAheadLimit = 100

    /// Requests a larger version if the present one has too few pixels for the view.
    private mutating func sharpen() -> [Effect] {
        guard state?.needsMore == true else { return [] }
        state?.sharpening = .lookingUp
        return [.photo(.open(photo, covering: nil))]
    }

    private mutating func progressed(_ progress: PhotoProgress) {
        if case .opening = shown { shown = .opening(progress) }
        state?.sharpening = progress
    }

    private mutating func show(_ opened: OpenedPhoto) -> [Effect] {
        stills = opened.still?.count ?? 1
        if let state {
            shown = .viewing(state.replaced(by: opened))
            return sharpen()
        }
        var state = ViewerState(opened, screen: screen)
        if let parked, parked.photo == opened.size {
            state.viewport = parked
            state.viewport.resize(to: screen)
        } else if keepsView, let left {
            state.viewport = left.applied(to: opened.size)
        }
        parked = nil
        for move in typedAhead { state.viewport.move(move, snappingTo: snapInterval) }
        typedAhead = []
        let saving = beginPhoto(in: &state)
        shown = .viewing(state)
        return saving + (screensaver == nil ? sharpen() : []) + prepareNeighbours() + nextSlide()
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
        parked = nil
        typedAhead = []
        return [.photo(.abandon(before)), .photo(.open(photo, covering: screen.width))]
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

    /// After another screen lay over this one: the timer may have fired meanwhile.
    mutating func resume() -> [Effect] { nextSlide() }

    /// Time for the next photo, or for a step of a screensaver.
    ///
    /// After the last photo a slideshow ends; a screensaver begins again.
    mutating func woke(_ timer: TimerRequest) -> [Effect] {
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
    /// Whether the whole photo is shown for a moment, until the next key.
    var isPeeking = false
    /// How far the larger version is, while it is loading.
    var sharpening: PhotoProgress?
    /// Why the larger version failed.
    var sharpeningFailure: PictureFailure?

    init(_ opened: OpenedPhoto, screen: PixelSize) {
        self.opened = opened
        viewport = Viewport(photo: opened.size, screen: screen)
    }

    private init(_ opened: OpenedPhoto, viewport: Viewport) {
        self.opened = opened
        self.viewport = viewport
    }

    /// What is on the screen: the view, or a glance at the whole photo.
    var seen: Viewport { isPeeking ? viewport.whole : viewport }

    /// The same view of another version of the photo.
    func replaced(by other: OpenedPhoto) -> ViewerState {
        let kept = other.size == viewport.photo ? viewport : viewport.applied(to: other.size)
        var state = ViewerState(other, viewport: kept)
        state.isPeeking = isPeeking
        return state
    }

    /// Whether the screen could show more than this version has, and nothing larger was requested.
    var needsMore: Bool {
        !opened.isComplete && sharpening == nil && sharpeningFailure == nil
            && viewport.scaled.width > opened.source.size.width
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
