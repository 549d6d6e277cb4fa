/// One file of a photo.
package struct PhotoAsset: Hashable, Sendable {
    package let size: AssetSize
    package let format: AssetFormat
    package let address: PhotoAddress
    /// Known where the item's links declare it.
    package let declared: DeclaredSize?

    /// Where the file is, as a person is told: of a collection its name.
    package var place: String { LibrarySite.collectionFile(at: address) ?? address.text }

    /// The asset at an address named `ID~SIZE.EXTENSION`; nil for any other file.
    ///
    /// Ids have dots and may have tildes, so the last of each counts.
    init?(at address: PhotoAddress, declared: DeclaredSize? = nil) {
        let name = address.fileName
        guard let tilde = name.lastIndex(of: "~"), let dot = name.lastIndex(of: "."), tilde < dot,
            let size = AssetSize(rawValue: name[name.index(after: tilde)..<dot].lowercased())
        else { return nil }
        self.size = size
        format = AssetFormat(extension: name[name.index(after: dot)...])
        self.address = address
        self.declared = declared
    }
}
