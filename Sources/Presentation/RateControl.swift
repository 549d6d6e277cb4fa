internal import TerminalProtocols

/// The choice of the quality of moving frames, as in a video encoder: the finest that the terminal
/// draws thirty times a second.
///
/// Each moving frame that the terminal acknowledges updates the model. A scrolled frame, of which
/// only strips are sent, does not show how many bytes a quality needs. Frames at rest do not count,
/// because the first frame at rest arrives while the terminal is busy with other work.
struct RateControl {
    /// The quality of the next moving frame.
    private(set) var quality = MovingQuality.finest
    private var time = FrameTime()
    /// The number of bytes of a frame in each quality, relative to the finest.
    private var relativeBytes = Self.usualBytes
    /// The quality and the size of the last moving frame that the terminal drew.
    private var last: (quality: MovingQuality, bytes: Int, isWhole: Bool)?
    private var framesSinceChange = 0
    /// A score of late frames: a late frame adds two, a frame in time subtracts one.
    ///
    /// A single frame may be late because of a busy machine.
    private var lateness = 0

    /// The usual sizes of frames, relative to the finest; measured frames of the photo replace
    /// them.
    private static let usualBytes: [MovingQuality: Double] = [
        .finest: 1, .fewerColours: 0.66, .undithered: 0.42, .pixelsOfTwo: 0.28,
        .pixelsOfThree: 0.16, .pixelsOfFour: 0.09,
    ]
    /// The time of a frame at thirty frames a second.
    static let frameMilliseconds = 33.0
    /// The multiple of the coarsest quality's expected time that a frame may take, if no quality is
    /// fast enough.
    private static let excess = 1.25
    /// The fraction of `frameMilliseconds` that a finer frame may be expected to take.
    private static let reserve = 0.75
    /// The multiple of the coarsest quality's expected time that a finer frame may be expected to
    /// take, if no quality is fast enough.
    private static let reservedExcess = 1.15
    /// The minimum number of frames before a finer quality is tried: a third of a second.
    static let leastFrames = 10

    /// Updates the model from a moving frame that the terminal has drawn.
    mutating func drew(
        _ bytes: Int, as quality: MovingQuality, isWhole: Bool = true, in milliseconds: Double
    ) {
        let isUsual = time.learn(bytes, milliseconds)
        if let last, last.quality != quality, last.isWhole, isWhole, last.bytes > 0 {
            relativeBytes[quality] = relative(last.quality) * Double(bytes) / Double(last.bytes)
        }
        last = (quality, bytes, isWhole)
        // The quality may have changed after the frame was rendered.
        guard quality == self.quality else { return }
        framesSinceChange += 1
        let target = max(Self.frameMilliseconds, Self.excess * expected(.coarsest))
        lateness = milliseconds > target ? lateness + 2 : max(0, lateness - 1)
        if lateness > 2, expected(quality) > target {
            coarsen(to: target)
        } else if isUsual, framesSinceChange >= Self.leastFrames {
            refine()
        }
    }

    private mutating func coarsen(to target: Double) {
        let fitting = MovingQuality.allCases.first { expected($0) <= target } ?? .coarsest
        if fitting.isCoarser(than: quality) { change(to: fitting) }
    }

    private mutating func refine() {
        let target = max(
            Self.reserve * Self.frameMilliseconds, Self.reservedExcess * expected(.coarsest))
        if let finer = quality.finer, expected(finer) <= target { change(to: finer) }
    }

    private mutating func change(to quality: MovingQuality) {
        self.quality = quality
        framesSinceChange = 0
        lateness = 0
    }

    /// Returns the expected time, in milliseconds, of a frame of the photo's visible region in this
    /// quality.
    private func expected(_ quality: MovingQuality) -> Double {
        guard let last else { return 0 }
        let bytes = Double(last.bytes) * relative(quality) / relative(last.quality)
        return time.milliseconds(for: bytes)
    }

    private func relative(_ quality: MovingQuality) -> Double {
        max(relativeBytes[quality] ?? 1, 0.01)
    }
}

