package import PhotoPipeline
internal import SystemPackage

/// The order of the files in a list.
package enum FileOrder: String, CaseIterable, Hashable, Sendable {
    /// By name, as in `ls -v`; individually named files keep their order.
    case name
    /// By time, the newest first.
    case time
    /// By size, the largest first.
    case size
    case random

    /// The order that a key selects after this one.
    var next: FileOrder {
        let all = Self.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + 1) % all.count]
    }

    /// True if sorting requires the sizes and times of the files.
    package var needsStatuses: Bool { self == .time || self == .size }
}

/// An order, and the number that selects one of the random orders.
package struct FileSorting: Hashable, Sendable {
    package var order: FileOrder
    package let seed: UInt64

    package init(_ order: FileOrder = .name, seed: UInt64 = 0) {
        self.order = order
        self.seed = seed
    }

    /// Returns `photos`, which are sorted by name, in this order.
    ///
    /// A random position depends only on the photo's name, so a new file does not move others.
    package func sorted(
        _ photos: [PhotoReference], _ statuses: [PhotoReference: FileStatus]
    ) -> [PhotoReference] {
        switch order {
        case .name: photos
        case .time: sorted(photos) { statuses[$0]?.version.map { -$0.modifiedNanoseconds } ?? .max }
        case .size: sorted(photos) { statuses[$0].map { Int64(-$0.byteCount) } ?? .max }
        case .random: sorted(photos) { Int64(bitPattern: number(of: $0)) }
        }
    }

    private func sorted(
        _ photos: [PhotoReference], by key: (PhotoReference) -> Int64
    ) -> [PhotoReference] {
        photos.enumerated().map { (key: key($1), index: $0, photo: $1) }
            .sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map(\.photo)
    }

    /// Returns a pseudorandom number for the name and the seed: FNV-1a, mixed as in SplitMix64.
    private func number(of photo: PhotoReference) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        let name = if case .file(let path) = photo { path.string } else { photo.name ?? "" }
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
        return hash ^ hash >> 31
    }
}

extension LibraryScreen {
    /// Lists the files in the next order.
    ///
    /// - Returns: the new order and the effects; `nil` if the screen does not list files.
    mutating func reorder(seed: UInt64) -> (order: FileOrder, effects: [Effect])? {
        guard let results, var named = results.reorderable(seed: seed) else { return nil }
        named.sorting.order = named.sorting.order.next
        var new = results.listing(named, newID())
        let effects = new.begin()
        return (named.sorting.order, replace(by: new, loading: effects))
    }
}
