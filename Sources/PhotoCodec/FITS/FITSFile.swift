internal import Imaging

/// A FITS file: its units one after the other, each a header and data of any kind (section 3).
struct FITSFile: Sendable {
    let units: [FITSUnit]

    /// Reads the headers, not the data.
    ///
    /// - Throws: what is wrong with the first header. What follows a good unit may be anything.
    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        var units = [try FITSUnit(bytes, at: 0)]
        var headerBytes = units[0].header.byteCount
        while let next = units.last?.next, next < bytes.count,
            units.count < DecodingLimits.fitsUnits, headerBytes < DecodingLimits.fitsHeadersBytes,
            let unit = try? FITSUnit(bytes, at: next)
        {
            units.append(unit)
            headerBytes += unit.header.byteCount
        }
        self.units = units
    }

    /// The planes of its pictures: tables, and packed pictures, which are tables too, cannot be shown.
    var planes: FITSPlanes {
        let images = units.compactMap(\.image)
        return FITSPlanes(images: images.prefix(1) + images.dropFirst().filter(\.size.isOfPart))
    }
}

/// The planes of pictures, counted through all of them.
struct FITSPlanes: Sendable {
    let images: [FITSImage]

    var isEmpty: Bool { images.isEmpty }

    /// The size of each, as far as they are gone through.
    var sizes: [PixelSize] {
        var sizes: [PixelSize] = []
        for image in images {
            let room = DecodingLimits.photoParts - sizes.count
            sizes += repeatElement(image.size, count: min(image.planes, room))
        }
        return sizes
    }

    /// - Precondition: the number is less than that of the sizes.
    subscript(number: Int) -> (image: FITSImage, plane: Int) {
        var plane = number
        for image in images {
            if plane < image.planes { return (image, plane) }
            plane -= image.planes
        }
        preconditionFailure("it has that plane")
    }
}

/// A unit of a FITS file: a header, and data that may be a picture.
struct FITSUnit: Sendable {
    let header: FITSHeader
    /// The start of the next unit; `nil` if this one is said to have more data than any file.
    let next: Int?
    let image: FITSImage?

    init(_ bytes: PhotoBytes, at offset: Int) throws(DecodingFailure) {
        header = try FITSHeader(bytes, at: offset)
        let isFirst = offset == 0
        guard header.isTrue("SIMPLE") || !isFirst && header.text("XTENSION") != nil,
            let axes = Self.axes(of: header), let kind = FITSNumbers(header)
        else { throw .damaged(.badHeader) }
        let byteCount = Self.byteCount(of: header, axes, kind)
        next = byteCount.flatMap { [end = header.end] count in
            let (sum, overflow) = count.addingReportingOverflow(end + FITSHeader.blockBytes - 1)
            // Headers and data fill whole blocks.
            return overflow ? nil : sum / FITSHeader.blockBytes * FITSHeader.blockBytes
        }
        let isPicture = isFirst || header.text("XTENSION") == "IMAGE"
        image =
            isPicture && !header.isTrue("GROUPS") && header.end < bytes.count
            ? try FITSImage(header, axes, kind) : nil
    }

    /// `nil` for one that is missing, negative, or too large for any file.
    private static func axes(of header: FITSHeader) -> [Int]? {
        guard let count = header.integer("NAXIS"), (0...999).contains(count) else { return nil }
        var axes: [Int] = []
        for number in 0..<count {
            guard let axis = header.integer("NAXIS\(number + 1)"),
                (0...DecodingLimits.fitsAxis).contains(axis)
            else { return nil }
            axes.append(axis)
        }
        return axes
    }

