internal import FoundationEssentials
internal import Imaging
internal import PhotoCodec

/// A photo, and a copy of it that has just the pixels of the box: what all are compared with.
struct ComparedPicture {
    let name: String
    let path: String
    /// Whole cells, so that text can have the same size.
    let box: PixelSize
    let original: Raster

    /// - Throws: `DecodingFailure` or `FileFailure` where the photo cannot be read.
    init(path: String, in screen: PixelSize) throws {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        let source = try ImageDecoder.open(PhotoBytes.open(path: path))
        let fitted = source.size.fitted(into: screen)
        box = PixelSize(
            width: max(1, fitted.width / GlyphInk.width) * GlyphInk.width,
            height: max(1, fitted.height / GlyphInk.height) * GlyphInk.height)
        original = try Self.scaled(source, to: box)
    }

    /// A PNG of `original`: what a program makes of it tells of its colours, not of its scaler.
    func writeCopy(to path: String) throws {
        try Data(FastPNG.bytes(of: original)).write(to: URL(filePath: path))
    }

    private static func scaled(_ source: any ImageSource, to size: PixelSize) throws -> Raster {
        let window = ScaledWindow(photo: source.size, scaled: size, window: PixelRect(size))
        let resampler = Resampler(filter: .lanczos3)
        let need = resampler.source(for: window)
        let part = try source.pixels(of: need.area, reducedBy: need.reduction)
        return resampler.resample(part, for: window, over: .black)
    }
}
