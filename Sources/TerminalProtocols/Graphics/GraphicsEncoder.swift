/// Port: writes a frame in a language a terminal draws pictures from.
package protocol GraphicsEncoder: Sendable {
    /// Appends the frame's bytes to `output`.
    func encode(_ frame: Frame, into output: inout [UInt8])
}
