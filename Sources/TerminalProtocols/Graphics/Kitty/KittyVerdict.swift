/// What an answer of the terminal to a picture command means.
package enum KittyVerdict: Hashable, Sendable {
    /// Not about a picture of ours, or good news.
    case nothing
    /// A picture is gone or was refused; plan again.
    case planAgain
    /// The terminal could not fetch what was shared; send directly from now on, and plan again.
    case sendDirectly
    /// It refuses time and again: show pictures another way.
    case giveUp
}
