package import Imaging

/// Reads PNGs of 8 bits, RGB or RGBA, not interlaced: a decoder independent of libpng.
package enum PNGFileReader {
    package enum Failure: Error, Hashable {
        case noPNG, truncated, unsupported([UInt8]), stream(Inflater.Failure), filter(UInt8)
    }

    package static func raster(_ file: [UInt8]) throws(Failure) -> Raster {
        guard file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
            throw .noPNG
        }
        let chunks = try chunks(file.dropFirst(8))
        guard let header = chunks.first?.body, header.count == 13 else { throw .noPNG }
        let size = PixelSize(width: number(header[0..<4]), height: number(header[4..<8]))
        let samples = header[9] == 2 ? 3 : 4
        guard header[8] == 8, header[9] == 2 || header[9] == 6, header[10...] == [0, 0, 0] else {
            throw .unsupported(header)
        }
        let packed = chunks.filter { $0.name == "IDAT" }.flatMap(\.body)
        let lines: [UInt8]
        do throws(Inflater.Failure) {
            lines = try Inflater.inflate(packed)
        } catch {
            throw .stream(error)
        }
        guard lines.count == (size.width * samples + 1) * size.height else { throw .truncated }
        return Raster(
            size: size, pixels: try pixels(lines, size, samples: samples), isOpaque: samples == 3)
    }

    private static func chunks(
        _ bytes: ArraySlice<UInt8>
    ) throws(Failure) -> [(name: String, body: [UInt8])] {
        var rest = bytes
        var chunks: [(name: String, body: [UInt8])] = []
        while chunks.last?.name != "IEND" {
            guard rest.count >= 12 else { throw .truncated }
            let length = number(rest.prefix(4))
            guard rest.count >= 12 + length else { throw .truncated }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            chunks.append((name, Array(rest.dropFirst(8).prefix(length))))
            rest = rest.dropFirst(12 + length)
        }
        guard rest.isEmpty else { throw .truncated }
        return chunks
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func pixels(
        _ lines: [UInt8], _ size: PixelSize, samples: Int
    ) throws(Failure) -> [UInt8] {
        let length = size.width * samples
        var above = [UInt8](repeating: 0, count: length)
        var pixels: [UInt8] = []
        for row in 0..<size.height {
            let start = row * (length + 1)
            var line = Array(lines[start + 1...start + length])
            for place in 0..<length {
                let left = place >= samples ? line[place - samples] : 0
                let corner = place >= samples ? above[place - samples] : 0
                line[place] &+= try prediction(lines[start], left, above[place], corner)
            }
            for pixel in 0..<size.width {
                pixels += line[pixel * samples..<(pixel + 1) * samples]
                if samples == 3 { pixels.append(255) }
            }
            above = line
        }
        return pixels
    }

    private static func prediction(
        _ filter: UInt8, _ left: UInt8, _ above: UInt8, _ corner: UInt8
    ) throws(Failure) -> UInt8 {
        switch filter {
        case 0: return 0
        case 1: return left
        case 2: return above
        case 3: return UInt8((Int(left) + Int(above)) / 2)
        case 4:
            let estimate = Int(left) + Int(above) - Int(corner)
            let apart = [left, above, corner].map { abs(estimate - Int($0)) }
            if apart[0] <= apart[1], apart[0] <= apart[2] { return left }
            return apart[1] <= apart[2] ? above : corner
        default: throw .filter(filter)
        }
    }
}
