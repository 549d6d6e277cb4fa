import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// The program for those who use a screen reader or a magnifier, or whom motion disturbs.
    @Suite struct Accessible {
        private static let names = ["a.png", "b.png", "c.png", "d.png"]

        /// True if the cursor is visible and stands at the start of this text.
        private static func isCursor(of viewer: Viewer, on text: String) -> Bool {
            let cursor = viewer.model.grid.cursor
            let line = viewer.model.grid.rows[cursor.row].dropFirst(cursor.column)
            return viewer.model.modes.isCursorVisible && line.map(\.text).joined().hasPrefix(text)
        }

        @Test(
            "a list, the cursor on the selection, then on the photo's bar",
            arguments: [
                (["--accessible"], [:]), ([], ["ACCESSIBLE": "1"]), ([], ["ACCESSIBLE": "yes"]),
                ([], ["NASA_VIEW_ACCESSIBLE": "on", "ACCESSIBLE": "0"]),
            ] as [([String], [String: String])])
        func theCursorShowsWhatIsSelected(options: [String], variables: [String: String]) throws {
            let folder = try PictureFolder(Self.names)
            let place = CleanEnvironment.ownPlace().merging(variables) { _, own in own }
            let viewer = try Viewer(options + [folder.path], place: place)
            viewer.waitForText("a.png")
            #expect(viewer.program.wait { Self.isCursor(of: viewer, on: "a.png") })
            viewer.press("j")
            #expect(viewer.program.wait { Self.isCursor(of: viewer, on: "b.png") })
            viewer.press("\r")
            try viewer.waitForFacts { _ in true }
            #expect(viewer.program.wait { Self.isCursor(of: viewer, on: " b.png") })
            #expect(viewer.model.grid.cursor.row == 23)
            viewer.press("q")
            #expect(viewer.program.wait { Self.isCursor(of: viewer, on: "b.png") })
            try viewer.quit()
        }

        @Test func theCursorStandsWhereTheNextCharacterComes() throws {
            let viewer = try Viewer(["--demo", "--accessible"])
            viewer.waitForText("Earth")
            viewer.press("/moon")
            viewer.waitForText("moon")
            #expect(
                viewer.program.wait {
                    viewer.model.modes.isCursorVisible && viewer.model.grid.cursor.row == 0
                        && viewer.model.grid.rows[0].map(\.text).joined()
                            .prefix(viewer.model.grid.cursor.column).hasSuffix("moon")
                }, "\(viewer.page)")
            viewer.press(Key.controlC)
            #expect(viewer.program.waitForExit() != nil)
        }

        @Test(
            "the list has the descriptions for those who cannot see",
            arguments: [
                ([], "What everybody reads."), (["--accessible"], "A striped robot on red sand."),
            ])
        func theListReadsWhatPicturesShow(options: [String], text: String) throws {
            let library = try TestLibrary([
                LibraryItem(
                    id: "HEARD-1", title: "Zebra on Mars", description: "What everybody reads.",
                    altText: "A striped robot on red sand.")
            ])
            let viewer = try Viewer(
                options + ["--search", "zebra", "--grid", "0", "--api", library.address])
            viewer.waitForText(text)
            try viewer.quit()
        }

        @Test("without it the cursor is hidden", arguments: [["ACCESSIBLE": "0"], [:]])
        func othersHaveAWallAndNoCursor(variables: [String: String]) throws {
            let folder = try PictureFolder(Self.names)
            let place = CleanEnvironment.ownPlace().merging(variables) { _, own in own }
            let viewer = try Viewer([folder.path], place: place)
            viewer.waitForText("1 of 4")
            _ = viewer.waitForQuiet()
            #expect(!viewer.model.modes.isCursorVisible)
            try viewer.quit()
        }
    }
}
