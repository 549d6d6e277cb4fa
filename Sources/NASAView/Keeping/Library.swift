internal import PhotoCatalog
internal import Transfer

/// The way to the library, and what is kept of it on this machine.
///
/// Cheap to make: no file is opened before something is asked for.
struct Library: Sendable {
    let site: LibrarySite
    let cache: DiskCache
    let fetcher: CachingFetcher

    init(
        _ options: LibraryOptions, _ variables: [String: String],
        onTrouble: @escaping @Sendable (CacheTrouble) -> Void = { _ in }
    ) throws {
        let folder = HomeFolders(variables).cache
        site = try options.site(variables)
        cache = DiskCache(
            path: (folder ?? "") + "/entries-1",
            limitBytes: folder == nil ? 0 : try options.cacheLimitBytes(variables),
            onTrouble: onTrouble)
        fetcher = CachingFetcher(
            network: CurlFetcher(site: site, userAgent: "nasa-view/\(Version.text)"), cache: cache)
    }

    var repository: NASAPhotoRepository { NASAPhotoRepository(fetcher: fetcher, site: site) }

    /// The same, but the server is asked even about what is still valid: for `r`.
    var freshRepository: NASAPhotoRepository {
        NASAPhotoRepository(fetcher: fetcher.askingAgain, site: site)
    }
}
