internal import PhotoCatalog
internal import TerminalProtocols

extension CacheStrings {
    static let german = CacheStrings(
        off: "Der Cache ist ausgeschaltet.",
        contents: { "\($0) Einträge, \($1) von \($2)" },
        cleared: { "\($0) Einträge gelöscht (\($1))." },
        trouble: { trouble in
            switch trouble {
            case .diskFull: "Der Datenträger ist voll. Neue Fotos werden nicht zwischengespeichert."
            case .notWritable:
                "Der Cache-Ordner ist nicht beschreibbar. Es wird nichts zwischengespeichert."
            case .notOurs:
                "Der Cache-Ordner gehört einem anderen Benutzer. Es wird nichts zwischengespeichert."
            case .unusable(let reason):
                "Der Cache ist nicht benutzbar (\(reason)). Es wird nichts zwischengespeichert."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noPlace:
                "Kein Home-Ordner gefunden. Favoriten und Verlauf werden nicht gespeichert."
            case .newerVersion:
                "Favoriten und Verlauf stammen von einem neueren nasa-view. Bitte dieses aktualisieren."
            case .unusable(let reason): "Favoriten und Verlauf sind nicht benutzbar (\(reason))."
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
