internal import Dispatch
internal import OwnFolders
package import PhotoCatalog
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Replies and pictures on the disk: the least recently used go when the limit is passed.
///
/// Nothing here fails: what cannot be read is a miss, what cannot be written is not kept. Reading
/// and writing wait on queues of their own; writing never holds up those who wait for bytes.
package final class DiskCache: Sendable {
    package let path: String
    package let limitBytes: Int
    private let state = Mutex(State())
    private let readers = DispatchQueue(label: "cache.read", attributes: .concurrent)
    private let writer = DispatchQueue(label: "cache.write", qos: .utility)

    private struct State {
        enum Door { case shut, open(CacheFolder), barred }
        var door = Door.shut
        /// Nothing more is written once there was trouble.
        var trouble: CacheTrouble?
        var listener: (@Sendable (CacheTrouble) -> Void)?
        /// On their way to the disk, and to be read meanwhile.
        var pending: [String: CacheEntry] = [:]
        var pendingBytes = 0
        /// Nil until the folder was looked through.
        var totalBytes: Int?
    }

    /// A cache in a folder of its own, which is made when it is first needed.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the folder; its last two names belong to the cache.
    ///   - limitBytes: the most that is kept; 0 keeps nothing.
    package init(path: String, limitBytes: Int) {
        self.path = path
        self.limitBytes = limitBytes
    }

    /// Why nothing more is kept; nil where all is well, or nothing was tried.
    package var trouble: CacheTrouble? { state.withLock { $0.trouble } }

    /// Tells once, from any thread, when nothing more can be kept, or at once if it is so already.
    package func onTrouble(_ listener: @escaping @Sendable (CacheTrouble) -> Void) {
        let trouble = state.withLock { state in
            state.listener = listener
            return state.trouble
        }
        if let trouble { listener(trouble) }
    }

    /// What is kept of an address, whole and as it was written, fresh or not.
    func entry(for address: PhotoAddress) async -> CacheEntry? {
        guard limitBytes > 0 else { return nil }
        let name = CacheEntry.name(of: address)
        if let pending = state.withLock({ $0.pending[name] }) { return pending }
        return await withCheckedContinuation { continuation in
            readers.async {
                continuation.resume(returning: self.read(name, address.text))
            }
        }
    }

    /// Keeps an entry, soon.
    func keep(_ entry: CacheEntry, for address: PhotoAddress) {
        let name = CacheEntry.name(of: address)
        guard isTaken(entry, name) else { return }
        writer.async { self.write(entry, name) }
    }

    /// Says that the server has the kept version now.
    func renew(_ address: PhotoAddress) {
        later { $0.renew(CacheEntry.name(of: address)) }
    }

    func discard(_ address: PhotoAddress) {
        let name = CacheEntry.name(of: address)
        state.withLock { $0.pending[name] = nil }
        later { $0.remove(name) }
    }

    /// Waits until all that was to be kept is on the disk.
    package func settle() async {
        await withCheckedContinuation { continuation in
            writer.async { continuation.resume() }
        }
    }

    package func contents() async -> CacheContents {
        await inspect { _, _ in }
    }

    /// Empties the cache.
    ///
    /// - Returns: what was in it.
    package func clear() async -> CacheContents {
        await inspect { folder, file in folder.remove(file.name) }
    }

    private func read(_ name: String, _ address: String) -> CacheEntry? {
        guard let folder, let reading = folder.open(name) else { return nil }
        let entry = reading.entry(for: address, now: Int(time(nil)))
        // Damaged, or another program's: it would be in the way for ever.
        if entry == nil { folder.remove(name) }
        return entry
    }

    private func isTaken(_ entry: CacheEntry, _ name: String) -> Bool {
        state.withLock { state in
            let size = entry.body.count
            guard state.trouble == nil, size <= limitBytes / 2,
                state.pendingBytes == 0 || state.pendingBytes + size <= Self.pendingLimitBytes
            else { return false }
            state.pendingBytes += size
            state.pending[name] = entry
            return true
        }
    }

    private func write(_ entry: CacheEntry, _ name: String) {
        defer {
            state.withLock { state in
                state.pendingBytes -= entry.body.count
                if state.pending[name]?.header == entry.header { state.pending[name] = nil }
            }
        }
        guard let folder, state.withLock({ $0.trouble == nil && $0.pending[name] != nil }) else {
            return
        }
        do throws(CacheTrouble) {
            let header = entry.header.bytes
            guard header.count <= CacheHeader.limitBytes else { return }
            let before = folder.file(name)?.byteCount ?? 0
            try folder.write([header, entry.body], as: name)
            trim(folder, after: header.count + entry.body.count - before)
        } catch {
            tell(error)
        }
    }

    /// Keeps the limit; the first time also sweeps away what ended programs left.
    private func trim(_ folder: CacheFolder, after added: Int) {
        let known = state.withLock { state in
            state.totalBytes = state.totalBytes.map { $0 + added }
            return state.totalBytes
        }
        if let known, known <= limitBytes { return }
        let total = Self.trimmed(folder, to: limitBytes)
        state.withLock { $0.totalBytes = total }
    }

    /// - Returns: how many bytes are left.
    private static func trimmed(_ folder: CacheFolder, to limitBytes: Int) -> Int {
        let files = folder.entries().sorted { $0.lastUsed < $1.lastUsed }
        var total = files.reduce(0) { $0 + $1.byteCount }
        guard total > limitBytes else { return total }
        // Below the limit by a tenth, so that not every entry looks through the folder again.
        for file in files where total > limitBytes / 10 * 9 {
            folder.remove(file.name)
            total -= file.byteCount
        }
        return total
    }

    private func inspect(
        _ visit: @escaping @Sendable (CacheFolder, FolderFile) -> Void
    ) async -> CacheContents {
        let files = await withCheckedContinuation { continuation in
            writer.async {
                let folder = self.folder
                let files = folder?.entries() ?? []
                for file in files { folder.map { visit($0, file) } }
                self.state.withLock { $0.totalBytes = nil }
                continuation.resume(returning: files)
            }
        }
        return CacheContents(
            folder: path, entries: files.count, bytes: files.reduce(0) { $0 + $1.byteCount },
            limitBytes: limitBytes)
    }

    private func later(_ work: @escaping @Sendable (CacheFolder) -> Void) {
        guard limitBytes > 0 else { return }
        writer.async { if let folder = self.folder { work(folder) } }
    }

    /// The folder, opened when it is first asked for; nil where there is none to be had.
    private var folder: CacheFolder? {
        let result = state.withLock { state -> Result<CacheFolder?, CacheTrouble> in
            switch state.door {
            case .open(let folder): return .success(folder)
            case .barred: return .success(nil)
            case .shut:
                do throws(CacheTrouble) {
                    let folder = try CacheFolder(path: path)
                    state.door = .open(folder)
                    return .success(folder)
                } catch {
                    state.door = .barred
                    return .failure(error)
                }
            }
        }
        switch result {
        case .success(let folder): return folder
        case .failure(let trouble):
            tell(trouble)
            return nil
        }
    }

    private func tell(_ trouble: CacheTrouble) {
        let listener = state.withLock { state in
            guard state.trouble == nil else { return nil as (@Sendable (CacheTrouble) -> Void)? }
            state.trouble = trouble
            return state.listener
        }
        listener?(trouble)
    }

    /// A disk slower than the network would otherwise fill the memory.
    private static let pendingLimitBytes = 64 << 20
}
