internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// A JPEG or PNG as a source of pixels: decodes it whole at a reduction, once, and cuts areas out of that.
///
/// A photo that its EXIF block mirrors is reduced before it is mirrored, so where TurboJPEG reduces
/// and a side is no multiple of the reduction, its grid lies off by less than one reduced pixel.
final class PhotoFile: ImageSource {
    let size: PixelSize

    private let format: PhotoFormat
    let conversion: ColourConversion?
    private let pictures = DecodedPictures()
    private let fault = Mutex<Damage?>(nil)

    /// `conversion` leads from the file's colours to a screen's, if they differ.
    init(_ format: PhotoFormat, conversion: ColourConversion? = nil) {
        self.format = format
        self.conversion = conversion
        size = format.orientation.uprightSize(of: format.storedSize)
    }

    var status: ImageSourceStatus { ImageSourceStatus(damage: fault.withLock { $0 }) }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        let grid = PixelRect(size.reduced(by: reduction))
        precondition(!area.isEmpty && grid.contains(area), "the area lies on the reduced photo")
        let whole = try pictures.picture(at: reduction) { () throws(DecodingFailure) in
            try decode(reducedBy: reduction)
        }
        let raster = area == grid ? whole : try cut(area, of: whole)
        return PhotoPart(
            photo: size, reduction: reduction, area: area,
            raster: conversion?.converted(raster) ?? raster)
    }

    private func cut(_ area: PixelRect, of whole: Raster) throws(DecodingFailure) -> Raster {
        try MemoryCheck.canHold(area.size, of: size)
        return whole.cut(area)
    }

    private func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> Raster {
        let picture = try format.decode(reducedBy: reduction)
        if let damage = picture.damage { fault.withLock { $0 = damage } }
        guard format.orientation != .asStored else { return picture.raster }
        try MemoryCheck.canHold(picture.raster.size, of: size)
        return format.orientation.upright(picture.raster)
    }
}

/// The kinds of pictures that can be decoded.
enum PhotoFormat: Sendable {
    case jpeg(JPEGDecoder)
    case png(PNGDecoder)

    var storedSize: PixelSize {
        switch self {
        case .jpeg(let decoder): decoder.header.frame.size
        case .png(let decoder): decoder.header.size
        }
    }

    var orientation: Orientation {
        switch self {
        case .jpeg(let decoder): decoder.orientation
        case .png(let decoder): decoder.header.orientation
        }
    }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        switch self {
        case .jpeg(let decoder): try decoder.decode(reducedBy: reduction)
        case .png(let decoder): try decoder.decode(reducedBy: reduction)
        }
    }
}

/// What a photo's decodings left in memory: at most one picture for each reduction.
///
/// Those who ask for the same reduction at once share one decoding; other reductions do not wait for
/// it. The newest picture is kept whatever its size, older ones within `DecodingLimits.keptBytes`.
final class DecodedPictures: Sendable {
    private struct Kept {
        let reduction: Reduction
        let raster: Raster
    }

    /// Who decodes a reduction holds its turn.
    private final class Turn: Sendable {
        let lock = Mutex(())
    }

    private let turns = Reduction.allCases.map { (reduction: $0, turn: Turn()) }
    /// The newest last.
    private let kept = Mutex<[Kept]>([])

    func picture(
        at reduction: Reduction, otherwise decode: () throws(DecodingFailure) -> Raster
    ) throws(DecodingFailure) -> Raster {
        if let raster = picture(at: reduction) { return raster }
        return try turn(of: reduction).lock.withLock { _ throws(DecodingFailure) in
            if let raster = picture(at: reduction) { return raster }
            let raster = try decode()
            keep(Kept(reduction: reduction, raster: raster))
            return raster
        }
    }

    private func picture(at reduction: Reduction) -> Raster? {
        kept.withLock { $0.first { $0.reduction == reduction }?.raster }
    }

    private func turn(of reduction: Reduction) -> Turn {
        guard let entry = turns.first(where: { $0.reduction == reduction }) else {
            preconditionFailure("each reduction has its turn")
        }
        return entry.turn
    }

    private func keep(_ picture: Kept) {
        kept.withLock { kept in
            while kept.reduce(0, { $0 + $1.raster.byteCount }) > DecodingLimits.keptBytes {
                kept.removeFirst()
            }
            kept.append(picture)
        }
    }
}

/// A whole picture at one reduction, and what was wrong with its file.
struct DecodedPicture: Sendable {
    let raster: Raster
    let damage: Damage?
}
