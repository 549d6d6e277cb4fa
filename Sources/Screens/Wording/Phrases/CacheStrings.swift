package import PhotoCatalog
package import TerminalProtocols

/// The sentences about what is kept on the disk.
package struct CacheStrings: Sendable {
    let off: SafeText
    /// Entries, their size, the limit.
    let contents: @Sendable (String, String, String) -> SafeText
    /// Entries and their size.
    let cleared: @Sendable (String, String) -> SafeText
    package let trouble: @Sendable (CacheError) -> SafeText
    package let archiveFailure: @Sendable (ArchiveFailure) -> SafeText
    package let archiveNotice: @Sendable (ArchiveNotice) -> SafeText

    /// When it was kept: `3 hours ago`.
    let offline: @Sendable (String) -> SafeText
    let daysAgo: @Sendable (Int) -> String
    let hoursAgo: @Sendable (Int) -> String
    let minutesAgo: @Sendable (Int) -> String
    let momentAgo: String
}
