internal import Files

/// A folder of indices, a file each; the oldest go when there are too many bytes.
struct IndexFolder: Sendable {
    /// Ten gigapixels of photos.
    private static let limitBytes = 256 << 20
    private static let suffix = ".index"

    /// Its last two names are the program's: `nasa-view` and its own.
    let path: String

    var shelf: IndexStore {
        IndexStore(load: { load($0) }, store: { store($0, as: $1) })
    }

    private var folder: SecureDirectory? { try? SecureDirectory(path: path, ownNames: 2) }

    private func load(_ key: String) -> [UInt8]? {
        guard let opened = folder?.open(Self.name(of: key)),
            let file = try? LocalFile(opened, path: path).file, file.byteCount <= Self.limitBytes
        else { return nil }
        return file.readAll()
    }

    /// Whole or not at all: what cannot be written is learned anew the next time.
    private func store(_ bytes: [UInt8], as key: String) {
        guard let folder else { return }
        Self.makeRoom(for: bytes.count, in: folder)
        try? folder.write([bytes], as: Self.name(of: key))
    }

    /// The name hides the path it stands for, and has no letters a file system could mind.
    private static func name(of key: String) -> String {
        var (first, second): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142)
        for byte in key.utf8 {
            first = (first ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            second = (second ^ UInt64(byte)) &* 0x9FB2_1C65_1E98_DF25
            second ^= second >> 31
        }
        return "\(String(first, radix: 36))-\(String(second, radix: 36))\(suffix)"
    }

    private static func makeRoom(for byteCount: Int, in folder: SecureDirectory) {
        folder.sweep()
        var kept = folder.names().filter { $0.hasSuffix(suffix) }.compactMap { folder.file($0) }
            .sorted { $0.lastWritten < $1.lastWritten }
        var total = kept.reduce(byteCount) { $0 + $1.byteCount }
        while total > limitBytes, !kept.isEmpty {
            let oldest = kept.removeFirst()
            folder.remove(oldest.name)
            total -= oldest.byteCount
        }
    }
}
