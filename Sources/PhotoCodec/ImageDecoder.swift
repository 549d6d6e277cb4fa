internal import CHEIF
internal import CJPEG2000
internal import CJXL
internal import CLCMS
internal import CPNG
internal import CTIFF
internal import CWebP
package import Files
package import Imaging
internal import JPEGTiling

/// Opens photos: the entry point of this module.
package enum ImageDecoder {
    /// The photo in `bytes`, of which only the headers are read now.
    package static func open(
        _ bytes: PhotoBytes, within means: DecodingOptions = DecodingOptions()
    ) throws(DecodingFailure) -> any ImageSource {
        switch FileSignature.kind(of: bytes) {
        case .jpeg:
            let decoder = try jpeg(bytes, within: means)
            return try source(decoder, conversion: conversion(decoder), within: means)
        case .png: return try png(bytes, within: means)
        case .tiff:
            do throws(DecodingFailure) {
                return try tiff(bytes, within: means)
            } catch .unsupported(kind: .tiff) where ctiff_library() != nil {
                let format = UnsupportedFormat(ofTIFF: bytes)
                throw .unsupported(kind: format.map(FileKind.unsupported) ?? .tiff)
            }
        case .gif: return try gif(bytes)
        case .webp: return try WebPFile(bytes).sequence.source()
        case .fits: return try fits(bytes, within: means)
        case .jpeg2000: return try jpeg2000(bytes, within: means)
        case .heif: return try HEIFFile(bytes).sequence.source()
        case .jpegXL: return try JXLFile(bytes).sequence.source()
        case let kind: throw .unsupported(kind: kind)
        }
    }

    /// The photo in bytes that are still coming; `nil` if it is small or of another kind.
    ///
    /// - Throws: what is wrong with its header, even if only bytes are missing.
    package static func openArriving(
        _ bytes: PhotoBytes, within means: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        guard FileSignature.kind(of: bytes) == .jpeg else { return nil }
        let decoder = try jpeg(bytes, within: means)
        guard means.areTooSmall(for: decoder.header.frame.size), decoder.header.isSingleScan,
            let tiles = JPEGTiles(inOneScan: decoder, within: means)
        else { return nil }
        let photo = TiledPhoto(tiles, conversion: conversion(decoder), within: means)
        photo.start()
        return photo
    }

    /// A file's kind by its first bytes, if the libraries of that are loaded only for such photos.
    package static func libraries(of file: OpenFile) -> FileKind? {
        let kind = FileSignature.kind(of: PhotoBytes(file.start(signatureBytes)))
        return switch kind {
        case .tiff, .webp, .heif, .jpegXL, .jpeg2000: kind
        default: nil
        }
    }

    /// Enough for the brands of an ISO media file.
    private static let signatureBytes = 256

    /// Loads them, for a process that will not be able to.
    package static func loadLibraries(of kind: FileKind) {
        switch kind {
        case .tiff: _ = CodecLibraries.tiffVersion
        case .webp: _ = CodecLibraries.webpVersion
        case .jpeg2000: _ = CodecLibraries.jpeg2000Version
        case .heif: _ = CodecLibraries.heifVersion
        case .jpegXL: _ = CodecLibraries.jxlVersion
        default: break
        }
    }

    private static func source(
        _ jpeg: JPEGDecoder, conversion: ColourConversion?, within means: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let size = jpeg.header.frame.size
        // Longer ones are decoded tile by tile, however few their pixels.
        let isShort = max(size.width, size.height) <= DecodingLimits.jpegSide
        guard means.areTooSmall(for: size) || !isShort else {
            let areas = JPEGAreas(of: jpeg, conversion: conversion, within: means)
            return PhotoFile(jpeg, conversion: conversion, areas: areas)
        }
        let isSmall = isShort && (size.area.map { $0 <= DecodingLimits.onePiecePixels } ?? false)
        do throws(DecodingFailure) {
            if let tiles = try tiles(of: jpeg, within: means) {
                return TiledPhoto(tiles, conversion: conversion, within: means)
            }
        } catch .noRoom where isSmall {
            // It is decoded whole instead.
        }
        guard isSmall else { throw .tooLarge(size) }
        return PhotoFile(jpeg, conversion: conversion)
    }

    /// `nil` for a kind of JPEG that cannot be tiled.
    private static func tiles(
        of jpeg: JPEGDecoder, within means: DecodingOptions
    ) throws(DecodingFailure) -> JPEGTiles? {
        jpeg.header.isSingleScan
            ? JPEGTiles(inOneScan: jpeg, within: means)
            : try JPEGTiles(inScans: jpeg, within: means)
    }

    private static func png(
        _ bytes: PhotoBytes, within means: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        var picture = try PNGPicture(bytes)
        let header = picture.header
        try check(header.size, hasBytes: bytes.count, forMinimum: header.minimumBytes)
        let profile = bytes.withUnsafeBytes { EmbeddedProfile.bytes(ofPNG: $0) }
        // Gray or not: libpng ignores profiles of the other kind.
        let conversion = profile.flatMap {
            ColourConversion($0, isGray: true, isDeep: header.isDeep)
        }
        picture.hasProfile = profile != nil
        picture.curve = conversion?.deepCurve
        if let animated = APNGFile(picture, conversion) { return try animated.sequence.source() }
        let still = picture
        guard header.isDeep else {
            return source(PicturePyramid(still, conversion: conversion), within: means)
        }
        return try DeepPhoto { tone in
            source(
                PicturePyramid(still.through(tone), conversion: conversion), within: means)
        }
    }

    private static func gif(_ bytes: PhotoBytes) throws(DecodingFailure) -> any ImageSource {
        let sequence = try GIFFile(bytes).sequence
        guard let area = sequence.size.area, area <= DecodingLimits.onePiecePixels else {
            throw .tooLarge(sequence.size)
        }
        return try sequence.source()
    }

    private static func tiff(
        _ bytes: PhotoBytes, within means: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let pages = try TIFFDirectories(bytes).pages
        return try MultipartPhoto.source(PhotoParts(sizes: pages.map(\.size))) {
            number throws(DecodingFailure) in
            let page = pages[number]
            try check(
                page.main.size, hasBytes: bytes.count, forMinimum: page.main.minimumBytes)
            guard page.main.samples.hasDepth else {
                return source(try PicturePyramid(page, in: bytes), within: means)
            }
            return try DeepPhoto { tone throws(DecodingFailure) in
                source(try PicturePyramid(page, in: bytes, through: tone), within: means)
            }
        }
    }

    private static func jpeg2000(
        _ bytes: PhotoBytes, within means: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let header = try JPEG2000Header(bytes)
        try check(header.size, hasBytes: bytes.count, forMinimum: header.minimumBytes)
        guard header.isDeep else {
            return source(PicturePyramid(header, in: bytes), within: means)
        }
        return try DeepPhoto { tone throws(DecodingFailure) in
            source(PicturePyramid(header, in: bytes, through: tone), within: means)
        }
    }

    private static func fits(
        _ bytes: PhotoBytes, within means: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let file = try FITSFile(bytes)
        guard !file.planes.isEmpty else { throw .unsupported(kind: .fits) }
        let planes = file.planes
        return try MultipartPhoto.source(PhotoParts(sizes: planes.sizes)) {
            number throws(DecodingFailure) in
            let (image, plane) = planes[number]
            let start = image.offset + plane * image.planeBytes
            try check(image.size, hasBytes: bytes.count - start, forMinimum: image.planeBytes)
            let picture = try FITSPicture(image, plane: plane, in: bytes)
            return try DeepPhoto { tone in
                let pyramid = PicturePyramid(
                    main: picture.through(tone), orientation: .flipped, isGray: true,
                    numbers: picture)
                return source(pyramid, within: means)
            }
        }
    }

    private static func source(
        _ pyramid: PicturePyramid, within means: DecodingOptions
    ) -> any ImageSource {
        guard means.areTooSmall(for: pyramid.size) else {
            return PhotoFile(PyramidDecoder(pyramid: pyramid), conversion: pyramid.conversion)
        }
        return TiledPhoto(
            PyramidTiles(pyramid, within: means), conversion: pyramid.conversion, within: means)
    }

    /// CMYK is converted while it is decoded.
    private static func conversion(_ jpeg: JPEGDecoder) -> ColourConversion? {
        let channels = jpeg.header.frame.components.count
        guard channels != 4 else { return nil }
        return jpeg.bytes.withUnsafeBytes { EmbeddedProfile.bytes(ofJPEG: $0) }
            .flatMap { ColourConversion($0, isGray: channels == 1, isDeep: false) }
    }

    private static func jpeg(
        _ bytes: PhotoBytes, within means: DecodingOptions
    ) throws(DecodingFailure) -> JPEGDecoder {
        let header = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            try JPEGHeader(source)
        }
        try check(header.frame.size, hasBytes: bytes.count, forMinimum: header.frame.minimumBytes)
        return JPEGDecoder(bytes: bytes, header: header, partBytes: means.partBytes)
    }

    /// Refuses a large photo whose bytes cannot hold even an eighth of it.
    private static func check(
        _ size: PixelSize, hasBytes count: Int, forMinimum minimum: Int
    ) throws(DecodingFailure) {
        guard let area = size.area, area <= DecodingLimits.photoPixels else {
            throw .tooLarge(size)
        }
        guard area <= DecodingLimits.triedPixels || count >= minimum / 8 else {
            throw .tooLarge(size)
        }
    }
}

