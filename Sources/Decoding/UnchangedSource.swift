internal import Files
internal import Imaging
internal import PhotoCodec
package import PhotoPipeline
package import SystemPackage

/// A photo of a local file whose pixels can no longer be read after a change of the file.
///
/// A large file is read while the photo is viewed; without this check, the photo could mix old and
/// new content.
final class UnchangedSource: WrappingImageSource {
    private let photo: any ImageSource
    private let file: Descriptor
    private let version: FileVersion

    init(_ photo: any ImageSource, of file: Descriptor, as version: FileVersion) {
        self.photo = photo
        self.file = file
        self.version = version
    }

    var size: PixelSize { photo.size }
    var coarsest: Reduction { photo.coarsest }
    var status: ImageSourceStatus { photo.status }
    var pages: PageSet { photo.pages }
    var isHighBitDepth: Bool { photo.isHighBitDepth }
    var hasHighRange: Bool { photo.hasHighRange }
    var wrapped: (any ImageSource)? { photo }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try checked { () throws(DecodingFailure) in
            try photo.pixels(of: area, reducedBy: reduction)
        }
    }

    func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster? {
        try checked { () throws(DecodingFailure) in
            try photo.pixels(of: window, over: background)
        }
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        let streaming = photo as? any StreamingImageSource
        guard let region = streaming?.preview(of: area, reducedBy: reduction) else { return nil }
        return isUnchanged ? region : nil
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let sample = try photo.sample(at: point)
        try check()
        return sample
    }

    func page(_ number: Int) -> any ImageSource {
        number == 0 ? self : UnchangedSource(photo.page(number), of: file, as: version)
    }

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        let levelled = try photo.applying(curve)
        try check()
        return levelled.map { UnchangedSource($0, of: file, as: version) }
    }

    private func checked<Result>(
        _ read: () throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> Result {
        let result: Result
        do {
            result = try read()
        } catch {
            try check()
            throw error
        }
        try check()
        return result
    }

    private func check() throws(DecodingFailure) {
        guard isUnchanged else { throw .damaged(.changed) }
    }

    private var isUnchanged: Bool {
        guard let status = try? file.status() else { return false }
        return FileVersion(status) == version
    }
}

extension FileVersion {
    package init(_ status: Stat) {
        self.init(
            device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
            inode: UInt64(truncatingIfNeeded: status.inode.rawValue),
            byteCount: Int(status.size), modifiedNanoseconds: status.st_mtim.nanoseconds)
    }

    /// Returns the current version of the file at a path, or of the zip archive that contains the
    /// file.
    ///
    /// The result is `nil` if neither exists.
    package static func now(at path: FilePath) -> FileVersion? {
        let status = (try? Stat(path)) ?? ZipFile.containing(path).flatMap { try? Stat($0) }
        return status.map { FileVersion($0) }
    }
}
