internal import PhotoCodec

extension Options {
    /// What photos that are looked at may use.
    var viewingMeans: DecodingMeans {
        memory.map { DecodingMeans(tileBytes: $0.bytes) } ?? DecodingMeans()
    }
}
