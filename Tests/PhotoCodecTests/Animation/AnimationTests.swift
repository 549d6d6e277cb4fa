import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// The visible frames of animations, each drawn over its predecessors.
///
/// The expected pictures are Pillow 13's for the same files, except for PNGs where it violates the
/// specification: a canvas restored under frames blended "over" (it is right with "source"), and a
/// first frame smaller than the canvas, under which it leaves the picture for viewers without
/// animation.
@Suite struct AnimationTests {
    typealias Frame = PaintedAnimation.Frame

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let frames: [Frame]
        /// The visible picture of each frame.
        let seen: [String]
        var formats = PaintedAnimation.Format.allCases

        init(
            _ name: String, _ frames: [Frame], seen: [String],
            in formats: [PaintedAnimation.Format] = PaintedAnimation.Format.allCases
        ) {
            testDescription = name
            self.frames = frames
            self.seen = seen
            self.formats = formats
        }
    }

    static let cases = [
        Case(
            "frames stay", [Frame("RRRR\nRRRR"), Frame("GG", x: 2), Frame("BB\nBB")],
            seen: ["RRRR\nRRRR", "RRGG\nRRRR", "BBGG\nBBRR"]),
        Case(
            "an area is cleared",
            [
                Frame("RRRR\nRRRR"), Frame("GG", x: 2, .clear), Frame("BB\nBB"),
            ], seen: ["RRRR\nRRRR", "RRGG\nRRRR", "BB..\nBBRR"]),
        Case(
            "the first is cleared",
            [Frame("RRRR\nRRRR", .clear), Frame("GG", x: 2), Frame("BB\nBB")],
            seen: ["RRRR\nRRRR", "..GG\n....", "BBGG\nBB.."]),
        Case(
            "the canvas is restored",
            [Frame("RRRR\nRRRR"), Frame("GG\nGG", x: 2, .restore), Frame("BB")],
            seen: ["RRRR\nRRRR", "RRGG\nRRGG", "BBRR\nRRRR"], in: [.gif, .png]),
        Case(
            "restored twice",
            [
                Frame("RRRR\nRRRR"), Frame("GGGG", .restore), Frame("BB", .restore),
                Frame("W", x: 3, y: 1),
            ], seen: ["RRRR\nRRRR", "GGGG\nRRRR", "BBRR\nRRRR", "RRRR\nRRRW"], in: [.gif, .png]),
        Case(
            "restored after clearing",
            [
                Frame("RRRR\nRRRR"), Frame("GG", .clear), Frame("BBBB\nBBBB", .restore),
                Frame("W", x: 3, y: 1),
            ], seen: ["RRRR\nRRRR", "GGRR\nRRRR", "BBBB\nBBBB", "..RR\nRRRW"], in: [.gif, .png]),
        Case(
            "the first is restored to nothing",
            [Frame("RRRR\nRRRR", .restore), Frame("GG")],
            seen: ["RRRR\nRRRR", "GG..\n...."], in: [.gif, .png]),
        Case(
            "what is below shines through",
            [Frame("RRRR\nRRRR"), Frame("G..G\n....")],
            seen: ["RRRR\nRRRR", "GRRG\nRRRR"], in: [.gif, .png]),
        Case(
            "a hole replaces what is below",
            [Frame("RRRR\nRRRR"), Frame("..\n..", x: 2, replaces: true), Frame("GG", x: 2)],
            seen: ["RRRR\nRRRR", "RR..\nRR..", "RRGG\nRR.."], in: [.png, .webp]),
        Case(
            "a first frame that is smaller than the canvas",
            [Frame("RR", x: 2), Frame("GG")],
            seen: ["..RR", "GGRR"]),
        Case(
            "half-transparent over nothing stays as it is",
            [Frame("rrrr\nrrrr"), Frame("GG")], seen: ["rrrr\nrrrr", "GGrr\nrrrr"],
            in: [.png, .webp]),
    ]

    @Test(arguments: cases, PaintedAnimation.Format.allCases)
    func framesAreDrawnOverEachOther(example: Case, format: PaintedAnimation.Format) throws {
        guard example.formats.contains(format) else { return }
        let photo = try Self.open(example.frames, format)
        #expect(photo.pages.count == example.seen.count)
        for (number, seen) in example.seen.enumerated() {
            #expect(PaintedAnimation.art(try photo.page(number).whole()) == seen, "\(number)")
        }
        #expect(photo.status.damage == nil)
    }

    @Test(arguments: cases, PaintedAnimation.Format.allCases)
    func framesAreTheSameInAnyOrder(example: Case, format: PaintedAnimation.Format) throws {
        guard example.formats.contains(format) else { return }
        for keptPictures in [1, 2, 100] {
            var composer = FrameComposer(
                try Self.sequence(example.frames, format), keeping: keptPictures * 4 * 2 * 4)
            for number in [3, 1, 0, 2, 0, 1, 3, 2] where number < example.seen.count {
                let picture = try composer.picture(number)
                #expect(PaintedAnimation.art(picture) == example.seen[number])
            }
        }
    }

    /// "Over" with two translucent colours, as exact numbers (PNG specification, 13.16).
    @Test(arguments: [
        ("R", "b", [191, 0, 64, 255]), ("r", "b", [153, 0, 102, 160]),
        ("b", "r", [204, 0, 51, 160]), ("W", "r", [255, 127, 127, 255]),
    ])
    func transparencyIsStraight(below: String, above: String, pixel: [Int]) throws {
        for format in [PaintedAnimation.Format.png, .webp] {
            let photo = try Self.open([Frame(below), Frame(above)], format)
            let got = try photo.page(1).whole().pixel(0, 0)
            #expect(areNear(got, pixel, within: 1), "\(got)")
        }
    }

    @Test(arguments: [
        (PaintedAnimation.Format.gif, [0, 10, 20, 30, 1000], [100, 100, 20, 30, 1000]),
        (.png, [0, 10, 11, 40, 1000], [100, 100, 11, 40, 1000]),
        (.webp, [0, 10, 11, 40, 1000], [100, 100, 11, 40, 1000]),
    ])
    func framesOfNoTimeAreShownForATenthOfASecond(
        format: PaintedAnimation.Format, delays: [Int], shown: [Int]
    ) throws {
        let photo = try Self.open(delays.map { Frame("R", delay: $0) }, format)
        #expect(photo.pages.animation?.delays == shown)
    }

    @Test(
        arguments: [
            (PaintedAnimation.Format.gif, nil, 1), (.gif, 0, nil), (.gif, 1, 2), (.gif, 7, 8),
            (.png, 0, nil), (.png, 3, 3), (.webp, 0, nil), (.webp, 3, 3),
        ] as [(PaintedAnimation.Format, Int?, Int?)])
    func animationsAreAsOftenPlayedAsTheyWant(
        format: PaintedAnimation.Format, loops: Int?, plays: Int?
    ) throws {
        let photo = try Self.open([Frame("R"), Frame("G")], format, loops: loops)
        #expect(photo.pages.animation?.plays == plays)
    }

    @Test(arguments: PaintedAnimation.Format.allCases)
    func anAnimationOfOneFrameIsAPhoto(format: PaintedAnimation.Format) throws {
        let photo = try Self.open([Frame("RR\nRR")], format)
        #expect(photo.pages == .one)
        #expect(PaintedAnimation.art(try photo.whole()) == "RR\nRR")
    }

    /// Frames of noise are larger than the rest; the last bytes of a file are end marks.
    @Test(arguments: PaintedAnimation.Format.allCases)
    func aFileThatEndsTooEarlyIsDamagedFromTheStart(format: PaintedAnimation.Format) throws {
        let noise = (0..<3).map { frame in
            let rows = (0..<24).map { y in
                String((0..<24).map { x in Array("RGBW")[(x * 7 + y * 13 + x * y + frame) % 4] })
            }
            return Frame(rows.joined(separator: "\n"))
        }
        let whole = Self.animation(noise).file(format)
        let first = Self.animation([noise[0], Frame("R")]).file(format).count
        for count in stride(from: first, to: whole.count - 16, by: 3) {
            let bytes = PhotoBytes(Array(whole.prefix(count)))
            let photo = try ImageDecoder.open(bytes, within: Opening.means)
            let last = photo.page(photo.pages.count - 1)
            // Only the pixels show that a block of data and everything after it are missing.
            let art = PaintedAnimation.art(try last.whole())
            // Nothing shows that frames are missing if a GIF ends between two of them.
            let isWhole = noise[photo.pages.count - 1].rows.joined(separator: "\n") == art
            for part in [photo, photo.knownPage(1)] where format != .gif || !isWhole {
                #expect(part.status.damage != nil, "\(count) of \(whole.count)")
            }
        }
        let photo = try ImageDecoder.open(PhotoBytes(whole), within: Opening.means)
        #expect(photo.status.damage == nil)
    }

    /// The end marks contain no data.
    @Test(arguments: PaintedAnimation.Format.allCases)
    func aFileWithoutItsEndMarkIsWhole(format: PaintedAnimation.Format) throws {
        let frames = ["RRRR", "GGGG", "BBBB"].map { Frame($0) }
        let marks: Int = [.gif: 1, .png: 12, .webp: 0][format] ?? 0
        let bytes = PhotoBytes(Array(Self.animation(frames).file(format).dropLast(marks)))
        let photo = try ImageDecoder.open(bytes, within: Opening.means)
        for number in 0..<3 { _ = try photo.page(number).whole() }
        #expect(photo.pages.count == 3 && photo.status.damage == nil)
    }

    @Test func aWebPWithoutMovementIsAPhoto() throws {
        let file = PaintedAnimation.still(PixelSize(width: 300, height: 200), "G")
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect(photo.size == PixelSize(width: 300, height: 200))
        #expect(photo.pages == .one)
        let eighth = try photo.whole(reducedBy: .eighth)
        #expect(eighth.pixels == eighth.pixels.indices.map { [0, 255, 0, 255][$0 % 4] })
    }

    @Test(arguments: PaintedAnimation.Format.allCases)
    func framesAreReducedLikeAnyPhoto(format: PaintedAnimation.Format) throws {
        let rows = Array(repeating: String(repeating: "R", count: 40), count: 24)
        let square = Array(repeating: String(repeating: "B", count: 16), count: 8)
        let photo = try Self.open(
            [
                Frame(rows.joined(separator: "\n")),
                Frame(square.joined(separator: "\n"), x: 8, y: 8),
            ], format)
        let small = try photo.page(1).whole(reducedBy: .eighth)
        #expect(PaintedAnimation.art(small) == "RRRRR\nRBBRR\nRRRRR")
    }

    /// Larger ones would be decoded whole for each frame.
    @Test func anAnimationTooLargeToMoveShowsItsFirstFrame() throws {
        let size = PixelSize(width: 5000, height: 4000)
        let palette = PaintedAnimation.colours.flatMap { $0.pixel.prefix(3) }
        let dot = { (index: UInt8) in
            GIFWriter.picture(PixelRect(x: 2, y: 1, width: 1, height: 1), [index], codeBits: 3)
        }
        let file = GIFWriter.head(size, palette: palette) + dot(1) + dot(2) + [0x3B]
        let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
        #expect(photo.size == size)
        #expect(photo.pages == .one)
        #expect(try photo.whole().pixel(2, 1) == [255, 0, 0, 255])
    }

    static func open(
        _ frames: [Frame], _ format: PaintedAnimation.Format, loops: Int? = 0
    ) throws -> any ImageSource {
        var animation = animation(frames)
        animation.loops = loops
        return try ImageDecoder.open(PhotoBytes(animation.file(format)), within: Opening.means)
    }

    private static func animation(_ frames: [Frame]) -> PaintedAnimation {
        PaintedAnimation(
            size: PixelSize(
                width: frames.map { $0.x + $0.size.width }.max() ?? 1,
                height: frames.map { $0.y + $0.size.height }.max() ?? 1), frames: frames)
    }

    private static func sequence(
        _ frames: [Frame], _ format: PaintedAnimation.Format
    ) throws -> FrameSequence {
        let bytes = PhotoBytes(animation(frames).file(format))
        switch format {
        case .gif: return try GIFFile(bytes).sequence
        case .webp: return try WebPFile(bytes).sequence
        case .png:
            return try #require(APNGFile(try PNGPicture(bytes), nil)).sequence
        }
    }
}
