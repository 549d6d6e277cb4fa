internal import Imaging

extension TIFFPicture {
    /// The approximate number of samples from which a picture's range is estimated.
    private static let sampledCount = 1 << 18
    private static let sampledBlocks = 16
    /// The maximum number of bytes of decompressed blocks; 16 of the largest blocks have 2 GB.
    private static let sampledBytes = 256 << 20
    private static let sampledRows = 64

    /// Returns samples spread over the picture or, if blocks are large, samples of its first rows.
    ///
    /// The result is empty if the range of the samples is known.
    func sampledValues() throws(DecodingFailure) -> [Float] {
        guard let kind = layout.samples.measuredKind else { return [] }
        let blocks = layout.blocks
        let isSmall =
            blocks.block.width * blocks.block.height <= DecodingLimits.tiffBlockPixels
            && blocks.blockBytes <= DecodingLimits.tiffBlockBytes / layout.samples.planes.count
        guard isSmall else { return try valuesOfFirstRows(kind) }
        let count = blocks.columns * blocks.rows
        let taken = min(count, Self.sampledBlocks, max(1, Self.sampledBytes / blocks.blockBytes))
        var values: [Float] = []
        for sample in 0..<taken {
            let block = count * sample / taken
            let (column, row) = (block % blocks.columns, block / blocks.columns)
            let size = blocks.area(column: column, row: row).size
            let step = max(1, size.width * size.height * taken / Self.sampledCount)
            // Damage is reported when the block is decoded for the screen.
            try? withSamples(column, row) { found in
                for pixel in stride(from: 0, to: size.width * size.height, by: step) {
                    let start = found.row(pixel / size.width, plane: 0)
                    if let number = number(kind, pixel % size.width, of: start) {
                        values.append(number)
                    }
                }
            }
        }
        return values
    }

    /// Returns the first sample of a pixel in a row; `nil` if the sample means "no value".
    private func number(
        _ kind: SampleFormat, _ column: Int, of row: UnsafeRawPointer
    ) -> Float? {
        let samples = layout.samples
        let first = samples.isPlanar ? 0 : samples.firstSample
        let number = kind.loadDouble(column * samples.step + first, from: row)
        return number == layout.noValue ? nil : Float(number)
    }

    private func valuesOfFirstRows(_ kind: SampleFormat) throws(DecodingFailure) -> [Float] {
        let reader = try TIFFRowReader(self)
        let step = max(1, size.width * Self.sampledRows / Self.sampledCount)
        var values: [Float] = []
        for _ in 0..<min(size.height, Self.sampledRows) {
            guard let row = reader.readSamples() else { break }
            for column in stride(from: 0, to: size.width, by: step) {
                if let number = number(kind, column, of: row) { values.append(number) }
            }
        }
        return values
    }

    /// The highest sample of cameras and instruments that store 10 to 14 bits in 16 bits.
    private static let mostOfFewBits: Float = 16383

    /// Returns a curve that stretches 16-bit samples of at most 14 bits.
    ///
    /// Without the curve, the picture would be nearly black: white of 12 bits would be code 16 of
    /// 255. The result is `nil` if samples use more bits, or all samples are 0.
    func curveOfFewBits() throws(DecodingFailure) -> ToneCurve? {
        let values = try sampledValues()
        guard let highest = values.max(), highest > 0, highest <= Self.mostOfFewBits else {
            return nil
        }
        return IntensityRange(of: values).curve
    }
}

extension TIFFSampleFormat {
    /// The format in which samples are read to find their range; `nil` if the range is known.
    fileprivate var measuredKind: SampleFormat? {
        switch dataType {
        case .measured(let kind): kind
        case .codes(bits: 16): .unsigned16
        case .codes: nil
        }
    }
}
