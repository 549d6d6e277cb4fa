/// How the samples of one pixel lie in the rows that a writer takes: 8 bits each, sRGB.
package enum PixelLayout: Hashable, Sendable {
    case gray
    case rgb
    /// Alpha is straight, not multiplied in.
    case rgba

    package var bytesPerPixel: Int {
        switch self {
        case .gray: 1
        case .rgb: 3
        case .rgba: 4
        }
    }
}
