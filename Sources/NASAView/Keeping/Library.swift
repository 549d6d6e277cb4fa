internal import Archive
internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import Transfer

/// The way to the library, and what is kept of it on this machine.
///
/// Cheap to make: no file is opened before something is asked for, but the index of the demo.
struct Library: Sendable {
    let site: LibrarySite
    let repository: any PhotoRepository
    /// The same, but the server is asked even about what is still valid: for `r`.
    let freshRepository: any PhotoRepository
    let fetcher: any FileFetcher
    let archive: any PhotoArchive
    /// The way of originals into files, for `S` and `download`.
    let originals: OriginalDownload
    let cache: DiskCache
    /// The photos of the built-in collection, if this is that.
    let demo: DemoCollection?

    /// The library that the options name: NASA's, a stand-in, or the built-in collection.
    init(_ options: LibraryOptions, _ context: CommandContext) throws {
        let homes = XDGDirectories(context.variables)
        let cache = DiskCache(
            path: (homes.cache ?? "") + "/entries-1",
            limitBytes: homes.cache == nil ? 0 : try options.cacheLimit(context).bytes)
        if options.demo {
            guard let collection = DemoCollection(context.variables) else {
                throw ValidationError(context.strings.arguments.noDemo)
            }
            self.init(collection, homes, cache)
        } else {
            self.init(try options.site(context), homes, cache)
        }
    }

    /// The built-in collection; `nil` if it is not to be found.
    static func demo(_ variables: [String: String]) -> Library? {
        DemoCollection(variables).map {
            Library($0, XDGDirectories(variables), DiskCache(path: "", limitBytes: 0))
        }
    }

    private init(_ site: LibrarySite, _ homes: XDGDirectories, _ cache: DiskCache) {
        let network = CurlFetcher(site: site, userAgent: "nasa-view/\(Version.text)")
        let fetcher = CachingFetcher(network: network, cache: cache)
        let repository = NASAPhotoRepository(fetcher: fetcher, site: site)
        self.site = site
        self.fetcher = fetcher
        self.repository = repository
        freshRepository = NASAPhotoRepository(fetcher: fetcher.reloading, site: site)
        originals = OriginalDownload(
            repository: repository, downloader: FileDownloader(network: network, cache: cache))
        archive = Self.archive("archive.sqlite", of: site, in: homes)
        self.cache = cache
        demo = nil
    }

    private init(_ demo: DemoCollection, _ homes: XDGDirectories, _ cache: DiskCache) {
        site = .collection
        fetcher = demo.files
        repository = demo.repository
        freshRepository = demo.repository
        originals = OriginalDownload(
            repository: demo.repository, downloader: FileDownloader(files: demo.files))
        // A file of its own: painted photos among NASA's in a person's favourites would be a nuisance,
        // and kept in memory only, `--demo --favourites` would have nothing to list.
        archive = Self.archive("demo.sqlite", of: .collection, in: homes)
        self.cache = cache
        self.demo = demo
    }

    private static func archive(
        _ name: String, of site: LibrarySite, in homes: XDGDirectories
    ) -> any PhotoArchive {
        homes.data.map { SQLiteArchive(path: $0 + "/" + name, site: site) } ?? DisabledArchive()
    }

    /// Waits until all that was to be kept is on the disk: what ends at once would lose it.
    func settle() async { await cache.settle() }

    /// Says on standard error, if a person is there, when nothing more can be kept.
    func tellTroubles(_ strings: Strings) {
        cache.onFailure { CommandOutput.remark(strings.cache.trouble($0)) }
    }

    /// Notes photos as seen; where they cannot be noted nothing is lost that was asked for.
    func note(seen photos: [Photo], _ strings: Strings) async {
        do throws(ArchiveFailure) {
            try await archive.remember(seen: photos)
        } catch {
            CommandOutput.remark(strings.cache.archiveFailure(error))
        }
        if let notice = await archive.notice() {
            CommandOutput.remark(strings.cache.archiveNotice(notice))
        }
    }
}
