internal import CTIFF
internal import Imaging

extension PicturePyramid {
    /// Creates the pyramid of a page from its main picture and its smaller copies.
    ///
    /// `tone` is applied to samples that become 16-bit codes, after any other curve.
    init(
        _ found: TIFFPage, in bytes: PhotoBytes, through tone: ToneCurve? = nil
    ) throws(DecodingFailure) {
        let format = found.main.samples
        let isMeasured = if case .measured = format.dataType { true } else { false }
        let usesProfile = format.colour != .cmyk && !isMeasured && !format.isLab
        let conversion = found.profile.flatMap { profile in
            usesProfile
                ? ColourConversion(
                    .profile(profile), isGray: format.isGray, isHighBitDepth: format.isHighBitDepth)
                : nil
        }
        let tone = format.colour == .gray(isInverted: true) ? tone?.forInvertedSamples : tone
        var curve = conversion?.curve16
        let sampled = bytes.ranges == nil ? found.main : found.smallest
        if format.isHighBitDepth, format.colour == .gray(isInverted: false), found.profile == nil {
            curve = try TIFFPicture(
                sampled, in: bytes, pixels: TIFFPixels(format: sampled.samples)
            ).curveOfFewBits()
        }
        var pixels = TIFFPixels(format: format, curve: curve?.followed(by: tone) ?? tone)
        pixels.noValue = found.main.noValue
        if format.colour == .cmyk {
            pixels.cmyk = CMYKConverter(profile: found.profile, isInverted: false)
        }
        if isMeasured {
            pixels.limits = try IntensityRange(
                of: TIFFPicture(sampled, in: bytes, pixels: pixels).sampledValues())
        }
        self.init(
            main: found.picture(found.main, in: bytes, pixels: pixels),
            orientation: found.main.orientation, isGray: format.isGray, conversion: conversion)
        sampleReader = TIFFSampleReader(of: found.main, in: bytes)
        for layout in found.copies where layout.samples.isLike(format) && layout.access != .rows {
            guard found.canStandForMain(layout),
                let reduction = layout.reduction(of: found.main.size)
            else { continue }
            var pixels = pixels
            pixels.format = layout.samples
            copies[reduction] =
                copies[reduction] ?? found.picture(layout, in: bytes, pixels: pixels)
        }
    }
}

extension TIFFLayout {
    /// Returns the reduction from the size `whole` to this layout; `nil` if no reduction fits.
    ///
    /// The sides of a copy may be rounded up or down.
    fileprivate func reduction(of whole: PixelSize) -> Reduction? {
        Reduction.all.first { reduction in
            let factor = reduction.rawValue
            return factor > 1
                && [(size.width, whole.width), (size.height, whole.height)].allSatisfy {
                    $0 == $1 / factor || $0 == ($1 + factor - 1) / factor
                }
        }
    }
}

/// A page of a TIFF: a picture, its smaller copies and its masks.
struct TIFFPage: Sendable {
    var main: TIFFLayout
    var copies: [TIFFLayout] = []
    /// The transparency masks; each applies to the picture of the same size.
    fileprivate(set) var masks: [TIFFLayout] = []
    let profile: [UInt8]?
    /// The offsets of directories that contain further copies.
    fileprivate let subdirectories: [UInt64]

    /// The size of the page after the orientation is applied.
    private var size: PixelSize { main.orientation.uprightSize(of: main.size) }
    var pixelShape: PixelShape? { main.pixelShape?.upright(main.orientation) }

    /// The smallest copy that has random access and the main picture's type of samples.
    ///
    /// Without such a copy, the value is the main picture.
    fileprivate var smallest: TIFFLayout {
        let alike = copies.filter { $0.samples.isLike(main.samples) && $0.access != .rows }
        return alike.min { $0.size.width < $1.size.width } ?? main
    }

    /// Returns the size at which the page is shown.
    func size(under rule: PixelShapeRule) -> PixelSize {
        rule.size(of: size, pixelShape) ?? size
    }
}

