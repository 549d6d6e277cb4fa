import Foundation
import TestSupport

/// The programs that were built with the tests.
enum BuiltProgram: String {
    case viewer = "nasa-view"
    case workbench

    /// Where it lies: beside the test bundle, as SwiftPM puts all products of one build.
    func path() throws -> String {
        for folder in Self.folders {
            let file = folder.appending(path: rawValue)
            if FileManager.default.isExecutableFile(atPath: file.path) { return file.path }
        }
        throw TestEnvironmentError.notBuilt(rawValue)
    }

    private static var folders: [URL] {
        let arguments = CommandLine.arguments.filter { $0.contains(".xctest") }
        let places = [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap { $0 }
        let all = places + arguments.map { URL(filePath: $0) }
        return all.flatMap { place in
            sequence(first: place.standardizedFileURL) { folder in
                folder.path == "/" ? nil : folder.deletingLastPathComponent()
            }.prefix(6)
        }
    }

    /// The package's own folder.
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
