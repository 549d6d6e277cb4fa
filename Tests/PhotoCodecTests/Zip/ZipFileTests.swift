import Files
import Foundation
import Imaging
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCodec

/// Zip archives, which are opened as folders.
@Suite struct ZipFileTests {
    typealias Entry = ZipWriter.Entry

    private static let raster = Raster(PixelSize(width: 20, height: 10)) { x, y in
        (UInt8(x * 12), UInt8(y * 25), 90)
    }
    private static let picture = PlainPNG.bytes(of: raster)

    /// The pixels of the picture without an archive.
    private static var whole: Raster {
        get throws { try ImageDecoder.open(PhotoBytes(picture), within: Opening.means).whole() }
    }

    /// An archive in a file that is removed with it.
    private final class Archive {
        let path: FilePath

        init(_ bytes: [UInt8]) throws {
            let name = UUID().uuidString + ".zip"
            path = FilePath(FileManager.default.temporaryDirectory.appending(path: name).path)
            try Data(bytes).write(to: URL(filePath: path.string))
        }

        convenience init(_ entries: [Entry]) throws { try self.init(ZipWriter(entries).file) }

        var zip: ZipFile { get throws { try ZipFile(LocalFile(path: path).file) } }

        var names: [String] {
            get throws { try zip.members.map { String(decoding: $0.name, as: UTF8.self) } }
        }

        /// The failure of opening a file in it.
        func failure(of name: String) -> FileFailure? {
            do throws(FileFailure) {
                _ = try LocalFile(path: path.appending(name))
                return nil
            } catch {
                return error
            }
        }

        func photo(_ name: String) throws -> any ImageSource {
            let file = try LocalFile(path: path.appending(name)).file
            return try ImageDecoder.open(PhotoBytes.open(file, key: nil), within: Opening.means)
        }

        deinit { try? FileManager.default.removeItem(atPath: path.string) }
    }

    @Test(arguments: [0, 8], [false, true])
    func aPictureInAnArchiveIsThatOfItsFile(method: Int, isLarge: Bool) throws {
        let entries = [
            Entry("notes.txt", Array("no picture".utf8)),
            // With its lengths after its data only.
            Entry("in/a.png", Self.picture, method: method, flags: 8),
        ]
        let archive = try Archive(ZipWriter(entries, isLarge: isLarge).file)
        #expect(try archive.names == ["notes.txt", "in/a.png"])
        #expect(try archive.photo("in/a.png").whole() == Self.whole)
        let file = try LocalFile(path: archive.path.appending("in/a.png"))
        #expect(file.isCopy && file.key.contains("in/a.png"))
    }

