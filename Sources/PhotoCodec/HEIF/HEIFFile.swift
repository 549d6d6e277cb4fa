internal import CHEIF
internal import Imaging

/// A picture of a HEIC or AVIF, which libheif decodes in one piece.
struct HEIFFile {
    /// The limit for a side in pixels; longer sides would overflow libheif's counters.
    private static let longestSide = 1 << 16 - 1
    /// The longest side, in pixels, of an input picture that is larger than the derived picture.
    ///
    /// Without this limit, a file of 761 bytes derived a picture of 64 × 64 from 4 gigapixels.
    private static let longestPartSide = 1 << 12

    let sequence: FrameSequence
    private let colours: ColourDescription?

    /// Opens a file as a photo whose pages are its main picture and its other pictures.
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        guard cheif_library() != nil else { throw .unsupported(kind: .photo(.heif)) }
        let (pages, gains) = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let references = HEIFReferences(source)
            guard references.areWithinLimits else { throw .damaged(.nested) }
            return (try Self.pages(of: source, references), HEIFGainMap(source, references))
        }
        let sizes = pages.map { options.pixelShape.size(of: $0.size, $0.shape) ?? $0.size }
        return try MultipartPhoto.source(PageSet(sizes: sizes)) { number throws(DecodingFailure) in
            let photo = try page(pages[number].item, of: bytes, number == 0 ? gains : nil)
            return options.shaped(photo, pages[number].shape)
        }
    }

    private static func page(
        _ item: Int?, of bytes: PhotoBytes, _ gains: HEIFGainMap?
    ) throws(DecodingFailure) -> any ImageSource {
        let file = try HEIFFile(bytes, item)
        let conversion = file.sequence.conversion
        let hasHighRange = conversion?.hasHighRange ?? false
        if let gains, !hasHighRange {
            let picture = picture(of: gains, in: bytes, beside: file.colours)
            return try GainMappedPhoto.photo(file.sequence.source(), picture)
        }
        guard conversion?.light16 != nil else { return try file.sequence.source() }
        return try HighBitDepthPhoto(hasHighRange: hasHighRange) { tone throws(DecodingFailure) in
            try HEIFFile(bytes, item, through: tone).sequence.source()
        }
    }

    /// Returns the picture of a gain map, whose codes are not colours.
    private static func picture(
        of gains: HEIFGainMap, in bytes: PhotoBytes, beside base: ColourDescription?
    ) -> GainMapPicture {
        let bright = gains.map.appliesToBaseColours ? nil : gains.brightColours
        return GainMapPicture(gains.map, on: bright ?? base) { () throws(DecodingFailure) in
            guard let file = gains.file(in: bytes) else { throw .damaged(.noPixels) }
            let size = try HEIFFile(file, nil).sequence.size
            guard size.area ?? .max <= GainMapPicture.mostPixels else { throw .tooLarge(size) }
            let raster = try decode(file, nil, size, through: nil).raster
            guard file.withUnsafeBytes({ HEIFItem($0).isNarrowGray }) else { return raster }
            return stretch?.converted(raster) ?? raster
        }
    }

    /// The conversion of gray codes from narrow range to full range.
    private static let stretch = ColourConversion(
        .space(RGBSpace(primaries: .sRGB, curve: .sRGB, isNarrow: true)), isGray: true,
        isHighBitDepth: false)

    private typealias Page = (item: Int?, size: PixelSize, shape: PixelShape?)

    /// Returns the main picture, and the other pictures that libheif lists.
    private static func pages(
        of source: UnsafeRawBufferPointer, _ references: HEIFReferences
    ) throws(DecodingFailure) -> [Page] {
        let main = HEIFItem(source)
        if let canvas = main.excessiveCanvas { throw .tooLarge(canvas) }
        let reader = try reader(of: source, main)
        defer { cheif_close(reader) }
        var pages: [Page] = [(nil, size(of: reader, main), main.pixelShape)]
        for item in main.pages(references).dropFirst() where cheif_select(reader, Int64(item)) != 0
        {
            let picture = HEIFItem(source, of: item)
            let size = size(of: reader, picture)
            let isWithinLimits =
                !size.isEmpty && size.area ?? .max <= DecodingLimits.onePiecePixels
            if isWithinLimits { pages.append((item, size, picture.pixelShape)) }
        }
        return pages
    }

    private static func size(
        of reader: UnsafeMutablePointer<cheif_reader>, _ item: HEIFItem
    ) -> PixelSize {
        item.unusualSize
            ?? PixelSize(width: Int(reader.pointee.width), height: Int(reader.pointee.height))
    }

    /// Reads the picture with this number, or the main picture if the number is `nil`.
    ///
    /// - Precondition: the references between the file's pictures are within limits.
    private init(
        _ bytes: PhotoBytes, _ number: Int?, through tone: ToneCurve? = nil
    ) throws(DecodingFailure) {
        let (size, colours, bits, item) = try bytes.withUnsafeBytes {
            source throws(DecodingFailure) in
            let item = HEIFItem(source, of: number)
            let reader = try Self.reader(of: source, item, number)
            defer { cheif_close(reader) }
            return (
                Self.size(of: reader, item), Self.colours(of: reader, item),
                Int(reader.pointee.bits), item
            )
        }
        // A profile describes codes of full range.
        let stretch = item.isNarrowGray && colours?.isSpace == false ? Self.stretch : nil
        let conversion = ColourConversion(
            colours, isGray: item.isGray, isHighBitDepth: colours?.isSpace == true && bits > 8)
        let dither = conversion?.light16(under: tone).map {
            HighBitDepthDither(light: $0, curve: tone)
        }
        var sequence = try FrameSequence(still: size) { () throws(DecodingFailure) in
            let picture = try Self.decode(bytes, number, size, through: dither)
            guard let stretch else { return picture }
            return DecodedPicture(
                raster: stretch.converted(picture.raster), damage: picture.damage)
        }
        sequence.conversion = conversion
        if dither != nil {
            sequence.sampleReader = DecodedSamples(of: size, bits: bits) {
                rows throws(DecodingFailure) in
                try Self.withRows(bytes, number, size, isHighBitDepth: true) { decoded, _ in
                    decoded.samples(of: rows, width: size.width)
                }
            }
        }
        sequence.hidesSamples = bits != 8
        (self.sequence, self.colours) = (sequence, colours)
    }

    private static func reader(
        of source: UnsafeRawBufferPointer, _ item: HEIFItem, _ number: Int? = nil,
        longestSide: Int = longestSide
    ) throws(DecodingFailure) -> UnsafeMutablePointer<cheif_reader> {
        let reader = cheif_open(source.baseAddress, source.count, Int32(clamping: longestSide + 1))
        guard let reader else { throw .outOfMemory }
        guard reader.pointee.is_open != 0, cheif_select(reader, Int64(number ?? -1)) != 0 else {
            defer { cheif_close(reader) }
            throw failure(of: reader, item)
        }
        return reader
    }

    /// Returns the longest side that a picture of the file may have during decoding.
    ///
    /// A picture that is cropped or derived can have longer sides before the crop or derivation.
    private static func longestSide(of size: PixelSize, _ item: HEIFItem) -> Int {
        let sizes = item.sizes.filter { ($0.area ?? .max) <= DecodingLimits.onePiecePixels }
        let side = ([size] + sizes).map { max($0.width, $0.height) }.max() ?? 0
        return min(max(side, longestPartSide), longestSide)
    }

    /// Returns the picture's colours; `nil` if the file does not describe the colours.
    ///
    /// A profile has priority over code points (ISO/IEC 23000-22, 7.3.6.4).
    private static func colours(
        of reader: UnsafeMutablePointer<cheif_reader>, _ item: HEIFItem
    ) -> ColourDescription? {
        if let profile = profile(of: reader) { return .profile(profile) }
        return item.colours.flatMap {
            RGBSpace(primaries: $0.primaries, transfer: $0.transfer, isNarrow: item.isNarrowGray)
        }.map(ColourDescription.space)
    }

    private static func profile(of reader: UnsafeMutablePointer<cheif_reader>) -> [UInt8]? {
        let count = reader.pointee.profile_bytes
        guard (1...EmbeddedProfile.limitBytes).contains(count) else { return nil }
        var profile = [UInt8](repeating: 0, count: count)
        return cheif_read_profile(reader, &profile) != 0 ? profile : nil
    }

    private static func decode(
        _ bytes: PhotoBytes, _ number: Int?, _ size: PixelSize, through dither: HighBitDepthDither?
    ) throws(DecodingFailure) -> DecodedPicture {
        var isOpaque = true
        let pixels = try Raster.bytes(of: size) { target throws(DecodingFailure) in
            isOpaque = try withRows(bytes, number, size, isHighBitDepth: dither != nil) {
                rows, hasAlpha in
                rows.write(size, through: dither, to: target)
                return !hasAlpha
            }
        }
        return DecodedPicture(
            raster: Raster(size: size, pixels: pixels, isOpaque: isOpaque), damage: nil)
    }

    /// Decodes a picture, and passes its rows to `body`.
    ///
    /// If `isHighBitDepth` is true, samples keep the file's bit depth; otherwise they have 8 bits.
    private static func withRows<Result>(
        _ bytes: PhotoBytes, _ number: Int?, _ size: PixelSize, isHighBitDepth: Bool,
        _ body: (HEIFRows, _ hasAlpha: Bool) -> Result
    ) throws(DecodingFailure) -> Result {
        try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let item = HEIFItem(source, of: number)
            let side = longestSide(of: size, item)
            let reader = try reader(of: source, item, number, longestSide: side)
            defer { cheif_close(reader) }
            var pixels = cheif_decode(
                reader, Int32(size.width), Int32(size.height), isHighBitDepth ? 1 : 0)
            defer { cheif_release(reader, &pixels) }
            let rows = HEIFRows(pixels, isPremultiplied: reader.pointee.is_premultiplied != 0)
            guard let rows else { throw failure(of: reader, item) }
            return body(rows, reader.pointee.has_alpha != 0)
        }
    }

    /// Returns the failure for libheif's error: damage, a limit, or an unsupported kind of picture.
    private static func failure(
        of reader: UnsafeMutablePointer<cheif_reader>, _ item: HEIFItem
    ) -> DecodingFailure {
        let (code, subcode) = (Int(reader.pointee.code), Int(reader.pointee.subcode))
        let largest = item.sizes.max { ($0.area ?? .max) < ($1.area ?? .max) }
        if code == cheif_memory, subcode == cheif_over_limit, let largest {
            return .tooLarge(largest)
        }
        if let format = item.unsupportedFormat {
            return .unsupported(kind: .unsupported(format))
        }
        guard ![cheif_unsupported_file, cheif_unsupported_feature].contains(code) else {
            return .unsupported(kind: .unsupported(.otherHEIF))
        }
        let text = withUnsafeBytes(of: reader.pointee.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .damaged(Damage(library: text))
    }
}

