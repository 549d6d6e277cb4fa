/// The questions asked at the start, all in one write, DA1 last.
///
/// Every terminal answers DA1, so its answer says that no more will come (but see `KeyParser` for
/// those that answer late). Asked in ten terminals, none showed on a screen and none took over
/// 10 ms (facts/terminals.md §3). Not `CSI ? 4 m`: st takes it for an underline.
package enum CapabilityQuery: String, CaseIterable, Hashable, Sendable {
    case version = "\u{1B}[>q"
    case secondaryAttributes = "\u{1B}[>c"
    /// A one-pixel picture, asked about and not kept.
    case kittyGraphics = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    case sixelGeometry = "\u{1B}[?2;1;0S"
    case sixelLimit = "\u{1B}[?2;4;0S"
    case sixelRegisters = "\u{1B}[?1;1;0S"
    case cellPixels = "\u{1B}[16t"
    case textAreaPixels = "\u{1B}[14t"
    case synchronizedUpdates = "\u{1B}[?2026$p"
    case mousePixels = "\u{1B}[?1016$p"
    case resizeReports = "\u{1B}[?2048$p"
    case background = "\u{1B}]11;?\u{1B}\\"
    case keyboard = "\u{1B}[?u"
    case primaryAttributes = "\u{1B}[c"

    /// The id in `kittyGraphics`, to know its answer by.
    package static let kittyQueryImage = 31

    /// All questions, but no string to a multiplexer that takes it for the title of its window (tmux),
    /// and shows no pictures so.
    package static func probe(in environment: TerminalEnvironment) -> [UInt8] {
        allCases.filter { $0 != .kittyGraphics || !environment.isMultiplexer }
            .flatMap { Array($0.rawValue.utf8) }
    }

    /// What the terminal outside a multiplexer is asked through it; what is not asked here is the
    /// multiplexer's own affair.
    package static let askedOutside: [CapabilityQuery] = [
        .version, .secondaryAttributes, .kittyGraphics, .sixelGeometry, .sixelLimit,
        .sixelRegisters,
        .cellPixels, .background, .primaryAttributes,
    ]

    /// These questions and another one, DA1 last.
    static func outside(asking other: [UInt8]) -> [UInt8] {
        askedOutside.dropLast().flatMap { Array($0.rawValue.utf8) } + other
            + Array(CapabilityQuery.primaryAttributes.rawValue.utf8)
    }

    /// CPR: the cell of the cursor, never asked for one in the first row.
    static let position = Array("\u{1B}[6n".utf8)

    /// DSR 5, the fence after each frame: the answer says that the frame has been worked through.
    package static let fence = Array("\u{1B}[5n".utf8)
}
