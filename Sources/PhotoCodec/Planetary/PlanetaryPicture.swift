internal import Files
internal import Imaging

/// A band of a planetary picture, any area of which can be decoded.
struct PlanetaryPicture: AdjustablePicture {
    private let raster: PlanetaryRaster
    private let band: Int
    private let bytes: PhotoBytes
    /// The range of values to show; `nil` for bytes, which are shown unchanged.
    private var limits: IntensityRange?
    private var curve: ToneCurve?
    /// The reused memory for rows.
    private let scratch = PixelPool()
    private let mosaic: BlockMosaicReader

    init(_ raster: PlanetaryRaster, band: Int, in bytes: PhotoBytes) {
        (self.raster, self.band, self.bytes) = (raster, band, bytes)
        mosaic = BlockMosaicReader(of: raster.size, in: raster.tile ?? raster.size)
        limits = raster.dataType.kind == .unsigned8 ? nil : IntensityRange(of: sampledValues())
    }

    private init(_ other: PlanetaryPicture, through curve: ToneCurve?) {
        (raster, band, bytes, limits) = (other.raster, other.band, other.bytes, other.limits)
        self.curve = curve
        mosaic = BlockMosaicReader(of: raster.size, in: raster.tile ?? raster.size)
    }

    func through(_ curve: ToneCurve?) -> any RegionPicture {
        PlanetaryPicture(self, through: curve)
    }

    var size: PixelSize { raster.size }
    var access: RegionAccess { raster.tile == nil ? .plain : .blocks }
    var block: PixelSize { raster.tile ?? size }
    var isTiled: Bool { raster.tile != nil }
    var unpackingBytes: Int {
        guard let tile = raster.tile else { return 0 }
        return tile.width * tile.height * (raster.dataType.byteCount + Raster.bytesPerPixel)
    }
    var hasAlpha: Bool {
        !raster.dataType.isInteger || !raster.noValues.isEmpty
            || raster.valid.lowerBound.isFinite || raster.valid.upperBound.isFinite
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        guard raster.tile != nil else {
            return try copyRows(of: area, into: target, at: point, note: note)
        }
        return try mosaic.decode(area, into: target, at: point) {
            (column, row, block, end) throws(DecodingFailure) in
            let tile = mosaic.area(column: column, row: row)
            return try copyRows(of: tile, into: block, at: end, note: note)
        }
    }

    /// Writes the pixels of an area that is stored in rows or in one tile; returns true if opaque.
    private func copyRows(
        of area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        var isOpaque = true
        var isWhole = true
        try forEachRow(of: area) { row, samples in
            let end = point.y + row - area.minY
            guard let pixel = target.pixel(x: point.x, y: end) else { return }
            guard let samples else {
                pixel.update(repeating: 0, count: area.size.width * Raster.bytesPerPixel)
                isWhole = false
                return
            }
            let start = PixelPoint(x: area.minX, y: row)
            isOpaque = write(area.size.width, at: start, from: samples, to: pixel) && isOpaque
        }
        if !isWhole { note(.endsEarly) }
        return isOpaque && isWhole
    }

    func expect(_ area: PixelRect) {
        guard raster.tile == nil else { return }
        rowBand(of: area).expect(
            bytes, rows: area.size.height,
            at: raster.start(ofBand: band) + area.minY * raster.rowBytes)
    }

    /// Returns a reader of rows, without the bytes before and after the band's samples.
    private func rowBand(of area: PixelRect) -> RowBand {
        let isDense = raster.size.width * raster.step == raster.rowBytes
        return RowBand(
            of: area, width: isDense ? size.width : .max, fileRowBytes: raster.rowBytes,
            pixelBits: raster.step * 8)
    }

    /// Passes the stored samples of each row of an area to `body`, or `nil` for a missing row.
    private func forEachRow(
        of area: PixelRect, _ body: (_ row: Int, UnsafeRawPointer?) -> Void
    ) throws(DecodingFailure) {
        guard let tile = raster.tile else {
            let first = raster.offset(ofBand: band)
            try rowBand(of: area).forEachRow(
                of: area, in: bytes, at: raster.start(ofBand: band), readInto: scratch
            ) { row, samples in
                body(row, samples.map { UnsafeRawPointer($0) + first })
            }
            return
        }
        let (column, row) = (area.minX / tile.width, area.minY / tile.height)
        let start = raster.start(ofTile: column, row, band: band, tile)
        let rowBytes = tile.width * raster.dataType.byteCount
        let memory = try scratch.borrow(byteCount: area.size.height * rowBytes)
        defer { scratch.giveBack(memory) }
        let block = UnsafeMutableRawBufferPointer(
            rebasing: memory.bytes[..<(area.size.height * rowBytes)])
        let there = bytes.read(into: block, at: start)
        for line in 0..<area.size.height {
            let isThere = (line + 1) * rowBytes <= there
            body(
                area.minY + line,
                isThere ? block.baseAddress.map { UnsafeRawPointer($0) + line * rowBytes } : nil)
        }
    }

