internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension PagePicture {
    /// A photo's small picture, and what stands in its place until it has come.
    ///
    /// - Returns: `nil` if there is none to be had: the mark stays.
    init?(
        preview source: Source?, at origin: CellPosition, _ size: CellSize,
        on page: inout TextPage
    ) {
        let mark: SafeText = "·"
        page.put(
            mark, row: origin.row + (size.rows - 1) / 2,
            column: origin.column + (size.columns - mark.width) / 2, style: .faint)
        guard let source else { return nil }
        self.init(source, at: origin, size: size, .cover)
    }
}
