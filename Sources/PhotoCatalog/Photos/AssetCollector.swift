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