    @Test func aPackedPictureIsUnpackedAndItsMetadataRead() throws {
        let exif = try PhotoBytes.open(path: Folders.photos.appending(path: "exif-6.jpg").path)
        let bytes = exif.withUnsafeBytes { Array($0) }
        let archive = try Archive([Entry("turned.jpg", bytes, method: 8)])
        let file = try LocalFile(path: archive.path.appending("turned.jpg")).file
        let packed = try PhotoBytes.open(file, key: nil)
        #expect(
            try ImageDecoder.facts(in: packed, within: Opening.means) == ExifFacts.read(exif))
    }

    @Test(
        arguments: [
            ([0x84, 0x2E, 0x6A, 0x70, 0x67], 0, "ä.jpg"), (Array("ä.jpg".utf8), 0, "ä.jpg"),
            (Array("日.jpg".utf8), 1 << 11, "日.jpg"), (Array("./b//c.jpg".utf8), 0, "b/c.jpg"),
            ([0xE1, 0xFF], 0, "ß\u{A0}"),
        ] as [([UInt8], Int, String)])
    func aNameIsInUTF8OrThatOfMSDOS(name: [UInt8], flags: Int, text: String) throws {
        let archive = try Archive([Entry(name, Self.picture, flags: flags)])
        #expect(try archive.names == [text])
        #expect(archive.failure(of: text) == nil)
    }

    @Test func ofFilesWithOneNameTheLastCountsAndFoldersAreNoFiles() throws {
        let archive = try Archive([
            Entry("in/"), Entry("a.png", Array("first".utf8)), Entry("b.png", [1]),
            Entry("a.png", Self.picture),
        ])
        #expect(try archive.names == ["a.png", "b.png"])
        #expect(try archive.photo("a.png").size == Self.raster.size)
    }

    @Test(arguments: ["../a.png", "/a.png", "in/../../a.png", "..", "a/.."])
    func aNameThatLeadsOutOfTheArchiveIsNotListed(name: String) throws {
        let archive = try Archive([Entry(name, Self.picture), Entry("b.png", Self.picture)])
        #expect(try archive.names == ["b.png"])
        #expect(try archive.zip.fault == .outside)
        #expect(archive.failure(of: "../a.png") != nil)
    }

    @Test(
        arguments: [
            (Entry("a.png", picture, flags: 1), .encrypted),
            (Entry("a.png", picture, method: 99, flags: 1), .encrypted),
            (Entry("a.png", picture, method: 12), .method(12)),
            (Entry("a.zip", picture), .nested),
        ] as [(Entry, ZipFault)])
    func whatCannotBeUnpackedSaysWhy(entry: Entry, fault: ZipFault) throws {
        let archive = try Archive([entry])
        #expect(archive.failure(of: String(decoding: entry.name, as: UTF8.self)) == .zip(fault))
        #expect(archive.failure(of: "a.zip/b.png") == .zip(.nested))
        #expect(archive.failure(of: "c.png") == .notFound)
    }

    @Test(
        arguments: [
            (300 << 20, 300 << 20, .damaged), (4 << 30, 1000, .tooLarge(bytes: 2 << 30)),
            (1 << 30, 1 << 20, .ratio), (100 << 20, 1, .ratio),
        ] as [(Int, Int, ZipFault)])
    func aFileThatIsTooLargeIsNotUnpacked(count: Int, packed: Int, fault: ZipFault) throws {
        var entry = Entry("a.png", [UInt8](repeating: 0, count: 2 << 20), method: 8)
        (entry.statedBytes, entry.statedPackedBytes) = (count, packed)
        let archive = try Archive(ZipWriter([entry], isLarge: true).file)
        // It lies where the archive has nothing, or is refused for its lengths.
        let zip = try archive.zip
        #expect((zip.members.first?.fault ?? zip.fault) == fault)
    }

    @Test func aBombUnpacksToNoMoreThanItsListSays() throws {
        var stream = FixedDeflate()
        stream.append(Self.picture)
        stream.copy(from: 1, runs: 300_000)
        var entry = Entry("a.png", Self.picture, method: 8)
        entry.packed = stream.bytes
        let archive = try Archive([entry])
        let file = try LocalFile(path: archive.path.appending("a.png")).file
        let bytes = try GzipFile.inflated(
            PhotoBytes.open(file, key: nil), within: DecodingOptions(spillFolder: "/tmp"))
        #expect(bytes.count <= DecodingLimits.inflatedBytesInMemory)
        #expect(try archive.photo("a.png").whole() == Self.whole)
    }

    @Test(arguments: [1 << 20, -1, 12, Int(Int32.max)])
    func aListThatLiesAboutAPlaceIsDamaged(displacement: Int) throws {
        var entry = Entry("a.png", Self.picture)
        entry.displacement = displacement
        let archive = try Archive([Entry("b.png", Self.picture), entry])
        #expect(archive.failure(of: "b.png") == nil)
        let isListed = try archive.names.contains("a.png")
        #expect(archive.failure(of: "a.png") == (isListed ? .zip(.damaged) : .notFound))
        #expect(try isListed || archive.zip.fault == .damaged)
    }

    /// Each byte of the list and of the records after it is changed, and the file cut, in turn.
    @Test(arguments: [false, true])
    func anyBytesOfTheListMayBeWrong(isLarge: Bool) throws {
        let entries = [Entry("a.png", [1, 2], method: 8), Entry("b.png", [3])]
        let whole = ZipWriter(entries, isLarge: isLarge).file
        for place in whole.indices {
            for byte in [0, 0x7F, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[place] = byte
                tryAll(bytes)
            }
            tryAll(Array(whole[..<place]))
        }
    }

    private func tryAll(_ bytes: [UInt8]) {
        guard let file = OpenFile(bytes), let descriptor = file.descriptor,
            let list = try? ZipDirectory(
                of: descriptor, byteCount: bytes.count, limit: ZipLimits.members)
        else { return }
        #expect(list.members.count <= 2)
        #expect(list.members.allSatisfy { $0.offset + $0.packedBytes <= bytes.count })
    }

    @Test func aFileThatIsNoArchiveIsDamaged() throws {
        for bytes in [[], Array("PK".utf8), Self.picture, [UInt8](repeating: 0, count: 70_000)] {
            let archive = try Archive(bytes)
            #expect(throws: FileFailure.zip(.damaged)) { try archive.zip }
        }
        #expect(throws: FileFailure.notFound) { try LocalFile(path: "/dev/null/a.zip/b.png") }
    }

    /// The program's own limit takes a minute of unoptimised code.
    @Test(arguments: FullMatrix.all([100, ZipLimits.members], else: [100]))
    func anArchiveOfManyNamesIsListedAndALongerOneCut(limit: Int) throws {
        var writer = ZipWriter([Entry("000000.png")], isLarge: true)
        for (count, isCut) in [(limit, false), (limit + 1, true)] {
            writer.repetitions = count
            let archive = try Archive(writer.file)
            let zip = try ZipFile(LocalFile(path: archive.path).file, limit: limit)
            #expect(zip.isCut == isCut && zip.fault == nil)
            #expect(zip.members.count == limit)
        }
    }

    @Test func onlyFilesThatBeginAsArchivesAreOpenedAsSuch() throws {
        let archive = try Archive([Entry("a.png", Self.picture)])
        let other = try Archive(Array("Rar!\u{1A}\u{7}".utf8))
        #expect(ZipFile.isArchive(archive.path) && !ZipFile.isArchive(other.path))
        #expect(ZipFile.containing(archive.path.appending("b/c.png")) == archive.path)
        #expect(ZipFile.containing("/etc/passwd") == nil)
    }
}
