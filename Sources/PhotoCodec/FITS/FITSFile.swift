internal import Imaging

/// A FITS file: a sequence of units, each with a header and data (FITS standard, section 3).
struct FITSFile: Sendable {
    let units: [FITSUnit]

    /// Reads the headers of all units, but not their data.
    ///
    /// - Throws: the failure of the first header. Invalid data after a valid unit are ignored.
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

    /// The planes of the file's pictures.
    ///
    /// Pictures that are too large for a page after the first are omitted.
    var planes: FITSPlanes {
        let images = units.compactMap(\.image)
        return FITSPlanes(images: images.prefix(1) + images.dropFirst().filter(\.size.isOfPart))
    }
}

/// The planes of all pictures of a file, numbered consecutively.
///
/// The page with the colours of a picture precedes the pages with its planes.
struct FITSPlanes: Sendable {
    let images: [FITSImage]

    var isEmpty: Bool { images.isEmpty }

    /// Returns the displayed size of each page, up to the limit of pages.
    func sizes(under rule: PixelShapeRule) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for image in images {
            let room = DecodingLimits.photoParts - sizes.count
            let size = rule.size(of: image.size, image.pixelShape) ?? image.size
            sizes += repeatElement(size, count: min(image.pages, room))
        }
        return sizes
    }

    /// Returns the picture and plane of a page; a `nil` plane means the picture's colours.
    ///
    /// - Precondition: `number` is less than the number of sizes.
    subscript(number: Int) -> (image: FITSImage, plane: Int?) {
        var page = number
        for image in images {
            if page < image.pages {
                let plane = page - (image.isColour ? 1 : 0)
                return (image, plane < 0 ? nil : plane)
            }
            page -= image.pages
        }
        preconditionFailure("it has that plane")
    }
}

/// A unit of a FITS file: a header, and data that may be a picture.
struct FITSUnit: Sendable {
    let header: FITSHeader
    /// The offset of the next unit; `nil` if this unit declares more data than any file can have.
    let next: Int?
    let image: FITSImage?

    init(_ bytes: PhotoBytes, at offset: Int) throws(DecodingFailure) {
        header = try FITSHeader(bytes, at: offset)
        let isFirst = offset == 0
        guard header.isTrue("SIMPLE") || !isFirst && header.text("XTENSION") != nil,
            let axes = Self.axes(of: header), let kind = FITSDataType(header, "BITPIX")
        else { throw .damaged(.badHeader) }
        let byteCount = Self.byteCount(of: header, axes, kind)
        next = byteCount.flatMap { [end = header.end] count in
            let (sum, overflow) = count.addingReportingOverflow(end + FITSHeader.blockBytes - 1)
            // Headers and data fill whole blocks.
            return overflow ? nil : sum / FITSHeader.blockBytes * FITSHeader.blockBytes
        }
        guard header.end < bytes.count, !header.isTrue("GROUPS") else {
            image = nil
            return
        }
        let isPicture = isFirst || header.text("XTENSION") == "IMAGE"
        image = isPicture ? try FITSImage(header, axes, kind) : Self.packedImage(header)
    }

    /// Returns a picture stored as a table of compressed tiles.
    ///
    /// The result is `nil` if the unit is another table, or the picture cannot be decompressed.
    private static func packedImage(_ header: FITSHeader) -> FITSImage? {
        guard header.isTrue("ZIMAGE"), let axes = axes(of: header, named: "Z"),
            let kind = FITSDataType(header, "ZBITPIX"), axes.allSatisfy({ $0 > 0 }), !axes.isEmpty,
            let table = try? FITSTileTable(header, axes: axes)
        else { return nil }
        return try? FITSImage(header, axes, kind, table)
    }

    var isTable: Bool {
        ["BINTABLE", "TABLE", "A3DTABLE"].contains(header.text("XTENSION"))
    }

    /// Returns the lengths of the axes; `nil` if one is missing, negative, or above `fitsAxis`.
    private static func axes(of header: FITSHeader, named prefix: String = "") -> [Int]? {
        guard let count = header.integer(prefix + "NAXIS"), (0...999).contains(count) else {
            return nil
        }
        var axes: [Int] = []
        for number in 0..<count {
            guard let axis = header.integer(prefix + "NAXIS\(number + 1)"),
                (0...DecodingLimits.fitsAxis).contains(axis)
            else { return nil }
            axes.append(axis)
        }
        return axes
    }

    /// Returns the size of the data in bytes (sections 4.4.1.1 and 7.1.1); `nil` on overflow.
    private static func byteCount(
        of header: FITSHeader, _ axes: [Int], _ kind: FITSDataType
    ) -> Int? {
        guard !axes.isEmpty else { return 0 }
        // Random groups have a first axis of length 0.
        let sides = header.isTrue("GROUPS") && axes[0] == 0 ? Array(axes.dropFirst()) : axes
        let extra = max(0, header.integer("PCOUNT") ?? 0)
        let groups = max(1, header.integer("GCOUNT") ?? 1)
        guard let count = sides.productWithoutOverflow,
            case let (sum, sumOverflow) = count.addingReportingOverflow(extra), !sumOverflow
        else { return nil }
        return [sum, groups, kind.byteCount].productWithoutOverflow
    }
}

extension FITSFile {
    /// Opens a file as a photo whose pages are the planes of its pictures.
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let file = try FITSFile(bytes)
        let planes = file.planes
        guard !planes.isEmpty else {
            throw .unsupported(
                kind: file.units.contains(where: \.isTable)
                    ? .unsupported(.fitsTables) : .photo(.fits))
        }
        var pages = PageSet(sizes: planes.sizes(under: options.pixelShape))
        pages.firstBand = planes.images.first?.isColour == true ? 1 : 0
        return try MultipartPhoto.source(pages) { number throws(DecodingFailure) in
            let (image, plane) = planes[number]
            try image.check(plane: plane ?? 0, in: bytes)
            let orientation = image.isTopDown ? Orientation.asStored : .flipped
            guard let plane else {
                let picture = try image.colours(in: bytes)
                let photo = try HighBitDepthPhoto { tone in
                    PicturePyramid(
                        main: picture.through(tone), orientation: orientation, sampleReader: picture
                    ).source(within: options)
                }
                return options.shaped(photo, image.pixelShape)
            }
            let picture = try image.picture(ofPlane: plane, in: bytes)
            let photo = try HighBitDepthPhoto { tone in
                PicturePyramid(
                    main: picture.through(tone), orientation: orientation, isGray: true,
                    sampleReader: picture
                ).source(within: options)
            }
            return options.shaped(photo, image.pixelShape)
        }
    }
}

extension FITSImage {
    /// Throws if the plane is large and the file has less than an eighth of the minimum bytes.
    fileprivate func check(plane: Int, in bytes: PhotoBytes) throws(DecodingFailure) {
        // gzip expands at most 1032:1; a larger ratio means that the data are constant.
        try tiles == nil
            ? DecodingLimits.check(
                size, hasBytes: bytes.count - offset - plane * planeBytes, forMinimum: planeBytes)
            : DecodingLimits.check(
                size, hasBytes: bytes.count, forMinimum: planeBytes / 4096)
    }
}

extension [Int] {
    var productWithoutOverflow: Int? {
        var product = 1
        for factor in self {
            let (next, overflow) = product.multipliedReportingOverflow(by: factor)
            if overflow { return nil }
            product = next
        }
        return product
    }
}
