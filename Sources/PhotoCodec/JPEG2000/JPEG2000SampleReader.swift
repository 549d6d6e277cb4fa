internal import Imaging
internal import Synchronization

/// The samples of a JPEG 2000 as stored, of any depth, signed or unsigned.
///
/// The square of pixels that contains the last request is cached for requests nearby.
final class JPEG2000SampleReader: SampleReader {
    private static let side = 64

    private struct Square {
        let area: PixelRect
        let bits: Int
        /// The samples of each pixel, row after row.
        let values: [[Int]]
    }

    private let header: JPEG2000Header
    private let bytes: PhotoBytes
    private let kept = Mutex<Square?>(nil)

    init(_ header: JPEG2000Header, in bytes: PhotoBytes) {
        self.header = header
        self.bytes = bytes
    }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let square = try square(with: point)
        let offset =
            (point.y - square.area.minY) * square.area.size.width + point.x - square.area.minX
        return PhotoSample(
            values: square.values[offset], bits: square.bits, isConverted: isConverted)
    }

    private func square(with point: PixelPoint) throws(DecodingFailure) -> Square {
        let pixel = PixelRect(origin: point, size: PixelSize(width: 1, height: 1))
        return try kept.withLock { kept throws(DecodingFailure) in
            if let kept, kept.area.contains(pixel) { return kept }
            let corner = PixelPoint(
                x: point.x / Self.side * Self.side, y: point.y / Self.side * Self.side)
            let square = PixelRect(
                origin: corner, size: PixelSize(width: Self.side, height: Self.side))
            let new = try read(square.intersection(PixelRect(header.size)))
            kept = new
            return new
        }
    }

    private func read(_ area: PixelRect) throws(DecodingFailure) -> Square {
        try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            var damage = Damage.badData
            for decoded in header.requestedAreas(of: area, halved: 0) {
                let reader = try JPEG2000Reader(source, header.extent)
                guard reader.decode(decoded.stored, factor: 0), let image = reader.image,
                    let channels = JPEG2000Channels(image, header.colour, decoded)
                else {
                    damage = reader.damage
                    continue
                }
                return square(area, channels)
            }
            throw .damaged(damage)
        }
    }

    private func square(_ area: PixelRect, _ channels: JPEG2000Channels) -> Square {
        let values = (0..<area.size.height).flatMap { y in
            (0..<area.size.width).map { x in channels.samples(at: PixelPoint(x: x, y: y)) }
        }
        return Square(area: area, bits: channels.bits, values: values)
    }
}
