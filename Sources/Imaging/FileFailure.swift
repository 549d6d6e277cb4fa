/// Why a file cannot be read.
package enum FileFailure: Error, Hashable, Sendable {
    case notFound
    case isDirectory
    /// A pipe, a device or a socket.
    case notRegular
    case notPermitted
    case empty
    /// Standard input that a person types at.
    case keyboard
    /// More than so many bytes, of a file whose size is not known before its end.
    case overLimit(bytes: Int)
    /// `reason` is the system's own text.
    case unreadable(reason: String)
}
