internal import Imaging

extension KittyImageStore {
    /// What to show and what to send for a list of placements.
    struct Scene {
        /// For each placement, stand-ins before sharp pictures.
        var shown: [Shown] = []
        /// Placements with nothing to show.
        var empty: [Placement<ID>] = []
        var needed: [Upload] = []
        /// Sent when there is time.
        var later: [Upload] = []
        /// The number of placements of each picture.
        private var numbers: [Int: Int] = [:]

        var missing: [Upload] {
            (needed + later).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }

        mutating func show(_ parts: [KittyPlacement], for placement: Placement<ID>) {
            for var part in parts {
                numbers[part.image, default: 0] += 1
                part.number = numbers[part.image, default: 1]
                shown.append((placement, part))
            }
        }
    }

    func scene(of placements: [Placement<ID>], _ cell: CellMetrics) -> Scene {
        var scene = Scene()
        for placement in placements {
            switch placement.window {
            case .fitted(let fitting):
                guard let tile = picture(for: placement, fitting) else { continue }
                let view = PlacedWindow(placement, tile.region, at: tile.target, cell)
                let whole =
                    isText
                    ? KittyPlacement(sharp: tile, asTextIn: view)
                    : KittyPlacement(sharp: tile, in: view, depth: .far)
                scene.show([whole].compactMap(\.self), for: placement)
            case .part(let window, let target):
                show(PlacedWindow(placement, window, at: target, cell), in: &scene)
            }
        }
        return scene
    }

    private func show(_ view: PlacedWindow<ID>, in scene: inout Scene) {
        if isText { return showAsText(view, in: &scene) }
        let placement = view.placement
        let pictures = stored[placement.id, default: []].sorted { $0.usedAt < $1.usedAt }
        let tiles = KittyTileSelection(
            tiles: pictures, visible: Set(visible.map(\.placement.image)), view: view,
            limits: limits)
        let covers = tiles.covers
        // Clearing the screen drops all pictures but the one placed next.
        let parts =
            covers.isEmpty
            ? Array(tiles.standIns.prefix(keepsUnseen ? .max : 1))
            : covers.compactMap { KittyPlacement(sharp: $0, in: view) }
        show(parts, of: tiles, isCovered: !covers.isEmpty, in: &scene)
    }

    /// Text shows whole cells of pictures: those whose cells are the screen's, or else the others at
    /// the nearest cells, until an exact one has come.
    private func showAsText(_ view: PlacedWindow<ID>, in scene: inout Scene) {
        let placement = view.placement
        // After a change of the font pictures of other cells would be scaled.
        let pictures = stored[placement.id, default: []].filter {
            $0.region.scaled == view.window.scaled && view.cell.isFilled(by: $0.size)
        }
        let tiles = KittyTileSelection(
            tiles: pictures.filter { view.isAligned($0.region, at: $0.target) }
                .sorted { $0.usedAt < $1.usedAt },
            visible: Set(visible.map(\.placement.image)), view: view,
            limits: limits.ofCells(in: view), grid: view.grid)
        let covers = tiles.covers
        let shown =
            covers.isEmpty
            ? pictures.sorted { ($0.version, $0.usedAt) < ($1.version, $1.usedAt) } : covers
        let parts = shown.compactMap { KittyPlacement(sharp: $0, asTextIn: view) }
        show(parts, of: tiles, isCovered: !covers.isEmpty, in: &scene)
    }

    /// Shows parts of a selection, and asks for what would make them better.
    private func show(
        _ parts: [KittyPlacement], of tiles: KittyTileSelection<ID>, isCovered: Bool,
        in scene: inout Scene
    ) {
        let placement = tiles.view.placement
        if parts.isEmpty { scene.empty.append(placement) }
        scene.show(parts, for: placement)
        if !isCovered {
            next(for: tiles, in: scene).map { scene.needed.append($0) }
        } else if tiles.isTimeForMore {
            next(for: tiles, in: scene).map { scene.later.append($0) }
        }
    }

    /// The upload to send next: the one on its way, if it covers the window.
    private func next(for tiles: KittyTileSelection<ID>, in scene: Scene) -> Upload? {
        let (view, placement) = (tiles.view, tiles.view.placement)
        let waiting = (scene.missing + wanted).first {
            $0.id == placement.id && view.isCovered(by: $0.region, version: $0.version)
                && (!isText || view.isAligned($0.region, at: $0.frame.target))
        }
        let next = tiles.nextRegion(towards: pans[placement.id]?.aim ?? .origin).map {
            Upload(
                id: placement.id, version: placement.version, region: $0,
                in: isText ? view.frameOfCells(around: $0) : nil)
        }
        return waiting ?? next
    }

    /// The thumbnail for a placement: that of its version, else the newest that fits.
    func picture(for placement: Placement<ID>, _ fitting: ImageFitting) -> KittyTile? {
        let all = stored[placement.id, default: []].filter { $0.fits(placement.size, fitting) }
        return all.last { $0.version == placement.version } ?? all.max { $0.version < $1.version }
    }

    /// What stays on the screen where a placement has nothing to show.
    func staying(under scene: Scene) -> [Shown] {
        guard !scene.empty.isEmpty else { return [] }
        let taken = Set(scene.shown.map(\.placement.key))
        return visible.filter { old in
            !taken.contains(old.placement.key)
                && scene.empty.contains {
                    $0.layer <= old.owner.layer && $0.cells.meets(old.owner.cells)
                }
        }
    }

    /// Whether cells would go on showing a deleted picture.
    ///
    /// A picture whose cells are all overwritten is dropped before it can be placed elsewhere.
    func uncovers(_ scene: Scene, _ cell: CellMetrics) -> Bool {
        guard !keepsUnseen else { return false }
        let covered = scene.shown.map(\.placement).map { ($0.image, $0.cells(of: cell)) }
        return !visible.map(\.placement).allSatisfy { old in
            let staying = covered.filter { $0.0 == old.image }
            return (staying.isEmpty ? covered : staying).contains {
                $0.1.contains(old.cells(of: cell))
            }
        }
    }
}
