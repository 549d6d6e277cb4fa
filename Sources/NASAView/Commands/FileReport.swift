internal import Bounds
internal import Decoding
internal import Files
internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import SystemPackage
internal import TerminalProtocols

/// The report of the `info` command about a local file: the facts in its header, read by a worker.
struct FileReport {
    /// The decoding options for reading headers; sizes are those in the file, even if pixels are
    /// not square.
    static let decoding = DecodingOptions().shaping(.square)

    private let path: FilePath
    private let byteCount: Int
    private let size: PixelSize
    private let pageCount: Int
    private let pageSizes: [PixelSize]
    private let isHighBitDepth: Bool
    private let facts: [FileFact]

    init(_ path: FilePath, by decoder: SandboxedDecoder) throws(PictureFailure) {
        self.path = path
        do { byteCount = try LocalFile(path: path).byteCount } catch { throw .reading(error) }
        let photo = try decoder.openFile(path)
        size = photo.size
        let pages = photo.pages
        pageCount = max(1, pages.count)
        pageSizes = pages.sizes
        isHighBitDepth = photo.isHighBitDepth
        facts = try decoder.facts(ofFile: path)
    }

    private var format: String? { facts.first { $0.name == "FileType" }?.value }
    /// The number of bits of a sample in the file; `nil` if the header does not state the number.
    private var bits: Int? {
        facts.first { $0.name == "BitsPerSample" }.flatMap { (1...64).number(in: $0.value) }
    }

    private var others: [FileFact] { facts.filter { !Self.shownElsewhere.contains($0.name) } }

    /// The names of the facts that are reported in separate lines.
    private static let shownElsewhere = ["FileType", "ImageSize", "PictureCount", "BitsPerSample"]

    /// Returns a line for each fact; the names of facts are the same in every language.
    func lines(_ strings: Strings) -> [SafeText] {
        own.map { strings.line(PhotoFact(group: "File", name: $0, value: $1)) }
            + others.map {
                strings.line(PhotoFact(group: $0.group, name: $0.name, value: $0.value))
            }
    }

    private var own: [(String, String)] {
        var facts = [("FileName", path.string), ("FileSize", "\(byteCount) bytes")]
        if let format { facts.append(("FileType", format)) }
        facts.append(("ImageSize", Self.text(size)))
        if let bitsText { facts.append(("BitsPerSample", bitsText)) }
        if pageCount > 1 { facts.append(("Pages", "\(pageCount)")) }
        return facts + pageSizes.enumerated().map { ("Page\($0 + 1)Size", Self.text($1)) }
    }

    /// The number of bits as text; `nil` if neither the header nor the decoder states the number.
    private var bitsText: String? { bits.map { "\($0)" } ?? (isHighBitDepth ? "more than 8" : nil) }

    private static func text(_ size: PixelSize) -> String { "\(size.width)x\(size.height)" }

    var json: JSON {
        let metadata = others.map { fact in
            JSON.object(
                ["group": fact.group, "name": fact.name, "value": fact.value]
                    .mapValues { .text(PlainTextFormatter.text($0)) })
        }
        let pages = pageSizes.map { size in
            JSON.object(["width": .integer(size.width), "height": .integer(size.height)])
        }
        return .object(
            [
                "file": .text(SafeText(path.string).string), "bytes": .integer(byteCount),
                "format": .text(format), "width": .integer(size.width),
                "height": .integer(size.height), "pages": .integer(pageCount),
                "page_sizes": .list(pages), "bits_per_sample": .integer(bits),
                "more_than_8_bits": .bool(bits.map { $0 > 8 } ?? isHighBitDepth),
                "metadata": .list(metadata),
            ], about: path)
    }
}
