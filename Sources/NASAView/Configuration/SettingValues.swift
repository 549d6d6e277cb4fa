internal import ArgumentParser
internal import Bounds
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import Settings
internal import TerminalProtocols

/// A value of an option, with a description of the valid values.
protocol OptionValue: ExpressibleByArgument, Sendable {
    static var choices: SettingChoices { get }
    /// Returns a sentence about an invalid value; `nil` if the list of `choices` explains enough.
    static func complaint(about text: String, _ words: ArgumentStrings) -> String?
}

extension OptionValue {
    static func complaint(about _: String, _ words: ArgumentStrings) -> String? { nil }
}

/// A value of a setting, which is parsed from a word and printed as one.
protocol SettingValue: OptionValue {
    var text: String { get }
    /// True if messages must not contain the value.
    static var isSecret: Bool { get }
}

extension SettingValue {
    static var isSecret: Bool { false }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    var text: String { rawValue }
    static var choices: SettingChoices { .words(allCases.map(\.rawValue)) }
}

/// A graphics protocol, or the best one that the terminal supports.
enum ProtocolChoice: SettingValue, Hashable {
    case auto
    case one(GraphicsProtocol)

    init?(argument: String) {
        guard argument != "auto" else {
            self = .auto
            return
        }
        guard let graphics = GraphicsProtocol(rawValue: argument) else { return nil }
        self = .one(graphics)
    }

    var text: String { if case .one(let graphics) = self { graphics.rawValue } else { "auto" } }

    static var allValueStrings: [String] { words }
    private static let words = ["auto"] + GraphicsProtocol.allCases.map(\.rawValue)
    static var choices: SettingChoices { .words(words) }
    static var defaultCompletionKind: CompletionKind { .list(words) }
}

extension BlockGlyphs: SettingValue {}
extension Enlargement: SettingValue {}
extension PixelShapeRule: SettingValue {}
extension Theme: SettingValue {}
extension BarSetting: SettingValue {}
extension MotionSetting: SettingValue {}
extension EnterKey: SettingValue {}
extension FileOrder: SettingValue {}
extension Language: SettingValue {}

/// A setting that is on or off; as an option without a value, it is on.
enum Switch: String, CaseIterable, SettingValue {
    case off, on

    /// Creates the value for a word; 1 and 0 are also valid.
    init?(argument: String) {
        switch argument {
        case "on", "1": self = .on
        case "off", "0": self = .off
        default: return nil
        }
    }
}

extension ColourDepth: SettingValue {
    private static let words: KeyValuePairs<String, Self> = [
        "true": .trueColour, "256": .palette256, "16": .palette16, "2": .monochrome,
    ]

    init?(argument: String) {
        let word = argument == "24bit" ? "true" : argument
        guard let depth = Self.words.first(where: { $0.key == word })?.value else { return nil }
        self = depth
    }

    static var choices: SettingChoices { .words(words.map(\.key)) }
    static var defaultCompletionKind: CompletionKind { .list(words.map(\.key)) }
    var text: String { Self.words.first { $0.value == self }?.key ?? "" }
}

/// An integer in the range of its setting.
extension Bounded: SettingValue {
    init?(argument: String) { self.init(argument) }

    var text: String { String(value) }
    /// The default value in the help of an option.
    var defaultValueDescription: String { text }
    static var choices: SettingChoices { .range(Limit.range) }
}

/// The number of columns of a grid; 0 means a list.
enum GridColumns: NumberLimit { static let range = 0...12 }

/// The seed of a random order.
enum OrderSeed: NumberLimit { static let range = 0...Int(UInt32.max) }

/// The distance of a pan, in percent of the screen.
enum StepPercent: NumberLimit { static let range = 1...100 }

/// The number of colours of a sixel picture.
enum RegisterCount: NumberLimit { static let range = 2...Palette.limit }

/// The year of a photo, with four digits, as in the library.
enum Year: NumberLimit { static let range = 1000...9999 }

/// The maximum number of results that a search prints.
enum ResultLimit: NumberLimit { static let range = 1...Page.resultLimit }

/// The number of seconds for which a slideshow shows a photo.
enum SlideSeconds: NumberLimit { static let range = 1...Slideshow.longestSeconds }

/// The fit of a printed picture in its box.
enum BoxFit: String, CaseIterable, OptionValue, ExpressibleByArgument {
    /// The picture fits within both sides.
    case box
    /// The picture fits into the width of the box; the height is unlimited.
    case width

    static var choices: SettingChoices { .words(allCases.map(\.rawValue)) }
}

/// The levels to apply to printed pictures.
enum PrintedLevels: String, CaseIterable, OptionValue, ExpressibleByArgument {
    case none, auto, asinh, log, equalised, inverted

    static var choices: SettingChoices { .words(allCases.map(\.rawValue)) }

    var levels: Levels {
        switch self {
        case .none: .none
        case .auto: Levels(.automatic)
        case .asinh: Levels(.asinh)
        case .log: Levels(.log)
        case .equalised: Levels(.equalised)
        case .inverted: Levels(.inverted)
        }
    }
}

/// The medium for sending a preview to kitty.
enum PreviewTransfer: String, CaseIterable, OptionValue, ExpressibleByArgument {
    /// The picture is sent in the output.
    case stream
    /// The picture is stored on this machine; kitty deletes the memory object or file after reading
    /// it.
    case memory, file

    static var choices: SettingChoices { .words(allCases.map(\.rawValue)) }

    var medium: KittyMedium {
        switch self {
        case .stream: .direct
        case .memory: .sharedMemory
        case .file: .file
        }
    }
}

