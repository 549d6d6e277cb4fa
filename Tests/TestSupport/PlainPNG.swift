package import Imaging

/// Writes a raster as a stored, uncompressed PNG: no library, exact pixels.
package enum PlainPNG {
    package static func bytes(of raster: Raster) -> [UInt8] { bytes(of: raster, hasAlpha: true) }

    /// Passes the file to `output` in parts of 1000 bytes.
    package static func encode(_ raster: Raster, to output: @Sendable ([UInt8]) -> Void) {
        let file = bytes(of: raster)
        for start in stride(from: 0, to: file.count, by: 1000) {
            output(Array(file[start..<min(file.count, start + 1000)]))
        }
    }

    package static func bytes(of raster: Raster, hasAlpha: Bool) -> [UInt8] {
        var header = word(raster.size.width) + word(raster.size.height)
        // 8 bits, colour type 6 (RGBA) or 2 (RGB), otherwise default values.
        header += [8, hasAlpha ? 6 : 2, 0, 0, 0]
        let lines = hasAlpha ? lines(of: raster) : colourLines(of: raster)
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + chunk("IHDR", header) + chunk("IDAT", stored(lines)) + chunk("IEND", [])
    }

    /// Returns rows, each behind the number of its filter, in several chunks; a palette has all grays.
    package static func bytes(
        ofLines lines: [UInt8], _ size: PixelSize, bits: Int, colourType: Int
    ) -> [UInt8] {
        let header =
            word(size.width) + word(size.height) + [UInt8(bits), UInt8(colourType), 0, 0, 0]
        var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        bytes += chunk("IHDR", header)
        if colourType == 3 {
            bytes += chunk("PLTE", (0...255).flatMap { [UInt8](repeating: $0, count: 3) })
        }
        let data = stored(lines)
        for start in stride(from: 0, to: data.count, by: 1000) {
            bytes += chunk("IDAT", Array(data[start..<min(data.count, start + 1000)]))
        }
        return bytes + chunk("IEND", [])
    }

    /// Returns a black picture with one bit per pixel, in a few kilobytes: 33 megapixels take no
    /// time to write.
    ///
    /// If interlaced, its rows are in the seven passes of Adam7.
    package static func blank(_ size: PixelSize, isInterlaced: Bool = false) -> [UInt8] {
        // 1 bit, colour type 0 (gray).
        let header = word(size.width) + word(size.height) + [1, 0, 0, 0, isInterlaced ? 1 : 0]
        let passes = isInterlaced ? passes(of: size) : [size]
        let zeros = passes.reduce(0) { $0 + (($1.width + 7) / 8 + 1) * $1.height }
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + chunk("IHDR", header) + chunk("IDAT", deflated(zeros: zeros)) + chunk("IEND", [])
    }

    /// Returns two gray pixels, one below the other, of `channelBytes` each, whose data continue
    /// after the last row.
    ///
    /// They continue with this many zeros, in chunks of a kilobyte; the checksum of the last one is
    /// wrong.
    package static func goingOn(for zeros: Int, channelBytes: Int) -> [UInt8] {
        let header = word(1) + word(2) + [UInt8(channelBytes * 8), 0, 0, 0, 0]
        let row = [0] + [UInt8](repeating: 7, count: channelBytes)
        let data = stored(row + row + [UInt8](repeating: 0, count: zeros))
        var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        bytes += chunk("IHDR", header)
        for start in stride(from: 0, to: data.count, by: 1024) {
            bytes += chunk("IDAT", Array(data[start..<min(data.count, start + 1024)]))
        }
        bytes[bytes.count - 1] ^= 1
        return bytes
    }

    /// The pixels of each pass: its start and steps in both directions (PNG, 8.2).
    private static func passes(of size: PixelSize) -> [PixelSize] {
        let starts = [(0, 0), (4, 0), (0, 4), (2, 0), (0, 2), (1, 0), (0, 1)]
        let steps = [(8, 8), (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)]
        return zip(starts, steps).map { start, step in
            PixelSize(
                width: (size.width - start.0 + step.0 - 1) / step.0,
                height: (size.height - start.1 + step.1 - 1) / step.1)
        }
    }

    /// Returns this many zeros: one, and then copies of it.
    private static func deflated(zeros count: Int) -> [UInt8] {
        var stream = FixedDeflate()
        stream.append([0])
        stream.copy(from: 1, runs: (count - 1) / FixedDeflate.runLength)
        stream.append(repeatElement(0, count: (count - 1) % FixedDeflate.runLength))
        // For zeros the first sum of Adler-32 stays 1, and the second counts them.
        return [0x78, 0x01] + stream.bytes + word(count % 65_521 << 16 | 1)
    }

    package static func lines(of raster: Raster) -> [UInt8] {
        let length = raster.size.width * Raster.bytesPerPixel
        var lines: [UInt8] = []
        lines.reserveCapacity((length + 1) * raster.size.height)
        for row in 0..<raster.size.height {
            lines.append(0)
            lines += raster.pixels[row * length..<(row + 1) * length]
        }
        return lines
    }

    private static func colourLines(of raster: Raster) -> [UInt8] {
        let (width, height) = (raster.size.width, raster.size.height)
        var lines: [UInt8] = []
        lines.reserveCapacity((width * 3 + 1) * height)
        for row in 0..<height {
            lines.append(0)
            for place in stride(from: row * width * 4, to: (row + 1) * width * 4, by: 4) {
                lines.append(raster.pixels[place])
                lines.append(raster.pixels[place + 1])
                lines.append(raster.pixels[place + 2])
            }
        }
        return lines
    }

    /// The largest stored block of deflate (RFC 1951, 3.2.4).
    private static let blockLimit = 65_535

    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(bytes.count, start + blockLimit)
            let (low, high) = (UInt8((end - start) & 0xff), UInt8((end - start) >> 8))
            stream += [end == bytes.count ? 1 : 0, low, high, ~low, ~high]
            stream += bytes[start..<end]
            start = end
        } while start < bytes.count
        return stream + word(adler(bytes))
    }

    private static func adler(_ bytes: [UInt8]) -> Int {
        var (low, high) = (1, 0)
        // The sums of a million bytes are less than 2^48, so they need no reduction after each
        // byte.
        for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
            for byte in bytes[start..<min(bytes.count, start + 1 << 20)] {
                low += Int(byte)
                high += low
            }
            (low, high) = (low % 65_521, high % 65_521)
        }
        return high << 16 | low
    }

    package static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return word(body.count) + named + word(Int(crc(named)))
    }

    private static let crcTable: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in
            value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
        }
    }

    /// Returns CRC-32, as zip archives have it too.
    package static func crc(_ bytes: [UInt8]) -> UInt32 {
        crcTable.withUnsafeBufferPointer { table in
            ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
        }
    }

    package static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(value >> $0 & 0xff) }
    }
}

