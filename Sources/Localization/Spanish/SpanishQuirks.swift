internal import Imaging
internal import TerminalProtocols

extension DoctorStrings {
    /// A terminal's quirk as a sentence of `doctor`.
    static let spanishQuirk: @Sendable (TerminalQuirk) -> SafeText = { quirk in
        switch quirk {
        case .unused(let graphics): "Dice que admite \(graphics.rawValue), que aquí no se usa."
        case .tried(true): "Coloca partes de imágenes de kitty (recién probado)."
        case .tried(false):
            "No coloca partes de imágenes de kitty (recién probado); por eso no se usa kitty."
        case .untried: "No se ha podido probar si coloca partes de imágenes de kitty."
        case .media(let media): "Las imágenes le llegan por: \(list(media))."
        case .store(let bytes):
            "Recibe como mucho \(bytes / 1_000_000) MB de imágenes a la vez."
        case .removalDeletesPicture: "Quitar una imagen de la pantalla la borra de su almacén."
        case .picturesInPieces:
            "No lee teclas mientras recibe una imagen; por eso se envían en trozos."
        case .unicodePlaceholders: "Dibuja imágenes donde hay caracteres de reserva."
        case .picturesStayInCells:
            "Una imagen se queda en sus celdas hasta que se borra la pantalla."
        case .pictureCount(let count):
            "Guarda \(count) imágenes sixel; por eso una página no tiene más."
        case .registers(let count): "Tiene \(count) registros sixel, responda lo que responda."
        case .sixelLimit(let size):
            "Puede omitir imágenes sixel de más de \(size.width)x\(size.height) píxeles."
        case .sixelFaults: "Esta versión puede dibujar mal sixel; las más nuevas no."
        case .scrolledPictures:
            "Sus imágenes se mueven con el texto; al desplazarse solo se envía lo nuevo."
        case .virtualCell(let size):
            "Para las imágenes, una celda mide \(size.width)x\(size.height) píxeles con cualquier letra."
        case .fractionalCells: "Sus celdas miden fracciones de píxel."
        case .slowTrueColour:
            "Dibuja despacio bloques de muchos colores; por eso tienen 256."
        case .mousePixelsFromZero: "Cuenta los píxeles del ratón desde 0."
        case .lostPassthrough:
            "Pierde lo que debería pasar al terminal exterior; desde la 3.8 no."
        }
    }

    private static func list(_ media: [KittyMedium]) -> String {
        media.map { medium in
            switch medium {
            case .sharedMemory: "memoria compartida"
            case .file: "archivos"
            case .direct: "secuencias de escape"
            }
        }.joined(separator: ", ")
    }
}
