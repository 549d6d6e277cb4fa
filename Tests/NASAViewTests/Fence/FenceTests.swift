import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

extension WholeProgram {
    /// What a process that decodes photos can do, tried by `workbench sandbox` in such a process.
    @Suite(.enabled(if: FenceCommand.isThere, "no fenced-in processes on this system"))
    struct Fence {
        @Test(arguments: [
            "read-file", "write-file", "remove-file", "make-folder", "status-of-file", "network",
            "local-socket", "program", "process", "signal-parent", "signal-anyone", "terminal",
            "code", "shared-memory", "growing-memory", "limits",
        ])
        func refuses(attempt: String) throws {
            #expect(try FenceCommand.lines([attempt]) == [[attempt, "EPERM"]])
        }

        /// Its streams lead nowhere; then there are its line and the photo.
        @Test func holdsNoDescriptorOfTheSession() throws {
            #expect(try FenceCommand.lines(["descriptors"]) == [["descriptors", "5"]])
        }

        @Test func hasNoMoreDescriptorsThanItNeeds() throws {
            #expect(
                try FenceCommand.lines(["more-descriptors"])
                    == [["more-descriptors", "Too many open files"]])
        }

        @Test func aPictureTooLargeForItFailsPolitely() throws {
            #expect(try FenceCommand.lines(["memory"]) == [["memory", "outOfMemory"]])
        }

        /// Each of them costs a photo; those after it are opened.
        ///
        /// Letters that no worker of ours writes are a crash, too.
        @Test(arguments: ["array", "fault", "abort", "huge-figures", "two-descriptors"])
        func aCrashIsToldAndTheNextPhotoIsOpened(attempt: String) throws {
            #expect(
                try FenceCommand.lines([attempt, "read-file", attempt, "read-file"]) == [
                    [attempt, "decoderCrashed"], ["read-file", "EPERM"],
                    [attempt, "decoderCrashed"], ["read-file", "EPERM"],
                ])
        }

        /// A download is read by such a process in step with its bytes, and comes out as it should.
        @Test func aPhotoIsReadAsItArrives() throws {
            let folder = FileManager.default.temporaryDirectory
            let place = folder.appending(path: "arriving-\(UUID().uuidString).jpg")
            defer { try? FileManager.default.removeItem(at: place) }
            try Self.writeNoise(to: place.path)
            #expect(
                try FenceCommand.lines(["--arriving", place.path]) == [
                    [place.path, "half was read before its end came, the same pixels"]
                ])
        }

        /// Some 1.5 MB: smaller files are opened when all of them is there.
        private static func writeNoise(to path: String) throws {
            let size = PixelSize(width: 1500, height: 1600)
            let format = JPEGFormat(size: size, layout: .rgb, quality: 90)
            let rows = format.rowsPerStrip(near: 64)
            var writer = try JPEGWriter(path: path, format: format, rowsPerStrip: rows)
            for _ in 0..<(size.height / rows) {
                let pixels = (0..<(size.width * rows * 3)).map { _ in UInt8.random(in: 0...255) }
                try writer.append(JPEGStripEncoder(format: format).strip(of: pixels))
            }
            try writer.finish()
        }

        @Test(arguments: ["spin", "sleep", "say-alive"])
        func whatGoesOnForEverIsGivenUp(attempt: String) throws {
            #expect(
                try FenceCommand.lines([attempt, "read-file"]) == [
                    [attempt, "decoderStalled"], ["read-file", "EPERM"],
                ])
        }
    }
}
