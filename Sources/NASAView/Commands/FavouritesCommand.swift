internal import ArgumentParser
internal import Localization
internal import PhotoCatalog
internal import Screens

/// Lists the favourites, for scripts.
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
            """,
        aliases: ["favorites"])

    @Option(help: ArgumentHelp("Add a photo to your favourites.", valueName: "id"))
    var add: [String] = []

    @Option(
        help: ArgumentHelp("Remove a photo from your favourites.", valueName: "id"),
        completion: .shellCommand(Completions.ids))
    var remove: [String] = []

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var library: LibraryOptions

    @OptionGroup var speech: LanguageOption

    func run(in context: CommandContext) async throws {
        let strings = context.strings
        let library = try Library(library, context)
        do {
            var ending = ExitStatus()
            for id in add { try await keep(PhotoID(id), library, strings, &ending) }
            for id in remove { try await forget(PhotoID(id), library, strings, &ending) }
            if add.isEmpty, remove.isEmpty { try await list(library.archive, strings) }
            if let notice = await library.archive.notice() {
                Diagnostics.print(strings.cache.archiveNotice(notice))
            }
            await library.settle()
            try ending.end(strings)
        } catch let failure as ArchiveFailure {
            Diagnostics.print(strings.cache.archiveFailure(failure))
            throw ExitCode(Diagnostics.failed)
        }
    }

    private func list(_ archive: any PhotoArchive, _ strings: Strings) async throws {
        let photos = try await archive.favourites()
        try PhotoList(total: photos.count, photos, isOffline: false).print(asJSON: json, strings)
    }

    private func keep(
        _ id: PhotoID, _ library: Library, _ strings: Strings, _ ending: inout ExitStatus
    ) async throws(ArchiveFailure) {
        let photo: Photo
        do {
            photo = try await library.repository.photo(id: id)
        } catch {
            return ending.fail(error, strings.sentence(for: error, of: id))
        }
        try await library.archive.setFavourite(photo, true)
        ending.succeed()
    }

    private func forget(
        _ id: PhotoID, _ library: Library, _ strings: Strings, _ ending: inout ExitStatus
    ) async throws {
        guard let photo = try await library.archive.favourites().first(where: { $0.id == id })
        else {
            return ending.fail(.noSuchPhoto(id), strings.noFavourite(id))
        }
        try await library.archive.setFavourite(photo, false)
        ending.succeed()
    }
}
