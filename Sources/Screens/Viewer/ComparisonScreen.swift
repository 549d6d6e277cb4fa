internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// Two photos at the same position and zoom, shown alternately or side by side.
///
/// Each photo has a separate viewer. The hidden viewer follows each move of the visible one, so a
/// flip computes nothing, and two flips show the same pixels again.
struct ComparisonScreen: Screen {
    let kind = ScreenKind.comparison
    /// The viewer of the marked photo, on the left if both are side by side.
    private(set) var marked: ViewerScreen
    /// The viewer of the other photo, which belongs to a list that keys step through.
    private(set) var current: ViewerScreen
    /// True if the marked photo is visible; side by side, true if keys move the marked photo.
    private(set) var seesMarked: Bool
    private(set) var isSideBySide = false
    /// True if only the visible photo moves.
    private(set) var isAligning = false
    /// The state of blinking; `nil` if the photos do not alternate by themselves.
    private(set) var blinking: Blinking?
    private var blinkCount = 0
    /// The distance from the centre of the current photo's view to that of the marked photo's view,
    /// as fractions of the photo's size.
    private var offset = RelativePoint.zero
    private var size: ScreenSize
    private let preferences: Preferences

    /// Creates a comparison that shows the marked photo first.
    init(
        of marked: PhotoReference, with current: ViewerScreen, _ preferences: Preferences,
        size: ScreenSize
    ) {
        self.marked = ViewerScreen(
            ListCursor(PhotoSequence([marked])), preferences, size: size, current.adjusted)
        self.current = current
        self.preferences = preferences
        self.size = size
        seesMarked = true
    }

    var reference: PhotoReference? { seen.photo }
    var listCursor: ListCursor? { current.cursor }
    var viewer: ViewerScreen? {
        get { seen }
        set { if let newValue { seen = newValue } }
    }
    var input: KeyInput { seen.input }

    func start() -> [Effect] { [hold] + marked.start() }
    mutating func type(_ key: KeyPress) -> [Effect]? { seen.type(key) }
    mutating func paste(_ text: String) -> [Effect] { seen.paste(text) }

    /// The position of the visible photo in the list; `nil` if the list does not contain the photo.
    var seenCursor: ListCursor? {
        guard seesMarked else { return current.cursor }
        let list = current.cursor.sequence
        return list.photos.firstIndex(of: marked.cursor.photo).map { ListCursor(list, at: $0) }
    }

    /// Releases both photos, and cancels unfinished work.
    func tearDown() -> [Effect] { [hold([]), abandon(marked), abandon(current)] }

    var seen: ViewerScreen {
        get { seesMarked ? marked : current }
        set { if seesMarked { marked = newValue } else { current = newValue } }
    }

    private var other: ViewerScreen {
        get { seesMarked ? current : marked }
        set { if seesMarked { current = newValue } else { marked = newValue } }
    }

    private var hold: Effect { hold([marked.cursor.photo, current.cursor.photo]) }
    private func hold(_ photos: [PhotoReference]) -> Effect { .photo(.hold(photos)) }

    private func abandon(_ viewer: ViewerScreen) -> Effect {
        .photo(.abandon(viewer.cursor.photo))
    }

    mutating func perform(_ action: Action, times: Int, known: [Photo]) -> Response {
        switch action {
        case .compare(let action): return act(action, times: times)
        case .screen(.nextPhoto): return Response(go(by: times))
        case .screen(.previousPhoto): return Response(go(by: -times))
        // These settings concern a single photo.
        case .view(.keepView), .view(.slideshow): return Response()
        default:
            var notice: Notice?
            let effects = moved {
                let response = $0.perform(action, times: times, known: known)
                notice = response.notice
                return response.effects
            }
            return Response(effects, notice: notice)
        }
    }

    private mutating func act(_ action: CompareAction, times: Int) -> Response {
        switch action {
        // An even number of flips changes nothing.
        case .flip: return Response(times.isMultiple(of: 2) ? [] : flip())
        case .blink:
            return Response(toggleBlinking(rate: times), notice: .blinking(rate: blinking?.rate))
        case .sideBySide:
            return Response(
                arrange(sideBySide: !isSideBySide),
                notice: fitsSideBySide ? nil : .refused(.tooNarrow))
        case .align:
            isAligning.toggle()
            return Response(notice: .aligning(isAligning))
        // Two photos are already being compared.
        case .mark: return Response()
        }
    }

