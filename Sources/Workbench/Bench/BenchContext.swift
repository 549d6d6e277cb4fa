internal import ArgumentParser
internal import Decoding
internal import Dispatch
internal import Files
internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Sandbox
internal import SystemPackage
internal import TerminalProtocols
internal import Transfer

/// The context that all measurements share: the source of photos, the screen, and the terminal.
struct BenchContext {
    let loader: BenchLoader
    let screen: BenchScreen
    let terminal: NullTerminal
    /// The text to append to a photo's name in the table.
    var remark = ""

    /// Creates a pipeline with empty caches.
    func makePipeline() -> ImagePipeline {
        ImagePipeline(
            loader: loader, pause: { _ in },
            renderer: Renderer(stopwatch: .monotonic, png: FastPNG.encode))
    }

    /// Returns a photo's name in a table.
    static func name(of photo: PhotoReference) -> String {
        switch photo {
        case .file(let path): path.lastComponent?.string ?? path.string
        case .library(let id), .still(let id, _): id.text
        case .address(let address): address
        case .world(let map): map.name
        case .standardInput: "-"
        }
    }
}

/// A clock that counts nanoseconds since its first use.
enum BenchClock {
    private static let start = ContinuousClock.now

    static var now: UInt64 {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}

extension Stopwatch {
    static let monotonic = Stopwatch { BenchClock.now }
}

extension DecodingOptions {
    /// The decoding options of nasa-view itself, with temporary files and indices in the user's
    /// cache folder.
    static var cached: DecodingOptions {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return DecodingOptions().caching(in: caches?.appending(path: "nasa-view").path)
    }

    /// The cached options without stored indices, so that each photo is indexed again when it is
    /// opened.
    static var unindexed: DecodingOptions {
        var options = cached
        options.indexStore = nil
        return options
    }
}

/// A loader that opens files, and IDs if there is a library, without a cache.
struct BenchLoader: PhotoLoader {
    private struct Library {
        let repository: any PhotoRepository
        let fetcher: any FileFetcher
    }

    private let library: Library?
    private let decoder: SandboxedDecoder
    /// True if files are cut into tiles, as on a server of tiles.
    var cutsTiles = false

    init(site: LibrarySite?, by zygote: Zygote?) {
        decoder = SandboxedDecoder(within: .cached, by: zygote)
        library = site.map { site in
            let fetcher = CurlFetcher(site: site, userAgent: "nasa-view-workbench")
            return Library(
                repository: NASAPhotoRepository(fetcher: fetcher, site: site), fetcher: fetcher)
        }
    }

    func load(
        _ subject: ImageSubject, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        let source: any ImageSource
        switch subject {
        case .photo(.file(let path)):
            let file = try decoder.openFile(path)
            do { source = try cutsTiles ? CutPhoto.source(file) : file } catch {
                throw .decoding(error)
            }
        case .photo(.library(let id)):
            source = try decoder.open(await download(id, covering: width))
        case .photo, .region, .file, .changed: throw .reading(.notRegular)
        }
        return OpenedPhoto(caption: PhotoCaption(title: ""), source: source)
    }

    private func download(
        _ id: PhotoID, covering width: Int?
    ) async throws(PictureFailure) -> OpenFile {
        guard let library else { throw .looking(.noSuchPhoto(id)) }
        let asset = try await asset(id, covering: width, in: library.repository)
        do throws(FetchFailure) {
            return try await library.fetcher.download(
                at: asset.address, for: .photo, reporting: DownloadReport(progress: { _ in })
            ).file
        } catch {
            throw .fetching(error)
        }
    }

    private func asset(
        _ id: PhotoID, covering width: Int?, in repository: any PhotoRepository
    ) async throws(PictureFailure) -> PhotoAsset {
        do throws(CatalogFailure) {
            let assets = try await repository.assets(of: try await repository.photo(id: id))
            guard let width else { return try assets.largest().asset }
            return try assets.smallest(coveringWidth: width).asset
        } catch {
            throw .looking(error)
        }
    }
}

/// The screen for which frames are rendered: true colour, 256 registers, a black background.
struct BenchScreen: Sendable {
    let area: PictureArea
    let options: ImageOptions
    private let adjustments: ImageAdjustments

    init(size: PixelSize, graphics: GraphicsProtocol, levels: Levels = .none) {
        var adjustments = ImageAdjustments()
        adjustments.levels = levels
        self.adjustments = adjustments
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = graphics
        overrides.colours = .trueColour
        let window = WindowSize(cells: CellSize(columns: 128, rows: 37), pixels: nil)
        let profile = TerminalProfile(
            TerminalCapabilities(), TerminalEnvironment([:]), window: window, overrides: overrides)
        options = ImageOptions(profile, glyphs: .half)
        area = PictureArea(origin: .home, size: size)
    }

    func request(
        _ photo: PhotoReference, _ viewport: Viewport, _ quality: RenderQuality,
        _ movingQuality: MovingQuality = .finest
    ) -> ImageRequest {
        ImageRequest(
            .photo(photo), version: viewport.photo, adjustments: adjustments,
            window: .region(viewport.window, at: viewport.target), size: area.size,
            options: options, quality: quality, movingQuality: movingQuality, previews: .same)
    }

    /// Returns the bytes that draw a picture; for blocks, only the changes from `shown`, if given.
    func bytes(of image: EncodedImage, over shown: BlockMosaic? = nil) -> [UInt8] {
        switch image {
        case .string(let bytes): return bytes
        case .cells(let mosaic):
            let origin = CellPosition(row: 0, column: 0)
            var output: [UInt8] = []
            if let shown {
                mosaic.append(changesFrom: shown, at: origin, isWholeScreen: true, to: &output)
            } else {
                mosaic.append(at: origin, to: &output)
            }
            return output
        case .strings, .stored, .scrolled:
            preconditionFailure("whole pictures of sixel and blocks are measured")
        }
    }
}

/// A measured view: one of the two that `z` toggles.
enum BenchView: String, CaseIterable {
    case fit, original

    func viewport(of photo: PixelSize, on screen: PixelSize) -> Viewport {
        var viewport = Viewport(photo: photo, screen: screen)
        if self == .original { viewport.move(.original) }
        return viewport
    }

    /// Returns the width that the program requests for this view; `nil` for the original.
    func width(on screen: PixelSize) -> Int? {
        switch self {
        case .fit: screen.width
        case .original: nil
        }
    }
}

/// A pseudo-terminal that a thread reads as fast as possible.
///
/// A write takes as long as to a terminal that does nothing: the minimum for any terminal.
final class NullTerminal {
    private let descriptor: Int32

    /// Opens a pseudo-terminal.
    ///
    /// - Throws: `ValidationError` if the system has no free pseudo-terminal.
    init() throws {
        var (reader, writer): (Int32, Int32) = (-1, -1)
        // In raw mode, line ends are unchanged, and nothing is echoed.
        var attributes = termios()
        cfmakeraw(&attributes)
        guard openpty(&reader, &writer, nil, &attributes, nil) == 0 else {
            throw ValidationError("There is no pseudo-terminal to write to.")
        }
        descriptor = writer
        let end = reader
        DispatchQueue(label: "terminal").async { Self.drain(end) }
    }

    deinit { close(descriptor) }
    /// Writes all bytes; returns when the kernel has accepted the last one.
    func write(_ bytes: [UInt8]) { writeAll(bytes, to: descriptor) }

    /// Reads until the other end is closed.
    private static func drain(_ reader: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while read(reader, &buffer, buffer.count) > 0 {}
        close(reader)
    }
}
