import Files
import Imaging
import Testing

@testable import Sandbox

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Possible messages of a worker controlled by a hostile file.
@Suite(.enabled(if: ConnectedPair.isSupported, "no such connections on this system"))
struct MessageTests {
    private static let statistics = [0, 1, 2, 3, 4, 5, 6, 1_000_000]

    /// Returns a photo's size, and its statistics with one of them changed.
    private static func opened(_ place: Int, _ number: Int) -> Message {
        var numbers = [64, 64] + statistics
        numbers[place] = number
        return Message(kind: .opened, call: 1, numbers: numbers)
    }

    @Test(arguments: 0..<10, [-1, 1 << 48 + 1, .max, .min])
    func noNumberIsOneThatNothingHasSoMuchOf(place: Int, number: Int) {
        #expect(Message(Self.opened(place, 1 << 48).bytes) != nil)
        #expect(Message(Self.opened(place, number).bytes) == nil)
    }

    /// One end of a pipe reports when the last copy of the other is closed.
    @Test(arguments: [(0, true), (1, true), (2, false), (3, false), (20, false)])
    func aMessageBringsOneDescriptorAtMostAndTheOthersAreClosed(
        count: Int, isTaken: Bool
    ) throws {
        let pair = try ConnectedPair()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let reading = try #require(Descriptor(ends[0]))
        var writing = Descriptor(ends[1])
        let numbers = [Int32](repeating: ends[1], count: count)
        #expect(pair.send(Message(kind: .alive, call: 0).bytes, handing: numbers))
        var got = pair.session.receive()
        #expect((got != nil) == isTaken)
        #expect((got?.handed != nil) == (isTaken && count > 0))
        (writing, got) = (nil, nil)
        #expect(writing == nil && got == nil)
        #expect(Self.isHungUp(reading), "a descriptor that came is still open")
    }

    private static func isHungUp(_ reading: Descriptor) -> Bool {
        var end = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
        return poll(&end, 1, 0) == 1 && end.revents & Int16(POLLHUP) != 0
    }

    @Test func anEndThatDoesNotReadBlocksNoSender() throws {
        let pair = try ConnectedPair()
        let message = Message(kind: .cancel, call: 1)
        var sent = 0
        while pair.session.send(message) == .sent, sent < 100_000 { sent += 1 }
        #expect(sent < 100_000)
        #expect(pair.session.send(message) == .noRoom)
        _ = pair.worker.receive()
        #expect(pair.session.send(message) == .sent)
    }

    @Test func aMissingOtherEndIsReported() throws {
        let (one, other) = try #require(SystemCalls.socketPair())
        MessageChannel(other).hangUp()
        #expect(MessageChannel(one).send(Message(kind: .begin, call: 1)) == .disconnected)
    }
}

/// The sizes of a file's pages, between a worker and the session.
@Suite struct PartSizesTests {
    private static func bytes(_ sides: [UInt32]) -> [UInt8] {
        sides.flatMap { side in withUnsafeBytes(of: side) { Array($0) } }
    }

    @Test func sizesArriveAsTheyWereSent() {
        let sizes = [(6, 4), (1, 1 << 24), (5, 5)].map { PixelSize(width: $0, height: $1) }
        let pages = PageSet(sizes: sizes)
        #expect(pages.bytesOfSizes.count == PageSet.byteCount(sizes: 3))
        #expect(PageSet(bytesOfSizes: pages.bytesOfSizes) == pages)
    }

    @Test(arguments: [[0, 4], [4, 0], [1 << 24 + 1, 4], [4, .max]] as [[UInt32]])
    func aSizeThatNoPictureHasIsRefused(sides: [UInt32]) {
        #expect(PageSet(bytesOfSizes: Self.bytes([6, 4] + sides)) == nil)
        #expect(PageSet(bytesOfSizes: Self.bytes([6, 4])) != nil)
    }

    @Test(arguments: 0..<64)
    func traitsArriveAsTheyWereSent(number: Int) {
        let traits = WirePhotoTraits(number: number)
        #expect(traits.number == number)
        let known = [
            traits.isAnimated, traits.mayBeHighBitDepth, traits.hasSizes, traits.hasHighRange,
            traits.hasColourFirst, traits.hasPositions,
        ]
        #expect(known == [1, 2, 4, 8, 16, 32].map { number & $0 != 0 })
    }
}

/// A file's metadata, between a worker and the session.
@Suite struct FileFactsTests {
    @Test func factsArriveAsTheyWereSent() {
        let facts = [
            FileFact("EXIF", "Model", "NIKON D5"), FileFact("File", "FileType", "JPEG"),
        ]
        #expect(FileFacts.facts(in: FileFacts.bytes(of: facts)) == facts)
    }

