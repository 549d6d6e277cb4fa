internal import Imaging

/// A long pan over a photo in all four directions, turned back at its edges: each step shows something
/// new, whatever the photo's size.
///
/// A step that shows what was shown before costs little: counted in, smaller photos, whose edges come
/// sooner, looked twice as fast as they are.
struct PanWalk {
    private static let legs: [(direction: ViewportMove.Direction, steps: Int)] = [
        (.right, 23), (.down, 9), (.left, 13), (.up, 5),
    ]

    private(set) var viewport: Viewport
    private var leg = 0
    private var taken = 0
    private var turnsX = false
    private var turnsY = false

    init(from viewport: Viewport) { self.viewport = viewport }

    mutating func step() {
        let before = viewport
        viewport.move(.step(direction, times: 1))
        if viewport == before {
            turnBack()
            viewport.move(.step(direction, times: 1))
        }
        taken += 1
        guard taken == Self.legs[leg].steps else { return }
        leg = (leg + 1) % Self.legs.count
        taken = 0
    }

    private var direction: ViewportMove.Direction {
        switch Self.legs[leg].direction {
        case .left: turnsX ? .right : .left
        case .right: turnsX ? .left : .right
        case .up: turnsY ? .down : .up
        case .down: turnsY ? .up : .down
        }
    }

    private mutating func turnBack() {
        switch direction {
        case .left, .right: turnsX.toggle()
        case .up, .down: turnsY.toggle()
        }
    }
}
