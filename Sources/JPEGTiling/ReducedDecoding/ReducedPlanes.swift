package import Imaging

/// A JPEG at 1/8 as one plane per component; the planes of subsampled components are smaller.
///
/// `@unchecked Sendable`: MCUs are written before their rows are announced, as in `MCUIndex`, and
/// no two threads write the same MCU.
package final class ReducedPlanes: @unchecked Sendable {
    struct Plane {
        let samples: UnsafeMutablePointer<UInt8>
        /// The plane's width in samples, rounded up to whole MCUs.
        let width: Int
        /// The plane's height in samples, rounded up to whole MCUs.
        let height: Int

        var bytes: UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: samples, count: width * height)
        }
    }

    let layout: ReducedLayout
    /// The planes of the components; there are up to four components.
    let planes: [Plane]
    private let colours: JPEGColourSpace
    private let mcusAcross: Int

    init(of scan: JPEGScan) {
        let (layout, frame) = (ReducedLayout(scan.frame), scan.frame)
        planes = layout.components.map { component in
            let width = frame.mcusAcross * component.width
            let height = frame.mcusDown * component.height
            let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
            samples.initialize(repeating: 128, count: width * height)
            return Plane(samples: samples, width: width, height: height)
        }
        self.layout = layout
        colours = scan.colours
        mcusAcross = frame.mcusAcross
    }

    deinit { for plane in planes { plane.samples.deallocate() } }
    /// True if the samples are identical to libjpeg's.
    package var isExact: Bool { layout.isExact }

    /// Fills `target` with an area of the picture at 1/8, four bytes per pixel; CMYK stays
    /// unchanged.
    package func write(_ area: PixelRect, to target: UnsafeMutableBufferPointer<UInt8>) {
        let across = layout.components.map(\.width).max() ?? 1
        let down = layout.components.map(\.height).max() ?? 1
        let columns = layout.components.map { component in
            (area.minX..<area.maxX).map { Int32($0 * component.width / across) }
        }
        for y in 0..<area.size.height {
            let start = y * area.size.width * Raster.bytesPerPixel
            let row = UnsafeMutableBufferPointer(
                rebasing: target[start..<(start + area.size.width * Raster.bytesPerPixel)])
            for (number, component) in layout.components.enumerated() {
                let plane = planes[number]
                let samples =
                    plane.samples + (y + area.minY) * component.height / down * plane.width
                columns[number].withUnsafeBufferPointer { columns in
                    Self.spread(samples, at: columns, into: row, number)
                }
            }
            colours.finish(row)
        }
    }

    /// Writes one component of a row of pixels; `columns` contains the index of each pixel's
    /// sample.
    ///
    /// Hot: runs once per sample of a coarse picture.
    private static func spread(
        _ samples: UnsafePointer<UInt8>, at columns: UnsafeBufferPointer<Int32>,
        into row: UnsafeMutableBufferPointer<UInt8>, _ component: Int
    ) {
        for x in 0..<columns.count { row[x &* 4 &+ component] = samples[Int(columns[x])] }
    }

    /// Writes the samples of the runs of one pass, on all cores.
    func write(_ runs: [MCURun], of scan: JPEGScan, concurrentPerform: JPEGInput.ConcurrentLoop) {
        concurrentPerform(runs.count) { number in
            let run = runs[number]
            var start = SIMD4<Int16>()
            for (index, coding) in scan.codings.enumerated() {
                start[index] = Int16(truncatingIfNeeded: run.predictors[index] &* coding.quanta[0])
            }
            write(run.levels, of: run.mcus, from: start)
        }
    }

    /// Writes the samples of consecutive MCUs.
    ///
    /// The levels are relative to `start`, which has one value per component.
    func write(_ levels: UnsafePointer<Int16>, of mcus: Range<Int>, from start: SIMD4<Int16>) {
        var first = mcus.lowerBound
        while first < mcus.upperBound {
            let row = first / mcusAcross
            let last = min(mcus.upperBound, (row + 1) * mcusAcross)
            let columns = (first - row * mcusAcross)..<(last - row * mcusAcross)
            let source = levels + (first - mcus.lowerBound) * layout.levelsPerMCU
            write(source, to: columns, of: row, from: start)
            first = last
        }
    }

    private func write(
        _ levels: UnsafePointer<Int16>, to columns: Range<Int>, of row: Int,
        from start: SIMD4<Int16>
    ) {
        for (index, component) in layout.components.enumerated() {
            let plane = planes[index]
            let target =
                plane.samples + row * component.height * plane.width
                + columns.lowerBound * component.width
            for y in 0..<component.height {
                let samples = LowFrequencySamples(
                    levels: levels + component.first + y * component.width,
                    stride: layout.levelsPerMCU, start: start[index],
                    isHalved: component.side == 2)
                samples.write(
                    to: target + y * plane.width, mcus: columns.count, width: component.width)
            }
        }
    }
}

