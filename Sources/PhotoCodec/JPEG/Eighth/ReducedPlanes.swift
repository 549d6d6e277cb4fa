internal import Imaging

/// An eighth of a JPEG, component by component.
///
/// Of components with fewer samples there are fewer here too. Unchecked: as `MCUIndex`, units are
/// written before their rows are announced, and no unit by two threads.
final class ReducedPlanes: @unchecked Sendable {
    struct Plane {
        let samples: UnsafeMutablePointer<UInt8>
        /// Whole units.
        let width: Int
        let height: Int
        /// Samples of a unit.
        let across: Int
        let down: Int

        var bytes: UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: samples, count: width * height)
        }
    }

    let shape: ReducedFrame
    /// Up to four, by component.
    let planes: [Plane]
    private let unitsAcross: Int

    init(of scan: JPEGScan) {
        let shape = ReducedFrame(scan)
        planes = shape.components.map { component in
            let width = scan.unitsAcross * component.width
            let height = scan.unitsDown * component.height
            let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
            samples.initialize(repeating: 128, count: width * height)
            return Plane(
                samples: samples, width: width, height: height, across: component.width,
                down: component.height)
        }
        self.shape = shape
        unitsAcross = scan.unitsAcross
    }

    deinit { for plane in planes { plane.samples.deallocate() } }

    var byteCount: Int { planes.reduce(0) { $0 + $1.width * $1.height } }

    /// Writes the samples of what was found, on all cores.
    func write(_ stretches: [MCURun], of scan: JPEGScan) {
        WorkThread.concurrentPerform(iterations: stretches.count) { number in
            let stretch = stretches[number]
            var start = SIMD4<Int16>()
            for (index, component) in scan.components.enumerated() {
                start[index] = Int16(
                    truncatingIfNeeded: stretch.predictors[index] &* component.quanta[0])
            }
            write(stretch.levels, of: stretch.units, from: start)
        }
    }

    /// Writes the samples of units that follow each other in the scan.
    ///
    /// - Parameters:
    ///   - levels: those of a unit, then those of the next.
    ///   - units: their numbers in the scan.
    ///   - start: what the levels of each component are to be counted from.
    func write(_ levels: UnsafePointer<Int16>, of units: Range<Int>, from start: SIMD4<Int16>) {
        var first = units.lowerBound
        while first < units.upperBound {
            let row = first / unitsAcross
            let last = min(units.upperBound, (row + 1) * unitsAcross)
            let columns = (first - row * unitsAcross)..<(last - row * unitsAcross)
            let source = levels + (first - units.lowerBound) * shape.levelsPerUnit
            write(source, to: columns, of: row, from: start)
            first = last
        }
    }

    private func write(
        _ levels: UnsafePointer<Int16>, to columns: Range<Int>, of row: Int,
        from start: SIMD4<Int16>
    ) {
        for (index, component) in shape.components.enumerated() {
            let plane = planes[index]
            let target =
                plane.samples + row * component.height * plane.width
                + columns.lowerBound * component.width
            for y in 0..<component.height {
                let samples = LowFrequencySamples(
                    levels: levels + component.first + y * component.width,
                    stride: shape.levelsPerUnit, start: start[index], isHalved: component.side == 2)
                samples.write(
                    to: target + y * plane.width, units: columns.count, width: component.width)
            }
        }
    }
}
