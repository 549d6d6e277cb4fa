import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// A store's handling of the terminal's replies.
struct KittyStoreAnswersTests {
    @Test
    func aPictureThatIsGoneIsSentAgain() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let verdict = visit.lose(visit.lastImage)
        #expect(verdict == .planAgain)
        try visit.settle()
        #expect(visit.uploads.count == 2)
        #expect(visit.uploads.last?.region == visit.uploads.first?.region)
        #expect(visit.shown == visit.expected)
    }

    @Test(arguments: [
        (message: "ENOENT:gone", verdict: KittyReplyOutcome.planAgain),
        (message: "EINVAL:Image too large", verdict: .planAgain),
        (message: "ENOSPC:", verdict: .planAgain),
        (message: "EBADF:Failed to open shared memory", verdict: .sendDirectly),
        (message: "ENOTSUPPORTED:", verdict: .sendDirectly),
        (message: "OK", verdict: .nothing),
    ])
    func eachErrorHasItsRemedy(message: String, verdict: KittyReplyOutcome) throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let ours = visit.lose(visit.lastImage, saying: message)
        let other = visit.lose(31, saying: message)
        #expect(ours == verdict && other == .nothing)
    }

    /// The terminal replies to the upload, and again to the placement.
    @Test
    func whatIsKnownToBeGoneIsNoNews() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let image = visit.lastImage
        let verdicts = [visit.lose(image), visit.lose(image)]
        #expect(verdicts == [.planAgain, .nothing])
    }

    /// With EINVAL kitty names the picture before the one it means.
    @Test
    func aPictureThatIsTooLargeIsNotBelievedInTheStore() throws {
        var visit = StoreVisit("450x350")
        try visit.settle()
        let before = visit.lastImage
        visit.viewport.move(.original)
        let large = try #require(try visit.plan().missing.first)
        try visit.send(large)
        let verdict = visit.lose(before, saying: "EINVAL:Image too large")
        #expect(verdict == .planAgain)
        let plan = try visit.plan()
        #expect(plan.missing.map(\.region.scaled) == [large.region.scaled])
    }

    @Test
    func aTerminalThatKeepsNothingIsGivenUp() throws {
        var visit = StoreVisit("450x350")
        var verdicts: [KittyReplyOutcome] = []
        for _ in 1...4 {
            try visit.send(try #require(try visit.plan().missing.first))
            try visit.plan()
            verdicts.append(visit.lose(visit.lastImage))
        }
        #expect(verdicts == [.planAgain, .planAgain, .planAgain, .giveUp])
        #expect(visit.store.limits.storeBytes == 2_000_000 / 8)
    }

    @Test
    func aTerminalThatNowAndThenThrowsPicturesAwayIsNot() throws {
        var visit = StoreVisit("450x350")
        for _ in 0..<10 {
            try visit.settle()
            for _ in 0..<6 { try visit.press(.shift(x: 0, y: 1)) }
            let verdict = visit.lose(visit.lastImage)
            #expect(verdict == .planAgain)
            visit.viewport.move(.fit)
        }
        #expect(visit.store.limits.storeBytes == 2_000_000)
    }

    /// A page places all its pictures in one write, and each missing one gives a reply.
    @Test
    func aPageFullOfErrorsIsOneRefusal() throws {
        var visit = PageVisit()
        let page = (1...20).map { PageVisit.picture($0, row: $0 % 6, column: $0 / 6 * 3, "16x10") }
        var rounds: [[KittyReplyOutcome]] = []
        for _ in 1...4 {
            try visit.bring(page)
            rounds.append(
                visit.terminal.images.keys.sorted().suffix(20).map { visit.lose($0) })
        }
        #expect(rounds.map { Set($0) } == [[.planAgain], [.planAgain], [.planAgain], [.giveUp]])
    }
}

/// Pictures shown, sent, lost and dropped in any order.
struct KittyStoreRandomTests {
    private static let limits = KittyLimits(
        storeBytes: 150_000, side: 10_000, pictureSamples: 20_000)

