internal import ArgumentParser
internal import Decoding
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import SystemPackage
internal import TerminalProtocols

/// The `info` command, which prints the details of photos and files.
struct InfoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the details of photos.",
        discussion: """
              nasa-view info PIA00342
              nasa-view info PIA00342 --metadata     also camera data from the file
              nasa-view info PIA00342 --json | jq -r '.items[0].sizes[].href'
              nasa-view info photo.jpg               your file: format, size, metadata

            Exit status: 0 on success, 1 if some photos failed, 3 if there is no such photo, 4 \
            without a network.
            """)

    @Argument(
        help: """
            IDs (case-sensitive; those of other libraries begin with a name: apod:2026-10-02) or files.
            """,
        completion: .shellCommand(Completions.ids))
    var ids: [String]

    @Flag(help: "Include the metadata of the files (EXIF).")
    var metadata = false

    @OptionGroup var script: ScriptOptions

    /// True if some of the arguments name files.
    var namesFiles: Bool { ids.contains { Self.file($0) != nil } }

    private static func file(_ word: String) -> FilePath? {
        if case .file(let path) = LaunchContext.reference(word) { path } else { nil }
    }

    private enum Item {
        case photo(PhotoItem)
        case file(FileReport)

        var json: JSON {
            switch self {
            case .photo(let item): item.json
            case .file(let report): report.json
            }
        }

        func lines(_ strings: Strings) -> [SafeText] {
            switch self {
            case .photo(let item): item.lines(strings)
            case .file(let report): report.lines(strings)
            }
        }
    }

    private struct PhotoItem {
        let photo: Photo
        let assets: PhotoAssets
        let facts: [PhotoFact]?

        var json: JSON {
            var members = photo.json(assets)
            members["metadata"] = facts.map { facts in
                .list(
                    facts.map { fact in
                        .object(
                            ["group": fact.group, "name": fact.name, "value": fact.value]
                                .mapValues { .text(PlainTextFormatter.text($0)) })
                    })
            }
            return .object(members)
        }

        func lines(_ strings: Strings) -> [SafeText] {
            strings.lines(photo, assets) + (facts ?? []).map { strings.line($0) }
        }
    }

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        for id in ids where Self.file(id) == nil {
            try LaunchContext.checkDay(of: PhotoID(id), strings.arguments)
        }
        let backend = try Backend(script.library, context)
        defer { context.zygote?.leave() }
        backend.reportTroubles(strings)
        let decoder = SandboxedDecoder(within: FileReport.decoding, by: context.zygote)
        var ending = ExitStatus()
        var items: [Item] = []
        for word in ids {
            let name: PhotoReference =
                if let path = Self.file(word) { .file(path: path) } else { .library(PhotoID(word)) }
            do throws(PictureFailure) {
                items.append(try await item(word, backend.repository, decoder))
                ending.succeed()
            } catch {
                ending.fail(error, strings.sentence(for: error, of: name))
            }
        }
        if script.json, !items.isEmpty {
            try CommandOutput.print(items: items.map(\.json), strings)
        } else if !items.isEmpty {
            let blocks = items.map { $0.lines(strings) }.joined(separator: [""])
            try CommandOutput.print(Array(blocks), strings)
        }
        await backend.settle()
        try ending.end(strings)
    }

    private func item(
        _ word: String, _ repository: any PhotoRepository, _ decoder: SandboxedDecoder
    ) async throws(PictureFailure) -> Item {
        if let path = Self.file(word) { return .file(try FileReport(path, by: decoder)) }
        do throws(CatalogFailure) {
            return .photo(try await item(PhotoID(word), repository))
        } catch {
            throw .looking(error)
        }
    }

    private func item(
        _ id: PhotoID, _ repository: any PhotoRepository
    ) async throws(CatalogFailure) -> PhotoItem {
        let photo = try await repository.photo(id: id)
        let assets = try await repository.assets(of: photo)
        let facts = metadata ? try await repository.metadata(of: photo) : nil
        return PhotoItem(photo: photo, assets: assets, facts: facts)
    }
}
