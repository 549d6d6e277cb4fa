package import Files
package import Imaging

/// An export of an area of a photo to a file, strip by strip, with the memory of a few strips.
package struct PhotoExport: Sendable {
    /// The file formats that can be written.
    package enum Format: Hashable, Sendable {
        case png, jpeg

        /// Creates the format of a file name extension without its dot; `nil` for other extensions.
        package init?(ending: String) {
            switch ending.lowercased() {
            case "png": self = .png
            case "jpg", "jpeg": self = .jpeg
            default: return nil
            }
        }
    }

    /// The approximate size of a strip in bytes.
    private static let stripBytes = 8 << 20
    /// The minimum number of rows of a strip: a quarter of a row of tiles.
    ///
    /// If the decoder has no memory for a row of tiles, it decodes each tile again for every strip.
    private static let leastRows = 128
    /// The quality of a JPEG: gradients have no visible steps, and chroma keeps its resolution.
    private static let quality = 95

    private let area: PixelRect
    private let format: Format
    private let description: EmbeddedMetadata

    /// Creates an export of an area.
    ///
    /// - Precondition: the area is not empty, and its sides are at most `longestSide(of:)`.
    package init(of area: PixelRect, as format: Format, _ description: EmbeddedMetadata) {
        precondition(!area.isEmpty, "a picture has pixels")
        precondition(max(area.size.width, area.size.height) <= Self.longestSide(of: format))
        self.area = area
        self.format = format
        self.description = description
    }

    /// Returns the longest side, in pixels, of a picture in a format.
    package static func longestSide(of format: Format) -> Int {
        switch format {
        case .png: Int(Int32.max)
        case .jpeg: JPEGFormat.longestSide
        }
    }

    /// Writes a new file, and returns its size in bytes; `report` receives the completed fraction.
    ///
    /// Blocks while the source decodes. An incomplete file is deleted.
    ///
    /// - Precondition: the area is inside the source.
    package func write(
        _ source: any ImageSource, to path: String, report: (Double) -> Void = { _ in }
    ) throws(PhotoExportFailure) -> Int {
        try write(source, report: report) { () throws(WritingFailure) in
            try OutputFile(creating: path, isNew: true)
        }
    }

    /// Overwrites an open file that is renamed later; failures contain `path`.
    package func write(
        _ source: any ImageSource, over file: Descriptor, path: String, report: (Double) -> Void
    ) throws(PhotoExportFailure) -> Int {
        try write(source, report: report) { () throws(WritingFailure) in
            try OutputFile(over: file, path: path)
        }
    }

    private typealias Opening = () throws(WritingFailure) -> OutputFile

    private func write(
        _ source: any ImageSource, report: (Double) -> Void, to file: Opening
    ) throws(PhotoExportFailure) -> Int {
        precondition(PixelRect(source.size).contains(area), "the area lies on the photo")
        guard format == .png else { return try writeJPEG(source, to: file, report) }
        // Only reading a photo shows whether it has transparent pixels.
        if let count = try writePNG(source, to: file, .rgb, report) { return count }
        guard let count = try writePNG(source, to: file, .rgba, report) else {
            preconditionFailure("four channels hold any pixel")
        }
        return count
    }

    /// Writes a PNG, and returns its size in bytes.
    ///
    /// The result is `nil` if a pixel is transparent, but `layout` has no alpha.
    private func writePNG(
        _ source: any ImageSource, to file: Opening, _ layout: PixelLayout,
        _ report: (Double) -> Void
    ) throws(PhotoExportFailure) -> Int? {
        let rows = max(Self.leastRows, Self.stripBytes / rowBytes)
        var writer = try writing { () throws(WritingFailure) in
            try PNGWriter(
                try file(), size: area.size, layout: layout,
                texts: description.texts)
        }
        for strip in strips(of: rows) {
            let raster = try pixels(strip, of: source)
            if layout == .rgb, PixelRows.hasTransparency(raster) { return nil }
            try writing { () throws(WritingFailure) in
                try writer.append(
                    layout == .rgb ? PixelRows.withoutAlpha(raster) : raster.pixels)
            }
            report(fraction(through: strip))
        }
        return try writing { () throws(WritingFailure) in try writer.finish() }
    }

    private func writeJPEG(
        _ source: any ImageSource, to file: Opening, _ report: (Double) -> Void
    ) throws(PhotoExportFailure) -> Int {
        let format = JPEGFormat(
            size: area.size, layout: .rgb, quality: Self.quality, isSubsampled: false)
        let rows = format.rowsPerStrip(
            near: max(Self.leastRows, Self.stripBytes / rowBytes))
        let encoder = JPEGStripEncoder(format: format)
        var writer = try writing { () throws(WritingFailure) in
            JPEGWriter(
                try file(), format: format, rowsPerStrip: rows,
                segments: description.segments)
        }
        for strip in strips(of: rows) {
            let raster = try pixels(strip, of: source)
            try writing { () throws(WritingFailure) in
                try writer.append(try encoder.strip(of: PixelRows.overBlack(raster)))
            }
            report(fraction(through: strip))
        }
        return try writing { () throws(WritingFailure) in try writer.finish() }
    }

    private var rowBytes: Int { area.size.width * Raster.bytesPerPixel }

    private func strips(of rows: Int) -> [PixelRect] {
        stride(from: 0, to: area.size.height, by: rows).map { row in
            PixelRect(
                x: area.minX, y: area.minY + row, width: area.size.width,
                height: min(rows, area.size.height - row))
        }
    }

    private func fraction(through strip: PixelRect) -> Double {
        Double(strip.maxY - area.minY) / Double(area.size.height)
    }

    private func pixels(
        _ strip: PixelRect, of source: any ImageSource
    ) throws(PhotoExportFailure) -> Raster {
        do throws(DecodingFailure) {
            return try source.pixels(of: strip, reducedBy: .none).raster
        } catch {
            throw .decoding(error)
        }
    }

    private func writing<Result: ~Copyable>(
        _ work: () throws(WritingFailure) -> Result
    ) throws(PhotoExportFailure) -> Result {
        do throws(WritingFailure) { return try work() } catch { throw .writing(error) }
    }
}

