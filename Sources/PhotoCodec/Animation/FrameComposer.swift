internal import Imaging

/// A composer that draws the frames of an animation over each other on demand.
///
/// Some pictures, evenly spaced over the animation, are cached in bounded memory, so that seeking
/// backwards and restarting need not begin with the first frame.
struct FrameComposer {
    private let sequence: FrameSequence
    /// The distance between two cached pictures, in frames.
    private let interval: Int
    private var kept: [Int: Raster] = [:]
    private var newest: (number: Int, picture: Raster)?
    /// The first damage found in a frame; `nil` for no damage.
    private(set) var damage: Damage?

    /// Creates a composer; `bytes` limits the memory of cached pictures.
    ///
    /// The newest picture, and the picture of frame 0, are cached despite the limit.
    init(_ sequence: FrameSequence, keeping bytes: Int = DecodingLimits.animationBytes) {
        self.sequence = sequence
        let pictureBytes = max(1, sequence.size.width * sequence.size.height * Raster.bytesPerPixel)
        let room = max(1, bytes / pictureBytes)
        interval = (sequence.frames.count + room - 1) / room
    }

    /// Returns the canvas after a frame is drawn on it.
    ///
    /// - Throws: the failure of frame 0, or a failure other than damage. A later frame that is
    ///   damaged leaves the canvas unchanged.
    mutating func picture(_ number: Int) throws(DecodingFailure) -> Raster {
        if let known = known(number) { return known }
        try MemoryCheck.canHold(sequence.size, of: sequence.size)
        let start = start(for: number)
        var canvas = start.canvas
        for index in start.number..<number {
            let shown = try drawn(index, on: canvas)
            if index % interval == 0 { kept[index] = shown }
            canvas = dispose(index, of: shown, before: canvas)
        }
        let picture = try drawn(number, on: canvas)
        if number % interval == 0 { kept[number] = picture }
        newest = (number, picture)
        return picture
    }

    private func known(_ number: Int) -> Raster? {
        newest?.number == number ? newest?.picture : kept[number]
    }

    /// Returns the frame to draw first, and the canvas to draw it on (`nil` if transparent).
    ///
    /// The first frame to draw is the last one, up to `number`, that covers the canvas or follows a
    /// cached picture.
    private func start(for number: Int) -> (number: Int, canvas: Raster?) {
        for index in stride(from: number, to: 0, by: -1) {
            if fillsCanvas(index) { return (index, nil) }
            let last = sequence.frames[index - 1]
            if last.disposal != .restore, let shown = known(index - 1) {
                return (index, dispose(index - 1, of: shown, before: nil))
            }
        }
        return (0, nil)
    }

    /// True if the frame replaces every pixel of the canvas.
    private func fillsCanvas(_ number: Int) -> Bool {
        let frame = sequence.frames[number]
        return frame.replaces && frame.area == PixelRect(sequence.size)
    }

    private mutating func drawn(
        _ number: Int, on canvas: Raster?
    ) throws(DecodingFailure) -> Raster {
        do throws(DecodingFailure) {
            let picture = try sequence.decode(number)
            damage = damage ?? picture.damage
            let frame = sequence.frames[number]
            let hidesCanvas = picture.raster.isOpaque && frame.area == PixelRect(sequence.size)
            if hidesCanvas || fillsCanvas(number) { return picture.raster }
            return (canvas ?? empty)
                .covered(by: picture.raster, at: frame.area, replacing: frame.replaces)
        } catch {
            guard number > 0, case .damaged(let found) = error else { throw error }
            damage = damage ?? found
            return canvas ?? empty
        }
    }

    private var empty: Raster {
        let pixels = Raster.bytes(of: sequence.size) { $0.update(repeating: 0) }
        return Raster(size: sequence.size, pixels: pixels, isOpaque: false)
    }

    /// Returns the canvas after the disposal of a frame; `nil` if the canvas is transparent.
    private func dispose(
        _ number: Int, of shown: Raster, before canvas: Raster?
    ) -> Raster? {
        switch sequence.frames[number].disposal {
        case .keep: shown
        case .clear: shown.cleared(sequence.frames[number].area)
        case .restore: canvas
        }
    }
}

extension Raster {
    /// Returns a copy with another raster drawn at `area`, which may extend beyond the edges.
    func covered(by other: Raster, at area: PixelRect, replacing: Bool) -> Raster {
        precondition(other.size == area.size, "it has the size of its area")
        let seen = area.intersection(PixelRect(size))
        guard !seen.isEmpty else { return self }
        if seen.size == size, area == seen, replacing || other.isOpaque { return other }
        var pixels = pixels
        let copies = replacing || other.isOpaque
        pixels.withUnsafeMutableBufferPointer { target in
            other.pixels.withUnsafeBufferPointer { source in
                for y in seen.minY..<seen.maxY {
                    let start = (y * size.width + seen.minX) * Self.bytesPerPixel
                    let from =
                        ((y - area.minY) * area.size.width + seen.minX - area.minX)
                        * Self.bytesPerPixel
                    let count = seen.size.width * Self.bytesPerPixel
                    let row = UnsafeMutableBufferPointer(rebasing: target[start..<(start + count)])
                    let above = UnsafeBufferPointer(rebasing: source[from..<(from + count)])
                    if copies { _ = row.update(fromContentsOf: above) } else { blend(above, row) }
                }
            }
        }
        let isOpaque = other.isOpaque ? isOpaque : isOpaque && !replacing
        return Raster(size: size, pixels: pixels, isOpaque: isOpaque)
    }

    /// Returns a copy in which the pixels of an area are transparent.
    fileprivate func cleared(_ area: PixelRect) -> Raster {
        let seen = area.intersection(PixelRect(size))
        guard !seen.isEmpty else { return self }
        var pixels = pixels
        pixels.withUnsafeMutableBufferPointer { target in
            for y in seen.minY..<seen.maxY {
                let start = (y * size.width + seen.minX) * Self.bytesPerPixel
                let count = seen.size.width * Self.bytesPerPixel
                UnsafeMutableBufferPointer(rebasing: target[start..<(start + count)])
                    .update(repeating: 0)
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: false)
    }
}

/// Draws pixels over the pixels of another raster, with straight alpha.
///
/// Hot: runs for each pixel of a frame with transparency. The operation is "over" of the PNG
/// specification (third edition, 13.16), as in libwebp.
private func blend(
    _ source: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutableBufferPointer<UInt8>
) {
    var pixel = 0
    while pixel < source.count {
        let above = Int(source[pixel &+ 3])
        let below = Int(target[pixel &+ 3])
        if above == 255 || below == 0 {
            for channel in 0..<4 { target[pixel &+ channel] = source[pixel &+ channel] }
        } else if above > 0 {
            let (upper, lower) = (above &* 255, below &* (255 &- above))
            let whole = upper &+ lower
            for channel in 0..<3 {
                let sum =
                    Int(source[pixel &+ channel]) &* upper &+ Int(target[pixel &+ channel])
                    &* lower
                target[pixel &+ channel] = UInt8(truncatingIfNeeded: (sum &+ whole / 2) / whole)
            }
            target[pixel &+ 3] = UInt8(truncatingIfNeeded: (whole &+ 127) / 255)
        }
        pixel &+= 4
    }
}
