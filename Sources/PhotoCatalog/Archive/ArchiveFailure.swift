/// Why the archive cannot be used; the program goes on without it.
package enum ArchiveFailure: Error, Hashable, Sendable {
    /// There is no place for it: the user has no home.
    case noPlace
    /// A newer version of the program made it, and keeps other things in it.
    case newerVersion
    /// In the system's or the database's words: to be sanitized before they are shown.
    case unusable(reason: String)
}
