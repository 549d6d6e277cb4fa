internal import Imaging

/// The structure of a GIF (GIF89a specification): its frames, and the offsets of their pixels.
///
/// The program reads GIF without giflib, which would be another dependency. The format has few
/// types of blocks, and the decompressor is short.
struct GIFFile: Sendable {
    private struct Picture: Sendable {
        let area: PixelRect
        let isInterlaced: Bool
        /// The offset of the first colour and the number of colours; `nil` if there is no palette.
        let palette: (offset: Int, count: Int)?
        let transparent: Int?
        /// The offset of the byte that contains the code size, before the compressed data.
        let dataOffset: Int
    }

    /// The values of a graphic control extension, which apply to the next picture.
    private struct Control {
        var delayMilliseconds = 0
        var disposal = FrameSequence.Frame.Disposal.keep
        var transparent: Int?
    }

    private(set) var sequence: FrameSequence

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        var blocks = Blocks()
        bytes.withUnsafeBytes { blocks.read(ByteReader(bytes: $0, isLittleEndian: true)) }
        guard let first = blocks.pictures.first else {
            throw .damaged(.noPicture)
        }
        // A canvas that is smaller than the first picture grows to the size of the picture.
        let size = PixelSize(
            width: max(blocks.size.width, first.area.maxX),
            height: max(blocks.size.height, first.area.maxY))
        let pictures = blocks.pictures
        sequence = FrameSequence(
            size: size, frames: blocks.frames, plays: blocks.plays
        ) { number throws(DecodingFailure) in
            try Self.decode(pictures[number], of: bytes)
        }
        if blocks.isCutOff { sequence.damage = .endsEarly }
    }

    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let sequence = try GIFFile(bytes).sequence
        guard let area = sequence.size.area, area <= DecodingLimits.onePiecePixels else {
            throw .tooLarge(sequence.size)
        }
        return try sequence.source()
    }

    /// The blocks of a file, up to its end or the first invalid block.
    private struct Blocks {
        var size = PixelSize(width: 0, height: 0)
        var pictures: [Picture] = []
        var frames: [FrameSequence.Frame] = []
        /// The number of plays, as in `FrameSequence`; 1 in a file without the loop extension.
        var plays: Int? = 1
        /// True if the file ends within a block; a missing end marker alone does not count.
        private(set) var isCutOff = false
        private var control = Control()
        private var offset = 13

        mutating func read(_ file: ByteReader) {
            guard let width = file.uint16(at: 6), let height = file.uint16(at: 8),
                let flags = file.byte(at: 10)
            else { return }
            size = PixelSize(width: width, height: height)
            let palette = palette(flags, at: offset)
            offset += (palette?.count ?? 0) * 3
            while frames.count < DecodingLimits.animationFrames, readBlock(of: file, palette) {}
        }

        private func palette(_ flags: Int, at offset: Int) -> (offset: Int, count: Int)? {
            flags & 0x80 == 0 ? nil : (offset, 2 << (flags & 7))
        }

        /// Reads a block; returns false at the end of the file or at an invalid block.
        private mutating func readBlock(
            of file: ByteReader, _ common: (offset: Int, count: Int)?
        ) -> Bool {
            switch file.byte(at: offset) {
            // Some writers insert an empty block.
            case 0x00:
                offset += 1
                return true
            case 0x21: return readExtension(of: file)
            case 0x2C: return readPicture(of: file, common)
            default: return false
            }
        }

        private mutating func readExtension(of file: ByteReader) -> Bool {
            guard let label = file.byte(at: offset + 1) else {
                isCutOff = true
                return false
            }
            let body = offset + 2
            if label == 0xF9, let flags = file.byte(at: body + 1),
                let hundredths = file.uint16(at: body + 2), let index = file.byte(at: body + 4)
            {
                control = Control(
                    delayMilliseconds: hundredths * 10, disposal: Self.disposal(flags >> 2 & 7),
                    transparent: flags & 1 == 1 ? index : nil)
            }
            let isLoop = ["NETSCAPE2.0", "ANIMEXTS1.0"].contains {
                file.starts(with: $0, at: body + 1)
            }
            if label == 0xFF, isLoop, file.byte(at: body + 12) == 3, file.byte(at: body + 13) == 1,
                let again = file.uint16(at: body + 14)
            {
                // The file stores the number of plays after the first one.
                plays = again == 0 ? nil : again + 1
            }
            offset = body
            return skipData(of: file)
        }

        private static func disposal(_ number: Int) -> FrameSequence.Frame.Disposal {
            switch number {
            case 2: .clear
            // Early writers stored 4 instead of 3.
            case 3, 4: .restore
            default: .keep
            }
        }

        private mutating func readPicture(
            of file: ByteReader, _ common: (offset: Int, count: Int)?
        ) -> Bool {
            guard let x = file.uint16(at: offset + 1), let y = file.uint16(at: offset + 3),
                let width = file.uint16(at: offset + 5), let height = file.uint16(at: offset + 7),
                let flags = file.byte(at: offset + 9)
            else {
                isCutOff = true
                return false
            }
            let own = palette(flags, at: offset + 10)
            offset += 10 + (own?.count ?? 0) * 3
            guard file.byte(at: offset) != nil else {
                isCutOff = true
                return false
            }
            let area = PixelRect(x: x, y: y, width: width, height: height)
            // A frame larger than the limit for animated canvases is skipped.
            let limit =
                pictures.isEmpty ? DecodingLimits.onePiecePixels : DecodingLimits.animatedPixels
            if let pixels = area.size.area, pixels > 0, pixels <= limit {
                pictures.append(
                    Picture(
                        area: area, isInterlaced: flags & 0x40 != 0, palette: own ?? common,
                        transparent: control.transparent, dataOffset: offset))
                frames.append(
                    FrameSequence.Frame(
                        area, delayMilliseconds: control.delayMilliseconds, control.disposal,
                        replaces: false))
            }
            control = Control()
            offset += 1
            return skipData(of: file)
        }

        /// Skips data blocks up to an empty block; returns false if there is no empty block.
        private mutating func skipData(of file: ByteReader) -> Bool {
            while let count = file.byte(at: offset) {
                offset += count + 1
                if count == 0 { return true }
            }
            // The picture is whole if only the empty block is missing.
            isCutOff = offset > file.count
            return false
        }
    }

    private static func decode(
        _ picture: Picture, of bytes: PhotoBytes
    ) throws(DecodingFailure) -> DecodedPicture {
        let size = picture.area.size
        try MemoryCheck.canHold(size, of: size)
        var count = 0
        let pixels = Raster.bytes(of: size) { target in
            let indices = UnsafeMutableBufferPointer<UInt8>.allocate(
                capacity: size.width * size.height)
            defer { indices.deallocate() }
            bytes.withUnsafeBytes { file in
                var unpacker = GIFUnpacker(file, at: picture.dataOffset)
                count = unpacker.unpack(into: indices)
                let colours = colours(of: picture, in: file)
                write(indices, count: count, of: picture, colours, to: target)
            }
        }
        guard count > 0 else { throw .damaged(.noPixels) }
        let isWhole = count == size.width * size.height
        return DecodedPicture(
            raster: Raster(
                size: size, pixels: pixels, isOpaque: isWhole && picture.transparent == nil),
            damage: isWhole ? nil : .endsEarly)
    }

    /// Returns the 256 palette colours with red in the lowest byte; grays if there is no palette.
    private static func colours(of picture: Picture, in file: UnsafeRawBufferPointer) -> [UInt32] {
        let opaque: UInt32 = 0xFF00_0000
        let reader = ByteReader(bytes: file)
        var colours = (0..<256).map { index -> UInt32 in
            guard let (offset, count) = picture.palette else {
                return opaque | UInt32(index) * 0x10101
            }
            let position = offset + index * 3
            guard index < count, let red = reader.byte(at: position),
                let green = reader.byte(at: position + 1), let blue = reader.byte(at: position + 2)
            else { return opaque }
            return opaque | UInt32(blue) << 16 | UInt32(green) << 8 | UInt32(red)
        }
        if let transparent = picture.transparent { colours[transparent] = 0 }
        return colours
    }

    /// Writes the colours of indices; pixels for which the file has no index are transparent.
    ///
    /// Hot: runs for each pixel of a frame. `count` is the number of decoded indices.
    private static func write(
        _ indices: UnsafeMutableBufferPointer<UInt8>, count: Int, of picture: Picture,
        _ colours: [UInt32], to target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let (width, height) = (picture.area.size.width, picture.area.size.height)
        let rows = picture.isInterlaced ? interlacedRows(height) : Array(0..<height)
        target.withMemoryRebound(to: UInt32.self) { pixels in
            // Each band is written by one thread.
            nonisolated(unsafe) let (indices, pixels) = (indices, pixels)
            WorkThread.performInBands(of: height, rowBytes: width * Raster.bytesPerPixel) { band in
                colours.withUnsafeBufferPointer { colours in
                    for index in band {
                        let from = index &* width
                        let known = min(max(0, count &- from), width)
                        let into = rows[index] &* width
                        for column in 0..<known {
                            pixels[into &+ column] = UInt32(
                                littleEndian: colours[Int(indices[from &+ column])])
                        }
                        for column in known..<width { pixels[into &+ column] = 0 }
                    }
                }
            }
        }
    }

    /// Returns the row numbers in the order in which an interlaced file stores the rows.
    private static func interlacedRows(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
            Array(stride(from: start, to: height, by: step))
        }
    }
}