    /// Passes a pointer action to the viewer of the photo under the pointer.
    mutating func point(_ action: PointerAction, at cell: CellPosition) -> [Effect] {
        guard isSideBySide, let area = size.picture, let panes = area.panes else {
            return moved { $0.point(action, at: cell) }
        }
        seesMarked = cell.column < area.origin.column + panes.secondColumn
        if seesMarked { return moved { $0.point(action, at: cell) } }
        let cell = CellPosition(row: cell.row, column: cell.column - panes.secondColumn)
        return moved { $0.point(action.shifted(x: -panes.secondX), at: cell) }
    }

    var both: [ViewerScreen] { [marked, current] }

    mutating func receive(_ event: PhotoEvent) -> [Effect] {
        let before = (marked.viewport?.photo, current.viewport?.photo)
        let effects = marked.receive(event) + current.receive(event)
        switch (before.0 != marked.viewport?.photo, before.1 != current.viewport?.photo) {
        case (false, false): return effects
        // A newly arrived photo is shown at the position and zoom of the other photo.
        case (true, _): return effects + pair(leader: \.current, follower: \.marked)
        case (false, true): return effects + pair(leader: \.marked, follower: \.current)
        }
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        return arrange(sideBySide: isSideBySide)
    }

    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] {
        let before = current.photo
        let effects = current.grow(to: sequence, known: known)
        return current.photo == before ? effects : leave(effects)
    }

    mutating func woke(_ timer: TimerRequest) -> [Effect] {
        guard timer.purpose == .blink else { return seen.woke(timer) }
        return timer == blinking?.timer ? flip() : []
    }

    mutating func resume() -> [Effect] { nextBlink() }

    /// Ends the comparison, and returns the viewer of the list's photo with its current view.
    mutating func end() -> (viewer: ViewerScreen, effects: [Effect]) {
        var effects = [hold([]), abandon(marked)] + current.resize(to: size)
        if var view = current.viewport {
            view.enlarge(upToWidth: 0)
            effects += current.look(view)
        }
        return (current, effects)
    }

    /// True if there is room for two photos.
    var fitsSideBySide: Bool { size.picture?.panes != nil }

    private mutating func flip() -> [Effect] {
        seesMarked.toggle()
        return nextBlink()
    }

    private mutating func toggleBlinking(rate: Int) -> [Effect] {
        blinking = blinking == nil ? Blinking(rate: rate, number: blinkCount) : nil
        return nextBlink()
    }

    /// Requests a timer for the next flip, if the photos alternate by themselves.
    private mutating func nextBlink() -> [Effect] {
        guard blinking != nil else { return [] }
        blinkCount += 1
        blinking?.number = blinkCount
        return blinking.map { [.wake($0.timer, after: $0.interval)] } ?? []
    }

    private mutating func arrange(sideBySide wished: Bool) -> [Effect] {
        isSideBySide = wished && fitsSideBySide
        let room = isSideBySide ? ScreenSize(cells: size.cells, picture: size.picture?.pane) : size
        return marked.resize(to: room) + current.resize(to: room) + match()
    }

    /// Moves to another photo of the list, skipping the marked photo.
    private mutating func go(by distance: Int) -> [Effect] {
        let action = distance < 0 ? ScreenAction.previousPhoto : .nextPhoto
        var effects = current.perform(.screen(action), times: abs(distance), known: []).effects
        guard !effects.isEmpty else { return [] }
        if current.cursor.photo == marked.cursor.photo { effects += passMarked(by: action) }
        return leave(effects)
    }

    /// Resets the comparison after a change of the current photo.
    private mutating func leave(_ effects: [Effect]) -> [Effect] {
        offset = .zero
        seesMarked = false
        return [hold] + effects
    }

    /// Moves past the marked photo, or back if there is no photo beyond the marked one.
    private mutating func passMarked(by action: ScreenAction) -> [Effect] {
        let effects = current.perform(.screen(action), times: 1, known: []).effects
        if current.cursor.photo != marked.cursor.photo { return effects }
        let back = action == .nextPhoto ? ScreenAction.previousPhoto : .nextPhoto
        return current.perform(.screen(back), times: 1, known: []).effects
    }

    /// Moves the visible photo; the other photo follows, unless a pan aligns the photos.
    private mutating func moved(_ move: (inout ViewerScreen) -> [Effect]) -> [Effect] {
        let before = seen.viewport
        let effects = move(&seen)
        other.learn(seen.adjusted)
        guard let before, let after = seen.viewport, before != after else { return effects }
        guard isAligning, before.scaled == after.scaled else { return effects + match() }
        let shift = after.centre - before.centre
        offset = seesMarked ? offset + shift : offset - shift
        return effects
    }

    /// Sets the other photo's view to that of the visible photo.
    private mutating func match() -> [Effect] {
        seesMarked
            ? pair(leader: \.marked, follower: \.current)
            : pair(leader: \.current, follower: \.marked)
    }

    private mutating func pair(
        leader: WritableKeyPath<ComparisonScreen, ViewerScreen>,
        follower: WritableKeyPath<ComparisonScreen, ViewerScreen>
    ) -> [Effect] {
        guard var view = self[keyPath: leader].viewport,
            let followed = self[keyPath: follower].viewport
        else { return [] }
        view.enlarge(upToWidth: followed.photo.width)
        let shift = leader == \.current ? offset : .zero - offset
        return self[keyPath: leader].look(view)
            + self[keyPath: follower].look(
                view.matched(
                    to: followed.photo, isProvisional: followed.isProvisional, offset: shift))
    }
}

