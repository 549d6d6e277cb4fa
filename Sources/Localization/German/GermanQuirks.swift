internal import Imaging
internal import TerminalProtocols

extension DoctorStrings {
    /// A terminal's quirk as a sentence of `doctor`.
    static let germanQuirk: @Sendable (TerminalQuirk) -> SafeText = { quirk in
        switch quirk {
        case .unused(let graphics): "Es nennt \(graphics.rawValue); das wird hier nicht benutzt."
        case .tried(true): "Es platziert Teile von Kitty-Bildern (soeben ausprobiert)."
        case .tried(false):
            """
            Es platziert keine Teile von Kitty-Bildern (soeben ausprobiert); darum wird kitty nicht \
            benutzt.
            """
        case .untried: "Ob es Teile von Kitty-Bildern platziert, ließ sich nicht ausprobieren."
        case .media(let media): "Bilder erreichen es durch: \(list(media))."
        case .store(let bytes): "Es erhält höchstens \(bytes / 1_000_000) MB an Bildern zugleich."
        case .removalDeletesPicture: "Ein Bild, das vom Schirm genommen wird, löscht es ganz."
        case .picturesInPieces:
            "Es liest keine Tasten, während es ein Bild aufnimmt; darum kommen Bilder in Stücken."
        case .unicodePlaceholders: "Es zeichnet Bilder, wo Platzhalterzeichen stehen."
        case .picturesStayInCells: "Ein Bild bleibt in seinen Zellen, bis der Schirm gelöscht wird."
        case .pictureCount(let count):
            "Es behält \(count) Sixel-Bilder; darum hat eine Seite nicht mehr."
        case .registers(let count): "Es hat \(count) Sixel-Register, was immer es antwortet."
        case .sixelLimit(let size):
            "Sixel-Bilder über \(size.width)x\(size.height) Pixel könnte es weglassen."
        case .sixelFaults: "Diese Version zeichnet Sixel womöglich falsch; neuere nicht."
        case .scrolledPictures:
            "Seine Bilder wandern mit gescrolltem Text; darum sendet ein Schwenk nur das Neue."
        case .virtualCell(let size):
            "Für Bilder hat eine Zelle \(size.width)x\(size.height) Pixel, bei jeder Schrift."
        case .fractionalCells: "Seine Zellen sind Bruchteile von Pixeln."
        case .slowTrueColour:
            "Blöcke in vielen Farben zeichnet es langsam; darum haben sie 256."
        case .mousePixelsFromZero: "Es zählt die Pixel der Maus ab 0."
        case .lostPassthrough:
            "Es verliert, was es an das äußere Terminal weitergeben soll; ab 3.8 nicht mehr."
        }
    }

    private static func list(_ media: [KittyMedium]) -> String {
        media.map { medium in
            switch medium {
            case .sharedMemory: "gemeinsamen Speicher"
            case .file: "Dateien"
            case .direct: "Steuerzeichen"
            }
        }.joined(separator: ", ")
    }
}
