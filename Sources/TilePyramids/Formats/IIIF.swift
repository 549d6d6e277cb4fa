internal import Bounds
internal import Imaging

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The Image API of the International Image Interoperability Framework, versions 2 and 3.
///
/// The description is `info.json`. Sources: iiif.io/api/image/2.1 and 3.0, sections 4 (requests), 5
/// (information) and 6 (levels of compliance).
enum IIIF {
    static func pyramid(_ bytes: [UInt8]) throws(DecodingFailure) -> TilePyramid {
        guard let info = try? JSONDecoder().decode(ImageInfo.self, from: Data(bytes)) else {
            throw .tiles(.unreadable)
        }
        guard min(info.width.claimed, info.height.claimed) > 0 else { throw .tiles(.unreadable) }
        let size = try PyramidLimits.size(info.width, info.height)
        let (tile, factors) = try info.cut(size)
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

/// The relevant content of `info.json`; all of it except the size is optional.
private struct ImageInfo: Decodable {
    let width: ClaimedNumber
    let height: ClaimedNumber
    private let isThirdVersion: Bool
    private let tiles: [Tiling]
    private let profile: Profile

    struct Tiling: Decodable {
        let width: ClaimedNumber
        let height: ClaimedNumber?
        let scaleFactors: [ClaimedNumber]?
    }

    private enum Key: String, CodingKey {
        case width, height, tiles, profile, maxWidth, maxHeight, maxArea, type
        case context = "@context"
    }

    init(from decoder: any Decoder) throws {
        let info = try decoder.container(keyedBy: Key.self)
        width = try info.decode(ClaimedNumber.self, forKey: .width)
        height = try info.decode(ClaimedNumber.self, forKey: .height)
        tiles = (try? info.decode([Tiling].self, forKey: .tiles)) ?? []
        let context = Self.texts(info, .context)
        let type = try? info.decode(String.self, forKey: .type)
        isThirdVersion = type == "ImageService3" || context.contains { $0.contains("/image/3/") }
        var profile = Self.profile(info)
        for key in [Key.maxWidth, .maxHeight, .maxArea] {
            let number = try? info.decode(ClaimedNumber.self, forKey: key)
            if let number { profile.limit(key.rawValue, number) }
        }
        self.profile = profile
    }

    /// Returns a value's strings: the value itself, or those in a list; other elements are ignored.
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

    /// Returns the server's profile.
    ///
    /// Version 2 writes the profile as a list: the address of the compliance level, and objects
    /// with further features.
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
        isThirdVersion ? .both : profile.isFixed ? .width : .longerSide
    }

    var quality: String { profile.hasDefault ? "default" : "native" }
    var format: String { "jpg" }

    /// Returns the size of a tile, and the scale factors of the levels, the finest first.
    ///
    /// If a server supports any region at any size, levels of half the size are added until one
    /// tile contains the entire picture.
    func cut(
        _ size: PixelSize
    ) throws(DecodingFailure) -> (tile: PixelSize, factors: [Int]) {
        let tile = try tileSize
        let given = (tiles.first?.scaleFactors ?? []).prefix(PyramidLimits.levels + 1)
        var factors = Set(given.compactMap { $0.within(1...PyramidLimits.side) })
        guard given.allSatisfy({ $0.within(1...PyramidLimits.side) != nil }) else {
            throw .tiles(.levels(Set(given).count))
        }
        factors.insert(1)
        if !profile.isFixed {
            var factor = factors.max() ?? 1
            while (size.width - 1) / factor >= tile.width
                || (size.height - 1) / factor >= tile.height
            {
                factor *= 2
                factors.insert(factor)
            }
        }
        return (tile, factors.sorted())
    }

    private var tileSize: PixelSize {
        get throws(DecodingFailure) {
            let width = tiles.first?.width ?? ClaimedNumber(Self.usualSide)
            let sides = [width, tiles.first?.height ?? width]
            if let wrong = sides.first(where: { $0.claimed < 1 }) {
                throw .tiles(.side(wrong.claimed))
            }
            let wished = sides.map { (1...PyramidLimits.side).clamped($0.claimed) }
            let tile = profile.isFixed ? wished : profile.limited(wished[0], wished[1])
            return PixelSize(
                width: try PyramidLimits.side(of: ClaimedNumber(tile[0])),
                height: try PyramidLimits.side(of: ClaimedNumber(tile[1])))
        }
    }

    /// The side, in pixels, of the tiles requested from servers that do not specify tiles.
    private static let usualSide = 512
}

/// The abilities of a server, and the limits of one request.
private struct Profile {
    /// An object in the profile of version 2, with the limits of a request.
    struct Object: Decodable {
        let maxWidth: ClaimedNumber?
        let maxHeight: ClaimedNumber?
        let maxArea: ClaimedNumber?
    }

    /// True for compliance level 0: the server has only the listed tiles.
    let isFixed: Bool
    private(set) var hasDefault = true
    private var limits: [String: Int] = [:]
    /// The value of a limit that the server does not state.
    private static let none = PyramidLimits.pixels

    init(levels: [String]) {
        isFixed = levels.contains { $0.contains("level0") }
        // Version 1.1 named this quality "native".
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

    mutating func limit(_ key: String, _ number: ClaimedNumber) {
        guard number.claimed > 0 else { return }
        limits[key] = min(limits[key] ?? Self.none, number.claimed)
    }

    /// Returns the sides of a tile, limited to `PyramidLimits.tileSide` and then halved until the
    /// server can send the tile in one reply, or until neither side exceeds the minimum.
    func limited(_ width: Int, _ height: Int) -> [Int] {
        let most = PyramidLimits.tileSide.upperBound
        var (width, height) = (min(width, most), min(height, most))
        while !isAllowed(width, height), max(width, height) > PyramidLimits.tileSide.lowerBound {
            width = (width + 1) / 2
            height = (height + 1) / 2
        }
        return [width, height]
    }

    private func isAllowed(_ width: Int, _ height: Int) -> Bool {
        let side = limits["maxWidth"] ?? Self.none
        return width <= side && height <= limits["maxHeight"] ?? side
            && width * height <= limits["maxArea"] ?? Self.none
    }
}
