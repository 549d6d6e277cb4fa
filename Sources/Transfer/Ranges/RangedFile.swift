package import Files
internal import PhotoCatalog
internal import Synchronization
internal import SystemPackage

/// A file on a server; only the bytes that are read are fetched.
///
/// Invariant: all fetched bytes belong to one version; on the disk, bytes that were not fetched are
/// zeros.
package final class RangedFile: Sendable {
    /// The reason why no more bytes of the file are fetched.
    package enum Fault: Error, Hashable, Sendable {
        /// The file on the server has changed.
        case changed
        /// The server sent other bytes than requested.
        case otherBytes
        /// The disk is full, or more bytes were fetched than a photo may have.
        case noRoom(byteCount: Int)
    }

    private struct Waiter {
        /// The chunks that have not arrived.
        var chunks: Set<Int>
        let done: @Sendable (Bool) -> Void
    }

    private struct State {
        /// The chunks that have been fetched.
        var present: Set<Int> = [0]
        /// The chunks that are being fetched.
        var coming: Set<Int> = []
        var waiters: [Waiter] = []
        var fault: Fault?
        /// The newest temporary failure.
        var failure: FetchFailure?
    }

    /// The size of a chunk in bytes.
    ///
    /// A JPEG tile of 512 by 512 pixels has about 50 kB: larger chunks would contain unneeded
    /// bytes, and smaller ones would take more requests.
    static let chunkBytes = 64 << 10
    /// The maximum number of chunks in one request: 1 MiB, a second at 8 Mbit/s.
    private static let runChunks = 16
    /// The maximum number of chunks fetched of a file: the maximum size of a photo, in chunks.
    private static let mostChunks = ResourceKind.photo.limitBytes / chunkBytes

    /// The file at its full length.
    package let file: OpenFile
    private let writing: Descriptor
    private let address: PhotoAddress
    private let version: FileIdentity
    private let network: CurlFetcher
    private let cache: DiskCache
    private let state = Mutex(State())

    /// Creates a file with its first bytes; `nil` if the file cannot be created or written.
    init?(
        _ first: [UInt8], of version: FileIdentity, at address: PhotoAddress,
        from network: CurlFetcher, keptIn cache: DiskCache
    ) {
        guard let unnamed = cache.unnamedFile(expecting: 0),
            unnamed.writing.resize(to: version.byteCount),
            (try? unnamed.writing.write(first, at: 0)) != nil
        else { return nil }
        file = OpenFile(unnamed.reading, byteCount: version.byteCount)
        writing = unnamed.writing
        self.address = address
        self.version = version
        self.network = network
        self.cache = cache
    }

    /// The reason why no more bytes of the file are fetched; `nil` if nothing is wrong.
    package var fault: Fault? { state.withLock(\.fault) }

    /// The fault, or the newest reason why bytes did not arrive; `nil` if nothing is wrong.
    package var failure: RangedFailure? {
        state.withLock { state in
            state.fault.map { .file($0) } ?? state.failure.map { .fetching($0) }
        }
    }

    /// Fetches the missing bytes of a range, then calls `done` on any thread; the argument is false
    /// if some of the bytes did not arrive.
    package func fetch(_ range: Range<Int>, _ done: @escaping @Sendable (Bool) -> Void) {
        let wanted = chunks(of: range)
        let answer = state.withLock { state -> (isKnown: Bool?, missing: [Int]) in
            guard state.fault == nil else { return (false, []) }
            let missing = Set(wanted).subtracting(state.present)
            guard !missing.isEmpty else { return (true, []) }
            state.waiters.append(Waiter(chunks: missing, done: done))
            let new = missing.subtracting(state.coming)
            state.coming.formUnion(new)
            return (nil, new.sorted())
        }
        if let isKnown = answer.isKnown { return done(isKnown) }
        for run in Self.runs(of: answer.missing) {
            Task { await load(run) }
        }
    }

    private func chunks(of range: Range<Int>) -> Range<Int> {
        let range = range.clamped(to: 0..<version.byteCount)
        guard !range.isEmpty else { return 0..<0 }
        return range.lowerBound / Self.chunkBytes..<(range.upperBound - 1) / Self.chunkBytes + 1
    }

    private func bytes(of chunks: Range<Int>) -> Range<Int> {
        let end = min(chunks.upperBound * Self.chunkBytes, version.byteCount)
        return chunks.lowerBound * Self.chunkBytes..<end
    }

    /// Returns the chunks as runs without gaps, each of at most `runChunks` chunks.
    static func runs(of chunks: [Int]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for chunk in chunks {
            if let last = runs.last, last.upperBound == chunk, last.count < runChunks {
                runs[runs.count - 1] = last.lowerBound..<chunk + 1
            } else {
                runs.append(chunk..<chunk + 1)
            }
        }
        return runs
    }

    /// Reads chunks from the cache, and fetches the missing ones from the server.
    private func load(_ run: Range<Int>) async {
        var missing: [Int] = []
        for chunk in run {
            let range = bytes(of: chunk..<chunk + 1)
            let kept = await cache.file(keptAs: version.key(of: range, at: address))?.readAll()
            if let kept, kept.count == range.count {
                receive(kept, as: chunk..<chunk + 1)
            } else {
                missing.append(chunk)
            }
        }
        for part in Self.runs(of: missing) { await request(part) }
    }

    private func request(_ run: Range<Int>) async {
        let range = bytes(of: run)
        do throws(RangeFault) {
            let reply = try await network.bytes(range, of: version, at: address)
            receive(reply.bytes, as: run)
            for chunk in run {
                let own = bytes(of: chunk..<chunk + 1)
                let start = own.lowerBound - range.lowerBound
                await cache.keep(
                    Array(reply.bytes[start..<start + own.count]),
                    as: version.key(of: own, at: address))
            }
        } catch {
            if case .fetching(let failure) = error { state.withLock { $0.failure = failure } }
            end(run, isPresent: false, error.fault)
        }
    }

    private func receive(_ bytes: [UInt8], as run: Range<Int>) {
        do throws(Errno) {
            try writing.write(bytes, at: run.lowerBound * Self.chunkBytes)
            end(run, isPresent: true, nil)
        } catch {
            end(run, isPresent: false, .noRoom(byteCount: bytes.count))
        }
    }

    /// Records that chunks have arrived or failed, and wakes the callers that wait for them.
    private func end(_ run: Range<Int>, isPresent: Bool, _ fault: Fault?) {
        let woken = state.withLock { state -> [(isPresent: Bool, waiter: Waiter)] in
            state.fault = state.fault ?? fault
            state.coming.subtract(run)
            if isPresent { state.present.formUnion(run) }
            if state.present.count > Self.mostChunks {
                state.fault = state.fault ?? .noRoom(byteCount: version.byteCount)
            }
            return Self.woken(by: run, isPresent: isPresent, &state)
        }
        for (isPresent, waiter) in woken { waiter.done(isPresent) }
    }

    private static func woken(
        by run: Range<Int>, isPresent: Bool, _ state: inout State
    ) -> [(isPresent: Bool, waiter: Waiter)] {
        var woken: [(isPresent: Bool, waiter: Waiter)] = []
        var waiting: [Waiter] = []
        for var waiter in state.waiters {
            let isConcerned = run.contains { waiter.chunks.contains($0) }
            if isPresent { waiter.chunks.subtract(run) }
            if state.fault != nil || isConcerned && !isPresent {
                woken.append((false, waiter))
            } else if waiter.chunks.isEmpty {
                woken.append((true, waiter))
            } else {
                waiting.append(waiter)
            }
        }
        state.waiters = waiting
        return woken
    }
}

extension RangeFault {
    /// The fault that ends the reading of a file; `nil` for a temporary failure.
    fileprivate var fault: RangedFile.Fault? {
        switch self {
        case .changed: .changed
        case .wholeFile, .otherBytes: .otherBytes
        // The file has become shorter, or was deleted.
        case .fetching(.refused(status: 412, _)), .fetching(.refused(status: 416, _)),
            .fetching(.notFound):
            .changed
        case .fetching: nil
        }
    }
}

extension CurlFetcher {
    /// Fetches a range of one version of a file, or of any version if `version` is `nil`.
    func bytes(
        _ range: Range<Int>, of version: FileIdentity?, at address: PhotoAddress
    ) async throws(RangeFault) -> (bytes: [UInt8], version: FileIdentity) {
        let reply = RangeReply(range, of: version)
        do throws(FetchFailure) {
            _ = try await self.reply(reporting: { _ in }) {
                var request = request(for: address, .photo, into: reply.newSink())
                request.condition = .range(range, of: version?.validator)
                return request
            }
        } catch {
            throw reply.fault ?? .fetching(error)
        }
        return try reply.finish()
    }
}
