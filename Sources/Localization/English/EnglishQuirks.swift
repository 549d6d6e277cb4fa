internal import Imaging
internal import TerminalProtocols

extension DoctorStrings {
    /// A terminal's quirk as a sentence of `doctor`.
    static let englishQuirk: @Sendable (TerminalQuirk) -> SafeText = { quirk in
        switch quirk {
        case .unused(let graphics):
            "It says it supports \(graphics.rawValue), which is not used here."
        case .tried(true): "It places parts of kitty's pictures (tried just now)."
        case .tried(false):
            "It does not place parts of kitty's pictures (tried just now), so kitty is not used."
        case .untried: "Whether it places parts of kitty's pictures could not be tried."
        case .media(let media): "Pictures reach it by: \(list(media))."
        case .store(let bytes): "It is given \(bytes / 1_000_000) MB of pictures at a time."
        case .removalDeletesPicture: "Taking a picture off the screen deletes it from its store."
        case .picturesInPieces:
            "It reads no keys while it takes a picture, so pictures are sent in pieces."
        case .unicodePlaceholders: "It draws pictures where placeholder characters are printed."
        case .picturesStayInCells: "A picture stays in its cells until the screen is cleared."
        case .pictureCount(let count): "It keeps \(count) sixel pictures, so a page has no more."
        case .registers(let count): "It has \(count) sixel registers, whatever it answers."
        case .sixelLimit(let size):
            "It may drop sixel pictures larger than \(size.width)x\(size.height) pixels."
        case .sixelFaults: "This version may draw sixel wrongly; newer ones do not."
        case .scrolledPictures:
            "Its pictures move when text scrolls, so that a pan sends only what is new."
        case .virtualCell(let size):
            "To pictures a cell has \(size.width)x\(size.height) pixels, whatever the font."
        case .fractionalCells: "Its cells are fractions of pixels."
        case .slowTrueColour: "It draws blocks slowly in many colours, so they have 256."
        case .mousePixelsFromZero: "It counts the mouse's pixels from 0."
        case .lostPassthrough:
            "It loses what it should pass on to the outer terminal; 3.8 or newer does not."
        }
    }

    private static func list(_ media: [KittyMedium]) -> String {
        media.map { medium in
            switch medium {
            case .sharedMemory: "shared memory"
            case .file: "files"
            case .direct: "escape sequences"
            }
        }.joined(separator: ", ")
    }
}
