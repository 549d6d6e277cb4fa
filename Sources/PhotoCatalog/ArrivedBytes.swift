/// Some bytes of a transfer, as they came.
package struct ArrivedBytes: Hashable, Sendable {
    package let bytes: [UInt8]
    /// Where they stand in the whole.
    package let offset: Int
    /// How many there will be; nil where the server did not say.
    package let total: Int?

    package init(_ bytes: [UInt8], at offset: Int, of total: Int?) {
        self.bytes = bytes
        self.offset = offset
        self.total = total
    }
}
