internal import Checksums
package import Files
package import PhotoCatalog
internal import Synchronization
internal import SystemPackage

/// The result of a fetch: an open file and its freshness.
package struct Download: Sendable {
    package let file: OpenFile
    package let freshness: Freshness

    package init(_ file: OpenFile, freshness: Freshness = .current) {
        self.file = file
        self.freshness = freshness
    }
}

/// Callbacks for the progress of a download, called from any thread.
package struct DownloadReport: Sendable {
    /// Receives the progress, about twenty times a second.
    let progress: @Sendable (FetchProgress) -> Void
    /// Receives the file when its first bytes arrive, if its length is known by then; receives
    /// another file if the transfer is retried.
    let arriving: @Sendable (ArrivingFile) -> Void

    package init(
        progress: @escaping @Sendable (FetchProgress) -> Void,
        arriving: @escaping @Sendable (ArrivingFile) -> Void = { _ in }
    ) {
        self.progress = progress
        self.arriving = arriving
    }
}

/// A fetcher of files from the network, the cache, or a folder.
package protocol FileFetcher: Fetcher {
    /// Returns the file at `address`.
    ///
    /// Cancelling the task ends the transfer at once, with `FetchFailure.cancelled`.
    func download(
        at address: PhotoAddress, for purpose: ResourceKind, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download

    /// Returns the file at `address`; only the bytes that are read are fetched.
    ///
    /// Returns `nil` if the file is missing, small or cached, if `isWanted` returns false for the
    /// first bytes, or if the server refuses the request, sends no ranges or does not identify the
    /// version.
    func rangedFile(
        at address: PhotoAddress, where isWanted: @Sendable ([UInt8]) -> Bool
    ) async throws(RangedFailure) -> RangedFile?
}

/// The reason why a file can be neither read by ranges nor downloaded.
package enum RangedFailure: Error, Hashable, Sendable {
    case fetching(FetchFailure)
    case file(RangedFile.Fault)
}

extension FileFetcher {
    /// Returns `nil`, for a fetcher that does not support ranges.
    package func rangedFile(
        at address: PhotoAddress, where isWanted: @Sendable ([UInt8]) -> Bool
    ) async throws(RangedFailure) -> RangedFile? { nil }
}

extension FileFetcher {
    package func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult {
        let download = try await download(
            at: address, for: purpose, reporting: DownloadReport(progress: progress))
        guard let bytes = download.file.readAll() else {
            throw .interrupted(.unreadable)
        }
        return FetchResult(bytes, freshness: download.freshness)
    }
}

/// The file of a running download: a new cache entry or, for bytes that are not cached, memory or
/// an unnamed file on disk.
final class IncomingFile: Sendable {
    private enum Storage {
        /// No storage, because no byte has arrived.
        case none
        case entry(NewFile, reading: Descriptor)
        /// An unnamed file on disk.
        case disk(Descriptor, reading: Descriptor)
        case memory(MemoryFile)
    }

    private struct State {
        var storage = Storage.none
        var byteCount = 0
        var checksum = Checksum()
        /// The reason why no more bytes are accepted.
        var failure: FetchFailure?
        let arrival = StreamingData()
    }

    private let address: PhotoAddress
    private let purpose: ResourceKind
    private let cache: DiskCache?
    private let limits: TransferLimits
    private let report: DownloadReport
    private let state = Mutex(State())

    /// Creates a file, which is cached if the server allows caching and `cache` is not `nil`.
    init(
        from address: PhotoAddress, for purpose: ResourceKind, cachedIn cache: DiskCache?,
        within limits: TransferLimits, reporting report: DownloadReport
    ) {
        self.address = address
        self.purpose = purpose
        self.cache = cache
        self.limits = limits
        self.report = report
    }

    deinit { state.withLock(\.arrival).end() }

    /// Returns a handler for the next attempt, which starts from the first byte.
    func newSink() -> BodyHandler {
        reset()
        return BodyHandler(
            begin: { self.begin($0) }, receive: { self.receive($0) },
            failure: { self.state.withLock(\.failure) })
    }

    /// Returns the complete file; throws `.webPageInstead` if it is the page of a captive portal.
    func finish(_ head: HTTPHead) async throws(FetchFailure) -> OpenFile {
        let (entry, file, checksum) = finished()
        guard !CaptivePortalCheck.looksLike(file.start(CaptivePortalCheck.sniffedBytes)) else {
            throw .webPageInstead
        }
        guard head.cacheControl.mayBeStored, let record = record(of: file, head, checksum) else {
            cache?.discard(address)
            return file
        }
        if let entry { await cache?.store(entry, record, for: address) }
        return file
    }

    private func reset() {
        let arrival = state.withLock { state in
            defer { state = State() }
            return state.arrival
        }
        arrival.end()
    }

    private func begin(_ head: HTTPHead) -> Bool {
        let expected = head.expectedBytes.flatMap { $0 <= purpose.limitBytes ? $0 : nil }
        guard let storage = storage(for: head, expected) else {
            state.withLock { $0.failure = .noRoom(byteCount: expected ?? 0) }
            return false
        }
        let arrival = state.withLock { state in
            state.storage = storage
            return state.arrival
        }
        if let file = expected.flatMap({ Self.resized(storage, to: $0) }) {
            report.arriving(ArrivingFile(file, arrival))
        }
        return true
    }

    /// Returns the storage for a reply; `nil` if neither the disk nor memory has room for the file.
    private func storage(for head: HTTPHead, _ expected: Int?) -> Storage? {
        let byteCount = expected ?? 0
        if head.cacheControl.mayBeStored, let entry = cache?.newFile(expecting: byteCount),
            let reading = entry.openForReading()
        {
            return .entry(entry, reading: reading)
        }
        if byteCount > limits.heldBytes, let disk = diskFile(byteCount) { return disk }
        return byteCount <= limits.mostHeldBytes ? .memory(MemoryFile()) : nil
    }

    private func diskFile(_ byteCount: Int) -> Storage? {
        cache?.unnamedFile(expecting: byteCount).map { .disk($0.writing, reading: $0.reading) }
    }

    /// Returns the file after resizing it to its full length; `nil` if the system does not allow
    /// that length.
    private static func resized(_ storage: Storage, to byteCount: Int) -> OpenFile? {
        switch storage {
        case .none: return nil
        case .memory(let memory): return memory.resized(to: byteCount)
        case .entry(let entry, let reading):
            guard entry.descriptor.resize(to: byteCount) else { return nil }
            return OpenFile(reading, byteCount: byteCount)
        case .disk(let file, let reading):
            guard file.resize(to: byteCount) else { return nil }
            return OpenFile(reading, byteCount: byteCount)
        }
    }

    /// Writes the next bytes; returns false if that fails.
    ///
    /// The lock is not held while the bytes are written: no other thread receives bytes, and the
    /// callbacks of this function may query the file.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var current = state.withLock { state in
            defer { state.storage = .none }
            return state
        }
        let isWritten = write(bytes, &current)
        if isWritten {
            current.checksum.append(bytes)
            current.byteCount += bytes.count
        }
        state.withLock { [current] in $0 = current }
        if isWritten { current.arrival.announce(count: current.byteCount) }
        return isWritten
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> Bool {
        switch state.storage {
        case .none: return false
        case .entry(let entry, let reading):
            do throws(Errno) {
                try entry.descriptor.write(bytes, at: state.byteCount)
                return true
            } catch {
                cache?.fail(error)
            }
            return moveToMemory(from: reading, &state) && hold(bytes, &state)
        case .disk(let file, let reading):
            guard (try? file.write(bytes, at: state.byteCount)) == nil else { return true }
            return moveToMemory(from: reading, &state) && hold(bytes, &state)
        case .memory: return hold(bytes, &state)
        }
    }

    /// Appends bytes to the bytes in memory, or moves all bytes to the disk if there are more than
    /// `heldBytes`; returns false if neither has room.
    private func hold(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> Bool {
        let sum = state.byteCount + bytes.count
        if sum > limits.heldBytes, case .memory(let memory) = state.storage,
            let disk = diskFile(sum), case .disk(let file, _) = disk,
            memory.copy(to: file), (try? file.write(bytes, at: state.byteCount)) != nil
        {
            // Readers of the old file get no more bytes.
            state.arrival.end()
            state.storage = disk
            return true
        }
        guard sum <= limits.mostHeldBytes, case .memory(var memory) = state.storage else {
            state.failure = .noRoom(byteCount: sum)
            return false
        }
        // Keeps only one reference, so that appending does not copy the bytes.
        state.storage = .none
        memory.append(bytes)
        state.storage = .memory(memory)
        return true
    }

    /// Moves the bytes to memory after a failed write to the disk, so that the photo can still be
    /// shown.
    private func moveToMemory(from reading: Descriptor, _ state: inout State) -> Bool {
        guard state.byteCount <= limits.mostHeldBytes else {
            state.failure = .noRoom(byteCount: state.byteCount)
            return false
        }
        var memory = MemoryFile()
        let isMoved = OpenFile(reading, byteCount: state.byteCount).forEachPiece { piece in
            memory.append(piece)
            return true
        }
        // Readers of the old file get no more bytes.
        state.arrival.end()
        state.storage = .memory(memory)
        return isMoved
    }

    private func finished() -> (entry: NewFile?, file: OpenFile, checksum: UInt64) {
        let state = state.withLock { $0 }
        defer { state.arrival.end() }
        switch state.storage {
        case .none: return (nil, MemoryFile().finished(), state.checksum.value)
        case .memory(let memory): return (nil, memory.finished(), state.checksum.value)
        case .entry(let entry, let reading):
            let file = OpenFile(reading, byteCount: state.byteCount)
            return (entry, file, state.checksum.value)
        case .disk(_, let reading):
            let file = OpenFile(reading, byteCount: state.byteCount)
            return (nil, file, state.checksum.value)
        }
    }

    /// Returns the record of the cache entry; `nil` if the file is empty or its address is too
    /// long.
    private func record(of file: OpenFile, _ head: HTTPHead, _ checksum: UInt64) -> CacheRecord? {
        guard file.byteCount > 0, address.text.utf8.count <= CacheRecord.addressLimitBytes else {
            return nil
        }
        return CacheRecord(
            address: address.text,
            lifetimeSeconds: FreshnessPolicy.lifetimeSeconds(of: head, for: purpose),
            validator: head.validator, length: file.byteCount, checksum: checksum)
    }
}
