/// Why a folder or a file in it cannot be had.
package enum FolderTrouble: Error, Hashable, Sendable {
    /// The folder is a link, or somebody else's, or no folder.
    case notOurs
    /// By the system's number.
    case system(Int32)
}
