package import Files

/// A photo as a worker gets it: an open file, and whom to ask for what else it needs.
package struct HandedPhoto: Sendable {
    package let file: OpenFile
    /// Whether an index of it may be kept from one visit to the next.
    package let isKept: Bool
    /// Whether its bytes are still being written.
    package let isArriving: Bool
    package let errands: PhotoErrands

    package init(
        _ file: OpenFile, isKept: Bool = false, isArriving: Bool = false, errands: PhotoErrands
    ) {
        self.file = file
        self.isKept = isKept
        self.isArriving = isArriving
        self.errands = errands
    }

    /// The same when all of its bytes are there.
    var arrived: HandedPhoto { HandedPhoto(file, isKept: isKept, errands: errands) }
}
