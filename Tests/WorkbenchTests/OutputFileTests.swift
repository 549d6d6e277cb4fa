import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

struct OutputFileTests {
    @Test func aPlaceThatIsNoFolderIsToldAtOnce() throws {
        let file = try ScratchFile()
        let path = file.path + "/picture.png"
        #expect(throws: WritingFailure.cannotOpen(path: path, errorNumber: ENOTDIR)) {
            try PNGWriter(path: path, size: PixelSize(width: 1, height: 1), layout: .gray).giveUp()
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no full device"))
    func aFullDiskIsTold() {
        #expect(throws: WritingFailure.cannotWrite(path: "/dev/full", errorNumber: ENOSPC)) {
            var file = try OutputFile(creating: "/dev/full")
            try file.write([1, 2, 3])
            try file.finish()
        }
        #expect(FileManager.default.fileExists(atPath: "/dev/full"), "a device is not removed")
    }

    @Test func aFileThatIsGivenUpIsRemoved() throws {
        let file = try ScratchFile()
        let path = file.url.deletingLastPathComponent().appending(path: "given-up").path
        try PNGWriter(path: path, size: PixelSize(width: 9, height: 9), layout: .gray).giveUp()
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

extension PNGWriter {
    /// Lets go of a picture that is not finished.
    fileprivate consuming func giveUp() {}
}
