internal import Imaging
internal import TerminalProtocols

extension ScreenView {
    /// Without the pictures that a small window has no room for: drawn over its edge they would scroll it.
    var withPicturesThatFit: ScreenView {
        switch self {
        case .photo: self
        case .page(let text, let pictures):
            .page(text, pictures: pictures.filter { $0.fits(in: text.size) })
        case .waiting(let text, let pictures):
            .waiting(text, pictures: pictures.filter { $0.fits(in: text.size) })
        }
    }
}

extension PagePicture {
    fileprivate func fits(in page: CellSize) -> Bool {
        size.rows > 0 && size.columns > 0 && origin.row >= 0 && origin.column >= 0
            && origin.row + size.rows <= page.rows && origin.column + size.columns <= page.columns
    }
}
