package import Imaging
internal import Synchronization

/// The pixels of pictures on a screen, composed only when a test requests them.
package struct PictureLayer: Sendable {
    private enum Ink {
        case picture(PlacedPicture)
        case erased(PixelRect)
        /// The whole screen at the time pixels were moved.
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

    /// Forgets the oldest pictures beyond a number, as tmux does.
    mutating func keep(_ count: Int) {
        let excess = pictures.count - count
        guard excess > 0 else { return }
        for _ in 0..<excess {
            let oldest = inks.firstIndex { if case .picture = $0 { true } else { false } }
            if let oldest { inks.remove(at: oldest) }
        }
    }

    package var isEmpty: Bool { inks.isEmpty }

    mutating func draw(_ picture: PlacedPicture) {
        // Removes completely covered pictures.
        inks.removeAll { ink in
            switch ink {
            case .picture(let other): picture.area.contains(other.area)
            case .erased(let area): picture.area.contains(area)
            case .screen(let raster): picture.area.contains(PixelRect(raster.size))
            }
        }
        inks.append(.picture(picture))
    }

    /// Erases the pixels of cells where text is written, as in xterm, mlterm and foot; in tmux
    /// whole pictures.
    mutating func erase(_ area: PixelRect, wholePictures: Bool = false) {
        guard !inks.isEmpty else { return }
        if wholePictures { return inks.removeAll { $0.touches(area) } }
        inks.removeAll { if case .picture(let it) = $0 { area.contains(it.area) } else { false } }
        if touches(area) { inks.append(.erased(area)) }
    }

    /// Returns true if a picture may have pixels there.
    func touches(_ area: PixelRect) -> Bool { inks.contains { $0.touches(area) } }

    /// Moves the pixels of a part of a screen, like a terminal whose pictures scroll with text.
    ///
    /// Pixels that leave the part are lost, the new ones are transparent.
    mutating func move(_ part: PixelRect, by shift: PixelPoint, on screen: PixelSize) {
        guard !inks.isEmpty else { return }
        let moved = raster(screen).moved(part.intersection(PixelRect(screen)), by: shift)
        inks = moved.isTransparent ? [] : [.screen(moved)]
    }

    mutating func clear() { inks.removeAll() }

    /// Returns all pixels of a screen; transparent black without a picture.
    package func raster(_ size: PixelSize) -> Raster {
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * Raster.bytesPerPixel)
        for ink in inks {
            switch ink {
            case .picture(let picture):
                let raster = picture.raster
                let area = PixelRect(origin: picture.area.origin, size: raster.size)
                Self.copy(raster.pixels, to: area, in: &pixels, of: size)
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
            var from = ((y - area.minY) * area.size.width + shown.minX - area.minX) * 4
            var to = (y * size.width + shown.minX) * 4
            for _ in 0..<shown.size.width {
                if drawing[from + 3] != 0 {
                    for byte in 0..<4 { pixels[to + byte] = drawing[from + byte] }
                }
                (from, to) = (from + 4, to + 4)
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

/// A sixel string or an inline picture, and its position.
package struct PlacedPicture: Sendable {
    package enum Content: Sendable {
        case sixel([UInt8], registers: Int)
        case inline(Raster)
    }

    package let place: GridPosition
    /// The rectangle that it covers, in pixels of the screen.
    package let area: PixelRect
    let content: Content
    private let drawn = DrawnOnce()

    init(place: GridPosition, area: PixelRect, content: Content) {
        (self.place, self.area, self.content) = (place, area, content)
    }

    package var raster: Raster {
        switch content {
        case .inline(let raster): raster
        case .sixel(let bytes, let registers):
            drawn.raster {
                let drawing = SixelDrawing(bytes, registers: registers)
                return Raster(size: drawing.size, pixels: drawing.pixels, isOpaque: false)
            }
        }
    }
}

/// The pixels of a picture, drawn at the first use: a test may examine a screen a hundred times, or
/// never.
private final class DrawnOnce: Sendable {
    private let known = Mutex<Raster?>(nil)

    func raster(_ draw: () -> Raster) -> Raster {
        known.withLock { known in
            let raster = known ?? draw()
            known = raster
            return raster
        }
    }
}
