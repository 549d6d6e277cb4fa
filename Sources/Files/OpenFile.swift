package import SystemPackage

/// A file that is open for reading: its first `byteCount` bytes are the content.
package struct OpenFile: Sendable {
    /// `nil` for bytes that only this process holds.
    package let descriptor: Descriptor?
    package let byteCount: Int
    /// The bytes, if there is no file.
    package let held: [UInt8]

    /// Large enough that calls do not count, small enough to stay in the processor's cache.
    private static let pieceBytes = 256 << 10

    package init(_ descriptor: Descriptor, byteCount: Int) {
        self.descriptor = descriptor
        self.byteCount = byteCount
        held = []
    }

    fileprivate init(held: [UInt8]) {
        descriptor = nil
        byteCount = held.count
        self.held = held
    }

    /// A file in memory with these bytes; `nil` if there is no memory for it.
    package init?(_ bytes: [UInt8]) {
        guard let file = Descriptor.memory(byteCount: bytes.count),
            (try? file.write(bytes)) != nil
        else { return nil }
        self.init(file, byteCount: bytes.count)
    }

    /// All of its bytes; `nil` if they cannot be read.
    package func readAll() -> [UInt8]? { descriptor == nil ? held : descriptor?.read(byteCount) }

    /// Its first bytes, at most `count`; none if they cannot be read.
    package func start(_ count: Int) -> [UInt8] {
        let count = min(count, byteCount)
        return descriptor == nil ? Array(held[..<count]) : descriptor?.read(count) ?? []
    }

    /// Lends its bytes, piece by piece, until `body` returns false; whether it lent all of them.
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
}

/// Bytes that are collected in a file in memory, which can be handed to other processes.
///
/// If the system lets no file grow, not even such a one (RLIMIT_FSIZE), this process holds them.
package struct MemoryFile: Sendable {
    private var file = Descriptor.memory()
    private var held: [UInt8] = []
    package private(set) var byteCount = 0

    package init() {}

    /// The file in its full length, to be read while it is written; `nil` if there is none.
    package func resized(to byteCount: Int) -> OpenFile? {
        file.flatMap { $0.resize(to: byteCount) ? OpenFile($0, byteCount: byteCount) : nil }
    }

    /// Writes the collected bytes to another file; false if that fails.
    package func copy(to other: Descriptor) -> Bool {
        let collected = file.map { OpenFile($0, byteCount: byteCount) } ?? OpenFile(held: held)
        var offset = 0
        return collected.forEachPiece { piece in
            guard (try? other.write(piece, at: offset)) != nil else { return false }
            offset += piece.count
            return true
        }
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

/// A name of a file in the folder of another one: without a way to any other folder.
package struct SiblingName: Hashable, Sendable {
    /// The longest name that file systems have.
    private static let longest = 255

    package let text: String

    /// `nil` for an empty or long name, one that is hidden or leads elsewhere, and one with control characters.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
        guard isPlain, !text.hasPrefix("."), (1...Self.longest).contains(text.utf8.count) else {
            return nil
        }
        self.text = text
    }
}

extension OpenFile {
    /// Opens a regular file in the folder of another one; `nil` if there is none, or a link.
    package init?(_ name: SiblingName, beside path: FilePath) {
        let place = path.removingLastComponent().appending(name.text)
        // Non-blocking, so that opening a pipe without a writer returns.
        guard
            let descriptor = try? Descriptor(
                opening: place, .readOnly, options: [.nonBlocking, .noFollow]),
            let status = try? descriptor.status(), status.type == .regular, status.size > 0
        else { return nil }
        self.init(descriptor, byteCount: Int(status.size))
    }
}