/// Versions of the codec libraries; TurboJPEG reports none.
package enum CodecLibraries {
    package static var pngVersion: String {
        png_get_libpng_ver(nil).map { String(cString: $0) } ?? ""
    }

    /// Reads it from the library's file: its functions do not tell; empty if it is not there.
    package static var jpegVersion: String { TurboJPEGVersion.found ?? "" }

    /// Loads the library; empty if it is missing.
    package static var tiffVersion: String {
        let text = String(cString: ctiff_version())
        // "LIBTIFF, Version 4.5.0", and a copyright in further lines.
        return String(text.prefix { $0 != "\n" }.split(separator: " ").last ?? "")
    }

    /// Loads the library; empty if it is missing.
    package static var webpVersion: String {
        let number = cwebp_version()
        return number == 0 ? "" : "\(number >> 16).\(number >> 8 & 255).\(number & 255)"
    }

    /// Loads the library; empty if it is missing.
    package static var jpeg2000Version: String { String(cString: cjp2_version()) }

    /// Loads the library; empty if it is missing.
    package static var heifVersion: String {
        let number = cheif_version()
        return number == 0 ? "" : "\(number >> 24).\(number >> 16 & 255).\(number >> 8 & 255)"
    }

    /// Loads the library; empty if it is missing.
    package static var jxlVersion: String {
        let number = cjxl_version()
        return number == 0
            ? "" : "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }

    /// From a number such as 2140.
    package static var colourVersion: String {
        let number = cmsGetEncodedCMMversion()
        return "\(number / 1000).\(number % 1000 / 10)"
    }
}