/// A decompressor for the colour indices of a GIF picture (LZW, GIF89a appendix F).
struct GIFUnpacker {
    private static let codeLimit = 1 << 12
    /// The number of bytes that are read or copied at once.
    private static let wordBytes = 8

    private let file: UnsafeRawBufferPointer
    private var offset: Int
    /// The number of remaining bytes of the current data block.
    private var blockBytes = 0
    /// The next bits; bits above `bitCount` may be set, and are read again.
    private var bits: UInt64 = 0
    private var bitCount = 0
    private let codeBits: Int

    /// Creates a decompressor; `offset` is the offset of the byte with the code size.
    init(_ file: UnsafeRawBufferPointer, at offset: Int) {
        self.file = file
        codeBits = offset < file.count ? Int(file[offset]) : 0
        self.offset = offset + 1
    }

    /// Writes indices until the target is full or the data end or are invalid.
    ///
    /// Hot. The target already contains the string of each code: a new code stands for the previous
    /// code's string and the index after it.
    ///
    /// - Returns: the number of indices.
    mutating func unpack(into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard (1...8).contains(codeBits) else { return 0 }
        let clear = 1 << codeBits
        let strings = UnsafeMutableBufferPointer<(start: UInt32, count: UInt32)>.allocate(
            capacity: Self.codeLimit)
        strings.initialize(repeating: (0, 0))
        defer { strings.deallocate() }
        var (next, width, count) = (clear &+ 2, codeBits &+ 1, 0)
        var previous: (start: Int, count: Int)?
        while count < target.count, let code = readCode(width) {
            if code == clear {
                (next, width, previous) = (clear &+ 2, codeBits &+ 1, nil)
                continue
            }
            if code == clear &+ 1 { break }
            let start = count
            if code < clear {
                target[count] = UInt8(truncatingIfNeeded: code)
                count &+= 1
            } else {
                guard let last = previous, code <= next, code < Self.codeLimit else { break }
                let string =
                    code < next
                    ? (start: Int(strings[code].start), count: Int(strings[code].count))
                    : (start: last.start, count: last.count &+ 1)
                let copied = min(string.count, target.count &- count)
                Self.copy(copied, from: string.start, to: count, in: target)
                count &+= copied
            }
            if let previous, next < Self.codeLimit {
                strings[next] = (
                    UInt32(truncatingIfNeeded: previous.start),
                    UInt32(truncatingIfNeeded: previous.count &+ 1)
                )
                next &+= 1
            }
            if next == 1 << width, width < 12 { width &+= 1 }
            previous = (start, count &- start)
        }
        return count
    }

