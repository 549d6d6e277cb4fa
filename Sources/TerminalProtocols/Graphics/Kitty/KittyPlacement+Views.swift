extension KittyPlacement {
    init?<Photo>(sharp upload: KittyUpload<Photo>, in view: KittyView<Photo>) {
        self.init(sharp: upload.tile, in: view.shown)
    }

    init?<Photo>(
        standingIn upload: KittyUpload<Photo>, for view: KittyView<Photo>, layer: Depth = .far
    ) {
        self.init(standingIn: upload.tile, for: view.shown, depth: layer)
    }
}

extension KittyUpload {
    fileprivate var tile: KittyTile { KittyTile(image: image, version: version, region: region) }
}

extension KittyView {
    fileprivate var shown: KittyWindow {
        KittyWindow(
            version: version, window: window, target: place.target, origin: place.origin,
            cell: place.cell, layer: 0)
    }
}
