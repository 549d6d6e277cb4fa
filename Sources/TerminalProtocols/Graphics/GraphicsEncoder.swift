package import Imaging

/// The pixels to show, with their position in the photo.
package struct Frame: Sendable {
    package let raster: Raster
    /// The position of the raster's first pixel in the grid of the scaled photo, to which dithering
    /// is anchored.
    ///
    /// The position is negative if the raster begins with a margin outside the photo.
    package let anchor: PixelPoint
    package let quality: RenderQuality
    /// The quality of the frame if the photo is moving.
    package let movingQuality: MovingQuality
    /// The areas of flat overlays, which are not dithered while the photo moves.
    package let flatAreas: [PixelRect]

    /// Creates a frame; flat areas are clipped to the raster.
    ///
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

    /// Returns a frame that consists of an area of this frame.
    package func part(_ area: PixelRect) -> Frame {
        Frame(
            raster: raster.cropped(to: area),
            anchor: PixelPoint(x: anchor.x + area.minX, y: anchor.y + area.minY), quality: quality,
            movingQuality: movingQuality, flatAreas: flatAreas(in: area))
    }

    /// Returns the flat areas within `area`, relative to the top left corner of `area`.
    func flatAreas(in area: PixelRect) -> [PixelRect] {
        flatAreas.map { $0.intersection(area) }.filter { !$0.isEmpty }.map {
            PixelRect(
                origin: PixelPoint(x: $0.minX - area.minX, y: $0.minY - area.minY), size: $0.size)
        }
    }
}

/// The purpose of a frame, which decides how it is encoded.
package enum RenderQuality: Hashable, Sendable {
    /// A frame of a moving photo, encoded quickly and in few bytes; successive frames do not
    /// flicker.
    case moving
    /// A frame of a photo at rest, encoded with the best quality that the terminal can show.
    case atRest
}

/// The protocols with which a terminal can show pictures.
package enum GraphicsProtocol: String, CaseIterable, Hashable, Sendable {
    case kitty
    case sixel
    case iTerm2 = "iterm2"
    case blocks

    /// True if pictures are drawn with characters.
    package var isText: Bool { self == .blocks }
    /// True if the terminal stores pictures and places regions of them.
    package var keepsPictures: Bool { self == .kitty }
    /// True if pictures have a limited palette, which is chosen for each photo.
    package var hasPalette: Bool { self == .sixel }
}

/// The number of colours that text can have.
package enum ColourDepth: Hashable, Sendable { case trueColour, palette256, palette16, monochrome }

/// An encoder of frames as iTerm2's inline images: `OSC 1337 ; File=…:BASE64 BEL`.
///
/// The file is a PNG whose pixels are shown at their original size.
package struct ITerm2Encoder: Sendable {
    private let png: @Sendable (Raster) -> [UInt8]

    /// Creates an encoder.
    ///
    /// - Parameter png: encodes an opaque raster as PNG (Konsole does not draw TIFF).
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
