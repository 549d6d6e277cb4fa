internal import Imaging
internal import Synchronization

extension FrameSequence {
    /// Returns the image source of a GIF, WebP or APNG: the first frame, with all frames as pages.
    ///
    /// An animation whose canvas exceeds the limit for animations shows only its first frame.
    func source() throws(DecodingFailure) -> any ImageSource {
        let isSmall = size.area.map { $0 <= DecodingLimits.animatedPixels } ?? false
        let shown = isSmall ? self : still
        let frames = AnimationFrames(shown)
        let pages = PageSet(
            PhotoAnimation(delays: shown.frames.map(\.delayMilliseconds), plays: shown.plays))
        // Only one page is cached, because the next frame is drawn over the current frame.
        return try MultipartPhoto.source(pages, keeping: 1, damage: { frames.damage }) { number in
            PhotoFile(AnimationFrame(frames: frames, number: number), conversion: conversion)
        }
    }
}

/// The frames of a sequence, drawn in order and safe to use from several threads.
final class AnimationFrames: Sendable {
    let sequence: FrameSequence
    /// The composer of the frames.
    ///
    /// The lock is held while a frame is drawn, so only callers that need pixels may wait for it.
    private let composer: Mutex<FrameComposer>
    /// The damage found so far in the file's structure or in the drawn frames.
    ///
    /// The lock is never held during decoding.
    private let found: Mutex<Damage?>

    init(_ sequence: FrameSequence) {
        self.sequence = sequence
        composer = Mutex(FrameComposer(sequence))
        found = Mutex(sequence.damage)
    }

    /// The damage found so far; `nil` for no damage.
    ///
    /// The watchdog of a worker reads the damage without waiting for a frame.
    var damage: Damage? { found.withLock { $0 } }

    /// Returns the canvas after a frame is drawn on it.
    func picture(_ number: Int) throws(DecodingFailure) -> Raster {
        try composer.withLock { composer throws(DecodingFailure) in
            let picture = try composer.picture(number)
            let damage = composer.damage
            found.withLock { $0 = $0 ?? damage }
            return picture
        }
    }
}

/// A frame of an animation, as a picture that can only be decoded whole.
private struct AnimationFrame: WholePicture {
    let frames: AnimationFrames
    let number: Int

    var storedSize: PixelSize { frames.sequence.size }
    var orientation: Orientation { frames.sequence.orientation }
    var isGray: Bool { false }
    var sampleReader: (any SampleReader)? {
        frames.sequence.sampleReader ?? (frames.sequence.hidesSamples ? NoSampleReader() : nil)
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

/// A reader that reports no samples, for files whose samples differ from the decoded 8-bit pixels.
struct NoSampleReader: SampleReader {
    func sample(at point: PixelPoint, isConverted: Bool) -> PhotoSample { .unknown }
}
