internal import Imaging

/// Which part of a photo is in view when it has come.
struct FirstView: Sendable {
    /// The view of the photo before this one.
    private var left: Viewport?
    /// The view of this photo when it was closed to make room for others, and which of its file's
    /// pictures that was of.
    private var parked: (viewport: Viewport, part: Int)?
    /// Whether the next photo is of another day: of the same size, it is seen at the same place.
    private var isOtherDay = false
    /// Keys that were pressed before the photo came; they are done when it has.
    private var typedAhead: [ViewportMove] = []

    /// Larger counts come from key repeat.
    private static let typedAheadLimit = 100

    mutating func typeAhead(_ move: ViewportMove) {
        if typedAhead.count < Self.typedAheadLimit { typedAhead.append(move) }
    }

    /// Sets where zooms that were typed ahead stop: before the terminal has answered that is not known.
    mutating func stopZooming(at stop: Double?) {
        typedAhead = typedAhead.map { $0.stopping(at: stop) }
    }

    mutating func forgetKeys() { typedAhead = [] }

    /// The photo will be opened again, at the same view.
    mutating func park(_ state: ViewerState) {
        parked = (state.viewport, state.playback.part)
    }

    /// Another photo follows, or the same of another day.
    mutating func leave(_ viewport: Viewport?, forOtherDay isOtherDay: Bool = false) {
        left = viewport ?? left
        self.isOtherDay = isOtherDay
        parked = nil
        forgetKeys()
    }

    /// The view that the photo had, else the place it was named with, else, if that is kept, the view of
    /// the photo before; then what was typed.
    mutating func begin(
        _ state: inout ViewerState, at place: ViewPlace?, keepsView: Bool,
        snappingTo interval: PixelSize
    ) {
        let screen = state.viewport.screen
        if let parked { state.change { $0.go(to: parked.part) } }
        let (photo, isProvisional) = (state.viewport.photo, state.viewport.isProvisional)
        if let parked, isProvisional, !parked.viewport.isProvisional {
            // A copy is open again; the original is asked for at the zoom that it had.
            state.viewport = parked.viewport.applied(to: photo, isProvisional: true)
            state.viewport.resize(to: screen)
        } else if let parked, parked.viewport.photo == photo {
            state.viewport = parked.viewport.replaced(by: photo, isProvisional: isProvisional)
            state.viewport.resize(to: screen)
        } else if let place {
            state.go(to: place)
        } else if let left, keepsView || (isOtherDay && left.photo == state.viewport.photo) {
            state.viewport = left.applied(to: photo, isProvisional: isProvisional)
        }
        parked = nil
        for move in typedAhead { state.viewport.move(move, snappingTo: interval) }
        forgetKeys()
    }
}
