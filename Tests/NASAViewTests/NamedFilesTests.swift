import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Files on the command line: their list, and what they say of themselves.
    @Suite struct NamedFiles {
        private static func path(_ name: String) -> String {
            BuiltProgram.package.appending(path: "Fixtures/Photos/\(name)").path
        }

        @Test func tabListsThemAndReturnOpensOne() throws {
            let viewer = try Viewer([Self.path("baseline.jpg"), Self.path("8-bit.png")])
            try viewer.waitForFacts { $0.place == "1/2" }
            viewer.press("\t")
            viewer.waitForText("1 of 2")
            viewer.waitForText("8-bit.png")
            #expect(viewer.program.wait { viewer.model.pictureCount >= 2 })
            viewer.press("j\r")
            try viewer.waitForFacts { $0.place == "2/2" }
            viewer.press("q")
            viewer.waitForText("2 of 2")
            try viewer.quit()
        }

        @Test func iTellsWhatTheFileSays() throws {
            let viewer = try Viewer([Self.path("baseline.jpg")])
            try viewer.waitForFacts { _ in true }
            viewer.press("i")
            viewer.waitForText("FileType: JPEG")
            viewer.press("q")
            try viewer.quit()
        }
    }
}
