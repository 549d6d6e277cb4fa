package import PhotoCatalog
package import TerminalProtocols

/// The words about what is kept on the disk.
package enum CacheWording {
    private static var phrases: CachePhrases { Phrases.current.cache }

    /// What is in the cache, a line each; `limit` is its limit as the user wrote it.
    package static func lines(_ contents: CacheContents, limit: String) -> [SafeText] {
        guard contents.limitBytes > 0 else { return [phrases.off] }
        let entries = LocalWording.number(contents.entries)
        let size = LocalWording.size(contents.bytes)
        return [SafeText(contents.folder), phrases.contents(entries, size, limit)]
    }

    package static func cleared(_ contents: CacheContents) -> SafeText {
        phrases.cleared(
            LocalWording.number(contents.entries), LocalWording.size(contents.bytes))
    }

    package static func sentence(for trouble: CacheTrouble) -> SafeText {
        phrases.trouble(trouble)
    }

    package static func sentence(for failure: ArchiveFailure) -> SafeText {
        phrases.archiveFailure(failure)
    }

    package static func notice(of trouble: CacheTrouble) -> Notice {
        Notice(sentence(for: trouble), .bad)
    }

    package static func notice(of failure: ArchiveFailure) -> Notice {
        Notice(sentence(for: failure), .bad)
    }

    package static func notice(of notice: ArchiveNotice) -> Notice {
        Notice(sentence(for: notice), .bad)
    }

    package static func sentence(for notice: ArchiveNotice) -> SafeText {
        phrases.archiveNotice(notice)
    }

    /// That what is shown is not what the server says now.
    package static func offline(ageSeconds: Int) -> SafeText { phrases.offline(ago(ageSeconds)) }

    /// `3 hours ago`.
    package static func ago(_ seconds: Int) -> String {
        let units = [
            (86_400, phrases.daysAgo), (3600, phrases.hoursAgo), (60, phrases.minutesAgo),
        ]
        for (length, words) in units where seconds >= length { return words(seconds / length) }
        return phrases.momentAgo
    }
}
