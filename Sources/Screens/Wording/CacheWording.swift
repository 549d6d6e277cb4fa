package import PhotoCatalog
package import TerminalProtocols

/// The words about what is kept on the disk.
package enum CacheWording {
    /// What is in the cache, a line each.
    package static func lines(_ contents: CacheContents) -> [SafeText] {
        guard contents.limitBytes > 0 else { return ["Nothing is kept: the cache is off."] }
        let size = StatusWording.size(contents.bytes)
        let limit = StatusWording.size(contents.limitBytes)
        return [
            SafeText("\(contents.folder)"),
            SafeText("\(LocalWording.number(contents.entries)) entries, \(size) of \(limit)"),
        ]
    }

    package static func cleared(_ contents: CacheContents) -> SafeText {
        let size = StatusWording.size(contents.bytes)
        return SafeText("Cleared \(LocalWording.number(contents.entries)) entries, \(size).")
    }

    package static func sentence(for trouble: CacheTrouble) -> SafeText {
        switch trouble {
        case .diskFull: "The disk is full: nothing more is kept for later."
        case .notWritable: "The cache folder cannot be written: nothing is kept for later."
        case .notOurs: "The cache folder is not this user's own: nothing is kept for later."
        case .unusable(let reason):
            SafeText("The cache cannot be used (\(reason)): nothing is kept for later.")
        }
    }

    package static func sentence(for failure: ArchiveFailure) -> SafeText {
        switch failure {
        case .noPlace: "There is no home folder: favourites and history are not kept."
        case .newerVersion:
            "Favourites and history were made by a newer nasa-view, which this one leaves alone."
        case .unusable(let reason):
            SafeText("Favourites and history cannot be used (\(reason)).")
        }
    }

    package static func notice(of failure: ArchiveFailure) -> Notice {
        Notice(sentence(for: failure), .bad)
    }

    package static func notice(of notice: ArchiveNotice) -> Notice {
        Notice(sentence(for: notice), .bad)
    }

    package static func sentence(for notice: ArchiveNotice) -> SafeText {
        switch notice {
        case .begunAnew(let path):
            SafeText("Favourites and history were damaged and begin anew; the old ones: \(path)")
        }
    }

    /// That what is shown is not what the server says now.
    package static func offline(ageSeconds: Int) -> SafeText {
        SafeText("The server cannot be reached: this was kept \(ago(ageSeconds)).")
    }

    /// `3 hours ago`.
    package static func ago(_ seconds: Int) -> String {
        for (unit, length) in units where seconds >= length {
            let count = seconds / length
            return "\(LocalWording.number(count)) \(unit)\(count == 1 ? "" : "s") ago"
        }
        return "a moment ago"
    }

    private static let units = [("day", 86_400), ("hour", 3600), ("minute", 60)]
}
