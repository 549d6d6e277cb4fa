internal import CJXL
internal import Files
internal import Imaging
internal import Synchronization

/// A JPEG XL, or its frames, decoded by libjxl in one piece each.
struct JXLFile {
    let sequence: FrameSequence

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        guard cjxl_library() != nil else { throw .unsupported(kind: .photo(.jpegXL)) }
        let reader = try JXLReader(bytes)
        let description = reader.description
        let conversion = ColourConversion(
            description, isGray: false,
            isHighBitDepth: description?.isSpace == true && reader.bits > 8)
        let frames = JXLFrames(bytes, of: reader.size, through: conversion?.light16)
        var sequence = try FrameSequence(still: reader.size) { () throws(DecodingFailure) in
            try frames.picture(0)
        }
        let (delays, isCutOff) = reader.isAnimated ? JXLReader.delays(of: bytes) : ([], false)
        if delays.count > 1 {
            let area = PixelRect(reader.size)
            sequence = FrameSequence(
                size: reader.size,
                frames: delays.map {
                    FrameSequence.Frame(area, delayMilliseconds: $0, .keep, replaces: true)
                },
                plays: reader.plays, decode: frames.picture)
        }
        sequence.conversion = conversion
        sequence.hidesNumbers = reader.bits != 8
        if isCutOff { sequence.damage = .endsEarly }
        self.sequence = sequence
    }
}

/// The frames of a file, each a whole picture; the next one costs least.
private final class JXLFrames: Sendable {
    private let bytes: PhotoBytes
    private let size: PixelSize
    /// The conversion of 16-bit samples; `nil` if 8 bits are decoded.
    private let light: LightConversion?
    /// Before the frame with that number.
    private let position = Mutex<(reader: JXLReader, frame: Int)?>(nil)

    init(_ bytes: PhotoBytes, of size: PixelSize, through light: LightConversion?) {
        self.bytes = bytes
        self.size = size
        self.light = light
    }

    /// Returns a frame; missing pixels stay transparent.
    func picture(_ number: Int) throws(DecodingFailure) -> DecodedPicture {
        try position.withLock { position throws(DecodingFailure) in
            let known = position.flatMap { $0.frame <= number ? $0 : nil }
            // If it is damaged, the next one is looked for from the start.
            position = nil
            let reader = if let known { known.reader } else { try JXLReader(bytes) }
            let frames = (known?.frame ?? 0)...number
            let (pixels, isWhole) = try decode(frames, by: reader)
            if isWhole { position = (reader, number + 1) }
            guard isWhole || pixels.contains(where: { $0 != 0 }) else {
                throw .damaged(.incomplete)
            }
            let isOpaque = stride(from: 3, to: pixels.count, by: 4)
                .allSatisfy { pixels[$0] == 255 }
            return DecodedPicture(
                raster: Raster(size: size, pixels: pixels, isOpaque: isOpaque),
                damage: isWhole ? nil : .incomplete)
        }
    }
}

extension JXLFrames {
    /// Decodes frames up to one that is damaged; the pixels are those of the last.
    private func decode(
        _ frames: ClosedRange<Int>, by reader: JXLReader
    ) throws(DecodingFailure) -> (pixels: [UInt8], areWhole: Bool) {
        guard let light else {
            var areWhole = true
            let pixels = Raster.bytes(of: size) { target in
                target.update(repeating: 0)
                areWhole = frames.allSatisfy { _ in
                    reader.decode(bytes, into: UnsafeMutableRawBufferPointer(target))
                }
            }
            return (pixels, areWhole)
        }
        guard let memory = try? MappedMemory(byteCount: size.width * size.height * 8) else {
            throw .outOfMemory
        }
        let areWhole = frames.allSatisfy { _ in
            reader.decode(bytes, into: memory.bytes, isHighBitDepth: true)
        }
        return (dithered(memory.bytes, through: light), areWhole)
    }

    private func dithered(
        _ numbers: UnsafeMutableRawBufferPointer, through light: LightConversion
    ) -> [UInt8] {
        let dither = HighBitDepthDither(light: light)
        return Raster.bytes(of: size) { target in
            guard let from = numbers.baseAddress, let to = target.baseAddress else { return }
            for y in 0..<size.height {
                let (row, place) = (from + y * size.width * 8, to + y * size.width * 4)
                dither.write(size.width, y: y, from: row, to: place)
            }
        }
    }
}

