internal import CEXR
internal import Imaging

/// An OpenEXR file that the library has opened.
///
/// `@unchecked Sendable`: the library can read an open file from any thread.
final class EXRReader: @unchecked Sendable {
    private let file: UnsafeMutablePointer<cexr_file>
    private let source: EXRSource
    let partCount: Int

    /// Opens a file.
    ///
    /// - Throws: `.unsupported` without the library, or `.damaged` if the headers cannot be read.
    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        guard cexr_library() != nil else { throw .unsupported(kind: .photo(.openEXR)) }
        source = EXRSource(bytes)
        let context = Unmanaged.passUnretained(source).toOpaque()
        let side = Int32(DecodingLimits.partSide)
        guard let file = cexr_open(context, EXRSource.read, Int64(bytes.count), side) else {
            throw .damaged(.badHeader)
        }
        self.file = file
        partCount = min(Int(cexr_count_parts(file)), DecodingLimits.exrParts)
    }

    deinit { cexr_close(file) }

    var byteCount: Int { source.bytes.count }

    func part(_ number: Int) throws(DecodingFailure) -> cexr_part {
        var part = cexr_part()
        guard cexr_describe(file, Int32(number), &part) != 0 else { throw .damaged(.badHeader) }
        return part
    }

    func channel(_ number: Int, ofPart part: Int) -> EXRChannel? {
        let channel = cexr_get_channel(file, Int32(part), Int32(number))
        guard let type = EXRChannel.Kind(rawValue: Int(channel.type)), let name = channel.name,
            (1...2).contains(channel.across), (1...2).contains(channel.down)
        else { return nil }
        let bytes = UnsafeBufferPointer(start: name, count: max(0, Int(channel.name_bytes)))
        return EXRChannel(
            number: number,
            name: String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self),
            kind: type, across: Int(channel.across), down: Int(channel.down))
    }

    /// Returns the size of a level of a tiled part; `nil` if the part has no such level.
    func size(ofLevel level: Int, part: Int) -> PixelSize? {
        var (width, height): (Int32, Int32) = (0, 0)
        guard cexr_get_level_size(file, Int32(part), Int32(level), &width, &height) != 0,
            width > 0, height > 0
        else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Decodes a tile or lines into `targets`; returns false if the data are damaged.
    func decode(_ block: cexr_block, ofPart part: Int, to targets: [cexr_target]) -> Bool {
        cexr_decode(file, Int32(part), block, targets, Int32(targets.count)) != 0
    }
}

/// The bytes of a file, for the callback through which OpenEXR reads.
private final class EXRSource: Sendable {
    let bytes: PhotoBytes

    init(_ bytes: PhotoBytes) { self.bytes = bytes }

    static let read: cexr_read = { source, target, count, offset in
        guard let source, let count = Int(exactly: count), let offset = Int(exactly: offset) else {
            return -1
        }
        let bytes = Unmanaged<EXRSource>.fromOpaque(source).takeUnretainedValue().bytes
        let memory = UnsafeMutableRawBufferPointer(start: target, count: count)
        return Int64(bytes.read(into: memory, at: offset))
    }
}

/// A channel of a part, with a sample for each pixel or for every second pixel.
struct EXRChannel: Sendable, Equatable {
    /// The sample types; the raw values are the numbers that the file stores.
    enum Kind: Int, Sendable { case unsigned = 0, half, float }

    /// The index of the channel in the part.
    let number: Int
    let name: String
    let kind: Kind
    /// The distance between samples in columns: 1 or 2.
    let across: Int
    /// The distance between samples in lines: 1 or 2.
    let down: Int

    var bits: Int { kind == .half ? 16 : 32 }
    private var dot: String.Index? { name.lastIndex(of: ".") }
    /// The name before the last dot; empty for a channel of the unnamed layer.
    var layer: Substring { dot.map { name[..<$0] } ?? "" }
    var shortName: String { dot.map { name[name.index(after: $0)...] }.map(String.init) ?? name }
}
