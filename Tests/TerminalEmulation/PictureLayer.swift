package import Imaging

/// The pixels that pictures put on a screen, composed only when a test asks for them.
package struct PictureLayer: Sendable {
    private enum Ink {
        case picture(PlacedPicture)
        case erased(PixelRect)
        /// All that was there when pixels were moved.
        case screen(Raster)

        func touches(_ area: PixelRect) -> Bool {
            switch self {
            case .picture(let picture): !picture.area.intersection(area).isEmpty
            case .erased: false
            case .screen(let raster): !PixelRect(raster.size).intersection(area).isEmpty
            }
        }
    }

    private var inks: [Ink] = []

    package var pictures: [PlacedPicture] {
        inks.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
    }

    package var isEmpty: Bool { inks.isEmpty }

    mutating func draw(_ picture: PlacedPicture) {
        // Remove what is completely covered.
        inks.removeAll { ink in
            switch ink {
            case .picture(let other): picture.area.contains(other.area)
            case .erased(let area): picture.area.contains(area)
            case .screen(let raster): picture.area.contains(PixelRect(raster.size))
            }
        }
        inks.append(.picture(picture))
    }

    /// Text erases the pixels of its cells, as in xterm, mlterm and foot.
    mutating func erase(_ area: PixelRect) {
        guard !inks.isEmpty else { return }
        inks.removeAll { if case .picture(let it) = $0 { area.contains(it.area) } else { false } }
        if touches(area) { inks.append(.erased(area)) }
    }

    /// Whether a picture may have pixels there.
    func touches(_ area: PixelRect) -> Bool { inks.contains { $0.touches(area) } }

    /// Moves the pixels of a part of a screen, as a terminal does whose pictures scroll with text.
    ///
    /// What leaves the part is gone, what is moved in is transparent.
    mutating func move(_ part: PixelRect, by shift: PixelPoint, on screen: PixelSize) {
        guard !inks.isEmpty else { return }
        let moved = raster(screen).moved(part.intersection(PixelRect(screen)), by: shift)
        inks = moved.isTransparent ? [] : [.screen(moved)]
    }

    mutating func clear() { inks.removeAll() }

    /// All pixels of a screen; transparent black without a picture.
    package func raster(_ size: PixelSize) -> Raster {
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * Raster.bytesPerPixel)
        for ink in inks {
            switch ink {
            case .picture(let picture):
                let drawing = picture.drawing()
                let area = PixelRect(origin: picture.area.origin, size: drawing.size)
                Self.copy(drawing.pixels, to: area, in: &pixels, of: size)
            case .erased(let area): Self.clear(area, in: &pixels, of: size)
            case .screen(let raster):
                Self.copy(raster.pixels, to: PixelRect(raster.size), in: &pixels, of: size)
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: false)
    }

    private static func copy(
        _ drawing: [UInt8], to area: PixelRect, in pixels: inout [UInt8], of size: PixelSize
    ) {
        let shown = area.intersection(PixelRect(size))
        guard !shown.isEmpty else { return }
        for y in shown.minY..<shown.maxY {
            for x in shown.minX..<shown.maxX {
                let from = ((y - area.minY) * area.size.width + x - area.minX) * 4
                let to = (y * size.width + x) * 4
                guard drawing[from + 3] != 0 else { continue }
                for byte in 0..<4 { pixels[to + byte] = drawing[from + byte] }
            }
        }
    }

    private static func clear(_ area: PixelRect, in pixels: inout [UInt8], of size: PixelSize) {
        let shown = area.intersection(PixelRect(size))
        guard !shown.isEmpty else { return }
        for y in shown.minY..<shown.maxY {
            let line = (y * size.width + shown.minX) * 4..<(y * size.width + shown.maxX) * 4
            for place in line { pixels[place] = 0 }
        }
    }
}

/// A sixel string where it was drawn.
package struct PlacedPicture: Sendable {
    package let place: CellPlace
    /// The rectangle that its raster attributes claim, in pixels of the screen.
    package let area: PixelRect
    package let sixel: [UInt8]

    package var raster: Raster {
        let drawing = drawing()
        return Raster(size: drawing.size, pixels: drawing.pixels, isOpaque: false)
    }

    package func drawing() -> SixelDrawing { SixelDrawing(sixel) }
}
