/// Why there is no terminal to draw on.
package enum TTYFailure: Error, Hashable, Sendable {
    case noTerminal
}
