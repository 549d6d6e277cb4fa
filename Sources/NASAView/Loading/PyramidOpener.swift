internal import Decoding
internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TilePyramids
internal import Transfer
internal import Waiting

/// An opener of pictures that servers offer as tiles.
struct PyramidOpener: Sendable {
    let fetcher: any FileFetcher
    let site: LibrarySite
    let decoder: SandboxedDecoder

    /// Opens a map; fetches no tile until the map is viewed.
    func open(_ map: WorldMap) throws(PictureFailure) -> OpenedPhoto {
        let pyramid =
            switch map {
            case .earth: WebMap.gibs250m
            case .mars, .moon: WebMap.trek
            }
        guard let pyramid else { throw .decoding(.tiles(.unreadable)) }
        let date = if case .earth(let date) = map { date.description } else { "" }
        return OpenedPhoto(
            caption: PhotoCaption(title: nil, credit: map.credit, date: date),
            source: source(pyramid, below: site.tiles(of: map)),
            ground: MapScale(radius: map.radius, width: pyramid.size.width))
    }

    /// Opens the picture that the description at an address defines; returns `nil` if the address
    /// is not that of a description.
    ///
    /// The picture's tiles are fetched only from the origin of the description.
    func open(_ address: PhotoAddress) async throws(PictureFailure) -> OpenedPhoto? {
        guard let description = PyramidDescription(address.text) else { return nil }
        let reply: FetchResult
        do throws(FetchFailure) {
            reply = try await fetcher.fetched(at: address, for: .reply, progress: { _ in })
        } catch {
            throw .fetching(error)
        }
        let pyramid: TilePyramid
        do throws(DecodingFailure) {
            pyramid = try description.pyramid(reply.bytes)
        } catch {
            fetcher.discard(address)
            throw .decoding(error)
        }
        let base: PhotoAddress
        do throws(URLPolicyViolation) {
            base = try site.typedAddress(description.base)
        } catch {
            throw .fetching(.addressNotAllowed(error))
        }
        return OpenedPhoto(
            caption: PhotoCaption(title: Self.title(of: base)),
            source: source(pyramid, below: base),
            note: reply.freshness.isCurrent ? nil : .kept)
    }

    /// Returns a title from the last meaningful component of the address; every IIIF description is
    /// called `info.json`.
    private static func title(of base: PhotoAddress) -> String {
        let names = base.target.split { $0 == "/" || $0 == "=" || $0 == "?" }
        let name = names.last.map { PercentEncoding.decoded($0) ?? String($0) }
        return name.map { $0.hasSuffix("_files") ? String($0.dropLast("_files".count)) : $0 }
            ?? base.origin.host
    }

    private func source(_ pyramid: TilePyramid, below base: PhotoAddress) -> TilePyramidSource {
        let loader = FetchedTiles(base: base, site: site, fetcher: fetcher, decoder: decoder)
        return TilePyramidSource(pyramid, from: loader) { _ = try? await Task.sleep(for: $0) }
    }
}

/// A loader of tiles from a server or the disk cache, each decoded by a separate worker.
private struct FetchedTiles: TileLoader {
    let base: PhotoAddress
    let site: LibrarySite
    let fetcher: any FileFetcher
    let decoder: SandboxedDecoder

    func picture(
        of tile: TileKey, in pyramid: TilePyramid, most: PixelSize
    ) async throws(TileFailure) -> Raster? {
        guard let path = pyramid.path(of: tile),
            let address = try? site.typedAddress(base.text + path), address.origin == base.origin
        else { throw .failed }
        let file: Download
        do throws(FetchFailure) {
            file = try await fetcher.download(
                at: address, for: .preview, reporting: DownloadReport(progress: { _ in }))
        } catch .notFound {
            return nil
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw .failed
        }
        let picture = await withTaskExecutorPreference(BlockingTaskExecutor.shared) {
            () async in decoded(file, most)
        }
        if picture == nil { fetcher.discard(address) }
        guard let picture else { throw .failed }
        return picture
    }

    /// Returns the pixels of a tile; `nil` if the tile is damaged or too large.
    private func decoded(_ file: Download, _ most: PixelSize) -> Raster? {
        guard let photo = try? decoder.open(file.file), photo.size.width <= most.width,
            photo.size.height <= most.height,
            let region = try? photo.pixels(of: PixelRect(photo.size), reducedBy: .none),
            photo.status.damage == nil
        else { return nil }
        return region.raster
    }
}
