internal import ArgumentParser
internal import Files
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import SystemPackage
internal import TerminalProtocols

/// The `convert` command, which saves a photo as a PNG or JPEG that fits into a box, for file
/// managers and thumbnailers.
struct ConvertCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Save a picture that fits into a box as a file.",
        discussion: """
            Writes a PNG or JPEG: upright, in sRGB, scaled in linear light. A PNG keeps transparent parts \
            unless there is a --background. It is never larger than the photo. Photos of any size are \
            read strip by strip.

              nasa-view convert photo.heic --fit 600x900 --to /tmp/preview.png
              nasa-view convert scan.tif --fit 256x256 --to thumb.jpg --force

            Exit status: 0 on success, 1 if it failed, 3 if there is no such photo, 4 without a \
            network, 5 if it is not a picture, 6 if it is too damaged.
            """)

    @Argument(
        help: ArgumentHelp("NASA ID, file, URL, or - for standard input.", valueName: "photo"),
        completion: .file())
    var photo: String

    @Option(
        help: ArgumentHelp(
            "The box in pixels; one side may be missing (default: the photo's own size).",
            valueName: "WxH"))
    var fit: BoxSize?

    @Option(
        help: ArgumentHelp("The file: .png, .jpg or .jpeg.", valueName: "file"),
        completion: .file())
    var to: String

    @Option(
        help: ArgumentHelp(
            "The colour behind transparent parts (default: none in a PNG, black in a JPEG).",
            valueName: "colour"))
    var background: BackgroundColour?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var script: ScriptOptions

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        let path = ByteText.path(to)
        guard let destination = PhotoExporter.Destination(path) else {
            throw ValidationError(strings.arguments.target)
        }
        let named = try LaunchContext.argument(photo, strings.arguments)
        let backend = try Backend(script.library, context)
        defer { context.zygote?.leave() }
        var ending = ExitStatus()
        if !force, FolderReader.exists(path) {
            ending.fail(strings.commands.fileExists(SafeText(path.string).string))
        } else {
            do throws(ExportFailure) {
                try await save(named, to: destination, backend, context)
                ending.succeed()
            } catch {
                ending.fail(error.cause, strings.sentence(for: error, of: named.photo))
            }
        }
        await backend.settle()
        try ending.end(strings)
    }

    private func save(
        _ named: LaunchContext.Named, to destination: PhotoExporter.Destination,
        _ backend: Backend, _ context: CommandContext
    ) async throws(ExportFailure) {
        let (opened, page) = try await OriginalOpener(backend, context).open(
            named, covering: named.position == nil ? fit?.width : nil)
        let source = fitted(opened.source.knownPage(page))
        let request = ExportRequest(PixelRect(source.size), of: source.size, named.photo)
        let exporter = PhotoExporter(hasPages: backend.demo == nil)
        let file = try await exporter.save(
            request, of: OpenedPhoto(caption: opened.caption, source: source), to: destination)
        try replace(ByteText.path(to), by: file.file)
        if source.status.damage != nil {
            Diagnostics.print(context.strings.damage(of: named.photo))
        }
    }

    /// Returns the photo scaled to fit into the box, in front of the background; unchanged if it
    /// already fits and there is no background.
    private func fitted(_ source: any ImageSource) -> any ImageSource {
        let most = BoxSize.sides.upperBound
        let box = PixelSize(width: fit?.width ?? most, height: fit?.height ?? most)
        let size = fit == nil ? source.size : source.size.fitted(into: box)
        guard size != source.size || background != nil else { return source }
        return ScaledPhoto(source, to: size, over: background?.colour)
    }

    /// Replaces the file at `path` by `new`, unless `new` has that name because `path` was free.
    private func replace(_ path: FilePath, by new: FilePath) throws(ExportFailure) {
        guard force, path.lastComponent != new.lastComponent else { return }
        do throws(Errno) { try FreeName.replace(path, by: new) } catch {
            throw .saving(SavingFailure(error.rawValue, at: path.string))
        }
    }
}
