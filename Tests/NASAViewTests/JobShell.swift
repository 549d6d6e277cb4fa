import Foundation
import TestSupport
import Testing

/// A shell with job control in a terminal, as a program needs one to be stopped.
struct JobShell {
    let program: TerminalProgram

    init() throws {
        var start = ProgramStart("/bin/sh", ["-i"])
        start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
        start.environment["PS1"] = "ready> "
        program = try TerminalProgram(start, in: .vt340)
    }

    var page: String { PageText.text(program.model.grid) }

    func waitForPrompt() -> Bool {
        program.wait {
            let lines = page.split(separator: "\n")
            return !program.model.modes.isAlternateScreen
                && lines.last { !$0.allSatisfy(\.isWhitespace) }?.hasSuffix("ready>") == true
        }
    }

    /// Starts the viewer and waits until the photo is there.
    func view(_ picture: TestPicture) throws {
        program.type("'\(try BuiltProgram.viewer.path())' '\(try picture.path())'\n")
        #expect(program.wait { program.model.pictureCount > 0 && !program.model.isUnfinished })
    }

    /// Ends it, and checks that the terminal is as it was.
    func exit(_ place: SourceLocation = #_sourceLocation) throws {
        #expect(waitForPrompt(), sourceLocation: place)
        #expect(program.model.leftovers == [], sourceLocation: place)
        #expect(program.model.faults == [], sourceLocation: place)
        let isAsBefore = program.wait {
            (try? program.terminal.attributes()) == program.attributesBefore
        }
        #expect(isAsBefore, sourceLocation: place)
        program.type("exit\n")
        #expect(program.waitForExit() == .code(0), sourceLocation: place)
    }
}
