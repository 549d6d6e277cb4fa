internal import Decoding
internal import Files
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Sandbox
internal import Transfer

/// Opens files, and ids where there is a library; it remembers nothing, so each fetch is one.
struct BenchOpening: PhotoLoader {
    private struct Library {
        let repository: any PhotoRepository
        let fetcher: any FileFetcher
    }

    private let library: Library?
    private let decoder: SandboxedDecoder

    init(site: LibrarySite?, by zygote: Zygote?) {
        decoder = SandboxedDecoder(within: DecodingOptions(), by: zygote)
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
        case .photo(.file(let path)): source = try decoder.openFile(path)
        case .photo(.library(let id)):
            source = try decoder.open(await download(id, covering: width))
        case .photo, .file: throw .reading(.notRegular)
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
