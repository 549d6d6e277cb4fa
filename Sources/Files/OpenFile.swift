package import SystemPackage

/// A file that is open for reading: its first `byteCount` bytes are the content.
package struct OpenFile: Sendable {
    /// The descriptor; `nil` if only this process holds the bytes.
    package let descriptor: Descriptor?
    package let byteCount: Int
    /// The bytes if there is no descriptor; otherwise empty.
    package let held: [UInt8]

    /// The size of a piece in bytes: large enough to make the cost of calls negligible, small
    /// enough for the processor's cache.
    private static let pieceBytes = 256 << 10

    package init(_ descriptor: Descriptor, byteCount: Int) {
        self.descriptor = descriptor
        self.byteCount = byteCount
        held = []
    }

    package init(held: [UInt8]) {
        descriptor = nil
        byteCount = held.count
        self.held = held
    }

    /// Creates a file in memory with these bytes; `nil` if there is no memory for the file.
    package init?(_ bytes: [UInt8]) {
        guard let file = Descriptor.memory(byteCount: bytes.count),
            (try? file.write(bytes)) != nil
        else { return nil }
        self.init(file, byteCount: bytes.count)
    }

    /// Returns all bytes; `nil` if they cannot be read.
    package func readAll() -> [UInt8]? { descriptor == nil ? held : descriptor?.read(byteCount) }

    /// Returns the first bytes, at most `count`; empty if they cannot be read.
    package func start(_ count: Int) -> [UInt8] {
        let count = min(count, byteCount)
        return descriptor == nil ? Array(held[..<count]) : descriptor?.read(count) ?? []
    }

    /// Passes the bytes to `body` in pieces until `body` returns false; returns true if all bytes
    /// were passed.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard let descriptor else { return held.withUnsafeBytes { body($0) } }
        return withUnsafeTemporaryAllocation(byteCount: Self.pieceBytes, alignment: 16) { buffer in
            var offset = 0
            while offset < byteCount {
                let piece = UnsafeMutableRawBufferPointer(
                    rebasing: buffer.prefix(byteCount - offset))
                guard (try? descriptor.read(into: piece, at: offset)) == piece.count,
                    body(UnsafeRawBufferPointer(piece))
                else { return false }
                offset += piece.count
            }
            return true
        }
    }

    /// Writes all bytes to the start of another file; returns false if reading or writing fails.
    package func copy(to other: Descriptor) -> Bool {
        var offset = 0
        return forEachPiece { piece in
            guard (try? other.write(piece, at: offset)) != nil else { return false }
            offset += piece.count
            return true
        }
    }
}

/// Bytes collected in a file in memory, which can be passed to other processes.
///
/// If RLIMIT_FSIZE stops even files in memory from growing, this process keeps the bytes in an
/// array.
package struct MemoryFile: Sendable {
    private var file = Descriptor.memory()
    private var held: [UInt8] = []
    package private(set) var byteCount = 0

    package init() {}

    /// Returns the file at its full length, for reading while it is written; `nil` if that fails.
    package func resized(to byteCount: Int) -> OpenFile? {
        file.flatMap { $0.resize(to: byteCount) ? OpenFile($0, byteCount: byteCount) : nil }
    }

    /// Writes the collected bytes to another file; returns false if that fails.
    package func copy(to other: Descriptor) -> Bool {
        let collected = file.map { OpenFile($0, byteCount: byteCount) } ?? OpenFile(held: held)
        return collected.copy(to: other)
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if file == nil || (try? file?.write(bytes, at: byteCount)) == nil {
            held = file?.read(byteCount) ?? held
            file = nil
            held.append(contentsOf: bytes)
        }
        byteCount += bytes.count
    }

    /// Returns the collected bytes as a file that can no longer change.
    package consuming func finished() -> OpenFile {
        guard let file else { return OpenFile(held: held) }
        if !file.resize(to: byteCount) { return OpenFile(held: file.read(byteCount) ?? []) }
        file.seal()
        return OpenFile(file, byteCount: byteCount)
    }
}

/// The name of a file in a given folder, checked so that it cannot lead to another folder.
package struct SiblingName: Hashable, Sendable {
    /// The maximum length of a file name, in bytes.
    private static let longest = 255

    package let text: String

    /// Creates a sibling's name; `nil` if the text is empty or too long, begins with a dot, or
    /// contains a slash or a control character.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
        guard isPlain, !text.hasPrefix("."), (1...Self.longest).contains(text.utf8.count) else {
            return nil
        }
        self.text = text
    }
}

extension OpenFile {
    /// Opens a file in the folder of `path`; `nil` if the file is missing, empty or not regular.
    package init?(_ name: SiblingName, beside path: FilePath) {
        let destination = path.removingLastComponent().appending(name.text)
        // The file is opened without blocking, so that opening a pipe without a writer returns.
        guard
            let descriptor = try? Descriptor(
                opening: destination, .readOnly, options: [.nonBlocking, .noFollow]),
            let status = try? descriptor.status(), status.type == .regular, status.size > 0
        else { return nil }
        self.init(descriptor, byteCount: Int(status.size))
    }
}
