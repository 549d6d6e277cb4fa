internal import Imaging

/// The views that are measured: the two that `z` goes between.
enum BenchView: String, CaseIterable {
    case fit, original

    func viewport(of photo: PixelSize, on screen: PixelSize) -> Viewport {
        var viewport = Viewport(photo: photo, screen: screen)
        if self == .original { viewport.move(.original) }
        return viewport
    }

    /// The pixels across that the program asks for to show this view.
    func width(on screen: PixelSize) -> Int? {
        switch self {
        case .fit: screen.width
        case .original: nil
        }
    }
}
