internal import Imaging

/// A plane of a FITS picture, however it is stored.
///
/// The file's first row is the lowest one, unless its header says otherwise: the orientation of its pyramid
/// turns it.
protocol FITSPlanePicture: AdjustablePicture {
    var image: FITSImage { get }

    /// Lends all numbers of the plane, some neighbours of a row at a time, in this machine's byte order;
    /// `nil` for some that are missing.
    func forEachRun(_ body: (_ count: Int, UnsafeRawPointer?) -> Void) throws(DecodingFailure)

    /// Single values from all over the plane.
    func valuesHereAndThere() -> [Double]
}

extension FITSPlanePicture {
    /// Makes pixels of the values that the plane's range shows.
    func stretchedPixels() throws(DecodingFailure) -> FITSPixels {
        if image.isColour, image.numbers == .unsigned8 {
            return FITSPixels(image, from: 0, to: 255)
        }
        let samples = try samples()
        var range = ZScale.limits(of: samples)
        // Of a mask, or of few stars on a background of one value, nothing else would be seen.
        if range.lowerBound == range.upperBound, let lowest = samples.min(),
            let highest = samples.max()
        {
            range = lowest...highest
        }
        return FITSPixels(image, from: range.lowerBound, to: range.upperBound)
    }

    /// The range of a picture with at most this many samples comes from all of them, that of a larger one
    /// from some.
    private static var sampledWhole: Int { 4 << 20 }

    /// Some values of the plane: as many as the range is made from, evenly from all that are values.
    private func samples() throws(DecodingFailure) -> [Double] {
        let count = size.width.multipliedReportingOverflow(by: size.height)
        guard !count.overflow, count.partialValue <= Self.sampledWhole else {
            return valuesHereAndThere()
        }
        let pixels = FITSPixels(image, from: 0, to: 1)
        var known = 0
        try forEachRun { count, numbers in
            guard let numbers else { return }
            for index in 0..<count where pixels.value(index, of: numbers).isFinite { known += 1 }
        }
        let step = max(1, known / ZScale.sampleCount)
        var passed = 0
        var samples: [Double] = []
        try forEachRun { count, numbers in
            guard let numbers, samples.count < ZScale.sampleCount else { return }
            for index in 0..<count {
                let value = pixels.value(index, of: numbers)
                guard value.isFinite else { continue }
                if passed % step == 0 { samples.append(value) }
                passed += 1
            }
        }
        return Array(samples.prefix(ZScale.sampleCount))
    }
}
