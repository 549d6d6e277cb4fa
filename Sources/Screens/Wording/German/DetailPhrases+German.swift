internal import TerminalProtocols

extension DetailPhrases {
    static let german = DetailPhrases(
        photographer: "Fotograf",
        secondaryCreator: "Mit",
        center: "Zentrum",
        location: "Ort",
        alternative: "Zeigt",
        id: "Kennung",
        albums: "Alben",
        keywords: "Stichwörter",
        loading: "Schlage nach …",
        noFacts: "Die Datei sagt nichts über sich.",
        more: { "↓ noch \($0)" },
        keys: {
            """
            \($0[.open]): groß  \($0[.nextPhoto]) \($0[.previousPhoto]): mehr  \
            \($0[.layout]): Alben, Wörter  \($0[.info]): Datei  \($0[.save]): sichern  \
            \($0[.help]): Hilfe
            """
        })
}
