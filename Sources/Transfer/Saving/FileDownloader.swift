internal import Files
package import PhotoCatalog
internal import Synchronization
package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A downloader that saves files unchanged, completely or not at all.
///
/// The downloader never overwrites another file, and resumes an interrupted download.
package struct FileDownloader: Sendable {
    private enum Source: Sendable {
        case network(CurlFetcher, DiskCache)
        /// A local collection.
        case files(any FileFetcher)
    }

    private let source: Source

    package init(network: CurlFetcher, cache: DiskCache) { source = .network(network, cache) }
    package init(files: any FileFetcher) { source = .files(files) }

    /// Writes a file from the network, the cache or a local collection to `NAME.part`, which is
    /// renamed when complete.
    package func save(
        _ request: DownloadRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(SavingFailure) -> SavedFile {
        try Self.make(request.folder)
        UnfinishedFile.sweep(request.folder)
        let part = try PartialDownload(
            path: request.folder.appending("\(request.name).part"), address: request.address)
        defer { part.unlock() }
        switch source {
        case .files(let files): try part.fill(with: try await Self.file(request, of: files))
        case .network(let network, let cache):
            if let cached = await cache.entry(for: request.address), cached.isFresh {
                try part.fill(with: cached.file)
            } else {
                try await fetch(request, from: network, into: part, progress)
            }
        }
        let (start, byteCount) = try part.complete()
        guard !CaptivePortalCheck.looksLike(start) else {
            part.discard()
            throw .fetching(.webPageInstead)
        }
        let (stem, ending) = FileName.parts(request.name)
        let correct = request.ending(start)
        let path = try part.finish(
            as: stem, ending: Self.isSame(ending, correct) ? ending : correct ?? ending,
            in: request.folder)
        return SavedFile(path: path, byteCount: byteCount)
    }

    private static func file(
        _ request: DownloadRequest, of files: any FileFetcher
    ) async throws(SavingFailure) -> OpenFile {
        let report = DownloadReport(progress: { _ in })
        do {
            return try await files.download(at: request.address, for: .file, reporting: report).file
        } catch {
            throw .fetching(error)
        }
    }

    private func fetch(
        _ request: DownloadRequest, from network: CurlFetcher, into part: PartialDownload,
        _ progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(SavingFailure) {
        do {
            _ = try await network.reply(reporting: progress) {
                var transfer = network.request(for: request.address, .file, into: part.sink)
                transfer.condition = part.condition
                return transfer
            }
        } catch .refused(status: 416, _) where part.condition != nil {
            // The server has no bytes after those of the incomplete file. So this file is complete,
            // or belongs to another file on the server.
            part.reset()
            try await fetch(request, from: network, into: part, progress)
        } catch {
            throw part.failure ?? .fetching(error)
        }
    }

    /// Creates a folder and its parents.
    private static func make(_ folder: FilePath) throws(SavingFailure) {
        var path = FilePath()
        path.root = folder.root
        for name in folder.components {
            path.append(name)
            _ = path.withPlatformString { mkdir($0, 0o777) }
        }
        guard FolderReader.isFolder(folder) else { throw .noFolder(path: folder.string) }
    }

    /// Returns true if an extension is correct; NASA also uses `JPG` and `jpeg`, which stay
    /// unchanged.
    private static func isSame(_ ending: String, _ correct: String?) -> Bool {
        let usual = { (ending: String) in
            switch ending.lowercased() {
            case "jpeg": "jpg"
            case "tiff": "tif"
            case let other: other
            }
        }
        return usual(ending) == correct.map(usual)
    }
}

/// The file to save, its folder, and its name.
package struct DownloadRequest: Sendable {
    let address: PhotoAddress
    let folder: FilePath
    /// A safe name, whose extension is corrected if necessary.
    let name: String
    /// Returns the correct extension for a file's first bytes; `nil` if the format is
    /// unknown.
    let ending: @Sendable ([UInt8]) -> String?

    package init(
        _ address: PhotoAddress, into folder: FilePath, as name: String,
        ending: @escaping @Sendable ([UInt8]) -> String?
    ) {
        self.address = address
        self.folder = folder.isEmpty ? "." : folder
        self.name = FileName.safe(name)
        self.ending = ending
    }
}

/// An incomplete file, with resume data beside it.
///
/// The file is locked while it is open, so that two programs do not write to it.
final class PartialDownload: Sendable {
    private struct State {
        /// The version of the bytes so far; `nil` if the file is to be fetched from the start.
        var version: HTTPValidator?
        var byteCount: Int
        var total: Int?
        var failure: SavingFailure?
    }

    private let path: FilePath
    private let resumeData: ResumeData
    private let file: Descriptor
    private let state: Mutex<State>

    /// Opens an incomplete file, or creates one.
    init(path: FilePath, address: PhotoAddress) throws(SavingFailure) {
        self.path = path
        resumeData = ResumeData(
            path: FilePath(bytes: path.bytes + ".tag".utf8), address: address.text)
        file = try Self.openLocked(path)
        let byteCount = Int(lseek(file.number, 0, SEEK_END))
        let version = byteCount > 0 ? resumeData.read() : nil
        state = Mutex(State(version: version, byteCount: version == nil ? 0 : byteCount))
    }

    /// The condition for requesting the missing bytes; `nil` to request the whole file.
    var condition: HTTPCondition? {
        state.withLock { state in
            state.version.map { .rest(from: state.byteCount, of: $0) }
        }
    }

    var sink: BodyHandler { BodyHandler(begin: { self.begin($0) }, receive: { self.receive($0) }) }
    /// The reason why writing failed; `nil` if writing did not fail.
    var failure: SavingFailure? { state.withLock { $0.failure } }

    /// Unlocks the file for other programs.
    ///
    /// Closing the file is not enough: a task that has just ended may hold the descriptor a little
    /// longer, and so may a child process between fork and exec.
    func unlock() { _ = flock(file.number, LOCK_UN) }

    /// Discards the progress, so that the next request starts from the first byte.
    func reset() {
        state.withLock { state in
            state.version = nil
            state.byteCount = 0
        }
    }

    /// Copies the bytes of a local or cached file.
    func fill(with file: OpenFile) throws(SavingFailure) {
        let isWritten = begin(total: file.byteCount) && file.forEachPiece { receive($0) }
        if !isWritten { throw failure ?? .diskFull }
    }

    /// Flushes all bytes to disk, and returns the first 512 bytes and the length of the file.
    func complete() throws(SavingFailure) -> (start: [UInt8], byteCount: Int) {
        let (byteCount, total) = state.withLock { ($0.byteCount, $0.total) }
        if let total, total != byteCount {
            throw .fetching(.interrupted(.cutOff(afterBytes: byteCount, of: total)))
        }
        guard byteCount > 0 else { throw .fetching(.interrupted(.empty)) }
        guard fsync(file.number) == 0 || errno == EINVAL else { throw Self.failure(path) }
        return (OpenFile(file, byteCount: byteCount).start(512), byteCount)
    }

    /// Renames the file, with a number if the name is taken, and returns the path.
    func finish(
        as stem: String, ending: String, in folder: FilePath
    ) throws(SavingFailure) -> FilePath {
        do throws(Errno) {
            let name = WishedName(Array(stem.utf8), ending: ending, in: folder)
            let destination = try FreeName.give(path, name)
            resumeData.remove()
            return destination
        } catch .fileExists {
            throw .tooManyOfName
        } catch {
            throw Self.failure(folder.appending("\(stem).\(ending)"), error.rawValue)
        }
    }

    /// Deletes the file, because it contains other data than requested.
    func discard() {
        Descriptor.unlink(path)
        resumeData.remove()
    }

    private func begin(_ head: HTTPHead) -> Bool {
        if head.status == 206 {
            return state.withLock { state in
                guard let range = head.contentRange, range.isRest,
                    range.first == state.byteCount
                else {
                    state.version = nil
                    return false
                }
                state.total = range.total
                return true
            }
        }
        guard begin(total: head.expectedBytes) else { return false }
        // The resume data is written before the bytes, whose version would otherwise be unknown.
        let version = head.validator.ifRange != nil && resumeData.write(head.validator)
        state.withLock { $0.version = version ? head.validator : nil }
        return true
    }

    private func begin(total: Int?) -> Bool {
        resumeData.remove()
        return state.withLock { state in
            state.version = nil
            state.byteCount = 0
            state.total = total
            return file.resize(to: 0)
        }
    }

    /// Writes the next bytes; returns false if that fails.
    ///
    /// The state is not locked while the bytes are written, because no other thread receives bytes.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(Errno) {
            try file.write(bytes, at: state.withLock(\.byteCount))
        } catch {
            state.withLock { $0.failure = Self.failure(path, error.rawValue) }
            return false
        }
        state.withLock { $0.byteCount += bytes.count }
        return true
    }

    private static func openLocked(_ path: FilePath) throws(SavingFailure) -> Descriptor {
        let file: Descriptor
        do throws(Errno) {
            file = try Descriptor(
                opening: path, .readWrite, options: [.create, .noFollow],
                permissions: FilePermissions(rawValue: 0o666))
        } catch {
            throw failure(path, error.rawValue)
        }
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0, let held = try? file.status(),
            // Another program may have completed the file in the meantime.
            let named = try? Stat(path, followTargetSymlink: false),
            held.inode == named.inode, held.type == .regular
        else { throw .busy(path: path.string) }
        return file
    }

    private static func failure(_ path: FilePath, _ number: Int32 = errno) -> SavingFailure {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: .diskFull
        case EROFS, EACCES, EPERM, ELOOP: .notWritable(path: path.string)
        case ENOENT, ENOTDIR: .noFolder(path: path.string)
        default: .unusable(reason: String(cString: strerror(number)))
        }
    }
}

