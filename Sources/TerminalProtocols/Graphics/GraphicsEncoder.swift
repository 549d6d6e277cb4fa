package import Imaging

/// The pixels to show, and their position in the photo.
package struct Frame: Sendable {
    package let raster: Raster
    /// The position of the raster's first pixel on the scaled photo's grid, to which dithering is
    /// anchored.
    ///
    /// It is negative if the raster begins with a margin outside the photo.
    package let anchor: PixelPoint
    package let quality: RenderQuality
    /// Its coarseness while the photo moves.
    package let movingQuality: MovingQuality
    /// The areas with flat overlays, which are not dithered while the photo moves.
    package let flatAreas: [PixelRect]

    /// - Precondition: `raster` is opaque.
    package init(
        raster: Raster, anchor: PixelPoint, quality: RenderQuality,
        movingQuality: MovingQuality = .finest, flatAreas: [PixelRect] = []
    ) {
        precondition(raster.isOpaque, "a frame is opaque")
        self.raster = raster
        self.anchor = anchor
        self.quality = quality
        self.movingQuality = movingQuality
        self.flatAreas = flatAreas.map { $0.intersection(PixelRect(raster.size)) }
            .filter { !$0.isEmpty }
    }

    /// Returns an area of the frame, with its position in the photo.
    package func part(_ area: PixelRect) -> Frame {
        Frame(
            raster: raster.cropped(to: area),
            anchor: PixelPoint(x: anchor.x + area.minX, y: anchor.y + area.minY), quality: quality,
            movingQuality: movingQuality, flatAreas: flatAreas(in: area))
    }

    /// Returns the flat areas in a region, relative to its corner.
    func flatAreas(in part: PixelRect) -> [PixelRect] {
        flatAreas.map { $0.intersection(part) }.filter { !$0.isEmpty }.map {
            PixelRect(
                origin: PixelPoint(x: $0.minX - part.minX, y: $0.minY - part.minY), size: $0.size)
        }
    }
}

/// The purpose of a frame.
package enum RenderQuality: Hashable, Sendable {
    /// A frame of a moving photo: quick, small, and with a constant colour for each pixel.
    case moving
    /// The final one: as good as the terminal can show.
    case atRest
}

/// The protocols by which a terminal can show a picture.
package enum GraphicsProtocol: String, CaseIterable, Hashable, Sendable {
    case kitty
    case sixel
    case iTerm2 = "iterm2"
    case blocks

    /// True if pictures are characters.
    package var isText: Bool { self == .blocks }
    /// True if the terminal stores pictures, and places regions of them.
    package var keepsPictures: Bool { self == .kitty }
    /// True if pictures have few colours, chosen for each photo.
    package var hasPalette: Bool { self == .sixel }
}

/// The colours of text.
package enum ColourDepth: Hashable, Sendable { case trueColour, palette256, palette16, monochrome }

/// Writes frames as iTerm2's inline images: `OSC 1337 ; File=…:BASE64 BEL`, a PNG with one pixel
/// for each pixel.
package struct ITerm2Encoder: Sendable {
    private let png: @Sendable (Raster) -> [UInt8]

    /// - Parameter png: encodes an opaque PNG (konsole draws no TIFF).
    package init(png: @escaping @Sendable (Raster) -> [UInt8]) { self.png = png }

    package func encode(_ frame: Frame, into output: inout [UInt8]) {
        guard !frame.raster.size.isEmpty else { return }
        let file = png(frame.raster)
        output.append(Ascii.escape)
        output.append(
            contentsOf: """
                ]1337;File=inline=1;size=\(file.count);width=\(frame.raster.size.width)px;\
                height=\(frame.raster.size.height)px;preserveAspectRatio=0;doNotMoveCursor=1:
                """.utf8)
        Base64.append(file[...], to: &output)
        output.append(Ascii.bell)
    }
}
