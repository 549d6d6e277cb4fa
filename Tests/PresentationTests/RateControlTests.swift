import TerminalProtocols
import Testing

@testable import Presentation

/// The quality of moving frames adapts to the terminal's speed.
@Suite struct RateControlTests {
    /// A terminal of constant speed, and a photo.
    struct Line: Sendable {
        /// The time for any frame, in milliseconds.
        let fixed: Double
        let megabytesPerSecond: Double
        /// The size of a frame in the finest quality.
        let kilobytes: Double

        /// Differs from the rate control's assumptions about a photo.
        private static let relativeBytes: [MovingQuality: Double] = [
            .finest: 1, .fewerColours: 0.7, .undithered: 0.5, .pixelsOfTwo: 0.3,
            .pixelsOfThree: 0.2, .pixelsOfFour: 0.12,
        ]

        func bytes(_ quality: MovingQuality) -> Int {
            Int(kilobytes * 1000 * (Self.relativeBytes[quality] ?? 1))
        }

        func milliseconds(_ quality: MovingQuality) -> Double {
            fixed + Double(bytes(quality)) / megabytesPerSecond / 1000
        }
    }

    /// Returns the qualities of this many consecutive frames; each takes up to `noise` more or
    /// less.
    private static func drive(
        _ rate: inout RateControl, over line: Line, frames: Int, noise: Double = 0, seed: UInt64 = 1
    ) -> [MovingQuality] {
        var state = seed
        return (0..<frames).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let deviation = Double(state >> 40) / Double(1 << 24) * 2 - 1
            let quality = rate.quality
            rate.drew(
                line.bytes(quality), as: quality,
                in: line.milliseconds(quality) * (1 + noise * deviation))
            return quality
        }
    }

    @Test(arguments: [
        // konsole, foot, xterm with a photo of 840 kB, and slower ones.
        (Line(fixed: 2, megabytesPerSecond: 30, kilobytes: 500), MovingQuality.finest),
        (Line(fixed: 2, megabytesPerSecond: 30, kilobytes: 840), .finest),
        (Line(fixed: 2, megabytesPerSecond: 21, kilobytes: 840), .fewerColours),
        (Line(fixed: 2, megabytesPerSecond: 15, kilobytes: 840), .undithered),
        (Line(fixed: 2, megabytesPerSecond: 10, kilobytes: 840), .pixelsOfTwo),
        (Line(fixed: 2, megabytesPerSecond: 6, kilobytes: 840), .pixelsOfThree),
        (Line(fixed: 2, megabytesPerSecond: 2, kilobytes: 840), .pixelsOfFour),
        // A dark photo needs less.
        (Line(fixed: 2, megabytesPerSecond: 10, kilobytes: 290), .finest),
        (Line(fixed: 18, megabytesPerSecond: 30, kilobytes: 840), .undithered),
    ])
    func theFinestQualityThatIsDrawnInTimeIsFound(line: Line, expected: MovingQuality) {
        var rate = RateControl()
        let qualities = Self.drive(&rate, over: line, frames: 60)
        #expect(rate.quality == expected)
        // It is found within a sixth of a second, and kept.
        #expect(qualities[5...].allSatisfy { $0 == expected }, "\(qualities)")
    }

    /// If most of the time is the same in any quality, a coarse one gains little.
    @Test func aFineQualityIsKeptIfACoarseOneIsNoFaster() {
        let line = Line(fixed: 70, megabytesPerSecond: 30, kilobytes: 840)
        var rate = RateControl()
        _ = Self.drive(&rate, over: line, frames: 60)
        #expect(!rate.quality.isCoarser(than: .undithered))
        #expect(line.milliseconds(rate.quality) < 1.25 * line.milliseconds(.coarsest))
    }

    /// A change to a quality and back is one oscillation.
    @Test(arguments: 1...40)
    func theQualityDoesNotFlicker(seed: UInt64) {
        let line = Line(
            fixed: Double(seed % 7) * 5, megabytesPerSecond: 2 + Double(seed),
            kilobytes: 200 + Double(seed % 5) * 200)
        var rate = RateControl()
        let qualities = Self.drive(&rate, over: line, frames: 300, noise: 0.1, seed: seed)
        var changes: [(frame: Int, from: MovingQuality, to: MovingQuality)] = []
        for (frame, pair) in zip(qualities, qualities.dropFirst()).enumerated()
        where pair.0 != pair.1 {
            changes.append((frame, pair.0, pair.1))
        }
        let returns = zip(changes, changes.dropFirst()).filter { $0.from == $1.to }.map(\.1.frame)
        #expect(zip(returns, returns.dropFirst()).allSatisfy { $1 - $0 >= RateControl.leastFrames })
        // It settles.
        #expect(changes.filter { $0.frame >= 100 }.count <= 4, "\(changes)")
    }

    @Test func aLineThatIsFastAgainIsSentFineFramesAgain() {
        var rate = RateControl()
        _ = Self.drive(
            &rate, over: Line(fixed: 2, megabytesPerSecond: 3, kilobytes: 840), frames: 20)
        #expect(rate.quality == .pixelsOfFour)
        let steps = MovingQuality.allCases.count - 1
        let qualities = Self.drive(
            &rate, over: Line(fixed: 2, megabytesPerSecond: 100, kilobytes: 840),
            frames: steps * RateControl.leastFrames + 20)
        #expect(rate.quality == .finest)
        // One step at a time.
        for (old, new) in zip(qualities, qualities.dropFirst()) where old != new {
            #expect(old.finer == new)
        }
    }

    /// The machine was busy for a moment.
    @Test(arguments: [100.0, 300, 2000])
    func oneLateFrameChangesNothing(milliseconds: Double) {
        let line = Line(fixed: 2, megabytesPerSecond: 30, kilobytes: 840)
        var rate = RateControl()
        _ = Self.drive(&rate, over: line, frames: 20)
        rate.drew(line.bytes(.finest), as: .finest, in: milliseconds)
        _ = Self.drive(&rate, over: line, frames: 20)
        #expect(rate.quality == .finest)
    }

    /// Several steps at once leave a wide strip: it is sent coarsely, and the next is narrower.
    @Test func wideStripsAreSentCoarsely() {
        var rate = RateControl()
        for _ in 0..<3 { rate.drew(400_000, as: .finest, isWhole: false, in: 80) }
        #expect(rate.quality.isCoarser(than: .finest))
        for _ in 0..<60 { rate.drew(40_000, as: rate.quality, isWhole: false, in: 10) }
        #expect(rate.quality == .finest)
    }

    /// They were late for other reasons: a coarser quality is tried, and found to be faster.
    @Test func bytesAreNotTakenToCostNothing() {
        var rate = RateControl()
        rate.drew(400_000, as: .finest, in: 100)
        let line = Line(fixed: 4, megabytesPerSecond: 28, kilobytes: 1400)
        _ = Self.drive(&rate, over: line, frames: 40)
        #expect(rate.quality.isCoarser(than: .finest))
        #expect(line.milliseconds(rate.quality) < 33)
    }

    @Test func framesMadeBeforeAChangeAreNotJudged() {
        var rate = RateControl()
        rate.drew(840_000, as: .finest, in: 100)
        rate.drew(840_000, as: .finest, in: 100)
        let chosen = rate.quality
        #expect(chosen.isCoarser(than: .finest))
        rate.drew(840_000, as: .finest, in: 2_000)
        #expect(rate.quality == chosen)
    }
}
