internal import Dispatch
internal import Imaging

/// The pixels of an eighth of a JPEG, out of the levels that several walks have found.
struct EighthPicture: Sendable {
    let size: PixelSize
    let scan: JPEGScan
    let shape: EighthShape
    let stretches: [Stretch]
    let parts: [ScanPart]

    /// Units of one row that lie in one part.
    private struct Run {
        /// In the row, from its left.
        let columns: Range<Int>
        let levels: UnsafePointer<Int16>
        /// By component: what the levels are to be counted from.
        let start: SIMD4<Int16>
    }

    func raster() -> Raster {
        let byteCount = size.width * size.height * Raster.bytesPerPixel
        let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            let target = Target(pixels: UnsafeMutableBufferPointer(rebasing: buffer[..<byteCount]))
            let strips = parts.count
            DispatchQueue.concurrentPerform(iterations: strips) { strip in
                let first = scan.unitsDown * strip / strips
                fill(target.pixels, rows: first..<(scan.unitsDown * (strip + 1) / strips))
            }
            count = byteCount
        }
        return Raster(size: size, pixels: pixels)
    }

    /// Unchecked: each strip writes rows of its own.
    private struct Target: @unchecked Sendable {
        let pixels: UnsafeMutableBufferPointer<UInt8>
    }

    private func fill(_ target: UnsafeMutableBufferPointer<UInt8>, rows: Range<Int>) {
        let padded = scan.unitsAcross * shape.unit.width * Raster.bytesPerPixel
        let rowBytes = size.width * Raster.bytesPerPixel
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: padded) { line in
            for row in rows {
                let runs = runs(of: row)
                for y in 0..<shape.unit.height {
                    let place = row * shape.unit.height + y
                    guard place < size.height else { return }
                    for run in runs { spread(run, y: y, into: line) }
                    scan.colours.finish(line)
                    let pixels = target[(place * rowBytes)..<((place + 1) * rowBytes)]
                    _ = UnsafeMutableBufferPointer(rebasing: pixels)
                        .update(fromContentsOf: line[..<rowBytes])
                }
            }
        }
    }

    private func runs(of row: Int) -> [Run] {
        let units = (row * scan.unitsAcross)..<((row + 1) * scan.unitsAcross)
        return stretches.compactMap { stretch in
            let own = stretch.firstUnit..<(stretch.firstUnit + stretch.units.count)
            let common = own.clamped(to: units)
            guard !common.isEmpty else { return nil }
            let first = stretch.units.lowerBound + common.lowerBound - stretch.firstUnit
            var start = SIMD4<Int16>()
            for (index, component) in scan.components.enumerated() {
                start[index] = Int16(
                    truncatingIfNeeded: stretch.predictors[index] &* component.quanta[0])
            }
            return Run(
                columns: (common.lowerBound - units.lowerBound)..<(common.upperBound
                    - units.lowerBound),
                levels: parts[stretch.part].levels + first * shape.levelsPerUnit, start: start)
        }
    }

    private func spread(_ run: Run, y: Int, into line: UnsafeMutableBufferPointer<UInt8>) {
        for (index, component) in shape.components.enumerated() {
            let row = y * component.height / shape.unit.height
            let samples = LevelSamples(
                levels: run.levels + component.first + row * component.width,
                stride: shape.levelsPerUnit, start: run.start[index],
                isHalved: component.side == 2)
            let target = line.dropFirst(run.columns.lowerBound * shape.unit.width * 4 + index)
            samples.spread(
                over: UnsafeMutableBufferPointer(rebasing: target), units: run.columns.count,
                from: component.width, to: shape.unit.width)
        }
    }
}
