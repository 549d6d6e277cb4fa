import Foundation
import Imaging
import PhotoCodec
import Testing

/// The table of formats, and related lists.
@Suite struct CodecTests {
    @Test func thereIsARowForEachFormat() {
        let kinds = FileKind.allCases.filter { if case .photo = $0 { true } else { false } }
        #expect(kinds.count == Codec.all.count && kinds.count == PhotoFormat.allCases.count)
    }

    @Test func noEndingIsOfTwoFormats() {
        #expect(Codec.endings.count == Codec.all.reduce(0) { $0 + $1.endings.count })
    }

    @Test(arguments: [
        ("moon.jpg", "JPEG"), ("MOON.TIF", "TIFF"), ("a.b.heic", "HEIC"), ("moon", nil),
        ("moon.txt", nil), ("", nil), ("m51.fits.gz", "FITS"), ("M51.FITS.FZ", "FITS"),
        ("m51.tar.gz", nil), ("mars.IMG", "PDS3"), ("mars.cub", "ISIS cubes"),
        ("mars.lbl", "PDS3"), ("stars.exr", "OpenEXR"),
    ])
    func aNamePromisesAFormat(name: String, format: String?) {
        #expect(Codec.promised(by: name)?.names.first == format)
    }

    /// A process that may not open files later loads them in advance.
    @Test func theLibrariesOfSomeFormatsAreLoadedAhead() {
        let loaded = Codec.all.filter { $0.kindToLoad != nil }.map { $0.names[0] }
        #expect(Set(loaded) == ["TIFF", "WebP", "JPEG 2000", "JPEG XL", "HEIC", "OpenEXR"])
    }

    @Test func theREADMENamesTheFormatsOfTheTable() throws {
        let text = try String(
            contentsOf: Folders.package.appending(path: "README.md"), encoding: .utf8)
        let rows = text.components(separatedBy: "## Formats")[1]
            .components(separatedBy: "\n\n")[1].split(separator: "\n").dropFirst(2)
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(Set(named) == Set(Codec.all.flatMap(\.names)))
    }
}
