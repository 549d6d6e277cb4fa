internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ProgramStrings {
    static let german = ProgramStrings(
        noTerminal:
            "Kein Terminal zum Zeichnen. --print gibt ein Bild aus, --plain Text.",
        noThreads:
            "Kein Thread mehr möglich. Programme schließen oder Grenzen erhöhen (siehe ulimit -a).",
        noProc:
            "/proc ist nicht lesbar, wird aber gebraucht. Bitte einhängen oder nasa-view dort starten, wo es sichtbar ist.",
        fewDescriptors: {
            "Zu wenige Dateien können offen sein (\($0) nötig). Grenze erhöhen (siehe ulimit -n)."
        },
        littleMemory: { "Zu wenig Adressraum (\($0) MB nötig). Grenze erhöhen (siehe ulimit -v)." },
        crashed: { log in
            "Das Programm ist abgestürzt. "
                + (log.map { "Seine letzten Schritte stehen in \($0)." }
                    ?? "Mit NASA_VIEW_LOG=DATEI schreibt es ein Protokoll.")
        },
        outputFailed: { "Standardausgabe nicht beschreibbar: „\($0)“." })
}

extension CacheStrings {
    static let german = CacheStrings(
        trouble: { trouble in
            switch trouble {
            case .diskFull: "Der Datenträger ist voll. Neue Fotos werden nicht zwischengespeichert."
            case .notWritable:
                "Der Cache-Ordner ist nicht beschreibbar. Es wird nichts zwischengespeichert."
            case .notOurs:
                "Der Cache-Ordner gehört einem anderen Benutzer. Es wird nichts zwischengespeichert."
            case .isLink: "Der Cache-Ordner ist ein Link. Es wird nichts zwischengespeichert."
            case .unusable(let reason):
                "Der Cache ist nicht benutzbar („\(reason)“). Es wird nichts zwischengespeichert."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noHomeFolder:
                "Kein Home-Ordner gefunden. Favoriten und Verlauf werden nicht gespeichert."
            case .newerVersion:
                "Favoriten und Verlauf stammen von einem neueren nasa-view. Bitte dieses aktualisieren."
            case .notOurs(let path):
                "Favoriten und Verlauf werden nicht gespeichert: \(path) gehört einem anderen Benutzer."
            case .isLink(let path):
                "Favoriten und Verlauf werden nicht gespeichert: \(path) ist ein Link."
            case .damagedAgain:
                "Favoriten und Verlauf sind nicht benutzbar (auch eine neue Datei ist beschädigt)."
            case .endless:
                "Favoriten und Verlauf sind nicht benutzbar (eine Abfrage endet nie)."
            case .unusable(let reason): "Favoriten und Verlauf sind nicht benutzbar („\(reason)“)."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "Favoriten und Verlauf waren beschädigt und wurden zurückgesetzt. Alte Datei: \(path)"
            }
        },
        offline: { "Der Server ist nicht erreichbar. Stand: \($0)." },
        daysAgo: { $0 == 1 ? "vor 1 Tag" : "vor \(LocalStrings.german.number($0)) Tagen" },
        hoursAgo: { $0 == 1 ? "vor 1 Stunde" : "vor \($0) Stunden" },
        minutesAgo: { $0 == 1 ? "vor 1 Minute" : "vor \($0) Minuten" },
        momentAgo: "vor einem Augenblick")
}

extension CommandStrings {
    static let german = CommandStrings(
        moreFailures: { "\($0) weitere sind fehlgeschlagen." },
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
        outside: { "Der Ausschnitt liegt nicht in \($0), das \($1) Pixel hat." },
        tooLargeForFormat: {
            "Ein JPEG kann höchstens \($0) Pixel breit und hoch sein. Als PNG sichern."
        },
        tooMuchOfTiles: {
            "Von einem Bild in Kacheln können höchstens \($0) Megapixel auf einmal gesichert werden. Näher heranzoomen."
        },
        busy: { "\($0) wird gerade von einem anderen Programm benutzt." },
        tooManyOfName: { "\($0) kann nicht gesichert werden: zu viele Dateien dieses Namens." },
        unusable: { "\($0) kann nicht gesichert werden (\($1))." },
        fileExists: { "\($0) gibt es schon. --force ersetzt die Datei." })
}

extension ConfigurationStrings {
    static let german = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "hier fehlt ein Name"
            case .noEquals: "hier fehlt ="
            case .noValue: "hier fehlt ein Text in Anführungszeichen, eine Zahl oder eine Liste"
            case .openText: "schließendes Anführungszeichen fehlt"
            case .openList: "in dieser Liste fehlt ] oder ein Komma"
            case .openTable: "] fehlt"
            case .unknownEscape: "unbekanntes Sonderzeichen; ein Backslash wird \\\\ geschrieben"
            case .leftover: "überzähliger Text am Ende der Zeile"
            case .unsupported: "nicht unterstützte Schreibweise"
            case .twice(let name): "\(name) ist oben schon gesetzt; diese Zeile gilt nicht"
            case .tooLong: "die Datei ist zu lang"
            case .unreadable: "die Datei ist nicht lesbar; bitte die Zugriffsrechte prüfen"
            case .unknownSetting(let name, let meant):
                "unbekannte Einstellung „\(name)“; \(meantOrAll(meant))"
            case .wrongValue(let name, let value, .words(let words)):
                "\(name): „\(value)“ ist unbekannt; möglich ist \(list(words))"
            case .wrongValue(let name, let value, .range(let range)):
                "\(name) muss \(range.lowerBound)–\(range.upperBound) sein (nicht \(value))"
            case .wrongValue(let name, let value, .examples(let examples)):
                "\(name): „\(value)“ ist ungültig; möglich ist zum Beispiel \(list(examples))"
            case .unknownAction(let name, let meant):
                "unbekannte Aktion „\(name)“; \(meantOrAll(meant))"
            case .unknownKey(let name): "unbekannte Taste „\(name)“; ? in nasa-view zeigt alle"
            case .keptKey(let name): "die Taste \(name) kann nicht neu belegt werden"
            }
        })

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "meinten Sie „\($0)“?" } ?? "nasa-view config zeigt alle"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.german.alternatives(words)
    }
}

extension KindStrings {
    static let german = KindStrings(
        viewer: "In der Vollbildansicht",
        comparison: "Beim Vergleichen zweier Fotos, außer den Tasten der Vollbildansicht",
        library: "In Listen und Rastern",
        detail: "Auf der Seite eines Fotos")
}
