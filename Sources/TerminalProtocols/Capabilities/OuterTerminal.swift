/// The terminal outside a multiplexer, as far as it could be asked through it.
package struct OuterTerminal: Hashable, Sendable {
    package let passthrough: Multiplexer
    package var capabilities = TerminalCapabilities()
    /// Where our pane begins on its screen; nil while that is not known for sure.
    package var pane: CellPosition?

    package init(_ passthrough: Multiplexer) { self.passthrough = passthrough }
}
