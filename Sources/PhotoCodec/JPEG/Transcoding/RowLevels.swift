/// An eighth of a JPEG out of rows of its coefficients.
struct RowLevels {
    private let blocks: [BlockLevels]
    private let planes: EighthPlanes
    private let scan: JPEGScan

    init(_ scan: JPEGScan, _ planes: EighthPlanes) {
        self.scan = scan
        self.planes = planes
        blocks = zip(scan.components, planes.shape.components).map { component, shape in
            BlockLevels(quanta: component.quanta, isHalved: shape.side == 2)
        }
    }

    /// Writes the samples of a row of units.
    func write(_ coefficients: CoefficientRow, row: Int) {
        let count = scan.unitsAcross * planes.shape.levelsPerUnit
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: count) { levels in
            guard let base = levels.baseAddress else { return }
            for component in blocks.indices { fill(base, with: coefficients, component) }
            let first = row * scan.unitsAcross
            planes.write(base, of: first..<(first + scan.unitsAcross), from: .zero)
        }
    }

    private func fill(
        _ levels: UnsafeMutablePointer<Int16>, with coefficients: CoefficientRow, _ component: Int
    ) {
        let part = coefficients.parts[component]
        let shape = planes.shape.components[component]
        let across = scan.components[component].across
        for y in 0..<part.height {
            for x in 0..<part.width {
                let corner = (y * shape.width + x % across) * shape.side
                let place =
                    levels + x / across * planes.shape.levelsPerUnit + shape.first + corner
                let four = blocks[component].levels(part.blocks + (y * part.width + x) * 64)
                place[0] = four[0]
                guard shape.side == 2 else { continue }
                place[1] = four[1]
                place[shape.width] = four[2]
                place[shape.width + 1] = four[3]
            }
        }
    }
}