/// The pixels that libheif decoded, as rows of samples.
private struct HEIFRows {
    private let pixels: cheif_pixels
    private let rows: UnsafePointer<UInt8>
    private let isPremultiplied: Bool

    /// Creates the rows of decoded pixels; `nil` if nothing is decoded.
    init?(_ pixels: cheif_pixels, isPremultiplied: Bool) {
        guard let rows = pixels.rows else { return nil }
        (self.pixels, self.rows, self.isPremultiplied) = (pixels, rows, isPremultiplied)
    }

    /// Writes all rows as 8-bit pixels; samples with more bits are converted by `dither`.
    func write(
        _ size: PixelSize, through dither: HighBitDepthDither?,
        to target: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let first = target.baseAddress else { return }
        // Each band is written by one thread.
        nonisolated(unsafe) let (rows, pixels) = (self, first)
        WorkThread.performInBands(of: size.height, rowBytes: size.width * Raster.bytesPerPixel) {
            rows.write($0, size.width, through: dither, to: pixels)
        }
    }

    private func write(
        _ band: Range<Int>, _ width: Int, through dither: HighBitDepthDither?,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let rowBytes = width * Raster.bytesPerPixel
        guard let dither else {
            for y in band {
                let row = target + y * rowBytes
                row.update(from: rows + y * Int(pixels.stride), count: rowBytes)
                if isPremultiplied { AssociatedAlpha.divide(row, count: width) }
            }
            return
        }
        withUnsafeTemporaryAllocation(byteCount: width * 8, alignment: 8) { row in
            guard let row = row.baseAddress else { return }
            for y in band {
                spread(y, width, to: row)
                if isPremultiplied { AssociatedAlpha.divideDeep(row, count: width) }
                dither.write(width, y: y, from: row, to: target + y * rowBytes)
            }
        }
    }

