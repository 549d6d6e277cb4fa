internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The screen that frames are made for: true colours, 256 registers, a black ground.
struct BenchScreen: Sendable {
    let area: PictureArea
    let options: ImageOptions

    init(size: PixelSize, graphics: GraphicsProtocol) {
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = graphics
        overrides.colours = .trueColour
        let window = WindowSize(cells: CellSize(columns: 128, rows: 37), pixels: nil)
        let profile = TerminalProfile(
            TerminalCapabilities(), TerminalEnvironment([:]), window: window, overrides: overrides)
        options = ImageOptions(profile, glyphs: .half)
        area = PictureArea(origin: CellPosition(row: 0, column: 0), size: size)
    }

    func request(
        _ photo: PhotoReference, _ viewport: Viewport, _ quality: RenderQuality
    ) -> ImageRequest {
        ImageRequest(
            .photo(photo), version: viewport.photo,
            window: .part(viewport.window, at: viewport.target), size: area.size,
            options: options, quality: quality, drafts: .same)
    }

    /// The bytes that draw a picture, over another that is there.
    func bytes(of image: EncodedImage, over shown: BlockMosaic? = nil) -> [UInt8] {
        switch image {
        case .string(let bytes): return bytes
        case .cells(let mosaic):
            let origin = CellPosition(row: 0, column: 0)
            var output: [UInt8] = []
            if let shown {
                mosaic.append(
                    changesFrom: shown, at: origin, isWholeScreen: true, to: &output)
            } else {
                mosaic.append(at: origin, to: &output)
            }
            return output
        case .stored: preconditionFailure("sixel and blocks are measured")
        }
    }
}
