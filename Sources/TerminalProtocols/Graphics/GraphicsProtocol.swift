/// The ways a terminal can be told to show a picture.
package enum GraphicsProtocol: String, CaseIterable, Hashable, Sendable {
    case sixel
    case blocks
}
