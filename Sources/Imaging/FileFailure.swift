/// Why a file cannot be read.
package enum FileFailure: Error, Hashable, Sendable {
    case notFound
    case isDirectory
    /// A pipe, a device or a socket.
    case notRegular
    case notPermitted
    case empty
    /// `reason` is the system's own text.
    case unreadable(reason: String)
}
