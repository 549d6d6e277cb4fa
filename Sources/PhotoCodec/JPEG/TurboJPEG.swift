internal import CTurboJPEG
internal import Imaging

/// A decoder of a whole JPEG to four bytes per pixel with TurboJPEG.
enum TurboJPEG {
    enum Outcome: Hashable {
        case complete
        /// All rows were written, but the file is damaged.
        case warned(Damage)
        /// Some or all rows were not written.
        case failed(Damage)
        case outOfMemory
    }

    /// Decodes with the smallest transform that results in `size`, a reduced size of the picture.
    ///
    /// - Precondition: `target` has at least four bytes for each pixel of `size`.
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

    /// Returns the outcome after an error.
    ///
    /// `tjGetErrorCode` is not used, because it reports a fatal error after a warning as a warning.
    private static func fault(of handle: tjhandle, isWhole: Bool) -> Outcome {
        let text = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
        if isWhole { return .warned(damage(text)) }
        // The text is that of libjpeg's JERR_OUT_OF_MEMORY, for which TurboJPEG has no error code.
        return text.hasPrefix("Insufficient memory") ? .outOfMemory : .failed(damage(text))
    }

    private static func damage(_ text: String) -> Damage {
        switch text {
        // JWRN_JPEG_EOF: only the end marker may be missing.
        case "Premature end of JPEG file": .endsEarly
        // JWRN_HIT_MARKER.
        case "Corrupt JPEG data: premature end of data segment": .tooLittleData
        default: Damage(library: text)
        }
    }
}

/// The opaque gray of pixels that are missing in a JPEG: libjpeg's initial value.
enum BlankPixels {
    private static let gray: [UInt8] = [0x80, 0x80, 0x80, 0xFF]

    static func fill(_ target: UnsafeMutableBufferPointer<UInt8>) {
        target.withMemoryRebound(to: UInt32.self) { pixels in
            pixels.update(repeating: UInt32(littleEndian: 0xFF80_8080))
        }
    }

    static func areAll(of target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        target.withMemoryRebound(to: UInt32.self) { pixels in
            pixels.allSatisfy { $0 == UInt32(littleEndian: 0xFF80_8080) }
        }
    }

    /// Sets the last pixel to a transparent gray, which no decoder writes.
    ///
    /// Returns the pixel for `unmark`.
    static func mark(
        endingAt end: Int, of target: UnsafeMutableBufferPointer<UInt8>
    ) -> UnsafeMutableBufferPointer<UInt8> {
        let pixel = UnsafeMutableBufferPointer(rebasing: target[(end - 4)..<end])
        _ = pixel.update(fromContentsOf: gray)
        pixel[3] = 0
        return pixel
    }

    /// Returns true if the pixel was written after `mark`; otherwise makes its gray opaque.
    static func unmark(_ pixel: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard pixel[3] == 0, pixel.dropLast().elementsEqual(gray.dropLast()) else { return true }
        pixel[3] = 0xFF
        return false
    }
}
