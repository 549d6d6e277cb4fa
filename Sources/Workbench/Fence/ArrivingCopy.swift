internal import Decoding
internal import Files
internal import FoundationEssentials
internal import Imaging
internal import PhotoCodec
internal import PhotoPipeline
internal import Sandbox

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A picture that a fenced-in process reads while it is handed over piece by piece, as a download is.
struct ArrivingCopy {
    /// Tile by tile, however small: only so can a photo be read in step.
    static var means: DecodingOptions {
        var means = DecodingOptions(indexStore: nil)
        means.wholePixels = 0
        return means
    }

    private static let pieceBytes = 16 << 10
    /// A tenth is held back until half of the photo was read, or for so long.
    private static let patienceMilliseconds = 60_000

    /// Whether half of it was read before its end came, and its pixels are those of this process.
    static func result(of path: String, by zygote: Zygote) -> String {
        guard let file = FileManager.default.contents(atPath: path) else { return "no such file" }
        let bytes = [UInt8](file)
        guard let memory = Descriptor.memory(byteCount: bytes.count) else { return "no memory" }
        let copy = ArrivingFile(OpenFile(memory, byteCount: bytes.count), StreamingData())
        let decoder = SandboxedDecoder(within: means, by: zygote)
        guard let arriving = decoder.readAhead(in: copy) else { return "it is too small" }
        let most = bytes.count * 9 / 10
        feed(bytes, 0..<most, to: copy)
        let fraction = fractionRead(of: arriving)
        feed(bytes, most..<bytes.count, to: copy)
        copy.arrival.end()
        guard let photo = try? decoder.open(copy.file, arriving) else { return "not opened" }
        let isSame = (try? isTheSame(photo, as: bytes)) ?? false
        return (fraction >= 0.5 ? "half was read before its end came" : "little was read in step")
            + (isSame ? ", the same pixels" : ", other pixels")
    }

    private static func feed(_ bytes: [UInt8], _ part: Range<Int>, to file: ArrivingFile) {
        for start in stride(from: part.lowerBound, to: part.upperBound, by: pieceBytes) {
            let end = min(part.upperBound, start + pieceBytes)
            try? file.file.descriptor?.write(Array(bytes[start..<end]), at: start)
            file.arrival.announce(count: end)
        }
    }

    private static func fractionRead(of photo: StreamingPhoto) -> Double {
        for _ in 0..<patienceMilliseconds {
            let fraction = photo.fractionRead
            guard fraction < 0.5 else { return fraction }
            usleep(1000)
        }
        return 0
    }

    private static func isTheSame(_ photo: any ImageSource, as bytes: [UInt8]) throws -> Bool {
        let plain = try ImageDecoder.open(
            PhotoBytes(bytes), within: DecodingOptions(indexStore: nil))
        let eighth = PixelRect(plain.size.reduced(by: .eighth))
        let corner = PixelRect(
            x: plain.size.width / 2, y: plain.size.height / 2, width: plain.size.width / 2,
            height: plain.size.height / 2)
        return try photo.size == plain.size
            && photo.pixels(of: eighth, reducedBy: .eighth).raster
                == plain.pixels(of: eighth, reducedBy: .eighth).raster
            && photo.pixels(of: corner, reducedBy: .none).raster
                == plain.pixels(of: corner, reducedBy: .none).raster
    }
}
