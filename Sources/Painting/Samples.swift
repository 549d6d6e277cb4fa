/// How the bytes of a painted strip lie; the raw value is the bytes of a pixel.
package enum Samples: Int, Hashable, Sendable {
    case gray = 1
    case rgb = 3
    /// The open sky is transparent; alpha is straight.
    case rgba = 4
}
