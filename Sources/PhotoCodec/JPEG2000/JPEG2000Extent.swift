internal import CJPEG2000
internal import Imaging

/// How far a JPEG 2000 goes: what of a file that was cut off can be decoded.
///
/// OpenJPEG refuses a file that ends within a tile, and one that lacks its end marker. Such a file is
/// lent to it as if it ended behind its last whole packet, with a marker.
struct JPEG2000Extent: Sendable {
    /// The bytes that are lent.
    private(set) var end: Int
    /// True if an end marker is missing behind them.
    private(set) var lacksMarker = false
    /// The tile part that was cut: where its length stands, and what it is now.
    private(set) var shortened: (place: Int, length: Int)?
    /// True if each decoding is one of the whole picture, which shows what there is of a packet.
    private(set) var isDecodedWhole = false
    /// The missing part, if the file is incomplete.
    private(set) var damage: Damage?
    /// The most code blocks of a tile; `nil` if the header is not understood.
    private(set) var blocks: JPEG2000CodeBlocks?
    private var cut: JPEG2000TileParts.Part?

    /// All of a file.
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
        // A tile part of no data is left out.
        if end <= part.data {
            self.end = part.start
            shortened = nil
        } else {
            shortened = (part.start + 6, end - part.start)
        }
    }

    /// Looks for the last packet that is whole, or decides to decode all that there is.
    ///
    /// OpenJPEG 2.5.0 reads behind its memory if a packet that it passes over was cut, and forgets earlier
    /// layers of one that it does not. So only a picture of one tile and one layer is decoded loosely,
    /// in one piece.
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

    /// The same in C.
    var ending: cjp2_ending {
        cjp2_ending(
            count: UInt64(end), lacks_marker: lacksMarker ? 1 : 0,
            place: UInt64(shortened?.place ?? 0), length: UInt32(clamping: shortened?.length ?? 0),
            is_loose: isDecodedWhole ? 1 : 0)
    }
}

/// Finds where a tile's last whole packet ends: OpenJPEG says of one that is too long how much there is of it.
private struct JPEG2000Packets {
    /// A packet's header is rarely longer than a few kilobytes; each step doubles, or halves what is left.
    private static let mostTrials = 60

    private let source: UnsafeRawBufferPointer
    private let part: JPEG2000TileParts.Part
    /// A pixel of the tile: other packets are only measured.
    private let area: PixelRect

    init?(
        _ source: UnsafeRawBufferPointer, part: JPEG2000TileParts.Part, area: PixelRect?
    ) {
        guard let area else { return nil }
        (self.source, self.part, self.area) = (source, part, area)
    }

    private enum Outcome {
        case fits
        /// How many bytes there are of a packet behind its header.
        case tooLong(Int)
    }

    /// `nil` if there is none in the tile part; `extent` makes the file end somewhere.
    func lastEnd(_ extent: (Int) -> JPEG2000Extent) -> Int? {
        guard case .tooLong(let rest) = outcome(extent(part.end)) else { return part.end }
        // Here its header ends: without it the packet is gone.
        var long = part.end - rest
        var short = part.data
        var step = 1
        for _ in 0..<Self.mostTrials where long - short > 1 {
            let place = short == part.data ? max(long - step, short + 1) : (short + long) / 2
            switch outcome(extent(place)) {
            case .fits: return place
            case .tooLong(0): (long, step) = (place, step * 2)
            // That is within the packet before.
            case .tooLong: short = place
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
