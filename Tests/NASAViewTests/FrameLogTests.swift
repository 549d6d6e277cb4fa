import Foundation
import TestSupport
import Testing

extension WholeProgramDrawing {
    /// NASA_VIEW_LOG: a frame from the key to its bytes.
    @Suite struct FrameLogs {
        private static func folder() throws -> URL {
            let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        }

        private static func start(logging path: String) throws -> ProgramStart {
            var start = ProgramStart(try BuiltProgram.viewer.path(), ["--demo", "demo-limb"])
            start.environment["NASA_VIEW_LOG"] = path
            return start
        }

        /// The first words of the lines that follow a key.
        private static func steps(after key: String, in path: String) -> [String] {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
            return lines.drop { $0 != "key \(key)" }.dropFirst().map {
                String($0.prefix { $0.isLetter })
            }
        }

        /// Whether a frame was asked for, made, sent and drawn, whatever stands between.
        private static func isWhole(_ steps: [String]) -> Bool {
            var rest = ["ask", "made", "sent", "drawn"][...]
            for step in steps where step == rest.first { rest = rest.dropFirst() }
            return rest.isEmpty
        }

        @Test func aKeyIsFollowedByWhatCameOfIt() throws {
            let path = try Self.folder().appending(path: "frames.log").path
            let program = try TerminalProgram(try Self.start(logging: path), in: .vt340)
            #expect(program.wait { program.model.pictureCount > 0 })
            program.type("+")
            #expect(program.wait { Self.isWhole(Self.steps(after: "+", in: path)) })
            program.type("q")
            #expect(program.waitForExit() == .code(0))
            let permissions = try FileManager.default.attributesOfItem(atPath: path)
            #expect(permissions[.posixPermissions] as? Int == 0o600)
        }

        @Test func aLinkInItsPlaceIsNotFollowedAndNothingIsDisturbed() throws {
            let folder = try Self.folder()
            let target = folder.appending(path: "precious").path
            try Data("precious".utf8).write(to: URL(filePath: target))
            let link = folder.appending(path: "frames.log").path
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: target)
            let program = try TerminalProgram(try Self.start(logging: link), in: .vt340)
            #expect(program.wait { program.model.pictureCount > 0 })
            program.type("q")
            #expect(program.waitForExit() == .code(0))
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
        }
    }
}
