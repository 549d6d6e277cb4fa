internal import Imaging
internal import Localization
internal import TerminalProtocols

extension ScreenView {
    /// The same with left and right exchanged: for languages whose lines begin on the right.
    var mirrored: ScreenView {
        switch self {
        // A photo is not mirrored; its status line is made for its direction.
        case .photo: self
        case .page(let text, let pictures):
            .page(text.mirrored, pictures: pictures.map { $0.mirrored(in: text.size) })
        case .waiting(let text, let pictures):
            .waiting(text.mirrored, pictures: pictures.map { $0.mirrored(in: text.size) })
        }
    }
}

extension PagePicture {
    fileprivate func mirrored(in page: CellSize) -> PagePicture {
        let column = page.columns - origin.column - size.columns
        return PagePicture(
            source, at: CellPosition(row: origin.row, column: column), size: size, fitting)
    }
}

extension CellPosition {
    /// The place that a mirrored page shows here.
    func mirrored(in page: CellSize) -> CellPosition {
        CellPosition(row: row, column: page.columns - 1 - column)
    }
}
