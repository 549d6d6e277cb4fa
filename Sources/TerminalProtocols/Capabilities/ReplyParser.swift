internal import Bounds
package import Imaging

/// A parser that recognises the terminal's replies among its control sequences.
enum ReplyParser {
    static func reply(_ string: ControlString) -> TerminalReply? {
        switch string {
        case .csi(let prefix, let parameters, let intermediates, let final):
            intermediates.isEmpty
                ? csi(prefix, parameters, final) : mode(prefix, parameters, intermediates, final)
        case .osc(let text): osc(text)
        case .dcs(let text): version(text)
        case .apc(let text): kittyGraphics(text)
        }
    }

    private static func csi(
        _ prefix: UInt8?, _ parameters: [Int], _ final: UInt8
    ) -> TerminalReply? {
        switch (prefix, final) {
        case (UInt8(ascii: "?"), UInt8(ascii: "c")): .primaryAttributes(parameters)
        case (UInt8(ascii: ">"), UInt8(ascii: "c")): .secondaryAttributes(parameters)
        case (UInt8(ascii: "?"), UInt8(ascii: "S")): sixelGraphics(parameters)
        case (UInt8(ascii: "?"), UInt8(ascii: "u")): .keyboardFlags(parameters.first ?? 0)
        case (nil, UInt8(ascii: "n")): parameters == [0] || parameters == [3] ? .ready : nil
        case (UInt8(ascii: "?"), UInt8(ascii: "n")): change(parameters)
        case (nil, UInt8(ascii: "t")): windowReport(parameters)
        case (nil, UInt8(ascii: "R")): cursorPosition(parameters)
        default: nil
        }
    }

    /// Parses the reports of modes 2031 and 2033.
    private static func change(_ parameters: [Int]) -> TerminalReply? {
        switch parameters {
        case [997, 1], [997, 2]: .colourSchemeChanged
        case [999, 1]: .visibility(isSeen: true)
        case [999, 2]: .visibility(isSeen: false)
        default: nil
        }
    }

    private static func mode(
        _ prefix: UInt8?, _ parameters: [Int], _ intermediates: [UInt8], _ final: UInt8
    ) -> TerminalReply? {
        guard prefix == UInt8(ascii: "?"), intermediates == [UInt8(ascii: "$")],
            final == UInt8(ascii: "y"), parameters.count == 2
        else { return nil }
        return .mode(parameters[0], setting: parameters[1])
    }

    private static func sixelGraphics(_ parameters: [Int]) -> TerminalReply? {
        guard parameters.count >= 2 else { return nil }
        return .sixelGraphics(
            item: parameters[0], status: parameters[1], values: Array(parameters.dropFirst(2)))
    }

    private static func windowReport(_ parameters: [Int]) -> TerminalReply? {
        guard parameters.count >= 3 else { return nil }
        let size = PixelSize(width: parameters[2], height: parameters[1])
        switch parameters[0] {
        case 4: return .textAreaPixels(size)
        case 6: return .cellPixels(size)
        case 8: return .textAreaCells(CellSize(columns: size.width, rows: size.height))
        case 48 where parameters.count >= 5:
            let pixels = PixelSize(width: parameters[4], height: parameters[3])
            return .resized(CellSize(columns: parameters[2], rows: parameters[1]), pixels)
        default: return nil
        }
    }

    /// Parses a cursor position.
    ///
    /// The form `CSI 1 ; m R`, with `m` up to 16, is F3 with modifiers, because the cursor is never
    /// queried in row 1.
    private static func cursorPosition(_ parameters: [Int]) -> TerminalReply? {
        guard parameters.count == 2, parameters[0] > 1 || parameters[1] > 16 else { return nil }
        return .cursorPosition(
            CellPosition(row: parameters[0] - 1, column: max(0, parameters[1] - 1)))
    }

    private static func version(_ text: [UInt8]) -> TerminalReply? {
        text.starts(with: ">|".utf8) ? .version(Array(text.dropFirst(2))) : nil
    }