/// The layout of an MCU's samples at 1/8, by libjpeg's rules.
///
/// A block becomes four samples if the MCU's number of blocks is an even multiple of the
/// component's in both directions; otherwise, a block becomes one sample.
struct ReducedLayout: Sendable {
    struct Component: Sendable {
        /// The width of an MCU in samples of this component.
        let width: Int
        /// The height of an MCU in samples of this component.
        let height: Int
        /// The side of a block in samples: 1 or 2.
        let side: Int
        /// The index of the component's first level in an MCU's levels.
        let first: Int
    }

    let components: [Component]
    let levelsPerMCU: Int
    /// True if libjpeg would not use a larger transform either, so that the samples are identical.
    let isExact: Bool

    /// Creates the layout of a frame; `largestSide` is 1 if AC coefficients are skipped in all
    /// blocks.
    init(_ frame: JPEGFrame, largestSide: Int = 2) {
        let mcu = PixelSize(width: frame.mcuSize.width / 8, height: frame.mcuSize.height / 8)
        let sides = frame.components.map { Self.side(of: $0, in: mcu) }
        var components: [Component] = []
        var first = 0
        for (component, side) in zip(frame.components, sides) {
            let side = min(largestSide, side)
            let (width, height) = (component.across * side, component.down * side)
            components.append(Component(width: width, height: height, side: side, first: first))
            first += width * height
        }
        self.components = components
        levelsPerMCU = first
        isExact = sides.allSatisfy { $0 <= largestSide }
    }

    /// Returns the side of a component's block in samples.
    ///
    /// The side is doubled while the samples of an MCU can be divided evenly.
    private static func side(of component: JPEGFrame.Component, in mcu: PixelSize) -> Int {
        var side = 1
        while side < 8, mcu.width.isMultiple(of: component.across * side * 2),
            mcu.height.isMultiple(of: component.down * side * 2)
        {
            side *= 2
        }
        return side
    }
}

/// The levels of one component for one row of samples in consecutive MCUs.
private struct LowFrequencySamples {
    /// The first level of the first MCU.
    let levels: UnsafePointer<Int16>
    /// The distance from an MCU's first level to the next MCU's first level.
    let stride: Int
    /// The value to which the levels are relative.
    let start: Int16
    let isHalved: Bool

    func write(to samples: UnsafeMutablePointer<UInt8>, mcus: Int, width: Int) {
        // libjpeg truncates to ten bits when it reduces a block to one pixel, which matters only
        // for damaged files.
        let cut: Int16 = isHalved ? 0 : 3
        if width == 2 {
            writePairs(to: samples, mcus: mcus, cut: cut)
        } else {
            writeAny(to: samples, mcus: mcus, width: width, cut: cut)
        }
    }

    /// Writes two samples for each MCU.
    ///
    /// Hot: runs for each row of samples of most photos.
    private func writePairs(to samples: UnsafeMutablePointer<UInt8>, mcus: Int, cut: Int16) {
        var level = levels
        for mcu in 0..<mcus {
            samples[mcu &* 2] = sample(level[0], cut)
            samples[mcu &* 2 &+ 1] = sample(level[1], cut)
            level += stride
        }
    }

    /// Writes `width` samples for each MCU.
    ///
    /// Hot: runs for each row of samples in photos with other subsampling.
    private func writeAny(
        to samples: UnsafeMutablePointer<UInt8>, mcus: Int, width: Int, cut: Int16
    ) {
        for mcu in 0..<mcus {
            for x in 0..<width {
                samples[mcu &* width &+ x] = sample(levels[mcu &* stride &+ x], cut)
            }
        }
    }

    @inline(__always)
    private func sample(_ level: Int16, _ cut: Int16) -> UInt8 {
        let eight = ((level &+ start &+ 4) &<< cut) &>> (cut &+ 3)
        return UInt8(truncatingIfNeeded: min(255, max(0, eight &+ 128)))
    }
}
