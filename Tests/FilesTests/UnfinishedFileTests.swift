import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files

/// Files that get their names when they are complete.
struct UnfinishedFileTests {
    private let folder = CleanEnvironment.home.appending(path: UUID().uuidString)

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func begin(_ stem: String = "a", isNameless: Bool) throws -> UnfinishedFile {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = WishedName(Array(stem.utf8), ending: "png", in: FilePath(folder.path))
        return try UnfinishedFile(for: name, isNameless: isNameless)
    }

    @Test(arguments: [true, false])
    func itHasItsNameWhenItIsWhole(isNameless: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a.png", "a-1.png", "a-2.png"] {
            let file = try begin(isNameless: isNameless)
            try file.descriptor.write([1, 2, 3])
            #expect(try !names.contains(name))
            #expect(try file.finish() == FilePath(folder.path).appending(name))
            #expect(try Data(contentsOf: folder.appending(path: name)) == Data([1, 2, 3]))
        }
        #expect(try names == ["a-1.png", "a-2.png", "a.png"])
    }

    @Test(arguments: [true, false])
    func whatIsNotFinishedGoes(isNameless: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let file = try begin(isNameless: isNameless)
            try file.descriptor.write([1])
        }
        #expect(try names == [])
    }

    #if os(Linux)
    @Test func onLinuxItHasNoNameBefore() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try begin(isNameless: true)
        #expect(try names == [])
        withExtendedLifetime(file) {}
    }
    #endif

    @Test func onlyWhatNoOneHoldsIsSweptAway() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let held = try begin("held", isNameless: false)
        for name in ["left.png.nasa-view.part", "browser.png.part", "b.png"] {
            try Data([1]).write(to: folder.appending(path: name))
        }
        symlink("b.png", folder.appending(path: "link.nasa-view.part").path)
        UnfinishedFile.sweep(FilePath(folder.path))
        #expect(
            try names == [
                "b.png", "browser.png.part", "held.png.nasa-view.part", "link.nasa-view.part",
            ])
        #expect(try held.finish().lastComponent?.string == "held.png")
    }

    @Test func aPathKeepsEveryByte() {
        let bytes = Array("/a%b ".utf8) + [0xFF, 0xE9] + Array("é".utf8)
        let path = FilePath(bytes: bytes)
        #expect(path.bytes == bytes && !path.isText)
        #expect(path.escaped == "/a%25b%20%FF%E9%C3%A9")
        #expect(path.string.contains("\u{FFFD}"))
        #expect(FilePath("/é").isText)
    }
}
