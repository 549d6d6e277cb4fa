/// One axis of a scaled photo: how its pixels lie on the grid of the reduced photo.
///
/// Everything is worked out from a pixel's own place on the scaled grid, in double precision, so
/// that no window can shift a phase.
struct SampledAxis {
    let filter: ResamplingFilter
    /// The number of pixels of the reduced photo along this axis.
    let limit: Int
    /// Pixels of the reduced photo for one scaled pixel.
    let step: Double

    init(photo: Int, scaled: Int, reduction: Reduction, filter: ResamplingFilter) {
        let divisor = reduction.rawValue
        self.filter = filter
        limit = (photo + divisor - 1) / divisor
        step = Double(photo) / (Double(scaled) * Double(divisor))
    }

    /// The pixels of the reduced photo that the scaled pixels `range` are made of.
    func span(of range: Range<Int>) -> Range<Int> {
        guard let last = range.last else { return 0..<0 }
        return span(of: range.lowerBound).lowerBound..<span(of: last).upperBound
    }

    func taps(for range: Range<Int>) -> FilterTaps {
        let spans = range.map { span(of: $0) }
        let count = spans.reduce(1) { max($0, $1.count) }
        var weights = [Float](repeating: 0, count: count * range.count)
        for (output, (x, span)) in zip(range, spans).enumerated() {
            for (tap, share) in shares(of: span, in: x).enumerated() {
                weights[output * count + tap] = Float(share)
            }
        }
        return FilterTaps(count: count, first: spans.map(\.lowerBound), weights: weights)
    }

    private func span(of x: Int) -> Range<Int> {
        let middle = middle(of: x)
        let lower = Int((middle - radius).rounded(.up))
        let upper = Int((middle + radius).rounded(.down))
        let first = min(max(lower, 0), limit - 1)
        return first..<max(first, min(upper, limit - 1)) + 1
    }

    /// The weights of the pixels of `span`; they add up to 1, also where the photo ends.
    private func shares(of span: Range<Int>, in x: Int) -> [Double] {
        let middle = middle(of: x)
        let weights = span.map { weight(at: Double($0) - middle) }
        let sum = weights.reduce(0, +)
        guard sum != 0 else { return [1] }
        return weights.map { $0 / sum }
    }

    private func middle(of x: Int) -> Double {
        let place = (Double(x) + 0.5) * step
        return filter == .nearest ? place.rounded(.down) : place - 0.5
    }

    private var radius: Double {
        switch filter {
        case .nearest: 0.25
        case .box: (step + 1) / 2
        default: filter.support * max(1, step)
        }
    }

    private func weight(at distance: Double) -> Double {
        // A box weighs each pixel by the part of it that lies under the scaled pixel.
        guard filter != .box else { return max(0, min(1, step, radius - distance.magnitude)) }
        return filter.weight(at: distance / max(1, step))
    }
}
