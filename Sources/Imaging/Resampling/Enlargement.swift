/// How a photo that is smaller than the screen is brought to its width.
package enum Enlargement: String, CaseIterable, Hashable, Sendable {
    /// By the filter that makes photos smaller too.
    case smooth
    /// Each pixel a square: what was measured stays what it was, as on a chart or a detector's frame.
    case nearest

    var filter: ResamplingFilter {
        switch self {
        case .smooth: .standard
        case .nearest: .nearest
        }
    }
}

extension Resampler {
    /// One that makes photos smaller as always, and larger as somebody wishes.
    package init(for window: ScaledWindow, enlarging: Enlargement) {
        let isLarger = window.scaled.width > window.photo.width
        self.init(filter: isLarger ? enlarging.filter : .standard)
    }
}
