import Imaging
import TestSupport
import Testing

@testable import workbench

/// FLIP against the figures of its authors' own program (flip-evaluator 1.7, LDR, 67 pixels a degree).
struct FlipTests {
    private static let flatColours: [(from: [UInt8], to: [UInt8], difference: Double)] = [
        // By hand: HyAB of 100 to the power .7 is 25.12, the largest step 41.28;
        // .95 + .05 · (25.12 / 41.28 − .4) / .6 is .9674.
        (from: [0, 0, 0], to: [255, 255, 255], difference: 0.9674),
        (from: [0, 255, 0], to: [0, 0, 255], difference: 1),
        (from: [128, 128, 128], to: [138, 128, 128], difference: 0.1257),
        (from: [10, 20, 30], to: [12, 22, 32], difference: 0.0562),
        (from: [200, 100, 50], to: [200, 110, 50], difference: 0.1823),
    ]

    @Test(arguments: flatColours)
    func flatColoursDifferAsFarAsTheyLieApart(from: [UInt8], to: [UInt8], difference: Double) {
        let rasters = [from, to].map { colour in
            Raster(PixelSize(width: 8, height: 6)) { _, _ in (colour[0], colour[1], colour[2]) }
        }
        #expect(abs(Flip(of: rasters[1], to: rasters[0]).mean - difference) < 0.0005)
        #expect(Flip(of: rasters[0], to: rasters[0]).mean == 0)
    }

    enum Change: CaseIterable {
        case dots, coarse, chess, tint

        /// What the authors' program says of it.
        var difference: Double {
            switch self {
            case .dots: 0.0282
            case .coarse: 0.3641
            case .chess: 0.0358
            case .tint: 0.1084
            }
        }

        func code(_ code: Int, _ x: Int, _ y: Int) -> Int {
            switch self {
            case .dots: x % 16 == 8 && y % 16 == 8 ? 255 : code
            case .chess: max(0, code + ((x + y) % 2 == 0 ? 12 : -12))
            case .coarse, .tint: code
            }
        }
    }

    @Test(arguments: Change.allCases)
    func whatChangesInAPictureCountsAsInTheAuthorsProgram(change: Change) {
        let size = PixelSize(width: 48, height: 32)
        let photo = Raster(size) { x, y in (UInt8(x * 4), UInt8(y * 6), UInt8((x + y) * 2)) }
        let step = change == .coarse ? 8 : 1
        let reddening = change == .tint ? 9 : 0
        let changed = Raster(size) { x, y in
            let codes = [
                x / step * step * 4 + reddening, y / step * step * 6, (x + y) / step * step * 2,
            ]
            .map { UInt8(change.code($0, x, y)) }
            return (codes[0], codes[1], codes[2])
        }
        #expect(abs(Flip(of: changed, to: photo).mean - change.difference) < 0.0005)
    }
}
