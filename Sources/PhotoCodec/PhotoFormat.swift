internal import Imaging

/// The kinds of pictures that can be decoded.
enum PhotoFormat: Sendable {
    case jpeg(JPEGDecoder)
    case png(PNGDecoder)

    var storedSize: PixelSize {
        switch self {
        case .jpeg(let decoder): decoder.header.frame.size
        case .png(let decoder): decoder.header.size
        }
    }

    var orientation: Orientation {
        switch self {
        case .jpeg(let decoder): decoder.header.orientation
        case .png(let decoder): decoder.header.orientation
        }
    }

    func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> DecodedPicture {
        switch self {
        case .jpeg(let decoder): try decoder.decode(reducedBy: reduction)
        case .png(let decoder): try decoder.decode(reducedBy: reduction)
        }
    }
}
