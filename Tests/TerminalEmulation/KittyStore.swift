import Foundation
package import Imaging

/// A terminal's variant of kitty's graphics protocol.
package struct KittyRules: Hashable, Sendable {
    /// The handling of the keys for a part of a picture.
    package enum Crop: Hashable, Sendable {
        case works
        /// Says OK and shows the whole picture.
        case ignored
    }

    package var crop = Crop.works
    /// The limit of stored bytes, four per pixel; beyond it the oldest picture is dropped.
    package var storeBytes = 320_000_000
    /// The longest side of an accepted picture.
    package var sideLimit = 10_000
    /// The answer for a medium it lacks.
    package var refusal = "ENOTSUPPORTED:"
    /// True if deleting a placement (`d=i` with a `p`) frees the picture too.
    package var freesRemoved = false
    /// Shows pictures where placeholder characters are printed (U=1).
    package var hasPlaceholders = false

    package init() {}
}

/// The pieces of an incomplete command of kitty's protocol.
struct KittyChunks: Sendable {
    /// The keys of its first piece; `nil` between commands.
    private(set) var keys: [String: String]?
    private var payload: [UInt8] = []

    /// Adds a piece; returns the command once it is complete.
    mutating func collect(
        _ piece: [String: String], _ bytes: [UInt8]
    ) -> (keys: [String: String], payload: [UInt8])? {
        let first = keys ?? piece
        // Appended in place: a copy for each of the thousand pieces of a picture took most of a
        // test's time.
        payload += Data(base64Encoded: Data(bytes)) ?? Data()
        guard piece["m"] != "1" else {
            keys = first
            return nil
        }
        defer { self = KittyChunks() }
        return (first, payload)
    }
}

/// The pictures that a program has stored in a terminal by kitty's protocol.
package struct KittyStore: Sendable {
    package private(set) var images: [Int: Raster] = [:]
    /// The oldest is first.
    private var order: [Int] = []
    private var chunks = KittyChunks()

    package var isEmpty: Bool { images.isEmpty }
    package var byteCount: Int { images.values.reduce(0) { $0 + $1.pixels.count } }
    /// True if a command's last piece is missing.
    package var isUnfinished: Bool { chunks.keys != nil }

    /// Adds a piece to the incomplete command; returns the command once it is complete.
    mutating func collect(
        _ keys: [String: String], _ payload: [UInt8]
    ) -> (keys: [String: String], payload: [UInt8])? {
        chunks.collect(keys, payload)
    }

    /// Stores a picture; returns the error, if any.
    mutating func store(
        _ keys: [String: String], _ payload: [UInt8], from media: Set<String>, by rules: KittyRules
    ) -> String? {
        guard let image = Self.number("i", keys) else { return "EINVAL:no id" }
        guard media.contains(keys["t"] ?? "d") else { return rules.refusal }
        guard let raster = Self.raster(keys, payload) else { return "EBADF:no picture" }
        guard max(raster.size.width, raster.size.height) <= rules.sideLimit else {
            return "EINVAL:Image too large"
        }
        free(image)
        images[image] = raster
        order.append(image)
        while byteCount > rules.storeBytes, let oldest = order.first { free(oldest) }
        return nil
    }

    mutating func free(_ image: Int) {
        images[image] = nil
        order.removeAll { $0 == image }
    }

    mutating func removeAll() { self = KittyStore() }

    private static func raster(_ keys: [String: String], _ payload: [UInt8]) -> Raster? {
        let medium = keys["t"] ?? "d"
        guard let bytes = medium == "d" ? payload : shared(payload, in: medium) else { return nil }
        if keys["f"] == "100" { return try? PNGFileReader.raster(bytes) }
        guard let width = number("s", keys), let height = number("v", keys) else { return nil }
        let samples = keys["f"] == "24" ? 3 : 4
        guard bytes.count >= width * height * samples else { return nil }
        return Raster(
            samples: bytes, of: PixelSize(width: width, height: height), perPixel: samples)
    }

    /// Removes the file or the shared object of a command, as a terminal that reads it.
    static func discard(_ keys: [String: String], _ payload: [UInt8]) {
        if let medium = keys["t"], ["s", "t"].contains(medium) { _ = shared(payload, in: medium) }
    }

    /// Returns the bytes of a file or a shared object, which is then removed, as by a terminal.
    private static func shared(_ payload: [UInt8], in medium: String) -> [UInt8]? {
        let name = String(decoding: payload, as: UTF8.self)
        let path = medium == "s" ? "/dev/shm/" + name.drop { $0 == "/" } : name
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        if medium != "f" { try? FileManager.default.removeItem(atPath: path) }
        return Array(data)
    }

    static func number(_ key: String, _ keys: [String: String]) -> Int? {
        keys[key].flatMap { Int($0) }
    }
}

/// A part of a stored picture, and the pixels of a cell grid that it fills.
struct KittyPart: Hashable, Sendable {
    let part: PixelRect
    /// Its position in the first cell.
    let shift: PixelPoint
    let size: PixelSize
    /// The cells it touches.
    let cells: CellSize

    /// Creates the part; a part beyond the picture's edge is an error here, although some terminals
    /// clip it.
    ///
    /// - Returns: `nil` if there is nothing to show.
    init?(_ keys: [String: String], of stored: PixelSize, on cell: CellMetrics, _ rules: KittyRules)
    {
        func number(_ key: String) -> Int { KittyStore.number(key, keys) ?? 0 }
        let all = PixelRect(stored)
        let wished = PixelRect(
            x: number("x"), y: number("y"), width: KittyStore.number("w", keys) ?? stored.width,
            height: KittyStore.number("h", keys) ?? stored.height)
        part = rules.crop == .works ? wished : all
        guard !part.isEmpty, all.contains(part) else { return nil }
        shift = PixelPoint(x: number("X"), y: number("Y"))
        let stretch = CellSize(columns: number("c"), rows: number("r"))
        size = PixelSize(
            width: stretch.columns > 0
                ? cell.across.pixels(of: stretch.columns) - shift.x : part.size.width,
            height: stretch.rows > 0
                ? cell.down.pixels(of: stretch.rows) - shift.y : part.size.height)
        cells = cell.cells(
            covering: PixelSize(width: shift.x + size.width, height: shift.y + size.height))
    }
}

extension Raster {
    /// Creates a raster from three or four samples per pixel.
    fileprivate init(samples: [UInt8], of size: PixelSize, perPixel count: Int) {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height * Self.bytesPerPixel)
        for start in stride(from: 0, to: size.width * size.height * count, by: count) {
            pixels.append(samples[start])
            pixels.append(samples[start + 1])
            pixels.append(samples[start + 2])
            pixels.append(count == 4 ? samples[start + 3] : 255)
        }
        self.init(size: size, pixels: pixels, isOpaque: count == 3)
    }
}
