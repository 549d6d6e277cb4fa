internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens

/// The `favourites` command, which lists or changes the favourites.
struct FavouritesCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourites",
        abstract: "List or change your favourites.",
        discussion: """
            Prints one line per photo, the latest favourite first: ID, date, credit and title, \
            separated by tabs; with --json the same document as search. Listing needs no network.

              nasa-view favourites
              nasa-view favourites --add PIA00342
              nasa-view favourites --remove PIA00342
              nasa-view favourites --source commons
            """,
        aliases: ["favorites"])

    @Option(help: ArgumentHelp("Add a photo to your favourites.", valueName: "id"))
    var add: [String] = []

    @Option(
        help: ArgumentHelp("Remove a photo from your favourites.", valueName: "id"),
        completion: .shellCommand(Completions.ids))
    var remove: [String] = []

    @Option(
        help: ArgumentHelp("List only favourites of this library.", valueName: "name"))
    var source: Service?

    @OptionGroup var script: ScriptOptions

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        let backend = try Backend(script.library, context)
        let archive = backend.archive
        do {
            var ending = ExitStatus()
            for id in add { try await store(PhotoID(id), backend, strings, &ending) }
            for id in remove { try await delete(PhotoID(id), archive, strings, &ending) }
            if add.isEmpty, remove.isEmpty {
                let photos = try await archive.favourites(of: source)
                try PhotoList(total: photos.count, photos: photos, isOffline: false)
                    .print(asJSON: script.json, strings)
                if photos.isEmpty { Diagnostics.print(strings.library.noFavourites) }
            }
            if let notice = await archive.notice() {
                Diagnostics.print(strings.cache.archiveNotice(notice))
            }
            await backend.settle()
            try ending.end(strings)
        } catch let failure as ArchiveFailure {
            Diagnostics.print(strings.cache.archiveFailure(failure))
            throw ExitCode(Diagnostics.failed)
        }
    }

    private func store(
        _ id: PhotoID, _ backend: Backend, _ strings: Strings, _ ending: inout ExitStatus
    ) async throws(ArchiveFailure) {
        let photo: Photo
        do {
            photo = try await backend.repository.photo(id: id)
        } catch {
            return ending.fail(error, strings.sentence(for: error, of: id))
        }
        try await backend.archive.setFavourite(photo, true)
        ending.succeed()
    }

    private func delete(
        _ id: PhotoID, _ archive: any PhotoArchive, _ strings: Strings, _ ending: inout ExitStatus
    ) async throws {
        guard let photo = try await archive.favourites().first(where: { $0.id == id }) else {
            return ending.fail(CatalogFailure.noSuchPhoto(id), strings.noFavourite(id))
        }
        try await archive.setFavourite(photo, false)
        ending.succeed()
    }
}
