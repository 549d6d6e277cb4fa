/// The ways a terminal can be told to show a picture.
package enum GraphicsProtocol: String, CaseIterable, Hashable, Sendable {
    case kitty
    case sixel
    case iTerm2 = "iterm2"
    case blocks
}
