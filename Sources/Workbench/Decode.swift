internal import ArgumentParser
internal import Imaging
internal import Localization
internal import PhotoCodec
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The `workbench decode` command, which decodes files, however damaged, and prints the results.
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

    @Option(help: "Print the file's numbers at so many places instead, as `I` in the viewer does.")
    var numbers: Int?

    @Option(help: "The page of a file that the numbers are of.")
    var page = 1

    func run() {
        if let numbers { return print(numbers) }
        for path in photos {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            StandardOutput.write("\(name): \(verdict(path))\n")
        }
    }

    private func verdict(_ path: String) -> String {
        do throws(PictureFailure) {
            let photo = try open(path)
            try look(at: photo)
            let size = "\(photo.size.width)x\(photo.size.height)"
            return photo.status.damage.map { "\(size), damaged: \(Strings().text(of: $0).string)" }
                ?? size
        } catch {
            return Strings().sentence(for: error, of: .file(path: path)).string
        }
    }

    /// Prints a line for each position: its coordinates, the bits of a sample, and the samples.
    private func print(_ count: Int) {
        for path in photos {
            do throws(PictureFailure) {
                let photo = try open(path).knownPage(page - 1)
                for index in 0..<max(0, count) {
                    // These steps reach all columns and rows of most sizes.
                    let point = PixelPoint(
                        x: index * 7919 % photo.size.width, y: index * 104_729 % photo.size.height)
                    StandardOutput.write(try Self.line(about: photo, at: point))
                }
            } catch {
                StandardOutput.write(
                    Strings().sentence(for: error, of: .file(path: path)).string + "\n")
            }
        }
    }

    private static func line(
        about photo: any ImageSource, at point: PixelPoint
    ) throws(PictureFailure) -> String {
        do throws(DecodingFailure) {
            let sample = try photo.sample(at: point)
            let numbers = sample.values.map { number in
                switch number {
                case .integer(let number): "\(number)"
                case .unsigned(let number): "\(number)"
                case .single(let number): "\(number)"
                case .double(let number): "\(number)"
                case .missing: "nan"
                }
            }
            return "\(point.x) \(point.y) \(sample.bits) \(numbers.joined(separator: " "))\n"
        } catch {
            throw .decoding(error)
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
