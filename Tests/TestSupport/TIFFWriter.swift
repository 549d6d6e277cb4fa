package import Imaging

/// Writes TIFFs of all kinds, uncompressed or with PackBits, independently of libtiff (TIFF 6.0;
/// BigTIFF).
package struct TIFFWriter: Sendable {
    package var size: PixelSize
    package var bits = 8
    /// 1 unsigned, 2 signed, 3 floating.
    package var format = 1
    package var samples = 3
    /// 0 and 1 gray, 2 RGB, 3 a palette, 5 inks, 6 YCbCr.
    package var photometric = 2
    /// The meaning of samples beyond the colour: 0 anything, 1 premultiplied alpha, 2 alpha.
    package var extras: [Int] = []
    package var palette: [Int] = []
    package var isBigEndian = false
    package var isBig = false
    package var isPlanar = false
    package var isPacked = false
    /// The number in the tag; by default derived from `isPacked`.
    package var compression: Int?
    package var tile: PixelSize?
    package var rowsPerStrip = Int.max
    package var orientation = 1
    /// 1 is a smaller copy.
    package var kind = 0
    /// An ICC profile.
    package var profile: [UInt8] = []
    /// Dots an inch across and down; none are told if they are 0.
    package var density = (across: 0, down: 0)
    /// 1 for none, 2 an inch, 3 a centimetre.
    package var densityUnit = 2
    /// Further tags, with 16-bit and with 32-bit numbers.
    package var shorts: [Int: [Int]] = [:]
    package var longs: [Int: [Int]] = [:]
    /// Further tags with numbers of double precision.
    package var doubles: [Int: [Double]] = [:]
    /// Further tags with texts.
    package var texts: [Int: String] = [:]
    /// The stated positions and lengths of blocks, if they are wrong.
    package var told: (places: [Int], counts: [Int])?
    /// Replaces the bytes of all blocks.
    package var blocks: [[UInt8]]?

    package init(
        size: PixelSize, bits: Int = 8, format: Int = 1, samples: Int = 3, photometric: Int = 2,
        extras: [Int] = [], tile: PixelSize? = nil, rowsPerStrip: Int = .max, kind: Int = 0
    ) {
        (self.size, self.bits, self.format, self.samples) = (size, bits, format, samples)
        (self.photometric, self.extras, self.tile) = (photometric, extras, tile)
        (self.rowsPerStrip, self.kind) = (rowsPerStrip, kind)
    }

    /// A sample of a pixel, in its lowest `bits` bits.
    package typealias Sample = (_ x: Int, _ y: Int, _ channel: Int) -> UInt64

    package func file(_ sample: @escaping Sample) -> [UInt8] { Self.file([(self, sample)]) }

    /// Returns the file with the directory before the pixels, which are lost if the file is
    /// truncated.
    package func fileWithDirectoryFirst(_ sample: @escaping Sample) -> [UInt8] {
        let pixels = blocks(sample)
        var empty = self
        // Empty blocks leave only the header and the directory, whose length stays the same.
        empty.blocks = pixels.map { _ in [] }
        let head = empty.file(sample).count
        var places: [Int] = []
        var place = head
        for block in pixels {
            places.append(place)
            place += block.count
        }
        empty.told = (places, pixels.map(\.count))
        return empty.file(sample) + pixels.flatMap { $0 }
    }

    package typealias Picture = (writer: TIFFWriter, sample: Sample)

    /// Returns a raster's red, green and blue in one strip; `compression` is the value in its
    /// directory.
    package static func picture(_ raster: Raster, compression: Int? = nil) -> Picture {
        var writer = TIFFWriter(size: raster.size)
        writer.compression = compression
        return (
            writer,
            { x, y, channel in
                UInt64(raster.pixels[(y * raster.size.width + x) * Raster.bytesPerPixel + channel])
            }
        )
    }

    /// Returns a file of several pictures, each with its own directory in the chain.
    package static func file(_ pictures: [Picture]) -> [UInt8] {
        guard let first = pictures.first?.writer else { return [] }
        var bytes = Array((first.isBigEndian ? "MM" : "II").utf8)
        bytes += first.number(first.isBig ? 43 : 42, bytes: 2)
        if first.isBig { bytes += first.number(8, bytes: 2) + first.number(0, bytes: 2) }
        var link = bytes.count
        bytes += first.number(0, bytes: first.wordBytes)
        for (writer, sample) in pictures {
            link = writer.append(to: &bytes, from: link, sample)
        }
        return bytes
    }

    private var wordBytes: Int { isBig ? 8 : 4 }

    private func number(_ number: Int, bytes count: Int) -> [UInt8] {
        word(UInt64(bitPattern: Int64(number)), bytes: count)
    }

    private func word(_ word: UInt64, bytes count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    /// Appends the picture, and links to its directory; returns the position of the next link.
    private func append(to bytes: inout [UInt8], from link: Int, _ sample: Sample) -> Int {
        var places: [Int] = []
        let blocks = blocks ?? self.blocks(sample)
        for block in blocks {
            places.append(bytes.count)
            bytes += block
        }
        var entries: [(tag: Int, type: Int, values: [Int])] = [
            (256, 4, [size.width]), (257, 4, [size.height]),
            (258, 3, Array(repeating: bits, count: samples)),
            (259, 3, [compression ?? (isPacked ? 32773 : 1)]),
            (262, 3, [photometric]), (274, 3, [orientation]), (277, 3, [samples]),
            (284, 3, [isPlanar ? 2 : 1]),
            (339, 3, Array(repeating: format, count: samples)),
        ]
        if kind != 0 { entries.append((254, 4, [kind])) }
        if !profile.isEmpty { entries.append((34675, 7, profile.map(Int.init))) }
        if density != (0, 0) {
            entries += [
                (282, 5, [density.across, 1]), (283, 5, [density.down, 1]),
                (296, 3, [densityUnit]),
            ]
        }
        if !extras.isEmpty { entries.append((338, 3, extras)) }
        if !palette.isEmpty { entries.append((320, 3, palette)) }
        let counts = told?.counts ?? blocks.map(\.count)
        places = told?.places ?? places
        if let tile {
            entries += [
                (322, 4, [tile.width]), (323, 4, [tile.height]), (324, isBig ? 16 : 4, places),
                (325, 4, counts),
            ]
        } else {
            entries += [
                (273, isBig ? 16 : 4, places), (278, 4, [min(rowsPerStrip, size.height)]),
                (279, 4, counts),
            ]
        }
        entries += shorts.map { ($0.key, 3, $0.value) } + longs.map { ($0.key, 4, $0.value) }
        entries += doubles.map { tag, values in
            (tag, 12, values.map { Int(bitPattern: UInt($0.bitPattern)) })
        }
        entries += texts.map { ($0.key, 2, $0.value.utf8.map(Int.init) + [0]) }
        return write(entries.sorted { $0.tag < $1.tag }, to: &bytes, from: link)
    }

    private func write(
        _ entries: [(tag: Int, type: Int, values: [Int])], to bytes: inout [UInt8], from link: Int
    ) -> Int {
        var directory = number(entries.count, bytes: isBig ? 8 : 2)
        for (tag, type, values) in entries {
            let valueBytes = [3: 2, 4: 4, 5: 4, 12: 8, 16: 8][type] ?? 1
            var value = values.flatMap { number($0, bytes: valueBytes) }
            if value.count > wordBytes {
                if bytes.count % 2 == 1 { bytes.append(0) }
                let place = bytes.count
                bytes += value
                value = number(place, bytes: wordBytes)
            }
            value += Array(repeating: 0, count: wordBytes - value.count)
            directory += number(tag, bytes: 2) + number(type, bytes: 2)
            // A ratio is two numbers.
            directory += number(type == 5 ? 1 : values.count, bytes: wordBytes) + value
        }
        if bytes.count % 2 == 1 { bytes.append(0) }
        bytes.replaceSubrange(
            link..<(link + wordBytes), with: number(bytes.count, bytes: wordBytes))
        bytes += directory
        bytes += number(0, bytes: wordBytes)
        return bytes.count - wordBytes
    }

    private func blocks(_ sample: Sample) -> [[UInt8]] {
        let strip = PixelSize(width: size.width, height: min(rowsPerStrip, size.height))
        let block = tile ?? strip
        let channels = isPlanar ? (0..<samples).map { [$0] } : [Array(0..<samples)]
        return channels.flatMap { channels in
            stride(from: 0, to: size.height, by: block.height).flatMap { top in
                stride(from: 0, to: size.width, by: block.width).map { left in
                    // A strip ends with the picture; a tile continues.
                    let height = tile == nil ? min(block.height, size.height - top) : block.height
                    return (top..<(top + height)).flatMap { y -> [UInt8] in
                        let row = row(y, left..<(left + block.width), channels, sample)
                        return isPacked ? Self.packed(row) : row
                    }
                }
            }
        }
    }

    private func row(
        _ y: Int, _ columns: Range<Int>, _ channels: [Int], _ sample: Sample
    ) -> [UInt8] {
        let numbers = columns.flatMap { x in channels.map { sample(x, y, $0) } }
        guard bits % 8 != 0 else { return numbers.flatMap { word($0, bytes: bits / 8) } }
        // The highest bit first, in either byte order.
        var bytes = [UInt8](repeating: 0, count: (numbers.count * bits + 7) / 8)
        for (index, number) in numbers.enumerated() {
            for bit in 0..<bits where number >> (bits - 1 - bit) & 1 == 1 {
                let place = index * bits + bit
                bytes[place / 8] |= 0x80 >> (place % 8)
            }
        }
        return bytes
    }

    /// PackBits: runs of equal bytes, and of others (TIFF 6.0, section 9).
    private static func packed(_ row: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        var start = 0
        while start < row.count {
            let equal = row[start...].prefix(128).prefix { $0 == row[start] }.count
            if equal > 1 {
                packed += [UInt8(bitPattern: Int8(1 - equal)), row[start]]
                start += equal
            } else {
                packed += [0, row[start]]
                start += 1
            }
        }
        return packed
    }
}
