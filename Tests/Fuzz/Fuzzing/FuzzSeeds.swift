internal import Foundation

/// The inputs that are kept: seeds, and what was found.
package enum FuzzSeeds {
    /// What is broken by an input that is kept, in words; also where a target has none.
    ///
    /// A found input that was mended stays among the seeds, so that it is tried for ever.
    package static func faults(of targets: [any FuzzTarget.Type]) throws -> [String] {
        try targets.flatMap { target in
            let files = try files(of: target)
            guard !files.isEmpty else { return ["\(target.name) has no seeds"] }
            return try files.compactMap { try fault(of: target, with: $0) }
        }
    }

    private static func fault(of target: any FuzzTarget.Type, with file: URL) throws -> String? {
        let bytes = try Array(Data(contentsOf: file))
        do {
            try target.take(bytes)
            return nil
        } catch {
            return "\(target.name), \(file.lastPathComponent): \(error)"
        }
    }

    private static func files(of target: any FuzzTarget.Type) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target.name), includingPropertiesForKeys: nil)
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/Fuzz")
}
