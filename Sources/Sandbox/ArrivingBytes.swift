/// Memory that a download is written to while a worker reads it.
///
/// The worker may map it: only the session writes, and its size is sealed.
package final class ArrivingBytes: Sendable {
    let tray: Tray

    /// Nil where there is no memory, or no such kind of it.
    package init?(byteCount: Int) {
        guard let tray = Tray(byteCount: byteCount) else { return nil }
        self.tray = tray
    }

    /// - Returns: false where the bytes do not lie in it.
    package func write(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, bytes.count <= tray.byteCount - offset else { return false }
        return Tray.write(bytes, to: tray.file, at: offset)
    }
}
