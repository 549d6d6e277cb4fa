internal import Imaging

/// The frames of a GIF, WebP or APNG: pictures that are drawn over each other on a canvas.
///
/// A still file is a sequence of one frame.
struct FrameSequence: Sendable {
    /// The size of the canvas, as stored.
    let size: PixelSize
    let frames: [Frame]
    /// The number of plays; `nil` if endless.
    let plays: Int?
    var orientation = Orientation.asStored
    var conversion: ColourConversion?
    /// The reader of a still picture's samples, if they have more than 8 bits.
    var numbers: (any SampleReader)?
    /// True if the file's samples differ from the decoded 8-bit pixels.
    var hidesNumbers = false
    /// The damage after the first frame that the file's structure shows, such as missing frames.
    var damage: Damage?
    /// Decodes the pixels of a frame, at the size of its area.
    let decode: @Sendable (_ frame: Int) throws(DecodingFailure) -> DecodedPicture

    /// A frame, and its effect on the canvas.
    struct Frame: Sendable {
        /// The treatment of its pixels before the next frame.
        enum Disposal: Sendable {
            case keep
            /// Clears the frame's area: transparent, as in browsers, whatever colour the file
            /// names.
            case clear
            /// Restores the canvas from before the frame.
            case restore
        }

        /// The area on the canvas, which may extend beyond the edges.
        let area: PixelRect
        let delayMilliseconds: Int
        let disposal: Disposal
        /// True if its pixels, even transparent ones, replace those below them.
        let replaces: Bool

        init(
            _ area: PixelRect, delayMilliseconds: Int, _ disposal: Disposal, replaces: Bool
        ) {
            self.area = area
            self.delayMilliseconds = Self.shown(delayMilliseconds)
            self.disposal = disposal
            self.replaces = replaces
        }

        /// Returns 100 ms for frames of at most 10 ms, as browsers do: such files were made for
        /// slow viewers.
        private static func shown(_ milliseconds: Int) -> Int {
            milliseconds <= 10 ? 100 : milliseconds
        }
    }

    /// Creates a sequence of one picture, decoded in one piece.
    ///
    /// - Throws: `.tooLarge`, or `.damaged` if it has no pixels.
    init(
        still size: PixelSize,
        _ decode: @escaping @Sendable () throws(DecodingFailure) -> DecodedPicture
    ) throws(DecodingFailure) {
        // A library may report any size for a damaged header.
        guard size.width > 0, size.height > 0 else {
            throw .damaged(.noPixels)
        }
        guard let area = size.area, area <= DecodingLimits.onePiecePixels else {
            throw .tooLarge(size)
        }
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

    /// The first frame only.
    var still: FrameSequence {
        var still = FrameSequence(
            size: size, frames: Array(frames.prefix(1)), plays: 1, orientation: orientation,
            conversion: conversion, decode: decode)
        (still.hidesNumbers, still.numbers) = (hidesNumbers, numbers)
        return still
    }
}