/// The position of a printed picture in its box.
enum Alignment: String, OptionValue, ExpressibleByArgument {
    case left, centre

    /// Creates the value for a word; the American spelling is also valid.
    init?(argument: String) {
        self.init(rawValue: argument == "center" ? "centre" : argument)
    }

    static var allValueStrings: [String] { ["left", "centre"] }
    static var choices: SettingChoices { .words(["left", "centre"]) }
    static var defaultCompletionKind: CompletionKind { .list(["left", "centre"]) }
}

/// The colour behind transparent pixels: a code such as `#203040`, or black, white or gray.
struct BackgroundColour: OptionValue, Hashable {
    let colour: RGBColour

    init?(argument: String) {
        let words = ["black": "#000000", "white": "#ffffff", "grey": "#808080", "gray": "#808080"]
        guard let colour = RGBColour(hexadecimal: words[argument.lowercased()] ?? argument) else {
            return nil
        }
        self.colour = colour
    }

    static var choices: SettingChoices { .examples(["#203040", "white"]) }
}

extension RGBColour {
    /// Reads a colour code; `nil` for anything other than `#` and six hexadecimal digits.
    init?(hexadecimal text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
            let code = (0...0xFFFFFF).number(in: digits, radix: 16)
        else { return nil }
        self.init(
            red: UInt8(code >> 16), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF))
    }
}

/// A list of media types, separated by commas.
struct MediaTypes: OptionValue, Hashable {
    let names: [String]

    init?(argument: String) {
        names = argument.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        guard Set(names).isSubset(of: MediaType.names) else { return nil }
    }

    static var choices: SettingChoices { .words(MediaType.names) }
    static var defaultCompletionKind: CompletionKind { .list(MediaType.names) }
    static func complaint(about _: String, _ words: ArgumentStrings) -> String? {
        words.mediaTypes
    }
}

/// The size of a character cell in pixels, such as `10x20`.
struct CellExtent: SettingValue, Hashable {
    let metrics: CellMetrics
    let text: String

    init?(argument: String) {
        guard let box = BoxSize(argument: argument), !box.isInPixels, let width = box.width,
            let height = box.height, let metrics = ScreenLimits.cell(width: width, height: height)
        else { return nil }
        self.metrics = metrics
        text = "\(width)x\(height)"
    }

    static var choices: SettingChoices { .examples(["8x16", "10x20"]) }

    static func complaint(about _: String, _ words: ArgumentStrings) -> String? {
        words.cellSize(ScreenLimits.cellSide)
    }
}

/// A colour for text: a number in xterm's table, or a code such as `#5fafff`, which means the
/// nearest colour in the table.
struct TextColour: SettingValue, Hashable {
    let number: Int
    /// The text as written.
    let text: String

    init?(argument: String) {
        guard let number = Self.number(argument) else { return nil }
        self.number = number
        text = argument
    }

    static var choices: SettingChoices { .examples(["114", "#5fafff"]) }

    private static func number(_ text: String) -> Int? {
        guard text.hasPrefix("#") else {
            return (0...255).number(in: text)
        }
        return RGBColour(hexadecimal: text)?.numberInTable
    }
}

struct InitialSearch: SettingValue, Hashable {
    let text: String

    init?(argument: String) {
        guard argument.contains(where: { $0 != " " }) else { return nil }
        text = argument
    }

    static var choices: SettingChoices { .examples(["apollo 11", "mars"]) }
}

/// A number of bytes with an optional unit: 500M, 1.5G, 0.
struct ByteSize: SettingValue, Hashable {
    /// The maximum number of bytes, which is more than any disk holds.
    private static let limit = 1e15

    let bytes: Int
    /// The text as written.
    let text: String

    init?(argument: String) {
        text = argument
        let upper = argument.uppercased()
        let number = upper.prefix { "0123456789.".contains($0) }
        let unit = upper.dropFirst(number.count)
        guard let value = (0...Self.limit).number(in: number),
            let factor = Self.factors[String(unit)],
            let bytes = (0...Int(Self.limit)).nearest((value * factor).rounded(.down))
        else { return nil }
        self.bytes = bytes
    }

    private init(gigabytes: Int) {
        bytes = gigabytes << 30
        text = "\(gigabytes)G"
    }

    /// The default limit of the cache.
    static let usualCacheLimit = ByteSize(gigabytes: 1)

    static var choices: SettingChoices { .examples(["500M", "1.5G", "0"]) }

    private static let factors: [String: Double] = {
        var factors = ["": 1.0, "B": 1]
        for (power, prefix) in ["K", "M", "G", "T"].enumerated() {
            let factor = Double(1 << (10 * (power + 1)))
            for spelling in [prefix, prefix + "B", prefix + "IB"] { factors[spelling] = factor }
        }
        return factors
    }()
}

/// The user's API key for a service.
///
/// The key cannot be set by an option, because other users of the machine can see a program's
/// options.
struct ServiceKey: SettingValue, Hashable {
    let key: String

    init?(argument: String) {
        guard (1...Self.limitBytes).contains(argument.utf8.count),
            argument.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        key = argument
    }

    /// The last four characters of a key longer than eight; the rest is omitted, because users send
    /// reports of settings to others.
    var text: String { "…" + key.suffix(key.utf8.count > 8 ? 4 : 0) }

    static var choices: SettingChoices { .examples(["0123456789abcdef0123456789abcdef"]) }
    static var isSecret: Bool { true }

    /// The maximum length of a key in bytes; Flickr's keys have 32 characters.
    private static let limitBytes = 200
}
