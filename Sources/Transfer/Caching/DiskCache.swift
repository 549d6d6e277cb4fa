internal import Checksums
internal import Dispatch
package import Files
internal import FoundationEssentials
package import PhotoCatalog
internal import Synchronization
internal import SystemPackage

/// A cache of replies and pictures on disk; the least recently used entries are deleted when the
/// limit is exceeded.
///
/// No method fails: an unreadable entry counts as missing, and bytes that cannot be written are not
/// stored. Entries are read and written on one queue, and the limit is enforced on another, so that
/// a large folder does not delay other work.
package final class DiskCache: Sendable {
    package let path: String
    package let limitBytes: Int
    private let state = Mutex(State())
    private let files = DispatchQueue(label: "cache.files", attributes: .concurrent)
    private let upkeep = DispatchQueue(label: "cache.upkeep", qos: .utility)

    private struct State {
        enum Folder { case unopened, open(SecureDirectory), unusable }
        var folder = Folder.unopened
        /// The first failure, after which nothing more is written.
        var failure: CacheError?
        var listener: (@Sendable (CacheError) -> Void)?
        /// The size of all entries in bytes; `nil` if the folder must be listed first.
        var totalBytes: Int?
    }

    /// Creates a cache in a folder, which is created at first use; with a limit of 0, nothing is
    /// stored.
    ///
    /// The last two components of the absolute path, `nasa-view` and the version, belong to the
    /// cache.
    package init(path: String, limitBytes: Int) {
        self.path = path
        self.limitBytes = limitBytes
    }

    /// The reason why the cache has stopped storing; `nil` if nothing has failed.
    package var failure: CacheError? { state.withLock { $0.failure } }

    /// Calls `listener` once, on any thread: when storing fails, or immediately if storing has
    /// failed before.
    package func onFailure(_ listener: @escaping @Sendable (CacheError) -> Void) {
        let failure = state.withLock { state in
            state.listener = listener
            return state.failure
        }
        if let failure { listener(failure) }
    }

    /// Returns the entry of an address, fresh or stale; `nil` if the entry is missing or damaged.
    func entry(for address: PhotoAddress) async -> CacheEntry? {
        guard limitBytes > 0 else { return nil }
        return await run(on: files) { self.read(CacheEntry.name(of: address), address.text) }
    }

    /// Returns the file stored under one of the program's own keys, which are not addresses; `nil`
    /// if the cache lacks the file.
    package func file(keptAs key: String) async -> OpenFile? {
        guard limitBytes > 0 else { return nil }
        return await run(on: files) { self.read(Checksum.fileName(of: key), key)?.file }
    }

    /// Stores bytes under one of the program's own keys: a line that cannot be confused with an
    /// address.
    package func keep(_ bytes: [UInt8], as key: String) async {
        guard key.utf8.count <= CacheRecord.addressLimitBytes,
            let file = newFile(expecting: bytes.count)
        else { return }
        do throws(Errno) {
            try file.descriptor.write(bytes, at: 0)
        } catch {
            return fail(error)
        }
        let record = CacheRecord(
            address: key, lifetimeSeconds: 0,
            validator: HTTPValidator(entityTag: nil, lastModified: nil), length: bytes.count,
            checksum: Checksum.of(bytes))
        await run(on: files) { self.commit(file, record, as: Checksum.fileName(of: key)) }
    }

    /// Creates a file for an entry of `byteCount` bytes (0 if unknown); `nil` if the entry cannot
    /// be stored.
    func newFile(expecting byteCount: Int) -> NewFile? {
        guard limitBytes > 0, byteCount <= limitBytes / 2, failure == nil, let folder,
            Self.hasRoom(for: byteCount, in: folder)
        else { return nil }
        do throws(DirectoryError) {
            return try folder.newFile()
        } catch {
            fail(CacheError(error))
            return nil
        }
    }

    /// Creates a file without a name for bytes that are not cached, and opens it a second time for
    /// reading only, if possible; `nil` if the file cannot be created or the disk lacks the space.
    func unnamedFile(expecting byteCount: Int) -> (writing: Descriptor, reading: Descriptor)? {
        guard let folder, Self.hasRoom(for: byteCount, in: folder),
            let file = folder.makeUnnamed()
        else { return nil }
        #if os(Linux)
        let reading = try? Descriptor(opening: "/proc/self/fd/\(file.number)", .readOnly)
        #else
        let reading: Descriptor? = nil
        #endif
        return (file, reading ?? file)
    }

    /// The disk space in bytes that is left free for other programs.
    private static let bytesLeftFree = 256 << 20

    /// Returns true if the disk has enough space for a file; small files are not checked.
    private static func hasRoom(for byteCount: Int, in folder: SecureDirectory) -> Bool {
        byteCount < 1 << 20 || byteCount <= (folder.freeBytes ?? 0) - bytesLeftFree
    }

    /// Stores a complete file as the entry of an address.
    func store(_ file: NewFile, _ record: CacheRecord, for address: PhotoAddress) async {
        await run(on: files) { self.commit(file, record, as: CacheEntry.name(of: address)) }
    }

    /// Stops storing, because writing failed with this error.
    func fail(_ error: Errno) { fail(CacheError(.system(error))) }
    /// Marks an entry as fresh again, because the server still has the same version.
    func renew(_ address: PhotoAddress) { enqueue { $0.renew(CacheEntry.name(of: address)) } }
    func discard(_ address: PhotoAddress) { enqueue { $0.remove(CacheEntry.name(of: address)) } }

    /// Waits until all enqueued work is done.
    package func settle() async {
        await withCheckedContinuation { continuation in
            files.async(flags: .barrier) { self.upkeep.async { continuation.resume() } }
        }
    }

    package func contents() async -> CacheContents { await contents { _, _ in } }
    /// Empties the cache, and returns its former contents.
    package func clear() async -> CacheContents { await contents { $0.remove($1.name) } }

    private func read(_ name: String, _ address: String) -> CacheEntry? {
        guard let folder, let file = folder.open(name) else { return nil }
        let entry = CacheEntry(in: file, for: address, now: Int(Date().timeIntervalSince1970))
        // The file is damaged, or was written by another program: it will never become readable.
        if entry == nil { folder.remove(name) }
        return entry
    }

    /// Appends the record and then names the file, so that the entry appears completely or not at
    /// all.
    private func commit(_ file: NewFile, _ record: CacheRecord, as name: String) {
        let end = record.bytes
        guard let folder, failure == nil, record.length <= limitBytes / 2,
            end.count <= CacheRecord.limitBytes
        else { return }
        let before = folder.file(name)?.byteCount ?? 0
        do throws(Errno) {
            try file.descriptor.write(end, at: record.length)
        } catch {
            return fail(error)
        }
        do throws(DirectoryError) {
            try file.commit(as: name)
        } catch {
            return fail(CacheError(error))
        }
        upkeep.async { self.trim(folder, after: record.length + end.count - before) }
    }

    /// Deletes the least recently used entries if all entries together exceed the limit.
    private func trim(_ folder: SecureDirectory, after added: Int) {
        let known = state.withLock { state in
            state.totalBytes = state.totalBytes.map { $0 + added }
            return state.totalBytes
        }
        if let known, known <= limitBytes { return }
        let files = folder.entries().sorted { $0.lastUsed < $1.lastUsed }
        var total = files.reduce(0) { $0 + $1.byteCount }
        if total > limitBytes {
            // Deletes entries down to a tenth below the limit, so that the next entries need not
            // list the folder again.
            for file in files where total > limitBytes / 10 * 9 {
                folder.remove(file.name)
                total -= file.byteCount
            }
        }
        state.withLock { $0.totalBytes = total }
    }

    private func contents(
        _ visit: @escaping @Sendable (SecureDirectory, FolderFile) -> Void
    ) async -> CacheContents {
        let files = await run(on: upkeep) { () -> [FolderFile] in
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

    private func enqueue(_ work: @escaping @Sendable (SecureDirectory) -> Void) {
        guard limitBytes > 0 else { return }
        files.async { if let folder = self.folder { work(folder) } }
    }

    private func run<Result: Sendable>(
        on queue: DispatchQueue, _ work: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    /// The folder, opened at first use; `nil` if the folder cannot be opened.
    private var folder: SecureDirectory? {
        var failure: CacheError?
        let folder = state.withLock { state -> SecureDirectory? in
            if case .unopened = state.folder {
                do throws(DirectoryError) {
                    _ = Descriptor.survivesSizeLimits
                    state.folder = .open(try SecureDirectory(path: path, ownNames: 2))
                } catch {
                    state.folder = .unusable
                    failure = CacheError(error)
                }
            }
            if case .open(let folder) = state.folder { return folder }
            return nil
        }
        if let failure { fail(failure) }
        return folder
    }

    private func fail(_ failure: CacheError) {
        let listener = state.withLock { state -> (@Sendable (CacheError) -> Void)? in
            guard state.failure == nil else { return nil }
            state.failure = failure
            return state.listener
        }
        listener?(failure)
    }
}

extension SecureDirectory {
    /// Returns the cache entries; also deletes unfinished files of killed programs.
    fileprivate func entries() -> [FolderFile] {
        sweep()
        return names().filter { CacheEntry.nameBytes.contains($0.utf8.count) }
            .compactMap { file($0) }
    }
}

extension CacheError {
    init(_ error: DirectoryError) {
        self =
            switch error {
            case .notOurs: .notOurs
            case .isLink: .isLink
            case .system(.noSpace), .system(.diskQuotaExceeded), .system(.fileTooLarge): .diskFull
            case .system(.readOnlyFileSystem), .system(.permissionDenied), .system(.notPermitted):
                .notWritable
            case .system(let error): .unusable(reason: error.description)
            }
    }
}
