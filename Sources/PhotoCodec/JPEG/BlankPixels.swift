/// The opaque gray that stands where a JPEG has no pixels, the same that libjpeg starts from.
enum BlankPixels {
    private static let gray: UInt32 = UInt32(littleEndian: 0xFF80_8080)

    static func fill(_ target: UnsafeMutableBufferPointer<UInt8>) {
        target.withMemoryRebound(to: UInt32.self) { $0.update(repeating: gray) }
    }

    static func areAll(of target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        target.withMemoryRebound(to: UInt32.self) { $0.allSatisfy { $0 == gray } }
    }
}
