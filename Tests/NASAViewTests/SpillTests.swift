import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// What a large photo is spilled to is gone with the program, whatever ends it.
    @Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "needs /proc"))
    struct Spills {
        /// 33 megapixels in 40 kB: above the limit up to which photos stay in memory.
        private static let photo = try? ScratchFile(
            PlainPNG.blank(PixelSize(width: 8192, height: 4112)), name: "large.png")

        /// Whether a program has a file open that lay in a folder and has no name any more.
        private static func hasSpill(in folder: String) -> Bool {
            let files = FileManager.default
            let programs = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? [])
                .filter { Int($0) != nil }
            return programs.contains { program in
                let place = "/proc/\(program)/fd"
                let open = (try? files.contentsOfDirectory(atPath: place)) ?? []
                return open.contains { number in
                    let file = try? files.destinationOfSymbolicLink(atPath: "\(place)/\(number)")
                    return file.map { $0.hasPrefix(folder) && $0.hasSuffix("(deleted)") } == true
                }
            }
        }

        /// All files below a folder.
        private static func left(in folder: String) -> [String] {
            let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
            return (all ?? []).filter { name in
                var isFolder: ObjCBool = false
                let path = "\(folder)/\(name)"
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        }

        @Test(arguments: [SIGKILL, SIGSEGV, SIGTERM])
        func areGoneWithTheProgram(signal: Int32) throws {
            let place = CleanEnvironment.ownPlace()
            let folder = try #require(place["XDG_CACHE_HOME"])
            let viewer = try Viewer([try #require(Self.photo).path], place: place)
            #expect(viewer.program.wait { Self.hasSpill(in: folder) })
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
            // Who decodes is another process, and ends when this one has.
            #expect(waitUntil(within: 10) { !Self.hasSpill(in: folder) })
            #expect(Self.left(in: folder).isEmpty, "\(Self.left(in: folder))")
        }

        /// The size on the disk is said where the photo is.
        @Test func areAnnounced() throws {
            let viewer = try Viewer(
                [try #require(Self.photo).path],
                geometry: TerminalGeometry(columns: 160, rows: 24))
            viewer.waitForText("8192x4112")
            viewer.press("d")
            viewer.waitForText("128 MB on disk")
            try viewer.quit()
        }
    }
}
