internal import Imaging
internal import JPEGTiling

extension JPEGDecoder {
    /// The photo of a file; see `PixelAccess` for how its pixels are reached.
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let jpeg = try JPEGDecoder(bytes, within: options)
        let conversion = jpeg.conversion
        switch PixelAccess(to: jpeg, within: options) {
        case .whole:
            let areas = JPEGAreas(of: jpeg, conversion: conversion, within: options)
            return PhotoFile(jpeg, conversion: conversion, areas: areas)
        case .tiles(let preparation):
            guard let tiles = try JPEGTiles(jpeg, preparation, within: options) else {
                throw .tooLarge(jpeg.storedSize)
            }
            return TiledPhoto(tiles, conversion: conversion, within: options)
        case .tilesOrWhole(let preparation):
            do throws(DecodingFailure) {
                if let tiles = try JPEGTiles(jpeg, preparation, within: options) {
                    return TiledPhoto(tiles, conversion: conversion, within: options)
                }
            } catch .noRoom {
                // It is decoded whole instead.
            }
            return PhotoFile(jpeg, conversion: conversion)
        }
    }

    /// The photo of a file that is still coming; `nil` if it is small, or in several scans.
    static func openArriving(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> (any ImageSource)? {
        let jpeg = try JPEGDecoder(bytes, within: options)
        guard PixelAccess(to: jpeg, within: options).preparation == .index,
            let tiles = JPEGTiles(inOneScan: jpeg, within: options)
        else { return nil }
        let photo = TiledPhoto(tiles, conversion: jpeg.conversion, within: options)
        photo.start()
        return photo
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

    /// From the file's colours to a screen's; CMYK is converted while it is decoded.
    private var conversion: ColourConversion? {
        let channels = header.frame.components.count
        guard channels != 4 else { return nil }
        return bytes.withUnsafeBytes { EmbeddedProfile.bytes(ofJPEG: $0) }
            .flatMap { ColourConversion($0, isGray: channels == 1, isDeep: false) }
    }
}

extension JPEGTiles {
    /// `nil` for a kind of JPEG that cannot be tiled.
    ///
    /// - Throws: `.noRoom` if there is none for what is prepared.
    fileprivate init?(
        _ jpeg: JPEGDecoder, _ preparation: PixelAccess.Preparation,
        within options: DecodingOptions
    ) throws(DecodingFailure) {
        if preparation == .transcode {
            try self.init(inScans: jpeg, within: options)
        } else {
            self.init(inOneScan: jpeg, within: options)
        }
    }
}
