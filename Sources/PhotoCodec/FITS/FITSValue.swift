internal import Imaging

extension FITSImage {
    /// Returns a sample from its stored number, in this machine's byte order.
    ///
    /// `point` is the position of the pixel in the file.
    func sample(
        of number: UnsafeRawPointer, at point: PixelPoint, isConverted: Bool
    ) -> PhotoSample {
        PhotoSample(
            values: [value(of: number)], bits: dataType.byteCount * 8, isConverted: isConverted,
            unit: unit, position: world?.position(x: Double(point.x) + 1, y: Double(point.y) + 1))
    }

    /// Returns the value of a stored number, in the precision of the file.
    func value(of number: UnsafeRawPointer) -> SampleValue {
        switch dataType {
        case .unsigned8: value(ofInteger: Int(number.loadUnaligned(as: UInt8.self)))
        case .signed16: value(ofInteger: Int(number.loadUnaligned(as: Int16.self)))
        case .signed32: value(ofInteger: Int(number.loadUnaligned(as: Int32.self)))
        case .signed64: value(ofInteger: Int(number.loadUnaligned(as: Int64.self)))
        case .unsigned64: value(ofUnsigned: number.loadUnaligned(as: UInt64.self))
        case .float: value(of: number.loadUnaligned(as: Float.self))
        case .double: SampleValue(number.loadUnaligned(as: Double.self) * scale + zero)
        }
    }

    /// Returns the value of a stored integer, as an integer if scale and zero are integers.
    ///
    /// The value is a floating-point number if the integer would overflow. Unsigned samples are
    /// stored as signed integers with an integer zero.
    private func value(ofInteger number: Int) -> SampleValue {
        guard number != blank else { return .missing }
        if let scale = Int(exactly: scale), let zero = Int(exactly: zero) {
            let (product, isLarge) = number.multipliedReportingOverflow(by: scale)
            let (sum, isLarger) = product.addingReportingOverflow(zero)
            if !isLarge, !isLarger { return .integer(sum) }
        }
        let value = Double(number) * scale + zero
        // A 16-bit number times a scale has no more digits than single precision.
        return dataType.byteCount <= 2 ? SampleValue(Float(value)) : SampleValue(value)
    }

    private func value(ofUnsigned bits: UInt64) -> SampleValue {
        Int(bitPattern: UInt(bits)) == blank ? .missing : SampleValue(bits ^ 1 << 63)
    }

    private func value(of number: Float) -> SampleValue {
        scale == 1 && zero == 0
            ? SampleValue(number) : SampleValue(Float(Double(number) * scale + zero))
    }
}
