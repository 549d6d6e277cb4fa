internal import Foundation
package import Imaging
package import Testing

/// Reviewed texts that must not change, in Fixtures/Golden/MODULE.
///
/// `NASA_VIEW_GOLDEN=write swift test` rewrites them; review the difference with `git diff`.
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
            .deletingLastPathComponent().appending(path: "Fixtures/Golden")
    }
}

/// Reproducible random numbers (SplitMix64).
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// Returns different numbers in each run; a failure prints the seed, and `NASA_VIEW_SEED`
    /// repeats the run with it.
    package static func replayable() -> (numbers: SeededNumbers, replay: String) {
        let wished = ProcessInfo.processInfo.environment["NASA_VIEW_SEED"].flatMap { UInt64($0) }
        let seed = wished ?? .random(in: 0...UInt64(UInt32.max))
        return (SeededNumbers(seed: seed), "NASA_VIEW_SEED=\(seed) repeats this")
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

// In tables of tests sizes and positions are written as data: "640x480", "12,34".

extension PixelSize: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        let numbers = text.split(separator: "x").compactMap { Int($0) }
        precondition(numbers.count == 2, "a size is written 640x480")
        self.init(width: numbers[0], height: numbers[1])
    }
}

extension PixelPoint: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        let numbers = text.split(separator: ",").compactMap { Int($0) }
        precondition(numbers.count == 2, "a place is written 12,34")
        self.init(x: numbers[0], y: numbers[1])
    }
}

/// Decides whether tests of a product of cases try all of it, or each value once and the difficult
/// pairs.
///
/// `make test-all` and CI try all.
package enum FullMatrix {
    package static let isAsked =
        ProcessInfo.processInfo.environment["NASA_VIEW_FULL_MATRIX"] != nil

    package static func all<Cases: Collection>(_ all: Cases, else few: Cases) -> Cases {
        isAsked ? all : few
    }

    /// Returns all cases of a kind, or one of every `step`.
    package static func part<Case>(of all: [Case], every step: Int) -> [Case] {
        isAsked ? all : stride(from: 0, to: all.count, by: step).map { all[$0] }
    }

    /// Returns all variants at a position, or one of them, in turn.
    package static func ways<Way>(_ all: [Way], at place: Int) -> [Way] {
        isAsked ? all : [all[place % all.count]]
    }
}
