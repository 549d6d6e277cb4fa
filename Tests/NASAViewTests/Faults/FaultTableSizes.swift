import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// Sizes that no screen has, from whoever tells them.
    @Suite struct FaultTableSizes {
        private static let photo = TestPictures.largeMosaic

        private static func answering(_ answers: [String: String]) -> SimulatedTerminal {
            var terminal = SimulatedTerminal.vt340
            terminal.answers.merge(answers) { _, own in own }
            return terminal
        }

        @Test(
            "X9: a terminal that tells sizes which no screen has gets the photo at the kernel's",
            arguments: [
                ["␛[16t": "␛[6;4000;4000t"], ["␛[16t": "␛[6;65535;65535t"],
                ["␛[16t": "␛[6;400;400t", "␛[14t": "␛[4;65535;65535t"],
            ])
        func sizesOfNoScreen(answers: [String: String]) throws {
            let viewer = try Viewer([try Self.photo.path()], in: Self.answering(answers))
            try viewer.waitForFacts { $0.percent == 58 }
            #expect(viewer.program.wait { viewer.model.pictureCount > 0 })
            try viewer.quit()
        }

        @Test("X9: doctor ends, whatever the terminal says of its cells")
        func doctorEnds() throws {
            let consultation = try Consultation(
                in: Self.answering(["␛[16t": "␛[6;65535;65535t"]))
            #expect(consultation.text.contains("8x17 px"), "\(consultation.text)")
        }

        @Test(
            "X8: LINES and COLUMNS of the environment are nobody's window",
            arguments: ["30000", "1", "-1", "x"])
        func linesAndColumns(count: String) throws {
            let place = CleanEnvironment.ownPlace().merging(
                ["LINES": count, "COLUMNS": count]) { _, own in own }
            let viewer = try Viewer([try Self.photo.path()], place: place)
            try viewer.waitForFacts { _ in true }
            viewer.press("?")
            viewer.waitForText("original size")
            viewer.press("?")
            try viewer.quit()
        }

        @Test(arguments: ["4000x4000", "257x20", "0x0", "10x", "99999999999999999999x1"])
        func aCellOfNoScreenIsRefusedInASentence(size: String) throws {
            let viewer = try BuiltProgram.viewer.path()
            var start = ProgramStart(viewer, ["--print", "a.jpg", "--cell-size", size])
            let option = try ProgramRun(start)
            #expect(option.status == .code(2) && option.errors.contains("up to 256x256 pixels"))
            start = ProgramStart(viewer, ["--print", "a.jpg"])
            start.environment["NASA_VIEW_CELL_SIZE"] = size
            let variable = try ProgramRun(start)
            #expect(variable.status == .code(2))
            #expect(variable.errors.contains("NASA_VIEW_CELL_SIZE"), "\(variable.errors)")
        }
    }
}
