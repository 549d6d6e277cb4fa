internal import PhotoCatalog
internal import TerminalProtocols

extension CachePhrases {
    static let english = CachePhrases(
        off: "Nothing is kept: the cache is off.",
        contents: { "\($0) entries, \($1) of \($2)" },
        cleared: { "Cleared \($0) entries, \($1)." },
        trouble: { trouble in
            switch trouble {
            case .diskFull: "The disk is full: nothing more is kept for later."
            case .notWritable: "The cache folder cannot be written: nothing is kept for later."
            case .notOurs: "The cache folder is not this user's own: nothing is kept for later."
            case .unusable(let reason):
                "The cache cannot be used (\(reason)): nothing is kept for later."
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noPlace: "There is no home folder: favourites and history are not kept."
            case .newerVersion:
                "Favourites and history were made by a newer nasa-view, which this one leaves alone."
            case .unusable(let reason): "Favourites and history cannot be used (\(reason))."
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .begunAnew(let path):
                "Favourites and history were damaged and begin anew; the old ones: \(path)"
            }
        },
        offline: { "The server cannot be reached: this was kept \($0)." },
        daysAgo: { $0 == 1 ? "1 day ago" : "\(LocalWording.number($0)) days ago" },
        hoursAgo: { $0 == 1 ? "1 hour ago" : "\($0) hours ago" },
        minutesAgo: { $0 == 1 ? "1 minute ago" : "\($0) minutes ago" },
        momentAgo: "a moment ago")
}
