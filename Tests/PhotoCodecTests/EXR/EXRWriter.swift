import Imaging
import PhotoCodec

/// Writes OpenEXR files whose numbers are not packed (OpenEXR File Layout).
struct EXRWriter {
    struct Channel {
        enum Kind: Int { case unsigned = 0, half, float }

        let name: String
        var kind = Kind.half
        var step = 1
        /// The number of a pixel, which is counted from the window's corner, and of a level.
        let number: (_ x: Int, _ y: Int, _ level: Int) -> Float
    }

    struct Part {
        var size: PixelSize
        var corner = PixelPoint(x: 0, y: 0)
        var channels: [Channel]
        var tile: PixelSize?
        var levels = 1
        var isFromBelow = false
        var attributes: [(name: String, type: String, bytes: [UInt8])] = []
    }

    var parts: [Part]

    init(_ parts: Part...) { self.parts = parts }

    static func word(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: Int32(truncatingIfNeeded: number).littleEndian) { Array($0) }
    }

    static func float(_ number: Float) -> [UInt8] { word(Int(number.bitPattern)) }

    /// A number that half precision has exactly, but for its sign and exponent's range.
    static func half(_ number: Float) -> [UInt8] {
        let bits = Int(number.bitPattern)
        let sign = bits >> 16 & 0x8000
        let code: Int
        if number == 0 {
            code = sign
        } else if number.isNaN || number.isInfinite {
            code = sign | 0x7C00 | (number.isNaN ? 0x200 : 0)
        } else {
            code = sign | ((bits >> 23 & 0xFF) - 112) << 10 | bits >> 13 & 0x3FF
        }
        return [UInt8(code & 255), UInt8(code >> 8)]
    }

    private var isMultipart: Bool { parts.count > 1 }

    var file: [UInt8] {
        let isTiled = parts.count == 1 && parts[0].tile != nil
        var file: [UInt8] = [0x76, 0x2F, 0x31, 0x01]
        file += Self.word(2 | (isTiled ? 0x200 : 0) | (isMultipart ? 0x1000 : 0))
        let chunks: [[[UInt8]]] = parts.enumerated().map { self.chunks(of: $1, number: $0) }
        for (number, part) in parts.enumerated() {
            file += header(of: part, number, chunks: chunks[number].count)
        }
        if isMultipart { file.append(0) }
        var place = file.count + chunks.reduce(0) { $0 + $1.count * 8 }
        for chunk in chunks.joined() {
            file += Self.word(place) + Self.word(0)
            place += chunk.count
        }
        for chunk in chunks.joined() { file += chunk }
        return file
    }

    private func header(of part: Part, _ number: Int, chunks: Int) -> [UInt8] {
        let (left, top) = (part.corner.x, part.corner.y)
        let ends = [left, top, left + part.size.width - 1, top + part.size.height - 1]
        let window = ends.flatMap { Self.word($0) }
        var channels: [UInt8] = []
        for channel in part.channels {
            channels += Array(channel.name.utf8) + [0] + Self.word(channel.kind.rawValue)
            channels += Self.word(0) + Self.word(channel.step) + Self.word(channel.step)
        }
        var attributes: [(name: String, type: String, bytes: [UInt8])] = [
            ("channels", "chlist", channels + [0]), ("compression", "compression", [0]),
            ("dataWindow", "box2i", window), ("displayWindow", "box2i", window),
            ("lineOrder", "lineOrder", [part.isFromBelow ? 1 : 0]),
            ("pixelAspectRatio", "float", Self.float(1)),
            ("screenWindowCenter", "v2f", Self.float(0) + Self.float(0)),
            ("screenWindowWidth", "float", Self.float(1)),
        ]
        if let tile = part.tile {
            let mode: UInt8 = part.levels > 1 ? 1 : 0
            attributes.append(
                ("tiles", "tiledesc", Self.word(tile.width) + Self.word(tile.height) + [mode]))
        }
        if isMultipart {
            let type = part.tile == nil ? "scanlineimage" : "tiledimage"
            attributes += [
                ("name", "string", Array("part \(number)".utf8)),
                ("type", "string", Array(type.utf8)),
                ("chunkCount", "int", Self.word(chunks)),
            ]
        }
        let named = attributes.filter { own in !part.attributes.contains { $0.name == own.name } }
        var header: [UInt8] = []
        for attribute in named + part.attributes {
            header += Array(attribute.name.utf8) + [0] + Array(attribute.type.utf8) + [0]
            header += Self.word(attribute.bytes.count) + attribute.bytes
        }
        return header + [0]
    }

    private func chunks(of part: Part, number: Int) -> [[UInt8]] {
        let start = isMultipart ? Self.word(number) : []
        guard let tile = part.tile else {
            return (0..<part.size.height).map { y in
                let line = numbers(
                    of: part, PixelRect(x: 0, y: y, width: part.size.width, height: 1))
                return start + Self.word(part.corner.y + y) + Self.word(line.count) + line
            }
        }
        return (0..<part.levels).flatMap { level -> [[UInt8]] in
            let size = PixelSize(
                width: max(1, part.size.width >> level), height: max(1, part.size.height >> level))
            return (0...(size.height - 1) / tile.height).flatMap { row in
                (0...(size.width - 1) / tile.width).map { column in
                    let area = PixelRect(
                        x: column * tile.width, y: row * tile.height, width: tile.width,
                        height: tile.height
                    ).intersection(PixelRect(size))
                    let data = numbers(of: part, area, level: level)
                    let numbers = [column, row, level, level, data.count]
                    return start + numbers.flatMap { Self.word($0) } + data
                }
            }
        }
    }

    private func numbers(of part: Part, _ area: PixelRect, level: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        for y in area.minY..<area.maxY {
            for channel in part.channels where (part.corner.y + y) % channel.step == 0 {
                for x in stride(from: area.minX, to: area.maxX, by: channel.step) {
                    let number = channel.number(x, y, level)
                    switch channel.kind {
                    case .unsigned: bytes += Self.word(Int(number))
                    case .half: bytes += Self.half(number)
                    case .float: bytes += Self.float(number)
                    }
                }
            }
        }
        return bytes
    }
}

enum EXRLibrary {
    static let isHere = !CodecLibrary.openEXR.version.isEmpty
}
