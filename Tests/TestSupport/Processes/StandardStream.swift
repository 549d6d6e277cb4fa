/// What a started program finds as its standard input, output or error.
package enum StandardStream: Hashable, Sendable {
    /// The terminal it is started in.
    case terminal
    /// Nothing: reads end at once, writes vanish.
    case nowhere
    /// A descriptor of ours, which stays ours to close.
    case descriptor(Int32)
    /// A file to read from.
    case file(String)
}
