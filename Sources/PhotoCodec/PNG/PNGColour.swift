internal import Imaging

/// The colours that chunks before a PNG's pixels declare (PNG specification, third edition, 4.3).
struct PNGColour {
    private let file: ByteReader
    private var codePoints: ByteReader?
    private var gamma: ByteReader?
    private var chromaticities: ByteReader?
    private var isSRGB = false

    /// Returns the description in the chunk of the highest priority: cICP, iCCP, gAMA with cHRM, or
    /// gAMA alone; `nil` for sRGB, or without such chunks.
    static func description(of source: UnsafeRawBufferPointer) -> ColourDescription? {
        let colour = PNGColour(ByteReader(bytes: source))
        if let space = colour.codedSpace { return .space(space) }
        if let profile = EmbeddedProfile.bytes(ofPNG: source) { return .profile(profile) }
        return colour.measuredSpace.map(ColourDescription.space)
    }

    private init(_ file: ByteReader) {
        self.file = file
        for chunk in PNGChunks(file) {
            let name = { (name: StaticString) in file.starts(with: name, at: chunk.offset + 4) }
            if name("IDAT") { return }
            let body = file.part(from: chunk.offset + 8, count: min(chunk.byteCount, 32))
            if name("cICP"), chunk.byteCount == 4 { codePoints = body }
            if name("gAMA"), chunk.byteCount == 4 { gamma = body }
            if name("cHRM"), chunk.byteCount == 32 { chromaticities = body }
            if name("sRGB") { isSRGB = true }
        }
    }

    /// The space that cICP declares (11.3.2.6); `nil` without cICP or for unsupported code points.
    private var codedSpace: RGBSpace? {
        // A third code point of 0 means that red, green and blue are stored unchanged.
        guard let points = codePoints, let primaries = points.byte(at: 0),
            let transfer = points.byte(at: 1), points.byte(at: 2) == 0,
            let isFull = points.byte(at: 3), isFull <= 1,
            var space = RGBSpace(primaries: primaries, transfer: transfer)
        else { return nil }
        space.isNarrow = isFull == 0
        return space
    }

    /// The space that gAMA declares, with the primaries of cHRM if they differ from those of sRGB.
    ///
    /// The value is `nil` with an sRGB chunk, without a valid gAMA, or if gAMA alone is near 1/2.2,
    /// as in files of sRGB.
    private var measuredSpace: RGBSpace? {
        guard !isSRGB, let exponent = gamma?.uint32(at: 0), Self.exponents.contains(exponent)
        else { return nil }
        let curve = TransferCurve.power(Self.unit / Double(exponent))
        if let primaries, !primaries.areSRGB {
            return RGBSpace(primaries: primaries, curve: curve)
        }
        guard !Self.screenExponents.contains(exponent) else { return nil }
        return RGBSpace(primaries: .sRGB, curve: curve)
    }

    private var primaries: ColourPrimaries? {
        guard let white = point(0), let red = point(1), let green = point(2), let blue = point(3)
        else { return nil }
        return ColourPrimaries(red: red, green: green, blue: blue, white: white)
    }

    private func point(_ number: Int) -> SIMD2<Double>? {
        guard let x = chromaticities?.uint32(at: number * 8),
            let y = chromaticities?.uint32(at: number * 8 + 4)
        else { return nil }
        return SIMD2(Double(x), Double(y)) / Self.unit
    }

    /// The integer that means 1 in cHRM and gAMA.
    private static let unit = 100_000.0
    /// The valid values of gAMA, from a tenth to 10.
    private static let exponents = 10_000...1_000_000
    /// The values of gAMA within 5 % of 1/2.2, the range in which libpng changes nothing.
    private static let screenExponents = 43_182...47_727
}
