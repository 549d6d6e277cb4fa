internal import Imaging

/// The mean of each block of a JPEG, component by component: an eighth of the photo without decoding it.
///
/// Of components with fewer samples there are fewer means. Unchecked: as `UnitIndex`, a single walk
/// writes rows of units before they are announced.
final class DCPlanes: @unchecked Sendable {
    struct Plane {
        let means: UnsafeMutablePointer<UInt8>
        /// Blocks across, whole units.
        let width: Int
        let height: Int
        let across: Int
        let down: Int
        fileprivate let quantum: Int32

        var bytes: UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: means, count: width * height)
        }

        /// Writes a block's mean, as libjpeg's smallest transform makes it of the first coefficient.
        @inline(__always)
        func write(_ coefficient: Int32, x: Int, y: Int) {
            let value = (coefficient &* quantum &+ 4) >> 3 &+ 128
            means[y &* width &+ x] = UInt8(truncatingIfNeeded: min(255, max(0, value)))
        }
    }

    /// Up to four, by component.
    let planes: [Plane]

    init(of scan: JPEGScan) {
        planes = scan.components.map { component in
            let width = scan.unitsAcross * component.across
            let height = scan.unitsDown * component.down
            let means = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
            means.initialize(repeating: 128, count: width * height)
            return Plane(
                means: means, width: width, height: height, across: component.across,
                down: component.down, quantum: component.quanta[0])
        }
    }

    deinit { for plane in planes { plane.means.deallocate() } }

    var byteCount: Int { planes.reduce(0) { $0 + $1.width * $1.height } }
}
