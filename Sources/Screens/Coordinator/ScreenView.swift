package import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// What should be on the screen now.
package enum ScreenView: Hashable, Sendable {
    /// A photo, and the line below it.
    case photo(PhotoVersion, Viewport, status: SafeText)
    case page(TextPage)
    /// A page worth showing only if what it waits for takes longer than a blink.
    case waiting(TextPage)
}
