internal import Decoding
internal import Imaging
internal import PhotoCodec
internal import PhotoPipeline
internal import Sandbox

/// What becomes of a picture that a fenced-in process decodes.
enum SandboxedPhoto {
    /// Larger ones are decoded at an eighth only, as they would be on a screen.
    private static let wholePixels = 4 << 20

    /// Its size and damage, or why it is none.
    static func result(of path: String, by zygote: Zygote) -> String {
        do throws(PictureFailure) {
            let photo = try SandboxedDecoder(within: DecodingOptions(), by: zygote).openFile(path)
            try decode(photo)
            let size = "\(photo.size.width)x\(photo.size.height)"
            return photo.status.damage.map { "\(size) damaged: \($0.reason)" } ?? size
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
