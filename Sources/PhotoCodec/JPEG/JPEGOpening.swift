internal import Imaging
internal import JPEGTiling

extension JPEGDecoder {
    /// Opens the photo of a file, stretched if its pixels are not square.
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let jpeg = try JPEGDecoder(bytes.withHeightInFrame, within: options)
        let photo = try GainMappedPhoto.photo(source(of: jpeg, within: options), jpeg.gainMap)
        return options.shaped(photo, jpeg.pixelShape)
    }

    /// Opens the photo of a file with the access that `PixelAccess` chooses.
    private static func source(
        of jpeg: JPEGDecoder, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let access = PixelAccess(to: jpeg, within: options)
        switch access {
        case .whole: return PhotoFile(jpeg, conversion: jpeg.conversion)
        case .wholeOrAreas:
            let areas = JPEGAreas(of: jpeg, within: options)
            return PhotoFile(jpeg, conversion: jpeg.conversion, areas: areas)
        case .tiles(let needed), .tilesOrWhole(let needed):
            let isTiled = access == .tiles(needed)
            do throws(DecodingFailure) {
                if let photo = try TiledPhoto(jpeg, needed, within: options) { return photo }
                if isTiled { throw .tooLarge(jpeg.storedSize) }
            } catch .noRoom where !isTiled {
                // Without disk space, the photo is decoded whole.
            }
            return PhotoFile(jpeg, conversion: jpeg.conversion)
        }
    }

    /// Opens a photo that is still arriving; `nil` if it is small or has several scans.
    static func openArriving(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        let jpeg = try JPEGDecoder(bytes, within: options)
        guard PixelAccess(to: jpeg, within: options).needed == .index,
            let photo = try TiledPhoto(jpeg, .index, within: options)
        else { return nil }
        photo.start()
        return options.shaped(photo, jpeg.pixelShape)
    }

    private init(_ bytes: PhotoBytes, within options: DecodingOptions) throws(DecodingFailure) {
        let header = try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            try JPEGHeader(source)
        }
        let frame = header.frame
        try DecodingLimits.check(
            frame.size, hasBytes: bytes.count, forMinimum: frame.minimumBytes)
        self.init(bytes: bytes, header: header, partBytes: options.partBytes)
    }

    private var pixelShape: PixelShape? {
        bytes.withUnsafeBytes { source in
            PixelShape(ofJPEG: source, exif: header.exif.map { Self.block($0, in: source) })
        }?.upright(orientation)
    }

    /// The conversion from the file's colours to sRGB; `nil` if no conversion is needed.
    ///
    /// CMYK has no conversion, because the decoder converts it.
    var conversion: ColourConversion? {
        let channels = header.frame.components.count
        guard channels != 4 else { return nil }
        return ColourConversion(colours, isGray: channels == 1, isHighBitDepth: false)
    }

    /// The colours that the profile or the Exif block describes; `nil` without a description.
    var colours: ColourDescription? {
        bytes.withUnsafeBytes { source in
            EmbeddedProfile.bytes(ofJPEG: source).map(ColourDescription.profile)
                ?? header.exif.flatMap { ExifColours.read(Self.block($0, in: source)) }
        }
    }
}

extension TiledPhoto {
    /// Prepares a photo; `nil` if its kind of JPEG cannot be tiled.
    ///
    /// - Throws: `.noRoom` if there is no space for the prepared data.
    fileprivate convenience init?(
        _ jpeg: JPEGDecoder, _ needed: PixelAccess.Needed, within options: DecodingOptions
    ) throws(DecodingFailure) {
        let preparation =
            needed == .transcode
            ? try JPEGPreparation(inScans: jpeg, within: options)
            : JPEGPreparation(inOneScan: jpeg, within: options)
        guard let preparation else { return nil }
        self.init(preparation, within: options)
    }
}

extension PhotoBytes {
    /// The maximum size, in bytes, of a file that is copied to change its height.
    private static let latestHeightBytes = 64 << 20

    /// The JPEG with the height in the frame header, where libjpeg expects it.
    ///
    /// Only a file whose height follows its first scan is changed (DNL: ITU-T T.81, B.2.5).
    fileprivate var withHeightInFrame: PhotoBytes {
        withUnsafeBytes { source in
            guard source.count <= Self.latestHeightBytes,
                let (offset, height) = Self.lateHeight(in: source)
            else { return self }
            var bytes = [UInt8](source)
            bytes.replaceSubrange(offset..<offset + 2, with: height)
            return PhotoBytes(bytes)
        }
    }

    /// Returns the offset of the height in the frame header and the height after the first scan.
    ///
    /// The result is `nil` if the frame header contains the height, or no segment states it.
    private static func lateHeight(
        in source: UnsafeRawBufferPointer
    ) -> (offset: Int, height: [UInt8])? {
        var segments = JPEGSegments(source)
        var offset: Int?
        while let segment = segments.next() {
            switch segment.marker {
            case 0xC4, 0xC8, 0xCC: continue
            case 0xC0...0xCF:
                guard segment.payload.uint16(at: 1) == 0 else { return nil }
                offset = segment.offset + 5
            case 0xDC:
                guard let offset, offset + 2 <= source.count, segment.payload.count == 2 else {
                    return nil
                }
                return (offset, Array(segment.payload.bytes))
            default: continue
            }
        }
        return nil
    }

    /// Calls `body` with the bytes for a pass of `JPEGTiling` on all cores.
    ///
    /// Pages of the file are released after the pass has read them.
    func withInput<Result>(partBytes: Int = .max, _ body: (JPEGInput) -> Result) -> Result {
        withUnsafeBytes { source in
            var reclaimer = PageReclaimer(of: self)
            var input = JPEGInput(source)
            input.partBytes = partBytes
            input.concurrentPerform = { WorkThread.concurrentPerform(iterations: $0, $1) }
            input.didPass = { reclaimer.pass($0) }
            input.waitForBytes = waitForBytes
            return body(input)
        }
    }
}
