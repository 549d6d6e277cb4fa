/// Something a person should know about the version of a photo that is shown.
package enum PhotoNote: Hashable, Sendable {
    /// The original is of a kind that is not shown; `shown` is the name of the size shown instead.
    case originalPassedOver(format: String, shown: String)
    /// The server cannot be reached: this is what was kept from an earlier visit.
    case kept
}
