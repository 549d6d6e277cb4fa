import Imaging
import TestSupport

/// An animation as text: each letter of a frame is a pixel.
struct PaintedAnimation: Sendable {
    enum Format: CaseIterable, Sendable { case gif, png, webp }

    enum Disposal: Int, Sendable { case keep, clear, restore }

    /// A frame: rows of letters of `colours`, and its position.
    struct Frame: Sendable {
        var rows: [String]
        var x = 0
        var y = 0
        /// In milliseconds.
        var delay = 200
        var disposal = Disposal.keep
        /// True if transparent pixels replace those below; a GIF has no frames like that.
        var replaces = false

        init(
            _ rows: String, x: Int = 0, y: Int = 0, delay: Int = 200,
            _ disposal: Disposal = .keep, replaces: Bool = false
        ) {
            self.rows = rows.split(separator: "\n").map(String.init)
            (self.x, self.y, self.delay) = (x, y, delay)
            (self.disposal, self.replaces) = (disposal, replaces)
        }

        var size: PixelSize { PixelSize(width: rows[0].count, height: rows.count) }
        fileprivate var letters: [Character] { rows.flatMap { Array($0) } }
    }

    var size: PixelSize
    var frames: [Frame]
    /// The format's own value; `nil` omits it.
    var loops: Int? = 0

    static let colours: [(letter: Character, pixel: [UInt8])] = [
        (".", [0, 0, 0, 0]), ("R", [255, 0, 0, 255]), ("G", [0, 255, 0, 255]),
        ("B", [0, 0, 255, 255]), ("W", [255, 255, 255, 255]), ("K", [0, 0, 0, 255]),
        ("r", [255, 0, 0, 128]), ("b", [0, 0, 255, 64]),
    ]

    /// Returns a picture as rows of letters; `?` for another colour.
    static func art(_ raster: Raster) -> String {
        (0..<raster.size.height).map { y in
            String(
                (0..<raster.size.width).map { x in
                    let start = (y * raster.size.width + x) * Raster.bytesPerPixel
                    let pixel = Array(raster.pixels[start..<(start + Raster.bytesPerPixel)])
                    if pixel[3] == 0 { return "." }
                    return colours.first { $0.pixel == pixel }?.letter ?? "?"
                })
        }.joined(separator: "\n")
    }

    static func pixel(_ letter: Character) -> [UInt8] {
        colours.first { $0.letter == letter }?.pixel ?? [0, 0, 0, 0]
    }

    func file(_ format: Format) -> [UInt8] {
        switch format {
        case .gif: GIFWriter.file(self)
        case .png: png
        case .webp: webp
        }
    }
}

extension PaintedAnimation.Frame {
    var indices: [UInt8] {
        letters.map { letter in
            UInt8(PaintedAnimation.colours.firstIndex { $0.letter == letter } ?? 0)
        }
    }

    fileprivate var raster: Raster {
        Raster(size: size, pixels: letters.flatMap { PaintedAnimation.pixel($0) }, isOpaque: false)
    }
}

/// Writes GIFs with a simple LZW packer, independent of the reader.
enum GIFWriter {
    static func file(_ animation: PaintedAnimation) -> [UInt8] {
        let palette = PaintedAnimation.colours.flatMap { $0.pixel.prefix(3) }
        var bytes = head(animation.size, palette: palette)
        if let loops = animation.loops {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(loops) + [0]
        }
        for frame in animation.frames {
            bytes += control(
                delay: frame.delay / 10, disposal: [1, 2, 3][frame.disposal.rawValue],
                transparent: 0)
            bytes += picture(
                PixelRect(origin: PixelPoint(x: frame.x, y: frame.y), size: frame.size),
                frame.indices, codeBits: 3)
        }
        return bytes + [0x3B]
    }

    /// `palette` has red, green and blue of 2, 4, … 256 colours; empty for none.
    static func head(_ size: PixelSize, palette: [UInt8]) -> [UInt8] {
        let bits = max(1, (palette.count / 3).trailingZeroBitCount)
        return Array("GIF89a".utf8) + word(size.width) + word(size.height)
            + [palette.isEmpty ? 0 : UInt8(0x80 | bits - 1), 0, 0] + palette
    }

    static func control(delay: Int, disposal: Int, transparent: Int?) -> [UInt8] {
        [0x21, 0xF9, 4, UInt8(disposal << 2 | (transparent == nil ? 0 : 1))] + word(delay)
            + [UInt8(transparent ?? 0), 0]
    }

