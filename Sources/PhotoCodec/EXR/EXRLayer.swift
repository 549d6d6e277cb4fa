internal import CEXR
internal import Imaging

/// A part of an OpenEXR: its size, its channels, and the layout of its samples.
struct EXRPart: Sendable {
    let number: Int
    let size: PixelSize
    /// The size of a tile; `nil` if the part is stored in lines.
    let tile: PixelSize?
    let levels: Int
    /// The number of lines compressed together.
    let lines: Int
    let chunkBytes: Int
    let isCompressed: Bool
    let channels: [EXRChannel]
    let primaries: ColourPrimaries
    let shape: PixelShape?

    /// Reads a part; `nil` if it is not a flat picture, such as a deep part.
    ///
    /// - Throws: `.tooLarge`, or `.damaged` for an inconsistent layout.
    init?(_ number: Int, of reader: EXRReader) throws(DecodingFailure) {
        let found = try reader.part(number)
        let isTiled = found.storage == Int32(EXR_STORAGE_TILED.rawValue)
        guard isTiled || found.storage == Int32(EXR_STORAGE_SCANLINE.rawValue) else { return nil }
        self.number = number
        size = PixelSize(
            width: Int(found.right) - Int(found.left) + 1,
            height: Int(found.bottom) - Int(found.top) + 1)
        tile =
            isTiled
            ? PixelSize(width: Int(found.tile_width), height: Int(found.tile_height)) : nil
        levels = Int(found.levels)
        lines = Int(found.lines)
        chunkBytes = Int(clamping: found.chunk_bytes)
        isCompressed = found.compression != Int32(EXR_COMPRESSION_NONE.rawValue)
        channels = (0..<min(Int(found.channels), DecodingLimits.exrChannels)).compactMap {
            reader.channel($0, ofPart: number)
        }.filter { channel in
            // The format requires a sample at the picture's corner; in tiles, one for each pixel.
            Int(found.left) % channel.across == 0 && Int(found.top) % channel.down == 0
                && (!isTiled || channel.across == 1 && channel.down == 1)
        }
        primaries = Self.primaries(found) ?? .sRGB
        shape = PixelShape(ratio: Double(found.aspect), isForPrint: false)
        try check(hasBytes: reader.byteCount, chunks: Int(found.chunks))
        if let fault = Self.fault(ofCompression: Int(found.compression), channels) {
            throw .damaged(.library(fault))
        }
    }

    private static func primaries(_ found: cexr_part) -> ColourPrimaries? {
        guard found.has_primaries != 0 else { return nil }
        let known = found.primaries
        let point = { (x: Float, y: Float) in SIMD2(Double(x), Double(y)) }
        return ColourPrimaries(
            red: point(known.0, known.1), green: point(known.2, known.3),
            blue: point(known.4, known.5), white: point(known.6, known.7))
    }

    private static let firstWithDWA = 0x03_02_00
    private static let methodsOfB44 = 6...7
    private static let methodsOfDWA = 8...9

    /// Returns the reason why the installed library cannot decompress a part; `nil` without one.
    ///
    /// OpenEXRCore 3.1 cannot decompress DWA. OpenEXRCore 3.1.5 mixes up rows of 32-bit samples in
    /// B44 files, which store such samples uncompressed.
    private static func fault(ofCompression method: Int, _ channels: [EXRChannel]) -> String? {
        guard cexr_version() < firstWithDWA else { return nil }
        if methodsOfDWA.contains(method) { return "DWA compression needs OpenEXR 3.2" }
        let isMixed = methodsOfB44.contains(method) && channels.contains { $0.kind != .half }
        return isMixed ? "B44 compression of 32-bit samples needs OpenEXR 3.2" : nil
    }

    private func check(hasBytes count: Int, chunks: Int) throws(DecodingFailure) {
        guard min(size.width, size.height) > 0, chunks > 0, tile != nil || lines > 0 else {
            throw .damaged(.badHeader)
        }
        guard size.isOfPart, size.area ?? .max <= DecodingLimits.photoPixels,
            block.isOfPart, block.area ?? .max <= DecodingLimits.exrBlockPixels,
            chunkBytes <= DecodingLimits.exrBlockBytes
        else { throw .tooLarge(size) }
        // The file contains the offset of each chunk, in 8 bytes.
        guard chunks <= count / 8 else { throw .damaged(.endsEarly) }
    }

    /// The size of a block decoded at once: a tile, or lines with whole samples of all channels.
    var block: PixelSize {
        tile
            ?? PixelSize(
                width: size.width,
                height: min(size.height, max(lines, channels.map(\.down).max() ?? 1)))
    }
}

/// A page of a part: the channels that are shown together.
enum EXRLayer: Sendable {
    /// Red, green and blue of a layer, and its alpha.
    case colour([EXRChannel], alpha: EXRChannel?)
    /// Luminance, and the ratios (R − Y) / Y and (B − Y) / Y if the layer has chroma.
    case luminance(EXRChannel, chroma: [EXRChannel], alpha: EXRChannel?)
    /// Samples that are not colours, such as distances.
    case measure(EXRChannel)

    /// The channels to read; those that the inspector shows come first.
    var channels: [EXRChannel] {
        switch self {
        case .colour(let colours, let alpha): colours + [alpha].compactMap(\.self)
        case .luminance(let luminance, let chroma, let alpha):
            [luminance] + chroma + [alpha].compactMap(\.self)
        case .measure(let channel): [channel]
        }
    }

    /// The number of channels that the inspector shows.
    var colourCount: Int {
        switch self {
        case .colour: 3
        case .luminance, .measure: 1
        }
    }

    var hasAlpha: Bool {
        switch self {
        case .colour(_, let alpha), .luminance(_, _, let alpha): alpha != nil
        case .measure: true
        }
    }

    /// Returns the pages of a part: colours before measures, and the unnamed layer before others.
    static func all(of part: EXRPart) -> [EXRLayer] {
        var names: [Substring] = []
        for channel in part.channels where !names.contains(channel.layer) {
            names.append(channel.layer)
        }
        let layers = names.sorted { $0.isEmpty && !$1.isEmpty }.map { name in
            pictures(of: part.channels.filter { $0.layer == name })
        }
        return layers.flatMap(\.shown) + layers.flatMap(\.measures)
    }

    private static func pictures(
        of channels: [EXRChannel]
    ) -> (shown: [EXRLayer], measures: [EXRLayer]) {
        let light = Dictionary(
            channels.filter { $0.kind != .unsigned }.map { ($0.shortName.uppercased(), $0) },
            uniquingKeysWith: { first, _ in first })
        let alpha = light["A"]
        var shown: [EXRLayer] = []
        var used: [EXRChannel] = []
        let colours = ["R", "G", "B"].compactMap { light[$0] }
        if colours.count == 3, colours.allSatisfy(\.isWhole) {
            shown.append(.colour(colours, alpha: alpha))
            used += colours
        } else if let luminance = light["Y"], luminance.isWhole {
            let chroma = ["RY", "BY"].compactMap { light[$0] }
            shown.append(
                .luminance(luminance, chroma: chroma.count == 2 ? chroma : [], alpha: alpha))
            used += [luminance] + (chroma.count == 2 ? chroma : [])
        }
        if !shown.isEmpty, let alpha { used.append(alpha) }
        let others = channels.filter { !used.contains($0) && $0.isWhole }
        return (shown, others.map { .measure($0) })
    }
}

extension EXRChannel {
    /// True if the channel has a sample for each pixel.
    fileprivate var isWhole: Bool { across == 1 && down == 1 }
}
