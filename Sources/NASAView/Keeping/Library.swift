internal import Archive
internal import PhotoCatalog
internal import Transfer

/// The way to the library, and what is kept of it on this machine.
///
/// Cheap to make: no file is opened before something is asked for.
struct Library: Sendable {
    let site: LibrarySite
    let cache: DiskCache
    let fetcher: CachingFetcher
    let archive: any PhotoArchive

    init(
        _ options: LibraryOptions, _ variables: [String: String],
        onTrouble: @escaping @Sendable (CacheTrouble) -> Void = { _ in }
    ) throws {
        let homes = HomeFolders(variables)
        let site = try options.site(variables)
        cache = DiskCache(
            path: (homes.cache ?? "") + "/entries-1",
            limitBytes: homes.cache == nil ? 0 : try options.cacheLimitBytes(variables),
            onTrouble: onTrouble)
        fetcher = CachingFetcher(
            network: CurlFetcher(site: site, userAgent: "nasa-view/\(Version.text)"), cache: cache)
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
}
