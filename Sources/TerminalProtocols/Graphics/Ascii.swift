/// Bytes by their names in the sixel manual and in ASCII.
enum Ascii {
    static let bell: UInt8 = 0x07
    static let newLine: UInt8 = 0x0A
    static let escape: UInt8 = 0x1B
    static let backslash: UInt8 = 0x5C
    static let graphicsNewLine: UInt8 = 0x2D
    static let graphicsCarriageReturn: UInt8 = 0x24
    static let repeatIntroducer: UInt8 = 0x21
    static let colourIntroducer: UInt8 = 0x23
    /// Six empty pixels; the six pixels of a sixel are added to it.
    static let emptySixel: UInt8 = 0x3F
}
