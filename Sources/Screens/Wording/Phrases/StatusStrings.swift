internal import PhotoPipeline
internal import TerminalProtocols

/// The sentences of the status line and of the pages that wait.
struct StatusStrings: Sendable {
    let tooSmall: SafeText
    let standardInput: SafeText

    /// The original is on its way: how far it is.
    let sharpening: @Sendable (String) -> String
    /// The original's format, and the version that is shown instead.
    let originalPassedOver: @Sendable (String, String) -> String
    let kept: String
    let damaged: String
    /// A large photo is being read: so many per cent of it.
    let reading: @Sendable (Int) -> String
    /// The same, and the size of what it takes on the disk meanwhile.
    let spilling: @Sendable (Int, String) -> String
    /// What decodes photos here could do more than that.
    let unfenced: String
    let peakMemory: @Sendable (Int) -> String
    /// What a large photo has cost: tiles made, per cent of them found again, megabytes held and spilled.
    let tiles: @Sendable (Int, Int, Int, Int) -> String
    let sharpeningFailed: @Sendable (Strings) -> String

    let opening: String
    let lookingUp: String
    /// So many seconds until the next try.
    let waiting: @Sendable (Int) -> String
    let decoding: String
    /// How much has come, on a page that waits for the rest.
    let loading: @Sendable (String) -> String
    /// The percents that have come, and the size of all.
    let fetching: @Sendable (Int, String) -> String
    let fetchingSoFar: @Sendable (String) -> String

    let moving: String
    let atRest: String
    let bytes: @Sendable (Int) -> String
}
