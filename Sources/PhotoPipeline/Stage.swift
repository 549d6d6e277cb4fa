/// The steps from an address to a picture on the screen: the same names in bench, overlay and log.
package enum Stage: String, CaseIterable, Hashable, Sendable {
    case fetch, decode, scale, quantise, encode, write
}
