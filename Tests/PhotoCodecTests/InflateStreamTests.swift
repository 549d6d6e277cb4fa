import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// igzip inflates what zlib inflates, wherever input and output are cut.
@Suite struct InflateStreamTests {
    @Test(
        "igzip writes zlib's bytes, whatever the pieces", .enabled(if: Self.hasIgzip, "no igzip"))
    func igzipWritesZlibsBytes() throws {
        var random = SeededNumbers(seed: 7)
        let data = Self.data
        let whole = try Self.inflated(data, by: try ZlibStream(), pieces: { data.count })
        #expect(whole.count == 3 * 300 * 200 + 200)
        for most in [3, 40, 700, 70_000] {
            let stream = try Self.inflatedByIgzip(data) { Int.random(in: 1...most, using: &random) }
            #expect(stream == whole, "pieces of up to \(most)")
        }
    }

    @Test(
        "a stream that is cut in its checksum has not ended",
        .enabled(if: Self.hasIgzip, "no igzip"))
    func aStreamCutInItsChecksumHasNotEnded() throws {
        let data = Self.data
        for missing in 0...4 {
            let part = Array(data.dropLast(missing))
            try part.withUnsafeBytes { bytes in
                let stream = try #require(IgzipStream(bytes))
                var memory = [UInt8](repeating: 0, count: 1 << 20)
                let count = try memory.withUnsafeMutableBytes { try stream.inflate(into: $0) }
                #expect(count == 3 * 300 * 200 + 200)
                _ = try memory.withUnsafeMutableBytes { try stream.inflate(into: $0) }
                #expect(stream.hasEnded == (missing == 0))
            }
        }
    }

    @Test(
        "zlib takes data with a smaller window or a dictionary",
        .enabled(if: Self.hasIgzip, "no igzip"))
    func zlibTakesWhatIgzipDoesNotCheck() {
        for head in [[0x68, 0x81], [0x78, 0xBB], [0x78, 0x02], [0x79, 0x01]] as [[UInt8]] {
            let isTaken = (head + [0x4B, 0x4C, 0x02, 0]).withUnsafeBytes { IgzipStream($0) != nil }
            #expect(!isTaken)
        }
    }

    private static let hasIgzip: Bool = {
        ImageDecoder.loadLibraries(of: nil)
        return ([0x78, 0x01, 0x4B, 0x4C, 0x02, 0] as [UInt8]).withUnsafeBytes {
            IgzipStream($0) != nil
        }
    }()

    /// A picture with noise and with plain parts, in zlib's format.
    private static let data: [UInt8] = {
        var random = SeededNumbers(seed: 3)
        let picture = Raster("300x200") { x, y in
            let noise = x < 150 ? UInt8.random(in: 0...255, using: &random) : 0
            return (noise, UInt8(y), UInt8(x & 255))
        }
        let file = FastPNG.bytes(of: picture)
        return file.withUnsafeBytes { file in
            var data: [UInt8] = []
            for chunk in PNGChunks(ByteReader(bytes: file)) {
                let body = file[(chunk.offset + 8)..<(chunk.offset + 8 + chunk.byteCount)]
                if file[chunk.offset + 4] == UInt8(ascii: "I"),
                    file[chunk.offset + 5] == UInt8(ascii: "D")
                {
                    data += body
                }
            }
            return data
        }
    }()

    private static func inflatedByIgzip(_ data: [UInt8], pieces: () -> Int) throws -> [UInt8] {
        try data.withUnsafeBytes { bytes in
            let first = 3
            let stream = try #require(
                IgzipStream(UnsafeRawBufferPointer(rebasing: bytes[..<first])))
            return try inflated(bytes, from: first, by: stream, pieces: pieces)
        }
    }

    private static func inflated(
        _ data: [UInt8], by stream: any InflateStream, pieces: () -> Int
    ) throws -> [UInt8] {
        try data.withUnsafeBytes { try inflated($0, from: 0, by: stream, pieces: pieces) }
    }

    private static func inflated(
        _ bytes: UnsafeRawBufferPointer, from first: Int, by stream: any InflateStream,
        pieces: () -> Int
    ) throws -> [UInt8] {
        var (output, place) = ([UInt8](), first)
        while !stream.hasEnded {
            var memory = [UInt8](repeating: 0, count: pieces())
            let count = try memory.withUnsafeMutableBytes { try stream.inflate(into: $0) }
            output += memory[..<count]
            guard count == 0, !stream.hasEnded else { continue }
            let end = min(place + pieces(), bytes.count)
            try #require(end > place, "the data end")
            stream.give(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
            place = end
        }
        return output
    }
}
