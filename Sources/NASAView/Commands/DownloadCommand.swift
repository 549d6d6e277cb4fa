internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import SystemPackage
internal import TerminalProtocols

/// The `download` command, which saves the unchanged files of photos.
struct DownloadCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download photos.",
        discussion: """
            Prints the path of each saved file. An interrupted download leaves NAME.part and \
            resumes the next time; existing files are never overwritten.

              nasa-view download PIA00342
              nasa-view download PIA00342 PIA00344 --size large --to ~/Pictures

            Exit status: 0 on success, 1 if some photos failed, 3 if there is no such photo or \
            size, 4 without a network.
            """)

    @Argument(
        help: "IDs (case-sensitive); those of other libraries begin with a name: apod:2026-10-02.",
        completion: .shellCommand(Completions.ids))
    var ids: [String]

    @Option(help: "Size: \(AssetSize.allCases.reversed().map(\.rawValue).joined(separator: ", ")).")
    var size = AssetSize.original

    @Option(
        help: ArgumentHelp("Folder to save in (created if missing).", valueName: "folder"),
        completion: .directory)
    var to = "."

    @OptionGroup var script: ScriptOptions

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        for id in ids { try LaunchContext.checkDay(of: PhotoID(id), strings.arguments) }
        let backend = try Backend(script.library, context)
        var ending = ExitStatus()
        var items: [JSON] = []
        for id in ids.map({ PhotoID($0) }) {
            do throws(SavingFailure) {
                let file = try await save(id, backend, context)
                items.append(Self.json(id, file: file))
                ending.succeed()
                if !script.json { try? CommandOutput.print(path: file.file, strings) }
            } catch {
                items.append(Self.json(id, error: Strings().sentence(for: error, of: id)))
                ending.fail(error, strings.sentence(for: error, of: id))
            }
        }
        if script.json { try CommandOutput.print(items: items, strings) }
        await backend.settle()
        try ending.end(strings)
    }

    private static func json(
        _ id: PhotoID, file: SavedFile? = nil, error: SafeText? = nil
    ) -> JSON {
        .object(
            [
                "nasa_id": .text(PlainTextFormatter.id(id)), "path": .text(file?.path),
                "bytes": .integer(file?.byteCount), "error": .text(error?.string),
            ], about: file?.file)
    }

    private func save(
        _ id: PhotoID, _ backend: Backend, _ context: CommandContext
    ) async throws(SavingFailure) -> SavedFile {
        let photo: Photo
        do { photo = try await backend.repository.photo(id: id) } catch { throw .looking(error) }
        let line = ProgressLine(
            SafeText(id.text).truncated(to: 30).string,
            in: TerminalEnvironment(context.variables), context.strings)
        defer { line.clear() }
        return try await backend.originals.save(photo, size, into: ByteText.path(to)) {
            line.show($0)
        }
    }
}

extension AssetSize: ExpressibleByArgument {}
