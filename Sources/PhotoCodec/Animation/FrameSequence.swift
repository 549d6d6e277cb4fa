internal import Imaging

/// The frames of a GIF, WebP or APNG: pictures that are drawn over each other on a canvas.
///
/// A file without movement is a sequence of one.
struct FrameSequence: Sendable {
    /// The canvas, as it is stored.
    let size: PixelSize
    let frames: [Frame]
    /// The number of plays; `nil` for endless.
    let plays: Int?
    var orientation = Orientation.asStored
    var conversion: ColourConversion?
    /// The file's numbers of a picture that does not move, if they have more than 8 bits.
    var numbers: (any SampleReader)?
    /// True if the file has other numbers than the pixels of 8 bits that are decoded.
    var hidesNumbers = false
    /// The fault after the first frame that the file's structure shows: frames that are missing or were not
    /// decoded yet.
    var damage: Damage?
    /// The pixels of a frame, of the size of its area.
    let decode: @Sendable (_ frame: Int) throws(DecodingFailure) -> DecodedPicture

    /// A frame, and what it does to the canvas.
    struct Frame: Sendable {
        /// The treatment of its pixels before the next frame.
        enum Disposal: Sendable {
            case keep
            /// Its area is cleared: transparent, as browsers do, whatever colour the file names.
            case clear
            /// The canvas is again as it was before it.
            case restore
        }

        /// Its place on the canvas, of which it may stick out.
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

        /// A frame of no time, or of a hundredth of a second, is shown for a tenth, as in browsers: such
        /// files were made for viewers that were no faster.
        private static func shown(_ milliseconds: Int) -> Int {
            milliseconds <= 10 ? 100 : milliseconds
        }
    }

    /// One picture, decoded in one piece.
    ///
    /// - Throws: `.tooLarge`; `.damaged` for one without pixels.
    init(
        still size: PixelSize,
        _ decode: @escaping @Sendable () throws(DecodingFailure) -> DecodedPicture
    ) throws(DecodingFailure) {
        // A library may make anything of a damaged header.
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

    /// Its first frame only.
    var still: FrameSequence {
        var still = FrameSequence(
            size: size, frames: Array(frames.prefix(1)), plays: 1, orientation: orientation,
            conversion: conversion, decode: decode)
        (still.hidesNumbers, still.numbers) = (hidesNumbers, numbers)
        return still
    }
}
