internal import CTurboJPEG
internal import Imaging

/// The one call of the library: a whole JPEG into four bytes a pixel.
enum TurboJPEG {
    enum Outcome: Hashable {
        case complete
        /// All rows were written, though something is wrong with the file.
        case warned(String)
        /// Not all rows were written, perhaps none.
        case failed(String)
        case outOfMemory
    }

    /// Decodes by the smallest transform that gives `size`, which is the picture's at some reduction.
    ///
    /// - Precondition: `target` has four bytes for each pixel of `size`, or more.
    static func decode(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<UInt8>,
        size: PixelSize, isCMYK: Bool
    ) -> Outcome {
        let rowBytes = size.width * Raster.bytesPerPixel
        precondition(target.count >= rowBytes * size.height, "the pixels fit")
        guard let handle = tjInitDecompress() else { return .outOfMemory }
        defer { tjDestroy(handle) }
        let last = BlankPixels.mark(endingAt: rowBytes * size.height, of: target)
        let format = isCMYK ? TJPF_CMYK : TJPF_RGBA
        let result = tjDecompress2(
            handle, source.assumingMemoryBound(to: UInt8.self).baseAddress,
            UInt(source.count), target.baseAddress, Int32(size.width), Int32(rowBytes),
            Int32(size.height), Int32(format.rawValue), 0)
        let isWhole = BlankPixels.unmark(last)
        return result == 0 ? .complete : fault(of: handle, isWhole: isWhole)
    }

    /// What `tjGetErrorCode` tells cannot be used: it calls a fatal error behind a warning a warning.
    private static func fault(of handle: tjhandle, isWhole: Bool) -> Outcome {
        let text = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
        if isWhole { return .warned(text) }
        // libjpeg's own text for JERR_OUT_OF_MEMORY; TurboJPEG hands no number out.
        return text.hasPrefix("Insufficient memory") ? .outOfMemory : .failed(text)
    }
}
