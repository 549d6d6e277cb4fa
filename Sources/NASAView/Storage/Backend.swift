internal import Archive
internal import ArgumentParser
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import Screens
internal import SystemPackage
internal import Transfer

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The sources of photos and their facts: the library, the cache and the archive.
///
/// A backend is cheap to create: no file is opened before the first request, except the index of
/// the built-in collection.
struct Backend: Sendable {
    let site: LibrarySite
    let repository: any PhotoRepository
    /// The repository for the key `r`, which also requests data whose stored reply is still fresh.
    let freshRepository: any PhotoRepository
    /// The repository that returns only cached replies and sends no request.
    let savedRepository: any PhotoRepository
    let fetcher: any FileFetcher
    let archive: any PhotoArchive
    /// The downloader of originals, for the key `S` and the command `download`.
    let originals: OriginalDownload
    let cache: DiskCache
    /// The built-in collection; `nil` if the library is another one.
    let demo: DemoCollection?

    /// Creates the backend for the library in the options: NASA's, a test server, or the built-in
    /// collection.
    init(_ options: LibraryOptions, _ context: CommandContext) throws {
        let directories = XDGDirectories(context.variables)
        let cache = DiskCache(
            path: (directories.cache ?? "") + "/entries-1",
            limitBytes: directories.cache == nil ? 0 : try options.cacheLimit(context).bytes)
        if options.demo {
            guard let collection = DemoCollection(context.variables) else {
                throw ValidationError(context.strings.arguments.noDemo)
            }
            self.init(collection, directories, cache)
        } else {
            let key = try context.sources.settings([.services]).flickrKey
            self.init(try options.site(context), flickrKey: key?.key, directories, cache)
        }
    }

    /// Creates the backend of the built-in collection; `nil` if the collection is not installed.
    static func demo(_ variables: [String: String]) -> Backend? {
        DemoCollection(variables).map {
            Backend($0, XDGDirectories(variables), DiskCache(path: "", limitBytes: 0))
        }
    }

    private init(
        _ site: LibrarySite, flickrKey: String?, _ directories: XDGDirectories, _ cache: DiskCache
    ) {
        let network = CurlFetcher(site: site, userAgent: Self.userAgent)
        let fetcher = CachingFetcher(network: network, cache: cache)
        let services = ServiceRouter.Options(flickrKey: flickrKey) {
            CalendarDate(unixSeconds: time(nil))
        }
        let repository = ServiceRouter(fetcher: fetcher, site: site, services)
        self.site = site
        self.fetcher = fetcher
        self.repository = repository
        freshRepository = ServiceRouter(fetcher: fetcher.reloading, site: site, services)
        savedRepository = ServiceRouter(fetcher: fetcher.savedOnly, site: site, services)
        originals = OriginalDownload(
            repository: repository, downloader: FileDownloader(network: network, cache: cache))
        archive = Self.archive("archive.sqlite", of: site, in: directories)
        self.cache = cache
        demo = nil
    }

    private init(_ demo: DemoCollection, _ directories: XDGDirectories, _ cache: DiskCache) {
        site = .collection
        fetcher = demo.files
        repository = demo.repository
        freshRepository = demo.repository
        savedRepository = demo.repository
        originals = OriginalDownload(
            repository: demo.repository, downloader: FileDownloader(files: demo.files))
        // The collection has a separate archive file: among NASA's photos, its paintings would
        // clutter the user's favourites, and an archive in memory would leave `--demo --favourites`
        // empty.
        archive = Self.archive("demo.sqlite", of: .collection, in: directories)
        self.cache = cache
        self.demo = demo
    }

    /// The user agent: the program's name and purpose, because science.nasa.gov and Wikimedia
    /// reject anonymous clients.
    private static let userAgent = "nasa-view/\(Version.text) (photo viewer for terminals; libcurl)"

    private static func archive(
        _ name: String, of site: LibrarySite, in directories: XDGDirectories
    ) -> any PhotoArchive {
        directories.data.map { SQLiteArchive(path: $0 + "/" + name, site: site) }
            ?? DisabledArchive()
    }

    /// Waits until all cached data is on the disk; a program that ended at once would lose the
    /// data.
    func settle() async { await cache.settle() }

    /// Reports failures of the cache, if standard error is a terminal.
    func reportTroubles(_ strings: Strings) {
        cache.onFailure { CommandOutput.remark(strings.cache.trouble($0)) }
    }

