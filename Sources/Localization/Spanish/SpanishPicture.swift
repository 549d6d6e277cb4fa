internal import Imaging
internal import TerminalProtocols

extension PictureStrings {
    static let spanish = PictureStrings(
        curve: { shape in
            switch shape {
            case .linear: "lineal"
            case .automatic: "niveles automáticos"
            case .asinh: "asinh"
            case .log: "log"
            case .equalised: "ecualizado"
            case .inverted: "invertido"
            }
        },
        strength: { "fuerza \($0)" },
        points: { "negro \($0), blanco \($1)" },
        noLevels: "Niveles: como en el archivo",
        minimapOn: "Mapa activado: pulse o arrastre en él para moverse",
        minimapOff: "Mapa desactivado",
        minimapWaits: "Mapa activado: acérquese para verlo",
        noMap: "En este terminal solo la barra tiene un mapa.",
        bands: { SafeText("Bandas \($0.text) como rojo, verde, azul") },
        noBandsChosen: "Bandas: como en el archivo",
        noBands: "Este archivo no tiene esas tres bandas.",
        help: Help(
            minimap: "mapa sí/no",
            levels: "niveles: otra curva",
            strength: "más débil, fuerte",
            points: "punto negro, blanco",
            resetLevels: "quitar los niveles",
            turn: "girar a la derecha",
            mirror: "reflejar", magnify: "tamaño de la lupa",
            bands: "3 bandas en color"))
}
