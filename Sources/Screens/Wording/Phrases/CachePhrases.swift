internal import PhotoCatalog
internal import TerminalProtocols

/// The sentences about what is kept on the disk.
struct CachePhrases: Sendable {
    let off: SafeText
    /// Entries, their size, the limit.
    let contents: @Sendable (String, String, String) -> SafeText
    /// Entries and their size.
    let cleared: @Sendable (String, String) -> SafeText
    let trouble: @Sendable (CacheTrouble) -> SafeText
    let archiveFailure: @Sendable (ArchiveFailure) -> SafeText
    let archiveNotice: @Sendable (ArchiveNotice) -> SafeText

    /// When it was kept: `3 hours ago`.
    let offline: @Sendable (String) -> SafeText
    let daysAgo: @Sendable (Int) -> String
    let hoursAgo: @Sendable (Int) -> String
    let minutesAgo: @Sendable (Int) -> String
    let momentAgo: String
}
