package import Imaging
package import TerminalProtocols

/// The room there is: cells for text, and the part of them that pictures may use.
package struct ScreenSize: Hashable, Sendable {
    package let cells: CellSize
    /// Nil where there is no room for a picture.
    package let picture: PictureArea?

    package init(cells: CellSize, picture: PictureArea?) {
        self.cells = cells
        self.picture = picture
    }
}