/// The reason why an area of a photo could not be written.
package enum PhotoExportFailure: Error, Hashable, Sendable {
    case decoding(DecodingFailure)
    case writing(WritingFailure)
}

/// A converter of rows of four channels for file formats.
private enum PixelRows {
    /// True if a pixel is not opaque.
    ///
    /// Hot: runs for each pixel of a strip that may have transparent pixels.
    static func hasTransparency(_ raster: Raster) -> Bool {
        guard !raster.isOpaque else { return false }
        return raster.pixels.withUnsafeBufferPointer { pixels in
            var offset = 3
            while offset < pixels.count {
                if pixels[offset] != 255 { return true }
                offset &+= Raster.bytesPerPixel
            }
            return false
        }
    }

    /// Returns the pixels without alpha.
    ///
    /// Hot: runs for each pixel of an opaque strip.
    static func withoutAlpha(_ raster: Raster) -> [UInt8] {
        rows(of: raster) { pixels, target in
            var (from, into) = (0, 0)
            while from < pixels.count {
                target[into] = pixels[from]
                target[into &+ 1] = pixels[from &+ 1]
                target[into &+ 2] = pixels[from &+ 2]
                from &+= 4
                into &+= 3
            }
        }
    }

    /// Returns the pixels blended with black, without alpha.
    ///
    /// Hot: runs for each pixel of a JPEG, which has no alpha.
    static func overBlack(_ raster: Raster) -> [UInt8] {
        guard !raster.isOpaque else { return withoutAlpha(raster) }
        return rows(of: raster) { pixels, target in
            var (from, into) = (0, 0)
            while from < pixels.count {
                let alpha = UInt32(pixels[from &+ 3])
                for channel in 0..<3 {
                    let light = (UInt32(pixels[from &+ channel]) &* alpha &+ 127) / 255
                    target[into &+ channel] = UInt8(truncatingIfNeeded: light)
                }
                from &+= 4
                into &+= 3
            }
        }
    }

    private static func rows(
        of raster: Raster,
        _ fill: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> [UInt8] {
        let count = raster.size.width * raster.size.height * 3
        return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            raster.pixels.withUnsafeBufferPointer { fill($0, target) }
            filled = count
        }
    }
}
