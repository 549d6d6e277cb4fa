internal import Imaging
package import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// One photo on the whole screen, and the others to go to.
package struct ViewerScreen: Sendable {
    /// What is known of the photo that was asked for.
    private enum Shown: Sendable {
        case opening(PhotoProgress?)
        case viewing(ViewerState)
        case failed(PictureFailure)
    }

    private(set) var walk: ListCursor
    /// Whether the next photo is shown at the zoom and place of this one.
    private(set) var keepsView = false
    private(set) var slideshow: Slideshow?
    private var shown = Shown.opening(nil)
    private var left: Viewport?
    /// How the photo was looked at when it was let go.
    private var parked: Viewport?
    /// What was typed before the photo came; done when it has.
    private var typedAhead: [ViewportMove] = []
    private var size: ScreenSize
    private let preferences: Preferences

    init(_ walk: ListCursor, _ preferences: Preferences, size: ScreenSize) {
        self.walk = walk
        self.preferences = preferences
        self.size = size
    }

    private var photo: PhotoReference { walk.photo }

    private var place: ListPosition { walk.place }

    package var start: [Effect] { [.photo(.open(photo, covering: screen.width))] }

    /// What is around the viewer that it shows as well.
    struct EnvironmentReport {
        /// Stands for the status line for a while.
        let notice: Notice?
        /// Whether the key that zooms is named.
        let namesZoom: Bool
        /// Whether there is no screen to go back to.
        let isFirst: Bool
        /// What the list tells of the photo.
        let known: Photo?
    }

    /// What is to be seen.
    func view(in surroundings: EnvironmentReport) -> ScreenView {
        let strings = preferences.strings
        let layout = ViewerLayout(size: size.cells, strings: strings)
        switch shown {
        case .opening(let progress):
            return layout.opening(photo, surroundings.known, progress)
        case .failed(let failure):
            let name = surroundings.known.map { strings.title(of: $0) }
            return .page(
                layout.failure(
                    strings.sentence(for: failure, of: photo),
                    of: name ?? strings.name(of: photo),
                    keys: strings.failureKeys(place, isFirst: surroundings.isFirst)))
        case .viewing(let viewing):
            guard size.picture != nil else { return .page(layout.tooSmall) }
            let columns = size.cells.columns
            let notice = surroundings.notice.map {
                (SafeText(" ") + strings.text(of: $0)).truncated(to: columns)
            }
            let status =
                notice
                ?? layout.status(
                    viewing, of: photo, place,
                    namesZoom: surroundings.namesZoom && viewing.viewport.canZoom
                ).text(columns: columns, preferences.direction)
            return .photo(PhotoVersion(photo, viewing.opened), viewing.seen, status: status)
        }
    }

    package mutating func perform(_ action: Action, times: Int) -> [Effect] {
        switch action {
        case .peek: peek()
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

    package mutating func point(_ action: PointerAction) -> [Effect] {
        ViewportMove(action, screen: screen, percent: preferences.panPercent)
            .map { move($0) } ?? []
    }

    package mutating func receive(_ event: PhotoEvent) -> [Effect] {
        switch event {
        case .progressed(photo, let progress): progressed(progress)
        case .opened(photo, let opened): return take(opened)
        case .failed(photo, let failure): return failed(failure)
        case .undrawable(photo, let failure): undrawable(failure)
        case .letGo(photo): return openAgain()
        default: break
        }
        return []
    }

    package mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        guard case .viewing(var viewing) = shown else { return [] }
        viewing.viewport.resize(to: screen)
        shown = .viewing(viewing)
        return sharpen()
    }

    /// Shows the whole photo; a key that is held down goes on doing so.
    private mutating func peek() {
        guard case .viewing(var viewing) = shown else { return }
        viewing.isPeeking = true
        shown = .viewing(viewing)
    }

    /// Ends a glance at the whole photo.
    ///
    /// - Returns: whether there was one.
    mutating func endPeek() -> Bool {
        guard case .viewing(var viewing) = shown, viewing.isPeeking else { return false }
        viewing.isPeeking = false
        shown = .viewing(viewing)
        return true
    }

    /// The picture area's size; a pixel where there is no room, so that there is a viewport to keep.
    private var screen: PixelSize { size.picture?.size ?? PixelSize(width: 1, height: 1) }

    private mutating func move(_ move: ViewportMove) -> [Effect] {
        guard case .viewing(var viewing) = shown else {
            if case .opening = shown, typedAhead.count < Self.typedAheadLimit {
                typedAhead.append(move)
            }
            return []
        }
        if let grain = size.picture?.grain { viewing.viewport.grain = grain }
        viewing.viewport.move(move)
        shown = .viewing(viewing)
        return sharpen()
    }

    /// More is a key that was held down, or something on it.
    private static let typedAheadLimit = 100

    /// Asks for a larger version when the present one has too few pixels for what is on the screen.
    private mutating func sharpen() -> [Effect] {
        guard case .viewing(var viewing) = shown, viewing.needsMore else { return [] }
        viewing.sharpening = .lookingUp
        shown = .viewing(viewing)
        return [.photo(.open(photo, covering: nil))]
    }

    private mutating func progressed(_ progress: PhotoProgress) {
        switch shown {
        case .opening: shown = .opening(progress)
        case .viewing(var viewing):
            viewing.sharpening = progress
            shown = .viewing(viewing)
        case .failed: break
        }
    }

    private mutating func take(_ opened: OpenedPhoto) -> [Effect] {
        if case .viewing(let viewing) = shown {
            shown = .viewing(viewing.replaced(by: opened))
            return sharpen()
        }
        var viewing = ViewerState(opened, screen: screen)
        if let parked, parked.photo == opened.size {
            viewing.viewport = parked
            viewing.viewport.resize(to: screen)
        } else if keepsView, let left {
            viewing.viewport = left.carried(to: opened.size)
        }
        parked = nil
        for move in typedAhead { viewing.viewport.move(move) }
        typedAhead = []
        shown = .viewing(viewing)
        return sharpen() + prepare() + nextSlide()
    }

    /// Seen again as it was looked at.
    private mutating func openAgain() -> [Effect] {
        guard case .viewing(let viewing) = shown else { return [] }
        parked = viewing.viewport
        shown = .opening(nil)
        return start
    }

    /// The photos beside this one are got ready, so that they appear at once.
    private func prepare() -> [Effect] {
        let neighbours = walk.neighbours
        return neighbours.isEmpty ? [] : [.photo(.prepare(neighbours, covering: screen.width))]
    }

    /// A smaller version that is shown stays when the larger one fails to come.
    private mutating func failed(_ failure: PictureFailure) -> [Effect] {
        guard case .viewing(var viewing) = shown else {
            shown = .failed(failure)
            typedAhead = []
            return nextSlide()
        }
        viewing.sharpening = nil
        viewing.sharpeningFailure = failure
        shown = .viewing(viewing)
        return []
    }

    /// Without room on the disk there is no original, but all of the photo can still be seen.
    private mutating func undrawable(_ failure: PictureFailure) {
        guard case .viewing(var viewing) = shown, failure.isAboutRoom, viewing.viewport.zoom != .fit
        else { return shown = .failed(failure) }
        viewing.viewport.move(.fit)
        viewing.sharpeningFailure = failure
        shown = .viewing(viewing)
    }

    private mutating func go(by distance: Int) -> [Effect] {
        let before = photo
        return walk.go(by: distance) ? leave(before) : []
    }

    /// More photos have come; one of them may have been waited for.
    mutating func grow(to sequence: PhotoSequence) -> [Effect] {
        let before = photo
        return walk.grow(to: sequence) ? leave(before) : []
    }

    private mutating func leave(_ before: PhotoReference) -> [Effect] {
        if case .viewing(let viewing) = shown { left = viewing.viewport }
        shown = .opening(nil)
        parked = nil
        typedAhead = []
        return [.photo(.abandon(before)), .photo(.open(photo, covering: screen.width))]
    }

    private mutating func retry() -> [Effect] {
        if case .viewing(var viewing) = shown {
            guard let failure = viewing.sharpeningFailure else { return [.redraw] }
            // Room may have been made: it is read again.
            if failure.isAboutRoom { return [.photo(.reopen(photo, covering: screen.width))] }
            viewing.sharpeningFailure = nil
            shown = .viewing(viewing)
            return sharpen()
        }
        shown = .opening(nil)
        return [.photo(.reopen(photo, covering: screen.width))]
    }
}

extension ViewerScreen {
    /// Starts or stops going on by itself, with so many seconds for each photo.
    private mutating func toggleSlideshow(seconds: Int) -> [Effect] {
        guard slideshow == nil else {
            slideshow = nil
            return []
        }
        slideshow = Slideshow(seconds: seconds)
        return nextSlide()
    }

    /// The next photo is due when this one has been seen for a while.
    private mutating func nextSlide() -> [Effect] {
        guard slideshow != nil else { return [] }
        slideshow?.number += 1
        return slideshow.map { [.wake($0.alarm, after: .seconds($0.seconds))] } ?? []
    }

    /// Another screen lay over this one: its alarm may have come meanwhile, for nobody.
    mutating func comeBack() -> [Effect] { nextSlide() }

    /// Time for the next photo; after the last one it ends.
    mutating func woke(_ alarm: TimerRequest) -> [Effect] {
        guard let slideshow, alarm == slideshow.alarm else { return [] }
        self.slideshow?.number += 1
        let effects = go(by: 1)
        if effects.isEmpty, !walk.isWaiting { self.slideshow = nil }
        return effects
    }
}
