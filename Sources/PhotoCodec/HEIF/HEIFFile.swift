internal import CHEIF
internal import Imaging

/// A HEIC or AVIF, and one of its pictures.
struct HEIFFile {
    /// The limit for a side in pixels; longer sides would overflow libheif's counters.
    private static let longestSide = 1 << 16 - 1
    /// The longest side, in pixels, of an input picture that is larger than the derived picture.
    ///
    /// Without this limit, a file of 761 bytes derived a picture of 64 × 64 from 4 gigapixels.
    private static let longestPartSide = 1 << 12

    private let picture: HEIFPicture
    private let colours: ColourDescription?
    private let conversion: ColourConversion?

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
        let hasHighRange = file.conversion?.hasHighRange ?? false
        if let gains, !hasHighRange {
            let picture = picture(of: gains, in: bytes, beside: file.colours)
            return try GainMappedPhoto.photo(file.source, picture)
        }
        guard file.conversion?.light16 != nil else { return file.source }
        return try HighBitDepthPhoto(hasHighRange: hasHighRange) { tone throws(DecodingFailure) in
            try HEIFFile(bytes, item, through: tone).source
        }
    }

    /// Returns the main picture in the file's colours.
    static func picture(_ bytes: PhotoBytes) throws(DecodingFailure) -> HEIFPicture {
        try HEIFFile(bytes, nil).picture
    }

    private var source: PhotoFile { PhotoFile(picture, conversion: conversion) }

    /// Returns the picture of a gain map, whose codes are not colours.
    private static func picture(
        of gains: HEIFGainMap, in bytes: PhotoBytes, beside base: ColourDescription?
    ) -> GainMapPicture {
        let bright = gains.map.appliesToBaseColours ? nil : gains.brightColours
        return GainMapPicture(gains.map, on: bright ?? base) { () throws(DecodingFailure) in
            guard let file = gains.file(in: bytes) else { throw .damaged(.noPixels) }
            let picture = try HEIFFile(file, nil, isGainMap: true).picture
            let size = picture.storedSize
            guard size.area ?? .max <= GainMapPicture.mostPixels else { throw .tooLarge(size) }
            return try picture.decode(reducedBy: .none).raster
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
        _ bytes: PhotoBytes, _ number: Int?, through tone: ToneCurve? = nil, isGainMap: Bool = false
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
        conversion =
            isGainMap
            ? nil
            : ColourConversion(
                colours, isGray: item.isGray, isHighBitDepth: colours?.isSpace == true && bits > 8)
        let dither = conversion?.light16(under: tone).map {
            HighBitDepthDither(light: $0, curve: tone)
        }
        // A profile describes codes of full range.
        let stretches = item.isNarrowGray && (isGainMap || colours?.isSpace == false)
        self.colours = colours
        picture = try HEIFPicture(
            of: size, stretch: stretches ? Self.stretch : nil,
            sampleReader: Self.sampleReader(bytes, number, size, bits, hasDither: dither != nil)
        ) { () throws(DecodingFailure) in
            try Self.decode(bytes, number, size, through: dither, isHighBitDepth: dither != nil)
        }
    }

    /// Returns a reader of samples of other than 8 bits; `nil` if pixels have the file's samples.
    private static func sampleReader(
        _ bytes: PhotoBytes, _ number: Int?, _ size: PixelSize, _ bits: Int, hasDither: Bool
    ) -> (any SampleReader)? {
        guard hasDither else { return bits != 8 ? NoSampleReader() : nil }
        return DecodedSamples(of: size, bits: bits) { rows throws(DecodingFailure) in
            try decode(bytes, number, size, isHighBitDepth: true).samples(of: rows)
        }
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

    /// Decodes a picture.
    ///
    /// If `isHighBitDepth` is true, samples keep the file's bit depth; otherwise they have 8 bits.
    private static func decode(
        _ bytes: PhotoBytes, _ number: Int?, _ size: PixelSize,
        through dither: HighBitDepthDither? = nil, isHighBitDepth: Bool
    ) throws(DecodingFailure) -> HEIFPixels {
        try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let item = HEIFItem(source, of: number)
            let side = longestSide(of: size, item)
            let reader = try reader(of: source, item, number, longestSide: side)
            defer { cheif_close(reader) }
            let pixels = HEIFPixels(
                reader, item, CodedPicture(source, of: number), size, through: dither,
                isHighBitDepth: isHighBitDepth)
            guard let pixels else { throw failure(of: reader, item) }
            return pixels
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
