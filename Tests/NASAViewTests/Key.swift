/// What the keys of a keyboard send.
enum Key {
    static let up = "\u{1B}[A"
    static let down = "\u{1B}[B"
    static let right = "\u{1B}[C"
    static let left = "\u{1B}[D"
    static let shiftUp = "\u{1B}[1;2A"
    static let shiftDown = "\u{1B}[1;2B"
    static let shiftRight = "\u{1B}[1;2C"
    static let shiftLeft = "\u{1B}[1;2D"
    static let pageUp = "\u{1B}[5~"
    static let pageDown = "\u{1B}[6~"
    static let home = "\u{1B}[H"
    static let end = "\u{1B}[F"
    static let controlC = "\u{03}"
    static let controlL = "\u{0C}"
}
