/// The action that a reply to a picture command requires.
package enum KittyReplyOutcome: Hashable, Sendable {
    /// No action: the reply reports success or concerns another picture.
    case nothing
    /// Update again, because a picture was lost or rejected.
    case planAgain
    /// Send pictures directly and update again, because the terminal could not read a shared
    /// object.
    case sendDirectly
    /// Use another protocol, because the terminal keeps rejecting pictures.
    case giveUp
}

/// A counter of the rounds in which a terminal rejected pictures.
///
/// A page places dozens of pictures in one write, and a terminal that lost them replies with as
/// many errors. These errors count as one refusal, like a single error about a photo; otherwise, a
/// page would exceed the limit immediately.
struct KittyRefusals {
    // The maximum number of rounds; each round sends smaller pictures.
    private static let limit = 3
    /// The errors of kitty for a shared object that it cannot read, and of Konsole for any shared
    /// object.
    private static let sharingErrors = ["EBADF", "EPERM", "ENOTSUPPORTED"]

    private var rounds = 0
    private var isRoundCounted = false

    /// Begins a round, at the start of an update.
    mutating func beginRound() { isRoundCounted = false }

    /// Counts the first error of a round, and halves the limits for the next round unless the error
    /// is about a shared object.
    mutating func count(_ message: [UInt8], lowering limits: inout KittyLimits) -> KittyReplyOutcome
    {
        let isNew = !isRoundCounted
        isRoundCounted = true
        rounds += isNew ? 1 : 0
        guard rounds <= Self.limit else { return .giveUp }
        if Self.sharingErrors.contains(where: { message.starts(with: Array($0.utf8)) }) {
            return .sendDirectly
        }
        if isNew {
            limits.storeBytes /= 2
            limits.pictureSamples /= 2
        }
        return .planAgain
    }
}
