import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// What a process that decodes photos can do, tried by `workbench fence` in such a process.
    @Suite(.enabled(if: FenceCommand.isThere, "no fenced-in processes on this system"))
    struct Fence {
        @Test(arguments: [
            "read-file", "write-file", "remove-file", "make-folder", "status-of-file", "network",
            "local-socket", "program", "process", "signal-parent", "signal-anyone", "terminal",
            "code", "limits",
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
        @Test(arguments: ["array", "fault", "abort"])
        func aCrashIsToldAndTheNextPhotoIsOpened(attempt: String) throws {
            #expect(
                try FenceCommand.lines([attempt, "read-file", attempt, "read-file"]) == [
                    [attempt, "decoderCrashed"], ["read-file", "EPERM"],
                    [attempt, "decoderCrashed"], ["read-file", "EPERM"],
                ])
        }

        @Test(arguments: ["spin", "sleep"])
        func whatGoesOnForEverIsGivenUp(attempt: String) throws {
            #expect(
                try FenceCommand.lines([attempt, "read-file"]) == [
                    [attempt, "decoderStalled"], ["read-file", "EPERM"],
                ])
        }
    }
}
