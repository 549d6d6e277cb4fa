internal import ArgumentParser
internal import Bounds
internal import Decoding
internal import Dispatch
internal import Files
internal import FoundationEssentials
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Presentation
internal import Screens
internal import SystemPackage
internal import TerminalDevice
internal import TerminalProtocols

/// The viewer's command line, resolved: the photos, their sources, and the options.
struct LaunchContext {
    let options: Options
    let photos: [PhotoReference]
    /// The initial views of photos, by their indices; other photos have their usual view.
    let views: [Int: ViewPosition]
    /// The arguments shown as a list: folders, and names on standard input; `nil` if there are
    /// none.
    let named: NamedPhotos?
    /// The query for a service that the first argument names, as in `mars2020 1520`; `nil` if that
    /// argument names no service.
    private let service: Query?
    private let sorting: FileSorting
    let environment: TerminalEnvironment
    let backend: Backend
    let context: CommandContext

    init(_ options: Options, photos: [String], _ context: CommandContext) throws {
        var options = options
        let piped = options.pipedContents(photos)
        if piped == .names { options.list.stdinList = true }
        let photos = piped == .picture ? ["-"] : photos
        self.options = try options.completed(by: context.sources)
        environment = TerminalEnvironment(context.variables)
        backend = try Backend(options.library, context)
        self.context = context
        let words = context.strings.arguments
        service = try Self.service(named: photos, words)
        let names = service == nil ? Self.joiningMaps(photos) : []
        sorting = self.options.sorting
        let arguments = Self.sorted(try names.map { try Self.argument($0, words) }, in: sorting)
        self.photos = arguments.map(\.photo)
        let at = self.options.viewing.at.map { ViewPosition.named($0.position) }
        let views = arguments.enumerated().compactMap { index, argument in
            (argument.position ?? at).map { (index, $0) }
        }
        self.views = Dictionary(uniqueKeysWithValues: views)
        named = Self.named(self.photos, options.list, in: sorting)
        guard !options.list.stdinList || !TTY.isInput else {
            throw ValidationError(context.strings.arguments.noList)
        }
    }

    /// Returns the arguments in the order of `sorting`, each photo with its position.
    private static func sorted(_ arguments: [Named], in sorting: FileSorting) -> [Named] {
        guard sorting.order != .name else { return arguments }
        let places = Dictionary(grouping: arguments, by: \.photo)
        var left = places
        return FileStatusReader.sorted(arguments.map(\.photo), in: sorting).compactMap { photo in
            left[photo]?.isEmpty == false ? left[photo]?.removeFirst() : nil
        }
    }

    private static func named(
        _ photos: [PhotoReference], _ list: ListOptions, in sorting: FileSorting
    ) -> NamedPhotos? {
        let hasFolder = photos.contains {
            if case .file(let path) = $0 { FolderListing.isFolder(path) } else { false }
        }
        guard list.stdinList || hasFolder else { return nil }
        return NamedPhotos(
            photos, isRecursive: list.recursive, areOnStandardInput: list.stdinList, in: sorting)
    }

    /// The named files that cannot be opened, with the reasons; an empty file is allowed, because
    /// it may be filled later.
    var unreadable: [(photo: PhotoReference, failure: PictureFailure)] {
        photos.compactMap { photo in
            guard case .file(let path) = photo, !FolderReader.isFolder(path),
                !FolderReader.isPipe(path)
            else { return nil }
            do throws(FileFailure) {
                _ = try LocalFile(path: path)
                return nil
            } catch {
                return (photo, .reading(error))
            }
        }
    }

    /// Returns the context without some photos; the other photos keep their positions.
    func without(_ others: Set<PhotoReference>) -> LaunchContext {
        let kept = photos.indices.filter { !others.contains(photos[$0]) }
        let views = kept.enumerated().compactMap { new, old in self.views[old].map { (new, $0) } }
        return LaunchContext(
            self, photos: kept.map { photos[$0] }, views: Dictionary(uniqueKeysWithValues: views))
    }

    private init(_ other: LaunchContext, photos: [PhotoReference], views: [Int: ViewPosition]) {
        options = other.options
        self.photos = photos
        self.views = views
        sorting = other.sorting
        named = Self.named(photos, other.options.list, in: sorting)
        service = other.service
        environment = other.environment
        backend = other.backend
        context = other.context
    }

    /// Returns the photos to print, where a folder is replaced by its photos, and a complaint if
    /// some photos are missing.
    func photosToPrint() -> (photos: [PhotoReference], complaint: SafeText?) {
        guard let named else { return (photos, nil) }
        var found = FolderListing().photos(of: named)
        found.photos = FileStatusReader.sorted(
            found.photos, in: named.sorting, knowing: found.statuses)
        return (found.photos, strings.complaint(about: found, named))
    }

    var strings: Strings { context.strings }

    /// The folder of the user's trash; `nil` if the user has no home directory.
    var trash: String? { XDGDirectories(context.variables).trash }

