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
    private let waiting = Mutex<[KittyShare]>([])

    package init() {}

    deinit { removeAll() }

    /// Makes a shared object of so many bytes, filled by the closure.
    ///
    /// - Precondition: `byteCount` is positive.
    package func create(
        _ medium: KittyMedium, byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(SharedPictureFailure) -> KittyShare {
        precondition(byteCount > 0, "a picture has bytes")
        _ = Self.isSwept
        let object = try SharedPictureObject(medium)
        // Before it is filled: filling takes milliseconds, in which the program may crash.
        keep(object.share)
        do throws(SharedPictureFailure) {
            try object.fill(byteCount, by: fill)
        } catch {
            Self.remove(object.share)
            throw error
        }
        return object.share
    }

    /// Removes one of which the terminal was never told.
    package func remove(_ share: KittyShare) {
        waiting.withLock { waiting in
            waiting.removeAll { $0 == share }
            EmergencyRemoval.remember(waiting.map(SharedLeftovers.path))
        }
        // Names are by chance: what was removed before is nobody else's now.
        Self.remove(share)
    }

    /// Removes what the terminal has not taken: the program is leaving.
    package func removeAll() {
        for share in takeAll() {
            Self.remove(share)
        }
    }

    // A terminal takes a picture in well under a second, and one is sent at a time: one that three
    // others have followed is not wanted.
    private static let waitingLimit = EmergencyRemoval.limit - 1

    /// Done once, and only where something is shared at all.
    private static let isSwept: Bool = {
        SharedLeftovers.sweep()
        return true
    }()

    private func takeAll() -> [KittyShare] {
        waiting.withLock { waiting in
            defer {
                waiting = []
                EmergencyRemoval.remember([])
            }
            return waiting
        }
    }

    private func keep(_ share: KittyShare) {
        let overdue: KittyShare? = waiting.withLock { waiting in
            waiting.append(share)
            let overdue = waiting.count > Self.waitingLimit ? waiting.removeFirst() : nil
            EmergencyRemoval.remember(waiting.map(SharedLeftovers.path))
            return overdue
        }
        if let overdue { Self.remove(overdue) }
    }

    /// It may be gone already: then there is nothing to do.
    private static func remove(_ share: KittyShare) {
        switch share {
        case .sharedMemory(let name): _ = shm_unlink(name)
        case .file(let path): _ = unlink(path)
        }
    }
}
