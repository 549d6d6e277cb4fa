package import Imaging

/// A peculiarity of a known terminal that the program takes into account.
package enum TerminalQuirk: Hashable, Sendable {
    /// The terminal reports a protocol that the program does not use in this terminal.
    case unused(GraphicsProtocol)
    /// The placement of regions of kitty's pictures was tested, with this result.
    case tried(works: Bool)
    /// The placement of regions of kitty's pictures is disputed and could not be tested.
    case untried
    /// The terminal accepts kitty's pictures only through these media.
    case media([KittyMedium])
    case store(bytes: Int)
    case removalDeletesPicture
    case picturesInPieces
    case unicodePlaceholders
    case picturesStayInCells
    case pictureCount(Int)
    case registers(Int)
    /// The largest sixel picture that the terminal draws; the terminal does not report this limit.
    case sixelLimit(PixelSize)
    case sixelFaults
    case scrolledPictures
    case virtualCell(PixelSize)
    case fractionalCells
    case slowTrueColour
    case mousePixelsFromZero
    /// The multiplexer loses pictures that it should pass on.
    case lostPassthrough

    /// The quirk's name in machine-readable output.
    package var name: String {
        switch self {
        case .unused: "unusedProtocol"
        case .tried: "cropTried"
        case .untried: "cropUntried"
        case .media: "media"
        case .store: "storeBytes"
        case .removalDeletesPicture: "removalDeletesPicture"
        case .picturesInPieces: "picturesInPieces"
        case .unicodePlaceholders: "unicodePlaceholders"
        case .picturesStayInCells: "picturesStayInCells"
        case .pictureCount: "pictureCountLimit"
        case .registers: "sixelRegisters"
        case .sixelLimit: "sixelLimit"
        case .sixelFaults: "sixelFaults"
        case .scrolledPictures: "scrolledPictures"
        case .virtualCell: "virtualCell"
        case .fractionalCells: "fractionalCells"
        case .slowTrueColour: "slowTrueColour"
        case .mousePixelsFromZero: "mousePixelsFromZero"
        case .lostPassthrough: "lostPassthrough"
        }
    }
}

extension KnownTerminal {
    /// Returns the quirks that matter in a terminal with these capabilities, in the order of
    /// `doctor`'s list.
    package func quirks(_ capabilities: TerminalCapabilities) -> [TerminalQuirk] {
        unused(capabilities)
            + (capabilities.hasKittyGraphics && protocols.contains(.kitty)
                ? kittyQuirks(capabilities) : [])
            + (keepsPicturesInCells ? [.picturesStayInCells] : [])
            + (capabilities.hasSixel && protocols.contains(.sixel)
                ? sixelQuirks(capabilities) : [])
            + otherQuirks
    }

    private func unused(_ capabilities: TerminalCapabilities) -> [TerminalQuirk] {
        let answered: [(GraphicsProtocol, Bool)] = [
            (.kitty, capabilities.hasKittyGraphics), (.sixel, capabilities.hasSixel),
        ]
        return answered.filter { $1 && !protocols.contains($0) }.map { .unused($0.0) }
    }

    private func kittyQuirks(_ capabilities: TerminalCapabilities) -> [TerminalQuirk] {
        var quirks: [TerminalQuirk] = []
        if crop != .works {
            quirks.append(capabilities.cropsPictures.map { .tried(works: $0) } ?? .untried)
        }
        if media != Self.unknown.media { quirks.append(.media(media)) }
        if storeBytes != Self.unknown.storeBytes { quirks.append(.store(bytes: storeBytes)) }
        if removal == .picture { quirks.append(.removalDeletesPicture) }
        if takesPicturesInPieces { quirks.append(.picturesInPieces) }
        if hasUnicodePlaceholders { quirks.append(.unicodePlaceholders) }
        return quirks
    }

    private func sixelQuirks(_ capabilities: TerminalCapabilities) -> [TerminalQuirk] {
        var quirks: [TerminalQuirk] = []
        if let pictureCountLimit { quirks.append(.pictureCount(pictureCountLimit)) }
        if let sixelRegisters { quirks.append(.registers(sixelRegisters)) }
        if let sixelLimit, capabilities.sixelLimit == nil { quirks.append(.sixelLimit(sixelLimit)) }
        if hasSixelFaults { quirks.append(.sixelFaults) }
        if scrolledPictures != nil { quirks.append(.scrolledPictures) }
        return quirks
    }

    private var otherQuirks: [TerminalQuirk] {
        var quirks: [TerminalQuirk] = []
        if let virtualCell { quirks.append(.virtualCell(virtualCell)) }
        if hasFractionalCells { quirks.append(.fractionalCells) }
        if isSlowInTrueColour { quirks.append(.slowTrueColour) }
        if firstMousePixel == 0 { quirks.append(.mousePixelsFromZero) }
        if multiplexer != nil, !passesThrough { quirks.append(.lostPassthrough) }
        return quirks
    }
}
