internal import ArgumentParser
internal import Screens

/// Shows photos, or prints them: what the program does when no other command is named.
struct ViewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Look at NASA's photos in the terminal.",
        usage: """
            nasa-view [<options>]
            nasa-view [<options>] <photo> ...
            nasa-view search|info|download|favourites|cache|config|doctor …
            """,
        discussion: """
            A photo is a nasa_id of NASA's Image and Video Library, a file, a URL, or - for \
            standard input.

              nasa-view                              the library: newest photos, search with /
              nasa-view --search "apollo 11"         a search
              nasa-view PIA00342                     a photo of the library
              nasa-view *.jpg                        files; n and p go through them
              nasa-view --demo                       a built-in collection, without a network
              nasa-view --print --size 80x40 a.jpg   one picture, and back to the shell
              nasa-view search "apollo 11" --json    for scripts; also info, download, favourites
              nasa-view cache                        what is kept on the disk
              nasa-view config                       all settings, and where they are from
              nasa-view doctor                       what is known of the terminal

            In the viewer z toggles between the screen's width and the original size, the arrows \
            pan, ? shows all keys. A file with the name of a command is opened as ./doctor.
            """)

    @OptionGroup var options: Options

    @OptionGroup var speech: SpeechOptions

    @Argument(help: "Photos: nasa_id, file, URL, or - for standard input.")
    var photos: [String] = []

    // On the main thread: the event loop blocks in poll, which no thread of the pool may do.
    @MainActor
    func run() async throws {
        // Not in validate(), which is asked before an unknown option is complained of.
        guard !options.print || options.demo || !photos.isEmpty else {
            throw ValidationError(ArgumentWording.nothingToPrint)
        }
        let session = try Session(options, photos: photos)
        for complaint in ConfigurationFile.found.complaints { Complaint.print(complaint) }
        let status = options.print ? await session.print() : session.view()
        if status != 0 { throw ExitCode(status) }
    }
}