    /// Returns the pixels of some rows, in the format of `spread`.
    func samples(of rows: Range<Int>, width: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: rows.count * width * 8) { target, count in
            guard let target = UnsafeMutableRawPointer(target.baseAddress) else { return }
            for (index, y) in rows.enumerated() {
                spread(y, width, to: target + index * width * 8)
            }
            count = rows.count * width * 8
        }
    }

    /// Writes a row as pixels of four 16-bit big-endian samples.
    ///
    /// Hot: runs for each pixel of a converted picture with 10 or 12 bits.
    private func spread(_ y: Int, _ width: Int, to row: UnsafeMutableRawPointer) {
        let source = UnsafeRawPointer(rows + y * Int(pixels.stride))
        let (channels, bits) = (Int(pixels.channels), Int(pixels.bits))
        for pixel in 0..<width {
            for channel in 0..<4 {
                var number = UInt32(65535)
                if channel < channels {
                    let offset = (pixel &* channels &+ channel) &* 2
                    let stored = UInt32(
                        UInt16(
                            bigEndian: source.loadUnaligned(
                                fromByteOffset: offset, as: UInt16.self)))
                    // Repeating the highest bits below the lowest makes the largest sample 65535.
                    number = stored << UInt32(16 &- bits) | stored >> UInt32(2 &* bits &- 16)
                }
                row.storeBytes(
                    of: UInt16(truncatingIfNeeded: number).bigEndian,
                    toByteOffset: pixel &* 8 &+ channel &* 2, as: UInt16.self)
            }
        }
    }
}
