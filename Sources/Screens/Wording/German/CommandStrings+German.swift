internal import TerminalProtocols

extension CommandStrings {
    static let german = CommandStrings(
        moreFailures: { "\($0) weitere sind fehlgeschlagen." },
        facts: Facts(
            id: "ID",
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
        more: { "\($0) von \($1) Fotos. --search und seine Filter grenzen die Liste ein." },
        noFavourite: { "\($0) ist kein Favorit." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "keine" : sizes.joined(separator: ", ")
            return "\(name) gibt es nicht in der Größe „\(size)“. Verfügbar: \(list)."
        },
        noFolder: { "Kein Ordner namens \($0)." },
        notWritable: { "\($0) ist nicht beschreibbar. Bitte die Zugriffsrechte prüfen." },
        diskFull:
            "Der Datenträger ist voll. Platz schaffen und erneut versuchen: Der Download geht weiter.",
        busy: { "\($0) wird gerade von einem anderen Programm benutzt." },
        unusable: { "\($0) kann nicht gesichert werden (\($1))." })
}
