internal import Imaging

/// A plane of a FITS picture, compressed or uncompressed.
///
/// The pyramid flips the plane, unless the header declares that the first row is the top row.
protocol FITSPlanePicture: AdjustablePicture {
    var image: FITSImage { get }

    /// Passes all samples to `body`, in runs within a row and in this machine's byte order.
    ///
    /// The pointer is `nil` if the samples are missing.
    func forEachRun(_ body: (_ count: Int, UnsafeRawPointer?) -> Void) throws(DecodingFailure)

    /// Returns finite values spread over the plane.
    func spacedValues() -> [Double]
}

extension FITSPlanePicture {
    var hasPositions: Bool { image.world != nil }

    /// Returns the conversion to pixels that shows the plane's range of values.
    func stretchedPixels() throws(DecodingFailure) -> FITSPixels {
        if image.isColour, image.dataType == .unsigned8 {
            return FITSPixels(image, from: 0, to: 255)
        }
        let samples = try samples()
        var range = ZScale.limits(of: samples)
        // With an empty range, a mask or a few stars on a constant background would be invisible.
        if range.lowerBound == range.upperBound, let lowest = samples.min(),
            let highest = samples.max()
        {
            range = lowest...highest
        }
        return FITSPixels(image, from: range.lowerBound, to: range.upperBound)
    }

    /// The maximum number of pixels of a plane whose range is computed from all samples.
    ///
    /// The range of a larger plane is estimated from samples spread over the plane.
    private static var sampledWhole: Int { 4 << 20 }

    /// Returns the values that `ZScale` needs, evenly spaced over the finite values.
    private func samples() throws(DecodingFailure) -> [Double] {
        let count = size.width.multipliedReportingOverflow(by: size.height)
        guard !count.overflow, count.partialValue <= Self.sampledWhole else {
            return spacedValues()
        }
        let pixels = FITSPixels(image, from: 0, to: 1)
        var known = 0
        try forEachRun { count, run in
            guard let run else { return }
            for index in 0..<count where pixels.value(index, of: run).isFinite { known += 1 }
        }
        let step = max(1, known / ZScale.sampleCount)
        var passed = 0
        var samples: [Double] = []
        try forEachRun { count, run in
            guard let run, samples.count < ZScale.sampleCount else { return }
            for index in 0..<count {
                let value = pixels.value(index, of: run)
                guard value.isFinite else { continue }
                if passed % step == 0 { samples.append(value) }
                passed += 1
            }
        }
        return Array(samples.prefix(ZScale.sampleCount))
    }
}
