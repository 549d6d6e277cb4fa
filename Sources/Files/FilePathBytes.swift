package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

// File names as bytes, because a name need not be valid UTF-8.
extension FilePath {
    /// Creates a path from the bytes of a file name or path.
    ///
    /// - Precondition: no byte is zero.
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

    /// The bytes without control characters: if the path is pasted into a shell, a line feed would
    /// run the text before it.
    package var withoutControls: [UInt8] { bytes.filter { $0 >= 0x20 && $0 != 0x7F } }

    /// True if the bytes are valid UTF-8, so that a string can name the file.
    package var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The path as ASCII text: bytes other than visible ASCII characters, and `%`, are written like
    /// `%E9`.
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

/// The process's working directory, to which relative paths refer.
package enum WorkingDirectory {
    /// The path of the working directory; empty if the folder has been removed.
    package static var path: FilePath {
        guard let text = getcwd(nil, 0) else { return FilePath() }
        defer { free(text) }
        return FilePath(platformString: text)
    }
}
