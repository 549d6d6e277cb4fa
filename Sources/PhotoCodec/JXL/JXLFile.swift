internal import CJXL
internal import Imaging
internal import Synchronization

/// A JPEG XL, or its frames, decoded by libjxl in one piece each.
struct JXLFile {
    let sequence: FrameSequence

    init(_ bytes: PhotoBytes) throws(DecodingFailure) {
        guard cjxl_library() != nil else { throw .unsupported(kind: .photo(.jpegXL)) }
        let reader = try JXLReader(bytes)
        let frames = JXLFrames(bytes, of: reader.size)
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
        sequence.conversion = reader.profile.flatMap {
            ColourConversion($0, isGray: false, isDeep: false)
        }
        sequence.hidesNumbers = reader.bits != 8
        if isCutOff { sequence.damage = .endsEarly }
        self.sequence = sequence
    }
}

/// The frames of a file, each a whole picture; the next one costs least.
private final class JXLFrames: Sendable {
    private let bytes: PhotoBytes
    private let size: PixelSize
    /// Before the frame with that number.
    private let position = Mutex<(reader: JXLReader, frame: Int)?>(nil)

    init(_ bytes: PhotoBytes, of size: PixelSize) {
        self.bytes = bytes
        self.size = size
    }

    /// What is missing stays transparent.
    func picture(_ number: Int) throws(DecodingFailure) -> DecodedPicture {
        try position.withLock { position throws(DecodingFailure) in
            let known = position.flatMap { $0.frame <= number ? $0 : nil }
            // If it is damaged, the next one is looked for from the start.
            position = nil
            let reader = if let known { known.reader } else { try JXLReader(bytes) }
            var frame = known?.frame ?? 0
            var isWhole = true
            let pixels = Raster.bytes(of: size) { target in
                target.update(repeating: 0)
                while isWhole, frame <= number {
                    isWhole = reader.decode(bytes, into: target)
                    frame += 1
                }
            }
            if isWhole { position = (reader, frame) }
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

    /// Of a channel in the file.
    var bits: Int { Int(reader.pointee.bits) }
    var isAnimated: Bool { reader.pointee.is_animated != 0 }
    var plays: Int? { reader.pointee.plays == 0 ? nil : Int(reader.pointee.plays) }

    var profile: [UInt8]? {
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

    /// Writes the next frame; false if it is damaged or missing.
    func decode(_ bytes: PhotoBytes, into target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        bytes.withUnsafeBytes {
            cjxl_decode(reader, $0.baseAddress, $0.count, target.baseAddress, target.count) != 0
        }
    }
}
