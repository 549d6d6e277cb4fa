internal import FoundationEssentials

/// Where the package keeps its fixtures, and the data of others beside it.
package struct PackageFolders: Sendable {
    private let root: URL

    /// Found from where this file was compiled: the tools are for those who have the sources.
    package static let standard = PackageFolders(
        root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent())

    package var fixtureReplies: String { path("Fixtures/API") }
    package var recordedReplies: String { path("../shared/nasa/recorded") }

    package var hostileReplies: String { path("../shared/corpora/json") }

    package var chaosServer: String { path("../shared/tools/chaos_server.py") }

    package var demo: String { path("Fixtures/Demo") }

    package var pictures: [String] {
        ["Fixtures/Demo", "Fixtures/Photos", "../shared/nasa/photos"].map(path)
    }

    package func replies(recorded: String?) -> [String] {
        [fixtureReplies, path("Fixtures/Demo"), recorded ?? recordedReplies]
    }

    private func path(_ name: String) -> String { root.appending(path: name).path }
}