    /// Copies a string that may overlap the target; bytes after the copy may change.
    @inline(__always)
    private static func copy(
        _ count: Int, from start: Int, to end: Int, in target: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard end &- start >= wordBytes, end &+ count &+ wordBytes <= target.count else {
            for index in 0..<count { target[end &+ index] = target[start &+ index] }
            return
        }
        let bytes = UnsafeMutableRawBufferPointer(target)
        for index in stride(from: 0, to: count, by: wordBytes) {
            let word = bytes.loadUnaligned(fromByteOffset: start &+ index, as: UInt64.self)
            bytes.storeBytes(of: word, toByteOffset: end &+ index, as: UInt64.self)
        }
    }

    /// Returns the next code of `width` bits; `nil` at the end of the data.
    @inline(__always)
    private mutating func readCode(_ width: Int) -> Int? {
        while bitCount < width {
            if blockBytes == 0 {
                guard offset < file.count, file[offset] > 0 else { return nil }
                blockBytes = Int(file[offset])
                offset &+= 1
            }
            guard offset < file.count else { return nil }
            let isWhole = blockBytes >= Self.wordBytes && offset &+ Self.wordBytes <= file.count
            let word =
                isWhole
                ? UInt64(
                    littleEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                : UInt64(file[offset])
            let byteCount = isWhole ? (63 &- bitCount) / 8 : 1
            bits |= word << UInt64(bitCount)
            offset &+= byteCount
            blockBytes &-= byteCount
            bitCount &+= byteCount &* 8
        }
        let code = Int(bits & (1 << UInt64(width) &- 1))
        bits >>= UInt64(width)
        bitCount &-= width
        return code
    }
}
