package import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// A small picture on a page of text: what it shows, and the cells it has.
package struct PagePicture: Hashable, Sendable {
    package typealias Source = ImageSubject
    package typealias Fitting = ImageFitting

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
