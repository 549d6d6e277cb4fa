internal import ArgumentParser
internal import Imaging
internal import Localization
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// `workbench decode`: the result of decoding a file, however damaged.
struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decode pictures and print a line about each.",
        discussion: """
            Each is decoded at an eighth, at a thirty-second and, up to 900 x 900 pixels from its \
            corner, as it is. Run it under limits to see that no file needs more.
            """)

    @Argument(help: "Pictures.")
    var photos: [String]

    @Flag(help: "Make them tile by tile, as photos above 32 megapixels are, however small.")
    var tiles = false

    func run() {
        for path in photos {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            StandardOutput.write("\(name): \(verdict(path))\n")
        }
    }

    private func verdict(_ path: String) -> String {
        do throws(PictureFailure) {
            let photo = try open(path)
            try look(at: photo)
            let damage = photo.status.damage.map { ", damaged: \($0.reason)" } ?? ""
            return "\(photo.size.width)x\(photo.size.height)\(damage)"
        } catch {
            return Strings().sentence(for: error, of: .file(path: path)).string
        }
    }

    private func open(_ path: String) throws(PictureFailure) -> any ImageSource {
        let bytes: PhotoBytes
        do { bytes = try PhotoBytes.open(path: path) } catch { throw .reading(error) }
        var means = DecodingOptions.unindexed
        if tiles { means.wholePixels = 0 }
        do { return try ImageDecoder.open(bytes, within: means) } catch { throw .decoding(error) }
    }

    private func look(at photo: any ImageSource) throws(PictureFailure) {
        do throws(DecodingFailure) {
            for reduction in [Reduction.eighth, .thirtySecond] {
                let all = PixelRect(photo.size.reduced(by: reduction))
                _ = try photo.pixels(of: all, reducedBy: reduction)
            }
            let corner = PixelRect(photo.size).intersection(
                PixelRect(x: 0, y: 0, width: Self.cornerSide, height: Self.cornerSide))
            _ = try photo.pixels(of: corner, reducedBy: .none)
        } catch {
            throw .decoding(error)
        }
    }

    private static let cornerSide = 900
}
