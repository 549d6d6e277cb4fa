package import Imaging

/// All that a terminal has said of itself so far; answers may come at any time.
package struct TerminalCapabilities: Hashable, Sendable {
    package private(set) var primaryAttributes: [Int]?
    package private(set) var secondaryAttributes: [Int]?
    package private(set) var version: SafeText?
    package private(set) var hasKittyGraphics = false
    package private(set) var sixelRegisters: Int?
    package private(set) var sixelLimit: PixelSize?
    package private(set) var sixelGeometry: PixelSize?
    package private(set) var cell: CellMetrics?
    package private(set) var textAreaPixels: PixelSize?
    package private(set) var background: RGBColour?
    package private(set) var hasKittyKeyboard = false
    private var modes: [Int: Int] = [:]

    package init() {}

    /// Whether the last question of the probe was answered.
    package var isComplete: Bool { primaryAttributes != nil }

    package var hasSixel: Bool { primaryAttributes?.dropFirst().contains(4) ?? false }

    package var hasSynchronizedUpdates: Bool { knows(mode: 2026) }
    package var hasMousePixels: Bool { knows(mode: 1016) }
    package var hasResizeReports: Bool { knows(mode: 2048) }

    /// Set or reset, now or for ever but not "not recognised" (0) nor "permanently reset" (4).
    private func knows(mode: Int) -> Bool { (1...3).contains(modes[mode] ?? 0) }

    package mutating func take(_ reply: TerminalReply) {
        switch reply {
        case .primaryAttributes(let attributes): primaryAttributes = attributes
        case .secondaryAttributes(let attributes): secondaryAttributes = attributes
        case .version(let text): version = SafeText(bytes: text).truncated(to: 60)
        case .kittyGraphics(CapabilityQuery.kittyQueryImage, let message):
            hasKittyGraphics = message == Array("OK".utf8)
        case .sixelGraphics(let item, 0, let values): takeSixel(item, values)
        case .cellPixels(let size), .iTerm2CellPixels(let size): cell = Self.cell(size)
        case .textAreaPixels(let size): textAreaPixels = Self.sensible(size)
        case .mode(let mode, let setting): modes[mode] = setting
        case .background(let colour): background = colour
        case .keyboardFlags: hasKittyKeyboard = true
        default: break
        }
    }

    private mutating func takeSixel(_ item: Int, _ values: [Int]) {
        if item == 1, let count = values.first, count > 1 { sixelRegisters = count }
        guard item == 2, values.count >= 2 else { return }
        let size = Self.sensible(PixelSize(width: values[0], height: values[1]))
        // The answers to "now" and "at most" look alike; the larger is the limit. Once both are known
        // only "now" is asked again.
        if let known = sixelGeometry, sixelLimit == nil, let size {
            sixelLimit = PixelSize(
                width: max(known.width, size.width), height: max(known.height, size.height))
        } else {
            sixelGeometry = size
        }
    }

    /// The window has another size: what was said of the old one is true no longer.
    package mutating func forgetTextArea() {
        textAreaPixels = nil
        if sixelLimit != nil { sixelGeometry = nil }
    }

    private static func cell(_ size: PixelSize) -> CellMetrics? {
        ScreenLimits.cell(width: size.width, height: size.height)
    }

    /// No window or picture has a side of nothing or of more than 65535 pixels.
    private static func sensible(_ size: PixelSize) -> PixelSize? {
        (1...65535).contains(size.width) && (1...65535).contains(size.height) ? size : nil
    }
}
