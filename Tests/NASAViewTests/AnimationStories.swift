import Foundation
import Screens
import TestSupport
import Testing

@testable import nasa_view

/// The times at which timers fire.
@Suite struct TimerQueueTests {
    @Test func whatIsDueTellsSinceWhen() {
        var timers = TimerQueue()
        timers.set(TimerRequest(.frame, 1), at: 50)
        timers.set(TimerRequest(.notice, 1), at: 90)
        #expect(timers.popDue(at: 49).isEmpty)
        let due = timers.popDue(at: 63)
        #expect(due.map(\.timer) == [TimerRequest(.frame, 1)])
        #expect(due.map(\.at) == [50])
        #expect(timers.next == 90)
    }
}

extension WholeProgram {
    /// Animations in the built program, decoded in its sandboxed worker.
    @Suite struct PlayingAnimations {
        private static let seeds = BuiltProgram.package.appending(path: "Fixtures/Fuzz")

        @Test(arguments: [
            "gif/plain.gif", "webp/lossy.webp", "apng/over.png",
        ])
        func anAnimationPlaysPausesAndSteps(name: String) throws {
            let viewer = try Viewer([Self.seeds.appending(path: name).path])
            try viewer.waitForFacts { _ in true }
            // It has shown several pictures without any key.
            let first = viewer.model.pictureCount
            #expect(viewer.program.wait { viewer.model.pictureCount > first + 2 })
            viewer.press("P")
            viewer.waitForText("/4")
            viewer.press(">")
            viewer.press("n")
            try viewer.quit()
        }

        @Test(arguments: ["webp/still.webp", "gif/still.gif", "webp/alpha.webp"])
        func aStillIsPrinted(name: String) throws {
            let run = try ProgramRun(
                ProgramStart(
                    try BuiltProgram.viewer.path(),
                    [
                        "--print", Self.seeds.appending(path: name).path, "--protocol", "sixel",
                        "--size", "100x100px",
                    ]))
            #expect(run.status == .code(0) && run.errors.isEmpty, "\(run.errors)")
            #expect(run.output.count > 50)
        }
    }
}
