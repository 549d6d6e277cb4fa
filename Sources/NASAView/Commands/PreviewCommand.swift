internal import ArgumentParser
internal import Decoding
internal import Files
internal import Imaging
internal import Localization
internal import PhotoCodec
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// The `preview` command, which prints a picture into a rectangle of the screen, for programs that
/// show previews.
struct PreviewCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Print a preview of a file (for file managers).",
        discussion: """
            Prints a picture that fits into a rectangle of cells. It never reads standard input or the \
            terminal: the protocol follows from --protocol, the terminal's answers of the last day \
            (nasa-view doctor asks it) or the environment. nasa-view generate preview prints the \
            configuration for file managers.

              nasa-view preview photo.jpg --place 60x20@10,2    at column 10, row 2, from 0
              nasa-view preview photo.jpg --place 60x20         at the cursor
              nasa-view preview --clear --place 60x20@10,2      remove it

            Exit status: 0 on success, 3 if the file is not a picture, so the caller can try another program, \
            4 if it is too damaged to be shown, 1 if anything else failed.
            """)

    static let tables: [any OptionTable.Type] = [DisplayOptions.self, LanguageOption.self]

    @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp(
            "The size of the rectangle in cells, and its first column and row, from 0.",
            valueName: "WxH@X,Y"))
    var place: PreviewRectangle?

    @Flag(help: "First clear the rectangle and remove kitty's pictures.")
    var clear = false

    @Flag(help: "Print kitty's pictures as Unicode placeholders, which scroll as text.")
    var placeholder = false

    @Option(
        help: ArgumentHelp(
            """
            How to send the picture to kitty: in the output, or on this machine through memory or a \
            file, which kitty removes.
            """, valueName: "name"))
    var transfer = PreviewTransfer.stream

    @OptionGroup(title: "Display options") var display: DisplayOptions

    @OptionGroup var languageOption: LanguageOption

    /// The decoding options, which decode a photo of any size in one piece, because a preview is
    /// decoded only once.
    static let decoding = DecodingOptions(wholePixels: .max)

    func run(in context: CommandContext) async throws {
        guard file != nil || clear else {
            throw ValidationError(context.strings.arguments.nothingToPrint)
        }
        defer { context.zygote?.leave() }
        guard let path else { return try removePictures(context) }
        guard !FolderReader.isFolder(ByteText.path(path)) else { throw ExitCode(Self.noPicture) }
        let launch = try LaunchContext(options, photos: [Self.picture(of: path)], context)
        let status = await PicturePrinter(launch: launch, isPreview: true, clears: clear).run()
        if status != 0 { throw ExitCode(Self.status(status)) }
    }

    /// The file's path, with a slash so that a plain name is not mistaken for an ID; `nil` without
    /// a file.
    private var path: String? {
        file.map { name in
            let path = ByteText.ofFile(at: name) ?? name
            return path.contains("/") ? path : "./" + path
        }
    }

    /// Returns the path; for a zip archive, the path of its first picture.
    private static func picture(of path: String) -> String {
        guard ZipFile.isArchive(ByteText.path(path)),
            case .file(let first) = ZipListing.photos(of: ByteText.path(path)).photos.first
        else { return path }
        return ByteText.text(of: first.bytes)
    }

    private func removePictures(_ context: CommandContext) throws {
        let options = try options.completed(by: context.sources)
        let terminal = PrintTerminal(
            options, TerminalEnvironment(context.variables),
            keepingIn: XDGDirectories(context.variables).runtime, mayAsk: false)
        try CommandOutput.write(PrintLayout(options, terminal).clearing, context.strings)
    }

    private var options: Options {
        var viewing = ViewingOptions()
        viewing.print = true
        viewing.size = place?.size
        viewing.cell = place?.cell
        viewing.placeholders = placeholder
        viewing.transfer = transfer.medium
        var settings = display.settings
        // Without a named protocol, a pipe would get blocks, but the reading program has requested
        // a picture.
        settings["protocol"] = settings["protocol"] ?? ProtocolChoice.auto
        return Options(
            viewing: viewing, list: ListOptions(), filters: FilterOptions(),
            library: LibraryOptions(), typedSettings: settings)
    }

    private static let noPicture: Int32 = 3
    private static let damaged: Int32 = 4

    /// Returns the exit status that programs with previews expect.
    private static func status(_ code: Int32) -> Int32 {
        switch code {
        case ExitStatus.noPicture: noPicture
        case ExitStatus.damaged: damaged
        default: Diagnostics.failed
        }
    }
}
