/// The ways a terminal can be told to show a picture.
package enum GraphicsProtocol: String, CaseIterable, Hashable, Sendable {
    case kitty
    case sixel
    case iTerm2 = "iterm2"
    case blocks

    /// Whether pictures are characters.
    package var isText: Bool { self == .blocks }
    /// Whether the terminal keeps pictures, and is told where to show which part of them.
    package var keepsPictures: Bool { self == .kitty }
    /// Whether pictures have few colours, which are chosen for each photo.
    package var hasPalette: Bool { self == .sixel }
}
