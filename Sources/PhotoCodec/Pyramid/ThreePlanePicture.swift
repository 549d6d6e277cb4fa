internal import Imaging

/// A picture with one sample per pixel; the picture's values determine the range to show.
protocol AdjustablePicture: RegionPicture, SampleReader {
    /// Returns a copy that applies a curve to 16-bit values, from 0 (black) to 65535 (white).
    func through(_ curve: ToneCurve?) -> any RegionPicture
}

/// Three planes of a file as red, green and blue; each plane has its own range.
struct ThreePlanePicture: RegionPicture, SampleReader {
    private let planes: [any AdjustablePicture]
    /// The planes to decode; if a curve is set, the planes apply the curve.
    private let pictures: [any RegionPicture]

    /// Creates the picture.
    ///
    /// - Precondition: there are three planes of the same size.
    init(_ planes: [any AdjustablePicture]) { self.init(planes, pictures: planes) }

    private init(_ planes: [any AdjustablePicture], pictures: [any RegionPicture]) {
        (self.planes, self.pictures) = (planes, pictures)
    }

    func through(_ curve: ToneCurve?) -> ThreePlanePicture {
        ThreePlanePicture(planes, pictures: planes.map { $0.through(curve) })
    }

    var size: PixelSize { pictures[0].size }
    var hasAlpha: Bool { pictures[0].hasAlpha }
    var access: RegionAccess { pictures[0].access }
    var block: PixelSize { pictures[0].block }
    var isTiled: Bool { pictures[0].isTiled }
    /// The number of bytes needed to decode one plane, and to hold another plane's block.
    var unpackingBytes: Int {
        access == .blocks
            ? pictures[0].unpackingBytes + block.width * block.height * Raster.bytesPerPixel : 0
    }

    func expect(_ area: PixelRect) {
        for picture in pictures { picture.expect(area) }
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        var isOpaque = try pictures[0].decode(area, into: target, at: point, note: note)
        for (channel, picture) in pictures.enumerated().dropFirst() {
            let grays = try Raster.bytes(of: area.size) { bytes throws(DecodingFailure) in
                isOpaque =
                    try picture.decode(
                        area, into: PixelBlock(bytes, size: area.size), at: .origin, note: note)
                    && isOpaque
            }
            put(grays, of: area.size, in: channel, of: target, at: point)
        }
        return isOpaque
    }

    /// Writes one channel of the target's pixels.
    ///
    /// Hot: runs for each pixel of a colour picture.
    private func put(
        _ grays: [UInt8], of size: PixelSize, in channel: Int, of target: PixelBlock,
        at point: PixelPoint
    ) {
        grays.withUnsafeBufferPointer { grays in
            for row in 0..<size.height {
                guard let pixels = target.pixel(x: point.x, y: point.y + row) else { return }
                for column in 0..<size.width {
                    let gray = (row &* size.width &+ column) &* 4
                    pixels[column &* 4 &+ channel] = grays[gray]
                    // A pixel without a value in any plane is transparent.
                    if grays[gray &+ 3] == 0 { pixels[column &* 4 &+ 3] = 0 }
                }
            }
        }
    }

    var hasPositions: Bool { planes[0].hasPositions }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        var samples: [PhotoSample] = []
        for plane in planes {
            samples.append(try plane.sample(at: point, isConverted: isConverted))
        }
        return PhotoSample(
            values: samples.flatMap(\.values), bits: samples[0].bits, isConverted: isConverted,
            unit: samples[0].unit, position: samples[0].position)
    }
}
