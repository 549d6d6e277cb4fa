internal import PhotoCatalog
internal import TerminalProtocols

extension CachePhrases {
    static let german = CachePhrases(
        off: "Es wird nichts aufgehoben: Der Cache ist aus.",
        contents: { "\($0) Einträge, \($1) von \($2)" },
        cleared: { "\($0) Einträge entfernt, \($1)." },
        trouble: { trouble in
            switch trouble {
            case .diskFull: "Die Platte ist voll: Es wird nichts mehr aufgehoben."
            case .notWritable:
                "In den Cache-Ordner kann nicht geschrieben werden: Es wird nichts aufgehoben."
            case .notOurs:
                "Der Cache-Ordner gehört jemand anderem: Es wird nichts aufgehoben."
            case .unusable(let reason):
                "Der Cache ist nicht benutzbar (\(reason)): Es wird nichts aufgehoben."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noPlace:
                "Es gibt keinen Home-Ordner: Favoriten und Verlauf werden nicht aufgehoben."
            case .newerVersion:
                "Favoriten und Verlauf sind von einem neueren nasa-view; dieses lässt sie in Ruhe."
            case .unusable(let reason): "Favoriten und Verlauf sind nicht benutzbar (\(reason))."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .begunAnew(let path):
                "Favoriten und Verlauf waren beschädigt und beginnen neu; die alten: \(path)"
            }
        },
        offline: { "Der Server ist nicht erreichbar: Dies ist der Stand von \($0)." },
        daysAgo: { $0 == 1 ? "vor 1 Tag" : "vor \(LocalWording.number($0)) Tagen" },
        hoursAgo: { $0 == 1 ? "vor 1 Stunde" : "vor \($0) Stunden" },
        minutesAgo: { $0 == 1 ? "vor 1 Minute" : "vor \($0) Minuten" },
        momentAgo: "vor einem Augenblick")
}
