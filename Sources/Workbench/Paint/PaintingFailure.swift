internal import PhotoCodec

/// A failure as the command line tells it: `ArgumentParser` prints the description.
struct PaintingFailure: Error, CustomStringConvertible {
    let description: String

    init(_ failure: WritingFailure) { description = failure.message }
}
