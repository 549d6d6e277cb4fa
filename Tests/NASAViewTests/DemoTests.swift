import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// The built-in collection, without a network.
    @Suite struct Demo {
        @Test(arguments: [PlayedTerminal.vt340, .vte])
        func everyPhotoOfTheDemoIsShown(terminal: PlayedTerminal) throws {
            let viewer = try Viewer(["--demo"], in: terminal)
            let first = try viewer.waitForFacts { ($0.count ?? 0) >= 12 }
            let count = try #require(first.count)
            for number in 2...count {
                viewer.press("n")
                try viewer.waitForFacts { $0.place == "\(number)/\(count)" }
                viewer.press("z")
                try viewer.waitForFacts { $0.percent >= 100 }
            }
            try viewer.quit()
        }

        @Test func itHasPhotosOfManyShapes() throws {
            let viewer = try Viewer(["--demo"])
            let first = try viewer.waitForFacts { ($0.count ?? 0) >= 12 }
            let count = try #require(first.count)
            var sizes = [try #require(first.photo)]
            for number in 2...count {
                viewer.press("n")
                let facts = try viewer.waitForFacts { $0.place == "\(number)/\(count)" }
                sizes.append(try #require(facts.photo))
            }
            #expect(sizes.contains { $0.width >= $0.height * 3 }, "a panorama")
            #expect(sizes.contains { $0.height > $0.width }, "a portrait")
            #expect(sizes.contains { max($0.width, $0.height) <= 256 }, "a tiny one")
            #expect(sizes.contains { $0.width * $0.height >= 24_000_000 }, "24 megapixels")
            try viewer.quit()
        }
    }
}

extension ViewerFacts {
    /// How many photos there are; fewer while the line is half drawn.
    fileprivate var count: Int? { place?.split(separator: "/").last.flatMap { Int($0) } }
}
