internal import CJPEG2000
internal import Imaging

/// The part of a JPEG 2000 that OpenJPEG can decode.
///
/// OpenJPEG rejects a file that ends within a tile or without its end marker. Such a file is passed
/// to OpenJPEG as if it ended after its last complete packet, with an end marker.
struct JPEG2000Extent: Sendable {
    /// The number of bytes passed to OpenJPEG.
    private(set) var end: Int
    /// True if an end marker must be added after the bytes passed to OpenJPEG.
    private(set) var lacksMarker = false
    /// The offset of the field for the length of the truncated tile part, and the new length.
    ///
    /// The value is `nil` if no length is changed.
    private(set) var shortened: (position: Int, length: Int)?
    /// True if each decoding covers the whole picture, to show the incomplete packet.
    private(set) var isDecodedWhole = false
    /// The damage to report; `nil` if the file is complete.
    private(set) var damage: Damage?
    /// The maximum number of code blocks of a tile; `nil` if the header is invalid.
    private(set) var blocks: JPEG2000CodeBlocks?
    private var cut: JPEG2000TileParts.Part?

    /// Creates the extent of a complete file of `count` bytes.
    init(whole count: Int) { end = count }

    /// Reads a file's tile parts to determine whether the file is complete.
    init(_ source: UnsafeRawBufferPointer) {
        self.init(whole: source.count)
        guard let parts = JPEG2000TileParts(source) else { return }
        blocks = parts.blocks
        guard !parts.hasEnd else { return }
        lacksMarker = true
        end = parts.end
        if parts.isIncomplete || parts.cut != nil {
            damage = .endsEarly
        }
        cut = parts.cut
        if let cut { shorten(cut, to: end) }
    }

    private mutating func shorten(_ part: JPEG2000TileParts.Part, to end: Int) {
        self.end = end
        // A tile part without data is omitted.
        if end <= part.data {
            self.end = part.start
            shortened = nil
        } else {
            shortened = (part.start + 6, end - part.start)
        }
    }

    /// Finds the last complete packet, or decides to decode the incomplete packet too.
    ///
    /// OpenJPEG 2.5.0 reads beyond its memory if it skips an incomplete packet, and loses earlier
    /// layers if it decodes an incomplete packet. Such a packet is therefore decoded only if the
    /// picture is small and has one tile and one layer.
    mutating func settle(_ source: UnsafeRawBufferPointer, _ header: JPEG2000Header) {
        guard let cut, shortened != nil else { return }
        let isSmall = (header.size.area ?? .max) <= DecodingLimits.jpeg2000Pixels
        if header.hasOneTile, header.hasOneLayer, isSmall, !cut.isUnusual {
            isDecodedWhole = true
            return
        }
        let packets = JPEG2000Packets(source, part: cut, area: header.area(ofTile: cut.tile))
        let found = packets?.lastEnd { self.trial(endingAt: $0, cut) }
        shorten(cut, to: found ?? cut.data)
    }

    private func trial(endingAt end: Int, _ part: JPEG2000TileParts.Part) -> JPEG2000Extent {
        var extent = self
        extent.shorten(part, to: end)
        return extent
    }

    /// The extent in the format of the C module.
    var ending: cjp2_ending {
        cjp2_ending(
            count: UInt64(end), lacks_marker: lacksMarker ? 1 : 0,
            position: UInt64(shortened?.position ?? 0),
            length: UInt32(clamping: shortened?.length ?? 0),
            is_loose: isDecodedWhole ? 1 : 0)
    }
}

/// A search for the end of a tile's last complete packet, based on OpenJPEG's messages.
///
/// For an incomplete packet, a message states how many bytes of the packet are present.
private struct JPEG2000Packets {
    /// The maximum number of attempts.
    ///
    /// Each attempt doubles or halves a distance, and a packet's header rarely exceeds a few
    /// kilobytes.
    private static let mostTrials = 60

    private let source: UnsafeRawBufferPointer
    private let part: JPEG2000TileParts.Part
    /// A pixel of the tile; to decode only this pixel, OpenJPEG skips most packets.
    private let area: PixelRect

    init?(
        _ source: UnsafeRawBufferPointer, part: JPEG2000TileParts.Part, area: PixelRect?
    ) {
        guard let area else { return nil }
        (self.source, self.part, self.area) = (source, part, area)
    }

    private enum Outcome {
        case fits
        /// The file ends within a packet; the value is the number of bytes after the packet header.
        case tooLong(Int)
    }

    /// Returns the end of the last complete packet; `nil` if the tile part has none.
    ///
    /// `extent` returns the extent of a file that ends at an offset.
    func lastEnd(_ extent: (Int) -> JPEG2000Extent) -> Int? {
        guard case .tooLong(let rest) = outcome(extent(part.end)) else { return part.end }
        // If the file ended before this offset, the packet's header would be incomplete.
        var long = part.end - rest
        var short = part.data
        var step = 1
        for _ in 0..<Self.mostTrials where long - short > 1 {
            let middle = short == part.data ? max(long - step, short + 1) : (short + long) / 2
            switch outcome(extent(middle)) {
            case .fits: return middle
            case .tooLong(0): (long, step) = (middle, step * 2)
            // The previous packet contains this offset.
            case .tooLong: short = middle
            }
        }
        return nil
    }

    private func outcome(_ extent: JPEG2000Extent) -> Outcome {
        guard let reader = try? JPEG2000Reader(source, extent),
            !reader.decode(area, factor: 0)
        else { return .fits }
        let words = reader.message.split(separator: "with max (")
        let digits = words.dropFirst().first?.prefix { $0.isNumber } ?? ""
        return .tooLong(min(Int(digits) ?? 0, part.end - part.data))
    }
}
