internal import PhotoCodec

extension Options {
    /// What photos that are looked at may use.
    var viewingMeans: DecodingOptions {
        memory.map { DecodingOptions(tileBytes: $0.bytes) } ?? DecodingOptions()
    }
}
