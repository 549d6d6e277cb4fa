import Foundation
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import TilePyramids

/// Descriptions of tiles whose numbers are at the limits of arithmetic.
@Suite struct EdgeNumberTests {
    private static let forms: [Character: String] = [
        "i": "info.json", "d": "a.dzi", "z": "ImageProperties.xml",
    ]

    /// Returns the fuzzing seeds, and the recordings.
    private static func descriptions() throws -> [(name: String, text: String)] {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { path, _ in
            path.deletingLastPathComponent()
        }
        let folder = root.appending(path: "Fixtures/Fuzz/pyramids")
        let seeds = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let kept = try seeds.compactMap { seed -> (name: String, text: String)? in
            let text = String(
                decoding: try Data(contentsOf: folder.appending(path: seed)), as: UTF8.self)
            return text.first.flatMap { forms[$0] }.map { ($0, String(text.dropFirst())) }
        }
        let recorded = [
            ("iiif2-info.json", "info.json"), ("iiif2-info-maxarea.json", "info.json"),
            ("deepzoom.dzi", "a.dzi"), ("zoomify-ImageProperties.xml", "ImageProperties.xml"),
        ].compactMap { file, name -> (name: String, text: String)? in
            let url = root.appending(path: "../shared/services/" + file)
            return (try? String(contentsOf: url, encoding: .utf8)).map { (name, $0) }
        }
        return kept + recorded
    }

    @Test(.timeLimit(.minutes(1))) func noNumberOfADescriptionTraps() throws {
        var pyramids = 0
        for (name, text) in try Self.descriptions() {
            let fields =
                name == "info.json"
                ? NumberFields(json: Array(text.utf8)) : NumberFields(text: text)
            let random = FullMatrix.isAsked ? 20_000 : 2000
            #expect(fields.count > 50)
            var numbers = SeededNumbers(seed: 1)
            for index in 0..<(fields.count + random) {
                let bytes = index < fields.count ? fields[index] : fields.mutant(&numbers)
                let description = try #require(PyramidDescription("https://a.org/b/" + name))
                guard let pyramid = try? description.pyramid(bytes) else { continue }
                pyramids += 1
                Self.use(pyramid)
            }
        }
        #expect(pyramids > 500)
    }

    private static func use(_ pyramid: TilePyramid) {
        precondition(pyramid.size.area.map { $0 <= PyramidLimits.pixels } ?? false)
        _ = pyramid.coarsest
        for (index, level) in pyramid.levels.enumerated() {
            let last = TileKey(level: index, column: level.columns - 1, row: level.rows - 1)
            precondition(!level.area(of: last).isEmpty && !level.pictured(by: last).isEmpty)
            _ = level.tiles(under: level.area(of: last), level: index)
            _ = pyramid.path(of: last)
        }
    }

    @Test(
        arguments: [
            (#"{"width":-9223372036854775808,"height":256}"#, .side(.min)),
            (#"{"width":-36028797018963969,"height":256}"#, .side(-36_028_797_018_963_969)),
            (#"{"width":-3037000500,"height":-3037000500}"#, .side(-3_037_000_500)),
            (#"{"width":256,"height":-9223372036854775808}"#, .side(.min)),
            (#"{"width":0,"height":256}"#, .side(0)), (#"{"width":-5}"#, .side(-5)),
        ] as [(String, TileFault)])
    func aTileWithoutPixelsIsRefused(tile: String, fault: TileFault) throws {
        let text = #"{"width":6000,"height":4000,"tiles":[\#(tile)],"profile":"level1"}"#
        let description = try #require(PyramidDescription("https://a.org/b/info.json"))
        #expect(throws: DecodingFailure.tiles(fault)) { try description.pyramid(Array(text.utf8)) }
    }

    @Test(arguments: [
        #"{"width":9223372036854775807,"height":9223372036854775807}"#,
        #"{"width":4611686018427387904}"#,
    ])
    func aTileWithoutEndIsCutToTheLargest(tile: String) throws {
        let text = #"{"width":6000,"height":4000,"tiles":[\#(tile)],"profile":"level1"}"#
        let description = try #require(PyramidDescription("https://a.org/b/info.json"))
        #expect(try description.pyramid(Array(text.utf8)).levels[0].tile == "2048x2048")
    }
}

/// Nothing is called while the queue is locked, because it may query the queue.
@Suite struct ReleasedWantTests {
    private final class Calls: Sendable {
        let count = Mutex(0)
        var wake: @Sendable () -> Void { { self.count.withLock { $0 += 1 } } }
    }

    @Test(arguments: [false, true]) func thoseThatWaitNoLongerAreCalledUnlocked(isStopped: Bool) {
        let calls = Calls()
        var state = TileQueueState(overview: [], limitBytes: 0)
        let key = TileKey(level: 0, column: 0, row: 0)
        if isStopped { _ = state.stop() }
        state.begin(TileRequest(id: 1, keys: [key], isWhole: false, wake: calls.wake))
        if !isStopped { state.cancel(1) }
        #expect(calls.count.withLock { $0 } == 0)
        for wake in state.wakes() { wake() }
        #expect(calls.count.withLock { $0 } == 1)
        #expect(state.wakes().isEmpty)
    }
}
