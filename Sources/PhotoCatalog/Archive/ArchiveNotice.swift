/// What happened to the archive and is told once.
package enum ArchiveNotice: Hashable, Sendable {
    /// It was damaged: the old one lies at `path`, a new one was begun.
    case wasReset(movedTo: String)
}
