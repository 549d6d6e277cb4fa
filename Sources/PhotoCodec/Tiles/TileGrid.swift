internal import Imaging

/// How a stored photo is cut into tiles.
struct TileGrid: Sendable {
    let photo: PixelSize
    /// The side in pixels of a tile of the photo as it is, and of its half.
    let side: Int

    /// The side of a tile in its own pixels.
    ///
    /// Where the photo is much reduced a tile is made of many more pixels: smaller ones make the steps
    /// of a pan even.
    func side(_ reduction: Reduction) -> Int {
        switch reduction {
        case .none, .half: side
        default: side / 2
        }
    }

    /// The tile's place on the reduced photo.
    func area(of key: TileKey) -> PixelRect {
        let side = side(key.reduction)
        return PixelRect(x: key.column * side, y: key.row * side, width: side, height: side)
            .intersection(PixelRect(photo.reduced(by: key.reduction)))
    }

    /// What the tiles under an area of the reduced photo cover of it.
    func covered(by area: PixelRect, reducedBy reduction: Reduction) -> PixelRect {
        let side = side(reduction)
        let (left, top) = (area.minX / side * side, area.minY / side * side)
        let (right, bottom) = ((area.maxX - 1) / side * side, (area.maxY - 1) / side * side)
        return PixelRect(
            x: left, y: top, width: right + side - left, height: bottom + side - top
        ).intersection(PixelRect(photo.reduced(by: reduction)))
    }

    /// The tiles under an area of the reduced photo.
    func tiles(under area: PixelRect, reducedBy reduction: Reduction) -> [TileKey] {
        let side = side(reduction)
        guard !area.isEmpty else { return [] }
        return (area.minY / side...(area.maxY - 1) / side).flatMap { row in
            (area.minX / side...(area.maxX - 1) / side).map { column in
                TileKey(reduction: reduction, column: column, row: row)
            }
        }
    }
}
