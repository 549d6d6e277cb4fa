internal import Settings
internal import TerminalProtocols

extension ConfigurationPhrases {
    static let german = ConfigurationPhrases(
        fault: { kind in
            switch kind {
            case .noName: "hier sollte ein Name stehen."
            case .noEquals: "hier sollte ein Gleichheitszeichen stehen."
            case .noValue:
                "hier sollte ein Text in Anführungszeichen stehen, eine Zahl oder eine Liste."
            case .openText: "diesem Text fehlt das Anführungszeichen am Ende."
            case .openList: "dieser Liste fehlt die Klammer am Ende, oder ein Komma."
            case .openTable: "hier sollte eine schließende Klammer stehen."
            case .unknownEscape:
                "das ist kein Sonderzeichen; ein Rückstrich wird doppelt geschrieben."
            case .leftover: "hinter dem Wert darf nichts stehen."
            case .unsupported: "so wird keine Einstellung geschrieben."
            case .twice(let name): "\(name) steht hier zum zweiten Mal; das erste Mal zählt."
            case .tooLong: "die Datei ist zu lang."
            case .unreadable: "die Datei kann nicht gelesen werden; bitte die Rechte prüfen."
            case .unknownSetting(let name, let meant):
                "es gibt keine Einstellung \(name); \(meantOrAll(meant))"
            case .wrongValue(let name, let value, let choices):
                "\(name) kann nicht \(value) sein, aber \(choices)."
            case .unknownAction(let name, let meant):
                "es gibt keine Handlung \(name); \(meantOrAll(meant))"
            case .unknownKey(let name): "es gibt keine Taste \(name); ? im Programm nennt sie."
            case .keptKey(let name): "\(name) hat eine feste Bedeutung."
            }
        },
        noFile: { "\($0) (gibt es nicht)" },
        noHome: "Es gibt keinen Home-Ordner, also keine Konfigurationsdatei.",
        byDefault: "Vorgabe",
        file: { "Datei, Zeile \($0)" },
        environment: { "Umgebung, \($0)" },
        flag: { "Option, --\($0)" },
        automatic: "automatisch")

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "vielleicht \($0)?" } ?? "nasa-view config nennt alle."
    }
}
