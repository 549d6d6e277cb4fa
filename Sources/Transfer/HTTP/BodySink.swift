/// Takes the bytes of a success as they come; called on the loop's thread, which waits meanwhile.
struct BodySink: Sendable {
    /// Called once before the bytes; false ends the transfer.
    let begin: @Sendable (HTTPHead) -> Bool
    /// Takes the next bytes; false ends the transfer.
    let take: @Sendable (UnsafeRawBufferPointer) -> Bool
}
