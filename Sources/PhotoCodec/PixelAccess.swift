internal import Imaging
internal import JPEGTiling

/// The method of access to a picture's pixels.
///
/// A picture within the limits is decoded whole, once for each reduction. A larger picture is
/// decoded in tiles, directly from its file or from data that are prepared first.
enum PixelAccess: Equatable {
    case whole
    /// The whole picture; small areas are decoded with an index unless the file is damaged.
    case wholeOrAreas
    case tiles(Needed)
    /// Tiles, or the whole picture if the disk has no space for the preparation.
    case tilesOrWhole(Needed)

    /// The preparation that a file needs before its tiles can be decoded.
    enum Needed: Equatable {
        /// Smaller copies; any area can be decoded from the file.
        case copies
        /// A spill file of decompressed rows.
        case spill
        /// An index of the positions in a JPEG's scan.
        case index
        /// A transcoded copy, with a single scan, of a JPEG in several scans.
        case transcode
    }

    /// The necessary preparation; `nil` if the picture is decoded whole.
    var needed: Needed? {
        switch self {
        case .whole, .wholeOrAreas: nil
        case .tiles(let needed), .tilesOrWhole(let needed): needed
        }
    }

    init(to pyramid: PicturePyramid, within options: DecodingOptions) {
        guard options.areTooSmall(for: pyramid.size) else {
            self = .whole
            return
        }
        self = .tiles(pyramid.main.isInStrips ? .spill : .copies)
    }

    init(to jpeg: JPEGDecoder, within options: DecodingOptions) {
        let size = jpeg.header.frame.size
        // A picture with a longer side is decoded in tiles even if it has few pixels.
        let isShort = max(size.width, size.height) <= DecodingLimits.jpegSide
        let needed: Needed = jpeg.header.isSingleScan ? .index : .transcode
        let area = size.area ?? .max
        guard options.areTooSmall(for: size) || !isShort else {
            let hasAreas =
                needed == .index && area >= options.areaPixels
                && jpeg.bytes.withUnsafeBytes { jpeg.header.hasOnlyKnownSegments(in: $0) }
            self = hasAreas ? .wholeOrAreas : .whole
            return
        }
        self =
            isShort && area <= DecodingLimits.onePiecePixels
            ? .tilesOrWhole(needed) : .tiles(needed)
    }

    /// True if a JPEG in several scans is transcoded, false if it is decoded whole.
    ///
    /// A JPEG whose last scans are missing looks better decoded whole, because TurboJPEG smooths
    /// it. Decoding the whole photo keeps all coefficients in memory, so the photo must be small.
    static func isTranscoded(
        _ frame: JPEGFrame, hasAllScans: Bool, within options: DecodingOptions
    ) -> Bool {
        hasAllScans || frame.coefficientBytes > options.smoothedBytes
    }
}

extension RegionPicture {
    /// True if decoding a small area means decoding whole rows of the picture.
    var isInStrips: Bool { access == .rows || access == .blocks && !isTiled }
}

extension PicturePyramid {
    /// Returns the picture as an image source.
    func source(within options: DecodingOptions) -> any ImageSource {
        guard let needed = PixelAccess(to: self, within: options).needed else {
            let decoder = PyramidDecoder(
                pyramid: self, makesSmallerCopies: !options.isForOnePicture)
            return PhotoFile(decoder, conversion: conversion)
        }
        return TiledPhoto(
            LevelPreparation(self, isSpilled: needed == .spill, within: options), within: options)
    }
}
