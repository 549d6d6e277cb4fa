package import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// What should be on the screen now.
package enum ScreenView: Hashable, Sendable {
    /// A photo, and the line below it.
    case photo(PhotoVersion, Viewport, status: SafeText)
    /// A page of text, and pictures on it: the text under a picture is seen until it has come.
    case page(TextPage, pictures: [PagePicture] = [])
    /// A page worth showing only if what it waits for takes longer than a blink.
    case waiting(TextPage, pictures: [PagePicture] = [])
}
