import Foundation
package import Imaging

/// A strict terminal with kitty's graphics protocol: its image store and its placements.
///
/// It interprets only cursor positions and picture commands; output that a terminal could handle
/// badly is a failure.
package struct KittyReader {
    package struct Placement: Hashable {
        package let image: Int
        package let number: Int
        /// The part of the picture, and the screen pixels it fills.
        package let part: PixelRect
        package let area: PixelRect
        package let layer: Int
    }

    package enum Failure: Error, Hashable {
        case event(String), keys(String), chunk(Int), base64, unfinished
        case missing(image: Int), outside(PixelRect), moves, picture(PNGFileReader.Failure)
        case sampleCount(Int), nobodyShared(String)
    }

    package private(set) var images: [Int: Raster] = [:]
    package private(set) var placements: [Placement] = []
    /// The keys of each command, in order; of chunks only the first.
    package private(set) var commands: [[String: String]] = []

    private let cell: CellMetrics
    private let isAmongText: Bool
    private let shared: (String) -> [UInt8]?
    private var parser = OutputParser()
    private var cursor = PixelPoint.origin
    private var chunks: (keys: [String: String], payload: [UInt8])?

    /// `shared` returns the samples of a shared object, by its name; `isAmongText` for pictures
    /// amid text, which is skipped.
    package init(
        cell: CellMetrics, isAmongText: Bool = false,
        shared: @escaping (String) -> [UInt8]? = { _ in nil }
    ) {
        self.cell = cell
        self.isAmongText = isAmongText
        self.shared = shared
    }

    package mutating func read(_ bytes: [UInt8]) throws(Failure) {
        for event in parser.feed(bytes) {
            switch event {
            case .function(let function) where function.key == "H":
                cursor = cell.origin(row: function.value(0) - 1, column: function.value(1) - 1)
            case .string(let string)
            where string.kind == .application && string.bytes.first == 0x47:
                try readCommand(Array(string.bytes.dropFirst()))
            case .function(let function) where function.key == "J" && function.value(0) == 2:
                placements.removeAll()
            default:
                guard isAmongText else { throw .event("\(event)") }
            }
        }
        guard !parser.isUnfinished, chunks == nil else { throw .unfinished }
    }

    /// The pictures on the screen; black elsewhere.
    package func screen(_ size: PixelSize) -> Raster {
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
        for place in stride(from: 3, to: pixels.count, by: 4) { pixels[place] = 255 }
        // Of two in one layer, the one with the higher ID is on top.
        for placement in placements.sorted(by: { ($0.layer, $0.image) < ($1.layer, $1.image) }) {
            draw(placement, on: &pixels, size)
        }
        return Raster(size: size, pixels: pixels)
    }

    private func draw(_ placement: Placement, on pixels: inout [UInt8], _ size: PixelSize) {
        guard let picture = images[placement.image] else { return }
        let (part, area) = (placement.part, placement.area)
        let seen = area.intersection(PixelRect(size))
        for y in seen.minY..<seen.maxY {
            for x in seen.minX..<seen.maxX {
                let column = part.minX + (x - area.minX) * part.size.width / area.size.width
                let row = part.minY + (y - area.minY) * part.size.height / area.size.height
                let from = (row * picture.size.width + column) * 4
                let place = (y * size.width + x) * 4
                for channel in 0..<3 { pixels[place + channel] = picture.pixels[from + channel] }
            }
        }
    }

    /// Frees a picture's memory for others without a notice.
    package mutating func throwAway(_ image: Int) {
        images[image] = nil
        placements.removeAll { $0.image == image }
    }

    private mutating func readCommand(_ bytes: [UInt8]) throws(Failure) {
        let parts = bytes.split(
            separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        let keys = try Self.keys(String(decoding: parts.first ?? [], as: UTF8.self))
        let text = parts.count > 1 ? Array(parts[1]) : []
        guard text.count <= 4096 else { throw .chunk(text.count) }
        guard let payload = Data(base64Encoded: Data(text)) else { throw .base64 }
        if var waiting = chunks {
            guard Set(keys.keys).isSubset(of: ["m", "q"]), keys["q"] == waiting.keys["q"] else {
                throw .keys("\(keys)")
            }
            waiting.payload += payload
            chunks = waiting
        } else {
            commands.append(keys)
            chunks = (keys, Array(payload))
        }
        // All chunks except the last have a multiple of 4 characters, without padding.
        if keys["m"] == "1" {
            guard text.count.isMultiple(of: 4), text.last != UInt8(ascii: "=") else {
                throw .base64
            }
            return
        }
        guard let whole = chunks else { return }
        chunks = nil
        try perform(whole.keys, whole.payload)
    }

    private static func keys(_ text: String) throws(Failure) -> [String: String] {
        var keys: [String: String] = [:]
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].count == 1, keys[String(sides[0])] == nil else {
                throw .keys(text)
            }
            keys[String(sides[0])] = String(sides[1])
        }
        return keys
    }

    private mutating func perform(_ keys: [String: String], _ payload: [UInt8]) throws(Failure) {
        guard let image = keys["i"].flatMap({ Int($0) }) else { throw .keys("\(keys)") }
        switch keys["a"] {
        case "q": return
        case "t": images[image] = try picture(keys, payload)
        case "p": try place(image, keys)
        case "d": try delete(image, keys)
        default: throw .keys("\(keys)")
        }
    }

    private func picture(_ keys: [String: String], _ payload: [UInt8]) throws(Failure) -> Raster {
        if keys["f"] == "100", keys["t"] == "d" {
            do throws(PNGFileReader.Failure) {
                return try PNGFileReader.raster(payload)
            } catch {
                throw .picture(error)
            }
        }
        let name = String(decoding: payload, as: UTF8.self)
        guard keys["f"] == "24", let width = keys["s"].flatMap({ Int($0) }),
            let height = keys["v"].flatMap({ Int($0) }), keys["t"] == "s" || keys["t"] == "t"
        else { throw .keys("\(keys)") }
        guard let samples = shared(name) else { throw .nobodyShared(name) }
        guard samples.count == width * height * 3, keys["S"] == "\(samples.count)" else {
            throw .sampleCount(samples.count)
        }
        return Raster(PixelSize(width: width, height: height)) { x, y in
            let place = (y * width + x) * 3
            return (samples[place], samples[place + 1], samples[place + 2])
        }
    }

    private mutating func place(_ image: Int, _ keys: [String: String]) throws(Failure) {
        guard let picture = images[image] else { throw .missing(image: image) }
        guard keys["C"] == "1" else { throw .moves }
        func number(_ key: String, _ standard: Int = 0) -> Int {
            keys[key].flatMap { Int($0) } ?? standard
        }
        let part = PixelRect(
            x: number("x"), y: number("y"), width: number("w", picture.size.width),
            height: number("h", picture.size.height))
        guard !part.isEmpty, PixelRect(picture.size).contains(part) else { throw .outside(part) }
        let shift = PixelPoint(x: number("X"), y: number("Y"))
        guard Double(shift.x) < cell.across.cell, Double(shift.y) < cell.down.cell else {
            throw .keys("\(keys)")
        }
        let stretched = CellSize(columns: number("c"), rows: number("r"))
        let origin = PixelPoint(x: cursor.x + shift.x, y: cursor.y + shift.y)
        let size = PixelSize(
            width: stretched.columns > 0
                ? cell.across.pixels(of: stretched.columns) - shift.x : part.size.width,
            height: stretched.rows > 0
                ? cell.down.pixels(of: stretched.rows) - shift.y : part.size.height)
        placements.removeAll { $0.image == image && $0.number == number("p") }
        placements.append(
            Placement(
                image: image, number: number("p"), part: part,
                area: PixelRect(origin: origin, size: size), layer: number("z")))
    }

    private mutating func delete(_ image: Int, _ keys: [String: String]) throws(Failure) {
        guard images[image] != nil else { throw .missing(image: image) }
        switch keys["d"] {
        case "i":
            placements.removeAll {
                $0.image == image && (keys["p"] == nil || keys["p"] == "\($0.number)")
            }
        case "I":
            placements.removeAll { $0.image == image }
            images[image] = nil
        default: throw .keys("\(keys)")
        }
    }
}

/// Reads one inline image of iTerm2, strictly.
package struct ITerm2Reader {
    package enum Failure: Error, Hashable {
        case noImage, arguments(String), size(Int), picture(PNGFileReader.Failure)
    }

    package let arguments: [String: String]
    package let raster: Raster

    package init(_ bytes: [UInt8]) throws(Failure) {
        let introducer = Array("\u{1B}]1337;File=".utf8)
        guard bytes.starts(with: introducer), bytes.last == 7,
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let file = Data(base64Encoded: Data(bytes[(colon + 1)..<(bytes.count - 1)]))
        else { throw .noImage }
        let text = String(decoding: bytes[introducer.count..<colon], as: UTF8.self)
        var arguments: [String: String] = [:]
        for pair in text.split(separator: ";") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { throw .arguments(text) }
            arguments[String(sides[0])] = String(sides[1])
        }
        guard arguments["size"] == "\(file.count)" else { throw .size(file.count) }
        self.arguments = arguments
        do throws(PNGFileReader.Failure) {
            raster = try PNGFileReader.raster(Array(file))
        } catch {
            throw .picture(error)
        }
    }
}
