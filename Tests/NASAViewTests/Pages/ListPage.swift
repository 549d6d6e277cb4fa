import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols

/// A list as a screen would lay it out: three rows and a blank one for each photo.
struct ListPage {
    static let size = CellSize(columns: 40, rows: 12)

    let text: TextPage
    let pictures: [PagePicture]

    /// The photos from `first` on, as many as fit; the text begins a row higher for each of `offset`.
    init(first: Int, offset: Int = 0, selected: Int? = nil, isShort: Bool = false) {
        var text = TextPage(size: Self.size)
        var pictures: [PagePicture] = []
        for place in 0..<4 {
            let row = place * 4 - offset
            let photo = first + place
            guard row + 1 < Self.size.rows - 1 else { continue }
            let title: SafeText = isShort ? "P\(photo)" : "Photo \(photo) with a long title"
            text.put(
                title, row: row, column: 8, style: selected == photo ? .reversed : .strong)
            text.put("by somebody", row: row + 1, column: 8, style: .faint)
            text.put(". . .", row: row + 1, column: 1, style: .faint)
            guard row >= 0 else { continue }
            pictures.append(
                PagePicture(
                    .photo(.file(path: "\(photo)")), at: CellPosition(row: row, column: 0),
                    size: CellSize(columns: 6, rows: 3), .cover))
        }
        text.put("status", row: Self.size.rows - 1)
        self.text = text
        self.pictures = pictures
    }
}