/// A model of the time that a terminal takes for a frame: a fixed time, and a time per byte.
///
/// The model is a line through the measured frames, by least squares.
private struct FrameTime {
    /// The mean of frames of nearly the same size, weighted in favour of later frames.
    private struct Point {
        var megabytes: Double
        var milliseconds: Double
        /// The weight, which decreases while frames of other sizes are drawn.
        var weight = 1.0
    }

    /// The points by the bit length of the byte count; the sizes of a point differ by at most a
    /// factor of two.
    private var points: [Int: Point] = [:]
    /// The fixed time of the line, in milliseconds.
    private var fixed = usualFixed
    /// The slope of the line, in milliseconds per megabyte.
    private var perMegabyte = usualPerMegabyte

    private static let usualFixed = 2.0
    /// The milliseconds per megabyte: xterm processes 21 MB a second, mlterm and foot 30.
    private static let usualPerMegabyte = 50.0
    /// The points assumed for sizes that were not measured.
    private static let usual = [
        Point(megabytes: 0, milliseconds: usualFixed, weight: 0.02),
        Point(megabytes: 1, milliseconds: usualFixed + usualPerMegabyte, weight: 0.0001),
    ]
    /// The factor by which a point loses weight with each frame of another size; 35 frames, about a
    /// second, halve the weight.
    private static let fading = 0.98
    /// The weight of a new frame in the mean of its point.
    private static let share = 0.4
    /// The number of milliseconds by which the counted time of a frame may exceed twice the mean of
    /// earlier frames.
    private static let surprise = 20.0
    /// The maximum deviation of a usual frame's time from the mean, as a fraction of the mean.
    private static let deviation = 0.25

    func milliseconds(for bytes: Double) -> Double { fixed + perMegabyte * bytes / 1_000_000 }

    /// Updates the model from a frame; returns true if the frame took about as long as others of
    /// its size.
    mutating func learn(_ bytes: Int, _ milliseconds: Double) -> Bool {
        let size = Int.bitWidth - bytes.leadingZeroBitCount
        let frame = Point(
            megabytes: Double(bytes) / 1_000_000, milliseconds: max(milliseconds, 0.1))
        for other in points.keys { points[other]?.weight *= Self.fading }
        let old = points[size] ?? frame
        let new = Self.mean(old, frame)
        // A line that is faster for one size is faster for all sizes; old points would delay the
        // change.
        let change = new.milliseconds / old.milliseconds * expected(old) / expected(new)
        for other in points.keys { points[other]?.milliseconds *= change }
        points[size] = new
        fit()
        return abs(frame.milliseconds - new.milliseconds) <= Self.deviation * new.milliseconds
    }

    private func expected(_ point: Point) -> Double {
        max(fixed + perMegabyte * point.megabytes, 0.1)
    }

    private static func mean(_ old: Point, _ frame: Point) -> Point {
        let time = min(frame.milliseconds, 2 * old.milliseconds + surprise)
        return Point(
            megabytes: old.megabytes + share * (frame.megabytes - old.megabytes),
            milliseconds: old.milliseconds + share * (time - old.milliseconds))
    }

    /// Fits the line to the points, without the oldest ones that took longer than larger frames.
    ///
    /// Such frames waited for something else, such as a busy machine. With them, a coarser quality
    /// would never be tried.
    private mutating func fit() {
        var line = Line(through: Array(points.values) + Self.usual)
        while line.slope < 0, points.count > 1,
            let oldest = points.min(by: { $0.value.weight < $1.value.weight })
        {
            points[oldest.key] = nil
            line = Line(through: Array(points.values) + Self.usual)
        }
        (fixed, perMegabyte) = (line.intercept, line.slope)
    }

    /// The line of least squares, whose intercept is not negative.
    private struct Line {
        var slope: Double
        var intercept: Double

        init(through points: [Point]) {
            var (weight, bytes, time, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for point in points {
                weight += point.weight
                bytes += point.weight * point.megabytes
                time += point.weight * point.milliseconds
                squares += point.weight * point.megabytes * point.megabytes
                products += point.weight * point.megabytes * point.milliseconds
            }
            slope = (weight * products - bytes * time) / (weight * squares - bytes * bytes)
            intercept = (time - slope * bytes) / weight
            if intercept < 0 { (intercept, slope) = (0, products / squares) }
        }
    }
}
