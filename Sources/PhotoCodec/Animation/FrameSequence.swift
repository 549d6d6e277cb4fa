internal import Imaging

/// The frames of a GIF, WebP or APNG: pictures that are drawn over each other on a canvas.
///
/// A still file is a sequence of one frame.
struct FrameSequence: Sendable {
    /// The size of the canvas, before the orientation is applied.
    let size: PixelSize
    let frames: [Frame]
    /// The number of times the animation plays; `nil` if it repeats forever.
    let plays: Int?
    var orientation = Orientation.asStored
    var conversion: ColourConversion?
    /// The reader of a still picture's samples; `nil` for samples of at most 8 bits.
    var sampleReader: (any SampleReader)?
    /// True if the file's samples differ from the decoded 8-bit pixels.
    var hidesSamples = false
    /// The damage to the file's structure, such as missing frames; `nil` for no damage.
    var damage: Damage?
    /// Decodes a frame; the decoded picture has the size of the frame's area.
    let decode: @Sendable (_ frame: Int) throws(DecodingFailure) -> DecodedPicture

    /// A frame: its area, its duration, and its effect on the canvas.
    struct Frame: Sendable {
        /// The change to the canvas after the frame is shown and before the next frame is drawn.
        enum Disposal: Sendable {
            case keep
            /// Makes the frame's area transparent, as browsers do.
            case clear
            /// Restores the canvas to its contents before the frame.
            case restore
        }

        /// The frame's area on the canvas; the area may extend beyond the canvas.
        let area: PixelRect
        let delayMilliseconds: Int
        let disposal: Disposal
        /// True if the frame's pixels, even transparent ones, replace those of the canvas.
        let replaces: Bool

        init(
            _ area: PixelRect, delayMilliseconds: Int, _ disposal: Disposal, replaces: Bool
        ) {
            self.area = area
            self.delayMilliseconds = Self.shown(delayMilliseconds)
            self.disposal = disposal
            self.replaces = replaces
        }

        /// Returns the duration to show: 100 ms for frames of at most 10 ms, as browsers do.
        ///
        /// Files with shorter durations were made for viewers that could not draw faster.
        private static func shown(_ milliseconds: Int) -> Int {
            milliseconds <= 10 ? 100 : milliseconds
        }
    }

    /// Creates a sequence of one picture that is decoded in one piece.
    ///
    /// - Throws: `.tooLarge`, or `.damaged` if the size is empty.
    init(
        still size: PixelSize,
        _ decode: @escaping @Sendable () throws(DecodingFailure) -> DecodedPicture
    ) throws(DecodingFailure) {
        try DecodingLimits.checkOnePiece(size)
        self.init(
            size: size,
            frames: [Frame(PixelRect(size), delayMilliseconds: 0, .keep, replaces: true)], plays: 1,
            decode: { _ throws(DecodingFailure) in try decode() })
    }

    init(
        size: PixelSize, frames: [Frame], plays: Int?, orientation: Orientation = .asStored,
        conversion: ColourConversion? = nil,
        decode: @escaping @Sendable (_ frame: Int) throws(DecodingFailure) -> DecodedPicture
    ) {
        (self.size, self.frames, self.plays) = (size, frames, plays)
        (self.orientation, self.conversion) = (orientation, conversion)
        self.decode = decode
    }

    /// A sequence of only the first frame.
    var still: FrameSequence {
        var still = FrameSequence(
            size: size, frames: Array(frames.prefix(1)), plays: 1, orientation: orientation,
            conversion: conversion, decode: decode)
        (still.hidesSamples, still.sampleReader) = (hidesSamples, sampleReader)
        return still
    }
}
