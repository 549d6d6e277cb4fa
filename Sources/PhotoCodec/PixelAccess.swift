internal import Imaging
internal import JPEGTiling

/// The choice of the access to a picture's pixels.
///
/// A picture within the limits is decoded whole, once for each reduction; a larger one is decoded
/// in tiles, from random access to its file, or from data that are prepared first.
enum PixelAccess: Equatable {
    case whole
    /// The complete picture; small areas through an index, until the file proves to be damaged.
    case wholeOrAreas
    case tiles(Needed)
    /// Tiles, or the whole if the disk has no room for the preparation.
    case tilesOrWhole(Needed)

    /// The preparation that a file needs before its tiles can be decoded.
    enum Needed: Equatable {
        /// Any area can be decoded separately; only coarse copies are made in advance.
        case copies
        /// The rows are decompressed into a file.
        case spill
        /// An index of the positions in a JPEG's scan.
        case index
        /// A JPEG in several scans is transcoded to a single scan.
        case transcode
    }

    /// The preparation needed; `nil` for a picture that is decoded whole.
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
        // Longer pictures are decoded tile by tile, however few their pixels.
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

    /// True if a JPEG in several scans is transcoded.
    ///
    /// A JPEG that lacks some scans looks better decoded whole, because TurboJPEG smooths it, but
    /// this keeps all of its coefficients in memory.
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
    /// Returns the picture as a source of pixels.
    func source(within options: DecodingOptions) -> any ImageSource {
        guard let needed = PixelAccess(to: self, within: options).needed else {
            return PhotoFile(PyramidDecoder(pyramid: self), conversion: conversion)
        }
        return TiledPhoto(
            LevelPreparation(self, isSpilled: needed == .spill, within: options), within: options)
    }
}
