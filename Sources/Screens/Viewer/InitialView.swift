internal import Imaging
internal import TerminalProtocols

/// The region of a photo to show when the photo arrives.
struct InitialView: Sendable {
    /// The view of the previous photo; `nil` if there was none.
    private var left: Viewport?
    /// The view and page of this photo before it was closed to make room for others.
    private var parked: (viewport: Viewport, page: Int)?
    /// True if the next photo belongs to another day; a photo of the same size keeps the view.
    private var isOtherDay = false
    /// The moves requested before the photo arrived, to be performed on its arrival.
    private var typedAhead: [ViewportMove] = []
    private var early: EarlyMoves?

    /// The maximum number of stored moves; only a held key produces more.
    private static let typedAheadLimit = 100

    mutating func typeAhead(_ move: ViewportMove) {
        if typedAhead.count < Self.typedAheadLimit { typedAhead.append(move) }
    }

    /// Sets the zoom stop of the requested moves, which is unknown until the terminal has replied.
    mutating func stopZooming(at stop: Double?) {
        typedAhead = typedAhead.map { $0.stopping(at: stop) }
    }

    mutating func forgetKeys() {
        typedAhead = []
        early = nil
    }

    /// Records moves made before the terminal has replied.
    mutating func moved(_ moves: [ViewportMove], from start: Viewport, to end: Viewport) {
        let next = EarlyMoves(moves: moves, start: start, end: end)
        early = early?.followed(by: next) ?? next
        if early.map({ $0.moves.count > Self.typedAheadLimit }) == true { early = nil }
    }

    /// Continues with another version of the photo, whose view is `viewport`.
    mutating func replaced(by viewport: Viewport) { early?.replace(by: viewport) }

    /// Repeats the early moves with another zoom stop, after the terminal has replied.
    ///
    /// - Returns: `nil` if there were no such moves, or if the view has changed since.
    mutating func movedAgain(
        _ viewport: Viewport?, stop: Double?, on size: ScreenSize
    ) -> Viewport? {
        defer { early = nil }
        guard let early, early.end == viewport, let area = size.picture else { return nil }
        return early.again(stop: stop, on: area)
    }

    /// Stores the view of a photo that will be opened again.
    mutating func park(_ state: ViewerState) {
        parked = (state.viewport, state.playback.page)
    }

    /// Stores the view of a photo before the next photo, or the photo of another day, is shown.
    mutating func leave(_ viewport: Viewport?, forOtherDay isOtherDay: Bool = false) {
        left = viewport ?? left
        self.isOtherDay = isOtherDay
        parked = nil
        forgetKeys()
    }

    /// Sets the photo's earlier view, its named position or the kept view of the previous photo, in
    /// this order of precedence; then performs requested moves.
    mutating func begin(
        _ state: inout ViewerState, at position: ViewPosition?, keepsView: Bool,
        snappingTo interval: PixelSize
    ) {
        let screen = state.viewport.screen
        if let parked { state.change { $0.go(to: parked.page) } }
        let (photo, isProvisional) = (state.viewport.photo, state.viewport.isProvisional)
        if let parked, isProvisional, !parked.viewport.isProvisional {
            // A copy is open again; the original is requested at the previous zoom.
            state.viewport = parked.viewport.applied(to: photo, isProvisional: true)
            state.viewport.resize(to: screen)
        } else if let parked, parked.viewport.photo == photo {
            state.viewport = parked.viewport.replaced(by: photo, isProvisional: isProvisional)
            state.viewport.resize(to: screen)
        } else if let position {
            state.go(to: position)
        } else if let left, keepsView || (isOtherDay && left.photo == state.viewport.photo) {
            state.viewport = left.applied(to: photo, isProvisional: isProvisional)
        }
        parked = nil
        let (start, moves) = (state.viewport, typedAhead)
        forgetKeys()
        guard !moves.isEmpty else { return }
        for move in moves { state.viewport.move(move, snappingTo: interval) }
        moved(moves, from: start, to: state.viewport)
    }
}

/// The moves made before the terminal replied; the reply determines the zoom stop.
private struct EarlyMoves {
    var moves: [ViewportMove]
    private var start: Viewport
    private(set) var end: Viewport

    init(moves: [ViewportMove], start: Viewport, end: Viewport) {
        (self.moves, self.start, self.end) = (moves, start, end)
    }

    /// Returns both sequences of moves; `nil` if something else changed the view between them.
    func followed(by next: EarlyMoves) -> EarlyMoves? {
        guard next.start == end else { return nil }
        return EarlyMoves(moves: moves + next.moves, start: start, end: next.end)
    }

    mutating func replace(by viewport: Viewport) {
        start = start.replaced(by: viewport.photo, isProvisional: viewport.isProvisional)
        end = viewport
    }

    func again(stop: Double?, on area: PictureArea) -> Viewport {
        var viewport = start
        viewport.resize(to: area.size)
        for move in moves { viewport.move(move.stopping(at: stop), snappingTo: area.snapInterval) }
        return viewport
    }
}