    @Test func aValueOfSeveralLinesIsOneFact() {
        let facts = [FileFact("EXIF", "ImageDescription", "one\ntwo\tthree\u{0}four")]
        #expect(
            FileFacts.facts(in: FileFacts.bytes(of: facts))
                == [FileFact("EXIF", "ImageDescription", "one two three four")])
    }

    /// A hostile file may make its worker send anything.
    @Test(arguments: [
        ("", 0), ("no tabs\n", 0), ("a\tb\n", 0), ("a\tb\tc\td\n", 0), ("\u{0}a\tb\tc\n", 0),
        ("a\tb\tc", 1), ("a\tb\t\u{1B}[2J\n", 1),
    ])
    func whatIsNoFactIsLeftOut(sent: String, count: Int) {
        #expect(FileFacts.facts(in: Array(sent.utf8)).count == count)
    }

    @Test func noMoreIsSentThanThereIsRoomFor() {
        let long = FileFact("EXIF", "Artist", String(repeating: "a", count: 1000))
        let bytes = FileFacts.bytes(of: Array(repeating: long, count: 300))
        #expect(bytes.count == FileFacts.limitBytes)
    }
}

/// The known status of each page of a file: a read page does not mean that others are read.
@Suite struct PictureStatusesTests {
    private static func key(_ page: Int, tone: Int = 0) -> PictureKey {
        PictureKey(page: page, tone: tone)
    }

    private static func status(read fraction: Double) -> ImageSourceStatus {
        ImageSourceStatus(
            statistics: DecodeStatistics(
                tilesMade: 0, tilesRequested: 0, tilesFound: 0, tileBytes: 0, indexBytes: 0,
                spillBytes: 0, fractionRead: fraction))
    }

    @Test func onePageIsReadAndTheNextIsNot() {
        var statuses = PictureStatuses()
        #expect(!statuses.isRead(Self.key(0)) && statuses[Self.key(0)] == nil)
        statuses.report(Self.status(read: 1), of: Self.key(0))
        #expect(statuses.isRead(Self.key(0)))
        #expect(!statuses.isRead(Self.key(1)) && !statuses.isRead(Self.key(0, tone: 1)))
        statuses.report(Self.status(read: 0.5), of: Self.key(1))
        #expect(!statuses.isRead(Self.key(1)))
        #expect(statuses[Self.key(0)] == Self.status(read: 1))
        // The worker may have closed it in the meantime.
        #expect(!statuses.isRead(Self.key(0)))
    }

    @Test func aWorkerFillsNoMemory() {
        var statuses = PictureStatuses()
        for page in 0...PictureStatuses.limit {
            statuses.report(Self.status(read: 1), of: Self.key(page))
        }
        #expect(statuses[Self.key(0)] == nil && statuses[Self.key(1)] != nil)
        statuses.report(Self.status(read: 1), of: Self.key(1))
        statuses.report(Self.status(read: 1), of: Self.key(0))
        #expect(statuses[Self.key(1)] != nil && statuses[Self.key(2)] == nil)
    }

    /// The session knows its question; a hostile worker cannot choose it.
    @Test(
        arguments: [
            (Message.Kind.pixels, [0, 0, 8, 8, 1, 5, 2], 5, 2),
            (.isReady, [0, 0, 8, 8, 4, 1, 0], 1, 0), (.preview, [0, 0, 8, 8, 8, 3, 0], 3, 0),
            (.waitForMore, [0, 0, 8, 8, 8, 4, 0], 4, 0), (.sample, [7, 9, 6], 6, 0),
            (.scaled, [8, 8, 4, 4, 0, 0, 4, 4, 0, 0, 0, 5, 2], 5, 2),
            (.tone, [3, 2], 2, 3), (.open, [1000, 1, 0], 0, 0), (.facts, [], 0, 0),
        ] as [(Message.Kind, [Int], Int, Int)])
    func aStatusIsAboutWhatWasAsked(kind: Message.Kind, numbers: [Int], page: Int, tone: Int) {
        #expect(PictureKey(of: kind, numbers) == Self.key(page, tone: tone))
    }

    @Test func aScaledWindowArrivesAsItWasSent() {
        let window = ScaledWindow(
            photo: PixelSize(width: 4000, height: 3000),
            scaled: PixelSize(width: 1280, height: 960),
            window: PixelRect(x: 3, y: 40, width: 1200, height: 700))
        let region = ScaledRegion(
            window, over: RGBColour(red: 1, green: 2, blue: 255), of: 7, tone: 2)
        #expect(ScaledRegion(region.numbers) == region)
    }

    /// An empty size, a window beyond the scaled photo, a colour of nine bits, a number too few.
    @Test(
        arguments: [
            [0, 8, 4, 4, 0, 0, 4, 4, 0, 0, 0, 0, 0], [8, 8, 4, 4, 1, 0, 4, 4, 0, 0, 0, 0, 0],
            [8, 8, 4, 4, 0, 0, 4, 4, 256, 0, 0, 0, 0], [8, 8, 4, 4, 0, 0, 4, 4, 0, 0, 0, 0],
        ])
    func noOtherNumbersAreAWindow(numbers: [Int]) {
        #expect(ScaledRegion(numbers) == nil)
    }
}
