import Imaging
import Testing

@testable import PhotoCodec

@Suite struct FileSignatureTests {
    @Test(
        "P11: a file that is not a picture is named by its kind",
        arguments: [
            ("\u{0}\u{0}\u{0}\u{18}ftypheic", FileKind.photo(.heif)),
            ("\u{0}\u{0}\u{0}\u{1C}ftypavif", .photo(.heif)),
            ("\u{0}\u{0}\u{0}\u{18}ftypmp42", .video), ("GIF89a...", .photo(.gif)),
            ("GIF87a...", .photo(.gif)),
            ("RIFF1234WEBPVP8 ", .photo(.webp)), ("RIFF1234AVI LIST", .video),
            ("II*\u{0}\u{8}", .photo(.tiff)),
            ("MM\u{0}*\u{0}", .photo(.tiff)), ("II+\u{0}\u{8}", .photo(.tiff)),
            ("MM\u{0}+\u{0}", .photo(.tiff)),
            ("%PDF-1.7", .pdf),
            ("SIMPLE  =                    T / conforms to FITS", .photo(.fits)),
            ("SIMPLE words", .text),
            ("BM\u{3A}\u{0}\u{0}\u{0}", .bmp), ("BMW makes cars", .text),
            ("<?xml version=\"1.0\"?>\n<svg xmlns=\"\">", .svg), ("<svg/>", .svg),
            ("<!DOCTYPE html><html>", .webPage), ("\u{FEFF}\n <HTML>", .webPage),
            ("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", .text),
            ("{\"reason\": 1}", .json), (" [1, 2]", .json), ("Dear reader", .text), ("", .empty),
            ("Größe", .text), ("a\u{0}b", .unknown), ("\u{0}", .unknown),
        ])
    func tellsAKindByItsFirstBytes(text: String, kind: FileKind) {
        #expect(FileSignature.kind(of: PhotoBytes(Array(text.utf8))) == kind)
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], FileKind.photo(.jpeg)),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .photo(.png)),
            // Line ends changed by a text-mode transfer.
            ([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0x00], .unknown),
            ([0xFF, 0x0A, 0x00], .photo(.jpegXL)),
            ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A], .photo(.jpegXL)),
            (
                [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
                .photo(.jpeg2000)
            ),
            ([0xFF, 0x4F, 0xFF, 0x51, 0x00, 0x2F], .photo(.jpeg2000)),
            ([0x1F, 0x8B, 0x08], .gzip), ([0xFF], .unknown), ([0xC3, 0x28, 0x41, 0x42], .unknown),
        ] as [([UInt8], FileKind)])
    func tellsBinaryKinds(bytes: [UInt8], kind: FileKind) {
        #expect(FileSignature.kind(of: PhotoBytes(bytes)) == kind)
    }

    /// The starts of files of other programs; the last ones are text, or similar to a format.
    @Test(
        "P11: known but unsupported formats are named",
        arguments: [
            ("8BPS\u{0}\u{1}", FileKind.unsupported(.photoshop)),
            ("P6\n240 160\n255\n", .photo(.pnm)), ("P2 is gray", .text),
            ("P5\n# CREATOR: GIMP\n", .photo(.pnm)), ("P4\n8 8\n", .unsupported(.otherPNM)),
            ("P7\nWIDTH 4\n", .unsupported(.otherPNM)), ("P3 is wider than sRGB", .text),
            ("PF\n240 160\n-1.0\n", .photo(.pnm)),
            ("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n", .unsupported(.radiance)),
            ("%!PS-Adobe-3.0 EPSF-3.0\n", .unsupported(.postScript)),
            ("/* XPM */\nstatic char * x[] = {", .unsupported(.xpm)),
            ("#define moon_width 16\n#define moon_height 16\n", .unsupported(.xbm)),
            ("#define MOON 1\n", .text), ("qoif\u{0}\u{0}", .unsupported(.qoi)),
            ("farbfeld\u{0}\u{0}\u{0}\u{10}", .unsupported(.farbfeld)),
            ("farbfeld is a format", .text), ("gimp xcf v011\u{0}", .unsupported(.gimp)),
            ("PDS_VERSION_ID = PDS3\r\nRECORD_TYPE = FIXED_LENGTH\r\n", .photo(.pds)),
            ("PDS_VERSION_ID = PDS3\r\nEND\r\n\u{0}\u{1}", .photo(.pds)),
            (
                "<?xml version=\"1.0\"?>\n<Product_Observational xmlns=\"http://pds.nasa.gov/pds4\">",
                .photo(.pds)
            ),
            ("LBLSIZE=4096  FORMAT='BYTE'", .photo(.vicar)),
            ("Object = IsisCube\n  Object = Core\n", .photo(.isis)),
            (String(repeating: "\u{0}", count: 128) + "DICM", .unsupported(.dicom)),
            ("PK\u{3}\u{4}\u{14}\u{0}", .unsupported(.zip)), ("PKware", .text),
            ("II\u{1A}\u{0}\u{0}\u{0}HEAPCCDR", .unsupported(.canonCRW)),
            ("FUJIFILMCCD-RAW 0201", .unsupported(.fujifilmRAF)),
            ("\u{0}MRM\u{0}\u{1}", .unsupported(.minoltaMRW)),
            ("IIRO\u{8}\u{0}", .unsupported(.olympusORF)),
            ("IIU\u{0}\u{18}", .unsupported(.panasonicRW2)),
            ("\u{0}\u{0}\u{1}\u{0}\u{1}\u{0}", .unsupported(.ico)),
            ("\u{0}\u{0}\u{0}\u{18}ftypcrx \u{0}\u{0}\u{0}\u{1}", .unsupported(.canonCR3)),
        ])
    func namesFormatsThatAreNotShown(text: String, kind: FileKind) {
        #expect(FileSignature.kind(of: PhotoBytes(Array(text.utf8))) == kind)
    }

    /// A picture brand in any position makes a file a picture.
    @Test(arguments: [
        (["heic", "mif1", "heic"], FileKind.photo(.heif)), (["mif2", "mif1"], .photo(.heif)),
        (["heim"], .photo(.heif)),
        (["avis", "msf1"], .photo(.heif)), (["hevc", "hevx"], .photo(.heif)),
        (["MiHE", "mif1", "miaf"], .photo(.heif)),
        (["mp42", "isom", "mp42"], .video), (["qt  "], .video), (["isom", "avc1", "mp41"], .video),
    ])
    func brandsTellPicturesFromFilms(brands: [String], kind: FileKind) {
        let others = brands.dropFirst().joined()
        let length = UInt8(16 + others.utf8.count)
        let bytes = [0, 0, 0, length] + Array("ftyp\(brands[0])".utf8) + [0, 0, 0, 0]
        #expect(FileSignature.kind(of: PhotoBytes(bytes + Array(others.utf8))) == kind)
    }

    /// The sentence names the format, in every language (the words are `Localization`'s).
    @Test func aTIFFIsNamedByWhatItsDirectorySays() throws {
        // Version, tags of a directory without pixels: a kind of compression.
        for (packing, format) in [
            (UInt8(6), UnsupportedFormat.oldJPEGInTIFF), (9, .tiffOfJBIG),
        ] {
            let bytes: [UInt8] =
                [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 3, 1, 3, 0, 1, 0, 0, 0, packing, 0, 0, 0]
                + [0, 0, 0, 0]
            #expect(UnsupportedFormat(ofTIFF: PhotoBytes(bytes)) == format)
        }
    }

    /// The text ends within a character at the end of the examined bytes.
    @Test func aTextCutWithinACharacterIsText() {
        let text = String(repeating: "a", count: 511) + "é and so on"
        #expect(FileSignature.kind(of: PhotoBytes(Array(text.utf8))) == .text)
    }

    @Test(arguments: [
        ("text-named.jpg", FileKind.text), ("web-page.jpg", .webPage),
        ("bmp-named.png", .bmp), ("lossless.jpg", .unsupported(.losslessJPEG)),
        ("12-bit.jpg", .unsupported(.deepJPEG)), ("apple-only.png", .unsupported(.applePNG)),
    ])
    func aFileThatIsNotShownIsCalledByWhatItIs(name: String, kind: FileKind) {
        #expect(throws: DecodingFailure.unsupported(kind: kind)) { try Opening.fixture(name) }
    }

    @Test(arguments: ["gif-named.png", "png-named.jpg", "not-really.tif", "tiff-named.jpg"])
    func theNameOfAFileIsNotTrusted(name: String) throws {
        #expect(!(try Opening.fixture(name).size.isEmpty))
    }
}
