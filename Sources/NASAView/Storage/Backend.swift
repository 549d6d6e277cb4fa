internal import Archive
internal import ArgumentParser
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import Screens
internal import Transfer

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

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
        freshRepository = NASAPhotoRepository(fetcher: fetcher.askingAgain, site: site)
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
        cache.onTrouble { CommandOutput.remark(strings.cache.trouble($0)) }
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

/// Saves a photo's files as they are, not encoded anew.
struct OriginalDownload: Sendable {
    let repository: any PhotoRepository
    let downloader: FileDownloader

    /// Saves one size of a photo under NASA's name for it, or one like it that is free.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - size: which of its files; the original may be a TIFF.
    ///   - folder: where to; made if it is missing.
    ///   - progress: told some twenty times a second, from any thread.
    /// - Returns: the file.
    /// - Throws: why it was not saved; what came of it stays.
    func save(
        _ photo: Photo, _ size: AssetSize = .original, into folder: String,
        progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(SavingFailure) -> SavedFile {
        let assets: PhotoAssets
        do { assets = try await repository.assets(of: photo) } catch { throw .looking(error) }
        guard let asset = assets[size] else {
            throw .noSuchSize(size, available: Self.sizes(of: assets))
        }
        let order = DownloadRequest(asset.address, into: folder, as: asset.address.fileName) {
            Self.ending(of: $0)
        }
        return try await downloader.save(order, progress: progress)
    }

    private static func sizes(of assets: PhotoAssets) -> [AssetSize] {
        AssetSize.allCases.filter { assets[$0] != nil }
    }

    /// What a file is only its bytes say; of other kinds than these NASA's name is believed.
    private static func ending(of start: [UInt8]) -> String? {
        switch FileSignature.kind(of: PhotoBytes(start)) {
        case .jpeg: "jpg"
        case .png: "png"
        case .tiff: "tif"
        case .gif: "gif"
        case .webp: "webp"
        default: nil
        }
    }
}

/// Where this user's programs keep things (XDG Base Directory Specification 0.8).
struct XDGDirectories {
    private let variables: [String: String]

    init(_ variables: [String: String]) { self.variables = variables }

    /// For what can be had again; nil where the user has no home.
    var cache: String? { folder("XDG_CACHE_HOME", usual: ".cache") }

    /// For what the user sets.
    var configuration: String? { folder("XDG_CONFIG_HOME", usual: ".config") }

    /// For what cannot be had again.
    var data: String? { folder("XDG_DATA_HOME", usual: ".local/share") }

    /// A variable that is no absolute path is to be ignored, says the specification.
    private func folder(_ name: String, usual: String) -> String? {
        if let named = variables[name], named.hasPrefix("/") { return named + "/nasa-view" }
        return home.map { "\($0)/\(usual)/nasa-view" }
    }

    private var home: String? {
        if let home = variables["HOME"], home.hasPrefix("/") { return home }
        guard let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return nil }
        let text = String(cString: home)
        return text.hasPrefix("/") ? text : nil
    }
}
