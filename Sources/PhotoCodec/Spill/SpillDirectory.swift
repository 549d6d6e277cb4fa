internal import Files
package import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Where files without a name come from.
package enum SpillDirectory: Sendable {
    case folder(String)
    /// Somebody else opens them, because this process may not.
    case granted(
        @Sendable (_ reserving: Int, _ expecting: Int) -> Result<Int32, DecodingFailure>)

    /// Opens a file that may have up to `byteCount` bytes, though `expected` are more likely.
    ///
    /// - Returns: its descriptor, for whoever asked to close.
    /// - Throws: `.noRoom` where so many bytes are too many for the disk, or for anybody.
    package func open(
        reserving byteCount: Int, expecting expected: Int
    ) throws(DecodingFailure) -> Int32 {
        switch self {
        case .granted(let open): return try open(byteCount, expected).get()
        case .folder(let folder):
            return try Self.open(reserving: byteCount, expecting: expected, in: folder)
        }
    }

    private static func open(
        reserving byteCount: Int, expecting expected: Int, in path: String
    ) throws(DecodingFailure) -> Int32 {
        guard expected <= DecodingLimits.spillBytes,
            let folder = try? SecureDirectory(path: path, ownNames: 1),
            expected <= (folder.freeBytes ?? 0) - DecodingLimits.bytesLeftFree
        else { throw .noRoom(byteCount: expected) }
        let file = folder.makeUnnamed()
        guard file >= 0 else { throw .noRoom(byteCount: expected) }
        guard ftruncate(file, off_t(byteCount)) == 0 else {
            close(file)
            throw .noRoom(byteCount: expected)
        }
        return file
    }
}
