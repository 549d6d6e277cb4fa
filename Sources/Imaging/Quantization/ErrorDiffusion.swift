internal import Synchronization

/// Floyd–Steinberg dithering to the registers of a palette.
///
/// Errors are diffused in linear light, because the eye averages light. Bands must be dithered in
/// order, because the errors of a band's last row affect the next band.
package final class ErrorDiffusion {
    private let kernel: DiffusionKernel
    /// The errors of the last row; the first entry is for the position left of the first pixel.
    private var above = WorkingMemory<SIMD4<Float>>(zeros: 2)

    package init(_ table: ColourTable) { kernel = DiffusionKernel(table) }

    /// Starts a picture of this width, without errors of earlier rows.
    package func begin(width: Int) {
        if above.count != width + 2 { above = WorkingMemory(zeros: width + 2) }
        above.clear()
    }

    /// Writes the registers of `rows` of `raster` to `columns`, in the layout of `RegisterColumns`.
    package func quantise(
        _ rows: Range<Int>, of raster: Raster,
        into columns: UnsafeMutablePointer<RegisterColumns.Register>
    ) {
        let width = raster.size.width
        raster.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            var row = rows.lowerBound
            while row < rows.upperBound {
                let count = min(DiffusionRows.most, rows.upperBound - row)
                let errors = DiffusionRows(
                    pixels: pixels + row * width * Raster.bytesPerPixel,
                    registers: columns + (row - rows.lowerBound), above: above.base, width: width)
                if count == DiffusionRows.most {
                    kernel.six(errors)
                } else {
                    for single in 0..<count { kernel.one(errors.row(single)) }
                }
                row += count
            }
        }
    }
}

/// Pointers to rows that are dithered together.
private struct DiffusionRows {
    let pixels: UnsafePointer<UInt8>
    /// A pointer to the first row's registers; the registers of each following row start one
    /// element later.
    let registers: UnsafeMutablePointer<RegisterColumns.Register>
    /// The errors of the row above the first row; after dithering, the errors of the last row.
    ///
    /// The first entry is for the position left of the row's first pixel.
    let above: UnsafeMutablePointer<SIMD4<Float>>
    let width: Int

    static let most = 6

    func row(_ row: Int) -> DiffusionRows {
        DiffusionRows(
            pixels: pixels + row * width * Raster.bytesPerPixel, registers: registers + row,
            above: above, width: width)
    }
}

/// The core of the dithering, which chooses a register from a pixel's colour and its neighbours'
/// errors.
private final class DiffusionKernel {
    private let lookup: ColourLookup
    private let keys: ToneLookupKey
    /// The linear light of each register's colour as the terminal shows it.
    private let shown: WorkingMemory<SIMD4<Float>>
    /// The light of each code of red, then green, then blue; each channel has its own lane of a
    /// vector.
    ///
    /// With vectors assembled from scalars, the compiler split all later operations, which took 1.6
    /// times as long.
    private let lights: WorkingMemory<SIMD4<Float>>
    private let tables: Tables

    // The diffused share of an error. A share of 1 gives a colour error of dE .410 and PSNR 38.3;
    // .95 gives .405 and 38.7; .9 gives .42 and 39.0, but more banding (.25 instead of .24; banding
    // is dE after a blur of 4 pixels).
    private static let strength: Float = 0.95

    /// The limit of an error, as a share of the pixel's own light.
    ///
    /// Without a limit, a star's error brightens the sky around the star: the 95th percentile of dE
    /// in a Hubble photo was 1.68, but 1.30 with the limit. Smaller limits give less grain but more
    /// banding: dE .357, banding .214 and 40.3 dB with .5; .363, .234 and 40.6 with .25; .388, .273
    /// and 41.0 with .12.
    private static let share: Float = 0.5
    /// The limit of an error at black, in linear light: half a code.
    private static let floor: Float = 0.000_15

    init(_ shared: ColourTable) {
        let palette = shared.palette
        lookup = ColourLookup(shared)
        keys = ToneLookupKey(shared.levels)
        lights = WorkingMemory(
            LinearLight.ofCode.map { SIMD4($0, 0, 0, 0) }
                + LinearLight.ofCode.map { SIMD4(0, $0, 0, 0) }
                + LinearLight.ofCode.map { SIMD4(0, 0, $0, 0) })
        shown = WorkingMemory(palette.colours.map(\.light))
        tables = Tables(
            table: shared.entries, keys: keys.all.base, lights: lights.base, shown: shown.base,
            strength: SIMD4(repeating: palette.isExact ? 0 : Self.strength / 16))
    }

    /// Local pointers to the lookup tables, which a loop keeps in processor registers.
    ///
    /// The kernel's properties would be read again for each pixel.
    private struct Tables {
        let table: UnsafeMutablePointer<ColourTable.Entry>
        let keys: UnsafeMutablePointer<UInt32>
        let lights: UnsafeMutablePointer<SIMD4<Float>>
        let shown: UnsafeMutablePointer<SIMD4<Float>>
        /// A sixteenth of the diffused share of an error.
        let strength: SIMD4<Float>
    }

    /// The errors of three neighbouring pixels of a row, the rightmost last.
    private struct QuantizationError {
        var older = SIMD4<Float>.zero
        var old = SIMD4<Float>.zero
        var new = SIMD4<Float>.zero

        @inline(__always)
        mutating func push(_ error: SIMD4<Float>) {
            (older, old, new) = (old, new, error)
        }

        /// The weighted sum of the errors for the pixel below the middle pixel.
        @inline(__always)
        var down: SIMD4<Float> { older + old * 5 + new * 3 }
    }

