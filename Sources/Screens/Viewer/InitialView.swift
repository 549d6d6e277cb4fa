internal import Imaging
internal import TerminalProtocols

/// Chooses the visible region of a photo when it arrives.
struct InitialView: Sendable {
    /// The view of the previous photo.
    private var left: Viewport?
    /// The view of this photo when it was closed to make room for others, and its page.
    private var parked: (viewport: Viewport, page: Int)?
    /// True if the next photo is of another day; if it has the same size, it keeps the view.
    private var isOtherDay = false
    /// The moves that were requested before the photo arrived, and are performed when it arrives.
    private var typedAhead: [ViewportMove] = []
    private var early: EarlyMoves?

    /// The maximum number of moves; more come from key repeat.
    private static let typedAheadLimit = 100

    mutating func typeAhead(_ move: ViewportMove) {
        if typedAhead.count < Self.typedAheadLimit { typedAhead.append(move) }
    }

    /// Sets the stop of requested zooms, which is unknown before the terminal has answered.
    mutating func stopZooming(at stop: Double?) {
        typedAhead = typedAhead.map { $0.stopping(at: stop) }
    }

    mutating func forgetKeys() {
        typedAhead = []
        early = nil
    }

    /// Records moves by the user, if the terminal has not answered yet.
    mutating func moved(_ moves: [ViewportMove], from start: Viewport, to end: Viewport) {
        let next = EarlyMoves(moves: moves, start: start, end: end)
        early = early?.followed(by: next) ?? next
        if early.map({ $0.moves.count > Self.typedAheadLimit }) == true { early = nil }
    }

    /// Adopts another version of the photo with the same view.
    mutating func replaced(by viewport: Viewport) { early?.replace(by: viewport) }

    /// Repeats the moves with another zoom stop, now that the terminal has answered; returns `nil`
    /// if the view has changed since.
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

    /// Stores the view before another photo follows, or the same of another day.
    mutating func leave(_ viewport: Viewport?, forOtherDay isOtherDay: Bool = false) {
        left = viewport ?? left
        self.isOtherDay = isOtherDay
        parked = nil
        forgetKeys()
    }

    /// Sets the view that the photo had before, otherwise its named position, otherwise the view of
    /// the previous photo if that is kept; then performs requested moves.
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

/// The moves made before the terminal replied; its reply determines where zooming stops.
private struct EarlyMoves {
    var moves: [ViewportMove]
    private var start: Viewport
    private(set) var end: Viewport

    init(moves: [ViewportMove], start: Viewport, end: Viewport) {
        (self.moves, self.start, self.end) = (moves, start, end)
    }

    /// Returns both sequences of moves; `nil` if the view has been changed otherwise between them.
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
