package import Files
package import PhotoCatalog
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What came from an address: an open file, in the cache or in memory.
package struct Download: Sendable {
    package let file: OpenFile
    package let freshness: Freshness

    package init(_ file: OpenFile, freshness: Freshness = .current) {
        self.file = file
        self.freshness = freshness
    }
}

/// What is reported of a download while it is under way, from any thread.
package struct DownloadReport: Sendable {
    /// Called some twenty times a second.
    let progress: @Sendable (FetchProgress) -> Void
    /// Gets the file when its first bytes are there, if its length is known by then; gets another one if
    /// the transfer is tried again.
    let arriving: @Sendable (ArrivingFile) -> Void

    package init(
        progress: @escaping @Sendable (FetchProgress) -> Void,
        arriving: @escaping @Sendable (ArrivingFile) -> Void = { _ in }
    ) {
        self.progress = progress
        self.arriving = arriving
    }
}

/// The port to files: over the network, out of the cache, or out of a folder.
package protocol FileFetcher: Fetcher {
    /// The file at `address`.
    ///
    /// Cancelling the task ends the transfer at once, with `FetchFailure.cancelled`.
    func download(
        at address: PhotoAddress, for purpose: ResourceKind, reporting report: DownloadReport
    ) async throws(FetchFailure) -> Download
}

extension FileFetcher {
    package func fetched(
        at address: PhotoAddress, for purpose: ResourceKind,
        progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> FetchResult {
        let download = try await download(
            at: address, for: purpose, reporting: DownloadReport(progress: progress))
        guard let bytes = download.file.readAll() else {
            throw .interrupted(reason: "the file cannot be read")
        }
        return FetchResult(bytes, freshness: download.freshness)
    }
}

/// A download's file while its bytes come: an entry of the cache in the making, or memory if they are
/// not to be kept.
final class IncomingFile: Sendable {
    private enum Place {
        /// Nothing has come yet.
        case nowhere
        case entry(NewFile, reading: Descriptor)
        case memory(MemoryFile)
    }

    private struct State {
        var place = Place.nowhere
        var byteCount = 0
        var checksum = Checksum()
        let arrival = StreamingData()
    }

    private let address: PhotoAddress
    private let purpose: ResourceKind
    private let cache: DiskCache?
    private let report: DownloadReport
    private let state = Mutex(State())

    /// - Parameters:
    ///   - address: where it comes from.
    ///   - purpose: what it is for.
    ///   - cache: where it is kept; `nil` for nowhere.
    ///   - report: gets the file when its first bytes are there.
    init(
        from address: PhotoAddress, for purpose: ResourceKind, keptIn cache: DiskCache?,
        reporting report: DownloadReport
    ) {
        self.address = address
        self.purpose = purpose
        self.cache = cache
        self.report = report
    }

    deinit { state.withLock { $0.arrival.end() } }

    /// Takes the bytes of the next try, from the beginning.
    func newSink() -> BodyHandler {
        reset()
        return BodyHandler(begin: { self.begin($0) }, take: { self.take($0) })
    }

    /// The file, when all of it has come.
    ///
    /// - Throws: `.webPageInstead` for what is none.
    func finish(_ head: HTTPHead) async throws(FetchFailure) -> OpenFile {
        let (entry, file, checksum) = finished()
        guard !CaptivePortalCheck.looksLike(file.start(CaptivePortalCheck.sniffedBytes)) else {
            throw .webPageInstead
        }
        guard head.cacheControl.mayBeKept, let record = record(of: file, head, checksum) else {
            cache?.discard(address)
            return file
        }
        if let entry { await cache?.keep(entry, record, for: address) }
        return file
    }

    private func reset() {
        state.withLock { state in
            state.arrival.end()
            state = State()
        }
    }

    private func begin(_ head: HTTPHead) -> Bool {
        let expected = head.expectedBytes.flatMap { $0 <= purpose.limitBytes ? $0 : nil }
        let place = place(for: head, expected)
        let arrival = state.withLock { state in
            state.place = place
            return state.arrival
        }
        if let file = expected.flatMap({ Self.resized(place, to: $0) }) {
            report.arriving(ArrivingFile(file, arrival))
        }
        return true
    }

    private func place(for head: HTTPHead, _ expected: Int?) -> Place {
        guard head.cacheControl.mayBeKept, let entry = cache?.newFile(expecting: expected ?? 0),
            let reading = entry.openForReading()
        else { return .memory(MemoryFile()) }
        return .entry(entry, reading: reading)
    }

    /// The file in its full length; `nil` if the system does not let it be so long.
    private static func resized(_ place: Place, to byteCount: Int) -> OpenFile? {
        switch place {
        case .nowhere: return nil
        case .memory(let memory): return memory.resized(to: byteCount)
        case .entry(let entry, let reading):
            guard entry.descriptor.resize(to: byteCount) else { return nil }
            return OpenFile(reading, byteCount: byteCount)
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard write(bytes, &state) else { return false }
            state.checksum.append(bytes)
            state.byteCount += bytes.count
            state.arrival.announce(count: state.byteCount)
            return true
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> Bool {
        if case .entry(let entry, let reading) = state.place {
            do throws(Errno) {
                try entry.descriptor.write(bytes, at: state.byteCount)
                return true
            } catch {
                cache?.fail(error)
            }
            guard moveToMemory(from: reading, &state) else { return false }
        }
        guard case .memory(var memory) = state.place else { return false }
        // So that its bytes have one holder, and are not copied.
        state.place = .nowhere
        memory.append(bytes)
        state.place = .memory(memory)
        return true
    }

    /// Goes on in memory if the disk takes no more: the photo is shown all the same.
    private func moveToMemory(from reading: Descriptor, _ state: inout State) -> Bool {
        var memory = MemoryFile()
        let isMoved = OpenFile(reading, byteCount: state.byteCount).forEachPiece { piece in
            memory.append(piece)
            return true
        }
        // Those who read ahead have the other file, of which no more comes.
        state.arrival.end()
        state.place = .memory(memory)
        return isMoved
    }

    private func finished() -> (entry: NewFile?, file: OpenFile, checksum: UInt64) {
        state.withLock { state in
            defer { state.arrival.end() }
            switch state.place {
            case .nowhere: return (nil, MemoryFile().finished(), state.checksum.value)
            case .memory(let memory): return (nil, memory.finished(), state.checksum.value)
            case .entry(let entry, let reading):
                let file = OpenFile(reading, byteCount: state.byteCount)
                return (entry, file, state.checksum.value)
            }
        }
    }

    /// What the cache says of it; `nil` if it is not to be kept.
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
