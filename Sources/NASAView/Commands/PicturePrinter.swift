internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

extension LaunchContext {
    /// Prints each photo to standard output.
    ///
    /// - Returns: the exit status: 0 when all were printed.
    func print() async -> Int32 {
        let pipeline = makeWorkings().pipeline
        var status: Int32 = 0
        var complaints = Complaints()
        for photo in printed {
            do throws(PictureFailure) {
                let picture = try await picture(of: photo, through: pipeline)
                guard StandardOutput.write(picture, strings) else {
                    // Where this one does not go, the next would not either.
                    status = Diagnostics.failed
                    break
                }
            } catch {
                complaints.print(strings.sentence(for: error, of: photo))
                status = Diagnostics.failed
            }
        }
        complaints.end(strings)
        await library.settle()
        return status
    }

    private func picture(
        of photo: PhotoReference, through pipeline: ImagePipeline
    ) async throws(PictureFailure) -> [UInt8] {
        let box = PrintBox(options, environment: environment)
        let opened = try await pipeline.open(photo, covering: box.size.width) { _ in }
        let size = opened.size.fitted(into: box.size, enlarging: options.enlarge)
        let all = ScaledWindow(photo: opened.size, scaled: size, window: PixelRect(size))
        let request = ImageRequest(all, of: PhotoVersion(photo, opened), options: box.options)
        guard let printed = try await pipeline.image(for: request)?.image.printed else { return [] }
        if opened.source.status.damage != nil {
            Diagnostics.print(strings.damage(of: photo))
        }
        return printed + Array("\n".utf8)
    }
}

/// The box a printed picture fits into, and the language it is printed in.
struct PrintBox {
    /// In picture elements.
    let size: PixelSize
    let options: ImageOptions

    /// What is not said is taken from the terminal if there is one, else from the usual 80x24.
    ///
    /// Without `--protocol` a printed picture is blocks: whoever reads a pipe later cannot be asked.
    init(_ options: Options, environment: TerminalEnvironment) {
        let glyphs = options.display.glyphs ?? .half
        let window =
            TTY.outputWindow ?? WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil)
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = options.display.graphics ?? .blocks
        // A pipe may end in any terminal: nothing is taken away where nobody said so.
        overrides.colours = options.display.colours ?? (TTY.isOutput ? nil : .trueColour)
        overrides.cell = options.display.cellSize?.metrics
        let profile = TerminalProfile(
            TerminalCapabilities(), environment, window: window, overrides: overrides)
        self.options = ImageOptions(profile, glyphs: glyphs, isPrinted: true)
        size = Self.size(options.size, profile, glyphs)
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

extension EncodedImage {
    /// The bytes that show it where the cursor is.
    var printed: [UInt8] {
        switch self {
        case .string(let bytes): return bytes
        case .cells(let mosaic):
            var output: [UInt8] = []
            mosaic.append(at: nil, to: &output)
            return output
        case .stored: preconditionFailure("what is printed is kept in no store")
        }
    }
}
