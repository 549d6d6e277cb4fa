internal import Bounds
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// `--print`: writes each photo to standard output.
struct PicturePrinter {
    let launch: LaunchContext

    /// - Returns: the exit status: 0 if all were printed.
    func run() async -> Int32 {
        let pipeline = launch.makeServices().pipeline
        let strings = launch.strings
        var status: Int32 = 0
        var complaints = Complaints()
        let (photos, complaint) = await photos()
        if let complaint {
            complaints.print(complaint)
            status = Diagnostics.failed
        }
        for (index, photo) in photos.enumerated() {
            // Places are those of photos that were named one by one.
            let place = launch.named == nil ? launch.views[index] : nil
            do throws(PictureFailure) {
                guard try await print(photo, at: place, through: pipeline) else {
                    // The next one could not be written either.
                    status = Diagnostics.failed
                    break
                }
            } catch {
                complaints.print(strings.sentence(for: error, of: photo))
                status = Diagnostics.failed
            }
        }
        complaints.end(strings)
        await launch.backend.settle()
        return status
    }

    /// If no photo is named, the picture of a day, or all of the built-in collection.
    private func photos() async -> (photos: [PhotoReference], complaint: SafeText?) {
        guard launch.photos.isEmpty, launch.named == nil else { return launch.photosToPrint() }
        guard let query = launch.dailyQuery else {
            return ((launch.backend.demo?.photos ?? []).map { .library($0) }, nil)
        }
        do throws(CatalogFailure) {
            return ([.library(try await newest(of: query))], nil)
        } catch {
            return ([], launch.strings.sentence(for: error))
        }
    }

    /// The newest photo up to the query's day; of EPIC, whose days begin with the oldest, the last.
    private func newest(of query: Query) async throws(CatalogFailure) -> PhotoID {
        var paged = PagedPhotos(joining: [.search(query)])
        while paged.photos.isEmpty, let request = paged.nextRequest() {
            paged.append(try await launch.backend.repository.page(request), for: request)
        }
        let newest = query.source == .epic ? paged.photos.last : paged.photos.first
        guard let newest else {
            throw .noSuchPhoto(
                PhotoID(query.source, query.upTo?.description ?? "\(DayText.newest)"))
        }
        return newest.id
    }

    /// - Returns: whether it could be written.
    private func print(
        _ photo: PhotoReference, at place: ViewPlace?, through pipeline: ImagePipeline
    ) async throws(PictureFailure) -> Bool {
        let box = PrintBox(launch.options, environment: launch.environment)
        // A place is one of the original.
        let width = place == nil ? box.size.width : nil
        let opened = try await pipeline.open(photo, covering: width) { _ in }
        let page = place?.page ?? 0
        try opened.checkPart(page)
        let window = window(on: opened.size(ofPart: page), at: place?.spot, in: box.size)
        let version = PhotoVersion(photo, opened, part: page)
        let request = ImageRequest(window, of: version, options: box.options)
        let output = StandardOutput(launch.strings)
        try await pipeline.print(request) { output.write($0) }
        let isWritten = output.write(Array("\n".utf8))
        if opened.source.knownPart(page).status.damage != nil {
            Diagnostics.print(launch.strings.damage(of: photo))
        }
        return isWritten
    }

    /// What is printed of a photo: all of it, or the place that its argument names.
    private func window(
        on photo: PixelSize, at spot: ViewPlace.Spot?, in box: PixelSize
    ) -> ScaledWindow {
        switch spot {
        case .none:
            return .fitting(PixelRect(photo), of: photo, in: box, launch.options.viewing.enlarge)
        case .area(let area):
            return .fitting(
                area.pixels(of: photo), of: photo, in: box, launch.options.viewing.enlarge)
        case .centre(let x, let y, let percent):
            var viewport = Viewport(photo: photo, screen: box)
            viewport.go(to: .centre(x: x, y: y, percent: percent))
            return viewport.window
        }
    }
}

extension ScaledWindow {
    /// An area of a photo and nothing around it, as large as fits into a box.
    fileprivate static func fitting(
        _ area: PixelRect, of photo: PixelSize, in box: PixelSize, _ enlarges: Bool
    ) -> ScaledWindow {
        let size = area.size.fitted(into: box, enlarging: enlarges)
        let across = Double(size.width) / Double(area.size.width)
        let down = Double(size.height) / Double(area.size.height)
        let scaled = PixelSize(
            width: max(size.width, Int((Double(photo.width) * across).rounded())),
            height: max(size.height, Int((Double(photo.height) * down).rounded())))
        let origin = PixelPoint(
            x: min(Int((Double(area.minX) * across).rounded()), scaled.width - size.width),
            y: min(Int((Double(area.minY) * down).rounded()), scaled.height - size.height))
        return ScaledWindow(
            photo: photo, scaled: scaled, window: PixelRect(origin: origin, size: size))
    }
}

/// The box that a printed picture fits into, and how it is encoded.
private struct PrintBox {
    /// In picture elements.
    let size: PixelSize
    let options: ImageOptions

    /// What the options leave open comes from the terminal if there is one, else from 80x24 cells.
    ///
    /// Without `--protocol` a printed picture is blocks: whatever reads a pipe later cannot be asked.
    init(_ options: Options, environment: TerminalEnvironment) {
        let glyphs = options.settings.glyphs
        let window =
            TTY.outputWindow ?? WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil)
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = options.settings.graphics ?? .blocks
        // A pipe may end in any terminal: colours are reduced only if an option says so.
        overrides.colours = options.settings.colours ?? (TTY.isOutput ? nil : .trueColour)
        overrides.registers = options.viewing.registers?.value
        overrides.cell = options.settings.cellSize?.metrics
        // Nobody answers what is behind a transparent pixel.
        overrides.theme = options.settings.theme
        let profile = TerminalProfile(
            TerminalCapabilities(), environment, window: window, overrides: overrides)
        self.options = ImageOptions(profile, glyphs: glyphs, isPrinted: true)
        size = Self.size(options.viewing.size, profile, glyphs)
    }

    private static func size(
        _ wished: Extent?, _ profile: TerminalProfile, _ glyphs: BlockGlyphs
    ) -> PixelSize {
        let cells = CellSize(
            columns: profile.window.cells.columns, rows: max(1, profile.window.cells.rows - 1))
        if let wished, !profile.graphics.isText {
            return PixelSize(width: wished.width, height: wished.height)
        }
        return profile.metrics(glyphs).pixels(
            of: wished.map { CellSize(columns: $0.width, rows: $0.height) } ?? cells)
    }
}
