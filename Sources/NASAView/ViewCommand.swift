internal import ArgumentParser
internal import Screens

/// Shows photos, or prints them: what the program does when no other command is named.
struct ViewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Look at NASA's photos in the terminal.",
        usage: """
            nasa-view [<options>] [<photo> ...]
            nasa-view <command> [<options>]
            """,
        discussion: """
            A photo is a nasa_id of NASA's Image and Video Library, a file, a URL, or - for \
            standard input.

              nasa-view                              the newest photos; / searches
              nasa-view --search "apollo 11"         a search
              nasa-view PIA00342                     a photo of the library
              nasa-view *.jpg                        files; n and p go through them
              nasa-view --demo                       a built-in collection; no network
              nasa-view --demo --search moon         … and all that is done with NASA's
              nasa-view --print --size 80x40 a.jpg   one picture, back to the shell

            Commands, each with --help: search, info, download, favourites for scripts; cache, \
            what is kept on the disk; config, all settings; doctor, what is known of the \
            terminal; generate, the manual page and shell completions. A file with the name of \
            a command is opened as ./doctor.

            In the viewer z toggles between the screen's width and the original size, the arrows \
            pan, ? shows all keys.
            """,
        version: Version.text)

    @OptionGroup var options: Options

    @OptionGroup var speech: SpeechOptions

    @Argument(
        help: ArgumentHelp(
            "A nasa_id, a file, a URL, or - for standard input.", valueName: "photo"),
        completion: .file())
    var photos: [String] = []

    // On the main thread: the event loop blocks in poll, which no thread of the pool may do.
    @MainActor
    func run() async throws {
        // Not in validate(), which is asked before an unknown option is complained of.
        guard !options.print || options.library.demo || !photos.isEmpty else {
            throw ValidationError(ArgumentWording.nothingToPrint)
        }
        let session = try Session(options, photos: photos)
        for complaint in ConfigurationFile.found.complaints { Complaint.print(complaint) }
        let status = await status(of: session)
        if status != 0 { throw ExitCode(status) }
    }

    @MainActor
    private func status(of session: Session) async -> Int32 {
        if options.plain { return await session.tell() }
        return options.print ? await session.print() : session.view()
    }
}
