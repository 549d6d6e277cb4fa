internal import Files
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The version of the loaded TurboJPEG, which is read from the library's file.
///
/// TurboJPEG has no function that returns the version.
enum TurboJPEGVersion {
    private static let mark = Array("libjpeg-turbo version ".utf8)
    /// The maximum size, in bytes, of the library's file: ten times the size in Debian 12.
    private static let limitBytes = 8 << 20

    /// The version in the library's messages; `nil` if the library's file cannot be found or read.
    static var found: String? {
        guard let path, let file = try? LocalFile(path: path).file, file.byteCount <= limitBytes,
            let bytes = file.readAll(), let start = offset(of: mark, in: bytes)
        else { return nil }
        let version = bytes[start...].prefix {
            $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0)
        }
        return version.isEmpty ? nil : String(decoding: version, as: UTF8.self)
    }

    /// The path of the library among the files that Linux lists as mapped by this process.
    ///
    /// The value is `nil` if the list contains no such path.
    private static var path: String? {
        let maps = try? Descriptor(opening: "/proc/self/maps", .readOnly)
            .readToEnd(atMost: limitBytes)
        let lines = String(decoding: maps ?? [], as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.contains("/libturbojpeg.") }
        return line?.firstIndex(of: "/").flatMap { start in line.map { String($0[start...]) } }
    }

    /// Returns the offset after the first occurrence of a mark; `nil` without the mark.
    private static func offset(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, bytes.count >= mark.count else { return nil }
            let start = (0...(bytes.count - mark.count)).first {
                bytes[$0] == mark[0] && memcmp(base + $0, mark, mark.count) == 0
            }
            return start.map { $0 + mark.count }
        }
    }
}
