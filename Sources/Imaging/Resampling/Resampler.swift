/// A resampler that crops and scales a photo to the pixels of a window in one pass, in linear
/// light.
///
/// A pixel's value depends only on its position in the scaled photo, so overlapping windows have
/// identical pixels in common.
package struct Resampler: Sendable {
    package let filter: ResamplingFilter

    package init(filter: ResamplingFilter = .standard) {
        self.filter = filter
    }

    /// Returns the reduction to decode at, and the area of the reduced photo that `window` needs.
    ///
    /// The reduction is the largest one, up to `coarsest`, at which the photo is at least as large
    /// as the scaled photo, or `none` if the photo is smaller. The area includes the margin of the
    /// filter.
    package func source(
        for window: ScaledWindow, upTo coarsest: Reduction = .coarsestOfFiles
    ) -> (reduction: Reduction, area: PixelRect) {
        let covering = Reduction.all.last { reduction in
            let reduced = window.photo.reduced(by: reduction)
            return reduction.rawValue <= coarsest.rawValue
                && reduced.width >= window.scaled.width && reduced.height >= window.scaled.height
        }
        let reduction = covering ?? .none
        return (reduction, area(for: window, reducedBy: reduction))
    }

    /// Returns the area of the reduced photo that `window` needs at a given reduction.
    package func area(for window: ScaledWindow, reducedBy reduction: Reduction) -> PixelRect {
        let axes = axes(of: window, reducedBy: reduction)
        // At a scale of 1, no filter reaches beyond the pixel itself.
        if axes.horizontal.step == 1 && axes.vertical.step == 1 { return window.window }
        let columns = axes.horizontal.span(of: window.window.minX..<window.window.maxX)
        let rows = axes.vertical.span(of: window.window.minY..<window.window.maxY)
        return PixelRect(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Returns the region's raster if its pixels are exactly the window's; `nil` if resampling or
    /// blending is necessary.
    ///
    /// At the original size, the shortcut saves two copies of 1280x720 pixels per frame.
    package func untouched(_ region: RegionPixels, for window: ScaledWindow) -> Raster? {
        let axes = axes(of: window, reducedBy: region.reduction)
        let isSameSize = axes.horizontal.step == 1 && axes.vertical.step == 1
        return isSameSize && region.area == window.window && region.raster.isOpaque
            ? region.raster : nil
    }

    /// Returns the window's pixels; transparent pixels are blended over `background`.
    ///
    /// - Precondition: `region` is from the window's photo and covers `area(for:reducedBy:)`.
    package func resample(
        _ region: RegionPixels, for window: ScaledWindow, over background: RGBColour
    ) -> Raster {
        let pixels = Raster.bytes(of: window.window.size) { target in
            resample(
                region, for: window, over: background, into: UnsafeMutableRawBufferPointer(target))
        }
        return Raster(size: window.window.size, pixels: pixels)
    }

    /// Resamples a window into existing memory, so that strips of a frame can be computed in
    /// parallel.
    ///
    /// - Precondition: `output` has four bytes per pixel of the window.
    package func resample(
        _ region: RegionPixels, for window: ScaledWindow, over background: RGBColour,
        into output: UnsafeMutableRawBufferPointer
    ) {
        let size = window.window.size
        precondition(
            output.count == size.width * size.height * Raster.bytesPerPixel, "a pixel has 4 bytes")
        precondition(region.photo == window.photo, "the part is of the photo")
        let needed = area(for: window, reducedBy: region.reduction)
        precondition(region.area.contains(needed), "the part covers the window")
        guard let bytes = output.baseAddress, !size.isEmpty else { return }
        let axes = axes(of: window, reducedBy: region.reduction)
        if axes.horizontal.step == 1 && axes.vertical.step == 1 {
            RowCopy(region: region, background: background).copy(window.window, to: bytes)
        } else {
            let scaler = LinearScaler(
                columns: axes.horizontal.taps(for: window.window.minX..<window.window.maxX),
                rows: axes.vertical.taps(for: window.window.minY..<window.window.maxY), area: needed
            )
            scaler.scale(region, over: background, into: bytes)
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

/// The method of enlarging a photo that is narrower than the screen.
package enum Enlargement: String, CaseIterable, Hashable, Sendable {
    /// Interpolation with the same filter as for reduction.
    case smooth
    /// A square for each pixel, which shows the exact values of charts and detector frames.
    case nearest

    var filter: ResamplingFilter {
        switch self {
        case .smooth: .standard
        case .nearest: .nearest
        }
    }
}

extension Resampler {
    /// Creates a resampler that reduces with the standard filter and enlarges with that of
    /// `enlarging`.
    package init(for window: ScaledWindow, enlarging: Enlargement) {
        let isLarger = window.scaled.width > window.photo.width
        self.init(filter: isLarger ? enlarging.filter : .standard)
    }
}

/// A window of the photo scaled to `scaled` pixels: the content of one frame.
///
/// `window` is a rectangle in the grid of the scaled photo, which never exists as a whole.
package struct ScaledWindow: Hashable, Sendable {
    /// The photo's upright size, without reduction.
    package let photo: PixelSize
    package let scaled: PixelSize
    package let window: PixelRect

    /// Creates a window of a scaled photo.
    ///
    /// - Precondition: `photo` and `scaled` are not empty, and the window is within `scaled`.
    package init(photo: PixelSize, scaled: PixelSize, window: PixelRect) {
        precondition(!photo.isEmpty && !scaled.isEmpty, "a photo has pixels")
        precondition(PixelRect(scaled).contains(window), "the window lies inside the scaled photo")
        self.photo = photo
        self.scaled = scaled
        self.window = window
    }

    /// Returns the window divided into at most `count` strips of whole rows, from the top.
    ///
    /// Resampling a strip gives the same pixels as resampling the window, so strips can run in
    /// parallel.
    package func strips(_ count: Int) -> [ScaledWindow] {
        let rows = window.size.height
        let count = max(1, min(count, rows))
        return (0..<count).map { strip in
            let top = rows * strip / count
            let bottom = rows * (strip + 1) / count
            let area = PixelRect(
                x: window.minX, y: window.minY + top, width: window.size.width,
                height: bottom - top)
            return ScaledWindow(photo: photo, scaled: scaled, window: area)
        }
    }
}

/// One axis of a scaled photo: the positions of the scaled pixels in the grid of the reduced photo.
///
/// Each pixel's position is computed separately, in double precision, independently of the window.
struct SampledAxis {
    let filter: ResamplingFilter
    /// The number of pixels of the reduced photo along this axis.
    let limit: Int
    /// The distance between neighbouring scaled pixels, in pixels of the reduced photo.
    let step: Double

    init(photo: Int, scaled: Int, reduction: Reduction, filter: ResamplingFilter) {
        let divisor = reduction.rawValue
        self.filter = filter
        limit = (photo + divisor - 1) / divisor
        step = Double(photo) / (Double(scaled) * Double(divisor))
    }

    /// Returns the range of the reduced photo's pixels that contribute to the scaled pixels in
    /// `range`.
    func span(of range: Range<Int>) -> Range<Int> {
        guard let last = range.last else { return 0..<0 }
        return span(of: range.lowerBound).lowerBound..<span(of: last).upperBound
    }

    func taps(for range: Range<Int>) -> FilterTaps {
        let spans = range.map { span(of: $0) }
        let count = spans.reduce(1) { max($0, $1.count) }
        var weights = [Float](repeating: 0, count: count * range.count)
        var shares = [Double](repeating: 0, count: count)
        for (output, x) in range.enumerated() {
            find(&shares, of: spans[output], in: x)
            for tap in 0..<spans[output].count {
                weights[output * count + tap] = Float(shares[tap])
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

    /// Writes the weights of the pixels in `span`, whose sum is 1 even at the photo's edges.
    ///
    /// The array is reused, because allocating an array for each pixel took longer than computing
    /// the weights.
    private func find(_ shares: inout [Double], of span: Range<Int>, in x: Int) {
        let middle = middle(of: x)
        var sum = 0.0
        for index in 0..<span.count {
            shares[index] = weight(at: Double(span.lowerBound + index) - middle)
            sum += shares[index]
        }
        for index in 0..<span.count {
            shares[index] = sum == 0 ? (index == 0 ? 1 : 0) : shares[index] / sum
        }
    }

    private func middle(of x: Int) -> Double {
        let position = (Double(x) + 0.5) * step
        return filter == .nearest ? position.rounded(.down) : position - 0.5
    }

    private var radius: Double {
        switch filter {
        case .nearest: 0.25
        case .box: (step + 1) / 2
        default: filter.support * max(1, step)
        }
    }

    private func weight(at distance: Double) -> Double {
        // A box filter's weight for a pixel is the share of the pixel that the scaled pixel covers.
        guard filter != .box else { return max(0, min(1, step, radius - distance.magnitude)) }
        return filter.weight(at: distance / max(1, step))
    }
}

/// For each output pixel of a range along one axis, the first source pixel and the weights.
struct FilterTaps {
    /// The number of taps per output pixel; unused taps have weight 0.
    let count: Int
    /// The first source pixel of each output pixel, in the grid of the reduced photo.
    let first: [Int]
    /// The weights: `count` for each output pixel.
    let weights: [Float]
}
