internal import Files
internal import Imaging

/// A decompressor of the filtered rows of a PNG on a separate thread.
///
/// libpng would inflate and expand rows alternately on one core. `@unchecked Sendable`: the
/// thread's results are read after it has ended.
final class PNGInflation: @unchecked Sendable {
    /// The maximum size, in bytes, of a block of several rows.
    private static let blockBytes = 1 << 17

    private let bytes: PhotoBytes
    private let byteCount: Int
    private let rowsBytes: Int
    private let queue: BoundedBuffer
    private var thread: SystemThread?
    private var idat: IDATReader
    private var fault: Damage?

    /// Starts to inflate rows of `rowBytes` bytes, including the filter byte.
    ///
    /// The result is `nil` if the system provides no thread.
    init?(_ bytes: PhotoBytes, _ idat: IDATReader, rowBytes: Int, rows: Int) {
        (self.bytes, self.idat) = (bytes, idat)
        byteCount = rowBytes * rows
        rowsBytes = max(1, Self.blockBytes / rowBytes) * rowBytes
        queue = BoundedBuffer(blockBytes: rowsBytes + PNGFilter.slackBytes)
        thread = WorkThread.run { [self] in inflateAll() }
        if thread == nil { return nil }
    }

    /// Returns the next rows, valid until the next call; empty at the end.
    ///
    /// Only the last row can be incomplete. `PNGFilter.slackBytes` after the rows can be read.
    func next() -> UnsafeRawBufferPointer { queue.next() }

    /// Waits for the thread to end, and returns the damage found by the thread; `nil` for no
    /// damage.
    func end() -> Damage? {
        queue.leave()
        thread?.join()
        thread = nil
        return fault
    }

    private func inflateAll() {
        do throws(Damage) {
            let stream = try Self.stream(over: try idat.next())
            var passed = PageReclaimer(of: bytes)
            var done = 0
            while done < byteCount, fault == nil {
                let isRead = queue.fill { memory in
                    let wanted = min(rowsBytes, byteCount - done)
                    let count = inflate(
                        stream, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<wanted]))
                    done += count
                    return count
                }
                guard isRead else { return }
                passed.pass(idat.offset - stream.unusedBytes)
            }
            if fault == nil { try finish(stream) }
        } catch {
            fault = error
        }
        _ = queue.fill { _ in 0 }
    }

    private static func stream(
        over start: UnsafeRawBufferPointer
    ) throws(Damage) -> any InflateStream {
        if let stream = IgzipStream(start) { return stream }
        let stream = try ZlibStream()
        stream.give(start)
        return stream
    }

    /// Fills memory with rows until the data end or are damaged; returns the number of bytes.
    private func inflate(
        _ stream: any InflateStream, into target: UnsafeMutableRawBufferPointer
    ) -> Int {
        var done = 0
        do throws(Damage) {
            while done < target.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: target[done...])
                let count = try stream.inflate(into: rest)
                done += count
                guard count == 0 else { continue }
                guard !stream.hasEnded else { throw .tooLittleData }
                stream.give(try idat.next())
            }
        } catch {
            fault = error
        }
        return done
    }

    /// Reads the data after the last row, as libpng does.
    ///
    /// Surplus data are ignored, but a wrong checksum of the last chunk is damage.
    private func finish(_ stream: any InflateStream) throws(Damage) {
        let enough = idat.readBytes - stream.unusedBytes + DecodingLimits.pngSurplusBytes
        var isWrong = false
        while !stream.hasEnded, !isWrong {
            guard idat.readBytes - stream.unusedBytes <= enough else { return }
            let count = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { surplus in
                try? stream.inflate(into: surplus)
            }
            isWrong = count == nil
            if count == 0, !stream.hasEnded { stream.give(try idat.next()) }
        }
        try idat.finish()
    }
}
