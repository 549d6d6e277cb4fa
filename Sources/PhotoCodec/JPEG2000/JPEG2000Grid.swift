internal import CJPEG2000
internal import Imaging

/// The positions of a picture's pixels on the reference grid of a JPEG 2000 (ISO/IEC 15444-1, B.2).
///
/// The samples of each channel are a fixed distance apart. The pixels are the samples of the
/// channel with the smallest distance; samples of other channels are repeated. A corner of the
/// picture may have no sample.
struct JPEG2000Grid: Sendable {
    /// The maximum distance between points with samples of all channels.
    private static let longestPeriod = 256

    /// The area of the picture on the reference grid.
    let area: PixelRect
    /// The size of a pixel on the reference grid.
    let step: PixelSize
    private let period: PixelSize

    /// Reads the grid; `nil` without channels, or if the channels' samples rarely coincide.
    init?(_ image: opj_image_t, of channels: [opj_image_comp_t]) {
        guard image.x1 > image.x0, image.y1 > image.y0, image.x1 <= Int32.max,
            image.y1 <= Int32.max,
            let across = Self.steps(channels.map { Int($0.dx) }),
            let down = Self.steps(channels.map { Int($0.dy) })
        else { return nil }
        area = PixelRect(
            x: Int(image.x0), y: Int(image.y0), width: Int(image.x1) - Int(image.x0),
            height: Int(image.y1) - Int(image.y0))
        step = PixelSize(width: across.least, height: down.least)
        period = PixelSize(width: across.period, height: down.period)
    }

    private static func steps(_ all: [Int]) -> (least: Int, period: Int)? {
        guard let least = all.min(), least > 0 else { return nil }
        var period = 1
        for step in all {
            var (larger, smaller) = (period, step)
            while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
            period = period / larger * step
            guard period <= longestPeriod else { return nil }
        }
        return (least, period)
    }

    /// Returns the picture's size after `factor` halvings.
    func size(halved factor: Int) -> PixelSize {
        let (start, end) = (origin(halved: factor), corner(halved: factor))
        return PixelSize(width: max(1, end.x - start.x), height: max(1, end.y - start.y))
    }

    /// Returns the position of the picture's first pixel, counted from the origin of the grid.
    func origin(halved factor: Int) -> PixelPoint {
        PixelPoint(
            x: Self.samples(before: area.minX, each: step.width, halved: factor),
            y: Self.samples(before: area.minY, each: step.height, halved: factor))
    }

    private func corner(halved factor: Int) -> PixelPoint {
        PixelPoint(
            x: Self.samples(before: area.maxX, each: step.width, halved: factor),
            y: Self.samples(before: area.maxY, each: step.height, halved: factor))
    }

    /// Returns the area of the reference grid that contains all samples for some pixels.
    func stored(_ region: PixelRect, halved factor: Int) -> PixelRect {
        let start = origin(halved: factor)
        let across = Self.span(
            start.x + region.minX..<start.x + region.maxX, step.width << factor,
            period.width << factor, in: area.minX..<area.maxX)
        let down = Self.span(
            start.y + region.minY..<start.y + region.maxY, step.height << factor,
            period.height << factor, in: area.minY..<area.maxY)
        return PixelRect(
            x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    }

    /// Returns a range of the grid that contains all samples for some pixels.
    ///
    /// The range starts at a multiple of the period, so that no earlier sample is needed.
    private static func span(
        _ pixels: Range<Int>, _ step: Int, _ period: Int, in whole: Range<Int>
    ) -> Range<Int> {
        let start = max(pixels.lowerBound * step / period * period, whole.lowerBound)
        // If the picture starts between multiples, a channel's first sample can be a period later.
        let surplus = start % period == 0 ? 0 : period
        return start..<max(start, min(pixels.upperBound * step + surplus, whole.upperBound))
    }

    /// Returns the number of samples before a point; halvings and subsampling round up.
    static func samples(before point: Int, each step: Int, halved factor: Int) -> Int {
        ((point + step - 1) / step + (1 << factor) - 1) >> factor
    }
}
