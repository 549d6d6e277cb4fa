internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens
internal import TerminalProtocols

/// Tells what the library knows of photos, for scripts.
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

    @Argument(help: "NASA IDs (case-sensitive).", completion: .shellCommand(Completions.ids))
    var ids: [String]

    @Flag(help: "Include the metadata of the files (EXIF).")
    var metadata = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var library: LibraryOptions

    @OptionGroup var speech: LanguageOption

    private struct Document: Encodable {
        let version = 1
        let items: [Item]

        enum CodingKeys: CodingKey { case version, items }
    }

    private struct Item: Encodable {
        let record: PhotoRecord
        let facts: [PhotoFact]?

        enum CodingKeys: CodingKey { case metadata, group, name, value }

        func encode(to encoder: any Encoder) throws {
            try record.encode(to: encoder)
            guard let facts else { return }
            var object = encoder.container(keyedBy: CodingKeys.self)
            var list = object.nestedUnkeyedContainer(forKey: .metadata)
            for fact in facts {
                var entry = list.nestedContainer(keyedBy: CodingKeys.self)
                try entry.encode(PlainTextFormatter.text(fact.group), forKey: .group)
                try entry.encode(PlainTextFormatter.text(fact.name), forKey: .name)
                try entry.encode(PlainTextFormatter.text(fact.value), forKey: .value)
            }
        }
    }

    private struct Description {
        let photo: Photo
        let assets: PhotoAssets
        let facts: [PhotoFact]?

        var item: Item { Item(record: PhotoRecord(photo, assets), facts: facts) }

        func lines(_ strings: Strings) -> [SafeText] {
            strings.lines(photo, assets) + (facts ?? []).map { strings.line($0) }
        }
    }

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        let library = try Library(library, context)
        library.tellTroubles(strings)
        var ending = ExitStatus()
        var descriptions: [Description] = []
        for id in ids.map({ PhotoID($0) }) {
            do throws(CatalogFailure) {
                descriptions.append(try await describe(id, library.repository))
                ending.succeed()
            } catch {
                ending.fail(error, strings.sentence(for: error, of: id))
            }
        }
        if !descriptions.isEmpty { try show(descriptions, strings) }
        await library.settle()
        try ending.end(strings)
    }

    private func describe(
        _ id: PhotoID, _ repository: any PhotoRepository
    ) async throws(CatalogFailure) -> Description {
        let photo = try await repository.photo(id: id)
        let assets = try await repository.assets(of: photo)
        let facts = metadata ? try await repository.metadata(of: photo) : nil
        return Description(photo: photo, assets: assets, facts: facts)
    }

    private func show(_ descriptions: [Description], _ strings: Strings) throws {
        guard json else {
            let blocks = descriptions.map { $0.lines(strings) }.joined(separator: [""])
            return try CommandOutput.print(Array(blocks), strings)
        }
        try CommandOutput.print(json: Document(items: descriptions.map(\.item)), strings)
    }
}
