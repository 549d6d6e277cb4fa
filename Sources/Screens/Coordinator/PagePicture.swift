package import Imaging
package import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// A small picture on a page of text: what it shows, and the cells it has.
package struct PagePicture: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// A file of the library, fetched for this alone.
        case file(PhotoAddress)
        /// A photo that is opened as the viewer opens it.
        case photo(PhotoReference)
    }

    package enum Fitting: Hashable, Sendable {
        /// All of the cells are filled; what sticks out of them is cut off, evenly on both sides.
        case cover
        /// All of the photo is seen, in the middle of the cells.
        case whole
    }

    package let source: Source
    package let origin: CellPosition
    package let size: CellSize
    package let fitting: Fitting

    package init(_ source: Source, at origin: CellPosition, size: CellSize, _ fitting: Fitting) {
        self.source = source
        self.origin = origin
        self.size = size
        self.fitting = fitting
    }
}
