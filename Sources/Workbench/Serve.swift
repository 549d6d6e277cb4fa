internal import ArgumentParser
internal import StandIn

/// The `workbench serve` command, a local stand-in for NASA's library and the other services.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve a stand-in for NASA's library and other services, on this machine only.",
        discussion: """
            Prints one line, its address (http://127.0.0.1:PORT), and answers until it is stopped: \
            /search, /asset/ID, /metadata/ID, /captions/ID, /album/NAME, recent.json, popular.json \
            and the files these link to; and the routes of the other services, with replies in their \
            shapes, made of the same items and pictures: apod-basic (up to 2026-10-02, some days \
            without an entry), EPIC, the feeds of Perseverance and Curiosity, Wikimedia Commons, \
            Lorem Picsum, and Flickr (which refuses the key "refused").

            Its items are those of Fixtures/API and, where present, of ../shared/nasa/recorded. \
            A picture is looked for by its name (ID~SIZE.EXT) in Fixtures/Demo, Fixtures/Photos, \
            ../shared/nasa/photos and the folders of --photos. If there is none, another size of \
            the same id is sent; if there is none of these either, a stand-in of the same size for \
            every call, so that every photo opens. TIFF files have no stand-in.
            """)

    @Option(help: "Port to listen on (0 = any free port).")
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp(
            "What addresses in replies begin with, if something stands before the server.",
            valueName: "http://host:port"))
    var origin: String?

    @Option(help: ArgumentHelp("Wait before each answer.", valueName: "ms"))
    var slow = 0

    @Option(help: ArgumentHelp("Answer 503 to n of every m requests.", valueName: "n/m"))
    var fail: Ratio = .none

    @Option(help: ArgumentHelp("Break off the answer to n of every m requests.", valueName: "n/m"))
    var cut: Ratio = .none

    @Option(
        help: ArgumentHelp(
            "A folder of recorded replies, in place of the usual one.", valueName: "dir"))
    var recorded: String?

    @Option(
        help: ArgumentHelp(
            "A folder of pictures, besides the usual ones; may be repeated.", valueName: "dir"))
    var photos: [String] = []

    @Option(
        help: ArgumentHelp(
            "A picture to cut into tiles: /pyramid/deepzoom.dzi, /pyramid/zoomify/ImageProperties.xml, "
                + "/pyramid/iiif2/info.json, /pyramid/iiif3/info.json, and as the Earth, Mars and the Moon.",
            valueName: "picture"))
    var pyramid: String?

    @Flag(help: "Stop when standard input ends, so that no server outlives its parent.")
    var untilStdinCloses = false

    @Flag(help: "Print each request and its status on standard error.")
    var log = false

    func run() async throws {
        if untilStdinCloses { StandardInput.exitWhenItEnds() }
        let folders = PackageFolders.standard
        let items = folders.replies(recorded: recorded)
        let pictures = PictureStore(folders: photos + folders.pictures)
        let server = LibraryServer(
            ItemStore(folders: items), pictures,
            faults: ServedFaults(delayMilliseconds: slow, fail: fail, cut: cut),
            pyramid: try pyramid.map { try PyramidAnswers(path: $0) }
        ) { [log] status, target in
            if log { StandardOutput.writeError("\(status) \(target)\n") }
        }
        try await server.run(port: port, origin: origin) { address in
            StandardOutput.write("\(address)\n")
        }
    }
}

extension Ratio: ExpressibleByArgument {}
