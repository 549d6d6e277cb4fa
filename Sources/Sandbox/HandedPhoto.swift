/// A photo as a worker gets it: an open file, and whom to ask for what else it needs.
package struct HandedPhoto: Sendable {
    package let file: Descriptor
    package let byteCount: Int
    /// Whether an index of it may be kept from one visit to the next.
    package let isKept: Bool
    /// Whether its bytes are still being written.
    package let isArriving: Bool
    package let errands: PhotoErrands

    package init(
        _ file: Descriptor, byteCount: Int, isKept: Bool, isArriving: Bool = false,
        errands: PhotoErrands
    ) {
        self.isArriving = isArriving
        self.file = file
        self.byteCount = byteCount
        self.isKept = isKept
        self.errands = errands
    }

    /// Bytes that are coming from elsewhere; the errands tell how many are there.
    package init(_ bytes: ArrivingBytes, errands: PhotoErrands) {
        self.init(
            bytes.tray.file, byteCount: bytes.tray.byteCount, isKept: false, isArriving: true,
            errands: errands)
    }

    /// Bytes that came from elsewhere; nil where there is no memory to hand them over in.
    package init?(_ bytes: [UInt8], errands: PhotoErrands) {
        guard let tray = Tray(bytes) else { return nil }
        self.init(tray.file, byteCount: bytes.count, isKept: false, errands: errands)
    }
}
