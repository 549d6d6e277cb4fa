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

        /// The open files of a program that lie in a folder, as the system calls them.
        private static func files(of program: Int32, in folder: String) -> [String] {
            let descriptors = "/proc/\(program)/fd"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
            return names.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
            }.filter { $0.hasPrefix(folder) }
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
            let program = viewer.program.identifier
            #expect(
                viewer.program.wait {
                    Self.files(of: program, in: folder).contains { $0.hasSuffix("(deleted)") }
                })
            viewer.program.send(signal)
            #expect(viewer.program.waitForExit() == .signal(signal))
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
