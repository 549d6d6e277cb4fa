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
            case .unknownSetting(let name):
                "es gibt keine Einstellung \(name); nasa-view config nennt alle."
            case .wrongValue(let name, let value): "\(name) kann nicht \(value) sein."
            case .unknownAction(let name):
                "es gibt keine Handlung \(name); nasa-view config nennt alle."
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
}
