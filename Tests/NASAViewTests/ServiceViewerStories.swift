import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Other services in the viewer: a slideshow, a slow server, a failing one.
    @Suite("Issue 23: other services in the viewer") struct ServicesInTheViewer {
        private static let ids = [
            "apod:2026-10-02", "mars2020:NLF_0014_668192307_846ECM", "msl:4100000",
            "epic:20210530000437", "picsum:237",
        ]

        private static func library(port: Int = 0, _ options: [String] = []) throws -> TestLibrary {
            try TestLibrary(
                [LibraryItem(id: "SKY-1", title: "A sky", description: "Over the sea")],
                port: port, options: options)
        }

        private static func viewer(
            _ arguments: [String], at library: TestLibrary
        ) throws -> Viewer {
            try Viewer(["--bar", "on", "--api", library.address] + arguments)
        }

        @Test("The Earth rotates until s is pressed, and < shows another day")
        func turningEarth() throws {
            let library = try Self.library()
            let viewer = try Self.viewer(["--epic"], at: library)
            for hour in ["00", "02", "04"] { viewer.waitForText("EPIC 2026-08-31 \(hour):00:48") }
            viewer.press("s")
            viewer.waitForText("Slideshow stopped")
            viewer.press("<")
            viewer.waitForText("EPIC 2026-08-30")
            viewer.press(">")
            viewer.waitForText("EPIC 2026-08-31 00:00:48")
            viewer.press("q")
            viewer.waitForText("Earth: images from EPIC")
            try viewer.quit()
        }

        @Test("A photo that was opened alone has a day before, in the viewer and on its page")
        func daysOfLonePhotos() throws {
            let library = try Self.library()
            let viewer = try Self.viewer(["epic:20210529020437"], at: library)
            viewer.waitForText("EPIC 2021-05-29 02:00:48")
            viewer.press("<")
            viewer.waitForText("EPIC 2021-05-28 00:00:48")
            viewer.press("q")
            viewer.waitForText("Earth: images from EPIC")
            viewer.press("q")
            viewer.waitForText("EPIC 2021-05-29 02:00:48")
            viewer.press("i")
            viewer.waitForText("NASA/EPIC")
            viewer.press(">")
            viewer.waitForText("EPIC 2021-05-30 00:00:48")
            viewer.waitForText("NASA/EPIC")
            viewer.press("qqq")
            viewer.waitForText("EPIC 2021-05-29 02:00:48")
            try viewer.quit()
        }

        @Test("A rover's photo that was opened alone has a sol before")
        func solsOfLonePhotos() throws {
            let library = try Self.library()
            let viewer = try Self.viewer(["msl:4100000"], at: library)
            try viewer.waitForFacts { $0.percent > 0 }
            viewer.press("<")
            viewer.waitForText("Sol 4099")
            viewer.press("q")
            viewer.waitForText("up to sol 4099")
            viewer.press("q")
            try viewer.waitForFacts { $0.percent > 0 }
            try viewer.quit()
        }

        @Test("A list of another day that fails leaves the photo, and the key works again later")
        func failingDay() throws {
            let library = try Self.library()
            let viewer = try Self.viewer(["msl", "4100"], at: library)
            viewer.waitForText("Sol 4100")
            viewer.press("\r")
            try viewer.waitForFacts { $0.percent > 0 }
            library.stop()
            // Farther back than the loaded list, within which no list is requested.
            for _ in 0..<2 {
                viewer.press("40<")
                viewer.waitForText("Can't connect")
                viewer.waitForText("Sol 4100")
                try viewer.waitForFacts { $0.percent > 0 }
            }
            let again = try Self.library(port: library.port)
            #expect(again.address == library.address)
            viewer.press("40<")
            viewer.waitForText("Sol 4060")
            viewer.press("q")
            viewer.waitForText("up to sol 4060")
            try viewer.quit()
        }

        /// The stand-in has no picture of sol 4063.
        @Test("A day without pictures is skipped")
        func emptyDay() throws {
            let library = try Self.library()
            let viewer = try Self.viewer(["msl", "4062"], at: library)
            viewer.waitForText("Sol 4062")
            viewer.press("\r")
            try viewer.waitForFacts { $0.percent > 0 }
            viewer.press(">")
            viewer.waitForText("Sol 4064")
            viewer.press("q")
            viewer.waitForText("up to sol 4064")
            try viewer.quit()
        }

        @Test("A slow service delays no key, and its picture arrives", arguments: ids)
        func slow(id: String) throws {
            let stuck = try Self.library(["--slow", "200000"])
            let waiting = try Self.viewer([id], at: stuck)
            waiting.waitForText("Looking up the photo")
            waiting.press("?")
            waiting.waitForText("original size")
            waiting.press("?")
            try waiting.quit()
            let slow = try Self.library(["--slow", "400"])
            let viewer = try Self.viewer([id], at: slow)
            #expect(viewer.program.wait { viewer.model.pictureCount > 0 }, "\(viewer.page)")
            try viewer.quit()
        }

        @Test("A failing service is reported, and r retries", arguments: ids)
        func failing(id: String) throws {
            let failing = try Self.library(["--fail", "1/1"])
            let viewer = try Self.viewer([id], at: failing)
            viewer.waitForText("r: retry")
            #expect(viewer.words.contains("error (503)"), "\(viewer.page)")
            #expect(!viewer.words.contains("{") && !viewer.words.contains("http"))
            failing.stop()
            let well = try Self.library(port: failing.port)
            #expect(well.address == failing.address)
            viewer.press("r")
            #expect(viewer.program.wait { viewer.model.pictureCount > 0 }, "\(viewer.page)")
            try viewer.quit()
        }
    }
}
