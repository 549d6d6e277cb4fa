package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

// File names as bytes, which need not be a text.
extension FilePath {
    /// - Precondition: none of the bytes is zero, as in any file name.
    package init(bytes: some Sequence<UInt8>) {
        self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
    }

    package var bytes: [UInt8] {
        withPlatformString { name in
            UnsafeBufferPointer(start: name, count: length).map { UInt8(bitPattern: $0) }
        }
    }

    /// Returns the path of the entry with this name in the folder.
    package func appending(bytes name: [UInt8]) -> FilePath { pushing(FilePath(bytes: name)) }

    /// The bytes without control characters: pasted into a shell, line feeds would run the text
    /// before them.
    package var withoutControls: [UInt8] { bytes.filter { $0 >= 0x20 && $0 != 0x7F } }

    /// True if its bytes are a text that names the same file.
    package var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The bytes as a text that every program can read: bytes that are not visible ASCII, and `%`,
    /// are written like `%E9`.
    package var escaped: String {
        let digits = Array("0123456789ABCDEF")
        return bytes.reduce(into: "") { text, byte in
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}

/// The folder to which relative paths refer.
package enum WorkingDirectory {
    /// The path; empty if the folder has been removed.
    package static var path: FilePath {
        guard let text = getcwd(nil, 0) else { return FilePath() }
        defer { free(text) }
        return FilePath(platformString: text)
    }
}
