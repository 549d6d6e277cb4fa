package import Imaging
internal import JPEGTiling

/// What a photo's file says about itself: its format, and what a camera wrote into its Exif block.
package enum ExifFacts {
    /// In the order in which a photographer asks; what is missing or wrong is left out.
    package static func read(_ photo: PhotoBytes) -> [FileFact] {
        let format = "\(FileSignature.kind(of: photo))".uppercased()
        return exif(in: photo) + [FileFact("File", "FileType", format)]
    }

    private static func exif(in photo: PhotoBytes) -> [FileFact] {
        photo.withUnsafeBytes { source in
            guard let block = block(in: ByteReader(bytes: source)),
                let picture = ExifDirectory.first(of: block)
            else { return [] }
            let camera = picture.directory(behind: cameraDirectory)
            return fields.compactMap { field in
                let directory = field.isOfCamera ? camera : picture
                let value = directory.flatMap { field.value($0, field.tag) }
                return value.map { FileFact("EXIF", field.name, $0) }
            }
        }
    }

    private static let cameraDirectory = 0x8769

    private struct Field: Sendable {
        let name: String
        let tag: Int
        var isOfCamera = true
        let value: @Sendable (ExifDirectory, Int) -> String?
    }

    // Tags of Exif 2.32, § 4.6.4 and 4.6.5.
    private static let fields = [
        Field(name: "Make", tag: 0x010F, isOfCamera: false, value: text),
        Field(name: "Model", tag: 0x0110, isOfCamera: false, value: text),
        Field(name: "LensModel", tag: 0xA434, value: text),
        Field(name: "ExposureTime", tag: 0x829A, value: seconds),
        Field(name: "FNumber", tag: 0x829D) { number($0, $1).map { "f/\($0)" } },
        Field(name: "ISO", tag: 0x8827) { $0.number($1).map { String($0) } },
        Field(name: "FocalLength", tag: 0x920A) { number($0, $1).map { "\($0) mm" } },
        Field(name: "DateTimeOriginal", tag: 0x9003, value: text),
        Field(name: "ImageDescription", tag: 0x010E, isOfCamera: false, value: text),
        Field(name: "Software", tag: 0x0131, isOfCamera: false, value: text),
        Field(name: "Artist", tag: 0x013B, isOfCamera: false, value: text),
        Field(name: "Copyright", tag: 0x8298, isOfCamera: false, value: text),
    ]

    @Sendable private static func text(_ directory: ExifDirectory, _ tag: Int) -> String? {
        directory.text(tag)
    }

    /// Short times as photographers write them: 1/250.
    @Sendable private static func seconds(_ directory: ExifDirectory, _ tag: Int) -> String? {
        guard let ratio = directory.ratio(tag), ratio > 0 else { return nil }
        return ratio < 0.4 ? "1/\(Int((1 / ratio).rounded())) s" : "\(shortened(ratio)) s"
    }

    private static func number(_ directory: ExifDirectory, _ tag: Int) -> String? {
        directory.ratio(tag).map(shortened)
    }

    /// With one digit behind the point, unless it is a zero.
    private static func shortened(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func block(in file: ByteReader) -> ByteReader? {
        file.starts(with: "PNG", at: 1) ? blockOfPNG(file) : blockOfJPEG(file)
    }

    private static func blockOfPNG(_ file: ByteReader) -> ByteReader? {
        let chunk = PNGChunks(file).first { file.starts(with: "eXIf", at: $0.offset + 4) }
        return chunk.map { file.part(from: $0.offset + 8, count: $0.byteCount) }
    }

    private static func blockOfJPEG(_ file: ByteReader) -> ByteReader? {
        guard file.byte(at: 0) == 0xFF, file.byte(at: 1) == 0xD8 else { return nil }
        var walk = JPEGSegments(file.bytes)
        while let segment = walk.next(), segment.marker != 0xDA {
            if segment.marker == 0xE1, segment.payload.starts(with: "Exif\0", at: 0) {
                return segment.payload.part(from: 6, count: segment.payload.count)
            }
        }
        return nil
    }
}
