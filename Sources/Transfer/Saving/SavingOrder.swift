package import PhotoCatalog

/// Which file to save, where, and under which name.
package struct SavingOrder: Sendable {
    let address: PhotoAddress
    let folder: String
    /// Free of surprises; the ending may become another.
    let name: String
    /// The ending a file with these first bytes should have; nil where that is not known.
    let ending: @Sendable ([UInt8]) -> String?

    package init(
        _ address: PhotoAddress, into folder: String, as name: String,
        ending: @escaping @Sendable ([UInt8]) -> String?
    ) {
        self.address = address
        self.folder = folder.isEmpty ? "." : folder
        self.name = FileName.safe(name)
        self.ending = ending
    }
}
