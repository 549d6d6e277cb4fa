import Imaging

/// A writer of cells that sets a colour only if it changes.
struct CellWriter {
    private let texts: [PackedUTF8]
    private let depth: ColourDepth
    private var foreground: UInt32?
    private var background: UInt32?

    /// The room for a cell's text in bytes; two colours and a character take at most 40 bytes.
    static let cellBytes = 48

    init(_ glyphs: BlockGlyphs, depth: ColourDepth) {
        texts = GlyphTable.texts(glyphs)
        self.depth = depth
        // A colour that is known at the start is never set: in monochrome, both colours are the
        // terminal's own, as is the background of ASCII characters in few colours.
        foreground = depth == .monochrome ? 1 : nil
        background = glyphs.hasGrounds(in: depth) ? nil : 0
    }

    /// Writes a cell to `target` and returns the end of the text.
    ///
    /// Hot: runs for each cell of a frame.
    mutating func write(
        _ cell: MosaicCell, to target: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        var target = target
        let newForeground = cell.pattern != 0 && foreground != cell.foreground
        let newBackground = background != cell.background
        if newForeground || newBackground {
            target = Self.put(0x5B1B, length: 2, to: target)
            if newForeground {
                target = putColour(cell.foreground, isBackground: false, to: target)
                foreground = cell.foreground
            }
            if newBackground {
                target = putColour(cell.background, isBackground: true, to: target)
                background = cell.background
            }
            // The last semicolon is replaced by the final byte of the sequence.
            (target - 1).storeBytes(of: UInt8(ascii: "m"), as: UInt8.self)
        }
        let text = texts[Int(cell.pattern)]
        return Self.put(text.bytes, length: text.length, to: target)
    }

    private func putColour(
        _ code: UInt32, isBackground: Bool, to target: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        switch depth {
        case .trueColour:
            var target = Self.put(isBackground ? 0x3834 : 0x3833, length: 2, to: target)
            target = Self.put(0x3B323B, length: 3, to: target)
            target = Self.putNumber(code >> 16 & 0xFF, to: target)
            target = Self.putNumber(code >> 8 & 0xFF, to: target)
            return Self.putNumber(code & 0xFF, to: target)
        case .palette256:
            var target = Self.put(isBackground ? 0x3834 : 0x3833, length: 2, to: target)
            target = Self.put(0x3B353B, length: 3, to: target)
            return Self.putNumber(code, to: target)
        case .palette16:
            let first: UInt32 = code < 8 ? 30 : 82
            return Self.putNumber(first + code + (isBackground ? 10 : 0), to: target)
        case .monochrome: preconditionFailure("both colours are in force from the start")
        }
    }

    @inline(__always)
    private static func putNumber(
        _ number: UInt32, to target: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        let number = UInt8(truncatingIfNeeded: number)
        return put(
            DecimalText.texts[Int(number)], length: DecimalText.length(of: number), to: target)
    }

    @inline(__always)
    private static func put(
        _ bytes: UInt32, length: Int, to target: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        target.storeBytes(of: bytes.littleEndian, as: UInt32.self)
        return target + length
    }
}

/// The text of each number from 0 to 255, followed by a semicolon, packed into an integer.
///
/// The first byte is the lowest.
enum DecimalText {
    static let texts: [UInt32] = (0..<256).map { number in
        "\(number);".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func length(of number: UInt8) -> Int { number < 10 ? 2 : number < 100 ? 3 : 4 }
}
