internal import Dispatch
internal import Files
package import PhotoCatalog
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Replies and pictures on the disk: the least recently used go when the limit is passed.
///
/// Nothing here fails: what cannot be read is a miss, what cannot be written is not kept. Files are
/// checked and named on one queue, and the limit is kept on another, so that a large folder delays
/// nothing else.
package final class DiskCache: Sendable {
    package let path: String
    package let limitBytes: Int
    private let state = Mutex(State())
    private let files = DispatchQueue(label: "cache.files", attributes: .concurrent)
    private let upkeep = DispatchQueue(label: "cache.upkeep", qos: .utility)

    private struct State {
        enum Door { case shut, open(CacheFolder), barred }
        var door = Door.shut
        /// Nothing more is written once there was trouble.
        var trouble: CacheError?
        var listener: (@Sendable (CacheError) -> Void)?
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
    package var trouble: CacheError? { state.withLock { $0.trouble } }

    /// Tells once, from any thread, when nothing more can be kept, or at once if it is so already.
    package func onTrouble(_ listener: @escaping @Sendable (CacheError) -> Void) {
        let trouble = state.withLock { state in
            state.listener = listener
            return state.trouble
        }
        if let trouble { listener(trouble) }
    }

    /// What is kept of an address, whole and as it was written, fresh or not.
    func entry(for address: PhotoAddress) async -> CacheEntry? {
        guard limitBytes > 0 else { return nil }
        return await wait(on: files) { self.read(CacheEntry.name(of: address), address.text) }
    }

    /// A file for an entry of so many bytes, if that is known; `nil` if it could not be kept.
    func newFile(expecting byteCount: Int) -> NewFile? {
        guard limitBytes > 0, byteCount <= limitBytes / 2, trouble == nil, let folder else {
            return nil
        }
        do throws(CacheError) {
            return try folder.newFile()
        } catch {
            fail(error)
            return nil
        }
    }

    /// Keeps a file that has all its bytes.
    func keep(_ file: NewFile, _ record: CacheRecord, for address: PhotoAddress) async {
        await wait(on: files) { self.commit(file, record, as: CacheEntry.name(of: address)) }
    }

    /// Keeps nothing more: writing has failed with this error.
    func fail(_ error: Errno) { fail(CacheError(.system(error))) }

    /// Says that the server has the kept version now.
    func renew(_ address: PhotoAddress) {
        later { $0.renew(CacheEntry.name(of: address)) }
    }

    func discard(_ address: PhotoAddress) {
        later { $0.remove(CacheEntry.name(of: address)) }
    }

    /// Waits until all that was to be done is done.
    package func settle() async {
        await withCheckedContinuation { continuation in
            files.async(flags: .barrier) { self.upkeep.async { continuation.resume() } }
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
        guard let folder, let file = folder.open(name) else { return nil }
        let entry = CacheEntry(in: file, for: address, now: Int(time(nil)))
        // Damaged, or another program's: it would be in the way for ever.
        if entry == nil { folder.remove(name) }
        return entry
    }

    private func commit(_ file: NewFile, _ record: CacheRecord, as name: String) {
        let end = record.bytes
        guard let folder, trouble == nil, record.length <= limitBytes / 2,
            end.count <= CacheRecord.limitBytes
        else { return }
        let before = folder.file(name)?.byteCount ?? 0
        do throws(CacheError) {
            try folder.commit(file, ending: end, at: record.length, as: name)
        } catch {
            return fail(error)
        }
        upkeep.async { self.trim(folder, after: record.length + end.count - before) }
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
        let files = await wait(on: upkeep) { () -> [FolderFile] in
            let folder = self.folder
            let files = folder?.entries() ?? []
            for file in files { folder.map { visit($0, file) } }
            self.state.withLock { $0.totalBytes = nil }
            return files
        }
        return CacheContents(
            folder: path, entries: files.count, bytes: files.reduce(0) { $0 + $1.byteCount },
            limitBytes: limitBytes)
    }

    private func later(_ work: @escaping @Sendable (CacheFolder) -> Void) {
        guard limitBytes > 0 else { return }
        files.async { if let folder = self.folder { work(folder) } }
    }

    private func wait<Result: Sendable>(
        on queue: DispatchQueue, for work: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    /// The folder, opened when it is first asked for; nil where there is none to be had.
    private var folder: CacheFolder? {
        let result = state.withLock { state -> Result<CacheFolder?, CacheError> in
            switch state.door {
            case .open(let folder): return .success(folder)
            case .barred: return .success(nil)
            case .shut:
                do throws(CacheError) {
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
            fail(trouble)
            return nil
        }
    }

    private func fail(_ trouble: CacheError) {
        let listener = state.withLock { state in
            guard state.trouble == nil else { return nil as (@Sendable (CacheError) -> Void)? }
            state.trouble = trouble
            return state.listener
        }
        listener?(trouble)
    }
}

/// The folder of the cache, whose last two names are the cache's: `nasa-view` and the version.
///
/// Its calls wait for the disk.
final class CacheFolder: Sendable {
    private let folder: SecureDirectory

    init(path: String) throws(CacheError) {
        _ = Descriptor.survivesSizeLimits
        do throws(DirectoryError) {
            folder = try SecureDirectory(path: path, ownNames: 2)
        } catch {
            throw CacheError(error)
        }
    }

    /// Opens an entry for reading; `nil` if there is none that can be read.
    func open(_ name: String) -> Descriptor? { folder.open(name) }

    func newFile() throws(CacheError) -> NewFile {
        do { return try folder.newFile() } catch { throw CacheError(error) }
    }

    /// Ends an entry with what it says of itself, and names it: it is there whole or not at all.
    func commit(
        _ file: NewFile, ending end: [UInt8], at offset: Int, as name: String
    ) throws(CacheError) {
        do {
            try file.descriptor.write(end, at: offset)
        } catch {
            throw CacheError(.system(error))
        }
        do { try file.commit(as: name) } catch { throw CacheError(error) }
    }

    func remove(_ name: String) { folder.remove(name) }

    /// Says that the server has this version now.
    func renew(_ name: String) { folder.renew(name) }

    func file(_ name: String) -> FolderFile? { folder.file(name) }

    /// The entries there are; what programs left that were ended goes.
    func entries() -> [FolderFile] {
        folder.sweep()
        // 64: those of the second format, which nothing reads; they go as the least recently used.
        return folder.names().filter { [32, 64].contains($0.utf8.count) }
            .compactMap { folder.file($0) }
    }
}

extension CacheError {
    init(_ trouble: DirectoryError) {
        self =
            switch trouble {
            case .notOurs: .notOurs
            case .system(.noSpace), .system(.diskQuotaExceeded), .system(.fileTooLarge): .diskFull
            case .system(.readOnlyFileSystem), .system(.permissionDenied), .system(.notPermitted):
                .notWritable
            case .system(let error): .unusable(reason: error.description)
            }
    }
}
