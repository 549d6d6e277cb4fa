internal import Imaging
internal import Synchronization

/// A GIF, WebP or APNG as a source of pixels: its first frame, and its frames as parts.
final class FramedPhoto: ImageSource {
    let size: PixelSize
    let parts: PhotoParts

    private let sequence: FrameSequence
    /// Held while a frame is drawn, so only callers that want pixels may wait for it.
    private let drawing: Mutex<Drawing>
    /// Found in the file's structure, or in the frames drawn so far; never held while a decoder works.
    private let damage: Mutex<Damage?>

    private struct Drawing {
        var composer: FrameComposer
        /// What was shown last, upright: a pan asks for it again.
        var last: (frame: Int, reduction: Reduction, raster: Raster)?
    }

    /// An animation whose canvas is too large to be drawn again and again shows its first frame.
    init(_ sequence: FrameSequence) {
        let isSmall = sequence.size.area.map { $0 <= DecodingLimits.animatedPixels } ?? false
        let sequence = isSmall ? sequence : sequence.still
        self.sequence = sequence
        size = sequence.orientation.uprightSize(of: sequence.size)
        let delays = sequence.frames.map(\.delayMilliseconds)
        parts =
            delays.count > 1
            ? PhotoParts(PhotoAnimation(delays: delays, plays: sequence.plays)) : .one
        damage = Mutex(sequence.damage)
        drawing = Mutex(Drawing(composer: FrameComposer(sequence)))
    }

    /// Answers at once: the watchdog of a worker asks while a frame is being decoded.
    var status: ImageSourceStatus { ImageSourceStatus(damage: damage.withLock { $0 }) }

    func part(_ number: Int) -> any ImageSource {
        precondition((0..<parts.count).contains(number), "it has that frame")
        return number == 0 ? self : Frame(photo: self, number: number)
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        try pixels(of: area, reducedBy: reduction, frame: 0)
    }

    private func pixels(
        of area: PixelRect, reducedBy reduction: Reduction, frame: Int
    ) throws(DecodingFailure) -> PhotoPart {
        let grid = PixelRect(size.reduced(by: reduction))
        precondition(!area.isEmpty && grid.contains(area), "the area lies on the reduced photo")
        let whole = try whole(frame, reducedBy: reduction)
        let raster = area == grid ? whole : whole.cropped(to: area)
        return PhotoPart(
            photo: size, reduction: reduction, area: area,
            raster: sequence.conversion?.converted(raster) ?? raster)
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try sample(at: point, frame: 0)
    }

    private func sample(at point: PixelPoint, frame: Int) throws(DecodingFailure) -> PhotoSample {
        guard !sequence.hidesNumbers else { return .unknown }
        return PhotoSample(
            try whole(frame, reducedBy: .none), at: point, isGray: false,
            isConverted: sequence.conversion != nil)
    }

    /// All of a frame, upright, in the file's colours.
    private func whole(
        _ frame: Int, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> Raster {
        try drawing.withLock { drawing throws(DecodingFailure) in
            if let last = drawing.last, last.frame == frame, last.reduction == reduction {
                return last.raster
            }
            let picture = try drawing.composer.picture(frame)
            let found = drawing.composer.damage
            damage.withLock { $0 = $0 ?? found }
            let orientation = sequence.orientation
            let reduced =
                reduction == .none
                ? picture : picture.means(over: reduction, orientation: orientation)
            let raster = orientation.upright(reduced)
            drawing.last = (frame, reduction, raster)
            return raster
        }
    }

    /// A frame of it other than the first.
    private struct Frame: ImageSource {
        let photo: FramedPhoto
        let number: Int

        var size: PixelSize { photo.size }
        var status: ImageSourceStatus { photo.status }
        var parts: PhotoParts { photo.parts }

        func part(_ number: Int) -> any ImageSource { photo.part(number) }

        func pixels(
            of area: PixelRect, reducedBy reduction: Reduction
        ) throws(DecodingFailure) -> PhotoPart {
            try photo.pixels(of: area, reducedBy: reduction, frame: number)
        }

        func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
            try photo.sample(at: point, frame: number)
        }
    }
}