/// libjxl at work on a file, before one of its frames.
///
/// `@unchecked Sendable`: one thread uses it at a time.
private final class JXLReader: @unchecked Sendable {
    private let reader: UnsafeMutablePointer<cjxl_reader>
    let size: PixelSize

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        let reader = bytes.withUnsafeBytes { cjxl_open($0.baseAddress, $0.count) }
        guard let reader else { throw .outOfMemory }
        self.reader = reader
        size = PixelSize(width: Int(reader.pointee.width), height: Int(reader.pointee.height))
        guard !size.isEmpty else { throw .damaged(.noPicture) }
    }

    deinit { cjxl_close(reader) }

    /// The bits of a channel in the file.
    var bits: Int { Int(reader.pointee.bits) }
    var isAnimated: Bool { reader.pointee.is_animated != 0 }
    var plays: Int? { reader.pointee.plays == 0 ? nil : Int(reader.pointee.plays) }

    /// The colours as libjxl names them, or else a profile.
    var description: ColourDescription? {
        RGBSpace(reader.pointee.colours).map(ColourDescription.space)
            ?? profile.map(ColourDescription.profile)
    }

    private var profile: [UInt8]? {
        let count = reader.pointee.profile_bytes
        guard (1...EmbeddedProfile.limitBytes).contains(count) else { return nil }
        var profile = [UInt8](repeating: 0, count: count)
        return cjxl_read_profile(reader, &profile) != 0 ? profile : nil
    }

    /// For how many milliseconds each frame is shown, and whether the file ends too early.
    static func delays(of bytes: PhotoBytes) -> (delays: [Int], isCutOff: Bool) {
        var isCutOff: Int32 = 0
        let most = DecodingLimits.animationFrames
        let delays = [UInt32](unsafeUninitializedCapacity: most) { delays, count in
            bytes.withUnsafeBytes {
                count = cjxl_list_frames(
                    $0.baseAddress, $0.count, delays.baseAddress, most, &isCutOff)
            }
        }
        return (delays.map(Int.init), isCutOff != 0)
    }

    /// Writes the next frame, with straight alpha; false if it is damaged or missing.
    func decode(
        _ bytes: PhotoBytes, into target: UnsafeMutableRawBufferPointer,
        isHighBitDepth: Bool = false
    ) -> Bool {
        let isWhole = bytes.withUnsafeBytes {
            cjxl_decode(
                reader, $0.baseAddress, $0.count, target.baseAddress, target.count,
                isHighBitDepth ? 1 : 0)
        }
        if reader.pointee.is_premultiplied != 0 { divide(target, isHighBitDepth: isHighBitDepth) }
        return isWhole != 0
    }

    private func divide(_ pixels: UnsafeMutableRawBufferPointer, isHighBitDepth: Bool) {
        guard let first = pixels.baseAddress else { return }
        if isHighBitDepth {
            AssociatedAlpha.divideDeep(first, count: pixels.count / 8)
        } else {
            AssociatedAlpha.divide(
                first.assumingMemoryBound(to: UInt8.self), count: pixels.count / 4)
        }
    }
}

extension RGBSpace {
    /// `nil` for colours that libjxl only has a profile for.
    fileprivate init?(_ colours: cjxl_colours) {
        let point = { (point: (Double, Double)) in SIMD2(point.0, point.1) }
        // JxlColorSpace: of gray only the white is told, which stays white.
        let primaries: ColourPrimaries? =
            switch colours.space {
            case 0:
                ColourPrimaries(
                    red: point(colours.red), green: point(colours.green),
                    blue: point(colours.blue), white: point(colours.white))
            case 1: .sRGB
            default: nil
            }
        // JxlTransferFunction: those of H.273, and 65535 for a power.
        let curve: TransferCurve? =
            switch colours.curve {
            case 1, 8, 13, 16, 18: TransferCurve(codePoint: Int(colours.curve))
            case 65535 where (0.1...1).contains(colours.gamma): .power(1 / colours.gamma)
            default: nil
            }
        guard let primaries, let curve else { return nil }
        self.init(primaries: primaries, curve: curve)
    }
}
