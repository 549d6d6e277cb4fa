import Fuzzing
import Imaging
import PhotoCatalog
import PhotoPipeline
import Screens
import TerminalProtocols

/// A user of the screens who acts on fuzzed bytes.
struct FuzzedVisit {
    private(set) var screens: ScreenCoordinator
    private(set) var size: ScreenSize
    /// The requested effects, the newest last; each may be answered more than once.
    private var asked: [Effect] = []

    /// Older ones are forgotten: their answers never arrive.
    private static let askedLimit = 64

    init(_ input: inout FuzzInput) {
        size = Self.size(columns: 80, rows: 24)
        screens =
            input.flag()
            ? ScreenCoordinator(
                photos: (0...input.number(in: 0...3)).map { .file(path: "\($0).jpg") }, size: size,
                Preferences())
            : ScreenCoordinator(
                input.flag() ? .start : .search(Query(text: "moon")),
                input.flag() ? .list : .grid(columns: input.number(in: 1...9)), size: size,
                Preferences())
        note(screens.start())
    }

    /// Returns the effects of Ctrl-C in any state.
    mutating func interrupt() -> [Effect] { screens.press(KeyPress(.character("c"), .control)) }

    /// Returns the effects of Ctrl-L without pressing it.
    func redrawing() -> [Effect] {
        var screens = screens
        return screens.press(KeyPress(.character("l"), .control))
    }

    mutating func go(on input: inout FuzzInput) {
        switch input.number(in: 0...15) {
        case 0...5: note(screens.press(Self.key(&input)))
        case 6: note(screens.paste(Array(String(repeating: "é ", count: input.byte()).utf8)))
        case 7: click(&input)
        case 8: resize(&input)
        case 9: note(screens.press(KeyPress(.character("9"))))
        default: answer(&input)
        }
    }

    private static let special: [KeyPress.Key] = [
        .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace,
        .tab, .enter, .escape, .function(1), .character("é"),
    ]

    /// Returns a printable key, or one of the others with modifiers.
    private static func key(_ input: inout FuzzInput) -> KeyPress {
        let byte = input.byte()
        if (0x20..<0x7F).contains(byte) {
            return KeyPress(.character(Character(UnicodeScalar(UInt8(byte)))))
        }
        return KeyPress(
            special[byte % special.count], KeyPress.Modifiers(rawValue: byte >> 4 & 7))
    }

    private mutating func click(_ input: inout FuzzInput) {
        let place = CellPosition(
            row: input.number(in: -1...200), column: input.number(in: -1...200))
        let point = PixelPoint(x: place.column * 10, y: place.row * 20)
        let steps = input.number(in: -3...3)
        let actions: [PointerAction] = [
            .clicked, .doubleClicked(point), .dragged(x: steps * 1000, y: -steps),
            .wheeled(steps: steps, sideways: false), .wheeled(steps: steps, sideways: true),
            .zoomed(in: steps > 0, point),
        ]
        note(screens.click(actions[input.byte() % actions.count], at: place))
    }

    private mutating func resize(_ input: inout FuzzInput) {
        size = Self.size(columns: input.byte(), rows: input.number(in: 0...100))
        note(screens.resize(to: size))
    }

    /// The picture has all lines except the last, in cells of 10 x 20 pixels.
    private static func size(columns: Int, rows: Int) -> ScreenSize {
        let cells = CellSize(columns: columns, rows: rows)
        let picture = PixelSize(width: columns * 10, height: max(0, rows - 1) * 20)
        let area = PictureArea(origin: CellPosition(row: 0, column: 0), size: picture)
        return ScreenSize(cells: cells, picture: picture.isEmpty ? nil : area)
    }

    /// Answers a requested effect, perhaps repeatedly.
    private mutating func answer(_ input: inout FuzzInput) {
        guard !asked.isEmpty else { return }
        let place = asked.count - 1 - input.byte() % asked.count
        let effect = input.flag() ? asked.remove(at: place) : asked[place]
        switch FuzzedAnswer(to: effect, &input) {
        case .photo(let event): note(screens.receive(event))
        case .library(let event): note(screens.receive(event))
        case nil: break
        }
    }

    private mutating func note(_ effects: [Effect]) {
        asked += effects
        asked.removeFirst(max(0, asked.count - Self.askedLimit))
    }
}
