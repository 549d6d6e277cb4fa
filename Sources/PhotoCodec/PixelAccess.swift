internal import Imaging
internal import JPEGTiling

/// How the pixels of a picture are reached: the one place that decides.
///
/// A picture within the limits is decoded whole, at each reduction once; of a larger one tiles are made,
/// of what can be reached in its file, or of what is prepared of it first.
enum PixelAccess: Equatable {
    case whole
    case tiles(Preparation)
    /// Tiles, or the whole if the disk has no room for what is prepared.
    case tilesOrWhole(Preparation)

    /// What is made of a file before its tiles can be.
    enum Preparation: Equatable {
        /// Any area is decoded by itself; only coarse reductions are made ahead.
        case none
        /// Its rows are unpacked into a file.
        case spill
        /// Where each part of a JPEG's scan begins is noted.
        case index
        /// A JPEG in several scans becomes one in a single scan.
        case transcode
    }

    /// `nil` for a picture that is decoded whole from the start.
    var preparation: Preparation? {
        switch self {
        case .whole: nil
        case .tiles(let preparation), .tilesOrWhole(let preparation): preparation
        }
    }

    init(to pyramid: PicturePyramid, within options: DecodingOptions) {
        guard options.areTooSmall(for: pyramid.size) else {
            self = .whole
            return
        }
        self = .tiles(pyramid.main.isInStrips ? .spill : .none)
    }

    init(to jpeg: JPEGDecoder, within options: DecodingOptions) {
        let size = jpeg.header.frame.size
        // Longer ones are decoded tile by tile, however few their pixels.
        let isShort = max(size.width, size.height) <= DecodingLimits.jpegSide
        let preparation: Preparation = jpeg.header.isSingleScan ? .index : .transcode
        let area = size.area ?? .max
        guard options.areTooSmall(for: size) || !isShort else {
            self = .whole
            return
        }
        self =
            isShort && area <= DecodingLimits.onePiecePixels
            ? .tilesOrWhole(preparation) : .tiles(preparation)
    }
}

extension RegionPicture {
    /// Whether a small area costs whole rows of it.
    var isInStrips: Bool { access == .rows || access == .blocks && !isTiled }
}

extension PicturePyramid {
    /// The picture as a source of pixels.
    func source(within options: DecodingOptions) -> any ImageSource {
        guard let preparation = PixelAccess(to: self, within: options).preparation else {
            return PhotoFile(PyramidDecoder(pyramid: self), conversion: conversion)
        }
        return TiledPhoto(
            PyramidTiles(self, isSpilled: preparation == .spill, within: options),
            conversion: conversion, within: options)
    }
}