    private var preferences: Preferences {
        var preferences = context.preferences
        preferences.panPercent = options.settings.step.value
        preferences.slideshowSeconds = options.settings.slideSeconds.value
        preferences.bar = options.settings.bar
        preferences.motion = options.settings.motion
        preferences.enter = options.settings.enter
        if options.settings.isAccessible {
            preferences.isAccessible = true
            (preferences.bar, preferences.motion) = (.on, .off)
        }
        preferences.sorting = sorting
        return preferences
    }

    /// The list to show if no photo is named; for the demo, the whole collection regardless of the
    /// settings.
    var source: ResultsSource {
        if let service { return .search(service) }
        return backend.demo == nil ? options.source : options.named ?? .demo
    }

    /// The services whose pictures belong to days, and which the first argument may name.
    static let services: [Service] = [.apod, .epic, .mars2020, .msl]

    /// Returns the query for a service that the first word names, up to the day in the second word,
    /// if there is one.
    ///
    /// - Returns: `nil` if the first word names no service or is a file, or if there are more
    ///   words.
    private static func service(
        named photos: [String], _ words: ArgumentStrings
    ) throws -> Query? {
        guard let word = photos.first, photos.count <= 2,
            let service = services.first(where: { $0.rawValue == word }),
            !isFile(word)
        else { return nil }
        let day = photos.count > 1 ? DayText(photos[1]) : .newest
        try day.check(of: service, words)
        return day.query(of: service)
    }

    /// The automatic views: `viewer` is true if the first photo of the list is viewed, and
    /// `slideshow` if the photo starts a slideshow.
    private var viewsFirst: (viewer: Bool, slideshow: Bool) {
        guard case .search(let query) = source, query.text == nil, options.list.slideshow == nil
        else { return (false, false) }
        let isNamed = service != nil || options.list.daily != nil
        return (isNamed && (query.source == .apod || query.source == .epic), query.source == .epic)
    }

    /// The query for the picture of a day to print; `nil` if the user requested no picture of a
    /// day.
    var dailyQuery: Query? { service ?? options.list.daily.map { $0.day.query(of: $0.service) } }

    /// True if only the first picture of a list is printed, because the viewer would show only that
    /// picture.
    var printsFirstOnly: Bool { viewsFirst.viewer && !viewsFirst.slideshow }

    /// Creates the initial screens.
    func makeCoordinator(size: ScreenSize) -> ScreenCoordinator {
        let isDemo = backend.demo != nil
        let usual = options.settings.isAccessible ? LibraryArrangement.list : .automaticGrid
        let arrangement = options.arrangement ?? usual
        let source = named.map { .files($0) } ?? (photos.isEmpty ? self.source : nil)
        var coordinator =
            if let source {
                ScreenCoordinator(source, arrangement, size: size, preferences)
            } else if options.viewing.compare {
                ScreenCoordinator(comparing: photos, size: size, preferences)
            } else {
                ScreenCoordinator(photos: photos, showing: views, size: size, preferences)
            }
        if let file = folderedFile { coordinator.goThroughFolder(of: file, arrangement) }
        coordinator.workingFolder = FileManager.default.currentDirectoryPath
        coordinator.beginsScreensaver = options.list.slideshow != nil
        if named == nil, photos.isEmpty, service == nil, options.list.random {
            coordinator.awaitRandomPhoto(.random(in: .min ... .max))
        } else if named == nil, photos.isEmpty, viewsFirst.viewer {
            coordinator.awaitFirstPhoto(
                slideshowSeconds: viewsFirst.slideshow ? Self.turningSeconds : nil)
        }
        coordinator.shownLibrary =
            isDemo ? .demo : .nasa(offersDemo: DemoCollection.isInstalled(context.variables))
        return coordinator
    }

    /// The only named file, if the other files in its folder are also viewed; otherwise `nil`.
    private var folderedFile: FilePath? {
        guard named == nil, !options.viewing.only, photos.count == 1,
            case .file(let path) = photos[0], !FolderReader.isPipe(path)
        else { return nil }
        return path
    }

    /// The number of seconds for each picture in a slideshow of the rotating Earth.
    private static let turningSeconds = 1

    func makeServices() -> Services { makeServices(of: backend) }

    /// Creates the services of the built-in collection; `nil` if the collection is not installed.
    func makeDemoServices() -> Services? {
        Backend.demo(context.variables).map { makeServices(of: $0) }
    }

    private func makeServices(of backend: Backend) -> Services {
        let lookup = ItemRepository(repository: backend.repository)
        let limits = options.decodingOptions(showingPlaces: !views.isEmpty)
        let decoder = SandboxedDecoder(
            within: limits.caching(in: XDGDirectories(context.variables).cache),
            by: context.zygote)
        let loader = LibraryPhotoLoader(
            backend, lookup: lookup, decoder: decoder, isWatched: !options.viewing.print)
        let shared = SharedPictures()
        return Services(
            pipeline: ImagePipeline(
                loader: loader,
                // A cancelled task stops waiting immediately.
                pause: { _ = try? await Task.sleep(for: $0) },
                renderer: Renderer(
                    stopwatch: .monotonic, enlarging: options.settings.scaling,
                    png: FastPNG.encode, share: { shared.share($0, $1, $2) })),
            shared: shared, lookup: lookup, backend: backend, decoder: decoder)
    }