    /// Writes the pixels of a row; a pixel without a value is transparent.
    ///
    /// Hot: runs for each row of a planetary picture.
    ///
    /// - Returns: true if all pixels are opaque.
    private func write(
        _ count: Int, at point: PixelPoint, from row: UnsafeRawPointer,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let thresholds = BayerPattern.addends(ofRow: point.y)
        let step = raster.tile == nil ? raster.step : raster.dataType.byteCount
        // Reading this constant of another module is a function call, so it is read only once.
        let pixelBytes = Raster.bytesPerPixel
        var isOpaque = true
        for column in 0..<count {
            let number = raster.number(at: row + column &* step)
            let pixel = target + column &* pixelBytes
            guard !number.isNaN else {
                pixel.update(repeating: 0, count: pixelBytes)
                isOpaque = false
                continue
            }
            let gray: UInt8
            if let limits {
                let code = limits.code(Float(number * raster.scale + raster.zero))
                let levelled = curve.map { $0.table[Int(code)] } ?? code
                let threshold = thresholds[(point.x &+ column) & 7]
                gray = UInt8(truncatingIfNeeded: (UInt32(levelled) &* 255 &+ threshold) / 65535)
            } else {
                gray = UInt8(number)
            }
            pixel[0] = gray
            pixel[1] = gray
            pixel[2] = gray
            pixel[3] = 255
        }
        return isOpaque
    }

    var hasPositions: Bool { raster.map != nil }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        guard let number = number(at: point) else { throw .damaged(.endsEarly) }
        return PhotoSample(
            values: [raster.value(of: number)], bits: raster.dataType.byteCount * 8,
            isConverted: isConverted, unit: raster.unit,
            position: raster.map?.position(of: point))
    }

    /// Returns a sample; `nil` if the file ends before the sample.
    private func number(at point: PixelPoint) -> Double? {
        let count = raster.dataType.byteCount
        var offset =
            raster.start(ofBand: band) + raster.offset(ofBand: band) + point.y * raster.rowBytes
            + point.x * raster.step
        if let tile = raster.tile {
            let (column, row) = (point.x / tile.width, point.y / tile.height)
            let inTile = point.y % tile.height * tile.width + point.x % tile.width
            offset = raster.start(ofTile: column, row, band: band, tile) + inTile * count
        }
        return withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { memory in
            guard let start = memory.baseAddress, bytes.read(into: memory, at: offset) == count
            else { return nil }
            return raster.number(at: UnsafeRawPointer(start))
        }
    }

    /// The maximum number of samples, spread over the band, from which its range is estimated.
    private static let sampledCount = 1 << 13

    private func sampledValues() -> [Float] {
        let total = size.width * size.height
        let taken = min(total, Self.sampledCount)
        return (0..<taken).compactMap { sample in
            let offset = total / taken * sample
            let point = PixelPoint(x: offset % size.width, y: offset / size.width)
            return number(at: point).flatMap {
                $0.isNaN ? nil : Float($0 * raster.scale + raster.zero)
            }
        }
    }
}

extension PlanetaryRaster {
    /// Returns a photo whose pages are the bands, after a page of colours if there are any.
    func source(
        of bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        try Self.source([self], of: bytes, within: options)
    }

    /// Returns a photo whose pages are those of several pictures in one file.
    static func source(
        _ rasters: [PlanetaryRaster], of bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        for raster in rasters { try raster.check() }
        let sizes = rasters.flatMap { Array(repeating: $0.size, count: $0.pageCount) }
        var pages = PageSet(sizes: Array(sizes.prefix(DecodingLimits.photoParts)))
        pages.firstBand = rasters.first?.startsWithColours == true ? 1 : 0
        return try MultipartPhoto.source(pages) { number throws(DecodingFailure) in
            var (raster, page) = (0, number)
            while page >= rasters[raster].pageCount {
                page -= rasters[raster].pageCount
                raster += 1
            }
            return try rasters[raster].source(ofPage: page, in: bytes, options)
        }
    }

    private var startsWithColours: Bool { isColour && bands == 3 }
    private var pageCount: Int { bands + (startsWithColours ? 1 : 0) }

    /// Returns the source of a page: three bands as colours, or a single band.
    private func source(
        ofPage page: Int, in bytes: PhotoBytes, _ options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        try DecodingLimits.check(
            size, hasBytes: bytes.count - offset,
            forMinimum: size.width * size.height * dataType.byteCount)
        let planes =
            startsWithColours ? (page == 0 ? [0, 1, 2] : [page - 1]) : [page]
        let pictures = planes.map { PlanetaryPicture(self, band: $0, in: bytes) }
        guard dataType.kind != .unsigned8 else {
            return pyramid(pictures, nil).source(within: options)
        }
        return try HighBitDepthPhoto { tone in pyramid(pictures, tone).source(within: options) }
    }

    private func pyramid(_ pictures: [PlanetaryPicture], _ tone: ToneCurve?) -> PicturePyramid {
        let orientation: Orientation = isFromBelow ? .flipped : .asStored
        guard pictures.count == 1 else {
            let colours = ThreePlanePicture(pictures)
            return PicturePyramid(
                main: colours.through(tone), orientation: orientation, sampleReader: colours)
        }
        return PicturePyramid(
            main: pictures[0].through(tone), orientation: orientation, isGray: true,
            sampleReader: pictures[0])
    }
}
