internal import Imaging

/// What a worker answers to a call, and how its photo is by then.
struct WorkerAnswer: Sendable {
    enum Outcome: Hashable, Sendable {
        case opened(PixelSize)
        /// The pixels lie in the tray that came with the call.
        case drawn(isOpaque: Bool)
        case answered(Bool)
        case failed(DecodingFailure)
    }

    let outcome: Outcome
    let state: ImageSourceStatus

    func letter(for call: Int) -> Letter {
        let damage = state.damage?.reason ?? ""
        switch outcome {
        case .opened(let size):
            return Letter(
                kind: .opened, call: call, numbers: [size.width, size.height] + state.numbers,
                text: damage)
        case .drawn(let isOpaque):
            return Letter(
                kind: .drawn, call: call, numbers: [isOpaque ? 1 : 0] + state.numbers, text: damage)
        case .answered(let isSo):
            return Letter(
                kind: .answered, call: call, numbers: [isSo ? 1 : 0] + state.numbers, text: damage)
        case .failed(let failure):
            return Letter(kind: .failed, call: call, numbers: failure.numbers, text: failure.text)
        }
    }

    init(_ outcome: Outcome, _ state: ImageSourceStatus) {
        self.outcome = outcome
        self.state = state
    }

    /// Nil for a letter that is no answer.
    init?(_ letter: Letter) {
        let numbers = letter.numbers
        switch letter.kind {
        case .opened where numbers.count > 2:
            outcome = .opened(PixelSize(width: numbers[0], height: numbers[1]))
        case .drawn where numbers.count > 1: outcome = .drawn(isOpaque: numbers[0] == 1)
        case .answered where numbers.count > 1: outcome = .answered(numbers[0] == 1)
        case .failed:
            guard let failure = DecodingFailure(numbers, text: letter.text) else { return nil }
            outcome = .failed(failure)
            state = ImageSourceStatus()
            return
        default: return nil
        }
        let rest = numbers.dropFirst(letter.kind == .opened ? 2 : 1)
        guard let state = ImageSourceStatus(rest, text: letter.text) else { return nil }
        self.state = state
    }
}
