/// A picture in a terminal's language, and what it cost.
package struct EncodedFrame: Sendable {
    package let request: FrameRequest
    package let bytes: [UInt8]
    package let costs: StageCosts
}
