internal import Imaging
internal import Synchronization

extension FrameSequence {
    /// Returns a GIF, WebP or APNG as a source of pixels: its first frame, and its frames as pages.
    ///
    /// An animation with a canvas too large to redraw shows only its first frame.
    func source() throws(DecodingFailure) -> any ImageSource {
        let isSmall = size.area.map { $0 <= DecodingLimits.animatedPixels } ?? false
        let shown = isSmall ? self : still
        let frames = AnimationFrames(shown)
        let pages = PageSet(
            PhotoAnimation(delays: shown.frames.map(\.delayMilliseconds), plays: shown.plays))
        // The next frame is drawn over this one, so no other picture is worth keeping.
        return try MultipartPhoto.source(pages, keeping: 1, damage: { frames.damage }) { number in
            PhotoFile(AnimationFrame(frames: frames, number: number), conversion: conversion)
        }
    }
}

/// The frames of a sequence, drawn in order.
final class AnimationFrames: Sendable {
    let sequence: FrameSequence
    /// Held while a frame is drawn, so only callers that want pixels may wait for it.
    private let composer: Mutex<FrameComposer>
    /// The damage found in the file's structure or in the frames drawn so far; never locked during
    /// decoding.
    private let found: Mutex<Damage?>

    init(_ sequence: FrameSequence) {
        self.sequence = sequence
        composer = Mutex(FrameComposer(sequence))
        found = Mutex(sequence.damage)
    }

    /// Returns at once: the watchdog of a worker reads it while a frame is being decoded.
    var damage: Damage? { found.withLock { $0 } }

    /// Returns the canvas with a frame on it.
    func picture(_ number: Int) throws(DecodingFailure) -> Raster {
        try composer.withLock { composer throws(DecodingFailure) in
            let picture = try composer.picture(number)
            let damage = composer.damage
            found.withLock { $0 = $0 ?? damage }
            return picture
        }
    }
}

/// A frame as a picture that is decoded whole.
private struct AnimationFrame: WholePicture {
    let frames: AnimationFrames
    let number: Int

    var storedSize: PixelSize { frames.sequence.size }
    var orientation: Orientation { frames.sequence.orientation }
    var isGray: Bool { false }
    var numbers: (any SampleReader)? {
        frames.sequence.numbers ?? (frames.sequence.hidesNumbers ? NoSampleReader() : nil)
    }
    var damage: Damage? { frames.damage }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        let picture = try frames.picture(number)
        let reduced =
            reduction == .none
            ? picture : picture.means(over: reduction, orientation: orientation)
        return DecodedPicture(raster: reduced, damage: frames.damage)
    }
}

/// The sample reader for a file whose stored samples differ from the decoded 8-bit pixels.
private struct NoSampleReader: SampleReader {
    func sample(at point: PixelPoint, isConverted: Bool) -> PhotoSample { .unknown }
}