    /// Dithers six rows at a time, each two pixels behind the row above it.
    ///
    /// Hot: runs for each pixel. A pixel depends on its left neighbour, so several rows keep the
    /// processor busy: three rows at a time take 1.2 times as long, single rows more than twice as
    /// long.
    func six(_ rows: DiffusionRows) {
        let tables = tables
        var above = QuantizationError()
        above.push(rows.above[1])
        var (first, second, third) = (QuantizationError(), QuantizationError(), QuantizationError())
        var (fourth, fifth, sixth) = (QuantizationError(), QuantizationError(), QuantizationError())
        for step in 0..<rows.width &+ 10 {
            advance(rows, 5, step, under: fifth, by: tables, &sixth)
            if step >= 10 { rows.above[step &- 9] = sixth.new }
            advance(rows, 4, step, under: fourth, by: tables, &fifth)
            advance(rows, 3, step, under: third, by: tables, &fourth)
            advance(rows, 2, step, under: second, by: tables, &third)
            advance(rows, 1, step, under: first, by: tables, &second)
            if step < rows.width { above.push(rows.above[step &+ 2]) }
            advance(rows, 0, step, under: above, by: tables, &first)
        }
    }

    @inline(__always)
    private func advance(
        _ rows: DiffusionRows, _ row: Int, _ step: Int, under above: QuantizationError,
        by tables: Tables, _ error: inout QuantizationError
    ) {
        let x = step &- 2 &* row
        if x >= 0 && x < rows.width {
            error.push(choose(rows.row(row), x, down: above.down, left: error.new, by: tables))
        } else {
            error.push(.zero)
        }
    }

    /// Dithers a single row, for pictures or bands with fewer than six remaining rows.
    func one(_ row: DiffusionRows) {
        var above = QuantizationError()
        above.push(row.above[1])
        var left = SIMD4<Float>.zero
        for x in 0..<row.width {
            above.push(row.above[x &+ 2])
            left = choose(row, x, down: above.down, left: left, by: tables)
            row.above[x &+ 1] = left
        }
    }

    /// Writes one pixel's register and returns the pixel's error, in sixteenths.
    @inline(__always)
    private func choose(
        _ row: DiffusionRows, _ x: Int, down: SIMD4<Float>, left: SIMD4<Float>, by tables: Tables
    ) -> SIMD4<Float> {
        let pixel = row.pixels + x &* Raster.bytesPerPixel
        let light =
            tables.lights[Int(pixel[0])] + tables.lights[256 &+ Int(pixel[1])]
            + tables.lights[512 &+ Int(pixel[2])]
        let most = light * Self.share + Self.floor
        var error = down + left * 7
        // Each `replace` is one instruction; `clamped` and `pointwiseMin` would be function calls.
        error.replace(with: most, where: error .> most)
        error.replace(with: -most, where: error .< -most)
        let wanted = light + error
        let bits = unsafeBitCast(wanted + ToneLookupKey.offset, to: SIMD4<UInt32>.self)
        let steps = unsafeBitCast(bits &>> ToneLookupKey.shift, to: SIMD2<UInt64>.self)
        let key = ToneLookupKey.key(steps.x, steps.y, in: tables.keys)
        var register = tables.table[key].load(ordering: .relaxed)
        if register == 0 { register = lookup.fill(around: key) }
        register &-= 1
        row.registers[x &* RegisterColumns.stride] = register
        return (wanted - tables.shown[Int(register)]) * tables.strength
    }
}

/// Tables that convert a channel's linear light to the channel's part of a lookup key.
///
/// The tables are indexed by the upper bits of the light's Float. The exponent and leading digits
/// of a Float form a scale that is perceptually nearly as even as sRGB codes and needs only one
/// shift.
private final class ToneLookupKey {
    /// The tables of red, green and blue, one after another.
    let all: WorkingMemory<UInt32>

    /// The offset added to linear light so that the scale starts at black; less than the linear
    /// light of code 1.
    static let offset: Float = 1.0 / 4096
    /// The number of dropped low bits of the Float; eight bits of the fraction remain.
    static let shift: UInt32 = 15
    /// The scale's first step: a quarter of the offset, because errors can be negative at black.
    static let first = (offset / 4).bitPattern >> shift
    /// The number of steps of the scale up to a light of 2; the light of a white pixel and the
    /// pixel's error together reach 1.5.
    private static let count = Int((2 + offset).bitPattern >> shift - first) + 1

    init(_ levels: ColourLevels) {
        let codes = (0..<Self.count).map { Self.code(of: UInt32($0)) }
        all = WorkingMemory(
            [levels.red, levels.green, levels.blue].flatMap { axis in codes.map { axis.keys[$0] } })
    }

    /// Returns the lookup key for a step of the scale in each channel.
    ///
    /// The lower half of `redGreen` is the step of red, the upper half that of green. If each step
    /// were extracted from a vector, the compiler would compute one step separately.
    @inline(__always)
    static func key(
        _ redGreen: UInt64, _ blue: UInt64, in all: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let first = Int(Self.first)
        return Int(
            all[Int(redGreen & 0xFFFF_FFFF) &- first]
                | all[Int(redGreen >> 32) &- first &+ count]
                | all[Int(blue & 0xFFFF_FFFF) &- first &+ 2 &* count])
    }

    private static func code(of step: UInt32) -> Int {
        let bits = (step + first) << shift | 1 << (shift - 1)
        let light = Float(bitPattern: bits) - offset
        let index = (min(max(light, 0), 1) * Float(LinearLight.steps)).rounded()
        return Int(LinearLight.codeOfStep[Int(index)])
    }
}
