internal import Decoding
internal import Dispatch
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import TilePyramids
internal import Transfer
internal import Waiting

/// An opener of tiled TIFFs, which fetches only the viewed regions from servers that send ranges.
struct RangedPhotoOpener: Sendable {
    let fetcher: any FileFetcher
    let decoder: SandboxedDecoder

    /// Opens the picture at an address; returns `nil` if the picture must be downloaded like any
    /// other file.
    func open(_ address: PhotoAddress) async throws(PictureFailure) -> (any ImageSource)? {
        guard Codec.promised(by: address.fileName)?.kindToLoad == .photo(.tiff) else { return nil }
        let file: RangedFile?
        do throws(RangedFailure) {
            file = try await fetcher.rangedFile(at: address) {
                Codec.of(start: $0)?.kindToLoad == .photo(.tiff)
            }
        } catch {
            throw PictureFailure(error)
        }
        guard let file else { return nil }
        return try await BlockingTaskExecutor.run { () async throws(PictureFailure) in
            try photo(in: file)
        }
    }

    private func photo(in file: RangedFile) throws(PictureFailure) -> (any ImageSource)? {
        do throws(PictureFailure) {
            let source = try decoder.openRanged(file.file) { file.fetch($0, $1) }
            guard let source else { return nil }
            return try RangedPhoto(source, in: file)
        } catch {
            throw file.failure.map { PictureFailure($0) } ?? error
        }
    }
}

/// A photo whose file is read by ranges; its regions are requested as the tiles of a pyramid.
private final class RangedPhoto: StreamingImageSource {
    /// The side of a requested tile in pixels, as in most of these files; smaller tiles are fetched
    /// together.
    private static let tileSide = 512

    private let source: any ImageSource
    private let file: RangedFile
    private let tiles: TilePyramidSource

    /// Creates a photo from an open source and the file that the source reads.
    ///
    /// - Throws: `.decoding` for a size that no pyramid may have.
    init(_ source: any ImageSource, in file: RangedFile) throws(PictureFailure) {
        self.source = source
        self.file = file
        do throws(DecodingFailure) {
            let pyramid = try TilePyramid(halving: source.size, side: Self.tileSide)
            tiles = TilePyramidSource(pyramid, from: RangedTiles(source: source, file: file)) {
                _ = try? await Task.sleep(for: $0)
            }
        } catch {
            throw .decoding(error)
        }
    }

    var size: PixelSize { source.size }
    var coarsest: Reduction { tiles.coarsest }
    var pages: PageSet { source.pages }
    var isHighBitDepth: Bool { source.isHighBitDepth }
    var hasHighRange: Bool { source.hasHighRange }
    var status: ImageSourceStatus { tiles.status }

    /// Returns a page, or the first page instead of a page whose size cannot be shown.
    func page(_ number: Int) -> any ImageSource {
        guard number > 0 else { return self }
        return (try? RangedPhoto(source.page(number), in: file)) ?? self
    }

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        guard let source = try source.applying(curve) else { return nil }
        return try? RangedPhoto(source, in: file)
    }

    /// Returns the pixels of a region.
    ///
    /// - Throws: the fault of the file, so that old and new pixels are not mixed.
    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try check()
        let region = try tiles.pixels(of: area, reducedBy: reduction)
        try check()
        return region
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        do throws(DecodingFailure) {
            return try source.sample(at: point)
        } catch {
            try check()
            throw error
        }
    }

    /// Returns true if a region is ready, or after a fault, which `pixels` then reports.
    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        file.fault != nil || tiles.isReady(area, reducedBy: reduction)
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        file.fault == nil ? tiles.preview(of: area, reducedBy: reduction) : nil
    }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await tiles.waitForMore(of: area, reducedBy: reduction)
    }

    private func check() throws(DecodingFailure) {
        if let fault = file.fault { throw DecodingFailure(fault) }
    }
}

/// A loader of tiles: one worker decodes them while the bytes that it needs are fetched.
private struct RangedTiles: TileLoader {
    let source: any ImageSource
    let file: RangedFile
    /// The semaphore that limits requests to one per connection: requested bytes, even those no
    /// longer needed, arrive before any others.
    private let slots = DispatchSemaphore(value: 6)

    init(source: any ImageSource, file: RangedFile) {
        self.source = source
        self.file = file
    }

    func picture(
        of tile: TileKey, in pyramid: TilePyramid, most: PixelSize
    ) async throws(TileFailure) -> Raster? {
        let area = pyramid.levels[tile.level].area(of: tile)
        let picture = await withTaskExecutorPreference(BlockingTaskExecutor.shared) {
            () async in pixels(of: area, reducedBy: Reduction.all[tile.level])
        }
        if let picture { return picture }
        throw Task.isCancelled ? .cancelled : file.fault == nil ? .failed : .gone
    }

    /// Waits for the bytes and returns the pixels; `nil` if the bytes do not arrive or are damaged.
    private func pixels(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        slots.wait()
        defer { slots.signal() }
        guard !Task.isCancelled else { return nil }
        return try? source.pixels(of: area, reducedBy: reduction).raster
    }
}

extension PictureFailure {
    fileprivate init(_ failure: RangedFailure) {
        self =
            switch failure {
            case .fetching(let failure): .fetching(failure)
            case .file(let fault): .decoding(DecodingFailure(fault))
            }
    }
}

extension DecodingFailure {
    fileprivate init(_ fault: RangedFile.Fault) {
        self =
            switch fault {
            case .changed: .damaged(.changed)
            case .otherBytes: .tiles(.otherBytes)
            case .noRoom(let byteCount): .noRoom(byteCount: byteCount)
            }
    }
}
