/// Makes the pixels of a window of a scaled photo: crop and scale in one pass, in linear light.
///
/// A pixel's value depends on its place on the scaled grid only, never on the window: two windows
/// that overlap agree there bit by bit.
package struct Resampler: Sendable {
    package let filter: ResamplingFilter

    package init(filter: ResamplingFilter = .standard) {
        self.filter = filter
    }

    /// The reduction to decode at, and the area of the reduced photo's grid that `window` needs,
    /// filter margin included.
    package func source(for window: ScaledWindow) -> (reduction: Reduction, area: PixelRect) {
        let covering = Reduction.allCases.last { reduction in
            let reduced = window.photo.reduced(by: reduction)
            return reduced.width >= window.scaled.width && reduced.height >= window.scaled.height
        }
        let reduction = covering ?? .none
        return (reduction, area(for: window, reducedBy: reduction))
    }

    /// What `window` needs of the photo at a reduction that is already there.
    package func area(for window: ScaledWindow, reducedBy reduction: Reduction) -> PixelRect {
        let axes = axes(of: window, reducedBy: reduction)
        // No filter reaches beyond a pixel that stays as it is.
        if axes.horizontal.step == 1 && axes.vertical.step == 1 { return window.window }
        let columns = axes.horizontal.span(of: window.window.minX..<window.window.maxX)
        let rows = axes.vertical.span(of: window.window.minY..<window.window.maxY)
        return PixelRect(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The part's own raster where it has the window's pixels already; nil where they must be made.
    ///
    /// A pan at the original is then put together once and copied no more: two copies of 1280x720
    /// pixels less a frame.
    package func untouched(_ part: PhotoPart, for window: ScaledWindow) -> Raster? {
        let axes = axes(of: window, reducedBy: part.reduction)
        let isSameSize = axes.horizontal.step == 1 && axes.vertical.step == 1
        return isSameSize && part.area == window.window && part.raster.isOpaque
            ? part.raster : nil
    }

    /// The window's pixels: opaque; alpha laid over `background` in linear light.
    ///
    /// - Precondition: `part` is of that photo and covers `area(for:reducedBy:)` at its reduction.
    package func resample(
        _ part: PhotoPart, for window: ScaledWindow, over background: RGBColour
    ) -> Raster {
        let pixels = Raster.bytes(of: window.window.size) { target in
            resample(
                part, for: window, over: background, into: UnsafeMutableRawBufferPointer(target))
        }
        return Raster(size: window.window.size, pixels: pixels)
    }

    /// The same into memory that is there, so that strips of one frame can be made side by side.
    ///
    /// - Precondition: `output` has four bytes for each pixel of the window.
    package func resample(
        _ part: PhotoPart, for window: ScaledWindow, over background: RGBColour,
        into output: UnsafeMutableRawBufferPointer
    ) {
        let size = window.window.size
        precondition(
            output.count == size.width * size.height * Raster.bytesPerPixel, "a pixel has 4 bytes")
        precondition(part.photo == window.photo, "the part is of the photo")
        let needed = area(for: window, reducedBy: part.reduction)
        precondition(part.area.contains(needed), "the part covers the window")
        guard let bytes = output.baseAddress, !size.isEmpty else { return }
        let axes = axes(of: window, reducedBy: part.reduction)
        if axes.horizontal.step == 1 && axes.vertical.step == 1 {
            RowCopy(part: part, background: background).copy(window.window, to: bytes)
        } else {
            let scaler = LinearScaler(
                columns: axes.horizontal.taps(for: window.window.minX..<window.window.maxX),
                rows: axes.vertical.taps(for: window.window.minY..<window.window.maxY), area: needed
            )
            scaler.scale(part, over: background, into: bytes)
        }
    }

    private func axes(
        of window: ScaledWindow, reducedBy reduction: Reduction
    ) -> (horizontal: SampledAxis, vertical: SampledAxis) {
        let horizontal = SampledAxis(
            photo: window.photo.width, scaled: window.scaled.width, reduction: reduction,
            filter: filter)
        let vertical = SampledAxis(
            photo: window.photo.height, scaled: window.scaled.height, reduction: reduction,
            filter: filter)
        return (horizontal, vertical)
    }
}

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
