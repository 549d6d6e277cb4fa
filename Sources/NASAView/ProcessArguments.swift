internal import Files
internal import PhotoCatalog
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The arguments of this process as bytes, which file names are, and as texts that keep every byte.
///
/// `CommandLine.arguments` has marks in place of what is not UTF-8; and on Linux Swift reads it from
/// /proc, where it is empty if that is hidden.
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
    /// Linux gives a process one array: the number of its arguments, those, `nil`, the environment.
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

    /// The kernel gives a process 6 MB of arguments at most, of two bytes and a pointer at least.
    private static let countLimit = 1 << 20
    #else
    private static var beforeTheEnvironment: [[UInt8]] { [] }
    #endif
}

/// Texts that keep bytes which are not UTF-8, for the parser of the command line, which takes only texts:
/// each such byte is a character of a private area, as in Python's "surrogateescape".
///
/// A text of such characters comes back as the same bytes, too: they are not taken for characters.
enum ByteText {
    /// The characters of the bytes from 0x80 to 0xFF: the end of the last private area.
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

    /// The file that a text names.
    static func path(_ text: String) -> FilePath { FilePath(bytes: bytes(of: text)) }

    /// The text of the path in a `file://` address (RFC 8089) of this machine; `nil` for any other word.
    static func ofFile(at address: String) -> String? {
        FileAddress.path(in: bytes(of: address)).map { text(of: $0) }
    }

    /// The text to read: with the usual mark in place of what is not UTF-8.
    static func readable(_ text: String) -> String {
        text.contains(where: isEscape) ? String(decoding: bytes(of: text), as: UTF8.self) : text
    }

    private static func isEscape(_ character: Character) -> Bool {
        character.unicodeScalars.contains { escapes.contains($0.value) }
    }

    /// ASCII is never escaped: it is valid wherever it stands.
    private static func escape(_ byte: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
    }
}

/// The first character of some bytes.
private enum UTF8Start {
    /// `nil` if they do not begin with one.
    static func scalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar?, Int)? {
        var decoder = UTF8()
        var input = bytes.prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&input) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}
