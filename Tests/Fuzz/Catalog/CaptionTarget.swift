import Fuzzing
import PhotoCatalog

/// Captions of a video: any file gives only a few lines of plain text.
enum CaptionTarget: FuzzTarget {
    static let name = "captions"

    static func take(_ bytes: [UInt8]) throws {
        let captions = CaptionFile.captions(in: bytes)
        try expect(captions.count <= 20_000, "\(captions.count) captions")
        for (caption, next) in zip(captions, captions.dropFirst()) {
            try expect(caption.text != next.text, "twice: \(caption.text)")
        }
        for caption in captions {
            try expect((0..<40_000_000).contains(caption.seconds), "at \(caption.seconds) s")
            try expect(!caption.text.isEmpty, "a caption without text")
            // A Windows letter becomes two bytes, a byte that is not a letter three.
            try expect(caption.text.utf8.count <= 3000, "\(caption.text.utf8.count) bytes")
            try expect(!caption.text.contains("\n"), "a line feed")
        }
    }
}
