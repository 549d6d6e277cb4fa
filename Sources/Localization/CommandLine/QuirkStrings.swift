internal import Imaging
internal import TerminalProtocols

extension DoctorStrings {
    /// Returns a terminal's quirk as a sentence.
    func quirk(_ quirk: TerminalQuirk) -> SafeText {
        switch quirk {
        case .unused(let graphics):
            SafeText("It reports \(graphics.rawValue) support, but another protocol is used.")
        case .tried(true): "It can show a region of a kitty picture (tested just now)."
        case .tried(false):
            """
            It cannot show a region of a kitty picture (tested just now), so kitty's protocol is \
            not used.
            """
        case .untried:
            "It may be unable to show a region of a kitty picture; this could not be tested."
        case .media(let media): SafeText("It receives pictures through \(Self.list(media)).")
        case .store(let bytes):
            "At most \(bytes / 1_000_000) MB of pictures are stored in it at a time."
        case .removalDeletesPicture:
            "A picture that leaves the screen is deleted from the terminal's store."
        case .picturesInPieces:
            "It reads no keys while it receives a picture, so pictures are sent in pieces."
        case .unicodePlaceholders: "It draws pictures where placeholder characters are printed."
        case .picturesStayInCells: "A picture stays in its cells until the screen is cleared."
        case .pictureCount(let count): "It keeps \(count) sixel pictures; a page has no more."
        case .registers(let count): "It has \(count) sixel registers, whatever it reports."
        case .sixelLimit(let size):
            "It may drop sixel pictures larger than \(size.width)x\(size.height) pixels."
        case .sixelFaults: "This version may draw sixel wrongly; newer ones do not."
        case .scrolledPictures:
            "Its pictures move when text scrolls, so a pan sends only what is new."
        case .virtualCell(let size):
            "For pictures, a cell is always \(size.width)x\(size.height) pixels, whatever the font."
        case .fractionalCells: "The size of its cells is not a whole number of pixels."
        case .slowTrueColour: "It draws blocks in many colours slowly, so they use 256 colours."
        case .mousePixelsFromZero: "It counts the mouse's pixels from 0."
        case .lostPassthrough:
            "It loses pictures for the outer terminal; version 3.8 or newer does not."
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
