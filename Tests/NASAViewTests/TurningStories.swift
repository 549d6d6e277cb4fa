import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// JPEGs that are turned in their files.
    @Suite struct TurningFiles {
        private static let photos = BuiltProgram.package.appending(path: "Fixtures/Photos")

        /// A folder with a copy of a JPEG whose blocks are all whole.
        private static func folder() throws -> (folder: PictureFolder, file: URL, old: Data) {
            let folder = try PictureFolder()
            let old = try Data(contentsOf: photos.appending(path: "baseline.jpg"))
            try folder.write(Array(old), as: "a.jpg")
            return (folder, folder.url.appending(path: "a.jpg"), old)
        }

        @Test func aTurnIsWrittenIntoTheFileAndShownFromIt() throws {
            let (folder, file, old) = try Self.folder()
            let viewer = try Viewer([file.path])
            try viewer.waitForFacts { $0.photo == "48x32" }
            viewer.press("R")
            try viewer.waitForFacts { $0.photo == "32x48" }
            viewer.press("W")
            viewer.waitForText("Turn a.jpg in its file?")
            viewer.press("y")
            viewer.waitForText("Turned in its file: a.jpg")
            let new = try Data(contentsOf: file)
            #expect(
                new != old && new.starts(with: [0xFF, 0xD8]) && new.suffix(2) == Data([0xFF, 0xD9]))
            viewer.press("\u{1B}")
            try viewer.waitForFacts { $0.photo == "32x48" }
            try viewer.quit()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.jpg"])
        }

        @Test func aKillAtAnyMomentLeavesTheOldOrTheNewFile() throws {
            var new: Data?
            for round in 0..<10 {
                let (folder, file, old) = try Self.folder()
                let viewer = try Viewer([file.path])
                try viewer.waitForFacts { $0.photo == "48x32" }
                viewer.press("RW")
                viewer.waitForText("Turn a.jpg in its file?")
                viewer.press("y")
                // The first one is turned.
                if round == 0 {
                    viewer.waitForText("Turned in its file")
                } else {
                    usleep(UInt32(round * round * 200))
                }
                viewer.program.send(SIGKILL)
                _ = viewer.program.waitForExit()
                let left = try Data(contentsOf: file)
                if round == 0 { new = left }
                #expect(left == old || left == new, "after \(round * round * 200) µs")
                withExtendedLifetime(folder) {}
            }
            #expect(new != nil)
        }
    }
}