extension ComparisonScreen {
    func view(in outer: ScreenContext) -> ScreenView {
        var context = outer
        // Closing the comparison returns to the single photo.
        context.isFirst = false
        var contextOfMarked = context
        contextOfMarked.known = nil
        let views = (marked.view(in: contextOfMarked), current.view(in: context))
        let (seen, other) = seesMarked ? views : (views.1, views.0)
        guard case .photo(var view) = seen else { return seen }
        if context.notice == nil { view.bar = bar(context.marks) ?? view.bar }
        guard case .photo(var photo) = other else { return isSideBySide ? other : .photo(view) }
        // Half a screen has no room for a map.
        if isSideBySide {
            view.overlays = []
            photo.overlays = []
        }
        view.compared = ComparedPhoto(photo, at: position(of: photo, behind: view))
        return .photo(view)
    }

    private func position(of photo: PhotoView, behind view: PhotoView) -> ComparedPhoto.Position {
        if isSideBySide { return seesMarked ? .right : .left }
        let isCovered = view.viewport.target.contains(photo.viewport.target)
        return isCovered && !seesMarked ? .beneath : .hidden
    }

    /// Returns the bar; `nil` while one of the photos is opening.
    private func bar(_ marks: Marks) -> PhotoBar? {
        guard let first = marked.title, let second = current.title else { return nil }
        let titles = (
            marks.signed(first, of: marked.photo), marks.signed(second, of: current.photo)
        )
        return seen.bar(comparing: titles, seesMarked: seesMarked, remarks: remarks)
    }

    /// The remarks on the comparison, besides those on the visible photo.
    private var remarks: [StatusLine.Part] {
        let strings = preferences.strings
        let isOtherDamaged = isSideBySide && other.isDamaged && !seen.isDamaged
        let aligning = StatusLine.Part(
            text: strings.viewer.aligning, short: "[\(strings[.compare(.align)])]")
        return (isOtherDamaged ? [StatusLine.damage(strings)] : []) + (isAligning ? [aligning] : [])
    }
}

/// The alternation of two photos, up to `greatestRate` times a second.
struct Blinking: Hashable, Sendable {
    /// The maximum number of flips a second; more flashes can cause seizures (WCAG 2.3.1).
    static let greatestRate = 3

    let rate: Int
    var number: Int

    init(rate: Int, number: Int) {
        self.rate = min(max(1, rate), Self.greatestRate)
        self.number = number
    }

    var timer: TimerRequest { TimerRequest(.blink, number) }
    var interval: Duration { .milliseconds((1000 + rate - 1) / rate) }
}

extension PointerAction {
    /// Returns the action in the coordinates of a pane.
    fileprivate func shifted(x: Int) -> PointerAction {
        switch self {
        case .doubleClicked(let point): .doubleClicked(PixelPoint(x: point.x + x, y: point.y))
        case .zoomed(let isIn, let point):
            .zoomed(in: isIn, PixelPoint(x: point.x + x, y: point.y))
        case .dragged, .clicked, .wheeled: self
        }
    }
}
