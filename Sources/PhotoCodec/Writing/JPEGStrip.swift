/// A strip of whole MCU rows, compressed on its own.
package struct JPEGStrip: Hashable, Sendable {
    /// All that a JPEG has before its first entropy-coded byte.
    let header: [UInt8]
    /// The entropy-coded bytes, filled up to a whole one, without any marker.
    let scan: [UInt8]
    let rows: Int
}
