internal import CJPEG2000
internal import Imaging

/// The bytes of a JPEG 2000, perhaps truncated, that can be decoded.
///
/// OpenJPEG refuses a file that ends within a tile, or lacks its end marker. It is passed such a
/// file as if it ended after its last whole packet, with a marker.
struct JPEG2000Extent: Sendable {
    /// The number of bytes passed to OpenJPEG.
    private(set) var end: Int
    /// True if an end marker is missing after them.
    private(set) var lacksMarker = false
    /// The offset of the length of the tile part that was cut, and its new length.
    private(set) var shortened: (position: Int, length: Int)?
    /// True if each decoding covers the whole picture, which shows the incomplete packet.
    private(set) var isDecodedWhole = false
    /// The missing part, if the file is incomplete.
    private(set) var damage: Damage?
    /// The maximum number of code blocks of a tile; `nil` if the header is not understood.
    private(set) var blocks: JPEG2000CodeBlocks?
    private var cut: JPEG2000TileParts.Part?

    /// Creates the extent of a complete file.
    init(whole count: Int) { end = count }

    /// Reads a file's tile parts; `describe` reads its header.
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

    /// Finds the last whole packet, or decides to decode all available data.
    ///
    /// If the cut packet is one that OpenJPEG 2.5.0 skips, it reads beyond its memory; if not, it
    /// loses the packet's earlier layers. So only a picture of one tile and one layer is decoded
    /// leniently, in one piece.
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

    /// The extent as a C structure.
    var ending: cjp2_ending {
        cjp2_ending(
            count: UInt64(end), lacks_marker: lacksMarker ? 1 : 0,
            position: UInt64(shortened?.position ?? 0),
            length: UInt32(clamping: shortened?.length ?? 0),
            is_loose: isDecodedWhole ? 1 : 0)
    }
}

/// Finds the end of a tile's last whole packet from OpenJPEG's messages: for a packet that is too
/// long, they state how much of it is present.
private struct JPEG2000Packets {
    /// The maximum number of attempts.
    ///
    /// A packet's header is rarely longer than a few kilobytes; each step doubles, or halves the
    /// rest.
    private static let mostTrials = 60

    private let source: UnsafeRawBufferPointer
    private let part: JPEG2000TileParts.Part
    /// A pixel of the tile, so that other packets are only measured.
    private let area: PixelRect

    init?(
        _ source: UnsafeRawBufferPointer, part: JPEG2000TileParts.Part, area: PixelRect?
    ) {
        guard let area else { return nil }
        (self.source, self.part, self.area) = (source, part, area)
    }

    private enum Outcome {
        case fits
        /// The number of bytes present after a packet's header.
        case tooLong(Int)
    }

    /// Returns the end; `nil` if the tile part has no whole packet.
    ///
    /// `extent` returns the extent of a file that ends at an offset.
    func lastEnd(_ extent: (Int) -> JPEG2000Extent) -> Int? {
        guard case .tooLong(let rest) = outcome(extent(part.end)) else { return part.end }
        // The packet's header ends here: if it is cut, the packet is lost.
        var long = part.end - rest
        var short = part.data
        var step = 1
        for _ in 0..<Self.mostTrials where long - short > 1 {
            let middle = short == part.data ? max(long - step, short + 1) : (short + long) / 2
            switch outcome(extent(middle)) {
            case .fits: return middle
            case .tooLong(0): (long, step) = (middle, step * 2)
            // This end is inside the previous packet.
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
