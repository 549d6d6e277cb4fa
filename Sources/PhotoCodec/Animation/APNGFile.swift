internal import CPNG
internal import Imaging

/// The frames of an animated PNG (PNG specification, third edition, 4.9).
///
/// libpng decodes each frame from a separate PNG in memory. This PNG also contains the chunks of
/// the file that affect pixels.
struct APNGFile: Sendable {
    private struct Picture: Sendable {
        let size: PixelSize
        /// The ranges of the compressed pixels in the file, one for each chunk.
        var data: [Range<Int>] = []
    }

    let sequence: FrameSequence

    /// Reads the frames of a file; `nil` if the file is not animated or its canvas is too large.
    ///
    /// `still` is the picture that a decoder without animation shows.
    init?(_ still: PNGPicture, _ conversion: ColourConversion?) {
        let (bytes, size) = (still.bytes, still.size)
        guard let area = size.area, area <= DecodingLimits.animatedPixels else { return nil }
        let chunks = bytes.withUnsafeBytes { Chunks(ByteReader(bytes: $0), on: size) }
        guard let chunks, !chunks.frames.isEmpty else { return nil }
        var sequence = FrameSequence(size: size, frames: chunks.frames, plays: chunks.plays) {
            number throws(DecodingFailure) in
            let file = bytes.withUnsafeBytes { chunks.file(number, of: $0) }
            var frame = try PNGPicture(PhotoBytes(file))
            frame.dither = still.dither
            return try PyramidDecoder(pyramid: PicturePyramid(main: frame))
                .decode(reducedBy: .none)
        }
        sequence.orientation = still.header.orientation
        sequence.conversion = conversion
        sequence.hidesSamples = PNGSampleReader(still) != nil
        if chunks.lacksFrames { sequence.damage = .endsEarly }
        self.sequence = sequence
    }

    private struct Chunks {
        private(set) var frames: [FrameSequence.Frame] = []
        private(set) var plays: Int?
        private var pictures: [Picture] = []
        /// The ranges of the chunks that every frame needs, all of them before the first pixels.
        private var common: [Range<Int>] = []
        /// True if an `acTL` chunk was read; a file with pixels before that chunk is not animated.
        private var moves = false
        private var header = 0..<0
        /// The number of frames that the file declares in its `acTL` chunk.
        private var announced = 0
        private var isCutOff = false

        /// True if the file ends within a frame or before the last frame.
        var lacksFrames: Bool {
            isCutOff || frames.count < min(announced, DecodingLimits.animationFrames)
        }

        init?(_ file: ByteReader, on canvas: PixelSize) {
            for chunk in PNGChunks(file) {
                let start = chunk.offset + 8
                guard start < file.count else { break }
                // The last frame may be cut off: its first rows can still be decoded.
                let body = start..<min(start + chunk.byteCount, file.count)
                let isWhole = body.count == chunk.byteCount
                guard isWhole || Self.isPixels(body, of: file) else { break }
                guard read(body, of: file, on: canvas) else { break }
                isCutOff = !isWhole
            }
            // The last frame may have no pixels.
            if pictures.last?.data.isEmpty == true {
                pictures.removeLast()
                frames.removeLast()
            }
            guard moves, header.count == 13 else { return nil }
        }

        private static func isPixels(_ body: Range<Int>, of file: ByteReader) -> Bool {
            file.starts(with: "IDAT", at: body.lowerBound - 4)
                || file.starts(with: "fdAT", at: body.lowerBound - 4)
        }

        /// Reads a chunk; returns false if no further chunk can be read.
        private mutating func read(
            _ body: Range<Int>, of file: ByteReader, on canvas: PixelSize
        ) -> Bool {
            let start = body.lowerBound
            let name = { (name: StaticString) in file.starts(with: name, at: start - 4) }
            if name("IHDR") {
                header = body
            } else if name("acTL") {
                moves = true
                announced = file.uint32(at: start) ?? 0
                plays = file.uint32(at: start + 4).flatMap { $0 == 0 ? nil : $0 }
            } else if name("fcTL") {
                return readControl(at: start, of: file, on: canvas)
            } else if name("IDAT") {
                // Pixels without a preceding control chunk are for viewers that show no animations.
                if let last = pictures.indices.last { pictures[last].data.append(body) }
                return moves
            } else if name("fdAT"), body.count > 4 {
                if let last = pictures.indices.last {
                    pictures[last].data.append(body.dropFirst(4))
                }
            } else if name("PLTE") || name("tRNS") || name("gAMA") || name("sRGB") {
                common.append(body)
            }
            return true
        }

        private mutating func readControl(
            at start: Int, of file: ByteReader, on canvas: PixelSize
        ) -> Bool {
            guard frames.count < DecodingLimits.animationFrames,
                let width = file.uint32(at: start + 4), let height = file.uint32(at: start + 8),
                let x = file.uint32(at: start + 12), let y = file.uint32(at: start + 16),
                let delay = file.uint16(at: start + 20), let unit = file.uint16(at: start + 22),
                let disposal = file.byte(at: start + 24), let blend = file.byte(at: start + 25)
            else { return false }
            let area = PixelRect(x: x, y: y, width: width, height: height)
            // A control chunk without pixels before the next control chunk is an error.
            if pictures.last?.data.isEmpty == true { return false }
            guard !area.isEmpty, PixelRect(canvas).contains(area) else { return false }
            pictures.append(Picture(size: area.size))
            frames.append(
                FrameSequence.Frame(
                    area, delayMilliseconds: delay * 1000 / (unit == 0 ? 100 : unit),
                    disposal == 1 ? .clear : disposal == 2 ? .restore : .keep,
                    replaces: blend == 0))
            return true
        }

        /// Returns the bytes of a PNG file with one frame.
        func file(_ number: Int, of source: UnsafeRawBufferPointer) -> [UInt8] {
            let picture = pictures[number]
            var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            let count = (common + picture.data).reduce(0) { $0 + $1.count + 12 }
            file.reserveCapacity(count + 64)
            var head: [UInt8] = []
            for side in [picture.size.width, picture.size.height] {
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: side).bigEndian) { head += $0 }
            }
            head += source[header.dropFirst(8)]
            Self.append("IHDR", head[...], to: &file)
            for chunk in common {
                let name = String(
                    decoding: source[(chunk.lowerBound - 4)..<chunk.lowerBound], as: UTF8.self)
                Self.append(name, Array(source[chunk])[...], to: &file)
            }
            for part in picture.data { Self.append("IDAT", Array(source[part])[...], to: &file) }
            Self.append("IEND", [], to: &file)
            return file
        }

        private static func append(
            _ name: String, _ body: ArraySlice<UInt8>, to file: inout [UInt8]
        ) {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: body.count).bigEndian) { file += $0 }
            let start = file.count
            file += name.utf8
            file += body
            let sum = file[start...].withUnsafeBufferPointer {
                crc32(0, $0.baseAddress, uInt($0.count))
            }
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: sum).bigEndian) { file += $0 }
        }
    }
}
