internal import Synchronization

/// The register of each pixel, given what its neighbours missed.
final class DiffusionKernel {
    private let lookup: ColourLookup
    private let keys: ToneLookupKey
    private let table: UnsafeMutablePointer<ColourTable.Entry>
    private let red: UnsafeMutablePointer<UInt32>
    private let green: UnsafeMutablePointer<UInt32>
    private let blue: UnsafeMutablePointer<UInt32>
    /// The light of each register as the terminal shows it.
    private let shown: WorkingMemory<SIMD4<Float>>
    /// The light of each code of red, then of green, then of blue, each in its place of a vector.
    ///
    /// Vectors put together from single numbers were taken apart again by the compiler, and all that
    /// is done with them: 1.6 times slower.
    private let lights: WorkingMemory<SIMD4<Float>>
    private let strength: Float

    // Handing on all of an error gives dE .410, PSNR 38.3; .95 of it .405, 38.7; .9 .42, 39.0, but
    // with more banding (dE4 .25, against .24 for all).
    private static let strength: Float = 0.95

    /// An error is cut at this share of the pixel's own light.
    ///
    /// Without it a star's error, small beside the star, lights up the sky around it:
    /// hubble dE95 1.68, with it 1.30. Smaller shares leave less grain and more banding: .25 gives dE .363,
    /// dE4 .234, 40.6 dB where .5 gives .357, .214, 40.3; .12 .388, .273, 41.0.
    private static let share: Float = 0.5
    /// What an error may be at black: half a code.
    private static let floor: Float = 0.000_15

    init(_ shared: ColourTable) {
        let palette = shared.palette
        lookup = ColourLookup(shared)
        keys = ToneLookupKey(shared.levels)
        table = shared.entries
        (red, green, blue) = (keys.red.base, keys.green.base, keys.blue.base)
        lights = WorkingMemory(
            LinearLight.ofCode.map { SIMD4($0, 0, 0, 0) }
                + LinearLight.ofCode.map { SIMD4(0, $0, 0, 0) }
                + LinearLight.ofCode.map { SIMD4(0, 0, $0, 0) })
        shown = WorkingMemory(
            palette.colours.map { colour in
                SIMD4(
                    LinearLight.ofCode[Int(colour.red)], LinearLight.ofCode[Int(colour.green)],
                    LinearLight.ofCode[Int(colour.blue)], 0)
            })
        strength = palette.isExact ? 0 : Self.strength / 16
    }

    /// What the last three pixels of a row missed, the newest last.
    private struct QuantizationError {
        var older = SIMD4<Float>.zero
        var old = SIMD4<Float>.zero
        var new = SIMD4<Float>.zero

        @inline(__always)
        mutating func take(_ missed: SIMD4<Float>) {
            (older, old, new) = (old, new, missed)
        }

        /// What they hand down to the pixel under the middle one.
        @inline(__always)
        var down: SIMD4<Float> { older + old * 5 + new * 3 }
    }

    /// Hot: three rows at a time, each two pixels behind the one above it.
    ///
    /// A pixel must wait for its left neighbour; three rows keep the processor busy meanwhile
    /// (one row at a time took twice as long).
    func three(_ rows: DiffusionRows) {
        let (second, third) = (rows.row(1), rows.row(2))
        var above = QuantizationError()
        above.take(rows.above[1])
        var (top, middle, bottom) = (QuantizationError(), QuantizationError(), QuantizationError())
        for step in 0..<rows.width &+ 4 {
            let (x1, x2) = (step &- 2, step &- 4)
            if x2 >= 0 {
                bottom.take(choose(third, x2, down: middle.down, left: bottom.new))
                rows.above[x2 &+ 1] = bottom.new
            }
            if x1 >= 0 && x1 < rows.width {
                middle.take(choose(second, x1, down: top.down, left: middle.new))
            } else {
                middle.take(.zero)
            }
            if step < rows.width {
                above.take(rows.above[step &+ 2])
                top.take(choose(rows, step, down: above.down, left: top.new))
            } else {
                top.take(.zero)
            }
        }
    }

    /// One row, where less than three are left.
    func one(_ row: DiffusionRows) {
        var above = QuantizationError()
        above.take(row.above[1])
        var missed = SIMD4<Float>.zero
        for x in 0..<row.width {
            above.take(row.above[x &+ 2])
            missed = choose(row, x, down: above.down, left: missed)
            row.above[x &+ 1] = missed
        }
    }

    /// Writes one register; what it misses, in sixteenths.
    @inline(__always)
    private func choose(
        _ row: DiffusionRows, _ x: Int, down: SIMD4<Float>, left: SIMD4<Float>
    ) -> SIMD4<Float> {
        let pixel = row.pixels + x &* Raster.bytesPerPixel
        let light =
            lights.base[Int(pixel[0])] + lights.base[256 &+ Int(pixel[1])]
            + lights.base[512 &+ Int(pixel[2])]
        let most = light * Self.share + Self.floor
        var error = down + left * 7
        // Spelt so, each is one instruction; `clamped` and `pointwiseMin` are calls.
        error.replace(with: most, where: error .> most)
        error.replace(with: -most, where: error .< -most)
        let wanted = light + error
        let bits = unsafeBitCast(wanted + ToneLookupKey.offset, to: SIMD4<UInt32>.self)
        let step = (bits &>> ToneLookupKey.shift) &- ToneLookupKey.first
        let key = Int(red[Int(step.x)] | green[Int(step.y)] | blue[Int(step.z)])
        var register = table[key].load(ordering: .relaxed)
        if register == 0 { register = lookup.fill(around: key) }
        register &-= 1
        row.registers[x &* RegisterColumns.stride] = UInt8(truncatingIfNeeded: register)
        return (wanted - shown.base[Int(register)]) * strength
    }
}
