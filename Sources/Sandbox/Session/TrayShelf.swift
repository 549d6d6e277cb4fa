internal import Synchronization

/// The trays of one worker: a few are kept, because pages that are there need not be made anew.
final class TrayShelf: Sendable {
    /// A screen of 1920 x 1080 takes 8 MB; those of a picture decoded whole are not worth keeping.
    private static let keptBytes = 16 << 20

    private let trays = Mutex<[Tray]>([])

    /// One that has room for so many bytes; nil where there is no memory.
    func take(_ byteCount: Int) -> Tray? {
        let kept = trays.withLock { trays in
            trays.firstIndex { $0.byteCount >= byteCount }.map { trays.remove(at: $0) }
        }
        return kept ?? Tray(byteCount: byteCount)
    }

    func giveBack(_ tray: Tray) {
        trays.withLock { trays in
            trays.insert(tray, at: 0)
            var bytes = 0
            trays = trays.filter {
                bytes += $0.byteCount
                return bytes <= Self.keptBytes
            }
        }
    }
}
