package import Imaging
internal import Synchronization

/// A photo that is being downloaded, walked in step with its bytes: where it is large and its bits can
/// be followed, it can be panned as soon as the last of them is there.
///
/// The bytes are held a second time, until whoever downloads lets go of his.
package final class ArrivingPhoto: Sendable {
    private struct Walked {
        let pages: MappedFile
        let arrival: ByteArrival
        let photo: any PhotoSource
    }

    private enum State {
        /// Its header is not complete; how long it is when that is to be looked at again.
        case beginning([UInt8], nextLook: Int)
        case walked(Walked, count: Int)
        /// It is small, or of another kind, or came in another order.
        case plain
    }

    /// A header with an ICC profile and a thumbnail has less than this; the first look.
    private static let firstLook = 16 << 10
    /// No header is longer.
    private static let lastLook = 8 << 20

    private let means: DecodingMeans
    private let state = Mutex(State.beginning([], nextLook: firstLook))

    package init(within means: DecodingMeans) { self.means = means }

    deinit { state.withLock { Self.end($0) } }

    /// Takes the next bytes, which stand at `offset` of a file of `total` bytes, if that is known.
    ///
    /// Bytes from the beginning begin anew: the transfer was tried again.
    package func take(_ bytes: [UInt8], at offset: Int, of total: Int?) {
        state.withLock { state in
            if offset == 0 {
                Self.end(state)
                state = .beginning([], nextLook: Self.firstLook)
            }
            state = next(state, bytes, at: offset, of: total)
        }
    }

    /// How much of it was walked.
    package var fractionWalked: Double {
        state.withLock { state in
            guard case .walked(let walked, _) = state else { return 0 }
            return walked.photo.figures?.fractionRead ?? 0
        }
    }

    /// The photo, now that all of its bytes are there.
    package func whole(_ bytes: PhotoBytes) throws(DecodingFailure) -> any PhotoSource {
        let walked = state.withLock { state -> Walked? in
            guard case .walked(let walked, let count) = state, count == bytes.count else {
                return nil
            }
            state = .plain
            return walked
        }
        guard let walked else { return try PhotoOpener.open(bytes, within: means) }
        walked.arrival.end()
        // A fault may be one only for somebody who reads ahead of the bytes.
        guard walked.photo.damage == nil else {
            return try PhotoOpener.open(bytes, within: means)
        }
        return walked.photo
    }

    private func next(
        _ state: State, _ bytes: [UInt8], at offset: Int, of total: Int?
    ) -> State {
        switch state {
        case .plain: return .plain
        case .walked(let walked, let count):
            guard offset == count, offset + bytes.count <= walked.pages.bytes.count else {
                walked.arrival.end()
                return .plain
            }
            bytes.withUnsafeBytes { walked.pages.write($0, at: offset) }
            walked.arrival.announce(count: offset + bytes.count)
            return .walked(walked, count: offset + bytes.count)
        case .beginning(var start, let nextLook):
            guard offset == start.count, let total, offset + bytes.count <= total else {
                return .plain
            }
            start += bytes
            guard start.count >= min(nextLook, total) else {
                return .beginning(start, nextLook: nextLook)
            }
            return begin(start, of: total, nextLook: nextLook)
        }
    }

    private func begin(_ start: [UInt8], of total: Int, nextLook: Int) -> State {
        guard FileSignature.kind(of: PhotoBytes(start)) == .jpeg, nextLook < Self.lastLook else {
            return .plain
        }
        let header = try? start.withUnsafeBytes { source throws(DecodingFailure) in
            try JPEGHeader(source)
        }
        guard let header else { return .beginning(start, nextLook: start.count * 2) }
        guard header.isSingleScan, means.areTooSmall(for: header.frame.size),
            let pages = MappedFile.memory(byteCount: total)
        else { return .plain }
        start.withUnsafeBytes { pages.write($0, at: 0) }
        let arrival = ByteArrival()
        arrival.announce(count: start.count)
        guard let photo = try? PhotoOpener.open(PhotoBytes(pages, arrival: arrival), within: means)
        else { return .plain }
        photo.prepare()
        return .walked(
            Walked(pages: pages, arrival: arrival, photo: photo), count: start.count)
    }

    /// Nobody wants it any more: the walk is let go.
    private static func end(_ state: State) {
        if case .walked(let walked, _) = state { walked.arrival.end() }
    }
}

extension PhotoSource {
    /// Has the file read from now on, though nothing is shown yet.
    fileprivate func prepare() {
        let corner = PixelRect(x: 0, y: 0, width: 1, height: 1)
        _ = isAtHand(corner, reducedBy: .thirtySecond)
    }
}
