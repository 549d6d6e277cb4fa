internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

extension PagePicture {
    /// A photo's small picture, and what stands in its place until it has come.
    ///
    /// - Returns: nil where the library has none: the mark stays.
    init?(
        preview photo: Photo, at origin: CellPosition, _ size: CellSize, on page: inout TextPage
    ) {
        let mark: SafeText = "·"
        page.put(
            mark, row: origin.row + (size.rows - 1) / 2,
            column: origin.column + (size.columns - mark.width) / 2, style: .faint)
        guard let link = photo.preview ?? photo.links.first else { return nil }
        self.init(.file(link.address), at: origin, size: size, .cover)
    }
}
