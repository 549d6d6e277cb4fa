/// The files there are of one photo, from small to large, each size once per format.
package struct PhotoAssets: Hashable, Sendable {
    package let photoID: PhotoID
    package let all: [PhotoAsset]
    /// Why the first refused address was refused; nil where none was.
    package let refusal: URLPolicyViolation?

    package subscript(size: AssetSize) -> PhotoAsset? {
        all.first { $0.size == size && $0.format.isViewable } ?? all.first { $0.size == size }
    }

    package var original: PhotoAsset? { self[.original] }

    /// The largest file that can be shown.
    package func largest() throws(CatalogFailure) -> AssetChoice {
        guard let best = viewable.last else { throw nothingToShow }
        let isPassedOver = original.map { !$0.format.isViewable } ?? false
        return AssetChoice(asset: best, passedOver: isPassedOver ? original : nil)
    }

    /// The smallest file that is at least as wide as asked, else the largest that can be shown.
    package func smallest(coveringWidth width: Int) throws(CatalogFailure) -> AssetChoice {
        guard let covering = viewable.first(where: { widthEstimate($0) >= width }) else {
            return try largest()
        }
        return AssetChoice(asset: covering, passedOver: nil)
    }

    /// A smaller file to look at while a large one comes; nil where that comes as soon, or there is none.
    package func standIn(for asset: PhotoAsset) -> PhotoAsset? {
        guard asset.size == .original, asset.declared?.isLarge ?? true else { return nil }
        return viewable.last { $0.size != .original }
    }

    /// Files that can be shown, from small to large.
    package var viewable: [PhotoAsset] { all.filter(\.format.isViewable) }

    /// The declared width, else that of the size's rule turned by the shape of a declared sibling.
    private func widthEstimate(_ asset: PhotoAsset) -> Int {
        if let declared = asset.declared { return declared.width }
        guard let longerSide = asset.size.usualLongerSide else { return .max }
        // The original is not asked for the shape: some are stored turned.
        guard let shape = all.first(where: { $0.size != .original && $0.declared != nil })?.declared
        else { return longerSide }
        return Int(Double(longerSide) * Double(shape.width) / Double(shape.longerSide))
    }

    private var nothingToShow: CatalogFailure {
        if all.isEmpty, let refusal { return .addressNotAllowed(refusal) }
        return .nothingViewable(photoID, formats: all.map(\.format.fileExtension))
    }
}

extension PhotoAssets {
    /// The files in a manifest, with the sizes that the photo's own links declare.
    init(of photo: Photo, manifest: [String], site: LibrarySite) {
        var reader = AddressReader(site: site)
        let addresses = manifest.compactMap { reader.read($0) }
        let files = AssetCollector(addresses, sizes: photo.links)
        self.init(photoID: photo.id, all: files.sorted, refusal: reader.refusal)
    }

    /// The files the photo's own links name: all there are in API version 1.1, the thumb in 1.0.
    package init(linkedBy photo: Photo) {
        let links = AssetCollector(photo.links)
        self.init(photoID: photo.id, all: links.sorted, refusal: photo.refusal)
    }
}

/// Gathers the files of a photo: manifests often name the original twice.
struct AssetCollector {
    private var assets: [PhotoAsset] = []

    init(_ links: [PhotoLink]) {
        for link in links {
            take(PhotoAsset(at: link.address, declared: link.declared))
        }
    }

    /// Files by address alone, with the sizes that `links` declare.
    init(_ addresses: [PhotoAddress], sizes links: [PhotoLink]) {
        for address in addresses {
            let declared = links.first { $0.address == address }?.declared
            take(PhotoAsset(at: address, declared: declared))
        }
    }

    /// From small to large; of one size, formats that can be shown come first.
    var sorted: [PhotoAsset] {
        assets.sorted { one, other in
            one.size == other.size
                ? one.format.isViewable && !other.format.isViewable
                : one.size < other.size
        }
    }

    private mutating func take(_ asset: PhotoAsset?) {
        guard let asset, !assets.contains(where: { Self.isSame($0, asset) }) else { return }
        assets.append(asset)
    }

    private static func isSame(_ one: PhotoAsset, _ other: PhotoAsset) -> Bool {
        one.size == other.size && one.format == other.format
    }
}
