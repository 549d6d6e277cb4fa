internal import Imaging

/// An OpenEXR as a photo; the pages are the colours, luminances and measures of the parts.
enum EXRFile {
    static func open(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> any ImageSource {
        let reader = try EXRReader(bytes)
        let pictures = try pictures(of: reader)
        let sizes = pictures.map {
            options.pixelShape.size(of: $0.part.size, $0.part.shape) ?? $0.part.size
        }
        return try MultipartPhoto.source(PageSet(sizes: sizes)) { number throws(DecodingFailure) in
            let (part, layer) = pictures[number]
            let picture = EXRPicture(layer, of: part, in: reader)
            let photo = try HighBitDepthPhoto(hasHighRange: picture.hasHighRange) { tone in
                pyramid(picture, tone).source(within: options)
            }
            return options.shaped(photo, part.shape)
        }
    }

    /// Returns the pictures of all parts.
    ///
    /// - Throws: if no part has a picture, the first failure, or `.unsupported` without a failure.
    private static func pictures(
        of reader: EXRReader
    ) throws(DecodingFailure) -> [(part: EXRPart, layer: EXRLayer)] {
        var pictures: [(part: EXRPart, layer: EXRLayer)] = []
        var failure: DecodingFailure?
        for number in 0..<reader.partCount {
            do throws(DecodingFailure) {
                guard let part = try EXRPart(number, of: reader) else { continue }
                pictures += EXRLayer.all(of: part).map { (part, $0) }
            } catch {
                failure = failure ?? error
            }
        }
        guard !pictures.isEmpty else { throw failure ?? .unsupported(kind: .unsupported(.deepEXR)) }
        return Array(pictures.prefix(DecodingLimits.exrChannels))
    }

    private static func pyramid(_ picture: EXRPicture, _ tone: ToneCurve?) -> PicturePyramid {
        var pyramid = PicturePyramid(
            main: picture.through(tone), isGray: picture.isGray, sampleReader: picture)
        for reduction in Reduction.ofFiles where reduction != .none {
            pyramid.copies[reduction] = picture.reduced(by: reduction)?.through(tone)
        }
        pyramid.prefersCopies = pyramid.copies.allSatisfy {
            $0.value.size == picture.size.reduced(by: $0.key)
        }
        return pyramid
    }
}
