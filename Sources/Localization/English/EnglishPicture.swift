internal import Imaging
internal import TerminalProtocols

extension PictureStrings {
    static let english = PictureStrings(
        curve: { shape in
            switch shape {
            case .linear: "linear"
            case .automatic: "auto levels"
            case .asinh: "asinh"
            case .log: "log"
            case .equalised: "equalised"
            case .inverted: "inverted"
            }
        },
        strength: { "strength \($0)" },
        points: { "black \($0), white \($1)" },
        noLevels: "Levels: as in the file",
        minimapOn: "Map on: click or drag in it to move",
        minimapOff: "Map off",
        minimapWaits: "Map on: zoom in to see it",
        noMap: "This terminal can show the map only in the bar.",
        bands: { SafeText("Bands \($0.text) as red, green, blue") },
        noBandsChosen: "Bands: as in the file",
        noBands: "This file does not have these three bands.",
        help: Help(
            minimap: "map on/off",
            levels: "levels: next curve",
            strength: "weaker, stronger",
            points: "black, white point",
            resetLevels: "levels off",
            turn: "turn right",
            mirror: "mirror", magnify: "size of the close-up",
            bands: "3 bands as colour"))
}
