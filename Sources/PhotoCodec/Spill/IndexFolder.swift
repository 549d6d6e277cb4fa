internal import Checksums
package import Files
internal import SystemPackage

/// A store of photos' indices, which outlives the session.
///
/// The store may remove any index at any time. Loaded indices are checked, not trusted.
package struct IndexStore: Sendable {
    package let load: @Sendable (_ key: String) -> [UInt8]?
    package let store: @Sendable (_ index: OpenFile, _ key: String) -> Void

    package init(
        load: @escaping @Sendable (_ key: String) -> [UInt8]?,
        store: @escaping @Sendable (_ index: OpenFile, _ key: String) -> Void
    ) {
        self.load = load
        self.store = store
    }
}

/// A folder with a file for each index; if the files exceed the limit, the oldest are removed.
struct IndexFolder: Sendable {
    /// The maximum size of all indices in bytes, enough for ten gigapixels of photos.
    private static let limitBytes = 256 << 20
    private static let suffix = ".index"

    /// The path of the folder.
    ///
    /// The program creates the last two components: `nasa-view` and the folder itself.
    let path: String

    var indexStore: IndexStore {
        IndexStore(load: { load($0) }, store: { store($0, as: $1) })
    }

    private var folder: SecureDirectory? { try? SecureDirectory(path: path, ownNames: 2) }

    private func load(_ key: String) -> [UInt8]? {
        guard let opened = folder?.open(Self.name(of: key)),
            let file = try? LocalFile(opened, path: FilePath(path)).file,
            file.byteCount <= Self.limitBytes
        else { return nil }
        return file.readAll()
    }

    /// Writes an index completely or not at all; after a failure, the next session indexes again.
    private func store(_ index: OpenFile, as key: String) {
        guard let folder else { return }
        Self.makeRoom(for: index.byteCount, in: folder)
        try? folder.write(index, as: Self.name(of: key))
    }

    private static func name(of key: String) -> String { Checksum.fileName(of: key) + suffix }

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
