internal import ArgumentParser
internal import Bounds
internal import Decoding
internal import Files
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import Settings
internal import SystemPackage
internal import TerminalProtocols

/// The `crop` command, which saves a region of a photo as a new file.
struct CropCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "crop",
        abstract: "Save a region of a photo as a file.",
        discussion: """
            Writes the pixels of the original as a PNG or JPEG, in sRGB, with title, credit and source \
            in the file, and prints its path. Existing files are never overwritten: the name gets a \
            number. Photos of any size are read and written strip by strip.

              nasa-view crop PIA00342 --area 8120,3040,1920,1080 --to crater.png
              nasa-view crop 'PIA00342#xywh=8120,3040,1920,1080'

            Exit status: 0 on success, 1 if it failed, 3 if there is no such photo, 4 without a \
            network.
            """)

    @Argument(
        help: ArgumentHelp("NASA ID, file, URL, or - for standard input.", valueName: "photo"),
        completion: .file())
    var photo: String

    @Option(
        help: ArgumentHelp(
            "The region, in pixels of the photo (default: that of the link, or all).",
            valueName: "x,y,width,height"))
    var area: CropArea?

    @Option(
        help: ArgumentHelp(
            "The file: .png, .jpg or .jpeg (default: named after the photo).", valueName: "file"),
        completion: .file())
    var to: String?

    @OptionGroup var script: ScriptOptions

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        let destination = to.flatMap { PhotoExporter.Destination(ByteText.path($0)) }
        guard to == nil || destination != nil else {
            throw ValidationError(strings.arguments.target)
        }
        let named = try LaunchContext.argument(photo, strings.arguments)
        let backend = try Backend(script.library, context)
        defer { context.zygote?.leave() }
        var ending = ExitStatus()
        do throws(ExportFailure) {
            let file = try await save(named, to: destination, from: backend, context)
            ending.succeed()
            if script.json {
                try? CommandOutput.print(items: [json(file: file)], strings)
            } else {
                try? CommandOutput.print(path: file.file, strings)
            }
        } catch {
            let sentence = strings.sentence(for: error, of: named.photo)
            if script.json {
                let english = Strings().sentence(for: error, of: named.photo)
                try CommandOutput.print(items: [json(error: english)], strings)
            }
            ending.fail(error.cause, sentence)
        }
        await backend.settle()
        try ending.end(strings)
    }

    private func json(file: SavedFile? = nil, error: SafeText? = nil) -> JSON {
        let named = SafeText(ByteText.readable(photo))
        return .object(
            [
                "photo": .text(named.string), "path": .text(file?.path),
                "bytes": .integer(file?.byteCount), "error": .text(error?.string),
            ], about: file?.file)
    }

    private func save(
        _ named: LaunchContext.Named, to destination: PhotoExporter.Destination?,
        from backend: Backend, _ context: CommandContext
    ) async throws(ExportFailure) -> SavedFile {
        let (opened, page) = try await OriginalOpener(backend, context).open(named)
        let size = opened.source.knownPage(page).size
        let region: PixelRect
        if let area = area?.area {
            region = area
        } else if let position = named.position {
            var viewport = Viewport(photo: size, screen: size)
            if case .area(let area) = position.spot {
                region = area.pixels(of: size)
            } else {
                do throws(PictureFailure) {
                    viewport.go(to: try await opened.found(position))
                } catch {
                    throw .picture(error)
                }
                region = viewport.area.pixels(of: size)
            }
        } else {
            region = PixelRect(size)
        }
        var adjustments = ImageAdjustments()
        adjustments.bands = named.position?.bands
        var request = ExportRequest(region, of: size, named.photo, adjustments)
        request.page = page
        let exporter = PhotoExporter(hasPages: backend.demo == nil)
        let file = try await exporter.save(request, of: opened, to: destination)
        if adjustments.page(page, of: opened.source).status.damage != nil {
            Diagnostics.print(context.strings.damage(of: named.photo))
        }
        return file
    }
}

/// An opener of photos at full resolution, for commands that save files.
struct OriginalOpener {
    /// The decoding options, with memory for two rows of tiles in a region 10,000 pixels wide, so
    /// that each tile is decoded only once.
    static let decoding = DecodingOptions(tileBytes: 42 << 20)

    private let loader: LibraryPhotoLoader

    init(_ backend: Backend, _ context: CommandContext) {
        let options = Self.decoding.caching(in: XDGDirectories(context.variables).cache)
            .shaping(context.sources.pixelShape())
        loader = LibraryPhotoLoader(
            backend, lookup: ItemRepository(repository: backend.repository),
            decoder: SandboxedDecoder(within: options, by: context.zygote), isWatched: false)
    }

    /// Opens a photo, and returns it with the index of the named page.
    ///
    /// `width` is the minimum width of the opened version; `nil` opens the original.
    func open(
        _ named: LaunchContext.Named, covering width: Int? = nil
    ) async throws(ExportFailure) -> (photo: OpenedPhoto, page: Int) {
        let page = named.position?.page ?? 0
        do throws(PictureFailure) {
            let photo = try await loader.load(.photo(named.photo), covering: width) { _ in }
            try photo.checkPart(page)
            return (photo, page)
        } catch {
            throw .picture(error)
        }
    }
}

/// A region of a photo as typed, such as `8120,3040,1920,1080`.
struct CropArea: OptionValue, Hashable {
    let area: PixelRect

    static var choices: SettingChoices { .examples(["0,0,800,600", "8120,3040,1920,1080"]) }

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { Self.sides.number(in: $0) }
        let known = numbers.compactMap(\.self)
        guard known.count == 4, numbers.count == 4,
            known[2] > 0, known[3] > 0
        else { return nil }
        area = PixelRect(x: known[0], y: known[1], width: known[2], height: known[3])
    }

    /// The valid coordinates and sides, in pixels; no photo has a longer side.
    private static let sides = 0...(1 << 24)
}

extension ExportFailure {
    /// The underlying failure, which determines the exit status.
    var cause: any Error {
        switch self {
        case .picture(let failure): failure
        case .saving(let failure): failure
        case .encoding, .outside, .tooLarge, .tooMuchOfTiles: self
        }
    }
}
