internal import ArgumentParser
internal import Dispatch
internal import FoundationEssentials
internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import TerminalDevice
internal import TerminalProtocols
internal import Transfer

/// What was typed, as what was meant; environment read once.
struct Session {
    let options: Options
    let photos: [PhotoReference]
    let environment: TerminalEnvironment
    let site: LibrarySite
    private let demo: DemoCollection?

    init(_ options: Options, photos: [String]) throws {
        let variables = ProcessInfo.processInfo.environment
        self.options = try options.completed(by: variables)
        environment = TerminalEnvironment(variables)
        site = try Self.site(options.api ?? variables["NASA_VIEW_API"])
        demo = options.demo ? try Self.demo(variables) : nil
        self.photos = (demo?.photos ?? []) + photos.map(Self.reference)
    }

    func makeWorkings() -> Workings {
        let fetcher = CurlFetcher(site: site, userAgent: "nasa-view/\(Version.text)")
        let finder = PhotoFinder(fetcher: fetcher, site: site, captions: demo?.captions ?? [:])
        return Workings(
            pipeline: PhotoPipeline(opener: finder, stopwatch: .monotonic, png: FastPNG.bytes),
            finder: finder, repository: NASAPhotoRepository(fetcher: fetcher, site: site))
    }

    var overrides: TerminalProfile.Overrides {
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = options.graphics
        overrides.colours = options.colours
        overrides.cell = options.cellSize.map { CellMetrics(width: $0.width, height: $0.height) }
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

    private static func site(_ override: String?) throws -> LibrarySite {
        guard let override, !override.isEmpty else { return .nasa }
        do {
            return try LibrarySite(standIn: override)
        } catch {
            throw ValidationError(
                "The address in --api or NASA_VIEW_API must be https, or http on this machine.")
        }
    }

    private static func demo(_ variables: [String: String]) throws -> DemoCollection {
        guard let collection = DemoCollection.find(variables) else {
            throw ValidationError(
                "The demo collection was not found; set NASA_VIEW_DEMO to its folder.")
        }
        return collection
    }
}

extension Stopwatch {
    static let monotonic = Stopwatch { DispatchTime.now().uptimeNanoseconds }
}
