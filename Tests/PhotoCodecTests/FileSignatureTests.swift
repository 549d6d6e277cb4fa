import Imaging
import PhotoCodec
import Testing

@Suite struct FileSignatureTests {
    @Test(
        "P11: what is no picture is called by what it is",
        arguments: [
            ("\u{0}\u{0}\u{0}\u{18}ftypheic", FileKind.heif),
            ("\u{0}\u{0}\u{0}\u{1C}ftypavif", .heif),
            ("\u{0}\u{0}\u{0}\u{18}ftypmp42", .video), ("GIF89a...", .gif), ("GIF87a...", .gif),
            ("RIFF1234WEBPVP8 ", .webp), ("RIFF1234AVI LIST", .video), ("II*\u{0}\u{8}", .tiff),
            ("MM\u{0}*\u{0}", .tiff), ("II+\u{0}\u{8}", .tiff), ("MM\u{0}+\u{0}", .tiff),
            ("%PDF-1.7", .pdf),
            ("SIMPLE  =                    T / conforms to FITS", .fits), ("SIMPLE words", .text),
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
            ([0xFF, 0xD8, 0xFF, 0xE0], FileKind.jpeg),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
            // Line ends changed by a transfer as text.
            ([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0x00], .unknown),
            ([0xFF, 0x0A, 0x00], .jpegXL),
            ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A], .jpegXL),
            ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jpeg2000),
            ([0xFF, 0x4F, 0xFF, 0x51, 0x00, 0x2F], .jpeg2000),
            ([0x1F, 0x8B, 0x08], .gzip), ([0xFF], .unknown), ([0xC3, 0x28, 0x41, 0x42], .unknown),
        ] as [([UInt8], FileKind)])
    func tellsBinaryKinds(bytes: [UInt8], kind: FileKind) {
        #expect(FileSignature.kind(of: PhotoBytes(bytes)) == kind)
    }

    /// A text that ends within a character where the look at it ends.
    @Test func aTextCutWithinACharacterIsText() {
        let text = String(repeating: "a", count: 511) + "é and so on"
        #expect(FileSignature.kind(of: PhotoBytes(Array(text.utf8))) == .text)
    }

    @Test(arguments: [
        ("text-named.jpg", FileKind.text), ("web-page.jpg", .webPage), ("old-jpeg.tif", .tiff),
        ("bmp-named.png", .bmp), ("lossless.jpg", .jpeg), ("12-bit.jpg", .jpeg),
        ("apple-only.png", .png),
    ])
    func aFileThatIsNotShownIsCalledByWhatItIs(name: String, kind: FileKind) {
        #expect(throws: DecodingFailure.unsupported(kind: kind)) { try Opening.fixture(name) }
    }

    @Test(arguments: ["gif-named.png", "png-named.jpg", "not-really.tif", "tiff-named.jpg"])
    func theNameOfAFileIsNotTrusted(name: String) throws {
        #expect(!(try Opening.fixture(name).size.isEmpty))
    }
}
