internal import Synchronization
package import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Pictures laid out for a terminal on this machine to fetch, readable by this user alone.
///
/// kitty removes each when it has read it; what it does not take is removed here.
package final class SharedPictures: Sendable {
    private struct State {
        /// The oldest first; each is here from before it exists until after it is gone.
        var waiting: [KittyTransport] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    deinit { close() }

    /// Makes a shared object of so many bytes, filled by the closure.
    ///
    /// - Precondition: `byteCount` is positive.
    package func create(
        _ medium: KittyMedium, byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SharedPictureFailure) -> KittyTransport {
        precondition(byteCount > 0, "a picture has bytes")
        _ = Self.isSwept
        let object = try state.withLock { state throws(SharedPictureFailure) in
            try Self.object(medium, in: &state)
        }
        // Filling takes milliseconds, in which the program may crash, or leave.
        do throws(SharedPictureFailure) {
            try object.fill(byteCount, by: fill)
        } catch {
            remove(object.share)
            throw error
        }
        return object.share
    }

    /// Removes one of which the terminal was never told.
    package func remove(_ share: KittyTransport) {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(of: share) else { return }
            Self.remove(state.waiting.remove(at: place))
        }
    }

    /// Removes what the terminal has not taken, and makes nothing from here on: the program is leaving,
    /// and another thread may be about to make one.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            for share in state.waiting { Self.remove(share) }
            state.waiting = []
        }
    }

    /// The program has come back: it may make some again.
    package func reopen() { state.withLock { $0.isClosed = false } }

    // A terminal takes a picture in well under a second, and one is sent at a time: one that three
    // others have followed is not wanted.
    private static let waitingLimit = 3

    /// Done once, and only where something is shared at all.
    private static let isSwept: Bool = {
        StaleSharedMemory.sweep()
        return true
    }()

    private static func object(
        _ medium: KittyMedium, in state: inout State
    ) throws(SharedPictureFailure) -> SharedPictureObject {
        guard !state.isClosed else { throw .closed }
        if state.waiting.count == waitingLimit { remove(state.waiting.removeFirst()) }
        let object = try SharedPictureObject(medium)
        state.waiting.append(object.share)
        return object
    }

    /// It may be gone already: then there is nothing to do.
    private static func remove(_ share: KittyTransport) {
        let path = StaleSharedMemory.path(share)
        unlink(path)
        CrashCleanup.forget(path)
    }
}
