import Foundation

/// The folders of test data, found from this file.
enum Folders {
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let photos = package.appending(path: "Fixtures/Photos")

    /// Data beside some checkouts; nil elsewhere.
    static func shared(_ path: String) -> URL? {
        // A worktree may be outside the checkout it belongs to.
        let checkout = ProcessInfo.processInfo.environment["NASA_VIEW_SHARED"].map {
            URL(filePath: $0)
        }
        let folder = checkout ?? package.deletingLastPathComponent().appending(path: "shared")
        let place = folder.appending(path: path)
        return FileManager.default.fileExists(atPath: place.path) ? place : nil
    }

    /// Returns the rows of a table with tabs, keyed by the names in its first row.
    static func table(_ place: URL) throws -> [[String: String]] {
        let lines = try String(contentsOf: place, encoding: .utf8).split(separator: "\n")
        let rows = lines.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let names = rows.first else { return [] }
        return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
    }
}
