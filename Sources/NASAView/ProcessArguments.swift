internal import Files
internal import PhotoCatalog
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The arguments of this process, as text that preserves every byte of file names.
///
/// `CommandLine.arguments` contains replacement characters for bytes that are not UTF-8. On Linux,
/// Swift reads the arguments from /proc, and finds no arguments if /proc is hidden.
enum ProcessArguments {
    /// The arguments, without the program's own name.
    static var texts: [String] { bytes.dropFirst().map { ByteText.text(of: $0) } }

    private static var bytes: [[UInt8]] {
        let count = Int(CommandLine.argc)
        guard count > 0 else { return beforeTheEnvironment }
        return (0..<count).compactMap { CommandLine.unsafeArgv[$0].map { contents(of: $0) } }
    }

    private static func contents(of text: UnsafePointer<CChar>) -> [UInt8] {
        UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    }

    #if canImport(Glibc)
    /// The arguments in the process's memory, where Linux stores their number, the arguments, `nil`
    /// and the environment in one array.
    private static var beforeTheEnvironment: [[UInt8]] {
        let words = UnsafeRawPointer(environ).assumingMemoryBound(to: UInt.self)
        guard words[-1] == 0 else { return [] }
        var count = 0
        while words[-2 - count] != UInt(count) {
            count += 1
            guard count <= countLimit else { return [] }
        }
        return (0..<count).compactMap { index in
            UnsafePointer<CChar>(bitPattern: words[index - 1 - count]).map { contents(of: $0) }
        }
    }

    /// The maximum number of arguments: the kernel allows 6 MB, and each argument takes at least
    /// two bytes and a pointer.
    private static let countLimit = 1 << 20
    #else
    private static var beforeTheEnvironment: [[UInt8]] { [] }
    #endif
}

/// Text that preserves bytes that are not UTF-8, for the command line parser, which accepts only
/// strings: each of these bytes becomes a private-use character, as in Python's "surrogateescape".
///
/// Input that contains these characters is also preserved, because each of their bytes is escaped.
enum ByteText {
    /// The base of the characters for bytes from 0x80 to 0xFF, at the end of the last private-use
    /// area.
    private static let base: UInt32 = 0x10_FE00
    private static let escapes = (base + 0x80)...(base + 0xFF)

    static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !text.contains(where: isEscape) {
            return text
        }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let (scalar, count) = UTF8Start.scalar(of: rest) ?? (nil, 1)
            if let scalar, !escapes.contains(scalar.value) {
                text.append(scalar)
                rest = rest.dropFirst(count)
            } else {
                text.append(escape(first))
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar -> [UInt8] in
            escapes.contains(scalar.value)
                ? [UInt8(truncatingIfNeeded: scalar.value - base)] : Array(String(scalar).utf8)
        }
    }

    /// Returns the path that a text names.
    static func path(_ text: String) -> FilePath { FilePath(bytes: bytes(of: text)) }

    /// Returns the text of the path in a `file://` address (RFC 8089) on this machine; `nil` for
    /// any other word.
    static func ofFile(at address: String) -> String? {
        FileAddress.path(in: bytes(of: address)).map { text(of: $0) }
    }

    /// Returns readable text, with replacement characters for bytes that are not UTF-8.
    static func readable(_ text: String) -> String {
        text.contains(where: isEscape) ? String(decoding: bytes(of: text), as: UTF8.self) : text
    }

    private static func isEscape(_ character: Character) -> Bool {
        character.unicodeScalars.contains { escapes.contains($0.value) }
    }

    /// Returns the character for a byte from 0x80; ASCII needs no escape, because it is always
    /// valid.
    private static func escape(_ byte: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
    }
}

/// The decoding of the first character of a sequence of bytes.
private enum UTF8Start {
    /// Returns the character and its length in bytes; `nil` if the bytes do not start with a valid
    /// character.
    static func scalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar?, Int)? {
        var decoder = UTF8()
        var input = bytes.prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&input) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}
