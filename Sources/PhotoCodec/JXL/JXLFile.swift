internal import CJXL
internal import Files
internal import Imaging
internal import Synchronization

/// A JPEG XL, whose frames libjxl decodes in one piece.
struct JXLFile {
    private let sequence: FrameSequence

    /// Opens a file as a photo.
    ///
    /// Levels apply to samples of more than 8 bits only in a still picture whose colour space is
    /// known, and is not sRGB.
    static func open(_ bytes: PhotoBytes) throws(DecodingFailure) -> any ImageSource {
        let file = try JXLFile(bytes)
        guard file.sequence.frames.count == 1, let conversion = file.sequence.conversion,
            conversion.light16 != nil
        else { return try file.sequence.source() }
        return try HighBitDepthPhoto(hasHighRange: conversion.hasHighRange) {
            tone throws(DecodingFailure) in
            try JXLFile(bytes, through: tone).sequence.source()
        }
    }

    private init(_ bytes: PhotoBytes, through tone: ToneCurve? = nil) throws(DecodingFailure) {
        guard cjxl_library() != nil else { throw .unsupported(kind: .photo(.jpegXL)) }
        let reader = try JXLReader(bytes)
        let description = reader.description
        let conversion = ColourConversion(
            description, isGray: reader.isGray,
            isHighBitDepth: description?.isSpace == true && reader.bits > 8)
        let dither = conversion?.light16(under: tone).map {
            HighBitDepthDither(light: $0, curve: tone)
        }
        let frames = JXLFrames(bytes, of: reader.size, through: dither)
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
        sequence.hidesSamples = reader.bits != 8
        if dither != nil, sequence.frames.count == 1 {
            sequence.sampleReader = DecodedSamples(of: reader.size, bits: reader.bits) {
                rows throws(DecodingFailure) in try frames.samples(of: rows)
            }
        }
        if isCutOff { sequence.damage = .endsEarly }
        self.sequence = sequence
    }
}

/// The frames of a file; decoding them in order takes the least time.
private final class JXLFrames: Sendable {
    private let bytes: PhotoBytes
    private let size: PixelSize
    /// The dither from 16-bit samples to 8 bits; `nil` if libjxl decodes to 8 bits.
    private let dither: HighBitDepthDither?
    /// A reader, and the number of the frame that it decodes next.
    private let position = Mutex<(reader: JXLReader, frame: Int)?>(nil)

    init(_ bytes: PhotoBytes, of size: PixelSize, through dither: HighBitDepthDither?) {
        self.bytes = bytes
        self.size = size
        self.dither = dither
    }

    /// Returns a frame; missing pixels are transparent.
    func picture(_ number: Int) throws(DecodingFailure) -> DecodedPicture {
        try position.withLock { position throws(DecodingFailure) in
            let known = position.flatMap { $0.frame <= number ? $0 : nil }
            // After damage, the next request starts at the first frame again.
            position = nil
            let reader = if let known { known.reader } else { try JXLReader(bytes) }
            let frames = (known?.frame ?? 0)...number
            let (pixels, damage) = try decode(frames, by: reader)
            if damage == nil { position = (reader, number + 1) }
            if let damage, !pixels.contains(where: { $0 != 0 }) { throw .damaged(damage) }
            let raster = Raster(size: size, pixels: pixels, isOpaque: false)
            return DecodedPicture(
                raster: Raster(size: size, pixels: pixels, isOpaque: raster.hasOnlyOpaquePixels),
                damage: damage)
        }
    }
}

extension JXLFrames {
    /// Decodes frames up to the first damaged frame.
    ///
    /// - Returns: the pixels decoded last, and the damage of the first frame that is not complete.
    private func decode(
        _ frames: ClosedRange<Int>, by reader: JXLReader
    ) throws(DecodingFailure) -> (pixels: [UInt8], damage: Damage?) {
        guard let dither else {
            var damage: Damage?
            let pixels = Raster.bytes(of: size) { target in
                target.update(repeating: 0)
                damage = reader.decode(
                    frames.count, of: bytes, into: UnsafeMutableRawBufferPointer(target))
            }
            return (pixels, damage)
        }
        let memory = try sampleMemory()
        let damage = reader.decode(
            frames.count, of: bytes, into: memory.bytes, isHighBitDepth: true)
        return (dithered(memory.bytes, through: dither), damage)
    }

