/// The meaning of a reply to a picture command.
package enum KittyReplyOutcome: Hashable, Sendable {
    /// Success, or not about one of our pictures.
    case nothing
    /// A picture was lost or refused: update again.
    case planAgain
    /// The terminal could not read shared memory or a file: send directly, and update again.
    case sendDirectly
    /// It keeps refusing: use another protocol.
    case giveUp
}

/// The rounds in which a terminal refused pictures.
///
/// A page places dozens of pictures in one write, and a terminal that lost them replies with as many
/// errors: one refusal, as a single error about a photo is. Counted one by one, they would exceed the
/// limit at once.
struct KittyRefusals {
    // Each round sends smaller pictures.
    private static let limit = 3
    /// kitty's errors for a shared object that it cannot read, and konsole's for any.
    private static let sharingErrors = ["EBADF", "EPERM", "ENOTSUPPORTED"]

    private var rounds = 0
    private var isRoundCounted = false

    /// Begins a round: the next update.
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