    /// The reader fails if a missing picture is placed or deleted.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func aStoreKnowsWhatTheTerminalHas(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var visit = PageVisit()
        visit.store.limits = Self.limits
        if seed.isMultiple(of: 3) { visit.store.limits = Self.inPieces }
        for _ in 0..<100 {
            let page = Self.page(&numbers)
            let update = try visit.show(
                page, redrawsAll: Int.random(in: 0..<8, using: &numbers) == 0)
            Self.expectRoom(visit)
            for upload in update.missing where Bool.random(using: &numbers) {
                try visit.send(upload)
                Self.expectRoom(visit)
            }
            for placement in page where placement.id != Self.photo {
                let isPreview = Bool.random(using: &numbers)
                if Bool.random(using: &numbers) { try visit.send(placement, isPreview: isPreview) }
                Self.expectRoom(visit)
            }
            try Self.disturb(&visit, &numbers)
        }
        try visit.show([])
        #expect(visit.terminal.placements.isEmpty)
        try visit.terminal.read(visit.store.leave())
        #expect(visit.terminal.images.isEmpty)
    }

    /// xterm.js drops pictures outside its cells, and shows a grey box for deleted ones.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func aTerminalThatKeepsPicturesInItsCellsIsNotAskedForOthers(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var visit = PageVisit()
        visit.store.keepsUnseen = false
        var terminal = TerminalModel(
            .xtermJS, geometry: TerminalGeometry(columns: 20, rows: 7, cell: PageVisit.cell))
        var new: [UInt8] = []
        for step in 0..<100 {
            let isPhoto = Bool.random(using: &numbers)
            let page = Self.page(&numbers).filter { ($0.id == Self.photo) == isPhoto }
            let update = visit.store.update(to: page, cell: PageVisit.cell)
            let clearing = update.uncovers ? ControlSequence.bytes(.clearScreen) : []
            #expect(terminal.feed(clearing + new + update.bytes).isEmpty, "step \(step)")
            #expect(terminal.cellPictures.grayCount == 0, "step \(step)")
            new = update.missing.flatMap { visit.bytes(of: $0) }
            for placement in page where !isPhoto && !visit.store.has(placement) {
                new += visit.bytes(of: placement)
            }
        }
    }

    private static let photo = 20

    private static let inPieces = KittyLimits(
        storeBytes: 150_000, side: 10_000, pictureSamples: 20_000, piece: "50x40")

    /// Visible pictures are never dropped; all others fit, except one.
    private static func expectRoom(
        _ visit: PageVisit, _ place: SourceLocation = #_sourceLocation
    ) {
        let sizes = visit.terminal.images.mapValues(\.byteCount)
        let seen = Set(visit.terminal.placements.map(\.image)).reduce(0) {
            $0 + sizes[$1, default: 0]
        }
        let room = max(visit.store.limits.storeBytes, seen) + (sizes.values.max() ?? 0)
        #expect(sizes.values.reduce(0, +) <= room, sourceLocation: place)
    }

    /// Returns a window of the photo and some thumbnails beside it, which may be the same.
    private static func page(_ numbers: inout SeededNumbers) -> [Placement<Int>] {
        let smalls = (0..<3).filter { _ in Bool.random(using: &numbers) }.map { row in
            PageVisit.picture(
                Int.random(in: 1...9, using: &numbers), row: row * 2, column: 12,
                version: Int.random(in: 0...1, using: &numbers))
        }
        guard Int.random(in: 0..<4, using: &numbers) > 0 else { return smalls }
        let scaled: PixelSize = Bool.random(using: &numbers) ? "400x300" : "200x150"
        let size: PixelSize = "96x60"
        let origin = PixelPoint(
            x: Int.random(in: 0...(scaled.width - size.width), using: &numbers),
            y: Int.random(in: 0...(scaled.height - size.height), using: &numbers))
        let window = ScaledWindow(
            photo: "400x300", scaled: scaled, window: PixelRect(origin: origin, size: size))
        let view = Placement(
            id: photo, window: .region(window, at: PixelRect(size)), size: size,
            cells: CellRect(
                origin: CellPosition(row: 0, column: 0), size: CellSize(columns: 12, rows: 6)))
        return [view] + smalls
    }

    private static func disturb(
        _ visit: inout PageVisit, _ numbers: inout SeededNumbers
    ) throws {
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0...2:
            guard let image = visit.terminal.images.keys.sorted().randomElement(using: &numbers)
            else { return }
            _ = visit.lose(image)
        case 3: try visit.show([])
        case 4: try visit.terminal.read(visit.store.leave())
        case 5: visit.store.limits.storeBytes = limits.storeBytes
        case 6: visit.store.limits.pictureSamples = limits.pictureSamples
        default: break
        }
    }
}
