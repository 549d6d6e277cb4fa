import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// What a process that decodes photos can do, tried by `workbench fence` in such a process.
    @Suite(.enabled(if: Fence.isThere, "no fenced-in processes on this system"))
    struct Fence {
        #if os(Linux)
        static let isThere = true
        #else
        static let isThere = false
        #endif

        static func lines(
            _ arguments: [String], preloading library: String? = nil,
            _ variables: [String: String] = [:]
        ) throws -> [[String]] {
            var start = ProgramStart(
                try BuiltProgram.workbench.path(), ["fence"] + arguments)
            start.environment["LD_PRELOAD"] = library
            start.environment.merge(variables) { _, own in own }
            let run = try ProgramRun(start)
            #expect(run.status == .code(0), "\(run.errors)")
            return run.text.split(separator: "\n").map {
                $0.split(separator: "\t", maxSplits: 1).map(String.init)
            }
        }

        @Test(arguments: [
            "read-file", "write-file", "remove-file", "make-folder", "status-of-file", "network",
            "local-socket", "program", "process", "signal-parent", "signal-anyone", "terminal",
            "code", "limits",
        ])
        func refuses(attempt: String) throws {
            #expect(try Self.lines([attempt]) == [[attempt, "EPERM"]])
        }

        /// Its streams lead nowhere; then there are its line and the photo.
        @Test func holdsNoDescriptorOfTheSession() throws {
            #expect(try Self.lines(["descriptors"]) == [["descriptors", "5"]])
        }

        @Test func hasNoMoreDescriptorsThanItNeeds() throws {
            #expect(
                try Self.lines(["more-descriptors"])
                    == [["more-descriptors", "Too many open files"]])
        }

        @Test func aPictureTooLargeForItFailsPolitely() throws {
            #expect(try Self.lines(["memory"]) == [["memory", "outOfMemory"]])
        }

        /// Each of them costs a photo; those after it are opened.
        @Test(arguments: ["array", "fault", "abort"])
        func aCrashIsToldAndTheNextPhotoIsOpened(attempt: String) throws {
            #expect(
                try Self.lines([attempt, "read-file", attempt, "read-file"]) == [
                    [attempt, "decoderCrashed"], ["read-file", "EPERM"],
                    [attempt, "decoderCrashed"], ["read-file", "EPERM"],
                ])
        }

        @Test(arguments: ["spin", "sleep"])
        func whatGoesOnForEverIsGivenUp(attempt: String) throws {
            #expect(
                try Self.lines([attempt, "read-file"]) == [
                    [attempt, "decoderStalled"], ["read-file", "EPERM"],
                ])
        }
    }
}
