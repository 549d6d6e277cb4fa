/// The numbers of the three bands of a file to show as red, green and blue; the first band is 1.
package struct BandChoice: Hashable, Sendable {
    package let red: Int
    package let green: Int
    package let blue: Int

    /// The bands that are shown until the user chooses others, as in QGIS.
    package static let first = BandChoice(red: 1, green: 2, blue: 3)
    /// The valid numbers of a band; no file has more bands.
    private static let numbers = 1...(1 << 20)
    private static let digitLimit = 7

    private init(red: Int, green: Int, blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Parses `4,3,2`; `nil` if the text is not a choice.
    package init?(_ text: some StringProtocol) {
        let words = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
        let numbers = words.compactMap { word in
            word.utf8.count <= Self.digitLimit
                && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
                ? Int(word) : nil  // Bounded: by the number of its digits.
        }
        guard words.count == 3, numbers.count == 3, numbers.allSatisfy(Self.numbers.contains) else {
            return nil
        }
        self.init(red: numbers[0], green: numbers[1], blue: numbers[2])
    }

    /// Creates the choice that three digits name, such as 432; `nil` if the number is not such a
    /// choice.
    package init?(digits: Int) {
        let digits = [digits / 100, digits / 10 % 10, digits % 10]
        guard digits.allSatisfy((1...9).contains) else { return nil }
        self.init(red: digits[0], green: digits[1], blue: digits[2])
    }

    package var text: String { "\(red),\(green),\(blue)" }
}

/// Three bands of a photo as one picture in colour.
package struct BandComposite: StreamingImageSource {
    /// The pictures to show as red, green and blue; each is gray.
    private let bands: [any ImageSource]

    /// Creates a composite; `nil` if the photo is an animation, has only one page or lacks one of
    /// the bands, or if the bands differ in size.
    package init?(_ photo: any ImageSource, _ choice: BandChoice) {
        let first = photo.pages.firstBand
        let pages = [choice.red, choice.green, choice.blue].map { first + $0 - 1 }
        guard photo.pages.animation == nil, photo.pages.count > 1,
            pages.allSatisfy({ $0 < photo.pages.count })
        else { return nil }
        self.init(pages.map { photo.page($0) })
    }

    private init?(_ bands: [any ImageSource]) {
        guard bands.allSatisfy({ $0.size == bands[0].size }) else { return nil }
        self.bands = bands
    }

    package var size: PixelSize { bands[0].size }
    package var coarsest: Reduction { bands[0].coarsest }
    package var isHighBitDepth: Bool { bands.allSatisfy(\.isHighBitDepth) }
    package var hasPositions: Bool { bands[0].hasPositions }

    /// The status of the first band that is not completely read, or otherwise of the first band.
    ///
    /// `damage` is the first damage of any band.
    package var status: ImageSourceStatus {
        let all = bands.map(\.status)
        var status = all.first { !$0.isRead } ?? all[0]
        status.damage = all.lazy.compactMap(\.damage).first
        return status
    }

    package func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        var regions: [RegionPixels] = []
        for band in bands { regions.append(try band.pixels(of: area, reducedBy: reduction)) }
        return Self.joined(regions)
    }

    /// Returns the samples of the three bands at a point.
    package func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        var samples: [PhotoSample] = []
        for band in bands { samples.append(try band.sample(at: point)) }
        let first = samples[0]
        return PhotoSample(
            values: samples.flatMap { $0.values.prefix(1) }, bits: first.bits,
            isConverted: first.isConverted, unit: first.unit, position: first.position)
    }

    package func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        var levelled: [any ImageSource] = []
        for band in bands {
            guard let band = try band.applying(curve) else { return nil }
            levelled.append(band)
        }
        return BandComposite(levelled)
    }

    private var streaming: [any StreamingImageSource] {
        bands.compactMap { $0 as? any StreamingImageSource }
    }

    package func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        streaming.allSatisfy { $0.isReady(area, reducedBy: reduction) }
    }

    package func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        let regions = streaming.compactMap { $0.preview(of: area, reducedBy: reduction) }
        return regions.count == bands.count ? Self.joined(regions) : nil
    }

    package func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        let waiting = streaming.first { !$0.isReady(area, reducedBy: reduction) }
        await waiting?.waitForMore(of: area, reducedBy: reduction)
    }

    /// Returns the first band's pixels with the other bands as green and blue.
    ///
    /// A pixel is transparent only if it is transparent in all bands. Hot: runs for each displayed
    /// pixel.
    private static func joined(_ regions: [RegionPixels]) -> RegionPixels {
        var pixels = regions[0].raster.pixels
        for channel in 1...2 {
            regions[channel].raster.pixels.withUnsafeBufferPointer { source in
                pixels.withUnsafeMutableBufferPointer { target in
                    for start in stride(from: 0, to: target.count, by: Raster.bytesPerPixel) {
                        target[start &+ channel] = source[start]
                        target[start &+ 3] = max(target[start &+ 3], source[start &+ 3])
                    }
                }
            }
        }
        let first = regions[0]
        return RegionPixels(
            photo: first.photo, reduction: first.reduction, area: first.area,
            raster: Raster(
                size: first.raster.size, pixels: pixels,
                isOpaque: regions.contains { $0.raster.isOpaque }))
    }
}
