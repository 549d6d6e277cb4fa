/// The meaning of a reply to a picture command.
package enum KittyReplyOutcome: Hashable, Sendable {
    /// Success, or a reply about another picture.
    case nothing
    /// A picture was lost or rejected: update again.
    case planAgain
    /// The terminal could not read shared memory or a file: send directly, and update again.
    case sendDirectly
    /// It keeps rejecting pictures: use another protocol.
    case giveUp
}

/// The rounds in which a terminal rejected pictures.
///
/// A page places dozens of pictures in one write, and a terminal that lost them replies with as
/// many errors. These count as one refusal, like a single error about a photo; otherwise they would
/// exceed the limit immediately.
struct KittyRefusals {
    // Each round sends smaller pictures.
    private static let limit = 3
    /// The errors of kitty for a shared object that it cannot read, and of konsole for any.
    private static let sharingErrors = ["EBADF", "EPERM", "ENOTSUPPORTED"]

    private var rounds = 0
    private var isRoundCounted = false

    /// Begins a round with the next update.
    mutating func beginRound() { isRoundCounted = false }

    /// Counts an error, and lowers the limits for the next round.
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
