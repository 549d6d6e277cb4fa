internal import Files
internal import Imaging

/// A JPEG in one sequential scan that is being written, for a program that reads what is there already.
///
/// It lies in a file without a name; where there is no folder for one, in memory.
struct BaselineFile: Sendable {
    let bytes: PhotoBytes
    private let file: SpillFile?
    private let memory: MappedMemory

    /// The most bytes that a block of 64 samples can have: no code has more than 16 bits, no number more
    /// than 11, and all of it could be stuffed.
    static let blockBytes = 64 * 27 / 8 * 2

    /// A file for what becomes of a photo of that frame.
    ///
    /// - Parameters:
    ///   - frame: the frame of the file it is made of.
    ///   - expected: about how many bytes it will have.
    ///   - means: where it is to lie.
    /// - Throws: `.noRoom` where there is none, neither on the disk nor in memory.
    init(
        for frame: JPEGFrame, expecting expected: Int, within means: DecodingOptions
    ) throws(DecodingFailure) {
        let most = frame.blockCount * Self.blockBytes + 1 << 20
        let made: (SpillFile?, MappedMemory?)
        do throws(DecodingFailure) {
            let file = try SpillFile(reserving: most, expecting: expected, within: means)
            made = (file, file.map())
        } catch {
            guard expected <= DecodingLimits.transcodedBytesInMemory else { throw error }
            made = (nil, try? MappedMemory(byteCount: most, isReserved: false))
        }
        guard let memory = made.1 else { throw .outOfMemory }
        file = made.0
        byteCount = made.0 == nil ? 0 : expected
        self.memory = memory
        bytes = PhotoBytes(memory)
    }

    /// About how many bytes it has on the disk.
    let byteCount: Int

    func write(_ part: UnsafeRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        guard offset + part.count <= bytes.count else {
            throw .damaged(reason: "the JPEG has more coefficients than it can have")
        }
        if let file {
            try file.write(part, at: offset)
        } else {
            memory.write(part, at: offset)
        }
    }

    /// The header: the photo's own quantisation and colours, and the standard's codes.
    static func header(of script: ScanList, frame: JPEGFrame) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8] + script.definitions.joined()
        bytes += segment(0xC0, script.frameSegment)
        bytes += segment(0xC4, HuffmanTable.standardDC.segment(for: 0))
        bytes += segment(0xC4, HuffmanTable.standardAC.segment(for: 0x10))
        var scan = [UInt8(frame.components.count)]
        for component in frame.components { scan += [UInt8(component.identifier), 0] }
        return bytes + segment(0xDA, scan + [0, 63, 0])
    }

    private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
}