/// The directories of a TIFF, as pages that can be shown.
struct TIFFDirectories {
    /// The pages, beginning with the first picture that is neither a copy nor a mask.
    ///
    /// If all pictures are copies, the first page is the first copy.
    let pages: [TIFFPage]
    /// True if the first page shows three bands as colours, and each other page shows one band.
    private var hasColourFirst = false

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        self = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            try TIFFDirectories(TIFFReader(source, fetching: bytes.ranges))
        }
    }

    private init(_ reader: TIFFReader) throws(DecodingFailure) {
        var pictures: [Found] = []
        var failure: DecodingFailure?
        for _ in 0..<DecodingLimits.tiffDirectories {
            guard let directory = reader.nextDirectory() else { break }
            guard directory.kind & TIFFLayout.maskKind == 0 else {
                let mask = try? TIFFLayout(directory, reader)
                if let mask, !pictures.isEmpty { pictures[pictures.count - 1].masks.append(mask) }
                continue
            }
            do throws(DecodingFailure) {
                pictures.append(try Found(directory, reader))
            } catch {
                failure = failure ?? error
            }
        }
        guard
            let first = pictures.firstIndex(where: { !$0.layout.isReduced })
                ?? pictures.indices.first
        else { throw failure ?? .damaged(reader.damage) }
        var pages = Self.pages(of: pictures, from: first)
        for number in pages.indices {
            for offset in pages[number].subdirectories {
                guard let directory = reader.selectDirectory(at: offset),
                    let layout = try? TIFFLayout(directory, reader)
                else { continue }
                pages[number].copies.append(layout)
            }
        }
        self.pages = pages.count == 1 ? pages[0].withPlanes(in: reader) : pages
        // The planes of a stack can be colours, but the bands of a page are gray.
        hasColourFirst =
            pages.count == 1 && self.pages.count > 1 && !pages[0].main.samples.isGray
            && self.pages[1].main.samples.isGray
    }

    /// Returns the pages, without pictures that are too large for a page after the first.
    ///
    /// A copy belongs to the page before it or, if there is none, to the first page.
    private static func pages(of pictures: [Found], from first: Int) -> [TIFFPage] {
        var pages: [TIFFPage] = []
        var isSkipped = false
        for (number, picture) in pictures.enumerated().dropFirst(first) {
            if number == first || !picture.layout.isReduced {
                isSkipped = number != first && !picture.layout.size.isOfPart
                if !isSkipped { pages.append(picture.page) }
            } else if !isSkipped {
                pages[pages.count - 1].copies.append(picture.layout)
                pages[pages.count - 1].masks += picture.masks
            }
        }
        pages[0].copies += pictures.prefix(first).map(\.layout).filter(\.isReduced)
        return pages
    }

    private struct Found {
        let layout: TIFFLayout
        /// The masks in the directories after this one.
        var masks: [TIFFLayout] = []
        let subdirectories: [UInt64]
        let profile: [UInt8]?

        /// Copies the values of a directory, because the next directory invalidates its pointers.
        init(_ directory: ctiff_directory, _ reader: TIFFReader) throws(DecodingFailure) {
            layout = try TIFFLayout(directory, reader)
            let count = min(Int(directory.subdirectory_count), DecodingLimits.tiffDirectories)
            subdirectories = Array(
                UnsafeBufferPointer(start: directory.subdirectories, count: count))
            let profileBytes = Int(directory.profile_bytes)
            let isUsable =
                directory.profile != nil && profileBytes <= EmbeddedProfile.limitBytes
            profile =
                isUsable
                ? Array(UnsafeRawBufferPointer(start: directory.profile, count: profileBytes)) : nil
        }

        var page: TIFFPage {
            TIFFPage(
                main: layout, masks: masks, profile: profile, subdirectories: subdirectories)
        }
    }
}

extension TIFFDirectories {
    /// Opens a file as a photo with all its pages.
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        do throws(DecodingFailure) {
            return try TIFFDirectories(bytes).source(of: bytes, within: options)
        } catch .unsupported(kind: .photo(.tiff)) where ctiff_library() != nil {
            let format = UnsupportedFormat(ofTIFF: bytes)
            throw .unsupported(kind: format.map(FileKind.unsupported) ?? .photo(.tiff))
        }
    }

    /// Opens a file that is read in ranges; `nil` if a page is rotated, or some view would need too
    /// many bytes.
    static func openRanged(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        let directories = try TIFFDirectories(bytes)
        guard directories.pages.allSatisfy(\.isReadByRanges) else { return nil }
        return try directories.source(of: bytes, within: options)
    }

    private func source(
        of bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let pages = pages
        let sizes = pages.map { $0.size(under: options.pixelShape) }
        var set = PageSet(sizes: sizes)
        set.firstBand = hasColourFirst ? 1 : 0
        return try MultipartPhoto.source(set) { number throws(DecodingFailure) in
            let page = pages[number]
            try DecodingLimits.check(
                page.main.size, hasBytes: bytes.count, forMinimum: page.main.minimumBytes)
            let open: HighBitDepthPhoto.Open = { tone throws(DecodingFailure) in
                let pyramid = try PicturePyramid(page, in: bytes, through: tone)
                return bytes.ranges == nil
                    ? pyramid.source(within: options) : RangedPicture(pyramid)
            }
            let photo =
                page.main.samples.gainsFromCurves ? try HighBitDepthPhoto(open) : try open(nil)
            return options.shaped(photo, page.pixelShape)
        }
    }
}
