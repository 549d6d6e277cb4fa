import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Videos and sounds of the library, served locally.
    @Suite struct Videos {
        private static let stills = (0..<3).map { number in
            Raster(PixelSize(width: 640, height: 360)) { _, _ in
                [(220, 40, 40), (40, 220, 40), (40, 40, 220)][number]
            }
        }

        /// A video in NASA's form: stills in the links and elsewhere, captions, recordings.
        private static var video: LibraryItem {
            var item = LibraryItem(
                id: "NHQ 2019 Go Forward", sizes: [("thumb", stills[0]), ("large", stills[0])])
            item.title = "Zebra in orbit"
            item.mediaType = "video"
            item.furtherFiles = [
                ("~large_1.jpg", PlainPNG.bytes(of: stills[1])),
                ("~large_2.jpg", PlainPNG.bytes(of: stills[2])),
                (".srt", Array("1\n00:00:01,000 --> 00:00:02,000\n<i>Liftoff</i>\u{1B}[2J\n".utf8)),
            ]
            item.recordings = ["~orig.mp4", "~mobile.mp4"]
            return item
        }

        private static var sound: LibraryItem {
            var item = LibraryItem(id: "Apollo 11 audio")
            item.title = "One small step"
            item.mediaType = "audio"
            item.recordings = ["~orig.mp3"]
            return item
        }

        private static var photo: LibraryItem {
            LibraryItem(
                id: "PIA1", title: "Zebra photo",
                sizes: [("thumb", stills[0]), ("orig", stills[0])])
        }

        private static func expectColour(_ number: Int, in viewer: Viewer) {
            let screen = TerminalGeometry(columns: 80, rows: 24).pictureArea
            viewer.expectPicture(ExpectedView.fitted(stills[number], screen: screen))
        }

        /// The simulated terminal has no clipboard: it reports copying as a fault.
        private func leave(_ viewer: Viewer) {
            viewer.press("q")
            #expect(viewer.program.waitForExit() == .code(0))
        }

        @Test func theirStillsCaptionsAndAddressesAreThere() throws {
            let library = try TestLibrary([Self.video])
            let viewer = try Viewer(
                [
                    "--search", "zebra", "--media", "image,video", "--grid", "0", "--api",
                    library.address,
                ])
            viewer.waitForText("► Zebra in orbit")
            viewer.press("\r")
            viewer.waitForText("[► video: still 1 of 3]")
            Self.expectColour(0, in: viewer)
            for number in 1...2 {
                viewer.press("n")
                viewer.waitForText("[► video: still \(number + 1) of 3]")
                Self.expectColour(number, in: viewer)
            }
            viewer.press("i")
            viewer.waitForText("i: captions")
            viewer.press("i")
            viewer.waitForText("00:01 Liftoff")
            viewer.press("Y")
            viewer.waitForText("Copied: \(library.address)/video/NHQ%202019%20Go%20Forward/")
            viewer.press("qqq")
            viewer.waitForText("q: quit")
            leave(viewer)
            #expect(!library.requests.contains { $0.contains(".mp4") }, "no video is fetched")
        }

        @Test func withoutTheFilterThereAreNone() throws {
            let library = try TestLibrary([Self.video, Self.photo])
            let viewer = try Viewer(["--search", "zebra", "--grid", "0", "--api", library.address])
            viewer.waitForText("Zebra photo")
            #expect(!viewer.page.contains("► Zebra"))
            try viewer.quit()
        }

        @Test func aVideoIsOpenedByItsId() throws {
            let library = try TestLibrary([Self.video])
            let viewer = try Viewer([Self.video.id, "--api", library.address])
            viewer.waitForText("[► video: still 1 of 3]")
            viewer.press("nn")
            viewer.waitForText("[► video: still 3 of 3]")
            try viewer.quit()
        }

        @Test func aSoundIsAPage() throws {
            let library = try TestLibrary([Self.sound])
            let viewer = try Viewer(
                ["--search", "step", "--media", "audio", "--grid", "0", "--api", library.address])
            viewer.waitForText("♫ One small step")
            viewer.press("\r")
            viewer.waitForText("~orig.mp3")
            viewer.press("Y")
            viewer.waitForText("Copied: ")
            viewer.press("q")
            viewer.waitForText("1 of 1")
            leave(viewer)
        }

        @Test(arguments: [("en", "is a sound recording"), ("de", "ist eine Tonaufnahme")])
        func aSoundHasNoPicture(language: String, words: String) throws {
            let library = try TestLibrary([Self.sound])
            let viewer = try Viewer(
                [Self.sound.id, "--api", library.address, "--language", language])
            viewer.waitForText(words)
            try viewer.quit()
        }

        @Test(arguments: ["film", "image,", ",", "Video"])
        func anUnknownKindIsASentence(kind: String) throws {
            let run = try ProgramRun(
                ProgramStart(try BuiltProgram.viewer.path(), ["--search", "x", "--media", kind]))
            #expect(run.status == .code(2))
            #expect(run.errors.contains("--media must be image, video or audio"), "\(run.errors)")
        }
    }
}
