/// Why a file's bytes cannot be had.
package enum FileFailure: Error, Hashable, Sendable {
    case notFound
    case isDirectory
    /// A pipe, a device or a socket: nothing with an end that can be opened as a photo.
    case notRegular
    case notPermitted
    case empty
    /// The system's own words.
    case unreadable(reason: String)
}
