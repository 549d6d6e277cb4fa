internal import Settings
internal import TerminalProtocols

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
            case .leftover: "überzähliger Text nach dem Wert"
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
        },
        noFile: { "\($0) (nicht vorhanden)" },
        noHome: "Kein Home-Ordner gefunden, also keine Konfigurationsdatei.",
        byDefault: "Standard",
        file: { "Datei, Zeile \($0)" },
        environment: { "Umgebung, \($0)" },
        flag: { "Option --\($0)" },
        automatic: "automatisch")

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "meinten Sie „\($0)“?" } ?? "nasa-view config zeigt alle"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.german.alternatives(words)
    }
}
