internal import Imaging

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The International Image Interoperability Framework's Image API, versions 2 and 3: `info.json`.
///
/// Sources: iiif.io/api/image/2.1 and 3.0, sections 4 (requests), 5 (information), 6 (levels of compliance).
enum IIIF {
    static func pyramid(_ bytes: [UInt8]) throws(DecodingFailure) -> TilePyramid {
        guard let info = try? JSONDecoder().decode(ImageInfo.self, from: Data(bytes)) else {
            throw .tiles(.unreadable)
        }
        let size = PixelSize(width: info.width, height: info.height)
        guard !size.isEmpty else { throw .tiles(.unreadable) }
        guard max(size.width, size.height) <= PyramidLimits.side else { throw .tooLarge(size) }
        let (tile, factors) = try info.cut
        let levels = factors.map { factor in
            PyramidLevel(
                size: PixelSize(
                    width: (size.width + factor - 1) / factor,
                    height: (size.height + factor - 1) / factor), tile: tile, name: factor)
        }
        return try TilePyramid(
            size: size, levels: levels,
            .iiif(info.sizes, quality: info.quality, format: info.format))
    }
}

/// What `info.json` says that matters here; all but the size may be absent.
private struct ImageInfo: Decodable {
    let width: Int
    let height: Int
    private let version: Int
    private let tiles: [Tiling]
    private let profile: Profile

    struct Tiling: Decodable {
        let width: Int
        let height: Int?
        let scaleFactors: [Int]?
    }

    private enum Key: String, CodingKey {
        case width, height, tiles, profile, maxWidth, maxHeight, maxArea, type
        case context = "@context"
    }

    init(from decoder: any Decoder) throws {
        let info = try decoder.container(keyedBy: Key.self)
        width = try info.decode(Int.self, forKey: .width)
        height = try info.decode(Int.self, forKey: .height)
        tiles = (try? info.decode([Tiling].self, forKey: .tiles)) ?? []
        let context = Self.texts(info, .context)
        let type = try? info.decode(String.self, forKey: .type)
        version = type == "ImageService3" || context.contains { $0.contains("/image/3/") } ? 3 : 2
        var profile = Self.profile(info)
        for key in [Key.maxWidth, .maxHeight, .maxArea] {
            guard let number = try? info.decode(Int.self, forKey: key) else { continue }
            profile.limit(key.rawValue, number)
        }
        self.profile = profile
    }

    /// One text or a list of them.
    private static func texts(_ info: KeyedDecodingContainer<Key>, _ key: Key) -> [String] {
        if let text = try? info.decode(String.self, forKey: key) { return [text] }
        guard var list = try? info.nestedUnkeyedContainer(forKey: key) else { return [] }
        var texts: [String] = []
        while !list.isAtEnd {
            if let text = try? list.decode(String.self) {
                texts.append(text)
            } else if (try? list.decode(Ignored.self)) == nil {
                break
            }
        }
        return texts
    }

    private struct Ignored: Decodable {}

    /// In version 2 it is a list: the level's address, and objects with what else is supported.
    private static func profile(_ info: KeyedDecodingContainer<Key>) -> Profile {
        var profile = Profile(levels: texts(info, .profile))
        guard var list = try? info.nestedUnkeyedContainer(forKey: .profile) else { return profile }
        while !list.isAtEnd {
            if let more = try? list.decode(Profile.Object.self) {
                profile.add(more)
            } else if (try? list.decode(String.self)) == nil {
                break
            }
        }
        return profile
    }

    var sizes: TileAddresses.IIIFSize {
        version > 2 ? .both : profile.isFixed ? .width : .longerSide
    }

    var quality: String { profile.hasDefault ? "default" : "native" }
    var format: String { "jpg" }

    /// The size of a tile, and the factors of the levels, the finest first.
    ///
    /// A server that makes any region at any size is asked for what suits: halves until one tile has all.
    var cut: (tile: PixelSize, factors: [Int]) {
        get throws(DecodingFailure) {
            let tiling = tiles.first
            let wished = PixelSize(
                width: tiling?.width ?? Self.usualSide,
                height: tiling?.height ?? tiling?.width ?? Self.usualSide)
            let tile = profile.isFixed ? wished : profile.limited(wished)
            try PyramidLimits.check(side: tile.width)
            try PyramidLimits.check(side: tile.height)
            var factors = Set((tiling?.scaleFactors ?? []).prefix(PyramidLimits.levels + 1))
            guard factors.allSatisfy({ (1...PyramidLimits.side).contains($0) }) else {
                throw .tiles(.levels(factors.count))
            }
            factors.insert(1)
            if !profile.isFixed {
                var factor = factors.max() ?? 1
                while (width - 1) / factor >= tile.width || (height - 1) / factor >= tile.height {
                    factor *= 2
                    factors.insert(factor)
                }
            }
            return (tile, factors.sorted())
        }
    }

    /// What servers without tiles are asked for.
    private static let usualSide = 512
}

/// What a server can do, and how much of it at once.
private struct Profile {
    /// The part of version 2's profile that is an object.
    struct Object: Decodable {
        let maxWidth: Int?
        let maxHeight: Int?
        let maxArea: Int?
        let qualities: [String]?
    }

    /// Level 0: only the tiles that are listed, cut in advance.
    let isFixed: Bool
    private(set) var hasDefault = true
    private var limits: [String: Int] = [:]

    init(levels: [String]) {
        isFixed = levels.contains { $0.contains("level0") }
        // Version 1.1 called it native.
        hasDefault = !levels.contains { $0.contains("/1.1/") }
    }

    mutating func add(_ object: Object) {
        for (key, number) in [
            ("maxWidth", object.maxWidth), ("maxHeight", object.maxHeight),
            ("maxArea", object.maxArea),
        ] {
            if let number { limit(key, number) }
        }
    }

    mutating func limit(_ key: String, _ number: Int) {
        guard number > 0 else { return }
        limits[key] = min(limits[key] ?? .max, number)
    }

    /// The largest tile up to a size that the server sends in one reply, halved as often as needed.
    func limited(_ wished: PixelSize) -> PixelSize {
        var (width, height) = (
            min(wished.width, PyramidLimits.tileSide.upperBound),
            min(wished.height, PyramidLimits.tileSide.upperBound)
        )
        while !isAllowed(width, height), max(width, height) > PyramidLimits.tileSide.lowerBound {
            width = (width + 1) / 2
            height = (height + 1) / 2
        }
        return PixelSize(width: width, height: height)
    }

    private func isAllowed(_ width: Int, _ height: Int) -> Bool {
        let side = limits["maxWidth"] ?? .max
        return width <= side && height <= limits["maxHeight"] ?? side
            && width * height <= limits["maxArea"] ?? .max
    }
}
