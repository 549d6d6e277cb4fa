import Foundation
import TestSupport
import Testing

extension WholeProgramFaults {
    /// Rows P of the fault table about memory and crashes: pictures decoded in processes that have
    /// no more memory than the row allows.
    @Suite(.enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"))
    struct FaultTablePictures {
        private static let fixtures = BuiltProgram.package.appending(path: "Fixtures/Photos")
        /// A sanitizer's records beside each block count as the decoder's memory.
        private static let takesMemory: Comment =
            "a sanitizer takes more memory than the row allows"
        private static let weird = corpora?.appending(path: "weird/gen")

        private static var corpora: URL? {
            let shared = ProcessInfo.processInfo.environment["NASA_VIEW_SHARED"].map {
                URL(filePath: $0)
            }
            let folder =
                shared ?? BuiltProgram.package.deletingLastPathComponent().appending(path: "shared")
            let place = folder.appending(path: "corpora")
            return FileManager.default.fileExists(atPath: place.path) ? place : nil
        }

        private static func results(
            _ files: [URL], megabytes: Int, preloading library: String? = nil,
            _ variables: [String: String] = [:]
        ) throws -> [String] {
            let photos = files.flatMap { ["--photo", $0.path] }
            return try SandboxCommand.lines(
                photos + ["--megabytes", "\(megabytes)"], preloading: library, variables
            ).map { $0.last ?? "" }
        }

        @Test(
            "P8: a size that cannot be held is refused or shown reduced, within 64 MB",
            .enabled(if: weird != nil, "the corpora are absent"),
            .disabled(if: CleanEnvironment.isSanitized, takesMemory),
            arguments: [
                ("jpeg-prog-65500x65500.jpg", "tooLarge"), ("png-1000000x1.png", "1000000x1"),
                ("png-1x1000000.png", "1x1000000"),
                ("png-2147483647x2147483647.png", "tooLarge"),
                ("png-65500x65500-1bit.png", "tooLarge"), ("jpeg-0x0.jpg", "damaged"),
            ])
        func sizes(name: String, result: String) throws {
            let file = try #require(Self.weird).appending(path: name)
            let results = try Self.results([file], megabytes: 64)
            #expect(results.count == 1 && results[0].contains(result), "\(results)")
        }

        @Test(
            "P10: surplus data of a small picture is not unpacked, within 32 MB",
            .enabled(if: weird != nil, "the corpora are absent"),
            .disabled(if: CleanEnvironment.isSanitized, takesMemory),
            arguments: [
                "png-100k-empty-IDAT.png", "png-100k-tEXt.png", "png-extra-IDAT-100MB.png",
                "png-iCCP-bomb-200MB.png", "png-zTXt-bomb-200MB.png", "png-apng-1e9-frames.png",
            ])
        func bombs(name: String) throws {
            let file = try #require(Self.weird).appending(path: name)
            let results = try Self.results([file], megabytes: 32)
            #expect(results.count == 1 && results[0].hasPrefix("1x1"), "\(results)")
        }

        @Test(
            "P10: a chunk that claims 2 GB is refused within 32 MB",
            .disabled(if: CleanEnvironment.isSanitized, takesMemory))
        func longChunk() throws {
            let file = Self.fixtures.appending(path: "long-text-chunk.png")
            let results = try Self.results([file], megabytes: 32)
            #expect(results.count == 1 && results[0].contains("too early"), "\(results)")
        }

        /// `NASA_VIEW_CORPORA=all` takes all 8,269 of them.
        @Test(
            "P2: no damaged picture makes a decoder crash, hang or need 256 MB",
            .enabled(if: corpora != nil, "the corpora are absent"),
            arguments: ["png-corrupt", "jpeg-corrupt", "weird"])
        func damaged(category: String) throws {
            let folder = try #require(Self.corpora).appending(path: category)
            let takesAll = ProcessInfo.processInfo.environment["NASA_VIEW_CORPORA"] == "all"
            let all = Self.files(in: folder)
            let files = stride(from: 0, to: all.count, by: takesAll ? 1 : 23).map { all[$0] }
            #expect(!files.isEmpty)
            for start in stride(from: 0, to: files.count, by: 200) {
                let some = Array(files[start..<min(start + 200, files.count)])
                let results = try Self.results(some, megabytes: 256)
                #expect(results.count == some.count)
                for (file, result) in zip(some, results) {
                    #expect(
                        !result.contains("decoder") && !result.contains("outOfMemory"),
                        "\(file.lastPathComponent): \(result)")
                }
            }
        }

        private static func files(in folder: URL) -> [URL] {
            let all = FileManager.default.enumerator(
                at: folder, includingPropertiesForKeys: [.isRegularFileKey])
            var files: [URL] = []
            while let file = all?.nextObject() as? URL {
                let isFile = try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
                if isFile == true { files.append(file) }
            }
            return files.sorted { $0.path < $1.path }
        }

        /// Refuses the n-th block of at least 4 kB, only in the decoding process (not of 64 kB:
        /// these pictures are small).
        @Test(
            "P12: a refused block of memory costs a picture at most",
            .enabled(if: PreloadedLibrary.canBeBuilt, "no C compiler"),
            .disabled(if: CleanEnvironment.isSanitized, "a sanitizer has an allocator of its own"),
            arguments: [
                "Tiles/420.jpg", "Tiles/progressive-420.jpg", "gamma-srgb.png", "adam7.png",
                "16-bit.png", "exif-6.jpg",
            ])
        func refusedMemory(name: String) throws {
            let memory = try PreloadedLibrary(FailingMemory.text)
            let file = Self.fixtures.appending(path: name)
            let size = try #require(Self.results([file], megabytes: 256).first)
            var refusals = 0
            for number in 1...12 {
                let results = try Self.results(
                    [file, file], megabytes: 256, preloading: memory.file.path,
                    [FailingMemory.variable: "\(number)"])
                #expect(results.count == 2)
                for result in results where result != size {
                    refusals += 1
                    #expect(
                        ["outOfMemory", "decoderCrashed"].contains(result)
                            || result.hasPrefix(size) || result.hasPrefix("damaged"),
                        "\(result)")
                }
            }
            #expect(refusals > 0)
        }
    }
}
