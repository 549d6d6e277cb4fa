internal import Foundation
package import Testing

/// Texts that were looked at once and must stay as they are, in Fixtures/Golden/MODULE.
///
/// `NASA_VIEW_GOLDEN=write swift test` writes them anew; the difference is then read in `git diff`.
package enum Golden {
    package static func expect(
        _ text: String, in file: String, of module: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let path = folder.appending(path: module).appending(path: file)
        if ProcessInfo.processInfo.environment["NASA_VIEW_GOLDEN"] == "write" {
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
        let expected = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        guard text != expected else { return }
        let lines = zip(
            text.split(separator: "\n", omittingEmptySubsequences: false),
            expected.split(separator: "\n", omittingEmptySubsequences: false))
        let first = lines.enumerated().first { $0.element.0 != $0.element.1 }
        Issue.record(
            """
            \(file) differs in line \((first?.offset ?? 0) + 1):
            is:     \(first.map { String($0.element.0) } ?? "of another length")
            golden: \(first.map { String($0.element.1) } ?? "")
            """, sourceLocation: location)
    }

    private static var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/Golden")
    }
}
