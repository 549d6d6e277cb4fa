internal import PhotoCatalog
internal import TerminalProtocols

extension CacheStrings {
    static let english = CacheStrings(
        off: "The cache is off.",
        contents: { "\($0) entries, \($1) of \($2)" },
        cleared: { "Cleared \($0) entries (\($1))." },
        trouble: { trouble in
            switch trouble {
            case .diskFull: "The disk is full. New photos are not cached."
            case .notWritable: "Can't write to the cache folder. Nothing is cached."
            case .notOurs: "The cache folder belongs to another user. Nothing is cached."
            case .unusable(let reason): "Can't use the cache (\(reason)). Nothing is cached."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noPlace: "No home folder found. Favourites and history are not saved."
            case .newerVersion:
                "Favourites and history were saved by a newer nasa-view. Update this one to use them."
            case .unusable(let reason): "Can't use favourites and history (\(reason))."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "Favourites and history were damaged and have been reset. Old file: \(path)"
            }
        },
        offline: { "Can't reach the server. Showing what was saved \($0)." },
        daysAgo: { $0 == 1 ? "1 day ago" : "\(LocalStrings.english.number($0)) days ago" },
        hoursAgo: { $0 == 1 ? "1 hour ago" : "\($0) hours ago" },
        minutesAgo: { $0 == 1 ? "1 minute ago" : "\($0) minutes ago" },
        momentAgo: "a moment ago")
}
