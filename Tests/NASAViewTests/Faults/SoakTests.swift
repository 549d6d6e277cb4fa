import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// A long visit in one session: its memory must not grow.
    ///
    /// It takes some minutes: `make soak` runs it, with the number of photos in NASA_VIEW_SOAK.
    @Suite struct Soak {
        private static let photos =
            ProcessInfo.processInfo.environment["NASA_VIEW_SOAK"].flatMap { Int($0) } ?? 0
        /// The first photos fill bounded caches; growth is counted after them.
        private static var settled: Int { max(10, photos / 10) }
        private static let searches = photos / 2
        /// The number as the screens show it.
        private static let all =
            photos < 1000
            ? "\(photos)" : String(format: "%d,%03d", photos / 1000, photos % 1000)
        private static let growthLimitBytes = 5_000_000
        /// 8 after a hundred photos, 12 from two hundred on.
        private static let mostPictures = 16

        private static func library() throws -> TestLibrary {
            let items = (1...photos).map { number in
                LibraryItem(
                    id: "SOAK-\(number)", title: "Soak \(number)",
                    sizes: [("thumb", thumbnail), ("orig", picture)])
            }
            // A page is fetched every hundred photos, and everything twice in ten.
            return try TestLibrary(items, options: ["--fail", "1/10"])
        }

        private static let picture = TestPictures.gradient(PixelSize(width: 700, height: 400))
        private static let thumbnail = TestPictures.gradient(PixelSize(width: 70, height: 40))
        private static let screen = TerminalGeometry(columns: 40, rows: 16)

        @Test(
            .enabled(if: photos > 0, "only asked for by NASA_VIEW_SOAK"),
            .enabled(if: ProcessStatistics.areTold, "no /proc"),
            arguments: [SimulatedTerminal.vt340, .kitty, .st])
        func aThousandPhotosLeaveNothingBehind(terminal: SimulatedTerminal) throws {
            let library = try Self.library()
            let viewer = try Viewer(
                ["--search", "soak", "--grid", "0", "--api", library.address], in: terminal,
                geometry: Self.screen)
            viewer.waitForText(" of \(Self.all)")
            viewer.press("i\r")
            var figures: [Int: ProcessStatistics] = [:]
            for number in 1...Self.photos {
                try look(at: number, in: viewer)
                if number == Self.settled || number == Self.photos {
                    figures[number] = try Self.figures(of: viewer)
                }
                if number < Self.photos { viewer.press("n") }
            }
            viewer.press("qq")
            viewer.waitForText("\(Self.all) of")
            for number in 1...max(1, Self.searches) { search(number, in: viewer) }
            let end = try Self.figures(of: viewer)
            // Each search is a separate screen; Ctrl-C leaves them all.
            viewer.press(Key.controlC)
            #expect(viewer.program.waitForExit() == .signal(SIGINT))
            try expectTerminalRestored(viewer.program)
            let before = try #require(figures[Self.settled])
            let after = try #require(figures[Self.photos])
            print("soak, \(terminal.name):")
            print("  after photo \(Self.settled): \(before)")
            print("  after photo \(Self.photos): \(after)")
            print("  after \(Self.searches) searches: \(end)")
            #expect(after.memoryBytes - before.memoryBytes < Self.growthLimitBytes)
            // The system's pools and curl's open connections vary by one or two.
            for end in [after, end] {
                #expect(end.descriptors <= before.descriptors + 2)
                #expect(end.pictures <= Self.mostPictures)
                #expect(end.threads <= before.threads + 2)
            }
        }

        /// Waits for a photo, retries like a user, and moves over it ten times.
        private func look(at number: Int, in viewer: Viewer) throws {
            let place = "\(number)/\(Self.photos)"
            for _ in 0..<20 {
                let isThere = viewer.program.wait(within: 20) {
                    viewer.facts?.place == place || viewer.page.contains("r: retry")
                }
                guard isThere, viewer.facts?.place != place else { break }
                viewer.press("r")
            }
            try viewer.waitForFacts { $0.place == place }
            viewer.press("z")
            try viewer.waitForFacts { $0.percent == 100 }
            viewer.press("llhjk+-+l")
            viewer.press("w")
            try viewer.waitForFacts { $0.place == place && $0.percent < 100 }
            viewer.program.forgetOutput()
        }

        private func search(_ number: Int, in viewer: Viewer) {
            let words = number.isMultiple(of: 2) ? "soak" : "nothing \(number)"
            viewer.press("/\u{15}\(words)\r")
            viewer.waitForText("Search: \(words)")
            let isOver = viewer.program.wait(within: 30) {
                viewer.page.contains("No photos match") || viewer.page.contains(" of ")
                    || viewer.page.contains("r: retry")
            }
            #expect(isOver, "\(viewer.page)")
            viewer.program.forgetOutput()
        }

        /// Returns the program's resources at rest.
        private static func figures(of viewer: Viewer) throws -> ProcessStatistics {
            _ = viewer.waitForQuiet()
            return try ProcessStatistics(of: viewer.program.identifier)
        }
    }
}
