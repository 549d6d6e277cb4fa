internal import CWebP
internal import Imaging

/// The structure of a WebP (RFC 9649): its frames, and the ranges of their pixels.
///
/// The program reads the container, a list of chunks; libwebp decodes one picture at a time.
struct WebPFile: Sendable {
    private struct Picture: Sendable {
        let size: PixelSize
        let bytes: Range<Int>
        let hasAlpha: Bool
    }

    let sequence: FrameSequence

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        guard cwebp_library() != nil else { throw .unsupported(kind: .photo(.webp)) }
        let chunks = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            try Chunks(source)
        }
        try DecodingLimits.checkOnePiece(chunks.size)
        let pictures = chunks.pictures
        var sequence = FrameSequence(size: chunks.size, frames: chunks.frames, plays: chunks.plays)
        {
            number throws(DecodingFailure) in
            try Self.decode(pictures[number], of: bytes)
        }
        sequence.orientation = chunks.orientation
        sequence.conversion = ColourConversion(
            chunks.profile.map(ColourDescription.profile), isGray: false, isHighBitDepth: false)
        if chunks.isCutOff { sequence.damage = .endsEarly }
        self.sequence = sequence
    }

    /// The chunks of a file, up to the first missing byte.
    private struct Chunks {
        var size = PixelSize(width: 0, height: 0)
        var pictures: [Picture] = []
        var frames: [FrameSequence.Frame] = []
        var plays: Int?
        var orientation = Orientation.asStored
        var profile: [UInt8]?
        /// True if an animation ends within a frame or before its last frame.
        var isCutOff = false

        init(_ source: UnsafeRawBufferPointer) throws(DecodingFailure) {
            let file = ByteReader(bytes: source, isLittleEndian: true)
            // libwebp finds the pixels of a still picture itself.
            if let picture = WebPFile.picture(source, in: 0..<source.count), !Self.moves(file) {
                size = picture.size
                pictures = [picture]
                frames = [
                    FrameSequence.Frame(
                        PixelRect(size), delayMilliseconds: 0, .keep, replaces: true)
                ]
            }
            var last: RIFFChunks.Chunk?
            for chunk in RIFFChunks(file, from: 12, to: file.count) {
                read(chunk, of: file)
                last = chunk
            }
            if let last, last.isNamed("ANMF") {
                isCutOff = last.isCutOff || Self.endsEarly(file)
            }
            guard !frames.isEmpty, !size.isEmpty else {
                throw .damaged(.noPicture)
            }
        }

        private static func moves(_ file: ByteReader) -> Bool {
            file.starts(with: "VP8X", at: 12) && (file.byte(at: 20) ?? 0) & 2 != 0
        }

        /// True if the file is shorter than its header says; a missing padding byte does not count.
        private static func endsEarly(_ file: ByteReader) -> Bool {
            file.uint32(at: 4).map { $0 + 7 > file.count } ?? false
        }

        private mutating func read(_ chunk: RIFFChunks.Chunk, of file: ByteReader) {
            let body = file.part(from: chunk.body.lowerBound, count: chunk.body.count)
            if chunk.isNamed("VP8X"), let width = body.uint24(at: 4),
                let height = body.uint24(at: 7)
            {
                if size.isEmpty { size = PixelSize(width: width + 1, height: height + 1) }
            } else if chunk.isNamed("ANIM"), let count = body.uint16(at: 4) {
                plays = count == 0 ? nil : count
            } else if chunk.isNamed("ANMF") {
                readFrame(chunk.body, of: file)
            } else if chunk.isNamed("ICCP"), body.count <= EmbeddedProfile.limitBytes {
                profile = Array(body.bytes)
            } else if chunk.isNamed("EXIF") {
                // Some writers begin the chunk with the identifier of JPEG's Exif segment.
                let skipped = body.starts(with: "Exif\0\0", at: 0) ? 6 : 0
                orientation = ExifOrientation.read(body.part(from: skipped, count: body.count))
            }
        }

        /// Reads a frame; skips it if it is damaged or extends beyond the canvas.
        private mutating func readFrame(_ range: Range<Int>, of file: ByteReader) {
            let body = file.part(from: range.lowerBound, count: range.count)
            guard frames.count < DecodingLimits.animationFrames,
                let x = body.uint24(at: 0), let y = body.uint24(at: 3),
                let width = body.uint24(at: 6), let height = body.uint24(at: 9),
                let delay = body.uint24(at: 12), let flags = body.byte(at: 15),
                let bytes = WebPFile.pixels(of: file, in: range.dropFirst(16)),
                let picture = WebPFile.picture(file.bytes, in: bytes)
            else { return }
            let area = PixelRect(x: x * 2, y: y * 2, width: width + 1, height: height + 1)
            guard picture.size == area.size, PixelRect(size).contains(area) else { return }
            pictures.append(picture)
            frames.append(
                FrameSequence.Frame(
                    area, delayMilliseconds: delay, flags & 1 == 0 ? .keep : .clear,
                    replaces: flags & 2 != 0))
        }
    }

    /// Returns the range of a frame's chunks that libwebp decodes; `nil` if there are no pixels.
    ///
    /// The range contains the pixels, and the alpha channel if it is stored separately.
    private static func pixels(of file: ByteReader, in range: Range<Int>) -> Range<Int>? {
        var start: Int?
        for chunk in RIFFChunks(file, from: range.lowerBound, to: range.upperBound) {
            if chunk.isNamed("ALPH") { start = start ?? chunk.body.lowerBound - 8 }
            if chunk.isNamed("VP8 ") || chunk.isNamed("VP8L") {
                return (start ?? chunk.body.lowerBound - 8)..<chunk.body.upperBound
            }
        }
        return nil
    }

    private static func picture(
        _ source: UnsafeRawBufferPointer, in range: Range<Int>
    ) -> Picture? {
        let bytes = UnsafeRawBufferPointer(rebasing: source[range])
        var found = cwebp_picture()
        guard cwebp_describe(bytes.baseAddress, bytes.count, &found) != 0, found.width > 0,
            found.height > 0
        else { return nil }
        return Picture(
            size: PixelSize(width: Int(found.width), height: Int(found.height)), bytes: range,
            hasAlpha: found.has_alpha != 0)
    }

    private static func decode(
        _ picture: Picture, of bytes: PhotoBytes
    ) throws(DecodingFailure) -> DecodedPicture {
        let size = picture.size
        try MemoryCheck.canHold(size, of: size)
        var outcome = cwebp_outcome()
        let pixels = Raster.bytes(of: size) { target in
            bytes.withUnsafeBytes { source in
                let bytes = UnsafeRawBufferPointer(rebasing: source[picture.bytes])
                outcome = cwebp_decode(
                    bytes.baseAddress, bytes.count, target.baseAddress, Int32(size.width),
                    Int32(size.height))
            }
            let written = max(0, Int(outcome.rows)) * size.width * Raster.bytesPerPixel
            UnsafeMutableBufferPointer(rebasing: target[written...]).update(repeating: 0)
        }
        if outcome.is_out_of_memory != 0 { throw .outOfMemory }
        let isWhole = Int(outcome.rows) == size.height
        guard outcome.rows > 0 else { throw .damaged(.incomplete) }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: isWhole && !picture.hasAlpha),
            damage: isWhole ? nil : .incomplete)
    }
}

