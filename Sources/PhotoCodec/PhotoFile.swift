internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// A JPEG, PNG, TIFF, FITS or JPEG 2000 as a source of pixels: decodes it whole at a reduction, once, and
/// crops areas from that.
///
/// A small area of a large JPEG is decoded without the rest.
///
/// A photo that its EXIF block mirrors is reduced before it is mirrored. If TurboJPEG reduces it and a
/// side is no multiple of the reduction, its grid is off by less than one reduced pixel.
final class PhotoFile: ImageSource {
    let size: PixelSize

    private let format: PhotoFormat
    let conversion: ColourConversion?
    private let pictures = DecodedPictures()
    private let numbers: (any FileNumbers)?
    private let areas: JPEGAreas?
    private let fault = Mutex<Damage?>(nil)

    /// `conversion` leads from the file's colours to a screen's, if they differ.
    init(
        _ format: PhotoFormat, conversion: ColourConversion? = nil, areas: JPEGAreas? = nil
    ) {
        self.format = format
        self.conversion = conversion
        self.areas = areas
        numbers = format.numbers
        size = format.orientation.uprightSize(of: format.storedSize)
    }

    var status: ImageSourceStatus { ImageSourceStatus(damage: fault.withLock { $0 }) }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        let grid = PixelRect(size.reduced(by: reduction))
        precondition(!area.isEmpty && grid.contains(area), "the area lies on the reduced photo")
        if !pictures.has(reduction), let part = areas?.part(of: area, reducedBy: reduction) {
            return part
        }
        let whole = try whole(reducedBy: reduction)
        let raster = area == grid ? whole : try cut(area, of: whole)
        return PhotoPart(
            photo: size, reduction: reduction, area: area,
            raster: conversion?.converted(raster) ?? raster)
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let isConverted = conversion != nil
        let stored = format.orientation.storedPoint(of: point, in: format.storedSize)
        if let numbers {
            return try numbers.sample(at: stored, isConverted: isConverted)
        }
        if !pictures.has(.none), let sample = areas?.sample(at: point) { return sample }
        return PhotoSample(
            try whole(reducedBy: .none), at: point, isGray: format.isGray, isConverted: isConverted)
    }

    private func whole(reducedBy reduction: Reduction) throws(DecodingFailure) -> Raster {
        if reduction == .none { areas?.close() }
        return try pictures.picture(at: reduction) { () throws(DecodingFailure) in
            try decode(reducedBy: reduction)
        }
    }

    private func cut(_ area: PixelRect, of whole: Raster) throws(DecodingFailure) -> Raster {
        try MemoryCheck.canHold(area.size, of: size)
        return whole.cropped(to: area)
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
    /// A PNG, TIFF or FITS, or a JPEG 2000.
    case pyramid(PyramidDecoder)

    var storedSize: PixelSize {
        switch self {
        case .jpeg(let decoder): decoder.header.frame.size
        case .pyramid(let decoder): decoder.pyramid.size
        }
    }

    var orientation: Orientation {
        switch self {
        case .jpeg(let decoder): decoder.orientation
        case .pyramid(let decoder): decoder.pyramid.orientation
        }
    }

    /// Whether a pixel of the file is one number.
    var isGray: Bool {
        switch self {
        case .jpeg(let decoder): decoder.header.frame.components.count == 1
        case .pyramid(let decoder): decoder.pyramid.isGray
        }
    }

    /// The numbers of the file; `nil` if its pixels are drawn in them.
    var numbers: (any FileNumbers)? {
        switch self {
        case .jpeg(let decoder): JPEGInks(decoder)
        case .pyramid(let decoder): decoder.pyramid.numbers
        }
    }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        switch self {
        case .jpeg(let decoder): try decoder.decode(reducedBy: reduction)
        case .pyramid(let decoder): try decoder.decode(reducedBy: reduction)
        }
    }
}

/// Cached decodings of a photo: at most one picture for each reduction.
///
/// Concurrent requests for a reduction share one decoding; other reductions do not wait for it. The
/// newest picture is kept whatever its size, older ones within `DecodingLimits.keptBytes`.
final class DecodedPictures: Sendable {
    private struct Entry {
        let reduction: Reduction
        let raster: Raster
    }

    /// Held while a reduction is being decoded.
    private final class InFlight: Sendable {
        let lock = Mutex(())
    }

    private let inFlight = Dictionary(
        uniqueKeysWithValues: Reduction.ofFiles.map { ($0, InFlight()) })
    /// The newest last.
    private let entries = Mutex<[Entry]>([])

    func picture(
        at reduction: Reduction, otherwise decode: () throws(DecodingFailure) -> Raster
    ) throws(DecodingFailure) -> Raster {
        if let raster = picture(at: reduction) { return raster }
        guard let inFlight = inFlight[reduction] else {
            preconditionFailure("there is one for each reduction")
        }
        return try inFlight.lock.withLock { _ throws(DecodingFailure) in
            if let raster = picture(at: reduction) { return raster }
            let raster = try decode()
            keep(Entry(reduction: reduction, raster: raster))
            return raster
        }
    }

    func has(_ reduction: Reduction) -> Bool { picture(at: reduction) != nil }

    private func picture(at reduction: Reduction) -> Raster? {
        entries.withLock { $0.first { $0.reduction == reduction }?.raster }
    }

    private func keep(_ picture: Entry) {
        entries.withLock { entries in
            while entries.reduce(0, { $0 + $1.raster.byteCount }) > DecodingLimits.keptBytes {
                entries.removeFirst()
            }
            entries.append(picture)
        }
    }
}

/// A whole picture at one reduction, and what was wrong with its file.
struct DecodedPicture: Sendable {
    let raster: Raster
    let damage: Damage?
}