/// The resume data of an incomplete file: the address and version of its bytes, in a second file
/// in the same folder.
///
/// Like the incomplete file, this file is never opened through a link, which another user may have
/// created.
struct ResumeData {
    /// The maximum length that is read, in bytes: the address and the two headers usually have less
    /// than a kilobyte each.
    private static let limitBytes = 16 << 10

    let path: FilePath
    let address: String

    /// Returns the version of the incomplete file; `nil` if there is no valid resume data, or the
    /// data is for another address.
    func read() -> HTTPValidator? {
        guard let file = open(.readOnly, []),
            let data = try? file.readToEnd(atMost: Self.limitBytes + 1),
            data.count <= Self.limitBytes
        else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == address else { return nil }
        let version = HTTPValidator(entityTag: String(lines[1]), lastModified: String(lines[2]))
        return version.ifRange == nil ? nil : version
    }

    func write(_ version: HTTPValidator) -> Bool {
        let lines = [address, version.entityTag ?? "", version.lastModified ?? "", ""]
        // The file is truncated only after `open` has checked that it is a regular file.
        guard let file = open(.writeOnly, .create), file.resize(to: 0) else { return false }
        let isWritten = (try? file.write(Array(lines.joined(separator: "\n").utf8))) != nil
        if !isWritten { remove() }
        return isWritten
    }

    /// Opens the file, without waiting for a pipe; returns `nil` if the file cannot be opened or is
    /// not a regular file.
    private func open(
        _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions
    ) -> Descriptor? {
        let file = try? Descriptor(
            opening: path, mode, options: options.union([.noFollow, .nonBlocking]),
            permissions: options.contains(.create) ? FilePermissions(rawValue: 0o666) : nil)
        guard let file, (try? file.status())?.type == .regular else { return nil }
        return file
    }

    /// Deletes the file, if it exists.
    func remove() { Descriptor.unlink(path) }
}
