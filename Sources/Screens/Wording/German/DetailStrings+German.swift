internal import TerminalProtocols

extension DetailStrings {
    static let german = DetailStrings(
        photographer: "Fotograf",
        secondaryCreator: "Außerdem",
        center: "Zentrum",
        location: "Ort",
        alternative: "Alternativtext",
        id: "ID",
        albums: "Alben",
        keywords: "Stichwörter",
        loading: "Wird geladen …",
        noFacts: "Die Datei enthält keine Metadaten.",
        more: { "↓ noch \($0)" },
        keys: {
            """
            \($0[.open]): Vollbild  \($0[.nextPhoto]) \($0[.previousPhoto]): blättern  \
            \($0[.layout]): Links  \($0[.info]): EXIF  \($0[.save]): sichern  \
            \($0[.help]): Tasten
            """
        })
}
