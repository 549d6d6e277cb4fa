internal import ArgumentParser
internal import Decoding
internal import Dispatch
internal import FoundationEssentials
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// What was typed, as what was meant.
struct LaunchContext {
    let options: Options
    let photos: [PhotoReference]
    let environment: TerminalEnvironment
    let library: Library
    let context: CommandContext

    init(_ options: Options, photos: [String], _ context: CommandContext) throws {
        self.options = try options.completed(by: context.sources)
        environment = TerminalEnvironment(context.variables)
        library = try Library(options.library, context)
        self.context = context
        self.photos = photos.map(Self.reference)
    }

    var strings: Strings { context.strings }

    /// What screens go by.
    var preferences: Preferences {
        var preferences = context.preferences
        if let step = options.display.step { preferences.panPercent = step.count }
        if let pace = options.display.slideshow { preferences.slideshowSeconds = pace.count }
        return preferences
    }

    /// What `--print` prints: of the built-in collection all, if nothing is named.
    var printed: [PhotoReference] {
        photos.isEmpty ? (library.demo?.photos ?? []).map { .library($0) } : photos
    }

    /// What is listed, if no photo is named; the demo shows all it has, whatever the settings say.
    var source: ResultsSource {
        library.demo == nil ? options.list.source : options.list.named ?? .demo
    }

    /// Which library the lists are of.
    var shown: ShownLibrary {
        library.demo == nil ? .nasa(offersDemo: DemoCollection.isThere(context.variables)) : .demo
    }

    /// The built-in collection, for when there is nothing else to see; `nil` if it is not to be found.
    func makeDemoWorkings() -> Services? {
        Library.demo(context.variables).map { makeWorkings(of: $0) }
    }

    /// For one picture a photo is decoded once: a printed 100-megapixel JPEG took 504 ms of the
    /// processor by tiles, 286 so.
    private var means: DecodingOptions {
        options.print ? DecodingOptions(wholePixels: .max) : options.viewingMeans
    }

    func makeWorkings() -> Services { makeWorkings(of: library) }

    private func makeWorkings(of library: Library) -> Services {
        let lookup = ItemRepository(repository: library.repository)
        let decoder = SandboxedDecoder(within: means, by: context.zygote)
        let loader = LibraryPhotoLoader(
            library, lookup: lookup, decoder: decoder, isWatched: !options.print)
        let shared = SharedPictures()
        return Services(
            pipeline: ImagePipeline(
                loader: loader,
                // A task that is cancelled wakes at once; there is nothing else to be said of it.
                pause: { seconds in _ = try? await Task.sleep(for: .seconds(seconds)) },
                renderer: Renderer(
                    stopwatch: .monotonic, enlarging: options.display.scaling ?? .smooth,
                    png: FastPNG.bytes, share: { shared.share($0, $1, $2) })),
            shared: shared, lookup: lookup, library: library, decoder: decoder)
    }

    var overrides: TerminalProfile.Overrides {
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = options.display.graphics
        overrides.colours = options.display.colours
        overrides.cell = options.display.cellSize?.metrics
        overrides.theme = options.display.theme ?? .auto
        overrides.textColours = options.display.textColours
        return overrides
    }

    /// A file if it exists as one, a URL if it has "://", - is standard input, else an id.
    ///
    /// Something with a slash can only be a file: ids have none.
    private static func reference(_ argument: String) -> PhotoReference {
        if argument == "-" { return .standardInput }
        if FileManager.default.fileExists(atPath: argument) { return .file(path: argument) }
        if argument.contains("://") { return .address(argument) }
        return argument.contains("/") || looksLikeFile(argument)
            ? .file(path: argument) : .library(PhotoID(argument))
    }

    /// No recorded id ends like this; a mistyped file name does.
    private static func looksLikeFile(_ argument: String) -> Bool {
        let lower = argument.lowercased()
        return [".jpg", ".jpeg", ".png", ".tif", ".tiff", ".gif", ".webp"].contains {
            lower.hasSuffix($0)
        }
    }
}

extension Stopwatch {
    static let monotonic = Stopwatch { DispatchTime.now().uptimeNanoseconds }
}

/// The parts of a session that work beside the event loop.
struct Services {
    let pipeline: ImagePipeline
    /// Where pictures are laid out for a terminal on this machine.
    let shared: SharedPictures
    let lookup: ItemRepository
    let library: Library
    let decoder: SandboxedDecoder
}

/// What a session begins with.
enum LaunchRequest {
    /// Photos to view; at least one.
    case photos([PhotoReference])
    case library(ResultsSource, LibraryArrangement)

    func coordinator(
        of library: ShownLibrary, size: ScreenSize, _ preferences: Preferences
    ) -> ScreenCoordinator {
        var coordinator =
            switch self {
            case .photos(let photos): ScreenCoordinator(photos: photos, size: size, preferences)
            case .library(let source, let arrangement):
                ScreenCoordinator(source, arrangement, size: size, preferences)
            }
        coordinator.library = library
        return coordinator
    }
}
