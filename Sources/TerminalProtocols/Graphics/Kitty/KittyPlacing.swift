internal import Imaging

/// A method of showing stored pictures: commands or placeholder characters.
protocol KittyPlacing: Sendable {
    /// The number of the first picture to store.
    var firstImage: Int { get }

    /// Returns the picture number that follows `image`.
    func image(after image: Int) -> Int

    /// Returns the placement of an unscaled picture; `nil` if the picture is not visible.
    func place<ID>(
        _ tile: KittyTile, in view: PlacedWindow<ID>, _ depth: KittyPlacement.Depth
    ) -> KittyPlacement?

    /// Returns the selection from a photo's stored pictures for a window.
    func select<ID>(
        from pictures: [KittyTile], visible: Set<Int>, for view: PlacedWindow<ID>,
        _ limits: KittyLimits
    ) -> KittyTileSelection<ID>

    /// Returns placements of stored pictures for a window that is not covered by exact pictures.
    func standIns<ID>(
        of tiles: KittyTileSelection<ID>, from pictures: [KittyTile]
    ) -> [KittyPlacement]

    /// Returns the frame in which a region is sent; `nil` if the region needs no margin.
    func frame<ID>(around region: ScaledWindow, for view: PlacedWindow<ID>) -> PictureFrame?

    /// Returns true if a region at `target` in a picture can be shown at its exact position.
    func isAligned<ID>(
        _ region: ScaledWindow, at target: PixelRect, in view: PlacedWindow<ID>
    ) -> Bool
}

/// A method that shows pictures with placement commands, at any pixel.
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

/// A method that shows whole cells of pictures with placeholder characters.
///
/// The method uses pictures whose cells match the cells of the screen. Until such a picture
/// arrives, other pictures are shown at the nearest cells.
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

    /// Returns the pictures that can be shown unscaled; pictures for another font size cannot.
    private func usable<ID>(_ pictures: [KittyTile], for view: PlacedWindow<ID>) -> [KittyTile] {
        pictures.filter {
            $0.region.scaled == view.window.scaled && view.cell.isFilled(by: $0.size)
        }
    }
}
