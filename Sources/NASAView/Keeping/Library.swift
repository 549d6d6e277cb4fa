internal import Archive
internal import PhotoCatalog
internal import Screens
internal import Transfer

/// The way to the library, and what is kept of it on this machine.
///
/// Cheap to make: no file is opened before something is asked for.
struct Library: Sendable {
    let site: LibrarySite
    let cache: DiskCache
    let fetcher: CachingFetcher
    let archive: any PhotoArchive
    private let downloader: FileDownloader

    init(_ options: LibraryOptions, _ variables: [String: String]) throws {
        let homes = HomeFolders(variables)
        let site = try options.site(variables)
        cache = DiskCache(
            path: (homes.cache ?? "") + "/entries-1",
            limitBytes: homes.cache == nil ? 0 : try options.cacheLimit(variables).bytes)
        let network = CurlFetcher(site: site, userAgent: "nasa-view/\(Version.text)")
        fetcher = CachingFetcher(network: network, cache: cache)
        downloader = FileDownloader(network: network, cache: cache)
        archive =
            homes.data.map { SQLiteArchive(path: $0 + "/archive.sqlite", site: site) }
            ?? NoArchive()
        self.site = site
    }

    var repository: NASAPhotoRepository { NASAPhotoRepository(fetcher: fetcher, site: site) }

    /// The same, but the server is asked even about what is still valid: for `r`.
    var freshRepository: NASAPhotoRepository {
        NASAPhotoRepository(fetcher: fetcher.askingAgain, site: site)
    }

    /// Waits until all that was to be kept is on the disk: what ends at once would lose it.
    func settle() async { await cache.settle() }

    /// Says on standard error, if a person is there, when nothing more can be kept.
    func tellTroubles() {
        cache.onTrouble { CommandOutput.remark(CacheWording.sentence(for: $0)) }
    }

    /// Notes photos as seen; where they cannot be noted nothing is lost that was asked for.
    func note(seen photos: [Photo]) async {
        do throws(ArchiveFailure) {
            try await archive.remember(seen: photos)
        } catch {
            CommandOutput.remark(CacheWording.sentence(for: error))
        }
        if let notice = await archive.notice() {
            CommandOutput.remark(CacheWording.sentence(for: notice))
        }
    }

    /// The way of originals into files, for `S` and `download`.
    var originals: OriginalDownload {
        OriginalDownload(repository: repository, downloader: downloader)
    }
}