    static func picture(
        _ area: PixelRect, _ indices: [UInt8], codeBits: Int, isInterlaced: Bool = false,
        clears: Bool = true
    ) -> [UInt8] {
        var bytes: [UInt8] = [0x2C]
        for number in [area.minX, area.minY, area.size.width, area.size.height] {
            bytes += word(number)
        }
        bytes += [isInterlaced ? 0x40 : 0, UInt8(codeBits)]
        let data = packed(indices, codeBits: codeBits, clears: clears)
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(data.count, start + 255)]
            bytes += [UInt8(block.count)] + block
        }
        return bytes + [0]
    }

    /// A full table is cleared, or used to the end of the picture.
    private static func packed(_ indices: [UInt8], codeBits: Int, clears: Bool) -> [UInt8] {
        let clear = 1 << codeBits
        var stream = BitStream()
        var table: [[UInt8]: Int] = [:]
        var (width, next) = (codeBits + 1, clear + 2)
        stream.put(clear, width)
        var string: [UInt8] = []
        let code = { (string: [UInt8]) in
            string.count == 1 ? Int(string[0]) : table[string] ?? 0
        }
        for index in indices {
            let longer = string + [index]
            if string.isEmpty || table[longer] != nil {
                string = longer
                continue
            }
            stream.put(code(string), width)
            if next < 4096 {
                table[longer] = next
                // The reader is one entry behind.
                if next == 1 << width { width += 1 }
                next += 1
            } else if clears {
                stream.put(clear, width)
                (table, width, next) = ([:], codeBits + 1, clear + 2)
            }
            string = [index]
        }
        if !string.isEmpty { stream.put(code(string), width) }
        // The reader has added an entry by now.
        if next == 1 << width, width < 12 { width += 1 }
        stream.put(clear + 1, width)
        return stream.bytes
    }

    static func word(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
}

/// Numbers of some bits, the lowest first.
private struct BitStream {
    private var bits: [UInt8] = []

    mutating func put(_ number: Int, _ count: Int) {
        for bit in 0..<count { bits.append(UInt8(number >> bit & 1)) }
    }

    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated()
                .reduce(0) { $0 | $1.element << UInt8($1.offset) }
        }
    }
}

extension PaintedAnimation {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private var png: [UInt8] {
        let word = PlainPNG.word
        let half = { (number: Int) in [UInt8(number >> 8), UInt8(number & 255)] }
        var bytes = Self.signature
        bytes += PlainPNG.chunk("IHDR", word(size.width) + word(size.height) + [8, 6, 0, 0, 0])
        bytes += PlainPNG.chunk("acTL", word(frames.count) + word(loops ?? 0))
        var number = 0
        // The first picture must fill the canvas: another one is for viewers without animation.
        if let first = frames.first, first.size != size || first.x + first.y > 0 {
            let blank = Raster(PixelSize(width: size.width, height: size.height)) { _, _ in
                (9, 9, 9)
            }
            bytes += PlainPNG.chunk("IDAT", PlainPNG.stored(PlainPNG.lines(of: blank)))
        }
        let isSeparate = bytes.count > 60 + Self.signature.count
        for (place, frame) in frames.enumerated() {
            var control = word(number) + word(frame.size.width) + word(frame.size.height)
            control += word(frame.x) + word(frame.y) + half(frame.delay) + half(1000)
            control += [UInt8(frame.disposal.rawValue), frame.replaces ? 0 : 1]
            bytes += PlainPNG.chunk("fcTL", control)
            number += 1
            let data = PlainPNG.stored(PlainPNG.lines(of: frame.raster))
            if place == 0, !isSeparate {
                bytes += PlainPNG.chunk("IDAT", data)
                continue
            }
            // In two chunks, like larger pictures.
            for part in [data[..<(data.count / 2)], data[(data.count / 2)...]] {
                bytes += PlainPNG.chunk("fdAT", word(number) + part)
                number += 1
            }
        }
        return bytes + PlainPNG.chunk("IEND", [])
    }

    /// Frames of one colour each: a lossless picture like this has no pixels, only a code of one
    /// word for each channel (RFC 9649, 3.7.2.1.1).
    private var webp: [UInt8] {
        var body = Self.chunk(
            "VP8X", [0x12, 0, 0, 0] + three(size.width - 1) + three(size.height - 1))
        body += Self.chunk("ANIM", [0, 0, 0, 0] + GIFWriter.word(loops ?? 0))
        for frame in frames {
            var data = three(frame.x / 2) + three(frame.y / 2) + three(frame.size.width - 1)
            data += three(frame.size.height - 1) + three(frame.delay)
            data += [(frame.replaces ? 2 : 0) | (frame.disposal == .clear ? 1 : 0)]
            body += Self.chunk("ANMF", data + Self.plainWebP(frame.size, frame.letters[0]))
        }
        let content = Array("WEBP".utf8) + body
        return Array("RIFF".utf8) + Self.long(content.count) + content
    }

    /// Returns a still WebP of one colour.
    static func still(_ size: PixelSize, _ letter: Character) -> [UInt8] {
        let content = Array("WEBP".utf8) + plainWebP(size, letter)
        return Array("RIFF".utf8) + long(content.count) + content
    }

    private static func plainWebP(_ size: PixelSize, _ letter: Character) -> [UInt8] {
        let colour = pixel(letter)
        var stream = BitStream()
        stream.put(0x2F, 8)
        stream.put(size.width - 1, 14)
        stream.put(size.height - 1, 14)
        // With alpha; version 0; no transforms, colour cache or groups of codes.
        stream.put(1, 1)
        stream.put(0, 3 + 3)
        for channel in [1, 0, 2, 3] {
            // A simple code of one 8-bit symbol.
            stream.put(0b101, 3)
            stream.put(Int(colour[channel]), 8)
        }
        // The code of distances has the symbol 0, of one bit.
        stream.put(0b0001, 4)
        return chunk("VP8L", stream.bytes)
    }

    private func three(_ number: Int) -> [UInt8] { Array(Self.long(number).prefix(3)) }

    private static func long(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(number >> (8 * $0) & 255) }
    }

    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + long(body.count) + body + (body.count % 2 == 0 ? [] : [0])
    }
}
