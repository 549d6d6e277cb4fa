import Foundation
import TerminalDevice
import TerminalProtocols
import Testing

/// Pictures shared with a terminal on this machine, read as by a terminal.
struct SharedPicturesTests {
    @Test(.disabled(if: isElsewhere, "shared memory shows as files in /dev/shm only on Linux"))
    func sharedMemoryHoldsTheSamplesForThisUserAlone() throws {
        let shared = SharedPictures()
        let path = try Self.path(shared.create(.sharedMemory, byteCount: 6, fill: Self.count))
        try Self.expectCounted(path)
        shared.close()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test
    func aFileHoldsTheSamplesForThisUserAlone() throws {
        let shared = SharedPictures()
        let path = try Self.path(shared.create(.file, byteCount: 6, fill: Self.count))
        // Without this in its name kitty does not delete the file.
        #expect(path.contains("tty-graphics-protocol"))
        try Self.expectCounted(path)
        shared.close()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test
    func whatTheTerminalNeverTakesDoesNotPileUp() throws {
        let shared = SharedPictures()
        let paths = try (0..<6).map { _ in
            try Self.path(shared.create(.file, byteCount: 6, fill: Self.count))
        }
        let left = paths.filter(FileManager.default.fileExists(atPath:))
        #expect(left == Array(paths.suffix(3)))
        shared.close()
    }

    /// A terminal that reads nothing, such as a suspended one, does not fill the memory.
    @Test
    func onlySoManyPrintedPicturesWaitForTheTerminal() throws {
        let shared = SharedPictures()
        let paths = try (0..<16).map { _ in
            let path = try Self.path(shared.create(.file, byteCount: 6, fill: Self.count))
            shared.handOver()
            return path
        }
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        #expect(paths.allSatisfy(FileManager.default.fileExists(atPath:)))
        #expect(throws: SharedPictureFailure.unread) {
            try shared.create(.file, byteCount: 6, fill: Self.count)
        }
        try FileManager.default.removeItem(atPath: paths[3])
        _ = try shared.create(.file, byteCount: 6, fill: Self.count)
        shared.close()
    }

    @Test
    func whatIsForgottenIsRemoved() throws {
        let path = try Self.path(SharedPictures().create(.file, byteCount: 6, fill: Self.count))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test
    func moreThanThereIsRoomForIsAFailureNotACrash() {
        let shared = SharedPictures()
        #expect(throws: SharedPictureFailure.self) {
            try shared.create(.sharedMemory, byteCount: 1 << 50, fill: Self.count)
        }
    }

    /// An impossible process number.
    private static let nobody = 2_000_000_000
    /// The random part of a name: 13 digits.
    private static let random = "0123456789xyz"
    private static let ending = "tty-graphics-protocol"

    @Test(arguments: [
        ("a killed program's", nobody, 120.0, false), ("one just made", nobody, 5.0, true),
        ("a living program's", Int(getpid()), 120.0, true),
    ])
    func onlyWhatAKilledProgramLeftIsSweptAway(
        what: String, maker: Int, age: Double, stays: Bool
    ) throws {
        // Each case has separate files: they run in parallel.
        let random = Self.random.dropLast() + (age < 60 ? "a" : "b")
        for folder in Self.folders {
            let file = try Self.file(
                "nasa-view-\(maker)-\(random)-\(Self.ending)", in: folder, age)
            defer { try? FileManager.default.removeItem(at: file) }
            for medium in Self.media { StaleSharedMemory.sweep(medium) }
            let isThere = FileManager.default.fileExists(atPath: file.path)
            #expect(isThere == stays, "\(what) in \(folder)")
        }
    }

    /// Otherwise the table above would test names that the program does not use.
    @Test func namesAreOfThatForm() throws {
        let shared = SharedPictures()
        for medium in Self.media {
            let path = Self.path(try shared.create(medium, byteCount: 6, fill: Self.count))
            let name = URL(filePath: path).lastPathComponent
            let form = try Regex("nasa-view-\(getpid())-[0-9a-z]{13}-\(Self.ending)")
            #expect(name.wholeMatch(of: form) != nil, "\(name)")
        }
    }

    @Test(arguments: [
        "nv-\(nobody)-thesis.txt", "nasa-view-\(nobody)-thesis.txt",
        "nasa-view-\(nobody)-\(random)", "nasa-view-\(nobody)-\(random)-\(ending).bak",
        "nasa-view-\(nobody)-\(random)-\(ending)-", "nasa-view-\(nobody)-\(random)0-\(ending)",
        "nasa-view-\(nobody)-thesis-\(ending)", "nasa-view-+\(nobody)-\(random)-\(ending)",
        "nasa-view-\(nobody)-+123456789xyz-\(ending)", "nasa-view--\(nobody)-\(random)-\(ending)",
        "nasa-view-\(nobody)-0123456789XYZ-\(ending)", "my-nasa-view-\(nobody)-\(random)-\(ending)",
    ])
    func anOldFileOfAnyOtherNameIsSomebodys(name: String) throws {
        for folder in Self.folders {
            let file = try Self.file(name, in: folder, 1e6)
            defer { try? FileManager.default.removeItem(at: file) }
            for medium in Self.media { StaleSharedMemory.sweep(medium) }
            #expect(FileManager.default.fileExists(atPath: file.path), "\(name) in \(folder)")
        }
    }

    /// Files, and on Linux shared memory.
    private static var folders: [URL] {
        let memory = URL(filePath: "/dev/shm")
        return [FileManager.default.temporaryDirectory] + (isElsewhere ? [] : [memory])
    }

    private static var media: [KittyMedium] { [.file] + (isElsewhere ? [] : [.sharedMemory]) }

    private static func file(_ name: String, in folder: URL, _ age: Double) throws -> URL {
        let file = folder.appending(path: name)
        try Data([1]).write(to: file)
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        return file
    }

    private static var isElsewhere: Bool { !FileManager.default.fileExists(atPath: "/dev/shm") }

    private static func path(_ share: KittyTransport) -> String {
        switch share {
        case .sharedMemory(let name): "/dev/shm" + name
        case .file(let path): path
        }
    }

    private static func count(_ buffer: UnsafeMutableRawBufferPointer) {
        for place in buffer.indices { buffer[place] = UInt8(place) }
    }

    private static func expectCounted(_ path: String) throws {
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([0, 1, 2, 3, 4, 5]))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
