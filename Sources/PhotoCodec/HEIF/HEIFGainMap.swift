internal import Imaging

/// The gain map of a HEIC's or AVIF's main picture: its metadata, and the number of its picture.
struct HEIFGainMap {
    /// The maximum size of the metadata in bytes; version 0 has 142, later versions may have more.
    private static let metadataBytes = 1 << 10
    private static let exifBytes = 1 << 16
    /// The maximum number of items of a kind that are read; a photo has two or three.
    private static let mostItems = 8
    private static let appleKind = "urn:com:apple:photo:2020:aux:hdrgainmap"

    let map: GainMap
    /// The colours of the brightened picture; `nil` if the file does not describe them.
    let brightColours: ColourDescription?
    private let item: Int

    /// Reads the gain map; `nil` if it is missing or invalid.
    init?(_ source: UnsafeRawBufferPointer, _ references: HEIFReferences) {
        let boxes = HEIFBoxes(source)
        guard let main = boxes.main,
            let found = Self.toneMapped(main, boxes, references)
                ?? Self.apples(main, boxes, references),
            !Self.isTooLarge(found.item, boxes)
        else { return nil }
        (map, item) = (found.map, found.item)
        brightColours = found.made.flatMap { Self.colours(of: $0, boxes, source) }
    }

    /// Returns a copy of the photo's file whose main picture is the map; `nil` on failure.
    func file(in photo: PhotoBytes) -> PhotoBytes? {
        photo.withUnsafeBytes { HEIFBoxes($0).file(showing: item) }.map { PhotoBytes($0) }
    }

    /// True if the file states a size for the item that exceeds the limit.
    private static func isTooLarge(_ item: Int, _ boxes: HEIFBoxes) -> Bool {
        HEIFItem.sizes(boxes.properties(of: item), in: boxes.file).contains {
            $0.area ?? .max > GainMapPicture.mostPixels
        }
    }

    /// A map, its item, and the item of the brightened picture in `made`, if the file has one.
    private typealias Found = (map: GainMap, item: Int, made: Int?)

    /// Returns the map of an item that is derived from the main picture and a map.
    ///
    /// The data are a version and ISO 21496-1 metadata (ISO/IEC 23008-12, "tone map derivation").
    /// The result is `nil` if there is no such item.
    private static func toneMapped(
        _ main: Int, _ boxes: HEIFBoxes, _ references: HEIFReferences
    ) -> Found? {
        let made = boxes.items.first { item in
            let parts = references.parts[item.number] ?? []
            return item.kind == "tmap" && parts.count == 2 && parts[0] == main && parts[1] != main
        }
        guard boxes.hasBrand("tmap"), let made, let item = references.parts[made.number]?.last,
            let data = boxes.locations(of: [made.number])?
                .data(of: made.number, limit: metadataBytes), data.first == 0
        else { return nil }
        let map = data.withUnsafeBytes { bytes in
            GainMap(iso: ByteReader(bytes: bytes).part(from: 1, count: bytes.count))
        }
        return map.map { ($0, item, made.number) }
    }

    private static func colours(
        of item: Int, _ boxes: HEIFBoxes, _ source: UnsafeRawBufferPointer
    ) -> ColourDescription? {
        let profile = boxes.properties(of: item).first { box in
            let kind = boxes.file.name(at: box.content.lowerBound)
            return box.kind == "colr" && (kind == "prof" || kind == "rICC")
        }
        if let profile, profile.content.count <= EmbeddedProfile.limitBytes {
            return .profile(Array(boxes.file.bytes[profile.content].dropFirst(4)))
        }
        return HEIFItem(source, of: item).colours.flatMap { points in
            let isSpecified = points.primaries != 2
            return isSpecified
                ? RGBSpace(primaries: points.primaries, transfer: points.transfer).map {
                    .space($0)
                } : nil
        }
    }

    /// Returns the gain map of an Apple camera from before ISO 21496-1: an auxiliary picture.
    ///
    /// The result is `nil` if there is no such picture.
    private static func apples(
        _ main: Int, _ boxes: HEIFBoxes, _ references: HEIFReferences
    ) -> Found? {
        let item = references.auxiliaries[main]?.prefix(mostItems).first { item in
            boxes.properties(of: item).contains { isApples($0, in: boxes.file) }
        }
        guard let item else { return nil }
        let xmp = texts("mime", boxes, limit: XMPText.limitBytes).map(XMPText.init)
            .first { $0.has("HDRGainMap:") }
        // The first four bytes are the number of bytes before the block.
        let exif = texts("Exif", boxes, limit: exifBytes).first ?? []
        let map = exif.withUnsafeBytes { bytes in
            let reader = ByteReader(bytes: bytes)
            let start = reader.uint32(at: 0).map { $0 + 4 }
            return GainMap(
                appleXMP: xmp, exif: start.map { reader.part(from: $0, count: bytes.count) })
        }
        return map.map { ($0, item, nil) }
    }

    private static func isApples(_ property: HEIFBoxes.Box, in file: ByteReader) -> Bool {
        guard property.kind == "auxC" else { return false }
        // The name follows four bytes of version and flags.
        return file.bytes[property.content].dropFirst(4).starts(with: appleKind.utf8)
    }

    private static func texts(_ kind: String, _ boxes: HEIFBoxes, limit: Int) -> [[UInt8]] {
        let numbers = boxes.items.filter { $0.kind == kind }.prefix(mostItems).map(\.number)
        guard let locations = boxes.locations(of: numbers) else { return [] }
        return numbers.map { locations.data(of: $0, limit: limit) }
    }
}
