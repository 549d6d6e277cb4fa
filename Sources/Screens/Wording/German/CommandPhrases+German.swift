internal import TerminalProtocols

extension CommandPhrases {
    static let german = CommandPhrases(
        moreFailures: { "Es gab \($0) weitere solche Fehler." },
        facts: Facts(
            id: "Kennung",
            title: "Titel",
            credit: "Quelle",
            date: "Datum",
            center: "Zentrum",
            location: "Ort",
            keywords: "Stichwörter",
            albums: "Alben",
            page: "Seite"),
        received: { "\($0) von \($1)" },
        pixels: { "\($0) mal \($1) Pixel" },
        more: { "Das sind \($0) von \($1) Fotos; --search und seine Filter engen sie ein." },
        noFavourite: { "\($0) ist nicht bei den Favoriten." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "keine" : sizes.joined(separator: ", ")
            return "\(name) gibt es nicht in der Größe \(size); es gibt: \(list)."
        },
        noFolder: { "Es gibt keinen Ordner \($0)." },
        notWritable: { "\($0) kann nicht geschrieben werden; bitte die Zugriffsrechte prüfen." },
        diskFull:
            "Die Platte ist voll; bitte Platz schaffen und noch einmal versuchen: Was kam, bleibt.",
        busy: { "\($0) wird gerade von einem anderen Programm geschrieben." },
        unusable: { "\($0) kann nicht gesichert werden (\($1))." })
}
