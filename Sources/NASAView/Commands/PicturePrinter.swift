internal import Bounds
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import Synchronization
internal import TerminalDevice
internal import TerminalProtocols

/// The printer for `--print`, which writes each photo to standard output.
struct PicturePrinter {
    let launch: LaunchContext
    /// True for a preview in another program; the terminal is not queried, because that program
    /// controls it.
    var isPreview = false
    /// True if the picture's rectangle is cleared before printing.
    var clears = false

    /// Prints the photos.
    ///
    /// - Returns: the exit status, which is 0 if all photos were printed.
    func run() async -> Int32 {
        let folder = XDGDirectories(launch.context.variables).runtime
        let terminal = PrintTerminal(
            launch.options, launch.environment, keepingIn: folder, mayAsk: !isPreview)
        if let ending = terminal.ending { SignalWatch.end(by: ending) }
        let layout = PrintLayout(launch.options, terminal)
        if layout.isLikelyInPixels { Diagnostics.print(launch.strings.arguments.sizeIsInCells) }
        let output = StandardOutput(launch.strings)
        if clears { output.write(layout.clearing) }
        let status = await printAll(by: layout, output)
        terminal.finish()
        return status
    }

    private func printAll(by layout: PrintLayout, _ output: StandardOutput) async -> Int32 {
        let services = launch.makeServices()
        let pipeline = services.pipeline
        let strings = launch.strings
        var ending = ExitStatus()
        let photos = await photos(&ending)
        for (index, photo) in photos.enumerated() {
            // Only photos that are named individually have positions.
            let position = launch.named == nil ? launch.views[index] : nil
            do throws(PictureFailure) {
                guard try await print(photo, at: position, by: layout, through: pipeline, output)
                else {
                    // Writing the next photo would also fail.
                    return Diagnostics.failed
                }
                ending.succeed()
            } catch {
                ending.fail(error, strings.sentence(for: error, of: photo))
            }
            services.shared.handOver()
        }
        await launch.backend.settle()
        return ending.finish(strings)
    }

    /// Returns the named photos; if none is named, the picture of the requested or newest day, or
    /// the whole built-in collection.
    private func photos(_ ending: inout ExitStatus) async -> [PhotoReference] {
        guard launch.photos.isEmpty, launch.named == nil else {
            let (photos, complaint) = launch.photosToPrint()
            if let complaint { ending.fail(complaint) }
            return photos
        }
        guard let query = launch.dailyQuery else {
            return (launch.backend.demo?.photos ?? []).map { .library($0) }
        }
        do throws(CatalogFailure) {
            return [.library(try await newest(of: query))]
        } catch {
            ending.fail(error, launch.strings.sentence(for: error))
            return []
        }
    }

    /// Returns the newest photo up to the query's day; a page of EPIC starts with the day's oldest
    /// photo, so the last one is used.
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

    /// Prints a photo.
    ///
    /// - Returns: false if the output could not be written.
    private func print(
        _ photo: PhotoReference, at position: ViewPosition?, by layout: PrintLayout,
        through pipeline: ImagePipeline, _ output: StandardOutput
    ) async throws(PictureFailure) -> Bool {
        // A position is in pixels of the original.
        let width = position == nil ? layout.box.width : nil
        let opened = try await pipeline.open(photo, covering: width) { _ in }
        let page = position?.page ?? 0
        try opened.checkPart(page)
        var spot = position?.spot
        if let position { spot = try await opened.found(position).spot }
        let window = layout.window(on: opened.size(ofPage: page), at: spot)
        let version = PhotoVersion(photo, opened, page: page)
        var options = layout.options
        options.position = layout.position(of: window.window.size)
        var request = ImageRequest(window, of: version, options: options)
        request.adjustments.bands = position?.bands
        let (before, after) = options.position.surroundings(ofText: layout.isText)
        // The leading bytes are written with the first bytes of the picture, so that a picture that
        // cannot be decoded prints nothing.
        let lead = Mutex(before)
        var adjustments = ImageAdjustments()
        adjustments.levels = launch.options.viewing.levels?.levels ?? .none
        try await pipeline.print(request, adjusted: adjustments) { bytes in
            let first = lead.withLock { $0.take() }
            output.write(first.isEmpty ? bytes : first + bytes)
        }
        let isWritten = output.write(after)
        if request.adjustments.page(page, of: opened.source).status.damage != nil {
            Diagnostics.print(launch.strings.damage(of: photo))
        }
        return isWritten
    }
}

extension [UInt8] {
    /// Returns the bytes and empties the array.
    fileprivate mutating func take() -> [UInt8] {
        defer { self = [] }
        return self
    }
}
