package import Files
package import Imaging
package import SystemPackage

/// The limits for a zip archive, with their reasons.
package enum ZipLimits {
    /// The maximum number of files that are listed, as for a folder.
    package static let members = 100_000
    /// The maximum size, in bytes, of the list of files: 100,000 long names.
    static let directoryBytes = 64 << 20
    /// The maximum size, in bytes, of a compressed file, which is copied into memory like a
    /// download.
    static let packedBytes = 256 << 20
    /// The maximum size, in bytes, of a decompressed file: 500 megapixels without compression.
    static let unpackedBytes = 2 << 30
    /// The largest compression ratio of a file that decompresses to more than `triedBytes`.
    ///
    /// Deflate makes pictures smaller by a factor of 2 to 20, and zeros by a factor of 1000.
    static let ratio = 200
    static let triedBytes = DecodingLimits.inflatedBytesInMemory
    // The total size of all files has no limit, because only one file is decompressed at a time.
}

/// A zip archive, which is opened like a folder of pictures.
///
/// This process reads the list of files in Swift code that checks each offset and length; a worker
/// decompresses and decodes the pictures. No name of the list is used as a path. libarchive would
/// decompress in this process, or need a worker that opens two files.
package struct ZipFile {
    /// The file name extensions of archives, without the dot.
    package static let endings: Set<String> = ["zip", "cbz"]

    private let file: OpenFile
    /// The files in the order of the list, without folders.
    package let members: [ZipMember]
    /// The reason why some files are not listed; `nil` if no files are missing.
    package let fault: ZipFault?
    /// True if the archive has more files than can be listed.
    package let isCut: Bool

    /// Creates the list of at most `limit` files.
    ///
    /// - Throws: `.zip(.damaged)` if the archive has no list of files.
    package init(_ file: OpenFile, limit: Int = ZipLimits.members) throws(FileFailure) {
        guard let descriptor = file.descriptor else { throw .zip(.damaged) }
        let list = try ZipDirectory(of: descriptor, byteCount: file.byteCount, limit: limit)
        self.file = file
        (members, fault, isCut) = (list.members, list.fault, list.isCut)
    }

    /// True for a regular file with the extension of a zip archive.
    package static func isNamed(_ path: FilePath) -> Bool {
        endings.contains(path.extension?.lowercased() ?? "")
            && (try? Stat(path))?.type == .regular
    }

    /// True for a regular file with the extension and the first bytes of a zip archive.
    ///
    /// RAR archives, for example, can have the extension `.cbz`.
    package static func isArchive(_ path: FilePath) -> Bool {
        guard isNamed(path), let file = try? LocalFile(path: path).file else { return false }
        return file.start(2) == Array("PK".utf8)
    }

    /// Returns the archive in a path, such as `a.zip` in `a.zip/b/c.jpg`; `nil` for other paths.
    package static func containing(_ path: FilePath) -> FilePath? { ZipPath(path)?.archive }

    /// Returns a copy of a member's data: stored data unchanged, compressed data in a gzip frame.
    func open(_ member: ZipMember) throws(FileFailure) -> OpenFile {
        if let fault = member.fault { throw .zip(fault) }
        guard let data = data(of: member) else { throw .zip(.damaged) }
        guard !data.isEmpty else { throw .empty }
        var copy = MemoryFile()
        if member.isDeflated { copy.append(Self.frameStart) }
        try append(data, to: &copy)
        if member.isDeflated { copy.append(member.frameEnd) }
        return copy.finished()
    }

    /// A gzip header without a name (RFC 1952, 2.3).
    private static let frameStart: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Returns the range of a member's data; `nil` if the range is not inside the archive.
    private func data(of member: ZipMember) -> Range<Int>? {
        let headBytes = 30
        guard let head = file.descriptor?.read(headBytes, at: member.offset) else {
            return nil
        }
        let start = head.withUnsafeBytes { head -> Int? in
            let reader = ZipReader(head)
            guard reader.starts(with: "PK\u{3}\u{4}", at: 0), let name = reader.uint16(at: 26),
                let extra = reader.uint16(at: 28)
            else { return nil }
            return member.offset + headBytes + name + extra
        }
        guard let start, start + member.packedBytes <= file.byteCount else { return nil }
        return start..<start + member.packedBytes
    }

    private func append(_ range: Range<Int>, to copy: inout MemoryFile) throws(FileFailure) {
        let pieceBytes = 1 << 20
        for start in stride(from: range.lowerBound, to: range.upperBound, by: pieceBytes) {
            let count = min(pieceBytes, range.upperBound - start)
            guard let piece = file.descriptor?.read(count, at: start) else {
                throw .zip(.damaged)
            }
            copy.append(piece)
        }
    }
}

extension MemoryFile {
    fileprivate mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }
}

extension LocalFile {
    /// Returns the member of an archive that a path refers to; `nil` if no archive is in the path.
    ///
    /// The file's status is the status of the archive.
    static func member(at path: FilePath) throws(FileFailure) -> LocalFile? {
        guard let path = ZipPath(path) else { return nil }
        guard !path.isNested else { throw .zip(.nested) }
        let archive = try LocalFile(path: path.archive)
        let zip = try ZipFile(archive.file)
        guard let member = zip.members.first(where: { $0.name == path.name }) else {
            throw .notFound
        }
        return LocalFile(try zip.open(member), of: member, in: archive)
    }
}

/// The path of a file in a zip archive.
private struct ZipPath {
    let archive: FilePath
    /// The name in the archive.
    let name: [UInt8]

    init?(_ path: FilePath) {
        var archive = path
        while archive.removeLastComponent(), !archive.isEmpty {
            guard ZipFile.isNamed(archive) else { continue }
            self.archive = archive
            name = Array(path.bytes.dropFirst(archive.bytes.count + 1))
            return
        }
        return nil
    }

    /// True if the name is that of an archive, or of a file in an archive.
    var isNested: Bool {
        FilePath(bytes: name).components.contains {
            ZipFile.endings.contains($0.extension?.lowercased() ?? "")
        }
    }
}