/// The chunks in a range of a RIFF file; the last chunk may be cut off.
struct RIFFChunks: Sequence, IteratorProtocol {
    struct Chunk {
        let body: Range<Int>
        /// True if the chunk extends beyond the range that is read.
        let isCutOff: Bool
        fileprivate let file: ByteReader

        func isNamed(_ name: StaticString) -> Bool {
            file.starts(with: name, at: body.lowerBound - 8)
        }
    }

    private let file: ByteReader
    private var offset: Int
    private let end: Int

    init(_ file: ByteReader, from start: Int, to end: Int) {
        self.file = file
        offset = start
        self.end = Swift.min(end, file.count)
    }

    mutating func next() -> Chunk? {
        guard offset + 8 <= end, let count = file.uint32(at: offset + 4) else { return nil }
        let start = offset + 8
        // Chunks begin at even offsets.
        offset = start + count + count % 2
        return Chunk(
            body: start..<Swift.min(start + count, end), isCutOff: start + count > end, file: file)
    }
}

extension ByteReader {
    /// Returns an unsigned integer of three bytes, the lowest byte first; `nil` beyond the end.
    fileprivate func uint24(at offset: Int) -> Int? {
        guard let low = uint16(at: offset), let high = byte(at: offset + 2) else { return nil }
        return high << 16 | low
    }
}
