internal import Imaging
internal import JPEGTiling
internal import Synchronization

/// The source of a picture that is decoded whole, once for each reduction.
///
/// A small area of a large JPEG is decoded separately. A photo with a mirroring Exif orientation is
/// reduced before it is mirrored. If TurboJPEG reduces the photo, and a side is not a multiple of
/// the reduction, the result is shifted by less than one reduced pixel.
final class PhotoFile: ImageSource {
    let size: PixelSize

    private let picture: any WholePicture
    let conversion: ColourConversion?
    private let pictures = DecodedPictures()
    private let sampleReader: (any SampleReader)?
    private let areas: JPEGAreas?
    private let fault = Mutex<Damage?>(nil)

    /// Opens a photo; `conversion` converts the file's colours to sRGB, and is `nil` for sRGB.
    init(
        _ picture: any WholePicture, conversion: ColourConversion? = nil, areas: JPEGAreas? = nil
    ) {
        self.picture = picture
        self.conversion = conversion
        self.areas = areas
        sampleReader = picture.sampleReader
        size = picture.orientation.uprightSize(of: picture.storedSize)
    }

    var status: ImageSourceStatus {
        ImageSourceStatus(damage: picture.damage ?? fault.withLock { $0 })
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let grid = PixelRect(size.reduced(by: reduction))
        precondition(!area.isEmpty && grid.contains(area), "the area lies on the reduced photo")
        if !pictures.has(reduction), let region = areas?.part(of: area, reducedBy: reduction) {
            return region
        }
        let raster = try ownRaster(of: area, reducedBy: reduction)
        return RegionPixels(
            photo: size, reduction: reduction, area: area,
            raster: conversion?.converted(raster) ?? raster)
    }

    func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster? {
        let (reduction, area) = Resampler().source(for: window)
        if !pictures.has(reduction), let region = areas?.part(of: area, reducedBy: reduction) {
            return region.scaled(to: window, over: background, nil)
        }
        let raster = try ownRaster(of: area, reducedBy: reduction)
        return RegionPixels(photo: size, reduction: reduction, area: area, raster: raster)
            .scaled(to: window, over: background, conversion)
    }

    /// Returns an area of the reduced photo, in the file's colours.
    private func ownRaster(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> Raster {
        let whole = try whole(reducedBy: reduction)
        return area.size == whole.size ? whole : try cut(area, of: whole)
    }

    var hasPositions: Bool { sampleReader?.hasPositions ?? false }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let sample = try ownSample(at: point)
        return conversion?.described(sample) ?? sample
    }

    private func ownSample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let isConverted = conversion != nil
        let stored = picture.orientation.storedPoint(of: point, in: picture.storedSize)
        if let sampleReader {
            return try sampleReader.sample(at: stored, isConverted: isConverted)
        }
        if !pictures.has(.none), let sample = areas?.sample(at: point) { return sample }
        return PhotoSample(
            try whole(reducedBy: .none), at: point, isGray: picture.isGray, isConverted: isConverted
        )
    }

    private func whole(reducedBy reduction: Reduction) throws(DecodingFailure) -> Raster {
        if reduction == .none { areas?.close() }
        return try pictures.picture(at: reduction) { () throws(DecodingFailure) in
            let decoded = try picture.decode(reducedBy: reduction)
            if let damage = decoded.damage { fault.withLock { $0 = damage } }
            for smaller in decoded.smaller {
                pictures.keep(try upright(smaller.raster), at: smaller.reduction)
            }
            return try upright(decoded.raster)
        }
    }

    private func cut(_ area: PixelRect, of whole: Raster) throws(DecodingFailure) -> Raster {
        try MemoryCheck.canHold(area.size, of: size)
        return whole.cropped(to: area)
    }

    private func upright(_ raster: Raster) throws(DecodingFailure) -> Raster {
        guard picture.orientation != .asStored else { return raster }
        try MemoryCheck.canHold(raster.size, of: size)
        return picture.orientation.upright(raster)
    }
}

/// A picture that is decoded whole, at any reduction, before its orientation is applied.
protocol WholePicture: Sendable {
    var storedSize: PixelSize { get }
    var orientation: Orientation { get }
    /// True if a pixel of the file has a single sample besides alpha.
    var isGray: Bool { get }
    /// The reader of the file's samples; `nil` if decoded pixels are reported as samples.
    var sampleReader: (any SampleReader)? { get }
    /// The damage that is known without decoding the picture; `nil` for no known damage.
    ///
    /// The getter must not block.
    var damage: Damage? { get }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture
}

extension WholePicture {
    var damage: Damage? { nil }
}

/// The cached decodings of a photo, at most one for each reduction.
///
/// Concurrent requests for a reduction share one decoding, without delaying other reductions. The
/// newest picture is always cached, and older pictures up to `DecodingLimits.keptBytes`.
final class DecodedPictures: Sendable {
    private struct Entry {
        let reduction: Reduction
        let raster: Raster
    }

    /// A decoding that is in progress; its lock is held until the decoding ends.
    private final class InFlight: Sendable {
        let lock = Mutex(())
    }

    private let inFlight = Dictionary(
        uniqueKeysWithValues: Reduction.ofFiles.map { ($0, InFlight()) })
    /// The cached pictures, the newest last.
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
            keep(raster, at: reduction)
            return raster
        }
    }

    func has(_ reduction: Reduction) -> Bool { picture(at: reduction) != nil }

    private func picture(at reduction: Reduction) -> Raster? {
        entries.withLock { $0.first { $0.reduction == reduction }?.raster }
    }

    /// Caches a picture, unless one of this reduction is cached.
    func keep(_ raster: Raster, at reduction: Reduction) {
        entries.withLock { entries in
            guard !entries.contains(where: { $0.reduction == reduction }) else { return }
            while entries.reduce(0, { $0 + $1.raster.byteCount }) > DecodingLimits.keptBytes {
                entries.removeFirst()
            }
            entries.append(Entry(reduction: reduction, raster: raster))
        }
    }
}

/// A whole picture at one reduction, and the damage found in its file.
struct DecodedPicture: Sendable {
    let raster: Raster
    let damage: Damage?
    /// The same picture at stronger reductions, if they take little time beside `raster`.
    var smaller: [(reduction: Reduction, raster: Raster)] = []
}
