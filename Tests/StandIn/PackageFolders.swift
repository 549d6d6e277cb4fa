internal import FoundationEssentials

/// The package's fixtures, and the shared data beside it.
package struct PackageFolders: Sendable {
    private let root: URL

    /// Relative to this source file: the tools and tests need the sources.
    package static let standard = PackageFolders(
        root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent())

    package var fixtureReplies: String { path("Fixtures/API") }
    package var recordedReplies: String { path("../shared/nasa/recorded") }
    package var recordedServices: String { path("../shared/services") }
    package var hostileReplies: String { path("../shared/corpora/json") }

    /// The pictures of the built-in collection.
    package var demoPictures: [String] {
        FolderListing.files(below: path("Fixtures/Demo")).filter { !$0.hasSuffix(".json") }
    }

    package var pictures: [String] {
        ["Fixtures/Demo", "Fixtures/Photos", "../shared/nasa/photos"].map(path)
    }

    package func replies(recorded: String?) -> [String] {
        [fixtureReplies, path("Fixtures/Demo"), recorded ?? recordedReplies]
    }

    private func path(_ name: String) -> String { root.appending(path: name).path }
}

enum FolderListing {
    /// Returns full paths below a folder, sorted by name, so that every run is the same.
    static func files(below folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().flatMap { name in
            let path = folder + "/" + name
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                return [String]()
            }
            return isFolder ? files(below: path) : [path]
        }
    }
}