    var overrides: TerminalProfile.Overrides {
        var overrides = TerminalProfile.Overrides()
        let settings = options.settings
        overrides.graphics = settings.graphics
        overrides.colours = settings.colours
        overrides.cell = settings.cellSize?.metrics
        overrides.theme = settings.theme
        overrides.showsCursor = settings.isAccessible
        overrides.textColours = TextColourOverrides(
            accent: settings.accent?.number, good: settings.good?.number,
            bad: settings.bad?.number)
        return overrides
    }

    /// A photo and the position to show in it.
    typealias Named = (photo: PhotoReference, position: ViewPosition?)

    /// Returns the photo that a word of the command line names, and the position after a `#`.
    ///
    /// If a file has the whole word as its name, there is no position.
    static func argument(_ argument: String, _ words: ArgumentStrings) throws -> Named {
        let argument = ByteText.ofFile(at: argument) ?? argument
        if isFile(argument) { return (reference(argument), nil) }
        let named: PhotoArgument
        do throws(PhotoArgument.InvalidPosition) {
            named = try PhotoArgument(argument)
        } catch {
            throw ValidationError(words.position("#" + SafeText(error.text).string, error.fault))
        }
        try checkDay(of: PhotoID(named.photo), words)
        if named.photo.hasPrefix(Self.earth + ":"), WorldMap(named.photo, yesterday: nil) == nil {
            let day = SafeText(String(named.photo.dropFirst(Self.earth.count + 1)))
            throw ValidationError(words.day(day.string, false))
        }
        return (reference(named.photo), named.position)
    }

    /// Returns true if a word of the command line names a position in a photo.
    static func namesPlace(_ argument: String) -> Bool {
        argument.contains("#") && !FileManager.default.fileExists(atPath: argument)
            && (try? PhotoArgument(argument))?.position != nil
    }

    /// Checks the day that is the ID of an Astronomy Picture of the Day.
    ///
    /// - Throws: `ValidationError` if the ID is not a valid day.
    static func checkDay(of id: PhotoID, _ words: ArgumentStrings) throws {
        if id.service == .apod { try DayText(id.name).check(of: .apod, words) }
    }

    /// Returns the words, with `earth` and a following day joined.
    private static func joiningMaps(_ words: [String]) -> [String] {
        var joined: [String] = []
        for word in words {
            if joined.last == earth, word.first?.isNumber == true,
                !isFile(word)
            {
                joined[joined.count - 1] = "\(earth):\(word)"
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private static let earth = "earth"

    /// Returns the photo that a word names: standard input for `-`, a file if it exists, a map, an
    /// address if the word contains "://", otherwise an ID.
    ///
    /// A word with a slash or a picture's extension is a file even if no such file exists, because
    /// IDs of NASA's library contain neither.
    static func reference(_ argument: String) -> PhotoReference {
        let argument = ByteText.ofFile(at: argument) ?? argument
        if argument == "-" { return .standardInput }
        if isFile(argument) { return .file(path: ByteText.path(argument)) }
        let word = ByteText.readable(argument)
        if let map = WorldMap(word, yesterday: .yesterday) { return .world(map) }
        // IDs of other libraries may contain slashes and file name extensions.
        if PhotoID(word).service != .nasa { return .library(PhotoID(word)) }
        if word.contains("://") { return PhotoReference(addressOrID: word) }
        return argument.contains("/") || looksLikeFile(argument)
            ? .file(path: ByteText.path(argument)) : .library(PhotoID(word))
    }

    /// Returns true if a word is the name of a file or folder.
    static func isFile(_ argument: String) -> Bool {
        FolderReader.exists(ByteText.path(argument))
    }

    /// Returns true if the word has a picture's extension: no known ID has one, so the word is a
    /// mistyped file name.
    private static func looksLikeFile(_ argument: String) -> Bool {
        PictureName(argument).hasEnding(of: Codec.endings)
    }
}

/// The services of a session, which work outside the event loop.
struct Services {
    let pipeline: ImagePipeline
    /// The pictures stored for a terminal on this machine.
    let shared: SharedPictures
    let lookup: ItemRepository
    let backend: Backend
    let decoder: SandboxedDecoder
}

extension Stopwatch {
    static let monotonic = Stopwatch { DispatchTime.now().uptimeNanoseconds }
}

extension CalendarDate {
    /// Today's date in UTC.
    static var today: CalendarDate {
        CalendarDate(unixSeconds: Int(Date.now.timeIntervalSince1970))
    }

    /// Yesterday's date in UTC, by which services count days.
    static var yesterday: CalendarDate? {
        let days = Int((Date.now.timeIntervalSince1970 / 86_400).rounded(.down))
        return CalendarDate("1970-01-01")?.advanced(byDays: days - 1)
    }
}
