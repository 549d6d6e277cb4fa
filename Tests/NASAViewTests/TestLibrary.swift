import Foundation
import Imaging
import TestSupport

/// `workbench serve` with the test's own items.
///
/// It reads its standard input and ends with it, so that it never outlives the tests.
final class TestLibrary {
    let address: String
    private let process: ChildProcess
    private var lifeline: OwnPipe?
    private let log: ScratchFile
    private let folder: URL

    init(_ items: [LibraryItem], port: Int = 0, options: [String] = []) throws {
        folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for item in items { try item.write(to: folder) }
        let output = try ScratchFile(name: "output")
        log = try ScratchFile(name: "log")
        let lifeline = try OwnPipe()
        self.lifeline = lifeline
        var start = ProgramStart(
            try BuiltProgram.workbench.path(),
            [
                "serve", "--recorded", folder.path, "--photos", folder.path, "--log",
                "--until-stdin-closes", "--port", String(port),
            ] + options)
        start.input = .descriptor(lifeline.reading)
        start.output = .descriptor(output.descriptor)
        start.errors = .descriptor(log.descriptor)
        process = try ChildProcess(start)
        address = try Self.firstLine(of: output)
    }

    var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// The requested paths, in order.
    var requests: [String] {
        let bytes = (try? log.contents()) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func stop() { process.end() }

    /// Closes its input; returns its exit status, or nil if it still runs.
    func closeInput() -> ExitStatus? {
        lifeline = nil
        _ = waitUntil(within: 60) { process.status != nil }
        return process.status
    }

    private static func firstLine(of file: ScratchFile) throws -> String {
        var line: Substring?
        let isThere = waitUntil(within: 60) {
            let text = String(decoding: (try? file.contents()) ?? [], as: UTF8.self)
            line = text.contains("\n") ? text.split(separator: "\n").first : nil
            return line != nil
        }
        guard isThere, let line else {
            throw TestEnvironmentError.outOfTime("the server tells its address")
        }
        return String(line)
    }

    deinit {
        process.end()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A made-up item of the library in the API's form, and its files.
struct LibraryItem: Sendable {
    let id: String
    var title = "A made-up photo"
    var mediaType = "image"
    var description: String?
    /// NASA's alternative text.
    var altText: String?
    /// The names of the sizes and their rasters; the original is `orig`.
    var sizes: [(name: String, raster: Raster)] = []
    var originalExtension = "png"
    /// True if its original is a TIFF that is not shown.
    var isOfARareKind = false
    /// Other files of a video, by the text after its ID: further stills, captions.
    var furtherFiles: [(suffix: String, bytes: [UInt8])] = []
    /// Files that only the manifest lists.
    var recordings: [String] = []
    /// The sizes in the links, if they are wrong.
    var declared: [String: PixelSize] = [:]
    /// The sizes whose links do not have their pixels.
    var undeclared: Set<String> = []
    /// The sizes that only the manifest lists.
    var unlinked: Set<String> = []
    /// The number of bytes missing at the end of all its files.
    var lostBytes = 0
    /// Further details by the API's names, or replacements.
    var details: [String: String] = [:]

    /// The reply of a search that finds this item.
    var reply: [String: Any] {
        var data: [String: Any] = [
            "nasa_id": id, "title": title, "media_type": mediaType, "center": "JPL",
            "photographer": "Jo Painter", "date_created": "2001-02-03T00:00:00Z",
        ]
        data["description"] = description
        data["description_508"] = altText
        let item: [String: Any] = [
            "href": "\(Self.host)/\(mediaType)/\(id)/collection.json",
            "data": [data.merging(details) { _, own in own }],
            "links": sizes.filter { !unlinked.contains($0.name) }.map {
                link($0.name, declared[$0.name] ?? $0.raster.size)
            },
        ]
        let collection: [String: Any] = [
            "version": "1.1", "href": "http://images-api.nasa.gov/search", "items": [item],
            "metadata": ["total_hits": 1],
        ]
        return ["collection": collection]
    }

    private static let host = "https://images-assets.nasa.gov"

    private func link(_ name: String, _ size: PixelSize) -> [String: Any] {
        let rel = ["orig": "canonical", "thumb": "preview"][name] ?? "alternate"
        var link: [String: Any] = [
            "href": "\(Self.host)/\(mediaType)/\(id)/\(file(name))", "rel": rel, "render": "image",
        ]
        guard !undeclared.contains(name) else { return link }
        link["width"] = size.width
        link["height"] = size.height
        link["size"] = size.width &* size.height &* 4
        return link
    }

    private func file(_ name: String) -> String {
        "\(id)~\(name).\(name == "orig" ? originalExtension : "jpg")"
    }

    /// All files in the form of `/asset`; `nil` if the links list them all.
    private var manifest: [String: Any]? {
        let names = furtherFiles.map(\.suffix) + recordings
        guard !names.isEmpty || !unlinked.isEmpty else { return nil }
        let all = names.map { id + $0 } + sizes.map { file($0.name) }
        let items = all.map { ["href": "http://images-assets.nasa.gov/\(mediaType)/\(id)/\($0)"] }
        return ["collection": ["version": "1.1", "items": items]]
    }

    /// Writes the reply and the pictures to the folder of `workbench serve`.
    func write(to folder: URL) throws {
        let data = try JSONSerialization.data(withJSONObject: reply)
        try data.write(to: folder.appending(path: "\(UUID().uuidString).json"))
        if let manifest {
            try JSONSerialization.data(withJSONObject: manifest)
                .write(to: folder.appending(path: "\(UUID().uuidString).json"))
        }
        for (suffix, bytes) in furtherFiles {
            try Data(bytes).write(to: folder.appending(path: id + suffix))
        }
        for (name, raster) in sizes {
            // NASA's names end in .jpg; only the content counts.
            let isTIFF = name == "orig" && originalExtension == "tif"
            let bytes =
                isTIFF
                ? TIFFWriter.file([
                    TIFFWriter.picture(raster, compression: isOfARareKind ? 6 : 1)
                ])
                : PlainPNG.bytes(of: raster)
            try Data(bytes.dropLast(lostBytes)).write(to: folder.appending(path: file(name)))
        }
    }
}
