/// Why a picture could not be written.
package enum WritingFailure: Error, Hashable, Sendable {
    /// The system's error number, as `errno` had it.
    case cannotOpen(path: String, errorNumber: Int32)
    case cannotWrite(path: String, errorNumber: Int32)
    /// The encoder gave up; `reason` is the library's own text.
    case cannotEncode(reason: String)
    case outOfMemory
}
