internal import Imaging

/// A method of showing stored pictures.
protocol KittyPlacing: Sendable {
    /// The number of the first picture.
    var firstImage: Int { get }

    /// Returns the number of the next picture.
    func image(after image: Int) -> Int

    /// Places a picture, unscaled; `nil` if none of it is on the screen.
    func place<ID>(
        _ tile: KittyTile, in view: PlacedWindow<ID>, _ depth: KittyPlacement.Depth
    ) -> KittyPlacement?

    /// Returns the selection of a photo's pictures for a window.
    func select<ID>(
        from pictures: [KittyTile], visible: Set<Int>, for view: PlacedWindow<ID>,
        _ limits: KittyLimits
    ) -> KittyTileSelection<ID>

    /// Places stored pictures in a window that no picture covers.
    func standIns<ID>(
        of tiles: KittyTileSelection<ID>, from pictures: [KittyTile]
    ) -> [KittyPlacement]

    /// Returns a region's position in the picture that is sent for it; `nil` if there is no margin.
    func frame<ID>(around region: ScaledWindow, for view: PlacedWindow<ID>) -> PictureFrame?

    /// True if a region in a picture can be shown exactly.
    func isAligned<ID>(
        _ region: ScaledWindow, at target: PixelRect, in view: PlacedWindow<ID>
    ) -> Bool
}

/// Shows pictures with placement commands, at any pixel.
struct CommandPlacing: KittyPlacing {
    static let first = 2000

    var firstImage: Int { Self.first }

    func image(after image: Int) -> Int { image + 1 }

    func place<ID>(
        _ tile: KittyTile, in view: PlacedWindow<ID>, _ depth: KittyPlacement.Depth
    ) -> KittyPlacement? {
        KittyPlacement(sharp: tile, in: view, depth: depth)
    }

    func select<ID>(
        from pictures: [KittyTile], visible: Set<Int>, for view: PlacedWindow<ID>,
        _ limits: KittyLimits
    ) -> KittyTileSelection<ID> {
        KittyTileSelection(
            tiles: pictures.sorted { $0.usedAt < $1.usedAt }, visible: visible, view: view,
            limits: limits)
    }

    func standIns<ID>(
        of tiles: KittyTileSelection<ID>, from pictures: [KittyTile]
    ) -> [KittyPlacement] { tiles.standIns }

    func frame<ID>(around region: ScaledWindow, for view: PlacedWindow<ID>) -> PictureFrame? { nil }

    func isAligned<ID>(
        _ region: ScaledWindow, at target: PixelRect, in view: PlacedWindow<ID>
    ) -> Bool { true }
}

/// Shows whole cells of pictures by placeholders: those whose cells match the screen's, or else the
/// others at the nearest cells, until an exact one arrives.
struct PlaceholderPlacing: KittyPlacing {
    let firstImage: Int

    func image(after image: Int) -> Int { PlaceholderCell.image(after: image) }

    func place<ID>(
        _ tile: KittyTile, in view: PlacedWindow<ID>, _ depth: KittyPlacement.Depth
    ) -> KittyPlacement? {
        KittyPlacement(sharp: tile, asTextIn: view)
    }

    func select<ID>(
        from pictures: [KittyTile], visible: Set<Int>, for view: PlacedWindow<ID>,
        _ limits: KittyLimits
    ) -> KittyTileSelection<ID> {
        KittyTileSelection(
            tiles: usable(pictures, for: view)
                .filter { view.isAligned($0.region, at: $0.target) }
                .sorted { $0.usedAt < $1.usedAt },
            visible: visible, view: view, limits: limits.ofCells(in: view), grid: view.grid)
    }

    func standIns<ID>(
        of tiles: KittyTileSelection<ID>, from pictures: [KittyTile]
    ) -> [KittyPlacement] {
        usable(pictures, for: tiles.view)
            .sorted { ($0.version, $0.usedAt) < ($1.version, $1.usedAt) }
            .compactMap { place($0, in: tiles.view, .sharp) }
    }

    func frame<ID>(around region: ScaledWindow, for view: PlacedWindow<ID>) -> PictureFrame? {
        view.frameOfCells(around: region)
    }

    func isAligned<ID>(
        _ region: ScaledWindow, at target: PixelRect, in view: PlacedWindow<ID>
    ) -> Bool { view.isAligned(region, at: target) }

    /// Returns the usable pictures: after a change of the font, pictures with other cells would be
    /// scaled.
    private func usable<ID>(_ pictures: [KittyTile], for view: PlacedWindow<ID>) -> [KittyTile] {
        pictures.filter {
            $0.region.scaled == view.window.scaled && view.cell.isFilled(by: $0.size)
        }
    }
}