    /// The bytes of the data (sections 4.4.1.1 and 7.1.1); `nil` if that overflows.
    private static func byteCount(
        of header: FITSHeader, _ axes: [Int], _ kind: FITSNumbers
    ) -> Int? {
        guard !axes.isEmpty else { return 0 }
        // Groups of numbers have no first axis.
        let sides = header.isTrue("GROUPS") && axes[0] == 0 ? Array(axes.dropFirst()) : axes
        let extra = max(0, header.integer("PCOUNT") ?? 0)
        let groups = max(1, header.integer("GCOUNT") ?? 1)
        guard let numbers = sides.productWithoutOverflow,
            case let (sum, sumOverflow) = numbers.addingReportingOverflow(extra), !sumOverflow
        else { return nil }
        return [sum, groups, kind.byteCount].productWithoutOverflow
    }
}

/// A picture of a FITS file, or several of the same size, one behind the other.
struct FITSImage: Sendable {
    let size: PixelSize
    let planes: Int
    let numbers: FITSNumbers
    /// A number in the file times `scale` plus `zero` is the value.
    let scale: Double
    let zero: Double
    /// The integer that stands for no value.
    let blank: Int?
    /// The unit of the values (`BUNIT`); empty if the file does not name one.
    let unit: String
    /// The start of the first plane.
    let offset: Int

    /// `nil` if it has no pixels.
    fileprivate init?(
        _ header: FITSHeader, _ axes: [Int], _ kind: FITSNumbers
    ) throws(DecodingFailure) {
        guard let width = axes.first, axes.allSatisfy({ $0 > 0 }) else { return nil }
        size = PixelSize(width: width, height: axes.count > 1 ? axes[1] : 1)
        guard let planes = Array(axes.dropFirst(2)).productWithoutOverflow,
            [size.width, size.height, planes, kind.byteCount].productWithoutOverflow
                .map({ $0 < .max - header.end }) == true
        else { throw .tooLarge(size) }
        self.planes = planes
        numbers = kind
        // A scale of 0 would make all values one.
        scale = header.number("BSCALE").flatMap { $0 == 0 ? nil : $0 } ?? 1
        zero = header.number("BZERO") ?? 0
        blank = kind.isInteger ? header.integer("BLANK") : nil
        // Headers are ASCII.
        let named = header.text("BUNIT") ?? ""
        unit =
            named.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            ? String(named.prefix(DecodingLimits.fitsUnitCharacters)) : ""
        offset = header.end
    }

    var rowBytes: Int { size.width * numbers.byteCount }
    var planeBytes: Int { rowBytes * size.height }
}

/// The type of a FITS picture's numbers: `BITPIX` (section 4.4.1.1).
enum FITSNumbers: Int, Sendable, CaseIterable {
    case unsigned8 = 8
    case signed16 = 16
    case signed32 = 32
    case signed64 = 64
    case float = -32
    case double = -64

    fileprivate init?(_ header: FITSHeader) {
        guard let bits = header.integer("BITPIX") else { return nil }
        self.init(rawValue: bits)
    }

    var byteCount: Int { abs(rawValue) / 8 }
    var isInteger: Bool { rawValue > 0 }
}

extension FITSFile {
    /// The photo of a file: its first plane, and its planes as parts.
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let planes = try FITSFile(bytes).planes
        guard !planes.isEmpty else { throw .unsupported(kind: .photo(.fits)) }
        return try MultipartPhoto.source(PageSet(sizes: planes.sizes)) {
            number throws(DecodingFailure) in
            let (image, plane) = planes[number]
            let start = image.offset + plane * image.planeBytes
            try DecodingLimits.check(
                image.size, hasBytes: bytes.count - start, forMinimum: image.planeBytes)
            let picture = try FITSPicture(image, plane: plane, in: bytes)
            return try DeepPhoto { tone in
                PicturePyramid(
                    main: picture.through(tone), orientation: .flipped, isGray: true,
                    numbers: picture
                ).source(within: options)
            }
        }
    }
}

extension [Int] {
    fileprivate var productWithoutOverflow: Int? {
        var product = 1
        for factor in self {
            let (next, overflow) = product.multipliedReportingOverflow(by: factor)
            if overflow { return nil }
            product = next
        }
        return product
    }
}
