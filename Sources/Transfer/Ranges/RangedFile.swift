package import Files
internal import PhotoCatalog
internal import Synchronization
internal import SystemPackage

/// A file on a server of which only those bytes are fetched that are read.
///
/// Invariant: its bytes on the disk are all of one version; those that were not fetched are zeros.
package final class RangedFile: Sendable {
    /// The reason why no more of it is fetched.
    package enum Fault: Error, Hashable, Sendable {
        /// The file on the server is another one now.
        case changed
        /// The server sent other bytes than were asked for.
        case otherBytes
        /// The disk has no room, or more of the file than a photo may have was fetched.
        case noRoom(byteCount: Int)
    }

    private struct Waiter {
        /// Those that it waits for.
        var chunks: Set<Int>
        let done: @Sendable (Bool) -> Void
    }

    private struct State {
        /// Fetched, and being fetched.
        var present: Set<Int> = [0]
        var coming: Set<Int> = []
        var waiters: [Waiter] = []
        var fault: Fault?
        /// The newest failure that may pass.
        var failure: FetchFailure?
    }

    /// A tile of 512 squared has some 50 kB as JPEG: larger parts would be fetched in vain, smaller ones
    /// take more requests.
    static let chunkBytes = 64 << 10
    /// The longest part that is asked for at once: a second at 8 Mbit/s.
    private static let runChunks = 16
    /// The most bytes that are fetched of a file, which is what may be downloaded of a photo.
    private static let mostChunks = ResourceKind.photo.limitBytes / chunkBytes

    /// The file at its full length.
    package let file: OpenFile
    private let writing: Descriptor
    private let address: PhotoAddress
    private let version: FileIdentity
    private let network: CurlFetcher
    private let cache: DiskCache
    private let state = Mutex(State())

    /// `nil` if the disk has no place for it.
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

    /// The reason why no more of it is fetched; `nil` if nothing is wrong.
    package var fault: Fault? { state.withLock(\.fault) }

    /// The fault, or the newest reason why some of it did not arrive; `nil` if nothing is wrong.
    package var failure: RangedFailure? {
        state.withLock { state in
            state.fault.map { .file($0) } ?? state.failure.map { .fetching($0) }
        }
    }

    /// Fetches those bytes of a range that were not; calls `done` on any thread, with false if they did
    /// not arrive.
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

    /// The chunks in runs without gaps.
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

    /// Takes chunks from the cache, and the others from the server.
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

    /// Wakes those who wait for chunks that have come, or will not come.
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
    /// The fault that ends the reading of a file; `nil` for a failure that may pass.
    fileprivate var fault: RangedFile.Fault? {
        switch self {
        case .changed: .changed
        case .wholeFile, .otherBytes: .otherBytes
        // The file has become shorter, or is gone.
        case .fetching(.refused(status: 412, _)), .fetching(.refused(status: 416, _)),
            .fetching(.notFound):
            .changed
        case .fetching: nil
        }
    }
}

extension CurlFetcher {
    /// Some bytes of a file; of the first ones of any version if `version` is `nil`.
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
