internal import Imaging
internal import PhotoCodec
internal import StandIn
internal import Synchronization
internal import TilePyramids

/// A photo cut into tiles in this process, all of which are available immediately.
enum CutPhoto {
    /// Cuts a photo into tiles, and loads all of them.
    ///
    /// - Throws: the photo's failure.
    static func source(_ photo: any ImageSource) throws(DecodingFailure) -> TilePyramidSource {
        let server = PyramidAnswers(photo)
        guard let form = PyramidDescription("/pyramid/deepzoom.dzi"),
            case .bytes(let text, _) = server.answer("/pyramid/deepzoom.dzi")
        else { throw .tiles(.unreadable) }
        let tiles = ServedTiles(server: server, base: form.base)
        let source = TilePyramidSource(try form.pyramid(text), from: tiles) { _ in }
        for reduction in Reduction.ofFiles where reduction.rawValue <= source.coarsest.rawValue {
            let grid = source.size.reduced(by: reduction)
            for top in stride(from: 0, to: grid.height, by: 512) {
                let band = PixelRect(
                    x: 0, y: top, width: grid.width, height: min(512, grid.height - top))
                _ = try source.pixels(of: band, reducedBy: reduction)
            }
        }
        return source
    }

    /// A loader of tiles as `workbench serve` creates them, without HTTP; each tile is created
    /// once, as if it were cached.
    private final class ServedTiles: TileLoader {
        let server: PyramidAnswers
        let base: String
        private let cut = Mutex<[String: [UInt8]]>([:])

        init(server: PyramidAnswers, base: String) {
            self.server = server
            self.base = base
        }

        private func file(at path: String) -> [UInt8]? {
            if let file = cut.withLock({ $0[path] }) { return file }
            guard case .bytes(let file, "image/png") = server.answer(base + path) else {
                return nil
            }
            cut.withLock { $0[path] = file }
            return file
        }

        func picture(
            of tile: TileKey, in pyramid: TilePyramid, most: PixelSize
        ) async throws(TileFailure) -> Raster? {
            guard let bytes = pyramid.path(of: tile).flatMap(file) else { return nil }
            do {
                let tile = try ImageDecoder.open(PhotoBytes(bytes))
                return try tile.pixels(of: PixelRect(tile.size), reducedBy: .none).raster
            } catch {
                throw .failed
            }
        }
    }
}
