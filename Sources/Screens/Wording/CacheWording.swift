package import PhotoCatalog
package import TerminalProtocols

/// What is kept on the disk, in words.
extension Strings {
    /// What is in the cache, a line each; `limit` is its limit as the user wrote it.
    package func lines(_ contents: CacheContents, limit: String) -> [SafeText] {
        guard contents.limitBytes > 0 else { return [cache.off] }
        let entries = local.number(contents.entries)
        let size = local.size(contents.bytes)
        return [SafeText(contents.folder), cache.contents(entries, size, limit)]
    }

    package func cleared(_ contents: CacheContents) -> SafeText {
        cache.cleared(
            local.number(contents.entries), local.size(contents.bytes))
    }

    /// That what is shown is not what the server says now.
    package func offline(ageSeconds: Int) -> SafeText { cache.offline(cache.ago(ageSeconds)) }
}

extension CacheStrings {
    /// `3 hours ago`.
    func ago(_ seconds: Int) -> String {
        let units = [(86_400, daysAgo), (3600, hoursAgo), (60, minutesAgo)]
        for (length, words) in units where seconds >= length { return words(seconds / length) }
        return momentAgo
    }
}