/// Writes deflate's fixed codes (RFC 1951, 3.2.6), in one block: literal bytes, and runs of copies.
package struct FixedDeflate {
    /// The longest copy with a code.
    package static let runLength = 258

    /// The last block, of kind 1; the following codes start at their highest bit.
    private var bits: [UInt8] = [1, 1, 0]

    package init() {}

    package mutating func append(_ bytes: some Collection<UInt8>) {
        for byte in bytes {
            if byte < 144 { put(0x30 + Int(byte), 8) } else { put(0x190 + Int(byte) - 144, 9) }
        }
    }

    /// Appends copies of the bytes `distance` back, each of `runLength` bytes.
    package mutating func copy(from distance: Int, runs: Int) {
        for _ in 0..<runs {
            put(0b1100_0101, 8)
            put(distance: distance)
        }
    }

    /// The stream, with its end.
    package var bytes: [UInt8] {
        let whole = bits + Array(repeating: 0, count: 7)
        return stride(from: 0, to: whole.count, by: 8).map { start in
            whole[start..<min(start + 8, whole.count)].enumerated().reduce(UInt8(0)) {
                $0 | $1.element << UInt8($1.offset)
            }
        }
    }

    private mutating func put(_ code: Int, _ count: Int) {
        for bit in (0..<count).reversed() { bits.append(UInt8(code >> bit & 1)) }
    }

    /// Writes a code for the two highest bits, and the rest from its lowest.
    private mutating func put(distance: Int) {
        guard distance > 4 else { return put(distance - 1, 5) }
        let value = distance - 1
        let extra = Int.bitWidth - value.leadingZeroBitCount - 2
        put(2 * extra + value >> extra, 5)
        for bit in 0..<extra { bits.append(UInt8(value >> bit & 1)) }
    }
}
