internal import Decoding
internal import Dispatch
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import TilePyramids
internal import Transfer
internal import Waiting

/// Opens tiled TIFFs of servers that send ranges: only what is looked at is fetched.
struct RangedOpener: Sendable {
    let fetcher: any FileFetcher
    let decoder: SandboxedDecoder

    /// The picture at an address; `nil` if it is to be downloaded, as any other.
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

/// A photo whose file is read by ranges; its tiles are fetched as those of a pyramid are.
private final class RangedPhoto: StreamingImageSource {
    /// The side of most tiles in such files; smaller ones are fetched together.
    private static let tileSide = 512

    private let source: any ImageSource
    private let file: RangedFile
    private let tiles: TilePyramidSource

    /// - Throws: `.decoding` for a size that no pyramid has.
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

    /// A page of a size that cannot be shown is replaced by the first.
    func page(_ number: Int) -> any ImageSource {
        guard number > 0 else { return self }
        return (try? RangedPhoto(source.page(number), in: file)) ?? self
    }

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        guard let source = try source.applying(curve) else { return nil }
        return try? RangedPhoto(source, in: file)
    }

    /// - Throws: the file's fault, rather than showing what came before with what comes now.
    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try check()
        let part = try tiles.pixels(of: area, reducedBy: reduction)
        try check()
        return part
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        do throws(DecodingFailure) {
            return try source.sample(at: point)
        } catch {
            try check()
            throw error
        }
    }

    /// True also after a fault, which is reported when pixels are asked for.
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

/// Tiles that one worker decodes, of bytes that are fetched for it.
private struct RangedTiles: TileLoader {
    let source: any ImageSource
    let file: RangedFile
    /// One for each connection: what was asked for and is no longer wanted arrives before anything else.
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

    /// Blocks until the bytes are there; `nil` if they do not come, or are damaged.
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
