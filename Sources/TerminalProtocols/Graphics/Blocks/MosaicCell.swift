/// What a character cell shows: a pattern in one colour over another.
///
/// Colours are codes of the terminal's colour depth.
struct MosaicCell: Hashable, Sendable {
    let pattern: UInt8
    let foreground: UInt32
    let background: UInt32
}
