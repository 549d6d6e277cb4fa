internal import Imaging

/// A picture of a FITS file: one plane, or several planes of the same size.
struct FITSImage: Sendable {
    let size: PixelSize
    let planes: Int
    let dataType: FITSDataType
    /// The factor applied to a stored number, before `zero` is added (`BSCALE`).
    let scale: Double
    let zero: Double
    /// The stored integer that means "no value"; `nil` for none, or if samples are not integers.
    let blank: Int?
    /// The unit of the values (`BUNIT`); empty if missing or not ASCII.
    let unit: String
    /// The offset of the first plane or, in a compressed picture, of the table of tiles.
    let offset: Int
    /// The celestial coordinates of the planes; `nil` if the header has no supported coordinates.
    let world: FITSWorld?
    /// The table of compressed tiles; `nil` if the picture is not compressed.
    let tiles: FITSTileTable?
    /// True if the header declares that the three planes are red, green and blue.
    let isColour: Bool
    /// True if the first row is the top row; in FITS, it is usually the bottom row.
    let isTopDown: Bool

    /// Reads the layout of a picture; `nil` if the picture has no pixels.
    init?(
        _ header: FITSHeader, _ axes: [Int], _ kind: FITSDataType, _ tiles: FITSTileTable? = nil
    ) throws(DecodingFailure) {
        guard let width = axes.first, axes.allSatisfy({ $0 > 0 }) else { return nil }
        size = PixelSize(width: width, height: axes.count > 1 ? axes[1] : 1)
        guard let planes = Array(axes.dropFirst(2)).productWithoutOverflow,
            [size.width, size.height, planes, kind.byteCount].productWithoutOverflow
                .map({ $0 < .max - header.end }) == true
        else { throw .tooLarge(size) }
        self.planes = planes
        // A scale of 0 would make all values equal.
        scale = header.number("BSCALE").flatMap { $0 == 0 ? nil : $0 } ?? 1
        let zero = header.number("BZERO") ?? 0
        // Section 5.2.5: unsigned 64-bit integers are stored as signed integers with this `BZERO`.
        let isUnsigned = kind == .signed64 && scale == 1 && zero == Self.zeroOfUnsigned64
        dataType = isUnsigned ? .unsigned64 : kind
        self.zero = isUnsigned ? 0 : zero
        let blank = header.integer("BLANK") ?? (tiles == nil ? nil : header.integer("ZBLANK"))
        self.blank = kind.isInteger ? blank : nil
        // FITS headers are ASCII.
        let named = header.text("BUNIT") ?? ""
        unit =
            named.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            ? String(named.prefix(DecodingLimits.fitsUnitCharacters)) : ""
        offset = header.end
        self.tiles = tiles
        world = axes.count > 1 ? FITSWorld(header) : nil
        let names = [header.text("CTYPE3"), header.text("COLORSPC")].compactMap { $0?.uppercased() }
        isColour = planes == 3 && axes.count == 3 && names.contains("RGB")
        isTopDown = header.text("ROWORDER")?.uppercased() == "TOP-DOWN"
    }

    /// 2^63, the `BZERO` of unsigned 64-bit integers.
    private static let zeroOfUnsigned64 = 9_223_372_036_854_775_808.0

    var pixelShape: PixelShape? { world?.pixelShape }

    /// The number of pages: one for each plane, and one for the colours if there are any.
    var pages: Int { isColour ? planes + 1 : planes }

    var mayLackValues: Bool { !dataType.isInteger || blank != nil }

    /// Returns a colour picture of the three planes.
    func colours(in bytes: PhotoBytes) throws(DecodingFailure) -> ThreePlanePicture {
        var planes: [any AdjustablePicture] = []
        for plane in 0..<3 { planes.append(try picture(ofPlane: plane, in: bytes)) }
        return ThreePlanePicture(planes)
    }

    /// Returns a plane, with the range of values to show.
    func picture(ofPlane plane: Int, in bytes: PhotoBytes) throws(DecodingFailure)
        -> any FITSPlanePicture
    {
        if let tiles { return try FITSPackedPicture(self, tiles, plane: plane, in: bytes) }
        return try FITSPicture(self, plane: plane, in: bytes)
    }

    var rowBytes: Int { size.width * dataType.byteCount }
    var planeBytes: Int { rowBytes * size.height }
}

/// The sample types of a FITS picture: `BITPIX` (section 4.4.1.1).
enum FITSDataType: Sendable, CaseIterable {
    case unsigned8, signed16, signed32, signed64
    /// Unsigned 64-bit integers, which the file stores as signed integers after subtracting 2^63.
    case unsigned64
    case float, double

    init?(_ header: FITSHeader, _ keyword: String) {
        switch header.integer(keyword) {
        case 8: self = .unsigned8
        case 16: self = .signed16
        case 32: self = .signed32
        case 64: self = .signed64
        case -32: self = .float
        case -64: self = .double
        default: return nil
        }
    }

    var byteCount: Int {
        switch self {
        case .unsigned8: 1
        case .signed16: 2
        case .signed32, .float: 4
        case .signed64, .unsigned64, .double: 8
        }
    }

    var isInteger: Bool { self != .float && self != .double }
}