    /// Records photos as seen; a failure is only a remark, because no requested data is lost.
    func remember(seen photos: [Photo], _ strings: Strings) async {
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

/// A downloader that saves a photo's files unchanged.
struct OriginalDownload: Sendable {
    let repository: any PhotoRepository
    let downloader: FileDownloader

    /// Saves one size of a photo under the name that `Photo.fileName(of:)` returns, or under a
    /// numbered name if that name is taken.
    ///
    /// `folder` is created if it is missing; `progress` is called about twenty times a second, on
    /// any thread. Data fetched before a failure is kept.
    func save(
        _ photo: Photo, _ size: AssetSize = .original, into folder: FilePath,
        progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(SavingFailure) -> SavedFile {
        let assets: PhotoAssets
        do { assets = try await repository.assets(of: photo) } catch { throw .looking(error) }
        guard let asset = assets[size] else {
            throw .noSuchSize(size, available: AssetSize.allCases.filter { assets[$0] != nil })
        }
        do throws(SavingFailure) {
            return try await save(asset, at: asset.address, of: photo, into: folder, progress)
        } catch {
            guard error == .fetching(.notFound), let other = asset.fallback else { throw error }
            return try await save(asset, at: other, of: photo, into: folder, progress)
        }
    }

    private func save(
        _ asset: PhotoAsset, at address: PhotoAddress, of photo: Photo, into folder: FilePath,
        _ progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(SavingFailure) -> SavedFile {
        let name = photo.fileName(of: asset)
        let request = DownloadRequest(address, into: folder, as: name) {
            Self.fileExtension(of: $0)
        }
        return try await downloader.save(request, progress: progress)
    }

    /// Returns the extension for a file's first bytes; `nil` for an unknown format, whose extension
    /// is kept.
    private static func fileExtension(of start: [UInt8]) -> String? {
        Codec.of(start: start)?.endings.first
    }
}

/// The folders in which a user's programs store files (XDG Base Directory Specification 0.8).
struct XDGDirectories {
    private let variables: [String: String]

    init(_ variables: [String: String]) { self.variables = variables }
    /// The folder for data that can be recreated; `nil` if the user has no home directory.
    var cache: String? { directory("XDG_CACHE_HOME", usual: ".cache") }
    /// The folder for the user's settings; `nil` if the user has no home directory.
    var configuration: String? { directory("XDG_CONFIG_HOME", usual: ".config") }
    /// The folder for data that cannot be recreated; `nil` if the user has no home directory.
    var data: String? { directory("XDG_DATA_HOME", usual: ".local/share") }

    /// The folder of the desktop's trash, which all programs share; `nil` if the user has no home
    /// directory.
    var trash: String? {
        data.map { FilePath($0).removingLastComponent().appending("Trash").string }
    }

    /// The folder for files of a login session, or the cache's folder if the system provides no
    /// such folder.
    var runtime: String? {
        guard let named = variables["XDG_RUNTIME_DIR"], named.hasPrefix("/") else { return cache }
        return named + "/nasa-view"
    }

    /// Returns the program's folder in a base directory; a variable with a relative path is
    /// ignored, as the specification requires.
    private func directory(_ name: String, usual: String) -> String? {
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

/// The path of the running program, with links resolved.
enum ProgramPath {
    static var own: String? {
        #if os(Linux)
        guard let file = resolved("/proc/self/exe") else { return nil }
        // A bundle with its own C library is started through its loader, which /proc then names as
        // the program.
        guard isLoader(file), let program = CommandLine.unsafeArgv[0] else { return file }
        return resolved(String(cString: program)) ?? file
        #else
        var name = [CChar](repeating: 0, count: Int(MAXPATHLEN))
        var size = UInt32(name.count)
        guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
        return name.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { resolved(String(cString: $0)) }
        }
        #endif
    }

    /// The folders above the program, such as PREFIX/bin and PREFIX: at most five, enough to reach
    /// the package from .build/PLATFORM/release.
    static var foldersAbove: [String] {
        var folder = own ?? ""
        return (0..<5).prefix { _ in folder.contains("/") }.map { _ in
            folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
            return folder
        }
    }

    /// Makes ncurses also read the terminfo entries beside the program, after those of the system.
    ///
    /// - Precondition: the function was not called before, and the process has only one thread.
    static func offerTerminfo(_ variables: [String: String]) {
        let found = foldersAbove.map { $0 + "/share/nasa-view/terminfo" }
            .first { access($0, R_OK) == 0 }
        guard let found else { return }
        // An empty name stands for the system's folders.
        setenv("TERMINFO_DIRS", variables["TERMINFO_DIRS", default: ""] + ":" + found, 1)
    }

    private static func isLoader(_ file: String) -> Bool {
        file.split(separator: "/").last?.hasPrefix("ld-") == true
    }

    private static func resolved(_ name: String) -> String? {
        guard let resolved = realpath(name, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
