internal import PhotoCodec

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension WritingFailure {
    /// The failure as a sentence for the command line.
    var message: String {
        switch self {
        case .cannotOpen(let path, let number): "Cannot create \(path): \(Self.text(number))."
        case .cannotWrite(let path, let number): "Cannot write \(path): \(Self.text(number))."
        case .cannotEncode(let reason): "The encoder gave up: \(reason)."
        case .outOfMemory: "There is not enough memory."
        }
    }

    private static func text(_ errorNumber: Int32) -> String {
        strerror(errorNumber).map { String(cString: $0) } ?? "error \(errorNumber)"
    }
}
