internal import Imaging

/// The scheme of a pyramid's tile addresses, by the format of its description.
enum TileAddresses: Hashable, Sendable {
    /// `LEVEL/COLUMN_ROW.FORMAT`.
    case deepZoom(format: String)
    /// `TileGroupN/LEVEL-COLUMN-ROW.jpg`.
    ///
    /// The value is, for each level from the finest, the number of tiles on coarser levels.
    case zoomify(tilesBefore: [Int])
    /// `X,Y,WIDTH,HEIGHT/SIZE/0/QUALITY.FORMAT`.
    case iiif(IIIFSize, quality: String, format: String)
    /// `LEVEL/ROW/COLUMN.FORMAT`, with the row before the column, as in WMTS.
    case webMap(format: String)

    func path(of tile: TileKey, on level: PyramidLevel, of picture: PixelSize) -> String {
        switch self {
        case .deepZoom(let format): return "\(level.name)/\(tile.column)_\(tile.row).\(format)"
        case .zoomify(let tilesBefore):
            let number = tilesBefore[tile.level] + tile.row * level.columns + tile.column
            let group = number / Self.tilesOfGroup
            return "TileGroup\(group)/\(level.name)-\(tile.column)-\(tile.row).jpg"
        case .iiif(let size, let quality, let format):
            let region = Self.region(of: tile, on: level, of: picture)
            return "\(region)/\(size.text(level.area(of: tile).size))/0/\(quality).\(format)"
        case .webMap(let format): return "\(level.name)/\(tile.row)/\(tile.column).\(format)"
        }
    }

    /// The notation of a tile's size.
    enum IIIFSize: Hashable, Sendable {
        /// Both sides, as in version 3.
        case both
        /// The width alone, as in the names of version 2's tiles that are cut in advance.
        case width
        /// The longer side alone.
        ///
        /// The shorter side may be rounded up from a fraction of a pixel. From such a number, the
        /// server would compute a far too long side.
        case longerSide

        func text(_ size: PixelSize) -> String {
            switch self {
            case .both: "\(size.width),\(size.height)"
            case .longerSide where size.height > size.width: ",\(size.height)"
            case .width, .longerSide: "\(size.width),"
            }
        }
    }

    /// The maximum number of tiles in a folder of the Zoomify format.
    static let tilesOfGroup = 256

    /// Returns the area of a tile as `X,Y,WIDTH,HEIGHT` in pixels of the picture.
    ///
    /// The area is clipped at the edge of the picture.
    private static func region(
        of tile: TileKey, on level: PyramidLevel, of picture: PixelSize
    ) -> String {
        let factor = level.name
        let area = level.area(of: tile)
        let whole = PixelRect(
            x: area.minX * factor, y: area.minY * factor, width: area.size.width * factor,
            height: area.size.height * factor
        ).intersection(PixelRect(picture))
        return "\(whole.minX),\(whole.minY),\(whole.size.width),\(whole.size.height)"
    }
}