    /// Returns the 16-bit samples of some rows of the first frame.
    func samples(of rows: Range<Int>) throws(DecodingFailure) -> [UInt8] {
        let memory = try sampleMemory()
        let damage = try JXLReader(bytes).decode(
            1, of: bytes, into: memory.bytes, isHighBitDepth: true)
        if let damage { throw .damaged(damage) }
        let rowBytes = size.width * 8
        return Array(memory.bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes])
    }

    private func sampleMemory() throws(DecodingFailure) -> MappedMemory {
        guard let memory = try? MappedMemory(byteCount: size.width * size.height * 8) else {
            throw .outOfMemory
        }
        return memory
    }

    private func dithered(
        _ samples: UnsafeMutableRawBufferPointer, through dither: HighBitDepthDither
    ) -> [UInt8] {
        Raster.bytes(of: size) { target in
            guard let from = samples.baseAddress, let to = target.baseAddress else { return }
            dither.writeRows(size, y: 0, from: from, to: to)
        }
    }
}

/// libjxl's decoder for a file, which decodes one frame after the other.
///
/// `@unchecked Sendable`: only one thread uses the reader at a time.
private final class JXLReader: @unchecked Sendable {
    private let reader: UnsafeMutablePointer<cjxl_reader>
    let size: PixelSize
    /// The conversion of a picture whose colours are inks; `nil` for other pictures.
    private let inks: CMYKProfile?

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        let reader = bytes.withUnsafeBytes {
            cjxl_open($0.baseAddress, $0.count, JXLThreads.runner)
        }
        guard let reader else { throw .outOfMemory }
        self.reader = reader
        size = PixelSize(width: Int(reader.pointee.width), height: Int(reader.pointee.height))
        let profile = reader.pointee.black >= 0 ? Self.profile(of: reader) : nil
        inks = profile.flatMap { CMYKProfile($0, isInverted: true) }
        guard !size.isEmpty else { throw .damaged(.noPicture) }
    }

    deinit { cjxl_close(reader) }

    /// The bit depth of a channel in the file.
    var bits: Int { Int(reader.pointee.bits) }
    var isAnimated: Bool { reader.pointee.is_animated != 0 }
    var plays: Int? { reader.pointee.plays == 0 ? nil : Int(reader.pointee.plays) }

    var isGray: Bool { reader.pointee.is_gray != 0 }

    /// libjxl's description of the colours or, without one, the file's profile.
    ///
    /// The value is `nil` for inks, which are converted to sRGB.
    var description: ColourDescription? {
        guard inks == nil else { return nil }
        return RGBSpace(reader.pointee.colours).map(ColourDescription.space)
            ?? Self.profile(of: reader).map(ColourDescription.profile)
    }

    private static func profile(of reader: UnsafeMutablePointer<cjxl_reader>) -> [UInt8]? {
        let count = reader.pointee.profile_bytes
        guard (1...EmbeddedProfile.limitBytes).contains(count) else { return nil }
        var profile = [UInt8](repeating: 0, count: count)
        return cjxl_read_profile(reader, &profile) != 0 ? profile : nil
    }

    /// Returns the duration of each frame in milliseconds, and true if the file ends early.
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

    /// Decodes the next frames, each over the previous one, with straight alpha.
    ///
    /// Missing pixels are coarse if the file begins with a coarse picture, otherwise unchanged.
    ///
    /// - Returns: the damage of the first frame that is not complete; `nil` for no damage.
    func decode(
        _ frames: Int, of bytes: PhotoBytes, into target: UnsafeMutableRawBufferPointer,
        isHighBitDepth: Bool = false
    ) -> Damage? {
        for _ in 0..<frames {
            if let damage = decode(bytes, into: target, isHighBitDepth) { return damage }
        }
        return nil
    }

    private func decode(
        _ bytes: PhotoBytes, into target: UnsafeMutableRawBufferPointer, _ isHighBitDepth: Bool
    ) -> Damage? {
        var black = [UInt8](repeating: 0, count: inks == nil ? 0 : target.count / 4)
        let damage = bytes.withUnsafeBytes { bytes in
            black.withUnsafeMutableBytes {
                let status = cjxl_decode(
                    reader, bytes.baseAddress, bytes.count, target.baseAddress, target.count,
                    isHighBitDepth ? 1 : 0, inks == nil ? nil : $0.baseAddress)
                return self.damage(status, of: target, isHighBitDepth: isHighBitDepth)
            }
        }
        if reader.pointee.is_premultiplied != 0 { divide(target, isHighBitDepth: isHighBitDepth) }
        if let inks { convert(target, black, by: inks) }
        return damage
    }

    /// Returns the damage that a status of `cjxl_decode` means; adds coarse pixels to a frame that
    /// ends early.
    private func damage(
        _ status: Int32, of target: UnsafeMutableRawBufferPointer, isHighBitDepth: Bool
    ) -> Damage? {
        switch Int(status) {
        case cjxl_has_picture: return nil
        case cjxl_wants_bytes:
            if isHighBitDepth {
                addCoarsePixels(to: target.bindMemory(to: UInt64.self))
            } else {
                addCoarsePixels(to: target.bindMemory(to: UInt32.self))
            }
            return .endsEarly
        default: return .incomplete
        }
    }

    /// Fills the missing pixels, which are zero, with those of a coarse picture.
    ///
    /// libjxl makes missing pixels black if the file begins with no coarse picture; these pixels
    /// stay zero.
    private func addCoarsePixels<Pixel: FixedWidthInteger & UnsignedInteger>(
        to pixels: UnsafeMutableBufferPointer<Pixel>
    ) {
        let missing = pixels.map { $0 == 0 }
        guard cjxl_flush(reader) != 0 else { return }
        // Alpha is the last of four samples.
        let colours = Pixel(littleEndian: .max >> (Pixel.bitWidth / 4))
        let isCoarse = zip(pixels, missing).contains { $1 && $0 & colours != 0 }
        guard !isCoarse else { return }
        for (pixel, isMissing) in missing.enumerated() where isMissing { pixels[pixel] = 0 }
    }

    /// Converts cyan, magenta, yellow and alpha to red, green, blue and alpha in place.
    ///
    /// `black` contains the black of each pixel.
    private func convert(
        _ target: UnsafeMutableRawBufferPointer, _ black: [UInt8], by inks: CMYKProfile
    ) {
        let pixels = target.bindMemory(to: UInt8.self)
        var alpha = black
        for pixel in black.indices { swap(&alpha[pixel], &pixels[pixel * 4 + 3]) }
        inks.convert(pixels)
        for pixel in black.indices { pixels[pixel * 4 + 3] = alpha[pixel] }
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
    /// Creates the space; `nil` for colours that libjxl describes only by a profile.
    fileprivate init?(_ colours: cjxl_colours) {
        let point = { (point: (Double, Double)) in SIMD2(point.0, point.1) }
        // JxlColorSpace: gray has only a white point, and white stays white.
        let primaries: ColourPrimaries? =
            switch colours.space {
            case 0:
                ColourPrimaries(
                    red: point(colours.red), green: point(colours.green),
                    blue: point(colours.blue), white: point(colours.white))
            case 1: .sRGB
            default: nil
            }
        // JxlTransferFunction has the code points of H.273, and 65535 for a power function.
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

/// The threads on which libjxl decodes groups: one for each core.
private enum JXLThreads {
    /// libjxl's parallel runner, which calls `begin` once with the number of threads.
    ///
    /// The runner then calls `body` for each number of the range, with the number of the thread.
    static let runner: cjxl_runner = { _, picture, begin, body, first, end in
        // JXL_PARALLEL_RET_RUNNER_ERROR.
        guard let begin, let body else { return -1 }
        let threads = max(1, min(WorkThread.coreCount, Int(end) - Int(first)))
        let answer = begin(picture, threads)
        guard answer == 0 else { return answer }
        let next = Atomic(first)
        // All threads are joined, because libjxl expects the runner to process the whole range.
        nonisolated(unsafe) let picture = picture
        WorkThread.concurrentPerform(iterations: threads) { thread in
            while true {
                let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard number < end else { return }
                body(picture, number, thread)
            }
        }
        return 0
    }
}
