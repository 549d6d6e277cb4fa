internal import PhotoCatalog

/// The pictures in folders, by name `ID~SIZE.EXT`.
package struct PictureStore: Sendable {
    private var paths: [String: String] = [:]
    private var sizes: [String: [String]] = [:]
    /// Shown in place of missing pictures.
    private var standIns: [String] = []

    /// Of two files with one name, uses that of the first folder.
    package init(folders: [String]) {
        for path in folders.flatMap({ FolderListing.files(below: $0) }) {
            add(path, name: String(path.split(separator: "/").last ?? ""))
        }
    }

    /// The file for a name, or for a TIFF another size of the same id; `nil` if there is none.
    package func path(_ name: String) -> String? {
        guard !Self.isTIFF(name) else { return paths[name] }
        let stem = Self.stem(name)
        return paths[name] ?? sizes[stem]?.first
    }

    /// A picture in place of a missing one: always the same for one id.
    package func standIn(for name: String) -> String? {
        guard !standIns.isEmpty, !Self.isTIFF(name) else { return nil }
        let sum = Self.stem(name).utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) }
        return standIns[Int(sum % UInt32(standIns.count))]
    }

    /// The names of the files of an id.
    package func names(of id: String) -> [String] {
        paths.keys.filter { $0.contains("~") && Self.stem($0) == id }.sorted()
    }

    private mutating func add(_ path: String, name: String) {
        let isPicture = Self.extensions.contains { name.lowercased().hasSuffix($0) }
        guard isPicture, paths[name] == nil else { return }
        paths[name] = path
        sizes[Self.stem(name), default: []].append(path)
        if path.contains("/Demo/") { standIns.append(path) }
    }

    private static let extensions = [".jpg", ".jpeg", ".png", ".tif", ".tiff"]

    private static func isTIFF(_ name: String) -> Bool {
        name.lowercased().hasSuffix(".tif") || name.lowercased().hasSuffix(".tiff")
    }

    /// The name before the last "~", or else before the last ".".
    private static func stem(_ name: String) -> String {
        let end = name.lastIndex(of: "~") ?? name.lastIndex(of: ".") ?? name.endIndex
        return String(name[..<end])
    }
}

/// A small picture generated from an id: a disc before a dark sky.
struct StandInPicture {
    private let seed: UInt32

    init(seed text: String) {
        seed = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    /// An uncompressed PNG of 320x200, made without a library.
    var png: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits a channel, RGB, deflate, standard filters, no interlace.
        let header = Self.bigEndian(Self.width) + Self.bigEndian(Self.height) + [8, 2, 0, 0, 0]
        file += Self.chunk("IHDR", header)
        file += Self.chunk("IDAT", Self.stored(rows))
        return file + Self.chunk("IEND", [])
    }

    private static let width: UInt32 = 320
    private static let height: UInt32 = 200

    private var rows: [UInt8] {
        (0..<Int(Self.height)).flatMap { y in
            [0] + (0..<Int(Self.width)).flatMap { x in pixel(x, y) }
        }
    }

    private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let (dx, dy) = (x - 160, y - 100)
        let distance = dx * dx + dy * dy
        guard distance < 4900 else { return [8, 8, UInt8(24 + y / 8)] }
        let light = UInt32(255 - distance * 160 / 4900)
        return [0, 8, 16].map { UInt8(light * (128 + (seed >> $0 & 127)) / 255) }
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951 § 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65535) {
            let block = bytes[start..<min(bytes.count, start + 65535)]
            let length = UInt16(block.count)
            stream.append(block.endIndex == bytes.count ? 1 : 0)
            stream += [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            stream += block
        }
        return stream + bigEndian(adler32(bytes))
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + body
        return bigEndian(UInt32(body.count)) + checked + bigEndian(crc32(checked))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
