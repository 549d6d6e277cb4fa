package import Imaging
internal import PhotoCatalog
internal import PhotoCodec

/// One picture, cut into the requested tiles, in five formats.
///
/// `/pyramid/deepzoom.dzi`, `/pyramid/zoomify/ImageProperties.xml`, `/pyramid/iiif2/info.json`,
/// `/pyramid/iiif3/info.json`, and NASA's tile servers: GIBS at `/wmts/…`, Trek at `/tiles/…`,
/// whose sizes are fixed, so that the picture is stretched there.
package struct PyramidAnswers: Sendable {
    /// Encodes a tile as PNG.
    package typealias TileWriter = @Sendable (Raster) -> [UInt8]

    private let cutter: TileCutter
    private let side: Int
    private let png: TileWriter

    /// - Throws: the reason why the picture cannot be opened.
    package init(path: String, side: Int = 256) throws {
        let photo = try ImageDecoder.open(PhotoBytes.open(path: path), within: .served)
        self.init(photo, side: side)
    }

    package init(
        _ photo: any ImageSource, side: Int = 256,
        png: @escaping TileWriter = { FastPNG.bytes(of: $0) }
    ) {
        cutter = TileCutter(photo: photo)
        self.side = side
        self.png = png
    }

    /// Returns the answer; `nil` for an unknown path.
    package func answer(_ target: String) -> Answer? {
        let path = RequestTarget(target).path
        switch (path.first, path.dropFirst().first) {
        case ("pyramid", "deepzoom.dzi"): return text(deepZoom, "application/xml")
        case ("pyramid", "deepzoom_files"): return deepZoomTile(path.dropFirst(2))
        case ("pyramid", "zoomify"): return zoomify(path.dropFirst(2))
        case ("pyramid", "iiif2"): return iiif(path.dropFirst(2), version: 2)
        case ("pyramid", "iiif3"): return iiif(path.dropFirst(2), version: 3)
        case ("wmts", _): return map(path, base: PixelSize(width: 640, height: 320), side: 512)
        case ("tiles", _): return map(path, base: PixelSize(width: 512, height: 256), side: 256)
        default: return nil
        }
    }

    private var size: PixelSize { cutter.photo.size }

    private func text(_ text: String, _ type: String) -> Answer {
        .bytes(Array(text.utf8), type: type)
    }

    private func tile(_ area: PixelRect?, of level: PixelSize) -> Answer {
        guard let area, !area.isEmpty, let raster = cutter.raster(area, of: level) else {
            return .unknownPath
        }
        return .bytes(png(raster), type: "image/png")
    }
}

// Deep Zoom.
extension PyramidAnswers {
    /// The pixels shared by neighbours.
    private static let overlap = 2

