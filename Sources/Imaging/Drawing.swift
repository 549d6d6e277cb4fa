/// A small picture to draw on, such as a frame or a diagram; too slow for every pixel of a photo.
package struct Drawing {
    private let size: PixelSize
    private var pixels: [UInt8]
    private let isOpaque: Bool

    /// Creates a drawing filled with the colour `ground`; transparent if `ground` is `nil`.
    package init(of size: PixelSize, on ground: RGBColour? = nil) {
        self.size = size
        pixels = [UInt8](repeating: 0, count: size.width * size.height * Raster.bytesPerPixel)
        isOpaque = ground != nil
        if let ground { fill(PixelRect(size), ground) }
    }

    /// Creates a drawing that starts as a copy of a picture.
    package init(on raster: Raster) {
        size = raster.size
        pixels = raster.pixels
        isOpaque = raster.isOpaque
    }

    package var raster: Raster { Raster(size: size, pixels: pixels, isOpaque: isOpaque) }

    /// Fills an area with a colour; the area is clipped to the drawing.
    package mutating func fill(_ area: PixelRect, _ colour: RGBColour) {
        let area = area.intersection(PixelRect(size))
        guard !area.isEmpty else { return }
        let colour = [colour.red, colour.green, colour.blue, 255]
        for y in area.minY..<area.maxY {
            let row = (y * size.width + area.minX) * Raster.bytesPerPixel
            for byte in 0..<area.size.width * Raster.bytesPerPixel {
                pixels[row + byte] = colour[byte % Raster.bytesPerPixel]
            }
        }
    }

    /// Draws a frame of `thickness` pixels along the inner edge of an area.
    package mutating func outline(_ area: PixelRect, _ thickness: Int, _ colour: RGBColour) {
        let (width, height) = (area.size.width, area.size.height)
        let (x, y, line) = (area.minX, area.minY, thickness)
        fill(PixelRect(x: x, y: y, width: width, height: line), colour)
        fill(PixelRect(x: x, y: area.maxY - line, width: width, height: line), colour)
        fill(PixelRect(x: x, y: y, width: line, height: height), colour)
        fill(PixelRect(x: area.maxX - line, y: y, width: line, height: height), colour)
    }
}

extension Raster {
    /// Returns this raster with layers drawn over it, the lowest first.
    ///
    /// Layers are clipped to the raster. Only fully opaque pixels of a layer are drawn.
    package func under(_ layers: [(picture: Raster, at: PixelPoint)]) -> Raster {
        guard !layers.isEmpty else { return self }
        var copy = pixels
        copy.withUnsafeMutableBytes { target in
            for layer in layers { lay(layer.picture, at: layer.at, on: target) }
        }
        return Raster(size: size, pixels: copy, isOpaque: isOpaque)
    }

    /// Copies a layer's fully opaque pixels to the raster's bytes in `target`.
    ///
    /// Hot: runs over the pixels of all overlays of a photo, once per frame.
    private func lay(
        _ picture: Raster, at point: PixelPoint, on target: UnsafeMutableRawBufferPointer
    ) {
        let seen = PixelRect(origin: point, size: picture.size).intersection(PixelRect(size))
        guard !seen.isEmpty, let into = target.baseAddress else { return }
        picture.pixels.withUnsafeBytes { source in
            guard let from = source.baseAddress else { return }
            for y in seen.minY..<seen.maxY {
                let line = (y &- point.y) &* picture.size.width &- point.x
                for x in seen.minX..<seen.maxX {
                    let word = from.load(
                        fromByteOffset: (line &+ x) &* Self.bytesPerPixel, as: UInt32.self)
                    guard UInt32(littleEndian: word) >= 0xFF00_0000 else { continue }
                    into.storeBytes(
                        of: word, toByteOffset: (y &* size.width &+ x) &* Self.bytesPerPixel,
                        as: UInt32.self)
                }
            }
        }
    }
}

extension PixelRect {
    /// Returns this rectangle with each side moved inwards by `distance`; empty if no pixel
    /// remains.
    package func inset(by distance: Int) -> PixelRect {
        PixelRect(
            x: minX + distance, y: minY + distance, width: max(0, size.width - 2 * distance),
            height: max(0, size.height - 2 * distance))
    }
}
