internal import ArgumentParser
internal import Decoding
internal import Files
internal import Foundation
internal import Imaging
internal import Localization
internal import PhotoCodec
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import SystemPackage
internal import TerminalProtocols

/// The `workbench sandbox` command, which tests what a decoder process can do on this machine.
struct SandboxCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Try to break out of the sandbox that decodes photos, and print the results.",
        discussion: """
            Each attempt is made by a separate worker, as a hostile photo would make it. EPERM \
            means the sandbox stopped it. Crashes, hangs and excessive memory are tried too. With \
            --photo such workers decode pictures instead, within the memory they are given.
            """)

    @Argument(help: "The attempts to make; all if none is named.")
    var attempts: [SandboxAttempt] = []

    @Option(name: .customLong("photo"), help: "A picture to decode; may be repeated.")
    var photos: [String] = []

    @Option(
        name: .customLong("arriving"),
        help: "A JPEG to read while it is handed over in pieces; may be repeated.")
    var arriving: [String] = []

    @Option(help: "Megabytes of memory for a worker, besides what it starts with.")
    var megabytes = 256

    func validate() throws {
        guard (1...Self.mostMegabytes).contains(megabytes) else {
            throw ValidationError("--megabytes must be from 1 to \(Self.mostMegabytes).")
        }
    }

    private static let mostMegabytes = 1 << 20

    func run(by zygote: Zygote?) throws {
        guard let zygote else { throw ValidationError("This system offers no sandbox.") }
        for photo in photos { Self.report(photo, SandboxedPhoto.result(of: photo, by: zygote)) }
        for photo in arriving { Self.report(photo, StreamedPhoto.result(of: photo, by: zygote)) }
        guard photos.isEmpty, arriving.isEmpty else { return }
        for attempt in attempts.isEmpty ? SandboxAttempt.all : attempts {
            Self.report(attempt.name, attempt.result(by: zygote))
        }
    }

    private static func report(_ name: String, _ result: String) {
        StandardOutput.write("\(name)\t\(result)\n")
    }
}

extension SandboxCheck: Program.Sandboxed {
    var workers: WorkerConfiguration? {
        let options = arriving.isEmpty ? DecodingOptions() : StreamedPhoto.options
        var workers = WorkerConfiguration.photos(within: options)
        workers.limits.memoryBytes = megabytes << 20
        guard photos.isEmpty, arriving.isEmpty else { return workers }
        // The limits are short, because some attempts hang.
        workers.limits.processorSeconds = 1
        workers.limits.silentSeconds = 2
        workers.limits.callSeconds = 4
        workers.open = { (photo) throws(DecodingFailure) in
            let name = try SandboxAttempt.name(in: photo)
            guard let attempt = SandboxAttempt(argument: name) else {
                throw .unsupported(kind: .text)
            }
            throw .damaged(.library(try attempt.outcome()))
        }
        return workers
    }
}

/// The decoding of a picture in a sandboxed worker.
private enum SandboxedPhoto {
    /// The maximum number of pixels of a picture that is also decoded at full size; a larger
    /// picture is decoded only at an eighth, as for a screen.
    private static let wholePixels = 4 << 20

    /// Returns the size and the damage, or the reason why the picture cannot be decoded.
    static func result(of path: String, by zygote: Zygote) -> String {
        do throws(PictureFailure) {
            let photo = try SandboxedDecoder(within: .cached, by: zygote).openFile(FilePath(path))
            try decode(photo)
            let size = "\(photo.size.width)x\(photo.size.height)"
            return photo.status.damage.map { "\(size) damaged: \(Strings().text(of: $0).string)" }
                ?? size
        } catch .decoding(.damaged(let damage)) {
            return "damaged: \(Strings().text(of: damage).string)"
        } catch .decoding(let failure) {
            return "\(failure)"
        } catch {
            return "\(error)"
        }
    }

    private static func decode(_ photo: any ImageSource) throws(PictureFailure) {
        let isSmall = photo.size.area.map { $0 <= wholePixels } == true
        do throws(DecodingFailure) {
            for reduction in isSmall ? [Reduction.eighth, .none] : [.eighth] {
                let all = PixelRect(photo.size.reduced(by: reduction))
                _ = try photo.pixels(of: all, reducedBy: reduction)
            }
        } catch {
            throw .decoding(error)
        }
    }
}

/// The decoding of a picture that a sandboxed worker reads while it arrives in pieces, like a
/// download.
private enum StreamedPhoto {
    /// The decoding options, with which even a small photo is decoded tile by tile; otherwise the
    /// photo would not be indexed while its bytes arrive.
    static var options: DecodingOptions {
        var options = DecodingOptions.unindexed
        options.wholePixels = 0
        return options
    }

    private static let pieceBytes = 16 << 10
    /// The time limit, in milliseconds, for reading half of the photo while the last tenth of the
    /// file is withheld.
    private static let timeoutMilliseconds = 60_000

    /// Returns a sentence that states whether half of the photo was read before the end of its file
    /// arrived, and whether its pixels equal those decoded by this process.
    static func result(of path: String, by zygote: Zygote) -> String {
        guard let file = FileManager.default.contents(atPath: path) else { return "no such file" }
        let bytes = [UInt8](file)
        guard let memory = Descriptor.memory(byteCount: bytes.count) else { return "no memory" }
        let copy = ArrivingFile(OpenFile(memory, byteCount: bytes.count), StreamingData())
        let decoder = SandboxedDecoder(within: options, by: zygote)
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
        for _ in 0..<timeoutMilliseconds {
            let fraction = photo.fractionRead
            guard fraction < 0.5 else { return fraction }
            usleep(1000)
        }
        return 0
    }

    private static func isTheSame(_ photo: any ImageSource, as bytes: [UInt8]) throws -> Bool {
        let plain = try ImageDecoder.open(PhotoBytes(bytes), within: .unindexed)
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