    private var deepZoom: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Image TileSize="\(side)" Overlap="\(Self.overlap)" Format="png" \
        xmlns="http://schemas.microsoft.com/deepzoom/2008">
          <Size Width="\(size.width)" Height="\(size.height)"/>
        </Image>
        """
    }

    /// `LEVEL/COLUMN_ROW.png`.
    private func deepZoomTile(_ path: ArraySlice<String>) -> Answer {
        let numbers = path.flatMap { $0.split { "_.".contains($0) } }.compactMap { Int($0) }
        let finest = Int.bitWidth - (max(size.width, size.height) - 1).leadingZeroBitCount
        guard path.count == 2, numbers.count == 3, (0...finest).contains(numbers[0]) else {
            return .unknownPath
        }
        let level = size.halved(finest - numbers[0])
        let own = PixelRect(
            x: numbers[1] * side, y: numbers[2] * side, width: side, height: side)
        guard !own.intersection(PixelRect(level)).isEmpty else { return .unknownPath }
        let area = PixelRect(
            x: own.minX - Self.overlap, y: own.minY - Self.overlap, width: side + 2 * Self.overlap,
            height: side + 2 * Self.overlap)
        return tile(area.intersection(PixelRect(level)), of: level)
    }
}

// Zoomify.
extension PyramidAnswers {
    /// The coarsest first; sides are rounded down.
    private var tiers: [PixelSize] {
        var tiers = [size]
        while let last = tiers.last, max(last.width, last.height) > side {
            let factor = 1 << tiers.count
            tiers.append(
                PixelSize(width: max(1, size.width / factor), height: max(1, size.height / factor)))
        }
        return tiers.reversed()
    }

    private func zoomify(_ path: ArraySlice<String>) -> Answer {
        guard path.last != "ImageProperties.xml" else {
            let count = tiers.reduce(0) { $0 + $1.tileCount(side) }
            return text(
                """
                <IMAGE_PROPERTIES WIDTH="\(size.width)" HEIGHT="\(size.height)" NUMTILES="\(count)" \
                NUMIMAGES="1" VERSION="1.8" TILESIZE="\(side)" />
                """, "application/xml")
        }
        let numbers = (path.last ?? "").split { "-.".contains($0) }.compactMap { Int($0) }
        guard path.count == 2, numbers.count == 3, tiers.indices.contains(numbers[0]) else {
            return .unknownPath
        }
        let tier = tiers[numbers[0]]
        let number =
            tiers[..<numbers[0]].reduce(0) { $0 + $1.tileCount(side) }
            + numbers[2] * tier.tiles(side).width + numbers[1]
        guard path.first == "TileGroup\(number / 256)" else { return .unknownPath }
        let area = PixelRect(
            x: numbers[1] * side, y: numbers[2] * side, width: side, height: side)
        return tile(area.intersection(PixelRect(tier)), of: tier)
    }
}

// IIIF.
extension PyramidAnswers {
    private func iiif(_ path: ArraySlice<String>, version: Int) -> Answer {
        guard path.last != "info.json" else { return .json(info(version)) }
        let path = Array(path)
        let region = (path.first ?? "").split(separator: ",").compactMap { Int($0) }
        guard path.count == 4, region.count == 4, path[2] == "0", path[3] == "default.jpg" else {
            return .unknownPath
        }
        let wished = path[1].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard wished.count == 2, wished.contains(where: { $0 != nil }) else { return .unknownPath }
        let area = PixelRect(x: region[0], y: region[1], width: region[2], height: region[3])
        guard PixelRect(size).contains(area), !area.isEmpty,
            let halvings = halvings(from: area, to: wished)
        else { return .unknownPath }
        let factor = 1 << halvings
        let small = PixelRect(
            x: area.minX / factor, y: area.minY / factor,
            width: (area.size.width + factor - 1) / factor,
            height: (area.size.height + factor - 1) / factor)
        return tile(small, of: size.halved(halvings))
    }

    /// Returns the number of halvings of a region to the requested sides; `nil` if there is none.
    private func halvings(from area: PixelRect, to sides: [Int?]) -> Int? {
        (0..<25).first { halvings in
            let factor = 1 << halvings
            let small = area.size.halved(halvings)
            return area.minX % factor == 0 && area.minY % factor == 0
                && small.width == sides[0] ?? small.width
                && small.height == sides[1] ?? small.height
        }
    }

    private func info(_ version: Int) -> JSONValue {
        let factors = (0..<25).map { 1 << $0 }.filter { factor in
            factor == 1 || max(size.width, size.height) / (factor / 2) > side
        }
        let tiles: [String: JSONValue] = [
            "width": .integer(side), "scaleFactors": .list(factors.map { .integer($0) }),
        ]
        var info: [String: JSONValue] = [
            "@context": .text("http://iiif.io/api/image/\(version)/context.json"),
            "protocol": .text("http://iiif.io/api/image"),
            "width": .integer(size.width), "height": .integer(size.height),
            "tiles": .list([.object(tiles)]),
        ]
        let level = JSONValue.text("http://iiif.io/api/image/2/level1.json")
        info["profile"] = version == 2 ? .list([level]) : .text("level1")
        return .object(info)
    }
}

// NASA's tile servers.
extension PyramidAnswers {
    /// Answers `…/LEVEL/ROW/COLUMN.jpg`; black beyond the world's edges, and for a larger level.
    private func map(_ path: [String], base: PixelSize, side: Int) -> Answer {
        let names = path.suffix(3).map { $0.prefix { $0 != "." } }
        let numbers = names.compactMap { Int($0) }
        guard path.count > 6, numbers.count == 3, (0...12).contains(numbers[0]) else {
            return .unknownPath
        }
        let level = PixelSize(width: base.width << numbers[0], height: base.height << numbers[0])
        let whole = PixelRect(x: numbers[2] * side, y: numbers[1] * side, width: side, height: side)
        let area = whole.intersection(PixelRect(level))
        guard !area.isEmpty, let raster = cutter.raster(area, of: level) else {
            return .unknownPath
        }
        let framed = raster.framed(
            at: PixelRect(area.size), in: whole.size, over: RGBColour(red: 0, green: 0, blue: 0))
        return .bytes(png(framed), type: "image/png")
    }
}

/// Cuts a picture at any size.
private struct TileCutter {
    let photo: any ImageSource

    /// Returns the pixels of a level like a view of the file itself, if it has that size.
    func raster(_ area: PixelRect, of level: PixelSize) -> Raster? {
        if let reduction = Reduction.ofFiles.first(where: { photo.size.reduced(by: $0) == level }) {
            return try? photo.pixels(of: area, reducedBy: reduction).raster
        }
        let window = ScaledWindow(photo: photo.size, scaled: level, window: area)
        let need = Resampler().source(for: window)
        let part = try? photo.pixels(of: need.area, reducedBy: need.reduction)
        return part.map { Resampler().resample($0, for: window, over: .black) }
    }
}

extension PixelSize {
    fileprivate func halved(_ count: Int) -> PixelSize {
        PixelSize(
            width: (width + (1 << count) - 1) >> count,
            height: (height + (1 << count) - 1) >> count)
    }

    fileprivate func tileCount(_ side: Int) -> Int { tiles(side).width * tiles(side).height }

    /// Returns the number of tiles of a side that cover it, across and down.
    fileprivate func tiles(_ side: Int) -> PixelSize {
        PixelSize(width: (width + side - 1) / side, height: (height + side - 1) / side)
    }
}
