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

    // By a link, so that a mistake in the code under test removes no device.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no full device"))
    func aFullDiskIsToldAndADeviceIsNotRemoved() throws {
        let file = try ScratchFile()
        let path = file.url.deletingLastPathComponent().appending(path: "full").path
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/dev/full")
        #expect(throws: WritingFailure.cannotWrite(path: path, errorNumber: ENOSPC)) {
            var file = try OutputFile(creating: path)
            try file.write([1, 2, 3])
            try file.finish()
        }
        #expect(FileManager.default.fileExists(atPath: path))
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
