internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import TerminalProtocols

/// Prints what the library knows about photos.
struct InfoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the details of photos.",
        discussion: """
              nasa-view info PIA00342
              nasa-view info PIA00342 --metadata     also camera data from the file
              nasa-view info PIA00342 --json | jq -r '.items[0].sizes[].href'

            Exit status: 0 on success, 1 if some photos failed, 3 if there is no such photo, 4 \
            without a network.
            """)

    @Argument(
        help: "IDs (case-sensitive), of other libraries behind a name: apod:2026-10-02.",
        completion: .shellCommand(Completions.ids))
    var ids: [String]

    @Flag(help: "Include the metadata of the files (EXIF).")
    var metadata = false

    @OptionGroup var script: ScriptOptions

    private struct Item {
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
        for id in ids { try LaunchContext.checkDay(of: PhotoID(id), strings.arguments) }
        let backend = try Backend(script.library, context)
        backend.reportTroubles(strings)
        var ending = ExitStatus()
        var items: [Item] = []
        for id in ids.map({ PhotoID($0) }) {
            do throws(CatalogFailure) {
                items.append(try await item(id, backend.repository))
                ending.succeed()
            } catch {
                ending.fail(error, strings.sentence(for: error, of: id))
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
        _ id: PhotoID, _ repository: any PhotoRepository
    ) async throws(CatalogFailure) -> Item {
        let photo = try await repository.photo(id: id)
        let assets = try await repository.assets(of: photo)
        let facts = metadata ? try await repository.metadata(of: photo) : nil
        return Item(photo: photo, assets: assets, facts: facts)
    }
}
