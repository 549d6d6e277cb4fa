internal import Imaging
internal import TerminalProtocols

extension PictureStrings {
    static let german = PictureStrings(
        curve: { shape in
            switch shape {
            case .linear: "linear"
            case .automatic: "Tonwerte automatisch"
            case .asinh: "asinh"
            case .log: "log"
            case .equalised: "ausgeglichen"
            case .inverted: "invertiert"
            }
        },
        strength: { "Stärke \($0)" },
        points: { "Schwarz \($0), Weiß \($1)" },
        noLevels: "Tonwerte wie in der Datei",
        minimapOn: "Karte an: klicken oder ziehen verschiebt",
        minimapOff: "Karte aus",
        minimapWaits: "Karte an: sie kommt, wenn man näher herangeht",
        noMap: "In diesem Terminal hat nur die Leiste eine Karte.",
        bands: { SafeText("Bänder \($0.text) als Rot, Grün, Blau") },
        noBandsChosen: "Bänder: wie in der Datei",
        noBands: "Diese Datei hat diese drei Bänder nicht.",
        help: Help(
            minimap: "Karte an/aus",
            levels: "nächste Tonkurve",
            strength: "schwächer, stärker",
            points: "Schwarz-, Weißpunkt",
            resetLevels: "Tonwerte zurück",
            turn: "rechts drehen",
            mirror: "spiegeln", magnify: "Größe der Lupe",
            bands: "3 Bänder als Farbe"))
}
