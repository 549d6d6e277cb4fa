/// Why a picture cannot be shared with the terminal; each has the system's error number.
package enum SharedPictureFailure: Error, Hashable, Sendable {
    case cannotCreate(errorNumber: Int32)
    /// There is no room: a container's shared memory often has 64 MB.
    case cannotFill(errorNumber: Int32)
    /// The program is leaving.
    case closed
    /// The system has no such objects for us.
    case unsupported
}