    /// Parses a reply such as `G i=31;OK`: keys, a semicolon and a message.
    private static func kittyGraphics(_ text: [UInt8]) -> TerminalReply? {
        guard text.first == UInt8(ascii: "G") else { return nil }
        let parts = text.dropFirst().split(
            separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let keys = parts.first else { return nil }
        let message = parts.count > 1 ? Array(parts[1]) : []
        return .kittyGraphics(image: imageID(in: keys), message: message)
    }

    private static func imageID(in keys: ArraySlice<UInt8>) -> Int {
        let id = keys.split(separator: UInt8(ascii: ",")).first { $0.starts(with: "i=".utf8) }
        return id.map { ControlString.number(in: $0.dropFirst(2)) } ?? 0
    }

    private static func osc(_ text: [UInt8]) -> TerminalReply? {
        let string = String(decoding: text, as: UTF8.self)
        if string.hasPrefix("11;") {
            return RGBColour(xParseColor: string.dropFirst(3)).map { .background($0) }
        }
        let report = "1337;ReportCellSize="
        return string.hasPrefix(report) ? iTerm2(string.dropFirst(report.count)) : nil
    }

    /// The maximum number of points per cell, and of pixels per point; a reply is untrusted.
    private static let points = 10_000.0

    /// Parses `height;width` in points, optionally followed by the number of pixels per point.
    private static func iTerm2(_ text: Substring) -> TerminalReply? {
        let words = text.split(separator: ";")
        let numbers = words.compactMap { (0...points).number(in: $0) }
        guard numbers.count >= 2, numbers.count == words.count, numbers.allSatisfy({ $0 > 0 })
        else { return nil }
        let scale = numbers.count > 2 ? numbers[2] : 1
        let sides = 0...ScreenLimits.pixelSide
        guard let width = sides.nearest(numbers[1] * scale),
            let height = sides.nearest(numbers[0] * scale)
        else { return nil }
        return .iTerm2CellPixels(PixelSize(width: width, height: height))
    }
}

/// A reply of the terminal to a query, or a report that the terminal sends by itself.
package enum TerminalReply: Hashable, Sendable {
    /// DA1, `CSI ? … c`, the last reply of the probe; the attribute 4 means sixel.
    case primaryAttributes([Int])
    case secondaryAttributes([Int])
    /// XTVERSION: the terminal's name and version, unsanitised.
    case version([UInt8])
    /// The reply to a kitty graphics command with an ID: `OK`, or an error's name and text.
    case kittyGraphics(image: Int, message: [UInt8])
    /// XTSMGRAPHICS: item 1 is the registers, item 2 the geometry; status 0 means success.
    case sixelGraphics(item: Int, status: Int, values: [Int])
    case cellPixels(PixelSize)
    case textAreaPixels(PixelSize)
    case textAreaCells(CellSize)
    /// DECRQM: setting 0 is unknown, 1 set, 2 reset, 3 permanently set, 4 permanently reset.
    case mode(Int, setting: Int)
    case background(RGBColour)
    case keyboardFlags(Int)
    /// DSR 5: the terminal has processed everything sent before the query.
    case ready
    case cursorPosition(CellPosition)
    /// Mode 2048: the window has a new size, in cells and in pixels.
    case resized(CellSize, PixelSize)
    /// Mode 2031: the terminal's colours have changed between light and dark.
    case colourSchemeChanged
    /// Mode 2033: `isSeen` is true if the window is at least partly visible.
    case visibility(isSeen: Bool)
    /// iTerm2's ReportCellSize, converted from points to pixels.
    case iTerm2CellPixels(PixelSize)
}

extension RGBColour {
    /// Parses X11's `rgb:ffff/0/80`, with one to four hexadecimal digits per component, or `rgba:`,
    /// whose fourth component is ignored.
    fileprivate init?(xParseColor text: Substring) {
        guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:") else { return nil }
        let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3)
        let values = parts.compactMap(Self.component)
        guard values.count == 3 else { return nil }
        self.init(red: values[0], green: values[1], blue: values[2])
    }

    /// Parses a component and scales it to eight bits: both `f` and `ffff` become 255.
    private static func component(_ digits: Substring) -> UInt8? {
        // Only digits are accepted: Swift would also accept a sign, and a negative component would
        // trap.
        guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
            let number = (0...0xFFFF).number(in: digits, radix: 16)
        else { return nil }
        let full = (1 << (4 * digits.count)) - 1
        return UInt8((number * 255 + full / 2) / full)
    }
}
