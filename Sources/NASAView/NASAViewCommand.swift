internal import ArgumentParser
internal import PhotoPipeline

/// The command line, and the way from it to what was meant.
@main
struct NASAViewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nasa-view",
        abstract: "Look at NASA's photos in the terminal.",
        discussion: """
            A photo is a nasa_id of NASA's Image and Video Library, a file, a URL, or - for \
            standard input.

              nasa-view PIA00342                     a photo of the library
              nasa-view *.jpg                        files; n and p go through them
              nasa-view --demo                       a built-in collection, without a network
              nasa-view --print --size 80x40 a.jpg   one picture, and back to the shell

            In the viewer z toggles between the screen's width and the original size, the arrows \
            pan, ? shows all keys.
            """,
        version: Version.text)

    @OptionGroup var options: Options

    @Argument(help: "Photos: nasa_id, file, URL, or - for standard input.")
    var photos: [String] = []

    func validate() throws {
        guard options.demo || !photos.isEmpty else {
            throw ValidationError("Name a photo: a nasa_id, a file, a URL, or use --demo.")
        }
    }

    // On the main thread: the event loop blocks in poll, which no thread of the pool may do.
    @MainActor
    func run() async throws {
        let session = try Session(options, photos: photos)
        let status = options.print ? await session.print() : session.view()
        if status != 0 { throw ExitCode(status) }
    }
}
