package import Imaging
internal import Synchronization

/// A photo that is being downloaded, read in step with its bytes: where it is large and its bits can be
/// followed, it can be panned as soon as the last of them is there.
package final class ArrivingPhoto: Sendable {
    /// Where the bytes go, and what opens the photo in them.
    package struct Ground: Sendable {
        /// False where there is no place for them.
        let write: @Sendable (_ bytes: [UInt8], _ offset: Int) -> Bool
        let open: @Sendable (ByteArrival) -> (any ImageSource)?

        package init(
            write: @escaping @Sendable (_ bytes: [UInt8], _ offset: Int) -> Bool,
            open: @escaping @Sendable (ByteArrival) -> (any ImageSource)?
        ) {
            self.write = write
            self.open = open
        }
    }

    private final class Opening: Sendable {
        let ground: Ground
        let arrival = ByteArrival()
        let photo = Mutex<(any ImageSource)?>(nil)
        /// Ends when there is a photo, or will be none.
        let outcome = ByteArrival()

        init(_ ground: Ground) { self.ground = ground }
    }

    private enum State {
        /// There is no place for it yet.
        case beginning
        case arriving(Ground, count: Int)
        case opened(Opening, count: Int)
        /// It is small, or came in another order.
        case plain
    }

    /// When its header has come, with profile and thumbnail; smaller files are read in no time.
    private static let openingBytes = 512 << 10

    private let ground: @Sendable (_ total: Int) -> Ground?
    private let state = Mutex(State.beginning)

    /// - Parameter ground: makes the place for so many bytes.
    package init(on ground: @escaping @Sendable (_ total: Int) -> Ground?) { self.ground = ground }

    deinit { state.withLock { Self.end($0) } }

    /// Takes the next bytes, which stand at `offset` of a file of `total` bytes, if that is known.
    ///
    /// Bytes from the beginning begin anew: the transfer was tried again.
    package func take(_ bytes: [UInt8], at offset: Int, of total: Int?) {
        state.withLock { state in
            if offset == 0 {
                Self.end(state)
                state = begin(of: total)
            }
            state = next(state, bytes, at: offset)
        }
    }

    /// The photo, if it was read as its bytes came; nil where it is to be opened now.
    ///
    /// A fault may be one only for somebody who reads ahead of the bytes: then it is opened anew, too.
    package func whole(byteCount: Int) -> (any ImageSource)? {
        let opening = state.withLock { state -> Opening? in
            guard case .opened(let opening, let count) = state, count == byteCount else {
                return nil
            }
            state = .plain
            return opening
        }
        guard let opening else { return nil }
        opening.arrival.end()
        opening.outcome.wait(forBytes: 1)
        return opening.photo.withLock { $0 }.flatMap { $0.status.damage == nil ? $0 : nil }
    }

    /// How much of it was walked.
    package var fractionWalked: Double {
        let photo = state.withLock { state in
            guard case .opened(let opening, _) = state else { return nil as (any ImageSource)? }
            return opening.photo.withLock { $0 }
        }
        // One in another process tells how far it is with an answer.
        let streaming = photo as? any StreamingImageSource
        _ = streaming?.isReady(PixelRect(x: 0, y: 0, width: 1, height: 1), reducedBy: .none)
        return photo?.status.figures?.fractionRead ?? 0
    }

    private func begin(of total: Int?) -> State {
        guard let total, total > 2 * Self.openingBytes, let ground = ground(total) else {
            return .plain
        }
        return .arriving(ground, count: 0)
    }

    private func next(_ state: State, _ bytes: [UInt8], at offset: Int) -> State {
        switch state {
        case .beginning, .plain: return .plain
        case .arriving(let ground, let count):
            guard offset == count, ground.write(bytes, offset) else { return .plain }
            guard count + bytes.count >= Self.openingBytes else {
                return .arriving(ground, count: count + bytes.count)
            }
            let opening = open(on: ground, count: count + bytes.count)
            return opening.map { .opened($0, count: count + bytes.count) } ?? .plain
        case .opened(let opening, let count):
            guard offset == count, opening.ground.write(bytes, offset) else {
                opening.arrival.end()
                return .plain
            }
            opening.arrival.announce(count: count + bytes.count)
            return .opened(opening, count: count + bytes.count)
        }
    }

    /// Opens it on another thread: whoever brings the bytes must not wait for a decoder, which waits for
    /// them.
    ///
    /// - Returns: nil where the system gives no thread.
    private func open(on ground: Ground, count: Int) -> Opening? {
        let opening = Opening(ground)
        opening.arrival.announce(count: count)
        let isStarted = WorkThread.startElsewhere {
            let photo = ground.open(opening.arrival)
            opening.photo.withLock { $0 = photo }
            opening.outcome.end()
        }
        return isStarted ? opening : nil
    }

    /// Nobody wants it any more: the walk is let go.
    private static func end(_ state: State) {
        if case .opened(let opening, _) = state { opening.arrival.end() }
    }
}

extension ArrivingPhoto {
    /// One that is read in this process.
    package convenience init(within means: DecodingMeans) {
        self.init { total in
            guard let pages = MappedFile.memory(byteCount: total) else { return nil }
            return Ground(
                write: { bytes, offset in
                    guard bytes.count <= total - offset else { return false }
                    bytes.withUnsafeBytes { pages.write($0, at: offset) }
                    return true
                },
                open: { arrival in
                    let bytes = PhotoBytes(pages) { arrival.wait(forBytes: $0) }
                    // What cannot be read in step is opened when all of it is there.
                    return try? PhotoOpener.openArriving(bytes, within: means)
                })
        }
    }
}
