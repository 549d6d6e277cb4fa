internal import Foundation

/// The stored inputs: seeds, and inputs that once failed.
package enum FuzzSeeds {
    /// Describes the faults of stored inputs, and targets without inputs.
    ///
    /// A failing input stays among the seeds after its fix, so that it is always tried.
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
